"""The time that tables go by. It runs evenly while people can play, whatever becomes of the clock on the wall."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection

PARTED_MS = 2000
"""How far the clocks may part before the wall is believed again."""
MISSED_MS = 5000
"""A beat this much too late was missed: nothing has run since the clock was last read."""
NOTICED_MS = 3000
"""A shorter break in the connection changes no deadline that anybody would notice, and counts as none."""
LEAST_LEFT_MS = 10_000
"""The least time that anybody has left after an outage."""


def _nothing() -> None:
    pass


class Timekeeper:
    """Wall time as the room has it, and for how long of it tables could not be played.

    `now()` is the monotonic clock plus an offset, which is taken at the start, and again when the two clocks have
    parted. `lag` counts all ms by which the tables are behind: outages, and jumps of the wall clock, which may be
    negative. So `now()` less a table's lag never jumps.

    What nobody can play through stands in here. What only some cannot is counted where it happens: a connection to
    Discord's gateway (a shard) may be away, and one server on it.
    """

    def __init__(self, wall: Callable[[], float] = lambda: time.time(),
                 monotonic: Callable[[], float] = lambda: time.monotonic()) -> None:  # fmt: skip
        """Both clocks give seconds."""
        self._wall, self._monotonic = wall, monotonic
        self._offset = round((wall() - monotonic()) * 1000)
        self.lag = 0
        """By how many ms what a table has noted as wall time is behind, if it was noted at the start and nothing was
        away since."""
        self._looked = monotonic() * 1000
        self._beat_by: float | None = None
        """By when the next beat is to come, on the monotonic clock in ms."""
        self.life = self.now()
        """Tells this process from those before it."""
        self.shards = [ShardTime(self)]
        """The time of each connection to the gateway, by its number."""
        self._servers: dict[int, ServerTime] = {}
        self.on_outage: Callable[[], None] = _nothing
        """Called when a gap or a jump has been found."""

    def split(self, count: int, own: Collection[int] | None = None) -> None:
        """The number of connections from now on; new ones are still to be made. Those that are not its `own` another
        process makes, and here they are away for good."""
        for _ in range(len(self.shards), count):
            self.shards.append(ShardTime(self))
            self.shards[-1].leave()
        if own is not None and 0 not in own:
            self.shards[0].leave()

    def shard(self, server: int) -> int:
        """The number of the connection by which this server is heard. Direct messages are heard by 0, whichever server
        the table is on that they are about."""
        return (server >> 22) % len(self.shards)

    def of(self, server: int) -> ServerTime:
        """The time by which the tables of this server go."""
        if server not in self._servers:
            self._servers[server] = ServerTime(self, server)
        return self._servers[server]

    def now(self) -> int:
        """Wall time in ms, as of when the clocks were last compared."""
        return round(self._monotonic() * 1000) + self._offset

    def running(self) -> int:
        """What tables count by if nothing is away, in ms: it never jumps."""
        return self.now() - self.lag

    def look(self) -> None:
        """Compare the clocks: a machine that has slept, a process that was stopped, and a wall clock that was set are
        accounted for. Code that acts on what is due checks first."""
        at = self._monotonic() * 1000
        parted = round(self._wall() * 1000 - at - self._offset)
        missed = self._beat_by is not None and at - self._beat_by > MISSED_MS
        gap, self._looked = round(at - self._looked), at
        if not missed and abs(parted) <= PARTED_MS:
            return
        if missed:
            self.lag += gap
            self._beat_by = at
        if abs(parted) > PARTED_MS:
            self._offset += parted
            self.lag += parted
        self.on_outage()

    def beat(self, seconds: float) -> None:
        """The process runs, and will say so again in this many seconds."""
        self.look()
        self._beat_by = (self._monotonic() + seconds) * 1000

    @property
    def offline(self) -> bool:
        """Whether the gateway is away on every connection: nobody can press anything."""
        return all(shard.lost for shard in self.shards)

    def gateway_lost(self, shard: int = 0) -> None:
        """From now on the time of no table runs whose server is heard by this connection."""
        self.shards[shard].leave()

    def gateway_back(self, shard: int = 0) -> None:
        """The tables' time runs on where it stood still."""
        self.shards[shard].come_back()


class _PartTime(ABC):
    """The time of a part of the room that may be away alone: it stands still for as long as it is."""

    def __init__(self, room: Timekeeper) -> None:
        self._room, self._lag = room, 0
        self._left: int | None = None
        """When it went away, by what runs around it; None while it is there."""

    @property
    @abstractmethod
    def _around(self) -> Timekeeper | ShardTime:
        """The time that it is a part of."""

    @property
    def lost(self) -> bool:
        """Whether it is away."""
        return self._left is not None

    @property
    def lag(self) -> int:
        """By how many ms its tables are behind: what all around are, and its own outages."""
        return self._around.lag + (self._lag if self._left is None else self._own_lag())

    def running(self) -> int:
        """What its tables count by, in ms: it stands still during an outage and never jumps."""
        return self._room.now() - self.lag

    def leave(self) -> None:
        """From now on its time does not run."""
        if self._left is None:
            self._left = self._around.running()

    def come_back(self) -> None:
        """It runs on where it stood still."""
        self._lag, self._left = self._own_lag(), None

    def _own_lag(self) -> int:
        # While what is around it is away, too, the time there stands still, and nothing is counted twice.
        away = 0 if self._left is None else self._around.running() - self._left
        return self._lag + (away if away > NOTICED_MS else 0)


class ShardTime(_PartTime):
    """The time of the servers that are heard by one connection to the gateway."""

    @property
    def _around(self) -> Timekeeper:
        return self._room


class ServerTime(_PartTime):
    """The time by which the tables of one server go."""

    def __init__(self, room: Timekeeper, server: int) -> None:
        super().__init__(room)
        self._server = server

    @property
    def _around(self) -> ShardTime:
        return self._room.shards[self._room.shard(self._server)]

    @property
    def life(self) -> int:
        """Tells this process from those before it."""
        return self._room.life

    def now(self) -> int:
        """Wall time in ms."""
        return self._room.now()

    def look(self) -> None:
        """Compare the clocks, as the room does."""
        self._room.look()

    @property
    def offline(self) -> bool:
        """Whether nobody there can press anything."""
        return self.lost or self._around.lost
