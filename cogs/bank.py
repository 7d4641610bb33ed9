"""`/bank …`: a member's play chips in this server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.amounts import whites
from bot.host.presses import answered
from bot.host.reply import Reply
from bot.host.settings import Settings
from bot.store import Work

if TYPE_CHECKING:
    from bot.host.client import RoomClient

Interaction = discord.Interaction[Any]


@app_commands.allowed_contexts(guilds=True)
class Bank(commands.GroupCog, group_name="bank", group_description="Your play chips in this server."):
    """Play chips are counted in whites. They buy nothing and cannot be bought."""

    def __init__(self, bot: RoomClient) -> None:
        self.bot = bot

    @app_commands.command(description="How many play chips you have, in the bank and at tables.")
    async def balance(self, interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            guild, _ = await self._welcome(interaction)
            await reply.say(await self._told(guild, reply.user))

        await answered(interaction, work)

    @app_commands.command(description="New play chips, once a day, for whoever has less than one buy-in.")
    async def refill(self, interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            guild, settings = await self._welcome(interaction)
            now = self.bot.room.now()
            day = datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
            await self.bot.room.store.commit(
                Work().refill(guild, reply.user, day, buy_in=settings.buy_in, amount=settings.grant, at=now)
            )
            await reply.say(f"You get {whites(settings.grant)} play chips. {await self._told(guild, reply.user)}")

        await answered(interaction, work)

    async def _welcome(self, interaction: Interaction) -> tuple[int, Settings]:
        """The server and its settings; whoever comes to the bank for the first time gets the grant."""
        guild, user = interaction.guild_id or 0, interaction.user
        settings, now = await self.bot.room.settings(guild), self.bot.room.now()
        await self.bot.room.store.commit(Work().ensure_member(guild, user.id, user.display_name, settings.grant, now))
        return guild, settings

    async def _told(self, guild: int, user: int) -> str:
        accounts = await self.bot.room.store.balances(guild)
        at_tables = sum(n for account, n in accounts.items() if account.kind == "escrow" and account.owner == str(user))
        tables = f", and {whites(at_tables)} at tables" if at_tables else ""
        return f"You have {whites(await self.bot.room.store.balance(guild, user))} play chips in the bank{tables}."


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Bank(bot))
