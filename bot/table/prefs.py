"""What a person has chosen for themselves, wherever they play."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.prefs import Remind


@dataclass(frozen=True)
class Prefs:
    """None follows the server."""

    four_colour: bool | None = None
    compact: bool | None = None
    remind: Remind = "later"
    knows: frozenset[str] = frozenset()
    """The games of which this person has played a hand."""
