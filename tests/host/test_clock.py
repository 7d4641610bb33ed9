"""The turn clock: lapses, reminders, house players for who is away, pauses, and tables that nobody comes back to."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.engine.cards import card
from bot.engine.deal import Illegal
from bot.engine.facts import HAND
from bot.games import hearts
from bot.store import records
from bot.store import tables as stored_tables
from bot.table import hosting, lobby, starting
from bot.table.clock import Clock
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL

from .tables import ANN, BOB, CLEO, DAN, Failing, Tables, memory, play_deal, play_one

FOUR = (ANN, BOB, CLEO, DAN)


async def all_pass(s: Session) -> None:
    for _ in range(4):
        await play_one(s, random.Random(1))


def on_turn(s: Session) -> int:
    """The only seat that is waited for."""
    (seat,) = s.table.turns
    return seat


async def test_a_choice_of_cards_has_90_seconds_and_a_card_60(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    assert {until - began for _, began, until in s.table.turns.values()} == {90_000}
    await all_pass(s)
    assert [until - began for _, began, until in s.table.turns.values()] == [60_000]


async def test_the_default_is_played_when_the_time_is_up(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    clock, seat, rows = tables.clock(s), on_turn(s), len(s.table.shown.rows if s.table.shown else ())
    await tables.pass_time(clock, 59.9)
    assert on_turn(s) == seat
    await tables.pass_time(clock, 0.1)
    assert s.table.deal is not None
    (row,) = s.table.deal.rows[rows:]
    assert row.seat == seat and row.lapsed and row.move == hearts.Play(card("2C"))
    assert s.table.chairs[seat].lapses == 1 and not s.table.chairs[seat].stand_in
    assert memory(await tables.again(s)) == memory(s)


async def test_a_turn_that_has_run_out_goes_from_its_owners_panel(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, BOB, ante=50)
    (seat,), before = s.table.turns, tables.shown[-1]
    user = s.table.chairs[seat].user or 0
    await tables.pass_time(tables.clock(s), 61)
    after = tables.shown[-1]
    assert s.table.turns and seat not in s.table.turns
    assert after.concerns(user, before)


async def test_two_lapses_hand_the_seat_to_a_house_player_until_its_owner_acts(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    clock, rng = tables.clock(s), random.Random(3)
    while s.table.chairs[0].lapses < 2:
        if not await play_one(s, rng, but=0):
            await tables.pass_time(clock, 90)
    assert s.table.chairs[0].stand_in
    while 0 not in s.table.turns:
        await play_one(s, rng)
    while 0 in s.table.turns:  # it may win the trick, and lead
        await tables.pass_time(clock, 2)  # a house player needs no minute
    assert s.table.chairs[0].stand_in
    assert s.table.deal is not None and not s.table.deal.rows[-1].lapsed
    seat = on_turn(s)
    with pytest.raises(Illegal, match="not your turn"):  # judged like anybody's press
        await s.act(0, hearts.Play(s.table.deal.table.piles[HAND.of(0)].top))
    assert not s.table.chairs[0].stand_in and not s.table.chairs[0].lapses and on_turn(s) == seat
    assert memory(await tables.again(s)) == memory(s)


async def test_one_lapse_is_forgotten_with_the_next_move(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    clock = tables.clock(s)
    await tables.pass_time(clock, 90)
    assert [c.lapses for c in s.table.chairs] == [1, 1, 1, 1]
    seat = on_turn(s)
    await play_one(s, random.Random(1))
    assert [c.lapses for c in s.table.chairs] == [0 if n == seat else 1 for n in range(4)]


async def test_a_reminder_after_a_third_of_the_time_once_a_turn(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    clock, seat = tables.clock(s), on_turn(s)
    await tables.pass_time(clock, 19.9)
    assert tables.pinged == []
    await tables.pass_time(clock, 30)
    assert tables.pinged == [("tab", seat)]
    await play_one(s, random.Random(1))
    await tables.pass_time(clock, 20)
    assert tables.pinged == [("tab", seat), ("tab", on_turn(s))]


async def test_the_reminder_waits_while_its_person_is_doing_something(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    clock, seat = tables.clock(s), on_turn(s)
    await tables.pass_time(clock, 15)
    user = s.table.chairs[seat].user
    assert user is not None
    s.touch(user)
    await tables.pass_time(clock, 19)
    assert tables.pinged == []
    await tables.pass_time(clock, 2)
    assert tables.pinged == [("tab", seat)]


async def test_house_players_are_not_reminded_and_never_lapse(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, house_players=3)
    clock = tables.clock(s)
    tables.pinged.clear()
    await tables.pass_time(clock, 600)
    assert s.table.deal is None or not any(r.lapsed and r.seat for r in s.table.deal.rows)
    assert {seat for _, seat in tables.pinged} == {0}


async def test_leaving_in_mid_hand_is_told_and_can_be_taken_back(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    assert await lobby.leave(s, BOB) == "You leave after this hand."
    assert "LEAVING" in str(tables.shown[-1].public.picture)
    assert await lobby.stay(s, BOB) == "You stay."
    assert "LEAVING" not in str(tables.shown[-1].public.picture)
    await lobby.leave(s, BOB)
    assert await lobby.join(s, BOB, "Bob") == 1  # Join takes it back as well
    assert not s.table.chairs[1].leaving


async def test_a_leaving_seat_lapses_at_once_and_a_house_player_finishes_the_match(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR, limit=30)
    clock, rng = tables.clock(s), random.Random(5)
    await lobby.leave(s, BOB)
    began = tables.time
    await tables.pass_time(clock, 0.001)
    assert 1 not in s.table.turns and tables.time - began < 10
    while s.table.phase == DEAL:
        if 1 in s.table.turns:
            await tables.pass_time(clock, 0.001)
        else:
            await play_one(s, rng)
    assert s.table.chairs[1].empty and s.table.seat_of(BOB) is None and s.table.phase == BETWEEN
    scores = s.table.match.state.scores if s.table.match else ()
    await starting.next_deal(s, ANN)
    assert s.table.chairs[1].house and s.table.match is not None and s.table.match.state.scores == scores
    while s.table.phase != "over":
        await play_deal(s)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    found = (await tables.store.read(records.stats, 7, BOB, "hearts")).overall
    assert (found.matches, found.losses) == (1, 1)
    assert (await tables.store.read(records.stats, 7, ANN, "hearts")).overall.matches == 1


async def test_whoever_has_sat_longest_follows_the_host(tables: Tables) -> None:
    s = await tables.open("hearts", *FOUR)
    await lobby.leave(s, ANN)
    assert s.table.host == BOB
    await lobby.join(s, ANN, "Ann")
    await lobby.leave(s, BOB)
    assert s.table.host == CLEO


async def test_the_last_human_who_leaves_closes_the_table(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, house_players=2)
    assert await tables.balance(ANN) == 90_000
    await lobby.leave(s, ANN)
    clock = tables.clock(s)
    while s.table.phase != CLOSED:
        await tables.pass_time(clock, 5)
    assert await tables.at_table() == 0
    with pytest.raises(Rejected, match="closed"):
        await lobby.join(s, BOB, "Bob")


async def test_the_next_deal_comes_by_itself_after_eight_seconds(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await play_deal(s)
    assert s.table.phase == BETWEEN
    clock = tables.clock(s)
    await tables.pass_time(clock, 7.9)
    assert s.table.phase == BETWEEN
    await tables.pass_time(clock, 0.2)
    assert s.table.phase == DEAL and s.table.deals_begun == 2


async def test_the_clocks_stand_still_while_the_table_is_paused(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    await all_pass(s)
    clock, seat = tables.clock(s), on_turn(s)
    await tables.pass_time(clock, 30)
    await hosting.pause(s, "A break.", ANN)
    assert "A break." in tables.shown[-1].public.text
    with pytest.raises(Rejected, match="A break"):
        await play_one(s, random.Random(1))
    await tables.pass_time(clock, 3000)
    s = await tables.again(s, away=500)  # a restart in the break changes nothing
    clock = tables.clock(s)
    await tables.pass_time(clock, 500)
    await hosting.resume(s, BOB)
    assert s.table.wall(s.table.turns[seat][2]) - tables.time == 30_000
    await tables.pass_time(clock, 29.9)
    assert on_turn(s) == seat
    await tables.pass_time(clock, 0.2)
    assert s.table.chairs[seat].lapses == 1


async def test_ten_minutes_without_a_human_move_pause_the_table(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2)
    clock = tables.clock(s)
    await tables.pass_time(clock, 599)
    assert s.table.paused is None and s.table.chairs[0].stand_in and s.table.chairs[1].stand_in
    await tables.pass_time(clock, 2)
    assert s.table.paused is not None and "10 minutes" in s.table.paused
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 10)
    assert s.table.paused is None


@pytest.mark.parametrize("game", ["hearts", "red-dog"])
async def test_a_day_without_a_human_move_closes_the_table(tables: Tables, game: str) -> None:
    s = await tables.started(game, ANN, BOB, house_players=2)
    clock = tables.clock(s)
    await tables.pass_time(clock, 24 * 3600)
    assert s.table.phase == CLOSED and await tables.at_table() == 0
    stored = await tables.store.read(stored_tables.load_table, "tab")
    assert stored is not None and stored.status == CLOSED
    assert "closed" in tables.shown[-1].public.text
    assert await tables.balance(ANN) + await tables.balance(BOB) > 0


async def test_nothing_lapses_while_the_gateway_is_away(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    clock = tables.clock(s)
    tables.services.time.gateway_lost()
    await tables.pass_time(clock, 3600)
    tables.services.time.gateway_back()
    await tables.pass_time(clock, 89)
    assert len(s.table.turns) == 4 and not any(c.lapses for c in s.table.chairs)


async def test_house_players_give_way_while_there_is_too_much_to_do(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, house_players=2, id="busy")
    clock = tables.clock(s)
    assert clock._gives_way() == 0
    s.services.late = 120.0
    assert clock._gives_way() == 2 * s.table.settings.house_pace_ms
    s.services.late = 10_000.0
    assert clock._gives_way() == 8 * s.table.settings.house_pace_ms, "they are never lost altogether"


async def test_a_house_player_takes_the_time_of_its_own_manner(tables: Tables) -> None:
    s = await tables.started("red-dog", ANN, house_players=2, id="manner")
    clock, deal, usual = tables.clock(s), s.table.deal, s.table.settings.house_pace_ms
    assert deal is not None and deal.ask is not None
    (seat,) = deal.ask.waits_for
    chair = s.table.chairs[seat]
    times = {}
    for name in ("Gus", "Hedda"):
        chair.house, chair.mannered, chair.name = True, True, name
        times[name] = {clock._thinks() for _ in range(20)}
    assert min(times["Gus"]) >= 1.2 * usual and times["Hedda"] == {usual}
    chair.mannered = False
    assert max(clock._thinks() for _ in range(20)) <= 1.25 * usual


async def test_a_closing_that_cannot_be_stored_stops_no_clock(tables: Tables) -> None:
    s = await tables.started("hearts", *FOUR)
    failing = Failing(tables.store)
    s.commits._store = failing  # type: ignore[assignment]
    clock = Clock(s)
    failing.gate.clear()
    failing.fill_disk()
    closing = asyncio.create_task(hosting.close(s))
    await failing.asked.wait()
    s.commits.wake.set()
    await asyncio.sleep(0.01)
    assert s.table.phase == CLOSED and not clock.task.done()
    failing.gate.set()
    with pytest.raises(Rejected):
        await closing
    await asyncio.sleep(0.01)
    assert s.table.phase == DEAL and not clock.task.done()
    clock.task.cancel()
