"""`/chips …`: one's own stack, counted and changed."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.host import commands as c
from bot.host.reply import Reply, answered
from bot.host.room import RoomClient
from bot.show import stacks
from bot.show.alt import Picture, alt
from bot.show.snapshot import Face
from bot.table import chips
from bot.table.session import Session

Interaction = discord.Interaction[Any]
Capacity = app_commands.Range[int, 19, 21]
Colour = Literal["purple", "black", "green", "red", "white", "yellow"]


@app_commands.allowed_contexts(guilds=True, dms=True)
class Chips(commands.GroupCog, group_name="chips", group_description="Your stack at a table, by colours."):
    """Chips can be changed between deals; their worth never changes."""

    def __init__(self, bot: RoomClient) -> None:
        self.room = bot.room

    @app_commands.command(description="Your stack, laid out to be counted; only you see it.")
    @app_commands.describe(table=c.WHICH)
    async def show(self, interaction: Interaction, table: str | None = None) -> None:
        await self._work(interaction, table)

    @app_commands.command(description="Full stacks of a colour for chips of the next one, between deals.")
    @app_commands.describe(colour="Which chips you give.", table=c.WHICH)
    async def up(self, interaction: Interaction, colour: Colour, table: str | None = None) -> None:
        await self._work(interaction, table, colour)

    @app_commands.command(description="Chips of a colour for smaller ones, between deals.")
    @app_commands.describe(colour="Which chips you give.", count="How many of them.", table=c.WHICH)
    async def down(self, interaction: Interaction, colour: Colour, count: int = 1, table: str | None = None) -> None:
        await self._work(interaction, table, colour, count)

    @app_commands.command(description="Your stack, counted before everybody at the table.")
    @app_commands.describe(table=c.WHICH)
    async def count(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            await reply.say(await chips.count_in_public(await self._table(interaction, table), reply.user))

    @app_commands.command(description="Your chips of one colour in the tubes of a rack; only you see it.")
    @app_commands.describe(colour="Which chips.", capacity="How many a full tube holds.", table=c.WHICH)
    async def rack(self, interaction: Interaction, colour: Colour, capacity: Capacity = 20,
                   table: str | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await self._table(interaction, table)
            await session.settled()
            await self._show(reply, *stacks.racked(session, reply.user, colour, capacity))

    @app_commands.command(description="Slide a chip along a rack: which tubes are short, and how many chips there are.")
    @app_commands.describe(tubes="The chips of its five tubes: 20 20 19 20 20.", capacity="How many a full tube holds.")
    async def check(self, interaction: Interaction, tubes: str, capacity: Capacity = 20) -> None:
        async with answered(interaction) as reply:
            await self._show(reply, *stacks.rack_checked(tubes, capacity))

    async def _table(self, interaction: Interaction, table: str | None) -> Session:
        return await c.table_of(self.room, interaction, table, wanted=lambda s: s.for_chips)

    async def _show(self, reply: Reply, text: str, picture: Picture) -> None:
        await reply.show(Face(text, picture, alt(picture)), await self.room.studio.draw(picture))

    async def _work(self, interaction: Interaction, table: str | None, colour: str | None = None,
                    down: int | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await self._table(interaction, table)
            if colour is not None:
                await chips.change(session, reply.user, colour, down)
            await session.settled()
            await self._show(reply, *stacks.counted(session, reply.user))

    @show.autocomplete("table")
    @up.autocomplete("table")
    @down.autocomplete("table")
    @count.autocomplete("table")
    @rack.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await c.table_choices(self.room, interaction, current)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Chips(bot))
