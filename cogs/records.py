"""`/records …`: results as a table to open elsewhere, one's own data, and its end."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import answered, server_of
from bot.host.controls import commands as c
from bot.host.controls import data_export
from bot.host.controls.commands import RoomGroup
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.components import Button, Rows
from bot.show.controls.control_id import BUTTON, button_id
from bot.store import personal_data
from bot.table.errors import Rejected

DESK = "mine"
WHAT_GOES = (
    "This erases your name, chips, results, hands, figures, ratings and settings in this server. The books keep sums "
    "without a name, and what others have played stays theirs.\n"
    "So that it is no way round the bank's limits, a little stays under a code in place of your name, for the day that "
    "you come back: what you have given, brought to tables and been refilled today, until the day is over; and for "
    "good, that you have had your first chips, a debt to the bank, and a credit that managers gave you alone."
)
FOR_GOOD = "Nobody can bring it back, and your chips are gone. Erase everything?"
ERASED = "Your data is erased."
NO_SERVER = "Nothing is kept about you in any server; this is what is kept besides."
KEPT = "Nothing was erased."


async def _servers(room: Room, interaction: Interaction, typed: str) -> c.Choices:
    """The servers in which anything is stored about the user who asks, for a `server:` option."""
    known = await room.store.read(personal_data.servers_of, interaction.user.id)
    names = await asyncio.gather(*map(room.server_names.of, known))
    found = {str(id): name for id, name in zip(known, names, strict=True)}
    fits = [id for id, name in found.items() if typed.lower() in f"{name} {id}".lower()]
    return [app_commands.Choice(name=found[id][:100], value=id) for id in fits[:25]]


Server = app_commands.Transform[str, c.Proposing(_servers)]
WHICH = "Which server, in a direct message; also one that you have left."


async def _meant(room: Room, interaction: Interaction, named: str | None) -> int:
    """The server that is meant: this one; in a direct message the named one, or the only one in which anything is
    stored about the user who asks; otherwise 0, for what is stored about them everywhere. Raises Rejected, and
    Elsewhere."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    server = await _named(room, interaction, named)
    room.members.only_here(server)
    return server


async def _named(room: Room, interaction: Interaction, named: str | None) -> int:
    """The same in a direct message, of whatever process. Raises Rejected."""
    known = await room.store.read(personal_data.servers_of, interaction.user.id)
    if named is not None:
        if not named.strip().isdecimal() or int(named) not in known:
            raise Rejected("Nothing is kept about you in such a server; choose one from the list.")
        return int(named)
    if len(known) > 1:
        raise Rejected(f"Something is kept about you in {len(known)} servers; say with `server:` which one you mean.")
    return known[0] if known else 0


@app_commands.allowed_contexts(guilds=True, dms=True)
class Records(RoomGroup, group_name="records", group_description="Results as files, and your own data."):
    """What the card room stores, for the person it is about."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.handlers.register(
            BUTTON, DESK, {"@erase": self._ask_again, "@erase-all": self._erase_all, "@keep": self._keep}
        )

    @app_commands.command(description="Your results in this server as a table (CSV).")
    @app_commands.describe(server=WHICH)
    async def results(self, interaction: Interaction, server: Server | None = None) -> None:
        await self._send_results(interaction, interaction.user.id, server)

    @app_commands.command(description="Managers: all members' results as a table (CSV).")
    async def server(self, interaction: Interaction) -> None:
        await self._send_results(interaction, None, None)

    async def _send_results(self, interaction: Interaction, user: int | None, server: str | None) -> None:
        async with answered(interaction) as reply:
            if user is None:
                reply.only_for_managers()
            guild = await _meant(self.room, interaction, server)
            name, content, count = await data_export.results_file(self.room, guild, user)
            told = "1 result" if count == 1 else f"{count:,} results"
            newest = ", the newest" if count == data_export.MOST_LINES else ""
            await reply.say(f"{told}{newest}.", files=[discord.File(io.BytesIO(content), name)])

    @app_commands.command(description="Everything that is kept about you in this server (JSON).")
    @app_commands.describe(server=WHICH)
    async def mine(self, interaction: Interaction, server: Server | None = None) -> None:
        async with answered(interaction) as reply:
            guild = await _meant(self.room, interaction, server)
            name, content = await data_export.everything_file(self.room, guild, reply.user)
            called = await self.room.server_names.of(guild)
            where = "here" if interaction.guild_id is not None else f"in {called}"
            told = f"This is all that is kept about you {where}." if guild else NO_SERVER
            await reply.say(told, files=[discord.File(io.BytesIO(content), name)])

    @app_commands.command(description="Erase everything about you in this server; you are asked twice.")
    @app_commands.describe(server=WHICH)
    async def erase(self, interaction: Interaction, server: Server | None = None) -> None:
        async with answered(interaction) as reply:
            guild = await _meant(self.room, interaction, server)
            await self.room.store.read(personal_data.traces, guild, reply.user)  # says at once why it cannot be
            called = await self.room.server_names.of(guild)
            where = "" if interaction.guild_id is not None or not guild else f"**{called}**: "
            await reply.say(where + WHAT_GOES, rows=_choice("@erase", "Erase my data", guild))

    async def _ask_again(self, press: Press) -> None:
        rows = _choice("@erase-all", "Yes, erase it for good", self._server(press))
        await press.reply.change(FOR_GOOD, rows=rows)

    async def _erase_all(self, press: Press) -> None:
        await data_export.erase(self.room, self._server(press), press.user)
        await press.reply.change(ERASED)

    async def _keep(self, press: Press) -> None:
        await press.reply.change(KEPT)

    def _server(self, press: Press) -> int:
        """The server that a button names; older ones name none, and mean the one where they stand. Raises Rejected, and
        Elsewhere."""
        server = server_of(press.reply.interaction) if press.id.number is None else press.id.number
        self.room.members.only_here(server)
        return server


def _choice(verb: str, label: str, server: int) -> Rows:
    yes = Button(button_id(DESK, 0, verb, str(server)), label, "danger")
    return ((yes, Button(button_id(DESK, 0, "@keep"), "Keep it")),)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Records(bot.room))
