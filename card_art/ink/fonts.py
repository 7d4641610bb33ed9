"""The fonts that names and words are set in, and which of them covers a character.

Noto Sans and its sisters come with the program, so a machine with no font at all draws most names. What is too large to
bring along (Chinese, Japanese, Korean, colour emoji) is taken from the system's Noto fonts where they are installed.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import fontpkg
from PIL import Image, ImageDraw, ImageFont, features

log = logging.getLogger(__name__)

MAIN = "noto-sans"
_SISTERS = ("arabic", "thai", "tamil", "telugu", "khmer")
EMOJI_SIZE = 109
"""The only size that the bitmaps of Noto Color Emoji come in."""

FAILS = (OSError, RuntimeError, ValueError)
"""What is raised for a text that a font has and that cannot be set or drawn all the same: glyphs too large for FreeType
("raster overflow"), characters that raqm does not lay out."""

# Bidirectional text and joined letters need both; the second is a library of the system.
SHAPING: bool = bool(features.check("raqm") and features.check("fribidi"))


@lru_cache(maxsize=1)
def _system_fonts() -> dict[str, Path]:
    """The system's font files that serve, by name: found by one short walk."""
    roots = ["/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"]
    if sys.platform == "darwin":
        roots += ["/Library/Fonts", "~/Library/Fonts"]
    elif sys.platform == "win32":
        roots += [os.path.expandvars(r"%WINDIR%\Fonts"), os.path.expandvars(r"%LOCALAPPDATA%\Microsoft\Windows\Fonts")]
    found: dict[str, Path] = {}
    for root in roots:
        for folder, _, files in os.walk(os.path.expanduser(root)):
            for name in files:
                if name.startswith(("NotoSans", "NotoColorEmoji", "DejaVuSans-Bold.")):
                    found.setdefault(name, Path(folder) / name)
    return found


@lru_cache(maxsize=1)
def fallbacks() -> tuple[str, ...]:
    """Every text font, in the order in which they are tried for a character."""
    system = _system_fonts()
    cjk = [str(path) for name, path in sorted(system.items()) if name.startswith("NotoSansCJK-Bold")]
    bold = {name.split("-")[0] for name in system if "-Bold." in name}
    other = [
        str(path)
        for name, path in sorted(system.items())
        if "CJK" not in name and "Mono" not in name and name.startswith("NotoSans")
        # Scripts that have no bold are taken as they are.
        if "-Bold." in name or ("-Regular." in name and name.split("-")[0] not in bold)
    ]
    dejavu = [str(path) for name, path in system.items() if name.startswith("DejaVu")]
    return (MAIN, *(f"{MAIN}-{sister}" for sister in _SISTERS), *cjk, *other, *dejavu)


@lru_cache(maxsize=1)
def emoji_path() -> str | None:
    """The colour emoji font, or `None` where the system has none (emoji are then left out)."""
    path = _system_fonts().get("NotoColorEmoji.ttf")
    return str(path) if path else None


@lru_cache(maxsize=128)
def load(key: str, size: int, weight: int = 700, width: int = 100) -> ImageFont.FreeTypeFont:
    """A font ready to draw with. `key` is one of `fallbacks()`; `weight` and `width` hold where the font can vary."""
    engine = ImageFont.Layout.RAQM if SHAPING else ImageFont.Layout.BASIC
    if not key.startswith(MAIN):
        return ImageFont.truetype(key, size, layout_engine=engine)
    font = ImageFont.truetype(str(fontpkg.path(key)), size, layout_engine=engine)
    wanted = {"weight": float(weight), "width": float(width)}
    chosen: list[float] = []
    for axis in font.get_variation_axes():
        name = bytes(axis.get("name") or b"").decode().lower()
        chosen.append(wanted.get(name, float(axis.get("default") or 0)))
    font.set_variation_by_axes(chosen)
    return font


@lru_cache(maxsize=128)
def _probe(key: str) -> tuple[ImageFont.FreeTypeFont, bytes]:
    path = str(fontpkg.path(key)) if key.startswith(MAIN) else key
    size = EMOJI_SIZE if key == emoji_path() else 24
    font = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    # A code point that no font has, drawn as the font's box for what is missing.
    return font, _drawn(font, "\U0010ffff")


def _drawn(font: ImageFont.FreeTypeFont, character: str) -> bytes:
    side = round(font.size) * 2
    image = Image.new("L", (side, side))
    ImageDraw.Draw(image).text((side // 4, side // 4), character, 255, font=font)
    return image.tobytes()


@lru_cache(maxsize=16384)
def covers(key: str, character: str) -> bool:
    """Whether the font has a glyph of its own for this character."""
    font, missing = _probe(key)
    with suppress(*FAILS):
        return _drawn(font, character) != missing
    return False


@lru_cache(maxsize=16384)
def covering(character: str) -> str | None:
    """The first text font that has this character; `None` where none has, so that it is left out."""
    return next((key for key in fallbacks() if covers(key, character)), None)


def report() -> None:
    """Tell the log once what the fonts of this machine can and cannot draw."""
    cjk = any("CJK" in key for key in fallbacks())
    log.info(
        "Fonts: shaping %s, Chinese/Japanese/Korean %s, colour emoji %s.",
        *("yes" if there else "no" for there in (SHAPING, cjk, emoji_path())),
    )
    if not SHAPING:
        log.warning("Names in Arabic, Hebrew and Indic scripts need the system library libfribidi0 to be set properly.")
