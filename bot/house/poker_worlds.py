"""What a hand of poker is likely to win: its share of the pot over sampled completions of what is not seen.

It looks at a view alone. A budget fixed beforehand sets the number of samples, never the clock.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, islice
from math import comb
from typing import Final, NamedTuple

from bot.engine.betting import BETTING, BetMade, Called, Raised
from bot.engine.cards import Card, pack
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.games.poker import seen, wild
from bot.games.poker.carried_over import PokerView
from bot.games.poker.facts import STREET, UP, WILD
from bot.games.poker.moves import Discarded, Drew, StreetDealt, Turned
from bot.games.poker.ranking import BADUGI, HIGH, LOW_8, LOW_27, Hand, Ranking, Spade, any_five, best_of, two_and_three
from bot.games.poker.two_and_three import Threes, Twos, high, low_8

from .poker_draws import kept
from .poker_habits import believed

BUDGET: Final = 12_000
"""What the samples of one decision may cost, in ranked hands of the cheapest sort."""
MOST, LEAST = 300, 50
"""Samples, whatever they cost."""
CALLED, BET, RAISED, ENOUGH = 0.5, 1.0, 1.5, 2.0
"""What somebody has said of their hand by calling, once for all calls, and by betting or raising, for each street on
which they did; no more than enough. A hand that is better than a share q of what they may hold goes with it as q to the
power of the sum does."""
ANYTHING = 0.3
"""The chance that it says nothing, since they bluff, or bet anything."""
TRIES: Final = 6
"""So often a hand is dealt anew until it would draw as many cards as its holder did."""
PICKED: Final = 5
"""A player who has thrown cards away holds the best of this many hands."""
PAT: Final = 24
"""How many hands that nobody would draw to are kept ready."""
threes = lru_cache(maxsize=16)(Threes)
"""Several hands are compared on one board."""
DYNAMIC = (wild.queens, wild.lowest_on_board, wild.centre)
"""What is wild depends on cards to come."""


class Worth(NamedTuple):
    """What a hand is likely to win."""

    share: float
    """Of the pot."""
    halves: tuple[float, ...]
    """Of each half."""


class Lying:
    """A hand as it may lie. To `wild` it is a hand like any other."""

    def __init__(self, view: PokerView, boards: Sequence[Hand], dealt_up: Sequence[Card]) -> None:
        self.options, self.boards, self.dealt_up = view.options, boards, dealt_up
        self.hands: dict[Seat, Sequence[Card]] = {}
        self.wilds: wild.Wilds = wild.NONE

    def home(self, key: str) -> str:
        return self.options.rule(key)


class Worlds:
    """The ways in which the hand may go on, as the viewer knows it."""

    def __init__(self, view: PokerView, rng: random.Random) -> None:
        self.view, self.rng, self.me = view, rng, view.viewer
        self.options, self.variant = view.options, view.options.played
        self.halves: tuple[Ranking, ...] = self.options.halves
        self.live: tuple[Seat, ...] = view.fact(BETTING).live
        self.others = [p for p in self.live if p != self.me]
        self.unknown = view.unseen(pack(self.variant.pack))
        streets = self.options.streets
        self.to_come = streets[view.fact(STREET, 0) :]
        on_board = sum(street.count("C") for street in streets)
        self.boards = seen.boards(view)
        self.missing = [max(0, on_board - len(board)) if on_board else 0 for board in self.boards]
        self.each = [kind for street in self.to_come for kind, n in street.steps if kind in "DU" for _ in range(n)]
        while self.each and len(self.each) * len(self.live) + self._hidden() > len(self.unknown):
            self.each.pop()  # the pack is too short for a card each
        self.cards = on_board + sum(n for street in streets for kind, n in street.steps if kind in "DU")
        self.shows_up = any(kind in street for street in streets for kind in "UT")
        self.draws = sum("R" in street for street in streets)
        self.draws_left = sum("R" in street for street in self.to_come)
        self.drew = {p: [e.n for e in view.events_of(Drew, seat=p)] for p in self.others}
        self.picked = not self.variant.boards and view.last(Discarded) is not None
        self.blind = None in view.pile(HAND.of(self.me))
        """The own cards are seen by all others."""
        self.dealt_up = [one.card for street in view.events_of(StreetDealt) for one in street.up]
        self.hole = self.options.rule("wild") == "hole"
        self.dynamic = self.variant.wild in DYNAMIC
        own = self.options.own_wilds
        self.known_wild = wild.of_ranks(*view.fact(WILD, None) or ()) if own is None else own
        self.said = self._said()

    def _hidden(self) -> int:
        view = self.view
        return sum(view.size(HAND.of(p)) - len(view.faces(HAND.of(p))) for p in self.live)

    def _said(self) -> dict[Seat, float]:
        """What those who have put chips in have said of their hands by it: see `CALLED`. Who bets often says less."""
        streets: list[dict[Seat, float]] = [{}]
        called: dict[Seat, float] = {}
        for e in self.view.events:
            if isinstance(e, StreetDealt | Turned):
                streets.append({})
            elif isinstance(e, Raised):
                streets[-1][e.seat] = RAISED
            elif isinstance(e, BetMade):
                streets[-1].setdefault(e.seat, BET)
            elif isinstance(e, Called):
                called[e.seat] = CALLED
        bold = {p: believed(self.view, p) * sum(street.get(p, 0.0) for street in streets) for p in self.others}
        said = {p: called.get(p, 0.0) + bold[p] for p in self.others}
        return {p: min(much, ENOUGH) for p, much in said.items() if much}

    @property
    def compares(self) -> bool:
        """Whether hands are worth one thing by now, beside one board."""
        return len(self.halves) == len(self.boards) == 1 and any(self.boards) and not self.dynamic

    @property
    def samples(self) -> int:
        """How many are worth their time here."""
        each = 0
        for half in self.halves:
            if self.variant.take is two_and_three:
                each += 8
            elif half is HIGH or isinstance(half, Spade):
                each += 3 if self.variant.take is any_five else 6
            elif half is LOW_27 and self.variant.take is any_five:
                each += 4 + comb(self.cards, 5) if self.cards > 5 else 4  # every five of them is looked at
            else:
                each += 10 if half is BADUGI else 4
        each += 6 * self.draws
        return max(LEAST, min(MOST, BUDGET // (each * len(self.boards) * len(self.live) * (1 + bool(self.said)))))

    # ---- what a hand wins ----------------------------------------------------------------

    def worth(self) -> Worth:
        """Of the hand as it is."""
        return self.worths([self.view.hand])[0]

    def worths(self, hands: Sequence[Sequence[Card]]) -> list[Worth]:
        """Of each of these hands, in the same worlds."""
        parts = len(self.halves)
        total = [[0.0] * (parts + 1) for _ in hands]
        found = [self._one(hands) for _ in range(self.samples)]
        likely = self._likely([now for _, now in found])
        whole = sum(likely)
        for (shares, _), weight in zip(found, likely, strict=True):
            for sums, share in zip(total, shares, strict=True):
                for n, part in enumerate(share):
                    sums[n] += weight * part
        return [Worth(sums[0] / whole, tuple(n / whole for n in sums[1:])) for sums in total]

    def _likely(self, worlds: Sequence[dict[Seat, tuple[int, ...]]]) -> list[float]:
        """How well each of these worlds goes with what the others have said of their hands. Where the pot is split, who
        bets may have either half in mind."""
        found = [1.0] * len(worlds)
        for p, much in self.said.items():
            ranked = [sorted(values) for values in zip(*(now[p] for now in worlds), strict=True)]
            for n, now in enumerate(worlds):
                better = max(bisect_left(lot, v) + bisect_right(lot, v) for lot, v in zip(ranked, now[p], strict=True))
                found[n] *= ANYTHING + (1 - ANYTHING) * (much + 1) * (better / 2 / len(worlds)) ** much
        return found

    def _one(self, hands: Sequence[Sequence[Card]]) -> tuple[list[list[float]], dict[Seat, tuple[int, ...]]]:
        """A world: for each hand its share of the pot and of each half; and what the others have there by now."""
        view, me = self.view, self.me
        cards = endless(self.rng.sample(self.unknown, len(self.unknown)), self.unknown, self.rng)
        down: dict[Seat, Sequence[Card]] = {}
        for p in self.live:
            held = view.pile(HAND.of(p))
            down[p] = [next(cards) if c is None else c for c in held]
        up = {p: view.faces(UP.of(p)) for p in self.live}
        for p in self.others:
            down[p] = self._as_it_drew(down[p], self.drew[p])
            if self.picked:
                tries = [down[p], *(self._filled((), len(down[p])) for _ in range(PICKED - 1))]
                down[p] = max(tries, key=lambda hand: self.now(hand, up[p]))
        now = {p: self._sees(p, down) if self.blind else self.now(down[p], up[p]) for p in self.said}
        if self.draws_left:
            for p in self.others:
                down[p] = self._drawn(down[p], self.draws_left, self.draws_left, cards)
        dealt_up = [*self.dealt_up]
        mine: list[Card] = []
        for kind in self.each:
            for p in self.live:
                c = next(cards)
                if kind == "U":
                    up[p] = (*up[p], c)
                    dealt_up.append(c)
                elif p == me:
                    mine.append(c)
                else:
                    down[p] = [*down[p], c]
        boards = [(*board, *islice(cards, n)) for board, n in zip(self.boards, self.missing, strict=True)]
        lying = Lying(view, boards, dealt_up)
        lying.hands = down
        lying.wilds = self.variant.wild(lying) if self.dynamic else self.known_wild
        theirs = [
            [self._best(half, lying, p, down[p], up[p], board) for p in self.others]
            for board in boards for half in self.halves
        ]  # fmt: skip
        shares: list[list[float]] = []
        for hand in hands:
            own: Sequence[Card] = [*hand, *mine] if len(hand) else [*down[me], *mine]
            if len(hand) and len(hand) < len(view.pile(HAND.of(me))) and None in view.pile(HAND.of(me)):
                own = [*down[me], *mine]
            if self.draws_left:
                own = self._drawn(own, self.draws_left, self.draws_left, cards)
            lying.hands = {**down, me: own}
            shares.append(self._shares(lying, own, up[me], boards, theirs))
        return shares, now

    def _as_it_drew(self, hand: Sequence[Card], drew: Sequence[int]) -> Sequence[Card]:
        """A hand whose holder, playing like this player, would have drawn as many cards each time; or one that comes
        near it."""
        keeps: Sequence[Card] = ()
        if drew and not drew[0] and not self.known_wild:
            free = {*self.unknown}
            pat = [one for one in stood_pat(self.halves[0], self.draws, len(hand)) if free.issuperset(one)]
            hand = self.rng.choice(pat) if pat else hand
        for n, thrown in enumerate(drew):
            best, stays = hand, hand
            for again in range(TRIES):
                kept_now = self._kept(hand, self.draws - n)
                if not again or abs(len(hand) - len(kept_now) - thrown) < abs(len(hand) - len(stays) - thrown):
                    best, stays = hand, kept_now
                if len(hand) - len(stays) == thrown:
                    break
                hand = self._filled(keeps, len(hand))
            others = [c for c in best if c not in stays]
            keeps = [*stays, *others][: len(best) - thrown]
            hand = self._filled(keeps, len(best))
        return hand

    def _filled(self, keeps: Sequence[Card], size: int) -> Sequence[Card]:
        """These cards and others, up to this many."""
        lot = self.rng.sample(self.unknown, min(size, len(self.unknown)))
        return [*keeps, *(c for c in lot if c not in keeps)][:size]

    def _kept(self, hand: Sequence[Card], left: int) -> Sequence[Card]:
        return kept(hand, self.halves[0], left, self.known_wild, single=self.draws == 1)

    def _drawn(self, hand: Sequence[Card], left: int, times: int, cards: Iterator[Card]) -> Sequence[Card]:
        """After this many further draws, as this player would draw."""
        for n in range(times):
            keeps = self._kept(hand, left - n)
            hand = [*keeps, *islice((c for c in cards if c not in keeps), len(hand) - len(keeps))]
        return hand

    def _sees(self, seat: Seat, down: Mapping[Seat, Sequence[Card]]) -> tuple[int, ...]:
        """How low the cards that this seat can see are, if nobody sees their own: the lower, the sooner it bets."""
        return (-max(self.now(down[p], ())[0] for p in self.live if p != seat),)

    def now(self, down: Sequence[Card], up: Sequence[Card], board: Hand | None = None) -> tuple[int, ...]:
        """What a hand is worth by now, for each half; or what it was worth on another board."""
        board = self.boards[0] if board is None else board
        return tuple(self._made(half, (*down, *up), down, board) for half in self.halves)

    def _made(self, half: Ranking, cards: Hand, down: Sequence[Card], board: Hand) -> int:
        if isinstance(half, Spade):
            return half.worth(down) or 0
        if self._quick(half, down, board):
            return (low_8 if half is LOW_8 else high)(Twos(down), threes(board)) or 0
        return best_of(half, self.variant.take, cards, board, self.known_wild) or 0

    def _quick(self, half: Ranking, down: Sequence[Card], board: Hand) -> bool:
        """Whether two cards of these and three of those can be summed up once for all."""
        plain = half in (HIGH, LOW_8) and not self.known_wild and not self.shows_up
        return plain and self.variant.take is two_and_three and len(down) >= 2 and len(board) >= 3

    def _best(
        self, half: Ranking, lying: Lying, seat: Seat, down: Sequence[Card], up: Sequence[Card], board: Hand
    ) -> int:
        """0 if the cards do not qualify."""
        if isinstance(half, Spade):
            return half.worth(down) or 0
        if self._quick(half, down, board):
            return (low_8 if half is LOW_8 else high)(Twos(down), threes(board)) or 0
        free = wild.in_hand(lying, seat) if self.hole else lying.wilds
        return best_of(half, self.variant.take, (*down, *up), board, free) or 0

    def _shares(
        self, lying: Lying, down: Sequence[Card], up: Sequence[Card], boards: Sequence[Hand], theirs: list[list[int]]
    ) -> list[float]:
        """Of the pot, then of each half; a half that nobody can take joins the other."""
        parts = [0.0] * len(self.halves)
        whole, at = 0.0, 0
        for board in boards:
            got, taken = 0.0, 0
            for n, half in enumerate(self.halves):
                mine, other = self._best(half, lying, self.me, down, up, board), theirs[at]
                at += 1
                most = max(other, default=0)
                if not mine and not most:
                    continue
                taken += 1
                share = 0.0 if mine < most else 1 / (1 + other.count(mine)) if mine == most else 1.0
                parts[n] += share / len(boards)
                got += share
            whole += got / max(1, taken) / len(boards)
        return [whole, *parts]


@lru_cache(maxsize=16)
def stood_pat(half: Ranking, draws: int, size: int) -> Sequence[Hand]:
    """Some hands that this player would stand pat on at the first of this many draws: too few are dealt to wait for
    one."""
    rng, cards = random.Random(size), pack()
    lots = (tuple(rng.sample(cards, size)) for _ in count())
    return [*islice((lot for lot in lots if len(kept(lot, half, draws, single=draws == 1)) == size), PAT)]


def endless(lot: list[Card], unknown: Sequence[Card], rng: random.Random) -> Iterator[Card]:
    """These cards, and any if there are no more: what has been thrown away comes back."""
    yield from lot
    while True:
        yield rng.choice(unknown)
