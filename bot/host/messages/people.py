"""What is known about people: how they like their pictures, when they are reminded, whether they take direct
messages."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.store import Store, StoreError, Work, direct_messages, prefs
from bot.store.clusters import tell
from bot.store.prefs import Chosen
from bot.table.prefs import Prefs
from bot.table.session import Session

from ..calls.direct import DirectMessages

log = logging.getLogger(__name__)

CHOSEN = "chosen"
"""What is told of the process that took it, a person, and what they have chosen."""


class People:
    """Everybody who has sat at a table since the start."""

    def __init__(self, store: Store, prefs: dict[int, Prefs], direct: DirectMessages) -> None:
        self._store, self.prefs, self.direct = store, prefs, direct
        self._written: dict[int, frozenset[str]] = {}
        """The kinds of moves that people have been told of, as it is stored."""

    async def learn(self, user: int) -> None:
        """What is stored about this person."""
        stored = await self._store.read(prefs.of_person, user)
        self.prefs[user] = Prefs(
            stored.get("four_colour"), stored.get("compact"), stored.get("remind", "later"),
            frozenset(stored.get("knows", ())), frozenset(stored.get("met", ())), stored.get("explains", True),
            stored.get("nights", "channel"), stored.get("all_in", "auto"),
            stored.get("sizes_before") or "", stored.get("sizes_after") or "",
        )  # fmt: skip
        self._written[user] = self.prefs[user].met
        await self.direct.learn(user, wants_none=stored.get("panel") == "ephemeral")

    async def learn_again(self, user: int) -> None:
        """Something else is stored about this person than before."""
        if user in self.prefs or user in self.direct.closed:
            await self.learn(user)

    async def prefer(self, user: int, chosen: Chosen) -> None:
        """Keep what somebody has chosen."""
        work = self._told(Work(), user)
        for name, value in chosen.items():
            work.do(prefs.set_pref, user, name, value)
        if chosen.get("panel") == "dm":  # they may have been closed once, and are not any more
            work.do(direct_messages.set_dm, user, (await self._store.read(direct_messages.dm, user)).channel)
        await self._store.commit(work.do(tell, CHOSEN, [self._store.cluster.number, user, chosen]))
        await self.learn(user)

    async def have_played(self, session: Session) -> None:
        """A hand is over: players who have made a move in it know the game now, and need no hint any more. What they
        have been told of is not told again."""
        work, slug = Work(), session.table.game.slug
        for chair in session.table.chairs:
            self._told(work, chair.user or 0)
        moved = {row.seat for row in session.table.shown.rows} if session.table.shown else set[int]()
        for seat in moved.intersection(session.table.humans):
            user = session.table.chairs[seat].user or 0
            chosen = self.prefs.get(user)
            if chosen is not None and slug not in chosen.knows:
                self.prefs[user] = replace(chosen, knows=chosen.knows | {slug})
                work.do(prefs.add_to_pref, user, "knows", slug)
        if work.steps:
            try:
                await self._store.commit(work)
            except StoreError as trouble:  # the hint comes once more after the next start
                log.warning("what is known is not noted: %s", trouble)

    def _told(self, work: Work, user: int) -> Work:
        """The kinds of moves that this person has been told of, as far as they are not stored, are in this unit of
        work too."""
        new = self.prefs[user].met - self._written.get(user, frozenset()) if user in self.prefs else frozenset[str]()
        if new:
            self._written[user] = self.prefs[user].met
            work.do(prefs.add_to_pref, user, "met", *sorted(new))
        return work
