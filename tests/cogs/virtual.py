"""SimCord on virtual time: a test waits for what still runs, never for seconds."""

from __future__ import annotations

import asyncio
from types import CoroutineType
from typing import Any

import simcord
from simcord import _settlement

SOON = 4.5
"""Seconds of virtual time: timers that are due by then have run when a test goes on. All that a table does unasked
takes less (moments, what it collects before it edits a message), and all that it leaves to people more: turns at Cash,
reminders, Undo."""
STUCK = 120.0
"""Real seconds after which something hangs, on however busy a machine."""
LOOK = 0.002
"""Real seconds between two looks whether a thread (the store's, the drawing's) is done."""


class Env(simcord.Env):
    """No timer of the bot's runs by the real clock. When nothing else is left to run, time goes on to the next one."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **{"settle_timeout": STUCK, **options})

    def _schedule_timer(self, record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
        """SimCord has put it on the virtual clock already; here it would go on the real one, too."""

    async def _settle_internal(self, *, idle: float = LOOK, **how: Any) -> None:
        soon = self._virtual_time + SOON
        await super()._settle_internal(idle=min(idle, LOOK), **how)
        while not self._advancing and (due := _settlement._next_virtual_timer(self._settlement_state())) is not None:
            if due > soon:
                return
            self._move_clock(due)
            await super()._settle_internal(idle=min(idle, LOOK), **how)


def _waits_for_an_event(true: Any) -> Any:
    """SimCord knows many waits that something else must end. So is a wait for an `asyncio.Event`: a task that is about
    to set it is at work, and is waited for."""

    def park_reason(state: Any, task: asyncio.Task[Any], *more: Any) -> str | None:
        reason = true(state, task, *more)
        inner = task.get_coro()
        while isinstance(inner, CoroutineType) and isinstance(inner.cr_await, CoroutineType):
            inner = inner.cr_await
        if reason is not None or not isinstance(inner, CoroutineType) or inner.cr_frame is None:
            return reason
        if inner.cr_code is asyncio.Event.wait.__code__:
            waiter = getattr(task, "_fut_waiter", None)
            return "an event" if waiter is not None and not waiter.done() else None
        what = inner.cr_frame.f_locals.get("fut") if inner.cr_code is asyncio.wait_for.__code__ else None
        return park_reason(state, what, *more) if isinstance(what, asyncio.Task) else None

    return park_reason


_settlement._park_reason = _waits_for_an_event(_settlement._park_reason)
