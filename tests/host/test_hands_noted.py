"""Hands are noted with the end of their deal, for members alone; of deals of before they are read from the journal."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from bot.host import upkeep
from bot.store import Store, Work, hands, personal_data
from bot.store.hands import EVERY, Wanted
from bot.table import hosting, play, starting

from .tables import ANN, BOB, GUILD, Tables, play_deal, play_one

pytestmark = pytest.mark.usefixtures("on_either")


async def mine(store: Store, user: int, wanted: Wanted = EVERY) -> list[hands.NotedHand]:
    _, found = await store.read(hands.newest, GUILD, user, wanted, 0, 50)
    return found


async def some_hands(tables: Tables, n: int = 3) -> None:
    s = await tables.started("poker", ANN, BOB, house_players=1, run_twice=False)
    for deal in range(n):
        await play_deal(s, deal)
        if deal < n - 1:
            tables.time += 60_000
            await starting.next_deal(s)
    await hosting.close(s)


async def test_everybody_keeps_their_own_hands_and_house_players_none(tables: Tables) -> None:
    await some_hands(tables)
    anns, bobs = await mine(tables.store, ANN), await mine(tables.store, BOB)
    assert [h.deal for h in anns] == ["tab-d3", "tab-d2", "tab-d1"] == [h.deal for h in bobs]
    assert all(len(h.cards.split()) == 2 and h.what == "Hold'em, no limit" for h in (*anns, *bobs))
    assert all(not {*a.cards.split()} & {*b.cards.split()} for a, b in zip(anns, bobs, strict=True))
    assert [len(h.counts) > 0 for h in anns] == [True] * 3
    assert {h.user for h in (*anns, *bobs)} == {ANN, BOB}
    assert await tables.store.read(hands.count, GUILD, ANN, Wanted(table="elsewhere")) == 0


async def test_a_void_hand_is_none_and_a_stand_ins_counts_for_no_figures(tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    async with s.commits.changing() as (table, work):
        play.void_deal(table, work)
    await starting.next_deal(s)
    async with s.commits.changing() as (table, _):
        table.chairs[0].stand_in = True
    rng, clock = random.Random(1), tables.clock(s)
    while s.table.deal is not None:
        if not await play_one(s, rng, but=0):
            await tables.pass_time(clock, 5)
    anns, bobs = [{hand.deal: hand for hand in await mine(tables.store, user)} for user in (ANN, BOB)]
    assert "tab-d1" not in {*anns, *bobs}, "it was void"
    assert anns["tab-d2"].counts == {} and bobs["tab-d2"].counts["hands"] == 1


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_hands_of_before_are_read_from_the_journal(tables: Tables, tmp_path: Path) -> None:
    await some_hands(tables)
    before = [await mine(tables.store, user) for user in (ANN, BOB)]
    with sqlite3.connect(tmp_path / "room.db") as db:
        db.execute("DELETE FROM hands")
        db.execute("INSERT INTO upkeep (what, guild) VALUES ('hands', ?)", (GUILD,))
    await upkeep.run(tables.store, lambda: tables.time)
    after = [await mine(tables.store, user) for user in (ANN, BOB)]
    for old, new in zip(before, after, strict=True):
        assert [(h.deal, h.cards, h.net, h.counts, h.seat) for h in new] == [
            (h.deal, h.cards, h.net, h.counts, h.seat) for h in old
        ]
    await upkeep.run(tables.store, lambda: tables.time)
    assert await tables.store.read(hands.past, GUILD, ["poker"], 5) == []


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_nothing_is_left_of_somebody_who_is_erased(tables: Tables, tmp_path: Path) -> None:
    await some_hands(tables)
    own = await tables.store.read(personal_data.everything_but_results, GUILD, ANN)
    assert [row["deal"] for row in own["hands"]] == ["tab-d1", "tab-d2", "tab-d3"]
    bobs = await mine(tables.store, BOB)
    found = await tables.store.read(personal_data.traces, GUILD, ANN)
    at = tables.time
    work = Work().do(personal_data.forget_deals, found.deals, found.names)
    await tables.store.commit(work.do(personal_data.erase, GUILD, ANN, found, at, since=at, until=at + 1))
    with sqlite3.connect(tmp_path / "room.db") as db:
        db.execute("INSERT INTO upkeep (what, guild) VALUES ('hands', ?)", (GUILD,))
    await upkeep.run(tables.store, lambda: tables.time)
    assert await mine(tables.store, ANN) == [] and await mine(tables.store, BOB) == bobs
