"""Hearts: take no hearts and not the queen of spades, or take them all.

Four players, each alone, thirteen cards each. Three cards are passed on, then follow thirteen tricks without trumps.
Every heart taken counts one point and the queen of spades thirteen; who has the fewest when somebody passes the limit
wins. See rules/hearts.md. Where players differ, this house holds that

- the 2♣ leads the first trick, and no points are thrown on it, unless a hand holds nothing else (rulings 3 and 4);
- the queen of spades does not break hearts, and may be led (ruling 1);
- the jack of diamonds gives nothing extra in a moon hand (ruling 7).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.engine.asks import Script, ask, ask_all
from bot.engine.cards import Card, card, cards, deck, high
from bot.engine.controls import suit_order
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.facts import RECEIVED, Fact
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import NEWLY_DECISIVE, TRICK, moment
from bot.engine.offers import Move, OneOf, SomeOf
from bot.engine.options import choice, flag
from bot.engine.piles import Seat
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.view import View

from .parts.tricks import LEADER, Play, Tricks

OPENER, LADY, JACK = card("2C"), card("QS"), card("JD")
Towards = Literal["left", "right", "across", "hold"]
DIRECTIONS: tuple[tuple[Towards, int], ...] = (("left", 1), ("right", 3), ("across", 2), ("hold", 0))
"""Where the packets go in the hands of a match, over and over, and how many seats that is."""

Way = Literal["others_up", "minus_26"]
"""How a moon is scored: 26 to each of the others, or 26 off for the shooter."""
OTHERS_UP: Way = "others_up"
MINUS_26: Way = "minus_26"


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    omnibus: bool = flag(False, "the jack of diamonds takes ten points off", said={True: "the J♦ takes off ten"})
    moon: str = choice(
        "others_up", "choice", words={"others_up": "26 to the others", "choice": "shooter says"},
        help="what a moon does; with choice the shooter says", said={'choice': 'the shooter says what a moon counts'},
    )  # fmt: skip
    limit: int = choice(100, 50, 75, help="the match ends when somebody has more than this", said="to {} points")
    tie: str = choice(
        "share",
        "play_on",
        help="what happens when the lowest scores are equal at the end",
        said={"play_on": "a tie is played on"},
    )


HeartsTable = DealTable[Options, None]
HeartsView = View[Options, None]

BROKEN: Fact[bool] = Fact("broken")
DIRECTION: Fact[Towards] = Fact("direction")
POINTS: Fact[tuple[int, ...]] = Fact("points")
TRICK_NUMBER: Fact[int] = Fact("trick number")
TRICKS: Fact[tuple[int, ...]] = Fact("tricks")


# ---- moves -------------------------------------------------------------------------------------------


class Pass(Move):
    """Three cards to another player, unseen."""

    cards: tuple[Card, ...]


class Choose(Move):
    """After a moon: the points come off one's own score, or go onto everybody else's."""

    option: Way


# ---- events ------------------------------------------------------------------------------------------


class Direction(Event):
    """Where the packets of this hand go: `left`, `right`, `across`, or nowhere (`hold`)."""

    to: str


class Passed(Event):
    """A packet has changed hands; only its giver and its receiver know."""

    by: Seat
    to: Seat
    cards: tuple[Card, ...]


class Opens(Event, says="{by:leads} the 2♣."):
    by: Seat


class HeartsBroken(Event, says="{by:breaks} hearts with {card}."):
    by: Seat
    card: Card


class TrickTaken(Event):
    """A whole trick, as it was played."""

    number: int
    """1 to 13."""
    leader: Seat
    cards: tuple[Card, ...]
    by: Seat
    points: int


class QueenFallen(Event, says="The Q♠ falls on {on}!"):
    by: Seat
    on: Seat


class Moon(Event):
    """Somebody has taken everything."""

    by: Seat
    way: Way


class HandScored(Event):
    """What the hand brought to each seat, and where everybody stands."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


class PlaysOn(Event, says="{tied} are level, so the match goes on."):
    tied: tuple[Seat, ...]


# ---- one hand ----------------------------------------------------------------------------------------


def hearts(t: HeartsTable) -> Script:
    """A hand: pass three cards, play thirteen tricks, count what everybody has taken."""
    r = Round(t)
    t.deal(t.stock(), 13, *(r.hands[p] for p in t.players))
    yield from passing(r)
    last = yield from tricks(r)
    yield from scoring(r, last)


class Round(Tricks[HeartsTable]):
    """What lies on the table in one hand."""

    def __init__(self, t: HeartsTable) -> None:
        super().__init__(t)
        self.worth = worth(t.options.omnibus)
        self.points, self.tricks = [0] * t.seats, [0] * t.seats
        self.broken = False
        self.first = True
        t.note(BROKEN, False)
        t.note(POINTS, tuple(self.points))
        t.note(TRICKS, tuple(self.tricks))

    def may_lead(self, held: list[Card]) -> list[Card]:
        if self.first:
            return [OPENER]
        return held if self.broken else [c for c in held if c.suit != "H"] or held

    def why_not_led(self) -> str:
        return "The 2C leads the first trick." if self.first else "Hearts are not broken yet: lead another suit."

    def may_throw(self, held: list[Card]) -> list[Card]:
        return ([c for c in held if c not in self.worth] or held) if self.first else held

    def why_not_thrown(self) -> str:
        jack = " and no jack of diamonds" if JACK in self.worth else ""
        return f"No hearts, no queen of spades{jack} on the first trick."

    def default(self, legal: Sequence[Card]) -> Card:
        """Low when leading or following, otherwise the most dangerous card."""
        follows = not len(self.trick) or legal[0].suit == self.trick[0].suit
        return min(legal, key=LOWEST if follows else UNWANTED)

    def has_played(self, seat: Seat, c: Card) -> None:
        if c.suit == "H" and not self.broken:
            self.broken = True
            self.t.note(BROKEN, True)
            self.t.tell(HeartsBroken(seat, c))


def passing(r: Round) -> Script:
    """Everybody chooses three cards, and only then do the packets change hands."""
    t = r.t
    name, seats_on = DIRECTIONS[t.state.number % 4]
    t.note(DIRECTION, name)
    t.tell(Direction(name))
    if not seats_on:
        return
    offers = {p: [SomeOf(Pass, [*hand], 3, 3)] for p, hand in r.hands.items()}
    default = {p: Pass(tuple(sorted(hand, key=FEARED)[:3])) for p, hand in r.hands.items()}
    passed = yield from ask_all(t, offers, default)
    for p, move in passed.items():
        for c in move.cards:
            r.hands[p].take(c)
    for p, move in passed.items():
        to, packet = (p + seats_on) % t.seats, tuple(sorted(move.cards, key=suit_order))
        r.hands[to].lay(*packet)
        t.note(RECEIVED.of(to), packet, {to})
        t.tell(Passed(p, to, packet), {p, to})


def tricks(r: Round) -> Script[Seat]:
    """The 2♣ leads; the taker of a trick leads the next."""
    t = r.t
    leader = next(p for p, hand in r.hands.items() if OPENER in hand)
    t.tell(Opens(leader))
    for number in range(1, 14):
        t.note(TRICK_NUMBER, number)
        t.note(LEADER, leader)
        yield from r.one_trick(leader)
        leader = take(r, number, leader)
        yield from moment(t, TRICK)
        if number == 1:
            r.first = False
            t.forget(*(RECEIVED.of(p) for p in r.hands))
    return leader


def take(r: Round, number: int, leader: Seat) -> Seat:
    """What the trick brings its taker, who leads the next."""
    t = r.t
    by, played = r.sweep(leader)
    points = sum(r.worth.get(c, 0) for c in played)
    r.points[by] += points
    r.tricks[by] += 1
    t.note(POINTS, tuple(r.points))
    t.note(TRICKS, tuple(r.tricks))
    t.tell(TrickTaken(number, leader, played, by, points))
    if LADY in played:
        t.tell(QueenFallen((leader + played.index(LADY)) % t.seats, by))
        t.count(by, "queens")
    return by


def scoring(r: Round, last: Seat) -> Script:
    """Points, or a moon; and the match is over once somebody has more than the limit."""
    t, points = r.t, r.points
    shooter = moonshot([[*pile, *(r.last if p == last else ())] for p, pile in enumerate(r.taken)], r.worth)
    if shooter is not None:
        way = OTHERS_UP
        if t.options.moon == "choice":
            default = Choose(better_way(t.scores, shooter, t.options))
            offer = OneOf(Choose, (OTHERS_UP, MINUS_26), "Choose 26 points for each of the others, or 26 off for you.")
            way = (yield from ask(shooter, offer, default=default)).option
        points = moon_points(shooter, way)
        t.tell(Moon(shooter, way))
        t.count(shooter, "moons")
        yield from moment(t, NEWLY_DECISIVE)
    t.scores = [total + n for total, n in zip(t.scores, points, strict=True)]
    t.tell(HandScored(tuple(points), tuple(t.scores)))
    for p in r.hands:
        t.count(p, "hands")
    if ends(t.scores, t.options):
        t.end_match(ranked(dict(enumerate(t.scores)), lowest_wins=True))
    elif max(t.scores) > t.options.limit:
        t.tell(PlaysOn(lowest(t.scores)))


# ---- counting ----------------------------------------------------------------------------------------


def _order(sequence: Iterable[Card]) -> Callable[[Card], int]:
    return {c: n for n, c in enumerate(sequence)}.__getitem__


_DOWN = sorted(deck(), key=lambda c: (-high(c), "CDSH".index(c.suit)))
_HEARTS = [c for c in _DOWN if c.suit == "H"]
LOWEST = _order(sorted(deck(), key=lambda c: (high(c), "CDSH".index(c.suit))))
"""The order in which the turn clock leads and follows."""
UNWANTED = _order(dict.fromkeys([LADY, *_HEARTS, *_DOWN]))
"""The order in which it throws cards away."""
FEARED = _order(dict.fromkeys([*cards("QS AS KS"), *_HEARTS, *_DOWN]))
"""The order in which it passes them."""


def worth(omnibus: bool) -> dict[Card, int]:
    """The cards that count, and how much."""
    return dict.fromkeys(_HEARTS, 1) | {LADY: 13} | ({JACK: -10} if omnibus else {})


def moonshot(taken: Sequence[Collection[Card]], worth: Mapping[Card, int]) -> Seat | None:
    """Who has taken every card that counts, the jack of diamonds included where it does."""
    return next((p for p, pile in enumerate(taken) if worth.keys() <= {*pile}), None)


def moon_points(shooter: Seat, way: str) -> list[int]:
    """What a moon brings to each seat; the jack of diamonds gives nothing on top (ruling 7)."""
    mine, theirs = (0, 26) if way == OTHERS_UP else (-26, 0)
    return [mine if p == shooter else theirs for p in range(4)]


def better_way(totals: Sequence[int], shooter: Seat, options: Options) -> Way:
    """26 to the others, except where that would end the match with somebody below the shooter."""
    up = [total + n for total, n in zip(totals, moon_points(shooter, OTHERS_UP), strict=True)]
    return MINUS_26 if ends(up, options) and shooter not in lowest(up) else OTHERS_UP


def lowest(totals: Sequence[int]) -> tuple[Seat, ...]:
    """Who has the lowest total."""
    return tuple(p for p, total in enumerate(totals) if total == min(totals))


def ends(totals: Sequence[int], options: Options) -> bool:
    """Whether the match is over: exactly the limit plays on (rules/hearts.md, "End of match")."""
    return max(totals) > options.limit and (options.tie == "share" or len(lowest(totals)) == 1)


def with_queen(events: Sequence[Event]) -> tuple[Seat, tuple[Card, ...]] | None:
    """Who has taken the queen of spades in a hand, and with it which hearts, in order."""
    tricks = [event for event in events if isinstance(event, TrickTaken)]
    by = next((trick.by for trick in tricks if LADY in trick.cards), None)
    if by is None:
        return None
    hearts = (c for trick in tricks if trick.by == by for c in trick.cards if c.suit == "H")
    return by, (LADY, *sorted(hearts, key=high))


def notable(events: Sequence[Event]) -> int:
    """A moon, or how many hearts went with the queen."""
    if any(type(event) is Moon for event in events):
        return 100
    found = with_queen(events)
    return len(found[1]) if found is not None else 0


HEARTS = Game(
    slug="hearts",
    title="Hearts",
    seats=range(4, 5),
    options=Options,
    deal=hearts,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Pass, Play, Choose),
    aliases=("black-lady", "omnibus"),
    proof="match",
    lowest_wins=True,
    lengths={USUAL: Length((30, 60)), SHORT: Length((15, 30), {"limit": "50"})},
    notable=notable,
)
