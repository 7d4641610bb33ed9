"""Nights that were announced before there were reminders and lobbies that open on their own: they go on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.store import Night, Work, nights, planned
from bot.store.connection import Connection
from bot.store.database import Database
from bot.table.state import LOBBY
from tests.earlier.test_tables import records

from .server import Server, labels

HOUR_MS = 3_600_000
MADE = 1_700_000_000_000
"""When the records were made (ms)."""
ANN, BOB, CLEO = 101, 102, 103
AHEAD = ("ahead-past", "ahead-soon", "ahead-later", "ahead-same-hour", "ahead-off")
TABLES = ("nights", "night_guests", "night_plans")


async def migrated(tmp_path: Path) -> dict[str, list[dict[str, Any]]]:
    """What this version makes of those nights, by table."""
    file = tmp_path / "earlier.db"
    with sqlite3.connect(file) as db:
        records(13).backup(db)
    await (await Database.writer(file, 2000)).close()
    with sqlite3.connect(file) as db:
        db.row_factory = sqlite3.Row
        return {
            name: [dict(row) for row in db.execute(f"SELECT * FROM {name}") if row[of] in AHEAD]
            for name, of in zip(TABLES, ("id", "night", "night"), strict=True)
        }


def taken_over(db: Connection, rows: dict[str, list[dict[str, Any]]]) -> None:
    for table, found in rows.items():
        for row in found:
            marks = ", ".join("?" for _ in row)
            db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


@pytest.fixture
def people(server: Server) -> dict[int, Any]:
    return {number: server.person(name) for number, name in ((ANN, "ann"), (BOB, "bob"), (CLEO, "cleo"))}


async def upgraded(server: Server, people: dict[int, Any], tmp_path: Path) -> dict[str, Night]:
    """Those nights in this server, as long before now and after now as they were when they were stored, with their
    announcements as they were sent."""
    rows, later = await migrated(tmp_path), server.bot.room.now() - MADE
    place = server.bot.get_channel(server.channel.id)
    assert isinstance(place, discord.TextChannel)
    others = {71: server.guild.create_text_channel("lounge").id, 70: server.channel.id}
    for row in rows["nights"]:
        row["guild"], row["channel"] = server.guild.id, others[row["channel"]]
        row["host"], row["starts"] = people[row["host"]].id, row["starts"] + later
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="I'm in", custom_id=f"cr:night:0:@in:{row['id']}"))
        channel = server.bot.get_channel(row["channel"])
        assert isinstance(channel, discord.TextChannel)
        sent = await channel.send("as it was", view=view if row["status"] == "announced" else discord.utils.MISSING)
        row["terms"] = json.dumps(json.loads(row["terms"]) | {"announcement": sent.id, "event": None})
        row["event"] = None
    for row in rows["night_guests"]:
        row["guild"], row["user"] = server.guild.id, people[row["user"]].id
    for row in rows["night_plans"]:
        row["guild"], row["at"] = server.guild.id, row["at"] + later if row["at"] else 0
    await server.store.commit(Work().do(taken_over, rows))
    server.bot.room.planner.wake()
    await server.env.settle()
    found = [await server.store.read(nights.night, id) for id in AHEAD]
    return {night.id.removeprefix("ahead-"): night for night in found if night is not None}


async def test_names_are_kept_and_everything_is_planned(tmp_path: Path) -> None:
    rows = await migrated(tmp_path)
    for night in AHEAD:
        who = sorted((row for row in rows["night_guests"] if row["night"] == night), key=lambda row: row["since"])
        assert [row["user"] for row in who] == [BOB, CLEO, ANN], "in the order in which they said so"
        assert all(row["answer"] == "in" and row["pressed"] for row in who)
    assert all("coming" not in json.loads(row["terms"]) for row in rows["nights"])
    starts = {row["id"]: row["starts"] for row in rows["nights"]}
    for night in AHEAD:
        ahead = {row["what"]: row["at"] - starts[night] for row in rows["night_plans"] if row["night"] == night}
        expected = {"day": -24 * HOUR_MS, "hour": -HOUR_MS, "open": -HOUR_MS, "lapse": 12 * HOUR_MS}
        assert ahead == (expected if night != "ahead-off" else {})


async def test_they_go_on(server: Server, people: dict[int, Any], tmp_path: Path) -> None:
    ann, bob, cleo = people.values()
    found = await upgraded(server, people, tmp_path)
    assert found["past"].status == "cancelled" and not server.bot.room.sessions, "no lobby opens after a month"
    assert (await server.announcement(found["past"])).content.startswith("**Night past** did not begin")
    lounge = server.bot.get_channel(found["soon"].channel)
    assert isinstance(lounge, discord.TextChannel)

    async def there() -> list[str]:
        return [m.content async for m in lounge.history(limit=20)]

    await server.env.advance_time(10)
    called = [text for text in await there() if text.startswith("<@")]
    assert len(called) == 1 and called[0].startswith(f"<@{bob.id}> <@{cleo.id}> <@{ann.id}> **Night soon** begins")
    await server.env.advance_time(3_600)
    tonight = server.table.table
    assert tonight.phase == LOBBY and tonight.night is not None
    assert tonight.night.expected == [bob.id, cleo.id, ann.id] and tonight.host == ann.id
    called = [text for text in await there() if text.startswith("<@")]
    assert len(called) == 1 and "press **Join** on its table" in called[0], "the reminder is gone"


async def test_an_old_button_answers(server: Server, people: dict[int, Any], tmp_path: Path) -> None:
    _, bob, _ = people.values()
    dora = server.person("dora")
    found = await upgraded(server, people, tmp_path)
    await dora.click(await server.announcement(found["later"]), label="I'm in")
    now = await server.announcement(found["later"])
    assert f"**In** (4): <@{bob.id}>" in now.content and f"<@{dora.id}>" in now.content
    assert labels(now) == ["In", "Maybe", "Out", "Host…"]
    await bob.click(now, label="In")
    assert "**In** (3)" in (await server.announcement(found["later"])).content


async def test_of_two_at_one_hour_in_one_channel_one_opens_and_the_other_says_why(
    server: Server, people: dict[int, Any], tmp_path: Path
) -> None:
    found = await upgraded(server, people, tmp_path)
    await server.slash(people[ANN], "night cancel", announced=found["soon"].id)
    await server.env.advance_time(48 * 3_600 + 20 * 60)
    one, other = [await server.store.read(nights.night, found[name].id) for name in ("later", "same-hour")]
    assert one is not None and other is not None and {one.status, other.status} == {"running", "announced"}
    waits = one if one.status == "announced" else other
    assert "Its table is not open: A night is on in this channel already" in (await server.announcement(waits)).content
    assert "open" not in await server.store.read(planned.of_night, waits.id), "it is tried for a quarter of an hour"
