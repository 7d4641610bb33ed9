"""What a hand of poker is likely to win: its share of the pot over sampled completions of what is not seen.

It looks at a view alone. So many samples are taken as a budget allows that is fixed beforehand, and never by the clock.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from bot.engine.betting import BetMade, Called, Raised
from bot.engine.cards import Card, pack
from bot.engine.piles import Seat
from bot.engine.view import View
from bot.games.poker import seen, wild
from bot.games.poker.moves import StreetDealt
from bot.games.poker.ranking import BADUGI, HIGH, LOW_8, Hand, Ranking, Spade, any_five, best_of, two_and_three
from bot.games.poker.two_and_three import Threes, Twos, high, low_8

from .poker_draws import kept

BUDGET: Final = 12_000
"""What the samples of one decision may cost, in ranked hands of the cheapest sort."""
MOST, LEAST = 300, 50
"""Samples, whatever they cost."""
CALLER, RAISER = 2, 4
"""How much more often a hand of the better half is met, where somebody has bet or called, or has raised."""
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

    def __init__(self, view: View, boards: Sequence[Hand], dealt_up: Sequence[Card]) -> None:
        self.options, self.boards, self.dealt_up = view.options, boards, dealt_up
        self.hands: dict[Seat, Sequence[Card]] = {}
        self.wilds: wild.Wilds = wild.NONE

    def home(self, key: str) -> str:
        return self.options.rule(key)


class Worlds:
    """The ways in which the hand may go on, as the viewer knows it."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self.view, self.rng, self.me = view, rng, view.viewer
        self.options, self.row = view.options, view.options.row
        self.halves: tuple[Ranking, ...] = self.options.halves
        self.live: tuple[Seat, ...] = view.facts["betting"].live
        self.others = [p for p in self.live if p != self.me]
        self.unknown = view.unseen(pack(self.row.pack))
        streets = self.options.streets
        self.to_come = streets[view.facts.get("street", 0) :]
        on_board = sum(street.count("C") for street in streets)
        self.boards = seen.boards(view)
        self.missing = [max(0, on_board - len(board)) if on_board else 0 for board in self.boards]
        self.each = [kind for street in self.to_come for kind, n in street.steps if kind in "DU" for _ in range(n)]
        while self.each and len(self.each) * len(self.live) + self._hidden() > len(self.unknown):
            self.each.pop()  # the pack is too short for a card each
        self.draws = sum("R" in street for street in streets)
        self.draws_left = sum("R" in street for street in self.to_come)
        self.dealt_up = [one.card for street in view.events_of(StreetDealt) for one in street.up]
        self.hole = self.options.rule("wild") == "hole"
        self.dynamic = self.row.wild in DYNAMIC
        self.known_wild = wild.of_ranks(*view.facts.get("wild") or ())
        self.weights = self._weights()

    def _hidden(self) -> int:
        view = self.view
        return sum(view.size(f"hand {p}") - len(view.faces(f"hand {p}")) for p in self.live)

    def _weights(self) -> dict[Seat, int]:
        """How much more often those who have put chips in have a hand of the better half."""
        found: dict[Seat, int] = {}
        for e in self.view.events:
            if isinstance(e, Raised):
                found[e.seat] = RAISER
            elif isinstance(e, BetMade | Called):
                found[e.seat] = max(found.get(e.seat, 0), CALLER)
        return {p: n for p, n in found.items() if p in self.others}

    @property
    def samples(self) -> int:
        """So many are worth their time here."""
        each = 0
        for half in self.halves:
            if self.row.take is two_and_three:
                each += 8
            elif half is HIGH or isinstance(half, Spade):
                each += 3 if self.row.take is any_five else 6
            else:
                each += 10 if half is BADUGI else 4
        each += 6 * self.draws
        return max(LEAST, min(MOST, BUDGET // (each * len(self.boards) * len(self.live) * (1 + bool(self.weights)))))

    # ---- what a hand wins ----------------------------------------------------------------

    def worth(self) -> Worth:
        """Of the hand as it is."""
        return self.worths([self.view.hand])[0]

    def worths(self, hands: Sequence[Sequence[Card]]) -> list[Worth]:
        """Of each of these hands, in the same worlds."""
        parts = len(self.halves)
        total = [[0.0] * (parts + 1) for _ in hands]
        found: list[tuple[list[list[float]], dict[Seat, int]]] = [self._one(hands) for _ in range(self.samples)]
        middle: dict[Seat, int] = {}
        for p in self.weights:
            middle[p] = sorted(now[p] for _, now in found)[len(found) // 2]
        whole = 0.0
        for shares, now in found:
            weight = 1
            for p, times in self.weights.items():
                if now[p] >= middle[p]:
                    weight *= times
            whole += weight
            for sums, share in zip(total, shares, strict=True):
                for n, part in enumerate(share):
                    sums[n] += weight * part
        return [Worth(sums[0] / whole, tuple(n / whole for n in sums[1:])) for sums in total]

    def _one(self, hands: Sequence[Sequence[Card]]) -> tuple[list[list[float]], dict[Seat, int]]:
        """A world: for each hand its share of the pot and of each half; and what the others have there by now."""
        view, me = self.view, self.me
        cards = endless(self.rng.sample(self.unknown, len(self.unknown)), self.unknown, self.rng)
        down: dict[Seat, Sequence[Card]] = {}
        for p in self.live:
            held = view.pile(f"hand {p}")
            down[p] = [next(cards) if c is None else c for c in held]
        up = {p: view.faces(f"up {p}") for p in self.live}
        if self.draws:
            for p in self.others:
                down[p] = self._drawn(down[p], self.draws, self.draws - self.draws_left, cards)
        now = {p: self._now(down[p], up[p]) for p in self.weights}
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
        lying.wilds = self.row.wild(lying) if self.dynamic else self.known_wild
        theirs = [
            [self._best(half, lying, p, down[p], up[p], board) for p in self.others]
            for board in boards for half in self.halves
        ]  # fmt: skip
        shares: list[list[float]] = []
        for hand in hands:
            own: Sequence[Card] = [*hand, *mine] if len(hand) else [*down[me], *mine]
            if len(hand) and len(hand) < len(view.pile(f"hand {me}")) and None in view.pile(f"hand {me}"):
                own = [*down[me], *mine]
            if self.draws_left:
                own = self._drawn(own, self.draws_left, self.draws_left, cards)
            lying.hands = {**down, me: own}
            shares.append(self._shares(lying, own, up[me], boards, theirs))
        return shares, now

    def _drawn(self, hand: Sequence[Card], left: int, times: int, cards: Iterator[Card]) -> Sequence[Card]:
        """After so many draws more, as this player would draw."""
        for n in range(times):
            keeps = kept(hand, self.halves[0], left - n, self.known_wild, single=self.draws == 1)
            hand = [*keeps, *islice(cards, len(hand) - len(keeps))]
        return hand

    def _now(self, down: Sequence[Card], up: Sequence[Card]) -> int:
        half, board = self.halves[0], self.boards[0]
        if self.row.take is two_and_three and board:
            return high(Twos(down), threes(board))
        return best_of(half, self.row.take, (*down, *up), board, self.known_wild) or 0

    def _best(
        self, half: Ranking, lying: Any, seat: Seat, down: Sequence[Card], up: Sequence[Card], board: Hand
    ) -> int:
        """0 where the cards do not qualify."""
        if isinstance(half, Spade):
            return half.worth(down) or 0
        if self.row.take is two_and_three:
            return (low_8 if half is LOW_8 else high)(Twos(down), threes(board))
        free = wild.in_hand(lying, seat) if self.hole else lying.wilds
        return best_of(half, self.row.take, (*down, *up), board, free) or 0

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


def endless(lot: list[Card], unknown: Sequence[Card], rng: random.Random) -> Iterator[Card]:
    """These cards, and any where there are no more: what has been thrown away comes back."""
    yield from lot
    while True:
        yield rng.choice(unknown)
