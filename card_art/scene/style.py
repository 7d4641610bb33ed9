"""How somebody likes their cards, and what tables are covered with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Cloth: TypeAlias = str
"""The name of one of `ink.cloths.CLOTHS`."""


@dataclass(frozen=True)
class Style:
    """How somebody likes their cards, and what the table is covered with that they lie on."""

    four_colour: bool = True
    """Each suit in a colour of its own, rather than black and red."""
    compact: bool = False
    """A big rank and one big suit on every card, rather than people on the courts, and pips where they fit."""
    cloth: Cloth = "green"
    """A game keeps to one, so that its tables are known at a glance."""


DEFAULT_STYLE = Style()
