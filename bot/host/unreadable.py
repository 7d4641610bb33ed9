"""What Discord sends and discord.py cannot read: one such event would end the bot, and in the description of a server
each start of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any

import discord

from .calls.refusals import NOT_TAKEN
from .calls.unread import JSON, tell_unread
from .room import RoomClient

log = logging.getLogger(__name__)

NEEDED = {"READY", "RESUMED"}
"""Without these there is no connection."""
Parser = Callable[[JSON], None]


def leave_out_what_cannot_be_read(client: RoomClient) -> None:
    """From now on an event that cannot be read is logged by its name and dropped; a person who has pressed something
    reads a sentence, and of a server only the unreadable parts are left out."""
    parsers = client._connection.parsers  # pyright: ignore[reportPrivateUsage]
    for name in parsers.keys() - NEEDED:
        parsers[name] = _guarded(client, name, parsers[name])


def _guarded(client: RoomClient, name: str, parse: Parser) -> Parser:
    told: set[str] = set()

    def reads(data: JSON) -> None:
        try:
            if name == "INTERACTION_CREATE":
                _look_who_asks(data)
            parse(data)
        except Exception as error:
            where = _where(error)
            level = logging.DEBUG if where in told else logging.WARNING  # such a thing may come all day long
            log.log(level, "Discord has sent %s as it cannot be read: %s", name, where)
            told.add(where)
            if name == "INTERACTION_CREATE":
                client.room.spawn(_answer(client, data))
            elif name == "GUILD_CREATE":
                _read_the_rest(client, parse, data)

    return reads


def _where(error: Exception) -> str:
    """What has failed and where, without any of the content."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"


# ---- somebody has pressed something ------------------------------------------------------------


def _look_who_asks(data: JSON) -> None:
    """Raises KeyError for an interaction that nobody has made; discord.py would take it."""
    if data.get("member" if data.get("guild_id") else "user") is None:
        raise KeyError("user")


async def _answer(client: RoomClient, data: JSON) -> None:
    try:
        if client.is_new(int(str(data["id"]))):
            await tell_unread(client.http, data)
    except (KeyError, TypeError, ValueError, *NOT_TAKEN) as error:
        log.info("whoever asked for that could not be told: %s", _where(error))


# ---- a server ----------------------------------------------------------------------------------


def _read_the_rest(client: RoomClient, parse: Parser, data: JSON) -> None:
    """A server as far as it can be read: what it lacks is no reason to be without all of it."""
    try:
        rest = _readable(client, data)
        left_out = [key for key, value in data.items() if rest.get(key) != value]
        log.warning("server %s is read without some of its %s", rest["id"], ", ".join(left_out))
        parse(rest)
    except Exception as error:
        log.error("a server cannot be read, and its tables wait: %s", _where(error))


def _readable(client: RoomClient, data: JSON) -> JSON:
    """The parts of a server that can be read, each alone."""
    state = client._connection  # pyright: ignore[reportPrivateUsage]

    def reads(key: str, value: object) -> bool:
        part: Any = {"id": data["id"], key: value}
        try:
            discord.Guild(data=part, state=state)
        except Exception:
            return False
        return True

    kept: dict[str, object] = {"id": data["id"]}
    for key, value in data.items():
        if isinstance(value, list) and not reads(key, value):
            value = [each for each in value if reads(key, [each])]
        if reads(key, value):
            kept[key] = value
    return kept
