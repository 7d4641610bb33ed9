"""Those who wait for a seat: they are told, by the answer to their own press, the outcome."""

from __future__ import annotations

import logging

from bot.table.session import Session

from ..calls.refusals import NOT_TAKEN
from ..calls.reply import Reply, TooLate

log = logging.getLogger(__name__)

SEATED = "You sit at the table now."
WITH_A_HAND = f"{SEATED[:-1]}; **My hand** shows your cards when they are dealt."


class Waiters:
    """How somebody in a queue can be told something, for the quarter of an hour in which Discord lets a press be
    answered. After that their panel says it, and the table."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, int], Reply] = {}

    def note(self, session: Session, reply: Reply) -> None:
        """The person who pressed this waits for a seat now."""
        self._asked = {who: asked for who, asked in self._asked.items() if not asked.expired}
        self._asked[session.id, reply.user] = reply

    async def tell(self, session: Session, user: int, text: str) -> None:
        """Their waiting is over. Does nothing for people who did not wait."""
        asked = self._asked.pop((session.id, user), None)
        if asked is None or asked.expired:
            return
        try:
            await asked.say(text)
        except (*NOT_TAKEN, TooLate) as error:
            log.info("table %s: somebody who waited could not be told: %s", session.id, error)
