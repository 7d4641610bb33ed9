"""What Canasta's cards make: groups by rank and count, what they are worth, and what is left to do with a hand.

Equal copies are the same choice, so that a hand is how many it holds of each rank. All of it is pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import ACE, Card, rank_text
from bot.engine.controls import word
from bot.engine.quoting import quoted

JOKER, TWO, THREE = 0, 2, 3
RANKS: Final = (ACE, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4)
"""The ranks that are melded, from the ace down."""
ORDER: Final = (JOKER, TWO, *RANKS, THREE)
"""How ranks are listed; the three is the black one."""
POINTS: Final = {
    JOKER: 50, TWO: 20, THREE: 5, ACE: 20,
    **dict.fromkeys(range(4, 8), 5), **dict.fromkeys(range(8, 14), 10),
}  # fmt: skip
LEAST, WILDS, CANASTA = 3, 3, 7
"""The fewest cards of a meld, the most wild cards in it, and how many make a canasta."""
NATURALS = 2
"""The fewest natural cards of a meld."""
NATURAL, MIXED = 500, 300
RED_THREE, ALL_RED_THREES = 100, 800


class Group(NamedTuple):
    """Cards of one rank with the wild cards among them: what goes down, or what lies there."""

    rank: int
    """The three is the black one."""
    naturals: int
    twos: int = 0
    jokers: int = 0

    @property
    def wilds(self) -> int:
        return self.twos + self.jokers

    @property
    def size(self) -> int:
        return self.naturals + self.twos + self.jokers

    @property
    def points(self) -> int:
        """What its cards count, without a bonus."""
        return POINTS[self.rank] * self.naturals + POINTS[TWO] * self.twos + POINTS[JOKER] * self.jokers

    @property
    def bonus(self) -> int:
        """For a canasta: 500 for a natural one, 300 for a mixed one."""
        return 0 if self.size < CANASTA else MIXED if self.wilds else NATURAL

    def with_(self, more: Group | None) -> Group:
        """Both together."""
        if more is None:
            return self
        return Group(self.rank, self.naturals + more.naturals, self.twos + more.twos, self.jokers + more.jokers)


Held = list[int]
"""How many cards a hand holds of each rank: jokers 0, twos 2, black threes 3. Red threes do not count."""
Melds = Mapping[int, Group]
"""The melds of one side, by rank."""


class Out(NamedTuple):
    """A way to go out: what is laid, and what is thrown after it, if anything."""

    groups: tuple[Group, ...]
    thrown: int | None


def named(rank: int) -> str:
    """As it is typed: `K`, `JK`."""
    return word(rank, "rank")


def is_red_three(c: Card) -> bool:
    return c.rank == THREE and c.suit in "DH"


def is_wild(c: Card) -> bool:
    return c.rank in (JOKER, TWO)


def counted(cards: Iterable[Card]) -> Held:
    held = [0] * 14
    for rank, suit in cards:
        if rank != THREE or suit not in "DH":
            held[rank] += 1
    return held


def points(held: Held) -> int:
    """What these cards count."""
    return sum(POINTS[rank] * held[rank] for rank in ORDER)


def without(held: Held, groups: Iterable[Group]) -> Held:
    """The rest of a hand."""
    left = [*held]
    for rank, naturals, twos, jokers in groups:
        left[rank] -= naturals
        left[TWO] -= twos
        left[JOKER] -= jokers
    return left


def with_all(melds: Melds, groups: Iterable[Group]) -> dict[int, Group]:
    """The melds of a side after these have gone down."""
    after = dict(melds)
    for group in groups:
        after[group.rank] = group.with_(after.get(group.rank))
    return after


def canastas(melds: Melds) -> int:
    return sum(meld.size >= CANASTA for meld in melds.values())


def minimum(score: int) -> int:
    """What the first meld of a side must count that began the hand with this score."""
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def red_threes(n: int, *, good: bool = True) -> int:
    """The bonus for this many of them; it may count against a side without melds."""
    worth = ALL_RED_THREES if n == 4 else RED_THREE * n
    return worth if good else -worth


# ---- one group -----------------------------------------------------------------------------------


def why_no_group(group: Group, held: Held, meld: Group | None, upcard: int = 0) -> str | None:
    """Why a hand cannot lay this on that meld of its side, or as a new one; None if it can.

    An `upcard` (1) is a natural card of the rank that goes down with it.
    """
    rank, naturals, twos, jokers = group
    if min(naturals, twos, jokers) < 0:
        return "That is no group of cards."
    if rank not in RANKS and rank != THREE:
        return "A meld has two natural cards of a rank from 4 to the ace at least."
    if naturals > held[rank] or twos > held[TWO] or jokers > held[JOKER]:
        return f"You do not hold {word(group)}."
    if rank == THREE:
        if twos or jokers:
            return "Black threes are melded without wild cards."
        return None if naturals >= LEAST else "Black threes are melded three or four together."
    whole = Group(rank, naturals + upcard, twos, jokers).with_(meld)
    name = rank_text(rank)
    if not group.size and not upcard:
        return "Choose the cards of a meld."
    if whole.wilds > WILDS:
        return f"Three wild cards at most go into one meld; with {word(group)} the {name} would have {whole.wilds}."
    if whole.naturals < NATURALS:
        return f"A meld needs two natural cards at least; {word(group) or name} has {whole.naturals}."
    if whole.size < LEAST:
        return f"A meld is three cards at least; {word(group) or name} makes {whole.size}."
    return None


def groups_of(rank: int, held: Held, meld: Group | None, upcard: int = 0) -> Iterator[Group]:
    """Every group of this rank that a hand may lay; of nothing but an `upcard` (1), where a meld waits for that."""
    if rank == THREE:
        yield from (Group(THREE, n) for n in range(LEAST, held[THREE] + 1))
        return
    room = WILDS - (meld.wilds if meld else 0)
    fewest = 0 if meld else NATURALS - upcard
    for naturals in range(fewest, held[rank] + 1):
        for jokers in range(min(held[JOKER], room) + 1):
            for twos in range(min(held[TWO], room - jokers) + 1):
                size = naturals + jokers + twos + upcard
                if size >= (1 if meld else LEAST):
                    yield Group(rank, naturals, twos, jokers)


# ---- a first meld --------------------------------------------------------------------------------


def most(held: Held, keep: int, closed: Collection[int] = ()) -> int:
    """The most that a first meld of these cards can count with this many cards kept in hand; 0 if nothing can be laid.
    Ranks that are `closed` stay there."""
    melding: list[tuple[int, int]] = []
    for rank in RANKS:
        if n := held[rank]:
            if n < NATURALS or rank in closed:
                keep -= n
            else:
                melding.append((POINTS[rank], n))
    return max(0, _most(tuple(sorted(melding)), held[TWO], held[JOKER], max(0, keep - held[THREE])))


_NEVER = -10_000


@lru_cache(maxsize=1 << 15)
def _most(melding: tuple[tuple[int, int], ...], twos: int, jokers: int, keep: int) -> int:
    if not melding:
        return 0 if twos + jokers >= keep else _NEVER
    (value, n), *others = melding
    rest = tuple(others)
    best = _most(rest, twos, jokers, max(0, keep - n))
    for laid in range(max(NATURALS, n - keep), n + 1):
        kept = max(0, keep - (n - laid))
        for b in range(min(jokers, WILDS) + 1):
            for a in range(max(0, LEAST - laid - b), min(twos, WILDS - b) + 1):
                whole = value * laid + POINTS[TWO] * a + POINTS[JOKER] * b
                best = max(best, whole + _most(rest, twos - a, jokers - b, kept))
    return best


# ---- going out -----------------------------------------------------------------------------------


def way_out(
    held: Held, melds: Melds, need: int, *, throws: bool = True, least: int = 0, closed: Collection[int] = ()
) -> Out | None:
    """Some way to go out: see `ways_out`."""
    return next(ways_out(held, melds, need, throws=throws, least=least, closed=closed), None)


def brings(way: Out, melds: Melds) -> int:
    """What a side scores for its melds and canastas after this, so that a card that is thrown brings nothing."""
    after = with_all(melds, way.groups).values()
    return sum(meld.points + meld.bonus for meld in after)


def ways_out(
    held: Held, melds: Melds, need: int, *, throws: bool = True, least: int = 0, closed: Collection[int] = ()
) -> Iterator[Out]:
    """How all of a hand goes down so that the side has this many canastas: without a discard, then with each card that
    can be thrown, from the cheapest on, and each time in the way that brings most. `least` is what must be laid at
    once; nothing more goes to melds that are `closed`."""
    singles = sum(held[rank] == 1 and rank not in melds for rank in RANKS) + (held[THREE] in (1, 2))
    if singles > 1 or held[THREE] == 2 or (singles and not throws):
        return
    thrown: list[int | None] = [None]
    if throws:
        thrown += sorted((rank for rank in ORDER if held[rank]), key=POINTS.__getitem__)
    for each in thrown:
        left = [*held]
        if each is not None:
            left[each] -= 1
        groups = all_laid(left, melds, need, closed)
        if groups is not None and sum(group.points for group in groups) >= least:
            yield Out(tuple(groups), each)


def all_laid(held: Held, melds: Melds, need: int, closed: Collection[int] = ()) -> list[Group] | None:
    """All these cards in melds with as many canastas as they make, and with as few natural ones mixed as that takes;
    None if they do not all go down, or where that leaves the side with fewer canastas than it needs."""
    if held[THREE] in (1, 2):
        return None
    wilds = held[TWO] + held[JOKER]
    laid: dict[int, list[int]] = {}  # by rank: naturals and wild cards that are added, the size, and room for wild ones
    for rank in RANKS:
        naturals, meld = held[rank], melds.get(rank)
        if rank in closed and naturals:
            return None
        if meld is not None and rank in closed:
            laid[rank] = [0, 0, meld.size, 0]
        elif meld is not None:
            laid[rank] = [naturals, 0, meld.size + naturals, WILDS - meld.wilds]
        elif naturals:
            wanted = max(0, LEAST - naturals)
            if naturals < NATURALS or wanted > wilds:
                return None
            wilds -= wanted
            laid[rank] = [naturals, wanted, naturals + wanted, WILDS - wanted]
    for each in sorted(laid.values(), key=lambda each: -each[2]):
        missing = CANASTA - each[2]
        if 0 < missing <= min(wilds, each[3]):
            wilds -= _add(each, missing)
    if sum(each[2] >= CANASTA for each in laid.values()) < need:
        return None
    clean = {rank: each[2] >= CANASTA and not _wild(each, melds.get(rank)) for rank, each in laid.items()}
    for rank in sorted(laid, key=clean.__getitem__):
        wilds -= _add(laid[rank], min(wilds, laid[rank][3]))
    if wilds:
        return None
    return [*_told_apart(laid, held)]


def _add(each: list[int], wilds: int) -> int:
    each[1] += wilds
    each[2] += wilds
    each[3] -= wilds
    return wilds


def _wild(each: Sequence[int], meld: Group | None) -> int:
    return each[1] + (meld.wilds if meld else 0)


def _told_apart(laid: Mapping[int, Sequence[int]], held: Held) -> Iterator[Group]:
    """The same as groups: which of the wild cards are twos and which are jokers."""
    twos = held[TWO]
    for rank, (naturals, wilds, *_) in laid.items():
        of_twos = min(twos, wilds)
        twos -= of_twos
        if naturals or wilds:
            yield Group(rank, naturals, of_twos, wilds - of_twos)
    if held[THREE]:
        yield Group(THREE, held[THREE])


# ---- what was typed ------------------------------------------------------------------------------

NAMES: Final = {"JK": JOKER, **{rank_text(rank): rank for rank in range(1, 14)}, "T": 10}


def read_group(text: str) -> Group | str:
    """A group as it was typed, or in a sentence why it is none."""
    words = text.upper().split()
    named = [NAMES.get(word) for word in words if word != "ON"]
    if None in named or not named:
        return f"{quoted(text)} is no group of cards; write K K 2, or 2 on K."
    ranks = {rank for rank in named if rank not in (JOKER, TWO)}
    if len(ranks) > 1:
        return "The natural cards of a meld are all of one rank."
    if not ranks:
        return "Say on which meld the wild cards go: 2 on K."
    (rank,) = ranks
    naturals = 0 if "ON" in words else named.count(rank)
    return Group(rank or 0, naturals, named.count(TWO), named.count(JOKER))
