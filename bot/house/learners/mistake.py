"""What a beginner's mistake is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from bot.engine.offers import Move, Offer

May: TypeAlias = Mapping[type[Move], Offer]
"""What may be done now, by the kind of move."""


class Mistake(NamedTuple):
    """Something that beginners do at a game."""

    told: str
    """What they do, behind "A beginner …"."""
    instead: Callable[[Any, May, Move], Move | None]
    """The move that a beginner makes here, with this view and these offers, in place of the move of somebody who plays
    well; None where they would make the same."""
