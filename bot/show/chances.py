"""Chances to win a hand of poker once all live hands lie open (rules: Poker, "On the table").

They follow from what everybody sees, and never from the secret of the deal.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import comb
from typing import Any, Final, NamedTuple

from bot.engine.cards import Card, pack
from bot.engine.piles import Seat
from bot.engine.randomness import canonical
from bot.engine.view import View
from bot.games.poker import wild
from bot.games.poker.moves import StreetDealt
from bot.games.poker.options import Options
from bot.games.poker.ranking import Hand, Ranking
from bot.games.poker.seen import boards, worth_of

FEW: Final = 20_000
"""Up to so many completions × hands, chances are exact."""
SAMPLES: Final = 2000


class Chances(NamedTuple):
    """How likely each hand is to win, when all live hands lie open."""

    percent: Mapping[Seat, int]
    """Whole percents of the main pot; they sum to 100."""
    exact: bool


class Imagined:
    """A hand as it would lie with these cards. To `wild` it is a hand like any other."""

    def __init__(self, options: Options, hands: Mapping[Seat, tuple[Hand, Hand]], boards: list[Hand], up: Hand) -> None:
        self.options, self.row, self.boards, self.dealt_up = options, options.row, boards, up
        self.hands = {p: down for p, (down, _) in hands.items()}
        self.up = {p: up for p, (_, up) in hands.items()}
        self.wilds = self.row.wild(self)

    def home(self, key: str) -> str:
        return self.options.rule(key)

    def shares(self, board: Hand) -> dict[Seat, float]:
        """What of a pot each would get."""
        won: list[list[Seat]] = []
        for half in self.options.halves:
            worth = {p: w for p in self.hands if (w := self._worth(p, half, board)) is not None}
            most = max(worth.values(), default=None)
            if worth:
                won.append([p for p, w in worth.items() if w == most])
        share = dict.fromkeys(self.hands, 0.0)
        for winners in won:
            for p in winners:
                share[p] += 1 / len(winners) / len(won)
        return share

    def _worth(self, seat: Seat, half: Ranking, board: Hand) -> int | None:
        return worth_of(self.options, half, self.hands[seat], self.up[seat], board, wild.in_hand(self, seat))


def chances(view: View) -> Chances | None:
    """Of all hands that lie open, where nothing but cards of the board or of stud is to come; None elsewhere.

    Every card that does not lie open is unknown, folded ones and those of the pack alike (ruling 9).
    """
    if not view.facts.get("all up") or view.over:
        return None
    options: Options = view.options
    live: tuple[Seat, ...] = view.facts["betting"].live
    to_come = options.streets[view.facts["street"] :]
    on_board, lying = sum(street.count("C") for street in options.streets), boards(view)
    missing = [on_board - len(board) for board in lying] if on_board else [0] * len(lying)
    each = [kind for street in to_come for kind, n in street.steps if kind in "UD" for _ in range(n)]
    hands = {p: (view.faces(f"hand {p}"), view.faces(f"up {p}")) for p in live}
    unknown = view.unseen(pack(options.row.pack))
    if each and view.size("stock") < len(each) * len(live):
        return None  # a card for all may be turned
    up = tuple(one.card for street in view.events_of(StreetDealt) for one in street.up)
    exact = _ways(len(unknown), [*missing, *[1] * len(live) * len(each)]) * len(live) <= FEW
    lots = _all(unknown, missing, len(each) * len(live)) if exact else _some(
        unknown, sum(missing) + len(each) * len(live), _seed(options, hands, lying)
    )  # fmt: skip
    share, count = dict.fromkeys(live, 0.0), 0
    for lot in lots:
        count += 1
        cards = iter(lot)
        filled = [(*board, *islice(cards, n)) for board, n in zip(lying, missing, strict=True)]
        then = _dealt(options, hands, filled, up, each, cards)
        for board in filled:
            for p, part in then.shares(board).items():
                share[p] += part / len(filled)
    return Chances(_percents({p: n / max(1, count) for p, n in share.items()}), exact)


def _dealt(
    options: Options, hands: Mapping[Seat, tuple[Hand, Hand]], boards: list[Hand], up: Hand, each: Sequence[str],
    cards: Iterator[Card],
) -> Imagined:  # fmt: skip
    """With the cards of the streets to come, street by street and from the dealer's left."""
    if not each:
        return Imagined(options, hands, boards, up)
    now = dict(hands)
    for kind in each:
        for p, (down, open_) in now.items():
            card = next(cards)
            now[p] = (down, (*open_, card)) if kind == "U" else ((*down, card), open_)
            up = (*up, card) if kind == "U" else up
    return Imagined(options, now, boards, up)


def _ways(left: int, sizes: Sequence[int]) -> int:
    """In how many ways so many cards of each may come."""
    ways = 1
    for n in sizes:
        ways *= comb(left, n)
        left -= n
    return ways


def _all(unknown: Sequence[Card], missing: Sequence[int], singly: int) -> Iterator[Hand]:
    """Every way in which the cards may come."""

    def some(left: Sequence[Card], sizes: Sequence[int]) -> Iterator[Hand]:
        if not sizes:
            yield ()
            return
        for chosen in combinations(left, sizes[0]):
            rest = [c for c in left if c not in chosen] if len(sizes) > 1 else ()
            for more in some(rest, sizes[1:]):
                yield (*chosen, *more)

    return some(unknown, [n for n in (*missing, *[1] * singly) if n])


def _some(unknown: Sequence[Card], needed: int, seed: int) -> Iterator[Hand]:
    chance = random.Random(seed)
    for _ in range(SAMPLES):
        yield tuple(chance.sample(unknown, needed))


def _seed(options: Options, hands: Mapping[Seat, tuple[Hand, Hand]], boards: Sequence[Hand]) -> int:
    """Of what lies open, and never of the deal's secret: everybody gets the same figures."""
    told: list[Any] = [
        options.variant, [[p, [*map(str, down)], [*map(str, up)]] for p, (down, up) in hands.items()],
        [[*map(str, board)] for board in boards],
    ]  # fmt: skip
    return int.from_bytes(hashlib.sha256(canonical(told)).digest())


def _percents(share: Mapping[Seat, float]) -> dict[Seat, int]:
    """By the largest remainder, so that they sum to a hundred."""
    whole = {p: int(100 * n) for p, n in share.items()}
    by_rest = sorted(share, key=lambda p: whole[p] - 100 * share[p])
    for p in by_rest[: 100 - sum(whole.values())]:
        whole[p] += 1
    return whole
