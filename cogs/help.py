"""`/help`: what this is, and the ways into it."""

from __future__ import annotations

from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import answered
from bot.host.controls import commands as c
from bot.host.controls.commands import RoomCog
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON, MENU
from bot.show.pages import ways_in


class Help(RoomCog):
    """One message; each of its buttons does what a command does."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.handlers.register(BUTTON, ways_in.DESK, {"@tables": self._tables, "@rules": self._rules})
        room.handlers.register(MENU, ways_in.DESK, {"@rules": self._choose_rules})

    @app_commands.command(description="What this is, and where to begin.")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            in_a_server = interaction.guild_id is not None
            text, rows = ways_in.front(len(self.room.words), in_a_server=in_a_server)
            await reply.say(text, rows=rows)

    async def _tables(self, press: Press) -> None:
        interaction = press.reply.interaction
        await c.recall(self.room, interaction)
        own = [s for s in await c.their_tables(self.room, interaction) if await c.settles_soon(s)]
        await press.reply.say(ways_in.own_tables([c.own_table(s, press.user) for s in own]))

    async def _rules(self, press: Press) -> None:
        text, rows = ways_in.rules_of(self.room.words)
        await press.reply.say(text, rows=rows)

    async def _choose_rules(self, press: Press) -> None:
        words = self.room.words[c.game_named(self.room, press.values[0])]
        await c.show_rules(self.room, press.reply, words)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Help(bot.room))
