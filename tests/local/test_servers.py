"""Servers that come late or are away, members who leave, and what Discord says of direct messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.local import limits
from bot.local.limits import NEW_DMS
from bot.local.person import Person
from bot.local.server import LocalDiscord
from tests.local.test_limits import Api
from tests.local.tiny_bot import TinyBot, picture, running, until


@pytest.fixture
async def api(local: LocalDiscord) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(local, session)


def first(local: LocalDiscord) -> str:
    return next(iter(local.world.guilds))


def member(local: LocalDiscord) -> str:
    return next(user for user in local.world.members[first(local)] if user != local.world.bot_id)


async def to(api: Api, user: str) -> Any:
    """A direct message to somebody."""
    channel = api.local.world.open_dm(user)["id"]
    return await api.call("POST", f"/channels/{channel}/messages", {"content": "hello"})


# ---- direct messages ---------------------------------------------------------------------


async def test_what_discord_says_of_direct_messages(api: Api) -> None:
    world, user = api.local.world, member(api.local)
    world.closed_dms.add(user)
    api.refused(await to(api, user), 50007, 403, violation=False)
    stranger = world.add_user("Stranger")["id"]
    api.refused(await to(api, stranger), 50278, 403, violation=False)
    world.quarantined = True
    api.refused(await to(api, user), 20026, 403, violation=False)
    opened = await api.call("POST", "/users/@me/channels", {"recipient_id": stranger})
    api.refused(opened, 20026, 403, violation=False)


async def test_a_bot_that_opens_many_direct_messages_is_stopped(api: Api) -> None:
    users = [api.local.world.add_user(f"u{n}")["id"] for n in range(NEW_DMS + 1)]
    for user in users[:-1]:
        assert (await api.call("POST", "/users/@me/channels", {"recipient_id": user}))[0] == 200
    again = await api.call("POST", "/users/@me/channels", {"recipient_id": users[0]})
    assert again[0] == 200, "one that is there already is no new one"
    api.refused(await api.call("POST", "/users/@me/channels", {"recipient_id": users[-1]}), 40003, 403)


async def test_follow_ups_and_edits_by_a_token_are_counted(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOKEN_SECONDS", 60.0)
    ident, token = await api.asked()
    await api.answer(ident, token, 4, content="one")
    for what in ("POST", "PATCH"):
        path = f"/webhooks/{api.app}/{token}" + ("/messages/@original" if what == "PATCH" else "")
        for _ in range(limits.TOKEN_MESSAGES):
            assert (await api.call(what, path, {"content": "more"}))[0] == 200
        status, body = await api.call(what, path, {"content": "too many"})
        assert status == 429 and body["retry_after"] > 0
    api.local.violations.clear()


# ---- members -----------------------------------------------------------------------------


async def test_a_member_who_leaves_is_unknown(api: Api) -> None:
    user, guild = member(api.local), first(api.local)
    async with Person(api.local.url, api.local.secret, "Ana") as ana:
        path = f"/guilds/{guild}/members/{user}"
        assert (await api.call("GET", path))[0] == 200
        await ana.post(f"users/{user}", {"member": False})
        api.refused(await api.call("GET", path), 10007, 404, violation=False)
        await ana.post(f"users/{user}", {"member": True})
        assert (await api.call("GET", path))[0] == 200


# ---- servers -----------------------------------------------------------------------------


async def test_a_server_comes_late(local: LocalDiscord) -> None:
    local.gateway.late = 0.4
    async with running(local) as bot:
        (guild,) = bot.guilds
        assert guild.unavailable and not guild.channels
        await until(lambda: not guild.unavailable)
        assert guild.channels


async def test_an_outage_of_a_server(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    (guild,) = bot.guilds
    channel = next(each["id"] for each in local.world.channels.values() if each.get("name") == "lobby")
    await ana.post("outage", {})
    await until(lambda: guild.unavailable)
    assert list(bot.guilds) == [guild], "it is away, not gone"
    bot.events.clear()
    with pytest.raises(Exception, match="not available"):
        await ana.post("interact", {"user": ana.id, "channel_id": channel, "type": 2, "data": {"name": "show"}})
    with pytest.raises(Exception, match="503"):
        await bot.get_partial_messageable(int(channel)).send("hello")
    await ana.post("outage", {"over": True})
    await until(lambda: not guild.unavailable)
    assert "MESSAGE_CREATE" not in bot.events
    await bot.get_partial_messageable(int(channel)).send("hello")


async def test_a_hidden_channel_is_not_deleted(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    channel = next(each["id"] for each in local.world.channels.values() if each.get("name") == "lobby")
    await ana.post("permissions", {"channel_id": channel, "deny": ["view_channel"]})
    await until(lambda: "CHANNEL_UPDATE" in bot.events)
    assert "CHANNEL_DELETE" not in bot.events and bot.get_channel(int(channel)) is not None
    with pytest.raises(Exception, match="50001"):
        await bot.get_partial_messageable(int(channel)).send("hello")


# ---- files -------------------------------------------------------------------------------


async def test_the_address_of_a_file_is_good_for_a_day(api: Api) -> None:
    channel = api.channels["lobby"]
    files = {"a.png": picture("red")}
    _, sent = await api.call("POST", f"/channels/{channel}/messages", {"content": "one"}, files)
    (old,) = [each["url"] for each in sent["attachments"]]

    async def status(url: str) -> int:
        async with api.session.get(url) as answer:
            return answer.status

    assert await status(old) == 200
    assert await status(old.replace("ex=", "ex=f")) == 404, "nobody makes one that is good for longer"
    api.local.world.skew = 86_500
    assert await status(old) == 404
    _, again = await api.call("GET", f"/channels/{channel}/messages/{sent['id']}")
    assert await status(again["attachments"][0]["url"]) == 200, "whoever is shown the message has a new one"
