"""Sitting down at a table and getting up from it, and the queue for a full one."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.engine.quoting import quoted
from bot.house.player import Strength
from bot.store import Barred, Night, Overdraft, OverLimit, Work, bars, ledger, nights, tables

from . import comebacks, means, money, night, play, sittings
from .chairs import HOUSE_NAMES, Chair, TakenOver
from .errors import CannotPay, NotAdmitted, Rejected
from .hosting import MOST_HOSTED, may_host
from .names import MEMBER, escaped, visible
from .night_state import GRACE_MS
from .open_table import OpenTable
from .session import Session
from .state import CLOSED, DEAL, Waiting

log = logging.getLogger(__name__)

T = TypeVar("T")

KNOCKOUT = "a freezeout"
_STAY_IN = "; your chips stay in the freezeout"
_COMING = "; what you have won is paid to you when the freezeout ends"


@dataclass(frozen=True)
class Brings:
    """What somebody sits down with."""

    amount: int | None = None
    """In hundredths of a white; None for the usual buy-in, or with how much they have to come back."""
    all: bool = False
    """It is all that they have: less than that may be enough."""


async def join(session: Session, user: int, name: str, amount: int | None = None) -> Seat | None:
    """Sit down, with a buy-in where the game is played for chips; that `amount`, where people may choose. A full table
    has a queue: None says that this person is in it now, and gets the next seat that is free between deals. Raises
    Rejected."""
    if amount is not None and not session.table.cash:
        raise Rejected("At this table everybody brings the same: press **Join**.")

    def sit_down(table: OpenTable, work: Work, brings: Brings) -> Seat | None:
        seat = table.seat_of(user)
        if seat is not None:
            if table.chairs[seat].leaving:
                _admit(table, work, user)
                table.chairs[seat].leaving = False
                return seat
            raise Rejected("You sit at this table already.")
        may_sit_down(table, user)
        seat = None if table.keeps_from(user) else table.free_chair()
        if seat is None and table.seats[-1] == 1:  # nobody waits for a seat that is never free
            one = f"{table.game.title} is for one at this table."
            raise Rejected(table.game.unfit(table.options, len(table.taken) + 1) or one)
        if seat is None or _others_wait(table, user):
            if table.place_in_queue(user):
                raise Rejected(f"You are in the queue already, as number {table.place_in_queue(user)}.")
            _admit(table, work, user)
            if table.cash:
                _brought(table, user, brings)  # refused now, and not when the seat is there
            table.queue.append(Waiting(user, name))
            if amount is not None:
                table.brings[user] = amount
            return None
        _seat_person(table, work, seat, user, name, brings)
        return seat

    return await _bringing(session, user, amount, sit_down)


async def _bringing(session: Session, user: int, amount: int | None,
                    sit_down: Callable[[OpenTable, Work, Brings], T]) -> T:  # fmt: skip
    """Somebody sits down with that amount; where they name none, and have not enough for a buy-in, with all they have
    if that is allowed. Raises Rejected."""
    back = comebacks.of(session.table, user)
    brings = Brings(amount)
    if back is not None and amount is not None and amount < back.amount:
        brings = Brings(amount, all=amount >= await means.of(session, user))
    try:
        async with _with_buy_in(session) as (table, work):
            return sit_down(table, work, brings)
    except CannotPay as no:
        if not session.table.cash or no.__cause__ is None:
            raise
        has, may = await means.of(session, user), money.buy_ins(session.table)
        if has < may.least:
            if isinstance(no.__cause__.__cause__, OverLimit):
                raise
            raise CannotPay(means.too_little(may.least, has)) from no
        if amount is not None:
            raise CannotPay(
                f"{whites(amount)} is more than you have: {whites(has)}. You can sit down from {whites(may.least)} on."
            ) from no
        async with _with_buy_in(session) as (table, work):
            return sit_down(table, work, Brings(has, all=True))


def _brought(table: OpenTable, user: int, brings: Brings) -> int:
    """With how much somebody sits down (rules/dealing.md, section 7). Raises Rejected if they may not bring that."""
    may, back = money.buy_ins(table), comebacks.of(table, user)
    owed = back.amount if back is not None else 0
    if brings.amount is None:
        return max(may.usual, owed)
    if back is not None and brings.amount < owed and not brings.all:
        raise CannotPay(f"{comebacks.said(back, whites(owed))}, or with all you have if that is less.")
    if not may.least <= brings.amount <= max(may.most, owed):
        raise CannotPay(f"A buy-in here is {whites(may.least)} to {whites(max(may.most, owed))}.")
    if not brings.all and brings.amount != owed:
        money.whole_chips(table, brings.amount)
    return brings.amount


async def open_night(session: Session, user: int, name: str, record: Night, guests: Sequence[int] = (),
                     names: Mapping[int, str] | None = None) -> None:  # fmt: skip
    """The host opens a night of dealer's choice and sits down; seats are kept for the others of these guests. `names`
    says what they are called, as far as that is known. Raises Rejected."""
    async with _with_buy_in(session) as (table, work):
        work.do(nights.begin_night, record)
        night.of(table).least = record.least
        if guests:
            _keep_seats(table, record, guests, names, [user])
        _seat_person(table, work, 0, user, name)


async def open_expecting(session: Session, record: Night, guests: Sequence[int],
                         names: Mapping[int, str] | None = None) -> None:  # fmt: skip
    """A night opens before anybody is there: nobody sits down, and seats are kept for these guests, the first first.
    `names` says what they are called, as far as that is known. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        table.host, table.idle_since = record.host, table.time.now()
        work.do(nights.begin_night, replace(record, status="running"))
        work.do(tables.limit_tables, table.guild, record.host, MOST_HOSTED, but=table.id)
        night.of(table).least = record.least
        _keep_seats(table, record, guests, names)


def _keep_seats(table: OpenTable, record: Night, guests: Sequence[int], names: Mapping[int, str] | None,
                here: Sequence[int] = ()) -> None:  # fmt: skip
    """For those who sit down at once, and for as many as the host wants: guests beyond that are on the announcement's
    waiting list."""
    expected = [*here, *(guest for guest in guests[: record.most] if guest not in here)]
    until = max(record.starts, table.time.now()) + GRACE_MS
    named = {user: visible(name, MEMBER) for user, name in (names or {}).items()}
    night.of(table).invite(guests, expected, named, until)


async def end_grace(session: Session) -> None:
    """No seat is kept any more: those who wait get one, the first first. Does nothing where none is kept."""
    await _let_go(session, *(session.table.night.expected if session.table.night is not None else ()))


async def not_coming(session: Session, user: int) -> None:
    """A guest does not come after all, or is to be forgotten: no seat is kept for them. Does nothing for anybody who
    is no guest, or sits there."""
    tonight = session.table.night
    if tonight is None or user not in tonight.guests or session.table.seat_of(user) is not None:
        return
    await _let_go(session, user, forget=True)


async def _let_go(session: Session, *guests: int, forget: bool = False) -> None:
    """No seat is kept for these; with `forget`, nor that they were guests. Raises Rejected."""
    if not guests or session.table.phase == CLOSED:
        return
    try:
        async with session.commits.changing(asked=False) as (table, _):
            tonight = night.of(table)
            for user in guests:
                tonight.let_go(user)
            if forget:
                tonight.guests = [user for user in tonight.guests if user not in guests]
    except Rejected:
        if session.table.phase != CLOSED:  # otherwise nobody waits for anything there
            raise


async def take(session: Session, user: int, name: str, seat: Seat) -> str:
    """Sit down on a house player's seat, or on an empty one, between deals. Returns whose seat it was. Raises
    Rejected."""

    def sit_down(table: OpenTable, work: Work, brings: Brings) -> str:
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
        if table.keeps_from(user):
            raise Rejected(f"{all_kept(table)}; press **Join** to queue up.")
        if _others_wait(table, user):
            raise Rejected(
                f"{escaped(table.queue[0].name)} is first in the queue for the next seat; press **Join** to queue up."
            )
        _seat_person(table, work, seat, user, name, brings)
        return chair.said

    return await _bringing(session, user, None, sit_down)


async def seat_next(session: Session) -> int | None:
    """The first in the queue from whom no seat is kept sits down, if there is one. Returns the user. A person who
    cannot pay the buy-in loses the place, and is told so; any other obstacle costs nobody theirs, and raises
    Rejected."""
    if (waits := _next_in_queue(session.table)) is None:
        return None
    user, name = waits

    def sit_down(table: OpenTable, work: Work, brings: Brings) -> int | None:
        seat = table.free_chair()
        if seat is None or _next_in_queue(table) != waits:
            return None
        _seat_person(table, work, seat, user, name, brings)
        return user

    try:
        return await _bringing(session, user, session.table.brings.get(user), sit_down)
    except (CannotPay, NotAdmitted) as no:
        log.info("table %s: %s cannot sit down and loses the place in the queue: %s", session.id, user, no)
        async with session.commits.changing() as (table, _):
            _unqueue(table, user)
        session.services.outlet.turned_away(session, user, str(no))
        return None


def _next_in_queue(table: OpenTable) -> Waiting | None:
    """Who gets the seat that is free now, if one is."""
    if not table.queue or table.phase == DEAL or table.free_chair() is None:
        return None
    return next((waits for waits in table.queue if not table.keeps_from(waits.user)), None)


def _others_wait(table: OpenTable, user: int) -> bool:
    """Whether others are before this person in the queue; they are not where a seat is kept for this one."""
    kept = table.night is not None and user in table.night.expected
    return bool(table.queue) and not kept and table.queue[0].user != user


def all_kept(table: OpenTable) -> str:
    """Why somebody who is no guest gets no seat at a night yet."""
    return f"Every free seat is kept for a guest until <t:{night.of(table).kept_until // 1000}:t>"


def may_sit_down(table: OpenTable, user: int) -> None:
    """Raises NotAdmitted for a person who was removed from this table, or who would sit down at another's lesson."""
    learner = table.host if table.learner is None else table.chairs[table.learner].user
    if table.taught and user != learner:
        raise NotAdmitted(f"This is a teaching table of <@{learner}>: nobody else sits down there.")
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


def _seat_person(table: OpenTable, work: Work, seat: Seat, user: int, name: str, brings: Brings = Brings()) -> None:
    now = table.time.now()
    _admit(table, work, user)
    if table.version == 0:  # this opens the table
        work.do(tables.limit_tables, table.guild, user, MOST_HOSTED, but=table.id)
    if table.taught:
        work.do(ledger.name_member, table.guild, user, visible(name, MEMBER))
    else:
        work.do(ledger.ensure_member, table.guild, user, visible(name, MEMBER), table.settings.grant, now)
    chips = _brought(table, user, brings) if table.cash else money.buy_in(table)
    _sit(table, work, seat, Chair(user=user, name=visible(name, f"Seat {seat + 1}"), since=now), chips)
    if table.host < 0:  # its host's data is erased
        table.host = user
    _unqueue(table, user)
    if table.night is not None:
        table.night.let_go(user)
    table.idle_since = now


def _unqueue(table: OpenTable, user: int) -> None:
    table.queue = [waits for waits in table.queue if waits.user != user]
    table.brings.pop(user, None)


def _sit(table: OpenTable, work: Work, seat: Seat, chair: Chair, chips: int) -> None:
    """On that chair, with that many chips where the game is played for any."""
    if seat == len(table.chairs):
        table.chairs.append(Chair())
    before = table.chairs[seat]
    if not before.empty:
        money.cash_out(table, work, seat)
    table.chairs[seat] = chair
    chair.came = chair.since
    table.count_down()
    buy_in = chips if table.for_chips else 0
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


async def add_house(
    session: Session, *, by: int | None = None, manager: bool = False, name: str | None = None,
    strength: Strength | None = None,
) -> Seat:  # fmt: skip
    """A house player sits down, at the wish of somebody (None is nobody's) who belongs to the table: the first that is
    free, and of the table's usual strength, unless they say otherwise. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        if by is not None and table.seat_of(by) is None and not table.hosts(by) and not manager:
            raise Rejected("Only who sits at this table can add house players; press **Join** first.")
        seat = table.empty_chair()
        if seat is None:
            raise Rejected("The table is full.")
        if name is not None and name not in HOUSE_NAMES:
            raise Rejected(f"There is no house player {quoted(name)}; there are {', '.join(HOUSE_NAMES)}.")
        if name is not None and any(c.house and c.name == name for c in table.chairs):
            raise Rejected(f"{name} sits at this table already.")
        seat_house(table, work, seat, name, strength)
        return seat


async def set_strength(session: Session, by: int, manager: bool, strength: Strength) -> None:
    """The host says how well house players play who sit down from now on. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        may_host(table, by, manager)
        table.house_strength = strength


def seat_house(
    table: OpenTable, work: Work, seat: Seat, name: str | None = None, strength: Strength | None = None
) -> None:
    """A house player sits down on an empty seat: the first that is free, and of the table's usual strength, unless
    they are named."""
    taken = {c.name for c in table.chairs}
    name = name or next(n for n in HOUSE_NAMES if n not in taken)
    strength = strength or table.house_strength
    chair = Chair(name=name, house=True, strength=strength, mannered=True, since=table.time.now())
    _sit(table, work, seat, chair, money.buy_in(table))


async def leave(session: Session, user: int) -> str:
    """Get up: at once between deals, at the deal's end in the middle of one. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        seat = table.seat_of(user)
        if seat is None and table.place_in_queue(user):
            _unqueue(table, user)
            return "You have left the queue."
        if seat is None:
            raise Rejected("You do not sit at this table.")
        if table.phase == DEAL and seat not in table.newcomers:
            if table.chairs[seat].leaving:
                raise Rejected("You leave after this hand already.")
            table.chairs[seat].leaving = True
            chips = _of_the_chips(table, seat)
            play.log_rows(table, work)  # nothing stands for their sake any more, and it may be over
            if table.seat_of(user) is not None:
                return f"You leave after this hand{chips}."
        else:
            chips = _of_the_chips(table, seat)
            play.get_up(table, work, seat)
        if table.phase == CLOSED:
            return "You have left, and the table is closed: nobody sits there any more."
        return f"You have left the table{chips}."


def _of_the_chips(table: OpenTable, seat: Seat) -> str:
    """What becomes of the chips of a player who leaves a match that nobody takes any out of."""
    if not table.knockout or table.match is None:
        return ""
    if seat in table.game.coming(table.options, table.match.state):
        return _COMING
    return _STAY_IN if table.stack_of(seat) else ""


async def leave_server(session: Session, user: int) -> None:
    """Somebody is no member of the server any more: their seat is a leaver's, and they wait for none. Raises
    Rejected."""
    await not_coming(session, user)
    seat = session.table.seat_of(user)
    if not session.table.place_in_queue(user) and (seat is None or session.table.chairs[seat].leaving):
        return
    async with session.commits.changing(asked=False) as (table, work):
        _unqueue(table, user)
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


async def back(session: Session, user: int) -> str:
    """A player whose seat was played for them, because their time ran out again and again, plays on. Raises
    Rejected."""
    seat = session.table.seat_of(user)
    if seat is None:
        raise Rejected("You do not sit at this table any more; press **Join** to sit down.")
    await session.back(seat)
    return "You are back: your turns are your own."
