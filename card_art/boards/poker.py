"""A table of poker: seats along the upper and the lower edge, boards and pots between them; hands that lie open with
their chances to win; and a showdown, with the cards that have won raised."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple

from PIL import Image, ImageDraw

from bot.engine.cards import Card
from card_art import fans, sprites, tabs
from card_art.faces import INDEX_SHARE
from card_art.felt import RAIL
from card_art.layout import HEIGHT, PANEL_TABLE, TAG_HEIGHT, TEXT, WIDTH, Box, Place
from card_art.palette import GOLD, rgb
from card_art.pen import Pen
from card_art.pieces import BET_CHIP, LEAST_CHIP, amount_text
from card_art.plates import GOLD_TEXT, badge, blank_plate, draw_plate, draw_tags, field, paste_label, pill
from card_art.scene import Board, Question, Seat
from card_art.sprites import Sprite, Style
from card_art.stamps import ON_HAND, stamp
from card_art.text import SOFT, WHITE, Colour, Label, label, wrapped

_LEFT, _RIGHT = RAIL + 14, WIDTH - RAIL - 14
_TOP = 80
"""Where the uppermost seats begin, below the title."""
_PLATE = 78
_GAP = 12
_WIDE = 3
"""Of so many seats in a row each has its backs beside the plate; of more, behind it."""
_BACK, _BACK_STEP, _BACKS_BEHIND = 52, 12, 36
_CARDS = 150
"""The largest cards."""
_BETWEEN = 14
_FAN = 0.46
"""From one card to the next at the closest, in widths of a card; below `INDEX_SHARE` nothing is read."""
_ASIDE = 196
"""Room for the pots at the right of the boards."""
_BET = 46
_UNDER_PLATE = 28
"""How much of the cards above a plate is hidden behind it, where they are as large as they may be."""
_MAT = 8
_BEST, _ROW = 276, 86
"""The most height that a winning hand takes at a showdown, and another one."""
_APART = 30
"""Between a hand and the board."""
_CONDENSED = 0.88
"""Of the width of words what they may be squeezed to before a kicker gives way."""
_ROOMY = 7
"""With more seats than these bets are told in digits alone."""


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips in the middle."""

    label: str
    amount: int


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
        known = [*map(str.lower, seat.tags), *(["dealer"] if seat.dealer else [])]
        tags = f" ({', '.join(known)})" if known else ""
        faces = [c for c in (*seat.hand, *seat.shown) if c is not None]
        shows = f", shows {_cards_alt(faces, self.wild, card_text)}" if faces else ""
        down = f", {len(seat.hand) - sum(c is not None for c in seat.hand)} down" if None in seat.hand else ""
        bet = f", {amount_text(seat.bet)} in front" if seat.bet else ""
        said = "".join(f", {word.lower()}" for word in (self.drawn, seat.stamp.word if seat.stamp else "") if word)
        made = f", {self.made}" if self.made else ""
        return f"{seat.name}{tags}: {seat.line}{shows}{down}{bet}{said}{made}."


def _cards_alt(cards: Sequence[Card], wild: frozenset[Card], card_text: Callable[[Card], str]) -> str:
    return " ".join(f"{card_text(c)}{' (wild)' if c in wild else ''}" for c in cards)


@dataclass(frozen=True, slots=True)
class Boards:
    """What lies in the middle for all."""

    cards: tuple[tuple[Card, ...], ...] = ()
    """One board, two of them, or one for each run."""
    places: int = 0
    """How many cards each will have; 0 where there is no board, and a card for all may lie there all the same."""
    names: tuple[str, ...] = ()
    wild: frozenset[Card] = frozenset()
    cross: bool = False
    """The five lie as a cross: top, right, bottom, left, centre."""

    def alt(self, card_text: Callable[[Card], str]) -> str:
        """The boards in words."""
        said = [
            f"{name or 'Board'}: {_cards_alt(cards, self.wild, card_text) or 'nothing yet'}."
            for name, cards in zip(self.names or ("",) * len(self.cards), self.cards, strict=True)
            if self.places or cards
        ]
        return " ".join(said)


def _pots_alt(pots: Sequence[Pot], note: str) -> str:
    told = [f"{pot.label} {amount_text(pot.amount)}." for pot in pots]
    return " ".join([*told, *([f"{note}."] if note else [])])


# ---- a hand in play ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PokerTable(Board):
    """A hand while it is bet on."""

    players: tuple[Player, ...]
    """The viewer first, or whoever sits at the bottom left; the others follow clockwise."""
    boards: Boards
    pots: tuple[Pot, ...]
    note: str = ""
    """A line beside the pots: "40 a board"."""
    open: bool = False
    """Cards lie before the seats, above their plates: up cards, or backs of hands that are drawn to."""
    low: bool = False
    """The viewer's own cards lie below it."""

    in_line: ClassVar[bool] = True

    def draw(self, canvas: Image.Image, style: Style) -> None:
        lain = _lain(len(self.players), self.open, self.low)
        for n, (player, at) in enumerate(zip(self.players, lain.seats, strict=True)):
            _seat(canvas, player, at, lain, style, own=self.low and not n)
        if self.boards.places:
            _middle(canvas, self, lain, style)
        else:
            _open_middle(canvas, self, lain, style)
        for player, at in zip(self.players, lain.seats, strict=True):
            if player.seat.bet:
                _bet(canvas, player.seat.bet, at, lain, close=self.close)

    @property
    def close(self) -> bool:
        """Bets lie on the edges of plates, to leave the boards more room."""
        return not self.open and (self.low or len(self.boards.cards) > 1 or self.boards.cross)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        each = " ".join(player.alt(card_text) for player in self.players)
        return " ".join(filter(None, (self.boards.alt(card_text), _pots_alt(self.pots, self.note), each)))


class _Seat(NamedTuple):
    """Where somebody sits: the column, and the top of the plate."""

    x: int
    w: int
    y: int
    above: bool


class _Lain(NamedTuple):
    seats: list[_Seat]
    middle: Box
    """What is free between the two rows of seats."""
    wide: bool
    """Backs lie beside the plates."""
    open: int
    """How much is seen of cards above plates; 0 where none lie there."""
    low: bool


@lru_cache(maxsize=64)
def _lain(count: int, open_: bool, low: bool) -> _Lain:
    """Two rows, the upper one with the odd seat: clockwise from the lower left corner."""
    above = -(-count // 2)
    columns = max(above, 2)
    wide = above <= _WIDE
    foot = (PANEL_TABLE if low else HEIGHT - RAIL) - (16 if open_ else 8)
    seen = ((92 if low else 118) if above > _WIDE else (100 if low else 138)) if open_ else 0
    behind = 0 if wide or low or open_ else _BACKS_BEHIND
    w = min(344 if not open_ else 330, (_RIGHT - _LEFT - _GAP * (columns - 1)) // columns)
    upper, lower = _TOP + seen + behind, foot - _PLATE
    order = [(n, True) for n in range(above)]
    order = [(0, False), *order, *((n, False) for n in range(count - above - 1, 0, -1))]
    seats = [_Seat(_x(n, above if up else count - above, w), w, upper if up else lower, up) for n, up in order]
    middle = Box(_LEFT, upper + _PLATE, _RIGHT - _LEFT, lower - seen - behind - upper - _PLATE)
    return _Lain(seats, middle, wide, seen, low)


def _x(n: int, of: int, w: int) -> int:
    """The left edge of a column; few of them stand apart."""
    room = _RIGHT - _LEFT
    if of == 1:
        return (WIDTH - w) // 2
    if of == 2 and w * 2 < room - 60:
        return WIDTH // 2 - 20 - w + n * (w + 40)
    return _LEFT + round(n * (room - w) / (of - 1))


def _seat(canvas: Image.Image, player: Player, at: _Seat, lain: _Lain, style: Style, *, own: bool) -> None:
    seat, box = player.seat, Box(at.x, at.y, at.w, _PLATE)
    cards = (*seat.hand, *seat.shown) if not own else ()
    if lain.open and cards:
        _above(canvas, player, Box(at.x, at.y - lain.open, at.w, lain.open), style, backs_too=not lain.low)
    elif cards and not lain.open and lain.wide:
        shown = min(4, len(cards))
        wide = _BACK + _BACK_STEP * (shown - 1)
        box = box._replace(w=at.w - wide - 8)
        for n in range(shown):
            x = box.right + 8 + n * _BACK_STEP
            sprites.back(_BACK, style).stamp(canvas, x, at.y + (_PLATE - sprites.height(_BACK)) // 2)
    elif cards and not lain.open and not lain.low:
        fans.draw(canvas, len(cards), box, _BACKS_BEHIND)
    tags_above = not at.above and not lain.open
    tag_y = box.y - 20 if tags_above else box.bottom - 16
    place = Place("top", box, Box(box.x, box.y, 0, 0), tag_y, Box(box.x, box.y, 0, TAG_HEIGHT))
    draw_plate(canvas, seat, seat.number or 0, place, "green")
    draw_tags(canvas, seat, place)
    if player.made and lain.open:
        size, lines = _in_two_lines(player.made, at.w - 10)
        for n, line in enumerate(lines):
            words = label(line, size, GOLD_TEXT, weight=700, room=at.w - 10)
            paste_label(canvas, words, at.x + 6, at.y - lain.open + 20 + 36 * n)
    if player.drawn and lain.open and cards:
        words = pill(player.drawn, TEXT + 4, at.w, gold=True)
        words.stamp(canvas, at.x + (at.w - words.size[0]) // 2, at.y - words.size[1] - 6)
    if seat.stamp:
        plaque = stamp(seat.stamp, ON_HAND, tilted=True, room=at.w - 20)
        plaque.stamp(canvas, box.right - plaque.size[0] + 8, box.y + 26 - plaque.size[1])


def _above(canvas: Image.Image, player: Player, box: Box, style: Style, *, backs_too: bool) -> None:
    """Cards behind a plate, as large as they fit; backs, left of the faces, only where they cost no size."""
    cards = (*player.seat.hand, *player.seat.shown)
    faces = [c for c in cards if c is not None]
    backs = len(cards) - len(faces)
    if not faces:
        width = min(100, round(box.h / 1.1))
        step = min(round(width * 0.5), (box.w - width) // max(1, backs - 1))
        x = box.x + (box.w - width - step * (backs - 1)) // 2
        for n in range(backs):
            sprites.back(width, style).stamp(canvas, x + n * step, box.y)
        return
    backs = backs if backs_too else 0
    largest = round(box.h / 1.1)
    width = min(largest, int(box.w / (1 + _FAN * (len(faces) - 1))))
    peek = round(width * 0.22)
    if backs and width + round(width * _FAN * (len(faces) - 1)) + peek * backs > box.w:
        smaller = int(box.w / (1 + _FAN * (len(faces) - 1) + 0.22 * backs))
        width, backs = (smaller, backs) if smaller >= 0.92 * width else (width, 0)
        peek = round(width * 0.22)
    room = box.w - peek * backs
    step = min(width + 8, (room - width) // max(1, len(faces) - 1))
    x = box.x + (box.w - peek * backs - width - step * (len(faces) - 1)) // 2
    for n in range(backs):
        sprites.back(width, style).stamp(canvas, x + n * peek, box.y)
    _fan(canvas, faces, Box(x + peek * backs, box.y, width, box.h), step, style, player.wild)


def _fan(
    canvas: Image.Image, cards: Sequence[Card], at: Box, step: int, style: Style, wild: frozenset[Card],
    dim: frozenset[Card] = frozenset(),
) -> None:  # fmt: skip
    """Cards from the left, each so wide; a star on each that is wild, where the next one leaves it to be seen."""
    for n, c in enumerate(cards):
        x = at.x + n * step
        sprites.card(c, at.w, style, dim=c in dim).stamp(canvas, x, at.y)
        if c in wild:
            high, star = sprites.height(at.w), _star()
            if at.h < 0.6 * high:  # only its upper half is seen
                star.stamp(canvas, x + at.w - star.size[0] - 5, at.y + 5)
                continue
            left = max(3, round(at.w * 0.2) - star.size[0] // 2)
            star.stamp(canvas, x + left, at.y + min(at.h, high) - 6 - star.size[1])


@lru_cache(maxsize=1)
def _star() -> Sprite:
    pen = Pen(2 * tabs.STAR + 2, 2 * tabs.STAR + 2, 1, mode="RGBA", paper=(0, 0, 0, 0))
    tabs.star_on(pen, tabs.STAR + 1, tabs.STAR + 1)
    return Sprite(pen.result())


def _bet(canvas: Image.Image, amount: int, at: _Seat, lain: _Lain, *, close: bool) -> None:
    """Chips before a seat, on the side of the middle."""
    words = pill(amount_text(amount), TEXT + 5, 150)
    chips = sprites.chip_stack(amount, BET_CHIP) if amount >= LEAST_CHIP and len(lain.seats) <= _ROOMY else None
    wide = words.size[0] + (chips.size[0] + 4 if chips else 0)
    x = at.x + 14 if not lain.open or at.x + at.w // 2 <= WIDTH // 2 else at.x + at.w - wide - 14
    if at.above:
        middle = at.y + _PLATE + (12 if close or lain.low else _UNDER_PLATE)
    else:
        behind = lain.open or (0 if lain.wide or lain.low else _BACKS_BEHIND)
        middle = at.y - behind - (12 if close else _UNDER_PLATE)
    if chips:
        chips.stamp(canvas, x, middle - chips.size[1] // 2)
        x += chips.size[0] + 4
    words.stamp(canvas, x, middle - words.size[1] // 2)


# ---- boards and pots -----------------------------------------------------------------------------


def _middle(canvas: Image.Image, table: PokerTable, lain: _Lain, style: Style) -> None:
    """The boards with the pots below them where there is room for large cards all the same, else at their right."""
    box, boards = lain.middle, table.boards
    bets = 32 if table.close else 2 * _UNDER_PLATE
    box = Box(box.x, box.y + bets, box.w, box.h - 2 * bets - (0 if lain.low else 4))
    below = 78
    if len(boards.cards) == 1 and lain.wide and not lain.low and not boards.cross:
        box = Box(box.x, box.y - 4, box.w, box.h + 22)
        lying = Box(box.x, box.y, box.w, box.h - below)
        _board(canvas, boards, 0, lying, style)
        _pots_in_line(canvas, table.pots, table.note, Box(box.x, box.bottom - below + 6, box.w, below))
        return
    lying = Box(box.x, box.y, box.w - _ASIDE, box.h)
    _all_boards(canvas, boards, lying, style)
    _pots_aside(canvas, table.pots, table.note, Box(lying.right, box.y, _ASIDE, box.h))


def _all_boards(canvas: Image.Image, boards: Boards, box: Box, style: Style) -> None:
    """One below the other, each on a mat with its name."""
    if len(boards.cards) == 1:
        (_cross if boards.cross else _board)(canvas, boards, 0, box, style)
        return
    high = (box.h - 6 * (len(boards.cards) - 1)) // len(boards.cards)
    for n, name in enumerate(boards.names):
        mat = Box(box.x, box.y + n * (high + 6), box.w - 10, high)
        field(mat.w, mat.h).stamp(canvas, mat.x, mat.y)
        inside = Box(mat.x + 126, mat.y + _MAT, mat.w - 134, mat.h - 2 * _MAT)
        first, _, last = name.rpartition(" ")
        paste_label(canvas, label(first, 27, WHITE, room=112), mat.x + 16, mat.middle[1] - 32)
        paste_label(canvas, label(last, 52, GOLD_TEXT, weight=800, room=112), mat.x + 16, mat.middle[1] + 16)
        _board(canvas, boards, n, inside, style)


def _board(canvas: Image.Image, boards: Boards, n: int, box: Box, style: Style) -> None:
    """Its cards, and outlines for those to come."""
    count = max(boards.places, len(boards.cards[n]))
    width = min(_CARDS, int(box.h / sprites.RATIO), (box.w - _BETWEEN * (count - 1)) // count)
    step = width + min(_BETWEEN, (box.w - width * count) // max(1, count - 1))
    x = box.x + (box.w - width - step * (count - 1)) // 2
    y = box.y + (box.h - sprites.height(width)) // 2
    for place in range(len(boards.cards[n]), count):
        sprites.slot(width).stamp(canvas, x + place * step, y)
    _fan(canvas, boards.cards[n], Box(x, y, width, sprites.height(width)), step, style, boards.wild)


_CROSS = ((0, -1), (1, 0), (0, 1), (-1, 0), (0, 0))
"""Where the five of a cross lie around the middle, in the order in which they are turned."""


def _cross(canvas: Image.Image, boards: Boards, n: int, box: Box, style: Style) -> None:
    """Top, centre and bottom lie on one another, so that the cards are larger: of each the index is seen."""
    width = min(126, int(box.h / sprites.RATIO / 2))
    high = sprites.height(width)
    cx, cy = box.middle[0] - width // 2, box.middle[1] - high // 2
    for place in (0, 3, 4, 1, 2):
        dx, dy = _CROSS[place]
        x, y = cx + dx * (width + 24), cy + dy * high // 2
        if place < len(boards.cards[n]):
            at = Box(x, y, width, high if place not in (0, 4) else high // 2)
            _fan(canvas, boards.cards[n][place : place + 1], at, 0, style, boards.wild)
        elif place in (1, 3, 2 if len(boards.cards[n]) else 4):
            sprites.slot(width).stamp(canvas, x, y)


def _open_middle(canvas: Image.Image, table: PokerTable, lain: _Lain, style: Style) -> None:
    """Pots between open hands, and a card that is for all where one was turned."""
    box = lain.middle
    common = table.boards.cards[0] if table.boards.cards else ()
    if lain.low:
        box = Box(box.x, box.y + 16, box.w, box.h - 32)
    if common:
        width = min(92, int((box.h - 8) / sprites.RATIO))
        x, y = box.middle[0] + 170, box.middle[1] - sprites.height(width) // 2
        _fan(canvas, common, Box(x, y, width, sprites.height(width)), width + 8, style, table.boards.wild)
        paste_label(canvas, label("for all", TEXT + 3, WHITE), x + width + 12, box.middle[1])
        box = Box(box.x, box.y, box.w - 200, box.h)
    _pots_in_line(canvas, table.pots, table.note, Box(box.x, box.middle[1] - 39, box.w, 78))


def _pot_words(pot: Pot, size: int, room: int) -> tuple[Label, Label]:
    return (
        label(pot.label, 26, WHITE, room=room),
        label(amount_text(pot.amount), size, GOLD_TEXT, weight=800, room=room),
    )


def _few(pots: Sequence[Pot], most: int) -> Sequence[Pot]:
    """The main pot and its side pots, or where there are too many what these come to together."""
    if len(pots) <= most:
        return pots
    return [*pots[:1], Pot(f"{len(pots) - 1} side pots", sum(pot.amount for pot in pots[1:]))]


def _pots_in_line(canvas: Image.Image, pots: Sequence[Pot], note: str, box: Box) -> None:
    """Side by side: chips, and at their right label and digits."""
    made: list[tuple[Sprite | None, Label, Label]] = []
    pots = _few(pots, 4)
    for pot in pots:
        chips = sprites.chip_stack(pot.amount, 50) if pot.amount >= LEAST_CHIP and len(pots) <= 3 else None
        made.append((chips, *_pot_words(pot, 46, 220)))
    told = label(note, 27, WHITE, room=300) if note else None
    widths = [(c.size[0] + 10 if c else 0) + max(a.width, b.width) for c, a, b in made]
    whole = sum(widths) + 44 * (len(made) - 1) + (told.width + 36 if told else 0)
    x = box.middle[0] - whole // 2
    for (chips, words, digits), width in zip(made, widths, strict=True):
        left = x
        if chips:
            chips.stamp(canvas, x, box.bottom - 10 - chips.size[1])
            left += chips.size[0] + 10
        paste_label(canvas, words, left, box.y + 16)
        paste_label(canvas, digits, left, box.y + 52)
        x += width + 44
    if told:
        paste_label(canvas, told, x - 8, box.middle[1])


def _pots_aside(canvas: Image.Image, pots: Sequence[Pot], note: str, box: Box) -> None:
    """One below the other; the fewer there are, the larger."""
    pots = _few(pots, max(2, box.h // 74))
    chips_too = box.h >= (150, 240, HEIGHT)[min(3, max(1, len(pots))) - 1]
    size = 54 if len(pots) == 1 else 40
    each = 32 + size + (56 if chips_too else 0)
    y = box.middle[1] - (each * len(pots) + (30 if note else 0)) // 2
    for pot in pots:
        words, digits = _pot_words(pot, size, box.w - 10)
        paste_label(canvas, words, box.middle[0], y + 16, 0.5)
        y += 32
        if chips_too and pot.amount >= LEAST_CHIP:
            chips = sprites.chip_stack(pot.amount, 44 if box.w > 180 else 36)
            chips.stamp(canvas, box.middle[0] - chips.size[0] // 2, y + 56 - min(56, chips.size[1]))
            y += 56
        paste_label(canvas, digits, box.middle[0], y + size // 2, 0.5)
        y += size
    if note:
        paste_label(canvas, label(note, 26, WHITE, weight=700, room=box.w), box.middle[0], y + 18, 0.5)


# ---- all in --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chance:
    """A hand that lies open while cards are to come."""

    name: str
    number: int
    face: str
    cards: tuple[Card, ...]
    percent: str = ""
    """ "46%", or nothing where none is told."""
    share: int = 0
    """The same as a number, for the bar."""
    word: str = ""
    """What the hand is now."""
    wild: frozenset[Card] = frozenset()


class Chances(NamedTuple):
    """How likely each hand is to win, when all live hands lie open."""

    percent: Mapping[int, int]
    """By seat, whole percents of the main pot; they sum to 100."""
    exact: bool


@dataclass(frozen=True, slots=True)
class AllIn(Board):
    """All live hands lie open, and the rest of the cards is dealt."""

    hands: tuple[Chance, ...]
    boards: Boards
    pots: tuple[Pot, ...]
    low: bool = False
    chances: Question | None = None
    """Tells who wins how often, where that is not known yet."""

    in_line: ClassVar[bool] = True

    @property
    def question(self) -> Question | None:
        return self.chances

    def answered(self, answer: Chances | None) -> AllIn:
        if answer is None:
            return replace(self, chances=None)
        about, percent = "" if answer.exact else "≈", answer.percent
        told = (replace(h, percent=f"{about}{percent[h.number]}%", share=percent[h.number]) for h in self.hands)
        return replace(self, hands=tuple(told), chances=None)

    def draw(self, canvas: Image.Image, style: Style) -> None:
        foot = (PANEL_TABLE if self.low else HEIGHT - RAIL) - 6
        lines = 1 if len(self.hands) <= 4 else 2
        columns = -(-len(self.hands) // lines)
        top = _TOP
        if self.boards.places:
            most = {(False, 1): 216, (False, 2): 158, (True, 1): 152, (True, 2): 110}[self.low, lines]
            board = Box(_LEFT, top, _RIGHT - _LEFT - _ASIDE, most if len(self.boards.cards) < 2 else most + 30)
            _all_boards(canvas, self.boards, board, style)
            _pots_aside(canvas, self.pots, "", Box(board.right, top, _ASIDE, board.h))
            top = board.bottom + 12
        else:
            _pots_in_line(canvas, self.pots, "", Box(_LEFT, top - 4, _RIGHT - _LEFT, 78))
            top += 84
        high = (foot - top - _GAP * (lines - 1)) // lines
        wide = min(344, (_RIGHT - _LEFT - _GAP * (columns - 1)) // columns)
        left = (WIDTH - wide * columns - _GAP * (columns - 1)) // 2
        best = max((hand.share for hand in self.hands), default=0)
        for n, hand in enumerate(self.hands):
            x, y = left + n % columns * (wide + _GAP), top + n // columns * (high + _GAP)
            _chance(canvas, hand, Box(x, y, wide, high), style, leads=bool(hand.percent) and hand.share == best)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        each = [
            f"{h.name}: {_cards_alt(h.cards, h.wild, card_text)}, {', '.join(filter(None, (h.word, h.percent)))}."
            for h in self.hands
        ]
        return " ".join(filter(None, (self.boards.alt(card_text), _pots_alt(self.pots, ""), *each)))


def _chance(canvas: Image.Image, hand: Chance, box: Box, style: Style, *, leads: bool) -> None:
    """A plate with name and percents, the cards, what they make, and a bar."""
    blank_plate(box.w, box.h, leads, False).stamp(canvas, box.x, box.y)
    small = box.h < 240
    size = 34 if small else 46
    narrow = box.w < 230
    if not narrow:
        disc, mask = badge(hand.name, hand.number, size, "green", hand.face)
        canvas.paste(disc, (box.x + 14, box.y + 12), mask)
    middle = box.y + 12 + size // 2
    large = 34 if narrow else 42 if small else 54
    percent = label(hand.percent, large, GOLD_TEXT if leads else WHITE, weight=800, room=box.w // 2)
    paste_label(canvas, percent, box.right - 14, middle, 1.0)
    left = box.x + (12 if narrow else size + 22)
    room = box.right - 14 - left - (percent.width + 8 if hand.percent else 0)
    paste_label(
        canvas,
        label(hand.name, 25 if narrow else 27 if small else 31, WHITE, weight=700, room=room, name=True),
        left,
        middle,
    )
    bar = 14 if hand.percent else 4
    word_y = box.bottom - bar - 24
    words = _called(hand.word, 26 if small else 29, GOLD_TEXT if leads else WHITE, box.w - 24)
    paste_label(canvas, words, box.middle[0], word_y, 0.5)
    top = box.y + size + 20
    _hand(canvas, hand.cards, Box(box.x + 14, top, box.w - 28, word_y - 20 - top), style, hand.wild)
    if hand.percent:
        _bar(canvas, Box(box.x + 18, box.bottom - bar - 3, box.w - 36, 10), hand.share, gold=leads)


def _bar(canvas: Image.Image, box: Box, share: int, *, gold: bool) -> None:
    pen = ImageDraw.Draw(canvas)
    pen.rounded_rectangle((box.x, box.y, box.right, box.bottom), box.h // 2, (12, 21, 18))
    if share:
        end = max(box.x + box.h, box.x + box.w * share // 100)
        pen.rounded_rectangle((box.x, box.y, end, box.bottom), box.h // 2, rgb(GOLD) if gold else (150, 182, 167))


def _hand(
    canvas: Image.Image, cards: Sequence[Card], box: Box, style: Style, wild: frozenset[Card] = frozenset(),
    dim: frozenset[Card] = frozenset(),
) -> None:  # fmt: skip
    """Cards in the middle of a box, in one line or two, as large as they fit."""
    if not cards:
        return
    width, lines = max((_fitting(len(cards), lines, box) for lines in (1, 2)), key=lambda found: found[0])
    each = -(-len(cards) // lines)
    high = sprites.height(width)
    y = box.y + (box.h - high * lines - 6 * (lines - 1)) // 2
    for n in range(lines):
        part = cards[n * each : (n + 1) * each]
        step = min(round(width * 0.88), (box.w - width) // max(1, len(part) - 1))
        x = box.x + (box.w - width - step * (len(part) - 1)) // 2
        _fan(canvas, part, Box(x, y + n * (high + 6), width, high), step, style, wild, dim)


def _fitting(count: int, lines: int, box: Box) -> tuple[int, int]:
    each = -(-count // lines)
    high = (box.h - 6 * (lines - 1)) // lines
    return min(_CARDS - 14, int(high / sprites.RATIO), int(box.w / (1 + INDEX_SHARE * 1.12 * (each - 1)))), lines


# ---- a showdown ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Best:
    """A hand that has won a pot, or a part of one."""

    name: str
    number: int
    face: str
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    counting: frozenset[Card]
    """The cards that make it."""
    called: str
    won: str
    """ "main pot 86½"."""
    change: str = ""
    wild: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Shown:
    """Another hand of a showdown."""

    name: str
    number: int
    face: str
    cards: tuple[Card, ...]
    called: str
    won: str = ""
    change: str = ""
    counting: frozenset[Card] | None = None
    """The cards that make what it has won; None where it has won nothing."""
    wild: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Showdown(Board):
    """Who has won with what: the winning hands large, all others in rows."""

    best: tuple[Best, ...]
    """One for each pot, half or board that somebody else or something else has won, the main pot first."""
    rows: tuple[Shown, ...]
    foot: str = ""
    """Who has folded, and what it has cost."""
    low: bool = False

    in_line: ClassVar[bool] = True

    @property
    def columns(self) -> int:
        """In which the other hands stand."""
        return 1 if len(self.rows) <= (2 if self.low else 4) else 2

    @property
    def height(self) -> int:
        """With all hands as large as they may be; no higher than the place there is."""
        large = sum(_sizes(one, Box(_LEFT, 0, _RIGHT - _LEFT, _BEST)).high + _GAP for one in self.best)
        lines = -(-len(self.rows) // self.columns)
        needed = _TOP + 10 + large + lines * (_ROW + 8) + 10 + (34 if self.foot else 0)
        return min(PANEL_TABLE, needed) if self.low else min(HEIGHT, needed + RAIL)

    def draw(self, canvas: Image.Image, style: Style) -> None:
        end = self.height - (0 if self.low else RAIL) - 10 - (34 if self.foot else 0)
        y = _TOP + 10
        columns = self.columns
        lines = -(-len(self.rows) // columns)
        least = (56 if self.low else 74) if columns == 2 else 62
        room = end - y - lines * (least + 8)
        each = min(_BEST, (room - _GAP * (len(self.best) - 1)) // max(1, len(self.best)))
        for one in self.best:
            high = _best(canvas, one, Box(_LEFT, y, _RIGHT - _LEFT, each), style)
            y += high + _GAP
        high = min(_ROW, (end - y - 8 * (lines - 1)) // max(1, lines))
        wide = (_RIGHT - _LEFT - _GAP * (columns - 1)) // columns
        for n, row in enumerate(self.rows):
            x = _LEFT + n % columns * (wide + _GAP)
            (_row if columns == 1 else _narrow_row)(
                canvas, row, Box(x, y + n // columns * (high + 8), wide, high), style
            )
        if self.foot:
            x = _LEFT + (10 if self.low else 72)  # beside the badge that Discord lays on a picture
            paste_label(canvas, label(self.foot, 26, WHITE, room=_RIGHT - x - 20), x, end + 18)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said: list[str] = []
        for one in self.best:
            with_ = _cards_alt([c for c in (*one.own, *one.board) if c in one.counting], one.wild, card_text)
            board = f" on {_cards_alt(one.board, one.wild, card_text)}" if one.board else ""
            change = f", {one.change}" if one.change else ""
            held = _cards_alt(one.own, one.wild, card_text)
            said.append(f"{one.name} {held}{board}: {one.called} ({with_}), {one.won}{change}.")
        for row in self.rows:
            told = ", ".join(filter(None, (row.called, row.won, row.change)))
            said.append(f"{row.name} {_cards_alt(row.cards, row.wild, card_text)}: {told}.")
        return " ".join([*said, *([f"{self.foot}."] if self.foot else [])])


class _Sizes(NamedTuple):
    """Of a winning hand and what is said below it."""

    card: int
    """How wide a card is."""
    raised: int
    """How much a card that counts lies above the others."""
    text: int
    """How high the words below are."""
    high: int
    """All of it."""


def _sizes(one: Best, box: Box) -> _Sizes:
    """As large as there is room."""
    text, raised = (56, 18) if box.h >= 200 else (44, 10)
    cards = len(one.own) + len(one.board)
    fits = (box.w - 34 - (_APART if one.board else 0)) // cards - 14
    width = min(120, int((box.h - text - 34) / sprites.RATIO), fits)
    return _Sizes(width, raised, text, sprites.height(width) + raised + 16 + text)


def _best(canvas: Image.Image, one: Best, box: Box, style: Style) -> int:
    """The hand and the board, the cards that count raised in gold, and below them who has won what. Returns how high it
    has become."""
    cards = (*one.own, *one.board)
    apart = _APART if one.board else 0
    width, raised, text, whole = _sizes(one, box)
    high = sprites.height(width)
    box = box._replace(h=whole)
    blank_plate(box.w, box.h, True, False).stamp(canvas, box.x, box.y)
    step = min(width + 18, (box.w - 34 - apart - width) // max(1, len(cards) - 1))
    x = box.x + (box.w - step * (len(cards) - 1) - width - apart) // 2
    for n, c in enumerate(cards):
        at = x + n * step + (apart if n >= len(one.own) else 0)
        counts = c in one.counting
        y = box.y + 14 + (0 if counts else raised)
        sprites.card(c, width, style, dim=not counts).stamp(canvas, at, y)
        if counts:
            sprites.frame(width).stamp(canvas, at, y)
        if c in one.wild:
            star = _star()
            star.stamp(canvas, at + 6, y + high - star.size[1] - 6)
    middle = box.bottom - text // 2 - 2
    size = 46 if text > 50 else 36
    disc, mask = badge(one.name, one.number, size, "green", one.face)
    canvas.paste(disc, (box.x + 16, middle - size // 2), mask)
    letters = 34 if text > 50 else 28
    won = label(one.won, letters + 2, GOLD_TEXT, weight=800, room=box.w // 2)
    paste_label(canvas, won, box.right - 18, middle, 1.0)
    end = box.right - 18 - won.width
    name = label(one.name, letters, WHITE, weight=700, room=220, name=True)
    left = box.x + 16 + size + 12
    paste_label(canvas, name, left, middle)
    left += name.width + 22
    least = label(_head(one.called), letters, weight=700).width
    for told in (one.change, one.change.partition(", ")[0]):  # what there is now gives way first
        change = label(told, letters - 7, SOFT)
        if told and left + least + change.width + 36 <= end:
            end -= change.width + 20
            paste_label(canvas, change, end, middle)
            break
    paste_label(canvas, _called(one.called, letters, GOLD_TEXT, end - left - 16), left, middle)
    return box.h


def _head(called: str) -> str:
    """What a hand is called, without kickers: "two pair, kings over nines"."""
    parts = called.split(", ")
    return ", ".join(parts[: 2 if parts[0] in ("two pair", "full house") else 1])


def _short(called: str, size: int, room: int) -> str:
    """The same, with as many kickers as there is room for."""
    head = _head(called)
    while len(called) > len(head) and label(called, size, weight=700).width * _CONDENSED > room:
        called = called.rpartition(", ")[0]
    return called


def _in_two_lines(called: str, room: int) -> tuple[int, tuple[str, ...]]:
    """The same in two lines, broken behind a hyphen too; smaller before anything of it is cut off. Returns the size of
    the letters, and the lines."""
    size, lines = 0, tuple[str, ...]()
    for size in (29, 26, 23, 20):
        short = _short(called, size, round(1.5 * room)).replace("-", "- ")
        lines = tuple(line.replace("- ", "-") for line in wrapped(short, size, room, 2, weight=700))
        if max(label(line, size, weight=700).width for line in lines) * _CONDENSED <= room:
            break
    return size, lines


def _called(called: str, size: int, ink: Colour, room: int) -> Label:
    return label(_short(called, size, room), size, ink, weight=700, room=max(60, room))


def _row(canvas: Image.Image, row: Shown, box: Box, style: Style) -> None:
    """Name, cards, what they make, and what that has won."""
    blank_plate(box.w, box.h, False, False).stamp(canvas, box.x, box.y)
    middle, ink = box.middle[1], GOLD_TEXT if row.won else WHITE
    size = min(50, box.h - 14)
    disc, mask = badge(row.name, row.number, size, "green", row.face)
    canvas.paste(disc, (box.x + 16, middle - size // 2), mask)
    paste_label(canvas, label(row.name, 30, WHITE, weight=700, room=148, name=True), box.x + 84, middle)
    end = _row_cards(canvas, row, box.x + 244, Box(box.x, box.y, 300, box.h), style)
    right = box.right - 20
    won = label(row.won, 32, GOLD_TEXT, weight=800, room=330)
    change = label(row.change, 25, SOFT, room=240)
    if label(_head(row.called), 29, weight=700).width * _CONDENSED > right - end - 44 - max(won.width, change.width):
        change = label(row.change.partition(", ")[0], 25, SOFT, room=240)
    if row.won and row.change and box.h >= 60:
        paste_label(canvas, won, right, middle - 15, 1.0)
        paste_label(canvas, change, right, middle + 18, 1.0)
        right -= max(won.width, change.width)
    else:
        paste_label(canvas, won if row.won else change, right, middle, 1.0)
        right -= (won if row.won else change).width
    paste_label(canvas, _called(row.called, 29, ink, right - end - 44), end + 24, middle)


def _narrow_row(canvas: Image.Image, row: Shown, box: Box, style: Style) -> None:
    """Half as wide: words below the name."""
    blank_plate(box.w, box.h, False, False).stamp(canvas, box.x, box.y)
    upper, lower = box.y + box.h * 3 // 10 + 2, box.bottom - box.h * 3 // 10
    size = 34
    disc, mask = badge(row.name, row.number, size, "green", row.face)
    canvas.paste(disc, (box.x + 12, upper - size // 2), mask)
    room = Box(box.x, box.y, 196, box.h)
    width, step = _small(len(row.cards), room)
    left = box.right - 14 - width - step * (len(row.cards) - 1)
    _row_cards(canvas, row, left, room, style)
    name = label(row.name, 26, WHITE, weight=700, room=130, name=True)
    paste_label(canvas, name, box.x + 54, upper)
    told = label(row.won or row.change, 24, GOLD_TEXT if row.won else SOFT, room=left - box.x - 80 - name.width)
    paste_label(canvas, told, left - 14, upper, 1.0)
    paste_label(canvas, _called(row.called, 24, WHITE, left - box.x - 30), box.x + 14, lower)


def _small(count: int, room: Box) -> tuple[int, int]:
    """The width of small cards in a row, and the step between them."""
    width = min(57, int((room.h - 8) / sprites.RATIO))
    return width, min(width + 7, (room.w - width) // max(1, count - 1))


def _row_cards(canvas: Image.Image, row: Shown, x: int, room: Box, style: Style) -> int:
    """Small ones with a large index. Returns where they end."""
    width, step = _small(len(row.cards), room)
    small = Style(style.four_colour, compact=True)
    out = frozenset(row.cards) - row.counting if row.counting is not None else frozenset[Card]()
    y = room.y + (room.h - sprites.height(width)) // 2
    _fan(canvas, row.cards, Box(x, y, width, sprites.height(width)), step, small, row.wild, out)
    return x + width + step * (len(row.cards) - 1)
