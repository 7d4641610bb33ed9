"""The local Discord without its sockets: the world, and what the bot has done in it."""

from __future__ import annotations

import logging
import secrets
from collections import deque

from .gateway import Gateway
from .interactions import Interactions
from .limits import Call, Fault, Limits, Violation
from .pages import Pages
from .payloads import JSON
from .timings import Timings
from .world import World

log = logging.getLogger(__name__)

REMEMBERED_CALLS = 200_000


class Core:
    """The state that calls and the page act on."""

    def __init__(self, url: str, gateway_url: str) -> None:
        self.gateway_url = gateway_url
        self.secret = secrets.token_urlsafe(24)
        self.violations: list[Violation] = []
        self.calls: deque[Call] = deque(maxlen=REMEMBERED_CALLS)
        self.faults: list[Fault] = []
        self.latency = 0.0
        self.limits = Limits()
        self.world = World(url)
        self.gateway = Gateway(self.world)
        self.pages = Pages(self.world)
        self.timings = Timings(self.world)
        self.interactions = Interactions(self.world, self.timings, self.gateway.hears, self.record)

    # For tests

    def fault(self, route: str, status: int, times: int = 1, body: JSON | None = None) -> None:
        """Answer the next ``times`` calls that match with an error.

        ``route`` is ``"PATCH /channels/{channel_id}/messages/{message_id}"``, or without the method, or with the true
        ids; ``*`` stands for anything.
        """
        self.faults.append(Fault(route, status, times, body))

    def take_fault(self, method: str, route: str, path: str) -> Fault | None:
        """The fault that this call shall have, if any."""
        for fault in self.faults:
            if fault.matches(method, route, path):
                fault.times -= 1
                return fault
        return None

    async def drop_gateway(self, *, resume: bool = True, shard: int | None = None) -> None:
        """Make the bot reconnect, by one connection or all, with its session kept (``resume``) or gone."""
        await self.gateway.drop(resume=resume, shard=shard)

    def record(self, violation: Violation) -> None:
        """Remember a mistake of the bot."""
        log.warning("Discord would not take this: %s %s: %s", violation.method, violation.route, violation.message)
        self.violations.append(violation)
