"""Where messages are: noted as soon as the records take it, and found again where the bot stopped before that."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import discord

from bot.show.controls.control_id import ControlId
from bot.table.errors import Rejected
from bot.table.posted import Sent
from bot.table.session import Session
from bot.table.state import CLOSED, LOBBY, OVER

from ..calls.rate_limiter import RateLimiter
from ..calls.reply import NOT_TAKEN

log = logging.getLogger(__name__)

WRITTEN_MS = 60_000
"""After this time a change has been written, however much there was to write."""
LOOKED_THROUGH = 50
"""How many of a channel's messages are looked through for our own."""


def is_shown(session: Session, last_beat: int) -> bool:
    """Whether a table that has just been restored is shown as it is stored: no clock runs at it, so that nothing of it
    is told otherwise after an outage, and its last change had long been written when the process before this one was
    last known to run (in ms of wall time)."""
    rests = session.table.paused is not None or session.table.phase in (LOBBY, OVER)
    return rests and session.table.saved + WRITTEN_MS <= last_beat


async def note(session: Session, change: Callable[[], object]) -> None:
    """Keep where a message of the table is now, or that it is gone. If the store takes nothing, that waits until it
    does: otherwise the table would know a message that is gone."""
    tries = 0
    while session.table.phase != CLOSED:
        stored, tries = session.commits.moved, tries + 1
        try:
            async with session.commits.changing(shown=False):
                change()
            return
        except Rejected as no:
            log.info("table %s: a message's place is not noted yet: %s", session.id, no)
        if (
            session.commits.trouble is not None or tries > 1
        ):  # otherwise a change before this one failed, and took it back
            await stored.wait()


async def find_messages(client: discord.Client, limiter: RateLimiter, session: Session, last_beat: int) -> list[Sent]:
    """If a message that was posted may not have been noted, the newest one becomes the table's: its table message, and
    panels in direct messages. To be done before anything of the table is shown: that would go to the old ones. Returns
    the older ones, which nobody wants any more. Raises Rejected if it cannot be stored."""
    anew = session.table.phase == LOBBY and not is_shown(session, last_beat)
    place = Sent(session.table.posted.place, session.table.posted.message or 0)
    looked = (
        {0: place}
        if anew or not place.message or session.table.posted.message_deal != session.table.deals_begun
        else {}
    )
    looked |= {user: sent for user, sent in session.table.posted.panels.items() if anew or not sent.message}
    newest, older = await _looked_through(client, limiter, session.id, looked)
    if not newest:
        return []
    async with session.commits.changing(shown=False) as (table, _):
        if (board := newest.pop(0, None)) is not None:
            table.posted.message, table.posted.message_deal = board.message, table.deals_begun
        table.posted.panels.update(newest)
    return older


async def _looked_through(client: discord.Client, limiter: RateLimiter, table: str, known: dict[int, Sent],
                          ) -> tuple[dict[int, Sent], list[Sent]]:  # fmt: skip
    """Of each of these messages that has been posted again since, the newest, and all older ones."""
    newest: dict[int, Sent] = {}
    older: list[Sent] = []
    for whose, sent in known.items():
        await limiter.turn()
        await limiter.call()
        if found := await _of_table(client, sent.channel, table, sent.message or None):
            known_too: list[int] = [sent.message] if sent.message else []
            *before, last = sorted({*found, *known_too})
            newest[whose] = Sent(sent.channel, last)
            older += [Sent(sent.channel, message) for message in before]
    return newest, older


async def _of_table(client: discord.Client, channel: int, table: str, after: int | None) -> list[int]:
    """Our messages of a channel, later than that one, on which something can be pressed for this table."""
    ours = client.user.id if client.user else 0
    since = discord.Object(after) if after else None
    place = client.get_partial_messageable(channel)
    try:
        seen = [m async for m in place.history(limit=LOOKED_THROUGH, after=since)]
    except NOT_TAKEN as error:
        log.info("channel %s cannot be looked through: %s", channel, error)
        return []
    return [m.id for m in seen if m.author.id == ours and table in _scopes(m.components)]


def _scopes(components: Sequence[object]) -> Iterator[str]:
    """What the controls of a message belong to."""
    for component in components:
        if (id := ControlId.parse(str(getattr(component, "custom_id", None)))) is not None:
            yield id.scope
        yield from _scopes(getattr(component, "children", ()))
