"""A table where no turn clock runs: it waits, is never paused for idling, and counts as it stands when it closes."""

from __future__ import annotations

from bot.table.state import CLOSED, DEAL
from cogs.games import canfield

from .tables import ANN, Tables

HOUR = 3600.0


async def test_who_plays_alone_has_a_day_and_is_then_resigned(tables: Tables) -> None:
    tables.builder.words = {**tables.builder.words, "canfield": canfield.WORDS}
    s = await tables.started("canfield", ANN)
    clock = tables.clock(s)
    await tables.pass_time(clock, 23 * HOUR)
    assert (s.table.phase, s.table.paused, tables.pinged) == (DEAL, None, [])
    deal = s.table.deal
    assert deal is not None
    await tables.pass_time(clock, 2 * HOUR)
    assert s.table.phase == CLOSED
    assert deal.after is not None
    assert [p.outcome for p in deal.after.standings or ()] == ["L"]


async def test_house_players_of_a_race_move_in_turn(tables: Tables) -> None:
    tables.builder.words = {**tables.builder.words, "canfield": canfield.WORDS}
    s = await tables.started("canfield", ANN, house_players=2, mode="race")
    clock = tables.clock(s)
    await tables.pass_time(clock, 30)
    assert s.table.shown is not None
    moves = {b.seat: b.moves for b in s.table.shown.table.facts["boards"][0]}
    assert moves[0] == 0
    assert abs(moves[1] - moves[2]) <= 1
    assert moves[1] > 5
