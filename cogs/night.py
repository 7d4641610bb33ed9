"""`/night …`: an evening of dealer's choice, from its announcement to who owes whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Literal

import discord
from discord import app_commands

from bot.games.catalog import GAMES
from bot.host import whomay
from bot.host.calls import places
from bot.host.calls.client import Interaction
from bot.host.calls.permissions import Place
from bot.host.calls.refusals import why
from bot.host.calls.reply import Reply, answered, server_of
from bot.host.controls import bringing, endings, night_handlers
from bot.host.controls import commands as c
from bot.host.controls.announcing import Announced, Announcing, fits, read_buy_in
from bot.host.controls.commands import RoomGroup
from bot.host.controls.gamecog import tell_if_hidden, thread_of_its_own, where_a_table_may_be
from bot.host.controls.nights_ahead import NightsAhead
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON
from bot.show.controls.typed_names import People
from bot.show.messages import night_results
from bot.show.messages.alt import alt
from bot.show.messages.page import MessageContent
from bot.show.pages import ways_in
from bot.show.words import night_terms, played
from bot.show.words.dates import lettered
from bot.store import Night as Record
from bot.store import guests, nights
from bot.store.guests import Answer
from bot.store.nights import EARLY_MS
from bot.table import buying, lasting, lobby, night, picking, wishes
from bot.table.errors import Rejected
from bot.table.names import escaped, visible
from bot.table.night_state import CHOICES, Night
from bot.table.series import Repeat
from bot.table.session import Session
from bot.table.settings import Settings
from bot.table.when import Question, read_time, read_times

USUAL_NAME = "Game night"
ONLY = "What may be named: poker, stud and draw games, hearts; if left out, every game."
LASTS = "How long a game lasts: an orbit, 6 hands, 20 minutes."
RISING = "Whether the stakes rise with the evening."
Typed = app_commands.Range[str, 0, 200]
Rises = Literal["off", "orbit", "hour"]
ANSWERS: dict[str, Answer] = {"in": "in", "maybe": "maybe", "out": "out"}


@app_commands.allowed_contexts(guilds=True)
class NightCog(RoomGroup, group_name="night", group_description="An evening of dealer's choice."):
    """One bankroll, one game after the other; chips are play chips."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.ahead = NightsAhead(room)
        self._announcing = Announcing(room, self.ahead.moments)
        room.handlers.register(BUTTON, ways_in.DESK, {"@night": self._tell_how, "@open-night": self._open_usual})

    # ---- before it -----------------------------------------------------------------------

    @app_commands.command(description="Announce a night, ask which evening suits, or begin a series.")
    @app_commands.describe(
        when="friday 8pm, tomorrow 20:00, 27.11. 20:30; several to vote on: friday 8pm; saturday 7pm.",
        name="What it is called.", repeat="It comes again, by the clock of this server.",
        channel="Where it is played: here, or in a voice channel, say.", least="The least number of players.",
        most="The most players; others wait for a place.", buy_in="Play chips for the whole night, in whites.",
        rebuys="How often each may buy again.", pick_seconds="How long the dealer may take to name a game.",
        thread="Play it in a thread of its own.", decide="With several evenings: when the best one is fixed.",
        only=ONLY, lasts=LASTS, rising=RISING,
    )  # fmt: skip
    @app_commands.rename(only="games")
    async def schedule(self, interaction: Interaction, when: str, name: app_commands.Range[str, 1, 60] = USUAL_NAME,
                       repeat: Repeat | None = None,
                       channel: discord.TextChannel | discord.VoiceChannel | discord.StageChannel | None = None,
                       least: app_commands.Range[int, 2, 50] | None = None,
                       most: app_commands.Range[int, 2, 50] | None = None, buy_in: str | None = None,
                       rebuys: app_commands.Range[int, 0, 20] = 3,
                       pick_seconds: app_commands.Range[int, 15, 600] = 60, thread: bool = False,
                       decide: str | None = None, only: Typed | None = None, lasts: Typed | None = None,
                       rising: Rises | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            settings, place = await self._place(interaction, channel, own_thread=thread)
            whomay.may_announce(interaction, settings)
            if repeat is not None and not settings.night_series:
                raise Rejected("Nights do not come again on this server: its managers have turned series off.")
            name = visible(name, USUAL_NAME)
            fits(least or 0, most)
            games = self._about_games(settings, only, lasts, rising)
            night = _terms(name, buy_in, rebuys, pick_seconds, settings, games)
            terms: dict[str, object] = {**night.terms, "thread": thread}
            terms |= {key: value for key, value in (("least", least), ("most", most)) if value is not None}
            record = Record(
                self.room.new_id(), server_of(interaction), place.id, reply.user, name, 0, None, "announced", terms
            )  # fmt: skip
            limit = whomay.most_nights(interaction, settings)
            await self.room.store.read(nights.may_announce, record.guild, reply.user, limit, self.room.now())
            plan = Announced(record, settings.timezone, place.mention, limit, repeat)
            now, zone, locale = discord.utils.utcnow(), settings.timezone, str(interaction.locale)
            moments = read_times(when, now, zone, locale)
            ends: list[datetime | Question] = []
            if decide is not None:
                ends.append(read_time(decide, now, zone, locale))

            async def show(reply: Reply, certain: list[int]) -> None:
                *evenings, ended = certain if decide is not None else [*certain, None]
                await self._announcing.preview(
                    reply, replace(plan, decides=ended), [at for at in evenings if at is not None]
                )

            await self.ahead.moments.when(reply, [*moments, *ends], zone, show)

    def _about_games(self, settings: Settings, only: str | None, lasts: str | None,
                     rising: str | None) -> dict[str, object]:  # fmt: skip
        """What is laid down about a night's games: what was typed, otherwise what the server has set. Raises
        Rejected."""
        typed = {night_terms.ONLY: only, night_terms.LASTS: lasts, night_terms.RISING: rising}
        return settings.night_terms | night_terms.read(self.room.words, typed)

    async def _place(self, interaction: Interaction, channel: Place | None, *,
                     own_thread: bool) -> tuple[Settings, Place]:  # fmt: skip
        """What the server has set, and where the night is to be played: here, or in another channel that the asker may
        read. Raises Rejected."""
        if channel is None or channel.id == interaction.channel_id:
            return await where_a_table_may_be(self.room, interaction, own_thread=own_thread)
        guild, asker = interaction.guild, interaction.user
        assert guild is not None
        held = places.may(channel, guild.me) or discord.Permissions.none()
        settings, place = await places.place_for_a_table(
            self.room, guild.id, channel, held, own_thread=own_thread, here=False
        )  # fmt: skip
        if isinstance(asker, discord.Member):
            places.only_for_writers(channel, channel.permissions_for(asker))
        return settings, place

    @app_commands.command(description="Answer the announcement of a night: the same answer again takes it back.")
    @app_commands.describe(
        announced="Which night.", answer="In, Maybe or Out; while the evening is voted on, one that suits you."
    )  # fmt: skip
    @app_commands.rename(announced="night")
    async def answer(self, interaction: Interaction, announced: str, answer: str) -> None:
        async with answered(interaction) as reply:
            id = await c.coming_night(self.room, interaction, announced)
            record = await self.room.store.read(nights.night, id)
            assert record is not None, "it has just been listed"
            said = answer.strip().lower()
            if record.decides is None:
                if said not in ANSWERS:
                    raise Rejected("Answer In, Maybe or Out.")
                await self.ahead.answer(reply, id, ANSWERS[said])
                mine = next((g for g in await self.room.store.read(guests.guests, id) if g.user == reply.user), None)
                stands = f"You are **{mine.answer.capitalize()}**" if mine is not None else "You have not answered"
            else:
                evenings = await self._evenings(record)
                typed = {at: (str(at), label.lower(), *label.lower().split(" · ")) for at, label in evenings.items()}
                starts = next((at for at, ways in typed.items() if said in ways), None)
                if starts is None:
                    raise Rejected(f"Answer with an evening: {', '.join(evenings.values())}.")
                await self.ahead.suits(reply, id, starts)
                votes = (await self.room.store.read(guests.votes, id)).get(starts, ())
                suits = "suits you" if any(user == reply.user for user, _ in votes) else "does not suit you"
                stands = f"<t:{starts // 1000}:F> {suits}"
            await self.room.planner.show(id)
            await reply.say(f"{stands}: **{escaped(record.name)}**.")

    async def _evenings(self, record: Record) -> dict[int, str]:
        """The evenings that are voted on, as their buttons say them."""
        zone = (await self.room.settings.of(record.guild)).timezone
        votes = await self.room.store.read(guests.votes, record.id)
        return lettered([*votes], zone, self.room.now())

    @answer.autocomplete("answer")
    async def _answers(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = str(getattr(interaction.namespace, "night", "") or "")
        seen = [choice.value for choice in await c.coming_nights(self.room, interaction, typed)]
        record = await self.room.store.read(nights.night, str(seen[0])) if len(seen) == 1 else None
        if record is None or record.decides is None:
            known = {answer.capitalize(): answer for answer in ANSWERS}
        else:
            evenings = await self._evenings(record)
            known = {label: str(at) for at, label in evenings.items() if at > self.room.now()}
        fit = [(name, value) for name, value in known.items() if current.lower() in name.lower()]
        return [app_commands.Choice(name=name, value=value) for name, value in fit[:25]]

    @app_commands.command(description="Change a night that you have announced, or all that follow in its series.")
    @app_commands.describe(
        announced="Which night.", when="When it begins now: friday 8pm.", name="What it is called.",
        buy_in="Play chips for the whole night, in whites.", least="The least number of players; 0 for none.",
        most="The most players; 0 for no limit.", following="Change all that follow in its series, too.",
        only=ONLY, lasts=LASTS, rising=RISING,
    )  # fmt: skip
    @app_commands.rename(announced="night", only="games")
    async def change(self, interaction: Interaction, announced: str, when: str | None = None,
                     name: app_commands.Range[str, 1, 60] | None = None, buy_in: str | None = None,
                     least: app_commands.Range[int, 0, 50] | None = None,
                     most: app_commands.Range[int, 0, 50] | None = None, following: bool = False,
                     only: Typed | None = None, lasts: Typed | None = None,
                     rising: Rises | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            record = await self._hosted(reply, announced)
            about = {night_terms.ONLY: only, night_terms.LASTS: lasts, night_terms.RISING: rising}
            people = {key: str(value or "") for key, value in (("least", least), ("most", most)) if value is not None}
            typed = {key: value for key, value in (("when", when), ("name", name), ("buy_in", buy_in)) if value}
            games = {key: value for key, value in about.items() if value is not None}
            await self.ahead.change(reply, record, {**typed, **people, **games}, following=following)

    @app_commands.command(description="Fix the evening that suits most people, of those that are voted on.")
    @app_commands.describe(announced="Which night.")
    @app_commands.rename(announced="night")
    async def fix(self, interaction: Interaction, announced: str) -> None:
        async with answered(interaction) as reply:
            record = await self._hosted(reply, announced)
            if record.decides is None:
                raise Rejected("Its evening is fixed; `/night change` moves it.")
            if not await self.room.planner.fix(record):
                raise Rejected("None of the evenings that are left suits anybody yet.")
            fixed = await self.room.store.read(nights.night, record.id) or record
            await reply.say(f"**{escaped(record.name)}** is fixed: <t:{fixed.starts // 1000}:F>.")

    @app_commands.command(description="Call off a night that you have announced; of a series, skip this evening.")
    @app_commands.describe(announced="Which night.")
    async def cancel(self, interaction: Interaction, announced: str) -> None:
        async with answered(interaction) as reply:
            await reply.say(await self.ahead.call_off(await self._hosted(reply, announced)))

    @app_commands.command(description="Stop a series: the evening that is announced is its last.")
    @app_commands.describe(announced="Which night.")
    @app_commands.rename(announced="night")
    async def stop(self, interaction: Interaction, announced: str) -> None:
        async with answered(interaction) as reply:
            await reply.say(await self.ahead.stop(await self._hosted(reply, announced)))

    async def _hosted(self, reply: Reply, announced: str) -> Record:
        """An announced night that the asker may change. Raises Rejected."""
        id = await c.coming_night(self.room, reply.interaction, announced, hosted=True)
        return await self.ahead.hosted(reply, id)

    @answer.autocomplete("announced")
    async def _coming(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str | int | float]]:
        return await c.coming_nights(self.room, interaction, current)

    @cancel.autocomplete("announced")
    @change.autocomplete("announced")
    @fix.autocomplete("announced")
    @stop.autocomplete("announced")
    async def _own_coming(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str | int | float]]:
        return await c.coming_nights(self.room, interaction, current, hosted=True)

    @app_commands.command(description="Open tonight's table: the night that is announced here, or a new one.")
    @app_commands.describe(
        name="What it is called.", buy_in="Play chips for the whole night, in whites.",
        rebuys="How often each may buy again.", pick_seconds="How long the dealer may take to name a game.",
        house="House players to begin with.", thread="Give the table a thread of its own.", only=ONLY, lasts=LASTS,
        rising=RISING,
    )  # fmt: skip
    @app_commands.rename(only="games")
    async def start(self, interaction: Interaction, name: app_commands.Range[str, 1, 60] | None = None,
                    buy_in: str | None = None, rebuys: app_commands.Range[int, 0, 20] | None = None,
                    pick_seconds: app_commands.Range[int, 15, 600] | None = None,
                    house: app_commands.Range[int, 0, 6] = 0, thread: bool = False, only: Typed | None = None,
                    lasts: Typed | None = None, rising: Rises | None = None) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            settings = await self.room.settings.of(server_of(interaction))
            games = self._about_games(settings, only, lasts, rising)
            name = visible(name or "", USUAL_NAME)
            night = _terms(name, buy_in, 3 if rebuys is None else rebuys, pick_seconds or 60, settings, games)
            await self._open(reply, night, house, own_thread=thread)

    @schedule.autocomplete("only")
    @change.autocomplete("only")
    @start.autocomplete("only")
    async def _limits(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = night_terms.proposed(self.room.words, current)
        return [app_commands.Choice(name=name, value=value) for name, value in found[:25]]

    async def _tell_how(self, press: Press) -> None:
        """How a night is begun, and what the asker may do about it here."""
        why_not = ""
        try:
            await self._may_start(press.reply)
        except Rejected as no:
            why_not = str(no)
        text, rows = ways_in.a_night(why_not)
        await press.reply.say(text, rows=rows)

    async def _open_usual(self, press: Press) -> None:
        await press.reply.acknowledge()  # the message stays as it is, and is no panel of the table
        settings = await self.room.settings.of(server_of(press.reply.interaction))
        games = self._about_games(settings, None, None, None)
        await self._open(press.reply, _terms(USUAL_NAME, None, 3, 60, settings, games))

    async def _open(self, reply: Reply, given: Night, house: int = 0, *,
                    own_thread: bool = False) -> None:  # fmt: skip
        """The night that is announced here, or the one that is `given`. Raises Rejected."""
        interaction = reply.interaction
        _, channel, announced = await self._may_start(reply, own_thread=own_thread)
        guild, now = interaction.guild, self.room.now()
        assert guild is not None
        if announced is not None:
            terms = Night.of(announced.terms)
            record = announced
        else:
            terms = given
            record = Record(
                self.room.new_id(), guild.id, channel.id, reply.user, terms.name, now, None, "announced",
                terms.terms,
            )  # fmt: skip
        running = replace(record, host=reply.user, status="running")
        listed = await self.room.nights.guests(record)
        invited = [*listed.coming, *listed.waiting]
        game = GAMES[CHOICES[0]]
        own = None
        if own_thread or record.terms.get("thread"):
            _, channel = await where_a_table_may_be(self.room, interaction, own_thread=True)
            assert isinstance(channel, discord.TextChannel)
            own = await thread_of_its_own(self.room, reply, channel, terms.name)
        try:
            session = await self.room.open(
                reply, guild.id, channel.id, interaction.user.display_name, game, game.options(),
                thread=own, night=terms, record=running, guests=invited,
            )  # fmt: skip
        except BaseException:
            if own is not None:
                self.room.spawn(self.room.display.put_away(own))
            raise
        for _ in range(house):
            await lobby.add_house(session, by=reply.user)
        self.room.planner.wake()
        if (refused := await self.room.display.refused(session)) is not None:
            raise Rejected(f"The night has begun and is paused; its message could not be posted: {why(refused)}.")
        await tell_if_hidden(self.room, session, reply)
        opened = f"**{escaped(terms.name)}** is open in <#{own or channel.id}>."
        yours = "Friends press **Join**; you press **Start**, and the first deal is yours."
        await reply.say(f"{opened} {yours} **End the night**, behind **More…**, shows who would pay whom.")

    async def _may_start(self, reply: Reply, *,
                         own_thread: bool = False) -> tuple[Settings, Place, Record | None]:  # fmt: skip
        """What the server has set, the channel, and the night that is announced there. Raises Rejected if the asker may
        open none."""
        settings, channel = await where_a_table_may_be(self.room, reply.interaction, own_thread=own_thread)
        announced = await self._announced(reply, self.room.now())
        if announced is None:
            whomay.may_open(reply.interaction, settings)
        return settings, channel, announced

    async def _announced(self, reply: Reply, now: int) -> Record | None:
        """The announced night of this channel that may begin now."""
        coming = await self.room.store.read(nights.nights, server_of(reply.interaction), "announced")
        near = [
            n
            for n in coming
            if n.channel == reply.interaction.channel_id and abs(n.starts - now) <= EARLY_MS and n.decides is None
        ]
        mine = [n for n in near if n.host == reply.user or reply.manager]
        if near and not mine:
            host = f"<@{near[0].host}>" if near[0].host > 0 else "somebody who manages this card room"
            raise Rejected(f"**{escaped(near[0].name)}** is announced here; {host} begins it.")
        return min(mine, key=lambda n: abs(n.starts - now), default=None)

    # ---- during it -----------------------------------------------------------------------

    async def _tonight(self, interaction: Interaction) -> Session:
        """The night of this channel, or the one at which the asker sits. Raises Rejected."""
        await c.recall(self.room, interaction)
        for known in (c.tables_here(self.room, interaction), c.own_tables(self.room, interaction)):
            here = [s for s in known if s.table.night is not None]
            if len(here) > 1:
                raise Rejected("Several nights are on; say it in the channel of the one that you mean.")
            if here:
                return here[0]
        raise Rejected("No night is on here; `/night start` opens one.")

    @app_commands.command(description="Sit down at tonight's table.")
    async def join(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await bringing.join(self.room, await self._tonight(interaction), reply))

    @app_commands.command(description="Name the next game, when it is your deal.")
    @app_commands.describe(
        game="Which game.", stakes="Its stakes: friendly, or others that it has.",
        options="Its options by name: ante: 2, min_bet: 1.",
        point="Chips for each player ahead of whom you finish, in a game without chips of its own.",
        players="Who plays it with you, by name, while all others look on: Ana, Bo.", lasts=LASTS,
    )  # fmt: skip
    async def pick(self, interaction: Interaction, game: str, stakes: str = picking.FRIENDLY, options: str = "",
                   point: str = "", players: str = "", lasts: Typed = "") -> None:  # fmt: skip
        async with answered(interaction) as reply:
            session = await self._tonight(interaction)
            slug, given = c.game_named(self.room, game), night_handlers.read_pairs(options)
            among = People(session.table.chairs).read(players)
            made = await picking.pick(
                session, reply.user, slug, stakes.strip().lower(), given, point=point, among=among, lasts=lasts
            )  # fmt: skip
            await reply.say(f"{played.title_in_full(GAMES[slug], made)} it is.")

    @pick.autocomplete("players")
    async def _players(self, interaction: Interaction, current: str) -> c.Choices:
        try:
            session = await self._tonight(interaction)
        except Rejected:
            return []
        people = People(session.table.chairs)
        found = people.proposed(current, session.table.seat_of(interaction.user.id))
        return [app_commands.Choice(name=label, value=said) for label, said in found[: c.MOST_LISTED]]

    @pick.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            session = await self._tonight(interaction)
            suited = picking.choices(session.table) if await c.settles_soon(session) else []
        except Rejected:
            return []
        fits = [g for g in suited if current.lower() in f"{g.title} {g.slug}".lower()]
        return [app_commands.Choice(name=g.title, value=g.slug) for g in fits[:25]]

    @pick.autocomplete("stakes")
    async def _stakes(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        names = picking.stakes_of(game) if game else [picking.FRIENDLY]
        return [app_commands.Choice(name=name, value=name) for name in names if current.lower() in name]

    @pick.autocomplete("lasts")
    @schedule.autocomplete("lasts")
    @change.autocomplete("lasts")
    @start.autocomplete("lasts")
    async def _lengths(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        named = [lasting.told(lasts) or "as usual" for lasts in lasting.LISTED]
        return [app_commands.Choice(name=name, value=name) for name in named if current.lower() in name]

    @app_commands.command(description="How everybody stands tonight, with a picture.")
    async def standings(self, interaction: Interaction) -> None:
        await self._shown(interaction, settle=False)

    @app_commands.command(description="Who would owe whom if the night ended now.")
    async def settle(self, interaction: Interaction) -> None:
        await self._shown(interaction, settle=True)

    async def _shown(self, interaction: Interaction, *, settle: bool) -> None:
        async with answered(interaction) as reply:
            session = await self._tonight(interaction)
            await session.commits.settled()
            who = self.room.builder.who(session.table)
            picture = night_results.evening(session.table, who)
            text = night_results.settled_now(session.table) if settle else night_results.standings_now(session.table)
            content = MessageContent(text, picture, alt(picture, text))
            await reply.show(*await self.room.render_queue.drawn(content, table=session.id))

    @app_commands.command(description="Buy chips again: after this hand if cards are in play.")
    async def rebuy(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await buying.rebuy(await self._tonight(interaction), reply.user))

    @app_commands.command(name="end-game", description="End the game that is on after this hand; again takes it back.")
    async def end_game(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            session = await self._tonight(interaction)
            if reply.user in night.of(session.table).votes:
                await reply.say(await wishes.vote_to_end(session, reply.user, wanted=False))
            else:
                await endings.ask_to_end_game(session, reply)

    @app_commands.command(name="sit-out", description="Not be dealt in for a while; again takes it back.")
    async def sit_out(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await wishes.sit_out(await self._tonight(interaction), reply.user))

    @app_commands.command(
        description="End the night, after this hand if cards are in play; again takes it back. For its host."
    )
    async def end(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await endings.close_or_keep(await self._tonight(interaction), reply)


def _terms(name: str, buy_in: str | None, rebuys: int, pick_seconds: int, settings: Settings,
           games: Mapping[str, object]) -> Night:  # fmt: skip
    """What the host has laid down; `games` is what they say about what is named. Raises Rejected."""
    amount = settings.buy_in if buy_in is None else read_buy_in(buy_in)
    laid_down = {"name": name.strip() or USUAL_NAME, "buy_in": amount, "rebuys": rebuys, "pick_seconds": pick_seconds}
    return Night.of({**laid_down, **games})


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(NightCog(bot.room))
