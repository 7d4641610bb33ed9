"""Fewer colours and fewer steps of smoothing in what pictures are made of.

Nobody sees the difference, and deflate, which lives on what comes again, makes pictures a quarter smaller and is
quicker over them.
"""

from __future__ import annotations

from PIL import Image


def few_levels(mask: Image.Image, levels: int) -> Image.Image:
    """The mask with so many steps from clear to opaque."""
    return mask.point([round(round(i / 255 * levels) * 255 / levels) for i in range(256)])


def few_colours(image: Image.Image, colours: int, levels: int = 8) -> Image.Image:
    """An RGBA image with so many colours, and so many steps of opacity."""
    few = image.convert("RGB").quantize(colours, dither=Image.Dither.NONE).convert("RGBA")
    few.putalpha(few_levels(image.getchannel("A"), levels))
    return few
