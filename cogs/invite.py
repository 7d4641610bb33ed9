"""**Invite to my table**, on a person's context menu: they are told, with a button to sit down."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply, answered
from bot.host.controls import commands as c
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.components import Button
from bot.show.controls.control_id import BUTTON, button_id
from bot.show.controls.table_controls import join_button
from bot.show.words import played
from bot.store import bars
from bot.table import hosting, money
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.session import Session
from bot.table.state import CLOSED

DESK = "invite"
AGAIN_MS = 10 * 60_000
"""Nobody is called to the same table twice within this time."""
MOST_TABLES = 5
"""How many buttons stand in a row."""


class Invitations:
    """Who is invited to which table, and when they were."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._called: dict[tuple[str, int], int] = {}
        room.handlers.register(BUTTON, DESK, {"@to": self._chosen})

    async def invite(self, interaction: Interaction, member: discord.Member | discord.User) -> None:
        """Invite somebody to the asker's table; where they sit at several they are asked which one."""
        async with answered(interaction) as reply:
            if member.id == reply.user:
                raise Rejected("You cannot invite yourself.")
            if member.bot:
                raise Rejected(f"{escaped(member.display_name)} is a bot and plays no cards.")
            if not isinstance(member, discord.Member):
                raise Rejected(f"{escaped(member.display_name)} is not in this server.")
            await c.recall(self.room, interaction)
            own = c.own_tables(self.room, interaction)
            if not own:
                raise Rejected("You sit at no table on this server; open one with a game's command, or join one.")
            own = [s for s in own if c.lacks_to_read(self.room, s, member) is None]
            if not own:
                raise Rejected(f"{member.mention} cannot see the channel of your table.")
            if len(own) == 1:
                await self._call(reply, own[0], member.id)
                return
            names = await c.names_of(self.room, own[-MOST_TABLES:])
            row = tuple(Button(button_id(DESK, 0, "@to", f"{id}.{member.id}"), name) for id, name in names.items())
            await reply.say(f"To which table do you invite {member.mention}?", rows=(row,))

    async def _chosen(self, press: Press) -> None:
        id, _, user = press.id.arg.partition(".")
        if not user.isdecimal():
            raise press.unknown
        session = await self.room.find(id)
        await self.room.members.admit(press.reply.interaction, session.table.guild)
        await self._call(press.reply, session, int(user))

    async def _call(self, reply: Reply, session: Session, user: int) -> None:
        """Tell somebody in the channel. Raises Rejected."""
        await session.commits.settled()
        if session.table.phase == CLOSED or session.table.seat_of(reply.user) is None:
            raise Rejected("You do not sit at this table.")
        if session.table.seat_of(user) is not None:
            raise Rejected(f"<@{user}> sits at your table already.")
        if session.table.seats[-1] == 1 or session.table.taught:
            raise Rejected("This table is for one alone.")
        if await hosting.let_back(session, reply.user, user, reply.manager):
            self._called.pop((session.id, user), None)
        now = self.room.now()
        if await self.room.store.read(bars.until, session.table.guild, user, now) is not None:
            raise Rejected(f"<@{user}> may not sit down at this server's tables now.")
        self._called = {who: at for who, at in self._called.items() if now - at < AGAIN_MS}
        if (session.id, user) in self._called:
            raise Rejected(f"<@{user}> has been invited to this table already; give them some minutes.")
        self._called[session.id, user] = now
        table = session.table
        what = table.game.title if table.night is None else f"**{escaped(table.night.name)}**"
        where = f"<#{table.posted.place}>"
        text = f"<@{user}>, <@{reply.user}> invites you to {what}, in {where}."
        if table.night is None:
            words = self.room.words[table.game.slug]
            text += f"\n{played.line(words, table.options, money.buy_in(table) if table.for_chips else None)}"
        await reply.say_to_all(text, ping=[user], rows=(tuple(join_button(session.table)),))
        await reply.say(f"<@{user}> is invited.")


async def setup(bot: RoomClient) -> None:
    invitations = Invitations(bot.room)

    async def invite(interaction: Interaction, member: discord.Member | discord.User) -> None:
        await invitations.invite(interaction, member)

    bot.tree.add_command(
        app_commands.ContextMenu(
            name="Invite to my table",
            callback=invite,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
        )
    )
