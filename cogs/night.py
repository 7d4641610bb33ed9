"""`/night …`: an evening of dealer's choice, from its announcement to who owes whom."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from weakref import WeakValueDictionary

import discord
from discord import app_commands

from bot.engine.amounts import read_amount, whites
from bot.games.catalog import GAMES
from bot.host import whomay
from bot.host.calls import calendar
from bot.host.calls.client import Interaction
from bot.host.calls.permissions import Place
from bot.host.calls.refusals import why
from bot.host.calls.reply import Reply, answered, server_of
from bot.host.controls import commands as c
from bot.host.controls import endings, night_handlers, table_handlers
from bot.host.controls.commands import RoomGroup
from bot.host.controls.gamecog import tell_if_hidden, thread_of_its_own, where_a_table_may_be
from bot.host.handlers import Press
from bot.host.messages import announcements
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON
from bot.show.messages import invitations, night_results
from bot.show.messages.alt import alt
from bot.show.messages.page import MessageContent
from bot.show.pages import ways_in
from bot.store import Night as Record
from bot.store import StoreError, Work, nights
from bot.store.nights import EARLY_MS
from bot.table import buying, lobby, night, picking, wishes
from bot.table.errors import Rejected
from bot.table.names import escaped, visible
from bot.table.night_state import CHOICES, LEAST_BUY_IN, TERMS, Night
from bot.table.session import Session
from bot.table.settings import Settings

USUAL_NAME = "Game night"


@app_commands.allowed_contexts(guilds=True)
class NightCog(RoomGroup, group_name="night", group_description="An evening of dealer's choice."):
    """One bankroll, one game after the other; chips are play chips."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._pressing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By night, so that its announcement never goes back to an earlier list of names."""
        room.handlers.register(BUTTON, invitations.SCOPE, {"@in": self._come})
        room.handlers.register(BUTTON, ways_in.DESK, {"@night": self._tell_how, "@open-night": self._open_usual})

    # ---- before it -----------------------------------------------------------------------

    @app_commands.command(description="Announce a night, and put it into the server's calendar.")
    @app_commands.describe(
        when="For example: friday 8pm, tomorrow 20:00, 2026-11-27 20:30.", name="What it is called.",
        buy_in="Play chips for the whole night, in whites.", rebuys="How often each may buy again.",
        pick_seconds="How long the dealer may take to name a game.",
        thread="Play it in a thread of its own, to which the announcement then leads.",
    )  # fmt: skip
    async def schedule(self, interaction: Interaction, when: str, name: app_commands.Range[str, 1, 60] = USUAL_NAME,
                       buy_in: str | None = None, rebuys: app_commands.Range[int, 0, 20] = 3,
                       pick_seconds: app_commands.Range[int, 15, 600] = 60,
                       thread: bool = False) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            settings, channel = await where_a_table_may_be(self.room, interaction, own_thread=thread)
            name = visible(name, USUAL_NAME)
            terms = _terms(name, buy_in, rebuys, pick_seconds, settings)
            starts = await asyncio.to_thread(calendar.read_time, when, discord.utils.utcnow(), settings.timezone)
            guild = interaction.guild
            assert guild is not None
            whomay.may_announce(interaction, settings)
            record = Record(
                self.room.new_id(), guild.id, channel.id, reply.user, name, int(starts.timestamp() * 1000), None,
                "announced", {**terms.terms, "thread": thread},
            )  # fmt: skip
            most = whomay.most_nights(interaction, settings)
            await self.room.store.commit(Work().do(nights.announce, record, most, self.room.now()))
            event, why = await calendar.announce(guild, channel.name, name, starts)
            if event is not None:
                await self.room.store.commit(Work().do(nights.note_event, record.id, event))
            text, rows = invitations.announcement(record, None)
            message = await reply.say_to_all(text, rows=rows)
            if message is not None:
                await self.room.store.commit(Work().do(nights.note_announcement, record.id, message))
            if why:
                await reply.say(why)

    @app_commands.command(description="Open tonight's table: the night that is announced here, or a new one.")
    @app_commands.describe(
        name="What it is called.", buy_in="Play chips for the whole night, in whites.",
        rebuys="How often each may buy again.", pick_seconds="How long the dealer may take to name a game.",
        house="House players to begin with.", thread="Give the table a thread of its own.",
    )  # fmt: skip
    async def start(self, interaction: Interaction, name: app_commands.Range[str, 1, 60] | None = None,
                    buy_in: str | None = None, rebuys: app_commands.Range[int, 0, 20] | None = None,
                    pick_seconds: app_commands.Range[int, 15, 600] | None = None,
                    house: app_commands.Range[int, 0, 6] = 0, thread: bool = False) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            given = (visible(name or "", USUAL_NAME), buy_in, 3 if rebuys is None else rebuys, pick_seconds or 60)
            await self._open(reply, given, house, own_thread=thread)

    async def _tell_how(self, press: Press) -> None:
        """How a night is begun, and what the asker may do about it here."""
        why_not = ""
        try:
            await self._may_start(press.reply)
        except Rejected as no:
            why_not = str(no)
        text, rows = ways_in.a_night(why_not)
        await press.reply.say(text, rows=rows)

    async def _open_usual(self, press: Press) -> None:
        await press.reply.acknowledge()  # the message stays as it is, and is no panel of the table
        await self._open(press.reply, (USUAL_NAME, None, 3, 60))

    async def _open(self, reply: Reply, given: tuple[str, str | None, int, int], house: int = 0, *,
                    own_thread: bool = False) -> None:  # fmt: skip
        """The night that is announced here, or a new one of this name, buy-in, rebuys and seconds to pick. Raises
        Rejected."""
        interaction = reply.interaction
        settings, channel, announced = await self._may_start(reply, own_thread=own_thread)
        guild, now = interaction.guild, self.room.now()
        assert guild is not None
        if announced is not None:
            terms = Night(**{name: announced.terms[name] for name in TERMS if name in announced.terms})
            record = announced
        else:
            terms = _terms(*given, settings)
            record = Record(
                self.room.new_id(), guild.id, channel.id, reply.user, terms.name, now, None, "announced",
                terms.terms,
            )  # fmt: skip
        running = replace(record, host=reply.user, status="running")
        game = GAMES[CHOICES[0]]
        own = None
        if own_thread or record.terms.get("thread"):
            _, channel = await where_a_table_may_be(self.room, interaction, own_thread=True)
            assert isinstance(channel, discord.TextChannel)
            own = await thread_of_its_own(self.room, reply, channel, terms.name)
        try:
            session = await self.room.open(
                reply, guild.id, channel.id, interaction.user.display_name, game, game.options(),
                thread=own, night=terms, record=running,
            )  # fmt: skip
        except BaseException:
            if own is not None:
                self.room.spawn(self.room.display.put_away(own))
            raise
        for _ in range(house):
            await lobby.add_house(session, by=reply.user)
        self.room.spawn(calendar.mark(guild, record.event, discord.EventStatus.active))
        await self._call(reply, record.id, own or channel.id)
        if (refused := await self.room.display.refused(session)) is not None:
            raise Rejected(f"The night has begun and is paused; its message could not be posted: {why(refused)}.")
        await tell_if_hidden(self.room, session, reply)
        opened = f"**{escaped(terms.name)}** is open in <#{own or channel.id}>."
        yours = "Friends press **Join**; you press **Start**, and the first deal is yours."
        await reply.say(f"{opened} {yours} **End the night**, behind **More…**, shows who would pay whom.")

    async def _may_start(self, reply: Reply, *,
                         own_thread: bool = False) -> tuple[Settings, Place, Record | None]:  # fmt: skip
        """What the server has set, the channel, and the night that is announced there. Raises Rejected if the asker may
        open none."""
        settings, channel = await where_a_table_may_be(self.room, reply.interaction, own_thread=own_thread)
        announced = await self._announced(reply, self.room.now())
        if announced is None:
            whomay.may_open(reply.interaction, settings)
        return settings, channel, announced

    async def _call(self, reply: Reply, id: str, place: int) -> None:
        """Those who have said that they come are told that it begins, and the announcement leads to the table."""
        record = await self.room.store.read(nights.night, id)
        assert record is not None, "it has just begun"
        others = [user for user in record.coming if user != reply.user]
        if others:
            called = " ".join(f"<@{user}>" for user in others)
            text = f"{called} **{escaped(record.name)}** begins, in <#{place}>: press **Join** on its table."
            await reply.say_to_all(text, ping=others)
        self.room.follow_night(id)

    async def _come(self, press: Press) -> None:
        """**I'm in** under an announcement."""
        reply, id, store = press.reply, press.id.arg, self.room.store
        if (announced := await store.read(nights.night, id)) is not None:
            await self.room.members.admit(reply.interaction, announced.guild)
        async with self._pressing.setdefault(id, asyncio.Lock()):
            refused = None
            try:
                await store.commit(Work().do(nights.come, id, reply.user, self.room.now()))
            except StoreError as no:
                refused = no
            record, place = await store.read(nights.night, id), await announcements.place_of(store, id)
            if record is not None:
                text, rows = invitations.announcement(record, place)
                await reply.change(text, rows=rows)
        if refused is not None:
            where = f" It is in <#{place}>." if record is not None and record.status == "running" else ""
            raise Rejected(f"{refused}{where}")

    async def _announced(self, reply: Reply, now: int) -> Record | None:
        """The announced night of this channel that may begin now."""
        coming = await self.room.store.read(nights.nights, server_of(reply.interaction), "announced")
        near = [n for n in coming if n.channel == reply.interaction.channel_id and abs(n.starts - now) <= EARLY_MS]
        mine = [n for n in near if n.host == reply.user or reply.manager]
        if near and not mine:
            raise Rejected(f"**{escaped(near[0].name)}** is announced here; <@{near[0].host}> begins it.")
        return min(mine, key=lambda n: abs(n.starts - now), default=None)

    @app_commands.command(description="Call off a night that you have announced.")
    @app_commands.describe(announced="Which night.")
    async def cancel(self, interaction: Interaction, announced: str) -> None:
        async with answered(interaction) as reply:
            record = await self.room.store.read(nights.night, announced)
            if record is None or record.guild != interaction.guild_id or record.status != "announced":
                raise Rejected("There is no such night; choose one from the list.")
            if record.host != reply.user and not reply.manager:
                raise Rejected("Only its host can call a night off.")
            await self.room.store.commit(Work().do(nights.cancel_night, record.id))
            self.room.spawn(calendar.mark(interaction.guild, record.event, discord.EventStatus.canceled))
            self.room.follow_night(record.id)
            await reply.say(f"**{escaped(record.name)}** is called off.")

    @cancel.autocomplete("announced")
    async def _coming(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        coming = await self.room.store.read(nights.nights, server_of(interaction), "announced")
        return [app_commands.Choice(name=n.name[:100], value=n.id) for n in coming if current.lower() in n.name.lower()]

    # ---- during it -----------------------------------------------------------------------

    async def _tonight(self, interaction: Interaction) -> Session:
        """The night of this channel, or the one at which the asker sits. Raises Rejected."""
        await c.recall(self.room, interaction)
        for known in (c.tables_here(self.room, interaction), c.own_tables(self.room, interaction)):
            here = [s for s in known if s.table.night is not None]
            if len(here) > 1:
                raise Rejected("Several nights are on; say it in the channel of the one that you mean.")
            if here:
                return here[0]
        raise Rejected("No night is on here; `/night start` opens one.")

    @app_commands.command(description="Sit down at tonight's table.")
    async def join(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await table_handlers.join(self.room, await self._tonight(interaction), reply))

    @app_commands.command(description="Name the next game, when it is your deal.")
    @app_commands.describe(
        game="Which game.", stakes="Its stakes: friendly, or others that it has.",
        options="Its options by name: ante: 2, min_bet: 1.",
        point="Chips for each player ahead of whom you finish, in a game without chips of its own.",
        players="Who plays it with you, by name, while all others look on: Ana, Bo.",
    )  # fmt: skip
    async def pick(self, interaction: Interaction, game: str, stakes: str = picking.FRIENDLY, options: str = "",
                   point: str = "", players: str = "") -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await self._tonight(interaction)
            slug, given = c.game_named(self.room, game), night_handlers.read_pairs(options)
            among = night_handlers.read_names(session, players)
            title = await picking.pick(
                session, reply.user, slug, stakes.strip().lower(), given, point=point, among=among
            )  # fmt: skip
            await reply.say(f"{title} it is.")

    @pick.autocomplete("players")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            session = await self._tonight(interaction)
        except Rejected:
            return []
        known, _, typed = current.rpartition(",")
        before = f"{known.strip()}, " if known.strip() else ""
        named = {name.strip().lower() for name in known.split(",")}
        names = [chair.name for chair in session.table.chairs if not chair.empty and chair.user != interaction.user.id]
        fits = [n for n in names if n.lower().startswith(typed.strip().lower()) and n.lower() not in named]
        return [app_commands.Choice(name=f"{before}{n}"[:100], value=f"{before}{n}"[:100]) for n in fits[:25]]

    @pick.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            session = await self._tonight(interaction)
            suited = picking.choices(session.table) if await c.settles_soon(session) else []
        except Rejected:
            return []
        fits = [g for g in suited if current.lower() in f"{g.title} {g.slug}".lower()]
        return [app_commands.Choice(name=g.title, value=g.slug) for g in fits[:25]]

    @pick.autocomplete("stakes")
    async def _stakes(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        names = picking.stakes_of(game) if game else [picking.FRIENDLY]
        return [app_commands.Choice(name=name, value=name) for name in names if current.lower() in name]

    @app_commands.command(description="How everybody stands tonight, with a picture.")
    async def standings(self, interaction: Interaction) -> None:
        await self._shown(interaction, settle=False)

    @app_commands.command(description="Who would owe whom if the night ended now.")
    async def settle(self, interaction: Interaction) -> None:
        await self._shown(interaction, settle=True)

    async def _shown(self, interaction: Interaction, *, settle: bool) -> None:
        async with answered(interaction) as reply:
            session = await self._tonight(interaction)
            await session.commits.settled()
            who = self.room.builder.who(session.table)
            picture = night_results.evening(session.table, who)
            text = night_results.settled_now(session.table) if settle else night_results.standings_now(session.table)
            content = MessageContent(text, picture, alt(picture, text))
            await reply.show(*await self.room.render_queue.drawn(content, table=session.id))

    @app_commands.command(description="Buy chips again: after this hand if cards are in play.")
    async def rebuy(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await buying.rebuy(await self._tonight(interaction), reply.user))

    @app_commands.command(name="end-game", description="End the game that is on after this hand; again takes it back.")
    async def end_game(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            session = await self._tonight(interaction)
            if reply.user in night.of(session.table).votes:
                await reply.say(await wishes.vote_to_end(session, reply.user, wanted=False))
            else:
                await endings.ask_to_end_game(session, reply)

    @app_commands.command(name="sit-out", description="Not be dealt in for a while; again takes it back.")
    async def sit_out(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await wishes.sit_out(await self._tonight(interaction), reply.user))

    @app_commands.command(
        description="End the night, after this hand if cards are in play; again takes it back. For its host."
    )
    async def end(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await endings.close_or_keep(await self._tonight(interaction), reply)


def _terms(name: str, buy_in: str | None, rebuys: int, pick_seconds: int, settings: Settings) -> Night:
    """What the host has laid down. Raises Rejected."""
    amount = settings.buy_in if buy_in is None else read_amount(buy_in)
    if amount < LEAST_BUY_IN:
        raise Rejected(f"A night's buy-in is at least {whites(LEAST_BUY_IN)}.")
    return Night(name.strip() or "Game night", amount, rebuys, pick_seconds)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(NightCog(bot.room))
