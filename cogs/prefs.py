"""`/prefs`: how somebody likes their cards, where they want their hand, and when and where they are reminded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from discord import app_commands

from bot.games.poker.sizing import BadSize, read_own
from bot.host.calls.client import Interaction
from bot.host.calls.forms import modal
from bot.host.calls.reply import Reply, answered
from bot.host.controls.commands import RoomCog
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON, FORM, MENU, form_id
from bot.show.messages.builder import style_of
from bot.show.messages.page import MessageContent
from bot.show.pages import choices, ways_in
from bot.store import prefs
from bot.store.prefs import Chosen
from bot.table.errors import Rejected


class Preferences(RoomCog):
    """Everybody's own choices; the picture that all see follows the server's."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.handlers.register(BUTTON, ways_in.DESK, {"@settings": self._front})
        room.handlers.register(BUTTON, choices.DESK, {choices.TURN: self._turn, choices.SIZES: self._ask_sizes})
        room.handlers.register(FORM, choices.DESK, {choices.SIZES: self._sized})
        menus = {f"@{name}": self._choose for name in choices.CHOICES}
        room.handlers.register(MENU, choices.DESK, menus)

    @app_commands.command(description="How your cards look, where you see them, when you are reminded.")
    @app_commands.describe(
        deck="The colours of the suits.",
        cards="Compact faces have one big rank and suit: good on a small screen.",
        hands="Where your private panel is: in a direct message, or behind My hand.",
        moves="Whether a line tells you what a move is when you can make it for the first time.",
        reminders="When you are reminded of your turn: at once, after a third of the time, or never.",
        nights="Where you are reminded of nights that you come to.",
        confirm="When a call, bet or raise that is all-in asks for a second press.",
        before_flop="Up to five sizes on your buttons at poker, like 2.5x 3x pot; usual for the usual ones.",
        after_flop="Up to five sizes on your buttons at poker, like 33% 50% pot all; usual for the usual ones.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def prefs(
        self, interaction: Interaction,
        deck: Literal["four colours", "two colours", "as the server has it"] | None = None,
        cards: Literal["full faces", "compact faces", "as the server has it"] | None = None,
        hands: Literal["by direct message", "on the table"] | None = None,
        moves: Literal["told once", "not told"] | None = None,
        reminders: Literal["at once", "later", "never"] | None = None,
        nights: Literal["in the channel", "by direct message", "never"] | None = None,
        confirm: Literal["above half of a buy-in", "always", "never"] | None = None,
        before_flop: str | None = None,
        after_flop: str | None = None,
    ) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            wanted: Chosen = {}
            typed = {"deck": deck, "cards": cards, "hands": hands, "moves": moves, "reminders": reminders,
                     "nights": nights, "confirm": confirm}  # fmt: skip
            given = {name: said for name, said in typed.items() if said is not None}
            for name, said in given.items():
                wanted.update(choices.CHOICES[name].value(said).sets)
            page = choices.page_of(given)
            if sizes := _sizes({"sizes_before": before_flop, "sizes_after": after_flop}):
                wanted.update(sizes)
                page = page if given else choices.BETTING
            await self._show(reply, wanted, page)

    async def _front(self, press: Press) -> None:
        await self._show(press.reply, {}, choices.FRONT)

    async def _show(self, reply: Reply, wanted: Chosen, page: str) -> None:
        await reply.show(*await self.room.render_queue.drawn(await self._panel(reply, wanted, page)))

    async def _choose(self, press: Press) -> None:
        """Something was chosen, by the name of its value: it holds at once, and the same message shows it."""
        name = press.id.verb.removeprefix("@")
        wanted = choices.CHOICES[name].value(press.values[0]).sets
        await self._show_there(press.reply, wanted, choices.page_of([name]))

    async def _turn(self, press: Press) -> None:
        """Another page of the panel."""
        pages, number = [*choices.PAGES], press.id.number
        if number is None or number >= len(pages):
            raise press.unknown
        await self._show_there(press.reply, {}, pages[number])

    async def _ask_sizes(self, press: Press) -> None:
        """The form for sizes of bets."""
        chosen = await self.room.store.read(prefs.of_person, press.reply.user)
        await press.reply.ask(modal(choices.sizes_form(chosen), form_id(choices.DESK, 0, choices.SIZES)))

    async def _sized(self, press: Press) -> None:
        """Sizes were typed into it: they hold at once, and the panel tells them."""
        typed = {key: text for key, text in press.entered.items() if isinstance(text, str)}
        await self._show_there(press.reply, _sizes(typed), choices.BETTING)

    async def _show_there(self, reply: Reply, wanted: Chosen, page: str) -> None:
        """In the message that was pressed."""
        content, png = await self.room.render_queue.drawn(await self._panel(reply, wanted, page))
        if not await reply.edit(content, png):
            await reply.edit_later(content, png, controls=True)

    async def _panel(self, reply: Reply, wanted: Chosen, page: str) -> MessageContent:
        """A page of the asker's choices as they stand when these are made."""
        if wanted:
            await self.room.prefer(reply.user, wanted)
        elif reply.user not in self.room.builder.prefs:
            await self.room.people.learn(reply.user)
        chosen = await self.room.store.read(prefs.of_person, reply.user)
        settings = await self.room.settings.of(reply.interaction.guild_id or 0)
        style = style_of(self.room.builder.prefs[reply.user], settings)
        resting = self.room.people.direct.rests
        return choices.panel(chosen, wanted, style, page, resting=resting, manager=reply.manager)


def _sizes(typed: Mapping[str, str | None]) -> Chosen:
    """Sizes of bets as they are kept; those that were not typed are left out. Raises Rejected."""
    found: Chosen = {}
    try:
        if (before := typed.get("sizes_before")) is not None:
            found["sizes_before"] = _own(before)
        if (after := typed.get("sizes_after")) is not None:
            found["sizes_after"] = _own(after)
    except BadSize as bad:
        raise Rejected(str(bad)) from None
    return found


def _own(typed: str) -> str | None:
    """None for the usual ones."""
    return None if typed.strip().lower() == "usual" else read_own(typed) or None


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Preferences(bot.room))
