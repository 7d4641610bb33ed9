"""The smallest chip in play, of which all bets are whole numbers (rules/poker.md, "Whole chips")."""

from __future__ import annotations

from functools import lru_cache
from itertools import dropwhile, islice

from bot.engine.amounts import WHITE, up_to
from bot.engine.steps import steps

from .options import Options, at_most, dearest

LOOKED_AT = 13
"""As many levels from one on say what all later ones can be paid in: then each is twice an earlier one."""


@lru_cache(256)
def in_play(options: Options, level: float) -> int:
    """The smallest chip at this level of a freezeout, or at the stakes of any other table. It never becomes smaller
    again: a level's chip also pays all later stakes. Hundredths of a white."""
    if level == 1 or not options.freezeout:
        return options.chip
    later = islice(dropwhile(lambda times: times < level, steps()), LOOKED_AT)
    stakes = tuple(up_to(options.stakes * times, WHITE) for times in later)
    return max(options.chip, dearest(at_most(options, stakes[0], level), stakes))
