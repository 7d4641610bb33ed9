"""`/table …`: sitting down and getting up, starting, pausing and closing, and the proof of a shuffle."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply
from bot.host.controls import bringing, endings, table_handlers
from bot.host.controls import commands as c
from bot.host.controls.commands import RoomGroup
from bot.host.room import RoomClient
from bot.house.player import Strength
from bot.table import buying, hosting, lobby, starting, undo, wishes
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import LOBBY, OVER, PICK

HowWell = Literal["learner", "friendly", "club"]
SEAT = "Which seat, counted from 1."
A_CLOSED_ONE_TOO = "Which table; a closed one too."


@app_commands.allowed_contexts(guilds=True, dms=True)
class Table(RoomGroup, group_name="table", group_description="Sit down, get up, start, pause, close."):
    """Everything that people do at a table besides playing."""

    # ---- seats ---------------------------------------------------------------------------

    @c.at_table(
        "Sit down at the table of this channel, or queue for it when it is full.", find=c.joinable,
        buy_in="With how many chips, in whites, where people bring what they like; the usual buy-in if left out.",
    )  # fmt: skip
    async def join(self, reply: Reply, session: Session, buy_in: str | None = None) -> None:
        amount = None if buy_in is None else buying.read_brought(session.table, buy_in)
        await reply.say_in_passing(await bringing.join(self.room, session, reply, amount))

    @c.at_table("Take over a house player's seat, between deals.", find=c.joinable, seat=SEAT)
    async def take(self, reply: Reply, session: Session, seat: int) -> None:
        name = reply.interaction.user.display_name
        c.only_for_readers(self.room, session, reply.interaction)
        before = await lobby.take(session, reply.user, name, seat - 1)
        self.room.avatars.look(session.table.guild, reply.interaction.user)
        self.room.display.seated(session, reply.user)
        await reply.say_in_passing(f"You take over the seat of {before}." if before else "You sit down.")

    @c.at_table(
        "Add a house player. For those who sit at the table, and for managers.",
        strength="How well it plays; as is usual at the table if left out.",
        player="Who; the first that is free if left out.",
    )  # fmt: skip
    async def house(self, reply: Reply, session: Session, strength: HowWell | None = None,
                    player: str | None = None) -> None:  # fmt: skip
        how_well = None if strength is None else Strength(strength)
        seat = await lobby.add_house(session, by=reply.user, manager=reply.manager, name=player, strength=how_well)
        await reply.say_in_passing(table_handlers.sits_down(session.table, seat))

    @c.at_table("Get up: after this hand if cards are in play. Again takes it back.")
    async def leave(self, reply: Reply, session: Session) -> None:
        seat = session.table.seat_of(reply.user)
        leaves = seat is not None and session.table.chairs[seat].leaving
        await reply.say(await (lobby.stay if leaves else lobby.leave)(session, reply.user))

    @c.at_table("Empty a seat, between deals. For the host and for managers.", seat=SEAT)
    async def remove(self, reply: Reply, session: Session, seat: int) -> None:
        name = session.table.chairs[seat - 1].said if 0 < seat <= len(session.table.chairs) else ""
        await hosting.remove(session, reply.user, seat - 1, reply.manager)
        await reply.say_in_passing(f"{name} does not sit at this table any more.")

    @c.at_table("Not be dealt in from the next deal on. Again takes it back.", named="sit-out")
    async def sit_out(self, reply: Reply, session: Session) -> None:
        await reply.say_in_passing(await wishes.sit_out(session, reply.user))

    @c.at_table(
        "More chips for your stack: after this hand if cards are in play.",
        amount="How many, in whites, or max; a buy-in if left out.",
        after_each_hand="On, off, or to what your stack comes up after each hand.",
    )  # fmt: skip
    async def rebuy(self, reply: Reply, session: Session, amount: str | None = None,
                    after_each_hand: str | None = None) -> None:  # fmt: skip
        if after_each_hand is not None:
            said = await buying.top_up(session, reply.user, buying.read_top_up(session.table, after_each_hand))
            if amount is None:
                await reply.say_in_passing(said)
                return
        wanted = None if amount is None else buying.read_more(session.table, reply.user, amount)
        await reply.say_in_passing(await buying.rebuy(session, reply.user, wanted))

    @c.at_table("Cut the next deal yourself; else the dealer does.")
    async def cut(self, reply: Reply, session: Session) -> None:
        await reply.say_in_passing(await wishes.ask_to_cut(session, reply.user))

    # ---- the course of the match ---------------------------------------------------------

    @c.at_table("Deal the first hand. For the host.")
    async def start(self, reply: Reply, session: Session) -> None:
        await starting.start(session, reply.user, reply.manager)
        self.room.planner.wake()
        await reply.say_in_passing("The cards are dealt." if session.table.night is None else "The night begins.")

    @c.at_table("Deal the next hand at once.")
    async def next(self, reply: Reply, session: Session) -> None:
        if session.table.hosts(reply.user) or reply.manager:
            await starting.next_deal(session, reply.user)
            await reply.say_in_passing("The cards are dealt.")
        else:
            await reply.say_in_passing(await starting.say_next(session, reply.user))

    @c.at_table("Another match with the same people. For the host.")
    async def rematch(self, reply: Reply, session: Session) -> None:
        if session.table.phase not in (OVER, PICK):  # at a night the next game is named, and the start says by whom
            raise Rejected("Nothing has been played yet; press Start." if session.table.phase == LOBBY else
                           "A rematch can begin when this match is over.")  # fmt: skip
        await starting.start(session, reply.user, reply.manager)
        await reply.say_in_passing("A new match: the cards are dealt.")

    @c.at_table("Stop all clocks. For the host.")
    async def pause(self, reply: Reply, session: Session) -> None:
        await hosting.pause(session, table_handlers.paused_by(reply), reply.user, reply.manager)
        await reply.say_in_passing("The table is paused.")

    @c.at_table("Go on after a pause.")
    async def resume(self, reply: Reply, session: Session) -> None:
        await hosting.resume(session, reply.user)
        await reply.say_in_passing("The table goes on.")

    @c.at_table("Make the running deal void: all stacks are as when it began. For managers.")
    async def void(self, reply: Reply, session: Session) -> None:
        await endings.ask_to_void(session, reply)

    @c.at_table("Close the table, after this hand if cards are in play; again takes it back. For the host.")
    async def close(self, reply: Reply, session: Session) -> None:
        await endings.close_or_keep(session, reply)

    @c.at_table("Hand the host's part on to somebody else at the table.", member="Who is to be the host.")
    async def host(self, reply: Reply, session: Session, member: discord.Member | discord.User) -> None:
        name = await hosting.hand_over(session, reply.user, member.id, reply.manager)
        await reply.say_in_passing(f"{name} is the host of this table now.")

    @c.at_table(
        "Ask to take your last move back; the others must agree.", answer="What you say when somebody else asks."
    )
    async def undo(self, reply: Reply, session: Session, answer: Literal["agree", "refuse"] | None = None) -> None:
        if answer is None:
            await reply.say_in_passing(await undo.propose(session, reply.user))
        else:
            await reply.say_in_passing(await undo.answer(session, reply.user, answer == "agree"))

    # ---- looking -------------------------------------------------------------------------

    @c.at_table("Post the table again, at the bottom of the channel.")
    async def show(self, reply: Reply, session: Session) -> None:
        await self.room.display.show_afresh(session)
        await reply.say(f"The table is in <#{session.table.posted.place}>.")

    @c.at_table(
        "The proof that a deal was not arranged: its commit, and later its deal file.",
        find=c.kept_table, option=c.KeptTable, which=A_CLOSED_ONE_TOO,
        deal="Which deal of the table; the newest that may be shown if you leave it out.",
    )  # fmt: skip
    async def proof(self, reply: Reply, kept: str, deal: int | None = None) -> None:
        await c.show_proof(self.room, reply, kept, deal)

    @c.at_table(
        "Look on: the table's picture, for you alone, kept up to date.",
        find=c.in_sight, option=c.TableInSight, which="Which table.",
        where="Here for a quarter of an hour, or by direct message.",
    )  # fmt: skip
    async def watch(self, reply: Reply, session: Session, where: Literal["here", "direct message"] = "here") -> None:
        said = await self.room.display.watch(session, reply, by_message=where != "here")
        if said:
            await reply.say(said)

    @c.at_table(
        "See a match that is over again, move by move.",
        find=c.kept_table, option=c.KeptTable, which=A_CLOSED_ONE_TOO,
        match="Which match of the table, counted from 1; the newest if you leave it out.",
    )  # fmt: skip
    async def replay(self, reply: Reply, kept: str, match: int | None = None) -> None:
        await c.show_replay(self.room, reply, kept, None, match)

    @c.at_table(
        "Poker hands as a file for other programs (PHH), once their match is over.",
        find=c.kept_table, option=c.KeptTable, which=A_CLOSED_ONE_TOO,
        match="Which match of the table, counted from 1; all that are over if you leave it out.",
    )  # fmt: skip
    async def phh(self, reply: Reply, kept: str, match: int | None = None) -> None:
        await c.show_histories(self.room, reply, kept, match)

    # ---- autocomplete --------------------------------------------------------------------

    @take.autocomplete("seat")
    async def _house_seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, current, houses=True)

    @remove.autocomplete("seat")
    async def _taken_seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self._seats(interaction, current, houses=False)

    @house.autocomplete("player")
    async def _house_players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            session = await c.table_of(self.room, interaction, getattr(interaction.namespace, "table", None))
        except Rejected:
            return []
        return c.house_choices(session, str(current or "")) if await c.settles_soon(session) else []

    async def _seats(self, interaction: Interaction, current: str, *, houses: bool) -> list[app_commands.Choice[int]]:
        try:
            find = c.joinable if houses else c.table_of
            session = await find(self.room, interaction, getattr(interaction.namespace, "table", None))
        except Rejected:
            return []
        return c.seat_choices(session, str(current or ""), houses=houses) if await c.settles_soon(session) else []


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Table(bot.room))
