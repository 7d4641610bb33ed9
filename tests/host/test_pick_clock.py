"""How long the next game of a night may be thought about, and what is dealt when the time is over."""

from __future__ import annotations

from bot.table import night, picking
from bot.table.session import Session
from bot.table.state import DEAL, PICK

from .tables import ANN, BOB, CLEO, NAMES, Tables, memory
from .test_night import opened, told


def left(s: Session) -> int:
    """How many seconds the dealer still has."""
    assert s.table.next_at is not None
    return (s.table.next_at - s.table.now()) // 1000


async def test_each_step_of_it_has_all_the_time(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    for step in ("war", "players", "poker", "razz"):
        tables.time += 50_000
        if step == "players":
            await picking.play_with(s, ANN, [str(CLEO)], 0)
        elif step == "razz":
            await picking.name(s, ANN, "poker", 0, "razz")
        else:
            await picking.name(s, ANN, step, 0)
        assert left(s) == 60, step
        assert memory(await tables.as_stored(s)) == memory(s)
    tables.time += 50_000
    await picking.name(s, ANN, "", 0)
    assert left(s) == 10, "taking back is no step"


async def test_a_named_variant_is_dealt_when_the_time_is_over_as_it_was_told(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await picking.name(s, ANN, "poker", 0)
    assert "which of them? With no more said, Poker: " in told(s, tables)
    await picking.name(s, ANN, "poker", 0, "razz")
    said = told(s, tables)
    assert "With no more said, Poker: " in said and "azz is dealt at its usual stakes <t:" in said
    await tables.pass_time(tables.clock(s), 61)
    assert s.table.phase == DEAL and s.table.game.slug == "poker" and s.table.options.variant == "razz"
    assert s.table.options == picking.tonight(s.table, s.table.game, 3, {"variant": "razz"})


async def test_a_game_for_fewer_is_dealt_to_those_next_to_the_dealer(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB, CLEO)
    await picking.name(s, ANN, "war", 0)
    assert "who plays it? The others look on. With no more said, War is dealt for Ann and Bob" in told(s, tables)
    s = await tables.again(s)
    assert "War is dealt for Ann and Bob" in told(s, tables)
    await tables.pass_time(tables.clock(s), 61)
    assert s.table.phase == DEAL and s.table.game.slug == "war" and s.table.place_point == 200
    assert [chair.name for chair in s.table.chairs] == [NAMES[u] for u in (ANN, BOB, CLEO)] and s.table.chairs[
        2
    ].looks_on


async def test_a_game_whose_stakes_are_open_is_dealt_at_the_usual_ones(tables: Tables) -> None:
    s = await opened(tables, ANN, BOB)
    await picking.name(s, ANN, "red-dog", 0)
    assert "for which stakes? With no more said, Red Dog is dealt at its usual stakes <t:" in told(s, tables)
    await tables.pass_time(tables.clock(s), 59)
    assert s.table.phase == PICK
    await tables.pass_time(tables.clock(s), 2)
    assert (
        s.table.game.slug == "red-dog"
        and s.table.options == picking.tonight(s.table, s.table.game, 2)
        and night.of(s.table).picks == 1
    )
