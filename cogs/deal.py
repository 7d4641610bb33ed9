"""`/deal …`: the proof of a shuffle, and cutting again."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.host import commands as c
from bot.host.reply import answered
from bot.host.room import RoomClient
from bot.table import lobby

Interaction = discord.Interaction[Any]


@app_commands.allowed_contexts(guilds=True, dms=True)
class Dealt(commands.GroupCog, group_name="deal", group_description="The proof of a shuffle, and the cut."):
    """What was sealed before a deal is opened after it."""

    def __init__(self, bot: RoomClient) -> None:
        self.room = bot.room

    @app_commands.command(description="The newest proof that may be shown, and how to check it.")
    @app_commands.describe(table="Which table; a closed one too.")
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        await self._show(interaction, None, table)

    @app_commands.command(description="The proof of one deal; until it is over only what was sealed.")
    @app_commands.describe(number="Which deal of the table, counted from 1.", table="Which table; a closed one too.")
    async def proof(self, interaction: Interaction, number: int, table: str | None = None) -> None:
        await self._show(interaction, number, table)

    async def _show(self, interaction: Interaction, number: int | None, table: str | None) -> None:
        async with answered(interaction) as reply:
            await c.show_proof(self.room, reply, await c.kept_table(self.room, interaction, table), number)

    @app_commands.command(description="Be asked to cut again, after two cuts that you have let lapse.")
    @app_commands.describe(table=c.WHICH)
    async def cut(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await reply.say(await lobby.cut_again(session, reply.user))

    @verify.autocomplete("table")
    @proof.autocomplete("table")
    @cut.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await c.table_choices(self.room, interaction, current)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Dealt(bot))
