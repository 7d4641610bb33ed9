"""How a deal, a game of a night, or a table is ended by people who may: each asks first whether it is meant."""

from __future__ import annotations

from bot.show.controls import table_controls
from bot.show.controls.control_id import BUTTON
from bot.table import hosting, wishes
from bot.table.session import Session

from ..calls.reply import Reply
from ..handlers import TABLE, Press
from ..room import Room
from .behind_more import ask, told


def register(room: Room) -> None:
    """From now on these controls are answered. `@end` stands on older buttons of nights."""
    room.handlers.register(
        BUTTON,
        TABLE,
        {
            "@close": _close,
            "@end": _close,
            "@keep": _keep,
            "@end-game": _end_game,
            "@game-on": _game_on,
            "@void": _void,
        },
    )


async def _keep(press: Press) -> None:
    session, reply = press.session, press.reply
    await told(session, reply, await hosting.keep_open(session, reply.user, reply.manager))


async def _game_on(press: Press) -> None:
    await _vote(press, wanted=False)


async def _end_game(press: Press) -> None:
    if press.sure:
        await _vote(press, wanted=True)
    else:
        await ask_to_end_game(press.session, press.reply)


async def _void(press: Press) -> None:
    session, reply = press.session, press.reply
    if not press.sure:
        await ask_to_void(session, reply)
        return
    deal, _, reason = press.id.arg.partition(".")
    hosting.may_void(session.table, reply.manager)
    number = int(deal) if deal.isdecimal() else 0  # which is none
    await told(session, reply, await hosting.void(session, reply.user, reason, deal=number))


async def _close(press: Press) -> None:
    session, reply = press.session, press.reply
    if press.sure:
        await told(session, reply, await hosting.close_after_hand(session, reply.user, reply.manager, press.id.arg))
    else:
        await ask_to_close(session, reply)


async def ask_to_close(session: Session, reply: Reply, reason: str = "") -> None:
    """Whether the host means it. Raises Rejected."""
    await session.commits.settled()
    hosting.may_close(session.table, reply.user, reply.manager)
    await ask(reply, *table_controls.closing(session.table, reason))


async def close_or_keep(session: Session, reply: Reply, reason: str = "") -> None:
    """The same by command, which takes back what is remembered. Raises Rejected."""
    if session.table.closing:
        await reply.say(await hosting.keep_open(session, reply.user, reply.manager))
    else:
        await ask_to_close(session, reply, reason)


async def ask_to_end_game(session: Session, reply: Reply) -> None:
    """Whether somebody who sits at a night means it. Raises Rejected."""
    await session.commits.settled()
    wishes.may_vote(session.table, reply.user)
    await ask(reply, *table_controls.ending_game(session.table))


async def _vote(press: Press, *, wanted: bool) -> None:
    """Whether the game of a night ends: the match in which the button was drawn. Raises Rejected."""
    match = press.id.number or 0  # which is none
    said = await wishes.vote_to_end(press.session, press.user, wanted=wanted, match=match)
    await told(press.session, press.reply, said)


async def ask_to_void(session: Session, reply: Reply, reason: str = "") -> None:
    """Whether a manager means it. Raises Rejected."""
    await session.commits.settled()
    hosting.may_void(session.table, reply.manager)
    await ask(reply, *table_controls.voiding(session.table, reason))
