"""The house player of Tablanette: it weighs what a play brings against what it leaves for the other.

See house-players.md, Tablanette. It remembers every card that has lain on the table: so in the last deal it knows the
other's hand, and looks on to the end once few cards are left.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, inf
from typing import NamedTuple

from bot.engine.cards import JACK, Card, deck
from bot.engine.events import Reason
from bot.engine.facts import HAND
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.tablanette import (
    DEALS,
    MAJORITY,
    TEN,
    TWO,
    Laid,
    OnTable,
    Options,
    Play,
    PutUnder,
    Swept,
    TablanetteView,
    Took,
    captures,
    points,
    tablanette_bonus,
)
from bot.games.tablanette.captures import Ranks
from bot.games.tablanette.facts import DEAL, LAST, TABLE, TAKEN

from .advice import Advice

EACH = 0.1
"""What any card is worth, for the majority."""
JACK_KEPT = 1.5
"""What a jack is worth in hand, while the other has cards enough to leave something for it."""
SWEEPS_LAST = 1
"""What it is worth to have taken last, near the end, with these points on the table."""
NEAR_END, ON_TABLE = 3, 2
SEARCHED, POSITIONS = 8, 20_000
"""With at most this many cards in both hands it searches to the end; through at most this many positions."""
WAYS = 60
"""At most this many ways to take are looked at for each card."""


class Brings(Reason):
    """How many cards a play takes, what it scores, and what the other's best answer brings on average."""

    cards: int
    points: int
    answer: float


class ToTheEnd(Reason):
    """What a play comes to if both play as well as can be until the end of the last deal, mine less theirs."""

    points: int


def choose(view: TablanetteView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """The play of the highest value; nothing is left to chance."""
    if Play not in may:
        return None
    sight = Sight(view)
    plays = [*sight.plays()]
    if len(plays) == 1:
        return plays[0].move
    if sight.knows_all and len(view.hand) + sight.theirs <= SEARCHED:
        try:
            return to_the_end(sight, plays)
        except TooMany:
            pass
    best = max(plays, key=lambda each: (sight.value(each), *sight.rather(each)))
    return Advice(best.move, Brings(len(best.gained), int(best.brings), sight.expected(best.leaves)))


# ---- a play --------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A card with what it takes, and what comes of it."""

    card: Card
    take: tuple[Card, ...]
    brings: float
    """Points and bonus."""
    gained: tuple[Card, ...]
    """Everything that goes to the pile."""
    leaves: tuple[Card, ...]
    """What lies on the table afterwards."""

    @property
    def move(self) -> Play:
        return Play(self.card, () if self.card.rank == JACK else self.take)


def ways(c: Card, table: Sequence[Card], options: Options) -> Iterator[Way]:
    """A card laid down, and with everything it takes; of cards alike the ones that count most."""
    if c.rank == JACK and table:
        gained = (*table, c)
        yield Way(c, tuple(table), sum(points(each, options) for each in gained), gained, ())
        return
    if not (options.forced and captures.takes_any(c.rank, [each.rank for each in table], options.largest)):
        yield Way(c, (), 0, (), (*table, c))
    ranks = captures.ordered(each.rank for each in table)
    seen: set[Ranks] = set()
    for total in captures.totals(c.rank):
        for taken in captures.takes(ranks, total, options.largest, WAYS):
            if taken not in seen:
                seen.add(taken)
                yield _taking(c, _of(taken, table, options), table, total, options)


def _of(ranks: Ranks, table: Sequence[Card], options: Options) -> tuple[Card, ...]:
    """Cards of these ranks, those first that count most."""
    best = sorted(table, key=lambda c: -points(c, options))
    found: list[Card] = []
    for rank in ranks:
        found.append(next(c for c in best if c.rank == rank and c not in found))
    return tuple(found)


def _taking(c: Card, taken: tuple[Card, ...], table: Sequence[Card], total: int, options: Options) -> Way:
    left = tuple(each for each in table if each not in taken)
    brings = 0
    if not left:
        groups = captures.split(captures.ordered(each.rank for each in taken), total, options.largest)
        assert groups is not None
        brings = tablanette_bonus(c, total, captures.named(groups, taken), options)
    goes = not left or options.capturing_card == "taken"
    gained = (*taken, c) if goes else taken
    brings += sum(points(each, options) for each in gained)
    return Way(c, taken, brings, gained, left if goes else (*left, c))


# ---- what the other may answer -------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def best_answer(table: Ranks, two: bool, ten: bool, rank: int, options: Options) -> float:
    """The most that a card of this rank is worth on a table of these ranks; whether the two of clubs and the ten of
    diamonds lie there."""
    if not table:
        return 0.0
    extra = int(two), options.ten_of_diamonds - 1 if ten else 0
    if rank == JACK:
        return _counted((*table, JACK), extra) + EACH * (len(table) + 1)
    best = 0.0
    for total in captures.totals(rank):
        clears = captures.split(table, total, options.largest)
        if clears is not None:
            worth = _worth(rank, table, extra, clears=True, options=options)
            best = max(best, worth + _bonus(rank, total, clears, options))
        for taken in captures.takes(table, total, options.largest, WAYS):
            if len(taken) < len(table):
                best = max(best, _worth(rank, taken, extra, clears=False, options=options))
    return best


def _counted(ranks: Sequence[int], extra: tuple[int, int]) -> int:
    """What the piles gain by these, the two of clubs and the ten of diamonds among them where they can be."""
    two, ten = extra
    return sum(rank >= TEN for rank in ranks) + two * (TWO in ranks) + ten * (TEN in ranks)


def _worth(rank: int, taken: Ranks, extra: tuple[int, int], *, clears: bool, options: Options) -> float:
    gained = (*taken, rank) if clears or options.capturing_card == "taken" else taken
    return _counted(gained, extra) + EACH * len(gained)


def _bonus(rank: int, total: int, groups: Sequence[Ranks], options: Options) -> int:
    """What it brings to clear the table; suits hardly matter."""
    named = tuple(tuple(Card(each, "S") for each in group) for group in groups)
    return tablanette_bonus(Card(rank, "S"), total, named, options)


# ---- what is known -------------------------------------------------------------------------------


@dataclass
class Sight:
    """What a player knows of a hand, and how a play looks from there."""

    view: TablanetteView

    @property
    def options(self) -> Options:
        return self.view.options

    @property
    def me(self) -> Seat:
        return self.view.viewer

    @cached_property
    def table(self) -> tuple[Card, ...]:
        return self.view.faces(TABLE)

    @cached_property
    def theirs(self) -> int:
        """How many cards the other holds."""
        return self.view.size(HAND.of(1 - self.me))

    @property
    def knows_all(self) -> bool:
        """In the last deal there is no stock."""
        return self.view.fact(DEAL) == DEALS

    @cached_property
    def unseen(self) -> list[Card]:
        """The other's hand and the stock; a jack under the stock is nobody's before the last deal."""
        gone = {*self.view.hand}
        for e in self.view.events:
            if isinstance(e, OnTable):
                gone.update(e.cards)
            elif isinstance(e, Laid | Took | Swept) or (isinstance(e, PutUnder) and not self.knows_all):
                gone.add(e.card)
        return [c for c in deck() if c not in gone]

    @cached_property
    def _held(self) -> Mapping[int, int]:
        """How many cards of each rank the other may hold."""
        ranks = [c.rank for c in self.unseen]
        return {rank: ranks.count(rank) for rank in {*ranks}}

    # ---- plays ---------------------------------------------------------------------------

    def plays(self) -> Iterator[Way]:
        """Everything that may be played; cards alike once."""
        seen: set[tuple[int, int]] = set()
        for c in self.view.hand:
            alike = c.rank, points(c, self.options)
            if alike not in seen:
                seen.add(alike)
                yield from ways(c, self.table, self.options)

    def value(self, way: Way) -> float:
        """What a play brings, less what the other is likely to make of what it leaves."""
        worth = way.brings + EACH * len(way.gained) - self.expected(way.leaves)
        if way.card.rank == JACK and self.theirs >= 2:
            worth -= JACK_KEPT
        if way.gained and self.knows_all and len(self.view.hand) - 1 + self.theirs <= NEAR_END:
            worth += SWEEPS_LAST * (sum(points(c, self.options) for c in way.leaves) >= ON_TABLE)
        return worth

    def rather(self, way: Way) -> tuple[int, int]:
        """Of equal plays: nothing laid down where it can be taken, then the lower card."""
        return len(way.gained), -way.card.rank

    def expected(self, leaves: Sequence[Card]) -> float:
        """What the other's best answer brings on average."""
        if not self.theirs or not leaves:
            return 0.0
        table = captures.ordered(c.rank for c in leaves)
        two, ten = (any(c == special for c in leaves) for special in (Card(TWO, "C"), Card(TEN, "D")))
        answers = sorted(((best_answer(table, two, ten, rank, self.options), n) for rank, n in self._held.items()))
        expected, better = 0.0, 0
        for worth, n in reversed(answers):
            expected += worth * (self._none_of(better) - self._none_of(better + n))
            better += n
        return expected

    def _none_of(self, cards: int) -> float:
        """The chance that the other holds none of this many of the unseen cards."""
        return comb(len(self.unseen) - cards, self.theirs) / comb(len(self.unseen), self.theirs)


# ---- to the end ----------------------------------------------------------------------------------


class TooMany(Exception):
    """There are more positions than there is time for."""


class Position(NamedTuple):
    """Both hands, that of who is to play first; how many cards each has taken, and who took last."""

    mine: tuple[Card, ...]
    theirs: tuple[Card, ...]
    table: tuple[Card, ...]
    taken: tuple[int, int]
    last: int
    """0 for who is to play, 1 for the other, −1 for nobody."""


def to_the_end(sight: Sight, plays: Iterable[Way]) -> Advice:
    """The play after which the difference of points is the best; of equal ones what it would rather. Raises TooMany."""
    start, search = position(sight), Search(sight.options)
    best, found = -inf, None
    for way in sorted(plays, key=lambda each: (each.brings, *sight.rather(each)), reverse=True):
        worth = way.brings - search.best(after(start, way), -inf, way.brings - best)
        if worth > best or found is None:
            best, found = worth, way
    assert found is not None
    return Advice(found.move, ToTheEnd(int(best)))


def position(sight: Sight) -> Position:
    """How the last deal stands."""
    view, me = sight.view, sight.me
    last = view.fact(LAST)
    return Position(
        tuple(view.hand), tuple(sight.unseen), sight.table,
        (view.size(TAKEN.of(me)), view.size(TAKEN.of(1 - me))), -1 if last is None else int(last != me),
    )  # fmt: skip


def after(p: Position, way: Way) -> Position:
    """The position for the other."""
    kept = tuple(c for c in p.mine if c != way.card)
    last = 1 if way.gained else (-1 if p.last < 0 else 1 - p.last)
    return Position(p.theirs, kept, way.leaves, (p.taken[1], p.taken[0] + len(way.gained)), last)


class Search:
    """Alpha-beta over what is known to both."""

    def __init__(self, options: Options, most: int = POSITIONS) -> None:
        self.options, self.left = options, most

    def best(self, p: Position, alpha: float, beta: float) -> float:
        """The difference of points for who is to play, from here on. Raises TooMany."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        if not p.mine:
            return self.counted(p)
        best = -inf
        for way in sorted(self.plays(p), key=lambda each: -each.brings):
            best = max(best, way.brings - self.best(after(p, way), way.brings - beta, way.brings - max(alpha, best)))
            if best >= beta:
                break
        return best

    def plays(self, p: Position) -> Iterator[Way]:
        for c in p.mine:
            yield from ways(c, p.table, self.options)

    def counted(self, p: Position) -> float:
        """What is left goes to who took last; then the majority counts."""
        rest = sum(points(c, self.options) for c in p.table)
        mine, theirs = p.taken
        if p.last == 0:
            mine += len(p.table)
        elif p.last == 1:
            theirs, rest = theirs + len(p.table), -rest
        else:
            rest = 0
        majority = (mine >= self.options.majority) - (theirs >= self.options.majority)
        return rest + MAJORITY * majority


# ---- what moves are worth ----------------------------------------------------------------------------


def worths(
    view: TablanetteView, may: Mapping[type[Move], Offer], made: Move, rng: random.Random
) -> Mapping[Move, float]:
    """In points more than the other's: near the end by looking on to it, else as the house player weighs them."""
    if not isinstance(made, Play):
        return {}
    sight = Sight(view)
    chosen = way_of(made, sight.table, sight.options)
    tried = {made: chosen} | {way.move: way for way in sight.plays() if not alike(way, chosen, sight.options)}
    if sight.knows_all and len(view.hand) + sight.theirs <= SEARCHED:
        start, search = position(sight), Search(sight.options, POSITIONS * len(tried))
        try:
            return {move: way.brings - search.best(after(start, way), -inf, inf) for move, way in tried.items()}
        except TooMany:
            pass
    return {move: sight.value(way) for move, way in tried.items()}


def way_of(play: Play, table: Sequence[Card], options: Options) -> Way:
    """A play with what comes of it."""
    c = play.card
    if c.rank == JACK or not play.take:
        found = [way for way in ways(c, table, options) if c.rank == JACK or not way.take]
        return found[0] if found else Way(c, (), 0, (), (*table, c))
    taken = captures.ordered(each.rank for each in play.take)
    total = next(n for n in captures.totals(c.rank) if captures.split(taken, n, options.largest) is not None)
    return _taking(c, play.take, table, total, options)


def alike(one: Way, other: Way, options: Options) -> bool:
    """Whether nothing tells two plays apart but suits that do not count."""

    def seen(way: Way) -> tuple[object, ...]:
        return way.card.rank, way.brings, sorted(c.rank for c in way.take), points(way.card, options)

    return seen(one) == seen(other)
