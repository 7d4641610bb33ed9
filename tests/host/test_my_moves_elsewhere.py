"""**My moves** where several processes run the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.host.reviews import LATER
from bot.show.pages import my_moves
from bot.table import reviewing
from bot.table.session import Session
from tests.drawing import LooksInThread
from tests.host.here import eventually
from tests.host.several import Several, several
from tests.host.test_handing import JSON, controls, labelled, quiet, which
from tests.lobby import open_table

SUMMED_UP = "**Blackjack** · my moves\n"


@pytest_asyncio.fixture
async def both(postgres_database: str, tmp_path: Path) -> AsyncIterator[Several]:
    async with several(postgres_database, tmp_path) as made:
        await made.start(0, 1)
        await made.ana.dm()
        yield made


class Looks:
    """What the processes are asked to look at; they do when they may."""

    def __init__(self) -> None:
        self.cases: list[reviewing.Case] = []
        self.may = asyncio.Event()
        self.may.set()


@pytest_asyncio.fixture
async def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    noted, look_at = Looks(), LooksInThread.look_at

    async def look(self: LooksInThread, case: reviewing.Case, found: list[Any]) -> bool:
        noted.cases.append(case)
        await noted.may.wait()
        return await look_at(self, case, found)

    monkeypatch.setattr(LooksInThread, "look_at", look)
    return noted


WAY = ("My moves", "Start", "Min", "Stand", "No")
"""What is pressed until a match is over; the first that is there."""


def on(message: JSON, *labels: str) -> list[str]:
    """Those of these buttons that can be pressed."""
    every = [control for control in controls(message) if not control.get("disabled")]
    return [label for label in labels if any(labelled(label)(control) for control in every)]


async def result(both: Several, number: int) -> JSON:
    """That of a round of Blackjack in the server of this process, under its table."""
    channel = both.channel(number)
    await open_table(both.ana, channel, "blackjack", rounds=1, cut="off")
    while True:
        board = await both.ana.message(lambda m: bool(on(m, *WAY)) and not m["flags"] & 64, channel=channel)
        if (label := on(board, *WAY)[0]) == WAY[0]:
            return board
        await both.ana.press(board, which(board, labelled(label)))
        await quiet(both)


async def film(both: Several, number: int) -> JSON:
    """A replay of that match in her direct messages."""
    table = (await table_of(both, number)).id
    await both.ana.slash("@dm", "table replay", table=table)
    dm = both.ana.channel("@dm")["id"]
    return await both.ana.message(lambda m: bool(on(m, "My moves")), channel=dm)


async def asks(both: Several, message: JSON) -> JSON:
    """She presses **My moves**; the private message that she gets."""
    known = {id for room in both.ana.messages.values() for id in room}
    await both.ana.press(message, "My moves")
    return await both.ana.message(lambda m: m["id"] not in known and bool(m["flags"] & 64))


async def told(both: Several, message: JSON) -> JSON:
    """It says by now what her moves were worth."""
    return await both.ana.update(message, lambda m: m["content"].startswith(SUMMED_UP))


def summaries(both: Several) -> list[JSON]:
    """All that say so."""
    return [m for room in both.ana.messages.values() for m in room.values() if m["content"].startswith(SUMMED_UP)]


async def table_of(both: Several, number: int) -> Session:
    (session,) = both.rooms[number].room.sessions.values()
    return session


async def test_what_is_pressed_in_a_direct_message_is_answered_there_by_the_owner(both: Several, looks: Looks) -> None:
    board = await result(both, 1)
    shown = await told(both, await asks(both, await film(both, 1)))
    assert shown["channel_id"] == both.ana.channel("@dm")["id"]
    await both.ana.press(shown, "Show me ▶")
    await both.ana.update(shown, lambda m: "decision 1 of " in m["content"])
    in_channel = await told(both, await asks(both, board))
    assert in_channel["channel_id"] == both.channel(1) and len(looks.cases) == 1


async def test_who_asks_in_two_places_at_once_has_it_worked_out_once(both: Several, looks: Looks) -> None:
    board = await result(both, 1)
    there = await film(both, 1)
    looks.may.clear()
    shown = [await asks(both, board), await asks(both, there)]
    busy = {my_moves.WORKING, my_moves.LATER}  # which of these, the machine says
    assert {m["content"] for m in shown} <= busy
    looks.may.set()
    assert len({(await told(both, m))["content"] for m in shown}) == 1 and len(looks.cases) == 1


async def test_what_was_being_worked_out_comes_once_when_its_process_is_back(both: Several, looks: Looks) -> None:
    looks.may.clear()
    shown = await asks(both, await result(both, 1))
    await eventually(lambda: looks.cases)
    await both.stop(1)
    await both.ana.update(shown, lambda m: m["content"] == LATER)
    looks.may.set()
    await both.start(1)
    await eventually(lambda: summaries(both))
    (sent,) = summaries(both)
    assert sent["channel_id"] == both.ana.channel("@dm")["id"] and len(looks.cases) == 2
    await both.ana.press(sent, "Show me ▶")
    await both.ana.update(sent, lambda m: "decision 1 of " in m["content"])


async def test_who_asks_again_when_it_is_back_gets_it_there_alone(both: Several, looks: Looks) -> None:
    looks.may.clear()
    board = await result(both, 1)
    await asks(both, board)
    await eventually(lambda: looks.cases)
    await both.stop(1)
    await both.start(1)
    await eventually(lambda: len(looks.cases) == 2)
    shown = await asks(both, both.ana.current(board))
    looks.may.set()
    await told(both, shown)
    await quiet(both)
    assert [m["id"] for m in summaries(both)] == [shown["id"]] and len(looks.cases) == 2
