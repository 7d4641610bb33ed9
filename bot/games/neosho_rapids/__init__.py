"""Neosho Rapids: be the first without cards by laying chains, each card one rank up or down from the one before.

Seven cards each. A turn is as many cards as somebody likes to lay on the upcard, and one card from the stock at its
end. Ranks go in a circle, and suits never matter. See rules/neosho-rapids.md. Where players differ, this house
holds that

- a player who can lay a card must lay one, and only one, before drawing (ruling 1);
- the stock is made anew the moment it is empty, so that an empty one means that nothing can be drawn (ruling 6);
- a hand that ends without anybody out is won by the fewest cards; equal ones have all won it (ruling 10);
- a hand that the turn clock alone has played for ten rounds ends so too (ruling 11).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.engine.asks import Ask, LogEntry, Script, WhenAsked
from bot.engine.cards import Card
from bot.engine.controls import suit_order
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.facts import DISCARDS, RECEIVED
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import DECISIVE, moment
from bot.engine.offers import Move, Offer, Only
from bot.engine.options import flag, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.randomness import Stream
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.view import View

from .chains import BESIDE, broken, longest
from .facts import CHAIN, OUT, ROUND

HAND = 7
READY, LONGEST = 20, 24
"""How many of the longest chains are listed, and how many cards each has at most."""
ABANDONED = 10
"""How many rounds that only the turn clock has played end a hand."""


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    must_open: bool = flag(
        True, "who can lay a card must lay one before drawing", said={False: "you may draw instead of laying"}
    )
    auto_draw: bool = flag(True, "who must lay and cannot draws at once", said={False: "you draw by hand"})
    wins: int = number(1, 1, 10, "hands that win the match", said=several("hand", "wins the match", "win the match"))
    turn_limit: int | None = number(
        None,
        25,
        100,
        "turns each, after which the fewest cards win the hand",
        none="off",
        said=several("turn", "each at most"),
    )


NeoshoRapidsTable = DealTable[Options, None]
NeoshoRapidsView = View[Options, None]


# ---- moves and events ----------------------------------------------------------------------------


class Play(Move):
    """Cards on the upcard, one after the other."""

    cards: tuple[Card, ...]


class Draw(Move):
    """A card from the stock; the turn is over."""


class Pass(Move):
    """There is nothing to draw, and nothing to lay."""


class Upcard(Event, says="{card} is turned."):
    """The card that the discards begin with."""

    card: Card


class Laid(Event):
    """Cards on the upcard, and how many are left in hand."""

    seat: Seat
    cards: tuple[Card, ...]
    left: int


class OneCard(Event, says="{seat:is} down to one card."):
    seat: Seat


class Drew(Event):
    """A card from the stock, and how many there are in hand now; `forced` if nothing could be laid and it was played at
    once."""

    seat: Seat
    left: int
    forced: bool


class Passed(Event, says="{seat:passes}: nothing to lay, nothing to draw."):
    seat: Seat


class Out(Event, says="**{seat:has} no card left!**"):
    seat: Seat


Why = Literal["out", "block", "limit", "abandoned"]
"""Why a hand is over: somebody is out; all have passed; the turn limit; nobody plays any more."""


class HandOver(Event):
    """A hand is over: who has won it, and how many cards each has left, from the dealer's left."""

    winners: tuple[Seat, ...]
    why: Why
    left: tuple[int, ...]


# ---- what may be done ----------------------------------------------------------------------------


class Chain(Offer[Play, Card]):
    """Cards of a hand, each one rank away from the one before it, the first from the upcard."""

    kind = Play

    def __init__(self, hand: Pile, discards: Pile) -> None:
        self.hand, self.discards = hand, discards

    def __bool__(self) -> bool:
        beside = BESIDE[self.discards.top.rank]
        return any(c.rank in beside for c in self.hand)

    def next(self, parts: Sequence[Card]) -> Collection[Card]:
        beside = BESIDE[(parts[-1] if parts else self.discards.top).rank]
        return [c for c in self.hand if c.rank in beside and c not in parts]

    def finish(self, parts: Sequence[Card]) -> Play | str:
        if parts:
            return Play(tuple(parts))
        return "Choose a card to lay." if self else f"You hold no card next to the upcard {self.discards.top}."

    def refusal(self, move: Move) -> str | None:
        assert isinstance(move, Play)
        chosen = move.cards  # without a walk
        bad = next((n for n, c in enumerate(chosen) if c not in self.hand or c in chosen[:n]), None)
        if bad is None:
            bad = broken(self.discards.top, chosen)
        if bad is not None:
            return self.why_not_here(chosen[:bad], chosen[bad])
        return None if chosen else str(self.finish(()))

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if part not in self.hand:
            return f"You do not hold {part}." if isinstance(part, Card) else "Choose cards of your hand."
        if part in parts:
            return f"You have chosen {part} already."
        if parts:
            return f"{part} is not next to {parts[-1]}, so nothing is laid."
        return f"{part} is not next to the upcard {self.discards.top}."

    def ready(self) -> Sequence[Play]:
        found = dict.fromkeys(cards[:LONGEST] for cards in longest([*self.hand], self.discards.top.rank, READY))
        return [Play(cards) for cards in found]

    def sample(self, stream: Stream, steps: int = 2000) -> Play | None:
        parts: list[Card] = []
        while more := [*self.next(parts)]:
            parts.append(more[stream.below(len(more))])
            if not stream.below(8):
                break
        return Play(tuple(parts)) if parts else None


class TurnOver(Offer[Play, Card]):
    """Nothing: the turn has just ended with a draw. Only says so."""

    kind = Play

    def __init__(self, drawn: Sequence[Card]) -> None:
        self._drawn = drawn
        """The card that was drawn last, once there is one."""

    def __bool__(self) -> bool:
        return False

    def next(self, parts: Sequence[Card]) -> Collection[Card]:
        return ()

    def finish(self, parts: Sequence[Card]) -> Play | str:
        return "It is not your turn."

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if part in self._drawn:
            return f"{part} was drawn this turn: lay it in your next one."
        return "It is not your turn."


# ---- play ----------------------------------------------------------------------------------------


@dataclass
class Hand:
    """A hand as it is played."""

    t: NeoshoRapidsTable
    hands: dict[Seat, Pile]
    stock: Pile
    discards: Pile
    laid: list[Card] = field(default_factory=list[Card])
    """The cards of this turn."""
    upon: Card | None = None
    """The upcard before them."""
    lapsed: int = 0
    """How many turns running the turn clock alone has decided."""
    turns: Counter[Seat] = field(default_factory=Counter[Seat])

    def __post_init__(self) -> None:
        self.may: dict[Seat, tuple[Chain, Only, Only]] = {p: self._choices(p) for p in self.hands}
        self.drawn: dict[Seat, list[Card]] = {p: [] for p in self.hands}
        self._late = {p: (TurnOver(drawn),) for p, drawn in self.drawn.items()}
        self._asked: dict[tuple[Seat, Seat | None], dict[Seat, Sequence[Offer]]] = {}
        self._default = {p: WhenAsked((p,), self.default) for p in self.hands}
        self._last: Seat | None = None
        """Who has drawn last by their own choice."""

    def _choices(self, seat: Seat) -> tuple[Chain, Only, Only]:
        """What a seat may do in its turns: always the same, as its cards and the table are then."""
        return (
            Chain(self.hands[seat], self.discards),
            Only(Draw(), lambda: self._no_draw(seat)),
            Only(Pass(), lambda: self._no_pass(seat)),
        )

    def _no_draw(self, seat: Seat) -> str | None:
        chain = self.may[seat][0]
        if not self.stock:
            return f"There is nothing to draw: {'lay a card' if chain else 'pass'}."
        if self.t.options.must_open and not self.laid and chain:
            return "You can lay a card, so lay one first."
        return None

    def _no_pass(self, seat: Seat) -> str | None:
        if self.stock:
            return "You pass only when there is nothing to draw."
        return "You can lay a card, so lay one first." if self.may[seat][0] else None

    def ask(self, seat: Seat) -> Ask:
        """What this seat decides now. Which buttons everybody sees goes by what lies on the table alone."""
        options = self.t.options
        _, draw, passing = self.may[seat]
        opens = not self.laid and options.must_open
        has_drawn = opens and options.auto_draw  # who could not lay
        draw.shown_when_refused = bool(self.stock) and not has_drawn
        passing.shown_when_refused = not self.stock
        key = seat, self._last
        if key not in self._asked:
            late: dict[Seat, Sequence[Offer]] = {p: self._late[p] for p in (self._last,) if p not in (None, seat)}
            self._asked[key] = {seat: self.may[seat], **late}
        return Ask(self._asked[key], (seat,), None, self._default[seat])

    def default(self, seat: Seat) -> Move:
        """Draws if it may; otherwise one card, of the rank of which most are held."""
        chain, draw, _ = self.may[seat]
        if draw:
            return Draw()
        if not chain:
            return Pass()
        held = Counter(c.rank for c in self.hands[seat])
        return Play((min(chain.next(()), key=lambda c: (-held[c.rank], suit_order(c))),))

    # ---- what happens --------------------------------------------------------------------

    def lays(self, seat: Seat, cards: Sequence[Card]) -> None:
        """One after the other; a covered upcard becomes the stock at once if there was none."""
        t, hand = self.t, self.hands[seat]
        if not self.laid:
            self.upon = self.discards.top
        for c in cards:
            self.discards.lay(hand.take(c))
            self.refills()
        t.revealed += 1
        self.laid += cards
        t.note(CHAIN, (seat, self.upon, tuple(self.laid)))
        left = len(hand)
        t.tell(Laid(seat, tuple(cards), left))
        if left == 1:
            t.tell(OneCard(seat))

    def draws(self, seat: Seat, *, forced: bool = False) -> None:
        t, hand = self.t, self.hands[seat]
        t.deal(self.stock, 1, hand)
        t.note(RECEIVED.of(seat), (hand.top,), {seat})
        self.drawn[seat][:] = [hand.top]
        self._last = seat
        t.tell(Drew(seat, len(hand), forced))
        self.refills()

    def refills(self) -> None:
        """The moment the stock is empty, everything below the upcard is shuffled and is the stock."""
        if not self.stock and len(self.discards) > 1:
            self.t.restock(self.discards, keep=1)


def neosho_rapids(t: NeoshoRapidsTable) -> Script:
    """A hand: turn by turn until somebody is out."""
    hands, stock = t.hands(), t.stock()
    discards = t.pile(DISCARDS, seen_by=EVERYONE, top_only=True)
    t.deal(stock, HAND, *(hands[p] for p in t.players))
    t.deal(stock, 1, discards)
    t.tell(Upcard(discards.top))
    h = Hand(t, hands, stock, discards)
    h.refills()
    winners, why = yield from turns(h)
    yield from over(h, winners, why)


def turns(h: Hand) -> Script[tuple[list[Seat], Why]]:
    """One after the other, from the dealer's left; returns who has won, and why the hand is over."""
    players, limit = h.t.players, h.t.options.turn_limit
    n = passes = 0
    while True:
        p = players[n % len(players)]
        if n % len(players) == 0:
            if limit and n == limit * len(players):
                return fewest(h), "limit"
            h.t.note(ROUND, n // len(players) + 1)
        did = yield from takes_turn(h, p)
        h.turns[p] += 1
        if did == "out":
            return [p], "out"
        passes = passes + 1 if did == "passed" else 0
        if passes == len(players):
            return fewest(h), "block"
        if h.lapsed == ABANDONED * len(players):
            return fewest(h), "abandoned"
        n += 1


def fewest(h: Hand) -> list[Seat]:
    """Who holds the fewest cards."""
    least = min(map(len, h.hands.values()))
    return [p for p in h.t.players if len(h.hands[p]) == least]


def takes_turn(h: Hand, seat: Seat) -> Script[Literal["out", "passed"] | None]:
    """As many cards as the seat likes, and a draw; returns "out", "passed", or nothing if it has drawn."""
    options = h.t.options
    h.laid = []
    if options.auto_draw and options.must_open and h.stock and not h.may[seat][0]:
        h.draws(seat, forced=True)  # everybody may know why
        return None
    while True:
        row: LogEntry = yield h.ask(seat)
        h.lapsed = h.lapsed + 1 if row.lapsed else 0
        move = row.move
        if isinstance(move, Play):
            h.lays(seat, move.cards)
            if not h.hands[seat]:
                return "out"
            if not row.lapsed:
                continue
        elif isinstance(move, Pass):
            h.t.tell(Passed(seat))
            return "passed"
        h.draws(seat)
        return None


# ---- the end -------------------------------------------------------------------------------------


def over(h: Hand, winners: Sequence[Seat], why: Why) -> Script:
    """The winner of a hand is nearer to the match; with equal ones, all are."""
    t = h.t
    if why == "out":
        t.tell(Out(winners[0]))
        t.note(OUT, winners[0])
        yield from moment(t, DECISIVE)
    for p in t.players:
        t.open(h.hands[p])
        t.tally(p, {"hands": 1, "turns": h.turns[p], "cards left": len(h.hands[p])})
    t.tell(HandOver(tuple(winners), why, tuple(len(h.hands[p]) for p in t.players)))
    for p in winners:
        t.scores[p] += 1
        t.count(p, "hands won")
    if max(t.scores[p] for p in winners) >= t.options.wins:
        t.end_match(ranked({p: t.scores[p] for p in range(t.seats) if p not in t.state.away}))


NEOSHO_RAPIDS = Game(
    slug="neosho-rapids",
    title="Neosho Rapids",
    aliases=("neosho", "rapids"),
    seats=range(2, 5),
    options=Options,
    deal=neosho_rapids,
    moves=(Play, Draw, Pass),
    proof="deal",
    lengths={USUAL: Length((8, 13)), SHORT: Length((3, 4), {"turn_limit": "25"})},
    presets={
        "best of three": {"wins": "2"},
        "short": {"turn_limit": "25"},
        "loose": {"must_open": "no"},
    },
)
