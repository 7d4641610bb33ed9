"""A table's clock: deadlines, pings, the next deal, house players, and tables that nobody comes back to."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence

from bot import house
from bot.engine.deal import Deal, Illegal
from bot.engine.moments import GoOn
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.traits import SteadyThinking
from bot.engine.view import view

from . import buying, hosting, lobby, picking, starting, undo
from .errors import Rejected
from .prefs import Prefs
from .session import RETRY_MS, Session
from .settings import Settings
from .state import BETWEEN, CLOSED, DEAL, PICK

log = logging.getLogger(__name__)

ABSORBED_MS = 20_000
"""Whoever has pressed or typed something at the table is not reminded for so long."""
BUSY_MS, MOST_PATIENCE = 60, 8
"""Clocks that are woken so late make house players take twice their time, and at most so many times more."""
LATELY = 12
"""Over so many awakenings lateness is averaged."""
HOUSE_PICKS_AFTER = 4
"""So many of its moves a house player takes to name the next game: people are still reading how the last one ended."""
BROKE_MS = 10_000
"""So long, at the least, whoever has lost all their chips has to buy others, before the next game is named."""
SECRET_MS = (1000, 4000)
"""How long it takes until a house player's secret choice is known to be made, at the usual pace."""


def _stood(deal: Deal) -> bool:
    """Whether something has just stood for a moment: that was time to think, too."""
    return bool(deal.rows) and isinstance(deal.rows[-1].move, GoOn)


class Clock:
    """One task for each table in memory."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._asked: dict[Seat, int] = {}
        """For each house player, the count of offers at which it was last asked about optional ones."""
        self._reminded: dict[Seat, int] = {ping.seat: ping.number for ping in session.pinged}
        """For each seat, the decision of which it has been reminded."""
        self._rng = random.Random()
        self._secrets: dict[Seat, tuple[int, int, Move]] = {}
        """What house players have chosen in secret: the decision, when it is made known, and the choice."""
        self._moved: dict[Seat, int] = {}
        """When each house player has moved last."""
        self._again: dict[Seat, int] = {}
        """At a table without turns: when each house player wants to be asked again."""
        self._house_at = 0
        self._queue_at = 0
        """Before that time nobody from the queue is given a seat: the last who was could not be stored."""
        self._seen = -1
        self.task = asyncio.create_task(self._run(), name=f"clock {session.id}")

    async def _run(self) -> None:
        s = self.session
        while not await self._closed():
            s.wake.clear()
            try:
                wait = await self._step()
            except (Rejected, Illegal) as no:
                if s.trouble is None:  # else it is known already
                    log.warning("table %s: the clock was refused: %s", s.id, no)
                wait = RETRY_MS
                s.wake.clear()  # what has just been refused has changed nothing
            except Exception:
                log.exception("table %s: the clock failed", s.id)
                wait = RETRY_MS
                s.wake.clear()
            if wait <= 0:
                await asyncio.sleep(0)
                continue
            waiter, loop = asyncio.ensure_future(s.wake.wait()), asyncio.get_running_loop()
            until, lag = loop.time() + wait / 1000, s.time.lag
            try:
                woken, _ = await asyncio.wait((waiter,), timeout=wait / 1000)
            finally:
                waiter.cancel()
            s.time.look()
            if not woken and lag == s.time.lag:  # else nobody had anything to do
                late = (loop.time() - until) * 1000
                s.services.late += (late - s.services.late) / LATELY

    async def _closed(self) -> bool:
        """Whether the table is closed for good: a closing that cannot be stored is taken back."""
        told = False
        while self.session.phase == CLOSED:
            try:
                await self.session.settled()
                return self.session.phase == CLOSED
            except Rejected as no:
                if not told:
                    log.warning("table %s: it is not known whether it is closed: %s", self.session.id, no)
                told = True
                await asyncio.sleep(RETRY_MS / 1000)
        return False

    async def _step(self) -> int:
        """Do what is due; returns the ms until something else may be."""
        s = self.session
        s.time.look()
        if s.time.offline:
            return RETRY_MS
        if s.trouble is not None or s.held:
            return await s.store_again()
        if s.behind:
            async with s.changing(shown=False):  # the room shows all tables when it has found an outage
                pass
            return 0
        now = s.time.now()
        closing = s.idle_since + s.settings.close_hours * 3_600_000
        if now >= closing:
            if s.phase == DEAL and s.unhurried and not s.paused:  # they have had all the time there is
                await s.lapse(next(iter(s.turns)))
            else:
                await hosting.close(s)
            return 0
        if s.paused:
            return closing - now
        if s.phase != DEAL or not s.deal:
            return await self._between(now)
        idle = closing if s.unhurried else s.idle_since + s.settings.idle_minutes * 60_000
        if now >= idle and s.humans:
            await hosting.pause(
                s, f"Nobody has moved for {s.settings.idle_minutes} minutes. Press **Go on** when you are back."
            )
            return 0
        due = [idle]
        ask = s.deal.ask
        if ask and ask.timer:
            if s.wall(ask.timer[0]) <= now:
                await s.tick()
                return 0
            due.append(s.wall(ask.timer[0]))
        cutting = s.waits_for_cut
        for seat, (number, began, until) in [*s.turns.items()]:
            chair = s.chairs[seat]
            if chair.automatic:
                continue
            if chair.leaving or chair.empty or (until and s.wall(until) <= now):
                user = None if chair.leaving else chair.user
                await s.lapse(seat)
                if user is not None:
                    s.services.missed(s, user)
                return 0
            if not until:
                continue
            due.append(s.wall(until))
            if cutting:  # nobody has to cut, so nobody is reminded of it
                continue
            ping_at = s.wall(began + self._reminds_after(chair.user, until - began))
            ping_at = max(ping_at, s.touched.get(chair.user or 0, 0) + ABSORBED_MS)
            if ping_at > now:
                due.append(ping_at)
            elif self._reminded.get(seat) != number:
                self._reminded[seat] = number
                s.services.outlet.remind(s, seat)
        if s.undo is not None:  # house players wait until it is answered
            if s.wall(s.undo.until) <= now:
                await undo.expire(s)
                return 0
            return min(*due, s.wall(s.undo.until)) - now
        if (house_at := await self._house(s.now())) is not None:
            due.append(s.wall(house_at))
        return min(due) - s.time.now()

    def _reminds_after(self, user: int | None, given: int) -> int:
        """How long of the time given somebody may take until they are reminded; all of it for whoever wants no word."""
        remind = self.session.services.outlet.prefs.get(user or 0, Prefs()).remind
        return {"at once": 0, "later": given // 3, "never": given}[remind]

    async def _between(self, now: int) -> int:
        s = self.session
        if any(chair.buys for chair in s.chairs):
            await buying.pay_wishes(s)
            return 0
        if now >= self._queue_at:
            try:
                seated = await lobby.seat_next(s)
            except Rejected as no:
                log.warning("table %s: nobody from the queue sits down: %s", s.id, no)
                self._queue_at, seated = now + RETRY_MS, None
            if seated is not None:
                s.services.outlet.seated(s, seated)
                return 0
        wait = await self._next(now)
        return min(wait, self._queue_at - now) if self._queue_at > now else wait

    async def _next(self, now: int) -> int:
        """The next deal or the next game, when it is due."""
        s = self.session
        if s.phase == BETWEEN and s.next_at is not None:
            if s.wall(s.next_at) > now:
                return s.wall(s.next_at) - now
            try:
                await starting.next_deal(s)
            except Rejected as no:
                await hosting.pause(s, str(no))
            return 0
        if s.phase == PICK and s.next_at is not None:
            return await self._pick(now)
        idle = s.settings.close_hours * 3_600_000
        return s.idle_since + idle - now

    async def _pick(self, now: int) -> int:
        """The next game of a night: a house player names one soon, and nobody is waited for longer than their time."""
        s = self.session
        assert s.night is not None and s.next_at is not None
        idle = s.idle_since + s.settings.idle_minutes * 60_000
        if now >= idle:
            await hosting.pause(s, "Nobody has been here for a while. Press **Go on** when you are back.")
            return 0
        house = s.night.dealer < len(s.chairs) and s.chairs[s.night.dealer].automatic
        begun = s.wall(s.next_at) - s.night.pick_seconds * 1000
        due = begun + self._house_picks_after() if house else s.wall(s.next_at)
        if due > now:
            return min(due, idle) - now
        try:
            await picking.by_default(s, self._rng if house else None)
        except Rejected as no:
            await hosting.pause(s, str(no))
        return 0

    def _house_picks_after(self) -> int:
        """How long a house player takes to name the next game, in ms: whoever has just lost all their chips has time to
        buy others."""
        s = self.session
        usual = HOUSE_PICKS_AFTER * s.settings.house_pace_ms
        return max(usual, BROKE_MS) if any(s.chairs[n].bought > 0 for n in buying.broke(s)) else usual

    async def _house(self, now: int) -> int | None:
        """Let a house player move, not before it has thought; returns when one will, None if nobody has to. Here, as
        in all that house players wait for, it is table time."""
        s, deal = self.session, self.session.deal
        if deal is None or deal.ask is None:
            return None
        if s.game.real_time:
            return await self._live(deal, now)
        if self._seen != s.version:
            self._seen = s.version
            usual = s.settings.house_pace_ms
            steady = s.game.trait(SteadyThinking)
            least = (steady.ms if steady else 0) * usual // Settings.house_pace_ms
            pace = 0 if _stood(deal) else round(usual * self._rng.uniform(0.8, 1.25))
            self._house_at = now + max(least, pace) + self._gives_way()
        seats = [n for n, c in enumerate(s.chairs) if c.automatic and n < deal.table.seats]
        hushed = deal.ask.seem_waited_for is not None
        to_ask = [n for n in seats if n in deal.ask.waits_for]
        due = await self._in_secret(deal, to_ask, now) if hushed else None
        if due is not None and due <= now:
            return now
        to_ask = [] if hushed else to_ask
        to_ask += [n for n in seats if n not in to_ask and self._asked.get(n) != deal.number and deal.offers(n)]
        if not to_ask:
            return due
        to_ask.sort(key=lambda n: self._moved.get(n, 0))  # where several may go on at once, each in turn
        if now < self._house_at:
            return self._house_at if due is None else min(self._house_at, due)
        for seat in to_ask:
            self._asked[seat] = deal.number
            offers = [o for o in deal.offers(seat) if o.optional] if hushed else deal.offers(seat)
            move = house.choose(view(deal, seat), offers, self._rng)
            if isinstance(move, Move):
                self._moved[seat] = now
                await s.act(seat, move, human=False)
                return now
        return due

    def _gives_way(self) -> int:
        """How much longer house players think while there is more to do than time for it: people go first. In ms."""
        s = self.session
        return round(s.settings.house_pace_ms * min(MOST_PATIENCE, s.services.late / BUSY_MS))

    async def _in_secret(self, deal: Deal, seats: Sequence[Seat], now: int) -> int | None:
        """What house players choose in secret is chosen at once and known a while later, so that the moment tells
        nothing. Returns when the next will be known, None if all are."""
        pace = self.session.settings.house_pace_ms / Settings.house_pace_ms
        for seat in seats:
            number = deal.newest(seat)
            if self._secrets.get(seat, (0,))[0] != number:
                move = house.choose(view(deal, seat), deal.offers(seat), self._rng)
                assert isinstance(move, Move), "a seat that is waited for gets a move"
                self._secrets[seat] = number, now + round(pace * self._rng.uniform(*SECRET_MS)), move
        if not seats:
            return None
        seat = min(seats, key=lambda n: self._secrets[n][1])
        _, due, move = self._secrets[seat]
        if due <= now:
            del self._secrets[seat]
            await self.session.act(seat, move, human=False)
        return due

    async def _live(self, deal: Deal, now: int) -> int | None:
        """Where there are no turns, each house player is asked when something has happened, and when it said."""
        s = self.session
        if self._seen != s.version:
            self._seen = s.version
            self._again.clear()
            self._house_at = now + self._gives_way() if s.services.late > BUSY_MS else 0
        if now < self._house_at:
            return self._house_at
        for seat in [n for n, c in enumerate(s.chairs) if c.automatic and n < deal.table.seats]:
            if self._again.get(seat, now) > now:
                continue
            move = house.choose(view(deal, seat, s.now()), deal.offers(seat), self._rng)
            if isinstance(move, Move):
                try:
                    await s.act(seat, move, human=False)
                except Illegal:  # what it says may tell the house player's cards
                    log.debug("table %s: a house player was late", s.id)
                return now
            self._again[seat] = move.at if isinstance(move, house.AskAgainAt) else now + RETRY_MS
        return min(self._again.values(), default=None)
