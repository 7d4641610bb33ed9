"""A series goes on when one of its evenings ends, and ends automatically when nobody comes any more."""

from __future__ import annotations

import logging

import discord

from bot.store import Night, Series, Work, nights
from bot.store import series as series_store
from bot.store.nights import HOUR_MS
from bot.store.series import MOST_EMPTY
from bot.table import series
from bot.table.names import escaped

from . import calling, sending
from .sending import NotSent
from .tools import Tools

log = logging.getLogger(__name__)


async def go_on(tools: Tools, record: Night) -> Night | None:
    """The next evening of a night's series, once that night is over; None if there is none. Raises NotSent."""
    of = await tools.store.read(series_store.series, record.series) if record.series is not None else None
    if of is None or of.ended is not None:
        return None
    evenings = await tools.store.read(series_store.evenings, of.id)
    if (standing := next((n for n in evenings if n.status in ("announced", "running")), None)) is not None:
        return standing  # it has gone on already
    empty = _empty(of, record)
    if empty >= MOST_EMPTY:
        await _ends(tools, of)
        return None
    settings, now = await tools.settings(of.guild), tools.now()
    last = max(now, record.starts, record.terms.get("turn", 0))  # it may have been moved to a day before its turn
    starts = series.next_start(of.rule, of.first, settings.timezone, last)
    regulars = series_store.regulars(evenings)
    terms = of.terms | ({"regulars": regulars} if regulars else {}) | {"since": now, "turn": starts}
    made = Night(tools.new_id(), of.guild, of.channel, of.host, of.name, starts, None, "announced", terms, series=of.id)
    work = Work().do(series_store.note_empty, of.id, empty).do(nights.go_on, made, now)
    await tools.store.commit(work)
    return made


async def tell_regulars(tools: Tools, record: Night) -> None:
    """Regulars who have asked for it are told in their direct messages that the next evening is announced."""
    regulars = [user for user in record.terms.get("regulars", ()) if user > 0]
    at = record.starts // 1000
    text = f"**{escaped(record.name)}** comes again, <t:{at}:F>"
    await calling.tell(tools, record, "again", regulars, text, f": {tools.link(record)}")


def _empty(of: Series, record: Night) -> int:
    """How many evenings in a row nobody, or one person, came to: an evening that was skipped does not count."""
    if record.status == "over":
        return 0 if len(series_store.people_of(record)) >= 2 else of.empty + 1
    return of.empty + 1 if record.terms.get("lapsed") else of.empty


async def _ends(tools: Tools, of: Series) -> None:
    text = (f"**{escaped(of.name)}** has ended: {MOST_EMPTY} evenings in a row fewer than two people came."
            " `/night schedule` announces another.")  # fmt: skip
    now = tools.now()
    try:
        await sending.send(
            tools, of.channel, text, key=f"ends:{of.id}", silent=True, again=lambda m: text in m.content,
            since=now - HOUR_MS,
        )  # fmt: skip
    except NotSent as no:
        if not isinstance(no.__cause__, discord.Forbidden | discord.NotFound):
            raise
        log.info("nobody is told that the series %s has ended: %s", of.id, no)
    await tools.store.commit(Work().do(series_store.end_series, of.id, now))
