"""Partners are one team in the results, and in the ratings."""

from __future__ import annotations

from bot.store import Store, personal_data, recent
from bot.table import starting
from bot.table.state import BETWEEN, OVER
from tests.host.tables import ANN, BOB, CLEO, DAN, GUILD, Tables, play_deal


async def test_partners_win_and_lose_together(store: Store, tables: Tables) -> None:
    s = await tables.started("canasta", ANN, BOB, CLEO, DAN, target=1500)
    seed = 1
    while s.table.phase != OVER:
        await play_deal(s, seed := seed + 1)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    lines = {line.user: line for line in await store.read(personal_data.results, GUILD, None)}
    ratings = {user: (await store.read(recent.recent_results, GUILD, user)).rating or 0 for user in lines}
    for pair in ((0, 2), (1, 3)):
        one, other = (s.table.chairs[seat].user or 0 for seat in pair)
        assert lines[one].team == lines[other].team == pair[0]
        assert ratings[one] == ratings[other]
        assert (ratings[one] > 1000) == (lines[one].outcome == "W")
    assert {line.outcome for line in lines.values()} == {"W", "L"}


async def test_whose_partner_is_a_house_player_is_rated_against_a_pair(store: Store, tables: Tables) -> None:
    s = await tables.started("canasta", ANN, BOB, CLEO, house_players=1, target=1500)
    seed = 1
    while s.table.phase != OVER:
        await play_deal(s, seed := seed + 1)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    lines = {line.user: line for line in await store.read(personal_data.results, GUILD, None)}
    assert {*lines} == {ANN, BOB, CLEO}
    for user, line in lines.items():
        assert (((await store.read(recent.recent_results, GUILD, user)).rating or 0) > 1000) == (line.outcome == "W")
