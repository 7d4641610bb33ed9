"""How somebody likes their cards, and what tables are covered with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Cloth: TypeAlias = Literal["green", "blue", "wine"]


@dataclass(frozen=True)
class Style:
    """How somebody likes their cards."""

    four_colour: bool = True
    """Each suit in a colour of its own, rather than black and red."""
    compact: bool = False
    """A big rank and one big suit on every card, rather than people on the courts, and pips where they fit."""


DEFAULT_STYLE = Style()
