"""`/deal …`: the proof of a shuffle."""

from __future__ import annotations

from discord import app_commands

from bot.host.calls.reply import Reply
from bot.host.controls import commands as c
from bot.host.controls.commands import RoomGroup
from bot.host.room import RoomClient

from .table import A_CLOSED_ONE_TOO


@app_commands.allowed_contexts(guilds=True, dms=True)
class Dealt(RoomGroup, group_name="deal", group_description="The proof of a shuffle."):
    """What was sealed before a deal is opened after it."""

    @c.at_table("The newest proof that may be shown, and how to check it.", find=c.kept_table, which=A_CLOSED_ONE_TOO)
    async def verify(self, reply: Reply, kept: str) -> None:
        await c.show_proof(self.room, reply, kept, None)

    @c.at_table(
        "The proof of one deal; until it is over only what was sealed.",
        find=c.kept_table, which=A_CLOSED_ONE_TOO, number="Which deal of the table, counted from 1.",
    )  # fmt: skip
    async def proof(self, reply: Reply, kept: str, number: int) -> None:
        await c.show_proof(self.room, reply, kept, number)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Dealt(bot.room))
