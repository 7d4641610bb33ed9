"""Time that passes before a night, and what people see of it: words for tests."""

from __future__ import annotations

from typing import Any

from bot.app import CardRoom
from bot.store import Night, nights
from bot.store.nights import DAY_MS, HOUR_MS

from .server import Server, said

MINUTE_MS = 60_000


async def until(server: Server, night: Night, ms: int) -> None:
    """Time passes until this long after the night's time, or (below 0) before it."""
    now = (await record(server, night)).starts + ms - server.bot.room.now()
    assert now >= 0, "that is past"
    await server.env.advance_time(now / 1000)


async def record(server: Server, night: Night) -> Night:
    """The night as it is stored by now."""
    found = await server.store.read(nights.night, night.id)
    assert found is not None
    return found


async def answers(server: Server, night: Night, label: str, *people: Any) -> None:
    """These people press this button of the announcement."""
    for person in people:
        await person.click(await server.announcement(night), label=label)


def pinged(server: Server, message: Any) -> set[int]:
    """Whom a message has told: who is only named in it has read nothing of it."""
    return {*server.env.backend.get_message(message.channel.id, message.id).ping_user_ids}


def reminders(server: Server, channel: Any = None) -> list[Any]:
    """The messages that stand in the channel and remind people of a night, the first first."""
    found = (channel or server.channel).history()
    return [m for m in found if " begins <t:" in m.content and "play chips" not in m.content]


def calls(server: Server, channel: Any = None) -> list[Any]:
    """Those that have called people to a table."""
    return [m for m in (channel or server.channel).history() if "begins, in <#" in m.content]


def words_if_few(server: Server) -> list[Any]:
    """Those that say that too few are there."""
    return [m for m in server.channel.history() if "here for **" in m.content or "here yet for **" in m.content]


def written(person: Any) -> list[str]:
    """What stands in somebody's direct messages, the first first."""
    return [m.content for m in person.user.dm_channel.history()]


async def restart(server: Server) -> None:
    """The bot stops, and another one starts on the same records."""
    bot = CardRoom(server.bot.database, shards=1)
    await server.env.restart_bot(bot)
    server.bot = bot
    await server.env.settle()


__all__ = [
    "DAY_MS", "HOUR_MS", "MINUTE_MS", "answers", "calls", "pinged", "record", "reminders", "restart", "said", "until",
    "words_if_few", "written",
]  # fmt: skip
