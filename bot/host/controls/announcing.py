"""A night is announced: what the host has laid down is shown to them first, and stored when they press
**Announce**."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from bot.engine.amounts import read_amount, whites
from bot.show.pages import nights_ahead as pages
from bot.show.words import night_terms
from bot.store import Night, Series, StoreError, Work, guests, nights
from bot.store import series as series_store
from bot.store.nights import DAY_MS
from bot.table import series
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.night_state import LEAST_BUY_IN
from bot.table.series import Repeat

from ..calls.reply import Reply
from ..nights.sending import NotSent
from ..room import Room
from .moments import Moments

MOST_GUESTS = 50


@dataclass(frozen=True)
class Announced:
    """What is about to be announced: the night but for its time, which of the server's zones its hours are of, and
    where it stands in words."""

    record: Night
    zone: str
    where: str
    most: int | None
    """How many announced nights its host may have; None for no limit."""
    repeat: Repeat | None = None
    decides: int | None = None
    """When the vote on the evening ends, in ms."""


class Announcing:
    """New announcements."""

    def __init__(self, room: Room, moments: Moments) -> None:
        self._room, self._moments = room, moments

    async def preview(self, reply: Reply, plan: Announced, moments: list[int]) -> None:
        """What is about to be announced, as Discord shows its moments to the asker, who then presses **Announce**.
        Raises Rejected."""
        now = self._room.now()
        if len({*moments}) < len(moments):
            raise Rejected("Two of those evenings are the same.")
        moments.sort()
        if len(moments) > 1 and plan.repeat is not None:
            raise Rejected("A series begins with one evening; leave out `repeat`, or the other evenings.")
        if len(moments) == 1 and plan.decides is not None:
            raise Rejected("With one evening there is nothing to vote on; leave out `decide`.")
        if len(moments) > 1:
            decides = plan.decides or max(moments[0] - DAY_MS, (now + moments[0]) // 2)
            if not now < decides < moments[-1]:
                raise Rejected("`decide` must be before the last of the evenings.")
            plan = replace(plan, decides=decides)
        first = series.first_of(moments[0], plan.zone)
        again = series.in_words(series.rule(plan.repeat, first), first) if plan.repeat is not None else ""
        games = night_terms.told(plan.record.terms)
        page = partial(pages.preview, plan.record.name, moments, again, plan.decides, plan.where, plan.zone, games)
        await self._moments.confirm(reply, page, partial(self._announce, plan, moments))

    async def _announce(self, plan: Announced, moments: list[int], reply: Reply) -> None:
        """It is announced, as its host has confirmed. Raises Rejected, StoreError."""
        room, now = self._room, self._room.now()
        if moments[0] <= now:
            raise Rejected("That is past by now; `/night schedule` announces another.")
        record = replace(plan.record, starts=moments[-1], decides=plan.decides)
        work, of = Work(), None
        if plan.repeat is not None:
            first = series.first_of(moments[0], plan.zone)
            of = Series(
                room.new_id(), record.guild, record.channel, record.host, record.name, series.rule(plan.repeat, first),
                first, record.terms,
            )  # fmt: skip
            record = replace(record, series=of.id, terms=record.terms | {"turn": record.starts})
        record = replace(record, terms=record.terms | {"since": now})
        work.do(nights.announce, record, plan.most, now)
        if of is not None:  # after its night: a series that is there has an evening already
            work.do(series_store.save_series, of)
        if plan.decides is not None:
            work.do(guests.propose, record.id, moments)
        await room.store.commit(work)
        try:
            why = await room.planner.announce_now(record)
        except (NotSent, StoreError) as no:
            why = f"Its announcement is not there yet, and comes as soon as it can be sent: {str(no).rstrip('.')}."
        what = "You have announced" if plan.decides is None else "You have asked which evening suits for"
        too = "Press **In** there if you play, too." if plan.decides is None else "Press there what suits you, too."
        await reply.change(f"{what} **{escaped(record.name)}** in <#{record.channel}>. {too} {why}".strip())


def read_buy_in(typed: str) -> int:
    """A night's buy-in, from whites as people type them. Raises Rejected, BadAmount."""
    amount = read_amount(typed)
    if amount < LEAST_BUY_IN:
        raise Rejected(f"A night's buy-in is at least {whites(LEAST_BUY_IN)}.")
    return amount


def read_people(name: str, typed: str) -> int | None:
    """A number of people, or nothing. Raises Rejected."""
    text = typed.strip()
    if not text:
        return None
    if not text.isdecimal() or not 2 <= int(text[:4]) <= MOST_GUESTS:
        raise Rejected(f"`{name}`: a number of people from 2 to {MOST_GUESTS}, or nothing.")
    return int(text)


def fits(least: int, most: int | None) -> None:
    """Raises Rejected if a least number is above the most."""
    if most is not None and least > most:
        raise Rejected(f"You cannot play from {least} with at most {most}.")
