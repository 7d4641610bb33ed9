"""Poker hands for other programs: when they may be had, and what is left out."""

from __future__ import annotations

import tomllib

import pytest

from bot.show.pages import histories
from bot.table import hosting, play, starting
from bot.table.errors import Rejected
from bot.table.state import BETWEEN, OVER

from .tables import ANN, BOB, Tables, play_deal

pytestmark = pytest.mark.usefixtures("on_either")


async def test_hands_can_be_had_when_the_match_is_over(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, hands=2, limit="no", run_twice=False)
    await play_deal(s)
    assert s.table.phase == BETWEEN
    with pytest.raises(Rejected, match="when their match is over"):
        await histories.of_table(tables.store, s.id)
    await starting.next_deal(s)
    await play_deal(s, 1)
    assert s.table.phase == OVER
    found = await histories.of_table(tables.store, s.id)
    hands = tomllib.loads(found.data.decode())
    assert [*hands] == ["1", "2"] and {hand["variant"] for hand in hands.values()} == {"NT"}
    assert hands["2"]["players"] == ["Ann", "Bob"][:: 1 if hands["2"]["seats"] == [1, 2] else -1]
    assert hands["2"]["starting_stacks"] == hands["1"]["finishing_stacks"][::-1]  # the button has moved
    assert histories.told(found) == "2 hands in PHH, which poker programs read; amounts are hundredths of a white."
    with pytest.raises(Rejected, match="There is no match 2 at this table"):
        await histories.of_table(tables.store, s.id, 2)


async def test_with_open_proofs_every_hand_that_is_over_can_be_had(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, proof="deal", run_twice=False)
    await play_deal(s)
    assert (await histories.of_table(tables.store, s.id)).hands == 1


async def test_what_has_no_words_is_left_out_and_counted(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, bomb_every=2, hands=3, run_twice=False)
    for n in range(3):
        await play_deal(s, n)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s)
    await hosting.close(s)
    found = await histories.of_table(tables.store, s.id)
    assert (found.hands, found.left_out, found.others) == (2, 1, 0)
    assert "Left out: 1 hand that it has no words for" in histories.told(found)


async def test_a_void_hand_is_none_and_other_games_have_none(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    async with s.commits.changing() as (table, work):
        play.void_deal(table, work)
    await hosting.close(s)
    with pytest.raises(Rejected, match="No poker has been played to its end"):
        await histories.of_table(tables.store, s.id)
    s = await tables.started("red-dog", ANN, BOB, id="other")
    await hosting.close(s)
    with pytest.raises(Rejected, match="No poker has been played to its end"):
        await histories.of_table(tables.store, "other")
    s = await tables.started("poker", ANN, BOB, id="guts", variant="guts", hands=1)
    await play_deal(s)
    await hosting.close(s)
    with pytest.raises(Rejected, match="PHH has no words for the 1 hand"):
        await histories.of_table(tables.store, "guts")
