"""Several processes of the card room: what is known about people, and what limits hold for them, holds in all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.host import hearing
from bot.host.calls import direct
from bot.host.controls import data_export
from bot.host.room import Room
from bot.store import (
    Cluster,
    Refused,
    Store,
    Work,
    direct_messages,
    lease,
    ledger,
    left_servers,
    personal_data,
)
from tests.host.here import eventually
from tests.host.several import Several, several
from tests.host.test_direct import Discord
from tests.store.conftest import ANN, BOB, GUILD, NOON

BOTH = (Cluster(0, 2), Cluster(1, 2))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "APART", 0.0)
    monkeypatch.setattr(lease, "IDENTIFY_SECONDS", 0.0)


# ---- two rooms -------------------------------------------------------------------------------


@pytest.fixture
def discord_() -> Discord:
    return Discord()


@pytest_asyncio.fixture
async def rooms(postgres_database: str, discord_: Discord) -> AsyncIterator[list[Room]]:
    """Of both processes, each with three direct messages an hour at most."""
    client: Any = discord_
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(await Store.open(postgres_database, cluster=each)) for each in BOTH]
        found = [Room(client, store, {}, 3) for store in stores]
        for room in found:
            hearing.listen(room)
            stack.push_async_callback(room.close)
        yield found


async def test_what_somebody_chooses_holds_in_each_process_that_knows_them(rooms: list[Room]) -> None:
    one, other = rooms
    await other.people.learn(ANN)
    await one.prefer(ANN, {"remind": "never", "panel": "ephemeral"})
    await eventually(lambda: other.people.prefs[ANN].remind == "never" and ANN in other.people.direct.on_table)
    await one.prefer(BOB, {"remind": "never"})
    await other.prefer(ANN, {"panel": "dm"})
    await eventually(lambda: ANN not in one.people.direct.on_table)
    assert BOB not in other.people.prefs, "whom nobody has asked for is not kept"


async def test_closed_direct_messages_are_closed_everywhere_until_their_owner_wants_them(rooms: list[Room]) -> None:
    one, other = rooms
    for room in rooms:
        await room.people.learn(ANN)
    await one.people.direct.shut(ANN)
    await eventually(lambda: ANN in other.people.direct.closed)
    await other.prefer(ANN, {"panel": "dm"})
    await eventually(lambda: ANN not in one.people.direct.closed)


async def test_what_is_erased_is_known_nowhere(rooms: list[Room]) -> None:
    one, other = rooms
    await one.store.commit(Work().do(ledger.ensure_member, GUILD, ANN, "Ann", 0, NOON))
    await other.prefer(ANN, {"remind": "never"})
    found = await one.store.read(personal_data.traces, GUILD, ANN)
    await one.store.commit(Work().do(personal_data.erase, GUILD, ANN, found, NOON, since=0, until=NOON))
    await eventually(lambda: other.people.prefs[ANN].remind == "later")


async def test_what_goes_with_a_server_is_known_nowhere(rooms: list[Room]) -> None:
    one, other = rooms
    await one.store.commit(Work().do(ledger.ensure_member, GUILD, ANN, "Ann", 0, NOON))
    await other.prefer(ANN, {"remind": "never"})
    await one.store.commit(Work().do(left_servers.note_departure, GUILD, NOON).do(left_servers.erase_server, GUILD))
    await eventually(lambda: other.people.prefs[ANN].remind == "later")


async def test_so_many_direct_messages_an_hour_are_opened_by_all_together(rooms: list[Room], discord_: Discord) -> None:
    opened = await asyncio.gather(*(rooms[n % 2].people.direct.channel(n) for n in range(1, 11)))
    assert len(discord_.opened) == 3 == sum(channel is not None for channel in opened)
    assert await rooms[0].people.direct.channel(11, asked=True) == 5011


async def test_one_is_opened_a_second_by_all_together(
    rooms: list[Room], discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct, "APART", 0.2)
    await asyncio.gather(*(rooms[n % 2].people.direct.channel(n) for n in (1, 2, 3)))
    booked = sorted([(await rooms[0].store.read(direct_messages.dm, n)).opened or 0 for n in (1, 2, 3)])
    assert booked[0] + 200 <= booked[1] and booked[1] + 200 <= booked[2] and sorted(discord_.opened) == [1, 2, 3]


@pytest.mark.parametrize("asked", [False, True])
async def test_once_discord_has_said_that_there_were_too_many_no_process_opens_one(
    rooms: list[Room], discord_: Discord, asked: bool
) -> None:
    one, other = rooms
    discord_.refuses = direct.QUARANTINED
    assert await one.people.direct.channel(1) is None
    discord_.refuses = None
    await eventually(lambda: other.people.direct.rests)
    assert await other.people.direct.channel(2, asked=asked) is None and discord_.opened == [1]


# ---- two bots --------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def both(postgres_database: str, tmp_path: Path, in_thread: None) -> AsyncIterator[Several]:
    """Both processes, ready, and Ana's direct messages, which the first one hears."""
    async with several(postgres_database, tmp_path) as made:
        await made.start(0, 1)
        await made.ana.dm()
        yield made


async def test_where_somebody_wants_their_panel_holds_for_a_table_elsewhere(both: Several) -> None:
    panels, user = (await both.table(1)).table.posted.panels, int(both.ana.id)
    await eventually(lambda: user in panels and panels[user].message)
    await both.ana.slash("@dm", "prefs", hands="on the table")
    await eventually(lambda: user not in panels)
    await both.ana.slash("@dm", "prefs", hands="by direct message")
    await eventually(lambda: user in panels and panels[user].message)


async def test_who_plays_elsewhere_is_not_erased(both: Several) -> None:
    await (await both.table(1)).commits.settled()
    with pytest.raises(Refused, match="You still have a part in an open table"):
        await data_export.erase(both.rooms[0].room, both.servers[1], int(both.ana.id))
