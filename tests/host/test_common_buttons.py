"""Moves that several decide together stand under the table, no matter who is waited for."""

from __future__ import annotations

from bot.games.war import Play
from bot.show.controls.components import Button
from bot.table.session import Session

from .tables import ANN, Tables

PRESSES = ["Turn card", "Auto ×10", "To next war", "To the end", "Give up"]


def public(tables: Tables, s: Session) -> list[str]:
    """The moves that can be pressed under the table."""
    rows = tables.builder.snapshot(s.table).public.rows
    return [one.label for row in rows for one in row if isinstance(one, Button) and ":@" not in one.id]


async def test_they_keep_their_places_while_a_house_player_is_waited_for(tables: Tables) -> None:
    s = await tables.started("war", ANN, house_players=1, cut="off")
    assert public(tables, s) == PRESSES
    await s.act(0, Play())
    assert [*s.table.turns] == [1] and public(tables, s) == PRESSES


async def test_what_is_always_refused_does_not_stand_there(tables: Tables) -> None:
    s = await tables.started("war", ANN, house_players=1, cut="off", pace="auto")
    assert not s.table.turns and public(tables, s) == PRESSES[1:]
