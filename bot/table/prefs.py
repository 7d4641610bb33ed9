"""What a person has chosen for themselves, wherever they play."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.prefs import AllIn, Nights, Remind


@dataclass(frozen=True)
class Prefs:
    """None follows the server."""

    four_colour: bool | None = None
    compact: bool | None = None
    remind: Remind = "later"
    knows: frozenset[str] = frozenset()
    """The games of which this person has played a hand."""
    met: frozenset[str] = frozenset()
    """The kinds of moves that this person has been told of, as `game/verb`."""
    explains: bool = True
    """Whether a kind of move is told of when it is possible for the first time."""
    nights: Nights = "channel"
    """Where this person is reminded of nights."""
    all_in: AllIn = "auto"
    sizes_before: str = ""
    """Sizes of bets before the flop, as they are typed; nothing for the usual ones."""
    sizes_after: str = ""
    """The same for later rounds."""


USUAL = Prefs()
"""Of somebody who has chosen nothing."""
