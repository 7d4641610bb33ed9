"""The time that tables go by. It runs evenly while people can play, whatever becomes of the clock on the wall."""

from __future__ import annotations

import time
from collections.abc import Callable

PARTED_MS = 2000
"""The clocks may part by so much before the wall is believed again."""
MISSED_MS = 5000
"""A beat that comes so much later than it was to come was missed: nothing has run since somebody looked last."""
NOTICED_MS = 3000
"""A shorter break in the connection changes no deadline that anybody would notice, and counts as none."""
LEAST_LEFT_MS = 10_000
"""What is left of anybody's time after an outage."""


def _nothing() -> None:
    pass


class Timekeeper:
    """Wall time as the room has it, and for how long of it no table could be played.

    `now()` is the monotonic clock plus an offset, which is taken at the start, and again when the two clocks have
    parted. `lag` counts all ms by which the tables are behind: outages, and jumps of the wall clock, which may be
    negative. So `now() - lag` never jumps.
    """

    def __init__(self, wall: Callable[[], float] = lambda: time.time(),
                 monotonic: Callable[[], float] = lambda: time.monotonic()) -> None:  # fmt: skip
        """Both clocks give seconds."""
        self._wall, self._monotonic = wall, monotonic
        self._offset = round((wall() - monotonic()) * 1000)
        self._lag = 0
        self._lost: int | None = None
        """When the connection to Discord's gateway was lost, in ms of `now()` less the lag; None while it is there."""
        self._looked = monotonic() * 1000
        self._beat_by: float | None = None
        """By when the next beat is to come, on the monotonic clock in ms."""
        self.life = self.now()
        """Tells this process from those before it."""
        self._servers: dict[int, ServerTime] = {}
        self.on_outage: Callable[[], None] = _nothing
        """Called when a gap or a jump has been found."""

    def of(self, server: int) -> ServerTime:
        """The time by which the tables of this server go."""
        if server not in self._servers:
            self._servers[server] = ServerTime(self)
        return self._servers[server]

    def now(self) -> int:
        """Wall time in ms, as of when the clocks were last compared."""
        return round(self._monotonic() * 1000) + self._offset

    def running(self) -> int:
        """What tables count by, in ms: it stands still during an outage and never jumps."""
        return self.now() - self.lag

    @property
    def lag(self) -> int:
        """By how many ms what a table has noted as wall time is behind, if it was noted at the start."""
        away = self._away()
        return self._lag + (away if away > NOTICED_MS else 0)

    def look(self) -> None:
        """Compare the clocks: a machine that has slept, a process that was stopped, and a wall clock that was set are
        accounted for. Whoever acts on what is due looks first."""
        at = self._monotonic() * 1000
        parted = round(self._wall() * 1000 - at - self._offset)
        missed = self._beat_by is not None and at - self._beat_by > MISSED_MS
        gap, self._looked = round(at - self._looked), at
        if not missed and abs(parted) <= PARTED_MS:
            return
        if missed:
            self._lag += gap
            self._beat_by = at
        if abs(parted) > PARTED_MS:
            self._offset += parted
            self._lag += parted
        self.on_outage()

    def beat(self, seconds: float) -> None:
        """The process runs, and will say so again in so many seconds."""
        self.look()
        self._beat_by = (self._monotonic() + seconds) * 1000

    # ---- the gateway ---------------------------------------------------------------------

    @property
    def offline(self) -> bool:
        """Whether the gateway is away: nobody can press anything."""
        return self._lost is not None

    def gateway_lost(self) -> None:
        """From now on no table's time runs."""
        if self._lost is None:
            self._lost = self.now() - self._lag

    def gateway_back(self) -> None:
        """The tables' time runs on where it stood still."""
        self._lag, self._lost = self.lag, None

    def _away(self) -> int:
        return 0 if self._lost is None else self.now() - self._lag - self._lost


class ServerTime:
    """The room's time as one server's tables have it: it stands still while that server alone is away."""

    def __init__(self, room: Timekeeper) -> None:
        self._room, self._lag = room, 0
        self._lost: int | None = None
        """When the server went away, by what the room's tables count by; None while it is there."""

    @property
    def life(self) -> int:
        """Tells this process from those before it."""
        return self._room.life

    def now(self) -> int:
        """Wall time in ms."""
        return self._room.now()

    def running(self) -> int:
        """What the server's tables count by, in ms."""
        return self.now() - self.lag

    @property
    def lag(self) -> int:
        """By how many ms the server's tables are behind: what all tables are, and its own outages."""
        away = self._away()
        return self._room.lag + self._lag + (away if away > NOTICED_MS else 0)

    def look(self) -> None:
        """Compare the clocks, as the room does."""
        self._room.look()

    @property
    def offline(self) -> bool:
        """Whether nobody there can press anything."""
        return self.lost or self._room.offline

    @property
    def lost(self) -> bool:
        """Whether the server is away."""
        return self._lost is not None

    def server_lost(self) -> None:
        """From now on the time of this server's tables does not run."""
        if self._lost is None:
            self._lost = self._room.running()

    def server_back(self) -> None:
        """It runs on where it stood still."""
        away = self._away()
        self._lag, self._lost = self._lag + (away if away > NOTICED_MS else 0), None

    def _away(self) -> int:
        # While the gateway is away, too, the room's time stands still, and nothing is counted twice.
        return 0 if self._lost is None else self._room.running() - self._lost
