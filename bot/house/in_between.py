"""The house player of In-Between: it counts the cards that win and bets as they promise.

See house-players.md, In-Between.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.engine.amounts import YELLOW
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.games.in_between import (
    ACE_SIDE,
    HIGH,
    LOW,
    POSTS,
    THIRD_OF_THE_RANK,
    Ace,
    InBetweenView,
    Posts,
    Take,
    odds,
)
from bot.games.parts.pot_bets import Bet, bet_range

from .advice import Advice

WORTH_THE_POT = 45
"""From this chance on, in per cent, the whole pot is bet, where that is no more than half the stack."""


class Sides(Reason, says="{high} cards win with it high, {low} with it low"):
    high: int
    low: int


class Between(Reason, says="{wins} of the {unseen} cards to come fall between"):
    wins: int
    unseen: int


class ForThePot(Reason, says="{wins} of the {unseen} cards to come fall between, and that takes the pot"):
    wins: int
    unseen: int


class Third(Reason, says="{wins} of the {unseen} cards to come are the third of the rank"):
    wins: int
    unseen: int


def choose(view: InBetweenView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice | None:
    """Calls the ace where more cards win."""
    if Ace in may:
        high, low = odds(view, HIGH)[0], odds(view, LOW)[0]
        return Advice(Ace(HIGH if high >= low else LOW), Sides(high, low))
    if Take in may:
        amount = covering(view, may[Bet].next(()))
        return Advice(Bet(amount) if worth_more(view, amount) else Take(), Third(*odds(view)))
    if Bet in may:
        amounts = may[Bet].next(())
        amount = min(max(amounts), max(min(amounts), worth(view)))
        pair = len({c.rank for c in view.faces(POSTS)}) == 1
        why = Third if pair else ForThePot if amount == view.pot else Between
        return Advice(Bet(amount), why(*odds(view)))
    return None


def worth(view: InBetweenView) -> int:
    """What to bet, in whole yellows; nothing if the chance is no better than even."""
    wins, unseen = odds(view)
    pot, stack = view.pot, view.stacks[view.viewer]
    wanted = max(0, (2 * wins - unseen) * stack // (unseen * YELLOW) * YELLOW)
    if 100 * wins >= WORTH_THE_POT * unseen and 2 * pot <= stack:
        wanted = pot
    if wanted >= pot and not all_have_played(view):
        return pot // 2 // YELLOW * YELLOW
    return min(wanted, pot)


def all_have_played(view: InBetweenView) -> bool:
    """Whether every other seat has had a turn in this match: before that, a pot that is taken ends it for them. After a
    round everybody has had one, and who has no chips gets none."""
    waiting = {seat for seat in view.players if view.stacks[seat] and seat != view.viewer}
    return view.number > 0 or waiting <= {posts.seat for posts in view.events_of(Posts)}


def covering(view: InBetweenView, amounts: Collection[int]) -> int:
    """The smallest bet on a third card of the rank that wins the whole pot, as far as the range goes."""
    whole = -(-view.pot // (THIRD_OF_THE_RANK * YELLOW)) * YELLOW
    return min(max(amounts), max(whole, view.options.min_bet, min(amounts)))


def worth_more(view: InBetweenView, amount: int) -> bool:
    """Whether that bet promises more than the pay for the pair."""
    return promised(view, amount) > min(2 * view.options.min_bet, view.pot)


def promised(view: InBetweenView, amount: int) -> float:
    """What a bet brings on average."""
    wins, unseen = odds(view)
    pair = len({c.rank for c in view.faces(POSTS)}) == 1
    won = min(THIRD_OF_THE_RANK * amount, view.pot) if pair else amount
    return (wins * won - (unseen - wins) * amount) / unseen


def worths(
    view: InBetweenView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random
) -> Mapping[Move, float]:
    """What bets bring on average, in whites: the least, the house player's, and the one that was made. What is larger
    may bring more, and risks too much for it. An ace is weighed with the bet that follows."""
    if Ace in may:
        return {Ace(side): _called(view, side) / 100 for side in (HIGH, LOW)}
    found: dict[Move, float] = {}
    if Take in may:
        found[Take()] = min(2 * view.options.min_bet, view.pot) / 100
    if Bet in may:
        amounts = may[Bet].next(())
        club = covering(view, amounts) if Take in may else min(max(amounts), max(min(amounts), worth(view)))
        bets = [Bet(club), *([made] if isinstance(made, Bet) else [])]
        bets += [] if Take in may else [Bet(min(amounts))]
        found |= {bet: promised(view, bet.amount) / 100 for bet in bets}
    return found


def _called(view: InBetweenView, side: str) -> float:
    """What the turn brings with the ace on this side."""
    called = replace(view, facts={**view.facts, ACE_SIDE.name: side})
    least = min(bet_range(view.pot, view.stacks[view.viewer], view.options.min_bet))
    if not odds(called)[0]:
        return -least
    return promised(called, max(least, worth(called)))
