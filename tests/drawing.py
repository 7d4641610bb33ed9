"""Drawing in a thread of the test's own process, which has built what pictures need for the tests before it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import card_art
from bot.table import reviewing
from card_art.render_process import paint
from card_art.tables import portraits

sys.setswitchinterval(0.0005)  # Pillow holds the interpreter, and the event loop is to have its turn beside it

drawn_by: Callable[[Any], bytes] = paint
"""What draws; a test may put another function in its place."""


@cache
def _warm() -> None:
    card_art.warm()


class InThread:
    """Stands in for the drawing processes."""

    pids: tuple[int, ...] = ()

    def __init__(self, count: int = 1) -> None: ...

    def start(self) -> None:
        """As the drawing process does when it starts: what is built once would hold the interpreter for a second on a
        busy machine, while somebody's press waits for its acknowledgement."""
        _warm()

    def learn_face(self, face: bytes) -> None:
        portraits.keep(face)

    def forget_face(self, key: str) -> None: ...

    async def draw(self, picture: Any) -> bytes:
        return await asyncio.to_thread(drawn_by, picture)

    async def answer(self, question: Any) -> Any:
        return await asyncio.to_thread(question)

    async def close(self) -> None: ...


class LooksInThread:
    """Stands in for the process that looks at decisions."""

    pid: int | None = None

    async def look_at(self, case: reviewing.Case, found: list[Any]) -> bool:
        found += json.loads(json.dumps(await asyncio.to_thread(lambda: [*reviewing.looked_at(case)])))
        return True
