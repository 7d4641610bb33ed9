"""A table of Tablanette: the cards in rows, what is taken in groups with a letter each, and a pile at either side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import card_faces, sprites
from card_art.deck.sprites import Sprite
from card_art.ink.palette import GOLD
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, label
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables import fans
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import badge, paste_label, pill, tag
from card_art.tables.seat_plate import draw_plate
from card_art.tables.stamps import stamp

_TOP, _LOW = 160, 528
"""From where to where the cards lie: below is a hand, or the plate of that seat."""
_ROOM = (152, WIDTH - 152)
_STAMP, _STAMPED = 54, 82
"""The size of a stamp, and how much room there is for it below the cards."""
_WIDTHS = (132, 124, 116, 108, 100, 92, 84, 76, 68, 60, 52, 46)
_GAP, _CLOSER, _CLOSE = 18, 16, 10
"""Between cards, where they are large, smaller and small."""
_COLUMN = 86
"""The middle of a pile, from the picture's edge."""
_PILE, _BADGE, _LIFTED = 92, 46, 52
"""A pile's width, that of the face above it, and how much higher both are over a hand."""
_BACKS = 30
"""How much of a hand is seen above its plate."""
_PLATE_Y, _PLATE_HIGH = RAIL + 8 + _BACKS, 84
_PLATE, _OWN_PLATE = 360, 400
_FRAME, _SMALL = 8, 84
"""How thick a group's frame is; it is thinner on cards narrower than this."""
_DISC, _LETTER = 23, LINE
COLOURS = (GOLD, "#79c8f5", "#f78fc4", "#9be08a", "#ffb27a", "#c7a8ff")
"""Of the groups; each has a letter besides."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DARK = (20, 20, 26)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table, and the pile of what they have taken."""

    seat: Seat
    taken: int
    bonus: int


@dataclass(frozen=True, slots=True)
class TablanetteTable(Board):
    """The table between two players."""

    players: tuple[Player, Player]
    """The viewer first, or the bottom seat."""
    cards: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...] = ()
    """Those that are taken, or may be, as they belong together."""
    played: Card | None = None
    """The card among them that takes the others."""
    stamp: Stamp | None = None
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        self._cards(canvas, style)
        for n, player in enumerate(self.players):
            _pile(canvas, player, WIDTH - _COLUMN if n else _COLUMN, _TOP - _LIFTED * self.low + 14, style)
        mine, other = (p.seat for p in self.players)
        _plate(canvas, other, Box((WIDTH - _PLATE) // 2, _PLATE_Y, _PLATE, _PLATE_HIGH), style)
        _plate(canvas, mine, self._own, style, backs=not self.low)
        if self.stamp:
            plaque = stamp(self.stamp, _STAMP, tilted=True, room=_ROOM[1] - _ROOM[0])
            y = self._foot() + 6 if self.cards else (_TOP + self._end - plaque.size[1]) // 2
            plaque.stamp(canvas, (WIDTH - plaque.size[0]) // 2, min(y, self._end + 8 - plaque.size[1]))

    @property
    def _deep(self) -> int:
        """How high the rows may be."""
        return self._end - _TOP - (_STAMPED if self.stamp else 0)

    def _foot(self) -> int:
        """The lower edge of the cards."""
        width, rows = fitting(len(self.cards), self._deep)
        return _TOP + (self._deep + _high(width, rows)) // 2

    def _cards(self, canvas: Image.Image, style: Style) -> None:
        """In as many rows as they need, as large as they fit; those that are taken with their letters."""
        count = len(self.cards)
        if not count:
            words = label("The table is empty", LINE, SOFT, weight=600)
            paste_label(canvas, words, WIDTH // 2, (_TOP + self._end) // 2, 0.5)
            return
        width, rows = fitting(count, self._deep)
        apart = _apart(width)
        numbers = {c: n for n, group in enumerate(self.groups) for c in group}
        y, begin = self._foot() - _high(width, rows), 0
        for row in range(rows):
            here = self.cards[begin : begin + -(-(count - begin) // (rows - row))]
            x = (WIDTH - len(here) * width - (len(here) - 1) * apart) // 2
            for c in here:
                left_out = bool(self.played) and c != self.played and c not in numbers
                sprites.card(c, width, style, dim=left_out).stamp(canvas, x, y)
                if c in numbers:
                    _mark(canvas, numbers[c], x, y, width, lettered=len(self.groups) > 1)
                elif c == self.played:
                    _mark_played(canvas, x, y, width)
                x += width + apart
            begin += len(here)
            y += sprites.card_height(width) + apart

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Right of the viewer's plate, and below the cards."""
        foot = self._foot() + 14 if self.cards else (_TOP + self._end) // 2 + 30
        below = (_ROOM[0], foot, _ROOM[1] - _ROOM[0], self._end - foot if not self.stamp else 0)
        own = self._own
        return (own.right + 16, own.y - 20, WIDTH - EDGE - own.right - 16, own.h + 20), below

    @property
    def _own(self) -> Box:
        """The plate of the viewer, or of the bottom seat."""
        y = (PANEL_TABLE if self.low else HEIGHT - EDGE) - _PLATE_HIGH
        return Box((WIDTH - _OWN_PLATE) // 2, y, _OWN_PLATE, _PLATE_HIGH)

    @property
    def _end(self) -> int:
        """How far down cards may lie."""
        return self._own.y - 12 if self.low else _LOW

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said = [f"On the table: {' '.join(map(card_text, self.cards))}." if self.cards else "The table is empty."]
        if self.groups:
            several = len(self.groups) > 1
            letters = (f"{LETTERS[n % 26]} " if several else "" for n in range(len(self.groups)))
            each = (a + " + ".join(map(card_text, g)) for a, g in zip(letters, self.groups, strict=True))
            takes = f"{card_text(self.played)} takes" if self.played else "Taken"
            said.append(f"{takes} {', '.join(each)}.")
        if self.stamp:
            said.append(f"{self.stamp.word.capitalize()}.")
        return " ".join([*said, *map(_told, self.players)])


def _told(p: Player) -> str:
    return f"{p.seat.name}{p.seat.known_as}: {p.seat.told}, {p.taken} taken, bonus {p.bonus}."


# ---- the cards -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def fitting(count: int, deep: int) -> tuple[int, int]:
    """The width of the cards and the number of their rows, no higher than allowed."""
    room = _ROOM[1] - _ROOM[0]
    for width in _WIDTHS:
        apart = _apart(width)
        rows = -(-count // ((room + apart) // (width + apart)))
        if _high(width, rows) <= deep:
            return width, rows
    return _WIDTHS[-1], -(-count // ((room + _CLOSE) // (_WIDTHS[-1] + _CLOSE)))


def _high(width: int, rows: int) -> int:
    return rows * sprites.card_height(width) + (rows - 1) * _apart(width)


def _apart(width: int) -> int:
    return _GAP if width > 100 else _CLOSER if width >= _SMALL else _CLOSE


def _mark(canvas: Image.Image, number: int, x: int, y: int, width: int, *, lettered: bool) -> None:
    """A frame for a card of a group, and its letter if there are several groups."""
    _frame(width, COLOURS[number % len(COLOURS)]).stamp(canvas, x, y)
    if lettered:
        disc = _letter(number, _DISC if width >= _SMALL else 16)
        low = y + sprites.card_height(width)
        disc.stamp(canvas, x + width - disc.size[0] + _FRAME, low - disc.size[1] + _FRAME - 2)


def _mark_played(canvas: Image.Image, x: int, y: int, width: int) -> None:
    """The card that takes."""
    sprites.frame(width).stamp(canvas, x, y)
    words = tag("PLAYED", max(width, 90))
    words.stamp(canvas, x + (width - words.size[0]) // 2, y + sprites.card_height(width) - words.size[1] + 6)


@cached_sprite
def _frame(width: int, colour: str) -> Sprite:
    scale, thick = width / card_faces.WIDTH, _FRAME if width >= _SMALL else 6
    border = thick / scale
    pen = Pen(card_faces.WIDTH + 2 * border, sprites.card_height(width) / scale + 2 * border, scale, mode="RGBA",
              paper=(0, 0, 0, 0))  # fmt: skip
    right, lower = pen.size[0] / scale, pen.size[1] / scale
    pen.box(0, 0, right, lower, card_faces.CORNER + border, colour)
    pen.box(border, border, right - border, lower - border, card_faces.CORNER, (0, 0, 0, 0))
    cut = thick + round(card_faces.CORNER * scale)
    core = (cut, cut, pen.size[0] - cut, pen.size[1] - cut)
    return Sprite(pen.result(), (thick, thick, thick, thick), core, hollow=True)


@cached_sprite
def _letter(number: int, radius: int) -> Sprite:
    """A group's letter on a disc of its colour."""
    size = 2 * radius + 2
    pen = Pen(size, size, 1, mode="RGBA", paper=(*_DARK, 0))
    pen.ringed(radius + 1, radius + 1, radius, fill=COLOURS[number % len(COLOURS)], edge="#14141a", width=3)
    image = pen.result()
    words = label(LETTERS[number % 26], _LETTER if radius == _DISC else LINE, _DARK, weight=800)
    paste_label(image, words, size // 2, size // 2, 0.5)
    return Sprite(few_opacities(image, 8))


# ---- piles and plates ----------------------------------------------------------------------------


def _pile(canvas: Image.Image, player: Player, x: int, y: int, style: Style) -> None:
    """Whose it is, the pile, how many cards, and what tablanettes have brought."""
    seat = player.seat
    disc, mask = badge(seat.name, seat.number or 0, _BADGE, style.cloth, seat.face)
    canvas.paste(disc, (x - _BADGE // 2, y), mask)
    y += _BADGE + 10
    if player.taken:
        sprites.back_pile(_PILE, min(4, 1 + player.taken // 7)).stamp(canvas, x - _PILE // 2 - 4, y)
    else:
        sprites.slot(_PILE).stamp(canvas, x - _PILE // 2, y)
    y += sprites.card_height(_PILE) + 38
    paste_label(canvas, label(str(player.taken), 40, WHITE, weight=800), x, y, 0.5)
    paste_label(canvas, label("card" if player.taken == 1 else "cards", LINE, SOFT), x, y + 34, 0.5)
    words = pill(f"+{player.bonus}", LINE, 120, gold=player.bonus > 0)
    words.stamp(canvas, x - words.size[0] // 2, y + 58)


def _plate(canvas: Image.Image, seat: Seat, box: Box, style: Style, *, backs: bool = True) -> None:
    if seat.hand and backs:
        fans.above(canvas, len(seat.hand), box, _BACKS)
    draw_plate(canvas, seat, seat.number or 0, box, style.cloth)
