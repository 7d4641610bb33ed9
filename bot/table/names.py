"""What people have written, their names above all, as it stands in a message of ours."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_READ = re.compile(r"[\\*_~|`<>\[\]]|^[-#+]|(?<=^\d)\.|(?<=^\d\d)\.")
_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that change the direction in which all that follows is read."""


@lru_cache(1024)
def escaped(text: str) -> str:
    """What a person has written, a name above all, as it stands in a message of ours: on its line, in the direction of
    its own letters alone, and none of it read as markdown, a mention or a link."""
    text = " ".join(_TURNS.sub("", text).split())
    text = _READ.sub(r"\\\g<0>", text).replace("@", "@\u200b").replace("://", ":\\//")
    turned = any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)
    return f"\u2068{text}\u2069" if turned else text
