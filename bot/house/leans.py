"""What house players with a nerve of their own do otherwise, game by game, where it is close.

See house-players.md, What they have in common. A lean looks at the reason that the policy gives for its move:
only where that says that it was close, another move is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from bot.engine.amounts import YELLOW
from bot.engine.betting import CALL, FOLD, Call, Fold
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games import farmer, gin_rummy, red_dog, three_five_seven
from bot.games.parts import melds, wagers
from bot.games.parts.pot_bets import Bet as PotBet
from bot.games.poker.carried_over import PokerView

from . import farmer as farmer_house
from . import gin_rummy as gin_house
from . import in_between as in_between_house
from . import poker as poker_house
from . import red_dog as red_dog_house
from . import three_five_seven as strikes
from .advice import Advice, HouseEdge
from .manners import CHARACTERS, PLAIN, Nerve

May: TypeAlias = Mapping[type[Move], Offer]
Instead: TypeAlias = Callable[[Any, May, Advice], Move | None]


class Lean(NamedTuple):
    """What somebody of a certain nerve does at a game."""

    told: str
    instead: Instead
    """The move that they make in place of what the policy says; None where they make the same."""


def leaned(view: View, may: May, made: Advice, nerve: Nerve) -> Move:
    """What somebody of this nerve does, where the policy says this."""
    lean = LEANS.get((view.game, nerve))
    move = lean.instead(view, may, made) if lean is not None else None
    if move is None or type(move) not in may or may[type(move)].refusal(move) is not None:
        return made.move
    return move


def manner_said(name: str, game: str) -> str:
    """What is said of a house player at a game, behind "who": of their pace, and of their nerve where that makes a
    difference there; "" if there is nothing to say."""
    manner = CHARACTERS.get(name, PLAIN)
    lean = LEANS.get((game, manner.nerve))
    return " and ".join(filter(None, (manner.said, lean.told if lean is not None else "")))


# ---- bets --------------------------------------------------------------------------------------------


def scaled(kind: type[Move], reason: type, by: float) -> Instead:
    """Bets this part of what the policy finds right, in whole yellows."""

    def instead(view: Any, may: May, made: Advice) -> Move | None:
        if not isinstance(made.move, kind) or not isinstance(made.why, reason):
            return None
        (bet,) = made.move.parts
        among = may[kind].next(())
        if bet <= min(among):
            return None
        return kind(min(max(among), max(min(among), round(by * bet / YELLOW) * YELLOW)))

    return instead


STAKES = 20
"""A gambler wagers twice the least while their stack holds that this many times."""


def wagers_twice(view: Any, may: May, made: Advice) -> Move | None:
    if not isinstance(made.move, wagers.Bet) or not isinstance(made.why, HouseEdge):
        return None
    twice = 2 * made.move.amount
    return wagers.Bet(twice) if STAKES * twice <= view.stacks[view.viewer] else None


# ---- cards -------------------------------------------------------------------------------------------


def draws_once_more(view: farmer.FarmerView, may: May, made: Advice) -> Move | None:
    why = made.why
    return farmer.Hit() if isinstance(why, farmer_house.Enough) and why.total == why.enough else None


def stays_sooner(view: farmer.FarmerView, may: May, made: Advice) -> Move | None:
    why = made.why
    return farmer.Stay() if isinstance(why, farmer_house.TooLittle) and why.total == why.enough - 1 else None


KNOCKS_WITH = 9
"""The most deadwood with which a patient player knocks."""


def knocks_with_less(view: gin_rummy.GinRummyView, may: May, made: Advice) -> Move | None:
    if not isinstance(made.why, gin_house.LowEnough) or made.why.left <= KNOCKS_WITH:
        return None
    around, held = view.options.around, melds.mask(view.hand)
    left = {card: melds.deadwood(held ^ melds.bit(card), around) for card in may[gin_rummy.Discard].next(())}
    return gin_rummy.Discard(gin_house.best_throw(view, left, around))


# ---- in or out ---------------------------------------------------------------------------------------

LIKES, DOUBTS = 62, 72
"""With a hand that beats this many of a hundred random ones a bold player is in; with fewer than that a careful one is
out."""


def is_in_more(view: three_five_seven.ThreeFiveSevenView, may: May, made: Advice) -> Move | None:
    close = isinstance(made.why, strikes.TooLittle) and made.why.percent >= LIKES
    return three_five_seven.Declare(three_five_seven.IN) if close else None


def is_in_less(view: three_five_seven.ThreeFiveSevenView, may: May, made: Advice) -> Move | None:
    close = isinstance(made.why, strikes.Enough) and made.why.percent < DOUBTS
    return three_five_seven.Declare(three_five_seven.OUT) if close else None


CLOSE = 3
"""How near a hand comes to the price of a call, in per cent."""


def calls_more(view: PokerView, may: May, made: Advice) -> Move | None:
    close = isinstance(made.why, poker_house.Odds) and made.why.price - made.why.wins <= CLOSE
    return CALL if close and isinstance(made.move, Fold) and Call in may else None


def folds_more(view: PokerView, may: May, made: Advice) -> Move | None:
    close = isinstance(made.why, poker_house.Odds) and made.why.wins - made.why.price <= CLOSE
    return FOLD if close and isinstance(made.move, Call) and Fold in may else None


LEANS: Mapping[tuple[str, Nerve], Lean] = {
    ("in-between", Nerve.GAMBLING): Lean("bets a third more", scaled(PotBet, in_between_house.Between, 4 / 3)),
    ("in-between", Nerve.CAREFUL): Lean("bets a third less", scaled(PotBet, in_between_house.Between, 2 / 3)),
    ("red-dog", Nerve.GAMBLING): Lean("bets a third more", scaled(red_dog.Bet, red_dog_house.Beats, 4 / 3)),
    ("red-dog", Nerve.CAREFUL): Lean("bets a third less", scaled(red_dog.Bet, red_dog_house.Beats, 2 / 3)),
    ("blackjack", Nerve.GAMBLING): Lean("wagers twice the least", wagers_twice),
    ("farmer", Nerve.BOLD): Lean("draws once more where it is close", draws_once_more),
    ("farmer", Nerve.CAREFUL): Lean("stays a point sooner", stays_sooner),
    ("gin-rummy", Nerve.PATIENT): Lean(f"knocks with {KNOCKS_WITH} or less", knocks_with_less),
    ("three-five-seven", Nerve.BOLD): Lean("is in more often", is_in_more),
    ("three-five-seven", Nerve.CAREFUL): Lean("is out more often", is_in_less),
    ("poker", Nerve.BOLD): Lean("calls where it is close", calls_more),
    ("poker", Nerve.CAREFUL): Lean("folds where it is close", folds_more),
}
"""By the slug of the game."""
