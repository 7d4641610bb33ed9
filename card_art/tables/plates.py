"""What words stand on: dark plates, mats, pills and tags."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageFilter

from card_art.deck.sprites import Sprite
from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import BADGES, GOLD, GOLD_LIGHT, blend, rgb
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE, NAME, TITLE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, Colour, Label, initial, label, line_height
from card_art.people.emblem import lamp
from card_art.scene.people import HOUSE, UNWRITTEN, house_name
from card_art.scene.style import Cloth
from card_art.tables import portraits
from card_art.tables.portraits import Ring

RADIUS = 18
_PILL_MARGIN = 6
_PILL_HIGH = 1.4
"""A pill's height, in sizes of its letters."""
_BORDER = 10
"""So far from its left and right edges a plate is wholly opaque, down to where its corners are cut."""
_MARGIN = 16
_ENDS = 160
"""A wider plate is this one, drawn out in its middle."""
_TOP, _BOTTOM, _EDGE = "#22332c", "#0c1512", "#52675d"
_FIELD, _FIELD_EDGE = (4, 20, 14, 112), (120, 160, 140, 110)
_FAINT_TOP, _FAINT_BOTTOM = "#1b2a25", "#14201c"
GOLD_TEXT: Colour = (255, 226, 148)
_FADED: Colour = (150, 168, 160)
DARK_TEXT: Colour = (38, 26, 6)
_GOLD_TAGS = frozenset({"TO PLAY", "TO BET", "TO PASS", "TO CHOOSE", "WON"})
RIBBON = 54
"""Height of a ribbon."""


def paste_label(image: Image.Image, words: Label, x: int, middle: int, align: float = 0.0) -> None:
    """Paste a label with its line centred on the height `middle`."""
    words.paste(image, x, middle - words.height // 2, align)


def _rounded(w: int, h: int, radius: int) -> Image.Image:
    pen = Pen(w, h, 1, mode="L")
    pen.box(0, 0, w, h, radius, 255)
    return pen.result()


def _gradient(w: int, h: int, top: str, bottom: str) -> Image.Image:
    return _column(h, top, bottom).resize((w, h), Image.Resampling.NEAREST)


@cached_sprite
def _column(h: int, top: str, bottom: str) -> Image.Image:
    image = Image.new("RGB", (1, h))
    for y in range(h):
        image.putpixel((0, y), rgb(blend(top, bottom, y / max(1, h - 1))))
    return image


@cached_sprite
def _blank(w: int, h: int, active: bool, dim: bool, own: bool) -> Image.Image:
    """An empty plate as RGBA with its shadow, or with its golden ring and glow; one's own has a golden edge."""
    size = (w + 2 * _MARGIN, h + 2 * _MARGIN)
    image = Image.new("RGBA", size, (*rgb(GOLD_LIGHT), 0) if active else (0, 10, 6, 0))
    shadow = Image.new("L", size)
    at = (_MARGIN, _MARGIN if active else _MARGIN + 4)
    shadow.paste(_rounded(w, h, RADIUS).point([round(i * (0.75 if active else 0.55)) for i in range(256)]), at)
    image.putalpha(shadow.filter(ImageFilter.GaussianBlur(7 if active else 5)))
    ring = 4 if active else 2
    image.paste(
        _gradient(w, h, GOLD_LIGHT, GOLD) if active else Image.new("RGB", (w, h), GOLD if own else _EDGE),
        (_MARGIN, _MARGIN),
        _rounded(w, h, RADIUS),
    )
    inner = (w - 2 * ring, h - 2 * ring)
    fill = _gradient(*inner, *((_FAINT_TOP, _FAINT_BOTTOM) if dim else (_TOP, _BOTTOM)))
    image.paste(fill, (_MARGIN + ring, _MARGIN + ring), _rounded(*inner, RADIUS - ring))
    return few_opacities(image, 24)


def badge(
    name: str, number: int, size: int, cloth: Cloth, face: str = "", *, dim: bool = False, ring: Ring | None = None
) -> tuple[Image.Image, Image.Image]:
    """A disc with somebody's face, or with their name's first letter while there is none, in the colour of a seat:
    picture and mask. It may have another `ring` than that."""
    if portraits.known(face):
        return portraits.portrait(face, number, size, dim, cloth, ring)
    return _badge(initial(name), number, size, dim, ring)


def written(tags: tuple[str, ...], face: str) -> tuple[str, ...]:
    """The tags that are written where this face is drawn: a house player's says itself whose it is."""
    unwritten = UNWRITTEN if house_name(portraits.known(face)) else UNWRITTEN - {HOUSE}
    return tuple(tag for tag in tags if tag not in unwritten)


def badge_colour(number: int) -> str:
    """The colour of a seat, lightened so that a line of it stands out from the felt."""
    return blend(BADGES[number % len(BADGES)], "#ffffff", 0.35)


@cached_sprite
def _badge(letter: str, number: int, size: int, dim: bool, ring: Ring | None) -> tuple[Image.Image, Image.Image]:
    colour = blend(BADGES[number % len(BADGES)], "#1b2a25", 0.6 if dim else 0.0)
    pen = Pen(size, size, 1, mode="RGBA", paper=(0, 0, 0, 0))
    r = size / 2
    rim, wide = ring or Ring(blend(colour, "#ffffff", 0.55), 2.5)
    pen.oval(r, r, r, fill=rim)
    pen.oval(r, r, r - wide, fill=colour)
    image = pen.result()
    letters = label(
        letter, round(size * 0.58), _FADED if dim else (255, 255, 255), weight=700, room=size - 8, name=True
    )
    paste_label(image, letters, size // 2, size // 2 - 1, 0.5)
    return image.convert("RGB"), image.getchannel("A")


@cached_sprite
def seat_blank(w: int, h: int, active: bool, dim: bool, own: bool) -> Sprite:
    """The empty plate of a seat: wholly gold where it is to act, without ground where it is `dim`."""
    if not active and not dim:
        return blank_plate(w, h, False, False, own)
    m = _MARGIN
    if dim and not active:
        image = _outline(w, h, own) if w <= _ENDS else _widened(_outline(_ENDS, h, own), w - _ENDS)
        return Sprite(image, (m, m, m, m))
    image = _golden(w, h) if w <= _ENDS else _widened(_golden(_ENDS, h), w - _ENDS)
    return Sprite(image, (m, m, m, m), (m + _BORDER, m + 4, m + w - _BORDER, m + h - 4))


@cached_sprite
def _golden(w: int, h: int) -> Image.Image:
    image = Image.new("RGBA", (w + 2 * _MARGIN, h + 2 * _MARGIN), (*rgb(GOLD_LIGHT), 0))
    glow = Image.new("L", image.size)
    glow.paste(_rounded(w, h, RADIUS).point([round(i * 0.6) for i in range(256)]), (_MARGIN, _MARGIN))
    image.putalpha(glow.filter(ImageFilter.GaussianBlur(7)))
    image.paste(_gradient(w, h, GOLD_LIGHT, GOLD), (_MARGIN, _MARGIN), _rounded(w, h, RADIUS))
    return few_opacities(image, 24)


@cached_sprite
def _outline(w: int, h: int, own: bool) -> Image.Image:
    pen = Pen(w + 2 * _MARGIN, h + 2 * _MARGIN, 1, mode="RGBA", paper=(*rgb(_EDGE), 0))
    m = _MARGIN
    pen.box(m, m, m + w, m + h, RADIUS, (*rgb(GOLD if own else _EDGE), 255))
    pen.box(m + 2, m + 2, m + w - 2, m + h - 2, RADIUS - 2, (*_FIELD[:3], 150))
    return few_opacities(pen.result(), 8)


@cached_sprite
def blank_plate(w: int, h: int, active: bool, dim: bool, own: bool = False) -> Sprite:
    """An empty plate: `active` with a golden ring, `dim` for somebody who is out, the viewer's `own` with a golden
    edge."""
    m = _MARGIN
    image = _blank(w, h, active, dim, own) if w <= _ENDS else _widened(_blank(_ENDS, h, active, dim, own), w - _ENDS)
    return Sprite(image, (m, m, m, m), (m + _BORDER, m + 4, m + w - _BORDER, m + h - 4))


def _widened(image: Image.Image, by: int) -> Image.Image:
    """An image that is the same from column to column in its middle, drawn out there."""
    half, (w, h) = image.width // 2, image.size
    wide = Image.new(image.mode, (w + by, h))
    wide.paste(image.crop((0, 0, half, h)), (0, 0))
    wide.paste(image.crop((half, 0, half + 1, h)).resize((by, h), Image.Resampling.NEAREST), (half, 0))
    wide.paste(image.crop((half, 0, w, h)), (half + by, 0))
    return wide


@dataclass(frozen=True, slots=True)
class Plaque:
    """Words on a piece of their own."""

    blank: Sprite
    words: Label

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height, without the shadow."""
        return self.blank.size

    def stamp(self, canvas: Image.Image, x: int, y: int) -> None:
        """Put it on an RGB canvas, with its upper left corner there."""
        self.blank.stamp(canvas, x, y)
        beside = round(self.size[0] // 2 - self.words.width / 2)  # wherever the piece is put, they stand alike on it
        paste_label(canvas, self.words, x + beside, y + self.size[1] // 2)


Tag = Plaque | Sprite


@cached_sprite
def house_mark(size: int) -> Sprite:
    """The lamp of a house player."""
    return Sprite(few_opacities(lamp(size), 8))


def tag(word: str, room: int = 240, *, size: int = LINE) -> Tag:
    """A word on a card or beside a name: gold if somebody must act or has won, otherwise slate. A house player has the
    lamp."""
    if word == HOUSE:
        return house_mark(round(size * _PILL_HIGH))
    gold = word in _GOLD_TAGS
    words = label(word, size, DARK_TEXT if gold else (233, 241, 237), weight=800, room=room - 14, plain_suits=True)
    return Plaque(_pill(min(words.width + 22, room), round(size * _PILL_HIGH), gold), words)


def pill(text: str, size: int = LINE, room: int = 400, *, gold: bool = False) -> Plaque:
    """Some words on the felt, in a dark pill."""
    words = label(
        text,
        size,
        DARK_TEXT if gold else (240, 246, 243),
        weight=700 if gold else 600,
        room=room - 26,
        plain_suits=gold,
    )
    return Plaque(_pill(words.width + 26, round(size * _PILL_HIGH), gold), words)


def ribbon(text: str, room: int) -> Plaque:
    """The sentence that a table is told of in gold."""
    words = label(text, NAME, DARK_TEXT, weight=800, room=room - 70, plain_suits=True)
    return Plaque(_pill(words.width + 70, RIBBON, True), words)


@cached_sprite
def _pill(w: int, h: int, gold: bool) -> Sprite:
    m, ends = _PILL_MARGIN, 2 * h
    image = _blank_pill(w, h, gold) if w <= ends else _widened(_blank_pill(ends, h, gold), w - ends)
    return Sprite(image, (m, m, m, m), (m + h // 2, m + 3, m + w - h // 2, m + h - 3) if w > h else None)


@cached_sprite
def _blank_pill(w: int, h: int, gold: bool) -> Image.Image:
    margin = _PILL_MARGIN
    image = Image.new("RGBA", (w + 2 * margin, h + 2 * margin), (0, 10, 6, 0))
    shadow = Image.new("L", image.size)
    shadow.paste(_rounded(w, h, h // 2).point([i // 2 for i in range(256)]), (margin, margin + 2))
    image.putalpha(shadow.filter(ImageFilter.GaussianBlur(3)))
    image.paste(rgb("#fff0bd" if gold else "#5d736a"), (margin, margin), _rounded(w, h, h // 2))
    inner = (w - 4, h - 4)
    fill = _gradient(*inner, *((GOLD_LIGHT, GOLD) if gold else ("#2b3d36", "#18241f")))
    image.paste(fill, (margin + 2, margin + 2), _rounded(*inner, h // 2 - 2))
    return few_opacities(image, 8)


@cached_sprite
def mat(w: int, h: int, cloth: Cloth, *, own: bool = False) -> Sprite:
    """A darker place on the felt, for what belongs together; the viewer's `own` has a golden edge."""
    colours = CLOTHS[cloth]
    edge, thick = (GOLD, 3) if own else (colours.seam, 2)
    pen = Pen(w, h, 1, mode="RGBA", paper=(*rgb(edge), 0))
    pen.box(0, 0, w, h, 18, (*rgb(edge), 255))
    pen.box(thick, thick, w - thick, h - thick, 18 - thick, (*rgb(colours.mat), 255))
    return Sprite(few_opacities(pen.result(), 8), (0, 0, 0, 0), (20, 2, w - 20, h - 2))


@cached_sprite
def field(w: int, h: int, *, own: bool = False) -> Sprite:
    """A shaded part of the felt on which the cards of a side, or of a board, lie; one's own has a golden edge."""
    pen = Pen(w, h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, w, h, 18, (*rgb(GOLD), 170) if own else _FIELD_EDGE)
    pen.box(2, 2, w - 2, h - 2, 16, _FIELD)
    return Sprite(few_opacities(pen.result(), 8))


def headline(canvas: Image.Image, title: str, facts: str, x: int, y: int, room: int) -> None:
    """A title and the facts behind it, in one line."""
    words = label(title, TITLE, weight=800, room=room * 2 // 3)
    words.paste(canvas, x, y)
    if facts:
        behind = label(facts, LINE, SOFT, room=room - words.width - 20)
        paste_label(canvas, behind, x + words.width + 20, y + line_height(TITLE) // 2 + 4)
