"""All tables of the bot: opening and finding them, showing them, and bringing them back after a restart."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from contextvars import copy_context
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.game import Game
from bot.show.messages.builder import MessageBuilder
from bot.show.words.game import Words
from bot.store import Corrupt, Store, StoreError, TableBrief, Trouble, heartbeat
from bot.store import Night as NightRecord
from bot.store import tables as tables
from bot.store.prefs import Chosen
from bot.table import hosting, lobby
from bot.table.clock import Clock
from bot.table.errors import Closed, Rejected
from bot.table.night_state import Night
from bot.table.posted import Posted
from bot.table.session import Services, Session, load
from bot.table.state import CLOSED, TableState
from bot.table.timekeeper import Timekeeper

from . import upkeep
from .calls import calendar
from .calls.client import AnsweringClient
from .calls.direct import AN_HOUR, DirectMessages
from .calls.forms import Drafts
from .calls.passing import Passing, Work
from .calls.refusals import ARCHIVED, LOCKED, MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL, why
from .calls.reply import Reply, asking
from .departures import Departures
from .handlers import Handlers
from .members import Members
from .messages import announcements, recovery
from .messages.display import Display
from .messages.people import People
from .pictures.avatars import Avatars
from .pictures.emojis import Emojis
from .pictures.render_queue import RenderQueue
from .server_settings import ServerSettings
from .tree import Tree
from .uptime import Uptime
from .whomay import Rules

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
HIDDEN = "I cannot see this channel any more."
SILENCED = "I may not write in this channel any more."
REMEMBERED = 1000
"""How many of the latest interactions are known by their ids."""
AGAIN_SECONDS = 5
"""How soon the records are asked again for a table that they could not tell of."""


_WAITS = {
    MISSING_ACCESS: HIDDEN,
    MISSING_PERMISSIONS: SILENCED,
    ARCHIVED: "Its thread is archived, and I may not open it again.",
    LOCKED: "Its thread is locked.",
}
"""Why a table waits whose message is tried again from time to time, by Discord's code."""


def _in_any_case(work: Callable[Concatenate[Room, P], Coroutine[object, None, T]],
                 ) -> Callable[Concatenate[Room, P], Coroutine[object, None, T]]:  # fmt: skip
    """A caller who stops waiting stops nothing: a table that is stored is a table of this room."""

    @wraps(work)
    async def begun(room: Room, *args: P.args, **more: P.kwargs) -> T:
        task = asyncio.create_task(work(room, *args, **more))
        room.keep(task)
        return await asyncio.shield(task)

    return begun


class Room:
    """The tables, their clocks and their messages."""

    def __init__(self, client: discord.Client, store: Store, words: Mapping[str, Words], dms_an_hour: int = AN_HOUR,
                 ) -> None:  # fmt: skip
        """`dms_an_hour`: how many direct messages may be opened in an hour for people who sit down."""
        self.client, self.store = client, store
        self.time = Timekeeper(lambda: discord.utils.utcnow().timestamp())
        self.render_queue, self.emojis = RenderQueue(), Emojis()
        self.builder = MessageBuilder(words)
        self.words = words
        self.sessions: dict[str, Session] = {}
        self.handlers = Handlers()
        self.drafts = Drafts()
        self._clocks: dict[str, Clock] = {}
        self._loading: dict[str, asyncio.Task[Session | None]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self.people = People(store, self.builder.prefs, DirectMessages(client, store, dms_an_hour))
        self.avatars = Avatars(store, self.render_queue, self.builder.avatars, self.now, self.spawn)
        self.display = Display(
            client, self.render_queue, self.emojis, self.builder, self.people, self.spawn, self._closed, self._trouble
        )  # fmt: skip
        self.settings = ServerSettings(store, self.sessions, self.display, self.spawn)
        self.rules = Rules(client, self.settings)
        self.members = Members(client, self.sessions, self.display, self.spawn)
        self.services = Services(
            store, self.time, self.display, self.settings.of, self.members.missed
        )  # fmt: skip
        self.departures = Departures(store, self.now, self.close_tables_of)
        self.uptime = Uptime(store, self.time, self.sessions, self.display, self.spawn)

    async def start(self) -> None:
        """From now on the room is open: how long it was not is known from the last time that it said so."""
        await self.settings.learn()
        self.services.last_beat = await self.store.read(heartbeat.last_beat) or 0
        if self.services.last_beat:
            self.display.assume_full()
        self.render_queue.warm()
        self.spawn(self.uptime.beat())
        self.spawn(self.departures.erase())
        self.spawn(upkeep.run(self.store, self.now))
        self.spawn(self.emojis.keep(self.client, self.render_queue))

    def _run_clock(self, session: Session) -> None:
        """The person who has opened the table, or touched it first, is not answered with what its clock does."""
        context = copy_context()
        context.run(asking.set, None)
        self._clocks[session.id] = context.run(Clock, session)

    def _closed(self, session: Session) -> None:
        """The table is closed for good."""
        self.sessions.pop(session.id, None)
        if (clock := self._clocks.pop(session.id, None)) is not None:
            clock.task.cancel()
        if (night := session.table.night) is not None:  # however it ended, it is over in Discord's calendar too
            guild = self.client.get_guild(session.table.guild)
            self.spawn(calendar.mark(guild, night.event, discord.EventStatus.completed))
            self.follow_night(session.id)

    def follow_night(self, night: str) -> None:
        """The message that announces a night says how it is now."""
        limiter = self.display.limiter
        self.spawn(announcements.bring_up_to_date(self.client, self.store, self.emojis, limiter, night))

    def now(self) -> int:
        """Wall time in ms."""
        return self.time.now()

    def spawn(self, work: Work) -> None:
        """Run something beside; its errors are logged."""

        async def guarded() -> None:
            asking.set(None)  # its outcome answers nobody
            try:
                await work
            except (Rejected, StoreError) as no:
                log.warning("something beside a table was refused: %s", no)
            except Exception:
                log.exception("something beside a table failed")

        task = asyncio.create_task(guarded())
        self.keep(task)
        task.add_done_callback(lambda _: work.close())  # the bot may stop before it has begun

    def keep(self, task: asyncio.Task[object]) -> None:
        """It ends with the room, if not before."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- tables --------------------------------------------------------------------------

    def _take_in(self, session: Session) -> None:
        """From now on the table is known here."""
        self.settings.bring_up_to_date(session)
        self.sessions[session.id] = session

    def new_id(self) -> str:
        """A name for a table that no other has."""
        return "".join(secrets.choice(_LETTERS) for _ in range(7))

    @_in_any_case
    async def open(self, reply: Reply, guild: int, channel: int, name: str, game: Game, options: object, *,
                   thread: int | None = None, night: Night | None = None, record: NightRecord | None = None,
                   ) -> Session:  # fmt: skip
        """A new table, its host on the first chair; its night of dealer's choice, if any, is stored with it. Raises
        Rejected."""
        id = record.id if record is not None else self.new_id()
        settings = await self.settings.of(guild)
        if id in self.sessions:  # its name is taken before anything else is waited for
            raise Rejected("That night is being opened already; press **Join** on its table.")
        posted = Posted(channel, thread)
        state = TableState(id, guild, reply.user, game, options, posted=posted, night=night)
        session = Session.of(self.services, state, settings)
        self._take_in(session)
        try:
            if record is not None:
                await lobby.open_night(session, reply.user, name, record)
            else:
                await lobby.join(session, reply.user, name)
        except BaseException:
            if self.sessions.get(id) is session:
                del self.sessions[id]
            raise
        self._run_clock(session)
        self.avatars.look(guild, reply.interaction.user)
        self.spawn(self._show_host(session, reply.user))
        return session

    async def _show_host(self, session: Session, user: int) -> None:
        """The person who has opened a table is shown their panel once it is there; a refused table writes to nobody."""
        if await self.display.refused(session) is None:
            self.display.seated(session, user)

    async def find(self, id: str) -> Session:
        """A table by its id, from memory or from the store. Raises Rejected if it is closed."""
        if (session := self.sessions.get(id)) is not None:
            return session
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        session = await asyncio.shield(task)
        if session is None:
            raise Closed("This table is closed.")
        if id not in self.sessions:
            self._take_in(session)
            self.display.know(session)
            self._run_clock(session)
        return self.sessions.get(id, session)

    async def _load(self, id: str) -> Session | None:
        """A table from the store, what its people like, and where it is shown: the clock acts on it as soon as it runs,
        and so does every press."""
        session = await load(self.services, id)
        if session is not None:
            await self.display.find_messages(session, self.services.last_beat)
            seated = [c.user for c in session.table.chairs if c.user is not None]
            left = [gone.user for gone in session.table.gone]
            await self.avatars.learn(session.table.guild, [*seated, *left])
            for user in seated:
                await self.people.learn(user)
        return session

    async def prefer(self, user: int, chosen: Chosen) -> None:
        """Keep what somebody has chosen, and show it on their panels at once."""
        await self.people.prefer(user, chosen)
        for session in [*self.sessions.values()]:
            if session.table.seat_of(user) is None:
                continue
            match chosen.get("panel"):
                case "ephemeral":
                    await self.display.panels.drop(session, user)
                case "dm":
                    self.spawn(self.display.panels.open(session, user, asked=True))
            await self.display.panels.repaint(session, user)

    async def wake_all(self) -> None:
        """After a start: every open table comes back, those that are due first, a few at a time. What the records
        cannot tell now is asked again, and said once."""
        waiting = await self._by_deadline()
        count, say = len(waiting), log.warning
        while waiting := [brief for brief in waiting if not await self._wake(brief, say)]:
            say = log.debug
            await asyncio.sleep(AGAIN_SECONDS)
        self.uptime.all_back = True
        log.info("%s back", "1 table is" if count == 1 else f"{count} tables are")

    async def _by_deadline(self) -> list[TableBrief]:
        """The open tables, those that are due first."""
        say = log.warning
        while True:
            try:
                deadlines = await self.store.read(tables.deadlines)
                known = await self.store.read(tables.open_tables)
                return sorted(known, key=lambda brief: deadlines.get(brief.id) or 2**62)
            except StoreError as trouble:
                say("no table is back yet: %s", trouble)
            say = log.debug
            await asyncio.sleep(AGAIN_SECONDS)

    async def _wake(self, brief: TableBrief, say: Callable[..., None]) -> bool:
        """A table comes back, and is shown. Returns whether nothing is left to be tried: a damaged one stays
        damaged."""
        await asyncio.sleep(0)  # presses go first
        try:
            session = await self.find(brief.id)
            if self.client.get_guild(brief.guild) is None:
                await hosting.close(session)  # the bot was removed while it was away
            elif not (session.table.time.offline or recovery.is_shown(session, self.services.last_beat)):
                await self.display.show_again(session)  # offline, it is shown when the server is back
        except Closed:
            pass
        except (Rejected, StoreError) as no:
            if passes := _passes(no):
                say("table %s is not back yet: %s", brief.id, no)
            else:
                log.warning("table %s is not restored: %s", brief.id, no)
            return not passes
        except Exception:
            log.exception("table %s cannot be restored", brief.id)
        return True

    # ---- trouble -------------------------------------------------------------------------

    async def _trouble(self, session: Session, error: discord.HTTPException) -> bool:
        """The table message cannot be written: the table waits for better times, or ends where it cannot come back.
        Returns whether the message waits for them, too."""
        log.error("table %s: its message cannot be written: %s", session.id, error)
        if session.table.phase == CLOSED:
            return False
        waits = _WAITS.get(error.code)
        try:
            if error.code == UNKNOWN_CHANNEL or self.client.get_guild(session.table.guild) is None:
                await hosting.close(session)
            elif not session.table.paused:  # otherwise it would go on and nobody would see it
                await hosting.pause(session, waits or f"Discord does not take its message: {why(error)}.")
        except Rejected as no:
            log.warning("table %s: it was not stopped: %s", session.id, no)
        return waits is not None and session.table.phase != CLOSED

    async def archived(self, thread: int) -> None:
        """Discord has archived a thread: in the own one of a table that is open, nobody could press anything."""
        for session in [*self.sessions.values()]:
            if (
                session.table.posted.thread != thread
                or session.table.phase == CLOSED
                or await self.display.wake(thread)
            ):
                continue
            with suppress(Rejected):  # it is closed, or paused already
                await hosting.pause(session, _WAITS[ARCHIVED])

    async def unseen(self, guild: discord.Guild) -> None:
        """Somebody has changed what the bot may see of a server: tables in channels that are hidden from it wait, and
        are shown again once it sees them."""
        for session in [s for s in self.sessions.values() if s.table.guild == guild.id]:
            channel = guild.get_channel_or_thread(session.table.posted.place)
            if channel is None or guild.me is None or session.table.paused or session.table.phase == CLOSED:
                continue
            if not channel.permissions_for(guild.me).view_channel:
                try:
                    await hosting.pause(session, HIDDEN)
                except Rejected as no:
                    log.warning("table %s: it was not stopped: %s", session.id, no)

    async def gone(self, which: Callable[[TableBrief], bool]) -> None:
        """There is no way back to these tables: running deals are void, and everybody is cashed out."""
        for brief in await self.store.read(tables.open_tables):
            if which(brief):
                try:
                    await hosting.close(await self.find(brief.id))
                except Rejected as no:
                    log.warning("table %s was not closed: %s", brief.id, no)

    async def close_tables_of(self, guild: int) -> None:
        """A server has removed the bot."""
        await self.gone(lambda table: table.guild == guild)

    async def close(self) -> None:
        """The bot stops; tables stay as they are stored."""
        for clock in self._clocks.values():
            clock.task.cancel()
        for task in [*self._tasks]:
            task.cancel()
        self.display.close()
        await self.render_queue.close()


def _passes(no: Rejected | StoreError) -> bool:
    """Whether the records may take it, or tell it, some other time."""
    cause = no.__cause__ if isinstance(no, Rejected) else no
    return isinstance(cause, Trouble) and not isinstance(cause, Corrupt)


class RoomClient(AnsweringClient[Room]):
    """The bot as its cogs know it: a client that has a room of card tables."""

    def __init__(self, shards: int | None, intents: discord.Intents) -> None:
        super().__init__(
            shard_count=shards, tree_cls=Tree,
            command_prefix=commands.when_mentioned, intents=intents, help_command=None, max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(), member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            guild_ready_timeout=0.5,  # discord.py waits this long for another server; its default is 2 s
        )  # fmt: skip
        self.passing = Passing()
        self._known: deque[int] = deque(maxlen=REMEMBERED)

    def is_new(self, interaction: int) -> bool:
        """Whether this interaction has not come before: where a connection is resumed, Discord may tell one again, and
        what it asks for must not happen twice."""
        if interaction in self._known:
            return False
        self._known.append(interaction)
        return True
