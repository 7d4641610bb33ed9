"""The house player of poker, for now: it checks, calls and stands pat."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine.betting import CALL, CHECK, FOLD, Call, Check
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.poker.moves import DECLINE, Decline, Draw


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """Never more than it must."""
    if Check in may:
        return CHECK
    if Call in may:
        return CALL if rng.random() < 0.8 else FOLD
    return Draw(()) if Draw in may else DECLINE if Decline in may else None
