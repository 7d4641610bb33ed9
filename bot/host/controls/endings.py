"""How a deal, a game of a night, or a table is ended by whoever may: each asks first whether it is meant."""

from __future__ import annotations

from bot.show import table_controls
from bot.table import hosting, wishes
from bot.table.session import Session

from ..calls.reply import Reply
from .behind_more import ask, told

VERBS = frozenset({"close", "end", "keep", "end-game", "game-on", "void"})
"""What buttons do that end something, or let it go on after all. "end" stands on older buttons of nights."""


async def press(session: Session, reply: Reply, what: str, arg: str, *, sure: bool) -> None:
    """One of these buttons was pressed; `sure` where it answers the question whether it is meant. Raises Rejected."""
    match what:
        case "keep":
            await told(session, reply, await hosting.keep_open(session, reply.user, reply.manager))
        case "game-on":
            await _vote(session, reply, arg, wanted=False)
        case "end-game" if sure:
            await _vote(session, reply, arg, wanted=True)
        case "end-game":
            await ask_to_end_game(session, reply)
        case "void" if sure:
            deal, _, reason = arg.partition(".")
            hosting.may_void(session.table, reply.manager)
            await told(session, reply, await hosting.void(session, reply.user, reason, deal=_number(deal)))
        case "void":
            await ask_to_void(session, reply)
        case _ if sure:
            await told(session, reply, await hosting.close_after_hand(session, reply.user, reply.manager, arg))
        case _:
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


async def _vote(session: Session, reply: Reply, match: str, *, wanted: bool) -> None:
    """Whether the game of a night ends: the match in which the button was drawn. Raises Rejected."""
    said = await wishes.vote_to_end(session, reply.user, wanted=wanted, match=_number(match))
    await told(session, reply, said)


async def ask_to_void(session: Session, reply: Reply, reason: str = "") -> None:
    """Whether a manager means it. Raises Rejected."""
    await session.commits.settled()
    hosting.may_void(session.table, reply.manager)
    await ask(reply, *table_controls.voiding(session.table, reason))


def _number(typed: str) -> int:
    """What a button names; 0, which is none, where it names nothing."""
    return int(typed) if typed.isdecimal() else 0
