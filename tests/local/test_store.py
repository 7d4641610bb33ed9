"""The local world outlives its server, in its file; and the server as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.local import store
from bot.local.permissions import Permission
from bot.local.person import Person
from bot.local.server import LocalDiscord
from tests.local.tiny_bot import file, picture, running, until


async def test_the_world_outlives_the_server(tmp_path: Path) -> None:
    data = tmp_path / "world.db"
    async with LocalDiscord(data=data) as local, running(local) as bot, Person(local.url, local.secret, "Ana") as ana:
        lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
        await ana.slash("lobby", "show")
        shown = await ana.message(lambda m: m["content"] == "red")
        await ana.press(shown, "Paint")
        gone = await lobby.send("gone", file=file("green"))
        await gone.delete()
        thread = await lobby.create_thread(name="Late", auto_archive_duration=60)
        await ana.slash("lobby", "whisper", number=2)
        eve = await ana.post("users", {"name": "Eve"})
        await ana.post(f"users/{eve['id']}", {"dms_closed": True, "nick": "Evie"})
        await ana.post("dm", {"user": eve["id"]})
        event = await ana.say("lobby", "last words")
        before = local.world
    async with LocalDiscord(data=data) as local:
        assert local.url != before.base
        async with Person(local.url, local.secret, "Ana") as ana:
            rooms = ana.messages[ana.channel("lobby")["id"]]
            assert [each["content"] for each in rooms.values()] == ["painted", "last words"]
            # The picture is the one that the message shows now, at the server's new address.
            assert await ana.picture(rooms[shown["id"]]) == picture("blue")
            assert [each.message for each in local.world.files.values()] == [shown["id"]]
            assert set(ana.commands) == {"show", "whisper", "write", "silent", "order", "bank", "survey"}
            evie = next(each for each in ana.users if each["id"] == eve["id"])
            assert (evie["nick"], evie["dms_closed"], evie["global_name"]) == ("Evie", True, "Eve")
        assert local.world.guilds == before.guilds
        assert local.world.members == before.members
        assert local.world.channels == before.channels
        assert str(thread.id) in local.world.thread_members
        assert int(local.world.snowflake()) > int(event["id"])
        async with running(local), Person(local.url, local.secret, "Ana") as ana:
            await ana.choose(ana.current(shown), "Cards", ["Ace", "Jack"])
            await ana.update(shown, lambda m: m["content"] == "chose AJ")


async def test_roles_of_an_earlier_world_give_what_they_give_now(tmp_path: Path) -> None:
    """Before there were voice channels, nobody could connect."""
    data = tmp_path / "world.db"
    async with LocalDiscord(data=data) as local:
        (guild,) = local.world.guilds.values()
        given = {role["name"]: role["permissions"] for role in guild["roles"]}
        for role in guild["roles"]:
            role["permissions"] = str(int(role["permissions"]) & ~Permission.CONNECT)
        local.world.touch("guild", guild["id"])
    async with LocalDiscord(data=data) as local:
        (guild,) = local.world.guilds.values()
        assert {role["name"]: role["permissions"] for role in guild["roles"]} == given
        assert int(given["Members"]) & Permission.CONNECT


async def test_a_killed_server_keeps_what_was_said_a_moment_ago(tmp_path: Path) -> None:
    data, announce = tmp_path / "world.db", tmp_path / "at.json"
    for words in (["one"], ["one", "two"]):
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.local", "--port", "0", "--data", data, "--announce", announce),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert server.stdout is not None
            page = (await asyncio.wait_for(server.stdout.readline(), 60)).decode().strip()
            where = json.loads(announce.read_text())
            assert where["page"] == page == f"{where['url']}/?secret={where['secret']}"
            assert where["pid"] == server.pid and stat.S_IMODE(os.stat(announce).st_mode) == 0o600
            async with Person(where["url"], where["secret"], "Bo") as bo:
                await bo.say("lobby", words[-1])
                room = bo.messages[bo.channel("lobby")["id"]]
                await bo.message(lambda m, last=words[-1]: m["content"] == last)
                assert [each["content"] for each in room.values()] == words
            await asyncio.sleep(0.6)
        finally:
            server.kill()
            await server.wait()


async def test_a_file_in_use_or_broken_is_told_in_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database" * 1000)
    async with LocalDiscord(data=tmp_path / "world.db"):
        for data, why in ((tmp_path / "world.db", b"locked"), (broken, b"not a database")):
            server = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot.local", "--data", data), stderr=asyncio.subprocess.PIPE
            )
            _, said = await asyncio.wait_for(server.communicate(), 60)
            assert server.returncode == 1 and why in said and said.count(b"\n") == 1


async def test_a_failed_write_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "RETRY", 0.05)
    async with LocalDiscord(data=tmp_path / "world.db") as local:
        await asyncio.sleep(2 * store.PAUSE)
        kept = local._store
        assert kept is not None
        true, failures = kept._write, []

        def full(*changes: Any) -> None:
            failures.append(changes)
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(kept, "_write", full)
        local.world.add_user("Eve")
        await until(lambda: len(failures) >= 2)
        monkeypatch.setattr(kept, "_write", true)
    async with LocalDiscord(data=tmp_path / "world.db") as local:
        assert "Eve" in {each["global_name"] for each in local.world.users.values()}


async def test_a_port_in_use_is_told_in_a_sentence() -> None:
    async with LocalDiscord() as local:
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.local", "--port", str(local.port)), stderr=asyncio.subprocess.PIPE
        )
        _, said = await asyncio.wait_for(server.communicate(), 60)
    assert server.returncode == 1
    assert said.decode().startswith(f"The local Discord cannot start on port {local.port}: ")
    assert said.count(b"\n") == 1
