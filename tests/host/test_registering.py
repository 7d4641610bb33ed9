"""The start: commands are sent where they have changed, a refusal stops nothing, a wrong token is one sentence."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.app import CardRoom
from bot.host.calls.permissions import invite
from bot.host.calls.registering import ENTRY_POINT
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at

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
    assert told.startswith("the slash commands were not brought up to date: ")


async def test_no_answer_to_the_commands_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.host.calls.registering.SECONDS", 0.3)
    async with LocalDiscord(invited=invite().value) as local:
        local.fault(SENT, 503, 9)  # discord.py tries again for half a minute
        async with started(local, tmp_path):
            pass


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
            "import sys; from pathlib import Path; from bot.__main__ import begin_log, run_bot;"
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
