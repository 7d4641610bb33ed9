"""Hands of Seven Twenty-Seven with chosen cards, stacks and pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.cards import Card, cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.engine.view import view
from bot.games.seven_twenty_seven import SEVEN_TWENTY_SEVEN, HalfWon, Options

from .table import nets, told, turn

ANTE = 100


def deal(
    hands: Mapping[Seat, str] | None = None, stock: str = "", /, *, seats: int = 4, dealer: Seat = 0,
    stacks: Mapping[Seat, int] | None = None, pot: int | None = None, state: State | None = None,
    again: Sequence[str] = (), **options: Any,
) -> Deal:  # fmt: skip
    """A first deal in which these seats get these two cards and the stock begins with those.

    Stacks are 100 whites unless told, and `pot` is what lies there after the antes, if it is to be more than they are.
    `again` are the orders in which dead hands come back as a stock.
    """
    rules = Options(**options)
    state = state or opening(seats, 10_000)
    stacked = tuple((stacks or {}).get(s, n) for s, n in enumerate(state.stacks))
    lies = 0 if pot is None else pot - seats * rules.ante
    state = replace(state, stacks=stacked, dealer=dealer, splash=lies)
    around = [s for i in range(1, state.seats + 1) if (s := (dealer + i) % state.seats) not in state.away]
    around = [s for s in around if state.stacks[s] >= max(rules.ante, 50)]
    given = {s: cards((hands or {}).get(s, "")) for s in around}
    top = cards(stock)
    rest = [c for c in pack() if c not in top and all(c not in hand for hand in given.values())]
    for hand in given.values():
        while len(hand) < 2:
            hand.append(rest.pop(0))
    first = [hand[n] for n in (0, 1) for hand in given.values()]
    order = [[*first, *top, *rest], *(cards(text) for text in again)]
    return Deal(SEVEN_TWENTY_SEVEN, state, rules, None, order=order)


def shown_down(hands: Mapping[Seat, str], /, *, dealer: Seat = 0, **more: Any) -> Deal:
    """A hand in which nobody bets and these seats end up with these cards, each hitting until it has them."""
    seats = max(hands) + 1
    held = {s: cards(text) for s, text in hands.items()}
    around = [(dealer + i) % seats for i in range(1, seats + 1)]
    later: list[Card] = []
    for n in range(2, max(map(len, held.values()))):
        later += [held[s][n] for s in around if len(held[s]) > n]
    first = {s: " ".join(map(str, hand[:2])) for s, hand in held.items()}
    hand = deal(first, " ".join(map(str, later)), seats=seats, dealer=dealer, **more)
    while hand.ask:
        (seat,) = hand.ask.waits_for
        kinds = {o.kind.__name__: o for o in hand.offers(seat) if o}
        wanted = "Check" if "Check" in kinds else "Stand"
        if "Hit" in kinds and len(hand.table.piles[HAND.of(seat)]) < len(held[seat]):
            wanted = "Hit"
        move = kinds[wanted].finish(())
        assert not isinstance(move, str)
        hand.submit(seat, move)
    return hand


def all_check(d: Deal) -> Deal:
    """A betting round without a bet."""
    return each(d, "Check")


def all_stand(d: Deal, *but: Seat) -> Deal:
    """A card round in which only these seats hit."""
    return each(d, "Stand", dict.fromkeys(but, "Hit"))


def each(d: Deal, usual: str, others: Mapping[Seat, str] | None = None) -> Deal:
    """Everybody once, as long as this may be done."""
    done: set[Seat] = set()
    while (seat := turn(d)) is not None and seat not in done:
        kinds = {o.kind.__name__: o for o in d.offers(seat) if o}
        if usual not in kinds:
            break
        done.add(seat)
        move = kinds[(others or {}).get(seat, usual)].finish(())
        assert not isinstance(move, str)
        d.submit(seat, move)
    return d


def won(d: Deal) -> list[tuple[str, str, int, tuple[Seat, ...]]]:
    """Pot, half, amount and winners, in the order in which they were paid."""
    return [tuple(e) for e in told(d, HalfWon)]


def gains(d: Deal) -> list[int]:
    """What each seat has got out of a pot into which it has put nothing but the ante."""
    return [n + ANTE if s not in d.table.away else 0 for s, n in enumerate(nets(d))]


def seen(d: Deal, seat: Seat, viewer: Seat = -1) -> str:
    """What a viewer sees of a hand, the faces first; a dot is a back."""
    return " ".join(str(c) if c else "." for c in view(d, viewer).pile(HAND.of(seat)))
