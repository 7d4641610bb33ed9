"""A change is durable before anybody sees it, and what could not be stored never happened."""

from __future__ import annotations

import asyncio
import random
from statistics import median
from typing import Any

import pytest

from bot.host import lobby
from bot.host.errors import No

from .tables import ANN, BOB, CLEO, DAN, Failing, Tables, memory, play_one


@pytest.fixture
def slow(tables: Tables, failing: Failing) -> Failing:
    """The tables' store, which can be made to wait or to fail."""
    tables.store = failing  # type: ignore[assignment]  # it does all that the store does
    tables.services.store = failing  # type: ignore[assignment]
    return failing


async def test_nothing_is_shown_before_it_is_durable(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    seen = len(tables.shown)
    slow.gate.clear()
    move = asyncio.create_task(play_one(s, random.Random(1)))
    await asyncio.sleep(0.05)
    assert slow.begun and len(tables.shown) == seen and not move.done()
    slow.gate.set()
    await move
    assert len(tables.shown) == seen + 1


async def test_a_move_that_cannot_be_stored_never_happened(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    before, seen = memory(s), tables.shown[-1]
    slow.fill_disk()
    with pytest.raises(No, match="The disk is full"):
        await play_one(s, random.Random(1))
    assert s.paused and "disk is full" in s.paused  # the clocks stand still until there is room
    again = await tables.again(s)
    s.paused, s.stopped_at = None, None
    assert memory(s) == before == memory(again)
    assert {u: h.cards for u, h in tables.shown[-1].hands.items()} == {u: h.cards for u, h in seen.hands.items()}
    assert "disk is full" in tables.shown[-1].public.text


async def test_go_on_takes_a_table_up_again_when_there_is_room(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    slow.fill_disk()
    with pytest.raises(No):
        await play_one(s, random.Random(1))
    with pytest.raises(No, match="paused"):
        await play_one(s, random.Random(1))
    tables.time += 60_000
    await lobby.resume(s, ANN)
    assert await play_one(s, random.Random(1))
    assert memory(await tables.again(s)) == memory(s)
    assert s.stood_still == 60_000


async def test_a_change_made_on_top_of_one_that_fails_fails_too(tables: Tables, slow: Failing) -> None:
    """The second one is applied while the first is on its way to the disk; without it, it makes no sense."""
    s = await tables.open("hearts", ANN, BOB, CLEO, DAN)
    before = memory(s)
    slow.gate.clear()
    slow.fill_disk()
    start = asyncio.create_task(lobby.start(s, ANN))
    await asyncio.sleep(0.01)
    leave = asyncio.create_task(lobby.leave(s, BOB))  # "You leave after this hand": there is no hand
    await asyncio.sleep(0.01)
    slow.gate.set()
    outcomes = await asyncio.gather(start, leave, return_exceptions=True)
    assert [type(o) for o in outcomes] == [No, No]
    assert memory(s) == before == memory(await tables.again(s))


async def test_changes_after_a_failure_stand_on_what_is_stored(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    whim = random.Random(2)
    for n in range(30):
        if n % 3 == 2:
            slow.fill_disk(n % 2 + 1)
            moves = [asyncio.create_task(play_one(s, whim)), asyncio.create_task(lobby.leave(s, BOB))]
            await asyncio.gather(*moves, return_exceptions=True)
            slow.fill_disk(0)
            if s.paused:
                await lobby.resume(s, ANN)
        else:
            await play_one(s, whim)
        assert memory(await tables.again(s)) == memory(s)


async def test_a_store_that_cannot_even_be_read_is_tried_again(tables: Tables, slow: Failing,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)

    async def unreadable(_: str) -> Any:
        raise slow.refuse() or AssertionError

    slow.fill_disk(3)
    monkeypatch.setattr(slow, "load_table", unreadable, raising=False)
    with pytest.raises(No):
        await play_one(s, random.Random(1))
    with pytest.raises(No):  # nothing is played on what may be wrong
        await play_one(s, random.Random(1))
    monkeypatch.undo()
    slow.fill_disk(0)
    with pytest.raises(No, match="paused"):  # nobody could play meanwhile, so no clock has run
        await play_one(s, random.Random(1))
    await lobby.resume(s, ANN)
    assert await play_one(s, random.Random(1))
    assert memory(await tables.again(s)) == memory(s)


async def test_only_those_panels_are_made_that_a_change_concerns(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    people, made, chance = (ANN, BOB, CLEO, DAN), list[int](), random.Random(3)
    for _ in range(16):
        before = tables.painter.snapshot(s)
        await play_one(s, chance)
        every, some = tables.painter.snapshot(s), tables.painter.snapshot(s, before, people)
        assert {*some.private} == {user for user in people if every.concerns(user, before)}
        assert some.private.items() <= every.private.items()
        made.append(len(some.private))
    assert median(made) <= 2
    assert not tables.painter.snapshot(s, None, ()).private  # nobody has a panel open
    assert {*tables.painter.snapshot(s, tables.painter.snapshot(s), people, CLEO).private} == {CLEO}  # who has asked
