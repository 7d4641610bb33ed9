"""Who is called for a night: reminded before it, called to its table, and told if too few are there."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.show.controls.components import Button, Rows
from bot.show.controls.control_id import button_id
from bot.show.messages.invitations import SCOPE
from bot.store import Guest, Night, Work, planned, prefs
from bot.store.nights import HOUR_MS, same_evening
from bot.store.planned import REMINDERS, Call
from bot.store.prefs import Nights
from bot.table.names import escaped

from . import sending
from .announcements import place_of
from .openings import opens_at
from .sending import NotSent
from .tools import Tools

log = logging.getLogger(__name__)

MOST_CALLED = 70
"""How many people one message calls: no more names fit into it."""


@dataclass(frozen=True)
class Message:
    """A message that calls people, by what it is for."""

    what: str
    text: str
    since: int
    """From when it may have been sent, in ms."""
    rows: Rows = ()
    channel: int | None = None
    """Where, if not where the night was announced."""
    lead: str = ""
    link: str = ""
    """What stands before and behind the text, by which a message is known: how it is now, and where it leads."""

    @property
    def whole(self) -> str:
        return f"{self.lead}{self.text}{self.link}"


async def remind(tools: Tools, record: Night, what: str) -> None:
    """People are reminded a day or an hour before; only as long as it is of use: not when the table opens. Raises
    NotSent."""
    settings = await tools.settings(record.guild)
    until = record.starts - HOUR_MS if what == "day" else opens_at(record, settings.night_opens_minutes)
    if record.decides is not None or tools.now() >= until or not settings.night_reminders:
        return
    guests = await tools.guests(record)
    wanted = [*guests.coming, *(guests.maybe if what == "day" else ())]
    since = record.starts - 25 * HOUR_MS if what == "day" else record.starts - HOUR_MS
    message = Message(what, _reminder(record), since, link=f": {tools.link(record)}")
    await _call(tools, record, message, wanted, pings=settings.night_pings)


def _reminder(record: Night) -> str:
    at = record.starts // 1000
    return f"**{escaped(record.name)}** begins <t:{at}:R>, <t:{at}:F>"


async def follow(tools: Tools, record: Night) -> None:
    """The night may have been moved: a reminder that stands says the new time, and one of another evening goes. Raises
    NotSent."""
    for sent in await tools.store.read(planned.calls, record.id):
        if sent.what not in REMINDERS or sent.message is None or sent.starts == record.starts:
            continue
        if same_evening(sent.starts, record.starts):
            await sending.edit(tools, sent.channel, sent.message, f"{_reminder(record)}: {tools.link(record)}", ())
            await tools.store.commit(Work().do(planned.recall, sent, record.starts))
        else:
            await _delete(tools, sent)


async def call(tools: Tools, record: Night, seated: Sequence[int]) -> None:
    """Its table is open: guests who do not sit there yet are called, and reminders go. Raises NotSent."""
    place = await place_of(tools.store, record.id)
    settings, guests = await tools.settings(record.guild), await tools.guests(record)
    if place is not None and settings.night_pings:
        wanted = [guest for guest in (*guests.coming, *guests.waiting) if guest.user not in seated]
        text = f"**{escaped(record.name)}** begins, in <#{place}>: press **Join** on its table."
        since = record.starts - 12 * HOUR_MS
        await _call(tools, record, Message("call", text, since, channel=place), wanted, pings=True)
    await take_back(tools, record, *REMINDERS)


async def too_few(tools: Tools, record: Night, seated: Sequence[int]) -> None:
    """A quarter of an hour after its time too few are there: that is said once. Raises NotSent."""
    least = max(record.least, 2)
    place = await place_of(tools.store, record.id)
    if len(seated) >= least or place is None:
        return
    settings, guests = await tools.settings(record.guild), await tools.guests(record)
    here = f"{len(seated)} of {least} are here" if seated else "Nobody is here yet"
    text = f" for **{escaped(record.name)}**. **Play now** begins with house players; or choose another day."
    rows = ((
        Button(button_id(SCOPE, 0, "@play-now", record.id), "Play now", "primary"),
        Button(button_id(SCOPE, 0, "@other-day", record.id), "Another day…"),
    ),)  # fmt: skip
    wanted = [guest for guest in guests.coming if guest.user not in seated]
    message = Message("few", text, record.starts, rows, place, lead=here)
    await _call(tools, record, message, wanted, pings=settings.night_pings, anyway=True)


async def tell(tools: Tools, record: Night, what: str, users: Sequence[int], text: str, link: str = "") -> None:
    """Those of these people who have asked for it read this in their direct messages; nobody else."""
    for user in users:
        if await _wants(tools, user) == "dm":
            await _write(tools, record, Message(what, text, tools.now() - HOUR_MS, link=link), user)


async def take_back(tools: Tools, record: Night, *which: str) -> None:
    """These messages are no longer wanted. Raises NotSent."""
    for sent in await tools.store.read(planned.calls, record.id):
        if sent.what in which:
            await _delete(tools, sent)


async def _delete(tools: Tools, sent: Call) -> None:
    if sent.message is not None:
        await sending.delete(tools, sent.channel, sent.message)
        await tools.store.commit(Work().do(planned.uncall, sent))


async def _wants(tools: Tools, user: int) -> Nights:
    return (await tools.store.read(prefs.of_person, user)).get("nights", "channel")


async def _call(tools: Tools, record: Night, message: Message, wanted: Sequence[Guest], *, pings: bool,
                anyway: bool = False) -> None:  # fmt: skip
    """Those who have pressed are called, each where they want it: by one message in the channel, or by one of their
    own. With nobody to be called there is none, unless it says something `anyway`. Raises NotSent."""
    by: dict[Nights, list[int]] = {"channel": [], "dm": [], "never": []}
    for guest in wanted:
        if guest.pressed:
            by[await _wants(tools, guest.user)].append(guest.user)
    for user in by["dm"] if pings else ():
        if not await _write(tools, record, message, user):
            by["channel"].append(user)
    called = by["channel"][:MOST_CALLED] if pings else []
    if not called and not anyway:
        return
    text = " ".join([*(f"<@{user}>" for user in called), message.whole])
    before = await _before(tools, record, message.what)
    if before is not None and before.message is not None:
        if before.starts == record.starts:
            return
        await sending.delete(tools, before.channel, before.message)  # it spoke of another evening
    channel = message.channel or record.channel
    await tools.store.commit(Work().do(planned.call, record.id, record.guild, message.what, 0, record.starts, channel))
    sent = await sending.send(
        tools, channel, text, key=f"{message.what}:{record.id}:{record.starts // 60_000}", rows=message.rows,
        ping=called, again=_says(tools, message.text) if before is not None else None, since=message.since,
    )  # fmt: skip
    await tools.store.commit(Work().do(planned.called, record.id, message.what, 0, sent))


def _says(tools: Tools, text: str) -> Callable[[discord.Message], bool]:
    """Whether a message says this."""
    dressed = tools.emojis.dressed(text)
    return lambda message: text in message.content or dressed in message.content


async def _before(tools: Tools, record: Night, what: str, user: int = 0) -> Call | None:
    """The message for the same that was sent, or was about to be sent, before."""
    known = await tools.store.read(planned.calls, record.id)
    return next((call for call in known if (call.what, call.user) == (what, user)), None)


async def _write(tools: Tools, record: Night, message: Message, user: int) -> bool:
    """One person is told in their direct messages, once. Returns whether they are."""
    what = message.what
    before = await _before(tools, record, what, user)
    if before is not None and before.message is not None and before.starts == record.starts:
        return True
    channel = await tools.people.direct.channel(user, asked=True)
    if channel is None:
        return False
    await tools.store.commit(Work().do(planned.call, record.id, record.guild, what, user, record.starts, channel))
    try:
        sent = await sending.send(
            tools, channel, message.whole, key=f"{what}:{record.id}:{user}:{record.starts // 60_000}",
            again=_says(tools, message.text) if before is not None else None, since=message.since,
        )  # fmt: skip
    except NotSent as no:
        log.info("%s is not told of night %s: %s", user, record.id, no)
        if isinstance(no.__cause__, discord.HTTPException):
            await tools.people.direct.refused(user, no.__cause__)
        return False
    await tools.store.commit(Work().do(planned.called, record.id, what, user, sent))
    return True
