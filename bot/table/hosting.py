"""What is the host's to say, or a manager's: a table's options before the first deal, who sits there and who is the
host, when all clocks stand still, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.options import BadOption, declared, read_options, typed_back
from bot.engine.piles import Seat
from bot.store import Overdraft, OverLimit, Work, bank, tables

from . import money, night, play
from .errors import Rejected
from .session import Session
from .state import DEAL, LOBBY

MOST_HOSTED = 5
"""So many open tables of a server may have the same host."""


def may_host(session: Session, by: int, manager: bool) -> None:
    """Raises Rejected for whoever is neither the host nor a manager."""
    if by != session.host and not manager:
        raise Rejected("Only the host of this table can do that.")


def _note(session: Session, work: Work, by: int, what: str, reason: str = "", user: int | None = None) -> None:
    """A manager has decided this about a table, and it is written down."""
    about = f"{session.game.title} in <#{session.thread or session.channel}>"
    key = f"{session.id}:v{session.version}:{what}"
    work.do(bank.note, key, session.guild, by, what, session.time.now(), about=about, user=user, reason=reason)


def may_set_options(session: Session, by: int) -> None:
    """Raises Rejected unless this is the host of a table at which nothing has been dealt yet."""
    if by != session.host:
        raise Rejected("Only the host of this table can change its options.")
    if session.night is not None:
        raise Rejected("At a night whoever has the deal chooses a game's options.")
    if session.phase != LOBBY:
        raise Rejected("The options stand once the first hand is dealt; open another table for others.")


async def set_options(session: Session, by: int, given: Mapping[str, str]) -> None:
    """The host changes some of a table's options before the first deal, as people type them; buy-ins are as the new
    ones say. Raises Rejected."""
    try:
        async with session.changing() as work:
            may_set_options(session, by)
            wanted = _with(session, given)
            most = session.game.seats_for(wanted)[-1]
            if len(session.taken) > most:
                people = "one" if most == 1 else str(most)
                raise Rejected(f"With these options the table is for {people}, and {len(session.taken)} sit there.")
            session.options = wanted
            for seat in session.taken:
                money.follow_buy_in(session, work, seat)
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise Rejected("Not everybody who sits here has enough chips for that buy-in.") from no
        if isinstance(no.__cause__, OverLimit):
            raise Rejected("Not everybody who sits here may bring so many chips to the tables today.") from no
        raise


def _with(session: Session, given: Mapping[str, str]) -> Any:
    """The table's options with some changed. Raises Rejected."""
    stand = {f.name: typed_back(f, getattr(session.options, f.name)) for f in declared(session.game.options)}
    try:
        return read_options(session.game.options, {**stand, **given})
    except BadOption as bad:
        raise Rejected(str(bad)) from None


async def remove(session: Session, by: int, seat: Seat, manager: bool) -> None:
    """The host or a manager makes a seat empty, between deals. Raises Rejected."""
    async with session.changing() as work:
        may_host(session, by, manager)
        if not 0 <= seat < len(session.chairs) or session.chairs[seat].empty:
            raise Rejected("Nobody sits there.")
        if session.phase == DEAL:
            raise Rejected("A seat can be emptied when this deal is over.")
        user = session.chairs[seat].user
        if user is not None and user != by:
            session.removed.append(user)
            if by != session.host:
                _note(session, work, by, "remove", user=user)
        play.get_up(session, work, seat)


async def let_back(session: Session, by: int, user: int, manager: bool = False) -> bool:
    """The host lets somebody who was removed sit down again; returns whether they were. Raises Rejected."""
    if user not in session.removed:
        return False
    async with session.changing(shown=False):
        if by != session.host and not manager:
            raise Rejected(f"<@{user}> was removed from this table: only its host can invite them.")
        session.removed = [one for one in session.removed if one != user]
    return True


async def hand_over(session: Session, by: int, user: int, manager: bool = False) -> str:
    """Somebody else at the table is the host from now on. Returns their name. Raises Rejected."""
    async with session.changing() as work:
        may_host(session, by, manager)
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("Only somebody who sits at this table can be its host.")
        if user == session.host:
            raise Rejected(f"{session.chairs[seat].said} is the host already.")
        work.do(tables.limit_tables, session.guild, user, MOST_HOSTED, but=session.id)
        session.host = user
        return session.chairs[seat].said


async def pause(session: Session, why: str, by: int | None = None, manager: bool = False) -> None:
    """All clocks stand still. Raises Rejected."""
    async with session.changing():
        if by is not None:
            may_host(session, by, manager)
        if session.paused:
            raise Rejected("The table is paused already.")
        session.stopped_at = session.time.now()
        session.paused = why


async def resume(session: Session, by: int) -> None:
    """The clocks run on where they stood still. Raises Rejected."""
    async with session.changing():
        if (seat := session.seat_of(by)) is None:
            raise Rejected("Only players at this table can go on with it.")
        if not session.paused:
            raise Rejected("The table is not paused.")
        session.chairs[seat].lapses, session.chairs[seat].stand_in = 0, False
        session.go_on()


def may_void(session: Session, manager: bool) -> None:
    """Raises Rejected unless this is a manager, and cards are in play."""
    if not manager:
        raise Rejected("Only somebody who manages this server can make a deal void.")
    if session.deal is None:
        raise Rejected("No deal is running.")


async def void(session: Session, by: int | None = None, reason: str = "", *, deal: int | None = None) -> str:
    """A manager makes the running deal void, for a reason, and is told so; `deal` is the number of the one that is
    meant, if it is not whichever runs. Raises Rejected."""
    async with session.changing() as work:
        if deal not in (None, session.deals_begun):
            raise Rejected("That deal is over already.")
        play.void_deal(session, work)
        if by is not None:
            _note(session, work, by, "void", reason)
        return "The deal is void; all stacks are as when it began."


async def close(session: Session) -> None:
    """Everybody cashes out at once, whoever sits there. A running deal is void. Raises Rejected."""
    async with session.changing() as work:
        play.close(session, work)


def may_close(session: Session, by: int, manager: bool) -> None:
    """Raises Rejected unless this person may close the table, and it is not to be closed already."""
    may_host(session, by, manager)
    if session.closing:
        raise Rejected("It is to be closed when this hand is over already.")


async def close_after_hand(session: Session, by: int, manager: bool = False, reason: str = "") -> str:
    """Everybody cashes out when the running deal is over; at once where none runs. With it a night ends. What a manager
    decides is written down, with the reason. Returns what whoever asked is told. Raises Rejected."""
    async with session.changing() as work:
        may_close(session, by, manager)
        if by != session.host:
            _note(session, work, by, "close", reason)
        what = "The table closes" if session.night is None else "The night ends"
        if session.phase == DEAL:
            session.closing = True
            return f"{what} when this hand is over."
        play.close(session, work)
        if session.night is not None:
            return f"The night is over. {night.CHIPS_ONLY}"
        return "The table is closed" + (", and all chips are back in the bank." if session.for_chips else ".")


async def keep_open(session: Session, by: int, manager: bool = False) -> str:
    """The host has thought better of it: the table goes on after this deal. Raises Rejected."""
    async with session.changing():
        may_host(session, by, manager)
        if not session.closing:
            raise Rejected("It is not to be closed.")
        session.closing = False
        return "The table stays open." if session.night is None else "The night goes on."
