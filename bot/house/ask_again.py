"""A house player that has not made up its mind: games without turns give it time to think like a person."""

from __future__ import annotations

from typing import NamedTuple


class AskAgainAt(NamedTuple):
    """Nothing now. Ask again at this table time (ms), or when something has happened."""

    at: int
