"""Fewer steps of smoothing in what pictures are made of.

Nobody sees the difference, and deflate lives on what comes again.
"""

from __future__ import annotations

from functools import cache

from PIL import Image


def few_levels(mask: Image.Image, levels: int) -> Image.Image:
    """The mask with this many steps from clear to opaque."""
    return mask.point(_steps(levels))


@cache
def _steps(levels: int) -> list[int]:
    """For each opacity the one that it becomes."""
    return [round(round(i / 255 * levels) * 255 / levels) for i in range(256)]


def few_opacities(image: Image.Image, levels: int) -> Image.Image:
    """An RGBA image with this many steps of opacity."""
    few = image.copy()
    few.putalpha(few_levels(image.getchannel("A"), levels))
    return few
