"""The house player of poker: it plays what is likely to win more than it costs (house-players.md, Poker)."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import sqrt
from typing import Final

from bot.engine.amounts import Multiples
from bot.engine.betting import (
    BETTING,
    CALL,
    CHECK,
    FOLD,
    Bet,
    BetMade,
    Call,
    Called,
    Check,
    Checked,
    Fold,
    Folded,
    Raised,
)
from bot.engine.cards import Card, deck, high
from bot.engine.events import Reason
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.parts.agreed_end import Agree, Refuse
from bot.games.parts.poker_hands import strength
from bot.games.poker import seen
from bot.games.poker.carried_over import PokerView
from bot.games.poker.chip_deal import still_to_win
from bot.games.poker.facts import CHIP_DEAL, STAKES, STREET, UP
from bot.games.poker.moves import (
    DECLINE,
    AddOn,
    BroughtIn,
    BuyAgain,
    BuyCard,
    Declare,
    Discard,
    Draw,
    Exact,
    NameVariant,
    Pass,
    Pay,
    Posted,
    Raise,
    RunTwice,
    Straddle,
    StreetDealt,
    Turn,
    Turned,
    UpTo,
)
from bot.games.poker.ranking import best_of, showing
from bot.games.poker.variants import NO

from .advice import Advice
from .poker_all_in import Behind, Range, answers, gains, number, top, wins
from .poker_defence import better, better_first, last_bold, must_answer
from .poker_draws import kept
from .poker_habits import honest
from .poker_starts import plays_on
from .poker_two_cards import share
from .poker_worlds import Worlds
from .weighing import Weighed

SLACK: Final = 0.03
"""By how much a call may cost more than it is worth while there is more to come."""
AFTER_A_RAISE: Final = 0.06
"""Before the flop of hold'em a raise is called only if the hand wins by this much more than its price: there is more to
pay before the cards that win are shown. A larger raise has the higher price, and that is all."""
SHORT: Final = 15
"""Up to this many big blinds it is all in before the flop of no-limit hold'em, or it folds."""
UNIT: Final = 4
"""Amounts are weighed in quarters of a big blind."""
RAISES_WITH, AGAIN = 1.4, 3
"""Who has raised and is not all in holds the best of all hands, this part among all players; with each further raise as
many times fewer."""
FIRST_CALLERS: Final = 2
"""A raise counts like this many players more who may call."""
BETS, RERAISES, BEFORE_OTHERS = 1.1, 1.3, 0.1
"""From how much more than a fair share it bets; raises a raise; and what is added while others have yet to speak."""
BLUFFS: Final = 1 / 8
BOTH: Final = 0.8
"""From this share of each half on it declares both."""
BUYS_AGAIN, ADDS_ON = 2, 3
"""How often it buys the starting stack again in a freezeout, and up to how many of them it takes an add-on."""
FAIR: Final = 0.97
"""It agrees to a deal that gives it this part of what it could expect to win."""
JUDGED: Final = 4
"""By how many times as many samples a call is judged as it is made by."""


class Odds(Reason):
    """How likely a hand wins, and how likely it must be to be called with, in per cent."""

    wins: int
    price: int


class Better(Reason, says="you win {wins} %, where {fair} % would be a fair share"):
    wins: int
    fair: int


class TooLittle(Reason, says="you win {wins} %, too little for a bet against {others:other}"):
    wins: int
    others: int


class OneOfMany(Reason, says="who folds all such hands to a bet of this size is bluffed too often"):
    pass


class Bluff(Reason, says="a bluff, for few are left and nobody has bet"):
    pass


class PoorStart(Reason, says="these cards are not good enough to begin with"):
    pass


class AllIn(Reason, says="with this few chips, to be all in now gains more than to wait"):
    pass


class Waits(Reason, says="all in would cost more than it gains"):
    pass


class Keeps(Reason, says="you keep {kept}"):
    kept: tuple[Card, ...]


class TwoBoards(Reason, says="two boards leave less to luck, and cost nothing"):
    pass


def choose(view: PokerView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """One of the moves that it may make; whims are the given ones."""
    if view.viewer not in view.waits_for:
        return None  # nothing is chosen ahead, and nothing shown that need not be
    if Agree in may:
        return Agree() if good_deal(view) else Refuse()
    if BuyAgain in may:
        return BuyAgain() if view.carried.tournament.rebuys.count(view.viewer) < BUYS_AGAIN else DECLINE
    if AddOn in may:
        return AddOn() if view.stacks[view.viewer] < ADDS_ON * view.carried.tournament.price else DECLINE
    if Check in may or Call in may:
        return bets(view, may, rng)
    if Bet in may:
        return brings_in(view, may[Bet], rng)
    if isinstance(draws := may.get(Draw), UpTo):
        keep = drawn_to(view)
        thrown_away = worst(view, [c for c in view.hand if c not in keep], draws.most)
        return Advice(Draw(thrown_away), Keeps(tuple(c for c in view.hand if c not in thrown_away)))
    if isinstance(discards := may.get(Discard), Exact):
        return Discard(thrown(view, discards.least, rng))
    if isinstance(passes := may.get(Pass), Exact):
        return Pass(spare(view, passes.least))
    if Turn in may:
        return Turn(tells_least(view))
    if Declare in may:
        return declares(view, may[Declare], rng)
    if Straddle in may:
        return DECLINE
    if NameVariant in may:
        return NameVariant(rng.choice([*may[NameVariant].next(())]))
    if RunTwice in may:
        return Advice(RunTwice(), TwoBoards())
    if BuyCard in may:
        return DECLINE if beaten_on_board(view) else BuyCard()
    if Pay in may:
        price = min(view.pot, view.stacks[view.viewer])
        worth = Worlds(view, rng).worth().share
        needs = price / (view.pot + price) - SLACK
        return Advice(Pay() if worth >= needs else FOLD, _odds(worth, needs))
    return None


# ---- betting -------------------------------------------------------------------------------------


class Round:
    """Where the betting stands for the viewer."""

    def __init__(self, view: PokerView) -> None:
        self.view, me = view, view.viewer
        stakes = view.fact(BETTING)
        self.live: tuple[Seat, ...] = stakes.live
        self.to_match: int = stakes.to_match
        reach = max(view.wagers[p] + view.stacks[p] for p in self.live if p != me)
        self.owed = min(max(0, min(self.to_match, reach) - view.wagers[me]), view.stacks[me])
        mine = view.wagers[me] + self.owed
        self.pot = view.pot + sum(min(n, mine) for n in view.wagers)
        """What can be won by a call, besides what it costs."""
        self.acted: set[Seat] = set()
        self.raises = self.bets = self.calls = 0
        for e in reversed(view.events):
            if isinstance(e, StreetDealt | Turned):
                break
            self.calls += isinstance(e, Called)
            if isinstance(e, Checked | Called) and not self.bets + self.raises:
                self.acted.add(e.seat)
            elif isinstance(e, BetMade | Raised | BroughtIn):
                if not self.bets + self.raises:
                    self.acted.add(e.seat)
                self.raises += isinstance(e, Raised)
                self.bets += not isinstance(e, Raised)
        self.yet = [p for p in self.live if p != me and p not in self.acted and view.stacks[p]]
        """Who has still to speak."""
        street = view.fact(STREET, 1)
        self.first = street == 1
        self.more_to_come: bool = street < len(view.options.streets)

    @property
    def fair(self) -> float:
        return 1 / len(self.live)

    @property
    def price(self) -> float:
        """What a call must win."""
        return self.owed / (self.pot + self.owed) if self.owed else 0.0


def bets(view: PokerView, may: Mapping[type[Move], Offer], rng: random.Random) -> Advice:
    """Check, bet, call, raise or fold."""
    now = Round(view)
    u = view.fact(STAKES)[0]
    starts = plays_on(view, late=not now.yet) if now.first else None
    if starts is False:
        cheap = 2 * now.owed <= u
        return Advice(CHECK if Check in may else CALL if cheap or Fold not in may else FOLD, PoorStart())
    by_table = now.first and view.options.played.name == "holdem"
    if by_table and view.options.limited == NO and (made := all_in_or_not(view, may, now)):
        return made
    worlds = None if by_table else Worlds(view, rng)
    worth = worlds.worth().share if worlds else share(view.hand, len(now.live) - 1, now.raises)
    wants = (RERAISES if now.raises else BETS) + (BEFORE_OTHERS if now.yet else 0)
    better = worth > wants * now.fair
    ahead = Better(_percent(worth), _percent(now.fair))
    if better and (move := more(view, may, now, rng)):
        return Advice(move, ahead)
    if Check in may:
        if _bluffs(now, rng) and (move := more(view, may, now, rng)):
            return Advice(move, Bluff())
        return Advice(CHECK, ahead if better else TooLittle(_percent(worth), len(now.live) - 1))
    needs = asked(now, by_table=by_table)
    calls = worth >= needs or Fold not in may or (starts and now.owed <= 2 * u)
    if not calls and answers_bet(now, worlds):
        return Advice(CALL, OneOfMany())
    return Advice(CALL if calls else FOLD, _odds(worth, needs))


def answers_bet(now: Round, worlds: Worlds | None) -> bool:
    """Whether the hand is one of those with which a bet of this size must be answered, by the last who can: on the last
    street, if the same seat has not bet before, and before the flop of hold'em by who has not raised."""
    view, me = now.view, now.view.viewer
    bold, mine = last_bold(view), {type(e) for e in view.events_of(Checked, Called, Raised, seat=me)}
    if bold is None or len(now.live) > 2 or bold.before_this or (worlds and (now.more_to_come or not worlds.compares)):
        return False
    if worlds is None and Raised in mine:
        return False
    risk = min(bold.to, view.wagers[me] + now.owed) - bold.put
    part = honest(view, bold.seat) * must_answer(now.pot - risk, risk)
    if worlds:
        return part > better(worlds)
    return part > better_first(view, (BETS + BEFORE_OTHERS) * now.fair if mine else 1)


def _percent(part: float) -> int:
    return round(100 * part)


def _odds(wins: float, price: float) -> Odds:
    return Odds(_percent(wins), max(0, _percent(price)))


def all_in_or_not(view: PokerView, may: Mapping[type[Move], Offer], now: Round) -> Advice | None:
    """Before the flop: whether a hand is good enough to call somebody who is all in; or, with few chips, to be all in.
    None if there is more to come."""
    me, u = view.viewer, view.fact(STAKES)[0]
    others = [p for p in now.live if p != me]
    if now.raises and now.owed and (now.owed == view.stacks[me] or not all(view.stacks[p] for p in others)):
        share, needs = all_in_odds(view, now)
        return Advice(CALL if share > needs or Fold not in may else FOLD, _odds(share, needs))
    deepest = max(view.stacks[p] + view.wagers[p] for p in others)
    if min(view.stacks[me] + view.wagers[me], deepest) > SHORT * u:
        return None
    behind = tuple(_behind(view, p) for p in others)
    pot = _quarters(view, now.pot)
    hand = number(view.hand)
    worth = gains(pot, behind, answers(pot, behind).calls)[hand]
    free = wins(top(1))[hand] * pot if Check in may else 0
    if worth > free:
        if Raise in may:
            return Advice(Raise(max(may[Raise].next(()))), AllIn())
        return Advice(CALL, AllIn()) if Call in may else None
    if Check in may:
        return Advice(CHECK, Waits())
    return None if now.raises or Fold not in may else Advice(FOLD, Waits())


def all_in_odds(view: PokerView, now: Round) -> tuple[float, float]:
    """How likely the hand wins, and how likely it must be: by what those who are all in do it with where they stand,
    and those who have called them."""
    me, hand = view.viewer, number(view.hand)
    last, pushed = next((n, e.seat) for n, e in reversed([*enumerate(view.events)]) if isinstance(e, Raised))
    after = [e for e in view.events[last + 1 :] if isinstance(e, Called | Folded)]
    called = [e.seat for e in after if isinstance(e, Called)]
    waiting = len(after) + len([p for p in now.yet if p != pushed and p not in called]) + 1
    waiting += FIRST_CALLERS * (now.raises - 1)
    posted = sum(e.amount for e in view.events if isinstance(e, Posted) and e.seat == pushed)
    owed, risk = _quarters(view, now.owed), _quarters(view, view.wagers[me] + now.owed - posted)
    pot = _quarters(view, now.pot) - risk
    theirs = answers(pot, (Behind(waiting, risk, owed),))
    share = wins(theirs.all_in)[hand] * wins(theirs.calls[0])[hand] ** len(called)
    return share, owed / (pot + risk + owed)


def _behind(view: PokerView, seat: Seat) -> Behind:
    """Somebody who may call when the viewer is all in, as far as the chips of both go."""
    mine, theirs = view.wagers[view.viewer], view.wagers[seat]
    both = min(mine + view.stacks[view.viewer], theirs + view.stacks[seat])
    return Behind(1, max(0.0, _quarters(view, both - mine)), _quarters(view, both - theirs), _holds(view, seat))


def _holds(view: PokerView, seat: Seat) -> Range:
    """What somebody who is not all in may hold."""
    raised = sum(isinstance(e, Raised) and e.seat == seat for e in view.events)
    return top(min(1.0, RAISES_WITH / len(view.players) / AGAIN ** (raised - 1))) if raised else top(1)


def _quarters(view: PokerView, amount: int) -> float:
    """In quarters of a big blind: a few chips more or less are no new reckoning."""
    return round(UNIT * amount / view.fact(STAKES)[0])


def _bluffs(now: Round, rng: random.Random) -> bool:
    """Whether it now and then bets without a hand: against few, the last to speak, where nobody has bet."""
    return not now.yet and not now.bets + now.calls and len(now.live) <= 3 and rng.random() < BLUFFS


def asked(now: Round, *, by_table: bool) -> float:
    """What a hand must be likely to win, to be called with."""
    if by_table and now.raises:
        return now.price + AFTER_A_RAISE
    return now.price - SLACK * now.more_to_come


def more(view: PokerView, may: Mapping[type[Move], Offer], now: Round, rng: random.Random) -> Move | None:
    """A bet or a raise of half the pot or more, as far as the limit lets it."""
    part = rng.uniform(0.5, 1)
    for kind, base in ((Bet, 0), (Raise, now.to_match)):
        if kind in may:
            return kind(nearest(may[kind].next(()), base + part * (now.pot + now.owed)))
    return None


def nearest(among: Collection[int], wanted: float) -> int:
    """The amount that may be bet which is no more than this, or the least."""
    if isinstance(among, range | Multiples):
        return among[max(0, bisect_right(among, wanted) - 1)]
    return min(among, key=lambda amount: abs(amount - wanted))


def brings_in(view: PokerView, offer: Offer, rng: random.Random) -> Move:
    """The least; with a hand that it would bet on the opening bet."""
    amounts = sorted(offer.next(()))
    if len(amounts) > 1 and plays_on(view, late=False) is not False:
        live = view.fact(BETTING).live
        if Worlds(view, rng).worth().share > (BETS + BEFORE_OTHERS) / len(live):
            return Bet(amounts[-1])
    return Bet(amounts[0])


# ---- cards ---------------------------------------------------------------------------------------


def drawn_to(view: PokerView) -> Collection[Card]:
    """What it keeps at a draw."""
    options = view.options
    draws = sum("R" in street for street in options.streets)
    left = sum("R" in street for street in options.streets[view.fact(STREET) - 1 :])
    return kept(view.hand, options.halves[0], left, seen.wilds(view, view.viewer), single=draws == 1)


def worst(view: PokerView, cards: Sequence[Card], most: int) -> tuple[Card, ...]:
    """Of cards that it would rather not have, as many as it may draw: an own variant may let fewer be thrown away."""
    if len(cards) <= most:
        return tuple(cards)
    return tuple(sorted(cards, key=high, reverse=view.options.halves[0].low)[:most])


def thrown(view: PokerView, n: int, rng: random.Random) -> tuple[Card, ...]:
    """What leaves the best sampled share."""
    ways = [*combinations(sorted(view.hand), n)]
    rests = [[c for c in view.hand if c not in way] for way in ways]
    if len(rests) > 3 and len(view.options.halves) == 1:  # nothing is to come: the best hand is the best
        wild = seen.wilds(view, view.viewer)
        return max(zip(ways, rests, strict=True), key=lambda one: (strength(one[1], wild), one[0]))[0]
    worths = Worlds(view, rng).worths(rests)
    return max(zip(ways, worths, strict=True), key=lambda one: (one[1].share, one[0]))[0]


def spare(view: PokerView, n: int) -> tuple[Card, ...]:
    """What spoils the best hand of those that stay least; of equal ones the lowest."""
    options, wild = view.options, seen.wilds(view, view.viewer)

    def stays(way: Sequence[Card]) -> tuple[int, int]:
        rest = [c for c in view.hand if c not in way]
        worth = sum(half.worth(rest, wild) or 0 for half in options.halves)
        return worth, -sum(map(high, way))

    return max(combinations(sorted(view.hand), n), key=stays)


def tells_least(view: PokerView) -> Card:
    """What looks weakest beside what lies open; of equal ones what is there most often."""
    up, wild = view.faces(UP.of(view.viewer)), seen.wilds(view, view.viewer)
    ranks = [c.rank for c in view.hand]
    return min(sorted(view.hand), key=lambda c: (c in wild, showing((*up, c), wild), -ranks.count(c.rank)))


def beaten_on_board(view: PokerView) -> bool:
    """Whether somebody shows more than it has."""
    me, wild = view.viewer, seen.wilds(view, view.viewer)
    mine = (
        best_of(view.options.halves[0], view.options.played.take, (*view.hand, *view.faces(UP.of(me))), (), wild) or 0
    )
    others = (view.faces(UP.of(p)) for p in view.fact(BETTING).live if p != me)
    return any(showing(up, wild) > mine for up in others if up)


# ---- a freezeout ---------------------------------------------------------------------------------


def good_deal(view: PokerView) -> bool:
    """Whether the deal that is offered gives it about as much as it would win by playing on, on average."""
    offered = dict(view.fact(CHIP_DEAL))
    stacks = {p: view.stacks[p] for p in offered}
    return offered[view.viewer] >= FAIR * expected(view.viewer, stacks, still_to_win(offered, view))


def expected(seat: Seat, stacks: Mapping[Seat, int], prizes: Sequence[int]) -> float:
    """What a stack wins on average, if everybody is as likely to be the next winner as their part of the chips says."""
    if not prizes or not prizes[0] or not stacks.get(seat):
        return 0.0
    whole = sum(stacks.values())
    worth = prizes[0] * stacks[seat] / whole
    if len(prizes) > 1 and prizes[1]:
        for other, stack in stacks.items():
            if other != seat and stack:
                rest = {p: n for p, n in stacks.items() if p != other}
                worth += stack / whole * expected(seat, rest, prizes[1:])
    return worth


# ---- declarations --------------------------------------------------------------------------------


def declares(view: PokerView, offer: Offer, rng: random.Random) -> Move:
    """At guts in or out; otherwise the half of which it has the larger share, or both."""
    if "in" in offer.next(()):
        return Declare("in" if dares(view) else "out")
    halves = Worlds(view, rng).worth().halves
    if min(halves) > BOTH:
        return Declare("both")
    return Declare("high" if halves[0] >= halves[1] else "low")


def dares(view: PokerView) -> bool:
    """Whether the hand is the best of all as often as not: then what it wins alone is worth what it pays beaten. A
    ghost is one more to beat."""
    others = len(view.players) - 1 + (view.options.rule("ghost") != "off")
    hands = all_hands(len(view.hand))
    return 2 * (bisect_right(hands, strength(view.hand)) / len(hands)) ** others >= 1


@cache
def all_hands(size: int) -> Sequence[int]:
    """What every hand of guts is worth, the weakest first."""
    return sorted(map(strength, combinations(deck(), size)))


# ---- what moves are worth ------------------------------------------------------------------------


def worths(view: PokerView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random) -> Mapping[Move, Weighed]:
    """Calls and folds, in whites: by the part of the pot that the hand wins, and the price. On the first street, where
    most is won or lost later, only calls that end the betting."""
    if not (isinstance(made, Call | Fold) and Call in may and Fold in may):
        return {}
    now = Round(view)
    others = [p for p in now.live if p != view.viewer]
    ends = now.owed == view.stacks[view.viewer] or not any(view.stacks[p] for p in others)
    if now.first and not ends:
        return {}
    pot, owed = (now.pot + now.owed) / 100, now.owed / 100
    if now.first and view.options.played.name == "holdem":
        if not now.raises:
            return {}
        won, error = all_in_odds(view, now)[0], SLACK
    else:
        worlds = Worlds(view, rng)
        won = sum(worlds.worth().share for _ in range(JUDGED)) / JUDGED
        error = sqrt(won * (1 - won) / (JUDGED * worlds.samples))
        if not ends and now.more_to_come:
            error = max(error, SLACK)
    return {CALL: Weighed(won * pot - owed, error * pot), FOLD: Weighed(0.0, error * pot)}
