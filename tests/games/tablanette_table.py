"""Hands of Tablanette with chosen cards."""

from __future__ import annotations

from typing import Any

from bot.engine.cards import cards, deck
from bot.engine.deal import Deal
from bot.engine.facts import STOCK
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.games.tablanette import HAND, TABLANETTE, HandScored, Play, Plays, Sheet, Took
from bot.games.tablanette.facts import TABLE, TAKEN

from .table import dealt, offer, play, told, turn


def hand(mine: str = "", theirs: str = "", first: str = "", stock: str = "", /, *, state: State | None = None,
         **options: Any) -> Deal:  # fmt: skip
    """Seat 1 deals; seat 0, who holds the first of these hands, begins. `first`: the cards on the table."""
    hands = {seat: text for seat, text in enumerate((mine, theirs)) if text}
    return dealt(
        TABLANETTE, hands, each=HAND, stock=f"{first} {stock}", state=state or opening(2), dealer=1, seats=2, **options
    )  # fmt: skip


def lying(table: str, mine: str, theirs: str = "", /, *, state: State | None = None, **options: Any) -> Deal:
    """In the middle of a deal: these cards lie on the table, and seat 0 is to play one of these."""
    named = [*cards(table), *cards(mine), *cards(theirs)]
    fill = [str(c) for c in deck() if c not in named and c.rank != 11]
    while len(mine.split()) < HAND:
        mine += f" {fill.pop()}"
    while len(theirs.split()) < HAND:
        theirs += f" {fill.pop()}"
    deal = hand(mine, theirs, " ".join(fill[:4]), state=state, **options)
    pile = deal.table.piles[TABLE]
    rest, wanted = pile.take_all(), cards(table)
    stock = deal.table.piles[STOCK]
    for c in wanted:
        stock.take(c)
    stock.lay(*rest[: len(wanted)])  # so that there is none too few
    pile.lay(*wanted)
    return deal


def plays(deal: Deal, seat: Seat = 0) -> Plays:
    found = offer(deal, seat)
    assert isinstance(found, Plays)
    return found


def move(typed: str) -> Play:
    """A card and what it takes: `KS AH 3C`."""
    first, *others = cards(typed)
    return Play(first, tuple(others))


def table(deal: Deal) -> str:
    return " ".join(map(str, deal.table.piles[TABLE]))


def taken(deal: Deal, seat: Seat = 0) -> list[str]:
    """What somebody has taken."""
    return sorted(map(str, deal.table.piles[TAKEN.of(seat)]))


def took(deal: Deal) -> Took:
    return told(deal, Took)[-1]


def groups(deal: Deal) -> list[str]:
    """The groups of the last capture."""
    return [" ".join(map(str, group)) for group in took(deal).groups]


def to_the_end(deal: Deal) -> Deal:
    """Everybody lays down what the turn clock would."""
    while (seat := turn(deal)) is not None:
        deal.lapse(seat, deal.table.now)
        while deal.ask and not deal.ask.waits_for and deal.ask.timer:
            deal.tick(deal.ask.timer[0])
    return deal


def sheets(deal: Deal) -> tuple[Sheet, ...]:
    (scored,) = told(deal, HandScored)
    return scored.sheets


def played(deal: Deal, *moves: str) -> Deal:
    """Moves by whose turn it is."""
    for typed in moves:
        play(deal, f"{turn(deal)}: play {typed}")
    return deal
