"""What is the host's to say, or a manager's: a table's options before the first deal, who sits there and who is the
host, when all clocks stand still, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.options import BadOption, declared, read_options, typed_back
from bot.engine.piles import Seat
from bot.store import Overdraft, OverLimit, Work, bank, nights, tables

from . import money, night, play
from .errors import Rejected
from .open_table import OpenTable
from .session import Session
from .state import DEAL, LOBBY

MOST_HOSTED = 5
"""How many open tables of a server may have the same host."""


def may_host(table: OpenTable, by: int, manager: bool) -> None:
    """Raises Rejected for a person who is neither the host, nor acts for them, nor is a manager."""
    if not table.hosts(by) and not manager:
        raise Rejected(f"Only {the_host(table)} can do that.")


def the_host(table: OpenTable) -> str:
    """Who may do what is the host's to do, as a message says it."""
    seat = table.seat_of(table.acting_host)
    if table.acting_host != table.host and seat is not None:
        return f"{table.chairs[seat].said}, who acts for <@{table.host}> until they sit down,"
    named = seat is None and table.host > 0
    return f"<@{table.host}>, the host of this table," if named else "the host of this table"


def _note(table: OpenTable, work: Work, by: int, what: str, reason: str = "", user: int | None = None) -> None:
    """A manager has decided this about a table, and it is written down."""
    about = f"{table.game.title} in <#{table.posted.place}>"
    key = f"{table.id}:v{table.version}:{what}"
    work.do(bank.note, key, table.guild, by, what, table.time.now(), about=about, user=user, reason=reason)


def may_set_options(table: OpenTable, by: int) -> None:
    """Raises Rejected unless this is the host of a table at which nothing has been dealt yet."""
    if not table.hosts(by):
        raise Rejected("Only the host of this table can change its options.")
    if table.night is not None:
        raise Rejected("At a night the dealer chooses a game's options.")
    if table.phase != LOBBY:
        raise Rejected("The options stand once the first hand is dealt; open another table for others.")


async def lay_down(session: Session, by: int, manager: bool, terms: Mapping[str, Any]) -> None:
    """The host of a night changes before its first game what may be named, how long games last and how stakes rise, in
    the words of `limits`, `lasting` and `rising`. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        may_host(table, by, manager)
        if table.night is None:
            raise Rejected("This table is not a night of dealer's choice; `/night start` opens one.")
        if table.phase != LOBBY:
            raise Rejected("The night has begun; what was laid down for it stands.")
        for name, value in terms.items():
            setattr(table.night, name, value)
            work.do(nights.note, table.id, name, value)


async def set_options(session: Session, by: int, given: Mapping[str, str]) -> None:
    """The host changes some of a table's options before the first deal, as people type them; buy-ins are as the new
    ones say. Raises Rejected."""
    try:
        async with session.commits.changing() as (table, work):
            may_set_options(table, by)
            wanted = _with(table, given)
            most = table.game.seats_for(wanted)[-1]
            if len(table.taken) > most:
                people = "one" if most == 1 else str(most)
                raise Rejected(f"With these options the table is for {people}, and {len(table.taken)} sit there.")
            chose = {seat: money.chosen(table, seat) for seat in table.taken}
            table.options = wanted
            table.next_at = None
            for seat, amount in chose.items():
                money.follow_buy_in(table, work, seat, amount)
            table.count_down()
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise Rejected("Not everybody who sits here has enough chips for that buy-in.") from no
        if isinstance(no.__cause__, OverLimit):
            raise Rejected("Not everybody who sits here may bring that many chips to the tables today.") from no
        raise


def _with(table: OpenTable, given: Mapping[str, str]) -> object:
    """The table's options with some changed. Raises Rejected."""
    stand = {f.name: typed_back(f, getattr(table.options, f.name)) for f in declared(table.game.options)}
    try:
        return read_options(table.game.options, {**stand, **given})
    except BadOption as bad:
        raise Rejected(str(bad)) from None


async def remove(session: Session, by: int, seat: Seat, manager: bool) -> None:
    """The host or a manager makes a seat empty, between deals. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        may_host(table, by, manager)
        if not 0 <= seat < len(table.chairs) or table.chairs[seat].empty:
            raise Rejected("Nobody sits there.")
        if table.phase == DEAL:
            raise Rejected("A seat can be emptied when this deal is over.")
        user = table.chairs[seat].user
        if user is not None and user != by:
            table.removed.append(user)
            if not table.hosts(by):
                _note(table, work, by, "remove", user=user)
        play.get_up(table, work, seat)


async def let_back(session: Session, by: int, user: int, manager: bool = False) -> bool:
    """The host lets somebody who was removed sit down again; returns whether they were. Raises Rejected."""
    if user not in session.table.removed:
        return False
    async with session.commits.changing(shown=False) as (table, _):
        if not table.hosts(by) and not manager:
            raise Rejected(f"<@{user}> was removed from this table: only its host can invite them.")
        table.removed = [one for one in table.removed if one != user]
    return True


async def hand_over(session: Session, by: int, user: int, manager: bool = False) -> str:
    """Somebody else at the table is the host from now on. Returns their name. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        may_host(table, by, manager)
        if by != table.host and not manager:
            raise Rejected(f"Only <@{table.host}>, the host of this table, can make somebody else its host.")
        seat = table.seat_of(user)
        if seat is None:
            raise Rejected("Only somebody who sits at this table can be its host.")
        if user == table.host:
            raise Rejected(f"{table.chairs[seat].said} is the host already.")
        work.do(tables.limit_tables, table.guild, user, MOST_HOSTED, but=table.id)
        table.host = user
        return table.chairs[seat].said


async def pause(session: Session, why: str, by: int | None = None, manager: bool = False) -> None:
    """All clocks stand still. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        if by is not None:
            may_host(table, by, manager)
        if table.paused:
            raise Rejected("The table is paused already.")
        table.stopped_at = table.time.now()
        table.paused = why


async def resume(session: Session, by: int) -> None:
    """The clocks run on where they stood still. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        seat = table.seat_of(by)
        if seat is None and not (table.stays_open and (table.hosts(by) or not table.humans)):
            raise Rejected("Only players at this table can go on with it.")
        if not table.paused:
            raise Rejected("The table is not paused.")
        if seat is not None:
            table.chairs[seat].lapses, table.chairs[seat].stand_in = 0, False
        table.go_on()


def may_void(table: OpenTable, manager: bool) -> None:
    """Raises Rejected unless this is a manager, and cards are in play."""
    if not manager:
        raise Rejected("Only somebody who manages this server can make a deal void.")
    if table.deal is None:
        raise Rejected("No deal is running.")


async def void(session: Session, by: int | None = None, reason: str = "", *, deal: int | None = None) -> str:
    """A manager makes the running deal void, for a reason, and is told so; `deal` is the number of the one that is
    meant, if it is not whichever runs. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        if deal not in (None, table.deals_begun):
            raise Rejected("That deal is over already.")
        play.void_deal(table, work)
        if by is not None:
            _note(table, work, by, "void", reason)
        return "The deal is void; all stacks are as when it began."


async def close(session: Session, then: Work | None = None) -> None:
    """Everybody cashes out at once, no matter who sits there, and `then` is stored with it. A running deal is void.
    Raises Rejected."""
    async with session.commits.changing() as (table, work):
        play.close(table, work)
        if then is not None:
            work.steps += then.steps


def may_close(table: OpenTable, by: int, manager: bool) -> None:
    """Raises Rejected unless this person may close the table, and it is not to be closed already."""
    may_host(table, by, manager)
    if table.closing:
        raise Rejected("It is to be closed when this hand is over already.")


async def close_after_hand(session: Session, by: int, manager: bool = False, reason: str = "") -> str:
    """Everybody cashes out when the running deal is over; at once if none runs. With it a night ends. What a manager
    decides is written down, with the reason. Returns the answer to the asker. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        may_close(table, by, manager)
        if not table.hosts(by):
            _note(table, work, by, "close", reason)
        what = "The table closes" if table.night is None else "The night ends"
        if table.phase == DEAL:
            table.closing = True
            return f"{what} when this hand is over."
        play.close(table, work)
        if table.night is not None:
            return f"The night is over. {night.CHIPS_ONLY}"
        return "The table is closed" + (", and all chips are back in the bank." if table.banked else ".")


async def keep_open(session: Session, by: int, manager: bool = False) -> str:
    """The host has thought better of it: the table goes on after this deal. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        may_host(table, by, manager)
        if not table.closing:
            raise Rejected("It is not to be closed.")
        table.closing = False
        return "The table stays open." if table.night is None else "The night goes on."
