"""`/prefs`: how somebody likes their cards, where they want their hand, and when they are reminded."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply, answered
from bot.host.controls.commands import RoomCog
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON, MENU
from bot.show.messages.builder import style_of
from bot.show.messages.page import MessageContent
from bot.show.pages import choices, ways_in
from bot.store import prefs
from bot.store.prefs import Chosen


class Preferences(RoomCog):
    """Everybody's own choices; the picture that all see follows the server's."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.handlers.register(BUTTON, ways_in.DESK, {"@settings": self._front})
        menus = {f"@{name}": self._choose for name in choices.CHOICES}
        room.handlers.register(MENU, choices.DESK, menus)

    @app_commands.command(description="How your cards look, where you see them, when you are reminded.")
    @app_commands.describe(
        deck="The colours of the suits.",
        cards="Compact faces have one big rank and suit: good on a small screen.",
        hands="Where your private panel is: in a direct message, or behind My hand.",
        reminders="When you are reminded of your turn: at once, after a third of the time, or never.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def prefs(
        self, interaction: Interaction,
        deck: Literal["four colours", "two colours", "as the server has it"] | None = None,
        cards: Literal["full faces", "compact faces", "as the server has it"] | None = None,
        hands: Literal["by direct message", "on the table"] | None = None,
        reminders: Literal["at once", "later", "never"] | None = None,
    ) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            wanted: Chosen = {}
            typed = {"deck": deck, "cards": cards, "hands": hands, "reminders": reminders}
            for name, said in typed.items():
                if said is not None:
                    wanted.update(choices.CHOICES[name].value(said).sets)
            await self._show(reply, wanted)

    async def _front(self, press: Press) -> None:
        await self._show(press.reply, {})

    async def _show(self, reply: Reply, wanted: Chosen) -> None:
        await reply.show(*await self.room.render_queue.drawn(await self._panel(reply, wanted)))

    async def _choose(self, press: Press) -> None:
        """Something was chosen, by the name of its value: it holds at once, and the same message shows it."""
        wanted = choices.CHOICES[press.id.verb.removeprefix("@")].value(press.values[0]).sets
        content, png = await self.room.render_queue.drawn(await self._panel(press.reply, wanted))
        if not await press.reply.edit(content, png):
            await press.reply.edit_later(content, png, controls=True)

    async def _panel(self, reply: Reply, wanted: Chosen) -> MessageContent:
        """The asker's choices as they stand when these are made."""
        if wanted:
            await self.room.prefer(reply.user, wanted)
        elif reply.user not in self.room.builder.prefs:
            await self.room.people.learn(reply.user)
        chosen = await self.room.store.read(prefs.of_person, reply.user)
        settings = await self.room.settings.of(reply.interaction.guild_id or 0)
        style = style_of(self.room.builder.prefs[reply.user], settings)
        resting = self.room.people.direct.rests
        return choices.panel(chosen, wanted, style, resting=resting, manager=reply.manager)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Preferences(bot.room))
