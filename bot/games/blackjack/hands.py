"""What lies on a Blackjack table: the dealer's cards, and hands with their wagers, what they are worth and bring."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.cards import ACE, Card
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.table import Wager
from bot.games.blackjack.moves import BlackjackTable

from .facts import DEALER, HAND_PILE, HANDS
from .moves import HoleTurned, Outcome, Settled


def worth(cards: Iterable[Card]) -> tuple[int, bool]:
    """The best total up to 21, otherwise the least; and whether an ace counts 11 in it."""
    total, aces = 0, False
    for rank, _ in cards:
        if rank == ACE:
            aces = True
        total += rank if rank < 10 else 10
    return (total + 10, True) if aces and total <= 11 else (total, False)


class Hand:
    """One hand of a seat, with its own wager."""

    __slots__ = ("cards", "natural", "number", "seat", "split", "stake", "total", "wager")

    def __init__(self, seat: Seat, number: int, cards: Pile, wager: int) -> None:
        self.seat, self.number, self.cards, self.wager = seat, number, cards, wager
        self.stake = Wager(seat)
        """Where its wager lies."""
        self.total = 0
        self.split = self.natural = False
        """Whether it comes from a pair; whether it is a blackjack, an ace and a ten-card as its first two cards."""


class Round:
    """The dealer's cards, and everybody's hands that are not settled yet, from left to right."""

    def __init__(self, t: BlackjackTable, stock: Pile, discards: Pile, wagers: dict[Seat, int]) -> None:
        self.t, self.stock, self.discards, self.dealer = t, stock, discards, t.pile(DEALER)
        self.wagers = wagers
        self.dealt = dict.fromkeys(wagers, 1)
        """How many hands each seat has had."""
        self.hands: dict[Seat, list[Hand]] = {}
        for p, wager in wagers.items():
            hand = Hand(p, 1, self.pile(p, 1), wager)
            self.hands[p] = [hand]
            self.tell_hands(p)
            t.pay(wager, p, hand.stake, "wager")

    def pile(self, seat: Seat, number: int) -> Pile:
        return self.t.pile(HAND_PILE.of(seat, number), seen_by=EVERYONE, zone=f"seat:{seat}")

    def split(self, hand: Hand) -> Hand:
        """A new hand with the upper card of this one, to its right."""
        seat, hands = hand.seat, self.hands[hand.seat]
        self.dealt[seat] += 1
        number = self.dealt[seat]
        right = Hand(seat, number, self.pile(seat, number), hand.wager)
        right.cards.lay(hand.cards.draw())
        hands.insert(hands.index(hand) + 1, right)
        self.tell_hands(seat)
        return right

    def tell_hands(self, seat: Seat) -> None:
        """The fact `hands 3`: the numbers and wagers of the hands in play, from left to right."""
        hands = self.hands[seat]
        self.t.note(HANDS.of(seat), tuple([(h.number, h.wager) for h in hands]) if hands else ())

    @property
    def left(self) -> list[Hand]:
        """Hands that are still to be settled, from the dealer's left."""
        return [hand for hands in self.hands.values() for hand in hands]

    def draw(self, hand: Hand) -> Card | None:
        """The next card; None if pack and discards are both dry."""
        card = self.t.draw(hand.cards)
        hand.total, _ = worth(hand.cards)
        return card

    def turn_hole(self) -> None:
        self.t.open(self.dealer)
        self.t.tell(HoleTurned(tuple(self.dealer), worth(self.dealer)[0]))

    def settle(self, hand: Hand, outcome: Outcome) -> None:
        """The house pays or collects, and the cards go to the discards."""
        t, p, wager = self.t, hand.seat, hand.wager
        if outcome in ("lost", "bust"):
            net = -wager
            t.pay(wager, hand.stake, "house", outcome)
        else:
            net = wager * 3 // 2 if outcome == "blackjack" else 0 if outcome == "pushed" else wager
            t.pay(net, "house", p, outcome)
            t.pay(wager, hand.stake, p, "wager back")
        t.count(p, "hands won" if net > 0 else "hands lost" if net else "hands pushed")
        if hand.natural:
            t.count(p, "blackjacks")
        elif outcome == "bust":
            t.count(p, "busts")
        cards = tuple(hand.cards.take_all())
        self.discards.lay(*cards)
        self.hands[p].remove(hand)
        self.tell_hands(p)
        t.tell(Settled(p, hand.number, cards, outcome, net))

    def clear(self) -> None:
        """The dealer's cards go to the discards after those of the players, and everybody's round is counted."""
        self.discards.lay(*self.dealer.take_all())
        t = self.t
        for p, wager in self.wagers.items():
            t.tally(p, {"rounds": 1, "wagered": wager, "balance": t.chips[p] - t.state.stacks[p]})
