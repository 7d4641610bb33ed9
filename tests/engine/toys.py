"""Tiny games on which the engine is tried."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine import options
from bot.engine.amounts import Amount
from bot.engine.asks import Script, anyone, ask, ask_all, first_of
from bot.engine.cards import Card
from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.facts import Fact, PileName
from bot.engine.game import Game
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import EVERYONE
from bot.engine.randomness import Pack, Seal
from bot.engine.state import State, opening, ranked
from bot.engine.table import DealTable, Wager


@dataclass(frozen=True)
class Rules:
    ante: int = options.amount(100, 50, 1000, help="what each puts in")
    speed: str = options.choice("slow", "quick", help="a word")
    shoe: bool = options.flag(False, help="go on with the rest of the pack")
    games: int = options.number(3, 1, 20, help="deals in a match")

    def check(self) -> str | None:
        return "A quick game has no shoe." if self.shoe and self.speed == "quick" else None


@dataclass(frozen=True)
class Carried:
    """What the duel remembers: the best card of each deal so far."""

    best: tuple[Card, ...] = ()


DuelTable = DealTable[Rules, Carried | None]


class Lay(Move):
    """A card, face down until all have laid one."""

    card: Card


class Raise(Move):
    """Chips on top."""

    amount: Amount


class Stop(Move):
    """Let us stop here."""


class Laid(Event):
    cards: tuple[tuple[int, Card], ...]


def duel(t: DuelTable) -> Script:
    """Three cards each; all lay one in secret; the highest takes the antes and what was raised."""
    t.ante(t.options.ante)
    hands, played = t.hands(), t.pile(PileName("played"), seen_by=EVERYONE)
    t.deal(t.stock(), 3, *(hands[p] for p in t.players))
    t.keep_shoe = t.options.shoe
    yield from first_of(_round(t, hands, played), _stop(t))
    if t.state.number + 1 >= t.options.games:
        t.end_match(ranked({p: t.chips[p] for p in range(t.seats)}))


def _round(t: DuelTable, hands: dict[int, Any], played: Any) -> Script:
    first = t.players[0]
    if most := min(t.chips[first], 500):
        offer = OneOf(Raise, range(50, most + 1, 50), "Raise by ½ to 5.", {most: "All of it?"})
        raised = (yield from ask(first, offer, default=Raise(50))).amount
        t.pay(raised, first, Wager(first), "raise")
    lays = yield from ask_all(
        t,
        {p: [OneOf(Lay, hands[p], "You do not hold that card.")] for p in t.players},
        {p: Lay(min(hands[p])) for p in t.players},
    )
    for p, lay in lays.items():
        played.lay(hands[p].take(lay.card))
    t.tell(Laid(tuple((p, lay.card) for p, lay in lays.items())))
    winner = max(lays, key=lambda p: lays[p].card)
    for account in [a for a, n in t.chips.items() if isinstance(a, Wager) and n]:
        t.pay(t.chips[account], account, "pot", "raise")
    t.pay(t.chips["pot"], "pot", winner, "wins")
    t.count(winner, "won")
    t.most(winner, "largest rank", lays[winner].card.rank)
    t.carried = Carried((*(t.carried.best if t.carried else ()), lays[winner].card))


def _stop(t: DealTable) -> Script:
    """When all agree, the antes go back as they came."""
    agreed: set[int] = set()
    while len(agreed) < len(t.players):
        agreed.add((yield from anyone({p: [Only(Stop(), optional=True)] for p in t.players if p not in agreed})).seat)
        t.note(Fact("agreed"), frozenset(agreed))
    for account in [a for a, n in t.chips.items() if isinstance(a, Wager) and n]:
        t.pay(t.chips[account], account, "pot", "raise")
    t.split(t.chips["pot"], "pot", t.players, "shared", spare="splash")


DUEL = Game(
    slug="duel",
    title="Duel",
    seats=range(2, 7),
    options=Rules,
    deal=duel,
    moves=(Lay, Raise, Stop),
    chips=True,
    goes_on=lambda state, o: o.shoe and state.shoe is not None and len(state.shoe.cards) >= 3 * state.seats,
    carried=Carried,
)
TOYS = {"duel": DUEL}
SECRET = bytes(range(32))


def simple(script: Callable[[DealTable], Script], *moves: type[Move], deck: str = "52") -> Game:
    """A game of one script, without options, for two to four."""
    return Game("simple", "Simple", range(2, 5), Nothing, script, moves, pack=lambda o, n: Pack(deck))


@dataclass(frozen=True)
class Nothing:
    """No options."""


def begun(game: Game, seats: int = 2, state: State | None = None, secret: bytes = SECRET, **more: Any) -> Deal:
    """A first deal of this game."""
    state = state or opening(seats, 10_000 if game.chips else 0)
    return Deal(game, state, more.pop("options", None) or game.options(), Seal(secret, {}), **more)


@dataclass(eq=False)
class Listed(Offer):
    """One of these moves, written out: for a handful, or a few hundred."""

    kind: type[Any]
    among: Sequence[Move]
    why_not: str = "That is not on offer."
    optional: bool = False

    def __bool__(self) -> bool:
        return bool(self.among)

    def next(self, parts: Sequence[Any]) -> Collection[Any]:
        n, begun = len(parts), tuple(parts)
        return list(dict.fromkeys(m.parts[n] for m in self.among if len(m.parts) > n and m.parts[:n] == begun))

    def finish(self, parts: Sequence[Any]) -> Move | str:
        return next((m for m in self.among if m.parts == tuple(parts)), "Choose on.")

    def refusal(self, move: Move) -> str | None:
        return None if move in self.among else self.why_not
