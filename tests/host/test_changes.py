"""A change is durable before anybody sees it, and what could not be stored never happened."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import replace
from statistics import median
from typing import Any

import pytest

from bot.engine.betting import Check
from bot.engine.cutting import Cut
from bot.engine.deal import Illegal, digest
from bot.games.cash import moves as cash
from bot.host.controls import moves
from bot.host.messages import recovery
from bot.store import DiskFull, Duplicate, Refused, Work, ledger
from bot.table import hosting, lobby, starting
from bot.table.clock import Clock
from bot.table.commits import RETRY_MS
from bot.table.errors import Rejected
from bot.table.state import CLOSED, DEAL, OVER
from bot.table.timekeeper import Timekeeper

from .here import eventually
from .tables import ANN, BOB, CLEO, DAN, Failing, Tables, memory, play_one


@pytest.fixture
def slow(tables: Tables, failing: Failing) -> Failing:
    """The tables' store, which can be made to wait or to fail."""
    tables.store = failing  # type: ignore[assignment]  # it does everything that the store does
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
    with pytest.raises(Rejected, match="The disk is full"):
        await play_one(s, random.Random(1))
    assert s.table.paused and "disk is full" in s.table.paused  # the clocks stand still until there is room
    again = await tables.again(s)
    s.table.paused, s.table.stopped_at = None, None
    assert memory(s) == before == memory(again)
    assert {u: h.cards for u, h in tables.shown[-1].hands.items()} == {u: h.cards for u, h in seen.hands.items()}
    assert "disk is full" in tables.shown[-1].public.text


async def test_go_on_takes_a_table_up_again_when_there_is_room(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    slow.fill_disk()
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    with pytest.raises(Rejected, match="paused"):
        await play_one(s, random.Random(1))
    tables.time += 60_000
    await hosting.resume(s, ANN)
    assert await play_one(s, random.Random(1))
    assert memory(await tables.again(s)) == memory(s)
    assert s.table.stood_still == 60_000


async def test_a_change_made_on_top_of_one_that_fails_fails_too(tables: Tables, slow: Failing) -> None:
    """The second one is applied while the first is on its way to the disk; without it, it makes no sense."""
    s = await tables.open("hearts", ANN, BOB, CLEO, DAN)
    before = memory(s)
    slow.gate.clear()
    slow.fill_disk()
    start = asyncio.create_task(starting.start(s, ANN))
    await asyncio.sleep(0.01)
    leave = asyncio.create_task(lobby.leave(s, BOB))  # "You leave after this hand": there is no hand
    await asyncio.sleep(0.01)
    slow.gate.set()
    outcomes = await asyncio.gather(start, leave, return_exceptions=True)
    assert [type(o) for o in outcomes] == [Rejected, Rejected]
    assert memory(s) == before == memory(await tables.again(s))


async def test_what_a_match_counts_for_is_known_although_an_earlier_change_lands_before_its_end(
    tables: Tables, slow: Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every change lands only when the next one is made: the last move but one, when the match is over in memory."""
    s = await tables.started("jenny-jenny", ANN, BOB)
    waits: list[asyncio.Event] = []
    commit = slow.commit

    async def one_behind(work: Work) -> None:
        if waits:
            waits[-1].set()
        waits.append(asyncio.Event())
        await waits[-1].wait()
        await commit(work)

    monkeypatch.setattr(slow, "commit", one_behind)
    rng, moves = random.Random(4), list[asyncio.Task[bool]]()
    while s.table.phase == DEAL:
        moves.append(asyncio.create_task(play_one(s, rng)))
        begun = len(waits)
        await eventually(lambda begun=begun: len(waits) > begun)
    await asyncio.gather(*moves[:-1])
    waits[-1].set()
    assert await moves[-1]
    assert s.table.phase == OVER and s.table.counted
    assert s.table.counted == (await tables.again(s)).table.counted


async def test_changes_after_a_failure_stand_on_what_is_stored(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    rng = random.Random(2)
    for n in range(30):
        if n % 3 == 2:
            slow.fill_disk(n % 2 + 1)
            moves = [asyncio.create_task(play_one(s, rng)), asyncio.create_task(lobby.leave(s, BOB))]
            await asyncio.gather(*moves, return_exceptions=True)
            slow.fill_disk(0)
            if s.table.paused:
                await hosting.resume(s, ANN)
        else:
            await play_one(s, rng)
        assert memory(await tables.again(s)) == memory(s)


async def test_a_store_that_cannot_even_be_read_is_tried_again(tables: Tables, slow: Failing,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)

    slow.fill_disk(3)
    unreadable(slow, monkeypatch)
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    with pytest.raises(Rejected):  # nothing is played on what may be wrong
        await play_one(s, random.Random(1))
    monkeypatch.undo()
    slow.fill_disk(0)
    with pytest.raises(Rejected, match="paused"):  # nobody could play meanwhile, so no clock has run
        await play_one(s, random.Random(1))
    await hosting.resume(s, ANN)
    assert await play_one(s, random.Random(1))
    assert memory(await tables.again(s)) == memory(s)


async def test_only_those_panels_are_made_that_a_change_concerns(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    people, made, chance = (ANN, BOB, CLEO, DAN), list[int](), random.Random(3)
    for _ in range(16):
        before = tables.builder.snapshot(s.table)
        await play_one(s, chance)
        every, some = tables.builder.snapshot(s.table), tables.builder.snapshot(s.table, before, people)
        assert {*some.private} == {user for user in people if every.concerns(user, before)}
        assert some.private.items() <= every.private.items()
        made.append(len(some.private))
    assert median(made) <= 2
    assert not tables.builder.snapshot(s.table, None, ()).private  # nobody has a panel open
    assert {*tables.builder.snapshot(s.table, tables.builder.snapshot(s.table), people, CLEO).private} == {
        CLEO
    }  # who has asked


async def test_a_turn_that_was_played_elsewhere_goes_from_every_panel(tables: Tables) -> None:
    s = await tables.started("seven-twenty-seven", ANN, BOB, CLEO, DAN)
    (seat,), before = s.table.turns, tables.shown[-1]
    user = s.table.chairs[seat].user or 0
    await s.act(seat, Check())
    after = tables.shown[-1]
    assert after.concerns(user, before, beside=True) and after.concerns(user, before)


# ---- what is shown waits for what is stored ------------------------------------------------------------


async def a_few_turns() -> None:
    """Whatever can go on without the records has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


def unreadable(slow: Failing, monkeypatch: pytest.MonkeyPatch, what: str = "load_table",
               trouble: Exception | None = None) -> None:  # fmt: skip
    """From now on the records do not answer this question, for the reason for which they take nothing."""
    ask = slow.read

    async def refused(query: Any, *args: Any, **more: Any) -> Any:
        if query.__name__ == what:
            raise trouble or slow.refuse() or AssertionError
        return await ask(query, *args, **more)

    monkeypatch.setattr(slow, "read", refused, raising=False)


def reading_late(slow: Failing, monkeypatch: pytest.MonkeyPatch, what: str = "load_table") -> asyncio.Event:
    """From now on the records answer this question only once the event is set."""
    may = asyncio.Event()
    ask = slow.read

    async def late(query: Any, *args: Any, **more: Any) -> Any:
        if query.__name__ == what:
            await may.wait()
        return await ask(query, *args, **more)

    monkeypatch.setattr(slow, "read", late, raising=False)
    return may


async def test_timers_that_have_played_before_a_refused_move_are_shown(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, cut="offer")
    assert "The first to press may cut" in tables.shown[-1].public.text
    tables.time += 13_000
    with pytest.raises(Illegal):
        await s.act(1, Cut(20))
    assert s.table.turns and tables.shown[-1].version == s.table.version
    assert tables.shown[-1].public == tables.builder.snapshot(s.table).public
    assert "may cut" not in tables.shown[-1].public.text
    assert memory(await tables.as_stored(s)) == memory(s)


@pytest.mark.parametrize("asked", ["before it fails", "while it is taken back"])
async def test_what_is_read_of_a_table_is_what_is_stored(tables: Tables, slow: Failing, asked: str,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    s = await tables.started("red-dog", ANN, BOB)
    assert s.table.deal is not None
    before = digest(s.table.deal)

    async def read() -> Any:
        await s.commits.settled()
        return s.table.deal and digest(s.table.deal)

    may = reading_late(slow, monkeypatch)
    slow.gate.clear()
    slow.fill_disk()
    move = asyncio.create_task(play_one(s, random.Random(1)))
    await a_few_turns()
    seen = asyncio.create_task(read()) if asked == "before it fails" else None
    slow.gate.set()
    await a_few_turns()
    seen = seen or asyncio.create_task(read())
    await a_few_turns()
    assert not seen.done() and not s.commits.quiet
    may.set()
    assert await seen == before and s.commits.quiet
    with pytest.raises(Rejected, match="disk is full"):
        await move


async def test_a_live_press_is_not_told_of_what_is_taken_back(tables: Tables, slow: Failing,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    s = await tables.started("cash", ANN, BOB, CLEO, DAN, teams="chosen")
    for n in range(4):
        await s.act(n, cash.Ready())
    tables.time += 3000
    await s.tick()
    deal = s.table.deal
    assert deal is not None
    known = len(deal.table.events)
    may = reading_late(slow, monkeypatch)
    slow.gate.clear()
    slow.fill_disk()
    press = asyncio.create_task(s.act(0, cash.Gesture("sip")))
    await a_few_turns()
    told = asyncio.create_task(moves.outcome(s, deal, 0, known, (cash.Gestured,)))
    await a_few_turns()
    assert any(isinstance(event, cash.Gestured) for event, _ in deal.table.events[known:])
    slow.gate.set()
    await a_few_turns()
    assert not told.done()
    may.set()
    assert await told is None
    with pytest.raises(Rejected):
        await press


async def test_a_refusal_rests_on_what_is_stored(tables: Tables, slow: Failing) -> None:
    """What was refused because of a move that is taken back may be quite right: nobody is told why it was not."""
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    slow.gate.clear()
    slow.fill_disk()
    pause = asyncio.create_task(hosting.pause(s, "Tea.", ANN))
    await a_few_turns()
    resume = asyncio.create_task(hosting.pause(s, "More tea.", ANN))
    await a_few_turns()
    assert not resume.done()
    slow.gate.set()
    with pytest.raises(Rejected, match="taken back"):
        await resume
    with pytest.raises(Rejected, match="disk is full"):
        await pause


async def test_a_refused_change_changes_nothing(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    tables.time += 5000
    (waits,) = s.table.turns
    with pytest.raises(Illegal):
        await s.act(1 - waits, s.table.game.moves[0](50))
    with pytest.raises(Rejected, match="not today"):
        async with s.commits.changing() as (table, _):
            table.chairs[0].lapses = 7
            raise Rejected("not today")
    assert memory(s) == memory(await tables.as_stored(s))


async def test_a_table_that_was_never_stored_is_not_shown(tables: Tables) -> None:
    tables.set["buy_in"] = 1_000_000
    with pytest.raises(Rejected, match="buy-in"):
        await tables.open("red-dog", ANN)
    assert tables.shown == []


# ---- the person who asked goes away ---------------------------------------------------------------------------


async def test_who_stops_waiting_stops_nothing(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    seen = len(tables.shown)
    slow.gate.clear()
    close = asyncio.create_task(hosting.close(s))
    await a_few_turns()
    close.cancel()
    await a_few_turns()
    assert close.cancelled() and len(tables.shown) == seen
    slow.gate.set()
    await s.commits.settled()
    assert [snap.phase for snap in tables.shown[seen:]] == [CLOSED] and s.table.phase == CLOSED


async def test_who_stops_waiting_for_what_fails_has_it_taken_back(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    before = memory(s)
    slow.gate.clear()
    slow.refuse = iter([Refused("No."), None]).__next__
    close = asyncio.create_task(hosting.close(s))
    await a_few_turns()
    close.cancel()
    slow.gate.set()
    await a_few_turns()
    await s.commits.settled()
    assert memory(s) == before == memory(await tables.as_stored(s)) and tables.shown[-1].phase == DEAL
    assert await play_one(s, random.Random(1))


async def test_who_goes_away_in_the_middle_of_a_change_has_changed_nothing(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    before = memory(s)
    with pytest.raises(asyncio.CancelledError):
        async with s.commits.changing() as (table, _):
            table.chairs[0].lapses = 7
            raise asyncio.CancelledError
    assert not s.commits.quiet
    await s.commits.settled()
    assert memory(s) == before


# ---- read again, all at once ---------------------------------------------------------------------------


async def test_a_table_that_is_read_again_is_never_half_of_it(tables: Tables, slow: Failing,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    s = await tables.started("red-dog", ANN, BOB)
    deal, before = s.table.deal, memory(s)
    may = reading_late(slow, monkeypatch, "running_deal")

    async def again() -> None:
        async with s.commits.lock:
            await s.commits.reload()

    reading = asyncio.create_task(again())
    await asyncio.sleep(0.05)  # the table's row has been read by now
    assert not reading.done() and s.table.deal is deal and memory(s) == before
    (waits,) = s.table.turns
    assert moves.my_offer(s, s.table.chairs[waits].user or 0, "bet")[0] == waits
    may.set()
    await reading
    assert s.table.deal is not deal and memory(s) == before


async def test_a_table_that_cannot_be_read_again_is_as_it_was(tables: Tables, slow: Failing,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    s = await tables.started("red-dog", ANN, BOB)
    deal, before = s.table.deal, memory(s)

    unreadable(slow, monkeypatch, "running_deal", DiskFull("Not now."))
    async with s.commits.lock:
        with pytest.raises(Rejected, match=r"Not now\."):
            await s.commits.reload()
    assert s.table.deal is deal and memory(s) == before and not s.commits.quiet
    with pytest.raises(Rejected, match=r"Not now\."):
        await s.commits.settled()
    monkeypatch.undo()
    await s.commits.settled()
    assert s.commits.quiet and s.table.deal is not deal and memory(s) == before


# ---- a pause that the records did not take -------------------------------------------------------------


async def test_a_table_that_the_records_do_not_take_stands_still_until_they_do(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    clock = tables.clock(s)
    before, until = s.table.now(), max(s.table.deadlines)
    slow.fill_disk(2)
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    since = tables.time
    assert s.table.paused and s.commits.trouble and (await tables.as_stored(s)).table.paused is None
    tables.time += 5000
    assert await clock._step() == 2 * RETRY_MS, "it is tried again, still fails, and is tried once more after a while"
    assert s.table.paused and s.table.stopped_at == since
    tables.time += 2 * RETRY_MS
    await tables.pass_time(clock, 1)
    assert s.commits.trouble is None and s.table.paused is None, "there is room again, and the table goes on by itself"
    assert s.table.now() - before == 1000 and max(s.table.deadlines) == until, "and nobody has lost time"
    assert memory(await tables.as_stored(s)) == memory(s)
    assert tables.shown[-1].public == tables.builder.snapshot((await tables.as_stored(s)).table).public


@pytest.mark.parametrize("unread", [False, True])
async def test_that_a_table_stands_still_is_shown_when_several_changes_fail(
    tables: Tables, slow: Failing, monkeypatch: pytest.MonkeyPatch, unread: bool
) -> None:
    """Two are under way at once; or it cannot be read at the first."""

    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    slow.gate.clear()
    slow.fill_disk(1000)
    if unread:
        unreadable(slow, monkeypatch)
    changes = [asyncio.create_task(play_one(s, random.Random(1))), asyncio.create_task(lobby.leave(s, BOB))]
    await asyncio.sleep(0.05)
    slow.gate.set()
    await asyncio.gather(*changes, return_exceptions=True)
    monkeypatch.undo()
    await s.commits.settled()
    await asyncio.sleep(0.05)
    assert s.table.paused and s.commits.trouble and s.commits.trouble.tries > 1
    assert tables.shown[-1].public.text == tables.builder.snapshot(s.table, readers=()).public.text


async def test_a_table_tries_to_store_ever_more_seldom_and_says_so_once(
    tables: Tables, slow: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    clock = tables.clock(s)
    slow.fill_disk(1000)
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    begun, shown = slow.begun, len(tables.shown)
    await tables.pass_time(clock, 600)
    assert slow.begun - begun == 2 + (600 - 5 - 10 - 20) // 30 + 1
    assert len(tables.shown) == shown, "that it stands still is shown once"
    assert len([r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]) == 1
    slow.refuse = lambda: None
    caplog.set_level("INFO")
    await tables.pass_time(clock, 31)
    assert s.table.paused is None and "the records take it again" in caplog.text


async def test_whoever_presses_when_there_is_room_again_need_not_wait(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    clock = tables.clock(s)
    slow.fill_disk(3)
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    await tables.pass_time(clock, 16)
    assert s.table.paused and s.commits.trouble is not None
    await hosting.resume(s, BOB)
    assert s.table.paused is None and s.commits.trouble is None and not s.commits.held
    assert await play_one(s, random.Random(1))


async def test_a_host_who_pauses_a_table_after_trouble_is_not_overruled(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    clock = tables.clock(s)
    slow.fill_disk()
    with pytest.raises(Rejected):
        await play_one(s, random.Random(1))
    await hosting.resume(s, ANN)
    await hosting.pause(s, "Tea.", ANN)
    await tables.pass_time(clock, 60)
    assert s.table.paused == "Tea."


async def test_a_change_that_the_records_refuse_for_good_is_not_tried_without_a_pause(
    tables: Tables, slow: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    s.table.settings = replace(s.table.settings, move_seconds=1)
    slow.refuse = lambda: Duplicate("That has been done already.")
    s.table.turns = {seat: turn._replace(until=1) for seat, turn in s.table.turns.items()}
    clock = Clock(s)
    begun = slow.begun
    await asyncio.sleep(0.5)
    clock.task.cancel()
    assert slow.begun - begun <= 2, "it waits five seconds"
    assert not [r for r in caplog.records if r.levelname == "ERROR"], "a refusal is no error"


async def test_where_a_message_is_is_noted_as_soon_as_the_records_take_it(tables: Tables, slow: Failing) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN)
    clock = tables.clock(s)
    slow.fill_disk()

    def posted() -> None:
        s.table.posted.message = 4711

    noting = asyncio.create_task(recovery.note(s, posted))
    await a_few_turns()
    await s.commits.settled()
    assert s.table.posted.message is None and not noting.done()
    await tables.pass_time(clock, 6)
    await noting
    assert s.table.posted.message == 4711 == (await tables.as_stored(s)).table.posted.message


async def test_fifty_tables_on_a_full_disk_say_so_once_each_and_go_on(
    tables: Tables, slow: Failing, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the real clock: each table's own clock runs, with house players at it."""
    monkeypatch.setattr("bot.table.lobby.MOST_HOSTED", 50)
    monkeypatch.setattr("bot.table.commits.RETRY_MS", 400)
    monkeypatch.setattr("bot.table.clock.RETRY_MS", 400)
    monkeypatch.setattr("bot.table.commits.LATEST_RETRY_MS", 800)
    tables.services.time = Timekeeper(time.time)
    tables.set = {"house_pace_ms": 20, "next_deal_seconds": 0}
    open_ones = [await tables.started("hearts", ANN, house_players=3, id=f"t{n:02}") for n in range(50)]
    for s in open_ones:
        async with s.commits.changing() as (table, _):
            table.chairs[0].stand_in = True
    clocks = [Clock(s) for s in open_ones]
    await asyncio.sleep(0.5)
    slow.refuse = lambda: DiskFull("The disk is full.")
    caplog.clear()
    await eventually(lambda: all(s.table.paused for s in open_ones))
    begun, since = slow.begun, time.monotonic()
    await eventually(lambda: slow.begun >= begun + 100)
    assert time.monotonic() - since > 0.4, "each table tries now and then, and not without a pause"
    assert len([r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]) == 50
    slow.refuse, versions = lambda: None, [s.table.version for s in open_ones]
    await eventually(lambda: all(s.table.version > then + 1 for s, then in zip(open_ones, versions, strict=True)))
    assert not any(s.table.paused for s in open_ones)
    for clock in clocks:
        clock.task.cancel()
    await asyncio.gather(*(s.commits.settled() for s in open_ones))
    assert await tables.store.read(ledger.audit) == []
