"""When the secret of a shuffle is published (rules/dealing.md, sections 2 and 3)."""

from __future__ import annotations

import pytest

from bot.engine.proof import verify
from bot.games.catalog import GAMES
from bot.show.messages import proofs
from bot.table import hosting, play, starting
from bot.table.state import BETWEEN

from .tables import ANN, BOB, CLEO, DAN, Tables, play_deal


@pytest.mark.parametrize(("option", "open_after_deal"), [("auto", False), ("match", False), ("deal", True)])
async def test_the_option_says_when_the_secret_is_published(tables: Tables, option: str, open_after_deal: bool) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, proof=option)
    (running,) = await proofs.of_table(tables.store, s.id)
    text, file = proofs.told([running], None)
    assert running.file is file is None and running.commit in text
    assert text.startswith(
        f"The deal file comes when the {'deal (or its shoe)' if open_after_deal else 'match'} is over"
    )
    await play_deal(s)
    assert s.table.phase == BETWEEN
    (over,) = await proofs.of_table(tables.store, s.id)
    assert (over.file is not None) == open_after_deal
    await starting.next_deal(s)
    first, second = await proofs.of_table(tables.store, s.id)
    assert (first.file is not None) == open_after_deal and second.file is None
    await hosting.close(s)
    both = await proofs.of_table(tables.store, s.id)
    assert [verify(p.file.data, GAMES).commit for p in both if p.file] == [p.commit for p in both]


async def test_a_void_deal_is_opened_at_once(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, CLEO, DAN, proof="match")
    async with s.commits.changing() as (table, work):
        play.void_deal(table, work)
    (void,) = await proofs.of_table(tables.store, s.id)
    assert void.file is not None and verify(void.file.data, GAMES).commit == void.commit
