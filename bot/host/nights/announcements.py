"""Messages that announce a night, and its event in the calendar: they follow what becomes of it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import partial

import discord

from bot.show.controls.components import Button
from bot.show.controls.control_id import ControlId, button_id
from bot.show.messages import invitations
from bot.show.messages.invitations import SCOPE, Announcement
from bot.store import Night, Store, Work, guests, nights, planned, tables
from bot.store import series as series_store
from bot.store.nights import DAY_MS, HOUR_MS
from bot.table import series
from bot.table.names import escaped

from ..calls import calendar, permissions
from . import sending
from .tools import Tools

log = logging.getLogger(__name__)

OLD_EDITS = 2
"""How often a message that is older than an hour is edited within an hour; Discord publishes no figure."""


async def place_of(store: Store, night: str) -> int | None:
    """The channel or the thread in which a night is played, once it has begun."""
    table = await store.read(tables.load_table, night)
    return None if table is None else table.thread or table.channel


async def facts(tools: Tools, record: Night) -> Announcement:
    """What the announcement of a night tells."""
    store, settings = tools.store, await tools.settings(record.guild)
    votes = await store.read(guests.votes, record.id) if record.decides is not None else {}
    of = await store.read(series_store.series, record.series) if record.series is not None else None
    again = series.in_words(of.rule, of.first) if of is not None and of.ended is None else ""
    return Announcement(
        record, await tools.guests(record), settings.timezone, tools.now(), votes, await place_of(store, record.id),
        again, settings.night_opens_minutes,
    )  # fmt: skip


async def post(tools: Tools, record: Night) -> None:
    """The announcement is sent, unless it has been. Raises NotSent."""
    if record.announcement is not None:
        return
    text, rows = invitations.announcement(await facts(tools, record))
    begun = any(call.what == "announce" for call in await tools.store.read(planned.calls, record.id))
    if not begun:
        work = Work().do(planned.call, record.id, record.guild, "announce", 0, record.starts, record.channel)
        await tools.store.commit(work)
    message = await sending.send(
        tools, record.channel, text, rows=rows, key=f"night:{record.id}:{record.terms.get('posted', 0)}",
        again=partial(_announces, record.id) if begun else None, since=record.terms.get("since", 0), silent=True,
    )  # fmt: skip
    await tools.store.commit(Work().do(nights.note_announcement, record.id, message))


def _announces(night: str, message: discord.Message) -> bool:
    controls = (child for row in message.components for child in getattr(row, "children", ()))
    ids = (ControlId.parse(str(getattr(control, "custom_id", None))) for control in controls)
    return any(id is not None and (id.scope, id.verb, id.arg) == (SCOPE, "@host", night) for id in ids)


async def is_up_to_date(tools: Tools, record: Night) -> bool:
    """Whether an old announcement says how the night is now, as after a press, or after an edit that an earlier process
    has not noted: none of the few edits is spent then."""
    if record.announcement is None or not sending.is_old(tools, record.announcement):
        return False
    text, _ = invitations.announcement(await facts(tools, record))
    return await sending.says(tools, record.channel, record.announcement, text)


async def not_before(tools: Tools, record: Night) -> int | None:
    """When Discord takes another edit of an old announcement, which it does not now (ms); None if it does, and then one
    more is counted. Raises StoreError."""
    if record.announcement is None or not sending.is_old(tools, record.announcement):
        return None
    now = tools.now()
    before = [edit for edit in record.terms.get("edits", ()) if 0 <= now - edit[0] < HOUR_MS]
    # One of the two stays for what people must read: another time, or that it is not announced any more.
    matters = record.status != "announced" or any(starts != record.starts for _, starts in before)
    if len(before) >= (most := OLD_EDITS if matters else 1):
        return before[-most][0] + HOUR_MS
    await tools.store.commit(Work().do(nights.note, record.id, "edits", [*before, [now, record.starts]]))
    return None


async def bring_up_to_date(tools: Tools, record: Night) -> bool:
    """The announcement says how the night is now. Returns whether it is there, if it has ever been. Raises NotSent."""
    if record.announcement is None:
        return True
    text, rows = invitations.announcement(await facts(tools, record))
    there = await sending.edit(tools, record.channel, record.announcement, text, rows)
    if there and await has_changed(tools, record.id, text):  # a press may have shown what is newer, before this came
        await tools.store.commit(Work().do(planned.plan, record.id, {"show": tools.now()}))
    return there


async def has_changed(tools: Tools, night: str, text: str) -> bool:
    """Whether the announcement of a night is to say something else by now."""
    record = await tools.store.read(nights.night, night)
    return record is not None and invitations.announcement(await facts(tools, record))[0] != text


async def follow_in_calendar(tools: Tools, record: Night) -> str:
    """The event in the calendar is as the night is now, and made if it has none yet. Returns what is wrong in a
    sentence, or nothing."""
    guild = tools.client.get_guild(record.guild)
    if guild is None:
        return ""
    starts = datetime.fromtimestamp(record.starts / 1000, UTC)
    match record.status:
        case "announced" if record.event is None:
            if record.decides is not None or record.terms.get("no_event"):
                return ""
            channel = guild.get_channel_or_thread(record.channel)
            if not permissions.takes_tables(channel):
                return ""
            event, why = calendar.made_before(guild, record.name, starts), ""
            if event is None or await tools.store.read(nights.by_event, event) is not None:
                event, why = await calendar.announce(guild, channel, record.name, starts)
            if event is not None:
                await tools.store.commit(Work().do(nights.note_event, record.id, event))
            return why
        case "announced":
            return await calendar.move(guild, record.event, starts, record.name)
        case "running":
            return await calendar.mark(guild, record.event, discord.EventStatus.active)
        case "over":
            return await calendar.mark(guild, record.event, discord.EventStatus.completed)
        case _:
            return await calendar.mark(guild, record.event, discord.EventStatus.canceled)


async def ask(tools: Tools, record: Night) -> None:
    """Its host is asked whether what was deleted is to be made again; nobody is pinged. Raises NotSent."""
    what = record.terms.get("lost")
    if what is None:
        return
    where = "the event in the calendar" if what == "event" else "the announcement"
    host = f"<@{record.host}>" if record.host > 0 else "Managers"
    name = f"**{escaped(record.name)}** (<t:{record.starts // 1000}:F>)"
    text = f"{host}: {where} of {name} was deleted. The night and its list stay. Shall I make it again?"
    rows = ((
        Button(button_id(SCOPE, 0, "@again", record.id), "Make it again", "primary"),
        Button(button_id(SCOPE, 0, "@leave", record.id), "Leave it"),
    ),)  # fmt: skip
    key = f"ask:{record.id}:{what[:5]}:{record.terms.get('posted', 0)}"
    await sending.send(
        tools, record.channel, text, rows=rows, key=key, again=lambda m: text in m.content,
        since=tools.now() - DAY_MS, silent=True,
    )  # fmt: skip
    await tools.store.commit(Work().do(nights.note, record.id, "lost", None))
