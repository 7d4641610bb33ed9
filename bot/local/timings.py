"""When things arrived at the server, for benches: presses, acknowledgements and pictures."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import asdict, dataclass

from .payloads import JSON
from .world import Event, World

REMEMBERED = 100_000


@dataclass(slots=True)
class Pressed:
    """One interaction: when it came from the person and when the bot acknowledged it, by ``time.monotonic()``."""

    interaction: str
    kind: int
    user: str
    channel: str
    message: str | None
    received: float
    acknowledged: float | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """One message posted or edited, and how many files it shows since."""

    event: str
    message: str
    channel: str
    files: int
    at: float


class Timings:
    """The two logs; a bench joins them by message or channel."""

    def __init__(self, world: World) -> None:
        self.pressed: deque[Pressed] = deque(maxlen=REMEMBERED)
        self.shown: deque[Shown] = deque(maxlen=REMEMBERED)
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        if event.t in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            told = event.d
            files = len(told["attachments"])
            self.shown.append(Shown(event.t, told["id"], told["channel_id"], files, time.monotonic()))

    def json(self, since: float) -> JSON:
        """Both logs from a moment on."""
        return {
            "pressed": [asdict(each) for each in self.pressed if each.received >= since],
            "shown": [asdict(each) for each in self.shown if each.at >= since],
        }
