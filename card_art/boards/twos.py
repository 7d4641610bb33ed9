"""A table of Twos: the combination to beat in the middle, and around it who holds how many cards, who has passed, and
which way play goes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink.palette import GOLD_LIGHT, rgb
from card_art.ink.pen import Pen, Point
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, Colour, label
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables import fans
from card_art.tables.layout import EDGE, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, badge, paste_label
from card_art.tables.seat_plate import draw_plate
from card_art.tables.stamps import stamp

FEW = 3
"""Who has no more cards than this has their number in red."""
_CARD, _CARD_LOW = 164, 132
_STEP = 0.8
"""From one of five cards to the next, in widths of a card."""
_PLATE, _OWN = (300, 84), 370
_FACE, _COUNT = 58, 46
_BACKS = 36
"""How much of the cards behind a plate is seen."""
_BACK, _BACKS_WIDE = 42, 176
"""Of the backs beside the lower plate: how wide one is, and all together."""
_RED: Colour = (255, 138, 138)
_FADED: Colour = (172, 188, 180)
_NUMBERS: Colour = (205, 226, 215)
_ARROW = 9
_OVER_HAND = 8
"""A card of the hand below may be raised to there."""
_SIDE_Y, _TOP_Y, _LOW_Y = 150, 56, 574
_LEFT, _RIGHT = EDGE, WIDTH - EDGE
_BESIDE_TITLE = 10
"""Between the name of what lies there and the plates at the sides."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table, and how many cards they hold."""

    seat: Seat
    cards: int
    passed: bool = False
    """Since the last combination."""


@dataclass(frozen=True, slots=True)
class TwosTable(Board):
    """The whole table."""

    title_width = 350

    players: tuple[Player, ...]
    """The viewer first, or the bottom seat; the others follow clockwise."""
    clockwise: bool
    lying: tuple[Card, ...] = ()
    called: str = ""
    """What these are: "full house, nines"."""
    owner: int | None = None
    """Which of the players has laid them."""
    over: str = ""
    """What they have beaten: "beats Bo's pair of jacks"."""
    note: str = ""
    """In the middle, while nothing lies there."""
    stamp: Stamp | None = None
    """On the cards of a moment."""
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        self._around(canvas, style)
        self._middle(canvas, _places(len(self.players), self.low)[0].y - 12, style)

    # ---- the players ---------------------------------------------------------------------

    def _around(self, canvas: Image.Image, style: Style) -> None:
        boxes = _places(len(self.players), self.low)
        for way in _ways(len(self.players), self.low):
            start, bend, end = way if self.clockwise else way[::-1]
            sprite, x, y = _arrow((start, bend, end))
            sprite.stamp(canvas, x, y)
        for n, (player, box) in enumerate(zip(self.players, boxes, strict=True)):
            if n:
                fans.above(canvas, player.cards, box, _BACKS)
            elif not self.low:
                _backs(canvas, player.cards, box, style)
            _plate(canvas, player, n, box, style)

    # ---- the cards -----------------------------------------------------------------------

    def _middle(self, canvas: Image.Image, foot: int, style: Style) -> None:
        width, top = (_CARD_LOW, 246) if self.low else (_CARD, 266)
        low = top + sprites.card_height(width)
        if not self.lying:
            sprites.slot(width).stamp(canvas, (WIDTH - width) // 2, top)
            words = label(self.note, 34, GOLD_TEXT, weight=700, room=560)
            paste_label(canvas, words, WIDTH // 2, top - 30, 0.5)
            return
        self._title(canvas, top - (28 if self.low else 44), style)
        step = round(_STEP * width) if len(self.lying) == 5 else width + 14
        x = (WIDTH - width - step * (len(self.lying) - 1)) // 2
        for n, c in enumerate(self.lying):
            sprites.card(c, width, style).stamp(canvas, x + n * step, top)
        if self.stamp:  # below the indices, which say what leads
            plaque = stamp(self.stamp, 36, tilted=False)
            plaque.stamp(canvas, (WIDTH - plaque.size[0]) // 2, (low + foot - plaque.size[1]) // 2)
        elif self.over:
            paste_label(canvas, label(self.over, LINE, SOFT, room=700), WIDTH // 2, (low + foot) // 2, 0.5)

    def _title(self, canvas: Image.Image, y: int, style: Style) -> None:
        """Whose they are, and what."""
        room = 520 if len(self.players) == 2 else WIDTH - 2 * (_LEFT + _PLATE[0] + _BESIDE_TITLE)
        words = label(self.called, 36, GOLD_TEXT, weight=700, room=room - 62)
        x = (WIDTH - words.width - 62) // 2
        if self.owner is not None:
            seat = self.players[self.owner].seat
            disc, mask = badge(seat.name, _number(seat, self.owner), 48, style.cloth, seat.face)
            canvas.paste(disc, (x, y - 24), mask)
        paste_label(canvas, words, x + 62, y)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said: list[str] = []
        if self.lying:
            whose = f" from {self.players[self.owner].seat.name}" if self.owner is not None else ""
            stamped = f" ({self.stamp.said})" if self.stamp else ""
            cards = " ".join(map(card_text, self.lying))
            called = f", {self.called}" if len(self.lying) > 1 else ""
            said.append(f"To beat{whose}: {cards}{called}{stamped}.")
            if self.over:
                said.append(f"It {self.over}.")
        elif self.note:
            said.append(f"{self.note}.")
        said += [_told(p) for p in self.players]
        said.append(f"Play goes {'clockwise' if self.clockwise else 'counterclockwise'}.")
        return " ".join(said)


def _told(p: Player) -> str:
    return f"{p.seat.name}{p.seat.known_as}: {p.cards} card{'' if p.cards == 1 else 's'}, {p.seat.line}."


def _number(seat: Seat, place: int) -> int:
    return place if seat.number is None else seat.number


# ---- plates --------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _places(seats: int, over_hand: bool) -> tuple[Box, ...]:
    """The lower plate, then clockwise; over a hand it lies directly above that."""
    w, h = _PLATE
    middle = (WIDTH - w) // 2
    low = Box((WIDTH - _OWN) // 2, PANEL_TABLE - h - _OVER_HAND if over_hand else _LOW_Y, _OWN, h)
    top = Box(middle, _TOP_Y, w, h)
    left, right = Box(_LEFT, _SIDE_Y, w, h), Box(_RIGHT - w, _SIDE_Y, w, h)
    return {2: (low, top), 3: (low, left, right)}.get(seats, (low, left, top, right))


def _plate(canvas: Image.Image, player: Player, place: int, box: Box, style: Style) -> None:
    """A name, a line of numbers, and large how many cards are left."""
    seat = replace(player.seat, dim=player.seat.dim or player.passed)
    few = 0 < player.cards <= FEW
    ink = _RED if few else _FADED if seat.dim else WHITE
    count = str(player.cards)
    draw_plate(canvas, seat, _number(seat, place), box, style.cloth, score=count, score_ink=ink)


def _backs(canvas: Image.Image, count: int, plate: Box, style: Style) -> None:
    """A hand beside the lower plate."""
    if not count:
        return
    step = min(24, (_BACKS_WIDE - _BACK) // max(1, count - 1))
    x = plate.x - 22 - _BACK - step * (count - 1)
    back = sprites.back(_BACK)
    for n in range(count):
        back.stamp(canvas, x + n * step, plate.y + (plate.h - sprites.card_height(_BACK)) // 2 + 2)


# ---- which way play goes -------------------------------------------------------------------------

Way = tuple[Point, Point, Point]
"""Where an arrow begins, towards where it bends, and where it ends."""

_FROM_LOW: Way = (210, 536), (132, 486), (112, 410)
_FROM_LOW_RIGHT: Way = (988, 410), (968, 486), (890, 536)
_LIFTED = 74
"""How much higher these are over a hand."""


def _ways(seats: int, over_hand: bool) -> tuple[Way, ...]:
    """From each plate to the next one clockwise; where two play there is nothing to say."""
    if seats == 2:
        return ()
    if over_hand:
        first, *between, last = _ways(seats, False)
        return _lifted(first), *between, _lifted(last)
    if seats == 3:
        return _FROM_LOW, ((372, 160), (550, 116), (728, 160)), _FROM_LOW_RIGHT
    up: Way = (342, 174), (366, 164), (392, 132)
    down: Way = (708, 132), (734, 164), (758, 174)
    return _FROM_LOW, up, down, _FROM_LOW_RIGHT


def _lifted(way: Way) -> Way:
    a, b, c = ((x, y - _LIFTED) for x, y in way)
    return a, b, c


@cached_sprite
def _arrow(way: Way) -> tuple[Sprite, int, int]:
    """A golden arrow, and where it lies."""
    a, b, c = way
    steps = [n / 16 for n in range(17)]
    line = [
        tuple((1 - t) ** 2 * p + 2 * t * (1 - t) * q + t * t * r for p, q, r in zip(a, b, c, strict=True))
        for t in steps
    ]
    points = [(x, y) for x, y in line]
    turn = math.atan2(c[1] - b[1], c[0] - b[0])
    head = [_turned(c, turn, dx, dy) for dx, dy in ((10, 0), (-20, -17), (-20, 17))]
    margin = 26
    left, top = int(min(x for x, _ in points)) - margin, int(min(y for _, y in points)) - margin
    wide = int(max(x for x, _ in points)) + margin - left
    high = int(max(y for _, y in points)) + margin - top
    pen = Pen(wide, high, 1, mode="RGBA", paper=(*rgb(GOLD_LIGHT), 0))
    pen.line([(x - left, y - top) for x, y in points[:-2]], GOLD_LIGHT, _ARROW)
    pen.fill([(x - left, y - top) for x, y in head], GOLD_LIGHT)
    return Sprite(few_opacities(pen.result(), 8)), left, top


def _turned(at: Point, turn: float, dx: float, dy: float) -> Point:
    cos, sin = math.cos(turn), math.sin(turn)
    return at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos
