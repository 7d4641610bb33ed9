"""What people press before a night: answers to its announcement, evenings that suit them, and what its host changes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.show.controls import forms
from bot.show.controls.control_id import BUTTON, FORM, form_id
from bot.show.messages import invitations
from bot.show.messages.invitations import SCOPE
from bot.show.pages import nights_ahead as pages
from bot.show.words import night_terms
from bot.store import GuestList, Night, StoreError, Work, guests, nights, planned
from bot.store import series as series_store
from bot.store.guests import Answer
from bot.store.planned import What
from bot.table import hosting, series, starting
from bot.table.errors import Rejected
from bot.table.names import MEMBER, escaped, visible
from bot.table.night_state import TERMS
from bot.table.session import Session
from bot.table.state import LOBBY
from bot.table.when import read_time

from ..calls.forms import modal
from ..calls.reply import Reply
from ..handlers import Press
from ..nights import announcements
from ..room import Room
from .announcing import fits, read_buy_in, read_people
from .moments import Moments, told

SHOWN_MS = 10_000
"""How long after an answer its announcement is brought up to date, if the answer to the press has not done that."""
NO_NIGHT = "There is no such night; choose one from the list."


@dataclass(frozen=True)
class Change:
    """What is to be changed about a night; None stays."""

    starts: int | None = None
    name: str | None = None
    terms: dict[str, Any] = field(default_factory=dict[str, Any])
    following: bool = False
    """For all evenings of its series that follow, too."""


class NightsAhead:
    """The controls of announcements, and of what their hosts change."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.moments = Moments(room)
        self._pressing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By night, so that its announcement never goes back to an earlier list of names."""
        answers: dict[str, Answer] = {"@in": "in", "@maybe": "maybe", "@out": "out"}
        room.handlers.register(BUTTON, SCOPE, {
            **{verb: partial(self._answered, answer) for verb, answer in answers.items()},
            "@suits": self._suits, "@fix": self._fix, "@host": self._host, "@change": self._form,
            "@change-all": self._form, "@call-off": self._call_off, "@stop": self._stop, "@again": self._again,
            "@leave": self._leave, "@other-day": self._ask_other_day, "@play-now": self._play_now,
        })  # fmt: skip
        room.handlers.register(FORM, SCOPE, {
            "@change": self._entered, "@change-all": self._entered, "@other-day": self._other_day,
        })  # fmt: skip

    # ---- answers -------------------------------------------------------------------------

    async def _answered(self, answer: Answer, press: Press) -> None:
        """**In**, **Maybe** or **Out** under an announcement."""
        await self.answer(press.reply, press.id.arg, answer)

    async def answer(self, reply: Reply, id: str, answer: Answer) -> Night | None:
        """Somebody answers; the announcement that they have pressed follows. Returns the night as it is now. Raises
        Rejected."""
        name = visible(reply.interaction.user.display_name, MEMBER)
        return await self._said(reply, id, Work().do(guests.answer, id, reply.user, name, answer, self._room.now()))

    async def _suits(self, press: Press) -> None:
        """An evening suits somebody."""
        id, _, seconds = press.id.arg.partition(".")
        if not seconds.isdecimal():
            raise press.unknown
        await self.suits(press.reply, id, int(seconds) * 1000)

    async def suits(self, reply: Reply, id: str, starts: int) -> Night | None:
        """An evening (ms) suits somebody, or does not any more. Raises Rejected."""
        name = visible(reply.interaction.user.display_name, MEMBER)
        return await self._said(reply, id, Work().do(guests.vote, id, starts, reply.user, name, self._room.now()))

    async def _said(self, reply: Reply, id: str, work: Work) -> Night | None:
        store, tools = self._room.store, self._room.nights
        announced = await store.read(nights.night, id)
        if announced is None or announced.guild != reply.interaction.guild_id:
            raise Rejected(NO_NIGHT)
        await self._room.members.admit(reply.interaction, announced.guild)
        async with self._pressing.setdefault(id, asyncio.Lock()):
            refused, before = None, await tools.guests(announced)
            plan: dict[What, int] = {"show": self._room.now() + SHOWN_MS}
            try:
                await store.commit(work.do(planned.plan, id, plan))
                self._room.planner.wake()
            except StoreError as no:
                refused = no
            record = await store.read(nights.night, id)
            if record is not None and refused is None:
                record = await self._moved_up(record, before)
            if record is not None and reply.message is not None:
                await self._shown(reply, record, plan)
        if refused is not None:
            place = await announcements.place_of(store, id)
            where = f" It is in <#{place}>." if record is not None and record.status == "running" else ""
            raise Rejected(f"{refused}{where}")
        return record

    async def _shown(self, reply: Reply, record: Night, plan: Mapping[What, int] | None = None) -> None:
        """The announcement that was pressed says how the night is now; it never stays at an earlier list. Then it need
        not be shown as was planned."""
        tools = self._room.nights
        text, rows = invitations.announcement(await announcements.facts(tools, record))
        try:
            await reply.change(text, rows=rows)
        except BaseException:
            await self._room.planner.show(record.id)
            raise
        if await announcements.has_changed(tools, record.id, text):
            await self._room.planner.show(record.id)
        elif plan is not None and not self._room.planner.is_at_work(record.id):  # else it may show an earlier list yet
            with suppress(StoreError):  # then it is shown again
                await self._room.store.commit(Work().do(planned.drop_at, record.id, plan))

    async def _moved_up(self, record: Night, before: GuestList) -> Night:
        """Those who have got a place that was free are named on the announcement, as long as they have it."""
        store, after = self._room.store, await self._room.nights.guests(record)
        coming, waited = [guest.user for guest in after.coming], {guest.user for guest in before.waiting}
        moved = [user for user in coming if user in waited]
        told: list[int] = record.terms.get("moved_up", [])
        named = [*(user for user in told if user in coming and user not in moved), *moved]
        if named == told:
            return record
        await store.commit(Work().do(nights.note, record.id, "moved_up", named or None))
        if moved:
            self._room.spawn(self._room.planner.moved_up(record, moved))
        return await store.read(nights.night, record.id) or record

    # ---- the host ------------------------------------------------------------------------

    async def hosted(self, reply: Reply, id: str) -> Night:
        """An announced night that the asker may change. Raises Rejected."""
        record = await self._room.store.read(nights.night, id)
        if record is None or record.guild != reply.interaction.guild_id:
            raise Rejected(NO_NIGHT)
        if record.host != reply.user and not reply.manager:
            raise Rejected("Only its host and those who manage this card room can do that.")
        if record.status != "announced":
            raise Rejected("That night is not announced any more.")
        return record

    async def _again_words(self, record: Night) -> str:
        """When it comes again; nothing where it does not."""
        of = await self._room.store.read(series_store.series, record.series) if record.series is not None else None
        return series.in_words(of.rule, of.first) if of is not None and of.ended is None else ""

    async def _host(self, press: Press) -> None:
        record = await self.hosted(press.reply, press.id.arg)
        zone = (await self._room.settings.of(record.guild)).timezone
        text, rows = pages.host_sheet(record, await self._again_words(record), zone, self._room.now())
        await press.reply.say(text, rows=rows)

    async def _fix(self, press: Press) -> None:
        """The host fixes the evening that suits most."""
        record = await self.hosted(press.reply, press.id.arg)
        if not await self._room.planner.fix(record):
            raise Rejected("None of the evenings that are left suits anybody yet.")
        await self._shown(press.reply, await self._room.store.read(nights.night, record.id) or record)

    async def _call_off(self, press: Press) -> None:
        record = await self.hosted(press.reply, press.id.arg)
        skips = bool(await self._again_words(record))
        if not press.sure:
            question = "Skip this evening? The next one is announced at once." if skips else (
                f"Call **{escaped(record.name)}** off?"
            )  # fmt: skip
            text, rows = pages.sure(record, "@call-off", question, "Yes, skip it" if skips else "Yes, call it off")
            await press.reply.say(text, rows=rows)
            return
        await press.reply.change(await self.call_off(record))

    async def call_off(self, record: Night) -> str:
        """An announced night does not take place; of a series the next one follows. Raises StoreError."""
        skips = bool(await self._again_words(record))
        await self._room.store.commit(Work().do(nights.cancel_night, record.id))
        self._room.planner.wake()
        name = f"**{escaped(record.name)}**"
        return (
            f"This evening of {name} is skipped, and the next one is announced." if skips else f"{name} is called off."
        )

    async def _stop(self, press: Press) -> None:
        record = await self.hosted(press.reply, press.id.arg)
        if not press.sure:
            question = f"Stop the series? The evening that is announced, <t:{record.starts // 1000}:F>, stays."
            text, rows = pages.sure(record, "@stop", question, "Yes, stop it")
            await press.reply.say(text, rows=rows)
            return
        await press.reply.change(await self.stop(record))

    async def stop(self, record: Night) -> str:
        """No evening follows this one. Raises Rejected, StoreError."""
        if record.series is None:
            raise Rejected("That night is no series: it takes place once.")
        work = Work().do(series_store.end_series, record.series, self._room.now())
        await self._room.store.commit(work.do(planned.plan, record.id, {"show": 0}))
        self._room.planner.wake()
        return f"The series is stopped: **{escaped(record.name)}** takes place once more."

    async def _form(self, press: Press) -> None:
        record = await self.hosted(press.reply, press.id.arg)
        zone = (await self._room.settings.of(record.guild)).timezone
        form = pages.form(record, zone, self._room.now())
        await press.reply.ask(modal(form, form_id(SCOPE, 0, press.id.verb, record.id)))

    async def _entered(self, press: Press) -> None:
        record = await self.hosted(press.reply, press.id.arg)
        zone, now = (await self._room.settings.of(record.guild)).timezone, self._room.now()
        form = pages.form(record, zone, now)
        entered = forms.read(form, press.entered)
        stood = {part.id: part.value for part in form.parts if isinstance(part, forms.TextField)}
        changed = {name: value for name, value in entered.items() if value != stood.get(name)}
        await self.change(press.reply, record, changed, following=press.id.verb == "@change-all")

    async def change(self, reply: Reply, record: Night, typed: Mapping[str, str], *, following: bool) -> None:
        """Some of a night is changed, as people type it: when, name, buy_in, least, most, and what is played. Raises
        Rejected."""
        settings = await self._room.settings.of(record.guild)
        terms: dict[str, Any] = night_terms.read(self._room.words, typed)
        if pages.BUY_IN in typed:
            terms["buy_in"] = read_buy_in(typed[pages.BUY_IN])
        for name in (pages.LEAST, pages.MOST):
            if name in typed:
                terms[name] = read_people(name, typed[name])
        fits(terms.get("least", record.least) or 0, terms.get("most", record.most))
        name = visible(typed[pages.NAME], record.name)[:60] if pages.NAME in typed else None
        if following and not await self._again_words(record):
            raise Rejected("Nothing follows that night: it is no series, or the last of one.")
        if not typed:
            raise Rejected("Nothing was changed.")

        async def made(reply: Reply, moments: list[int]) -> None:
            await self._change(reply, record, Change(moments[0] if moments else None, name, terms, following))

        if typed.get(pages.WHEN):
            if record.decides is not None:
                raise Rejected("Its evening is voted on; **Fix it** decides.")
            locale = str(reply.interaction.locale)
            moment = read_time(typed[pages.WHEN], discord.utils.utcnow(), settings.timezone, locale)
            await self.moments.when(reply, [moment], settings.timezone, made)
        else:
            await made(reply, [])

    async def _change(self, reply: Reply, record: Night, change: Change) -> None:
        store, now, work = self._room.store, self._room.now(), Work()
        of = await store.read(series_store.series, record.series) if record.series is not None else None
        if change.starts is not None:
            work.do(nights.move, record.id, change.starts, now)
        if change.name is not None or change.terms:
            work.do(nights.amend, record.id, change.name, change.terms)
        if change.following and of is not None:
            zone = (await self._room.settings.of(record.guild)).timezone
            first = of.first if change.starts is None else series.first_of(change.starts, zone)
            terms = {
                k: v for k, v in {**of.terms, **change.terms, "name": change.name or of.name}.items() if v is not None
            }
            rule = series.moved(of.rule, first)
            made = replace(of, name=change.name or of.name, first=first, rule=rule, terms=terms)
            work.do(series_store.save_series, made)
            if change.starts is not None:  # it has its place in the series again
                work.do(nights.note, record.id, "turn", change.starts)
        async with self._pressing.setdefault(record.id, asyncio.Lock()):
            before = await self._room.nights.guests(record)
            await store.commit(work.do(planned.plan, record.id, {"show": 0, "calendar": 0}))
            if (now_so := await store.read(nights.night, record.id)) is not None:
                await self._moved_up(now_so, before)
        self._room.planner.wake()
        when = f" It begins <t:{change.starts // 1000}:F>." if change.starts is not None else ""
        more = " So do all that follow." if change.following else ""
        await told(reply, f"**{escaped(change.name or record.name)}** is changed.{when}{more}", ())

    # ---- what was deleted, and too few ---------------------------------------------------

    async def _again(self, press: Press) -> None:
        """What was deleted is made again."""
        record = await self.hosted(press.reply, press.id.arg)
        work = Work().do(nights.note, record.id, "no_event", None)
        if record.announcement is None:
            work.do(nights.note, record.id, "posted", record.terms.get("posted", 0) + 1)
        await self._room.store.commit(work.do(planned.plan, record.id, {"announce": self._room.now()}))
        self._room.planner.wake()
        await press.reply.change(f"**{escaped(record.name)}** is announced again.")

    async def _leave(self, press: Press) -> None:
        record = await self.hosted(press.reply, press.id.arg)
        await press.reply.change(f"**{escaped(record.name)}** stays as it is; `/night change` changes it.")

    async def _lobby(self, press: Press) -> tuple[Night, Session]:
        """A night whose table has opened and at which nothing has been dealt yet, if the asker may end it. Raises
        Rejected."""
        record = await self._room.store.read(nights.night, press.id.arg)
        if record is None:
            raise press.unknown
        session = await self._room.find(record.id)
        hosting.may_host(session.table, press.user, press.reply.manager)
        if session.table.phase != LOBBY:
            raise Rejected("The night has begun already.")
        return record, session

    async def _play_now(self, press: Press) -> None:
        """A night to which too few have come begins with house players."""
        record, session = await self._lobby(press)
        await starting.play_now(session, press.user, press.reply.manager)
        await press.reply.change(f"**{escaped(record.name)}** has begun with house players.")

    async def _ask_other_day(self, press: Press) -> None:
        record, _ = await self._lobby(press)
        await press.reply.ask(modal(pages.other_day(record), form_id(SCOPE, 0, "@other-day", record.id)))

    async def _other_day(self, press: Press) -> None:
        """A night to which too few have come is announced for another day, and its table closes."""
        record, _ = await self._lobby(press)
        settings = await self._room.settings.of(record.guild)
        typed = forms.read(pages.other_day(record), press.entered)[pages.WHEN]
        locale = str(press.reply.interaction.locale)
        moment = read_time(typed, discord.utils.utcnow(), settings.timezone, locale)

        async def show(reply: Reply, moments: list[int]) -> None:
            where = f"<#{record.channel}>"
            games = night_terms.told(record.terms)
            page = partial(pages.preview, record.name, moments, "", None, where, settings.timezone, games)
            await self.moments.confirm(reply, page, partial(announce, moments))

        async def announce(moments: list[int], reply: Reply) -> None:
            async with self._pressing.setdefault(record.id, asyncio.Lock()):
                _, session = await self._lobby(press)
                kept = {name: record.terms[name] for name in (*TERMS, "thread", "most") if name in record.terms}
                kept.pop("event", None)
                now = self._room.now()
                other = Night(
                    self._room.new_id(), record.guild, record.channel, record.host, record.name, moments[0], None,
                    "announced", kept | {"since": now, "turn": record.terms.get("turn", 0)},
                    series=record.series,
                )  # fmt: skip
                await hosting.close(session, Work().do(nights.go_on, other, now))
            self._room.planner.wake()
            await told(reply, f"**{escaped(record.name)}** is announced for <t:{moments[0] // 1000}:F>.", ())

        await self.moments.when(press.reply, [moment], settings.timezone, show)
