"""A table of Tablanette: the cards in rows, what is taken in groups with a letter each, and a pile at either side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art import faces, fans, sprites
from card_art.felt import RAIL
from card_art.layout import BACKS_SHOWN, HEIGHT, TAG_HEIGHT, TEXT, WIDTH, Box, Place
from card_art.palette import GOLD
from card_art.pen import Pen
from card_art.plates import badge, draw_plate, draw_tags, paste_label, pill
from card_art.scene import Board, Seat, Stamp
from card_art.sprites import Sprite, Style
from card_art.stamps import stamp
from card_art.text import SOFT, WHITE, label
from card_art.thrift import few_opacities

_TOP, _LOW = 150, 528
"""From where to where the cards lie: below there is a hand, or the plate of whoever sits there."""
_ROOM = (160, WIDTH - 160)
_WIDTHS = (132, 124, 116, 108, 100, 92, 84, 76, 68, 60, 52)
_GAP, _CLOSE = 18, 10
"""Between cards, where they are large and where there are many."""
_COLUMN = 92
"""The middle of a pile, from the picture's edge."""
_PILE, _BADGE = 92, 46
_PLATES_LEFT, _PLATE_Y, _PLATE_HIGH = 330, RAIL + 8 + BACKS_SHOWN, 78
_PLATE, _OWN_PLATE = 360, 400
_FRAME = 8
_DISC, _LETTER = 22, 28
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
    """The viewer, or whoever sits at the bottom, first."""
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
            _pile(canvas, player, WIDTH - _COLUMN if n else _COLUMN)
        mine, other = (p.seat for p in self.players)
        wide = (WIDTH - RAIL - 16 - _PLATES_LEFT - 12) // 2
        right = WIDTH - RAIL - 16
        if self.low:
            _plate(canvas, mine, Box(_PLATES_LEFT, _PLATE_Y, wide, _PLATE_HIGH))
            _plate(canvas, other, Box(right - wide, _PLATE_Y, wide, _PLATE_HIGH))
        else:
            _plate(canvas, other, Box((WIDTH - _PLATE) // 2, _PLATE_Y, _PLATE, _PLATE_HIGH))
            y = HEIGHT - RAIL - 12 - _PLATE_HIGH
            _plate(canvas, mine, Box((WIDTH - _OWN_PLATE) // 2, y, _OWN_PLATE, _PLATE_HIGH))

    def _cards(self, canvas: Image.Image, style: Style) -> None:
        """In as many rows as they need, as large as they fit; those that are taken with their letters."""
        left, right = _ROOM
        if not self.cards:
            words = label("The table is empty", 30, SOFT, weight=600)
            paste_label(canvas, words, (left + right) // 2, (_TOP + _LOW) // 2, 0.5)
        else:
            self._rows(canvas, style)
        if self.stamp:
            plaque = stamp(self.stamp, 60, tilted=True, room=right - left)
            x, y = (left + right - plaque.size[0]) // 2, (_TOP + _LOW - plaque.size[1]) // 2
            if self.cards:
                y = min(_LOW - plaque.size[1] + 12, self._foot() - plaque.size[1] // 3)
            plaque.stamp(canvas, x, y)

    def _foot(self) -> int:
        """The lower edge of the cards."""
        width, rows = fitting(len(self.cards))
        high = sprites.height(width)
        return (_TOP + _LOW + high * rows + _apart(width) * (rows - 1)) // 2

    def _rows(self, canvas: Image.Image, style: Style) -> None:
        count = len(self.cards)
        width, rows = fitting(count)
        high, apart = sprites.height(width), _apart(width)
        letters = {c: n for n, group in enumerate(self.groups) for c in group}
        y = self._foot() - high * rows - apart * (rows - 1)
        begin = 0
        for row in range(rows):
            here = self.cards[begin : begin + -(-(count - begin) // (rows - row))]
            x = (sum(_ROOM) - len(here) * width - (len(here) - 1) * apart) // 2
            for c in here:
                out = bool(self.played) and c != self.played and c not in letters
                sprites.card(c, width, style, dim=out).stamp(canvas, x, y)
                if c in letters:
                    _mark(canvas, letters[c], x, y, width)
                elif c == self.played:
                    sprites.frame(width).stamp(canvas, x, y)
                x += width + apart
            begin += len(here)
            y += high + apart

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said = [f"On the table: {' '.join(map(card_text, self.cards))}." if self.cards else "The table is empty."]
        if self.groups:
            each = (f"{LETTERS[n % 26]} {' + '.join(map(card_text, g))}" for n, g in enumerate(self.groups))
            takes = f"{card_text(self.played)} takes" if self.played else "Taken"
            said.append(f"{takes} {', '.join(each)}.")
        if self.stamp:
            said.append(f"{self.stamp.word.capitalize()}.")
        return " ".join([*said, *map(_told, self.players)])


def _told(p: Player) -> str:
    known = [*map(str.lower, p.seat.tags), *(["dealer"] if p.seat.dealer else [])]
    tags = f" ({', '.join(known)})" if known else ""
    return f"{p.seat.name}{tags}: {p.seat.line}, {p.taken} taken, bonus {p.bonus}."


# ---- the cards -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def fitting(count: int) -> tuple[int, int]:
    """The width of so many cards, and in how many rows they lie."""
    room, deep = _ROOM[1] - _ROOM[0], _LOW - _TOP
    for width in _WIDTHS:
        apart = _apart(width)
        across = (room + apart) // (width + apart)
        rows = -(-count // across)
        if rows * sprites.height(width) + (rows - 1) * apart <= deep:
            return width, rows
    return _WIDTHS[-1], -(-count // ((room + _CLOSE) // (_WIDTHS[-1] + _CLOSE)))


def _apart(width: int) -> int:
    return _GAP if width >= 84 else _CLOSE


def _mark(canvas: Image.Image, number: int, x: int, y: int, width: int) -> None:
    """A frame and a letter for a group."""
    _frame(width, COLOURS[number % len(COLOURS)]).stamp(canvas, x, y)
    disc = letter(number, _DISC if width >= 84 else 16)
    high = sprites.height(width)
    disc.stamp(canvas, x + width - disc.size[0] + _FRAME, y + high - disc.size[1] + _FRAME - 2)


@lru_cache(maxsize=64)
def _frame(width: int, colour: str) -> Sprite:
    scale, thick = width / faces.WIDTH, _FRAME if width >= 84 else 6
    border = thick / scale
    pen = Pen(faces.WIDTH + 2 * border, sprites.height(width) / scale + 2 * border, scale, mode="RGBA",
              paper=(0, 0, 0, 0))  # fmt: skip
    right, lower = pen.size[0] / scale, pen.size[1] / scale
    pen.box(0, 0, right, lower, faces.CORNER + border, colour)
    pen.box(border, border, right - border, lower - border, faces.CORNER, (0, 0, 0, 0))
    cut = thick + round(faces.CORNER * scale)
    core = (cut, cut, pen.size[0] - cut, pen.size[1] - cut)
    return Sprite(pen.result(), (thick, thick, thick, thick), core, hollow=True)


@lru_cache(maxsize=64)
def letter(number: int, radius: int = _DISC) -> Sprite:
    """A group's letter on a disc of its colour."""
    size = 2 * radius + 2
    pen = Pen(size, size, 1, mode="RGBA", paper=(*_DARK, 0))
    pen.ringed(radius + 1, radius + 1, radius, fill=COLOURS[number % len(COLOURS)], edge="#14141a", width=3)
    image = pen.result()
    words = label(LETTERS[number % 26], _LETTER if radius == _DISC else TEXT, _DARK, weight=800)
    paste_label(image, words, size // 2, size // 2, 0.5)
    return Sprite(few_opacities(image, 8))


# ---- piles and plates ----------------------------------------------------------------------------


def _pile(canvas: Image.Image, player: Player, x: int) -> None:
    """Whose it is, the pile, how many cards, and what tablanettes have brought."""
    seat, y = player.seat, _TOP + 24
    disc, mask = badge(seat.name, seat.number or 0, _BADGE, "green", seat.face)
    canvas.paste(disc, (x - _BADGE // 2, y), mask)
    y += _BADGE + 10
    if player.taken:
        sprites.back_pile(_PILE, min(4, 1 + player.taken // 7)).stamp(canvas, x - _PILE // 2 - 4, y)
    else:
        sprites.slot(_PILE).stamp(canvas, x - _PILE // 2, y)
    y += sprites.height(_PILE) + 38
    paste_label(canvas, label(str(player.taken), 40, WHITE, weight=800), x, y, 0.5)
    paste_label(canvas, label("card" if player.taken == 1 else "cards", 25, SOFT), x, y + 34, 0.5)
    words = pill(f"+{player.bonus}", 27, 120, gold=player.bonus > 0)
    words.stamp(canvas, x - words.size[0] // 2, y + 58)


def _plate(canvas: Image.Image, seat: Seat, box: Box) -> None:
    if seat.hand:
        fans.draw(canvas, len(seat.hand), box, BACKS_SHOWN)
    place = Place("top", box, Box(box.x, box.y, 0, 0), box.bottom - 16, Box(box.x, box.y, 0, TAG_HEIGHT))
    draw_plate(canvas, seat, seat.number or 0, place, "green")
    draw_tags(canvas, seat, place)
