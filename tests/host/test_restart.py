"""A new process finds every table as it was: chairs, cards, deadlines, controls and results."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.host.messages import recovery
from bot.show.words.game import art
from bot.store import journal
from bot.table import hosting, lobby, starting
from bot.table.session import Session, load
from bot.table.state import BETWEEN, DEAL, LOBBY, OVER

from .tables import ANN, BOB, CLEO, DAN, Tables, memory, play_deal, play_one

pytestmark = pytest.mark.usefixtures("on_either")

FOUR = (ANN, BOB, CLEO, DAN)


async def lobby_only(tables: Tables) -> Session:
    return await tables.open("hearts", ANN, BOB, house_players=1)


async def some_have_passed(tables: Tables) -> Session:
    s = await tables.started("hearts", *FOUR)
    for _ in range(2):
        await play_one(s, random.Random(1))
    return s


async def mid_trick(tables: Tables) -> Session:
    s = await tables.started("hearts", *FOUR)
    for _ in range(4 + 10):
        await play_one(s, random.Random(1))
    return s


async def between(tables: Tables) -> Session:
    s = await tables.started("hearts", *FOUR)
    await play_deal(s)
    assert s.table.phase == BETWEEN
    return s


async def second_deal(tables: Tables) -> Session:
    s = await between(tables)
    await starting.next_deal(s, ANN)
    for _ in range(9):
        await play_one(s, random.Random(1))
    return s


async def match_over(tables: Tables) -> Session:
    s = await tables.started("hearts", *FOUR, limit=25)
    while s.table.phase != OVER:
        await play_deal(s)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    return s


async def paused(tables: Tables) -> Session:
    s = await mid_trick(tables)
    await hosting.pause(s, "A break.", ANN)
    return s


async def red_dog_round(tables: Tables) -> Session:
    s = await tables.started("red-dog", ANN, BOB, house_players=1)
    await play_one(s, random.Random(2))
    await lobby.join(s, CLEO, "Cleo")
    await lobby.leave(s, BOB)
    return s


async def red_dog_out_of_one_shoe(tables: Tables) -> Session:
    s = await tables.started("red-dog", ANN, BOB, shuffle_when="deck_out")
    for n in range(3):
        while s.table.phase == DEAL and s.table.deal is not None and s.table.deal.ask is not None:
            seat = next(iter(s.table.deal.ask.waits_for))
            await s.act(seat, s.table.deal.ask.default[seat])
        assert s.table.phase == BETWEEN
        if n < 2:
            await starting.next_deal(s, ANN)
    return s


PHASES = [lobby_only, some_have_passed, mid_trick, between, second_deal, match_over, paused, red_dog_round,
          red_dog_out_of_one_shoe]  # fmt: skip


@pytest.mark.parametrize("phase", PHASES, ids=lambda f: f.__name__)
async def test_the_table_is_there_again(tables: Tables, phase: Any) -> None:
    s = await phase(tables)
    again = await tables.again(s)
    assert memory(again) == memory(s)
    one, two = tables.builder.snapshot(s.table), tables.builder.snapshot(again.table)
    assert two.public == one.public and two.private == one.private  # pictures, texts and controls


@pytest.mark.parametrize("phase", [mid_trick, second_deal, red_dog_round], ids=lambda f: f.__name__)
async def test_it_is_played_on_as_if_nothing_had_been(tables: Tables, phase: Any) -> None:
    s = await tables.again(await phase(tables))
    await play_deal(s)
    assert s.table.phase in (BETWEEN, OVER)
    again = await tables.again(s)
    assert memory(again) == memory(s)
    await (starting.next_deal if s.table.phase == BETWEEN else starting.start)(again, ANN)
    assert again.table.phase == DEAL


async def test_the_result_is_shown_again(tables: Tables) -> None:
    for phase in (between, match_over):
        s = await phase(Tables(tables.store)) if phase is between else await match_over_at(tables, "two")
        again = await tables.again(s)
        made = tables.builder.snapshot(again.table).public.picture
        assert isinstance(made, art.Results if phase is between else art.MatchEnd)
        if isinstance(made, art.MatchEnd):
            assert isinstance(made.course, art.CourseLines) and made.highlight is not None


async def match_over_at(tables: Tables, id: str) -> Session:
    s = await tables.started("hearts", *FOUR, limit=25, id=id)
    while s.table.phase != OVER:
        await play_deal(s)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    return s


async def test_an_outage_stops_the_clocks(tables: Tables) -> None:
    s = await mid_trick(tables)
    (seat,) = s.table.turns
    clock = tables.clock(s)
    await tables.pass_time(clock, 25)
    s = await tables.again(s, away=3600)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 35_000
    await tables.pass_time(tables.clock(s), 34)
    assert not s.table.chairs[seat].lapses and s.table.paused is None  # nor has the table been idle


async def test_ten_seconds_at_least_are_left_after_an_outage(tables: Tables) -> None:
    s = await mid_trick(tables)
    (seat,) = s.table.turns
    await tables.pass_time(tables.clock(s), 58)
    s = await tables.again(s, away=60)
    assert await tables.clock(s)._step() == 0  # that is accounted for before anything that is due
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 10_000


async def test_a_second_restart_does_not_forget_the_first(tables: Tables) -> None:
    s = await mid_trick(tables)
    (seat,) = s.table.turns
    s = await tables.again(s, away=3600)
    async with s.commits.changing():  # as when the bot has woken a table up
        pass
    tables.time += 5000
    s = await tables.again(s, away=3600)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 55_000


async def test_without_an_outage_a_restart_does_not_stretch_the_time(tables: Tables) -> None:
    """The last change may be long ago; only the time in which no bot was there counts."""
    s = await mid_trick(tables)
    (seat,) = s.table.turns
    await tables.pass_time(tables.clock(s), 40)
    s = await tables.again(s, away=1)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 20_000


@pytest.fixture
def spoil(tmp_path: Path) -> Any:
    """Writes into the file behind the store's back."""

    def spoilt(statement: str, *values: Any) -> None:
        with sqlite3.connect(tmp_path / "room.db") as db:
            assert db.execute(statement, values).rowcount

    return spoilt


@pytest.mark.parametrize("harm", [
    "UPDATE deal_rows SET digest = 'no' WHERE n = (SELECT max(n) FROM deal_rows)",
    "UPDATE deal_rows SET seat = seat + 1",
    "UPDATE deal_rows SET move = '{}' WHERE n = 0",
    "UPDATE deals SET start = json_set(start, '$.secret', '00')",
])  # fmt: skip
@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_a_deal_that_cannot_be_trusted_is_void_and_nothing_else(tables: Tables, spoil: Any, harm: str) -> None:
    s = await tables.started("red-dog", ANN, BOB, house_players=1)
    await play_one(s, random.Random(2))
    stacks = s.table.match.state.stacks if s.table.match else ()
    await lobby.join(s, CLEO, "Cleo")
    spoil(harm)
    s = await tables.again(s)
    assert s.table.phase == BETWEEN and s.table.deal is None and s.table.match is not None
    assert s.table.match.state.stacks == (*stacks, 10_000)
    assert s.table.paused is not None and "void" in s.table.paused
    assert "void" in tables.builder.snapshot(s.table).public.text  # the players are told
    assert [d.status for d in await tables.store.read(journal.deals, s.table.match_id)] == ["void"]
    await hosting.resume(s, ANN)
    await starting.next_deal(s, ANN)
    assert s.table.phase == DEAL and CLEO in [s.table.chairs[n].user for n in s.table.humans]
    assert memory(await tables.again(s)) == memory(s)


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_a_finished_deal_that_cannot_be_drawn_again_costs_its_picture_alone(tables: Tables, spoil: Any) -> None:
    s = await between(tables)
    scores = s.table.match.state.scores if s.table.match else ()
    spoil("UPDATE deal_rows SET digest = 'no' WHERE n = (SELECT max(n) FROM deal_rows)")
    s = await tables.again(s)
    assert s.table.phase == BETWEEN and s.table.match is not None and s.table.match.state.scores == scores
    await starting.next_deal(s, ANN)
    assert s.table.phase == DEAL


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_tables_of_games_that_are_gone_are_left_alone(tables: Tables, spoil: Any) -> None:
    s = await lobby_only(tables)
    spoil("UPDATE card_tables SET game = 'whist'")

    assert await load(tables.services, s.id) is None
    assert s.table.phase == LOBBY and json.loads(json.dumps(s.table.stored().state))


async def test_a_table_that_rests_need_not_be_shown_again_after_a_start(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB)
    await hosting.pause(s, "A pause.")
    tables.time += recovery.WRITTEN_MS
    found = await tables.again(s)
    assert recovery.is_shown(found, tables.services.last_beat)
    assert not recovery.is_shown(found, tables.services.last_beat - 1), "its picture may still have been on its way"
    await hosting.resume(found, ANN)
    tables.time += recovery.WRITTEN_MS
    found = await tables.again(found)
    assert not recovery.is_shown(found, tables.services.last_beat), "its times are others after an outage"
