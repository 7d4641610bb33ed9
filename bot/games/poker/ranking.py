"""What makes the better hand: high, the lows, badugi and the spade, and which cards a hand may be made of.

A ranking turns cards into a number that is larger for the better hand, or into None if they do not qualify (rules:
Poker, "Hands"). A selection says which of a seat's own cards and of the board count together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine.cards import Card, high, rank_text
from bot.games.parts.poker_hands import (
    HIGHEST,
    SHORT,
    Kind,
    Wild,
    cards_for,
    codes,
    kind,
    name,
    number,
    strength,
    told,
)

Hand = tuple[Card, ...]

_MOST: Final = (1 << 24) - 1
"""A low is the better the less it comes to, so it is counted from here downwards."""


class Ranking:
    """How hands compare. `key` is its name in events, `low` says that small cards are wanted."""

    key: str = "high"
    low: bool = False
    size: int = 5
    """How many cards count at most."""

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int | None:
        """The larger the better; None if the cards do not qualify."""
        raise NotImplementedError

    def of_code(self, code: int) -> int | None:
        """The same for five cards that `poker_hands.codes` have summed up; not every ranking can do it."""
        raise NotImplementedError

    def called(self, worth: int) -> str:
        """In words, as people call it, with all its kickers."""
        raise NotImplementedError

    def told(self, worth: int, others: Iterable[int] = (), least: int = 0) -> str:
        """In words beside other hands that are seen: of kickers those that decide alone, and `least` in any case."""
        shape = self.shape(worth)
        if shape is None:
            return self.called(worth)
        return told(shape, [other for each in others if (other := self.shape(each)) is not None], least)

    def shape(self, worth: int) -> int | None:
        """The same as the strength of a high hand, where it is called so; None where its name tells all of it."""
        return None


class High(Ranking):
    """The usual order, of five cards or fewer; wild cards are whatever is best."""

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int:
        return strength(cards, wild)

    def of_code(self, code: int) -> int:
        return HIGHEST.of_code(code)

    def called(self, worth: int) -> str:
        return name(worth)

    def shape(self, worth: int) -> int:
        return worth


class ShortDeck(Ranking):
    """Of a pack without the cards from two to five a flush beats a full house."""

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int:
        return self.of_code(sum(map(codes(wild).__getitem__, cards)))

    def of_code(self, code: int) -> int:
        return _flush_above_full_house(SHORT.of_code(code))

    def called(self, worth: int) -> str:
        return name(self.shape(worth))

    def shape(self, worth: int) -> int:
        return _flush_above_full_house(worth)


def _flush_above_full_house(worth: int) -> int:
    """The two kinds change places; doing it again brings them back."""
    if (made := kind(worth)) in (Kind.FLUSH, Kind.FULL_HOUSE):
        other = Kind.FLUSH if made == Kind.FULL_HOUSE else Kind.FULL_HOUSE
        return worth + (other - made << 20)
    return worth


class LowA5(Ranking):
    """Ace low; straights and flushes do not exist. Groups are bad, and compared first."""

    key, low = "low", True

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int | None:
        return self.of_code(sum(map(codes(wild).__getitem__, cards)))

    def of_code(self, code: int) -> int | None:
        return _low(code & (1 << 56) - 1)

    def called(self, worth: int) -> str:
        shape = self.shape(worth)
        return f"{'-'.join(map(rank_text, _ranks(_MOST - worth)))} low" if shape is None else name(shape)

    def shape(self, worth: int) -> int | None:
        bad = _MOST - worth
        if _LOW_SHAPES[bad >> 20] == Kind.HIGH_CARD:
            return None
        return number(_LOW_SHAPES[bad >> 20], (14 if rank == 1 else rank for rank in _ranks(bad)))


_LOW_SHAPES: Final = (Kind.HIGH_CARD, Kind.PAIR, Kind.TWO_PAIR, Kind.THREE, Kind.FULL_HOUSE, Kind.FOUR, Kind.FIVE)


@lru_cache(maxsize=50_000)
def _low(code: int) -> int:
    """Of ranks and wild cards as `poker_hands` sums them up; a wild card is the lowest rank that is not there."""
    counts = {rank: n for rank in range(1, 14) if (n := code >> 4 * ((rank - 2) % 13) & 15)}
    wilds = code >> 52 & 15
    size = min(5, sum(counts.values()) + wilds)
    for rank in range(1, 14):
        if wilds and rank not in counts:
            wilds -= 1
            counts[rank] = 1
    ranks = sorted(counts)
    if len(ranks) >= size:
        return _MOST - number(0, ranks[:size][::-1])
    return max(_shapes(counts, ranks, size), default=0)


def _shapes(counts: dict[int, int], ranks: Sequence[int], size: int) -> Iterator[int]:
    """Every way of taking this many cards of too few ranks; all ranks are taken, as each other one is a pair more."""
    for times in _times(len(ranks), size):
        for grouped in set(_permuted(times)):
            if all(counts[rank] >= n for rank, n in zip(ranks, grouped, strict=True)):
                told = sorted(zip(grouped, ranks, strict=True), reverse=True)
                yield _MOST - number(_LOW_ORDER[tuple(n for n, _ in told)], [rank for _, rank in told])


_LOW_ORDER: Final[Mapping[tuple[int, ...], int]] = {
    (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 4, (4, 1): 5, (5,): 6,
    (2, 1, 1): 1, (2, 2): 2, (3, 1): 3, (4,): 5, (2, 1): 1, (3,): 3, (2,): 1,
}  # fmt: skip


def _times(ranks: int, size: int) -> list[tuple[int, ...]]:
    """How often each of these ranks may occur among this many cards."""
    return [shape for shape in _LOW_ORDER if len(shape) == ranks and sum(shape) == size]


def _permuted(times: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not times:
        yield ()
    for n in range(len(times)):
        for rest in _permuted(times[:n] + times[n + 1 :]):
            yield (times[n], *rest)


class Low8(LowA5):
    """The same, of five different ranks none of which is above the eight; otherwise there is no low."""

    def of_code(self, code: int) -> int | None:
        found = _low(code & (1 << 56) - 1)
        return found if found >= _EIGHT_HIGH else None


_EIGHT_HIGH: Final = _MOST - number(0, (8, 7, 6, 5, 4))


class Low27(Ranking):
    """The worst high hand wins; the ace is always high, so that A-2-3-4-5 is no straight."""

    key, low = "low", True

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int:
        if len(cards) <= 5:
            return _MOST - _no_wheel(strength(cards, wild))
        each = map(codes(wild).__getitem__, cards)
        return max(self.of_code(sum(five)) for five in combinations(each, 5))

    def of_code(self, code: int) -> int:
        return _MOST - _no_wheel(HIGHEST.of_code(code))

    def called(self, worth: int) -> str:
        shape = self.shape(worth)
        if shape is None:
            return f"{'-'.join(rank_text(rank if rank < 14 else 1) for rank in _ranks(_MOST - worth))} low"
        return name(shape)

    def shape(self, worth: int) -> int | None:
        made = _MOST - worth
        return made if kind(made) != Kind.HIGH_CARD else None


def _ranks(worth: int) -> list[int]:
    return [rank for at in range(16, -1, -4) if (rank := worth >> at & 15)]


def _no_wheel(made: int) -> int:
    if made == _WHEEL:
        return number(Kind.HIGH_CARD, (14, 5, 4, 3, 2))
    return number(Kind.FLUSH, (14, 5, 4, 3, 2)) if made == _STEEL_WHEEL else made


_WHEEL: Final = number(Kind.STRAIGHT, (5,))
_STEEL_WHEEL: Final = number(Kind.STRAIGHT_FLUSH, (5,))


class Badugi(Ranking):
    """The most cards of all different ranks and suits; of as many, the lower highest card, and so on. Ace low."""

    key, low, size = "badugi", True, 4

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int:
        return max(worth for worth, _ in self._parts([*cards]))

    def part(self, cards: Sequence[Card]) -> Hand:
        """The cards that count."""
        return max(self._parts(cards))[1]

    def _parts(self, cards: Sequence[Card]) -> Iterator[tuple[int, Hand]]:
        for n in range(4, 0, -1):
            found = [
                (number(n, (13 - c.rank for c in sorted(some, reverse=True))), some)
                for some in combinations(cards, n)
                if len({c.rank for c in some}) == n == len({c.suit for c in some})
            ]
            if found:
                yield from found
                return

    def called(self, worth: int) -> str:
        many = worth >> 20
        ranks = "-".join(rank_text(13 - (worth >> 16 - 4 * n & 15)) for n in range(many))
        return f"{ranks} badugi" if many == 4 else f"{ranks}, {('one card', 'two cards', 'three cards')[many - 1]}"


class Spade(Ranking):
    """The highest spade among the cards that were dealt down; or the lowest, the ace being low or high."""

    size = 1

    def __init__(self, *, lowest: bool = False, ace_high: bool = True) -> None:
        self.key, self.low, self.ace_high = "spade", lowest, ace_high

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int | None:
        ranks = [high(c) if self.ace_high else c.rank for c in cards if c.suit == "S"]
        if not ranks:
            return None
        return 15 - min(ranks) if self.low else max(ranks)

    def called(self, worth: int) -> str:
        rank = 15 - worth if self.low else worth
        return f"{rank_text((rank - 1) % 13 + 1)}S"


class HighCard(Ranking):
    """One card, the ace high; suits are equal."""

    size = 1

    def worth(self, cards: Collection[Card], wild: Wild = None) -> int:
        return max(number(Kind.HIGH_CARD, (high(c),)) for c in cards)

    def called(self, worth: int) -> str:
        return name(worth)


HIGH, SHORT_DECK, LOW_A5, LOW_8, LOW_27 = High(), ShortDeck(), LowA5(), Low8(), Low27()
BADUGI, SPADE, HIGH_CARD = Badugi(), Spade(), HighCard()
THREE = HIGH
"""Three cards are ranked as five are: three of a kind, pair, high card."""
LOW_SPADE, LOW_SPADE_ACE_HIGH = Spade(lowest=True, ace_high=False), Spade(lowest=True)


# ---- which cards count ---------------------------------------------------------------------------

Selection = Callable[[Sequence[Card], Sequence[Card]], Iterable[Hand]]
"""Of a seat's own cards and the board, every lot of cards of which the best five may be taken."""


def any_five(own: Sequence[Card], board: Sequence[Card]) -> Iterable[Hand]:
    """Whatever makes the best hand."""
    return ((*own, *board),)


def two_and_three(own: Sequence[Card], board: Sequence[Card]) -> Iterable[Hand]:
    """Two of one's own with three of the board, never more nor fewer."""
    boards = [*combinations(board, min(3, len(board)))]
    return ((*two, *three) for two in combinations(own, 2) for three in boards)


def iron_cross(own: Sequence[Card], board: Sequence[Card]) -> Iterable[Hand]:
    """One's own with the column of the cross or with its row. It is turned top, right, bottom, left, centre."""
    column, row = ([board[n] for n in places if n < len(board)] for places in ((0, 4, 2), (3, 4, 1)))
    return ((*own, *column), (*own, *row))


def best_of(
    ranking: Ranking, take: Selection, own: Sequence[Card], board: Sequence[Card] = (), wild: Wild = None
) -> int | None:
    """What the best hand is worth that these cards make."""
    if take is any_five:
        return ranking.worth((*own, *board), wild)
    if take is two_and_three and len(board) >= 3:
        return max((w for w, _, _ in _twos_and_threes(ranking, own, board, wild)), default=None)
    return max((w for some in take(own, board) if (w := ranking.worth(some, wild)) is not None), default=None)


def _twos_and_threes(
    ranking: Ranking, own: Sequence[Card], board: Sequence[Card], wild: Wild
) -> Iterator[tuple[int, Hand, Hand]]:
    """Every two with every three that qualify, and what they are worth: each half is summed up once."""
    code, of_code = codes(wild), ranking.of_code
    twos = [(code[a] + code[b], (a, b)) for a, b in combinations(own, 2)]
    threes = [(code[a] + code[b] + code[c], (a, b, c)) for a, b, c in combinations(board, 3)]
    for two, of_own in twos:
        for three, of_board in threes:
            if (worth := of_code(two + three)) is not None:
                yield worth, of_own, of_board


def cards_of(
    ranking: Ranking, take: Selection, own: Sequence[Card], board: Sequence[Card] = (), wild: Wild = None
) -> Hand:
    """The cards that make that hand, for a picture."""
    if ranking is HIGH and take is any_five and not wild:
        held = (*own, *board)
        return cards_for(held, strength(held))
    if ranking is SHORT_DECK and not wild:
        held = (*own, *board)
        return cards_for(held, _flush_above_full_house(SHORT_DECK.worth(held)))
    if take is two_and_three and len(board) >= 3:
        _, two, three = max(_twos_and_threes(ranking, own, board, wild), default=(0, (), ()))
        return (*two, *three)
    best, chosen = -1, ()
    for some in take(own, board):
        for part in combinations(some, min(ranking.size, len(some))) if ranking.size == 5 else (some,):
            worth = ranking.worth(part, wild)
            if worth is not None and worth > best:
                best, chosen = worth, part
    if ranking is BADUGI:
        return BADUGI.part(chosen)
    if isinstance(ranking, Spade) and chosen:
        return tuple(c for c in chosen if c.suit == "S" and ranking.worth((c,)) == best)
    return chosen


def showing(up: Collection[Card], wild: Wild = None) -> int:
    """What up cards alone are worth: groups and ranks, and from five cards on everything."""
    return strength(up, wild)


def showing_low(up: Collection[Card], wild: Wild = None) -> int:
    """The same where the lowest opens."""
    return LOW_A5.worth(up, wild) or 0
