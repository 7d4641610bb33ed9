"""Switch: its options, moves and events."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from bot.engine.cards import RANKS, Card
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.offers import Move
from bot.engine.options import BadOption, by_name, choice, flag, number, several, text
from bot.engine.piles import Seat
from bot.engine.table import DealTable
from bot.engine.view import View

POWERS = "A248JK"
"""The ranks that may do something, in the order in which they are written."""


class Level(NamedTuple):
    """What a teaching step switches on."""

    sets: bool
    sequences: bool
    combine: bool
    last_card: bool
    powers: str


LEVELS = {
    "full": Level(True, True, True, True, POWERS),
    "gentle": Level(True, True, True, True, "48K"),
    "four": Level(True, True, True, True, "4"),
    "sets_and_sequences": Level(True, True, False, False, ""),
    "sequences": Level(False, True, False, False, ""),
    "sets": Level(True, False, False, False, ""),
    "easy": Level(False, False, False, False, ""),
}
NO_POWERS = "none"


def read_powers(typed: str) -> str:
    """Some of these ranks, always written the same: `A 2 J`. Raises BadOption."""
    said = typed.upper().replace(",", " ").replace("AND", " ")
    if said.strip() in (NO_POWERS.upper(), ""):
        return NO_POWERS
    ranks = set(said.split()) if " " in said.strip() else set(said.strip())
    if not ranks <= set(POWERS):
        raise BadOption(f"powers are some of {' '.join(POWERS)}, or {NO_POWERS}.")
    return " ".join(rank for rank in POWERS if rank in ranks)


_BY_LEVEL = "as the level has it"


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table. What is None goes by the level."""

    level: str = choice(*LEVELS, help="a step of learning the game; single options may then be changed")
    packs: int | None = number(
        None, 1, 4, "packs of cards; if not set, one for every four or five players", said=several("pack")
    )
    sets: bool | None = flag(
        None,
        "several cards of a rank in one play; if not set, as the level has it",
        said={True: "sets", False: "no sets"},
    )
    sequences: bool | None = flag(
        None,
        "runs of a suit in one play; if not set, as the level has it",
        said={True: "sequences", False: "no sequences"},
    )
    combine: bool | None = flag(
        None,
        "sets and runs in the same play; if not set, as the level has it",
        said={True: "sets and runs combine", False: "sets and runs do not combine"},
    )
    last_card: bool | None = flag(
        None,
        "“last card” must be called; if not set, as the level has it",
        said={True: "last card is called", False: "last card is not called"},
    )
    powers: str | None = text(
        None, "ranks that do something: some of A 2 4 8 J K", read=read_powers,
        suggest=("A 2 4 8 J K", "A 2 8 J K", "A 4 8 K", "4 8 K", "4", NO_POWERS), longest=30, none=_BY_LEVEL,
    )  # fmt: skip
    start_card: str = choice(
        "inert",
        "reshuffle",
        help="a first card with a power: it does nothing, or is put back",
        said={"reshuffle": "a first card with a power goes back"},
    )
    must_play: bool = flag(False, "a player who can play must", said={True: "if you can play, you must"})
    play_on_pickup: bool = flag(
        False,
        "a card that was just picked up by choice may be played at once",
        said={True: "a card picked up may be played"},
    )
    four_pickup: bool = flag(
        True, "a card is picked up when nothing follows a four", said={False: "no pick-up after a four"}
    )
    jack_cards: int = choice(7, 5, help="cards to pick up for each black jack", said="{} cards for a black jack")
    jacks_add: bool = flag(
        True, "black jacks add up; without, never more than one jack's worth", said={False: "black jacks do not add up"}
    )
    sevens_cancel: bool = flag(True, "a black seven cancels black jacks", said={False: "black sevens do not cancel"})
    red_jack: str = choice(
        "plain",
        "cancels",
        "reverses",
        "three",
        help="a red jack: nothing, cancels, sends back, 3",
        said={
            "cancels": "red jacks cancel",
            "reverses": "red jacks send it back",
            "three": "red jacks make the next pick up three",
        },
    )
    cancel_each: bool = flag(
        False,
        "as many cancelling cards are needed as jacks lie there",
        said={True: "each jack needs a card to cancel it"},
    )
    kings_add: bool = flag(
        False,
        "each king of a set turns the direction, so that two keep it",
        said={True: "two kings keep the direction"},
    )
    threes: bool = flag(
        False, "threes work like twos, with one card each", said={True: "threes make the next pick up one"}
    )
    delay_s: int | None = number(
        None, 5, 60, "seconds after which others may call DELAY", none="off", said="DELAY after {} seconds"
    )
    recycle: str = choice(
        "turn_over",
        "shuffle",
        help="how the discards become a new pickup pile",
        said={"shuffle": "the discards are shuffled"},
    )
    first: int | None = number(None, 1, 10, "the seat that begins the first hand", none="random", said="seat {} begins")
    wins: int = number(1, 1, 10, "hands that win the match", said=several("hand", "wins the match", "win the match"))

    def by_level(self, name: str) -> bool:
        """One of the switches: as it was set, otherwise as the level has it."""
        own = getattr(self, name)
        return getattr(LEVELS[self.level], name) if own is None else own

    @property
    def variations(self) -> tuple[str, ...]:
        """Besides the level, what is played otherwise than usual."""
        usual = {f.name: f.default for f in fields(Dealing)} | {"first": None, "wins": 1}
        told = by_name(replace(self, level="full", **usual))
        return tuple(f"DELAY after {self.delay_s} s" if v.startswith("delay") else v for v in told)

    @property
    def ranks(self) -> str:
        """The ranks that do something."""
        if self.powers is None:
            return LEVELS[self.level].powers
        return "" if self.powers == NO_POWERS else self.powers.replace(" ", "")

    def does(self, rank: int) -> bool:
        """Whether this rank has its power."""
        return RANKS[rank - 1] in self.ranks


@dataclass(frozen=True)
class Carried:
    """What is kept from hand to hand."""

    first: Seat
    """Who begins the next hand; the next player to the left, if they are not dealt in."""


SwitchTable = DealTable[Options, Carried | None]
SwitchView = View[Options, Carried | None]


class Pending(NamedTuple):
    """Cards that somebody must answer, or pick up."""

    kind: str
    """`two`, `three` or `jack`."""
    size: int
    seat: Seat
    """Whom it faces."""
    by: Seat
    """Who has laid the last card of it."""
    chain: tuple[tuple[Seat, Card, int], ...]
    """The cards that count: who laid each, and what the penalty was then."""
    duel: bool = False
    """A red jack has sent it back: the two go on between themselves."""

    @property
    def laid(self) -> int:
        """How many cards it is made of; a red jack that only sends it back is none of them."""
        return len(self.chain)


# ---- moves ---------------------------------------------------------------------------------------


class Play(Move):
    """Cards in the order in which they are laid; an ace at the end may name a suit at once."""

    cards: tuple[Card, ...]
    suit: str | None = None


class LastCard(Move):
    """Play, and call “last card” with it."""

    cards: tuple[Card, ...]
    suit: str | None = None


class Draw(Move):
    """Pick up: a card, or the whole penalty."""


class Pass(Move):
    """Neither play nor pick up."""


class ChooseSuit(Move):
    """The suit that an ace asks for."""

    suit: str


class Delay(Move):
    """Say that the player to move has taken too long."""


class TimeIsUp(Move):
    """From now on DELAY may be called; or the second of grace after a call is over. The clock says so."""


# ---- what is told --------------------------------------------------------------------------------


class Began(Event):
    """The first top card, and who begins; in the first hand also by which rules."""

    seat: Seat
    card: Card
    level: str
    variations: tuple[str, ...]


class Played(Event):
    """Cards in their order, how many are left, and what their end does."""

    seat: Seat
    cards: tuple[Card, ...]
    left: int
    called: bool
    effect: str
    """`suit`, `penalty`, `again`, `skip`, `turn`, `keep` (kings that cancel out), `cancel`, `back`, `out`, or nothing.
    """
    size: int
    """Of a penalty that is pending now."""
    other: Seat | None
    """Who faces it, or misses a turn."""


class AskedFor(Event):
    """An ace has named a suit."""

    seat: Seat
    suit: str


class PickedUp(Event):
    """Cards of which only their owner sees any."""

    seat: Seat
    cards: int
    penalty: bool
    wanted: int
    """How many were to be picked up; fewer are, if there are no more."""


class Passed(Event, says="{seat:passes}."):
    seat: Seat


class Forgot(Event):
    """“Last card” was not called."""

    seat: Seat
    cards: int


class Delayed(Event):
    """Somebody was too slow; the first who has called it."""

    seat: Seat
    by: Seat


class HandOver(Event):
    """A hand is over: who has won it (several where a block is a draw), what each holds, and the hands won so far."""

    won: tuple[Seat, ...]
    blocked: bool
    left: tuple[tuple[Seat, int], ...]
    wins: tuple[int, ...]
