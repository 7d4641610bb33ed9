"""The discord.py client: loads the cogs, hears presses, and brings the open tables back."""

from __future__ import annotations

import asyncio
import logging
import pkgutil
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

import cogs
from bot.host import hearing
from bot.host.calls import calendar_events, registering
from bot.host.calls.direct import AN_HOUR
from bot.host.calls.unread import tell_instead
from bot.host.controls import my_moves, table_handlers
from bot.host.controls.gamecog import open_command
from bot.host.controls.presses import ButtonItem, MenuItem, form_sent
from bot.host.greeting import greet
from bot.host.handing import Handing
from bot.host.room import Room, RoomClient
from bot.host.unreadable import leave_out_what_cannot_be_read
from bot.store import ALONE, Cluster, LeaseLost, Store
from cogs.games import every_word

if TYPE_CHECKING:
    from bot.host.metrics import Figures

log = logging.getLogger(__name__)

ALIVE_SECONDS = 20
CLOSING = "The card room closes for a moment. Nothing has changed; please try again soon."
PARTING_SECONDS = 2.0
"""How long Discord has to answer when we disconnect, in seconds."""


def intents() -> discord.Intents:
    """No privileged one: guilds, their calendars, and messages only to know when one of ours is buried or deleted."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_scheduled_events = wanted.guild_messages = wanted.dm_messages = True
    return wanted


class CardRoom(RoomClient):
    """The bot."""

    def __init__(self, database: str | Path, dms_an_hour: int = AN_HOUR, shards: int | None = None, drawers: int = 1,
                 figures: Figures | None = None, data: Path | None = None,
                 cluster: Cluster = ALONE) -> None:  # fmt: skip
        """`database` is a file, or the address of one of PostgreSQL, with a folder for `data` besides. `shards` is how
        many connections to Discord there are: by default as many as Discord asks for; `drawers` how many processes
        draw; `figures` count what happens. Of several processes on one database this one is `cluster`."""
        super().__init__(shards, intents())
        calendar_events.hear(self)
        leave_out_what_cannot_be_read(self)
        self._handing = Handing(self) if cluster.total > 1 else None
        self._figures = figures
        if figures is not None:
            figures.watch(self)
        self.database, self._dms_an_hour, self._drawers = database, dms_an_hour, drawers
        self._data = data or Path(database).parent
        self._cluster, self._identify_at_once = cluster, 1
        self._end: asyncio.Event | None = None
        self._by_event: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def setup_hook(self) -> None:
        self._data.mkdir(parents=True, exist_ok=True)
        store = await Store.open(self.database, cluster=self._cluster)
        if store.lease is not None:
            store.lease.lost.add_done_callback(self._lose)
            await self._take_shards(store.cluster)
        games = every_word()
        self.room = Room(self, store, games, self._dms_an_hour, self._drawers)
        hearing.listen(self.room)
        if self._figures is not None:
            self._figures.watch_store(store)
        self.add_dynamic_items(ButtonItem, MenuItem)
        if self._handing is not None:
            self._handing.start()
        table_handlers.register(self.room)
        for words in games.values():  # whatever lists commands in their order shows games first
            self.tree.add_command(open_command(self.room, words))
        for group in sorted(m.name for m in pkgutil.iter_modules(cogs.__path__) if not m.ispkg):
            await import_module(f"cogs.{group}").setup(self)
        if store.cluster.number == 0:
            await self._register()
        await self.room.start()
        self.room.spawn(my_moves.take_up(self.room))
        self.room.spawn(self._wake())
        self.room.spawn(self._tell_alive())

    async def _take_shards(self, cluster: Cluster) -> None:
        """As many connections as Discord asks for, rounded up until each process has equally many: then a server's
        process follows from the total alone, however many connections there are."""
        if self.shard_count is None:
            self.shard_count, _, limit = await self.http.get_bot_gateway()
            self._identify_at_once = limit["max_concurrency"]
        self.shard_count += -self.shard_count % cluster.total
        self.shard_ids = [*range(cluster.number, self.shard_count, cluster.total)]

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        lease = self.room.store.lease
        if lease is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await lease.identifies((shard_id or 0) % self._identify_at_once)

    def _lose(self, _: object) -> None:
        """Another process may run these tables at any moment: this one does nothing more."""
        self.closing = True
        if hasattr(self, "room"):
            self.room.silence()
        if self._end is not None:
            self._end.set()

    async def _register(self) -> None:
        """Have the commands registered, if need be beside all else and later: a start waits for the first try alone."""
        tried = asyncio.Event()
        self.room.spawn(registering.keep_registering(self.tree, tried))
        with suppress(TimeoutError):
            async with asyncio.timeout(registering.SECONDS):
                await tried.wait()

    async def _wake(self) -> None:
        await self.wait_until_ready()
        self._note_outages()
        self.room.spawn(self.room.departures.look({guild.id for guild in self.guilds}))
        self.room.spawn(self.room.planner.run())
        await self.room.wake_all()

    async def _tell_alive(self) -> None:
        """A container's health check looks at how old this file is."""
        await self.wait_until_ready()
        while True:
            if not self.room.time.offline:
                self.touch_alive()
            await asyncio.sleep(ALIVE_SECONDS)

    def touch_alive(self) -> None:
        """Say in the data folder that the bot is connected now."""
        (self._data / "alive").touch()

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        self.room.spawn(self.room.planner.listener.catch_up())

    def _note_outages(self) -> None:
        """Servers of which Discord has told nothing yet: they come late, or Discord has an outage of them."""
        for guild in self.guilds:
            if guild.unavailable:
                self.room.uptime.server_lost(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        log.warning("Discord has an outage of server %s: its tables wait", guild.id)
        self.room.uptime.server_lost(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.room.departures.back(guild.id)
        await self.room.uptime.server_back(guild.id)
        self.room.spawn(self.room.planner.listener.catch_up(guild.id))  # of what people did meanwhile nothing was told

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.room.departures.back(guild.id)
        self.room.spawn(greet(self.room.store, self.room.emojis, guild))

    # One connection hears some of the servers; the first one hears direct messages, too.

    async def on_shard_connect(self, _: int) -> None:
        self.room.time.split(self.shard_count or 1, self.shard_ids)  # now it is known how many there will be

    async def on_shard_ready(self, shard: int) -> None:
        self._note_outages()
        await self.room.uptime.gateway_back(shard)
        self.room.planner.wake()

    async def on_shard_resumed(self, shard: int) -> None:
        await self.room.uptime.gateway_back(shard)
        self.room.planner.wake()

    async def on_shard_disconnect(self, shard: int) -> None:
        if hasattr(self, "room") and not self.is_closed():
            self.room.uptime.gateway_lost(shard)

    async def on_interaction(self, interaction: discord.Interaction[RoomClient]) -> None:
        if self.is_too_late(interaction.id):
            await tell_instead(interaction, CLOSING)
            return
        if interaction.guild_id is not None:
            self.room.members.seen(interaction.guild_id, interaction.user.id)
        if interaction.type is discord.InteractionType.modal_submit:
            await form_sent(interaction)

    async def on_message(self, message: discord.Message) -> None:
        author = getattr(message, "author", None)  # if Discord has left it out, there is none
        if self.user is not None and author is not None and author.id == self.user.id:
            return  # a table itself counts what we post
        if message.guild is None and self._handing is not None:
            self.room.spawn(self._handing.tell_seen(message.channel.id, message.id))
        else:
            self.room.display.seen_message(message.channel.id, message.id)

    async def on_raw_message_delete(self, deleted: discord.RawMessageDeleteEvent) -> None:
        await self.room.planner.listener.message_deleted(deleted.channel_id, deleted.message_id)

    async def on_raw_bulk_message_delete(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        for message in sorted(deleted.message_ids):
            await self.room.planner.listener.message_deleted(deleted.channel_id, message)

    # What Discord tells of one event is done one after the other, whatever each of it waits for.

    async def on_calendar_moved(self, event: int, starts: int) -> None:
        async with self._in_order(event):
            await self.room.planner.listener.event_moved(event, starts)

    async def on_calendar_cancelled(self, event: int) -> None:
        async with self._in_order(event):
            await self.room.planner.listener.event_cancelled(event)

    async def on_calendar_deleted(self, event: int) -> None:
        async with self._in_order(event):
            await self.room.planner.listener.event_deleted(event)

    async def on_calendar_interested(self, event: int, user: int, yes: bool) -> None:
        async with self._in_order(event):
            await self.room.planner.listener.interested(event, user, yes)

    def _in_order(self, event: int) -> asyncio.Lock:
        return self._by_event.setdefault(event, asyncio.Lock())

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self.room.unseen(after.guild)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        await self.room.unseen(after.guild)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        if self.user is not None and after.id == self.user.id:  # others' updates come with an intent that we do without
            await self.room.unseen(after.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.room.gone(lambda table: table.channel == channel.id)
        me = channel.guild.me  # Discord tells no name of a channel that we may not see
        seen = me is not None and channel.permissions_for(me).view_channel
        await self.room.rules.deleted(channel.guild.id, channel.id, f"#{channel.name}" if seen else "")

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self.room.rules.deleted(role.guild.id, role.id, f"@{role.name}")
        await self.room.unseen(role.guild)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        await self.room.gone(lambda table: deleted.thread_id in (table.thread, table.channel))

    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        metadata = changed.data.get("thread_metadata") or {}
        if metadata.get("archived"):
            await self.room.archived(changed.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.room.departures.left(guild.id)
        await self.room.close_tables_of(guild.id)

    async def run_until(self, end: asyncio.Event, token: str) -> None:
        """Be connected until `end` is set or the connection ends; raises what ended it, also where this process is not
        alone and has lost its place (LeaseLost)."""
        self._end = end
        running, asked = asyncio.create_task(self.start(token)), asyncio.create_task(end.wait())
        await asyncio.wait({running, asked}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if running.done():
            return running.result()
        lost = self._lease_lost
        if hasattr(self, "room") and lost is None:
            self.closing = True
            await self.room.finish(lambda: self.answering)
        running.cancel()  # where it waits for its connection, discord.py takes no notice
        await asyncio.wait({running}, timeout=PARTING_SECONDS)
        await self.close()  # and then it does
        running.cancel()
        if lost is not None:
            raise lost

    @property
    def _lease_lost(self) -> LeaseLost | None:
        lease = self.room.store.lease if hasattr(self, "room") else None
        return lease.lost.result() if lease is not None and lease.lost.done() else None

    async def close(self) -> None:
        if hasattr(self, "room") and not self.is_closed():
            await self.room.close()
            await self.room.store.close()
        parting = asyncio.create_task(super().close())
        _, silent = await asyncio.wait({parting}, timeout=PARTING_SECONDS)
        if silent:
            await self.http.close()
        await parting
