"""Moves that are not legal: random ones, other seats' cards, other kinds of value, other games' moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

from bot.engine.asks import CLOCK
from bot.engine.cards import JOKER, deck
from bot.engine.controls import kinds
from bot.engine.deal import Deal, Rewind
from bot.engine.offers import Move, Offer

from .play import Chance, random_move


class Sing(Move):
    """No game has this."""

    song: str


NUMBERS = (-100, -50, -5, -1, 0, 1, 2, 3, 7, 50, 75, 99, 100, 150, 250, 1000, 123_450, 10**9, 10**15)
JUNK: tuple[Any, ...] = ("QS", "abc", 2.5, -1, ("Q", "S"), 10**20)


def random_part(kind: str, chance: Chance) -> Any:
    match kind:
        case "card":
            return chance.choice([*deck(), JOKER])
        case "amount" | "number" | "rank" | "seat":
            return chance.choice(NUMBERS)
        case "group":
            return chance.below(14), chance.below(5), chance.below(3), chance.below(3)
    return chance.choice(("", "yes", "others_up", "minus_26", "hearts", "x" * 80))


def made(kind: type[Move], chance: Chance, junk: bool) -> Move:
    """A move of this kind from anything that comes along."""
    part_kinds, _ = kinds(kind)
    hints = get_type_hints(kind)
    values = []
    for name, part_kind in zip(kind.__dataclass_fields__, part_kinds, strict=True):
        several = get_origin(hints[name]) is tuple and get_args(hints[name])[1:] == (...,)
        parts = [chance.choice(JUNK) if junk else random_part(part_kind, chance) for _ in range(chance.below(6))]
        values.append(tuple(parts) if several else (*parts, random_part(part_kind, chance))[0])
    return kind(*values)


def walks_to(offer: Offer, move: Move) -> bool:
    """Whether `next` and `finish` lead to this move, asked without `refusal`."""
    if offer.kind is not type(move):
        return False
    parts = move.parts
    if any(part not in offer.next(parts[:n]) for n, part in enumerate(parts)):
        return False
    return offer.finish(parts) == move


def illegal_moves(deal: Deal, chance: Chance, n: int) -> Iterator[tuple[int, Move, int | None]]:
    """About this many seats with moves that they may not make now, and the count at which a control was drawn."""
    seats = deal.state.seats
    others = [s for s, offers in (deal.ask.offers if deal.ask else {}).items() if any(offers)]
    for _ in range(n):
        seat = chance.choice([*range(seats), *range(seats), -1, CLOCK, seats, 99])
        rng = chance.below(10)
        if rng < 6 or not others:  # where everybody holds their breath, nobody may do anything
            kind = chance.choice([*deal.game.moves, *deal.game.moves, Sing, Rewind])
            move: Move | None = made(kind, chance, junk=chance.below(4) == 0)
        else:  # what another may do, or what was on offer before the deal began
            other = chance.choice(others)
            move = random_move(deal.offers(other), chance)
            if rng == 9 and move:
                yield other, move, deal.numbers
        if move is None or ends_a_moment(deal, seat, move):
            continue
        if not any(walks_to(offer, move) for offer in deal.offers(seat)):
            yield seat, move, None


def ends_a_moment(deal: Deal, seat: int, move: Move) -> bool:
    """Whether it is what a player may do who has seen enough of what stands: no offer, and legal all the same."""
    ask = deal.ask
    return ask is not None and ask.timer is not None and seat in ask.hurried_by and move == ask.timer[1]
