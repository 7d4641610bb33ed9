"""Avatars to draw, and files that are none."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image

Colour = tuple[int, int, int]


def avatar(colour: Colour = (40, 90, 200), size: tuple[int, int] = (128, 128), form: str = "PNG") -> bytes:
    """A file with a picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, form)
    return out.getvalue()


def moving() -> bytes:
    """A GIF that begins red and turns blue."""
    out, frames = io.BytesIO(), [Image.new("RGB", (64, 64), colour) for colour in ("#d02020", "#2020d0")]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=100, loop=0)
    return out.getvalue()


def clear() -> bytes:
    """Nothing but a white stripe in the middle."""
    image = Image.new("RGBA", (100, 100), (255, 0, 0, 0))
    image.paste((255, 255, 255, 255), (40, 0, 60, 100))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def bomb() -> bytes:
    """A small file that says it is 60,000 pixels wide and high."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + head
        + struct.pack(">II", zlib.crc32(head), 64)
        + b"IDAT"
        + b"\0" * 64
    )
