"""What Discord counts: rates, violations, faults asked for by a test, and a log of all calls."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase

from .errors import ApiError, opens_too_fast
from .payloads import JSON

CHANNEL_MESSAGES, CHANNEL_SECONDS = 5, 5.0
GLOBAL_REQUESTS, GLOBAL_SECONDS = 50, 1.0
OLD_MESSAGE, OLD_EDITS = 3600.0, 2
ACTIVE_THREADS, THREAD_MEMBERS, EVENTS = 1000, 1000, 100
"""How many of a server's threads and events are active, and how many people are in a thread, at most."""
NEW_DMS, NEW_DMS_SECONDS = 25, 3600.0  # the least that anybody has reported; Discord publishes no figure
TOKEN_MESSAGES, TOKEN_SECONDS = 5, 2.0  # as people have seen it of webhooks; Discord publishes no figure


@dataclass(frozen=True, slots=True)
class Call:
    """One call of Discord's API, by the bot, as it came in; ``at`` is seconds of ``time.time()``."""

    method: str
    route: str
    at: float
    status: int
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Violation:
    """One mistake of the bot."""

    code: int
    message: str
    method: str
    route: str
    at: float

    def json(self) -> JSON:
        """As the page API shows it."""
        return asdict(self)


@dataclass(slots=True)
class Fault:
    """An answer that a test wants instead of the true one, for the next ``times`` calls that match."""

    pattern: str
    status: int
    times: int
    body: JSON | None

    def matches(self, method: str, route: str, path: str) -> bool:
        """Whether a call is meant: the pattern is ``METHOD /route`` or ``/route``, with ``*`` for anything."""
        lines = (f"{method} {route}", f"{method} {path}", route, path)
        return self.times > 0 and any(fnmatchcase(line, self.pattern) for line in lines)

    def answer(self) -> JSON:
        """The body of the wrong answer, by default in the shape that Discord gives to that status."""
        if self.body is not None:
            return self.body
        if self.status == 429:
            return {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
        codes = {403: (50013, "Missing Permissions"), 404: (10008, "Unknown Message")}
        code, message = codes.get(self.status, (0, f"{self.status}: injected fault"))
        return {"message": message, "code": code}


class Limits:
    """Rates per channel and for the whole bot."""

    def __init__(self) -> None:
        self._channels: dict[tuple[str, str], deque[float]] = {}
        self._all: deque[float] = deque()
        self._old_edits: dict[str, deque[float]] = {}
        self._new_dms: deque[float] = deque()

    def spend_global(self) -> None:
        """Count one request outside interactions; refuses the 51st of a second."""
        now = time.monotonic()
        while self._all and self._all[0] <= now - GLOBAL_SECONDS:
            self._all.popleft()
        if len(self._all) >= GLOBAL_REQUESTS:
            raise _limited(self._all[0] + GLOBAL_SECONDS - now, everywhere=True)
        self._all.append(now)

    def spend_message(self, what: str, channel_id: str) -> dict[str, str]:
        """Count one message (``what`` is ``send``) or edit in a channel, which Discord counts apart.

        Returns the headers that tell how many are left; discord.py waits as long as they say.
        """
        return self._spend((what, channel_id), CHANNEL_MESSAGES, CHANNEL_SECONDS)

    def spend_token(self, what: str, token: str) -> dict[str, str]:
        """Count one follow-up (``what`` is ``follow-up``) or edit by an interaction's token, in the same way."""
        return self._spend((what, token), TOKEN_MESSAGES, TOKEN_SECONDS)

    def _spend(self, counted: tuple[str, str], most: int, seconds: float) -> dict[str, str]:
        now = time.monotonic()
        spent = self._channels.setdefault(counted, deque())
        while spent and spent[0] <= now - seconds:
            spent.popleft()
        if len(spent) >= most:
            raise _limited(spent[0] + seconds - now)
        spent.append(now)
        wait = spent[0] + seconds - now
        return {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(most - len(spent)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"message-{counted[0]}",
        }

    def spend_new_dm(self) -> None:
        """Count one direct message that the bot opens; refuses the 26th of an hour."""
        now = time.monotonic()
        while self._new_dms and self._new_dms[0] <= now - NEW_DMS_SECONDS:
            self._new_dms.popleft()
        if len(self._new_dms) >= NEW_DMS:
            raise opens_too_fast()
        self._new_dms.append(now)

    def spend_old_edit(self, message_id: str, age: float) -> None:
        """Count an edit of a message more than an hour old; refuses the third within an hour."""
        if age < OLD_MESSAGE:
            return
        now = time.monotonic()
        spent = self._old_edits.setdefault(message_id, deque(maxlen=OLD_EDITS))
        if len(spent) == OLD_EDITS and spent[0] > now - OLD_MESSAGE:
            sentence = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise ApiError(429, 30046, sentence, violation=True, retry_after=0.5)
        spent.append(now)


def _limited(wait: float, *, everywhere: bool = False) -> ApiError:
    sentence = "You are being rate limited."
    return ApiError(429, 0, sentence, violation=True, retry_after=round(max(wait, 0.001), 3), is_global=everywhere)
