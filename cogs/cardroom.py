"""`/cardroom …`: what a server's managers decide: stakes, clocks, channels, and tables that must end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, NamedTuple
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.amounts import BadAmount, read_amount, whites
from bot.engine.options import BadOption, read_options
from bot.host import commands as c
from bot.host.nightdesk import read_pairs
from bot.host.reply import Reply, answered
from bot.host.room import RoomClient
from bot.show.text_views import parted
from bot.table import lobby
from bot.table.errors import Rejected
from bot.table.settings import Settings

from .prefs import COMPACT, FOUR, FULL, TWO, Cards, Deck

Interaction = discord.Interaction[Any]
MOST_CHIPS = 100_000_000
"""The largest grant and buy-in, in hundredths of a white."""


class Limit(NamedTuple):
    """Between what a number may be set, and what it is called."""

    least: int
    most: int
    unit: str


LIMITS = {
    "move_seconds": Limit(10, 600, "seconds"),
    "choice_seconds": Limit(10, 900, "seconds"),
    "next_deal_seconds": Limit(2, 600, "seconds"),
    "idle_minutes": Limit(1, 1440, "minutes"),
    "close_hours": Limit(1, 168, "hours"),
    "house_pace_ms": Limit(0, 10_000, "milliseconds"),
}


@app_commands.allowed_contexts(guilds=True)
@app_commands.default_permissions(manage_guild=True)
class Cardroom(commands.GroupCog, group_name="cardroom", group_description="For those who manage this server."):
    """Settings, and the end of tables that cannot end by themselves."""

    def __init__(self, bot: RoomClient) -> None:
        self.room = bot.room

    @app_commands.command(description="What is set in this server.")
    async def show(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            await _tell(reply, await self.room.settings.of(interaction.guild_id or 0))

    @app_commands.command(name="set", description="Stakes and clocks. What you leave out stays as it is.")
    @app_commands.describe(
        grant="Play chips for a member's first visit, and for a refill; in whites.",
        buy_in="What sitting down at a game for chips costs; in whites.",
        move_seconds="The turn clock for a move.",
        choice_seconds="The turn clock for a choice of several cards.",
        next_deal_seconds="How long a result stays before the next deal.",
        idle_minutes="A table pauses when nobody has moved for so long.",
        close_hours="A table closes when nobody has moved for so long.",
        house_pace_ms="How long a house player thinks, in milliseconds.",
        timezone="Whose clock people mean when they announce a night, for example Europe/Berlin.",
        deck="The colours of the suits on the tables' pictures.",
        cards="How much is drawn on each card of the tables' pictures.",
    )
    async def set(self, interaction: Interaction, grant: str | None = None, buy_in: str | None = None,
                  move_seconds: int | None = None, choice_seconds: int | None = None,
                  next_deal_seconds: int | None = None, idle_minutes: int | None = None,
                  close_hours: int | None = None, house_pace_ms: int | None = None, timezone: str | None = None,
                  deck: Deck | None = None, cards: Cards | None = None) -> None:  # fmt: skip
        amounts = {"grant": grant, "buy_in": buy_in}
        numbers = {
            "move_seconds": move_seconds, "choice_seconds": choice_seconds, "next_deal_seconds": next_deal_seconds,
            "idle_minutes": idle_minutes, "close_hours": close_hours, "house_pace_ms": house_pace_ms,
        }  # fmt: skip
        async with answered(interaction) as reply:
            reply.only_for_managers()
            wanted: dict[str, Any] = {name: _amount(name, text) for name, text in amounts.items() if text is not None}
            wanted |= {name: _number(name, n) for name, n in numbers.items() if n is not None}
            wanted |= {"timezone": _timezone(timezone)} if timezone else {}
            wanted |= {"four_colour": deck == FOUR} if deck else {}
            wanted |= {"compact": cards == COMPACT} if cards else {}
            if not wanted:
                raise Rejected("Say what you want to set, for example `buy_in: 50`.")
            await self._store(reply, lambda _: wanted)

    @set.autocomplete("timezone")
    async def _zones(self, interaction: Interaction, current: str) -> c.Choices:
        fits = [zone for zone in sorted(available_timezones()) if current.strip().lower() in zone.lower()]
        return [app_commands.Choice(name=zone, value=zone) for zone in fits[:25]]

    @app_commands.command(description="Allow tables in a channel, or stop allowing them; with none named, everywhere.")
    @app_commands.describe(
        channel="Which channel; its threads belong to it.", allowed="Whether tables may be opened there."
    )
    async def channel(self, interaction: Interaction, channel: discord.TextChannel | discord.ForumChannel,
                      allowed: bool) -> None:  # fmt: skip
        def change(s: Settings) -> dict[str, Any]:
            if allowed == (channel.id in s.channels):
                raise Rejected(f"Tables are {'' if allowed else 'not '}allowed in {channel.mention} already.")
            return {
                "channels": (*s.channels, channel.id) if allowed else tuple(n for n in s.channels if n != channel.id)
            }

        async with answered(interaction) as reply:
            reply.only_for_managers()
            await self._store(reply, change)

    @app_commands.command(description="Allow a game on this server, or stop allowing it.")
    @app_commands.describe(game="Which game.", allowed="Whether it may be played.")
    async def game(self, interaction: Interaction, game: c.Game, allowed: bool) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            slug = c.game_named(self.room, game)

            def change(s: Settings) -> dict[str, Any]:
                known = s.games or tuple(self.room.words)
                if allowed == (slug in known):
                    title = self.room.words[slug].game.title
                    raise Rejected(f"{title} may {'' if allowed else 'not '}be played here already.")
                now = (*known, slug) if allowed else tuple(each for each in known if each != slug)
                if not now:
                    raise Rejected("One game at least must be allowed.")
                return {"games": () if set(now) == {*self.room.words} else now}

            await self._store(reply, change)

    @app_commands.command(description="The options that a game's tables have here, unless somebody says otherwise.")
    @app_commands.describe(game="Which game.", options="By name: ante: 2, min_bet: 1. Nothing takes them all back.")
    async def defaults(self, interaction: Interaction, game: c.Game, options: str = "") -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            slug = c.game_named(self.room, game)
            wanted = dict(read_pairs(options))
            try:
                read_options(self.room.words[slug].game.options, wanted)
            except BadOption as bad:
                raise Rejected(str(bad)) from None

            def change(s: Settings) -> dict[str, Any]:
                others = {name: usual for name, usual in s.defaults.items() if name != slug}
                return {"defaults": others | ({slug: wanted} if wanted else {})}

            await self._store(reply, change)

    async def _store(self, reply: Reply, change: Callable[[Settings], dict[str, Any]]) -> None:
        """Keep what is made of the settings, if it goes together, and tell how they stand."""
        await _tell(reply, await self.room.settings.change(reply.interaction.guild_id or 0, change))

    @app_commands.command(description="Make a table's running deal void: all stacks are as when it began.")
    @app_commands.describe(table="Which table.")
    async def void(self, interaction: Interaction, table: c.TableOfServer) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            await lobby.void(await c.named_table(self.room, interaction, table))
            await reply.say("The deal is void; all stacks are as when it began.")

    @app_commands.command(description="Close a table: a running deal is void, and everybody is cashed out.")
    @app_commands.describe(table="Which table.")
    async def close(self, interaction: Interaction, table: c.TableOfServer) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            await lobby.close(await c.named_table(self.room, interaction, table), reply.user, True)
            await reply.say("The table is closed, and all chips are back in the bank.")


async def _tell(reply: Reply, settings: Settings) -> None:
    for part in parted(told(settings)):
        await reply.say(part)


def _amount(name: str, text: str) -> int:
    try:
        amount = read_amount(text)
    except BadAmount as bad:
        raise Rejected(f"{name}: {bad}") from None
    if amount > MOST_CHIPS:
        raise Rejected(f"{name} is at most {whites(MOST_CHIPS)}.")
    return amount


def _timezone(text: str) -> str:
    known = {zone.lower(): zone for zone in available_timezones()}
    zone = known.get(text.strip().lower().replace(" ", "_"))
    if zone is None:
        raise Rejected("timezone is a place like Europe/Berlin or America/New_York; choose one from the list.")
    return zone


def _number(name: str, n: int) -> int:
    limit = LIMITS[name]
    if not limit.least <= n <= limit.most:
        raise Rejected(f"{name} is a number of {limit.unit} from {limit.least} to {limit.most}.")
    return n


def told(s: Settings) -> str:
    """The settings, a line each."""
    lines = ["**This server's card room**"]
    for f in fields(s):
        value = getattr(s, f.name)
        match f.name:
            case "grant" | "buy_in" | "gift_most" | "gift_day":
                said = f"{whites(value)} play chips"
            case "buy_ins_day":
                said = f"{whites(value)} play chips" if value else "no limit"
            case "timezone":
                said = value
            case "games":
                said = ", ".join(value) or "all"
            case "defaults":
                lines += [
                    f"{slug}: " + ", ".join(f"{k} {v}" for k, v in usual.items()) for slug, usual in value.items()
                ]
                continue
            case "channels":
                said = ", ".join(f"<#{n}>" for n in value) or "everywhere"
            case "four_colour":
                lines.append(f"deck: {FOUR if value else TWO}")
                continue
            case "compact":
                lines.append(f"cards: {COMPACT if value else FULL}")
                continue
            case _:
                said = f"{value} {LIMITS[f.name].unit}"
        lines.append(f"{f.name}: {said}")
    return "\n".join(lines)


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Cardroom(bot))
