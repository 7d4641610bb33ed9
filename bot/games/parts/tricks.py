"""Trick play: follow suit if you can; the highest trump, or otherwise the highest card of the suit led, takes the
trick, and its taker leads the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Generic, TypeVar

from bot.engine.asks import Script, ask
from bot.engine.cards import SUIT_NAMES, Card, high
from bot.engine.facts import Fact, PileName, SeatPile
from bot.engine.offers import Move, OneOf
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.table import DealTable

LEADER: Fact[Seat] = Fact("leader")
TRICK = PileName("trick")
LAST_TRICK = PileName("last trick")
TAKEN = SeatPile("taken {}")


class Play(Move):
    """A card to the trick: of the suit led, if there is one in the hand."""

    card: Card


T = TypeVar("T", bound=DealTable)


class Tricks(Generic[T]):
    """The cards of a hand while tricks are played. A game says in a subclass what may be led and thrown, and what a
    card or a trick brings."""

    trumps = ""
    """The suit that beats the others, if there is one."""

    def __init__(self, t: T) -> None:
        self.t = t
        self.hands = t.hands()
        self.trick = t.pile(TRICK, seen_by=EVERYONE)
        self.last = t.pile(LAST_TRICK, seen_by=EVERYONE)
        self.taken = [t.pile(TAKEN.of(p)) for p in range(t.seats)]
        """By the seat that led to them: with the last trick and its taker, everything anybody has to know."""

    def one_trick(self, leader: Seat) -> Script:
        """Everybody plays a card, from the leader on."""
        seats = self.t.seats
        for n in range(seats):
            p = (leader + n) % seats
            hand = self.hands[p]
            legal = self.playable(hand)
            offer = OneOf(Play, legal, partial(self.why_not, hand))
            c = (yield from ask(p, offer, default=Play(self.default(legal)))).card
            self.trick.lay(hand.take(c))
            self.has_played(p, c)

    def sweep(self, leader: Seat) -> tuple[Seat, tuple[Card, ...]]:
        """Puts the trick away. Returns who takes it, and its cards from the leader on."""
        played = tuple(self.trick)
        self.taken[leader].lay(*self.last.take_all())  # the trick before this one: its taker led
        self.last.lay(*self.trick.take_all())
        return (leader + winning(played, self.trumps)) % self.t.seats, played

    def playable(self, hand: Pile) -> list[Card]:
        """The cards of this hand that may be played now."""
        held = [*hand]
        if not len(self.trick):
            return self.may_lead(held)
        led = self.trick[0].suit
        return [c for c in held if c.suit == led] or self.may_throw(held)

    def why_not(self, hand: Pile, c: Card) -> str:
        """Why this card may not be played now."""
        if c not in hand:
            return f"You do not hold {c}."
        if not len(self.trick):
            return self.why_not_led()
        led = self.trick[0].suit
        if any(held.suit == led for held in hand):
            return f"Follow suit: you hold a {SUIT_NAMES[led]}."
        return self.why_not_thrown()

    # ---- what a game may say otherwise ---------------------------------------------------

    def may_lead(self, held: list[Card]) -> list[Card]:
        return held

    def why_not_led(self) -> str:
        """Said only where `may_lead` leaves something out."""
        raise NotImplementedError

    def may_throw(self, held: list[Card]) -> list[Card]:
        """Of a hand without the suit that was led."""
        return held

    def why_not_thrown(self) -> str:
        """Said only where `may_throw` leaves something out."""
        raise NotImplementedError

    def default(self, legal: Sequence[Card]) -> Card:
        """What the turn clock plays."""
        raise NotImplementedError

    def has_played(self, seat: Seat, c: Card) -> None:
        """What a card brings about, before the next one is asked for."""


def winning(trick: Sequence[Card], trumps: str = "") -> int:
    """Which card of a trick takes it: the highest trump, or otherwise the highest of the suit led."""
    best = 0
    for n, c in enumerate(trick):
        wins = trick[best]
        if (c.suit == wins.suit and high(c) > high(wins)) or c.suit == trumps != wins.suit:
            best = n
    return best
