"""Where everybody sits while a hand is bet on, and what lies before them: plates along the upper and the lower edge,
cards behind or beside them, bets on the side of the middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.engine.amounts import YELLOW, whites
from bot.engine.cards import Card
from card_art.boards.poker import GAP, LEFT, RIGHT, TOP
from card_art.boards.poker.hands import cards_alt, fan, in_two_lines
from card_art.deck import sprites
from card_art.ink.sizes import LINE
from card_art.ink.text import label
from card_art.scene.pieces import Seat
from card_art.scene.style import Style
from card_art.tables import fans
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.pieces import BET_CHIP
from card_art.tables.plates import GOLD_TEXT, paste_label, pill
from card_art.tables.seat_plate import draw_plate

_PLATE = 78
_WIDE = 3
"""Up to this many seats in a row have their backs beside the plate; of more, behind it."""
_BACK, _BACKS_BESIDE, _BACKS_BEHIND = 52, 36, 36
"""How wide a back beside a plate is, how much of all others is seen beside the last one, and of backs above a plate."""
_PEEK, _SMALL_BACK = 16, 34
"""Of small backs that peek out above a plate with no other room for them."""
_EDGE = 6
"""Of each back that lies behind the first up card."""
_FAN = 0.46
"""From one card to the next at the closest, in widths of a card; below `INDEX_SHARE` nothing is read."""
UNDER_PLATE, UNDER_CLOSE = 28, 24
"""How much of the cards above a plate is hidden behind it, where they are as large as they may be."""
_ROOMY = 7
"""With more seats than these bets are told in digits alone."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table."""

    seat: Seat
    """Their plate; `hand` is what they hold, `shown` what lies open before them."""
    wild: frozenset[Card] = frozenset()
    """Which of the cards that are seen are wild in this hand."""
    drawn: str = ""
    """On their cards: "drew 2"."""
    made: str = ""
    """What the viewer's own cards make, where it is not said below the table."""

    def alt(self, card_text: Callable[[Card], str]) -> str:
        """The seat in words."""
        seat = self.seat
        faces = [c for c in (*seat.hand, *seat.shown) if c is not None]
        shows = f", shows {cards_alt(faces, self.wild, card_text)}" if faces else ""
        down = f", {len(seat.hand) - sum(c is not None for c in seat.hand)} down" if None in seat.hand else ""
        bet = f", {whites(seat.bet)} in front" if seat.bet else ""
        said = "".join(f", {word.lower()}" for word in (self.drawn, seat.stamp.word if seat.stamp else "") if word)
        made = f", {self.made}" if self.made else ""
        return f"{seat.name}{seat.known_as}: {seat.told}{shows}{down}{bet}{said}{made}."


class Chair(NamedTuple):
    """Where somebody sits: the column, and the top of the plate."""

    x: int
    w: int
    y: int
    above: bool


class Lain(NamedTuple):
    """How a table lies."""

    seats: list[Chair]
    middle: Box
    """The free room between the two rows of seats."""
    wide: bool
    """Backs lie beside the plates."""
    open: int
    """How much is seen of cards above plates; 0 if none lie there."""
    low: bool
    """The viewer's own cards lie below it."""


_BELOW = {4: 1, 5: 3}
"""How many sit in the lower row, where that is not half of them: the first in its middle."""


@lru_cache(maxsize=64)
def lay(count: int, open_: bool, low: bool) -> Lain:
    """Two rows: clockwise from the middle of the lower one, or from left of it."""
    below = _BELOW.get(count, count // 2)
    above, own = count - below, (below - 1) // 2
    columns = max(above, below, 2)
    wide = above <= _WIDE
    foot = (PANEL_TABLE if low else HEIGHT - RAIL) - (16 if open_ else 8)
    seen = ((92 if low else 118) if above > _WIDE else (100 if low else 138)) if open_ else 0
    behind = 0 if wide or low or open_ else _BACKS_BEHIND
    w = min(344 if not open_ else 330, (RIGHT - LEFT - GAP * (columns - 1)) // columns)
    upper, lower = TOP + seen + behind, foot - _PLATE
    order = [(n, False) for n in range(own, -1, -1)] + [(n, True) for n in range(above)]
    order += [(n, False) for n in range(below - 1, own, -1)]
    seats = [Chair(_x(n, above if up else below, w), w, upper if up else lower, up) for n, up in order]
    middle = Box(LEFT, upper + _PLATE, RIGHT - LEFT, lower - seen - behind - upper - _PLATE)
    return Lain(seats, middle, wide, seen, low)


def _x(n: int, of: int, w: int) -> int:
    """The left edge of a column; few of them stand apart."""
    room = RIGHT - LEFT
    if of == 1:
        return (WIDTH - w) // 2
    if of == 2 and w * 2 < room - 60:
        return WIDTH // 2 - 20 - w + n * (w + 40)
    return LEFT + round(n * (room - w) / (of - 1))


def draw_seat(canvas: Image.Image, player: Player, at: Chair, lain: Lain, style: Style, *, own: bool) -> None:
    """A plate with its tags and stamp, and the cards of its player, except the viewer's `own`."""
    seat, box = player.seat, Box(at.x, at.y, at.w, _PLATE)
    cards = (*seat.hand, *seat.shown) if not own else ()
    if lain.open and cards:
        _above(canvas, player, Box(at.x, at.y - lain.open, at.w, lain.open), style, backs_too=not lain.low)
    elif cards and not lain.open and lain.wide:
        box = _backs_beside(canvas, len(cards), box)
    elif cards and not lain.open and not lain.low:
        fans.above(canvas, len(cards), box, _BACKS_BEHIND)
    elif cards and not lain.open:
        _peeking(canvas, len(cards), box)
    draw_plate(canvas, seat, seat.number or 0, box, style.cloth, stamped=True)
    if player.made and lain.open:
        size, lines = in_two_lines(player.made, at.w - 10)
        for n, line in enumerate(lines):
            words = label(line, size, GOLD_TEXT, weight=700, room=at.w - 10)
            paste_label(canvas, words, at.x + 6, at.y - lain.open + 20 + 36 * n)
    if player.drawn and lain.open and cards:
        words = pill(player.drawn, LINE, at.w, gold=True)
        words.stamp(canvas, at.x + (at.w - words.size[0]) // 2, at.y - words.size[1] - 6)


def _backs_beside(canvas: Image.Image, held: int, box: Box) -> Box:
    """Cards face down at the right of a plate, as many as are held; returns what is left for the plate."""
    step = min(12, _BACKS_BESIDE // max(1, held - 1))
    plate = box._replace(w=box.w - _BACK - step * (held - 1) - 8)
    for n in range(held):
        x = plate.right + 8 + n * step
        sprites.back(_BACK).stamp(canvas, x, box.y + (_PLATE - sprites.card_height(_BACK)) // 2)
    return plate


def _peeking(canvas: Image.Image, held: int, box: Box) -> None:
    """The upper edges of small backs above the right half of a plate, as many as are held."""
    step = min(_SMALL_BACK + 4, (box.w // 2 - _SMALL_BACK) // max(1, held - 1))
    for n in range(held):
        sprites.back(_SMALL_BACK).stamp(canvas, box.right - 12 - _SMALL_BACK - (held - 1 - n) * step, box.y - _PEEK)


def _above(canvas: Image.Image, player: Player, box: Box, style: Style, *, backs_too: bool) -> None:
    """Cards behind a plate, as large as they fit; backs left of the faces where they cost no size, otherwise behind the
    first of them."""
    cards = (*player.seat.hand, *player.seat.shown)
    faces = [c for c in cards if c is not None]
    backs = len(cards) - len(faces)
    if not faces:
        width = min(100, round(box.h / 1.1))
        step = min(round(width * 0.5), (box.w - width) // max(1, backs - 1))
        x = box.x + (box.w - width - step * (backs - 1)) // 2
        for n in range(backs):
            sprites.back(width).stamp(canvas, x + n * step, box.y)
        return
    behind, backs = (0, backs) if backs_too else (backs, 0)
    largest = round(box.h / 1.1)
    width = min(largest, int(box.w / (1 + _FAN * (len(faces) - 1))))
    peek = round(width * 0.22)
    if backs and width + round(width * _FAN * (len(faces) - 1)) + peek * backs > box.w:
        smaller = int(box.w / (1 + _FAN * (len(faces) - 1) + 0.22 * backs))
        if smaller >= 0.92 * width:
            width = smaller
        else:
            behind, backs = backs, 0
        peek = round(width * 0.22)
    room = box.w - peek * backs
    step = min(width + 8, (room - width) // max(1, len(faces) - 1))
    x = box.x + (box.w - peek * backs - width - step * (len(faces) - 1)) // 2
    for n in range(behind):
        sprites.back(width).stamp(canvas, x, box.y - (behind - n) * _EDGE)
    for n in range(backs):
        sprites.back(width).stamp(canvas, x + n * peek, box.y)
    fan(canvas, faces, Box(x + peek * backs, box.y, width, box.h), step, style, player.wild)


def draw_bet(canvas: Image.Image, amount: int, at: Chair, lain: Lain, *, close: bool) -> None:
    """Chips before a seat, on the side of the middle."""
    words = pill(whites(amount), LINE, 150)
    chips = sprites.chip_stack(amount, BET_CHIP) if amount >= YELLOW and len(lain.seats) <= _ROOMY else None
    wide = words.size[0] + (chips.size[0] + 4 if chips else 0)
    x = at.x + 14 if not lain.open or at.x + at.w // 2 <= WIDTH // 2 else at.x + at.w - wide - 14
    if at.above:
        middle = at.y + _PLATE + (UNDER_CLOSE if close or lain.low else UNDER_PLATE)
    else:
        behind = lain.open or (0 if lain.wide or lain.low else _BACKS_BEHIND)
        middle = at.y - behind - (UNDER_CLOSE if close else UNDER_PLATE)
    if chips:
        chips.stamp(canvas, x, middle - chips.size[1] // 2)
        x += chips.size[0] + 4
    words.stamp(canvas, x, middle - words.size[1] // 2)
