"""Kings, queens and jacks: twelve people, each drawn to the waist and joined to themselves by a sash."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from bot.engine.cards import JACK, KING, QUEEN, Card
from card_art.deck import courts_dress as dress
from card_art.deck import courts_hats as hats
from card_art.deck import courts_heads as heads
from card_art.deck.courts_heads import Drawing, Tones
from card_art.ink.palette import GOLD, GOLD_LIGHT, LINE, blend, tint
from card_art.ink.pen import Pen, Point
from card_art.ink.suits import sign

_HEAD_X = 148
"""Where the upper figure's head is: right of the middle, as the index takes the left."""
_LEFT, _RIGHT = 148.0, 202.0
"""Where the sash meets the card's left and right sides."""


@dataclass(frozen=True)
class Person:
    """Somebody on a court card: colours, and drawings from the back to the front."""

    skin: str
    hair: str
    behind: tuple[Drawing, ...]
    wears: Drawing
    face: Drawing
    over: tuple[Drawing, ...]
    holds: Drawing


_TRIMS = {"S": "#7f97cf", "H": "#f4a3a0", "D": "#f0a848", "C": "#e2c25c"}
_PEOPLE = {
    (KING, "S"): Person(
        "#edc7a4",
        "#d8d5d2",
        (heads.mane(146, 38),),
        dress.ermine,
        heads.face(jaw="long", brow=3, brows=3.4, eye="#41639c", smile=0, lines=True),
        (heads.short, heads.long_beard, hats.tall_crown),
        dress.sword,
    ),
    (QUEEN, "S"): Person(
        "#f3d6c0",
        "#211c2b",
        (heads.mane(150, 36),),
        dress.high_collar,
        heads.face(jaw="long", turn=-3, brow=1.6, brows=2, eye="#5a4a86", lips="#7d1f42", smile=0.4, lashes=True),
        (heads.peak, hats.diadem),
        dress.raven,
    ),
    (JACK, "S"): Person(
        "#d09a6c",
        "#1f1b22",
        (heads.mane(134, 35),),
        dress.doublet,
        heads.face(turn=-3, brow=0.6, brows=2.8, smile=1.4),
        (heads.parted, heads.moustache, hats.plumed_hat),
        dress.halberd,
    ),
    (KING, "H"): Person(
        "#f1bd97",
        "#b5561d",
        (heads.mane(132, 37, 3),),
        dress.ermine,
        heads.face(jaw="square", turn=2, brow=-1.2, brows=3.6, eye="#3f6d3c", smile=4, blush="#d0453c"),
        (heads.short, heads.full_beard, hats.arched_crown),
        dress.goblet,
    ),
    (QUEEN, "H"): Person(
        "#f9dcc4",
        "#e2ab41",
        (heads.mane(118, 34),),
        dress.gown,
        heads.face(turn=3, brow=-1, brows=2, eye="#3a78b8", lips="#c4283f", smile=2.6, lashes=True, blush="#e2666a"),
        (heads.parted, heads.braids, hats.coronet),
        dress.rose,
    ),
    (JACK, "H"): Person(
        "#e9b78d",
        "#6e3d1e",
        (),
        dress.tabard,
        heads.face(turn=3, brow=-1.4, eye="#5a3d1c", smile=3.6, blush="#d9604c"),
        (heads.curls, hats.beret),
        dress.lute,
    ),
    (KING, "D"): Person(
        "#ab6f43",
        "#1c1513",
        (),
        dress.brocade,
        heads.face(jaw="square", turn=3, brow=1.8, brows=3.8, eye="#2a1a10", smile=0.6),
        (heads.trimmed_beard, hats.turban),
        dress.axe,
    ),
    (QUEEN, "D"): Person(
        "#bd8050",
        "#1d1416",
        (hats.veil, heads.mane(140, 33)),
        dress.sari,
        heads.face(turn=-3, brows=2.4, eye="#2c1a10", lips="#9c2b3a", smile=2, lashes=True),
        (heads.parted, hats.head_chain),
        dress.feather,
    ),
    (JACK, "D"): Person(
        "#ecc59b",
        "#17151b",
        (),
        dress.crossed,
        heads.face(jaw="long", turn=3, brow=0.8, brows=2.2, eye="#20161a", smile=1.2),
        (heads.topknot, hats.knot_cap),
        dress.scroll,
    ),
    (KING, "C"): Person(
        "#71462a",
        "#5d5a5c",
        (),
        dress.striped,
        heads.face(jaw="square", turn=-3, brow=0.4, brows=3.6, eye="#1d120c", smile=2.2, lines=True),
        (heads.short, heads.curly_beard, hats.trefoil_crown),
        dress.orb,
    ),
    (QUEEN, "C"): Person(
        "#84532f",
        "#1e1614",
        (heads.cloud,),
        dress.leafy,
        heads.face(turn=3, brow=-0.6, brows=2.4, eye="#26170e", lips="#8f2a3c", smile=2.8, lashes=True),
        (hats.band,),
        dress.lily,
    ),
    (JACK, "C"): Person(
        "#f3cba6",
        "#93401a",
        (),
        dress.jerkin,
        heads.face(turn=-3, brow=-1, eye="#3d7a4a", smile=3.4, freckles=True),
        (heads.shaggy, hats.hunter_hat),
        dress.bow,
    ),
}


def draw_court(pen: Pen, c: Card, ink: str) -> None:
    """Draw the picture of a court card on a pen over the whole card, leaving both indices free."""
    figure = pen.blank(tint(ink, 0.9))
    _sash(figure, _figure(figure.at(_HEAD_X, 0), c, ink))
    double(pen, figure, figure, rounded(_STEPPED), ink)


def draw_portrait(pen: Pen, c: Card, ink: str) -> None:
    """Draw head and shoulders of a court card in the lower right of a card whose index takes the rest."""
    left, top, right, bottom = _PORTRAIT
    figure = pen.blank(tint(ink, 0.86))
    _figure(figure.at((left + right) / 2, top - _CROWN * _CLOSER, _CLOSER), c, ink)
    outline = rounded(((left, top), (right, top), (right, bottom), (left, bottom)))
    pen.image.paste(figure.image, (0, 0), _mask(pen, outline))


_PORTRAIT = (98.0, 172.0, 242.0, 342.0)
"""Left, upper, right and lower side of a portrait."""
_CROWN, _CLOSER = 10, 1.16
"""How far down the card the highest hats begin, and how much larger a portrait is than a figure."""


def _figure(body: Pen, c: Card, ink: str) -> Tones:
    """Draw somebody to the waist about the pen's middle."""
    person = _PEOPLE[c.rank, c.suit]
    tones = Tones(c.suit, ink, _robe(ink), _TRIMS[c.suit], person.skin, person.hair)
    for drawing in (*person.behind, person.wears, person.face, *person.over, person.holds):
        drawing(body, tones)
    return tones


def double(pen: Pen, upper: Pen, lower: Pen, outline: tuple[Point, ...], ink: str) -> None:
    """Put two figures into a frame: one above the sash, the other upside down below it. Neither is kept."""
    turned, image = lower.image.transpose(Image.Transpose.ROTATE_180), upper.image
    image.paste(turned, (0, 0), _mask(pen, _BELOW))
    pen.image.paste(image, (0, 0), _mask(pen, outline))
    pen.line([*outline, outline[0]], ink, 2.4)


def _mask(pen: Pen, outline: tuple[Point, ...]) -> Image.Image:
    return _drawn_mask(pen.image.size, tuple(pen.place(outline)))


@lru_cache(maxsize=4)
def _drawn_mask(size: tuple[int, int], placed: tuple[Point, ...]) -> Image.Image:
    """What lies within an outline; the same for all courts of one size. Without steps between clear and opaque, for it
    is drawn too large and averaged down with the picture."""
    mask = Image.new("1", size, 0)
    ImageDraw.Draw(mask).polygon(placed, 1)
    return mask


def _robe(ink: str) -> str:
    """The cloth of a suit: its ink, lighter where that is too dark to show folds."""
    return blend(ink, "#3f56b0", 0.42) if ink in ("#141833", "#15161c") else blend(ink, "#ffffff", 0.06)


def sash_y(x: float) -> float:
    """Where the middle of the sash is, at `x` on the card."""
    return _LEFT + (_RIGHT - _LEFT) * x / 250


_BELOW = ((0.0, sash_y(0)), (250.0, sash_y(250)), (250.0, 350.0), (0.0, 350.0))
"""The half of a court that stands upside down."""


def ribbon(pen: Pen, left: float, right: float, bands: Iterable[tuple[str, float]]) -> None:
    """The sash's bands (colour and width), laid over one another between two upright lines."""
    for colour, width in bands:
        half = width / 2
        pen.fill(
            [
                (left, sash_y(left) - half),
                (right, sash_y(right) - half),
                (right, sash_y(right) + half),
                (left, sash_y(left) + half),
            ],
            colour,
        )


def _sash(pen: Pen, tones: Tones) -> None:
    ribbon(pen, 0, 250, ((LINE, 23), (GOLD, 20), (tones.ink, 14.5), (GOLD_LIGHT, 12)))
    for i in (-3, -2, -1, 1, 2, 3):
        x = 125 + i * 30
        sign(pen, tones.suit, x, sash_y(x), 4.8, tones.ink, upside_down=i > 0)
    pen.ringed(125, 175, 8.4, fill=GOLD, edge=LINE, width=1.5)
    pen.oval(125, 175, 5, fill=tones.ink)


_STEPPED = (
    (64.0, 15.0),
    (235.0, 15.0),
    (235.0, 224.0),
    (186.0, 224.0),
    (186.0, 335.0),
    (15.0, 335.0),
    (15.0, 126.0),
    (64.0, 126.0),
)
"""The corners of a court's frame, which steps aside for both indices."""


@cache
def rounded(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """An upright outline with its corners rounded."""
    out: list[Point] = []
    for before, corner, after in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False):
        start, end = _toward(corner, before, 8), _toward(corner, after, 8)
        for i in range(7):
            t = i / 6
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            out.append((a * start[0] + b * corner[0] + c * end[0], a * start[1] + b * corner[1] + c * end[1]))
    return tuple(out)


def _toward(a: Point, b: Point, distance: float) -> Point:
    length = abs(b[0] - a[0]) + abs(b[1] - a[1])
    return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length
