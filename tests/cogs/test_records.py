"""`/records`: results as a table, one's own data, and its end after two questions."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import zipfile
from typing import Any

import pytest

from bot.host.controls import data_export
from bot.store import Work, ledger, personal_data
from bot.table import hosting

from .server import Server, said
from .test_leaderboard import played
from .test_night import opened, share_the_pot


async def sent(result: Any) -> tuple[str, str, bytes]:
    """What an answer with a file says, the file's name, and the file."""
    (message,) = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
    (file,) = message.attachments
    return message.content, file.filename, await file.read()


async def two_matches(server: Server, ana: Any, bo: Any) -> None:
    await played(server, "red-dog", 0, (ana, "W", 550), (bo, "L", -550), at=1_780_000_000_000)
    await played(server, "hearts", 1, (ana, "L", 0), (bo, "W", 0), at=1_780_000_100_000)


async def test_own_results_as_a_table(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("=bo()")
    await two_matches(server, ana, bo)
    told, name, content = await sent(await bo.slash(server.channel, "records results"))
    assert (told, name) == ("2 results.", "results.csv")
    rows = [*csv.DictReader(io.StringIO(content.decode()))]
    assert [row["game"] for row in rows] == ["hearts", "red-dog"]
    assert {key: rows[1][key] for key in ("finished", "name", "user", "outcome", "net", "moons")} == {
        "finished": "2026-05-28T20:26:40+00:00", "name": "'=bo()", "user": str(bo.id), "outcome": "L", "net": "-5.5",
        "moons": "1",
    }  # fmt: skip
    cy = server.person("cy")
    assert await server.slash(cy, "records results") == "There are no results yet."


async def test_all_results_are_for_managers_and_large_files_are_packed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    await two_matches(server, ana, bo)
    assert await server.slash(ana, "records server") == "Only somebody who manages this server can do that."
    monkeypatch.setattr(data_export, "_PLAIN", 10)
    told, name, content = await sent(await boss.slash(server.channel, "records server"))
    assert (told, name) == ("4 results.", "results.zip")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        rows = [*csv.DictReader(io.StringIO(archive.read("results.csv").decode()))]
    assert {row["name"] for row in rows} == {"ana", "bo"}
    monkeypatch.setattr(data_export, "MOST_LINES", 3)
    told, *_ = await sent(await boss.slash(server.channel, "records server"))
    assert told == "3 results, the newest."


async def test_everything_about_oneself(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bobolink")
    await two_matches(server, ana, bo)
    await server.slash(ana, "bank balance")
    told, name, content = await sent(await ana.slash(server.channel, "records mine"))
    assert (told, name) == ("This is all that is kept about you here.", "my-data.json")
    data = json.loads(content)
    assert (data["name"], data["balance"], len(data["results"])) == ("ana", 100_000, 2)
    assert "bobolink" not in content.decode()


async def test_erased_after_two_questions(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await two_matches(server, ana, bo)
    await server.slash(ana, "bank balance")
    answer = await server.slash(ana, "records erase")
    assert answer == "You still have a part in an open table; your data can be erased when it is closed."
    await server.sure(ana, "table close")
    before = await server.books()

    asked = (await ana.slash(server.channel, "records erase")).response
    kept = await ana.click(asked, label="Keep it")
    assert kept.response.content == "Nothing was erased."
    asked = (await ana.slash(server.channel, "records erase")).response
    again = (await ana.click(asked, label="Erase my data")).response
    assert again.content.endswith("Erase everything?")
    assert await server.books() == before

    done = (await ana.click(again, label="Yes, erase it for good")).response
    assert done.content == "Your data is erased."
    assert not done.components
    answer = await server.slash(bo, "stats", member=ana, show="text")
    assert answer.startswith("ana has no result here yet. A match counts when it is over;")
    lines = (await server.slash(bo, "leaderboard", show="text")).splitlines()
    assert [line.split("**")[1] for line in lines[1:]] == ["bo"]
    assert await server.store.read(ledger.balance, server.guild.id, ana.id) == 0
    assert await server.store.read(ledger.audit) == []


async def test_erasing_oneself_is_no_way_round_the_limit_of_gifts(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.bot.room, "now", lambda: 1_780_000_000_000)
    ana, bo, boss = server.person("ana"), server.person("bo"), server.manager("boss")
    await server.slash(boss, "bank limits", gift="500", gifts_a_day="500")
    for n in range(20):
        await server.slash(ana, "bank balance")
        if n:
            answer = await server.slash(ana, "bank give", member=bo, amount="500")
            assert answer == "Gifts here are at most 500 chips a day; you may give 0 more today."
            assert await server.slash(ana, "bank balance") == "You have 0 play chips in the bank."
        else:
            await server.slash(ana, "bank give", member=bo, amount="500")
        asked = (await ana.slash(server.channel, "records erase")).response
        assert "until the day is over" in asked.content
        sure = (await ana.click(asked, label="Erase my data")).response
        await ana.click(sure, label="Yes, erase it for good")
    assert await server.store.read(ledger.balance, server.guild.id, bo.id) == 150_000
    assert await server.store.read(ledger.audit) == []
    _, _, content = await sent(await ana.slash(server.channel, "records mine"))
    assert json.loads(content)["remembered since your data was erased"] == {"gift": 50_000, "grant": 0}


async def test_a_whole_night_forgets_whoever_is_erased(server: Server) -> None:
    ana, bo = server.person("anastasia"), server.person("bo")
    session = await opened(server, ana, bo, name="Friday")
    await server.slash(ana, "night pick", game="red-dog", options="cut: off")
    await share_the_pot(server, ana, bo)
    await server.slash(ana, "prefs", reminders="never")
    await session.commits.settled()
    await hosting.close(session)
    await data_export.erase(server.bot.room, server.guild.id, ana.id)
    db = sqlite3.connect(server.bot.database)
    told = "\n".join(db.iterdump())
    db.close()
    assert str(bo.id) in told
    assert str(ana.id) not in told
    assert "anastasia" not in told
    assert await server.store.read(ledger.audit) == []


# ---- in a direct message -----------------------------------------------------------------


async def test_whoever_has_left_the_server_has_their_data_shown_and_erased(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await two_matches(server, ana, bo)
    server.guild.remove_member(bo)
    await server.env.settle()
    told, name, content = await sent(await bo.user.slash("records mine"))
    assert (told, name) == ("This is all that is kept about you in Test Guild.", "my-data.json")
    assert len(json.loads(content)["results"]) == 2
    told, *_ = await sent(await bo.user.slash("records results"))
    assert told == "2 results."
    asked = (await bo.user.slash("records erase")).response
    assert asked.content.startswith("**Test Guild**: This erases")
    again = (await bo.user.click(asked, label="Erase my data")).response
    done = (await bo.user.click(again, label="Yes, erase it for good")).response
    assert done.content == "Your data is erased."
    assert (
        await server.store.read(personal_data.servers_of, bo.id) == [] and await server.store.read(ledger.audit) == []
    )
    told, _, content = await sent(await bo.user.slash("records mine"))
    assert told.startswith("Nothing is kept about you in any server") and json.loads(content)["results"] == []


async def test_of_several_servers_one_is_named(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    await two_matches(server, ana, bo)
    await server.store.commit(Work().do(ledger.ensure_member, 8, bo.id, "bo", 1000, 1_780_000_000_000))
    answer = said(await bo.user.slash("records mine"))
    assert answer == "Something is kept about you in 2 servers; say with `server:` which one you mean."
    told, _, content = await sent(await bo.user.slash("records mine", server="8"))
    assert told == "This is all that is kept about you in a server that I am not in any more (8)."
    assert json.loads(content)["balance"] == 1000
    for wrong in ("9", "here", ""):
        answer = said(await bo.user.slash("records erase", server=wrong))
        assert answer == "Nothing is kept about you in such a server; choose one from the list."
    listed = await bo.user.autocomplete("records mine", "server", "")
    assert [c["value"] for c in listed] == ["8", str(server.guild.id)]


async def test_all_results_are_shown_in_the_server_alone(server: Server) -> None:
    boss = server.manager("boss")
    assert said(await boss.user.slash("records server")) == "Only somebody who manages this server can do that."
