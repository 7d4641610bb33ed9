"""Ready-made pieces of a picture: cards, backs, empty places, frames, chips. Drawn once, then only pasted.

A sprite is drawn when it is first asked for, and kept (`sprite_cache`); `warm` draws all cards of some sizes
beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from PIL import Image, ImageChops, ImageFilter

from bot.engine.amounts import YELLOW
from bot.engine.cards import JACK, Card, deck
from card_art.deck import backs, card_faces, chips
from card_art.ink.palette import GOLD, GOLD_DARK, GOLD_LIGHT
from card_art.ink.pen import Pen
from card_art.ink.sprite_cache import bytes_of, cached_sprite
from card_art.scene.style import DEFAULT_STYLE, Style

RATIO = card_faces.HEIGHT / card_faces.WIDTH
"""A card's height over its width."""

DUSK = (200, 208, 205)
"""What cards are multiplied by that may not be played, or have lost: in every ink their index keeps 4.5 : 1."""
_SHADE = (0, 12, 6)

Box = tuple[int, int, int, int]


_Edge = tuple[tuple[int, int], Image.Image, Image.Image]
_Core = tuple[tuple[int, int], Image.Image]
_FEW = 256


class Sprite:
    """A picture with its shadow, cut into an opaque core, which is copied, and edges, which are blended."""

    def __init__(
        self, image: Image.Image, margin: Box | None = None, core: Box | None = None, *, hollow: bool = False
    ) -> None:
        """Cut an RGBA image.

        `margin` is the room that it has for its shadow left, above, right and below the piece itself; `core` the box
        (left, upper, right, lower) in it that is wholly opaque or, if `hollow`, wholly clear.
        """
        left, upper, right, lower = margin or (0, 0, 0, 0)
        width, height = image.size
        self.offset = (left, upper)
        """Where the piece itself starts, past its shadow."""
        self.size = (width - left - right, height - upper - lower)
        """Width and height of the piece without its shadow."""
        x0, y0, x1, y1 = core or (0, 0, 0, 0)
        boxes = [(0, 0, width, y0), (0, y0, x0, y1), (x1, y0, width, y1), (0, y1, width, height)]
        colours, mask = image.convert("RGB"), image.getchannel("A")
        self._edges: list[_Edge] = [
            ((box[0], box[1]), colours.crop(box), mask.crop(box))
            for box in boxes
            if box[2] > box[0] and box[3] > box[1]
        ]
        self._core = ((x0, y0), _in_few_colours(colours.crop(core))) if core and not hollow else None
        self.kept_bytes = self._pixels()
        """The bytes of its pixels, without those that it shares with other pieces."""

    def stamp(self, canvas: Image.Image, x: int, y: int) -> None:
        """Put the sprite on an RGB canvas, its piece (not its shadow) with the upper left corner at (x, y)."""
        x, y = x - self.offset[0], y - self.offset[1]
        for (dx, dy), image, mask in self._edges:
            canvas.paste(image, (x + dx, y + dy), mask)
        if self._core:
            (dx, dy), image = self._core
            canvas.paste(image if image.mode == "RGB" else image.convert("RGB"), (x + dx, y + dy))

    def _pixels(self) -> int:
        return bytes_of((*(part for edge in self._edges for part in edge[1:]), *(self._core or ())))

    def _like(self, edges: list[_Edge], core: _Core | None) -> Sprite:
        """Another piece of the same size, made of these."""
        other = object.__new__(Sprite)
        other.offset, other.size, other._edges, other._core = self.offset, self.size, edges, core
        other.kept_bytes = other._pixels()
        return other

    def written(self, write: Callable[[Image.Image, int, int], None]) -> Sprite:
        """The same piece with something more on its core: `write` is given the core, and where in it the piece's own
        upper left corner lies. What goes beyond the core is lost."""
        assert self._core is not None
        (x, y), image = self._core
        image = image.convert("RGB") if image.mode == "P" else image.copy()
        write(image, self.offset[0] - x, self.offset[1] - y)
        other = self._like(self._edges, ((x, y), image))
        other.kept_bytes = bytes_of(image)
        return other

    def packed(self, blank: Sprite) -> Sprite:
        """The same piece in less room: those of its edges that look like the ones of `blank`, a piece of the same size,
        are kept once for both."""
        edges = [
            (at, theirs if _equal(image, theirs) else image, shade if _equal(mask, shade) else mask)
            for (at, image, mask), (_, theirs, shade) in zip(self._edges, blank._edges, strict=True)
        ]
        other = self._like(edges, self._core)
        shared = {id(part) for edge in blank._edges for part in edge[1:]}
        other.kept_bytes -= sum(bytes_of(part) for edge in edges for part in edge[1:] if id(part) in shared)
        return other

    @classmethod
    def row(cls, pieces: Sequence[Sprite], step: int) -> Sprite:
        """Several pieces side by side, standing on one line; each begins `step` pixels right of the one before."""
        whole = object.__new__(cls)
        top = max(piece.size[1] for piece in pieces)
        whole.offset = (0, 0)
        whole.size = (step * (len(pieces) - 1) + pieces[-1].size[0], top)
        whole._core = None
        whole.kept_bytes = 0
        whole._edges = [
            ((x + i * step - piece.offset[0], y + top - piece.size[1] - piece.offset[1]), image, mask)
            for i, piece in enumerate(pieces)
            for (x, y), image, mask in piece._edges
        ]
        return whole

    def dimmed(self) -> Sprite:
        """The same piece in the dark."""
        return self._like(
            [(at, _dim(image), mask) for at, image, mask in self._edges],
            self._core and (self._core[0], _in_few_colours(_dim(self._core[1]))),
        )


def _equal(one: Image.Image, other: Image.Image) -> bool:
    return one.mode == other.mode and one.size == other.size and one.tobytes() == other.tobytes()


def _in_few_colours(image: Image.Image) -> Image.Image:
    """The same picture with a palette of its own, if it has at most 256 colours; pasting it takes a little longer."""
    if image.getcolors(_FEW) is None:
        return image
    few = image.quantize(_FEW, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return few if _equal(few.convert("RGB"), image) else image


def _dim(image: Image.Image) -> Image.Image:
    return ImageChops.multiply(image.convert("RGB"), Image.new("RGB", image.size, DUSK))


def card(c: Card, width: int, style: Style = DEFAULT_STYLE, *, dim: bool = False, sideways: bool = False) -> Sprite:
    """A card face up, `width` pixels wide; `dim` for one that may not be played. One that lies `sideways` is as high as
    `width`."""
    # Most cards look the same in both styles.
    compact = style.compact and (c.rank >= JACK or width >= card_faces.FULL_FROM)
    if sideways:
        lying = _lying(c, width, style.four_colour, compact)
        return _in_the_dark(lying) if dim else lying
    return _card(c, width, style.four_colour, compact, dim)


def chip_stack(amount: int, width: int, *, pennies: bool = False) -> Sprite:
    """Piles of chips worth `amount` (hundredths of a white), in a row; `width` is one chip's, in pixels.

    Raises ValueError for less than a yellow, which no chip is worth.
    """
    if amount < YELLOW:
        raise ValueError(f"No chip is worth as little as {amount}.")
    return _chip_stack(amount, width, pennies)


def card_height(width: int) -> int:
    """The height of a card `width` pixels wide."""
    return round(width * RATIO)


def warm(widths: Iterable[int], style: Style = DEFAULT_STYLE) -> None:
    """Draw all faces and backs of these widths now (up to 250 ms each: never on the event loop)."""
    for width in widths:
        back(width)
        for c in deck(jokers=1):
            card(c, width, style)


@cached_sprite
def _shadow(width: int, height: int) -> tuple[Image.Image, Image.Image, Box]:
    """For a piece of this size: its shadow in RGBA, the mask of its round corners, and the shadow's margin."""
    short = min(width, height)
    scale = short / card_faces.WIDTH
    corners = Pen(width / scale, height / scale, scale, mode="L")
    corners.box(0, 0, width / scale, height / scale, card_faces.CORNER, 255)
    mask = corners.result()
    blur = max(1.2, short * 0.028)
    drop = round(short * 0.022)
    room = round(blur * 2.2)
    margin = (room, room, room, room + drop)
    alpha = Image.new("L", (width + 2 * room, height + 2 * room + drop), 0)
    alpha.paste(125, (room, room + drop, room + width, room + drop + height), mask)
    alpha = alpha.filter(ImageFilter.GaussianBlur(blur))
    shadow = Image.new("RGBA", alpha.size, _SHADE)
    shadow.putalpha(alpha)
    return shadow, mask, margin


def _on_shadow(image: Image.Image) -> Sprite:
    """Cut the corners of a card, and lay it on its shadow."""
    return Sprite(*_laid(image)).packed(_blank(*image.size))


@cached_sprite
def _blank(width: int, height: int, dim: bool = False) -> Sprite:
    """A card with nothing on it, upright or lying."""
    if dim:
        return _blank(width, height).dimmed()
    paper = card_faces.blank(min(width, height)).result()
    return Sprite(*_laid(paper if width < height else paper.transpose(Image.Transpose.ROTATE_90)))


def _in_the_dark(lit: Sprite) -> Sprite:
    """A card that may not be played, or does not count."""
    return lit.dimmed().packed(_blank(*lit.size, True))


def _laid(image: Image.Image) -> tuple[Image.Image, Box, Box]:
    """A card on its shadow in RGBA, with the margin and the core of its sprite."""
    shadow, mask, margin = _shadow(*image.size)
    whole = shadow.copy()
    left, upper = margin[0], margin[1]
    piece = image.convert("RGBA")
    piece.putalpha(mask)
    whole.alpha_composite(piece, (left, upper))
    cut = round(card_faces.CORNER * min(image.size) / card_faces.WIDTH) + 1
    core = (left + 1, upper + cut, left + image.width - 1, upper + image.height - cut)
    return whole, margin, core


def warm_chips(widths: Iterable[int]) -> None:
    """Draw the piles that most amounts need now (about 60 ms each: never on the event loop)."""
    for width in widths:
        for count in range(1, chips.USUAL + 1):
            _pile(chips.CHIPS[0], count, width)
        for dearer, chip in pairwise(chips.CHIPS):
            for count in range(1, dearer.value // chip.value):
                _pile(chip, count, width)


@cached_sprite
def _card(c: Card, width: int, four_colour: bool, compact: bool, dim: bool) -> Sprite:
    if dim:
        return _in_the_dark(card(c, width, Style(four_colour, compact)))
    return _on_shadow(card_faces.draw_face(c, width, four_colour=four_colour, compact=compact))


@cached_sprite
def _lying(c: Card, width: int, four_colour: bool, compact: bool) -> Sprite:
    face = card_faces.draw_face(c, width, four_colour=four_colour, compact=compact)
    return _on_shadow(face.transpose(Image.Transpose.ROTATE_270))


@cached_sprite
def back(width: int, *, dim: bool = False, sideways: bool = False) -> Sprite:
    """A card face down, `width` pixels wide; `dim` for one that does not count. One that lies `sideways` is as high as
    `width`."""
    if dim:
        return _in_the_dark(back(width, sideways=sideways))
    image = backs.draw_back(width)
    return _on_shadow(image.transpose(Image.Transpose.ROTATE_90) if sideways else image)


@cached_sprite
def back_pile(width: int, layers: int) -> Sprite:
    """A back on a pile of others, each 3 pixels further right and down, as one piece; its size is that of the top
    back."""
    one, (left, upper, right, lower), core = _laid(backs.draw_back(width))
    low = 3 * layers
    whole = Image.new("RGBA", (one.width + low, one.height + low), (*_SHADE, 0))
    for i in range(layers, -1, -1):
        whole.alpha_composite(one, (3 * i, 3 * i))
    return Sprite(whole, (left, upper, right + low, lower + low), core)


@cached_sprite
def back_row(width: int, count: int, apart: int) -> Sprite:
    """Backs side by side, each on the one before it, as one piece; `apart` is from one to the next, in pixels."""
    one, (left, upper, right, lower), core = _laid(backs.draw_back(width))
    whole = Image.new("RGBA", (one.width + apart * (count - 1), one.height), (*_SHADE, 0))
    for n in range(count):
        whole.alpha_composite(one, (n * apart, 0))
    x0, y0, x1, y1 = core
    return Sprite(whole, (left, upper, right, lower), (x0, y0, x1 + apart * (count - 1), y1))


@cached_sprite
def slot(width: int, gold: bool = False) -> Sprite:
    """The place of a card that is not there; `gold` where one is awaited."""
    pen = Pen(card_faces.WIDTH, card_faces.HEIGHT, width / card_faces.WIDTH, mode="RGBA", paper=(0, 0, 0, 0))
    thick = max(4.0, 2.4 * card_faces.WIDTH / width)
    pen.box(0, 0, card_faces.WIDTH, card_faces.HEIGHT, card_faces.CORNER, GOLD if gold else (214, 238, 224, 130))
    pen.box(
        thick,
        thick,
        card_faces.WIDTH - thick,
        card_faces.HEIGHT - thick,
        card_faces.CORNER - thick,
        (0, 0, 0, 70 if gold else 46),
    )
    return Sprite(pen.result())


_GOLD_FRAME = ((0.0, GOLD_DARK), (0.16, GOLD), (0.36, GOLD_LIGHT), (0.56, GOLD))
_CRIMSON_FRAME = ((0.0, "#f6dcd8"), (0.2, "#c42239"))
"""From the edge inwards: how far in, and the colour."""


@cached_sprite
def frame(width: int, *, crimson: bool = False) -> Sprite:
    """A gold frame for a card `width` pixels wide, or a crimson one, stamped at the card's own place."""
    room = max(5, round(width * 0.055))
    scale = width / card_faces.WIDTH
    border = room / scale
    pen = Pen(
        card_faces.WIDTH + 2 * border, card_height(width) / scale + 2 * border, scale, mode="RGBA", paper=(0, 0, 0, 0)
    )
    right, lower = pen.size[0] / scale, pen.size[1] / scale
    for inset, colour in _CRIMSON_FRAME if crimson else _GOLD_FRAME:
        i = border * inset
        pen.box(i, i, right - i, lower - i, card_faces.CORNER + border - i, colour)
    pen.box(border, border, right - border, lower - border, card_faces.CORNER, (0, 0, 0, 0))
    cut = room + round(card_faces.CORNER * scale)
    core = (cut, cut, pen.size[0] - cut, pen.size[1] - cut)
    return Sprite(pen.result(), (room, room, room, room), core, hollow=True)


@cached_sprite
def _pile(chip: chips.Chip, count: int, width: int) -> Sprite:
    return Sprite(chips.draw_pile(chip, count, width), _chip_margin(width))


@cached_sprite
def _chip_stack(amount: int, width: int, pennies: bool) -> Sprite:
    piles = chips.piles(amount, pennies=pennies)
    return Sprite.row([_pile(chip, count, width) for chip, count in piles], round(width * 1.06))


def _chip_margin(width: int) -> Box:
    margin = round(chips.MARGIN * width / 100)
    return margin, margin, margin, margin


@cached_sprite
def dealer_button(width: int) -> Sprite:
    """The button that marks the dealer, `width` pixels wide."""
    return Sprite(chips.draw_button(width), _chip_margin(width))


@cached_sprite
def hat(width: int) -> Sprite:
    """The hat that marks the farmer, `width` pixels wide."""
    return Sprite(chips.draw_hat(width), _chip_margin(width))


@cached_sprite
def knuckles(width: int) -> Sprite:
    """The fist of a player who has knocked, `width` pixels wide."""
    return Sprite(chips.draw_knuckles(width), _chip_margin(width))
