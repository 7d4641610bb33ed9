"""A server that removes the bot: kept for a while, then gone without a trace, and no other server with it."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from bot.store import (
    ALONE,
    Dm,
    Night,
    Point,
    Store,
    Work,
    direct_messages,
    escrow,
    ledger,
    left_servers,
    member,
    nights,
    personal_data,
    prefs,
    settings,
    tables,
)
from bot.store.backup import backup
from bot.store.backup import restore as put_back
from bot.store.database import migrate
from tests.store.conftest import BOB, GUILD, NOON, columns, everything, looked_into, table
from tests.store.test_personal_data import ANN, lived_in

ELSEWHERE = 8


def left_over(place: str | Path, guild: int) -> dict[str, int]:
    """How many rows of a server there are in each table that knows servers, and of those that hang on them."""
    with looked_into(place) as db:
        servers = [name for name, known in columns(db).items() if "guild" in known]
        found = {
            name: db.execute(f"SELECT count(*) FROM {name} WHERE guild = ?", (guild,)).fetchone()[0] for name in servers
        }
        for name in ("deals", "deal_rows", "postings", "night_course", "deadlines"):
            found[name] = db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
    return {name: rows for name, rows in found.items() if rows}


async def test_a_server_is_erased_with_all_that_hangs_on_it(store: Store, place: str | Path) -> None:
    await lived_in(store)
    await store.commit(
        Work()
        .do(settings.set_setting, GUILD, "grant", 5)
        .do(tables.set_deadline, "t", 5)
        .do(left_servers.note_departure, GUILD, NOON)
    )
    assert len(left_over(place, GUILD)) > 15
    while deals := await store.read(left_servers.deals_of_server, GUILD, 1):
        await store.commit(Work().do(left_servers.drop_deals, GUILD, deals))
    await store.commit(Work().do(left_servers.erase_server, GUILD))
    assert left_over(place, GUILD) == {} and await store.read(ledger.audit) == []
    assert await store.read(left_servers.left_by, ALONE, 2**62) == [] and await store.read(prefs.of_person, ANN) == {}
    assert str(ANN) not in everything(place)


async def test_other_servers_and_who_is_a_member_there_stay(store: Store, place: str | Path) -> None:
    await lived_in(store)
    unit = (
        Work()
        .do(tables.save_table, replace(table("far"), guild=ELSEWHERE))
        .do(ledger.ensure_member, ELSEWHERE, ANN, "Ann", 1000, NOON)
    )
    unit.do(
        ledger.transfer, "far:1", ELSEWHERE, [(member(ELSEWHERE, ANN), -300), (escrow("far", ANN), 300)], "buy-in", NOON
    )
    unit.do(nights.announce, Night("far", ELSEWHERE, 55, ANN, "Friday", NOON, None, "running", {}), None, NOON)
    unit.do(nights.note_course, "far", 1, Point("hearts", {str(ANN): -300}))
    await store.commit(unit)
    before = left_over(place, ELSEWHERE)
    await store.commit(Work().do(left_servers.note_departure, GUILD, NOON).do(left_servers.erase_server, GUILD))
    after = left_over(place, ELSEWHERE)
    assert {name: before[name] for name in ("card_tables", "members", "accounts", "transfers", "nights")} == {
        name: after[name] for name in ("card_tables", "members", "accounts", "transfers", "nights")
    }
    assert await store.read(ledger.balance, ELSEWHERE, ANN) == 700 and await store.read(ledger.audit) == []
    assert (
        await store.read(prefs.of_person, ANN) == {"compact": True}
        and (await store.read(direct_messages.dm, ANN)).channel == 77
    )
    assert (
        await store.read(personal_data.servers_of, ANN) == [ELSEWHERE]
        and await store.read(personal_data.servers_of, BOB) == []
    )


async def test_nothing_of_a_server_that_has_the_bot_is_erased(store: Store, place: str | Path) -> None:
    await lived_in(store)
    before = left_over(place, GUILD)
    await store.commit(Work().do(left_servers.erase_server, GUILD))
    await store.commit(
        Work().do(left_servers.drop_deals, GUILD, await store.read(left_servers.deals_of_server, GUILD, 9))
    )
    assert left_over(place, GUILD) == before
    with looked_into(place) as db, pytest.raises((sqlite3.IntegrityError, psycopg.Error), match="a posting is final"):
        db.execute("DELETE FROM postings")


async def test_a_departure_counts_from_when_it_was_noticed_first(store: Store) -> None:
    await lived_in(store)
    await store.commit(Work().do(left_servers.note_servers, ALONE, [ELSEWHERE], NOON))
    await store.commit(
        Work()
        .do(left_servers.note_servers, ALONE, [ELSEWHERE], NOON + 9)
        .do(left_servers.note_departure, GUILD, NOON + 9)
    )
    assert await store.read(left_servers.left_by, ALONE, NOON - 1) == []
    assert await store.read(left_servers.left_by, ALONE, NOON) == [GUILD]
    await store.commit(Work().do(left_servers.note_return, GUILD))
    assert await store.read(left_servers.left_by, ALONE, 2**62) == []
    await store.commit(Work().do(left_servers.note_departure, GUILD, NOON))
    await store.commit(Work().do(left_servers.note_servers, ALONE, [GUILD], NOON + 9))
    assert await store.read(left_servers.left_by, ALONE, 2**62) == []


async def test_a_database_of_before_gets_the_new_tables_and_keeps_its_books(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    db = sqlite3.connect(old, isolation_level=None)
    migrate(db, 8)
    db.execute("INSERT INTO dms (user, channel, flagged) VALUES (1, 77, 0)")
    db.execute("INSERT INTO settings (guild, key, value) VALUES (?, 'grant', ?)", (GUILD, json.dumps(5)))
    db.close()
    async with await Store.open(old) as store:
        assert await store.read(direct_messages.dm, 1) == Dm(77, flagged=False)
        await store.commit(Work().do(left_servers.note_servers, ALONE, [], NOON))
        assert await store.read(left_servers.left_by, ALONE, NOON) == [GUILD]
    backup(old, tmp_path / "b.zip")
    put_back(tmp_path / "b.zip", tmp_path / "new.db")
