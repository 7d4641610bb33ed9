"""The house player of Canasta: it counts ranks, fights for the pile, and throws what nobody can take.

See house-players.md, Canasta.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from bot.engine.cards import Card
from bot.engine.events import Reason
from bot.engine.facts import HAND, STOCK
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.canasta import melds as m
from bot.games.canasta.facts import FROZEN, MELD, MINIMUM
from bot.games.canasta.hand import side_of
from bot.games.canasta.melds import Group, Held
from bot.games.canasta.moves import (
    Answer,
    Ask,
    CanastaView,
    Declare,
    Discard,
    Discarded,
    Draw,
    GoOut,
    Meld,
    Pass,
    TakePile,
    TookPile,
    Upcards,
)

from .advice import Advice

WORTH_TAKING = 60
"""A pile of less is left to grow: the figure that matters most, above all where two play."""
KEPT_AT_FIRST, WILDS_AT_FIRST = 7, 2
"""A first meld leaves at least this many cards, and spends at most this many wild ones, unless time presses."""
FEW, NEAR_OUT, LOW_STOCK = 5, 4, 20
"""How few cards in an opponent's hand press; with how few they may go out; and when the stock is low."""
MISSING = 2
"""At most this many wild cards complete a canasta."""
PILE_TO_KEEP_FOR, PAIRS_KEPT = 8, 2
"""A frozen pile of more cards is worth keeping this many pairs in hand."""
MANY, OTHERS, LATE = 6, 8, 10
"""A partner with more cards is asked; going out pays if opponents hold this many, and always with a stock this low."""
PER_CARD, PER_FIT = 12, 20
"""What the next player gains by each card of the pile, and by one that fits a meld of theirs."""
FREEZE_FROM, PAIRS_TO_FREEZE = 5, 3
"""A two freezes a pile of at least this many cards, from a hand with this many pairs."""

ANY = 2
"""What any card of the pile is worth."""


class Pile(Reason):
    """How many cards the pile has, and how many of them are of use."""

    cards: int
    fit: int


class LeftToGrow(Reason):
    """The same of a pile that is not taken."""

    cards: int
    fit: int


class Counts(Reason, says="that lays down {points:point}"):
    points: int


class TheyHold(Reason, says="the others still hold {cards:card}"):
    cards: int


class Risk(Reason):
    """How often the next player can take the pile with what is thrown."""

    percent: int


class Freezes(Reason, says="it freezes the pile, and you hold the pairs to take it with"):
    pass


class Harmless(Reason, says="nobody can take the pile with it"):
    pass


def choose(view: CanastaView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Declares, draws or takes, lays what it should, goes out when that pays, and throws what costs least."""
    if Answer in may:
        return Answer("yes" if answers_yes(Sight(view)) else "no")
    if Declare in may:
        return Declare(next(iter(may[Declare].next(()))))
    sight = Sight(view)
    if Draw in may or TakePile in may or (Pass in may and Discard not in may and Meld not in may):
        return takes_or_draws(sight, may)
    return plays(sight, may)


@dataclass
class Sight:
    """What a seat knows."""

    view: CanastaView

    @cached_property
    def seat(self) -> Seat:
        return self.view.viewer

    @cached_property
    def side(self) -> Seat:
        return side_of(self.seat)

    @cached_property
    def held(self) -> Held:
        return m.counted(self.view.hand)

    def melds_of(self, side: Seat) -> dict[int, Group]:
        found: dict[int, Group] = {}
        for rank in (*m.RANKS, m.THREE):
            if lying := self.view.faces(MELD.of(side, rank)):
                found[rank] = Group(
                    rank,
                    sum(c.rank == rank for c in lying),
                    sum(c.rank == m.TWO for c in lying),
                    sum(c.rank == m.JOKER for c in lying),
                )
        return found

    @cached_property
    def mine(self) -> dict[int, Group]:
        return self.melds_of(self.side)

    @cached_property
    def theirs(self) -> dict[int, Group]:
        return self.melds_of(1 - self.side)

    @cached_property
    def frozen(self) -> bool:
        """For the own side."""
        return self.view.fact(FROZEN) or (self.view.options.fresh_side_frozen and not self.mine)

    @cached_property
    def frozen_for_them(self) -> bool:
        return self.view.fact(FROZEN) or (self.view.options.fresh_side_frozen and not self.theirs)

    @cached_property
    def pile(self) -> list[Card]:
        """What it saw go into the pile since that was last taken."""
        seen: list[Card] = []
        for event in self.view.events:
            match event:
                case Upcards(cards=turned):
                    seen += turned
                case Discarded(card=card):
                    seen.append(card)
                case TookPile():
                    seen.clear()
                case _:
                    pass
        return seen

    @cached_property
    def out(self) -> list[int]:
        """How many cards of each rank it has not seen, and so may be in others' hands or in the stock."""
        seen = self.held[:]
        for c in self.pile:
            if not m.is_red_three(c):
                seen[c.rank] += 1
        for melds in (self.mine, self.theirs):
            for group in melds.values():
                seen[group.rank] += group.naturals
                seen[m.TWO] += group.twos
                seen[m.JOKER] += group.jokers
        whole = [8] * 14
        whole[m.JOKER] = whole[m.THREE] = 4
        return [max(0, n - k) for n, k in zip(whole, seen, strict=True)]

    @cached_property
    def unseen(self) -> int:
        return max(1, sum(self.out))

    @property
    def stock(self) -> int:
        return self.view.size(STOCK)

    def cards_of(self, side: Seat) -> int:
        """How many cards the hands of a side hold together."""
        return sum(self.view.size(HAND.of(p)) for p in range(side, self.view.seats, 2))

    @cached_property
    def need(self) -> int:
        return 1 if self.view.seats == 4 else 2

    @cached_property
    def their_canastas(self) -> int:
        return m.canastas(self.theirs)

    @cached_property
    def near_out(self) -> bool:
        """Whether an opponent may go out soon: they have their canastas, and few cards."""
        smallest = min(self.view.size(HAND.of(p)) for p in range(1 - self.side, self.view.seats, 2))
        return self.their_canastas >= self.need and smallest <= NEAR_OUT

    @cached_property
    def pressed(self) -> bool:
        """Whether it is time to lay everything that can be laid."""
        smallest = min(self.view.size(HAND.of(p)) for p in range(1 - self.side, self.view.seats, 2))
        return self.their_canastas >= 1 or smallest <= FEW or self.stock < LOW_STOCK

    @cached_property
    def minimum(self) -> int:
        return 0 if self.mine else self.view.fact(MINIMUM)[self.side]


# ---- the draw ------------------------------------------------------------------------------------


def takes_or_draws(sight: Sight, may: Mapping[type[Move], Offer]) -> Move | Advice | None:
    """The pile if that is worth it, otherwise the stock."""
    taking = may.get(TakePile)
    best: tuple[float, TakePile] | None = None
    if taking is not None:
        for move in takes(sight, taking):
            worth = worth_of_pile(sight, move)
            if best is None or worth > best[0]:
                best = worth, move
    if best is not None and (best[0] > WORTH_TAKING or Draw not in may):
        return Advice(best[1], Pile(len(sight.pile), fit(sight)))
    if best is not None:
        return Advice(Draw(), LeftToGrow(len(sight.pile), fit(sight)))
    return Draw() if Draw in may else Pass() if Pass in may else None


def fit(sight: Sight) -> int:
    """How many cards of the pile are worth more than any other card."""
    return sum(worth_of(sight, c) > ANY for c in sight.pile)


def takes(sight: Sight, taking: Offer) -> Iterator[TakePile]:
    """Ways to take that are lawful: each first group, and what a first meld needs besides."""
    for group in taking.next(()):
        if not isinstance(taking.finish((group,)), str):
            yield TakePile((group,))
        elif sight.minimum:
            left = m.without(sight.held, [group])
            total = group.points + m.POINTS[group.rank]
            for more in ways_to(sight, left, sight.minimum - total, {group.rank}):
                move = TakePile((group, *more))
                if taking.refusal(move) is None:
                    yield move
                    break


def worth_of_pile(sight: Sight, move: TakePile) -> float:
    """What the cards of the pile are worth to this hand, less what the take spends."""
    first = move.groups[0]
    rank, worth = first.rank, 0.0
    for c in sight.pile[:-1]:
        worth += worth_of(sight, c)
    meld = Group(rank, first.naturals + 1, first.twos, first.jokers).with_(sight.mine.get(rank))
    if meld.size >= m.CANASTA and not (rank in sight.mine and sight.mine[rank].size >= m.CANASTA):
        worth += 150 if meld.wilds else 300
    worth += worth_of(sight, sight.pile[-1]) + sum(group.points for group in move.groups) / 2
    return worth - 20 * sum(group.wilds for group in move.groups)


def worth_of(sight: Sight, c: Card) -> float:
    if m.is_red_three(c):
        return 100
    if c.rank == m.JOKER:
        return 50
    if c.rank == m.TWO:
        return 30
    if c.rank in sight.mine:
        return min(50, 15 + 5 * sight.mine[c.rank].size)
    return 15 if sight.held[c.rank] >= 2 and c.rank != m.THREE else ANY


# ---- a first meld --------------------------------------------------------------------------------


def ways_to(sight: Sight, held: Held, least: int, closed: Collection[int] = ()) -> Iterator[tuple[Group, ...]]:
    """Groups of these cards that count enough, the thriftiest first: few wild cards, few cards, pairs kept."""
    ranks = [rank for rank in m.RANKS if held[rank] >= 2 and rank not in closed]
    found: list[tuple[tuple[int, int, int], tuple[Group, ...]]] = []
    for n in range(1, min(4, len(ranks)) + 1):
        for chosen in combinations(ranks, n):
            if (groups := _reaching(held, chosen, least)) is not None:
                wilds, size = sum(g.wilds for g in groups), sum(g.size for g in groups)
                pairs = sum(held[rank] >= 2 for rank in ranks if rank not in chosen)
                found.append(((wilds, size, -pairs), groups))
    yield from (groups for _, groups in sorted(found, key=lambda each: each[0]))


def _reaching(held: Held, chosen: Sequence[int], least: int) -> tuple[Group, ...] | None:
    """All naturals of these ranks, and as few wild cards as make them melds that count enough; of as many, the fewest
    jokers."""
    groups = [Group(rank, held[rank]) for rank in chosen]
    total = sum(group.points for group in groups)
    for wilds in range(sum(max(0, m.LEAST - group.size) for group in groups), held[m.TWO] + held[m.JOKER] + 1):
        for jokers in range(max(0, wilds - held[m.TWO]), min(wilds, held[m.JOKER]) + 1):
            twos = wilds - jokers
            if total + twos * m.POINTS[m.TWO] + jokers * m.POINTS[m.JOKER] >= least:
                return _with_wilds(groups, twos, jokers)
    return None


def _with_wilds(groups: Sequence[Group], twos: int, jokers: int) -> tuple[Group, ...] | None:
    """First on groups with too few cards for a meld, then on the largest, and last on a natural canasta."""
    made = [*groups]
    for more in [Group(0, 0, twos=1)] * twos + [Group(0, 0, jokers=1)] * jokers:
        room = [i for i, group in enumerate(made) if group.wilds < m.WILDS]
        if not room:
            return None

        def last(i: int) -> tuple[bool, bool, int]:
            size = made[i].size
            return size >= m.LEAST, size >= m.CANASTA and not made[i].wilds, -size

        i = min(room, key=last)
        made[i] = made[i]._replace(twos=made[i].twos + more.twos, jokers=made[i].jokers + more.jokers)
    return tuple(made)


def first_meld(sight: Sight) -> tuple[Group, ...] | None:
    """What it lays first, if it lays anything now."""
    for groups in ways_to(sight, sight.held, sight.minimum):
        left = sum(sight.held) - sum(group.size for group in groups)
        wilds = sum(group.wilds for group in groups)
        if sight.pressed or (left >= KEPT_AT_FIRST and wilds <= WILDS_AT_FIRST):
            return groups
    return None


# ---- melds and the discard -----------------------------------------------------------------------


def plays(sight: Sight, may: Mapping[type[Move], Offer]) -> Move | Advice | None:
    """Out, where that pays; melds, and a card that is thrown."""
    if GoOut in may and (move := leaves(sight, may)) is not None:
        return Advice(move, TheyHold(sight.cards_of(1 - sight.side)))
    if Meld in may and (laid := lays(sight, may[Meld])) is not None:
        return Advice(laid, Counts(sum(group.points for group in laid.groups)))
    if Discard in may:
        rank = thrown(sight, may[Discard].next(()))
        return Advice(Discard(rank), risk(sight, rank))
    return Pass() if Pass in may else None


def leaves(sight: Sight, may: Mapping[type[Move], Offer]) -> Move | None:
    """Whether it goes out; a partner with many cards is asked."""
    made = may[GoOut].finish(())
    if not isinstance(made, GoOut) or not wants_out(sight):
        return None
    if (
        Ask in may
        and sight.mine
        and any(sight.view.size(HAND.of(p)) > MANY for p in range(sight.side, sight.view.seats, 2) if p != sight.seat)
    ):
        return Ask()
    return made


def wants_out(sight: Sight) -> bool:
    theirs = sight.cards_of(1 - sight.side)
    return not sight.mine or theirs >= OTHERS or sight.their_canastas > 0 or sight.stock < LATE


def answers_yes(sight: Sight) -> bool:
    return m.points(sight.held) <= 60 or sum(sight.held) <= 4 or sight.near_out


def lays(sight: Sight, laying: Offer) -> Meld | None:
    """What goes down now, as one act; less of it where that would leave too few cards."""
    if not sight.mine:
        groups = first_meld(sight)
        return Meld(groups) if groups and laying.refusal(Meld(groups)) is None else None
    groups = [*wanted(sight)] or [*saved(sight)]
    while groups:
        if laying.refusal(Meld(tuple(groups))) is None:
            return Meld(tuple(groups))
        groups.pop()
    return None


def wanted(sight: Sight) -> Iterator[Group]:
    """What it wants to lay once its side has melded, the dearest to it first."""
    held, spare = sight.held, [sight.held[m.TWO], sight.held[m.JOKER]]
    keep_pairs = PAIRS_KEPT if sight.frozen and len(sight.pile) > PILE_TO_KEEP_FOR else 0
    found: list[tuple[float, Group]] = []
    for rank in m.RANKS:
        meld, n = sight.mine.get(rank), held[rank]
        if meld is None:
            if n >= m.LEAST:
                found.append((n, Group(rank, n)))
            continue
        size = meld.size + n
        wilds = 0
        if meld.size < m.CANASTA and size < m.CANASTA:
            missing = m.CANASTA - size
            fits = missing <= min(sum(spare), m.WILDS - meld.wilds)
            if fits and (missing <= MISSING or sight.near_out):
                wilds = missing
        if n == 2 and keep_pairs and not wilds and size < m.CANASTA:
            keep_pairs -= 1
            continue
        if n or wilds:
            twos = min(spare[0], wilds)
            spare[0] -= twos
            spare[1] -= wilds - twos
            made = size + wilds >= m.CANASTA > meld.size
            found.append((100 * made + n + meld.size, Group(rank, n, twos, wilds - twos)))
    yield from (group for _, group in sorted(found, key=lambda each: -each[0]))


def saved(sight: Sight) -> Iterator[Group]:
    """Wild cards that would count against it when an opponent goes out: on the largest meld that is no natural
    canasta."""
    twos, jokers, spare = sight.held[m.TWO], sight.held[m.JOKER], sum(sight.held) - 2
    for meld in sorted(sight.mine.values(), key=lambda meld: -meld.size) if sight.near_out else ():
        room = 0 if meld.size >= m.CANASTA and not meld.wilds else min(m.WILDS - meld.wilds, spare)
        big = min(jokers, room)
        small = min(twos, room - big)
        if big + small > 0:
            yield Group(meld.rank, 0, small, big)
            twos, jokers, spare = twos - small, jokers - big, spare - small - big


def thrown(sight: Sight, among: Collection[int]) -> int:
    """What costs least: to be without, and to give away. A two now and then, to freeze the pile."""
    if m.TWO in among and freezes(sight):
        return m.TWO
    return min(among, key=lambda rank: (cost(sight, rank), rank))


def risk(sight: Sight, rank: int) -> Reason:
    """What is feared of throwing this rank."""
    if rank in m.RANKS:
        return Risk(round(100 * chance(sight, rank, (sight.seat + 1) % sight.view.seats)))
    return Freezes() if rank == m.TWO and freezes(sight) else Harmless()


def freezes(sight: Sight) -> bool:
    """Whether the pile is better frozen: the opponents get more of it, and it holds pairs to take it with."""
    behind = bool(sight.theirs) and len(sight.mine) < len(sight.theirs)
    pairs = sum(sight.held[rank] >= 2 for rank in m.RANKS)
    fat = len(sight.pile) >= FREEZE_FROM and not sight.view.fact(FROZEN)
    return behind and fat and pairs >= PAIRS_TO_FREEZE


def cost(sight: Sight, rank: int) -> float:
    return keep(sight, rank) + danger(sight, rank)


def keep(sight: Sight, rank: int) -> float:
    """What it would be without."""
    n = sight.held[rank]
    worth = 40 if rank == m.TWO else 70 if rank == m.JOKER else 3 if rank == m.THREE else 0
    if rank in m.RANKS:
        worth = 20 if rank in sight.mine else 25 if n >= 3 else 12 if n == 2 else 0
    return worth - (m.POINTS[rank] if sight.near_out else 0)


def danger(sight: Sight, rank: int) -> float:
    """What the next player may gain by it."""
    if rank not in m.RANKS:
        return 0
    after = (sight.seat + 1) % sight.view.seats
    pile = PER_CARD * (len(sight.pile) + 1) + PER_FIT * sum(c.rank in sight.theirs for c in sight.pile)
    return chance(sight, rank, after) * pile


def chance(sight: Sight, rank: int, after: Seat) -> float:
    """That the next player can take it."""
    if rank in sight.theirs and not sight.frozen_for_them:
        return 1
    q, h = min(1, sight.out[rank] / sight.unseen), sight.view.size(HAND.of(after))
    two = 1 - (1 - q) ** h - h * q * (1 - q) ** (h - 1)
    if sight.theirs and not sight.frozen_for_them:
        two += 0.15
    lately = [e.card.rank for e in sight.view.events_of(Discarded, seat=after)[-2:]]
    return two / 2 if rank in lately else two
