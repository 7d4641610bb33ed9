"""`/cardroom …`: what a server's managers decide: stakes, clocks, channels, and tables that must end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import discord
from discord import app_commands

from bot.engine.options import BadOption, declared, read_options, typed_back
from bot.host.calls.client import Interaction
from bot.host.calls.forms import modal
from bot.host.calls.reply import Reply, answered, server_of
from bot.host.controls import auditing, endings
from bot.host.controls import commands as c
from bot.host.controls.commands import RoomGroup
from bot.host.controls.night_handlers import read_pairs
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.host.server_settings import Changes
from bot.show.controls import forms
from bot.show.controls.components import Rows
from bot.show.controls.control_id import BUTTON, FORM, MENU, button_id, form_id
from bot.show.pages import cardroom, whomay
from bot.show.words.game import Words
from bot.store import Work, bars
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.settings import Settings

DESK = cardroom.DESK
WHY = "Why; it is kept."
Reason = app_commands.Range[str, 0, 200]
ShortReason = app_commands.Range[str, 0, 50]
"""It goes with a button that asks whether it is meant."""
May = Literal["open tables", "announce nights", "manage the card room"]
Length = Literal["an hour", "a day", "a week", "a month", "a year"]
BARS = {"an hour": 1, "a day": 24, "a week": 24 * 7, "a month": 24 * 30, "a year": 24 * 365}
"""For how many hours a member may be barred."""
HOUR_MS = 3_600_000


@app_commands.allowed_contexts(guilds=True)
class Cardroom(RoomGroup, group_name="cardroom", group_description="For those who manage this server."):
    """Settings, who may do what, and ending tables that cannot end on their own. It is registered for everybody, since
    a manager of the card room need not manage the server; other members are refused."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        handlers = room.handlers
        buttons = {
            "@who": self._tell_who,
            "@audit": self._turn_page,
            "@form": self._ask,
            "@usual": self._ask,
            "@show": self._front,
        }
        handlers.register(BUTTON, DESK, buttons)
        roles = dict.fromkeys(whomay.MENUS, self._choose_roles)
        menus = {"@game": self._choose_game, "@games": self._choose_games, "@channels": self._choose_channels}
        handlers.register(MENU, DESK, {**roles, **menus})
        handlers.register(FORM, DESK, {"@form": self._entered, "@usual": self._entered})

    @app_commands.command(description="What is set in this server, with what changes it.")
    async def show(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            await self._tell(reply, await self.room.rules.of(server_of(interaction)))

    async def _front(self, press: Press) -> None:
        """The way to it from somebody's own choices."""
        press.reply.only_for_managers()
        await self._tell(press.reply, await self.room.rules.of(server_of(press.reply.interaction)))

    # ---- the panel -----------------------------------------------------------------------

    async def _tell(self, reply: Reply, settings: Settings) -> None:
        """How everything stands, with what changes it at its end."""
        *before, last = cardroom.told(settings, self.room.words)
        for part in before:
            await reply.say(part)
        await reply.say(last, rows=cardroom.rows(settings, self.room.words))

    async def _told_again(self, reply: Reply, settings: Settings) -> None:
        """The panel that was used shows what has become of it."""
        await reply.change(cardroom.told(settings, self.room.words)[-1], rows=cardroom.rows(settings, self.room.words))

    async def _tell_who(self, press: Press) -> None:
        press.reply.only_for_managers()
        guild = server_of(press.reply.interaction)
        text, rows = await self._who(guild, await self.room.rules.of(guild))
        await press.reply.say(text, rows=rows)

    async def _turn_page(self, press: Press) -> None:
        """Another page of what managers have decided."""
        press.reply.only_for_managers()
        guild, page = server_of(press.reply.interaction), press.id.number
        text, rows = await auditing.page(self.room, guild, 1 if page is None else page)
        await press.reply.change(text, rows=rows)

    async def _ask(self, press: Press) -> None:
        """A button that opens a form."""
        reply, verb, arg = press.reply, press.id.verb, press.id.arg
        reply.only_for_managers()
        settings = await self.room.settings.of(server_of(reply.interaction))
        if verb == "@form":
            form = cardroom.form(arg, settings)
        else:
            slug, _, number = arg.partition(".")
            form = self._usual_form(settings, slug, cardroom.game_page(self._words(slug), number))
        form = form.filled(self.room.drafts.of(reply.user, _draft(reply, arg)))
        await reply.ask(modal(form, form_id(DESK, 0, verb, arg)))

    async def _choose_game(self, press: Press) -> None:
        press.reply.only_for_managers()
        settings = await self.room.settings.of(server_of(press.reply.interaction))
        text, rows = cardroom.game_told(settings, self._words(press.values[0]))
        await press.reply.say(text, rows=rows)

    async def _choose_roles(self, press: Press) -> None:
        press.reply.only_for_managers()
        name, _ = whomay.MENUS[press.id.verb]
        await self._change_roles(press.reply, lambda _: {name: tuple(map(int, press.values))}, name)

    async def _choose_games(self, press: Press) -> None:
        chosen = tuple(slug for slug in self.room.words if slug in press.values)
        await self._change_settings(press.reply, {"games": () if {*chosen} == {*self.room.words} else chosen})

    async def _choose_channels(self, press: Press) -> None:
        await self._change_settings(press.reply, {"channels": tuple(map(int, press.values))})

    async def _change_settings(self, reply: Reply, wanted: Changes) -> None:
        reply.only_for_managers()
        guild = server_of(reply.interaction)
        await self._told_again(reply, await self.room.settings.change(guild, lambda _: wanted, reply.by))

    async def _who(self, guild: int, settings: Settings) -> tuple[str, Rows]:
        """Who may do what, with what changes it."""
        barred = await self.room.store.read(bars.barred, guild, self.room.now())
        return whomay.told(settings, barred), whomay.rows(settings)

    async def _change_roles(self, reply: Reply, change: Callable[[Settings], Changes], name: str) -> None:
        """Who may do something is changed; who manages the card room by those alone who manage the server."""
        if name == "manager_roles":
            reply.only_for_server_managers()
        guild = server_of(reply.interaction)
        text, rows = await self._who(guild, await self.room.settings.change(guild, change, reply.by))
        await reply.change(text, rows=rows)

    async def _entered(self, press: Press) -> None:
        """A form was sent off: all of it holds, or nothing of it."""
        reply, verb, arg = press.reply, press.id.verb, press.id.arg
        reply.only_for_managers()
        guild = server_of(reply.interaction)
        settings = await self.room.settings.of(guild)
        slug, _, number = arg.partition(".")
        page = cardroom.game_page(self._words(slug), number) if verb == "@usual" else None
        form = self._usual_form(settings, slug, page) if page else cardroom.form(arg, settings)
        entered = forms.read(form, press.entered)
        try:
            if page is not None:
                made = await self._set_usual(reply, slug, forms.entered_options(page, entered))
            else:
                made = await self._set(reply, arg, entered)
        except Rejected as no:
            again = button_id(DESK, 0, verb, arg)
            await self.room.drafts.refuse(reply, _draft(reply, arg), entered, str(no), again)
            return
        self.room.drafts.drop(reply.user, _draft(reply, arg))
        if page is not None:
            text, rows = cardroom.game_told(made, self._words(slug))
            await reply.change(text, rows=rows)
        else:
            await self._told_again(reply, made)

    async def _set(self, reply: Reply, name: str, entered: forms.Entered) -> Settings:
        """What was entered into one of the panel's forms."""
        guild = server_of(reply.interaction)
        stands = await self.room.settings.of(guild)
        wanted = cardroom.changed(stands, cardroom.FORMS[name].read(entered))  # others' changes stay
        made = await self.room.settings.change(guild, lambda _: wanted, reply.by)
        if {"night_opens_minutes", "night_series", "timezone"} & {*wanted}:
            await self.room.planner.rules_changed(guild)
        return made

    def _words(self, slug: str) -> Words:
        return self.room.words[c.game_named(self.room, slug)]

    def _usual_form(self, settings: Settings, slug: str, page: forms.Page) -> forms.Form:
        words = self._words(slug)
        stand = read_options(words.game.options, settings.defaults.get(slug, {}))
        return forms.options_form(words.game.title, page, stand)

    async def _set_usual(self, reply: Reply, slug: str, given: Mapping[str, str]) -> Settings:
        """A game's default options in this server; only differences from the game's own defaults are stored."""
        kind = self._words(slug).game.options

        def change(s: Settings) -> Changes:
            try:
                made = read_options(kind, {**s.defaults.get(slug, {}), **given})
            except BadOption as bad:
                raise Rejected(str(bad)) from None
            own = {
                f.name: typed_back(f, value) for f in declared(kind) if (value := getattr(made, f.name)) != f.default
            }
            others = {name: usual for name, usual in s.defaults.items() if name != slug}
            return {"defaults": others | ({slug: own} if own else {})}

        return await self.room.settings.change(server_of(reply.interaction), change, reply.by)

    # ---- the same by command ---------------------------------------------------------------

    @app_commands.command(description="Allow tables in a channel, or stop allowing them; with none named, everywhere.")
    @app_commands.describe(
        channel="Which channel; its threads belong to it.", allowed="Whether tables may be opened there."
    )
    async def channel(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel,
        allowed: bool,
    ) -> None:
        def change(s: Settings) -> Changes:
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

            def change(s: Settings) -> Changes:
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

            def change(s: Settings) -> Changes:
                others = {name: usual for name, usual in s.defaults.items() if name != slug}
                return {"defaults": others | ({slug: wanted} if wanted else {})}

            await self._store(reply, change)

    async def _store(self, reply: Reply, change: Callable[[Settings], Changes]) -> None:
        """Store the changed settings, if they go together, and show them."""
        await self._tell(reply, await self.room.settings.change(server_of(reply.interaction), change, reply.by))

    @app_commands.command(description="Make a table's running deal void: all stacks are as when it began.")
    @app_commands.describe(table="Which table.", reason=WHY)
    async def void(self, interaction: Interaction, table: c.TableOfServer, reason: ShortReason = "") -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            await endings.ask_to_void(await c.named_table(self.room, interaction, table), reply, reason)

    @app_commands.command(description="Close a table, after this hand if cards are in play; again takes it back.")
    @app_commands.describe(table="Which table.", reason=WHY)
    async def close(self, interaction: Interaction, table: c.TableOfServer, reason: ShortReason = "") -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            await endings.close_or_keep(await c.named_table(self.room, interaction, table), reply, reason)

    # ---- members -----------------------------------------------------------------------------

    @app_commands.command(description="Let a role open tables, announce nights or manage the card room, or stop that.")
    @app_commands.describe(
        may="What it may do; where no role is named, everybody opens tables and announces nights.", role="Which role.",
        allowed="Whether it may.",
    )  # fmt: skip
    async def role(self, interaction: Interaction, may: May, role: discord.Role, allowed: bool) -> None:
        name = whomay.COMMANDS[may]

        def change(s: Settings) -> Changes:
            before: tuple[int, ...] = getattr(s, name)
            if allowed == (role.id in before):
                raise Rejected(
                    f"{role.mention} {'is' if allowed else 'is not'} named there{' already' if allowed else ''}."
                )
            if allowed and len(before) >= whomay.MOST_ROLES:
                raise Rejected(f"At most {whomay.MOST_ROLES} roles are named there.")
            return {name: (*before, role.id) if allowed else tuple(one for one in before if one != role.id)}

        async with answered(interaction) as reply:
            reply.only_for_managers()
            await self._change_roles(reply, change, name)

    @app_commands.command(description="Bar a member from this server's tables for a time; they get up where they sit.")
    @app_commands.describe(member="Who.", length="For how long, from now.", reason=WHY)
    async def bar(self, interaction: Interaction, member: discord.User, length: Length,
                  reason: Reason = "") -> None:  # fmt: skip
        async with answered(interaction) as reply:
            reply.only_for_managers()
            if member.id == reply.user:
                raise Rejected("You cannot bar yourself.")
            if member.bot:
                raise Rejected(f"{escaped(member.display_name)} is a bot and plays no cards.")
            guild, now = server_of(interaction), self.room.now()
            until = now + BARS[length] * HOUR_MS
            work = Work().do(bars.bar, f"bar:{interaction.id}", guild, reply.user, member.id, until, reason, now)
            await self.room.store.commit(work)
            await c.recall(self.room, interaction)
            await self.room.members.put_out(guild, member.id)
            self.room.planner.wake()  # they come to no night
            told = f"{member.mention} may not sit down at this server's tables until <t:{until // 1000}:f>."
            await reply.say(f"{told} They get up when the hand that they are in is over.")

    @app_commands.command(description="Let a member sit down again who is barred from this server's tables.")
    @app_commands.describe(member="Who.", reason=WHY)
    async def unbar(self, interaction: Interaction, member: discord.User, reason: Reason = "") -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            work, guild = Work(), server_of(interaction)
            work.do(bars.unbar, f"unbar:{interaction.id}", guild, reply.user, member.id, reason, self.room.now())
            await self.room.store.commit(work)
            self.room.planner.wake()  # they come to nights again
            await reply.say(f"{member.mention} may sit down again.")

    @app_commands.command(description="What those who manage this card room have decided: who, when, what and why.")
    @app_commands.describe(page="The newest decisions are on page 1.")
    async def audit(self, interaction: Interaction, page: app_commands.Range[int, 1, 100_000] = 1) -> None:
        async with answered(interaction) as reply:
            reply.only_for_managers()
            text, rows = await auditing.page(self.room, server_of(interaction), page)
            await reply.say(text, rows=rows)


def _draft(reply: Reply, arg: str) -> str:
    """Under which name what was entered into a form is kept."""
    return f"{reply.interaction.guild_id}:{arg}"


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Cardroom(bot.room))
