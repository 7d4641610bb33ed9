"""Who may open tables and announce nights in a server, and rules that go with what they name."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import aiohttp
import discord

from bot.show.pages.whomay import roles
from bot.table.errors import Rejected
from bot.table.settings import Settings

from .calls.client import Interaction
from .calls.refusals import UNKNOWN_CHANNEL
from .calls.reply import is_manager, roles_of
from .server_settings import Changes, ServerSettings

log = logging.getLogger(__name__)

MOST_ASKED = 10
"""How many channels are looked up at once, at most."""
ROLE_SETTINGS = ("open_roles", "night_roles", "manager_roles")


def may_open(interaction: Interaction, settings: Settings) -> None:
    """Raises Rejected if the asker may open no tables."""
    if not _has_one(interaction, settings.open_roles):
        raise Rejected(f"Tables are opened by {roles(settings.open_roles)} on this server.")


def may_announce(interaction: Interaction, settings: Settings) -> None:
    """Raises Rejected if the asker may announce no nights."""
    if not _has_one(interaction, settings.night_roles):
        raise Rejected(f"Nights are announced by {roles(settings.night_roles)} on this server.")


def most_nights(interaction: Interaction, settings: Settings) -> int | None:
    """How many nights the asker may have announced; None for no limit."""
    return None if is_manager(interaction) else settings.nights_most


def _has_one(interaction: Interaction, wanted: tuple[int, ...]) -> bool:
    return not wanted or is_manager(interaction) or not roles_of(interaction).isdisjoint(wanted)


class Rules:
    """What servers have set about channels and roles. A rule goes with the last channel or role that it names:
    otherwise nobody could open a table any more."""

    def __init__(self, client: discord.Client, settings: ServerSettings) -> None:
        self._client, self._settings = client, settings

    async def of(self, guild: int) -> Settings:
        """What a server has set, without deleted channels and roles: they may have been deleted while the bot was away.
        Raises StoreError."""
        settings, server = await self._settings.of(guild), self._client.get_guild(guild)
        if server is None or server.unavailable:
            return settings
        unknown = {role for name in ROLE_SETTINGS for role in getattr(settings, name) if server.get_role(role) is None}
        gone = dict.fromkeys(await self._deleted_of(server, unknown), "")
        missing = [one for one in settings.channels if server.get_channel(one) is None]
        gone |= {one: "" for one in missing[:MOST_ASKED] if await self._is_deleted(one)}
        return await self._without(guild, gone) if gone else settings

    async def deleted(self, guild: int, id: int, name: str) -> None:
        """A channel or a role has been deleted."""
        settings = await self._settings.of(guild)
        if any(id in getattr(settings, each) for each in ("channels", *ROLE_SETTINGS)):
            await self._without(guild, {id: name})

    async def _deleted_of(self, server: discord.Guild, roles: set[int]) -> set[int]:
        """Which of these roles Discord does not know: of a server that was not read whole some are merely unknown."""
        if not roles:
            return roles
        try:
            return roles - {role.id for role in await server.fetch_roles()}
        except (discord.DiscordException, OSError, TimeoutError, aiohttp.ClientError) as error:
            log.info("whether roles of server %s are there is not known: %s", server.id, error)
        return set()

    async def _is_deleted(self, channel: int) -> bool:
        try:
            await self._client.fetch_channel(channel)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        except (discord.DiscordException, OSError, TimeoutError, aiohttp.ClientError) as error:
            log.info("whether channel %s is there is not known: %s", channel, error)
        return False

    async def _without(self, guild: int, gone: Mapping[int, str]) -> Settings:
        """The settings without these channels and roles; what they were called is kept for those who manage."""

        def change(s: Settings) -> Changes:
            wanted: dict[str, object] = {}
            lost = dict(s.lost)
            for name in ("channels", *ROLE_SETTINGS):
                before: tuple[int, ...] = getattr(s, name)
                if went := [one for one in before if one in gone]:
                    wanted[name] = tuple(one for one in before if one not in gone)
                    what = "a channel" if name == "channels" else "a role"
                    lost[name] = (*lost.get(name, ()), *(gone[one] or what for one in went))
            return {**wanted, "lost": lost} if wanted else {}

        return await self._settings.change(guild, change)
