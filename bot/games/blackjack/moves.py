"""What may be decided at a Blackjack table, and what is told: options, moves and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.engine.amounts import WHITE, Amount
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.offers import Move
from bot.engine.options import amount, choice, flag, number, several
from bot.engine.piles import Seat
from bot.engine.shoe import ShoeDealing
from bot.engine.table import DealTable
from bot.engine.view import View
from bot.games.parts.wagers import Carried

Outcome = Literal["blackjack", "even money", "won", "pushed", "lost", "bust"]


@dataclass(frozen=True)
class Options(ShoeDealing):
    """The house rules of a table."""

    decks: int = choice(6, 1, 2, 4, 8, help="decks in the shoe; one or two are kinder to players", said="decks: {}")
    min_bet: int = amount(100, 100, 100_000, "the smallest wager", step=WHITE, said="wagers from {}")
    max_bet: int = amount(10_000, 100, 100_000, "the largest wager", step=WHITE, said="wagers to {}")
    split_aces: str = choice(
        "free",
        "resplit_only",
        help="resplit_only: split aces get one card each",
        said={"resplit_only": "split aces get one card each"},
    )
    split_rank: str = choice(
        "same",
        "ten_value",
        help="ten_value: any two ten-cards may be split",
        said={"ten_value": "any two ten-cards may be split"},
    )
    max_hands: int | None = number(
        None,
        2,
        8,
        "how many hands one seat may split into in a round",
        none="none",
        said=several("hand", "a seat at most"),
    )
    soft17: str = choice(
        "stand", "hit", help="what the dealer does on ace-six", said={"hit": "the dealer hits soft 17"}
    )
    auto21: bool = flag(True, "a hand that reaches 21 stands at once", said={False: "a hand of 21 may go on"})
    rounds: int | None = number(None, 1, 100, "how many rounds a match has", none="open", said=several("round"))

    def check(self) -> str | None:
        if self.max_bet < self.min_bet:
            return "The largest wager is below the smallest."
        return self.contradiction(self.decks)


BlackjackTable = DealTable[Options, Carried]
BlackjackView = View[Options, Carried]


# ---- moves -----------------------------------------------------------------------------------


class Insure(Move):
    """A side wager, up to half the wager, that the dealer has a blackjack."""

    amount: Amount


class EvenMoney(Move):
    """A blackjack against an ace is paid 1 : 1 at once."""


class Hit(Move):
    """One more card."""


class Stand(Move):
    """No more cards."""


class Double(Move):
    """As much again, or less, for exactly one more card."""

    amount: Amount


class Split(Move):
    """Two cards of a rank become two hands, with a second wager as large as the first."""


# ---- events ----------------------------------------------------------------------------------


class Dealt(Event, says="The dealer shows {up}."):
    up: Card
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]


class Insured(Event, says="{seat:insures} for {amount}."):
    seat: Seat
    amount: Amount


class Peeked(Event):
    """The dealer has looked at the hole card."""

    blackjack: bool


class InsuranceOver(Event):
    """What the side wager has won, or lost."""

    seat: Seat
    net: int


class Drawn(Event):
    """A card to a hand; two hands of a split get one each."""

    seat: Seat
    hand: int
    card: Card
    total: int
    by: Literal["hit", "double", "split"]


class Stood(Event, says="{seat:waves} a flat hand and {seat:/stands} on {total}."):
    seat: Seat
    hand: int
    total: int


class HoleTurned(Event, says="The dealer turns {cards}: {total}."):
    cards: tuple[Card, ...]
    total: int


class DealerDraws(Event, says="The dealer draws {card}: {total}."):
    card: Card
    total: int


class Settled(Event):
    """A hand is over: its cards, and what it has won or lost."""

    seat: Seat
    hand: int
    cards: tuple[Card, ...]
    outcome: Outcome
    net: int
