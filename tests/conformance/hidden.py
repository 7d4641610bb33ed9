"""Whether a seat is shown more than it may see: two cards that it cannot see change places, and nothing else may."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from pytest import MonkeyPatch

from bot.engine.asks import Row
from bot.engine.cards import Card
from bot.engine.deal import Deal, Unfit
from bot.engine.offers import Move
from bot.engine.piles import EVERYONE, SPECTATOR, Pile, Seat
from bot.engine.table import Table
from bot.engine.view import View, view

from .play import Chance, rebuilt
from .shown import cards_in, shown


def play_row(deal: Deal, row: Row) -> bool:
    """Whether the row could be played here as it stands."""
    try:
        deal.replay(row)
    except Unfit:
        return False
    return True


def permute(deal: Deal, viewer: Seat, chance: Chance) -> int:
    """At how many places of the deal nothing was found changed after two cards that the viewer had not seen were
    exchanged in the pack.

    Where the viewer is told of other events, what was hidden has come to matter in the open (a seat leads because it
    holds a certain card), and the comparison ends there.
    """
    order = deal.table.orders
    here = rebuilt(deal, rows=0, order=order)
    rows = deal.rows[: chance.below(len(deal.rows) + 1)]
    there = [shown(here, viewer)]
    for row in rows:
        assert play_row(here, row), "a deal of these orders is not the deal that was sealed"
        there.append(shown(here, viewer))
    hidden = sorted({*chain.from_iterable(order)} - _named(there))
    if len(hidden) < 2:
        return 0
    one = hidden.pop(chance.below(len(hidden)))
    other = hidden.pop(chance.below(len(hidden)))
    exchanged = {one: other, other: one}
    here = rebuilt(deal, rows=0, order=[[exchanged.get(c, c) for c in each] for each in order])
    for n, expected in enumerate(there):
        if n and not play_row(here, _renamed(rows[n - 1], viewer, exchanged)):
            return n
        now = shown(here, viewer)
        if now[0].events != expected[0].events:
            return n
        assert now == expected, f"seat {viewer} is shown where {one} and {other} lie, after {n} rows"
    return len(there)


def _named(there: list[list[Any]]) -> set[Card]:
    """Every card of which the viewer has been shown anything."""
    named = {*cards_in(there[-1][0].events)}  # these only grow
    for seen, *others in there:
        named.update(cards_in((seen.piles, seen.facts, others)))
    return named


def _renamed(row: Row, viewer: Seat, exchanged: dict[Card, Card]) -> Row:
    """The row as others play it where the cards have changed places."""
    return row if row.seat == viewer else row._replace(move=_exchanged(row.move, exchanged))


def _exchanged(value: Any, exchanged: dict[Card, Card]) -> Any:
    if isinstance(value, Card):
        return exchanged.get(value, value)
    if type(value) is tuple:
        return tuple(_exchanged(inner, exchanged) for inner in value)
    if isinstance(value, Move):
        return type(value)(*(_exchanged(inner, exchanged) for inner in vars(value).values()))
    return value


def words_of_unseen_cards(deal: Deal) -> list[str]:
    """Cards that a viewer is told of in events and facts, and has never seen on the table, held or played.

    What is turned up and swept within one step has been seen, too.
    """
    viewers = [SPECTATOR, *range(deal.state.seats)]
    seen: dict[Seat, set[Card]] = {viewer: set() for viewer in viewers}
    heard = dict.fromkeys(viewers, 0)
    found: list[str] = []
    with glimpses() as glimpsed:
        here = rebuilt(deal, rows=0)
        for row in (None, *deal.rows):
            if row is not None:
                play_row(here, row)
            for card, to in glimpsed:
                for viewer in to.intersection(viewers):
                    seen[viewer].add(card)
            glimpsed.clear()
            found += _told_unseen(here, row, seen, heard)
    return found


Glimpse = tuple[Card, frozenset[Seat]]


@contextmanager
def glimpses() -> Iterator[list[Glimpse]]:
    """Notes every card that is laid face up, or turned, and who sees it."""
    noted: list[Glimpse] = []
    lay, opened, show = Pile.lay, Table.open, Table.show

    def laid(self: Pile, *cards: Card) -> None:
        lay(self, *cards)
        noted.extend((c, self.seen_by) for c in (cards[-1:] if self.top_only else cards))

    def then_opened(self: Table, pile: Pile, to: Collection[Seat] = EVERYONE) -> None:
        opened(self, pile, to)
        noted.extend((c, frozenset(to)) for c in pile)

    def shown_there(self: Table, pile: Pile, *places: int, to: Collection[Seat] = EVERYONE) -> None:
        show(self, pile, *places, to=to)
        noted.extend((pile[place], frozenset(to)) for place in places)

    with MonkeyPatch.context() as patch:
        patch.setattr(Pile, "lay", laid)
        patch.setattr(Table, "open", then_opened)
        patch.setattr(Table, "show", shown_there)
        yield noted


def _told_unseen(here: Deal, row: Row | None, seen: dict[Seat, set[Card]], heard: dict[Seat, int]) -> Iterator[str]:
    """What each viewer has been told of since, and has not seen."""
    for viewer in seen:
        sight: View = view(here, viewer)
        seen[viewer] |= sight.seen()
        if row and row.seat == viewer:
            seen[viewer].update(cards_in(row.move.parts))
        told = {*cards_in((sight.events[heard[viewer] :], sight.facts))} - seen[viewer]
        heard[viewer] = len(sight.events)
        yield from (f"seat {viewer} is told of {c} after {row}" for c in sorted(told))
