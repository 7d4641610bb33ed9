"""The start: commands are sent where they have changed, a refusal stops nothing, a wrong token is one sentence."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.http import HTTPClient

from bot.app import CardRoom
from bot.host.calls import registering
from bot.host.calls.permissions import invite
from bot.host.calls.registering import ENTRY_POINT
from bot.host.calls.unread import IN_A_SERVER
from bot.host.tree import CHANGED
from bot.local.interactions import Interactions
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import ledger

from .here import Here, eventually, running

SENT = "PUT /applications/{application_id}/commands"
HAD = "GET /applications/{application_id}/commands"


@asynccontextmanager
async def started(local: LocalDiscord, folder: Path) -> AsyncIterator[CardRoom]:
    """The bot, ready."""
    point_discord_at(local.url)
    bot = CardRoom(folder / "room.db")
    task = asyncio.create_task(bot.start("local"))
    try:
        async with asyncio.timeout(40):
            while not bot.is_ready():
                await asyncio.sleep(0.01)
                assert not task.done(), task.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


def sent(local: LocalDiscord) -> int:
    return sum(f"{call.method} {call.route}" == SENT for call in local.calls)


async def test_commands_are_sent_once(tmp_path: Path) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        for _ in range(3):
            async with started(local, tmp_path):
                pass
        assert sent(local) == 1
        kept = local.world.commands["global"]
        for change in ({"description": "Another one"}, {"contexts": [0, 1, 2]}, {"default_member_permissions": "8"}):
            before = sent(local)
            next(each for each in kept.values() if each["name"] == "cardroom").update(change)
            async with started(local, tmp_path):
                pass
            assert sent(local) == before + 1, change
            kept = local.world.commands["global"]
        del kept[next(iter(kept))]
        async with started(local, tmp_path):
            pass
        assert sent(local) == 5


async def test_a_choice_that_has_changed_is_sent(tmp_path: Path) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        async with started(local, tmp_path):
            pass
        hearts = next(each for each in local.world.commands["global"].values() if each["name"] == "hearts")
        option = next(each for each in hearts["options"] if each.get("choices"))
        option["choices"][0]["name"] += "!"
        async with started(local, tmp_path):
            pass
        assert sent(local) == 2


async def test_the_entry_point_of_an_activity_is_left_where_it_is(tmp_path: Path) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        launch = {"id": "5", "type": ENTRY_POINT, "name": "launch", "description": "", "options": []}
        local.world.commands["global"]["5"] = launch
        async with started(local, tmp_path):
            pass
        kept = [each for each in local.world.commands["global"].values() if each["name"] == "launch"]
        assert [each["type"] for each in kept] == [ENTRY_POINT]


REFUSALS: list[tuple[str, int, dict[str, Any] | None]] = [
    (SENT, 400, {"code": 30034, "message": "Maximum number of daily application command creates reached (200)"}),
    (SENT, 400, {"code": 50240, "message": "You cannot remove this app's Entry Point command in a bulk update"}),
    (SENT, 403, {"code": 50001, "message": "Missing Access"}),
    (HAD, 403, {"code": 50001, "message": "Missing Access"}),
]


@pytest.mark.parametrize(("route", "status", "body"), REFUSALS)
async def test_a_refusal_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, route: str, status: int, body: dict[str, Any] | None
) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        local.fault(route, status, 9, body)
        async with started(local, tmp_path) as bot:
            assert bot.room.sessions == {}
    (told,) = [each.message for each in caplog.records if "slash commands" in each.message]
    assert told.startswith("the slash commands were not brought up to date, and are tried again: ")


def known(local: LocalDiscord) -> set[str]:
    """The commands that people see."""
    return {each["name"] for each in local.world.commands.get("global", {}).values()}


@pytest.mark.parametrize(("route", "status", "times"), [(SENT, 503, 3), (HAD, 503, 3), (SENT, 500, 1), (SENT, 429, 1)])
async def test_commands_that_do_not_reach_discord_come_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, route: str, status: int, times: int
) -> None:
    monkeypatch.setattr(registering, "SECONDS", 0.3)
    monkeypatch.setattr(registering, "SOON", 0.1)
    async with LocalDiscord(invited=invite().value) as local:
        body = {"message": "slow down", "retry_after": 2.5, "global": False} if status == 429 else None
        local.fault(route, status, times, body)
        async with started(local, tmp_path) as bot:
            assert not known(local), "it is ready all the same"
            await eventually(lambda: "hearts" in known(local))
            assert known(local) == {command.name for command in bot.tree.get_commands()}
            before = sent(local)
            assert before == (times + 1 if route == SENT else 1)
            await asyncio.sleep(0.5)
            assert sent(local) == before, "once it has them, it is asked no more"


async def test_a_network_that_is_not_there_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, calls = HTTPClient.get_global_commands, iter(range(9))

    async def cut(self: HTTPClient, application: int) -> Any:
        if next(calls) < 2:
            raise OSError("the network is not there")
        return await ask(self, application)

    monkeypatch.setattr(registering, "SOON", 0.1)
    monkeypatch.setattr(HTTPClient, "get_global_commands", cut)
    async with LocalDiscord(invited=invite().value) as local, started(local, tmp_path):
        await eventually(lambda: "hearts" in known(local))
        assert sent(local) == 1


async def test_what_is_refused_is_not_asked_for_again_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registering, "SOON", 0.05)
    monkeypatch.setattr(registering, "LATE", 3.0)
    async with LocalDiscord(invited=invite().value) as local:
        local.fault(*REFUSALS[0][:2], 1, REFUSALS[0][2])
        async with started(local, tmp_path):
            await asyncio.sleep(0.5)
            assert sent(local) == 1 and not known(local)
            await eventually(lambda: "hearts" in known(local))
            assert sent(local) == 2


# ---- commands that Discord knows otherwise ------------------------------------------------------


def old(here: Here, **other: Any) -> None:
    """Discord has a command of an earlier version."""
    command = {"type": 1, "description": "x", "options": [], "contexts": [0, 1], "guild_id": None, **other}
    here.local.world.commands["global"][str(command["id"])] = command


def text(name: str) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "x", "autocomplete": True}


async def test_a_command_that_is_known_otherwise_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path) as here:
        place = next(c for c in here.local.world.channels.values() if c["type"] == 0 and "guild_id" in c)
        kept = here.local.world.commands["global"]
        chips, bank = (next(c for c in kept.values() if c["name"] == name) for name in ("chips", "bank"))
        old(here, id="7", name="whist", options=[text("stakes")])
        old(here, id="8", name="Praise", type=2)
        bank["options"] = [{"type": 1, "name": "rob", "description": "x", "options": []}, *bank["options"]]
        history = next(each for each in bank["options"] if each["name"] == "history")
        history["options"] = [text("colour"), *history.get("options", [])]
        chips["options"] = [text("of")]  # a group now
        here.local.world.emit("COMMANDS", {"commands": here.local.world.every_command()})
        await here.ana.until(lambda: here.ana.commands.get("whist"), 5, "the commands of before")
        for asked, given in (("whist", {}), ("whist", {"stakes": "high"}), ("bank rob", {}), ("chips", {"of": "gold"})):
            assert await here.asks(place, asked, **given) == [CHANGED], asked
        told = await here.ana.on_person(place, "Praise", here.ana.id)
        assert told.type == 4
        for command, option in (("whist", "stakes"), ("bank history", "colour")):
            (choice,) = await here.ana.autocomplete(place, command, option, "h")
            assert choice["name"] == CHANGED
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "command", ["hearts", "bank balance", "night start", "cardroom show", "leaderboard", "season list"]
)
async def test_a_command_for_servers_is_refused_without_one(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tell = Interactions._payload

    def nowhere(*given: Any) -> Any:
        payload = tell(*given)
        return {**payload, "guild_id": None, "guild": None, "user": payload["member"]["user"], "context": 1}

    async with running(tmp_path) as here:
        place = next(c for c in here.local.world.channels.values() if c["type"] == 0 and "guild_id" in c)
        monkeypatch.setattr(Interactions, "_payload", nowhere)
        assert await here.asks(place, command) == [IN_A_SERVER]
        assert await here.bot.room.store.read(ledger.balances, 0) == {}
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_every_command_is_for_servers_and_never_for_a_user_alone(tmp_path: Path) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        async with started(local, tmp_path) as bot:
            commands = bot.tree.get_commands()
            for command in commands:
                told = command.to_dict(bot.tree)
                assert told["integration_types"] == [0], command.name
                assert told["contexts"] in ([0], [0, 1], [1, 0]), command.name
        assert {str(each["integration_types"]) for each in local.world.commands["global"].values()} == {"[0]"}


@pytest.mark.parametrize("token", ["wrong", "a b", "a\nb", "jeton…"])
async def test_a_wrong_token_is_one_sentence_and_exit_status_1(tmp_path: Path, token: str) -> None:
    async with LocalDiscord(invited=invite().value) as local:
        local.fault("GET /users/@me", 401, 9, {"message": "401: Unauthorized", "code": 0})
        code = (
            "import sys; from pathlib import Path; from bot.__main__ import run_bot; from bot.logs import begin_log;"
            "from bot.config import Config; from bot.local.wiring import point_discord_at;"
            f"point_discord_at({local.url!r}); begin_log('INFO');"
            f"sys.exit(run_bot(Config.read({{'CARDROOM_DATA': {str(tmp_path)!r}}}), {token!r}))"
        )
        run = await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        async with asyncio.timeout(30):
            out, err = await run.communicate()
    assert run.returncode == 1 and not out
    assert err.decode() == ("Discord does not know this token: copy it again from the developer portal, under Bot.\n")
