"""A match written down so that a person can read it: who held what, who did what, what came of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from bot.engine.cards import Card
from bot.engine.controls import kinds, suit_order, word
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.moments import GoOn
from bot.engine.offers import Move, Offer, verb
from bot.engine.state import State
from bot.engine.table import Paid
from bot.engine.traits import HouseDeals
from bot.engine.view import View, view
from bot.house.ask_again import AskAgainAt

Choose = Callable[[View, Sequence[Offer], random.Random], Move | AskAgainAt | None]


def play_match(
    game: Game, options: Any, state: State, secret: bytes, choose: Sequence[Choose], *, deals: int = 1000,
    watch: Callable[[Deal, int], None] = lambda deal, seat: None,
) -> State:  # fmt: skip
    """A match with a limited number of deals, each seat played by its own policy; `watch` sees each deal before a
    turn."""
    options = replace(options, cut="off")  # who plays how does not go by the cut
    match, rng = Match(game, options, state, "m"), random.Random(secret)
    for n in range(deals):
        deal = match.begin(match.sealed(_secret(secret, n)) if match.fresh else None, 0)
        while deal.ask:
            seat = next(iter(deal.ask.waits_for), -1)
            watch(deal, seat)
            if seat < 0:  # a pause, and nobody is waited for
                assert deal.ask.timer
                deal.tick(deal.ask.timer[0])
                continue
            move = choose[seat](view(deal, seat), deal.offers(seat), rng)
            assert isinstance(move, Move), f"seat {seat} is waited for"
            deal.submit(seat, move)
        watch(deal, -1)
        if match.settle().over:
            break
    return match.state


def transcript(
    game: Game, options: Any, state: State, secret: bytes, choose: Sequence[Choose], *, deals: int = 1
) -> str:
    """Deals of a match, move by move, with everything that was told."""
    lines: list[str] = []
    known: list[Deal] = []
    told = 0

    def watch(deal: Deal, seat: int) -> None:
        nonlocal told
        if deal not in known:
            known.append(deal)
            told = 0
            dealer = "the house" if deal.game.has(HouseDeals) else f"seat {deal.table.dealer}"
            lines.extend(["", f"Deal {deal.state.number + 1}, {dealer} deals"])
            lines.extend(
                f"  {name}: {_text(sorted(pile, key=suit_order))}"
                for name, pile in deal.table.piles.items()
                if name.startswith("hand ")
            )
        rows = [row for row in deal.rows if not isinstance(row.move, GoOn)]  # how long a card stands is no part of it
        lines.extend(f"{row.seat}: {_move(row.move)}" for row in rows[-1:])
        lines.extend(f"    {_event(event)}" for event, _ in deal.table.events[told:])
        told = len(deal.table.events)

    end = play_match(game, options, state, secret, choose, deals=deals, watch=watch)
    lines += ["", f"Stacks {_text(end.stacks)}, scores {_text(end.scores)}, pot {end.pot}"]
    lines += [f"Seat {s.seat}: place {s.place} {s.outcome} {_text(end.counts[s.seat])}" for s in end.standings or ()]
    return "\n".join(lines).strip() + "\n"


def _secret(secret: bytes, n: int) -> bytes:
    """Another one for each shuffle of a match."""
    return sha256(secret + n.to_bytes(4, "big")).digest()


def _move(move: Move) -> str:
    found, _ = kinds(type(move))
    parts = [word(part, found[min(n, len(found) - 1)]) for n, part in enumerate(move.parts)]
    return " ".join([verb(type(move)), *parts])


def _event(event: Any) -> str:
    if isinstance(event, Paid):
        return f"{event.amount} from {_text(event.source)} to {_text(event.to)}: {event.why}"
    fields = ", ".join(f"{name} {_text(value)}" for name, value in zip(event._fields, event, strict=True))
    return f"{type(event).__name__} {fields}".rstrip()


def _text(value: Any) -> str:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{type(value).__name__.lower()} {_text(tuple(value))}"
    if isinstance(value, (tuple, list, frozenset)):
        return " ".join(map(_text, value)) or "none"
    return str(value)


def written(deal: Deal) -> str:
    """One deal in which everything happens in its own time: every row with its seconds, and everything that was
    told."""
    lines = [f"Deal {deal.state.number + 1}, seat {deal.table.dealer} deals"]
    again = Deal(deal.game, deal.state, deal.options, deal.seal, deal.began, (), deal.numbers)
    told, hands = 0, ()
    for row in deal.rows:
        again.replay(row)
        who = "clock" if row.seat < 0 else str(row.seat)
        lines.append(f"{(row.at - deal.began) / 1000:6.1f} s  {who}: {_move(row.move)}")
        if not hands:
            hands = tuple(name for name in again.table.piles if name.startswith("hand "))
            lines += [f"  {name}: {_text(sorted(again.table.piles[name], key=suit_order))}" for name in hands]
        lines.extend(f"    {_event(event)}" for event, _ in again.table.events[told:])
        told = len(again.table.events)
    return "\n".join(lines) + "\n"
