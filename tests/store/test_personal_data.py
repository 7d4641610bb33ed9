"""A member's own data: all of it to take away, and nothing of it left when it is erased."""

import hmac
import json
from pathlib import Path

import pytest

from bot.store import (
    ALONE,
    Avatar,
    Night,
    NoRefill,
    Overdraft,
    OverLimit,
    Point,
    Refused,
    Result,
    Store,
    Work,
    avatars,
    bank,
    bars,
    direct_messages,
    escrow,
    guests,
    heartbeat,
    journal,
    leaderboards,
    ledger,
    member,
    mint,
    nights,
    personal_data,
    prefs,
    records,
    reviews,
    tables,
)  # fmt: skip
from bot.store import results as stored_results
from bot.store.backup import backup, restore
from bot.store.personal_data import Line
from bot.store.reviews import Review
from tests.store.conftest import FILE, GUILD, NOON, close_table, everything, looked_into, table

ANN, BOB, ANNS_DOUBLE = 223372036854775807, 323372036854775801, 2233720368547758072
"""As Discord's ids are; the third begins like the first."""


def played(id: str, at: int, *results: Result, names: tuple[str, ...] = ("Ann", "Bob")) -> Work:
    work = Work().do(journal.start_match, id, "t", GUILD, "hearts", "{}", at, "t")
    work.do(journal.start_deal, f"{id}-1", id, 1, json.dumps({"names": names, "secret": "s"})).do(
        journal.end_deal, f"{id}-1", "done", "{}"
    )
    return work.do(stored_results.finish_match, id, at, results)


def line(user: int, seat: int, outcome: str, net: int, name: str) -> Result:
    return Result(user, name, seat, seat + 1, outcome, 3, net, 0, 2, {"moons": 1})  # type: ignore[arg-type]


REVIEW = Review(1, {"decisions": [[1, 0, ["play", "QS"]]]})


async def lived_in(store: Store) -> None:
    """Ann and Bob have played at a night's table that is closed now, and Ann has left her marks everywhere."""
    state = json.dumps({"chairs": [{"user": ANN, "name": "Ann"}, {"user": BOB, "name": "Bob"}],
                        "panels": {str(ANN): [1, 2]}, "notice": f"<@{ANN}> leaves"})  # fmt: skip
    unit = Work().do(tables.save_table, table("t", state=state)).do(ledger.ensure_member, GUILD, ANN, "Ann", 1000, NOON)
    unit.do(ledger.ensure_member, GUILD, BOB, "Bob", 1000, NOON).do(
        ledger.ensure_member, GUILD, ANNS_DOUBLE, "Double", 1000, NOON
    )
    unit.do(ledger.refill, GUILD, ANN, "2026-11-21", buy_in=5000, amount=500, at=NOON)
    unit.do(ledger.transfer, "t:1", GUILD, [(member(GUILD, ANN), -300), (escrow("t", ANN), 300)], "buy-in", NOON)
    unit.do(ledger.transfer, "t:2", GUILD, [(escrow("t", ANN), -300), (escrow("t", BOB), 300)], "deal", NOON)
    unit.do(bank.grant, "k", GUILD, BOB, ANN, 70, "for Ann's cake", NOON)
    unit.do(prefs.set_pref, ANN, "compact", True).do(direct_messages.set_dm, ANN, 77).do(
        avatars.set_avatar, GUILD, ANN, Avatar("hash", NOON, b"face")
    )
    unit.do(nights.announce, Night("t", GUILD, 55, ANN, "Friday", NOON, None, "running", {"by": ANN}), None, NOON)
    unit.do(nights.note_course, "t", 1, Point("hearts", {str(ANN): -300, str(BOB): 300}))
    unit.do(bars.bar, "b", GUILD, BOB, ANN, NOON + 1000, "Ann was loud", NOON)
    unit.do(reviews.keep, GUILD, ANN, "m1", REVIEW, NOON).do(reviews.keep, GUILD, BOB, "m1", REVIEW, NOON)
    await store.commit(unit)
    await store.commit(played("m1", NOON + 1, line(ANN, 0, "L", -300, "Ann"), line(BOB, 1, "W", 300, "Bob")))
    await store.commit(played("m2", NOON + 2, line(ANN, 0, "W", 0, "Annie"), line(BOB, 1, "L", 0, "Bob"),
                              names=("Annie", "Bob")))  # fmt: skip
    nets, best = [(str(BOB), "Bob", 300), (str(ANN), "Ann", -300)], {"who": "Ann", "worth": [900]}
    ended: nights.Summary = {
        "nets": nets, "payments": [(str(ANN), str(BOB), 300)], "games": ["hearts"], "deals": 1, "pot": best,
        "hand": None,
    }  # fmt: skip
    await store.commit(Work().do(nights.end_night, "t", NOON + 3, ended))


AFTER_ANN = {
    "nets": [[str(BOB), "Bob", 300], ["-1", "Somebody", -300]], "payments": [["-1", str(BOB), 300]],
    "games": ["hearts"], "deals": 1, "pot": {"who": "Somebody", "worth": [900]}, "hand": None,
}  # fmt: skip
"""What is left of the night's summary when Ann has been erased."""
DAY, MIDNIGHT = 86_400_000, 1_700_006_400_000
"""A day is as long as that, and the one that NOON is in ends then."""


async def erased(store: Store, at: int = NOON + 9) -> None:
    found = await store.read(personal_data.traces, GUILD, ANN)
    work = Work().do(personal_data.forget_deals, found.deals, found.names)
    await store.commit(
        work.do(personal_data.erase, GUILD, ANN, found, at, since=at - at % DAY, until=at - at % DAY + DAY)
    )


def back(at: int = NOON + 10, grant: int = 1000) -> Work:
    """Ann comes to the bank."""
    return Work().do(ledger.ensure_member, GUILD, ANN, "Ann", grant, at)


def gives(key: str, amount: int, at: int = NOON, day_most: int = 500) -> Work:
    since = at - at % DAY
    return Work().do(bank.give, key, GUILD, ANN, BOB, amount, most=amount, day_most=day_most, since=since, at=at)


def remembered(place: str | Path) -> list[tuple[str, int]]:
    with looked_into(place) as db:
        return db.execute("SELECT what, amount FROM remembered ORDER BY what").fetchall()


async def test_results_come_page_by_page(store: Store) -> None:
    await lived_in(store)
    whole = await store.read(personal_data.results, GUILD, None)
    assert [(one.match, one.user) for one in whole] == [("m2", BOB), ("m2", ANN), ("m1", BOB), ("m1", ANN)]
    paged: list[Line] = []
    after = None
    while page := await store.read(personal_data.results, GUILD, None, after, 1):
        paged += page
        after = (page[-1].at, page[-1].match, page[-1].seat)
    assert paged == whole
    assert await store.read(personal_data.results, GUILD, ANN) == [one for one in whole if one.user == ANN]
    assert whole[3] == Line(NOON + 1, "hearts", "m1", 0, "t", ANN, "Ann", 1, "L", 3, -300, 0, 2, None, "match", 0, 0, 0,
                            1069, 69, -1, None, None, {"moons": 1})  # fmt: skip


async def test_everything_that_is_kept_of_a_member(store: Store) -> None:
    await lived_in(store)
    own = await store.read(personal_data.everything_but_results, GUILD, ANN)
    assert (own["name"], own["balance"], own["settings"]) == ("Ann", 1270, {"compact": True})
    assert [entry["why"] for entry in own["account"]] == ["manager's grant", "buy-in", "refill", "grant"]
    assert own["decisions about you"][0]["reason"] == "for Ann's cake"
    assert own["barred from tables until"] == NOON + 1000
    assert own["decisions about you"][1] == {
        "at": NOON, "what": "bar", "amount": None, "about": str(NOON + 1000), "reason": "Ann was loud",
    }  # fmt: skip
    bobs = (await store.read(personal_data.everything_but_results, GUILD, BOB))["decisions by you"]
    assert [one["what"] for one in bobs] == ["grant", "bar"] and own["decisions by you"] == []
    assert own["nights"] == [{"name": "Friday", "at": NOON, "yours": True}]
    assert own["direct messages"] == {"channel": 77, "closed": False}
    assert {row["matches"] for row in own["standings"]} == {2}
    assert [row["night"] for row in own["night nets"]] == ["t", "t"]
    json.dumps(own)
    nobody = await store.read(personal_data.everything_but_results, GUILD, 999)
    assert (nobody["name"], nobody["account"], nobody["standings"]) == (None, [], [])


async def test_whoever_only_announces_nights_comes_to_one_or_decides_has_data_there(store: Store) -> None:
    await store.commit(
        Work().do(nights.announce, Night("n", GUILD, 55, ANN, "Friday", NOON, None, "announced", {}), 2, NOON)
    )
    await store.commit(
        Work()
        .do(guests.answer, "n", BOB, "Bob", "in", NOON)
        .do(bank.note, "k", GUILD, ANNS_DOUBLE, "season", NOON, about="began one")
    )
    for user in (ANN, BOB, ANNS_DOUBLE):
        assert await store.read(personal_data.servers_of, user) == [GUILD]
    assert (await store.read(personal_data.everything_but_results, GUILD, BOB))["nights"] == [
        {"name": "Friday", "at": NOON, "yours": False}
    ]  # fmt: skip
    for user in (ANN, BOB, ANNS_DOUBLE):
        found = await store.read(personal_data.traces, GUILD, user)
        await store.commit(Work().do(personal_data.erase, GUILD, user, found, NOON, since=NOON, until=NOON + DAY))
        assert await store.read(personal_data.servers_of, user) == []


async def test_nothing_leads_to_an_erased_member_and_the_books_are_whole(store: Store, place: str | Path) -> None:
    await lived_in(store)
    with pytest.raises(Refused, match="You still have a part in an open table"):
        await store.read(personal_data.traces, GUILD, ANN)
    await store.commit(Work().do(close_table, "t"))
    await erased(store)
    told = everything(place)
    assert str(ANN) not in told.replace(str(ANNS_DOUBLE), "")
    assert "Ann" not in told
    assert await store.read(ledger.audit) == []
    assert (await store.read(ledger.balances, GUILD))[
        mint(GUILD)
    ] == -2300  # what Ann had is back there, but for what Bob won
    assert (await store.read(ledger.balances, GUILD, "t")) == {escrow("t", BOB): 300}
    assert (await store.read(ledger.balance, GUILD, BOB), await store.read(ledger.balance, GUILD, ANNS_DOUBLE)) == (
        1000,
        1000,
    )


async def test_what_others_have_played_stays(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().do(close_table, "t"))
    bobs = await store.read(records.stats, GUILD, BOB)
    await erased(store)
    assert await store.read(records.stats, GUILD, BOB) == bobs
    assert [line.user for line in await store.read(leaderboards.leaderboard, GUILD)] == [BOB]
    assert {one.name for one in await store.read(personal_data.results, GUILD, None)} == {"Bob", "Somebody"}
    night = await store.read(nights.night, "t")
    assert night is not None
    assert (night.host, night.terms, night.summary) == (-1, {"by": -1}, AFTER_ANN)
    deal = await store.read(journal.deal, "m2-1")
    assert deal is not None
    assert json.loads(deal.start) == {"names": ["Somebody", "Bob"], "secret": "s"}


async def test_what_decisions_were_worth_is_the_members_own(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().do(close_table, "t"))
    assert await store.read(reviews.of, GUILD, ANN, "m1") == REVIEW
    (kept,) = (await store.read(personal_data.everything_but_results, GUILD, ANN))["reviews"]
    assert (kept["match"], json.loads(kept["found"])) == ("m1", REVIEW.found)
    await erased(store)
    assert await store.read(reviews.of, GUILD, ANN, "m1") is None
    assert await store.read(reviews.of, GUILD, BOB, "m1") == REVIEW
    await store.commit(Work().do(reviews.keep, GUILD, ANN, "m1", REVIEW, NOON + 20))
    assert await store.read(reviews.of, GUILD, ANN, "m1") is None, "it was being worked out when she was erased"


async def test_whoever_comes_back_begins_with_nothing(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().do(close_table, "t"))
    await erased(store)
    await store.commit(back())
    await store.commit(Work().do(ledger.ensure_member, GUILD, ANNS_DOUBLE, "Double", 1000, NOON + 10))
    assert (await store.read(ledger.balance, GUILD, ANN), await store.read(ledger.balance, GUILD, ANNS_DOUBLE)) == (
        0,
        1000,
    )
    assert (await store.read(bank.history, GUILD, ANN)).total == 0
    await erased(store)  # a second time, under another number
    await store.commit(back())
    assert await store.read(ledger.balance, GUILD, ANN) == 0, "first chips are given once"
    await store.commit(Work().do(ledger.ensure_member, 8, ANN, "Ann", 1000, NOON))
    assert await store.read(ledger.balance, 8, ANN) == 1000, "another server knows nothing of it"
    assert await store.read(ledger.audit) == []


async def test_a_day_has_one_limit_of_gifts_however_often_somebody_is_erased(store: Store, place: str | Path) -> None:
    """Twenty rounds of 500, against a limit of 500 a day."""
    given = 0
    for n in range(20):
        await store.commit(back())
        await store.commit(Work().do(bank.grant, f"boss{n}", GUILD, 900, ANN, 500, "", NOON))
        try:
            await store.commit(gives(f"gift{n}", 500))
            given += 500
        except OverLimit as why:
            assert why.left == 0
        assert (await store.read(bank.purse, GUILD, ANN, NOON - NOON % DAY)).given == 500
        await erased(store)
    assert given == 500
    assert (await store.read(ledger.balance, GUILD, BOB), await store.read(ledger.audit)) == (500, [])

    assert remembered(place) == [("gift", 500), ("grant", 0)]
    await store.commit(Work().do(heartbeat.beat, ALONE, MIDNIGHT - 1))
    assert remembered(place) == [("gift", 500), ("grant", 0)]
    await store.commit(Work().do(heartbeat.beat, ALONE, MIDNIGHT))
    assert remembered(place) == [("grant", 0)]
    await store.commit(back(MIDNIGHT).do(bank.grant, "boss", GUILD, 900, ANN, 500, "", MIDNIGHT))
    await store.commit(gives("tomorrow", 500, MIDNIGHT))
    assert await store.read(ledger.balance, GUILD, BOB) == 1000


@FILE
async def test_a_backup_that_is_put_back_knows_the_limit_too(store: Store, tmp_path: Path) -> None:
    await store.commit(back())
    await store.commit(Work().do(bank.grant, "boss", GUILD, 900, ANN, 500, "", NOON))
    await store.commit(gives("gift", 500))
    await erased(store)
    kept, put_back = tmp_path / "kept.zip", tmp_path / "again.db"
    backup(tmp_path / "room.db", kept)
    restore(kept, put_back)
    async with await Store.open(put_back) as again:
        await again.commit(back())
        await again.commit(Work().do(bank.grant, "boss2", GUILD, 900, ANN, 500, "", NOON))
        with pytest.raises(OverLimit):
            await again.commit(gives("gift2", 1))


async def test_refills_and_buy_ins_of_the_day_are_remembered(store: Store) -> None:
    await store.commit(Work().do(tables.save_table, table("t", status="closed")))
    await store.commit(back(grant=0).do(ledger.refill, GUILD, ANN, "2023-11-14", buy_in=1, amount=600, at=NOON))
    await store.commit(
        Work().do(ledger.transfer, "b", GUILD, [(member(GUILD, ANN), -600), (escrow("t", ANN), 600)], "buy-in", NOON)
    )
    await erased(store)
    await store.commit(back(grant=0))
    with pytest.raises(NoRefill, match="You have had your refill for today"):
        await store.commit(Work().do(ledger.refill, GUILD, ANN, "2023-11-14", buy_in=1, amount=600, at=NOON))
    await store.commit(Work().do(ledger.refill, GUILD, ANN, "2023-11-15", buy_in=1, amount=600, at=MIDNIGHT))
    again = Work().do(ledger.transfer, "c", GUILD, [(member(GUILD, ANN), -500), (escrow("t", ANN), 500)], "rebuy", NOON)
    with pytest.raises(OverLimit):
        await store.commit(again.do(bank.limit_buy_ins, GUILD, ANN, since=NOON - NOON % DAY, most=1000))
    assert (await store.read(bank.purse, GUILD, ANN, NOON - NOON % DAY)).bought == 600
    assert (await store.read(bank.purse, GUILD, ANN, MIDNIGHT)).bought == 0


async def test_a_debt_waits_for_whoever_comes_back(store: Store) -> None:
    await store.commit(Work().do(bank.set_credit, "s", GUILD, 900, None, 300, "", NOON))
    await store.commit(back().do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    await store.commit(gives("g", 1300, day_most=9000))
    await erased(store)
    assert await store.read(ledger.balance, GUILD, ANN) == 0
    await store.commit(Work().do(bank.set_credit, "t", GUILD, 900, None, 100, "", NOON))
    await store.commit(back())
    assert await store.read(ledger.balance, GUILD, ANN) == -300, (
        "more than the server lends by now, and owed all the same"
    )
    (line,) = (await store.read(bank.history, GUILD, ANN)).entries
    assert (line.why, line.amount) == ("debt", -300)
    with pytest.raises(Overdraft):
        await store.commit(gives("h", 1, day_most=9000))
    await erased(store)
    await store.commit(back())
    assert await store.read(ledger.balance, GUILD, ANN) == -300, "a second time, too"
    await store.commit(Work().do(bank.grant, "k", GUILD, 900, ANN, 300, "repaid", NOON))
    await erased(store)
    await store.commit(back())
    assert await store.read(ledger.balance, GUILD, ANN) == 0, "what is repaid is over"
    assert await store.read(ledger.audit) == []


async def test_a_credit_of_ones_own_waits_until_managers_change_it(store: Store) -> None:
    await store.commit(Work().do(bank.set_credit, "s", GUILD, 900, None, 300, "", NOON))
    await store.commit(back().do(bank.set_credit, "own", GUILD, 900, ANN, 0, "no more", NOON))
    await erased(store)
    await store.commit(back())
    assert (await store.read(bank.purse, GUILD, ANN, 0)).credit == 0
    await erased(store)
    await store.commit(Work().do(bank.set_credit, "new", GUILD, 900, ANN, None, "", NOON))
    await store.commit(back())
    assert (await store.read(bank.purse, GUILD, ANN, 0)).credit == 300


async def test_what_is_remembered_names_nobody_and_is_told_to_whom_it_is_about(store: Store, place: str | Path) -> None:
    await store.commit(back().do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    await store.commit(gives("g", 200))
    await erased(store)
    assert str(ANN) not in everything(place)
    with looked_into(place) as db:
        hashes = {bytes(who) for (who,) in db.execute("SELECT who FROM remembered")}
        (key,) = db.execute("SELECT key FROM hash_key").fetchone()
    assert hashes == {hmac.digest(key, f"{GUILD}:{ANN}".encode(), "sha256")}
    asked = await store.read(personal_data.everything_but_results, GUILD, ANN)
    assert asked["remembered since your data was erased"] == {"gift": 200, "grant": 0}
    assert (await store.read(personal_data.everything_but_results, GUILD, BOB))[
        "remembered since your data was erased"
    ] == {}


async def test_a_table_joined_and_closed_while_one_is_being_erased(store: Store, place: str | Path) -> None:
    """Between the search and the erasure Ann plays on, at a new table and at one that was open."""
    await store.commit(
        Work().do(tables.save_table, table("t", status="closed")).do(tables.save_table, table("old", "{}"))
    )
    await store.commit(back().do(ledger.ensure_member, GUILD, BOB, "Bob", 0, NOON))
    found = await store.read(personal_data.traces, GUILD, ANN)
    with_ann = json.dumps({"chairs": [{"user": ANN, "name": "Annie"}]})
    await store.commit(
        Work().do(tables.save_table, table("new", with_ann)).do(tables.save_table, table("old", with_ann, version=1))
    )
    erasure = Work().do(personal_data.forget_deals, found.deals, found.names)
    erasure.do(personal_data.erase, GUILD, ANN, found, NOON + 9, since=NOON - NOON % DAY, until=MIDNIGHT)
    with pytest.raises(Refused, match="You still have a part in an open table"):
        await store.commit(erasure)
    await store.commit(Work().do(ledger.ensure_member, GUILD, ANN, "Annie", 0, NOON))
    for at in ("new", "old"):
        work = Work().do(journal.start_match, at, at, GUILD, "hearts", "{}", NOON)
        work.do(journal.start_deal, f"{at}-1", at, 1, json.dumps({"names": ["Annie", "Bob"]})).do(
            journal.end_deal, f"{at}-1", "void", None
        )
        await store.commit(work.do(close_table, at))
    await store.commit(erasure)
    told = everything(place)
    assert str(ANN) not in told
    assert "Ann" not in told
    assert await store.read(ledger.audit) == []


async def test_another_server_keeps_what_is_its_own(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().do(close_table, "t").do(ledger.ensure_member, 8, ANN, "Ann", 500, NOON))
    await erased(store)
    assert await store.read(ledger.balance, 8, ANN) == 500
    assert await store.read(prefs.of_person, ANN) == {"compact": True}
