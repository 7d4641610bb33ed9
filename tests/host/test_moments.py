"""What is turned over stands for a moment: a press meanwhile is heard when it is over, and nobody else waits longer."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.deal import Illegal
from bot.engine.moments import TRICK, GoOn, stands
from bot.games.parts.pot_bets import Bet
from bot.table import undo
from bot.table.errors import Rejected
from bot.table.session import Session

from .tables import ANN, BOB, CLEO, Tables


async def turned(tables: Tables) -> tuple[Session, int]:
    """Somebody has bet at Red Dog, and their card lies there; the seat that bets next."""
    s = await tables.started("red-dog", ANN, BOB, CLEO, ante=50)
    (seat,) = s.table.turns
    await s.act(seat, Bet(50))
    assert s.table.deal is not None and stands(s.table.deal.ask) and not s.table.turns
    return s, (seat + 1) % 3


async def test_what_is_turned_over_stands_and_is_shown(tables: Tables, moments: None) -> None:
    s, _ = await turned(tables)
    shown = tables.shown[-1]
    assert "TO PLAY" not in str(shown.public.picture) and "stamp=Stamp(" in str(shown.public.picture)
    clock = tables.clock(s)
    await tables.pass_time(clock, TRICK.now / 1000 - 0.01)
    assert s.table.deal is not None and stands(s.table.deal.ask)
    await tables.pass_time(clock, 0.02)
    assert len(s.table.turns) == 1 and "TO PLAY" in str(tables.shown[-1].public.picture)


async def test_a_panel_that_lies_open_beside_the_table_shows_it_too(tables: Tables, moments: None) -> None:
    s = await tables.started("red-dog", ANN, BOB, CLEO, ante=50)
    (seat,), before = s.table.turns, tables.shown[-1]
    await s.act(seat, Bet(50))
    after = tables.shown[-1]
    onlooker = next(user for user in (ANN, BOB, CLEO) if user != s.table.chairs[seat].user)
    assert after.concerns(onlooker, before, beside=True) and not after.concerns(onlooker, before)
    again = tables.builder.snapshot(s.table, after, (onlooker,), beside=(onlooker,))
    assert not again.private, "the same moment is shown once"


async def test_a_press_of_whoever_is_next_waits_for_the_end_and_is_made(tables: Tables, moments: None) -> None:
    s, following = await turned(tables)
    clock, pressed = tables.clock(s), asyncio.Event()

    async def press() -> None:
        user = s.table.chairs[following].user
        assert user is not None
        pressed.set()
        await s.moment_over(user, "bet")
        await s.act(following, Bet(50))

    task = asyncio.create_task(press())
    await pressed.wait()
    await tables.pass_time(clock, 1)
    assert not task.done()
    await tables.pass_time(clock, 1)
    await task
    assert s.table.deal is not None and [r.move for r in s.table.deal.rows] == [Bet(50), GoOn(), Bet(50)]


async def test_a_press_of_somebody_else_is_refused_when_it_is_over(tables: Tables, moments: None) -> None:
    s, following = await turned(tables)
    other = (following + 1) % 3
    user = s.table.chairs[other].user
    assert user is not None
    task = asyncio.create_task(s.moment_over(user, "bet"))
    await tables.pass_time(tables.clock(s), 2)
    await task
    with pytest.raises(Illegal, match="It is not your turn"):
        await s.act(other, Bet(50))


async def test_whoever_does_not_sit_there_does_not_wait(tables: Tables, moments: None) -> None:
    s, _ = await turned(tables)
    await asyncio.wait_for(s.moment_over(999, "bet"), 1)
    assert s.table.deal is not None and stands(s.table.deal.ask)


async def test_nobody_waits_for_a_clock_that_has_stopped(
    tables: Tables, moments: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.session.LONGEST_MOMENT", 0.01)
    s, _ = await turned(tables)
    await asyncio.wait_for(s.moment_over(ANN, "bet"), 5)


async def test_a_moment_outlives_a_restart(tables: Tables, moments: None) -> None:
    s, _ = await turned(tables)
    again = await tables.again(s)
    assert again.table.deal is not None and stands(again.table.deal.ask)
    await tables.pass_time(tables.clock(again), 2)
    assert len(again.table.turns) == 1


async def test_a_house_player_thinks_from_its_end_on(tables: Tables, moments: None) -> None:
    s = await tables.started("red-dog", ANN, house_players=1, ante=50)
    (seat,) = s.table.turns
    clock = tables.clock(s)
    if s.table.chairs[seat].house:
        pytest.fail("Ann bets first in this shuffle")
    await s.act(seat, Bet(50))
    await tables.pass_time(clock, TRICK.now / 1000 + 0.05)
    assert s.table.deal is not None and [type(r.move) for r in s.table.deal.rows] == [Bet, GoOn]
    await tables.pass_time(clock, 1.25 * s.table.settings.house_pace_ms / 1000)
    over, moved = s.table.deal.rows[1:3]
    assert isinstance(moved.move, Bet) and moved.at - over.at >= 0.8 * s.table.settings.house_pace_ms


async def test_what_was_shown_in_it_cannot_be_taken_back(tables: Tables, moments: None) -> None:
    s, following = await turned(tables)
    await tables.pass_time(tables.clock(s), 2)
    user = s.table.chairs[(following - 1) % 3].user
    assert user is not None
    with pytest.raises(Rejected, match="Cards have been shown since"):
        await undo.propose(s, user)


async def test_a_moment_is_told_by_itself_on_the_table_and_in_panels(tables: Tables, moments: None) -> None:
    """The second bet of Red Dog, a moment after the first: nothing of the first one is told with it."""
    s, following = await turned(tables)
    first = s.table.chairs[(following + 2) % 3].name
    clock = tables.clock(s)
    await tables.pass_time(clock, TRICK.now / 1000 + 0.1)
    await s.act(following, Bet(50))
    assert s.table.deal is not None and stands(s.table.deal.ask)
    shown = tables.shown[-1]
    panel = tables.builder.panel(s.table, (following + 1) % 3)
    for text in (shown.public.text, panel.text):
        told = text.splitlines()[1]
        assert s.table.chairs[following].name in told and first not in told
