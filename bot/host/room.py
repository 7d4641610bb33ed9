"""All tables of the bot: opening and finding them, showing them, and bringing them back after a restart."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.game import Game
from bot.games.catalog import GAMES
from bot.house.player import Strength
from bot.show.messages.builder import MessageBuilder
from bot.show.words.game import Words
from bot.store import Corrupt, Guest, Store, StoreError, TableBrief, Trouble, heartbeat
from bot.store import Night as NightRecord
from bot.store import tables as tables
from bot.store.prefs import Chosen
from bot.table import hosting, lobby
from bot.table.clock import Clock
from bot.table.errors import Closed, Rejected
from bot.table.lesson import Lesson
from bot.table.night_state import CHOICES, Night
from bot.table.posted import Posted
from bot.table.session import Services, Session, load
from bot.table.state import CLOSED, LOBBY, TableState, read
from bot.table.timekeeper import Timekeeper

from . import upkeep
from .calls import permissions, places
from .calls.client import AnsweringClient
from .calls.direct import AN_HOUR, DirectMessages
from .calls.forms import Drafts
from .calls.passing import Passing, Work
from .calls.rate_limiter import RateLimiter
from .calls.refusals import ARCHIVED, LOCKED, MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL, why
from .calls.reply import Reply, asking
from .calls.server_names import ServerNames
from .departures import Departures
from .handlers import Handlers
from .members import Members
from .messages import recovery
from .messages.display import Display
from .messages.people import People
from .nights.planner import Planner
from .nights.tools import Tools
from .pictures.avatars import Avatars
from .pictures.emojis import Emojis
from .pictures.render_queue import RenderQueue
from .reviews import Reviews
from .server_settings import ServerSettings
from .tree import Tree
from .uptime import Uptime
from .whomay import Rules

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
UNSEEN = "I cannot {} this channel any more."
SILENCED = "I may not write in this channel any more."
REMEMBERED = 1000
"""How many of the latest interactions are known by their ids."""
FINISHING_SECONDS, WRITING_SECONDS, LOOK_SECONDS = 3.5, 1.5, 0.02
"""Before it stops: how long answers are waited for, how long what is being written then may take, and how often it is
looked whether all is done."""
AGAIN_SECONDS = 5
"""How soon the records are asked again for a table that they could not tell of."""


_WAITS = {
    MISSING_ACCESS: UNSEEN.format("see"),
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
                 drawers: int = 1) -> None:  # fmt: skip
        """`dms_an_hour`: how many direct messages may be opened in an hour for people who sit down; `drawers`: how many
        processes draw."""
        self.client, self.store = client, store
        self.time = Timekeeper(lambda: discord.utils.utcnow().timestamp())
        self.render_queue, self.emojis = RenderQueue(drawers=drawers), Emojis()
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
            client, RateLimiter(store.cluster.total), self.render_queue, self.emojis, self.builder, self.people,
            self.spawn, self._closed, self._trouble,
        )  # fmt: skip
        self.settings = ServerSettings(store, self.sessions, self.display, self.spawn)
        self.rules = Rules(client, self.settings)
        self.members = Members(client, store.cluster, self.sessions, self.display, self.spawn)
        self.services = Services(
            store, self.time, self.display, self.settings.of, self.members.missed
        )  # fmt: skip
        self.reviews = Reviews(store, self.services, self.now)
        self.server_names = ServerNames(client, store.cluster)
        self.departures = Departures(store, self.now, self.close_tables_of)
        self.nights = Tools(
            client, store, self.emojis, self.display.limiter, self.people, self.settings.of, self.rules, self,
            self.new_id, self.now,
        )  # fmt: skip
        self.planner = Planner(self.nights, lambda: self.time.offline)
        self.uptime = Uptime(store, self.time, self.sessions, self.display, self.spawn)

    async def start(self) -> None:
        """From now on the room is open: how long it was not is known from the last time that it said so."""
        await self.settings.learn()
        self.services.last_beat = await self.store.read(heartbeat.last_beat, self.store.cluster) or 0
        if self.services.last_beat:
            self.display.assume_full()
        self.render_queue.warm()
        self.spawn(self.uptime.beat())
        self.spawn(self.departures.erase())
        self.spawn(upkeep.run(self.store, self.now))
        self.spawn(self.emojis.keep(self.client, self.render_queue, uploads=self.store.cluster.number == 0))

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
        if session.table.night is not None:  # however it ended, its announcement and the calendar follow
            self.planner.wake()

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
        log.debug("table %s is run here", session.id)

    def new_id(self) -> str:
        """A name for a table that no other has."""
        return "".join(secrets.choice(_LETTERS) for _ in range(7))

    @_in_any_case
    async def open(self, reply: Reply, guild: int, channel: int, name: str, game: Game, options: object, *,
                   thread: int | None = None, night: Night | None = None, record: NightRecord | None = None,
                   guests: Sequence[Guest] = (), lesson: Lesson | None = None) -> Session:  # fmt: skip
        """A new table, its host on the first chair; its night of dealer's choice, if any, is stored with it, and seats
        are kept for its guests. At a teaching table the host learns, in that `lesson`. Raises Rejected."""
        id = record.id if record is not None else self.new_id()

        async def begin(session: Session) -> None:
            if record is not None:
                users, names = await self._invited(guild, guests)
                await lobby.open_night(session, reply.user, name, record, users, names)
            else:
                await lobby.join(session, reply.user, name)

        posted = Posted(channel, thread)
        state = TableState(id, guild, reply.user, game, options, posted=posted, night=night, lesson=lesson)
        if lesson is not None:
            state.house_strength = Strength.LEARNER
        session = await self._opened(state, begin)
        self.avatars.look(guild, reply.interaction.user)
        self.spawn(self._show_host(session, reply.user))
        return session

    async def _opened(self, state: TableState, begin: Callable[[Session], Awaitable[None]]) -> Session:
        """A new table, once it is stored that it has begun. Raises Rejected."""
        settings = await self.settings.of(state.guild)
        if state.id in self.sessions:  # its name is taken before anything else is waited for
            raise Rejected("That night is being opened already; press **Join** on its table.")
        session = Session.of(self.services, state, settings)
        self._take_in(session)
        try:
            await begin(session)
        except BaseException:
            if self.sessions.get(state.id) is session:
                del self.sessions[state.id]
            raise
        self._run_clock(session)
        return session

    # ---- nights that open automatically --------------------------------------------------

    @_in_any_case
    async def open_night(self, record: NightRecord, thread: int | None, coming: Sequence[Guest]) -> None:
        """The lobby of an announced night, in which nobody sits yet: seats are kept for those who come. Raises
        Rejected."""
        night = Night.of(record.terms)
        game, (users, names) = GAMES[CHOICES[0]], await self._invited(record.guild, coming)
        posted = Posted(record.channel, thread)
        state = TableState(record.id, record.guild, record.host, game, game.options(), posted=posted, night=night)
        await self._opened(state, lambda session: lobby.open_expecting(session, record, users, names))

    async def _invited(self, guild: int, guests: Sequence[Guest]) -> tuple[list[int], dict[int, str]]:
        """For whom seats are kept, and what they are called, as far as that is known. Their faces are known then."""
        users = [guest.user for guest in guests]
        await self.avatars.learn(guild, users)
        return users, {guest.user: guest.name for guest in guests if guest.name}

    async def seated(self, night: str) -> list[int] | None:
        """Who sits at the table of a night; None if it is closed. Raises Rejected."""
        with suppress(Closed):
            table = (await self.find(night)).table
            return [chair.user for chair in table.chairs if chair.user is not None] if table.phase != CLOSED else None
        return None

    async def has_begun(self, night: str) -> bool:
        """Whether a night has been started, or is over. Raises Rejected."""
        with suppress(Closed):
            return (await self.find(night)).table.phase != LOBBY
        return True

    async def put_away(self, thread: int) -> None:
        """A thread that is not wanted after all is archived."""
        await self.display.put_away(thread)

    async def _show_host(self, session: Session, user: int) -> None:
        """The person who has opened a table is shown their panel once it is there; a refused table writes to nobody."""
        if await self.display.refused(session) is None:
            self.display.seated(session, user)

    async def find(self, id: str) -> Session:
        """A table by its id, from memory or from the store. Raises Rejected if it is closed, and Elsewhere."""
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
        if self.store.cluster.total > 1 and (guild := await self.store.read(tables.server_of, id)) is not None:
            self.members.only_here(guild)
        session = await load(self.services, id)
        if session is not None:
            await self.display.find_messages(session, self.services.last_beat)
            seated = [c.user for c in session.table.chairs if c.user is not None]
            left = [gone.user for gone in session.table.gone]
            expected = session.table.night.expected if session.table.night is not None else []
            await self.avatars.learn(session.table.guild, [*seated, *left, *expected])
            for user in seated:
                await self.people.learn(user)
        return session

    async def elsewhere(self, user: int) -> list[Session]:
        """The tables at which somebody sits in servers of other processes, as they were stored last, without their
        deals: to be named, and nothing else."""
        if self.store.cluster.total == 1:
            return []
        found = [
            Session.of(self.services, read(stored), await self.services.settings(stored.guild))
            for stored in await self.store.read(tables.elsewhere, self.store.cluster, user)
            if stored.game in GAMES
        ]
        return [session for session in found if session.table.seat_of(user) is not None]

    async def prefer(self, user: int, chosen: Chosen) -> None:
        """Keep what somebody has chosen, and show it on their panels at once."""
        await self.people.prefer(user, chosen)
        await self.show_chosen(user, chosen)

    async def show_chosen(self, user: int, chosen: Chosen) -> None:
        """What somebody has chosen, on their panels here."""
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
                known = await self.store.read(tables.open_tables, self.store.cluster)
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
        waits = (error.code == MISSING_ACCESS and self._unseen_because(session)) or _WAITS.get(error.code)
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
        """Somebody has changed what the bot may see of a server: tables in channels that are hidden from it, or in
        whose chats it may not read any more, wait, and are shown again once it sees them."""
        for session in [s for s in self.sessions.values() if s.table.guild == guild.id]:
            if session.table.paused or session.table.phase == CLOSED:
                continue
            if (hidden := self._unseen_because(session)) is not None:
                try:
                    await hosting.pause(session, hidden)
                except Rejected as no:
                    log.warning("table %s: it was not stopped: %s", session.id, no)

    def _unseen_because(self, session: Session) -> str | None:
        """Why the bot does not see the messages of the table's channel; None if it does, as far as is known."""
        guild = self.client.get_guild(session.table.guild)
        channel = guild.get_channel_or_thread(session.table.posted.place) if guild is not None else None
        may = places.may(channel, guild.me) if guild is not None and channel is not None else None
        lacks = permissions.lacks_to_read(channel, may) if may is not None else None
        return UNSEEN.format(lacks) if lacks is not None else None

    async def gone(self, which: Callable[[TableBrief], bool]) -> None:
        """There is no way back to these tables: running deals are void, and everybody is cashed out."""
        for brief in await self.store.read(tables.open_tables, self.store.cluster):
            if which(brief):
                try:
                    await hosting.close(await self.find(brief.id))
                except Rejected as no:
                    log.warning("table %s was not closed: %s", brief.id, no)

    async def close_tables_of(self, guild: int) -> None:
        """A server has removed the bot."""
        await self.gone(lambda table: table.guild == guild)

    async def finish(self, answering: Callable[[], int]) -> None:
        """The bot is about to stop: nothing begins any more, and what has been pressed (`answering` says how much of
        that has no answer yet) is answered and shown, if it does not take too long. What is on its way to Discord by
        then gets there, so that no message is left half-written."""
        self.services.closing = True
        self.reviews.stop()
        for session in self.sessions.values():
            session.commits.wake.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISHING_SECONDS):
                while answering() or self._is_busy:  # noqa: ASYNC110  (nobody sets an event for all of that)
                    await asyncio.sleep(LOOK_SECONDS)
        self.display.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(WRITING_SECONDS):
                await self.display.idle()

    @property
    def _is_busy(self) -> bool:
        """Whether anything is being stored or written."""
        quiet = all(session.commits.quiet for session in self.sessions.values())
        return self.display.busy or self.reviews.waiting > 0 or not quiet

    def silence(self) -> None:
        """Another process may run these tables: nothing of this one reaches anybody any more."""
        self.services.closing = True
        self.display.limiter.shut()

    async def close(self) -> None:
        """The bot stops; tables stay as they are stored."""
        for clock in self._clocks.values():
            clock.task.cancel()
        for task in [*self._tasks]:
            task.cancel()
        self.display.close()
        await self.reviews.close()
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
        self.closing = False
        """Whether nothing is taken any more, for the bot is about to stop."""
        self._known: deque[int] = deque(maxlen=REMEMBERED)

    def is_new(self, interaction: int) -> bool:
        """Whether this interaction has not come before: where a connection is resumed, Discord may tell one again, and
        what it asks for must not happen twice."""
        if self.closing or interaction in self._known:
            return False
        self._known.append(interaction)
        return True

    def is_too_late(self, interaction: int) -> bool:
        """Whether this interaction has come when nothing is taken any more."""
        return self.closing and interaction not in self._known
