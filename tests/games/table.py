"""Chosen hands, typed moves: the games are tested as people would lay them out on a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import cards, pack
from bot.engine.controls import read, suit_order
from bot.engine.deal import Deal, Illegal, digest
from bot.engine.facts import HAND
from bot.engine.game import Game
from bot.engine.moments import stands
from bot.engine.offers import Move, Offer, verb
from bot.engine.options import BadOption, read_options
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.state import State, opening
from bot.engine.view import View, view
from bot.games.parts.shared_pot import Carried
from bot.house import Advice, AskAgainAt, Policy, choose
from bot.simulate import random_move


def dealt(
    game: Game, hands: Mapping[Seat, str], /, *, each: int | None = None, stock: str = "", dealer: Seat = 3,
    seats: int = 4, state: State | None = None, began: int = 0, **options: Any,
) -> Deal:  # fmt: skip
    """A deal in which these seats get these cards and the stock begins with those; the rest come as they may.

    `each` is the size of a hand, otherwise that of the longest one given. `state` is what the deal starts from; its
    dealer is `dealer` unless it names one. `options` are the game's.
    """
    state = state or opening(seats)
    first = dealer if state.dealer is None else state.dealer
    state = replace(state, dealer=first)
    given = {seat: cards(text) for seat, text in hands.items()}
    size = max(map(len, given.values())) if each is None else each
    wanted = [c for hand in given.values() for c in hand] + cards(stock)
    rules = game.options(**options)
    named = game.pack(rules, state.seats - len(state.away))
    rest = pack(named.deck, named.decks)
    for c in wanted:
        rest.remove(c)
    around = [(first + i) % state.seats for i in range(1, state.seats + 1)]
    full = {}
    for seat in (s for s in around if s not in state.away):
        hand = given.get(seat, [])
        missing = size - len(hand)
        full[seat], rest = [*hand, *rest[:missing]], rest[missing:]
    order = [c for round_ in zip(*full.values(), strict=True) for c in round_]
    return Deal(game, state, rules, None, began, order=[[*order, *cards(stock), *rest]])


def play(deal: Deal, *moves: str) -> Deal:
    """Moves as people type them, each after its seat: `0: QS`, `2: bet 2½`."""
    for typed in moves:
        seat, _, words = typed.partition(":")
        deal.submit(int(seat), typed_move(deal, int(seat), words.strip()))
    return deal


def typed_move(deal: Deal, seat: Seat, words: str) -> Move:
    """The move that these words spell for this seat; the verb may be left out."""
    first, _, rest = words.partition(" ")
    offers = deal.offers(seat)
    named = [o for o in offers if verb(o.kind) == first]
    tried = [read(o, rest if named else words) for o in named or offers]
    found = next((m for m in tried if isinstance(m, Move)), None)
    assert found, f"seat {seat} cannot {words!r}: {tried}"
    return found


def trick(deal: Deal, played: str) -> Deal:
    """Cards played one after the other, each by whose turn it is."""
    for word in played.split():
        assert deal.ask
        (seat,) = deal.ask.waits_for
        play(deal, f"{seat}: {word}")
    return deal


def offer(deal: Deal, seat: Seat, kind: type[Move] | None = None) -> Offer:
    """The one offer to this seat, or the one of this kind."""
    (found,) = [o for o in deal.offers(seat) if kind is None or o.kind is kind]
    return found


def legal(deal: Deal, seat: Seat) -> str:
    """The cards that this seat may choose now, as they are sorted in a hand."""
    return " ".join(map(str, sorted(offer(deal, seat).next(()), key=suit_order)))


def refused(deal: Deal, seat: Seat, move: Move, drawn: int | None = None, *, at: int | None = None) -> str:
    """The sentence with which this move is refused; nothing has changed by it."""
    before = digest(deal)
    try:
        deal.submit(seat, move, at, drawn=drawn)
    except Illegal as why:
        assert digest(deal) == before, "a refused move has changed something"
        return str(why)
    raise AssertionError(f"{move} was not refused")


def bad_option(options: type[Any], typed: Mapping[str, Any]) -> str:
    """The sentence with which these options are refused."""
    with pytest.raises(BadOption) as why:
        read_options(options, typed)
    return str(why.value)


def told(deal: Deal, kind: type[Any]) -> list[Any]:
    """The events of this kind, no matter to whom they were told."""
    return [event for event, _ in deal.table.events if isinstance(event, kind)]


def fact(deal: Deal, name: str) -> Any:
    """A fact of the table, no matter who may know it; None if there is no such fact."""
    return deal.table.facts.get(name, (None,))[0]


def after(deal: Deal) -> State:
    """What the deal has left."""
    assert deal.after is not None, "the deal is not over"
    return deal.after


# ---- who is to act ------------------------------------------------------------------------------


def turn(deal: Deal) -> Seat | None:
    """Whose turn it is; None once the deal is over."""
    return next(iter(deal.ask.waits_for), None) if deal.ask else None


def waits(deal: Deal) -> list[Seat]:
    """Everybody who is waited for."""
    return [*deal.ask.waits_for] if deal.ask else []


def may(deal: Deal) -> str:
    """What whose turn it is may do, by the kinds of moves."""
    seat = turn(deal)
    assert seat is not None
    return " ".join(o.kind.__name__ for o in deal.offers(seat) if o)


def looked_at(deal: Deal, *moves: str) -> Deal:
    """Moves as people type them, by a clock: what the last of them has turned over stands; what the others have is over
    when the next is made."""
    for typed in moves:
        seat, _, words = typed.partition(":")
        move = typed_move(moment_over(deal), int(seat), words.strip())
        deal.submit(int(seat), move, deal.table.now + 1)
    return deal


def moment_over(deal: Deal) -> Deal:
    """What has been turned over has stood its time, as often as something was; nothing happens if nothing was."""
    while stands(deal.ask):
        assert deal.ask and deal.ask.timer
        deal.tick(deal.ask.timer[0])
    return deal


def seen(deal: Deal, owner: Seat, viewer: Seat = SPECTATOR) -> set[str]:
    """The cards of a hand whose faces a viewer sees."""
    return {str(c) for c in view(deal, viewer).faces(HAND.of(owner))}


# ---- chips --------------------------------------------------------------------------------------


def going_on(pot: int = 0, stacks: Mapping[Seat, int] | None = None, seats: int = 4, **more: Any) -> State:
    """Between two deals, when everybody has paid into the pot; stacks of 100 whites unless told, seat 0 has dealt."""
    chips = tuple((stacks or {}).get(s, 10_000) for s in range(seats))
    carried = Carried(frozenset(range(seats)))
    return replace(opening(seats), **{"stacks": chips, "pot": pot, "dealer": 0, "number": 1, "carried": carried} | more)


def pot(deal: Deal) -> int:
    return deal.table.chips["pot"]


def stack(deal: Deal, seat: Seat) -> int:
    return deal.table.chips[seat]


def nets(deal: Deal) -> list[int]:
    """What the deal has brought every seat."""
    return [n - then for n, then in zip(after(deal).stacks, deal.state.stacks, strict=True)]


# ---- house players ------------------------------------------------------------------------------


def decides(deal: Deal, seat: Seat | None = None, rng: int = 1) -> Move | None:
    """What a house player does on this seat, or on that whose turn it is; that is on offer."""
    seat = turn(deal) if seat is None else seat
    assert seat is not None
    move = choose(view(deal, seat), deal.offers(seat), random.Random(rng))
    assert not isinstance(move, AskAgainAt)
    assert move is None or any(o.refusal(move) is None for o in deal.offers(seat) if o and o.kind is type(move))
    return move


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | None:
    """Somebody who plays whatever they may."""
    return random_move(offers, rng)


def without_reasons(policy: Policy) -> Callable[[View, Mapping[type[Move], Offer], random.Random], Move | None]:
    """What a policy does in a game with turns, and not why."""

    def choose(seen: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
        made = policy(seen, may, rng)
        assert not isinstance(made, AskAgainAt)
        return made.move if isinstance(made, Advice) else made

    return choose
