"""A table's clock: deadlines, pings, the next deal, house players, and tables that nobody comes back to."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence

from bot import house
from bot.engine.deal import Deal, Illegal
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.traits import SteadyThinking
from bot.engine.view import view
from bot.house.manners import PLAIN, Manner
from bot.house.player import Player

from . import ahead, buying, hosting, lobby, picking, starting, time_bank, undo, wishes
from .commits import RETRY_MS
from .errors import Rejected
from .prefs import Prefs
from .session import Session
from .settings import Settings
from .state import BETWEEN, CLOSED, DEAL, LOBBY, PICK, Turn

log = logging.getLogger(__name__)

ABSORBED_MS = 20_000
"""A player who has pressed or typed something at the table is not reminded for this long."""
BUSY_MS, MOST_PATIENCE = 60, 8
"""How late clocks are woken when house players take twice their time, and how many times longer they take at most."""
LATELY = 12
"""Over how many awakenings lateness is averaged."""
HOUSE_PICKS_AFTER = 4
"""In how many moves' time a house player names the next game: people are still reading how the last one ended."""
OUT_PACE = 4
"""How many times sooner house players move once all people are out of their match."""
BROKE_MS = 10_000
"""How long, at least, a player who has lost all chips has to buy others before the next game is named."""
SECRET_MS = (1000, 4000)
"""How long it takes until a house player's secret choice is known to be made, at the usual pace."""


class Clock:
    """One task for each table in memory."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._asked: dict[Seat, int] = {}
        """For each house player, the count of offers at which it was last asked about optional ones."""
        self._reminded: dict[Seat, int] = {ping.seat: ping.number for ping in session.table.posted.pinged}
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
        while not s.services.closing and not await self._closed():
            s.commits.wake.clear()
            try:
                wait = await self._step()
            except (Rejected, Illegal) as no:
                if s.commits.trouble is None:  # otherwise it is known already
                    log.warning("table %s: the clock was refused: %s", s.id, no)
                wait = RETRY_MS
                s.commits.wake.clear()  # what has just been refused has changed nothing
            except Exception:
                log.exception("table %s: the clock failed", s.id)
                wait = RETRY_MS
                s.commits.wake.clear()
            if wait <= 0:
                await asyncio.sleep(0)
                continue
            waiter, loop = asyncio.ensure_future(s.commits.wake.wait()), asyncio.get_running_loop()
            until, lag = loop.time() + wait / 1000, s.table.time.lag
            try:
                woken, _ = await asyncio.wait((waiter,), timeout=wait / 1000)
            finally:
                waiter.cancel()
            s.table.time.look()
            if not woken and lag == s.table.time.lag:  # otherwise nobody had anything to do
                late = (loop.time() - until) * 1000
                s.services.late += (late - s.services.late) / LATELY

    async def _closed(self) -> bool:
        """Whether the table is closed for good: a closing that cannot be stored is taken back."""
        told = False
        while self.session.table.phase == CLOSED:
            try:
                await self.session.commits.settled()
                return self.session.table.phase == CLOSED
            except Rejected as no:
                if not told:
                    log.warning("table %s: it is not known whether it is closed: %s", self.session.id, no)
                told = True
                await asyncio.sleep(RETRY_MS / 1000)
        return False

    async def _step(self) -> int:
        """Do what is due; returns the ms until something else may be."""
        session, table = self.session, self.session.table
        table.time.look()
        if table.time.offline:
            return RETRY_MS
        if session.commits.trouble is not None or session.commits.held:
            return await session.commits.store_again()
        if table.behind:
            async with session.commits.changing(shown=False):  # the room shows all tables when it has found an outage
                pass
            return 0
        now = table.time.now()
        closing = table.closes_at
        if now >= closing:
            await self._nobody_comes_back()
            return 0
        kept = table.night.kept_until if table.night is not None and table.night.expected else closing
        if now >= kept:
            await lobby.end_grace(session)
            return 0
        return min(kept - now, await self._go_on(now, closing))

    async def _go_on(self, now: int, closing: int) -> int:
        """The same for what is played."""
        table = self.session.table
        if table.paused:
            return closing - now
        if table.phase != DEAL or table.deal is None:
            return await self._between(now)
        return await self._in_deal(table.deal, now, closing)

    async def _nobody_comes_back(self) -> None:
        table = self.session.table
        lapses = table.unhurried and not (table.paused or table.taught)
        if table.phase == DEAL and lapses:  # they have had all the time there is
            await self.session.lapse(next(iter(table.turns)))
        else:
            await hosting.close(self.session)

    async def _in_deal(self, deal: Deal, now: int, closing: int) -> int:
        """The same while cards are in play: timers and turn clocks, an undo that nobody answers, house players."""
        session, table = self.session, self.session.table
        minutes = table.settings.idle_minutes
        idle = closing if table.unhurried or table.taught else table.idle_since + minutes * 60_000
        if now >= idle and table.humans:
            await hosting.pause(session, f"Nobody has moved for {minutes} minutes. Press **Go on** when you are back.")
            return 0
        due = [idle]
        if deal.ask and deal.ask.timer:
            due.append(table.wall(deal.ask.timer[0]))
            if due[-1] <= now:
                await session.tick()
                return 0
        for seat, turn in [*table.turns.items()]:
            chair = table.chairs[seat]
            if chair.automatic:
                continue
            if chair.leaving or chair.empty or (turn.until and table.wall(turn.until) <= now):
                await self._time_is_up(seat)
                return 0
            if chair.wish is not None:  # nobody is reminded who has said already what they do
                due += [table.wall(turn.until)] if turn.until else []
                continue
            due += self._of_turn(seat, turn, now)
        if table.undo is not None:  # house players wait until it is answered
            due.append(table.wall(table.undo.until))
            if due[-1] <= now:
                await undo.expire(session)
                return 0
            return min(due) - now
        if (wish_at := await self._in_advance(table.now())) is not None:
            due.append(table.wall(wish_at))
            if due[-1] <= now:
                return 0
        if (house_at := await self._house(table.now())) is not None:
            due.append(session.table.wall(house_at))
        return min(due) - session.table.time.now()

    async def _time_is_up(self, seat: Seat) -> None:
        """Its time bank begins, and if it has none it lapses."""
        if time_bank.may_begin(self.session.table, seat):
            await self.session.go_on_by_bank(seat)
            return
        chair = self.session.table.chairs[seat]
        user = None if chair.leaving else chair.user
        await self.session.lapse(seat)
        if user is not None:
            self.session.services.missed(self.session, user)

    def _of_turn(self, seat: Seat, turn: Turn, now: int) -> list[int]:
        """When this seat's time is up, and when it is reminded of it, which is done where it is time."""
        table = self.session.table
        if not turn.until:
            return []
        over = table.wall(turn.until)
        if table.deal is not None and table.deal.ask is not None and table.deal.ask.may_be_ignored:
            return [over]
        user = table.chairs[seat].user
        remind_at = table.wall(turn.began + self._reminds_after(user, turn.until - turn.began))
        remind_at = max(remind_at, self.session.touched.get(user or 0, 0) + ABSORBED_MS)
        if remind_at > now:
            return [over, remind_at]
        if self._reminded.get(seat) != turn.number:
            self._reminded[seat] = turn.number
            self.session.services.outlet.remind(self.session, seat)
        return [over]

    def _reminds_after(self, user: int | None, given: int) -> int:
        """How much of the time given somebody may take until they are reminded; all of it for players who want no
        reminder."""
        remind = self.session.services.outlet.prefs.get(user or 0, Prefs()).remind
        return {"at once": 0, "later": given // 3, "never": given}[remind]

    async def _between(self, now: int) -> int:
        s = self.session
        if buying.due(s.table):
            await buying.pay_wishes(s)
            return 0
        if now >= self._queue_at:
            try:
                seated = await lobby.seat_next(s)
            except Rejected as no:
                log.warning("table %s: nobody from the queue sits down: %s", s.table.id, no)
                self._queue_at, seated = now + RETRY_MS, None
            if seated is not None:
                s.services.outlet.seated(s, seated)
                return 0
        wait = await self._next(now)
        return min(wait, self._queue_at - now) if self._queue_at > now else wait

    async def _next(self, now: int) -> int:
        """The next deal or the next game, when it is due."""
        s = self.session
        if s.table.phase in (BETWEEN, LOBBY) and s.table.next_at is not None:
            if (wait := s.table.wall(s.table.next_at) - now) > 0:
                return wait
            first = s.table.phase == LOBBY
            try:
                await (starting.start_full if first else starting.next_deal)(s)
            except Rejected as no:
                await (starting.wait_again if first else hosting.pause)(s, str(no))
            return 0
        if s.table.phase == PICK and s.table.next_at is not None:
            return await self._pick(now)
        return s.table.closes_at - now

    async def _pick(self, now: int) -> int:
        """The next game of a night: a house player names one soon, and nobody is waited for longer than their time."""
        s = self.session
        assert s.table.night is not None and s.table.next_at is not None
        idle = s.table.idle_since + s.table.settings.idle_minutes * 60_000
        if now >= idle:
            await hosting.pause(s, "Nobody has been here for a while. Press **Go on** when you are back.")
            return 0
        house = s.table.night.dealer < len(s.table.chairs) and s.table.chairs[s.table.night.dealer].automatic
        begun = s.table.wall(s.table.next_at) - s.table.night.pick_seconds * 1000
        due = begun + self._house_picks_after() if house else s.table.wall(s.table.next_at)
        if due > now:
            return min(due, idle) - now
        try:
            await picking.by_default(s, self._rng if house else None)
        except Rejected as no:
            await hosting.pause(s, str(no))
        return 0

    def _house_picks_after(self) -> int:
        """How long a house player takes to name the next game, in ms: a player who has just lost all chips has time to
        buy others."""
        s = self.session
        usual = HOUSE_PICKS_AFTER * s.table.settings.house_pace_ms
        return max(usual, BROKE_MS) if any(s.table.chairs[n].bought > 0 for n in buying.broke(s.table)) else usual

    async def _in_advance(self, now: int) -> int | None:
        """Make the move that somebody has wished for, after the time that a house player would take, so that its moment
        tells nothing. Returns when that is, in table time; None if there is none."""
        table = self.session.table
        if not (waiting := ahead.waiting(table)):
            return None
        self._think_anew(now)
        if now >= self._house_at:
            await wishes.come_true(self.session, waiting[0])
        return self._house_at

    def _think_anew(self, now: int) -> None:
        """When something has changed that others see, it is thought about from the beginning."""
        changes = self.session.table.version - self.session.hushed
        if self._seen != changes:
            self._seen, self._house_at = changes, now + self._thinks()

    async def _house(self, now: int) -> int | None:
        """Let a house player move, not before it has thought; returns when one will, None if nobody has to. As
        everywhere where house players wait, it is table time."""
        s, deal = self.session, self.session.table.deal
        if deal is None or deal.ask is None or deal.ask.alone:
            return None  # whatever stands is looked at to its end, and thought about from there on
        if s.table.game.real_time:
            return await self._live(deal, now)
        self._think_anew(now)
        seats = [n for n, c in enumerate(s.table.chairs) if c.automatic and n < deal.table.seats]
        hushed = deal.ask.seem_waited_for is not None
        waited_for = [n for n in seats if n in deal.ask.waits_for]
        due = await self._in_secret(deal, waited_for, now) if hushed else None
        if due is not None and due <= now:
            return now
        to_ask = [] if hushed else waited_for
        to_ask += self._not_asked(deal, [n for n in seats if n not in to_ask])
        if not to_ask:
            return due
        if now < self._house_at:
            return self._house_at if due is None else min(self._house_at, due)
        return now if await self._one_moves(deal, to_ask, now, only_optional=hushed) else due

    def _not_asked(self, deal: Deal, seats: Sequence[Seat]) -> list[Seat]:
        """Of these, who may do something, and has not been asked since offers changed."""
        return [n for n in seats if self._asked.get(n) != deal.number and deal.offers(n)]

    def _thinks(self) -> int:
        """How long a house player takes over what has changed, in ms."""
        table = self.session.table
        usual = table.settings.house_pace_ms // (OUT_PACE if table.people_are_out else 1)
        steady = table.game.trait(SteadyThinking)
        least = (steady.ms if steady else 0) * usual // Settings.house_pace_ms
        manner = self._manner()
        return max(least, round(usual * manner.pace * self._rng.uniform(*manner.spread))) + self._gives_way()

    def _manner(self) -> Manner:
        """Of the one house player for whom everybody sees the table wait; plain where it is another, or several."""
        deal = self.session.table.deal
        if deal is None or deal.ask is None or deal.ask.seem_waited_for is not None or len(deal.ask.waits_for) != 1:
            return PLAIN
        (seat,) = deal.ask.waits_for
        return self._player(seat).manner

    async def _one_moves(self, deal: Deal, seats: Sequence[Seat], now: int, *, only_optional: bool) -> bool:
        """The first of these house players that wants to moves. Where several may go on at once, each does in turn."""
        for seat in sorted(seats, key=lambda n: self._moved.get(n, 0)):
            self._asked[seat] = deal.number
            offers = [o for o in self._for_house(deal, seat) if o.optional or not only_optional]
            move = house.choose(view(deal, seat), offers, self._rng, self._player(seat))
            if isinstance(move, Move):
                self._moved[seat] = now
                await self.session.act(seat, move, human=False)
                return True
        return False

    def _player(self, seat: Seat) -> Player:
        return self.session.table.chairs[seat].player

    def _for_house(self, deal: Deal, seat: Seat) -> list[Offer]:
        """What a house player may do there; in a person's place it buys nothing."""
        person = self.session.table.chairs[seat].user is not None
        return [o for o in deal.offers(seat) if not (person and o.kind.costs_more)]

    def _gives_way(self) -> int:
        """How much longer house players think while there is more to do than time for it: people go first. In ms."""
        s = self.session
        return round(s.table.settings.house_pace_ms * min(MOST_PATIENCE, s.services.late / BUSY_MS))

    async def _in_secret(self, deal: Deal, seats: Sequence[Seat], now: int) -> int | None:
        """What house players choose in secret is chosen at once and known a while later, so that the moment tells
        nothing. Returns when the next will be known, None if all are."""
        pace = self.session.table.settings.house_pace_ms / Settings.house_pace_ms
        for seat in seats:
            number = deal.newest(seat)
            if self._secrets.get(seat, (0,))[0] != number:
                move = house.choose(view(deal, seat), self._for_house(deal, seat), self._rng, self._player(seat))
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
        """Without turns, each house player is asked when something has happened, and at the time that it named."""
        s = self.session
        if self._seen != s.table.version:
            self._seen = s.table.version
            self._again.clear()
            self._house_at = now + self._gives_way() if s.services.late > BUSY_MS else 0
        if now < self._house_at:
            return self._house_at
        for seat in [n for n, c in enumerate(s.table.chairs) if c.automatic and n < deal.table.seats]:
            if self._again.get(seat, now) > now:
                continue
            seen = view(deal, seat, s.table.now())
            move = house.choose(seen, deal.offers(seat), self._rng, self._player(seat))
            if isinstance(move, Move):
                try:
                    await s.act(seat, move, human=False)
                except Illegal:  # what it says may tell the house player's cards
                    log.debug("table %s: a house player was late", s.table.id)
                return now
            self._again[seat] = move.at if isinstance(move, house.AskAgainAt) else now + RETRY_MS
        return min(self._again.values(), default=None)
