"""Sitting down at a table and getting up from it, and the queue for a full one."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.store import Barred, Night, Overdraft, OverLimit, Work, bars, ledger, nights, tables

from . import money, play, sittings
from .chairs import HOUSE_NAMES, Chair, TakenOver
from .errors import CannotPay, NotAdmitted, Rejected
from .hosting import MOST_HOSTED
from .names import MEMBER, escaped, visible
from .session import Session
from .state import CLOSED, DEAL, Waiting

log = logging.getLogger(__name__)

KNOCKOUT = "a freezeout"
_STAY_IN = "; your chips stay in the freezeout"


async def join(session: Session, user: int, name: str) -> Seat | None:
    """Sit down, with a buy-in where the game is played for chips. A full table has a queue: None says that this
    person is in it now, and gets the next seat that is free between deals. Raises Rejected."""
    async with _with_buy_in(session) as work:
        seat = session.seat_of(user)
        if seat is not None:
            if session.chairs[seat].leaving:
                _admit(session, work, user)
                session.chairs[seat].leaving = False
                return seat
            raise Rejected("You sit at this table already.")
        may_sit_down(session, user)
        seat = session.free_chair()
        if seat is None and session.seats[-1] == 1:  # nobody waits for a seat that is never free
            one = f"{session.game.title} is for one at this table."
            raise Rejected(session.game.unfit(session.options, len(session.taken) + 1) or one)
        if seat is None or (session.queue and session.queue[0].user != user):
            if session.place_in_queue(user):
                raise Rejected(f"You are in the queue already, as number {session.place_in_queue(user)}.")
            _admit(session, work, user)
            session.queue.append(Waiting(user, name))
            return None
        _seat_person(session, work, seat, user, name)
        return seat


async def open_night(session: Session, user: int, name: str, record: Night) -> None:
    """The host opens a night of dealer's choice and sits down. Raises Rejected."""
    async with _with_buy_in(session) as work:
        work.do(nights.begin_night, record)
        _seat_person(session, work, 0, user, name)


async def take(session: Session, user: int, name: str, seat: Seat) -> str:
    """Sit down on a house player's seat, or on an empty one, between deals. Returns whose seat it was. Raises
    Rejected."""
    async with _with_buy_in(session) as work:
        if session.seat_of(user) is not None:
            raise Rejected("You sit at this table already.")
        may_sit_down(session, user)
        if not 0 <= seat < len(session.chairs):
            raise Rejected(f"There is no seat {seat + 1} at this table.")
        if session.knockout:
            raise Rejected(f"Nobody joins {KNOCKOUT}.")
        if session.closed_to_newcomers:
            raise Rejected("Places are paid in this game, so nobody takes a seat before it is over.")
        chair = session.chairs[seat]
        if chair.user is not None:
            raise Rejected(f"{chair.said} sits there.")
        if session.phase == DEAL:
            raise Rejected("You can take that seat when this deal is over.")
        if session.queue and session.queue[0].user != user:
            raise Rejected(
                f"{escaped(session.queue[0].name)} is first in the queue for the next seat; press **Join** to queue up."
            )
        _seat_person(session, work, seat, user, name)
        return chair.said


async def seat_next(session: Session) -> int | None:
    """Whoever is first in the queue sits down, if there is a seat for them. Returns the user. Who cannot pay the buy-in
    loses the place, and is told so; whatever else stands in the way costs nobody theirs, and raises Rejected."""
    if not session.queue or session.phase == DEAL or session.free_chair() is None:
        return None
    user, name = session.queue[0]
    try:
        async with _with_buy_in(session) as work:
            seat = session.free_chair()
            if seat is None or session.phase == DEAL or session.queue[:1] != [(user, name)]:
                return None
            _seat_person(session, work, seat, user, name)
            return user
    except (CannotPay, NotAdmitted) as no:
        log.info("table %s: %s cannot sit down and loses the place in the queue: %s", session.id, user, no)
        async with session.changing():
            session.queue = [waits for waits in session.queue if waits.user != user]
        session.services.outlet.turned_away(session, user, str(no))
        return None


def may_sit_down(session: Session, user: int) -> None:
    """Raises NotAdmitted for whoever was removed from this table."""
    if user in session.removed:
        raise NotAdmitted(
            "You were removed from this table. You can sit down there again when its host invites you (on your name:"
            " **Apps**, **Invite to my table**)."
        )


@asynccontextmanager
async def _with_buy_in(session: Session) -> AsyncIterator[Work]:
    try:
        async with session.changing() as work:
            yield work
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise CannotPay(f"The buy-in is {whites(money.buy_in(session))}, and you do not have that much.") from no
        if isinstance(no.__cause__, OverLimit):
            raise CannotPay(str(no)) from no
        if isinstance(no.__cause__, Barred):
            raise NotAdmitted(str(no)) from no
        raise


def _admit(session: Session, work: Work, user: int) -> None:
    """Nobody sits down, or waits for a seat, whom the server's managers have barred from its tables."""
    work.do(bars.admit, session.guild, user, session.time.now())


def _seat_person(session: Session, work: Work, seat: Seat, user: int, name: str) -> None:
    now = session.time.now()
    _admit(session, work, user)
    if session.version == 0:  # this opens the table
        work.do(tables.limit_tables, session.guild, user, MOST_HOSTED, but=session.id)
    work.do(ledger.ensure_member, session.guild, user, visible(name, MEMBER), session.settings.grant, now)
    _sit(session, work, seat, Chair(user=user, name=visible(name, f"Seat {seat + 1}"), since=now))
    session.queue = [waits for waits in session.queue if waits.user != user]
    session.idle_since = now


def _sit(session: Session, work: Work, seat: Seat, chair: Chair) -> None:
    if seat == len(session.chairs):
        session.chairs.append(Chair())
    before = session.chairs[seat]
    if not before.empty:
        money.cash_out(session, work, seat)
    session.chairs[seat] = chair
    chair.came = chair.since
    buy_in = money.buy_in(session) if session.for_chips else 0
    money.buy(session, work, seat, buy_in, "buy-in")
    if before.house:
        session.notice = " ".join(filter(None, (f"{chair.said} takes the seat of {before.said}.", session.notice)))
    if session.match is not None:
        if session.phase == DEAL:
            session.newcomers.append(seat)
        elif seat in session.newcomers:
            chair.looks_on = before.looks_on
        elif (
            session.game.for_chips(session.options) or seat >= session.match.state.seats
            or (before.empty and not session.needs_everybody)
        ):  # fmt: skip
            session.match.sit(seat, buy_in)
            sittings.came_back(session, seat)
        else:
            _take_over(session, seat, buy_in)


def _take_over(session: Session, seat: Seat, stack: int) -> None:
    """The seat's score stays, and is not the newcomer's doing; whoever comes back to their own goes on with it."""
    assert session.match is not None
    state, chair = session.match.state, session.chairs[seat]
    if chair.user is not None and not any((g.user, g.seat) == (chair.user, seat) for g in session.gone):
        chair.taken_over = TakenOver(state.scores[seat], state.strikes[seat])
    session.match.take_over(seat, stack)


async def add_house(session: Session, *, by: int | None = None, manager: bool = False) -> Seat:
    """A house player sits down, at the wish of somebody (None is nobody's) who belongs to the table. Raises
    Rejected."""
    async with session.changing() as work:
        if by is not None and session.seat_of(by) is None and by != session.host and not manager:
            raise Rejected("Only who sits at this table can add house players; press **Join** first.")
        seat = session.empty_chair()
        if seat is None:
            raise Rejected("The table is full.")
        seat_house(session, work, seat)
        return seat


def seat_house(session: Session, work: Work, seat: Seat) -> None:
    """A house player sits down on an empty seat."""
    taken = {c.name for c in session.chairs}
    name = next(n for n in HOUSE_NAMES if n not in taken)
    _sit(session, work, seat, Chair(name=name, house=True, since=session.time.now()))


async def leave(session: Session, user: int) -> str:
    """Get up: at once between deals, at the deal's end in the middle of one. Raises Rejected."""
    async with session.changing() as work:
        seat = session.seat_of(user)
        if seat is None and session.place_in_queue(user):
            session.queue = [waits for waits in session.queue if waits.user != user]
            return "You have left the queue."
        if seat is None:
            raise Rejected("You do not sit at this table.")
        if session.phase == DEAL and seat not in session.newcomers:
            if session.chairs[seat].leaving:
                raise Rejected("You leave after this hand already.")
            session.chairs[seat].leaving = True
            stays_in = session.knockout
            play.log_rows(session, work)  # nothing stands for their sake any more, and it may be over
            if session.seat_of(user) is not None:
                return f"You leave after this hand{_STAY_IN if stays_in else ''}."
        else:
            stays_in = session.knockout and money.stack_of(session, seat) > 0
            play.get_up(session, work, seat)
        if session.phase == CLOSED:
            return "You have left, and the table is closed: nobody sits there any more."
        return f"You have left the table{_STAY_IN if stays_in else ''}."


async def leave_server(session: Session, user: int) -> None:
    """Somebody is no member of the server any more: their seat is a leaver's, and they wait for none. Raises
    Rejected."""
    seat = session.seat_of(user)
    if not session.place_in_queue(user) and (seat is None or session.chairs[seat].leaving):
        return
    async with session.changing(asked=False) as work:
        session.queue = [waits for waits in session.queue if waits.user != user]
        if (seat := session.seat_of(user)) is None:
            return
        if session.phase == DEAL and seat not in session.newcomers:
            session.chairs[seat].leaving = True
            play.log_rows(session, work)
        else:
            play.get_up(session, work, seat)


async def stay(session: Session, user: int) -> str:
    """Whoever wanted to get up when this deal is over does not, if it is not over yet. Raises Rejected."""
    async with session.changing() as work:
        _admit(session, work, user)
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("The hand is over, and you do not sit at this table any more; press **Join** to sit down.")
        if not session.chairs[seat].leaving:
            raise Rejected("You stay already.")
        session.chairs[seat].leaving = False
        return "You stay."
