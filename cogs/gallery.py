"""`/games`: the games by mood, and a table of one at once."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply, answered
from bot.host.controls import commands as c
from bot.host.controls.commands import RoomCog
from bot.host.controls.gamecog import LEARN, begun, not_played, table_opened, taught, waiting
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON, MENU
from bot.show.messages.builder import style_of
from bot.show.messages.page import MessageContent
from bot.show.pages import choosing, ways_in
from bot.show.pages.choosing import Found
from bot.show.words.game import Mood
from bot.table import starting
from bot.table.errors import Rejected

DESK = choosing.DESK
GONE = "That game is not here any more; `/games` shows those that are."


class Games(RoomCog):
    """Choosing a game."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.handlers.register(
            BUTTON,
            DESK,
            {
                "@page": self._turn_page,
                "@back": self._back,
                "@rules": self._rules,
                "@open": self._open,
                "@play": self._open,
                "@learn": self._open,
            },
        )
        room.handlers.register(BUTTON, ways_in.DESK, {"@games": self._front})
        menus = {"@mood": self._choose_mood, "@game": self._choose_game, "@length": self._choose_length}
        room.handlers.register(MENU, DESK, menus)

    @app_commands.command(description="What there is to play, by mood, with a picture of each game.")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def games(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await self._show(reply)

    async def _front(self, press: Press) -> None:
        await self._show(press.reply)

    async def _show(self, reply: Reply) -> None:
        content = await self._several(reply, choosing.FIRST)
        await reply.show(*await self.room.render_queue.drawn(content))

    async def _several(self, reply: Reply, mood: Mood, page: int = 0, game: str = "") -> MessageContent:
        settings = await self.room.settings.of(reply.interaction.guild_id or 0)
        return choosing.several(self.room.words, settings, mood, page, game)

    async def _one(self, reply: Reply, found: Found) -> MessageContent:
        """One game, drawn with the cards of the member who asks."""
        words = found.words
        guild = reply.interaction.guild_id
        settings = await self.room.settings.of(guild or 0)
        if not settings.allows(words.game.slug):
            raise Rejected(not_played(words, self.room.words, settings))
        if reply.user not in self.room.builder.prefs:
            await self.room.people.learn(reply.user)
        style = style_of(self.room.builder.prefs[reply.user], settings)
        return await asyncio.to_thread(  # a table is played for it
            choosing.one, found, settings, style, playable=guild is not None
        )

    async def _change(self, reply: Reply, content: MessageContent) -> None:
        """The message shows this instead."""
        content, png = await self.room.render_queue.drawn(content)
        if not await reply.edit(content, png):
            await reply.edit_later(content, png, controls=True)

    async def _choose_mood(self, press: Press) -> None:
        await self._change(press.reply, await self._several(press.reply, choosing.read_mood(press.values[0])))

    async def _choose_game(self, press: Press) -> None:
        await self._change(press.reply, await self._one(press.reply, self._meant(press.values[0])))

    async def _choose_length(self, press: Press) -> None:
        """The message keeps its picture."""
        found = self._meant(press.id.arg)
        chosen = self._meant(found._replace(length=press.values[0]).arg)
        content = await self._one(press.reply, chosen)
        if not await press.reply.edit(content, None):
            await press.reply.edit_later(content, None, controls=True)

    async def _turn_page(self, press: Press) -> None:
        await self._change(press.reply, await self._several(press.reply, *choosing.read_page(press.id.arg)))

    async def _back(self, press: Press) -> None:
        found = self._meant(press.id.arg)
        await self._change(press.reply, await self._several(press.reply, found.mood, game=found.words.game.slug))

    async def _rules(self, press: Press) -> None:
        await c.show_rules(self.room, press.reply, self._meant(press.id.arg).words)

    async def _open(self, press: Press) -> None:
        """A table is opened; **Play now** begins there at once, and **Learn it** as a lesson."""
        found = self._meant(press.id.arg)
        reply, at_once, learn = press.reply, press.id.verb == "@play", press.id.verb == "@learn"
        await reply.acknowledge()  # the message stays as it is, and is no panel of the table
        session = await table_opened(self.room, found.words, reply.interaction, reply, {**found.given, LEARN: learn})
        if at_once:
            await starting.play_now(session, reply.user)
        told = taught(session, found.words) if learn else waiting(session, found.words)
        await reply.say(begun(session) if at_once else told)

    def _meant(self, arg: str) -> Found:
        """The game that a control is about. Raises Rejected."""
        if (found := choosing.read_arg(self.room.words, arg)) is None:
            raise Rejected(GONE)
        return found


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Games(bot.room))
