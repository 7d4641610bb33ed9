"""The house player of Red Dog: it counts what it beats and bets Kelly's fraction."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine.amounts import YELLOW
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.games.red_dog import Bet, RedDogView, odds

from .advice import Advice


class Beats(Reason, says="your hand beats {wins} of the {unseen} cards that you have not seen"):
    wins: int
    unseen: int


def choose(view: RedDogView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """Bets as the unseen cards promise."""
    if Bet not in may:
        return None
    amounts = may[Bet].next(())
    return Advice(Bet(min(max(amounts), max(min(amounts), worth(view)))), Beats(*odds(view)))


def worth(view: RedDogView) -> int:
    """Kelly's share of the stack in whole yellows; nothing if the chance is no better than even."""
    wins, unseen = odds(view)
    better = 2 * wins - unseen
    return max(0, better * view.stacks[view.viewer] // (unseen * YELLOW) * YELLOW)


def worths(view: RedDogView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, float]:
    """What bets bring on average, in whites. A larger bet than Kelly's brings more and risks too much for it: of those
    the one that was made is weighed alone."""
    if Bet not in may:
        return {}
    wins, unseen = odds(view)
    amounts = may[Bet].next(())
    bets = [Bet(min(amounts)), Bet(min(max(amounts), max(min(amounts), worth(view))))]
    bets += [made] if isinstance(made, Bet) else []
    return {bet: bet.amount / 100 * (2 * wins - unseen) / unseen for bet in bets}
