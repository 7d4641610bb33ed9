"""What a match's end is drawn on. It remembers where everything lies, so that a test can hold it apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Literal, TypeAlias

from PIL import Image

from bot.engine.cards import Card
from card_art.deck.sprites import card, card_height
from card_art.ink.palette import GOLD_LIGHT, rgb
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, Colour, clean, clusters, fits, label, visible_name
from card_art.scene.match_end import MatchEnd, People, Person
from card_art.scene.pieces import Stamp
from card_art.tables.layout import Box
from card_art.tables.plates import badge, badge_colour, mat
from card_art.tables.portraits import Ring
from card_art.tables.stamps import stamp

SMALL = 31
"""The least size of words: 11 px where the picture is shown 390 wide."""
LEFT, RIGHT = 24, 1076
"""Of everything within the frame."""
INDENT = 30
"""Where the words of the head and of the foot begin."""
HEAD = Box(LEFT, 12, RIGHT - LEFT, 60)
WINNER = Box(12, 64, 566, 268)
OTHERS = Box(590, 72, 486, 252)
COURSE = Box(LEFT, 338, 640, 270)
MOMENT = Box(680, 338, 396, 270)
FOOT = Box(LEFT, 610, RIGHT - LEFT, 72)
BOTTOM = 666
"""Where panels end that have no line below them."""
INSET = 20
"""Of words in a panel."""
TITLE = 28
"""From a panel's upper edge to the middle of its title."""

Kind: TypeAlias = Literal["words", "face", "card", "stamp", "panel", "bar"]


@dataclass(frozen=True, slots=True)
class Placed:
    """Something that was drawn."""

    kind: Kind
    what: str
    box: Box
    band: Box
    """The part of the picture that it has to stay in."""
    size: int = 0
    """Of words: that of their letters."""


@dataclass
class Paper:
    """An RGB picture that is being drawn."""

    canvas: Image.Image
    end: MatchEnd
    band: Box = HEAD
    """What is drawn now."""
    placed: list[Placed] = field(default_factory=list)

    def put(self, kind: Kind, what: str, box: Box, size: int = 0) -> None:
        """Note that something lies there."""
        self.placed.append(Placed(kind, what, box, self.band, size))

    def won(self, people: People) -> bool:
        """Whether they are drawn in gold."""
        seats = {one.number for one in self.end.winners}
        return self.end.won and bool(people) and all(one.number in seats for one in people)

    def colour(self, people: People) -> str:
        """Of their line and of the ring around their faces."""
        return GOLD_LIGHT if self.won(people) else badge_colour(people[0].number)

    def words(
        self,
        text: str,
        size: int,
        x: int,
        middle: int,
        *,
        ink: Colour = WHITE,
        weight: int = 600,
        room: int | None = None,
        align: float = 0.0,
        name: bool = False,
    ) -> int:
        """Write a line; returns how wide it is."""
        if not text:
            return 0
        words = label(text, size, ink, weight=weight, room=room, name=name)
        top = middle - words.height // 2
        words.paste(self.canvas, x, top, align)
        left = round(x - words.width * align)
        self.put("words", text, Box(left + words.at[0], top + words.at[1], *words.mask.size), size)
        return words.width

    def panel(self, box: Box) -> None:
        """A darker part of the felt."""
        mat(box.w, box.h, self.end.style.cloth).stamp(self.canvas, box.x, box.y)
        self.put("panel", "", box)

    def title(self, text: str, box: Box, *, ink: Colour = SOFT, room: int | None = None) -> None:
        """Of a panel."""
        room = box.w - 2 * INSET if room is None else room
        self.words(text, SMALL, box.x + INSET - 1, box.y + TITLE, ink=ink, weight=700, room=room)

    def face(self, one: Person, x: int, y: int, size: int, ring: Ring | None = None) -> None:
        """A face about this point, `size` pixels wide with its ring."""
        image, mask = badge(seen_name(one), one.number, size, self.end.style.cloth, one.face, ring=ring)
        self.canvas.paste(image, (x - size // 2, y - size // 2), mask)
        self.put("face", one.name, Box(x - size // 2, y - size // 2, size, size))

    def faces(self, people: People, x: int, y: int, size: int, *, align: float = 0.0, ring: Ring | None = None) -> int:
        """One face or those of partners, which overlap, in a ring of gold if they have won; returns how wide that is.
        `align` 0 begins at `x`, 0.5 is centred on it, 1 ends there."""
        if ring is None and self.won(people):
            ring = Ring(GOLD_LIGHT, 4 if size >= 44 else 3)
        wide = faces_width(people, size)
        left, step = round(x - wide * align), faces_step(size)
        for n, one in enumerate(people):
            self.face(one, left + size // 2 + n * step, y, size, ring)
        return wide

    def card(self, c: Card, x: int, y: int, width: int, *, dim: bool = False) -> None:
        """A whole card."""
        card(c, width, self.end.style, dim=dim).stamp(self.canvas, x, y)
        self.put("card", str(c), Box(x, y, width, card_height(width)))

    def stamp(self, what: Stamp, size: int, x: int, y: int, room: int = 900) -> None:
        """An enamel plaque about this point."""
        piece = stamp(what, size, room=room)
        left, top = x - piece.size[0] // 2, y - piece.size[1] // 2
        piece.stamp(self.canvas, left, top)
        self.put("stamp", what.word, Box(left, top, *piece.size))

    def glow(self, x: int, y: int, size: int) -> None:
        """A soft light around a face of this size."""
        mask = _light(size)
        at = (x - mask.width // 2, y - mask.height // 2)
        self.canvas.paste(Image.new("RGB", mask.size, rgb(GOLD_LIGHT)), at, mask)


def seen_name(one: Person) -> str:
    """The name as it can be drawn."""
    return visible_name(one.name, f"Seat {one.number + 1}")


def faces_step(size: int) -> int:
    """From one partner's face to the next."""
    return round(size * 0.68)


def faces_width(people: People, size: int) -> int:
    """How wide the faces of partners are side by side."""
    return size + faces_step(size) * (len(people) - 1)


def together(names: Sequence[str], most: int = 4) -> str:
    """ "Ada", "Ada & Bo", "Ada, Bo & Cleo", "Ada, Bo, Cleo & 3 more"."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " & ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def fitted(people: People, size: int, room: int, *, weight: int = 700, most: int = 4) -> str:
    """The names in one line of this size; where they are too long, the longest is cut, so that all are there."""
    names = [clusters(clean(seen_name(one), name=True)) for one in people]
    cut: set[int] = set()

    def line() -> str:
        return together(["".join(each).rstrip() + "…" * (n in cut) for n, each in enumerate(names)], most)

    while not fits(line(), size, room, weight=weight, name=True):
        longest = max(range(min(len(names), most)), key=lambda n: len(names[n]))
        if len(names[longest]) <= 2:
            break
        names[longest].pop()
        cut.add(longest)
    return line()


_REACH, _STRONG, _CELL = 38, 0.27, 2
_STEPS = (0.0, 0.06, 0.14, 0.26)
"""How strong the light is: the palette of every cloth has these and nothing between (`png_palette`)."""
_TURNS = ((0.125, 0.625), (0.875, 0.375))
"""When the cells of a square go on to the next step, as those of the felt do."""


@cached_sprite
def _light(size: int) -> Image.Image:
    """The mask of a glow: in cells, as the felt is, so that its steps are not seen as rings."""
    side = (size // 2 + _REACH) // _CELL * 2
    middle = (side - 1) / 2
    rows = bytearray()
    for y in range(side):
        for x in range(side):
            out = (hypot(x - middle, y - middle) * _CELL - size / 2) / _REACH
            strong = _STRONG * max(0.0, 1 - max(0.0, out)) ** 1.5
            step = max(n for n, each in enumerate(_STEPS) if each <= strong)
            if step + 1 < len(_STEPS):
                share = (strong - _STEPS[step]) / (_STEPS[step + 1] - _STEPS[step])
                step += share > _TURNS[y % 2][x % 2]
            rows.append(round(255 * _STEPS[step]))
    small = Image.frombytes("L", (side, side), bytes(rows))
    return small.resize((side * _CELL, side * _CELL), Image.Resampling.NEAREST)
