"""Hands of Twos with chosen cards, cuts and stacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from bot.engine.cards import Card, cards, deck, pack
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.piles import Seat
from bot.engine.randomness import NO_CONTRIBUTION, Seal, Stream, final
from bot.engine.state import State, opening
from bot.games.twos import THIRTEEN, TWOS, Hand, HandScored, Play, dealt_from, settle
from bot.games.twos.combinations import Combination, beats, recognise
from bot.games.twos.facts import COMBINATION, TURNED

from .table import moment_over, play, refused, told, turn

RUNS = "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD KC KH"
"""Goes out in three leads: two straight flushes and three kings."""
OPENS = "3D 4D 5D 6D 7D", "8D 9D 10D JD QD", "KD KC KH"


def shown(seal: Seal | None) -> Card:
    """The card that the cut shows of this seal."""
    seal = seal or Seal(bytes(32), {})
    return deck()[Stream(final(seal.secret, seal.spec, NO_CONTRIBUTION), "pick/1").below(52)]


@cache
def cut_at(rank: int) -> Seal:
    """A seal of which the cut shows a card of this rank."""
    return next(s for n in range(1000) if shown(s := Seal(n.to_bytes(32, "big"), {})).rank == rank)


def hand(
    hands: Mapping[Seat, str], /, *, seats: int = 4, dealer: Seat = 0, rank: int = 0, last: str = "",
    state: State | None = None, began: int = 0, **options: Any,
) -> Deal:  # fmt: skip
    """A deal in which these seats get these cards; the rest come as they may. `rank` is that of the card that the cut
    shows, `last` the one that is dealt last."""
    state = replace(state or opening(seats, 10_000), dealer=dealer)
    seal, rules = cut_at(rank) if rank else None, TWOS.options(**options)
    players = [s for n in range(1, seats + 1) if (s := (dealer + n) % seats) not in state.away]
    if rules.stakes == "chips":
        players = [p for p in players if state.stacks[p]]
    around = dealt_from(players, dealer, shown(seal).rank)
    each = THIRTEEN if rules.deal == "thirteen" else 52 // len(players)
    given = {seat: cards(text) for seat, text in hands.items()}
    used = [c for held in given.values() for c in held] + cards(last)
    rest = [c for c in pack() if c not in used]
    full: dict[Seat, list[Card]] = {}
    for seat in around:
        held = given.get(seat, [])[:each]
        full[seat], rest = held + rest[: each - len(held)], rest[each - len(held) :]
    rest = [c for held in given.values() for c in held[each:]] + cards(last) + rest
    order = [c for round_ in zip(*full.values(), strict=True) for c in round_]
    return Deal(TWOS, state, rules, seal, began, order=[[*order, *rest]])


def lays(deal: Deal, *said: str) -> Deal:
    """What is laid one after the other, each by whose turn it is; nothing is a pass."""
    for words in said:
        moment_over(deal)
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: {f'play {words}' if words else 'pass'}")
    moment_over(deal)
    return deal


def refuses(deal: Deal, words: str) -> str:
    """Why whose turn it is may not lay these."""
    seat = turn(deal)
    assert seat is not None
    return refused(deal, seat, Play(tuple(cards(words))))


def goes_out(deal: Deal) -> Deal:
    """Seat 0 of four, who holds `RUNS`, lays them while all others pass."""
    return lays(deal, OPENS[0], "", "", "", OPENS[1], "", "", "", OPENS[2])


def made(words: str) -> Combination | None:
    return recognise(cards(words))


def better(one: str, other: str) -> bool:
    """Whether the first may be laid on the second."""
    a, b = made(one), made(other)
    assert a is not None and b is not None
    return beats(a, b)


def settled(
    left: Mapping[Seat, str], *, winner: Seat, untouched: tuple[Seat, ...] = (), dealt: int = 13,
    stacks: tuple[int, ...] = (10_000,) * 4, **options: Any,
) -> tuple[HandScored, Deal]:  # fmt: skip
    """What is paid where these cards are left when the winner goes out."""
    deal = hand({}, state=replace(opening(4), stacks=stacks), **options)
    t = deal.table
    hands = {p: t.piles[HAND.of(p)] for p in range(4)}
    for p, pile in hands.items():
        pile.take_all()
        pile.lay(*cards(left.get(p, "")))
    laid = {p for p in range(4) if p not in untouched}
    settle(Hand(t, hands, dict.fromkeys(hands, dealt), t.pile(COMBINATION), t.pile(TURNED), None, laid), winner)
    return told(deal, HandScored)[-1], deal
