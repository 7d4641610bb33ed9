"""Cash: its options, moves and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from bot.engine.cards import Card
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.offers import Move
from bot.engine.options import choice, flag, number
from bot.engine.piles import Seat
from bot.engine.table import DealTable
from bot.engine.view import View

GESTURES = (
    "sip", "tap", "hum", "stretch", "sort", "whistle", "ceiling", "nod", "shrug", "drum", "hat", "glasses", "yawn",
    "chuckle", "sigh", "nice-board", "hurry-up", "snacks", "who-dealt", "knuckles", "lean", "rub-hands", "time", "blow",
)  # fmt: skip
"""Public, harmless, and a code for partners who have agreed on one."""


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    name: str = choice(
        "cash",
        "kemps",
        "kent",
        help="the word that is called and spelled",
        said={"kemps": "the word is KEMPS", "kent": "the word is KENT", "cash": "the word is CASH"},
    )
    letters: bool = flag(
        True,
        "losing partnerships collect letters; without, every hand is a game of its own",
        said={False: "no letters: each hand is a game"},
    )
    teams: str = choice(
        "random",
        "chosen",
        "cards",
        help="how partnerships are made; by cards only with four players",
        said={
            "chosen": "partners as they sit",
            "cards": "partners by red and black cards",
            "random": "partners by chance",
        },
    )
    signals: str = choice(
        "gestures",
        "free",
        help="free: anything seen or heard in the channel may be a signal",
        said={"free": "anything may be a signal"},
    )
    race: str = choice(
        "stamp",
        "lot",
        help="who gets a card that several touch: the earliest press, or a draw of lots",
        said={"lot": "a card that several touch is drawn by lot"},
    )
    fair_window_ms: int = number(
        300, 0, 1000, "presses within this time of the first are judged together", said="presses within {} ms are equal"
    )
    touch_s: int = number(
        4, 2, 8, "how many seconds a touched card is held", said="a touched card is held for {} seconds"
    )
    grab_gap_ms: int = number(
        700, 0, 2000, "pause after a swap before the same seat may touch again", said="{} ms between two swaps"
    )
    quiet_s: int = number(
        12,
        5,
        60,
        "seconds without a swap after which the board may be refreshed",
        said="a new board after {} quiet seconds",
    )
    counter: str = choice(
        "any",
        "named",
        help="named: a counter names one opposing partnership",
        said={"named": "a counter names the pair"},
    )
    swap_log: bool = flag(True, "the last three swaps are shown", said={False: "swaps are not listed"})
    reveal_codes: bool = flag(
        False, "agreed signals are published when the match is over", said={True: "signals are told after the match"}
    )

    @property
    def word(self) -> str:
        """What is called, and spelled letter by letter."""
        return self.name.upper()


@dataclass(frozen=True)
class Carried:
    """What everybody may remember of earlier hands."""

    gave_away: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
    """Whose four of a kind was shown, and the gestures that they had made last."""


CashTable = DealTable[Options, Carried | None]
CashView = View[Options, Carried | None]


# ---- moves of the players ----------------------------------------------------------------------------


class Sign(Move):
    """Suggest to one's partner: these gestures, in this order, mean four of a kind."""

    gestures: tuple[str, ...]

    def published(self) -> Sign:
        return Sign(GESTURES[:1])


class Phrase(Move):
    """Suggest to one's partner a signal in free words."""

    text: str

    def published(self) -> Phrase:
        return Phrase("…")


class Accept(Move):
    """Agree to what stands on the pad."""

    version: int


class Ready(Move):
    """Deal: this seat needs no more time to agree on anything."""


class Grab(Move):
    """Touch a card of the board, perhaps naming at once what is thrown down for it."""

    take: Card
    give: Card | None = None


class Discard(Move):
    """Throw down a card of the hand for the one that is touched."""

    card: Card


class Arm(Move):
    """Mark a card of the hand to be thrown down by the next touch; or none."""

    card: Card | None


class Pass(Move):
    """No more: this seat wants nothing from the board."""


class Refresh(Move):
    """The keeper puts the board aside and has four new cards dealt."""


class Gesture(Move):
    """A public, harmless act."""

    gesture: str


class Cash(Move):
    """My partner has four of a kind!"""


class Counter(Move):
    """An opponent has four of a kind! Perhaps naming one of the partnership that is meant."""

    team: Annotated[int | None, "seat"] = None


# ---- moves of the clock ------------------------------------------------------------------------------


class Begin(Move):
    """The time to agree is over."""


class Count(Move):
    """3 – 2 – 1 – GO."""


class Award(Move):
    """The window for a card has closed."""

    card: Card


class LetGo(Move):
    """A touch has run out."""

    seat: Seat


class Forgiven(Move):
    """A seat may touch the card again that it has let go."""

    seat: Seat
    card: Card


class Rested(Move):
    """A seat may touch again after its swap."""

    seat: Seat


class Composed(Move):
    """A seat may make a gesture again."""

    seat: Seat


class Quiet(Move):
    """Nobody has swapped for a while."""


class Turns(Move):
    """The keeper has let the time go by, so the board is refreshed without."""


class Stands(Move):
    """The window for calls has closed."""


class RealDeal(Move):
    """The last board is over."""


PLAYERS = (Sign, Phrase, Accept, Ready, Grab, Discard, Arm, Pass, Refresh, Gesture, Cash, Counter)
CLOCKS = (Begin, Count, Award, LetGo, Forgiven, Rested, Composed, Quiet, Turns, Stands, RealDeal)


# ---- what is told; `at` is table time in ms ----------------------------------------------------------


class Boarded(Event, says="Board {number}: {caller:counts} 3 – 2 – 1 …"):
    """Four new cards lie face down; the stock and its duty are with the keeper."""

    number: int
    caller: Seat
    keeper: Seat
    at: int
    cleared: tuple[Card, ...] = ()
    """What lay there before, and is out of play now."""


class Go(Event, says="**GO!** {cards}"):
    cards: tuple[Card, ...]
    at: int


class Touched(Event):
    """A seat holds a card of the board, until then at most."""

    seat: Seat
    card: Card
    at: int
    until: int


class Missed(Event):
    """Another was first; only told to whom it concerns."""

    seat: Seat
    card: Card
    by: Seat


class Released(Event, says="{seat:lets} {card} go."):
    seat: Seat
    card: Card


class Swapped(Event, says="{seat:takes} {took} for {gave}."):
    seat: Seat
    took: Card
    gave: Card
    at: int


class Gestured(Event):
    """Somebody did something harmless."""

    seat: Seat
    gesture: str
    at: int


class LastBoard(Event, says="The stock is empty: ten seconds for the last board."):
    """The stock is empty, and nobody wants anything more."""

    until: int


class Called(Event):
    """The call that stands."""

    seat: Seat
    cash: bool
    """Otherwise a counter."""
    team: Seat | None
    """One of the partnership that a counter has named."""


class HandOver(Event):
    """How a hand ended."""

    caller: Seat | None
    """None: a real deal."""
    cash: bool
    right: bool
    fours: tuple[Seat, ...]
    """Who held four of a kind."""
    won: tuple[Seat, ...]
    lost: tuple[Seat, ...]
    letters: tuple[int, ...]
    seconds: int


class CodesRevealed(Event):
    """What the pairs had agreed on."""

    codes: tuple[tuple[Seat, str], ...]
