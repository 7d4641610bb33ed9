"""`/records …`: results as a table to open elsewhere, one's own data, and its end."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.host import data_export
from bot.host.reply import Reply, answered
from bot.host.room import RoomClient
from bot.show.controls import Button, Rows, button_id
from bot.table.errors import Rejected

Interaction = discord.Interaction[Any]
DESK = "mine"
WHAT_GOES = (
    "This erases your name, chips, results, figures, ratings and settings in this server. The books keep sums without "
    "a name, and what others have played stays theirs.\n"
    "So that it is no way round the bank's limits, a little stays under a code in place of your name, for the day that "
    "you come back: what you have given, brought to tables and been refilled today, until the day is over; and for "
    "good, that you have had your first chips, a debt to the bank, and a credit that managers gave you alone."
)
FOR_GOOD = "Nobody can bring it back, and your chips are gone. Erase everything?"
ERASED = "Your data is erased."
KEPT = "Nothing was erased."


@app_commands.allowed_contexts(guilds=True)
class Records(commands.GroupCog, group_name="records", group_description="Results as files, and your own data."):
    """What the card room keeps, for whoever it is about."""

    def __init__(self, bot: RoomClient) -> None:
        self.room = bot.room
        bot.room.desks[DESK] = self._pressed

    @app_commands.command(description="Your results in this server as a table (CSV).")
    async def results(self, interaction: Interaction) -> None:
        await self._send_results(interaction, interaction.user.id)

    @app_commands.command(description="Managers: all members' results as a table (CSV).")
    async def server(self, interaction: Interaction) -> None:
        await self._send_results(interaction, None)

    async def _send_results(self, interaction: Interaction, user: int | None) -> None:
        async with answered(interaction) as reply:
            if user is None:
                reply.only_for_managers()
            name, content, count = await data_export.results_file(self.room, interaction.guild_id or 0, user)
            told = "1 result" if count == 1 else f"{count:,} results"
            newest = ", the newest" if count == data_export.MOST_LINES else ""
            await reply.say(f"{told}{newest}.", files=[discord.File(io.BytesIO(content), name)])

    @app_commands.command(description="Everything that is kept about you in this server (JSON).")
    async def mine(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            name, content = await data_export.everything_file(self.room, interaction.guild_id or 0, reply.user)
            await reply.say("This is all that is kept about you here.", files=[discord.File(io.BytesIO(content), name)])

    @app_commands.command(description="Erase everything about you in this server; you are asked twice.")
    async def erase(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await self.room.store.traces(interaction.guild_id or 0, reply.user)  # says at once why it cannot be
            await reply.say(WHAT_GOES, rows=_choice("@erase", "Erase my data"))

    async def _pressed(self, reply: Reply, verb: str, _: str) -> None:
        match verb:
            case "@erase":
                await reply.change(FOR_GOOD, rows=_choice("@erase-all", "Yes, erase it for good"))
            case "@erase-all":
                await data_export.erase(self.room, reply.interaction.guild_id or 0, reply.user)
                await reply.change(ERASED)
            case "@keep":
                await reply.change(KEPT)
            case _:
                raise Rejected("That button is not known any more.")


def _choice(verb: str, label: str) -> Rows:
    return ((Button(button_id(DESK, 0, verb), label, "danger"), Button(button_id(DESK, 0, "@keep"), "Keep it")),)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Records(bot))
