"""Faces in their rings, each known by a key: people's own pictures, made small from whatever they are and drawn in the
colours of a cloth, and the drawn faces of house players.

A picture that goes out has 256 colours, which its cards and chips need (`png_palette`): a face is mixed from dots of
them. At half size, as Discord shows it, nobody sees the dots.
"""

from __future__ import annotations

import io
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from PIL import Image

from card_art.ink.palette import BADGES, blend, rgb
from card_art.ink.pen import Pen
from card_art.ink.png_palette import blended
from card_art.ink.quantize import few_levels
from card_art.ink.sprite_cache import cached_sprite
from card_art.people import house
from card_art.people.emblem import lamp
from card_art.people.house import PEOPLE
from card_art.scene.people import house_name

SIDE = 192
"""Width and height of a face as it is kept, in pixels: about as large as the end of a match draws it."""
MOST_BYTES = 1 << 20
"""A larger file is nobody's avatar, which was asked for at 256 pixels."""
MOST_PIXELS = 1 << 20
"""More are not unpacked: a small file may hold a picture that fills the memory."""
MOST_KEPT = 2000
"""How many avatars are kept at a time; beyond that, the oldest make room."""
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
_GROUND = "#31443c"
"""Behind what is clear."""
_QUALITY = 80
_RING, _RING_SHARE = 3, 0.045
"""The least width of a ring, and what it is of a large face's."""
_LAMP_FROM, _LAMP_SHARE = 60, 0.3
_FAINT = "#1b2a25"
_EDGE_STEPS = 6

_kept: dict[str, bytes] = {}
"""Faces by their keys, the oldest first."""


class Ring(NamedTuple):
    """What a face has around it."""

    colour: str
    width: float


class NoFace(ValueError):
    """A file is no picture that can be shown; the message says why."""


def shrunk(data: bytes) -> bytes:
    """The middle of a picture, square and small, as a JPEG file; of a moving one its beginning. Takes some ms: not for
    the event loop. Raises NoFace."""
    if len(data) > MOST_BYTES:
        raise NoFace(f"it has {len(data)} bytes")
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise NoFace(f"it is {image.width} × {image.height} pixels large")
            picture = image.convert("RGBA")
    except NoFace:
        raise
    except Exception as error:  # whatever a decoder makes of bytes that somebody else has chosen
        raise NoFace(f"it cannot be read: {error}") from error
    side = min(picture.size)
    left, top = (picture.width - side) // 2, (picture.height - side) // 2
    picture = picture.crop((left, top, left + side, top + side)).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", picture.size, rgb(_GROUND))
    whole.paste(picture, mask=picture)
    out = io.BytesIO()
    whole.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return out.getvalue()


def is_whole(face: bytes) -> bool:
    """Whether a kept face is as large as faces are kept now: those of before were smaller."""
    try:
        with Image.open(io.BytesIO(face), formats=("JPEG",)) as image:
            return image.width >= SIDE
    except Exception:  # a record that was damaged
        return False


def key_of(face: bytes) -> str:
    """The name by which scenes ask for a face: other bytes have another one."""
    return sha256(face).hexdigest()[:16]


def keep(face: bytes) -> None:
    """From now on scenes may ask for this face, as `shrunk` has made it, by its key."""
    key = key_of(face)
    _kept.pop(key, None)
    while len(_kept) >= MOST_KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = face


def known(key: str) -> str:
    """The key of a face that can be drawn; "" where it is not here, or was no picture."""
    if house_name(key) in PEOPLE:
        return key
    return key if key in _kept and _opened(key) is not None else ""


@cached_sprite
def portrait(
    key: str, number: int, size: int, dim: bool, cloth: str, ring: Ring | None = None
) -> tuple[Image.Image, Image.Image]:
    """A known face in a ring of its seat's colour, or in another `ring`: picture and mask."""
    colour, wide = (ring.colour, round(ring.width)) if ring else (_ring(number, dim), _RING)
    if name := house_name(key):
        return _of_the_house(name, size, dim, colour, wide if ring else max(_RING, round(size * _RING_SHARE)))
    face = _opened(key)
    assert face is not None, "it is known"
    inner = size - 2 * wide
    small = face.resize((inner, inner), Image.Resampling.LANCZOS)
    if dim:
        small = Image.blend(small, Image.new("RGB", small.size, rgb(_GROUND)), 0.55)
    image = Image.new("RGB", (size, size), rgb(colour))
    image.paste(blended(small, cloth), (wide, wide), _disc(inner))
    return image, _disc(size)


def _of_the_house(name: str, size: int, dim: bool, colour: str, ring: int) -> tuple[Image.Image, Image.Image]:
    """A house player, from a certain size on with the lamp of the house."""
    inner = size - 2 * ring
    pen = Pen(inner, inner, 1)
    house.draw(pen.at(0, 0, inner / house.SIDE), name)
    small = pen.result()
    if dim:
        small = Image.blend(small.convert("L").convert("RGB"), Image.new("RGB", small.size, rgb(_FAINT)), 0.45)
    image, mask = Image.new("RGB", (size, size), rgb(colour)), _disc(size)
    image.paste(small, (ring, ring), _disc(inner))
    if size >= _LAMP_FROM:
        mark = lamp(round(size * _LAMP_SHARE))
        at = size - mark.width
        image.paste(mark, (at, at), mark)
        mask = mask.copy()
        mask.paste(255, (at, at), few_levels(mark.getchannel("A"), _EDGE_STEPS))
    return image, mask


def _ring(number: int, dim: bool) -> str:
    colour = blend(BADGES[number % len(BADGES)], "#ffffff", 0.35)
    return blend(colour, _GROUND, 0.5) if dim else colour


@cached_sprite
def _disc(size: int) -> Image.Image:
    pen = Pen(size, size, 1, mode="L")
    pen.oval(size / 2, size / 2, size / 2, fill=255)
    return few_levels(pen.result(), _EDGE_STEPS)


@lru_cache(maxsize=64)
def _opened(key: str) -> Image.Image | None:
    try:
        return Image.open(io.BytesIO(_kept[key]), formats=("JPEG",)).convert("RGB")
    except Exception:  # a record that was damaged: there are initials for that
        return None
