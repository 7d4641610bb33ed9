"""Ready-made pieces of a picture: cards, backs, empty places, frames, chips. Drawn once, then only pasted.

Everything here may be called from any thread. A sprite is drawn when it is first asked for, by one thread alone;
`warm` draws all cards of some sizes beforehand.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import ParamSpec, TypeVar

from PIL import Image, ImageChops, ImageFilter

from bot.engine.cards import JACK, Card, deck
from card_art import backs, chips, faces
from card_art.palette import GOLD, GOLD_DARK, GOLD_LIGHT
from card_art.pen import Pen

RATIO = faces.HEIGHT / faces.WIDTH
"""A card's height over its width."""

DUSK = (200, 208, 205)
"""What cards are multiplied by that may not be played, or have lost: in every ink their index keeps 4.5 : 1."""
_SHADE = (0, 12, 6)
_P = ParamSpec("_P")
_T = TypeVar("_T")

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Style:
    """How somebody likes their cards."""

    four_colour: bool = True
    """Each suit in a colour of its own, rather than black and red."""
    compact: bool = False
    """A big rank and one big suit on every card, rather than people on the courts, and pips where there is room."""


_Edge = tuple[tuple[int, int], Image.Image, Image.Image]


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
        self._core = ((x0, y0), colours.crop(core)) if core and not hollow else None

    def stamp(self, canvas: Image.Image, x: int, y: int) -> None:
        """Put the sprite on an RGB canvas, its piece (not its shadow) with the upper left corner at (x, y)."""
        x, y = x - self.offset[0], y - self.offset[1]
        for (dx, dy), image, mask in self._edges:
            canvas.paste(image, (x + dx, y + dy), mask)
        if self._core:
            (dx, dy), image = self._core
            canvas.paste(image, (x + dx, y + dy))

    def written(self, write: Callable[[Image.Image, int, int], None]) -> Sprite:
        """The same piece with something more on its core: `write` is given the core, and where in it the piece's own
        upper left corner lies. What goes beyond the core is lost."""
        assert self._core is not None
        (x, y), image = self._core
        image = image.copy()
        write(image, self.offset[0] - x, self.offset[1] - y)
        other = object.__new__(Sprite)
        other.offset, other.size, other._edges, other._core = self.offset, self.size, self._edges, ((x, y), image)
        return other

    @classmethod
    def row(cls, pieces: Sequence[Sprite], step: int) -> Sprite:
        """Several pieces side by side, standing on one line; each begins `step` pixels right of the one before."""
        whole = object.__new__(cls)
        top = max(piece.size[1] for piece in pieces)
        whole.offset = (0, 0)
        whole.size = (step * (len(pieces) - 1) + pieces[-1].size[0], top)
        whole._core = None
        whole._edges = [
            ((x + i * step - piece.offset[0], y + top - piece.size[1] - piece.offset[1]), image, mask)
            for i, piece in enumerate(pieces)
            for (x, y), image, mask in piece._edges
        ]
        return whole

    def dimmed(self) -> Sprite:
        """The same piece in the dark."""
        other = object.__new__(Sprite)
        other.offset, other.size = self.offset, self.size
        other._edges = [(at, _dim(image), mask) for at, image, mask in self._edges]
        other._core = (self._core[0], _dim(self._core[1])) if self._core else None
        return other


def _dim(image: Image.Image) -> Image.Image:
    return ImageChops.multiply(image, Image.new("RGB", image.size, DUSK))


def _kept(most: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Keep up to `most` results by their arguments, those leaving first that nobody has wanted for longest; no two
    threads draw the same one."""

    def decorate(build: Callable[_P, _T]) -> Callable[_P, _T]:
        kept: OrderedDict[object, _T] = OrderedDict()
        lock = threading.RLock()  # a dimmed card asks for the lit one

        def get(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            thing = kept.get(args)
            if thing is not None:
                with suppress(KeyError):  # another thread's may just have taken its place
                    kept.move_to_end(args)
            else:
                with lock:
                    thing = kept.get(args)
                    if thing is None:
                        thing = build(*args, **kwargs)
                        if len(kept) >= most:
                            kept.popitem(last=False)
                        kept[args] = thing
            return thing

        return get

    return decorate


def card(c: Card, width: int, style: Style = Style(), *, dim: bool = False, sideways: bool = False) -> Sprite:
    """A card face up, `width` pixels wide; `dim` for one that may not be played. One that lies `sideways` is as high as
    `width`."""
    # Most cards look the same in both styles.
    compact = style.compact and (c.rank >= JACK or width >= faces.FULL_FROM)
    if sideways:
        lying = _lying(c, width, style.four_colour, compact)
        return lying.dimmed() if dim else lying
    return _card(c, width, style.four_colour, compact, dim)


def back(width: int, style: Style = Style(), *, dim: bool = False, sideways: bool = False) -> Sprite:
    """A card face down, `width` pixels wide; `dim` for one that does not count. One that lies `sideways` is as high as
    `width`."""
    return _back(width, dim, sideways)


def back_pile(width: int, layers: int) -> Sprite:
    """A back on so many others, each 3 pixels further right and down, as one piece; its size is the uppermost one's."""
    return _back_pile(width, layers)


def slot(width: int, gold: bool = False) -> Sprite:
    """The place of a card that is not there; `gold` where one is awaited."""
    return _slot(width, gold)


def frame(width: int, *, crimson: bool = False) -> Sprite:
    """A gold frame for a card `width` pixels wide, or a crimson one, stamped at the card's own place."""
    return _frame(width, crimson)


def chip_stack(amount: int, width: int, *, pennies: bool = False) -> Sprite:
    """Piles of chips worth `amount` (hundredths of a white), in a row; `width` is one chip's, in pixels.

    Raises ValueError for less than a yellow, which no chip is worth.
    """
    if amount < chips.CHIPS[-1].value:
        raise ValueError(f"No chip is worth as little as {amount}.")
    return _chip_stack(amount, width, pennies)


def dealer_button(width: int) -> Sprite:
    """The button that marks the dealer, `width` pixels wide."""
    return _dealer_button(width)


def hat(width: int) -> Sprite:
    """The hat that marks the farmer, `width` pixels wide."""
    return _hat(width)


def knuckles(width: int) -> Sprite:
    """The fist of whoever has knocked, `width` pixels wide."""
    return _knuckles(width)


def height(width: int) -> int:
    """The height of a card `width` pixels wide."""
    return round(width * RATIO)


def warm(widths: Iterable[int], style: Style = Style()) -> None:
    """Draw all faces and backs of these widths now (up to 250 ms each: never on the event loop)."""
    for width in widths:
        back(width, style)
        for c in deck(jokers=1):
            card(c, width, style)


@_kept(16)
def _shadow(width: int, height: int) -> tuple[Image.Image, Image.Image, Box]:
    """For a piece of this size: its shadow in RGBA, the mask of its round corners, and the shadow's margin."""
    short = min(width, height)
    scale = short / faces.WIDTH
    corners = Pen(width / scale, height / scale, scale, mode="L")
    corners.box(0, 0, width / scale, height / scale, faces.CORNER, 255)
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
    return Sprite(*_laid(image))


def _laid(image: Image.Image) -> tuple[Image.Image, Box, Box]:
    """A card on its shadow in RGBA, with the margin and the core of its sprite."""
    shadow, mask, margin = _shadow(*image.size)
    whole = shadow.copy()
    left, upper = margin[0], margin[1]
    piece = image.convert("RGBA")
    piece.putalpha(mask)
    whole.alpha_composite(piece, (left, upper))
    cut = round(faces.CORNER * min(image.size) / faces.WIDTH) + 1
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


@_kept(520)
def _card(c: Card, width: int, four_colour: bool, compact: bool, dim: bool) -> Sprite:
    if dim:
        lit = card(c, width, Style(four_colour, compact))
        return lit.dimmed()
    return _on_shadow(faces.draw_face(c, width, four_colour=four_colour, compact=compact))


@_kept(64)
def _lying(c: Card, width: int, four_colour: bool, compact: bool) -> Sprite:
    face = faces.draw_face(c, width, four_colour=four_colour, compact=compact)
    return _on_shadow(face.transpose(Image.Transpose.ROTATE_270))


@_kept(48)
def _back(width: int, dim: bool, sideways: bool) -> Sprite:
    if dim:
        return _back(width, False, sideways).dimmed()
    image = backs.draw_back(width)
    return _on_shadow(image.transpose(Image.Transpose.ROTATE_90) if sideways else image)


@_kept(32)
def _back_pile(width: int, layers: int) -> Sprite:
    one, (left, upper, right, lower), core = _laid(backs.draw_back(width))
    low = 3 * layers
    whole = Image.new("RGBA", (one.width + low, one.height + low), (*_SHADE, 0))
    for i in range(layers, -1, -1):
        whole.alpha_composite(one, (3 * i, 3 * i))
    return Sprite(whole, (left, upper, right + low, lower + low), core)


@_kept(32)
def _slot(width: int, gold: bool) -> Sprite:
    pen = Pen(faces.WIDTH, faces.HEIGHT, width / faces.WIDTH, mode="RGBA", paper=(0, 0, 0, 0))
    thick = max(4.0, 2.4 * faces.WIDTH / width)
    pen.box(0, 0, faces.WIDTH, faces.HEIGHT, faces.CORNER, GOLD if gold else (214, 238, 224, 130))
    pen.box(
        thick, thick, faces.WIDTH - thick, faces.HEIGHT - thick, faces.CORNER - thick, (0, 0, 0, 70 if gold else 46)
    )
    return Sprite(pen.result())


_GOLD_FRAME = ((0.0, GOLD_DARK), (0.16, GOLD), (0.36, GOLD_LIGHT), (0.56, GOLD))
_CRIMSON_FRAME = ((0.0, "#f6dcd8"), (0.2, "#c42239"))
"""From the edge inwards: how far in, and the colour."""


@_kept(48)
def _frame(width: int, crimson: bool) -> Sprite:
    room = max(5, round(width * 0.055))
    scale = width / faces.WIDTH
    border = room / scale
    pen = Pen(faces.WIDTH + 2 * border, height(width) / scale + 2 * border, scale, mode="RGBA", paper=(0, 0, 0, 0))
    right, lower = pen.size[0] / scale, pen.size[1] / scale
    for inset, colour in _CRIMSON_FRAME if crimson else _GOLD_FRAME:
        i = border * inset
        pen.box(i, i, right - i, lower - i, faces.CORNER + border - i, colour)
    pen.box(border, border, right - border, lower - border, faces.CORNER, (0, 0, 0, 0))
    cut = room + round(faces.CORNER * scale)
    core = (cut, cut, pen.size[0] - cut, pen.size[1] - cut)
    return Sprite(pen.result(), (room, room, room, room), core, hollow=True)


@_kept(160)
def _pile(chip: chips.Chip, count: int, width: int) -> Sprite:
    return Sprite(chips.draw_pile(chip, count, width), _chip_margin(width))


@_kept(256)
def _chip_stack(amount: int, width: int, pennies: bool) -> Sprite:
    piles = chips.piles(amount, pennies=pennies)
    return Sprite.row([_pile(chip, count, width) for chip, count in piles], round(width * 1.06))


def _chip_margin(width: int) -> Box:
    margin = round(chips.MARGIN * width / 100)
    return margin, margin, margin, margin


@_kept(8)
def _dealer_button(width: int) -> Sprite:
    return Sprite(chips.draw_button(width), _chip_margin(width))


@_kept(8)
def _hat(width: int) -> Sprite:
    return Sprite(chips.draw_hat(width), _chip_margin(width))


@_kept(8)
def _knuckles(width: int) -> Sprite:
    return Sprite(chips.draw_knuckles(width), _chip_margin(width))
