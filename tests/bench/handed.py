"""From hearing a press in a direct message to its being with the process that has the table."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from tests import postgres
from tests.drawing import InThread
from tests.host.several import Several, several

from . import Setting, bench
from .press import p99

PRESSES = 300


@bench("a press handed to another process", unit="ms", aim="p99 ≤ 100")
def handed_over(setting: Setting) -> Mapping[str, float]:
    """Both processes are this one, on one PostgreSQL: each waits for the other's work, too."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    server = postgres.start(folder, fsync="on")
    try:
        return asyncio.run(_measured(postgres.new_database(server.address), folder))
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


async def _measured(database: str, folder: Path) -> Mapping[str, float]:
    from bot.host.pictures import render_queue

    render_queue.DrawingProcesses = InThread  # type: ignore[assignment, misc]
    async with several(database, folder) as both:
        await both.start(0, 1)
        await both.table(1, "hearts")
        await both.ana.dm()
        hops = _watched(both)
        for _ in range(PRESSES):
            await both.ana.slash("@dm", "moves")
            await asyncio.sleep(0.05)
        return {"p50": median(hops), "p99": p99(hops), "most": max(hops), "presses (count)": len(hops)}


def _watched(both: Several) -> list[float]:
    """How long each takes from now on, in ms."""
    came, hops = dict[str, float](), list[float]()
    parsers = both.rooms[0]._connection.parsers
    hears, handing = parsers["INTERACTION_CREATE"], both.rooms[1]._handing
    assert handing is not None
    read = handing._read

    def heard(sent: Any) -> None:
        came[sent["id"]] = monotonic()
        hears(sent)

    def taken(sent: Any, as_heard: Any) -> None:
        hops.append((monotonic() - came[sent["id"]]) * 1000)
        read(sent, as_heard)

    parsers["INTERACTION_CREATE"], handing._read = heard, taken
    return hops
