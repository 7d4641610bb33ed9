"""Hints: what a house player would do in somebody's place, and why. They see what that person sees, and no more.

A table has them unless its host says otherwise. Where two people or more play, all of them must have agreed: the first
who asks asks the others. House players are not asked. Each decision counts once, however often it is asked about.
"""

from __future__ import annotations

import asyncio

from bot import house
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.moments import stands
from bot.engine.offers import verb
from bot.engine.piles import Seat
from bot.engine.view import view

from . import hosting
from .errors import Rejected
from .open_table import OpenTable
from .session import Session
from .state import DEAL

_OFF = "There are no hints at this table; its host says so."
_NOTHING = "There is nothing to decide for you now."
LATE = "The table has gone on meanwhile; ask again."
_WAITS = "A house player would do nothing now."


def has_its_own(game: Game) -> bool:
    """Whether hints are a move of the game itself, with rules of their own."""
    return any(verb(kind) == "hint" for kind in game.moves)


def decision(deal: Deal, seat: Seat) -> int:
    """What this seat has to decide now, as a number that is never used again."""
    return deal.newest(seat) or deal.numbers + len(deal.rows)


def why_not(table: OpenTable, seat: Seat) -> str:
    """Why the owner of this seat can take no hint now, even if all agree; nothing if they can."""
    deal = table.deal
    if has_its_own(table.game):
        return f"{table.game.title} has hints of its own, where it has any."
    if table.no_hints and not table.taught:
        return _OFF
    if table.phase != DEAL or table.paused or deal is None or seat >= deal.table.seats:
        return _NOTHING
    asked = seat in table.turns or (table.game.real_time and any(deal.offers(seat)))
    return "" if asked and not (stands(deal.ask) or table.waits_for_cut) else _NOTHING


def missing(table: OpenTable) -> list[Seat]:
    """Who has not agreed yet that hints are taken, of two people or more who play."""
    deal = table.deal
    if deal is None:
        return []
    here = [
        seat
        for seat, chair in enumerate(table.chairs[: deal.table.seats])
        if chair.user is not None and not (chair.automatic or chair.leaving or seat in deal.state.away)
    ]
    return [seat for seat in here if not table.chairs[seat].takes_hints] if len(here) > 1 else []


def asker(table: OpenTable) -> Seat | None:
    """Who waits for the others to agree to hints; None if nobody does."""
    if table.asks_for_hints is None or table.phase != DEAL or table.paused or table.no_hints or not missing(table):
        return None
    return table.seat_of(table.asks_for_hints)


def asked(table: OpenTable, seat: Seat) -> bool:
    """Whether somebody waits for this seat's owner to agree to hints."""
    return asker(table) is not None and seat in missing(table)


async def take(session: Session, user: int) -> house.Advice | str:
    """What a house player would do in this person's place; or that the others must agree first, in a sentence. Raises
    Rejected, Illegal."""
    seat = _seat(session.table, user)
    await session.back(seat)
    if (waits := await _agreed(session, seat)) is not None:
        return waits
    found, number = await _advice(session.table, seat)
    async with session.commits.changing(shown=False) as (table, _):
        if decision(table.playable(), seat) != number:
            raise Rejected(LATE)
        if found is None:
            raise Rejected(_WAITS)
        chair = table.chairs[seat]
        chair.hints += chair.hinted != number
        chair.hinted = number
        table.idle_since = table.time.now()
        session.hushed += 1
    return found


async def _agreed(session: Session, seat: Seat) -> str | None:
    """They agree, as they ask. Returns who else must agree, in a sentence; None if nobody must. Raises Rejected."""
    async with session.commits.judging():
        if why := why_not(session.table, seat):
            raise Rejected(why)
        if session.table.chairs[seat].takes_hints and not missing(session.table):
            return None
    async with session.commits.changing(shown=bool(missing(session.table))) as (table, _):
        if why := why_not(table, seat):
            raise Rejected(why)
        table.chairs[seat].takes_hints = True
        if not (others := missing(table)):
            table.asks_for_hints = None
            return None
        table.asks_for_hints = table.chairs[seat].user
        return f"You ask for hints; {' and '.join(table.chairs[n].said for n in others)} must agree."


async def _advice(table: OpenTable, seat: Seat) -> tuple[house.Advice | None, int]:
    """What is advised for which decision. Thinking takes a while, and does not keep others waiting. Raises Rejected,
    Illegal."""
    deal = table.playable()
    number, rows = decision(deal, seat), len(deal.rows)
    try:
        return await asyncio.to_thread(house.advise, view(deal, seat, table.now()), deal.offers(seat)), number
    except Exception:
        if len(deal.rows) == rows:
            raise
        raise Rejected(LATE) from None  # what it thought about was no more


async def answer(session: Session, user: int, agree: bool) -> str:
    """What one of the others says to it. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        seat, first = _seat(table, user), asker(table)
        if first is None:
            raise Rejected("Nobody asks for hints now.")
        if not agree:
            table.asks_for_hints = None
            for chair in table.chairs:
                chair.takes_hints = False
            table.notice = f"{table.chairs[seat].said} would rather play without hints."
            return "Nobody takes hints."
        if seat not in missing(table):
            raise Rejected("You have agreed already.")
        table.chairs[seat].takes_hints = True
        if missing(table):
            return "You agree; the others have yet to."
        table.asks_for_hints, table.notice = None, "All agree: **Hint** says what a house player would do."
        return "All agree to hints."


async def allow(session: Session, by: int, manager: bool, *, allowed: bool) -> str:
    """The host says whether hints may be taken at the table. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        hosting.may_host(table, by, manager)
        table.no_hints, table.asks_for_hints = not allowed, None
        return "Hints may be taken at this table." if allowed else "Nobody takes hints at this table."


def _seat(table: OpenTable, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise Rejected("You do not sit at this table.")
    return seat
