"""War: what both have turned, war upon war, and how the pack is split; after a game, how that came about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.curves import Curves, Point
from card_art.ink.palette import BADGES, blend, rgb
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, label, visible_name
from card_art.scene.people import in_brackets, said_tags
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, badge, badge_colour, mat, paste_label, pill, tag, written
from card_art.tables.seat_plate import DEALER
from card_art.tables.stamps import stamp

_LEFT, _RIGHT = EDGE, WIDTH - EDGE
_TOP, _HIGH, _APART = 134, 210, 14
"""Of the two mats: where the upper one begins, how high each is, and what lies between them."""
_PILE, _PILE_X = 94, _LEFT + 18
_WORDS, _WORDS_END = _PILE_X + _PILE + 28, 328
"""Where a name stands beside its pile."""
_CARDS, _CARDS_END = 344, _RIGHT - 20
_LARGEST, _SMALLEST = 138, 76
"""The width of a card, and its width if such large ones do not fit."""
_FAN, _GAP = 0.17, 0.16
"""From one card face down to the next, and between what lies side by side, in widths of a card."""
_EQUAL = 26
_BAR_Y, _BAR_HIGH = 598, 42
_ENDS = 214
"""Room for a name and a number at each end of the bar."""
_TABLE = "#b9a3a8"
"""What is nobody's yet."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: their plate, their pile, and what they have laid."""

    seat: Seat
    pile: int
    rounds: tuple[tuple[int, Card], ...] = ()
    """The first card and each war after it: how many lie face down, and the one that is turned."""
    said: str = ""
    """How far they would have it go: "×10"."""

    @property
    def laid(self) -> int:
        """How many cards lie before them."""
        return sum(down + 1 for down, _ in self.rounds)


class _Place(NamedTuple):
    """Where the cards of a round lie: the first one face down, how many these are, and the turned one."""

    left: int
    down: int
    turned: int


@dataclass(frozen=True, slots=True)
class WarTable(Board):
    """Two rows of cards, what ties with what, and the split of the pack."""

    title_width = 680

    sides: tuple[Side, Side]
    """The upper one first; the viewer's own is the lower one."""
    winner: int | None = None
    """Whose what lies there is, by its row; None while it is nobody's."""
    coming: tuple[int, int] | None = None
    """In a war that is on: how many cards each lays face down next."""
    stamp: Stamp | None = None
    note: str = ""
    """In the middle, while no card lies there."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        width, left_out, places = self._places()
        for row, side in enumerate(self.sides):
            y = _TOP + row * (_HIGH + _APART)
            mat(_RIGHT - _LEFT, _HIGH, style.cloth, own=side.seat.you).stamp(canvas, _LEFT, y)
            _person(canvas, side, self._owned[2 * row], y, style)
            self._cards(canvas, side, row, width, places[row], style)
        self._ties(canvas, width, places[0])
        if left_out:
            words = pill(f"{left_out} more before", LINE)
            words.stamp(canvas, _CARDS, _TOP - 14)
        if self.note and not self.sides[0].rounds:
            self._nothing(canvas)
        if self.stamp:
            plaque = stamp(self.stamp, 52, tilted=True, room=330)
            plaque.stamp(canvas, _RIGHT - plaque.size[0], RAIL + 6)
        self._split(canvas)

    def _nothing(self, canvas: Image.Image) -> None:
        """Before the first battle: where its cards will lie."""
        middle, words = (_CARDS + _CARDS_END) // 2, pill(self.note, LINE, _CARDS_END - _CARDS)
        for row in (0, 1):
            y = _TOP + row * (_HIGH + _APART) + (_HIGH - card_height(_LARGEST)) // 2
            sprites.slot(_LARGEST, gold=True).stamp(canvas, middle - _LARGEST // 2, y)
        words.stamp(canvas, middle - words.size[0] // 2, _TOP + _HIGH + (_APART - words.size[1]) // 2)

    # ---- the cards ---------------------------------------------------------------------------------

    def _places(self) -> tuple[int, int, tuple[list[_Place], list[_Place]]]:
        """How wide cards are, how many rounds are left out at the beginning for want of room, and where the others
        lie. What is face down takes as much room in both rows."""
        given = [[down for down, _ in side.rounds] + ([self.coming[row]] if self.coming else [])
                 for row, side in enumerate(self.sides)]  # fmt: skip
        downs = [max(both) for both in zip(*given, strict=True)]
        first = 0
        while (width := _widest(downs[first:])) < _SMALLEST:
            first += 1
        rows: list[list[_Place]] = []
        for own in given:
            x, places = _CARDS, list[_Place]()
            if len(downs) == 1:
                x = (_CARDS + _CARDS_END - width) // 2
            for n, down in enumerate(downs[first:]):
                end = x + round(_share(down, war=n > 0) * width)
                places.append(_Place(x + round(_GAP * width), own[first + n] if n else 0, end - width))
                x = end
            rows.append(places)
        return width, first, (rows[0], rows[1])

    def _cards(
        self, canvas: Image.Image, side: Side, row: int, width: int, places: Sequence[_Place], style: Style
    ) -> None:
        y = _TOP + row * (_HIGH + _APART) + (_HIGH - card_height(width)) // 2
        rounds = side.rounds[len(side.rounds) + (self.coming is not None) - len(places) :]
        for n, (left, down, x) in enumerate(places):
            turned = rounds[n][1] if n < len(rounds) else None
            for back in range(down):
                at = left + round(back * _FAN * width)
                if turned is None:
                    sprites.slot(width).stamp(canvas, at, y)
                else:
                    sprites.back(width).stamp(canvas, at, y)
            if turned is None:
                sprites.slot(width, gold=True).stamp(canvas, x, y)
                continue
            last = n == len(places) - 1
            lost = last and self.winner is not None and self.winner != row
            sprites.card(turned, width, style, dim=lost).stamp(canvas, x, y)
            if last and self.winner == row:
                sprites.frame(width).stamp(canvas, x, y)
                words = pill("WINS", LINE, width + 20, gold=True)
                words.stamp(canvas, x + (width - words.size[0]) // 2, y + card_height(width) - words.size[1] + 20)

    def _ties(self, canvas: Image.Image, width: int, places: Sequence[_Place]) -> None:
        """What lies above one another and is equal."""
        sign, y = _equal(), _TOP + _HIGH + _APART // 2
        tied = len(places) - (self.winner is not None or self.coming is not None)
        for place in places[: tied if self.sides[0].rounds else 0]:
            sign.stamp(canvas, place.turned + width // 2 - sign.size[0] // 2, y - sign.size[1] // 2)

    # ---- the pack ----------------------------------------------------------------------------------

    @property
    def _owned(self) -> tuple[int, int, int]:
        """The cards of the upper side, of nobody, and of the lower one, once what is won is taken up."""
        upper, lower = (side.pile for side in self.sides)
        between = sum(side.laid for side in self.sides)
        if self.winner is None:
            return upper, between, lower
        return (upper + between, 0, lower) if self.winner == 0 else (upper, 0, lower + between)

    def _split(self, canvas: Image.Image) -> None:
        upper, between, lower = self._owned
        one, other = self.sides
        left, right = _LEFT + _ENDS, _RIGHT - _ENDS
        bar = _bar(right - left, (upper, between, lower), (one.seat.number or 0, other.seat.number or 0))
        bar.stamp(canvas, left, _BAR_Y)
        middle = _BAR_Y + _BAR_HIGH // 2
        for row, (side, count) in enumerate(((one, upper), (other, lower))):
            number = label(str(count), 38, GOLD_TEXT if self.winner == row else WHITE, weight=800)
            name = visible_name(side.seat.name, f"Seat {(side.seat.number or 0) + 1}")
            words = label(name, LINE, SOFT, weight=700, room=_ENDS - number.width - 28, name=True)
            if row:
                paste_label(canvas, number, right + 14, middle)
                paste_label(canvas, words, right + 28 + number.width, middle)
            else:
                paste_label(canvas, number, left - 14, middle, 1.0)
                paste_label(canvas, words, left - 28 - number.width, middle, 1.0)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said: list[str] = []
        for row, side in enumerate(self.sides):
            tags = in_brackets(said_tags(side.seat.tags))
            each = [f"{f'{down} face down, then ' if down else ''}{card_text(c)}" for down, c in side.rounds]
            lies = f", turned {', '.join(each)}" if each else ""
            wins = ", which wins" if self.winner == row else ""
            asks = f", turns ahead: {side.said}" if side.said else ""
            said.append(f"{side.seat.name}{tags}: {side.pile} cards in the pile{lies}{wins}{asks}.")
        if self.stamp:
            said.append(f"{self.stamp.word.capitalize()}.")
        upper, between, lower = self._owned
        names = [side.seat.name for side in self.sides]
        nobody = f", {between} on the table" if between else ""
        said.append(f"Cards: {names[0]} {upper}, {names[1]} {lower}{nobody}.")
        if self.note and not self.sides[0].rounds:
            said.append(f"{self.note}.")
        return " ".join(said)


def _share(down: int, *, war: bool) -> float:
    """How wide a turned card lies with the cards face down before it, in widths of a card."""
    if not war:
        return 1
    return 1 + (2 * _GAP + 1 + (down - 1) * _FAN if down else _GAP)


def _widest(downs: Sequence[int]) -> int:
    """The width of cards with which this many rounds fit; with only one round, as large as allowed."""
    whole = sum(_share(down, war=n > 0) for n, down in enumerate(downs))
    return min(_LARGEST, int((_CARDS_END - _CARDS) / max(1, whole)) // 2 * 2)


def _person(canvas: Image.Image, side: Side, cards: int, y: int, style: Style) -> None:
    """A pile, whose it is, and how many cards they have, with what they have just won."""
    s, number = side.seat, side.seat.number or 0
    if side.pile:
        layers = min(4, (side.pile + 7) // 8)
        top = y + (_HIGH - card_height(_PILE) - 3 * layers) // 2
        sprites.back_pile(_PILE, layers).stamp(canvas, _PILE_X, top)
    else:
        sprites.slot(_PILE).stamp(canvas, _PILE_X, y + (_HIGH - card_height(_PILE)) // 2)
    name, room = visible_name(s.name, f"Seat {number + 1}"), _WORDS_END - _WORDS
    disc, mask = badge(name, number, 54, style.cloth, s.face)
    canvas.paste(disc, (_WORDS, y + 24), mask)
    if s.dealer:
        sprites.dealer_button(DEALER).stamp(canvas, _WORDS + 66, y + 32)
    ink = GOLD_TEXT if s.active else WHITE
    paste_label(canvas, label(name, LINE, WHITE, weight=700, room=room, name=True), _WORDS, y + 98)
    paste_label(canvas, label(str(cards), 50, ink, weight=800), _WORDS, y + 140)
    if side.said:
        pill(side.said, LINE, room + 8, gold=True).stamp(canvas, _WORDS - 2, y + _HIGH - 46)
    elif s.active and s.asks:
        pill(s.asks, LINE, room + 8, gold=True).stamp(canvas, _WORDS - 2, y + _HIGH - 46)
    elif tags := written(s.tags, s.face):
        tag(tags[0], room + 8).stamp(canvas, _WORDS - 2, y + _HIGH - 46)


@cached_sprite
def _equal() -> Sprite:
    """Two cards tie."""
    size = 2 * _EQUAL
    pen = Pen(size + 4, size + 4, 1, mode="RGBA", paper=(*rgb("#1d070e"), 0))
    pen.ringed(_EQUAL + 2, _EQUAL + 2, _EQUAL, fill="#1d070e", edge="#f6d987", width=3)
    for y in (-7, 7):
        pen.box(_EQUAL - 10, _EQUAL + 2 + y - 3, _EQUAL + 14, _EQUAL + 2 + y + 3, 2, "#fff4cf")
    return Sprite(few_opacities(pen.result(), 8))


@cached_sprite
def _bar(w: int, cards: tuple[int, int, int], numbers: tuple[int, int]) -> Sprite:
    """The pack from end to end: whose each part is."""
    whole = sum(cards) or 1
    colours = (BADGES[numbers[0] % len(BADGES)], _TABLE, BADGES[numbers[1] % len(BADGES)])
    pen = Pen(w, _BAR_HIGH, 1, mode="RGBA", paper=(*rgb(colours[0]), 0))
    pen.box(0, 0, w, _BAR_HIGH, _BAR_HIGH / 2, "#f0e4e6")
    ends = [round(w * sum(cards[: n + 1]) / whole) for n in range(3)]
    inside = Pen(w - 6, _BAR_HIGH - 6, 1, mode="RGBA", paper=(0, 0, 0, 0))
    start = 0
    for colour, end in zip(colours, ends, strict=True):
        if end > start:
            inside.box(start - 3, 0, end - 3, _BAR_HIGH - 6, 0, colour)
        start = end
    for end in ends[:2]:
        if 0 < end < w:
            inside.box(end - 5, 0, end - 1, _BAR_HIGH - 6, 0, "#ffffff")
    image, core = pen.result(), inside.result()
    mask = Pen(w - 6, _BAR_HIGH - 6, 1, mode="L")
    mask.box(0, 0, w - 6, _BAR_HIGH - 6, (_BAR_HIGH - 6) / 2, 255)
    image.paste(core.convert("RGB"), (3, 3), mask.result())
    return Sprite(few_opacities(image, 8), (0, 0, 0, 0), (_BAR_HIGH, 0, w - _BAR_HIGH, _BAR_HIGH))


# ---- after a game --------------------------------------------------------------------------------

_CHART = 168


@dataclass(frozen=True, slots=True)
class WarCourse(Board):
    """How the pack was split in the course of a game, at the foot of its result."""

    below: ClassVar[int] = _CHART + 22

    seats: tuple[Seat, Seat]
    """Of the first the line is: the higher it runs, the more cards are theirs."""
    course: tuple[tuple[int, int], ...]
    """Battles, and the cards of the first after them."""
    wars: tuple[tuple[int, int, str], ...] = ()
    """The largest wars: the battle, which of the two has won it, and a word on it: "18"."""
    whole: int = 52

    def draw(self, canvas: Image.Image, style: Style) -> None:
        top = canvas.height - RAIL - 14 - _CHART
        mat(_RIGHT - _LEFT, _CHART, style.cloth).stamp(canvas, _LEFT, top)
        left, right = _LEFT + 196, _RIGHT - 24
        high = _CHART - 44
        last = max(1, self.course[-1][0])

        def at(battle: float, cards: float) -> Point:
            return 8 + battle / last * (right - left - 16), 22 + (1 - cards / self.whole) * high

        one, other = (badge_colour(s.number or 0) for s in self.seats)
        lines = Curves(right - left, _CHART)
        points = [at(*place) for place in self.course]
        below, above = (rgb(BADGES[(s.number or 0) % len(BADGES)]) for s in self.seats)
        lines.area([at(0, 0), *points, at(last, 0)], (*below, 255))
        lines.area([at(0, self.whole), *points, at(last, self.whole)], (*above, 255))
        lines.line([at(0, self.whole / 2), at(last, self.whole / 2)], blend(other, "#ffffff", 0.6), 1)
        lines.line(points, "#ffffff", 4)
        for battle, winner, _ in self.wars:
            lines.dot(at(battle, self._then(battle)), 9, (one, other)[winner])
        lines.lay(canvas, left, top)
        for row, (s, colour) in enumerate(zip(self.seats, (one, other), strict=True)):
            name = visible_name(s.name, f"Seat {(s.number or 0) + 1}")
            y = top + (_CHART - 34 if row == 0 else 34)
            words = label(
                name, LINE, rgb(blend(colour, "#ffffff", 0.35)), weight=700, room=left - _LEFT - 26, name=True
            )
            paste_label(canvas, words, _LEFT + 16, y)
        said = label(f"{last} {'battle' if last == 1 else 'battles'}", LINE, SOFT, room=left - _LEFT - 26)
        paste_label(canvas, said, _LEFT + 16, top + _CHART // 2)
        written: list[Box] = []
        for battle, _, word in self.wars:
            x, y = at(battle, self._then(battle))
            w, h = (words := pill(word, LINE, 120)).size
            x = min(max(left, left + round(x) - w // 2), right - w)
            for lower in (y < _CHART / 2, y >= _CHART / 2):
                box = Box(x, top + round(y) + (14 if lower else -14 - h), w, h)
                if top < box.y and box.bottom < top + _CHART and not any(map(box.meets, written)):
                    words.stamp(canvas, box.x, box.y)
                    written.append(box)
                    break

    def _then(self, battle: int) -> int:
        """The cards of the first after a battle, or after the last one before it that is known."""
        return next(cards for place, cards in reversed(self.course) if place <= battle)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        name = self.seats[0].name
        each = ", ".join(f"{cards} after {battle}" for battle, cards in self.course[:: max(1, len(self.course) // 8)])
        wars = "".join(f" War in battle {n}: {word}, won by {self.seats[who].name}." for n, who, word in self.wars)
        return f"Cards of {name}: {each}.{wars}"
