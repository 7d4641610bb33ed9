"""Verbs act: `/play` takes any legal move, and what several games share has commands of its own beside it.

A verb command serves any game that has such a move: it reads what was typed and lists what is legal by walking the
asker's own offers. Every answer is seen by the asker alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.deal import Illegal
from bot.engine.offers import Move, verb
from bot.engine.piles import SPECTATOR
from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply, answered, files_of
from bot.host.controls import commands as c
from bot.host.controls import hints, in_advance
from bot.host.controls.commands import RoomCog
from bot.host.controls.moves import explained, move
from bot.host.room import Room, RoomClient
from bot.show.controls import typed
from bot.show.pages import sheets, text_views
from bot.show.pages.text_views import parted
from bot.show.words.game import EVERYWHERE, Words
from bot.show.words.sentences import Who
from bot.show.words.verbs import Verb
from bot.table import brought as brought_to
from bot.table.errors import Rejected
from bot.table.hints import has_its_own
from bot.table.session import Session
from bot.table.state import BETWEEN, OVER

log = logging.getLogger(__name__)


_ANY = "play"
"""The command that makes every move, a move of that name too."""


class VerbCommand(NamedTuple):
    """A command that makes moves of one kind."""

    command: str
    move: str
    """The verb of the move class, as `bot.engine.offers.verb` has it."""
    argument: str | None
    """What is typed behind it; None if nothing is."""
    description: str
    may_be_bare: bool = False
    """In some games there is nothing to type behind it."""


def verb_commands(games: Iterable[Words]) -> list[VerbCommand]:
    """The verbs that have a command of their own, by the rule:

    - a move that players of two games or more make has one, as soon as the second game has a move of that name;
    - so has a move for which every player's hand looks, by whatever game it is declared so (`Command.habit`);
    - all other moves are made with `/play`, and so is the move that is called so: Discord takes 100 commands, and who
      types a slash wants to see the games.

    What Discord says of it, its name and its option stand with the game's words (`Command`). Where none of the games
    says anything, the command tells which games have it.
    """
    having: dict[str, list[tuple[type[Move], Verb, str]]] = {}
    for words in games:
        for kind in (*words.game.moves, *EVERYWHERE):
            if (said := words.verb(kind)) is not None:  # timers' moves have no words
                having.setdefault(verb(kind), []).append((kind, said, words.game.title))
    return [
        _verb_command(name, each)
        for name, each in having.items()
        if name != _ANY
        and (
            any(said.command.habit for _, said, _ in each)
            or len({title for kind, _, title in each if kind not in EVERYWHERE}) > 1
        )
    ]


def _verb_command(name: str, having: Sequence[tuple[type[Move], Verb, str]]) -> VerbCommand:
    """What the games say of their moves of one verb, together."""
    fields = [f for kind, _, _ in having for f in kind.__dataclass_fields__]
    titles = ", ".join(sorted({title for _, _, title in having}))
    told = [said.command for _, said, _ in having]
    says = " ".join(dict.fromkeys(c.says for c in told if c.says))
    return VerbCommand(
        command=next((c.name for c in told if c.name), name),
        move=name,
        argument=next((c.argument for c in told if c.argument), fields[0]) if fields else None,
        description=(says or f"{name.replace('-', ' ').capitalize()}, in {titles}.")[:100],
        may_be_bare=any(not kind.__dataclass_fields__ for kind, _, _ in having),
    )


def aliases(games: Iterable[Words]) -> dict[str, str]:
    """What people type for a move besides its verb and the words of its button."""
    return {other: verb(kind) for words in games for kind, said in words.verbs.items() for other in said.also}


async def _settled(room: Room, interaction: Interaction, table: str | None, *, here_first: bool = False) -> Session:
    session = await _where(room, interaction, None, table, here_first=here_first)
    await session.commits.settled()  # nothing is told of what is not stored yet
    return session


async def _in_view(room: Room, interaction: Interaction, table: str | None) -> Session:
    """The table that stands here, though another may wait for the asker: it is looked at, and nothing is done."""
    return await _settled(room, interaction, table, here_first=True)


class Actions(RoomCog):
    """Moves by command, and questions about one's own hand."""

    @app_commands.command(name="play", description="Make any legal move: a card, or a verb and what goes with it.")
    @app_commands.describe(move="A card such as QS or 10H, or a move such as bet 5.", table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def play(self, interaction: Interaction, move: str, table: c.Table | None = None) -> None:
        await act(self.room, interaction, move, None, table)

    @play.autocomplete("move")
    async def _moves(self, interaction: Interaction, current: str) -> c.Choices:
        return await suggested(self.room, interaction, current, None)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @c.at_table("Your cards and your controls, for your eyes only.", find=_settled)
    async def hand(self, reply: Reply, session: Session) -> None:
        await self.room.display.panels.show_hand(session, reply)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @c.at_table("Everything that you may do now.", find=_settled)
    async def moves(self, reply: Reply, session: Session) -> None:
        seat, offers = typed.offers_of(session.table, reply.user)
        words, who = self.room.words[session.table.game.slug], self.room.builder.who(session.table, seat, reply.user)
        await reply.say(text_views.moves_text(session.table, seat, offers, words, who.said)[:2000])

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @c.at_table("How everybody stands, what has just happened, which cards are gone.", find=_in_view)
    async def score(self, reply: Reply, session: Session) -> None:
        seat = session.table.seat_of(reply.user)
        viewer = SPECTATOR if seat is None else seat
        words, who = self.room.words[session.table.game.slug], self.room.builder.who(session.table, viewer, reply.user)
        text = text_views.score_text(session.table, viewer, words, who.said)
        brought = sheets.text(session.table, await brought_to.sheet(session)) if session.table.cash else ""
        first, *rest = [f"{text}\n\n{brought}"] if len(text) + len(brought) < 1998 else [text, *parted(brought)]
        await reply.say(first.rstrip(), files=await self._result(session))
        for more in rest:
            await reply.say(more)

    async def _result(self, session: Session) -> list[discord.File]:
        """The picture of a deal that is over; none while cards are in play."""
        if session.table.phase not in (BETWEEN, OVER) or session.table.shown is None:
            return []
        content = self.room.builder.snapshot(session.table).public
        _, png = await self.room.render_queue.drawn(content, table=session.id)  # the text tells the result as well
        return files_of(content, png)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @c.at_table("What your own cards promise, in games that can tell.", find=_settled)
    async def odds(self, reply: Reply, session: Session) -> None:
        seat = session.table.seat_of(reply.user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        await reply.say(text_views.odds_text(session.table, seat, self.room.words[session.table.game.slug]))

    @app_commands.command(name="rules", description="The rules of a game in short, with the options in force.")
    @app_commands.describe(game="Which game; the one at your table if you leave it out.")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def rules(self, interaction: Interaction, game: c.Game | None = None) -> None:
        async with answered(interaction) as reply:
            if game is not None:
                await c.show_rules(self.room, reply, self.room.words[c.game_named(self.room, game)])
                return
            session = await c.table_of(self.room, interaction)
            await session.commits.settled()
            await c.show_rules(self.room, reply, self.room.words[session.table.game.slug], session.table.options)


def verb_command(room: Room, each: VerbCommand) -> app_commands.Command[commands.Cog, ..., None]:
    """The command of one verb, with its autocomplete."""

    async def what(interaction: Interaction, current: str) -> c.Choices:
        return await suggested(room, interaction, current, each.move)

    async def typed_out(interaction: Interaction, argument: str, table: c.Table | None = None) -> None:
        await act(room, interaction, argument, each.move, table)

    async def bare(interaction: Interaction, table: c.Table | None = None) -> None:
        await act(room, interaction, "", each.move, table)

    async def either(interaction: Interaction, argument: str = "", table: c.Table | None = None) -> None:
        await act(room, interaction, argument, each.move, table)

    if each.argument is None:
        return _named(each, bare)
    made = _named(each, either if each.may_be_bare else typed_out)
    made.autocomplete("argument")(what)
    return made


def _named(each: VerbCommand, callback: Callable[..., Coroutine[object, None, None]],
           ) -> app_commands.Command[commands.Cog, ..., None]:  # fmt: skip
    app_commands.describe(table=c.WHICH)(callback)
    if each.argument is not None:
        app_commands.rename(argument=each.argument)(callback)
        app_commands.describe(argument=each.description)(callback)
    return app_commands.Command(
        name=each.command, description=each.description, callback=callback, allowed_contexts=c.WHERE
    )


async def act(room: Room, interaction: Interaction, text: str, name: str | None, table: str | None) -> None:
    """Make the typed move at the table that is meant, and confirm it to the player."""

    async with answered(interaction) as reply:
        session = await _where(room, interaction, name, table)
        words, user = room.words[session.table.game.slug], reply.user
        if name is None and await in_advance.typed(room, session, reply, text):
            return
        if name is None and text.strip().lower() == hints.TYPED and not has_its_own(session.table.game):
            await hints.give(room, session, reply)
            return
        called = aliases(room.words.values())
        async with session.commits.judging():
            labels = typed.labels_of(session.table, user, words, _who(room, session, user))
            meant = name or typed.verb_of(session.table, user, text, aliases=called, labels=labels)
        await session.press_in_moment(user, meant, reply.pressed)
        with explained(room, session, meant):
            async with session.commits.judging():
                labels = typed.labels_of(session.table, user, words, _who(room, session, user))
                chosen = typed.read_move(session.table, user, text, name, aliases=called, labels=labels)
            await move(room, session, reply, chosen, typed=True)
        await reply.say_in_passing(f"✓ {typed.told(chosen, words)}")


async def suggested(room: Room, interaction: Interaction, current: str, name: str | None) -> c.Choices:
    """The asker's own legal moves that begin like what was typed so far; empty if there are none."""
    try:
        session = await _where(room, interaction, name, getattr(interaction.namespace, "table", None))
    except (Rejected, Illegal):
        return []
    if not await c.settles_soon(session):
        return []
    words = room.words[session.table.game.slug]
    user = interaction.user.id
    found = typed.proposals(session.table, user, current, words, _who(room, session, user), name)
    if name is None:
        found = [*in_advance.proposals(session.table, user, current), *found][: typed.MOST]
    return [app_commands.Choice(name=label[:100], value=said) for label, said in found if len(said) <= 100]


def _who(room: Room, session: Session, user: int) -> Who:
    seat = session.table.seat_of(user)
    return room.builder.who(session.table, SPECTATOR if seat is None else seat, user)


async def _where(room: Room, interaction: Interaction, name: str | None, table: str | None, *,
                 here_first: bool = False) -> Session:  # fmt: skip
    user = interaction.user.id
    return await c.table_of(
        room, interaction, table, wanted=lambda s: typed.wants(s.table, user, name), here_first=here_first
    )


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Actions(bot.room))
    for each in verb_commands(bot.room.words.values()):
        bot.tree.add_command(verb_command(bot.room, each))
