"""The slash commands as Discord has them: they are sent only where they are other ones now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from discord import app_commands

from .refusals import NOT_TAKEN

log = logging.getLogger(__name__)

JSON = dict[str, Any]
ENTRY_POINT = 4
"""The type of the command that opens an app's Activity. Discord adds it, and refuses a list without it."""
SECONDS = 20.0
"""So long the start waits for it."""
_COMPARED = (
    "type", "name", "description", "required", "choices", "options", "min_value", "max_value", "min_length",
    "max_length", "channel_types", "autocomplete", "value", "default_member_permissions", "contexts",
    "integration_types", "nsfw",
)  # fmt: skip


async def register(tree: app_commands.CommandTree[Any]) -> bool:
    """Whether Discord had other commands and has these now. What it refuses is logged: what it has goes on working, and
    the next start tries again."""
    http, application = tree.client.http, tree.client.application_id
    assert application is not None
    wanted: list[JSON] = [command.to_dict(tree) for command in tree.get_commands()]
    try:
        async with asyncio.timeout(SECONDS):
            known: Sequence[Any] = await http.get_global_commands(application)
            entry_points = [command for command in known if command["type"] == ENTRY_POINT]
            if _plain([*wanted, *entry_points]) == _plain(known):
                return False
            await http.bulk_upsert_global_commands(application, payload=[*wanted, *entry_points])
    except NOT_TAKEN as error:
        log.error("the slash commands were not brought up to date: %r", error)
        return False
    log.info("the slash commands are brought up to date")
    return True


def _plain(commands: Sequence[Any]) -> dict[tuple[int, str], Any]:
    """Commands by type and name; their order means nothing."""
    return {(command["type"], command["name"]): _of(command) for command in commands}


def _of(value: Any) -> Any:
    """What people see of it: Discord adds ids and versions, and writes out what is left out or the other way round."""
    if isinstance(value, dict):
        kept = {key: _of(value[key]) for key in _COMPARED if value.get(key) is not None}
        kept = {key: told for key, told in kept.items() if told is not False and told not in ([], "")}
        if (bits := kept.get("default_member_permissions")) is not None:
            kept["default_member_permissions"] = str(bits)  # asked for as a number, told as text
        for key in ("contexts", "integration_types", "channel_types"):
            if key in kept:
                kept[key] = sorted(kept[key])
        return kept
    return [_of(each) for each in value] if isinstance(value, list) else value
