"""The mistakes that beginners make, and house players that play as learners or as friends.

See house-players.md, What they have in common. A learner takes the move that its game's policy would make, and makes a
beginner's move of it where a mistake comes up.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from bot.engine.offers import Move
from bot.engine.view import View

from ..player import Strength
from . import with_cards, with_chips
from .mistake import May, Mistake

MISTAKES: Mapping[str, Sequence[Mistake]] = {**with_cards.MISTAKES, **with_chips.MISTAKES}
"""By the slug of the game; a game without has nothing to decide."""
SLIPS = {Strength.LEARNER: 1.0, Strength.FRIENDLY: 0.25, Strength.CLUB: 0.0}
"""How often each makes a mistake that comes up."""


def played(view: View, may: May, move: Move, strength: Strength, rng: random.Random) -> Move:
    """What somebody of this strength does, where this move would be right."""
    slips = SLIPS[strength]
    if not slips:
        return move
    for mistake in MISTAKES.get(view.game, ()):
        made = instead(mistake, view, may, move)
        if made is not None and rng.random() < slips:
            return made
    return move


def instead(mistake: Mistake, view: View, may: May, move: Move) -> Move | None:
    """The move of somebody who makes this mistake here; None where it does not come up."""
    made = mistake.instead(view, may, move)
    if made is None or made == move or type(made) not in may or may[type(made)].refusal(made) is not None:
        return None
    return made
