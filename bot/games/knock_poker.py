"""Knock Poker: draw and discard towards the best poker hand; a satisfied player knocks, and the others have one turn.

Five cards each. In turn everybody takes the top discard or the unknown top card of the stock, and throws one away; the
best hand wins, no matter who knocked. See rules/knock-poker.md. Where players differ, this house holds that

- the knock is part of the discard, on any turn; there is one in a hand, and it costs nothing (rulings 1 to 3);
- a card that was taken from the discards may not be thrown straight back (ruling 4);
- an empty stock is made anew from the discards (ruling 6), but not for ever: when it has run out for the sixth time and
  nobody has knocked, as when all have left the table, the hands are shown.

All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import cycle
from typing import Literal, NamedTuple

from bot.engine.asks import Script, ask
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import Card, high
from bot.engine.events import Event
from bot.engine.facts import DISCARDS, RECEIVED, Fact
from bot.engine.game import USUAL, Boast, Game, Length
from bot.engine.moments import DECISIVE, moment
from bot.engine.offers import Move, OneOf
from bot.engine.options import amount, choice, flag, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.traits import Staked
from bot.engine.view import View

from .parts.poker_hands import name, strength

HAND = 5
STOCKS = 6
"""How many stocks are drawn from before a hand ends without a knock."""

Source = Literal["discard", "stock"]
DISCARD: Source = "discard"
STOCK: Source = "stock"


@dataclass(frozen=True)
class Options(ChipDealing):
    """The house rules of a table."""

    target: int = number(3, 1, 20, "Hands that win the match.", said=several("hand", "wins the match", "win the match"))
    ante: int = amount(0, 0, 10_000, "What everybody pays for each hand, and the best hand takes; without it no chips.")
    stock_out: str = choice(
        "reshuffle",
        "showdown",
        help="What comes of an empty stock when nobody has knocked.",
        said={"showdown": "an empty stock ends the hand"},
    )
    return_same: bool = flag(
        False,
        "A card taken from the discards may be thrown back in the same turn.",
        said={True: "a card just taken may be thrown back"},
    )


KnockPokerTable = DealTable[Options, None]
KnockPokerView = View[Options, None]

KNOCKER: Fact[Seat] = Fact("knocker")


# ---- moves and events ---------------------------------------------------------------------------


class Draw(Move):
    """The top discard, or the top card of the stock."""

    source: Source


class Discard(Move):
    """Throw a card away."""

    card: Card


class Knock(Move):
    """Throw a card away and be satisfied with the other five."""

    card: Card


class FirstDiscard(Event):
    """The card that is turned beside the stock."""

    card: Card


class Drew(Event, says="{seat:draws} from the stock."):
    seat: Seat


class Took(Event, says="{seat:takes} {card}."):
    seat: Seat
    card: Card


class Discarded(Event, says="{seat:throws} {card}."):
    seat: Seat
    card: Card


class Knocked(Event):
    """A seat is satisfied; these have one more turn, in this order."""

    seat: Seat
    card: Card
    last_turns: tuple[Seat, ...]


class StockOut(Event, says="The stock is empty, so all hands are shown."):
    """The stock is empty, and so the hands are shown."""


class Shown(NamedTuple):
    """A hand at the showdown, and what it is called."""

    seat: Seat
    cards: tuple[Card, ...]
    called: str


class Showdown(Event):
    """All hands, the best first."""

    hands: tuple[Shown, ...]


class WinsHand(Event):
    """Who had the best hand, from the dealer's left, and what was in the pot."""

    winners: tuple[Seat, ...]
    called: str
    pot: int


class CannotAnte(Event, says="Fewer than two can pay the ante, so the match ends as it stands."):
    """Fewer than two can pay the ante, so the match ends as it stands."""


# ---- play ---------------------------------------------------------------------------------------


def knock_poker(t: KnockPokerTable) -> Script:
    """A hand: turns until somebody has knocked and the others have had their last one, then all hands are shown."""
    if sum(t.chips[p] >= t.options.ante for p in t.players) < 2:
        t.tell(CannotAnte())
        end_match(t)
        return
    if t.options.ante:
        t.ante(t.options.ante)
    hands, stock = t.hands(), t.stock()
    discards = t.pile(DISCARDS, seen_by=EVERYONE, top_only=True)  # ruling 5
    t.deal(stock, HAND, *(hands[p] for p in t.players))
    t.deal(stock, 1, discards)
    t.tell(FirstDiscard(discards.top))
    knocker = yield from turns(t, hands, stock, discards)
    showdown(t, hands, knocker)


def turns(t: KnockPokerTable, hands: dict[Seat, Pile], stock: Pile, discards: Pile) -> Script[Seat | None]:
    """Round and round until the turn returns to the knocker; returns that seat, None if the stock ran out."""
    knocker: Seat | None = None
    stocks = 1 if t.options.stock_out == "showdown" else STOCKS
    for p in cycle(t.players):
        if p == knocker:
            break
        if not stock:
            stocks -= 1
            if stocks <= 0 and knocker is None:
                t.tell(StockOut())
                break
            t.restock(discards, keep=1)  # ruling 6; and the knocker is owed the last turns
        drawn, taken = yield from draws(t, p, hands[p], stock, discards)
        if (yield from throws(t, p, hands[p], discards, drawn, taken, knocker)):
            knocker = p
    return knocker


_DRAW_FIRST = OneOf(Discard, (), "Draw first."), OneOf(Knock, (), "Draw first.")
_DRAWN_ALREADY = OneOf(Draw, (), "You have drawn already.")
_KNOCKED_ALREADY = OneOf(Knock, (), "Somebody has knocked already.")


def draws(t: KnockPokerTable, seat: Seat, hand: Pile, stock: Pile, discards: Pile) -> Script[tuple[Card, bool]]:
    """A card to the hand: which, and whether it was the top discard."""
    sources = (DISCARD, STOCK) if stock else (DISCARD,)
    offer = OneOf(Draw, sources, "Draw from the stock, or take the top discard.")
    move = yield from ask(seat, offer, *_DRAW_FIRST, default=Draw(sources[-1]))
    assert isinstance(move, Draw)
    if taken := move.source == DISCARD:
        hand.lay(discards.draw())
        t.revealed += 1
        t.tell(Took(seat, hand.top))
    else:
        t.deal(stock, 1, hand)
        t.tell(Drew(seat))
    t.note(RECEIVED.of(seat), (hand.top,), {seat})
    return hand.top, taken


def throws(
    t: KnockPokerTable, seat: Seat, hand: Pile, discards: Pile, drawn: Card, taken: bool, knocker: Seat | None
) -> Script[bool]:
    """A card from the hand: whether the seat has knocked with it."""
    kept = drawn if taken and not t.options.return_same else None  # ruling 4
    among = [c for c in hand if c != kept]
    why_not = refusing(hand, kept)
    offers = [
        OneOf(Discard, among, why_not),
        OneOf(Knock, among, why_not) if knocker is None else _KNOCKED_ALREADY,
        _DRAWN_ALREADY,
    ]
    default = Discard(lowest([c for c in hand if c != drawn]) if taken else drawn)
    thrown = yield from ask(seat, *offers, default=default)
    assert not isinstance(thrown, Draw)
    t.forget(RECEIVED.of(seat))
    discards.lay(hand.take(thrown.card))
    if isinstance(thrown, Discard):
        t.tell(Discarded(seat, thrown.card))
        return False
    t.note(KNOCKER, seat)
    t.count(seat, "knocks")
    t.tell(Knocked(seat, thrown.card, tuple(t.left_of(seat)[:-1])))
    yield from moment(t, DECISIVE)
    return True


def refusing(hand: Collection[Card] | Pile, kept: Card | None) -> Callable[[Card], str]:
    """Why a card cannot be thrown away."""
    return lambda c: "Choose another card." if c == kept else f"You do not hold {c}."


def showdown(t: KnockPokerTable, hands: dict[Seat, Pile], knocker: Seat | None) -> None:
    """The best hand scores, no matter who knocked; equal ones share (ruling 7)."""
    players = t.players
    strengths = {p: strength([*hands[p]]) for p in players}
    for p in players:
        t.open(hands[p])
        t.most(p, "best hand", strengths[p])
    best = max(strengths.values())
    winners = [p for p in players if strengths[p] == best]
    in_order = sorted(players, key=lambda p: -strengths[p])
    t.tell(Showdown(tuple(Shown(p, tuple(hands[p]), name(strengths[p])) for p in in_order)))
    t.tell(WinsHand(tuple(winners), name(best), t.chips["pot"]))
    t.split(t.chips["pot"], "pot", winners, "pot")
    for p in winners:
        t.scores[p] += 1
        if p == knocker:
            t.count(p, "knocks that won")
    won = [*hands_won(t).values()]
    if max(won) >= t.options.target and won.count(max(won)) == 1:  # level ones play on
        end_match(t)


def end_match(t: KnockPokerTable) -> None:
    """The most hands won win."""
    t.end_match(ranked(hands_won(t)))


def hands_won(t: KnockPokerTable) -> dict[Seat, int]:
    """By everybody who sits at the table."""
    return {s: t.scores[s] for s in range(t.seats) if s not in t.state.away}


def lowest(cards: Collection[Card]) -> Card:
    """The lowest of these, the ace being high; of equal ranks clubs first, then diamonds, hearts, spades."""
    return min(cards, key=lambda c: (high(c), c.suit))


def boast(event: Event) -> Boast | None:
    """The best hand of a showdown."""
    if not isinstance(event, Showdown):
        return None
    best = event.hands[0]
    return Boast(best.seat, (strength(best.cards),), best.called)


KNOCK_POKER = Game(
    slug="knock-poker",
    title="Knock Poker",
    aliases=("knockpoker", "poker-rummy"),
    seats=range(2, 7),
    options=Options,
    deal=knock_poker,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Draw, Discard, Knock),
    chips=True,
    traits=(Staked(("ante",)),),
    stakes=lambda options: options.ante > 0,
    proof="deal",
    lengths={USUAL: Length((8, 20)), "hand": Length((1, 3), {"target": "1"})},
    presets={"friendly": {"ante": "1"}, "penny ante": {"ante": "½"}, "wild": {"ante": "5", "return_same": "yes"}},
    boast=boast,
)
