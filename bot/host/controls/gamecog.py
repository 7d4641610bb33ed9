"""The slash command of a game, which opens a table with its options."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field
from typing import TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.amounts import whites
from bot.engine.game import Game
from bot.engine.options import BadOption, declared, read_over, suggestions, written
from bot.show.words.game import Words
from bot.store import tables
from bot.table import hosting, lesson, starting
from bot.table.errors import Rejected
from bot.table.hosting import MOST_HOSTED
from bot.table.lesson import Lesson
from bot.table.names import escaped
from bot.table.picking import presets_of
from bot.table.session import Session
from bot.table.settings import Settings

from .. import whomay
from ..calls import permissions, threads
from ..calls.client import Interaction
from ..calls.places import place_for_a_table
from ..calls.refusals import why
from ..calls.reply import Reply, answered
from ..room import Room
from .commands import Choices, Proposing

LEARN = "learn"
_LEARN = "A teaching table for you alone: no clock, open hands, hints, every move may be taken back."
Given: TypeAlias = str | int | bool | None
"""What is said to an option of a command."""


def stakes_option(game: Game) -> str:
    """The option of a game's command that takes its ready-made stakes: where it has stakes of its own, its presets."""
    return "preset" if any(option.name == "stakes" for option in declared(game.options)) else "stakes"


def open_command(room: Room, words: Words) -> app_commands.Command[commands.Cog, ..., None]:
    """`/hearts`, `/red-dog`, …: opens a table, with its stakes and the options that people change. The others wait
    behind **Options…** in the lobby."""

    async def callback(interaction: Interaction, **given: Given) -> None:
        async with answered(interaction) as reply:
            session = await table_opened(room, words, interaction, reply, given)
            await reply.say(taught(session, words) if session.table.taught else waiting(session, words))

    stakes = stakes_option(words.game)
    known = {option.name: option for option in declared(words.game.options)}
    options = [known[name] for name in words.slash_options]
    annotations = {stakes: str | None} if words.game.presets else {}
    annotations |= {option.name: _annotation(option) for option in options} | {
        LEARN: bool | None,
        "thread": bool | None,
    }
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    ]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation)
        for name, annotation in annotations.items()
    ]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    callback.__annotations__ = {p.name: p.annotation for p in parameters}
    described = {o.name: _described(o) for o in options}
    described |= {LEARN: _LEARN, "thread": "Give the table a thread of its own."}
    choices = {o.name: _choices(o) for o in options if o.metadata["kind"] == "choice"}
    if words.game.presets:
        described[stakes] = "Ready-made stakes; what you say besides goes before."
        choices[stakes] = [app_commands.Choice(name=name.capitalize(), value=name) for name in presets_of(words.game)]
    app_commands.describe(**described)(callback)
    app_commands.choices(**choices)(callback)
    return app_commands.Command(
        name=words.game.slug, description=f"Open a table: {words.tagline}"[:100], callback=callback,  # type: ignore[arg-type]
        allowed_contexts=app_commands.AppCommandContext(guild=True),
    )  # fmt: skip


def _annotation(option: Field[object]) -> object:
    meta = option.metadata
    match meta["kind"]:
        case "choice":
            return str | None
        case "flag":
            return bool | None
        case "number":
            return app_commands.Range[int, meta["least"], meta["most"]]
        case "text":
            return app_commands.Transform[str, Proposing(functools.partial(_suggested, option))]
        case _:
            return str | None


async def _suggested(option: Field[object], room: Room, interaction: Interaction,
                     typed: str) -> Choices:  # fmt: skip
    """What is listed for a text option while somebody types."""
    found = [(label, value) for label, value in suggestions(option, typed) if len(value) <= 100]
    return [app_commands.Choice(name=label[:100], value=value) for label, value in found[:25]]


def _choices(option: Field[object]) -> list[app_commands.Choice[str]]:
    """As people read them; what is sent stays the value."""
    return [app_commands.Choice(name=written(option, v)[:100], value=str(v)) for v in option.metadata["choices"]]


def _described(option: Field[object]) -> str:
    meta = option.metadata
    text = str(meta["help"])
    if meta["kind"] == "amount":
        text = f"{text} ({whites(meta['least'])} to {whites(meta['most'])} whites)"
    return text[:100]


async def where_a_table_may_be(room: Room, interaction: Interaction, *,
                               own_thread: bool = False) -> tuple[Settings, permissions.Place]:  # fmt: skip
    """What the server has set, and the channel, if a table may be opened there. Raises Rejected."""
    channel = interaction.channel
    if interaction.guild_id is None or channel is None or isinstance(channel, discord.DMChannel | discord.GroupChannel):
        raise Rejected("Tables are opened in a server's channel.")
    guild, may = interaction.guild_id, interaction.app_permissions
    return await place_for_a_table(room, guild, channel, may, own_thread=own_thread)


async def thread_of_its_own(room: Room, reply: Reply, channel: discord.TextChannel, name: str) -> int:
    """A thread for a table that the asker is about to open. Raises Rejected."""
    # Checked first, otherwise an empty thread would be left over.
    await room.store.read(tables.limit_tables, channel.guild.id, reply.user, MOST_HOSTED)
    return await threads.make(channel, name)


def not_played(words: Words, every: Mapping[str, Words], settings: Settings) -> str:
    """That a server does not allow this game, and which ones it does."""
    allowed = ", ".join(w.game.title for slug, w in every.items() if settings.allows(slug))
    return f"{words.game.title} is not played on this server; there are: {allowed}."


async def table_opened(room: Room, words: Words, interaction: Interaction, reply: Reply,
                       given: dict[str, Given]) -> Session:  # fmt: skip
    """Check where and how, then open the table. Raises Rejected."""
    own_thread, learn = bool(given.pop("thread", None)), bool(given.pop(LEARN, None))
    settings, channel = await where_a_table_may_be(room, interaction, own_thread=own_thread)
    whomay.may_open(interaction, settings)
    if not settings.allows(words.game.slug):
        raise Rejected(not_played(words, room.words, settings))
    guild = interaction.guild_id
    assert guild is not None
    try:
        usual = settings.defaults.get(words.game.slug, {})
        stakes = given.pop(stakes_option(words.game), None)
        ready = words.game.presets.get(str(stakes or ""), {})
        if learn and stakes and words.game.chips:
            raise Rejected(f"Nothing is at stake at a teaching table: leave out `{stakes_option(words.game)}`.")
        ready = {**lesson.options(words.game), **ready} if learn else ready
        said = {name: value for name, value in given.items() if value is not None}
        options = read_over(words.game.options, {**usual, **ready}, said)
    except BadOption as bad:
        raise Rejected(str(bad)) from None
    thread = None
    if own_thread:
        assert isinstance(channel, discord.TextChannel)
        name = f"{words.game.title} with {interaction.user.display_name}"
        thread = await thread_of_its_own(room, reply, channel, name)
    try:
        session = await room.open(
            reply, guild, channel.id, interaction.user.display_name, words.game, options, thread=thread,
            lesson=Lesson() if learn else None,
        )  # fmt: skip
    except BaseException:
        if thread is not None:
            room.spawn(room.display.put_away(thread))
        raise
    if (refused := await room.display.refused(session)) is not None:
        with suppress(Rejected):  # it may have been closed meanwhile
            await hosting.close(session)
        raise Rejected(f"No table was opened, for its message could not be posted here: {why(refused)}.")
    if learn:
        await starting.play_now(session, reply.user)
    await tell_if_hidden(room, session, reply)
    return session


async def tell_if_hidden(room: Room, session: Session, reply: Reply) -> None:
    """Where Discord does not take the message of a new table for now, everybody reads of it in the answer."""
    if not room.display.is_posted(session):
        what = session.table.night.name if session.table.night is not None else session.table.game.title
        opened = f"{escaped(session.table.chairs[0].name)} has opened **{escaped(what)}**"
        await reply.say_to_all(f"{opened} in <#{session.table.posted.place}>. {_HIDDEN}")


def waiting(session: Session, words: Words) -> str:
    """What the host of a new table is told alone."""
    return f"{_opened(session)}. {words.hint} **More…** has its other options. {_NEW_TO_IT}"


def taught(session: Session, words: Words) -> str:
    """The same of a teaching table, which has begun at once; how the game is played, and last where to press, for all
    that pushes the table off a phone."""
    where = f"Your {words.game.title} lesson is in <#{session.table.posted.place}>. {_LESSON}"
    rules = [f"- {rule}" for rule in words.rules]
    begin = [_TO_BEGIN] if words.holds(session.table.options) else []
    return "\n".join([where, f"**{words.game.title}** · {words.tagline}", *rules, *begin])


def begun(session: Session) -> str:
    """The same, where its first deal has begun at once."""
    return f"{_opened(session)}, and the game begins. {_NEW_TO_IT}"


def _opened(session: Session) -> str:
    return f"Your {session.table.game.title} table is open in <#{session.table.posted.place}>"


_HIDDEN = "Discord does not take its message for now; it comes as soon as Discord does. `/table join` works at once."
_LESSON = (
    "Take your time: no clock runs, **Undo** takes any move back, **Hint** says what a house player would do who sees"
    " your cards alone, and nothing of it counts. The rules in short:"
)
_TO_BEGIN = "Now press **My hand** under the table: it shows your cards, and everybody's below them."
_NEW_TO_IT = "New to it? `/rules` tells how it is played."
