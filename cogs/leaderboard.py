"""`/leaderboard` and `/stats`: how a server's members have done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.amounts import whites
from bot.host.commands import game_choices, game_named
from bot.host.errors import No
from bot.host.presses import answered
from bot.host.reply import Reply
from bot.store import Record, Standing, Stats

if TYPE_CHECKING:
    from bot.host.client import RoomClient

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]

MEDALS = ("🥇", "🥈", "🥉")


class Leaderboard(commands.Cog):
    """Members by wins, then by net play chips."""

    def __init__(self, bot: RoomClient) -> None:
        self.bot = bot
        self.room = bot.room

    @app_commands.command(description="This server's best players, by wins and then by net play chips.")
    @app_commands.describe(game="At one game; at all games if you leave it out.")
    @app_commands.allowed_contexts(guilds=True)
    async def leaderboard(self, interaction: Interaction, game: str | None = None) -> None:
        async def work(reply: Reply) -> None:
            slug = game_named(self.room, game) if game else None
            title = self.room.words[slug].game.title if slug else "all games"
            found = await self.room.store.leaderboard(interaction.guild_id or 0, slug)
            if not found:
                raise No("No match has been played to its end here yet.")
            lines = [_line(place, one) for place, one in _placed(found)]
            await reply.say("\n".join([f"**Leaderboard · {title}**", *lines]))

        await answered(interaction, work)

    @app_commands.command(description="How you have done in this server, or somebody else has.")
    @app_commands.describe(member="Who; yourself if you leave it out.", game="One game; all if you leave it out.")
    @app_commands.allowed_contexts(guilds=True)
    async def stats(
        self, interaction: Interaction, member: discord.User | None = None, game: str | None = None
    ) -> None:
        async def work(reply: Reply) -> None:
            slug = game_named(self.room, game) if game else None
            who = member or interaction.user
            found = await self.room.store.stats(interaction.guild_id or 0, who.id, slug)
            if not found.overall.matches:
                where = f" of {self.room.words[slug].game.title}" if slug else ""
                raise No(f"{who.display_name} has not played a match{where} to its end here yet.")
            await reply.say(self._told(who.display_name, found)[:2000])

        await answered(interaction, work)

    def _told(self, name: str, found: Stats) -> str:
        lines = [f"**{discord.utils.escape_markdown(name)}** · {_record(found.overall)}"]
        for slug, record in found.games.items():
            words = self.room.words.get(slug)
            counts = {key: (count.total, count.best) for key, count in found.counts.get(slug, {}).items()}
            title = words.game.title if words else slug
            lines.append(" · ".join([f"{title}: {_record(record)}", *(words.told(counts) if words else ())]))
        return "\n".join(lines)

    @leaderboard.autocomplete("game")
    @stats.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> Choices:
        return game_choices(self.room, current)


def _placed(found: list[Standing]) -> list[tuple[int, Standing]]:
    """Equal records share a place."""
    keys = [(one.record.wins, one.record.net) for one in found]
    return [(keys.index(key) + 1, one) for key, one in zip(keys, found, strict=True)]


def _line(place: int, one: Standing) -> str:
    medal = MEDALS[place - 1] if place <= len(MEDALS) else f"`{place}.`"
    return f"{medal} **{discord.utils.escape_markdown(one.name)}** · {_record(one.record)}"


def _record(record: Record) -> str:
    wins = f"{record.wins} win{'' if record.wins == 1 else 's'} in {_matches(record.matches)}"
    draws = f", {record.draws} drawn" if record.draws else ""
    net = f", {'+' if record.net > 0 else ''}{whites(record.net)} chips" if record.net else ""
    return wins + draws + net


def _matches(n: int) -> str:
    return "1 match" if n == 1 else f"{n} matches"


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Leaderboard(bot))
