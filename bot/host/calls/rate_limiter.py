"""Discord's limits on how many calls a bot may make, and who is next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

_Bucket = tuple[int, bool]
"""A channel, and whether something new is posted in it: Discord counts that apart from edits."""
_Turn = tuple[asyncio.Future[None], _Bucket | None]
"""Done when it has come; and where it is counted."""
_Queue = deque[_Turn]


@dataclass(slots=True)
class _Counted:
    """The latest calls of a channel, by when they were made."""

    answered: list[float] = field(default_factory=list)
    under_way: dict[asyncio.Future[None], float] = field(default_factory=dict)
    """By their turn, when they were let go: they may wait long for their picture."""


class RateLimiter:
    """Discord takes 50 calls a second from a bot, not counting its answers to presses, nor edits by a press's token; a
    few are left for the rest, and each of several processes has its share. In one channel it takes five edits in five
    seconds, and as many new messages; discord.py sleeps after the fifth, while a caller who waits here can still turn
    back."""

    A_SECOND, MOST, AT_ONCE = 40, 45, 4
    """Turns and calls in a second, and how many more at once."""
    IN_CHANNEL, SECONDS = 4, 5.0
    LOST = 60.0
    """Seconds after which a turn of which nothing more was heard does not count any more."""
    ASKS_AGAIN = 1.0
    """The least seconds that discord.py waits before it repeats a call that Discord has failed to answer."""
    FIRST = 2.0
    """Seconds that the others wait for the first answer."""
    AHEAD = 3
    """How many urgent calls go before one that may come later; then it has its turn."""

    def __init__(self, processes: int = 1) -> None:
        self._a_second, self._most, self._at_once = (
            max(1, whole // processes) for whole in (self.A_SECOND, self.MOST, self.AT_ONCE)
        )
        self._booked = self._called = 0.0
        self._made: deque[float] = deque(maxlen=self._most)
        """When the last calls were let go."""
        self._free: _Queue = deque()
        """What costs no call of the bot's own waits for its channel alone."""
        self._soon: _Queue = deque()
        self._waiting: _Queue = deque()
        self._ahead = 0
        """How many in a row went before one that may come later."""
        self._timer: asyncio.TimerHandle | None = None
        self._parked: dict[_Bucket, list[tuple[_Turn, _Queue]]] = {}
        """Who waits for a channel to take one more, the first first, and where they stood before."""
        self._counted: dict[_Bucket, _Counted] = {}
        self._given: dict[asyncio.Future[None], _Bucket] = {}
        """Turns whose calls have not been answered yet."""
        self._answered: dict[bool, asyncio.Event] = {}
        """Whether the first edit, and the first new message, has been."""
        self._careful_until = 0.0
        self._shut = False

    def shut(self) -> None:
        """From now on no call is made any more: who wants to make one waits until it is cancelled."""
        self._shut = True

    def assume_full(self) -> None:
        """Another process may have written until a moment ago, and used up all but one of what each channel takes:
        it has one edit and one new message until Discord has forgotten the others."""
        self._careful_until = asyncio.get_running_loop().time() + self.SECONDS

    def turn(self, channel: int | None = None, *, new: bool = False, soon: bool = False, free: bool = False,
             ) -> asyncio.Future[None]:  # fmt: skip
        """Done once a call may be made: an edit or a `new` message in this `channel`, or anything else; `soon` goes
        before the others, and a `free` one does not count as a call of the bot. A caller who needs the turn no more
        sets it done, and the next one has it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._free if free else self._soon if soon else self._waiting
        queue.append((turn, None if channel is None else (channel, new)))
        if self._timer is None or free:
            self._go()
        return turn

    def hurry(self, turn: asyncio.Future[None]) -> None:
        """From now on this turn is wanted soon."""
        found = next((each for each in self._waiting if each[0] is turn), None)
        if found is not None:
            self._waiting.remove(found)
            self._soon.append(found)

    def unused(self, turn: asyncio.Future[None]) -> None:
        """The call of a turn that had come is not made after all."""
        bucket = self._given.pop(turn, None)
        if bucket is not None and (counted := self._counted.get(bucket)) is not None:
            counted.under_way.pop(turn, None)

    @asynccontextmanager
    async def making(self, channel: int, turn: asyncio.Future[None] | None = None, *, new: bool = False,
                     free: bool = False) -> AsyncIterator[None]:  # fmt: skip
        """Around a call in this channel, with the `turn` that it has had. Where that was for something else, or a call
        has been made with it, the call waits for another one: none goes uncounted."""
        bucket = (channel, new)
        if turn is None or self._given.get(turn) != bucket:
            turn = self.turn(channel, new=new, soon=True, free=free)
        try:
            await turn
            if self._shut:
                await asyncio.get_running_loop().create_future()
            if not free:
                await self._in_order(new)
            begun = asyncio.get_running_loop().time()
            try:
                yield
            finally:
                if not free:
                    self._answered[new].set()
                self._landed(turn, bucket, begun)
        finally:
            self.unused(turn)

    async def _in_order(self, new: bool) -> None:
        """Until a call that has had its turn may be sent."""
        if new in self._answered:
            await self._learnt(self._answered[new])
        else:
            self._answered[new] = asyncio.Event()
        await self.call()

    async def _learnt(self, answered: asyncio.Event) -> None:
        """The first call of its kind goes alone: from its answer discord.py learns how Discord counts them. Of others
        under way by then it would forget the answers, and with them what a process before this one has used up."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.FIRST):
                await answered.wait()

    def _landed(self, turn: asyncio.Future[None], bucket: _Bucket, begun: float) -> None:
        """A call has been answered. Discord counts it when it arrives, which may be a good while after its turn, and
        once more where discord.py has asked again, of which it tells nobody."""
        now = asyncio.get_running_loop().time()
        self.unused(turn)
        again = [now - self.ASKS_AGAIN] if now - begun > self.ASKS_AGAIN else []
        self._counted.setdefault(bucket, _Counted()).answered += [*again, now]

    async def call(self) -> None:
        """Wait just before the call itself: pictures that came late, on a busy machine, are not all sent together, nor
        are calls that waited for a moment at which the event loop was busy."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        paced = max(self._called, now)
        self._called = paced + 1 / self._most
        wait = paced - now - (self._at_once - 1) / self._most
        while wait > 0:
            await asyncio.sleep(wait)
            wait = self._made[0] + 1 - loop.time() if len(self._made) == self._most else 0.0
        self._made.append(loop.time())

    def _go(self, now: float = 0.0) -> None:
        """Let go every call that may; `now`, if that is later than the clock says: a timer is never too early."""
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
        self._timer, now = None, max(now, loop.time())
        while waiting := self._next():
            turn, bucket = waiting[0]
            paced = max(self._booked, now)
            if turn.done():
                waiting.popleft()
            elif bucket in self._parked:
                self._parked[bucket].append((waiting.popleft(), waiting))
            elif bucket is not None and (full := self._full(bucket, now)) > 0:
                self._parked[bucket] = [(waiting.popleft(), waiting)]
                loop.call_later(full, self._unpark, bucket, now + full)
            elif waiting is not self._free and (wait := paced - now - (self._at_once - 1) / self._a_second) > 0:
                self._timer = loop.call_later(wait, self._go, now + wait)
                return
            else:
                waiting.popleft()
                if waiting is not self._free:
                    self._booked = paced + 1 / self._a_second
                    self._ahead = self._ahead + 1 if waiting is self._soon and self._waiting else 0
                if bucket is not None:
                    self._counted.setdefault(bucket, _Counted()).under_way[turn] = now
                    self._given[turn] = bucket
                turn.set_result(None)

    def _next(self) -> _Queue:
        """Those of whom the first is next; an empty one if nobody waits."""
        if self._free:
            return self._free
        patience_ends = self._waiting and self._ahead >= self.AHEAD
        return self._soon if self._soon and not patience_ends else self._waiting

    def _unpark(self, bucket: _Bucket, now: float) -> None:
        """The channel takes one more: the call that has waited longest for it is first, even before urgent and free
        ones."""
        parked = self._parked.pop(bucket)
        first = parked[0][1]
        alike = all(waiting is first for _, waiting in parked)
        (first if alike else self._soon).extendleft(turn for turn, _ in reversed(parked))
        self._go(now)

    def _full(self, bucket: _Bucket, now: float) -> float:
        """Seconds until this channel takes one more."""
        if (counted := self._counted.get(bucket)) is None:
            return 0.0
        counted.answered = [at for at in counted.answered if at + self.SECONDS > now]
        for turn in [turn for turn, given in counted.under_way.items() if given + self.LOST <= now]:
            self.unused(turn)
        known = [*counted.answered, *counted.under_way.values()]
        if not known:
            del self._counted[bucket]
            return 0.0
        if len(known) >= self.IN_CHANNEL:
            return max(min(known) + self.SECONDS - now, 1 / self._a_second)
        return max(0.0, self._careful_until - now)
