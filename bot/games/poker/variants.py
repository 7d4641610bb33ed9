"""The variants of poker, a line of data each: seats, forced bets, limits, streets, and which hand wins.

Streets are written as in rules/poker.md, "Variants", parted by `/`. Each is what happens in it, a letter and
a number for every step, then who opens the betting and how large a fixed bet is:

    b burn · D cards down · U cards up · C cards on the board · R draw up to · X discard · P pass to the left · T turn
    ^ left of the last blind · < left of the dealer · v lowest up card · V highest · + best hand showing
    - lowest hand showing · o the opener of the round before · s small bet · B big bet
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from bot.engine.cards import PACKS, deck

from . import wild
from .ranking import (
    BADUGI,
    HIGH,
    HIGH_CARD,
    LOW_8,
    LOW_27,
    LOW_A5,
    LOW_SPADE,
    SHORT_DECK,
    SPADE,
    Ranking,
    Selection,
    any_five,
    iron_cross,
    two_and_three,
)

PACKS["36"] = lambda: [c for c in deck() if c.rank == 1 or c.rank >= 6]

Limit = Literal["no", "pot", "fixed", "spread"]
NO: Final = "no"
POT: Final = "pot"
FIXED: Final = "fixed"
SPREAD: Final = "spread"

BLINDS, ANTE, BRING_IN, DEALERS_BLIND = "B", "A", "I", "K"
"""What is put in before the cards: blinds; an ante; an ante and a bring-in; an ante and a live blind by the dealer."""

_STEP = re.compile(r"([bDUCRXPT])(\d*)")


class Step(NamedTuple):
    """One thing that happens in a street."""

    kind: str
    """A letter, as above."""
    n: int


@dataclass(frozen=True)
class Street:
    """Cards, choices, then a betting round."""

    steps: tuple[Step, ...]
    opener: str
    """Who speaks first; empty without betting."""
    big: bool
    """Whether a fixed bet is the big one."""

    @cached_property
    def kinds(self) -> str:
        """The letters of all its steps."""
        return "".join(step.kind for step in self.steps)

    def __contains__(self, kind: str) -> bool:
        return kind in self.kinds

    def count(self, kind: str) -> int:
        """How many cards of this kind there are."""
        return sum(step.n for step in self.steps if step.kind == kind)


def streets(text: str) -> tuple[Street, ...]:
    """Streets as they are written in a variant."""
    found: list[Street] = []
    for street in text.split("/"):
        *steps, betting = street.split()
        read = [Step(kind, int(n or 1)) for kind, n in _STEP.findall("".join(steps))]
        found.append(Street(tuple(read), betting[0], betting[1] == "B"))
    return tuple(found)


def board(own: int, before_flop: str = "", before_turn: str = "") -> tuple[Street, ...]:
    """These cards down, then flop, turn and river."""
    return streets(f"D{own} ^s / {before_flop}bC3 <s / {before_turn}bC1 <B / bC1 <B")


STUD = streets("D2U1 vs / bU1 +s / bU1 +B / bU1 +B / bD1 +B")
RAZZ = streets("D2U1 Vs / bU1 -s / bU1 -B / bU1 -B / bD1 -B")
FIVE_STUD = streets("D1U1 vs / bU1 +s / bU1 +B / bU1 +B")
TRIPLE_DRAW = streets("D5 ^s / bR5 <s / bR5 <B / bR5 <B")
PASSING = streets("D7 <s / P3 <s / P2 <s / P1 <B / X2T1 +B / T1 +B / T1 +B / T1 +B")
CROSS = streets("D5 <s / C1 <s / C1 <s / C1 <B / C1 <B / C1 <B")

RANKS, WHITES = "ranks", "whites"
"""Values of a home rule that are no list: up to three ranks, or an amount."""


@dataclass(frozen=True)
class Variant:
    """A variant."""

    name: str
    title: str
    family: str
    """Under which a menu lists it: board, stud, draw, home."""
    seats: range
    forced: str
    limits: Sequence[Limit]
    """The first is the usual one."""
    streets: tuple[Street, ...] = ()
    take: Selection = any_five
    """Which cards make a hand."""
    halves: tuple[Ranking, ...] = (HIGH,)
    wild: Callable[[wild.Dealt], wild.Wilds] = wild.none
    """Which cards are wild, as far as everybody knows; read anew after every street."""
    home: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Its home rules: for each what it may be, the usual value first."""
    script: str = "hand"
    """The procedure: the common one, or one of its own."""
    pack: str = "52"
    fours: bool = False
    """An up four may buy a card."""
    queen_ends: bool = False
    """The queen of spades, dealt up, ends the deal."""
    openers: bool = False
    """The first bet needs a pair of jacks."""

    @cached_property
    def boards(self) -> bool:
        """Whether flop, turn and river lie for all, so that there may be two of them."""
        return self.forced in (BLINDS, DEALERS_BLIND) and any("C" in street for street in self.streets)

    @property
    def high_and_low(self) -> bool:
        """Whether hands can be declared high or low."""
        return len(self.halves) == 2 and self.halves[1] in (LOW_8, LOW_A5)


_NO: Final = (NO, POT, FIXED, SPREAD)
_POT: Final = (POT, NO, FIXED)
_FIXED: Final = (FIXED, POT, NO)
_STUD: Final = (FIXED, SPREAD, POT, NO)
_HOME: Final = (FIXED, SPREAD, POT)
_WILD: Final = {"wild": ("none", RANKS)}

_VARIANTS = (
    Variant("holdem", "Hold'em", "board", range(2, 11), BLINDS, _NO, board(2)),
    Variant(
        "short-deck", "Short Deck", "board", range(2, 11), DEALERS_BLIND, (NO,),
        streets("D2 <s / bC3 <s / bC1 <B / bC1 <B"), halves=(SHORT_DECK,), pack="36",
    ),
    Variant("omaha", "Omaha", "board", range(2, 11), BLINDS, _POT, board(4), two_and_three),
    Variant(
        "omaha-8", "Omaha Hi-Lo", "board", range(2, 11), BLINDS, _FIXED, board(4), two_and_three,
        halves=(HIGH, LOW_8),
    ),
    Variant("pineapple", "Pineapple", "board", range(2, 11), BLINDS, (NO, POT, FIXED), board(3, before_flop="X1")),
    Variant(
        "crazy-pineapple", "Crazy Pineapple", "board", range(2, 11), BLINDS, (NO, POT, FIXED),
        board(3, before_turn="X1"),
    ),
    Variant(
        "stud", "Stud", "stud", range(2, 9), BRING_IN, _STUD, STUD, wild=wild.named,
        home={"wild": ("none", RANKS, "hole")},
    ),
    Variant("stud-8", "Stud Hi-Lo", "stud", range(2, 9), BRING_IN, _STUD, STUD, halves=(HIGH, LOW_8)),
    Variant("razz", "Razz", "stud", range(2, 9), BRING_IN, _STUD, RAZZ, halves=(LOW_A5,)),
    Variant(
        "five-stud", "Five-Card Stud", "stud", range(2, 10), BRING_IN, _STUD, FIVE_STUD, wild=wild.named, home=_WILD,
    ),
    Variant(
        "follow-the-queen", "Follow the Queen", "stud", range(2, 9), BRING_IN, _HOME, STUD, wild=wild.queens,
        home={"queens": ("yes", "no")},
    ),
    Variant(
        "baseball", "Baseball", "stud", range(2, 8), BRING_IN, _HOME, STUD, wild=wild.threes_and_nines, fours=True,
        home={"four_price": (WHITES,), "three_up": ("free", "match")},
    ),
    Variant(
        "draw", "Five-Card Draw", "draw", range(2, 9), ANTE, _STUD, streets("D5 <s / bR5 <B"), wild=wild.named,
        home=_WILD,
    ),
    Variant(
        "jacks", "Jacks or Better", "draw", range(2, 9), ANTE, _HOME, streets("D5 <s / bR5 oB"), openers=True,
        home={"pass_out": ("ante", "progressive")},
    ),
    Variant(
        "27-single", "2-7 Single Draw", "draw", range(2, 8), BLINDS, (NO, POT, FIXED), streets("D5 ^s / bR5 <B"),
        halves=(LOW_27,),
    ),
    Variant("27-triple", "2-7 Triple Draw", "draw", range(2, 7), BLINDS, (FIXED, POT), TRIPLE_DRAW, halves=(LOW_27,)),
    Variant("a5-triple", "A-5 Triple Draw", "draw", range(2, 7), BLINDS, (FIXED, POT), TRIPLE_DRAW, halves=(LOW_A5,)),
    Variant(
        "badugi", "Badugi", "draw", range(2, 9), BLINDS, _FIXED, streets("D4 ^s / bR4 <s / bR4 <B / bR4 <B"),
        halves=(BADUGI,),
    ),
    Variant("high-chicago", "High Chicago", "home", range(2, 9), BRING_IN, _HOME, STUD, halves=(HIGH, SPADE)),
    Variant(
        "low-chicago", "Low Chicago", "home", range(2, 9), BRING_IN, _HOME, STUD, halves=(HIGH, LOW_SPADE),
        home={"low_ace": ("1", "high")},
    ),
    Variant(
        "black-mariah", "Black Mariah", "home", range(2, 9), BRING_IN, _HOME, STUD, halves=(HIGH, SPADE),
        queen_ends=True, home={"both": ("no", "yes")},
    ),
    Variant(
        "anaconda", "Anaconda", "home", range(2, 8), ANTE, _HOME, PASSING, wild=wild.named,
        home={"passes": ("321", "3"), "split": ("no", "yes"), **_WILD},
    ),
    Variant(
        "cincinnati", "Cincinnati", "home", range(2, 10), ANTE, _HOME, CROSS, wild=wild.lowest_on_board,
        home={"wild": ("none", "low")},
    ),
    Variant(
        "iron-cross", "Iron Cross", "home", range(2, 10), ANTE, _HOME, CROSS, iron_cross, wild=wild.centre,
        home={"wild": ("none", "centre")},
    ),
    Variant(
        "night-baseball", "Night Baseball", "home", range(2, 8), ANTE, _HOME, wild=wild.threes_and_nines,
        script="night", fours=True, home={"four_price": (WHITES,), "three_up": ("free", "match")},
    ),
    Variant(
        "guts", "Guts", "home", range(2, 11), ANTE, (), script="guts",
        home={"cards": ("3", "2"), "ghost": ("off", "lone", "all")},
    ),
    Variant("indian", "Indian", "home", range(2, 11), ANTE, _NO, streets("D1 <s"), halves=(HIGH_CARD,)),
)  # fmt: skip

VARIANTS: Final = {variant.name: variant for variant in _VARIANTS}
"""By name, in the order in which they are listed."""


def families() -> dict[str, list[str]]:
    """The names of the variants by family, in the order in which they are listed."""
    found: dict[str, list[str]] = {}
    for variant in VARIANTS.values():
        found.setdefault(variant.family, []).append(variant.name)
    return found
