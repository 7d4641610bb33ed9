"""Names of people, as they are kept and shown."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

from bot.engine.quoting import escaped, without_turns

__all__ = ["MEMBER", "apart", "compared", "escaped", "visible"]

MEMBER = "Member"
"""Whose name shows nothing, where they have no seat."""
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u2800")
"""Letters and signs by their category, of which nothing is seen."""


@lru_cache(1024)
def visible(name: str, fallback: str) -> str:
    """A name, or `fallback` ("Seat 3") if nothing of it can be seen: spaces, marks and signs without a body."""
    seen = (c not in _BLANK and unicodedata.category(c)[0] not in "ZCM" for c in name)
    return name if any(seen) else fallback


@lru_cache(1024)
def compared(name: str) -> str:
    """A name as it is compared with what people type: in small letters, in the plain form of its signs, with single
    spaces, without marks of direction."""
    return " ".join(unicodedata.normalize("NFKC", without_turns(name)).casefold().split())


@lru_cache(1024)
def apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names by their seats; those that are read alike have their seat's number: `Ana (2)`. People count seats
    from 1. Seats without a name stay so."""
    found = [*names]
    for _ in names:  # a name may be what another has become
        counted = Counter(map(compared, found))
        alike = [n for n, name in enumerate(found) if name and counted[compared(name)] > 1]
        if not alike:
            break
        for n in alike:
            found[n] = f"{found[n]} ({n + 1})"
    return tuple(found)
