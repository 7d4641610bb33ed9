"""`/hands`: one's last hands, each to be seen again, exported or shared, and how one plays."""

from __future__ import annotations

import io
from typing import Literal

import discord
from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply, answered, server_of
from bot.host.controls import commands as c
from bot.host.controls.commands import KeptTable, RoomCog
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON, MENU
from bot.show.messages.builder import style_of
from bot.show.messages.page import MessageContent
from bot.show.pages import hands as pages
from bot.show.pages.hands import Asked, Kept, Listed, State
from bot.store import hands, upkeep
from bot.store.hands import Wanted
from bot.table.errors import Rejected
from bot.table.names import MEMBER, visible
from card_art import scene as art

DESK = pages.DESK
STILL_READ = "-# Hands of before are still being read from the log; look again in a while."
NOT_HERE = "You may not write in this channel, so nothing is posted."


class Hands(RoomCog):
    """What a member was dealt, alone for them but for what they share."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        buttons = {
            "@page": self._turn, "@replay": self._replay, "@move": self._move, "@phh": self._phh,
            "@night": self._phh_of_table, "@share": self._ask_to_share, "@post": self._post, "@figures": self._figures,
            "@sums": self._sums,
        }  # fmt: skip
        room.handlers.register(BUTTON, DESK, buttons)
        room.handlers.register(MENU, DESK, {"@hand": self._choose})

    @app_commands.command(description="Your last hands of poker, to see again or share; and how you play.")
    @app_commands.describe(
        pot="Only pots of at least this many big blinds.", showdown="Only hands that ended like this.",
        show="The hands, or figures of how you play.", player="Somebody else's figures, from hands you both played.",
        table="Only of this table or night.",
    )  # fmt: skip
    @app_commands.allowed_contexts(guilds=True)
    async def hands(
        self, interaction: Interaction, pot: app_commands.Range[int, 1, 1000] | None = None,
        showdown: Literal["any", "won", "lost", "none"] | None = None,
        show: Literal["hands", "figures"] = "hands", player: discord.User | None = None,
        table: KeptTable | None = None,
    ) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            guild = server_of(interaction)
            at = await c.kept_table(self.room, interaction, table) if table else ""
            if show == "figures" or player is not None:
                other = player if player is not None and player.id != reply.user else None
                name = (other or interaction.user).display_name
                await self._sum_up(reply, Asked(at, other.id if other else 0), name)
                return
            found = await self._listed(guild, reply.user, State(0, Wanted(pot or 0, showdown or "", at)))
            await reply.say(found.text, rows=found.rows)

    async def _listed(self, guild: int, user: int, state: State) -> Listed:
        found = await pages.listed(self.room.store, guild, user, state)
        if guild in await self.room.store.read(upkeep.due, self.room.store.cluster, "hands"):
            return found._replace(text=f"{found.text}\n{STILL_READ}")
        return found

    async def _turn(self, press: Press) -> None:
        await self._change(press, State.read(press.id.arg))

    async def _choose(self, press: Press) -> None:
        await self._change(press, State.read(press.id.arg)._replace(chosen=press.values[0]))

    async def _change(self, press: Press, state: State) -> None:
        found = await self._listed(server_of(press.reply.interaction), press.user, state)
        await press.reply.change(found.text, rows=found.rows)

    # ---- one hand ------------------------------------------------------------------------

    async def _kept(self, press: Press, deal: str) -> Kept:
        return await pages.kept(self.room.store, server_of(press.reply.interaction), press.user, deal)

    async def _style(self, press: Press) -> art.Style:
        if press.user not in self.room.builder.prefs:
            await self.room.people.learn(press.user)
        settings = await self.room.settings.of(server_of(press.reply.interaction))
        return style_of(self.room.builder.prefs[press.user], settings)

    async def _replay(self, press: Press) -> None:
        kept = await self._kept(press, press.id.arg)
        content = pages.frame(kept, 0, self.room.words[kept.game.slug], await self._style(press))
        await press.reply.acknowledge()  # the list stays as it is
        await press.reply.show(*await self.room.render_queue.drawn(content))

    async def _move(self, press: Press) -> None:
        deal, move = pages.read_frame(press.id.arg)
        kept = await self._kept(press, deal)
        content = pages.frame(kept, move, self.room.words[kept.game.slug], await self._style(press))
        content, png = await self.room.render_queue.drawn(content)
        if not await press.reply.edit(content, png):
            await press.reply.edit_later(content, png, controls=True)

    async def _phh(self, press: Press) -> None:
        kept = await self._kept(press, press.id.arg)
        data = pages.phh(kept)
        await press.reply.acknowledge()
        told = "The hand in PHH, with your cards; amounts are hundredths of a white."
        await press.reply.say(told, files=[discord.File(io.BytesIO(data), f"{kept.hand.deal}.phh")])

    async def _phh_of_table(self, press: Press) -> None:
        kept = await self._kept(press, press.id.arg)
        await press.reply.acknowledge()
        await c.show_histories(self.room, press.reply, kept.hand.table, None)

    async def _ask_to_share(self, press: Press) -> None:
        kept = await self._kept(press, press.id.arg)
        question = pages.share_question(kept.hand.deal, kept.hand.cards)
        await press.reply.acknowledge()
        await press.reply.say_in_passing(question.text, rows=question.rows)

    async def _post(self, press: Press) -> None:
        reply, (deal, cards) = press.reply, pages.read_frame(press.id.arg)
        if not _may_write(reply.interaction):
            raise Rejected(NOT_HERE)
        kept = await self._kept(press, deal)
        await reply.acknowledge()
        name = visible(reply.interaction.user.display_name, MEMBER)
        settings = await self.room.settings.of(server_of(reply.interaction))
        style = art.Style(settings.four_colour, settings.compact)
        content = pages.shared(kept, name, self.room.words[kept.game.slug], style, cards=bool(cards))
        await reply.show_to_all(*await self.room.render_queue.drawn(content))
        await reply.vanish()

    # ---- figures -------------------------------------------------------------------------

    async def _figures(self, press: Press) -> None:
        await press.reply.acknowledge()
        await self._sum_up(press.reply, Asked.read(press.id.arg), press.reply.interaction.user.display_name)

    async def _sums(self, press: Press) -> None:
        """The message shows the figures of another place."""
        asked, reply = Asked.read(press.id.arg), press.reply
        name = reply.interaction.user.display_name
        if asked.other:
            name = await self.room.store.read(hands.name_of, server_of(reply.interaction), asked.other)
        found = await self._summary(reply, asked, name)
        if isinstance(found, Listed):
            await reply.acknowledge()
            await reply.say_in_passing(found.text)
            return
        content, png = await self.room.render_queue.drawn(found)
        if not await reply.edit(content, png):
            await reply.edit_later(content, png, controls=True)

    async def _sum_up(self, reply: Reply, asked: Asked, name: str) -> None:
        found = await self._summary(reply, asked, name)
        if isinstance(found, Listed):
            await reply.say(found.text, rows=found.rows)
        else:
            await reply.show(*await self.room.render_queue.drawn(found))

    async def _summary(self, reply: Reply, asked: Asked, name: str) -> MessageContent | Listed:
        guild, whose = server_of(reply.interaction), asked.other or reply.user
        faces = await self.room.avatars.of(guild, [whose])
        return await pages.summary(
            self.room.store, guild, reply.user, asked, visible(name, MEMBER), faces.get(whose, "")
        )


def _may_write(interaction: Interaction) -> bool:
    may, thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    return may.send_messages_in_threads if thread else may.send_messages


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Hands(bot.room))
