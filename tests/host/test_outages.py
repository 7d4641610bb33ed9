"""Clocks that jump, machines that sleep, processes that stop: nobody's time is longer or shorter for it, and what is
stored never says anything else than what is shown."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.deal import Illegal
from bot.store import ALONE, DiskFull, heartbeat
from bot.store import tables as stored_tables
from bot.table import hosting, lobby, night, undo
from bot.table.errors import Rejected
from bot.table.session import Session, load
from bot.table.state import BETWEEN, DEAL, PICK

from .tables import ANN, BOB, CLEO, DAN, Failing, Tables, memory, play_deal, play_one
from .test_clock import all_pass, on_turn
from .test_night import opened

FOUR = (ANN, BOB, CLEO, DAN)
HOUR, DAY = 3600, 25 * 3600


async def hour_back(tables: Tables, s: Session) -> Session:
    tables.skip(-HOUR)
    return s


async def hour_forward(tables: Tables, s: Session) -> Session:
    tables.skip(HOUR)
    return s


async def sleep(tables: Tables, s: Session) -> Session:
    tables.skip(DAY)
    return s


async def stopped(tables: Tables, s: Session) -> Session:
    """Both clocks went on, and nothing ran."""
    tables.services.time.beat(0)
    tables.time += DAY * 1000
    return s


async def gateway(tables: Tables, s: Session) -> Session:
    tables.services.time.gateway_lost()
    tables.time += DAY * 1000
    tables.services.time.gateway_back()
    return s


async def server(tables: Tables, s: Session) -> Session:
    """Discord has an outage of this server alone, and in the middle of it the bot is not connected at all."""
    room, there = tables.services.time, tables.services.time.of(s.table.guild)
    there.leave()
    tables.time += 3 * HOUR * 1000
    room.gateway_lost()
    tables.time += HOUR * 1000
    room.gateway_back()
    tables.time += (DAY - 4 * HOUR) * 1000
    there.come_back()
    return s


async def restart(tables: Tables, s: Session) -> Session:
    return await tables.again(s, away=DAY)


async def restart_after_hour_back(tables: Tables, s: Session) -> Session:
    return await tables.again(s, away=-HOUR)


OUTAGES = [hour_back, hour_forward, sleep, stopped, gateway, server, restart, restart_after_hour_back]
everywhen = pytest.mark.parametrize("outage", OUTAGES, ids=lambda f: f.__name__)
Outage = Callable[[Tables, Session], Any]


async def stored(tables: Tables, s: Session) -> Session:
    """The table as the store has it now, read by the same process."""
    return await tables.as_stored(s)


@everywhen
async def test_a_turn_has_the_time_that_was_left(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat = on_turn(s)
    await tables.pass_time(tables.clock(s), 30)
    s = await outage(tables, s)
    clock = tables.clock(s)
    assert await clock._step() == 0 and memory(await stored(tables, s)) == memory(s)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 30_000, "and so it is shown"
    await tables.pass_time(clock, 29.9)
    assert on_turn(s) == seat and s.table.phase == DEAL and s.table.paused is None
    await tables.pass_time(clock, 0.2)
    assert s.table.chairs[seat].lapses == 1


@everywhen
async def test_nobody_has_been_idle(tables: Tables, outage: Outage) -> None:
    s = await tables.started("canfield", ANN)  # no clock runs, and the table is closed after a day
    closing = s.table.settings.close_hours * HOUR
    await tables.pass_time(tables.clock(s), 1000)
    s = await outage(tables, s)
    clock = tables.clock(s)
    await tables.pass_time(clock, closing - 1001)
    assert s.table.phase == DEAL
    await tables.pass_time(clock, 2)
    assert s.table.phase != DEAL


@everywhen
async def test_a_pause_is_as_long_as_before(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat = on_turn(s)
    await tables.pass_time(tables.clock(s), 20)
    await hosting.pause(s, "A break.", ANN)
    tables.time += 100_000
    s = await outage(tables, s)
    await tables.pass_time(tables.clock(s), 100)
    assert s.table.paused == "A break." and s.table.wall(s.table.turns[seat][2]) - tables.time == 40_000
    await hosting.resume(s, BOB)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 40_000
    assert memory(await stored(tables, s)) == memory(s)


@everywhen
async def test_the_next_deal_comes_as_soon_as_before(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await play_deal(s)
    await tables.pass_time(tables.clock(s), 3)
    s = await outage(tables, s)
    clock = tables.clock(s)
    await tables.pass_time(clock, 4.9)
    assert s.table.phase == BETWEEN
    await tables.pass_time(clock, 0.2)
    assert s.table.phase == DEAL


@everywhen
async def test_a_dealer_has_as_long_to_name_a_game(tables: Tables, outage: Outage) -> None:
    s = await opened(tables, ANN, BOB)
    seconds = night.of(s.table).pick_seconds
    await tables.pass_time(tables.clock(s), seconds - 20)
    s = await outage(tables, s)
    clock = tables.clock(s)
    await tables.pass_time(clock, 19.9)
    assert s.table.phase == PICK and s.table.paused is None
    await tables.pass_time(clock, 0.2)
    assert s.table.phase == DEAL


@everywhen
async def test_a_question_waits_as_long_for_its_answer(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    mover = s.table.chairs[on_turn(s)].user
    await play_one(s, random.Random(1))
    assert mover is not None
    await undo.propose(s, mover)
    await tables.pass_time(tables.clock(s), 10)
    s = await outage(tables, s)
    clock = tables.clock(s)
    await tables.pass_time(clock, 19.9)
    assert s.table.undo is not None
    await tables.pass_time(clock, 0.2)
    assert s.table.undo is None


@everywhen
async def test_a_reminder_comes_when_it_would_have(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    await tables.pass_time(tables.clock(s), 10)
    s = await outage(tables, s)
    clock = tables.clock(s)
    await tables.pass_time(clock, 9.9)
    assert tables.pinged == []
    await tables.pass_time(clock, 0.2)
    assert tables.pinged == [("tab", on_turn(s))]


@pytest.mark.parametrize("outage", OUTAGES[:6], ids=lambda f: f.__name__)
@pytest.mark.parametrize("game", ["hearts", "three-five-seven", "cash"])
async def test_house_players_think_no_longer(tables: Tables, outage: Outage, game: str) -> None:
    """In turns, in secret, and all at once."""
    s = await tables.started(game, ANN, house_players=3)
    clock = tables.clock(s)
    s.table.chairs[0].stand_in = True
    while s.table.deal is not None and len(s.table.deal.rows) < 2:
        tables.time += max(0, await clock._step())
    assert s.table.deal is not None
    await clock._step()
    rows = len(s.table.deal.rows)
    await outage(tables, s)
    await tables.pass_time(clock, 8)
    assert s.table.shown is not None and len(s.table.shown.rows) > rows


@everywhen
async def test_whoever_sat_down_later_has_not_sat_longer(tables: Tables, outage: Outage) -> None:
    s = await tables.open("hearts", ANN, BOB)
    s = await outage(tables, s)
    tables.time += 5000
    await lobby.join(s, CLEO, "Cleo")
    await lobby.leave(s, ANN)
    assert s.table.host == BOB


@pytest.mark.parametrize("sleeps", [1, 3])
async def test_a_day_of_sleep_closes_nothing_whoever_wakes_first(tables: Tables, sleeps: int) -> None:
    """A clock whose time is up runs before the beat that would find the gap."""
    s = await tables.started("red-dog", ANN, BOB)
    clock = tables.clock(s)
    for _ in range(sleeps):
        for fall_asleep in (sleep, stopped):
            await fall_asleep(tables, s)
            await clock._step()
            assert (
                s.table.phase == DEAL and s.table.paused is None and s.table.deal is not None and not s.table.deal.rows
            )
    await tables.pass_time(clock, 5)
    assert s.table.phase == DEAL and s.table.paused is None


async def test_a_press_finds_the_gap_before_a_clock_does(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat = on_turn(s)
    await tables.pass_time(tables.clock(s), 50)
    await stopped(tables, s)
    await play_one(s, random.Random(1))
    assert not s.table.chairs[seat].lapses and s.table.deal is not None and not s.table.deal.rows[-1].lapsed
    assert s.table.turns[on_turn(s)][1] - s.table.turns[on_turn(s)][2] == -60_000
    assert memory(await stored(tables, s)) == memory(s)


async def test_a_refused_press_stores_what_the_outage_means(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    await sleep(tables, s)
    with pytest.raises(Illegal, match="not your turn"):
        assert s.table.deal is not None and s.table.deal.ask is not None
        await s.act((on_turn(s) + 1) % 4, s.table.deal.ask.default[on_turn(s)])
    assert not s.table.behind and memory(await stored(tables, s)) == memory(s)


@pytest.mark.parametrize("jump", [-HOUR, HOUR, 0])
async def test_presses_are_judged_by_when_they_were_made(tables: Tables, jump: int) -> None:
    """Discord's clock goes on as before, ours is set: a press is not an hour earlier than others for that."""
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    discord = tables.time
    tables.skip(jump)
    tables.time += 200
    seat = on_turn(s)
    assert s.table.deal is not None and s.table.deal.ask is not None
    await s.act(seat, s.table.deal.ask.default[seat], pressed=discord + 150)
    row = s.table.deal.rows[-1]
    assert row.at - row.pressed == (50 if jump == 0 else 0), "where the clocks do not agree, its arrival counts"


# ---- what is stored about it -------------------------------------------------------------


@pytest.fixture
def slow(tables: Tables, failing: Failing) -> Failing:
    tables.store = tables.services.store = failing  # type: ignore[assignment]  # it does everything that the store does
    return failing


@pytest.mark.parametrize("outage", OUTAGES[:6], ids=lambda f: f.__name__)
async def test_a_change_on_its_way_that_fails_does_not_undo_the_outage(tables: Tables, slow: Failing,
                                                                       outage: Outage) -> None:  # fmt: skip
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat, begun, full = on_turn(s), asyncio.Queue[None](), [DiskFull("The disk is full.")]
    clock = tables.clock(s)
    await tables.pass_time(clock, 30)

    def refuse() -> Exception | None:
        begun.put_nowait(None)
        return full.pop() if full else None

    slow.gate.clear()
    slow.refuse = refuse
    move = asyncio.create_task(play_one(s, random.Random(1)))
    await begun.get()
    await outage(tables, s)
    step = asyncio.create_task(clock._step())
    await begun.get()
    slow.gate.set()
    assert [type(o) for o in await asyncio.gather(move, step, return_exceptions=True)] == [Rejected, Rejected]
    assert s.table.paused and s.table.wall(s.table.turns[seat][2]) - tables.time == 30_000
    await hosting.resume(s, ANN)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 30_000
    assert memory(await stored(tables, s)) == memory(s)
    await tables.pass_time(clock, 29)
    assert on_turn(s) == seat and s.table.paused is None


@everywhen
async def test_a_restart_after_an_outage_counts_it_once(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat = on_turn(s)
    await tables.pass_time(tables.clock(s), 30)
    beat = tables.services.last_beat = tables.time
    s = await outage(tables, s)
    assert await tables.clock(s)._step() == 0
    noted = await tables.store.read(heartbeat.last_beat, ALONE)
    tables.services.last_beat = noted or beat  # the next beat has not come
    tables.services.time.life += 1
    tables.time += 4000
    found = await load(tables.services, s.id)
    assert found is not None
    assert found.table.wall(found.table.turns[seat][2]) - tables.time == 30_000


@everywhen
async def test_a_restart_before_the_outage_is_stored_counts_it(tables: Tables, outage: Outage) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat = on_turn(s)
    await tables.pass_time(tables.clock(s), 30)
    beat = tables.time
    await outage(tables, s)
    tables.services.time.look()
    tables.services.last_beat = beat
    tables.services.time.life += 1
    found = await load(tables.services, s.id)
    assert found is not None
    assert found.table.wall(found.table.turns[seat][2]) - tables.time == 30_000


async def test_an_outage_of_an_earlier_life_survives_a_change_that_fails(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    seat = on_turn(s)
    s = await tables.again(s, away=DAY)
    slow.fill_disk()
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    await hosting.resume(s, ANN)
    await tables.pass_time(tables.clock(s), 59)
    assert on_turn(s) == seat and s.table.paused is None and not s.table.chairs[seat].lapses


async def test_a_table_that_an_earlier_version_has_stored(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    row = s.table.stored()
    state = json.loads(row.state)
    del state["lag"]

    as_it_was = replace(row, state=json.dumps(state))
    monkeypatch.setattr(stored_tables, "load_table", lambda _db, _id: as_it_was)
    found = await tables.again(s, away=DAY)
    assert found.table.wall(found.table.turns[on_turn(s)][2]) - tables.time == 60_000


# ---- one server's outage -----------------------------------------------------------------


async def test_one_servers_outage_stops_its_clocks_alone(tables: Tables) -> None:
    here = await tables.started("hearts", *FOUR)
    elsewhere = Tables(tables.store, guild=8)
    elsewhere.services.time = tables.services.time
    there = await elsewhere.started("hearts", *FOUR, id="far")
    for s in (here, there):
        await all_pass(s)
    seat = on_turn(there)
    tables.services.time.of(here.table.guild).leave()
    clocks = tables.clock(here), elsewhere.clock(there)
    tables.time += 61_000
    assert here.table.time.offline and not there.table.time.offline
    assert await clocks[0]._step() > 0 and not any(chair.lapses for chair in here.table.chairs)
    await clocks[1]._step()
    assert there.table.chairs[seat].lapses == 1
    tables.services.time.of(here.table.guild).come_back()
    assert await clocks[0]._step() == 0
    assert here.table.wall(here.table.turns[on_turn(here)][2]) - tables.time == 60_000
    assert memory(await stored(tables, here)) == memory(here)


async def test_a_short_absence_of_a_server_counts_for_nothing(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    there = tables.services.time.of(s.table.guild)
    there.leave()
    tables.time += 3000
    there.come_back()
    assert not there.lag and not s.table.behind


async def test_a_table_that_is_loaded_in_its_servers_outage_has_lost_no_time(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    there = tables.services.time.of(s.table.guild)
    tables.services.last_beat = tables.time
    there.leave()
    tables.time += HOUR * 1000
    found = await load(tables.services, s.id)
    assert found is not None
    tables.time += HOUR * 1000
    there.come_back()
    assert found.table.wall(found.table.turns[on_turn(found)][2]) - tables.time == 60_000
