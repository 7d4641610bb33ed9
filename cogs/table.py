"""`/table …`: sitting down and getting up, starting, pausing and closing, and the proof of a shuffle."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.amounts import whites
from bot.host import commands as c
from bot.host import presses
from bot.host.reply import answered
from bot.host.room import RoomClient
from bot.table import lobby, undo
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.session import LOBBY, OVER, PICK

Interaction = discord.Interaction[Any]


@app_commands.allowed_contexts(guilds=True, dms=True)
class Table(commands.GroupCog, group_name="table", group_description="Sit down, get up, start, pause, close."):
    """Everything that people do at a table besides playing."""

    def __init__(self, bot: RoomClient) -> None:
        self.bot = bot
        self.room = bot.room

    # ---- seats ---------------------------------------------------------------------------

    @app_commands.command(description="Sit down at the table of this channel, or queue for it when it is full.")
    @app_commands.describe(table=c.WHICH)
    async def join(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.joinable(self.room, interaction, table)
            await reply.say(await presses.join(self.room, session, reply))

    @app_commands.command(description="Take over a house player's seat, between deals.")
    @app_commands.describe(seat="Which seat, counted from 1.", table=c.WHICH)
    async def take(self, interaction: Interaction, seat: int, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.joinable(self.room, interaction, table)
            name = interaction.user.display_name
            before = await lobby.take(session, reply.user, name, seat - 1)
            self.room.display.seated(session, reply.user)
            await reply.say(f"You take over the seat of {before}." if before else "You sit down.")

    @app_commands.command(description="Add a house player. For those who sit at the table, and for managers.")
    @app_commands.describe(table=c.WHICH)
    async def house(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            seat = await lobby.add_house(session, by=reply.user, manager=reply.manager)
            await reply.say(f"{session.chairs[seat].said} sits down for the house.")

    @app_commands.command(description="Get up: after this hand if cards are in play. Again takes it back.")
    @app_commands.describe(table=c.WHICH)
    async def leave(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await reply.say(await lobby.leave(session, reply.user))

    @app_commands.command(description="Empty a seat, between deals. For the host and for managers.")
    @app_commands.describe(seat="Which seat, counted from 1.", table=c.WHICH)
    async def remove(self, interaction: Interaction, seat: int, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            name = session.chairs[seat - 1].said if 0 < seat <= len(session.chairs) else ""
            await lobby.remove(session, reply.user, seat - 1, reply.manager)
            await reply.say(f"{name} does not sit at this table any more.")

    @app_commands.command(name="sit-out", description="Not be dealt in from the next deal on. Again takes it back.")
    @app_commands.describe(table=c.WHICH)
    async def sit_out(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await reply.say(await lobby.sit_out(session, reply.user))

    @app_commands.command(description="Another buy-in for a small stack, between deals.")
    @app_commands.describe(table=c.WHICH)
    async def rebuy(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await reply.say(f"You buy {whites(await lobby.rebuy(session, reply.user))} play chips.")

    # ---- the course of the match ---------------------------------------------------------

    @app_commands.command(description="Deal the first hand. For the host.")
    @app_commands.describe(table=c.WHICH)
    async def start(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await lobby.start(session, reply.user, reply.manager)
            await reply.say("The cards are dealt." if session.night is None else "The night begins.")

    @app_commands.command(description="Deal the next hand at once.")
    @app_commands.describe(table=c.WHICH)
    async def next(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await lobby.next_deal(session, reply.user)
            await reply.say("The cards are dealt.")

    @app_commands.command(description="Another match with the same people. For the host.")
    @app_commands.describe(table=c.WHICH)
    async def rematch(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            if session.phase not in (OVER, PICK):  # at a night the next game is named, and the start says by whom
                raise Rejected("Nothing has been played yet; press Start." if session.phase == LOBBY else
                         "A rematch can begin when this match is over.")  # fmt: skip
            await lobby.start(session, reply.user, reply.manager)
            await reply.say("A new match: the cards are dealt.")

    @app_commands.command(description="Stop all clocks. For the host.")
    @app_commands.describe(table=c.WHICH)
    async def pause(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            why = f"{escaped(interaction.user.display_name)} has paused it; press **Go on** to play on."
            await lobby.pause(session, why, reply.user, reply.manager)
            await reply.say("The table is paused.")

    @app_commands.command(description="Go on after a pause.")
    @app_commands.describe(table=c.WHICH)
    async def resume(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await lobby.resume(session, reply.user)
            await reply.say("The table goes on.")

    @app_commands.command(description="Make the running deal void: all stacks are as when it began. For managers.")
    @app_commands.describe(table=c.WHICH)
    async def void(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            if not reply.manager:
                raise Rejected("Only somebody who manages this server can make a deal void.")
            await lobby.void(session)
            await reply.say("The deal is void; all stacks are as when it began.")

    @app_commands.command(description="Close the table; everybody's chips go back to the bank. For the host.")
    @app_commands.describe(table=c.WHICH)
    async def close(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await lobby.close(session, reply.user, reply.manager)
            await reply.say("The table is closed, and all chips are back in the bank.")

    @app_commands.command(description="Hand the host's part on to somebody else at the table.")
    @app_commands.describe(member="Who is to be the host.", table=c.WHICH)
    async def host(self, interaction: Interaction, member: discord.Member | discord.User,
                   table: str | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            name = await lobby.hand_over(session, reply.user, member.id, reply.manager)
            await reply.say(f"{name} is the host of this table now.")

    @app_commands.command(description="Ask to take your last move back; the others must agree.")
    @app_commands.describe(answer="What you say when somebody else asks.", table=c.WHICH)
    async def undo(self, interaction: Interaction, answer: Literal["agree", "refuse"] | None = None,
                   table: str | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            if answer is None:
                await reply.say(await undo.propose(session, reply.user))
            else:
                await reply.say(await undo.answer(session, reply.user, answer == "agree"))

    # ---- looking -------------------------------------------------------------------------

    @app_commands.command(description="Post the table again, at the bottom of the channel.")
    @app_commands.describe(table=c.WHICH)
    async def show(self, interaction: Interaction, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            session = await c.table_of(self.room, interaction, table)
            await self.room.display.show_afresh(session)
            await reply.say(f"The table is in <#{session.thread or session.channel}>.")

    @app_commands.command(description="The proof that a deal was not arranged: its commit, and later its deal file.")
    @app_commands.describe(deal="Which deal of the table; the newest that may be shown if you leave it out.",
                           table="Which table; a closed one too.")  # fmt: skip
    async def proof(self, interaction: Interaction, deal: int | None = None, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            await c.show_proof(self.room, reply, await c.kept_table(self.room, interaction, table), deal)

    @app_commands.command(description="Look on: the table's picture, for you alone, kept up to date.")
    @app_commands.describe(where="Here for a quarter of an hour, or by direct message.", table="Which table.")
    async def watch(self, interaction: Interaction, where: Literal["here", "direct message"] = "here",
                    table: str | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await c.in_sight(self.room, interaction, table)
            said = await self.room.display.watch(session, reply, by_message=where != "here")
            if said:
                await reply.say(said)

    @app_commands.command(description="See a match that is over again, move by move.")
    @app_commands.describe(match="Which match of the table, counted from 1; the newest if you leave it out.",
                           table="Which table; a closed one too.")  # fmt: skip
    async def replay(self, interaction: Interaction, match: int | None = None, table: str | None = None) -> None:
        async with answered(interaction) as reply:
            await c.show_replay(self.room, reply, await c.kept_table(self.room, interaction, table), None, match)

    @watch.autocomplete("table")
    async def _tables_in_sight(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await c.sights(self.room, interaction, current)

    # ---- autocomplete --------------------------------------------------------------------

    @join.autocomplete("table")
    @take.autocomplete("table")
    @house.autocomplete("table")
    @leave.autocomplete("table")
    @remove.autocomplete("table")
    @sit_out.autocomplete("table")
    @rebuy.autocomplete("table")
    @start.autocomplete("table")
    @next.autocomplete("table")
    @rematch.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @host.autocomplete("table")
    @undo.autocomplete("table")
    @void.autocomplete("table")
    @close.autocomplete("table")
    @show.autocomplete("table")
    @proof.autocomplete("table")
    @replay.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await c.table_choices(self.room, interaction, current)

    @take.autocomplete("seat")
    async def _house_seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, current, houses=True)

    @remove.autocomplete("seat")
    async def _taken_seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, current, houses=False)

    async def _seats(self, interaction: Interaction, current: str, *, houses: bool) -> list[app_commands.Choice[int]]:
        try:
            find = c.joinable if houses else c.table_of
            session = await find(self.room, interaction, getattr(interaction.namespace, "table", None))
        except Rejected:
            return []
        return c.seat_choices(session, str(current or ""), houses=houses) if await c.settles_soon(session) else []


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Table(bot))
