"""Every table of the database has its line in the inventory, and the line is true."""

from pathlib import Path

from bot.store import Store, personal_data
from bot.store.connection import Connection
from bot.store.inventory import TABLES
from tests.store.conftest import GUILD, columns
from tests.store.test_personal_data import ANN, lived_in

PRIVACY = " ".join((Path(__file__).parents[2] / "PRIVACY.md").read_text(encoding="utf-8").replace("**", "").split())
PEOPLE = {"user", "other", "host", "owner", "member", "manager"}
"""Columns that say who somebody is."""


async def test_no_table_is_missing(store: Store) -> None:
    found = await store.read(columns)
    assert found.keys() == TABLES.keys()
    for name, has in found.items():
        held = TABLES[name]
        assert held.server or not has & {"guild", "card_table", "match", "deal", "night"}, f"{name} knows servers"
        assert held.member or held.stays or not has & PEOPLE, f"{name} knows people"


def test_the_privacy_notice_speaks_of_each() -> None:
    for name, held in TABLES.items():
        assert held.notice in PRIVACY, name
        assert held.notice or not (held.server or held.member or held.stays or held.mine), name


async def test_what_a_member_is_shown_is_named_by_the_tables_it_comes_from(store: Store) -> None:
    await lived_in(store)
    shown = await store.read(personal_data.everything_but_results, GUILD, ANN)
    named = {part for held in TABLES.values() for part in held.mine}
    named |= {name.replace("_", " ") for name, held in TABLES.items() if held.as_rows}
    assert shown.keys() - {"user", "server"} == named - {"results"}


async def test_what_goes_with_a_server_or_a_member_can_be_asked(store: Store) -> None:
    def rows(db: Connection) -> int:
        whose = {"guild": GUILD, "user": ANN}
        conditions = [(name, of) for name, held in TABLES.items() for of in (held.server, held.member) if of]
        return sum(
            db.execute(f"SELECT count(*) FROM {name} WHERE {of}", whose).fetchone()[0] for name, of in conditions
        )

    await lived_in(store)
    assert await store.read(rows) > 20
