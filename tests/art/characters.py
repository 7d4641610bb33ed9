"""Every character of Unicode, alone and in a name, in the fonts that come with the program."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable

from card_art.ink import fonts, text
from card_art.ink.sizes import NAME

BUNDLED = (fonts.MAIN, *(f"{fonts.MAIN}-{sister}" for sister in fonts._SISTERS))
TOO_WIDE = "\ufdfd"
"""A whole sentence in one character: FreeType says "raster overflow"."""
EVERY = range(sys.maxunicode + 1)
SOME = (*range(0, sys.maxunicode + 1, 389), *range(0xFB50, 0xFE00), *range(0x2000, 0x2070))
"""Besides a sample, everything that has made trouble: Arabic letters of the widest forms, and direction marks."""


def not_drawn(first: str, points: Iterable[int]) -> list[str]:
    """What fails, where the font `first` is tried before the others and the machine has none of its own. It is called
    in a process of its own, whose fonts are other ones from then on."""
    order = (first, *(key for key in BUNDLED if key != first))
    fonts._system_fonts = dict  # type: ignore[assignment]
    fonts.fallbacks = lambda: order  # type: ignore[assignment]
    fonts.covering.cache_clear()
    return [told for point in points if _is_one(character := chr(point)) for told in _failures(character)]


def _is_one(character: str) -> bool:
    return unicodedata.category(character) not in ("Cn", "Cs", "Co")


def _failures(character: str) -> Iterable[str]:
    for name in (character, f"Ann {character}b"):
        try:
            text.label.__wrapped__(name, NAME, name=True)  # type: ignore[attr-defined]  # none of them is kept
        except Exception as error:
            yield f"{name!a}: {error!r}"
