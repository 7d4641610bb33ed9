"""Whether a seat is shown more than it may see: two cards that it cannot see change places, and nothing else may."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from pytest import MonkeyPatch

from bot.engine.asks import LogEntry
from bot.engine.cards import Card
from bot.engine.deal import Deal, LogMismatch
from bot.engine.facts import STOCK
from bot.engine.piles import EVERYONE, SPECTATOR, Pile, Seat
from bot.engine.table import DealTable
from bot.engine.view import View, view
from bot.engine.worlds import cards_in, renamed

from .play import Chance, rebuilt
from .shown import shown


def play_row(deal: Deal, row: LogEntry) -> bool:
    """Whether the row could be played here as it stands."""
    try:
        deal.replay(row)
    except LogMismatch:
        return False
    return True


def permute(deal: Deal, viewer: Seat, chance: Chance) -> int:
    """At how many places of the deal nothing was found changed after two cards that the viewer had not seen were
    exchanged in the pack.

    Where the viewer is told of other events, what was hidden has come to matter in the open (a seat leads because it
    holds a certain card), and the comparison ends there.
    """
    order = deal.table.orders
    rows = deal.rows[: chance.below(len(deal.rows) + 1)]
    if any(len({*each}) < len(each) for each in order):
        return _permute_places(deal, rows, viewer, chance)
    here = rebuilt(deal, rows=0, order=order)
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
        if n and not play_row(here, rows[n - 1] if rows[n - 1].seat == viewer else renamed(rows[n - 1], exchanged)):
            return n
        now = shown(here, viewer)
        if now[0].events != expected[0].events:
            return n
        assert now == expected, f"seat {viewer} is shown where {one} and {other} lie, after {n} rows"
    return len(there)


class Placed(Card):
    """A card that knows its place in the pack: copies of a face can be told apart."""

    place: tuple[int, int]


def _placed(order: Sequence[Sequence[Card]]) -> list[list[Card]]:
    found: list[list[Card]] = []
    for n, each in enumerate(order):
        found.append([Placed(*c) for c in each])
        for i, c in enumerate(found[-1]):
            assert isinstance(c, Placed)
            c.place = n, i
    return found


def _permute_places(deal: Deal, rows: Sequence[LogEntry], viewer: Seat, chance: Chance) -> int:
    """The same where several decks are one pack: two cards whose places the viewer has not seen change them, most
    often with one that has been dealt face down."""
    order = _placed(deal.table.orders)
    hidden, dealt = _unseen_places(deal, order, rows, viewer)
    here = rebuilt(deal, rows=0, order=order)
    there = [shown(here, viewer)]
    for row in rows:
        play_row(here, row)
        there.append(shown(here, viewer))
    one = chance.choice(dealt or hidden) if hidden else (0, 0)
    others = [(n, i) for n, i in hidden if n == one[0] and order[n][i] != order[n][one[1]]]
    if not others:
        return 0
    pack, other = others[chance.below(len(others))]
    order[pack][one[1]], order[pack][other] = order[pack][other], order[pack][one[1]]
    here = rebuilt(deal, rows=0, order=order)
    for n, expected in enumerate(there):
        if n and not play_row(here, rows[n - 1]):
            return n
        now = shown(here, viewer)
        if now[0].events != expected[0].events:
            return n
        assert now == expected, f"seat {viewer} is shown what lies at {one[1]} and {other} of the pack, after {n} rows"
    return len(there)


def _unseen_places(deal: Deal, order: Sequence[Sequence[Card]], rows: Sequence[LogEntry],
                   viewer: Seat) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:  # fmt: skip
    """The places of the packs whose cards a viewer has not seen by then, and those of them that do not lie in the
    stock."""
    with glimpses() as noted:
        here = rebuilt(deal, rows=0, order=order)
        for row in rows:
            assert play_row(here, row), "a deal of these orders is not the deal that was sealed"
        seen = {c.place for c, to in noted if viewer in to and isinstance(c, Placed)}
    stock = {c.place for c in here.table.piles.get(STOCK, ()) if isinstance(c, Placed)}
    hidden = [(n, i) for n, each in enumerate(order) for i in range(len(each)) if (n, i) not in seen]
    return hidden, [place for place in hidden if place not in stock]


def exchange_choices(deal: Deal, chance: Chance, most: int = 3) -> int:
    """How many secret choices of the deal were made otherwise, and nobody else was shown anything of it.

    Secret are those that are kept until all are in, and moves that are not even published with the proof: a signal.
    """
    here, found = rebuilt(deal, rows=0, order=deal.table.orders), 0
    for n, row in enumerate(deal.rows):
        assert play_row(here, row)
        if found == most or row.lapsed or not _secret(here, row):
            continue
        there = rebuilt(deal, rows=n, order=deal.table.orders)
        among = [o for o in there.offers(row.seat) if o.kind is type(row.move)]
        tries = [move for _ in range(8) if (move := among[0].sample(chance)) is not None and move != row.move]
        if not tries or not play_row(there, row._replace(move=tries[0])):
            continue
        for viewer in {SPECTATOR, *range(deal.state.seats)} - _in_the_know(deal, row.seat):
            assert shown(there, viewer) == shown(here, viewer), f"seat {viewer} is shown what {row} has chosen"
        found += 1
    return found


def _secret(deal: Deal, row: LogEntry) -> bool:
    return f"choice of {row.seat}" in deal.table.facts or row.move.published() != row.move


def _in_the_know(deal: Deal, seat: Seat) -> set[Seat]:
    seats = deal.state.seats
    return {seat, (seat + seats // 2) % seats} if deal.game.in_partnerships(deal.options, seats) else {seat}


def _named(there: list[list[Any]]) -> set[Card]:
    """Every card of which the viewer has been shown anything."""
    named = {*cards_in(there[-1][0].events)}  # these only grow
    for seen, *others in there:
        named.update(cards_in((seen.piles, seen.facts, others)))
    return named


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
    lay, opened, show = Pile.lay, DealTable.open, DealTable.show

    def laid(self: Pile, *cards: Card) -> None:
        lay(self, *cards)
        noted.extend((c, self.seen_by) for c in (cards[-1:] if self.top_only else cards))

    def then_opened(self: DealTable, pile: Pile, to: Collection[Seat] = EVERYONE) -> None:
        opened(self, pile, to)
        noted.extend((c, frozenset(to)) for c in pile)

    def shown_there(self: DealTable, pile: Pile, *places: int, to: Collection[Seat] = EVERYONE) -> None:
        show(self, pile, *places, to=to)
        noted.extend((pile[place], frozenset(to)) for place in places)

    with MonkeyPatch.context() as patch:
        patch.setattr(Pile, "lay", laid)
        patch.setattr(DealTable, "open", then_opened)
        patch.setattr(DealTable, "show", shown_there)
        yield noted


def _told_unseen(
    here: Deal, row: LogEntry | None, seen: dict[Seat, set[Card]], heard: dict[Seat, int]
) -> Iterator[str]:
    """What each viewer has been told of since, and has not seen."""
    for viewer in seen:
        sight: View = view(here, viewer)
        seen[viewer] |= sight.seen()
        if row and row.seat == viewer:
            seen[viewer].update(cards_in(row.move.parts))
        told = {*cards_in((sight.events[heard[viewer] :], sight.facts))} - seen[viewer]
        heard[viewer] = len(sight.events)
        yield from (f"seat {viewer} is told of {c} after {row}" for c in sorted(told))
