"""Verbs act: `/play` takes any legal move, and the habits of players have commands of their own beside it.

A verb command is one line of a table, for any game that has such a move: it reads what was typed and lists what is
legal by walking the asker's own offers. Every answer is seen by the asker alone.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.deal import Illegal
from bot.engine.piles import SPECTATOR
from bot.host import commands as c
from bot.host import example, telling, typed
from bot.host.alt import alt
from bot.host.errors import No
from bot.host.presses import answered
from bot.host.reply import Reply, picture_file
from bot.host.room import Room, move
from bot.host.session import BETWEEN, OVER, Session

if TYPE_CHECKING:
    from bot.host.client import RoomClient

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


class Verb(NamedTuple):
    """A command that makes moves of one kind."""

    command: str
    move: str
    """The verb of the move class, as `bot.engine.offers.verb` has it."""
    argument: str | None
    """What is typed behind it; None where there is nothing to say."""
    description: str
    may_be_bare: bool = False
    """In some games there is nothing to type behind it."""


VERBS = (
    Verb("bet", "bet", "amount", "Bet chips: 5, 2½, min, pot or all."),
    Verb("pass", "pass", "cards", "Pass: sit out, or say no. In Hearts: cards to another player, QS KH 2C.", True),
    Verb("cut", "cut", "cards", "Cut the pack before the deal: how many cards go to the bottom."),
    Verb("note", "note", "text", "Add a few words of yours to the shuffle; the last ones count."),
    Verb("declare", "declare", "choice", "Say in or out, in secret: nobody knows before everybody has declared."),
    Verb("choose", "choose", "option", "Choose between what the rules let you choose."),
    Verb("end", "propose-end", None, "Propose to stop here and share the pot; all must agree."),
    Verb("agree", "agree", None, "Agree to what somebody has proposed."),
    Verb("refuse", "refuse", None, "Refuse what somebody has proposed, and play on."),
    Verb("hit", "hit", None, "One more card."),
    Verb("stand", "stand", None, "No more cards for this hand."),
    Verb("double", "double", "amount", "Double your wager, or for less, and take exactly one card: 5, 2½ or max."),
    Verb("split", "split", None, "Split a pair into two hands."),
    Verb("insure", "insure", "amount", "Insure against a blackjack: up to half your wager, or max."),
    Verb("evenmoney", "even-money", None, "Take even money for your blackjack."),
    Verb("move", "move", "cards", "Canfield: from where, to where and, into a gap, how many: R T3, W F, T1 T2 4."),
    Verb("draw", "draw", "from", "Draw the next card; in Knock Poker from the stock or from the discards.", True),
    Verb("redeal", "redeal", None, "Turn the waste over: it is the stock again."),
    Verb("undo", "undo", None, "Take your last move back."),
    Verb("redo", "redo", None, "Do again what you have taken back."),
    Verb("hint", "hint", None, "Ask for a good move."),
    Verb("auto", "auto", None, "Send everything that fits to the foundations."),
    Verb("resign", "resign", None, "Give your game up; it counts as it stands."),
    Verb("grab", "grab", "cards", "Touch a card of the board, and name at once what you throw for it: 9C 4C."),
    Verb("throw", "discard", "card", "Throw down a card for the one that you have touched."),
    Verb("discard", "discard", "card", "Throw a card away: QS or 10H."),
    Verb("knock", "knock", "card", "Throw a card away and knock: the others have one more turn."),
    Verb("arm", "arm", "card", "Mark a card that your next touch throws down; without one, none is marked.", True),
    Verb("refresh", "refresh", None, "Put the board aside and lay four new cards, as its keeper."),
    Verb("gesture", "gesture", "gesture", "Do something harmless, which your partner may understand."),
    Verb("shout", "cash", None, "Shout the word: your partner has four of a kind!"),
    Verb("counter", "counter", "team", "Counter: an opponent has four of a kind!", True),
    Verb("ready", "ready", None, "Deal: you need no more time."),
    Verb("check", "check", None, "Put in nothing, where nothing is owed."),
    Verb("call", "call", None, "Put in what you owe, or all that you have."),
    Verb("raise", "raise", "amount", "Call, and so much on top: 5, 2½, min or max."),
    Verb("fold", "fold", None, "Give up your hand."),
    Verb("call-backhand", "backhand", None, "Backhand! The next card would be too much."),
    Verb("push", "push-away", None, "Push two cards of 17 to 20 away for two new ones."),
    Verb("ace", "ace", "choice", "Call the ace among your two cards high or low."),
    Verb("take", "take", None, "Take the pay for your pair, and make no bet on it."),
    Verb("stay", "stay", None, "No more cards."),
)
_ALIASES = {v.command: v.move for v in VERBS}


class Actions(commands.Cog):
    """Moves by command, and questions about one's own hand."""

    def __init__(self, bot: RoomClient) -> None:
        self.bot = bot
        for each in VERBS:
            bot.tree.add_command(verb_command(bot, each))

    @property
    def room(self) -> Room:
        return self.bot.room

    @app_commands.command(name="play", description="Make any legal move: a card, or a verb and what goes with it.")
    @app_commands.describe(move="A card such as QS or 10H, or a move such as bet 5.", table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def play(self, interaction: Interaction, move: str, table: str | None = None) -> None:
        await act(self.bot, interaction, move, None, table)

    @play.autocomplete("move")
    async def _moves(self, interaction: Interaction, current: str) -> Choices:
        return await suggested(self.bot, interaction, current, None)

    @app_commands.command(name="hand", description="Your cards and your controls, for your eyes only.")
    @app_commands.describe(table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            session = await self._table(interaction, table)
            await self.room.display.show_hand(session, reply)

        await answered(interaction, work)

    @app_commands.command(name="moves", description="Everything that you may do now.")
    @app_commands.describe(table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def moves(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            session = await self._table(interaction, table)
            seat, offers = typed.offers_of(session, reply.user)
            words, who = self.room.words[session.game.slug], self.room.painter.who(session, seat, reply.user)
            await reply.say(telling.moves_text(session, seat, offers, words, who.said)[:2000])

        await answered(interaction, work)

    @app_commands.command(name="score", description="How everybody stands, and what has just happened.")
    @app_commands.describe(table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def score(self, interaction: Interaction, table: str | None = None) -> None:
        await self._how_it_stands(interaction, table)

    @app_commands.command(name="strikes", description="Who has how many strikes and chips.")
    @app_commands.describe(table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def strikes(self, interaction: Interaction, table: str | None = None) -> None:
        await self._how_it_stands(interaction, table)

    async def _how_it_stands(self, interaction: Interaction, table: str | None) -> None:
        async def work(reply: Reply) -> None:
            session = await self._table(interaction, table)
            seat = session.seat_of(reply.user)
            viewer = SPECTATOR if seat is None else seat
            words, who = self.room.words[session.game.slug], self.room.painter.who(session, viewer, reply.user)
            text = telling.score_text(session, viewer, words, who.said)
            await reply.say(text, files=await self._result(session))

        await answered(interaction, work)

    async def _result(self, session: Session) -> list[discord.File]:
        """The picture of a deal that is over; none while cards are in play."""
        if session.phase not in (BETWEEN, OVER) or session.shown is None:
            return []
        face = self.room.painter.snapshot(session).public
        return [picture_file(await self.room.studio.draw(face.picture), face.alt)]

    @app_commands.command(name="odds", description="What your own cards promise, in games that can tell.")
    @app_commands.describe(table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def odds(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            session = await self._table(interaction, table)
            seat = session.seat_of(reply.user)
            if seat is None:
                raise No("You do not sit at this table.")
            await reply.say(telling.odds_text(session, seat, self.room.words[session.game.slug]))

        await answered(interaction, work)

    @app_commands.command(name="tally", description="Which cards are gone, in games where everybody may count.")
    @app_commands.describe(table=c.WHICH)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def tally(self, interaction: Interaction, table: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            session = await self._table(interaction, table)
            await reply.say(telling.tally_text(session, self.room.words[session.game.slug]))

        await answered(interaction, work)

    @app_commands.command(name="rules", description="The rules of a game in short, with the options in force.")
    @app_commands.describe(game="Which game; the one at your table if you leave it out.")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            if game is not None:
                words = self.room.words[c.game_named(self.room, game)]
                text, options = telling.rules_text(words, None), words.game.options()
            else:
                session = await c.table_of(self.room, interaction)
                await session.settled()
                words, options = self.room.words[session.game.slug], session.options
                text = telling.rules_text(words, options)
            picture = await asyncio.to_thread(example.picture, words, options)  # a table is played for it
            png = await self.room.studio.draw(picture)
            await reply.say(text, files=[picture_file(png, f"An example. {alt(picture)}"[:1024])])

        await answered(interaction, work)

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> Choices:
        return c.game_choices(self.room, current)

    async def _table(self, interaction: Interaction, named: str | None) -> Session:
        user = interaction.user.id
        session = await c.table_of(self.room, interaction, named, wanted=lambda s: typed.wants(s, user))
        await session.settled()  # nothing is told of what is not stored yet
        return session

    @play.autocomplete("table")
    @hand.autocomplete("table")
    @moves.autocomplete("table")
    @score.autocomplete("table")
    @strikes.autocomplete("table")
    @odds.autocomplete("table")
    @tally.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> Choices:
        return await c.table_choices(self.room, interaction, current)


def verb_command(bot: RoomClient, each: Verb) -> app_commands.Command[Any, ..., None]:
    """The command of one verb, with its autocomplete."""

    async def which(interaction: Interaction, current: str) -> Choices:
        return await c.table_choices(bot.room, interaction, current)

    async def what(interaction: Interaction, current: str) -> Choices:
        return await suggested(bot, interaction, current, each.move)

    async def typed_out(interaction: Interaction, argument: str, table: str | None = None) -> None:
        await act(bot, interaction, argument, each.move, table)

    async def bare(interaction: Interaction, table: str | None = None) -> None:
        await act(bot, interaction, "", each.move, table)

    async def either(interaction: Interaction, argument: str = "", table: str | None = None) -> None:
        await act(bot, interaction, argument, each.move, table)

    callback: Any = bare if each.argument is None else either if each.may_be_bare else typed_out
    app_commands.describe(table=c.WHICH)(callback)
    app_commands.autocomplete(table=which)(callback)
    if each.argument is not None:
        app_commands.rename(argument=each.argument)(callback)
        app_commands.describe(argument=each.description)(callback)
        app_commands.autocomplete(argument=what)(callback)
    return app_commands.Command(
        name=each.command, description=each.description, callback=callback, allowed_contexts=c.WHERE
    )


async def act(bot: RoomClient, interaction: Interaction, text: str, name: str | None, table: str | None) -> None:
    """Make the move that was typed, at the table that is meant, and say so to whoever made it."""

    async def work(reply: Reply) -> None:
        session = await _where(bot.room, interaction, name, table)
        async with session.judging():
            chosen = typed.read_move(session, reply.user, text, name, aliases=_ALIASES)
        await move(session, reply, chosen, drawn=None, sure=False)
        await reply.say(f"✓ {typed.told(chosen, bot.room.words[session.game.slug])}")

    await answered(interaction, work)


async def suggested(bot: RoomClient, interaction: Interaction, current: str, name: str | None) -> Choices:
    """The asker's own legal moves that begin like what was typed so far; nothing where there are none."""
    try:
        session = await _where(bot.room, interaction, name, getattr(interaction.namespace, "table", None))
    except (No, Illegal):
        return []
    if not await c.settles_soon(session):
        return []
    words = bot.room.words[session.game.slug]
    found = typed.suggestions(session, interaction.user.id, current, words, name)
    return [
        app_commands.Choice(name=typed.in_words(said, words)[:100], value=said) for said in found if len(said) <= 100
    ]


async def _where(room: Room, interaction: Interaction, name: str | None, table: str | None) -> Session:
    user = interaction.user.id
    return await c.table_of(room, interaction, table, wanted=lambda s: typed.wants(s, user, name))


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Actions(bot))
