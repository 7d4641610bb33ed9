"""How long moments stand has changed: a deal that was begun before goes on as it was begun, and is replayed so."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from bot.engine.deal import digest
from bot.engine.moments import DECISIVE, TRICK
from bot.games.catalog import GAMES
from bot.store import Store, journal
from bot.table import starting
from bot.table.restore import rebuilt
from tests.host.tables import ANN

from .make import played
from .test_tables import opened
from .test_tables import store as store


async def stood(store: Store, deal: str) -> list[int]:
    """How long each moment of a deal of Twos stood, in ms."""
    stored = await store.read(journal.deal, deal)
    assert stored is not None
    return [row.at - before.at for before, row in pairwise(stored.rows) if json.loads(row.move) == ["go-on"]]


@pytest.mark.parametrize("version", [12])
async def test_a_deal_of_before_goes_on_at_its_own_pace_and_the_next_has_todays(store: Store, version: int) -> None:
    tables, s = await opened(store, "deal-twos", version)
    old = s.table.deal_id
    await played(tables, s, 10_000)
    assert {*await stood(store, old)} == {1500}
    assert TRICK == (1500, 1500) and DECISIVE == (1500, 3000)
    while s.table.deal_id == old:
        await starting.next_deal(s, ANN)
    await played(tables, s, 10_000)
    *rounds, out = await stood(store, s.table.deal_id)
    assert {*rounds} <= {1500} and out == 3000
    for id, pace in ((old, None), (s.table.deal_id, 2)):
        stored = await store.read(journal.deal, id)
        assert stored is not None and json.loads(stored.start).get("pace") == pace
        again = rebuilt(GAMES["twos"], s.table.options, stored)
        assert again.after is not None and digest(again) == stored.rows[-1].digest
