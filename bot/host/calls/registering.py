"""The slash commands as Discord has them: they are sent only where they are other ones now, and until it takes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from .refusals import NOT_TAKEN

log = logging.getLogger(__name__)

ENTRY_POINT = 4
"""The type of the command that opens an app's Activity. Discord adds it, and refuses a list without it."""
SECONDS = 20.0
"""How long the start waits for it."""
SOON, LATE = 30.0, 3600.0
"""Seconds until what did not reach Discord is tried again: at first, each time twice as long, and at most. What it has
refused it is not asked for sooner: it takes 200 new commands a day."""
_COMPARED = (
    "type", "name", "description", "required", "choices", "options", "min_value", "max_value", "min_length",
    "max_length", "channel_types", "autocomplete", "value", "default_member_permissions", "contexts",
    "integration_types", "nsfw",
)  # fmt: skip


async def keep_registering(tree: app_commands.CommandTree, tried: asyncio.Event) -> None:
    """Until Discord has these commands: what it has until then goes on working. `tried` is set after the first try."""
    pause = SOON
    while True:
        try:
            await _register(tree)
            return
        except NOT_TAKEN as error:
            said = log.info if tried.is_set() else log.error
            said("the slash commands were not brought up to date, and are tried again: %r", error)
            wait = LATE if _is_refusal(error) else pause
        finally:
            tried.set()
        pause = min(2 * pause, LATE)
        await asyncio.sleep(wait)


def _is_refusal(error: Exception) -> bool:
    """Whether Discord has heard it and will not have it."""
    return isinstance(error, discord.HTTPException) and error.status < 500 and error.status != 429


async def _register(tree: app_commands.CommandTree) -> None:
    """Give Discord these commands, if it has others. Raises what prevents it."""
    http, application = tree.client.http, tree.client.application_id
    assert application is not None
    wanted = [command.to_dict(tree) for command in tree.get_commands()]
    known = await http.get_global_commands(application)
    entry_points = [{**command} for command in known if command.get("type") == ENTRY_POINT]
    if _plain([*wanted, *entry_points]) != _plain(known):
        await http.bulk_upsert_global_commands(application, payload=[*wanted, *entry_points])
        log.info("the slash commands are brought up to date")


def _plain(commands: Sequence[Mapping[str, object]]) -> dict[tuple[object, object], object]:
    """Commands by type and name; their order means nothing."""
    return {(command.get("type", 1), command["name"]): _of({"type": 1, **command}) for command in commands}


def _of(value: object) -> object:
    """What people see of it: Discord adds ids and versions, and writes out what is left out or the other way round."""
    if isinstance(value, dict):
        kept = {key: _of(value[key]) for key in _COMPARED if value.get(key) is not None}
        kept = {key: told for key, told in kept.items() if told is not False and told not in ([], "")}
        if (bits := kept.get("default_member_permissions")) is not None:
            kept["default_member_permissions"] = str(bits)  # asked for as a number, told as text
        for key in ("contexts", "integration_types", "channel_types"):
            if isinstance(several := kept.get(key), list):
                kept[key] = sorted(several)
        return kept
    return [_of(each) for each in value] if isinstance(value, list) else value
