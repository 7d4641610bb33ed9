"""Sitting down at a table and getting up from it, and the queue for a full one."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.store import Barred, Night, Overdraft, OverLimit, Work, bars, ledger, nights, tables

from . import money, play, sittings
from .chairs import HOUSE_NAMES, Chair, TakenOver
from .errors import CannotPay, NotAdmitted, Rejected
from .hosting import MOST_HOSTED
from .names import MEMBER, escaped, visible
from .open_table import OpenTable
from .session import Session
from .state import CLOSED, DEAL, Waiting

log = logging.getLogger(__name__)

KNOCKOUT = "a freezeout"
_STAY_IN = "; your chips stay in the freezeout"


async def join(session: Session, user: int, name: str) -> Seat | None:
    """Sit down, with a buy-in where the game is played for chips. A full table has a queue: None says that this
    person is in it now, and gets the next seat that is free between deals. Raises Rejected."""
    async with _with_buy_in(session) as (table, work):
        seat = table.seat_of(user)
        if seat is not None:
            if table.chairs[seat].leaving:
                _admit(table, work, user)
                table.chairs[seat].leaving = False
                return seat
            raise Rejected("You sit at this table already.")
        may_sit_down(table, user)
        seat = table.free_chair()
        if seat is None and table.seats[-1] == 1:  # nobody waits for a seat that is never free
            one = f"{table.game.title} is for one at this table."
            raise Rejected(table.game.unfit(table.options, len(table.taken) + 1) or one)
        if seat is None or (table.queue and table.queue[0].user != user):
            if table.place_in_queue(user):
                raise Rejected(f"You are in the queue already, as number {table.place_in_queue(user)}.")
            _admit(table, work, user)
            table.queue.append(Waiting(user, name))
            return None
        _seat_person(table, work, seat, user, name)
        return seat


async def open_night(session: Session, user: int, name: str, record: Night) -> None:
    """The host opens a night of dealer's choice and sits down. Raises Rejected."""
    async with _with_buy_in(session) as (table, work):
        work.do(nights.begin_night, record)
        _seat_person(table, work, 0, user, name)


async def take(session: Session, user: int, name: str, seat: Seat) -> str:
    """Sit down on a house player's seat, or on an empty one, between deals. Returns whose seat it was. Raises
    Rejected."""
    async with _with_buy_in(session) as (table, work):
        if table.seat_of(user) is not None:
            raise Rejected("You sit at this table already.")
        may_sit_down(table, user)
        if not 0 <= seat < len(table.chairs):
            raise Rejected(f"There is no seat {seat + 1} at this table.")
        if table.knockout:
            raise Rejected(f"Nobody joins {KNOCKOUT}.")
        if table.closed_to_newcomers:
            raise Rejected("Places are paid in this game, so nobody takes a seat before it is over.")
        chair = table.chairs[seat]
        if chair.user is not None:
            raise Rejected(f"{chair.said} sits there.")
        if table.phase == DEAL:
            raise Rejected("You can take that seat when this deal is over.")
        if table.queue and table.queue[0].user != user:
            raise Rejected(
                f"{escaped(table.queue[0].name)} is first in the queue for the next seat; press **Join** to queue up."
            )
        _seat_person(table, work, seat, user, name)
        return chair.said


async def seat_next(session: Session) -> int | None:
    """The first in the queue sits down, if there is a seat for them. Returns the user. A person who cannot pay the
    buy-in loses the place, and is told so; any other obstacle costs nobody theirs, and raises Rejected."""
    if not session.table.queue or session.table.phase == DEAL or session.table.free_chair() is None:
        return None
    user, name = session.table.queue[0]
    try:
        async with _with_buy_in(session) as (table, work):
            seat = table.free_chair()
            if seat is None or table.phase == DEAL or table.queue[:1] != [(user, name)]:
                return None
            _seat_person(table, work, seat, user, name)
            return user
    except (CannotPay, NotAdmitted) as no:
        log.info("table %s: %s cannot sit down and loses the place in the queue: %s", session.id, user, no)
        async with session.commits.changing() as (table, _):
            table.queue = [waits for waits in table.queue if waits.user != user]
        session.services.outlet.turned_away(session, user, str(no))
        return None


def may_sit_down(table: OpenTable, user: int) -> None:
    """Raises NotAdmitted for a person who was removed from this table."""
    if user in table.removed:
        raise NotAdmitted(
            "You were removed from this table. You can sit down there again when its host invites you (on your name:"
            " **Apps**, **Invite to my table**)."
        )


@asynccontextmanager
async def _with_buy_in(session: Session) -> AsyncGenerator[tuple[OpenTable, Work]]:
    try:
        async with session.commits.changing() as (table, work):
            yield table, work
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise CannotPay(
                f"The buy-in is {whites(money.buy_in(session.table))}, and you do not have that much."
            ) from no
        if isinstance(no.__cause__, OverLimit):
            raise CannotPay(str(no)) from no
        if isinstance(no.__cause__, Barred):
            raise NotAdmitted(str(no)) from no
        raise


def _admit(table: OpenTable, work: Work, user: int) -> None:
    """Nobody sits down, or waits for a seat, whom the server's managers have barred from its tables."""
    work.do(bars.admit, table.guild, user, table.time.now())


def _seat_person(table: OpenTable, work: Work, seat: Seat, user: int, name: str) -> None:
    now = table.time.now()
    _admit(table, work, user)
    if table.version == 0:  # this opens the table
        work.do(tables.limit_tables, table.guild, user, MOST_HOSTED, but=table.id)
    work.do(ledger.ensure_member, table.guild, user, visible(name, MEMBER), table.settings.grant, now)
    _sit(table, work, seat, Chair(user=user, name=visible(name, f"Seat {seat + 1}"), since=now))
    table.queue = [waits for waits in table.queue if waits.user != user]
    table.idle_since = now


def _sit(table: OpenTable, work: Work, seat: Seat, chair: Chair) -> None:
    if seat == len(table.chairs):
        table.chairs.append(Chair())
    before = table.chairs[seat]
    if not before.empty:
        money.cash_out(table, work, seat)
    table.chairs[seat] = chair
    chair.came = chair.since
    buy_in = money.buy_in(table) if table.for_chips else 0
    money.buy(table, work, seat, buy_in, "buy-in")
    if before.house:
        table.notice = " ".join(filter(None, (f"{chair.said} takes the seat of {before.said}.", table.notice)))
    if table.match is not None:
        if table.phase == DEAL:
            table.newcomers.append(seat)
        elif seat in table.newcomers:
            chair.looks_on = before.looks_on
        elif (
            table.game.for_chips(table.options) or seat >= table.match.state.seats
            or (before.empty and not table.needs_everybody)
        ):  # fmt: skip
            table.match.sit(seat, buy_in)
            sittings.came_back(table, seat)
        else:
            _take_over(table, seat, buy_in)


def _take_over(table: OpenTable, seat: Seat, stack: int) -> None:
    """The seat's score stays, and is not the newcomer's doing; a player who comes back to their own goes on with it."""
    assert table.match is not None
    state, chair = table.match.state, table.chairs[seat]
    if chair.user is not None and not any((g.user, g.seat) == (chair.user, seat) for g in table.gone):
        chair.taken_over = TakenOver(state.scores[seat], state.strikes[seat])
    table.match.take_over(seat, stack)


async def add_house(session: Session, *, by: int | None = None, manager: bool = False) -> Seat:
    """A house player sits down, at the wish of somebody (None is nobody's) who belongs to the table. Raises
    Rejected."""
    async with session.commits.changing() as (table, work):
        if by is not None and table.seat_of(by) is None and by != table.host and not manager:
            raise Rejected("Only who sits at this table can add house players; press **Join** first.")
        seat = table.empty_chair()
        if seat is None:
            raise Rejected("The table is full.")
        seat_house(table, work, seat)
        return seat


def seat_house(table: OpenTable, work: Work, seat: Seat) -> None:
    """A house player sits down on an empty seat."""
    taken = {c.name for c in table.chairs}
    name = next(n for n in HOUSE_NAMES if n not in taken)
    _sit(table, work, seat, Chair(name=name, house=True, since=table.time.now()))


async def leave(session: Session, user: int) -> str:
    """Get up: at once between deals, at the deal's end in the middle of one. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        seat = table.seat_of(user)
        if seat is None and table.place_in_queue(user):
            table.queue = [waits for waits in table.queue if waits.user != user]
            return "You have left the queue."
        if seat is None:
            raise Rejected("You do not sit at this table.")
        if table.phase == DEAL and seat not in table.newcomers:
            if table.chairs[seat].leaving:
                raise Rejected("You leave after this hand already.")
            table.chairs[seat].leaving = True
            stays_in = table.knockout
            play.log_rows(table, work)  # nothing stands for their sake any more, and it may be over
            if table.seat_of(user) is not None:
                return f"You leave after this hand{_STAY_IN if stays_in else ''}."
        else:
            stays_in = table.knockout and table.stack_of(seat) > 0
            play.get_up(table, work, seat)
        if table.phase == CLOSED:
            return "You have left, and the table is closed: nobody sits there any more."
        return f"You have left the table{_STAY_IN if stays_in else ''}."


async def leave_server(session: Session, user: int) -> None:
    """Somebody is no member of the server any more: their seat is a leaver's, and they wait for none. Raises
    Rejected."""
    seat = session.table.seat_of(user)
    if not session.table.place_in_queue(user) and (seat is None or session.table.chairs[seat].leaving):
        return
    async with session.commits.changing(asked=False) as (table, work):
        table.queue = [waits for waits in table.queue if waits.user != user]
        if (seat := table.seat_of(user)) is None:
            return
        if table.phase == DEAL and seat not in table.newcomers:
            table.chairs[seat].leaving = True
            play.log_rows(table, work)
        else:
            play.get_up(table, work, seat)


async def stay(session: Session, user: int) -> str:
    """A player who wanted to get up when this deal is over stays, if it is not over yet. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        _admit(table, work, user)
        seat = table.seat_of(user)
        if seat is None:
            raise Rejected("The hand is over, and you do not sit at this table any more; press **Join** to sit down.")
        if not table.chairs[seat].leaving:
            raise Rejected("You stay already.")
        table.chairs[seat].leaving = False
        return "You stay."
