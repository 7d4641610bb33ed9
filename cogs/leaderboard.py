"""`/leaderboard` and `/stats`: how a server's members have done. `/season`: stretches that count for themselves."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import Reply, answered, server_of
from bot.host.controls.commands import Choices, Game, RoomCog, RoomGroup, game_named
from bot.host.room import RoomClient
from bot.show.messages.alt import Picture, alt
from bot.show.messages.page import MessageContent
from bot.show.pages import leaderboards
from bot.store import Work, bank, recent, records, seasons
from bot.store import leaderboards as stored_leaderboards
from bot.store.leaderboards import MEASURES
from bot.table.errors import Rejected
from bot.table.names import MEMBER, escaped, visible

Shown = Literal["picture", "text"]
_COUNTS = "A match counts when it is over; at a table for chips without an end, each session when its player gets up."


class Leaderboard(RoomCog):
    """Members by any measure, over any period; and one member at a time."""

    @app_commands.command(description="This server's best players: by wins, chips, rating, best night and more.")
    @app_commands.describe(
        game="At one game; at all games if you leave it out.", by="What counts; wins if you leave it out.",
        period="When; choose one, or type a day: 2026-05-31.", show="As a picture, or as text.",
    )  # fmt: skip
    @app_commands.choices(by=[app_commands.Choice(name=measure, value=measure) for measure in MEASURES])
    @app_commands.allowed_contexts(guilds=True)
    async def leaderboard(self, interaction: Interaction, game: Game | None = None, by: str = "wins",
                          period: str = "all time", show: Shown = "picture") -> None:  # fmt: skip
        async with answered(interaction) as reply:
            guild = server_of(interaction)
            slug, title = self._game(game)
            known = await self.room.store.read(seasons.seasons, guild)
            zone = (await self.room.settings.of(guild)).timezone
            when, called = leaderboards.read_period(period, known, self.room.now(), zone, str(interaction.locale))
            said = escaped(called) if when.season is not None else called
            if by == "rating" and when.since is not None:
                raise Rejected("Ratings are kept for all time and for each season.")
            found = await self.room.store.read(stored_leaderboards.leaderboard, guild, slug, when, by)
            if not found:
                raise Rejected(_nothing(by, said))
            text = f"**Leaderboard · {title}** · {by}, {said}"
            if show == "text":
                await reply.say("\n".join([text, *leaderboards.board_lines(found, by)])[:2000])
            else:
                where = f"{title[:1].upper()}{title[1:]} · {called}"
                faces = await self.room.avatars.of(guild, [one.user for one in found])
                picture = leaderboards.board_picture(found, by, where, reply.user, faces)
                await self._show(reply, text, picture)

    @app_commands.command(description="How you have done in this server, or somebody else has.")
    @app_commands.describe(
        member="Who; yourself if you leave it out.", game="One game; all if you leave it out.",
        against="Compared with another member.", show="With a picture, or as text.",
    )  # fmt: skip
    @app_commands.allowed_contexts(guilds=True)
    async def stats(self, interaction: Interaction, member: discord.User | None = None, game: Game | None = None,
                    against: discord.User | None = None, show: Shown = "picture") -> None:  # fmt: skip
        async with answered(interaction) as reply:
            await self._tell(reply, member or interaction.user, game, against, show)

    async def of_person(self, interaction: Interaction, member: discord.Member | discord.User) -> None:
        """**Stats** on a person's context menu."""
        async with answered(interaction) as reply:
            await self._tell(reply, member)

    async def _tell(self, reply: Reply, who: discord.Member | discord.User, game: str | None = None,
                    against: discord.User | None = None, show: Shown = "picture") -> None:  # fmt: skip
        guild, name = server_of(reply.interaction), visible(who.display_name, MEMBER)
        slug, title = self._game(game)
        if against is not None and against.id == who.id:
            raise Rejected("Choose somebody else to compare with.")
        found = await self.room.store.read(records.stats, guild, who.id, slug)
        if not found.overall.matches:
            where = f" at {title}" if slug else ""
            raise Rejected(f"{escaped(name)} has no result{where} here yet. {_COUNTS}")
        lately = await self.room.store.read(recent.recent_results, guild, who.id, slug)
        lines = leaderboards.stats_lines(name, found, lately, self.room.words)
        if against is not None:
            compared = await self.room.store.read(recent.versus, guild, who.id, against.id, slug)
            lines.insert(1, leaderboards.versus_line(visible(against.display_name, MEMBER), compared))
        text = "\n".join(lines)[:2000]
        if show == "text":
            await reply.say(text)
        else:
            where = f"{title[:1].upper()}{title[1:]}"
            faces = await self.room.avatars.of(guild, [who.id])
            picture = leaderboards.stats_picture(
                name, where, found, lately, self.room.words, faces.get(who.id, "")
            )  # fmt: skip
            await self._show(reply, text, picture)

    def _game(self, game: str | None) -> tuple[str | None, str]:
        """The game that is meant, and its title; all of them if none is named. Raises Rejected."""
        if not game:
            return None, "all games"
        slug = game_named(self.room, game)
        return slug, self.room.words[slug].game.title

    async def _show(self, reply: Reply, text: str, picture: Picture) -> None:
        await reply.show(*await self.room.render_queue.drawn(MessageContent(text, picture, alt(picture))))

    @leaderboard.autocomplete("period")
    async def _periods(self, interaction: Interaction, current: str) -> Choices:
        names = leaderboards.periods(await self.room.store.read(seasons.seasons, server_of(interaction)))
        fits = [name for name in names if current.lower() in name.lower()]
        return [app_commands.Choice(name=name[:100], value=name[:100]) for name in fits[:25]]


def _nothing(measure: str, called: str) -> str:
    if measure == "best night":
        return "No night of dealer's choice has been played here yet."
    if measure == "share of wins":
        return "Nobody has played the five matches yet that this needs."
    return f"There is no result here yet. {_COUNTS}" if called == "all time" else f"No result: {called}."


@app_commands.allowed_contexts(guilds=True)
class Seasons(RoomGroup, group_name="season", group_description="Stretches whose standings are kept."):
    """At most one season runs; the standings of those that are over stay as they are."""

    @app_commands.command(description="Managers: from now on matches count for a new season, too.")
    @app_commands.describe(name="What it is called.")
    async def start(self, interaction: Interaction, name: app_commands.Range[str, 1, 60]) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            known = " ".join(name.split())
            if known.lower() in leaderboards.periods([]) or not visible(known, ""):
                raise Rejected("Choose another name.")
            guild, now = server_of(interaction), self.room.now()
            work = Work().do(seasons.start, guild, known, now)
            about = f"began the season “{escaped(known)}”"
            await self.room.store.commit(
                work.do(bank.note, f"season:{interaction.id}", guild, reply.user, "season", now, about=about)
            )
            await reply.say(f"The season “{escaped(known)}” has begun: `/leaderboard` has it among its periods.")

    @app_commands.command(description="Managers: the running season is over; its standings stay.")
    async def end(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            guild = server_of(interaction)
            known = await self.room.store.read(seasons.seasons, guild)
            running = [season.name for season in known if season.ended is None]
            work, now = Work().do(seasons.end, guild, self.room.now()), self.room.now()
            about = f"ended the season “{escaped(running[0]) if running else ''}”"
            await self.room.store.commit(
                work.do(bank.note, f"season:{interaction.id}", guild, reply.user, "season", now, about=about)
            )
            over = f"The season “{escaped(running[0])}” is over"
            await reply.say(f"{over}; `/leaderboard` has it among its periods, and shows how it ended.")

    @app_commands.command(name="list", description="The running season, and those that are over.")
    async def all(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            found = await self.room.store.read(seasons.seasons, server_of(interaction))
            if not found:
                raise Rejected("There has been no season here yet.")
            lines = [
                f"**{escaped(s.name)}** · <t:{s.began // 1000}:d> – "
                f"{f'<t:{s.ended // 1000}:d>' if s.ended is not None else 'now'}"
                for s in found[:30]
            ]
            await reply.say("\n".join(lines)[:2000])


async def setup(bot: RoomClient) -> None:
    leaderboard = Leaderboard(bot.room)
    here = app_commands.AppCommandContext(guild=True)
    bot.tree.add_command(app_commands.ContextMenu(name="Stats", callback=leaderboard.of_person, allowed_contexts=here))
    await bot.add_cog(leaderboard)
    await bot.add_cog(Seasons(bot.room))
