"""Commands about a table: which one is meant (the one named, the asker's only pending decision, or the only one that
stands here; between two nothing is guessed), what is proposed for an option while somebody types, and the command
itself."""

from __future__ import annotations

import asyncio
import functools
import inspect
import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Concatenate, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.quoting import quoted
from bot.house.leans import manner_said
from bot.show.messages import proofs
from bot.show.messages.alt import alt
from bot.show.messages.builder import style_of
from bot.show.messages.page import MessageContent
from bot.show.pages import example, histories, replays, text_views
from bot.show.pages.replays import Place
from bot.show.pages.ways_in import OwnTable
from bot.show.words import night_names, played
from bot.show.words.dates import day_and_hour
from bot.show.words.game import Words
from bot.store import nights, tables
from bot.store.nights import Listed
from bot.table.chairs import HOUSE_NAMES
from bot.table.errors import Elsewhere, Rejected
from bot.table.names import escaped
from bot.table.session import Session
from bot.table.state import CLOSED, DEAL, LOBBY, OVER

from ..calls import permissions, places
from ..calls.client import Interaction
from ..calls.reply import Reply, answered, is_manager
from ..room import Room

log = logging.getLogger(__name__)

TYPING_SECONDS = 1.0
"""What is proposed while somebody types must be there within three seconds, and half of them are under way."""

WHERE = app_commands.AppCommandContext(guild=True, dm_channel=True)
"""Servers, and the bot's direct messages."""
WHICH = "Which table, if you sit at several."

MOST_LISTED = 25
"""How many Discord lists while somebody types."""
Choices = list[app_commands.Choice[str | int | float]]
G = TypeVar("G", bound="RoomCog")
Method = Callable[Concatenate[G, ...], Awaitable[None]]


class RoomCog(commands.Cog):
    """Commands about the tables of a room."""

    def __init__(self, room: Room) -> None:
        self.room = room


class RoomGroup(RoomCog, commands.GroupCog):
    """The same, as a group of subcommands."""


def own_tables(room: Room, interaction: Interaction) -> list[Session]:
    """Where the asker sits: in this server, or from a direct message anywhere."""
    guild, user = interaction.guild_id, interaction.user.id
    return [
        s
        for s in room.sessions.values()
        if s.table.phase != CLOSED and s.table.seat_of(user) is not None and guild in (None, s.table.guild)
    ]


async def their_tables(room: Room, interaction: Interaction) -> list[Session]:
    """The same, and from a direct message those that other processes have: where they are named alone."""
    own = own_tables(room, interaction)
    return own if interaction.guild_id is not None else own + await room.elsewhere(interaction.user.id)


def own_table(session: Session, user: int) -> OwnTable:
    """A table at which somebody sits, as it is told to them."""
    table, posted = session.table, session.table.posted
    link = f"https://discord.com/channels/{table.guild}/{posted.place}"
    title = escaped(table.night.name) if table.night is not None else table.game.title
    turn = table.seat_of(user) in table.turns
    return OwnTable(
        title, f"{link}/{posted.message}" if posted.message else f"<#{posted.place}>", _stage(session), turn
    )


def tables_here(room: Room, interaction: Interaction) -> list[Session]:
    """The open tables of this channel, no matter who sits there."""
    channel = interaction.channel_id
    return [
        s
        for s in room.sessions.values()
        if s.table.phase != CLOSED and channel in (s.table.posted.channel, s.table.posted.thread)
    ]


def _stands_here(session: Session, interaction: Interaction) -> bool:
    """Whether this is the channel or the thread of the table itself, or has the asker's panel of it."""
    if interaction.channel_id == (session.table.posted.place):
        return True
    channel, _ = session.table.posted.panels.get(interaction.user.id, (0, 0))
    return channel == interaction.channel_id


def _the_one(among: Sequence[Session], interaction: Interaction, several: str) -> Session:
    """The only one of these tables, or the only one that stands here. Raises Rejected if it must be named."""
    here = among if len(among) == 1 else [s for s in among if _stands_here(s, interaction)]
    if len(here) != 1:
        raise Rejected(f"{several}; say with `table:` which one you mean.")
    return here[0]


async def table_of(room: Room, interaction: Interaction, named: str | None = None, *,
                   wanted: Callable[[Session], bool] = lambda _: False,
                   here_first: bool = False) -> Session:  # fmt: skip
    """The asker's table: the one that is named, otherwise the one that wants this command, otherwise the one that
    stands here; with `here_first` the one that stands here, even if another wants it.

    Raises Rejected if there is none, or if it must be named.
    """
    session = await _meant(room, interaction, named, wanted, here_first)
    await room.members.admit(interaction, session.table.guild)
    session.touch(interaction.user.id)
    return session


async def _meant(room: Room, interaction: Interaction, named: str | None, wanted: Callable[[Session], bool],
                 here_first: bool) -> Session:  # fmt: skip
    if named:
        return await named_table(room, interaction, named)
    if not own_tables(room, interaction):
        await recall(room, interaction)
    own = await their_tables(room, interaction)
    if here_first:
        own = [s for s in own if _stands_here(s, interaction)] or own
    if among := [s for s in own if wanted(s) or _waits_elsewhere(room, s, interaction)] or own:
        return _the_one(among, interaction, "You sit at several tables")
    return _only_here(room, interaction, "You sit at no table here; open one with a game's command, or join one.")


def _waits_elsewhere(room: Room, session: Session, interaction: Interaction) -> bool:
    """Whether another process has this table, and it waits for the asker: for what is known there alone."""
    return session.id not in room.sessions and session.table.seat_of(interaction.user.id) in session.table.turns


async def kept_table(room: Room, interaction: Interaction, named: str | None) -> str:
    """A table's id: an open one as for other commands, or a closed one of this server by its name. Where no table is
    open and none is named, the last night of this channel is meant. Raises Rejected."""
    stored = await room.store.read(tables.load_table, named.strip().lower()) if named else None
    if stored is not None and stored.status == "closed" and stored.guild == interaction.guild_id:
        return stored.id
    if not named:
        await recall(room, interaction)
        if not tables_here(room, interaction) and (night := await _last_night(room, interaction)):
            return night
    return (await table_of(room, interaction, named)).id


async def may_see(room: Room, interaction: Interaction, table: str) -> None:
    """Raises Rejected if the asker has left the server of this table, open or closed, or asks from another one."""
    if (stored := await room.store.read(tables.load_table, table)) is not None:
        await room.members.admit(interaction, stored.guild)


async def _last_night(room: Room, interaction: Interaction) -> str | None:
    """The latest night of dealer's choice that is over here."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    found = await room.store.read(nights.last_night, interaction.guild_id, interaction.channel_id)
    return found.id if found else None


async def joinable(room: Room, interaction: Interaction, named: str | None = None) -> Session:
    """A table of this channel where the asker does not sit yet. Raises Rejected."""
    if named:
        return await named_table(room, interaction, named)
    await recall(room, interaction)
    others = [s for s in tables_here(room, interaction) if s.table.seat_of(interaction.user.id) is None]
    if others:
        return _the_one(others, interaction, SEVERAL_HERE)
    return _only_here(room, interaction, "There is no table here; open one with a game's command.")


SEVERAL_HERE = "There are several tables here"


def _only_here(room: Room, interaction: Interaction, none: str) -> Session:
    here = tables_here(room, interaction)
    if not here:
        raise Rejected(none)
    return _the_one(here, interaction, SEVERAL_HERE)


async def named_table(room: Room, interaction: Interaction, named: str) -> Session:
    """A table by its id, for an asker who sits there, is in its channel, or manages its server. Raises Rejected."""
    session = await _called(room, interaction, named)
    if session is None or not _may_name(session, interaction):
        raise Rejected("There is no such table here; choose one from the list.")
    await room.members.admit(interaction, session.table.guild)
    return session


async def _called(room: Room, interaction: Interaction, named: str) -> Session | None:
    """An open table by its id. Raises Elsewhere, from a direct message."""
    try:
        return await room.find(named.strip().lower())
    except Rejected as no:
        if isinstance(no, Elsewhere) and interaction.guild_id is None:
            raise
        return None


def _may_name(session: Session, interaction: Interaction) -> bool:
    if interaction.guild_id not in (None, session.table.guild):
        return False
    if interaction.channel_id in (session.table.posted.channel, session.table.posted.thread):
        return True
    return session.table.seat_of(interaction.user.id) is not None or is_manager(interaction)


async def in_sight(room: Room, interaction: Interaction, named: str | None = None) -> Session:
    """A table that the asker may watch: the one that is named, otherwise that of this channel, otherwise their own.

    Raises Rejected.
    """
    await recall(room, interaction)
    if named:
        session = await _called(room, interaction, named)
        may_name = session is not None and _may_name(session, interaction)
        if session is None or not (may_name or _lacks(room, session, interaction) != "see"):
            raise Rejected("There is no such table here; choose one from the list.")
        if not may_name:
            only_for_readers(room, session, interaction)
        await room.members.admit(interaction, session.table.guild)
        return session
    if here := tables_here(room, interaction):
        return _the_one(here, interaction, SEVERAL_HERE)
    return await table_of(room, interaction)


def _lacks(room: Room, session: Session, interaction: Interaction) -> str | None:
    """What the asker lacks to read in the channel in which the table is, as people call it; None if nothing."""
    member = interaction.user
    if interaction.guild_id != session.table.guild or not isinstance(member, discord.Member):
        return "see"
    return lacks_to_read(room, session, member)


def lacks_to_read(room: Room, session: Session, member: discord.Member) -> str | None:
    """The same, of a member of the table's server."""
    return _lacks_in(room, session.table.guild, session.table.posted.place, member)


def _lacks_in(room: Room, server: int, place: int, member: discord.Member) -> str | None:
    channel = _channel(room, server, place)
    may = places.may(channel, member) if channel is not None else None
    return "see" if channel is None or may is None else permissions.lacks_to_read(channel, may)


def only_for_readers(room: Room, session: Session, interaction: Interaction) -> None:
    """Raises Rejected if the asker may not read in the channel in which the table is, as far as that is known: they may
    have pressed elsewhere."""
    channel = _channel(room, session.table.guild, session.table.posted.place)
    member, may = interaction.user, None
    if channel is not None and channel.id == interaction.channel_id:
        may = interaction.permissions
    elif channel is not None and isinstance(member, discord.Member):
        may = places.may(channel, member)
    if channel is not None and may is not None:
        places.only_for_readers(channel, may)


def _channel(room: Room, server: int, place: int) -> places.Known | None:
    """A channel or a thread; None if it is not known now."""
    guild = room.client.get_guild(server)
    return guild.get_channel_or_thread(place) if guild is not None else None


async def recall(room: Room, interaction: Interaction) -> None:
    """Just after a start, tables that nobody has touched are still with the store."""
    for brief in await room.store.read(tables.open_tables, room.store.cluster):
        if brief.id not in room.sessions and interaction.guild_id in (None, brief.guild):
            try:
                await room.find(brief.id)
            except Rejected as no:
                log.info("table %s is not there: %s", brief.id, no)


# ---- autocomplete ------------------------------------------------------------------------------


def _stage(session: Session) -> str:
    if session.table.phase in (LOBBY, OVER):
        return {LOBBY: "waiting", OVER: "match over"}[session.table.phase]
    return (
        f"deal {session.table.deals_begun}"
        if session.table.phase == DEAL
        else f"after deal {session.table.deals_begun}"
    )


async def table_choices(room: Room, interaction: Interaction, typed: str, *,
                        everywhere: bool = False) -> Choices:  # fmt: skip
    """Tables for a `table:` option: the asker's own and those of this channel; for managers the server's."""
    found = {s.id: s for s in (*await their_tables(room, interaction), *tables_here(room, interaction))}
    if everywhere and is_manager(interaction):
        found |= {
            s.id: s for s in room.sessions.values() if s.table.guild == interaction.guild_id and s.table.phase != CLOSED
        }
    return await _named(room, [*found.values()], typed)


async def kept_choices(room: Room, interaction: Interaction, typed: str) -> Choices:
    """The same for stored results: besides, the nights of this channel that are over, the latest first."""
    found = await table_choices(room, interaction, typed)
    if interaction.guild_id is not None and interaction.channel_id is not None:
        known = await room.store.read(nights.over, interaction.guild_id, interaction.channel_id)
        found += await _nights_named(room, interaction.guild_id, known, typed)
    return found[:MOST_LISTED]


async def coming_nights(room: Room, interaction: Interaction, typed: str, *, hosted: bool = False) -> Choices:
    """The announced nights of this server in channels that the asker sees, the next one first; with `hosted` only those
    that they may call off or change: their own, or all for managers."""
    found = await _coming(room, interaction, hosted=hosted)
    return (await _nights_named(room, interaction.guild_id or 0, found, typed))[:MOST_LISTED]


async def coming_night(room: Room, interaction: Interaction, typed: str, *, hosted: bool = False) -> str:
    """The id of the announced night that was chosen from `coming_nights`, or is the only one that fits what was typed.
    Raises Rejected."""
    among = await _coming(room, interaction)
    fits = [night.id for night in among if night.id == typed.strip()]
    if not fits:
        mine = await _coming(room, interaction, hosted=hosted)
        fits = [str(one.value) for one in await _nights_named(room, interaction.guild_id or 0, mine, typed)]
    if len(fits) != 1:
        raise Rejected(f"{'Several nights fit that' if fits else 'There is no such night'}; choose one from the list.")
    return fits[0]


async def _coming(room: Room, interaction: Interaction, *, hosted: bool = False) -> list[Listed]:
    found = await room.store.read(nights.coming, interaction.guild_id or 0, room.now())
    member = interaction.user
    if is_manager(interaction):
        return found
    return [
        night
        for night in found
        if night.host == member.id
        or (
            not hosted
            and isinstance(member, discord.Member)
            and _lacks_in(room, member.guild.id, night.channel, member) is None
        )
    ]


async def _nights_named(room: Room, guild: int, found: Sequence[Listed], typed: str) -> Choices:
    """Those of a server's nights that fit what was typed, each with its day and hour."""
    zone = (await room.settings.of(guild)).timezone
    names = night_names.apart(found, zone, room.now(), functools.partial(_place, room))
    texts = {night.id: f"{night.name} {_place(room, night.channel)} {night.id}" for night in found}
    return [
        app_commands.Choice(name=names[night.id], value=night.id)
        for night in found
        if typed.strip() == names[night.id]
        or night_names.fits(typed, texts[night.id], night_names.dates_of(night.starts, zone))
    ]


def _place(room: Room, channel: int) -> str:
    """A channel by its name; nothing if it is not known any more."""
    name = getattr(room.client.get_channel(channel), "name", None)
    return f"#{name}" if name else ""


async def sights(room: Room, interaction: Interaction, typed: str) -> Choices:
    """Tables to watch, for a `table:` option."""
    found = [s for s in room.sessions.values() if s.table.phase != CLOSED and not _lacks(room, s, interaction)]
    return await _named(room, found, typed)


async def settles_soon(session: Session) -> bool:
    """Whether what is in memory is stored before somebody who types gives up waiting."""
    with suppress(Rejected, TimeoutError):  # its records cannot be read now, or take long
        async with asyncio.timeout(TYPING_SECONDS):
            await session.commits.settled()
            return True
    return False


async def _named(room: Room, found: Sequence[Session], typed: str) -> Choices:
    """Those of the tables that fit what was typed."""
    names = await names_of(room, found)
    fits = [id for id, name in names.items() if night_names.fits(typed, f"{name} {id}")]
    return [app_commands.Choice(name=names[id], value=id) for id in fits[:MOST_LISTED]]


async def names_of(room: Room, found: Sequence[Session]) -> dict[str, str]:
    """The names of stored tables, by their ids; tables whose name cannot be known are left out."""
    known = await asyncio.gather(*(settles_soon(s) for s in found))
    stored = [s for s, settled in zip(found, known, strict=True) if settled]
    played = await room.store.read(nights.of_tables, [s.id for s in stored if s.table.night is not None])
    starts = {night.id: night.starts for night in played}
    return night_names.numbered({s.id: _name(room, s, starts.get(s.id)) for s in stored})


def _name(room: Room, session: Session, starts: int | None) -> str:
    """A table by its game, or its night with the day and the hour, its channel, how far it is, and who plays."""
    table, place = session.table, _place(room, session.table.posted.place)
    called = played.short(room.words[table.game.slug], table.options)
    if table.night is not None:
        day = "" if starts is None else day_and_hour(starts, table.settings.timezone, room.now())
        called = night_names.named(table.night.name, day)
    people = ", ".join(c.name for c in table.chairs if c.user is not None)
    return f"{called}{f' in {place}' if place else ''} · {_stage(session)} · {people}"


def seat_choices(session: Session, typed: str, *, houses: bool) -> list[app_commands.Choice[int]]:
    """Seats for a `seat:` option: those of house players, or all taken ones. People count seats from 1."""
    found = [
        (n + 1, f"{n + 1} · {chair.name}{f' ({chair.kind})' if chair.house else ''}")
        for n, chair in enumerate(session.table.chairs)
        if (chair.house if houses else not chair.empty)
    ]
    return [app_commands.Choice(name=name[:100], value=n) for n, name in found if str(typed).lower() in name.lower()]


def house_choices(session: Session, typed: str) -> list[app_commands.Choice[str]]:
    """House players who do not sit there yet, with what is said of them at its game."""
    taken = {chair.name for chair in session.table.chairs if chair.house}
    found: list[app_commands.Choice[str]] = []
    for name in HOUSE_NAMES:
        manner = manner_said(name, session.table.game.slug)
        if name not in taken and typed.lower() in name.lower():
            found.append(app_commands.Choice(name=f"{name}, who {manner}"[:100] if manner else name, value=name))
    return found


def game_named(room: Room, name: str) -> str:
    """A game's slug from what was typed. Raises Rejected."""
    slug = name.strip().lower().replace(" ", "-")
    if slug not in room.words:
        raise Rejected(f"There is no game {quoted(name)}; there are: {', '.join(room.words)}.")
    return slug


async def game_choices(room: Room, _: Interaction, typed: str) -> Choices:
    """Games for a `game:` option."""
    games = {slug: words.game.title for slug, words in room.words.items()}
    fits = [slug for slug, title in games.items() if typed.lower() in f"{title} {slug}".lower()]
    return [app_commands.Choice(name=games[slug], value=slug) for slug in fits[:MOST_LISTED]]


# ---- options, and commands about a table -------------------------------------------------------


class Proposing(app_commands.Transformer):
    """Text that is taken as it was typed. While somebody types, what `propose` finds is listed."""

    def __init__(self, propose: Callable[[Room, Interaction, str], Awaitable[Choices]]) -> None:
        self._propose = propose

    async def transform(self, _: discord.Interaction, value: str, /) -> str:
        return value

    async def autocomplete(self, interaction: discord.Interaction[Any], value: int | float | str, /) -> Choices:
        return await self._propose(interaction.client.room, interaction, str(value))


Table = app_commands.Transform[str, Proposing(table_choices)]
KeptTable = app_commands.Transform[str, Proposing(kept_choices)]
TableOfServer = app_commands.Transform[str, Proposing(functools.partial(table_choices, everywhere=True))]
TableInSight = app_commands.Transform[str, Proposing(sights)]
Game = app_commands.Transform[str, Proposing(game_choices)]


def at_table(description: str, *, named: str | None = None, option: object = Table, which: str = WHICH,
             find: Callable[[Room, Interaction, str | None], Awaitable[object]] = table_of,
             **described: str) -> Callable[[Method[G]], app_commands.Command[G, ..., None]]:  # fmt: skip
    """A cog's command about a table. Its method gets the reply, what `find` makes of the `table:` option, and the
    command's other options, which `described` tells of. What `find` and the method reject is said to the asker."""

    def decorate(method: Method[G]) -> app_commands.Command[G, ..., None]:
        @functools.wraps(method)
        async def asked(cog: G, interaction: Interaction, table: str | None = None, **given: object) -> None:
            async with answered(interaction) as reply:
                await method(cog, reply, await find(cog.room, interaction, table), **given)

        table = inspect.Parameter("table", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)
        _, *own = inspect.signature(method, eval_str=True).parameters.values()  # discord.py skips two, not three
        asked.__signature__ = inspect.Signature([*own, table])  # type: ignore[attr-defined]
        app_commands.describe(table=which, **described)(asked)
        return app_commands.command(name=named or method.__name__, description=description)(asked)

    return decorate


async def show_proof(room: Room, reply: Reply, table: str, deal: int | None) -> None:
    """Answer somebody who asks for a deal's proof, or for the newest one that may be shown. Raises Rejected."""
    text, file = proofs.told(await proofs.of_table(room.store, table), deal)
    await reply.say(text, files=[discord.File(io.BytesIO(file.data), file.name)] if file else [])


async def show_rules(room: Room, reply: Reply, words: Words, options: object = None) -> None:
    """Answer with a game's rules, with these options or the defaults, and with a table of it."""
    text = text_views.rules_text(words, options)
    options = words.game.options() if options is None else options
    picture = await asyncio.to_thread(example.picture, words, options)  # a table is played for it
    await reply.show(
        *await room.render_queue.drawn(MessageContent(text, picture, f"An example. {alt(picture)}"[:1024]))
    )


async def show_histories(room: Room, reply: Reply, table: str, match: int | None) -> None:
    """Answer somebody who asks for the hands of a table in a notation that other programs read. Raises Rejected."""
    found = await histories.of_table(room.store, table, match)
    await reply.say(histories.told(found), files=[discord.File(io.BytesIO(found.data), f"{table}.phhs")])


async def show_replay(room: Room, reply: Reply, table: str, place: Place | None, match: int | None = None) -> None:
    """Show a match that is over, from its beginning or at a place of it. Raises Rejected."""
    film = await replays.find(room.store, table, place.match if place else match)
    stored = await room.store.read(tables.load_table, table)
    assert stored is not None, "it has a match"
    if reply.user not in room.builder.prefs:
        await room.people.learn(reply.user)
    style = style_of(room.builder.prefs[reply.user], await room.settings.of(stored.guild))
    words = room.words[film.game.slug]
    content = await replays.frame(room.store, film, place or Place(film.match), words, style)
    content, png = await room.render_queue.drawn(content, table=table)
    if place is None:
        await reply.show(content, png)
    elif not await reply.edit(content, png):
        await reply.edit_later(content, png, controls=True)
