"""The pictures that people of the local Discord have chosen: a face in colours of its own for each name."""

from __future__ import annotations

import io
from functools import lru_cache
from hashlib import sha256

from PIL import Image, ImageDraw

_SIDE, _SHARP = 256, 2


def name_of(user_id: str) -> str:
    """What Discord would call somebody's picture: another picture has another name."""
    return sha256(user_id.encode()).hexdigest()[:32]


@lru_cache(maxsize=64)
def drawn(name: str, side: int) -> bytes:
    """The picture of this name as a PNG file, `side` pixels wide and high."""
    seed = sha256(name.encode()).digest()
    whole = _SIDE * _SHARP
    image = Image.new("RGB", (whole, whole), _colour(seed[0], 170, 205))
    pen = ImageDraw.Draw(image)

    def oval(x: float, y: float, w: float, h: float, fill: tuple[int, int, int]) -> None:
        pen.ellipse([(x - w) * whole, (y - h) * whole, (x + w) * whole, (y + h) * whole], fill=fill)

    oval(0.5, 1.02, 0.42, 0.3, _colour(seed[1], 190, 150))  # shoulders
    hair, skin = _colour(seed[2], 150, 90), _colour(12 + seed[3] % 14, 120, 150 + seed[4] % 90)
    oval(0.5, 0.44, 0.31, 0.34, hair)
    oval(0.5, 0.52, 0.25, 0.29, skin)
    for side_of in (-1, 1):
        oval(0.5 + side_of * 0.1, 0.5, 0.032, 0.042, (34, 28, 36))
    mouth = [0.4 * whole, 0.54 * whole, 0.6 * whole, (0.66 + seed[5] % 4 / 50) * whole]
    pen.arc(mouth, 20, 160, fill=(120, 30, 40), width=whole // 40)
    out = io.BytesIO()
    image.resize((side, side), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


def _colour(hue: int, saturation: int, value: int) -> tuple[int, int, int]:
    return Image.new("HSV", (1, 1), (hue % 256, saturation, value)).convert("RGB").getpixel((0, 0))  # type: ignore[return-value]
