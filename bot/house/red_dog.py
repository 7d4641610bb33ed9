"""The house player of Red Dog: it counts what it beats and bets Kelly's fraction."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.engine.amounts import YELLOW
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.parts.agreed_end import Agree
from bot.games.red_dog import Bet, odds


def choose(view: View, offers: Sequence[Offer], whim: random.Random) -> Move | None:
    """Agrees at once to an early end and never proposes one; else bets as the unseen cards promise."""
    kinds = {offer.kind: offer for offer in offers if offer}
    if Agree in kinds:
        return Agree()
    if Bet not in kinds:
        return None
    amounts = kinds[Bet].next(())
    return Bet(min(max(amounts), max(min(amounts), worth(view))))


def worth(view: View) -> int:
    """Kelly's share of the stack in whole yellows; nothing where the chance is no better than even."""
    wins, unseen = odds(view)
    better = 2 * wins - unseen
    return max(0, better * view.stacks[view.viewer] // (unseen * YELLOW) * YELLOW)
