"""A player who leaves a match before its end has lost it, however many leave."""

from __future__ import annotations

from bot.store import personal_data
from bot.table import lobby
from bot.table.state import OVER

from .tables import ANN, BOB, CLEO, GUILD, Tables, play_deal


async def test_each_of_several_leavers_has_lost(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, house_players=1, limit=75)
    clock = tables.clock(s)
    for user in (BOB, CLEO):
        await lobby.leave(s, user)
        await play_deal(s)
        assert s.table.seat_of(user) is None and s.table.phase != OVER
        await tables.pass_time(clock, 31)
    for _ in range(20):
        if s.table.phase == OVER:
            break
        await play_deal(s)
        if s.table.phase != OVER:
            await tables.pass_time(clock, 31)
    kept = {row.user: row.outcome for row in await tables.store.read(personal_data.results, GUILD, None)}
    assert {*kept} >= {ANN, BOB, CLEO} and kept[BOB] == kept[CLEO] == "L"
