"""Names of people, as they are kept and shown."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from bot.engine.quoting import escaped

__all__ = ["MEMBER", "escaped", "visible"]

MEMBER = "Member"
"""Whose name shows nothing, where they have no seat."""
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u2800")
"""Letters and signs by their category, of which nothing is seen."""


@lru_cache(1024)
def visible(name: str, fallback: str) -> str:
    """A name, or `fallback` ("Seat 3") if nothing of it can be seen: spaces, marks and signs without a body."""
    seen = (c not in _BLANK and unicodedata.category(c)[0] not in "ZCM" for c in name)
    return name if any(seen) else fallback
