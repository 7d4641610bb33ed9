"""Backhand: Blackjack without standing. Draw until the next card would be too much, and say so: right, and you win.

Seats play one after the other, each against the pack alone. See rules/backhand.md; its rulings are named here by
number. Where players differ, this house holds that

- exactly 12 is asked already (ruling 1), and forced cards count toward five (ruling 2);
- only the first two cards have their aces taken out, at the start of the owner's turn (rulings 5 and 8);
- wagers are made against the house, at even money (ruling 6).

Wins are the scores; amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.engine.amounts import YELLOW
from bot.engine.asks import Script, ask
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import ACE, Card
from bot.engine.events import Event
from bot.engine.facts import DISCARDS, STOCK, Fact, SeatPile
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import TRICK, moment
from bot.engine.offers import Move, Only
from bot.engine.options import amount, choice, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.randomness import Pack
from bot.engine.shoe import before_marker, marker
from bot.engine.state import State, ranked
from bot.engine.table import DealTable, Wager
from bot.engine.traits import Staked
from bot.engine.view import View

from .parts import wagers
from .parts.by_balance import end_by_balance
from .parts.suspense import TurnCard, suspense
from .parts.wagers import remember, wager_offers, wagers_of

MOST, FORCED, FIVE = 21, 11, 5
"""The total that may not be passed; the total up to which nothing is asked; the number of cards that wins."""
PUSH_HANDS = range(17, 21)

How = Literal["backhand", "five cards", "push", "bust"]


@dataclass(frozen=True)
class Options(ChipDealing):
    """The house rules of a table."""

    mode: str = choice(
        "race",
        "within",
        "betting",
        help="A race to a number of wins; the most of a number of hands; or wagers.",
        said={"within": "most wins of a number of hands", "betting": "wagers against the house", "race": "a race"},
    )
    target: int | None = number(
        None, 1, 50, "Wins needed; if not set, 10 in a race, 6 within.", said=several("win", "needed")
    )
    hands: int | None = number(
        None,
        1,
        100,
        "How many hands each has; if not set, 10 within, and no end with wagers.",
        said=several("hand", "each"),
    )
    min_bet: int = amount(100, 50, 100_000, "The smallest wager.", said="wagers from {}")
    max_bet: int = amount(2500, 50, 100_000, "The largest wager.", said="wagers to {}")
    shuffle_when: str = choice(
        "every_round",
        "marker",
        help="marker: the pack is played down to the reshuffle marker.",
        said={"marker": "shuffled at the marker"},
    )

    @property
    def wins(self) -> int:
        """How many are needed."""
        return self.target or (6 if self.mode == "within" else 10)

    @property
    def rounds(self) -> int | None:
        """How many hands each has at most; None without an end to them."""
        return self.hands if self.mode == "betting" else (self.hands or 10) if self.mode == "within" else None

    def check(self) -> str | None:
        if self.max_bet < self.min_bet:
            return "The largest wager is below the smallest."
        if self.mode == "within" and self.rounds and self.wins > self.rounds:
            return f"Nobody can win {self.wins} of {self.rounds} hands."
        return None


@dataclass(frozen=True)
class Carried(wagers.Carried):
    """What is remembered from round to round."""

    packs: int = 0
    """How many the cards in play were shuffled from."""


BackhandTable = DealTable[Options, Carried]
BackhandView = View[Options, Carried]

TURN: Fact[Seat] = Fact("turn")
ACES = SeatPile("aces {}")
CARDS = SeatPile("cards {}")
TURNED = SeatPile("turned {}")


# ---- moves and events ------------------------------------------------------------------------


class Hit(Move):
    """One more card."""


class Backhand(Move):
    """The next card would be too much: the hand is won if it is, and lost if it is not."""


class PushAway(Move):
    """Two new cards for the two of a push hand."""


HIT, CALL, PUSH_AWAY = Hit(), Backhand(), PushAway()


class AcesOut(Event):
    """The aces among a seat's first two cards are set aside; these have come for them."""

    seat: Seat
    aces: tuple[Card, ...]
    cards: tuple[Card, ...]


class Forced(Event, says="{seat:gets} {cards}: {total}."):
    seat: Seat
    cards: tuple[Card, ...]
    total: int


class Drawn(Event, says="{seat:hits}: {card}, {total}."):
    seat: Seat
    card: Card
    total: int


class PushedAway(Event, says="{seat:pushes} {cards} away for {new}."):
    seat: Seat
    cards: tuple[Card, ...]
    new: tuple[Card, ...]


class Calls(Event, says="**{seat:calls} backhand!**"):
    seat: Seat


class Called(Event):
    """The card that was turned for a backhand, and what it would have made."""

    seat: Seat
    card: Card
    total: int
    right: bool


class Settled(Event):
    """A hand is over: its cards, and what it has won or lost in chips, with wagers."""

    seat: Seat
    cards: tuple[Card, ...]
    won: bool
    how: How
    net: int


# ---- play ------------------------------------------------------------------------------------


def backhand(t: BackhandTable) -> Script:
    """A round: wagers if there are any, two cards each, and everybody's hand from the dealer's left."""
    t.shoe()
    t.open(t.piles[DISCARDS])  # everybody may keep a tally
    remember(t, Carried(packs=packs(t.state)))
    if t.state.shoe is None:
        t.carried = replace(t.carried, packs=packs(t.state))
    wagered: Mapping[Seat, int] = {}
    if t.options.mode == "betting":
        offers = wager_offers(t, step=YELLOW)
        if not offers:  # nobody can bet, and nobody has bought more chips
            end_by_balance(t)
            return
        wagered = yield from wagers_of(t, offers)
    r = Round(t, [*wagered] if t.options.mode == "betting" else t.players, wagered)
    for p in r.hands:
        t.note(TURN, p)
        yield from hand(r, p)
        yield from moment(t, TRICK)
    t.forget(TURN)
    r.clear()
    end_match(t)


class Round:
    """What lies on the table: everybody's cards, aces set aside, and the cards turned for backhands."""

    def __init__(self, t: BackhandTable, playing: Sequence[Seat], wagered: Mapping[Seat, int]) -> None:
        self.t, self.wagered, self.discards = t, wagered, t.piles[DISCARDS]
        self.hands = {p: self._pile(CARDS, p) for p in playing}
        self.aces = {p: self._pile(ACES, p) for p in playing}
        self.turned = {p: self._pile(TURNED, p) for p in playing}
        for p, wager in wagered.items():
            t.pay(wager, p, Wager(p), "wager")
        t.deal(t.piles[STOCK], 2, *self.hands.values())

    def _pile(self, name: SeatPile, seat: Seat) -> Pile:
        return self.t.pile(name.of(seat), seen_by=EVERYONE, zone=f"seat:{seat}")

    def draw(self, to: Pile) -> Card:
        """The next card; those that were thrown in serve on when the stock is dry."""
        card = self.t.draw(to)
        assert card is not None, "there are 26 cards and more for every hand of up to six"
        return card

    def settle(self, seat: Seat, won: bool, how: How) -> None:
        """One more win, or none; the house pays or collects. The cards stay on the table until the round is over."""
        t, wager = self.t, self.wagered.get(seat, 0)
        if wager and won:
            t.pay(wager, "house", seat, "win")
        t.pay(wager, Wager(seat), seat if won else "house", "wager back" if won else "loss")
        t.scores[seat] += won
        t.count(seat, "hands")
        t.count(seat, "wins", won)
        if won and how == "five cards":
            t.count(seat, "five-card hands")
        t.tell(Settled(seat, tuple(self.hands[seat]), won, how, wager if won else -wager))

    def clear(self) -> None:
        """Everything goes to the discards."""
        for p in self.hands:
            for pile in (self.hands[p], self.aces[p], self.turned[p]):
                self.discards.lay(*pile.take_all())
            if self.wagered:
                self.t.count(p, "balance", self.t.chips[p] - self.t.state.stacks[p])


def hand(r: Round, seat: Seat) -> Script:
    """One seat's hand, to its end."""
    cards = r.hands[seat]
    aces_out(r, seat)
    while worth(cards) in PUSH_HANDS:
        if (yield from decision(seat, push=True)) == HIT:
            r.t.count(seat, "pushes played")
            r.settle(seat, won=draws(r, seat) <= MOST, how="push")
            return
        push_away(r, seat)
    force(r, seat)
    while len(cards) < FIVE:
        if (yield from decision(seat, push=False)) == CALL:
            yield from call(r, seat)
            return
        if draws(r, seat) > MOST:
            r.settle(seat, won=False, how="bust")
            return
    r.settle(seat, won=True, how="five cards")  # whether the fifth was forced or not (ruling 2)


def aces_out(r: Round, seat: Seat) -> None:
    """Each ace of the first two is replaced once; another ace in its place stays."""
    cards, aside = r.hands[seat], r.aces[seat]
    aces = [c for c in cards if c.rank == ACE]
    for ace in aces:
        aside.lay(cards.take(ace))
    if aces:
        r.t.tell(AcesOut(seat, tuple(aces), tuple([r.draw(cards) for _ in aces])))


_NO_CALL = Only(CALL, "Not on a push hand.")
_NO_PUSH = Only(PUSH_AWAY, "Only two cards of 17 to 20 can be pushed away.")


def decision(seat: Seat, *, push: bool) -> Script[Hit | Backhand | PushAway]:
    """What the seat does; in time it pushes away, or calls (ruling 10)."""
    if push:
        return ask(seat, Only(HIT), _NO_CALL, Only(PUSH_AWAY), default=PUSH_AWAY)
    return ask(seat, Only(HIT), Only(CALL), _NO_PUSH, default=CALL)


def push_away(r: Round, seat: Seat) -> None:
    """Two new cards, which count as original again (ruling 5)."""
    cards = r.hands[seat]
    old = tuple(cards.take_all())
    r.discards.lay(*old)
    r.t.count(seat, "pushes")
    r.t.tell(PushedAway(seat, old, (r.draw(cards), r.draw(cards))))
    aces_out(r, seat)


def force(r: Round, seat: Seat) -> None:
    """Cards up to 12 or more, or up to five of them (ruling 1)."""
    cards, came = r.hands[seat], list[Card]()
    while worth(cards) <= FORCED and len(cards) < FIVE:
        came.append(r.draw(cards))
    if came:
        r.t.tell(Forced(seat, tuple(came), worth(cards)))


def draws(r: Round, seat: Seat) -> int:
    """One more card: what the hand is worth with it."""
    card, total = r.draw(r.hands[seat]), worth(r.hands[seat])
    r.t.tell(Drawn(seat, card, total))
    return total


def call(r: Round, seat: Seat) -> Script:
    """A card is turned beside the hand, and is no part of it."""
    r.t.tell(Calls(seat))
    yield from suspense(r.t)
    card = r.draw(r.turned[seat])
    total = worth([*r.hands[seat], card])
    r.t.count(seat, "backhands")
    r.t.count(seat, "backhands right", total > MOST)
    r.t.tell(Called(seat, card, total, total > MOST))
    r.settle(seat, won=total > MOST, how="backhand")


# ---- the end ---------------------------------------------------------------------------------


def end_match(t: BackhandTable) -> None:
    """Race: one is ahead with enough wins, after a full round. Within: everybody's fate is settled. With wagers: after
    a number of rounds."""
    wins = {s: t.scores[s] for s in range(t.seats) if t.counts[s] or s not in t.state.away}
    need, left = t.options.wins, (t.options.rounds or 0) - t.state.number - 1
    if t.options.mode == "betting":
        if left == 0:
            end_by_balance(t)
    elif t.options.mode == "race":
        best = max(wins.values())
        if best >= need and [*wins.values()].count(best) == 1:  # ruling 7
            t.end_match(ranked(wins))
    elif all(n >= need or n + left < need for n in wins.values()):
        t.end_match(s._replace(outcome="W" if wins[s.seat] >= need else "L") for s in ranked(wins))


def worth(cards: Iterable[Card]) -> int:
    """Aces 1, court cards 10, others their pips."""
    return sum([min(rank, 10) for rank, _ in cards])


def packs(state: State) -> int:
    """One for every two players, rounded up."""
    return (state.seats - len(state.away) + 1) // 2


def pack_of(options: Options, seats: int) -> Pack:
    decks = (seats + 1) // 2
    return Pack(decks=decks, behind=marker(decks, seats) if options.shuffle_when == "marker" else 0)


def goes_on(state: State, options: Options) -> bool:
    """Down to the marker, as long as there are as many packs as the players need."""
    return options.shuffle_when == "marker" and before_marker(state, options) and state.carried.packs == packs(state)


BACKHAND = Game(
    slug="backhand",
    title="Backhand",
    seats=range(1, 11),
    options=Options,
    deal=backhand,
    rules=2,
    moments=2,
    known_from=1,
    moves=(wagers.Bet, wagers.Pass, Hit, Backhand, PushAway, TurnCard),
    chips=True,
    traits=(Staked(("min_bet", "max_bet")),),
    stakes=lambda options: options.mode == "betting",
    pack=pack_of,
    proof="deal",
    goes_on=goes_on,
    carried=Carried,
    lengths={USUAL: Length((6, 7))},
    length="hands",
    presets={
        "friendly": {"mode": "betting"},
        "penny ante": {"mode": "betting", "min_bet": "½", "max_bet": "5"},
        "wild": {"mode": "betting", "min_bet": "5", "max_bet": "100"},
    },
)
