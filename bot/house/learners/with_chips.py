"""What beginners do wrong where chips are bet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.betting import CALL, Bet, Call, Check, Fold
from bot.engine.facts import DISCARDS
from bot.engine.offers import Move
from bot.games import backhand, farmer, in_between, knock_poker, red_dog, seven_twenty_seven, three_five_seven
from bot.games.blackjack import HIT, SPLIT, STAND
from bot.games.blackjack import moves as blackjack
from bot.games.blackjack.facts import HAND_PILE, TURN
from bot.games.blackjack.hands import worth
from bot.games.parts import wagers
from bot.games.parts.poker_hands import Kind, kind, strength
from bot.games.parts.pot_bets import Bet as PotBet
from bot.games.poker import moves as poker
from bot.games.poker.carried_over import PokerView
from bot.games.poker.facts import STAKES

from .. import seven_twenty_seven as high_or_low
from ..poker import Round
from ..three_five_seven import beaten
from .mistake import May, Mistake

# ---- against the house -------------------------------------------------------------------------------


SEVENTEEN = 17


def calls_late(view: backhand.BackhandView, may: May, move: Move) -> Move | None:
    total = backhand.worth(view.faces(backhand.CARDS.of(view.viewer)))
    return backhand.HIT if move == backhand.CALL and total < SEVENTEEN else None


def mimics_the_dealer(view: blackjack.BlackjackView, may: May, move: Move) -> Move | None:
    if move in (HIT, STAND) or isinstance(move, blackjack.Double) or move == SPLIT:
        total, _ = worth(view.faces(HAND_PILE.of(*view.fact(TURN))))
        return STAND if total >= SEVENTEEN else HIT
    return None


def insures(view: blackjack.BlackjackView, may: May, move: Move) -> Move | None:
    if move == wagers.PASS and blackjack.Insure in may:
        return blackjack.Insure(max(may[blackjack.Insure].next(())))
    return None


# ---- for the pot -------------------------------------------------------------------------------------

AFRAID_FROM = 12


def fears_going_over(view: farmer.FarmerView, may: May, move: Move) -> Move | None:
    return farmer.Stay() if isinstance(move, farmer.Hit) and farmer.worth(view.hand) >= AFRAID_FROM else None


WIDE = 6
"""Two cards look like a good bet from more ranks apart than this."""


def bets_on_a_look(view: in_between.InBetweenView, may: May, move: Move) -> Move | None:
    if not isinstance(move, PotBet):
        return None
    low, *_, high = sorted(c.rank for c in view.faces(in_between.POSTS))
    if high - low <= WIDE:
        return None
    amounts = [*may[PotBet].next(())]
    return PotBet(max(move.amount, amounts[len(amounts) // 2]))


def calls_aces_high(view: in_between.InBetweenView, may: May, move: Move) -> Move | None:
    return in_between.Ace(in_between.HIGH) if isinstance(move, in_between.Ace) else None


COURT = 11


def bets_on_court_cards(view: red_dog.RedDogView, may: May, move: Move) -> Move | None:
    """An ace is high."""
    courts = sum(c.rank >= COURT or c.rank == 1 for c in view.hand)
    if not isinstance(move, red_dog.Bet) or not courts:
        return None
    amounts = [*may[red_dog.Bet].next(())]
    return red_dog.Bet(amounts[min(len(amounts) - 1, courts * len(amounts) // 4)])


MIDDLING = 0.4
"""Of random hands: what somebody beats who likes their hand."""


def is_in_with_anything_fair(view: three_five_seven.ThreeFiveSevenView, may: May, move: Move) -> Move | None:
    out = three_five_seven.Declare(three_five_seven.OUT)
    return three_five_seven.Declare(three_five_seven.IN) if move == out and beaten(view) >= MIDDLING else None


NEARLY = 40
"""In half points: from 20 on one more card looks like too much."""


def stops_early(view: seven_twenty_seven.SevenTwentySevenView, may: May, move: Move) -> Move | None:
    near = isinstance(move, seven_twenty_seven.Hit) and high_or_low.nearest(view) >= NEARLY
    return seven_twenty_seven.STAND if near else None


def stays_for_what_it_paid(view: seven_twenty_seven.SevenTwentySevenView, may: May, move: Move) -> Move | None:
    return CALL if isinstance(move, Fold) else None


# ---- poker -------------------------------------------------------------------------------------------


def waits_with_a_good_hand(view: knock_poker.KnockPokerView, may: May, move: Move) -> Move | None:
    if not isinstance(move, knock_poker.Knock):
        return None
    kept = [c for c in view.hand if c != move.card]
    return knock_poker.Discard(move.card) if kind(strength(kept)) < Kind.STRAIGHT else None


def takes_to_a_pair(view: knock_poker.KnockPokerView, may: May, move: Move) -> Move | None:
    if move != knock_poker.Draw(knock_poker.STOCK):
        return None
    top = view.pile(DISCARDS)[-1]
    assert top is not None
    return knock_poker.Draw(knock_poker.DISCARD) if any(c.rank == top.rank for c in view.hand) else None


CHEAP = 0.5
"""Of the pot: what it costs to see how it ends."""


def wants_to_see(view: PokerView, may: May, move: Move) -> Move | None:
    if not isinstance(move, Fold) or Call not in may:
        return None
    now = Round(view)
    return CALL if now.owed <= max(CHEAP * now.pot, view.fact(STAKES)[0]) else None


def never_raises(view: PokerView, may: May, move: Move) -> Move | None:
    return CALL if isinstance(move, poker.Raise) and Call in may else None


def checks_good_hands(view: PokerView, may: May, move: Move) -> Move | None:
    return Check() if isinstance(move, Bet) and Check in may else None


def is_in_with_an_ace(view: PokerView, may: May, move: Move) -> Move | None:
    ranks = [c.rank for c in view.hand]
    likes = 1 in ranks or len({*ranks}) < len(ranks)
    return poker.Declare("in") if move == poker.Declare("out") and likes else None


MISTAKES: Mapping[str, Sequence[Mistake]] = {
    "backhand": [Mistake("calls from 17 on, as if it were Blackjack", calls_late)],
    "blackjack": [
        Mistake("plays like the dealer, takes cards up to 16, and neither doubles nor splits", mimics_the_dealer),
        Mistake("takes insurance", insures),
    ],
    "farmer": [Mistake("stays from 12 on, for fear of going over 16", fears_going_over)],
    "in-between": [
        Mistake("bets half of what may be bet on any two cards that look far apart", bets_on_a_look),
        Mistake("calls every ace high", calls_aces_high),
    ],
    "red-dog": [Mistake("bets on court cards and aces, whatever the suits that are missing", bets_on_court_cards)],
    "three-five-seven": [
        Mistake("is in with any hand that looks fair, whatever lies in the pot", is_in_with_anything_fair)
    ],
    "seven-twenty-seven": [
        Mistake("takes no more cards from 20 on, for fear of going over 27", stops_early),
        Mistake("calls to the end, since chips of theirs lie there", stays_for_what_it_paid),
    ],
    "knock-poker": [
        Mistake("goes on with a hand that is good enough to knock with, up to a straight", waits_with_a_good_hand),
        Mistake("takes any discard that pairs a card", takes_to_a_pair),
    ],
    "poker": [
        Mistake("calls whatever costs no more than half the pot, to see how it ends", wants_to_see),
        Mistake("calls with hands that should raise", never_raises),
        Mistake("checks hands that should bet", checks_good_hands),
        Mistake("at guts is in with any ace or pair, against however many", is_in_with_an_ace),
    ],
}
