"""A member's own data: all of it to take away, and nothing of it left when it is erased."""

import json
import sqlite3
from pathlib import Path

import pytest

from bot.store import Night, Point, Refused, Result, Store, Work, escrow, member, mint
from bot.store.own import Line
from tests.store.conftest import GUILD, NOON, table

ANN, BOB, ANNS_DOUBLE = 223372036854775807, 323372036854775801, 2233720368547758072
"""As Discord's ids are; the third begins like the first."""


def played(id: str, at: int, *results: Result, names: tuple[str, ...] = ("Ann", "Bob")) -> Work:
    work = Work().start_match(id, "t", GUILD, "hearts", "{}", at, "t")
    work.start_deal(f"{id}-1", id, 1, json.dumps({"names": names, "secret": "s"})).end_deal(f"{id}-1", "done", "{}")
    return work.finish_match(id, at, results)


def line(user: int, seat: int, outcome: str, net: int, name: str) -> Result:
    return Result(user, name, seat, seat + 1, outcome, 3, net, 0, 2, {"moons": 1})  # type: ignore[arg-type]


async def lived_in(store: Store) -> None:
    """Ann and Bob have played at a night's table that is closed now, and Ann has left her marks everywhere."""
    state = json.dumps({"chairs": [{"user": ANN, "name": "Ann"}, {"user": BOB, "name": "Bob"}],
                        "panels": {str(ANN): [1, 2]}, "notice": f"<@{ANN}> leaves"})  # fmt: skip
    unit = Work().save_table(table("t", state=state)).ensure_member(GUILD, ANN, "Ann", 1000, NOON)
    unit.ensure_member(GUILD, BOB, "Bob", 1000, NOON).ensure_member(GUILD, ANNS_DOUBLE, "Double", 1000, NOON)
    unit.refill(GUILD, ANN, "2026-11-21", buy_in=5000, amount=500, at=NOON)
    unit.transfer("t:1", GUILD, [(member(GUILD, ANN), -300), (escrow("t", ANN), 300)], "buy-in", NOON)
    unit.transfer("t:2", GUILD, [(escrow("t", ANN), -300), (escrow("t", BOB), 300)], "deal", NOON)
    unit.grant("k", GUILD, BOB, ANN, 70, "for Ann's cake", NOON)
    unit.set_pref(ANN, "compact", True).set_dm(ANN, 77)
    unit.save_night(Night("t", GUILD, 55, ANN, "Friday", NOON, None, "running", {"by": ANN}))
    unit.note_course("t", 1, Point("hearts", {str(ANN): -300, str(BOB): 300}))
    await store.commit(unit)
    await store.commit(played("m1", NOON + 1, line(ANN, 0, "L", -300, "Ann"), line(BOB, 1, "W", 300, "Bob")))
    await store.commit(played("m2", NOON + 2, line(ANN, 0, "W", 0, "Annie"), line(BOB, 1, "L", 0, "Bob"),
                              names=("Annie", "Bob")))  # fmt: skip
    await store.commit(Work().end_night("t", NOON + 3, {"nets": {str(ANN): -300}, "champion": "Bob"}))


async def erased(store: Store) -> None:
    found = await store.traces(GUILD, ANN)
    await store.commit(Work().forget_deals(found.deals, found.names).erase(GUILD, ANN, found, NOON + 9))


def everything(path: Path) -> str:
    db = sqlite3.connect(path)
    told = "\n".join(db.iterdump())
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    db.close()
    return told


async def test_results_come_page_by_page(store: Store) -> None:
    await lived_in(store)
    whole = await store.results(GUILD, None)
    assert [(one.match, one.user) for one in whole] == [("m2", BOB), ("m2", ANN), ("m1", BOB), ("m1", ANN)]
    paged: list[Line] = []
    after = None
    while page := await store.results(GUILD, None, after, 1):
        paged += page
        after = (page[-1].at, page[-1].match, page[-1].seat)
    assert paged == whole
    assert await store.results(GUILD, ANN) == [one for one in whole if one.user == ANN]
    assert whole[3] == Line(NOON + 1, "hearts", "m1", 0, "t", ANN, "Ann", 1, "L", 3, -300, 0, 2, {"moons": 1})


async def test_everything_that_is_kept_of_a_member(store: Store) -> None:
    await lived_in(store)
    own = await store.everything_but_results(GUILD, ANN)
    assert (own["name"], own["balance"], own["settings"]) == ("Ann", 1270, {"compact": True})
    assert [entry["why"] for entry in own["account"]] == ["manager's grant", "buy-in", "refill", "grant"]
    assert own["decisions about you"][0]["reason"] == "for Ann's cake"
    assert own["direct messages"] == {"channel": 77, "closed": False}
    assert {row["matches"] for row in own["standings"]} == {2}
    assert [row["night"] for row in own["night nets"]] == ["t", "t"]
    json.dumps(own)
    nobody = await store.everything_but_results(GUILD, 999)
    assert (nobody["name"], nobody["account"], nobody["standings"]) == (None, [], [])


async def test_nothing_leads_to_an_erased_member_and_the_books_are_whole(store: Store, tmp_path: Path) -> None:
    await lived_in(store)
    with pytest.raises(Refused, match="You still have a part in an open table"):
        await store.traces(GUILD, ANN)
    await store.commit(Work().close_table("t"))
    await erased(store)
    told = everything(tmp_path / "room.db")
    assert str(ANN) not in told.replace(str(ANNS_DOUBLE), "")
    assert "Ann" not in told
    assert await store.audit() == []
    assert (await store.balances(GUILD))[mint(GUILD)] == -2300  # what Ann had is back there, but for what Bob won
    assert (await store.balances(GUILD, "t")) == {escrow("t", BOB): 300}
    assert (await store.balance(GUILD, BOB), await store.balance(GUILD, ANNS_DOUBLE)) == (1000, 1000)


async def test_what_others_have_played_stays(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().close_table("t"))
    bobs = await store.stats(GUILD, BOB)
    await erased(store)
    assert await store.stats(GUILD, BOB) == bobs
    assert [line.user for line in await store.leaderboard(GUILD)] == [BOB]
    assert {one.name for one in await store.results(GUILD, None)} == {"Bob", "Somebody"}
    night = await store.night("t")
    assert night is not None
    assert (night.host, night.terms, night.summary) == (-1, {"by": -1}, {"nets": {"-1": -300}, "champion": "Bob"})
    deal = await store.deal("m2-1")
    assert deal is not None
    assert json.loads(deal.start) == {"names": ["Somebody", "Bob"], "secret": "s"}


async def test_whoever_comes_back_begins_anew(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().close_table("t"))
    await erased(store)
    await store.commit(Work().ensure_member(GUILD, ANN, "Ann", 1000, NOON + 10))
    await store.commit(Work().ensure_member(GUILD, ANNS_DOUBLE, "Double", 1000, NOON + 10))
    assert (await store.balance(GUILD, ANN), await store.balance(GUILD, ANNS_DOUBLE)) == (1000, 1000)
    assert (await store.history(GUILD, ANN)).total == 1
    await store.commit(Work().close_table("t"))
    await erased(store)  # a second time, under another number
    assert await store.audit() == []


async def test_another_server_keeps_what_is_its_own(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().close_table("t").ensure_member(8, ANN, "Ann", 500, NOON))
    await erased(store)
    assert await store.balance(8, ANN) == 500
    assert await store.prefs(ANN) == {"compact": True}
