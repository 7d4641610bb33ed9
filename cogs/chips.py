"""`/chips …`: one's own stack, counted and changed."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.calls.reply import Reply, answered
from bot.host.controls import commands as c
from bot.host.room import Room, RoomClient
from bot.show.messages import stacks
from bot.show.messages.alt import Picture, alt
from bot.show.messages.page import MessageContent
from bot.table import chips
from bot.table.session import Session

Interaction = discord.Interaction[Any]
Capacity = app_commands.Range[int, 19, 21]
Colour = Literal["purple", "black", "green", "red", "white", "yellow"]
GIVEN = "Which chips you give."
TUBE = "How many a full tube holds."


async def _for_chips(room: Room, interaction: Interaction, table: str | None) -> Session:
    return await c.table_of(room, interaction, table, wanted=lambda s: s.table.for_chips)


@app_commands.allowed_contexts(guilds=True, dms=True)
class Chips(commands.GroupCog, group_name="chips", group_description="Your stack at a table, by colours."):
    """Chips can be changed between deals; their worth never changes."""

    def __init__(self, bot: RoomClient) -> None:
        self.room = bot.room

    @c.at_table("Your stack, laid out to be counted; only you see it.", find=_for_chips)
    async def show(self, reply: Reply, session: Session) -> None:
        await self._show_stack(reply, session)

    @c.at_table("Full stacks of a colour for chips of the next one, between deals.", find=_for_chips, colour=GIVEN)
    async def up(self, reply: Reply, session: Session, colour: Colour) -> None:
        await chips.change(session, reply.user, colour)
        await self._show_stack(reply, session)

    @c.at_table(
        "Chips of a colour for smaller ones, between deals.",
        find=_for_chips, colour=GIVEN, count="How many of them.",
    )  # fmt: skip
    async def down(self, reply: Reply, session: Session, colour: Colour, count: int = 1) -> None:
        await chips.change(session, reply.user, colour, count)
        await self._show_stack(reply, session)

    @c.at_table("Your stack, counted before everybody at the table.", find=_for_chips)
    async def count(self, reply: Reply, session: Session) -> None:
        await reply.say(await chips.count_in_public(session, reply.user))

    @c.at_table(
        "Your chips of one colour in the tubes of a rack; only you see it.",
        find=_for_chips, colour="Which chips.", capacity=TUBE,
    )  # fmt: skip
    async def rack(self, reply: Reply, session: Session, colour: Colour, capacity: Capacity = 20) -> None:
        await session.commits.settled()
        await self._show(reply, *stacks.racked(session.table, reply.user, colour, capacity))

    @app_commands.command(description="Slide a chip along a rack: which tubes are short, and how many chips there are.")
    @app_commands.describe(tubes="The chips of its five tubes: 20 20 19 20 20.", capacity=TUBE)
    async def check(self, interaction: Interaction, tubes: str, capacity: Capacity = 20) -> None:
        async with answered(interaction) as reply:
            await self._show(reply, *stacks.rack_checked(tubes, capacity))

    async def _show_stack(self, reply: Reply, session: Session) -> None:
        await session.commits.settled()
        await self._show(reply, *stacks.counted(session.table, reply.user))

    async def _show(self, reply: Reply, text: str, picture: Picture) -> None:
        await reply.show(*await self.room.render_queue.drawn(MessageContent(text, picture, alt(picture))))


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Chips(bot))
