"""Which moment is meant, and whether it is: what is asked before something is announced or changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.show.controls.components import Rows
from bot.show.controls.control_id import BUTTON
from bot.show.pages import nights_ahead as pages
from bot.store import StoreError
from bot.table.errors import Rejected
from bot.table.when import Question

from ..calls.reply import Reply
from ..handlers import Press
from ..room import Room

MOST_DRAFTS = 500
"""How many questions about moments, and announcements to be confirmed, are kept."""
LOST = "That has been answered, or was asked too long ago; if nothing came of it, please ask again."

Then = Callable[[Reply, list[int]], Awaitable[None]]
"""What is done once all moments (ms) are certain."""
Page = Callable[[str], tuple[str, Rows]]
"""What is to be confirmed, as its asker reads it; it is given the id by which it is confirmed."""


@dataclass
class Draft:
    """Something that waits for its asker: for an answer which moment is meant, or to be confirmed."""

    user: int
    zone: str = ""
    moments: Sequence[datetime | Question] = ()
    then: Then | None = None
    confirm: Callable[[Reply], Awaitable[None]] | None = None


class Moments:
    """Questions which moment is meant, and announcements that are not confirmed yet. They do not outlive the process:
    an answer to one of before is refused, and its asker begins again."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        room.handlers.register(BUTTON, pages.DESK, {"@moment": self._chosen, "@announce": self._confirmed})

    async def when(self, reply: Reply, moments: Sequence[datetime | Question], zone: str, then: Then) -> None:
        """Asks which moments are meant, one after the other, and goes on once all are certain."""
        await self._go_on(reply, Draft(reply.user, zone, moments, then))

    async def _go_on(self, reply: Reply, draft: Draft) -> None:
        asked = next((moment for moment in draft.moments if isinstance(moment, Question)), None)
        if asked is None:
            assert draft.then is not None, "moments are asked for the sake of something"
            await draft.then(reply, [_ms(moment) for moment in draft.moments if isinstance(moment, datetime)])
            return
        moments = [_ms(moment) for moment in asked.moments]
        text, rows = pages.question(asked.text, moments, self._keep(draft), draft.zone, self._room.now())
        await told(reply, text, rows)

    async def _chosen(self, press: Press) -> None:
        """Which moment is meant is answered."""
        id, _, seconds = press.id.arg.partition(".")
        draft = self._draft(press, id)
        place = next((n for n, moment in enumerate(draft.moments) if isinstance(moment, Question)), None)
        asked = draft.moments[place] if place is not None else None
        among = {str(_ms(moment) // 1000): moment for moment in asked.moments} if isinstance(asked, Question) else {}
        if place is None or seconds not in among:
            raise press.unknown
        if _ms(among[seconds]) <= self._room.now():
            raise Rejected("That is past by now.")
        del self._drafts[id]
        draft.moments = [*draft.moments[:place], among[seconds], *draft.moments[place + 1 :]]
        await self._go_on(press.reply, draft)

    async def confirm(self, reply: Reply, page: Page, then: Callable[[Reply], Awaitable[None]]) -> None:
        """Shows what is about to be announced, which the asker confirms."""
        text, rows = page(self._keep(Draft(reply.user, confirm=then)))
        await told(reply, text, rows)

    async def _confirmed(self, press: Press) -> None:
        draft = self._draft(press, press.id.arg)
        if draft.confirm is None:
            raise press.unknown
        del self._drafts[press.id.arg]  # it is announced once
        try:
            await draft.confirm(press.reply)
        except (Rejected, StoreError):
            self._drafts[press.id.arg] = draft  # nothing came of it
            raise

    def _keep(self, draft: Draft) -> str:
        id = self._room.new_id()
        self._drafts[id] = draft
        while len(self._drafts) > MOST_DRAFTS:
            self._drafts.popitem(last=False)
        return id

    def _draft(self, press: Press, id: str) -> Draft:
        """What waits under this id. Raises Rejected."""
        draft = self._drafts.get(id)
        if draft is None or draft.user != press.user:
            raise Rejected(LOST)
        return draft


def _ms(moment: datetime) -> int:
    return int(moment.timestamp()) * 1000


async def told(reply: Reply, text: str, rows: Rows) -> None:
    """The private message whose control was used says this; it is a new one where everybody sees that message."""
    if reply.message is not None and reply.ephemeral:
        await reply.change(text, rows=rows)
    else:
        await reply.say(text, rows=rows)
