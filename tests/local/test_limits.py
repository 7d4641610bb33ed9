"""Every limit of Discord's that the local server holds the bot to, one by one, in Discord's own error shape."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest

from bot.local import description, permissions, rest_channels, rest_commands, rest_events, rest_guilds
from bot.local.client_rules import Refused
from bot.local.person import Person
from bot.local.server import LocalDiscord
from tests.local.tiny_bot import Controls, TinyBot, file, picture, running

JSON = dict[str, Any]


class Api:
    """Raw calls as a bot's, and the interactions that it is sent."""

    def __init__(self, local: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.local, self.session = local, session
        self.app = local.world.bot_id
        self.channels = {each["name"]: each["id"] for each in local.world.channels.values()}
        self.interactions: list[JSON] = []
        local.world.listeners.append(lambda e: self.interactions.append(e.d) if e.t == "INTERACTION_CREATE" else None)

    async def call(self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None) -> Any:
        """``(status, JSON)`` of a call."""
        data: Any = None if body is None else json.dumps(body)
        headers = {"Authorization": "Bot local"}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", data)
            for place, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{place}]", content, filename=name)
            data = form
        elif data is not None:
            headers["Content-Type"] = "application/json"
        async with self.session.request(
            method, f"{self.local.url}/api/v10{path}", data=data, headers=headers
        ) as answer:
            return answer.status, (await answer.json() if answer.status != 204 else None)

    async def send(self, **body: Any) -> Any:
        return await self.call("POST", f"/channels/{self.channels['lobby']}/messages", body)

    async def commands(self, *commands: JSON) -> Any:
        return await self.call("PUT", f"/applications/{self.app}/commands", list(commands))

    async def asked(self, name: str = "go") -> tuple[str, str]:
        """Somebody uses a command; its interaction's id and token."""
        await self.commands({"name": name, "description": "Go", "type": 1})
        owner = next(iter(self.local.world.guilds.values()))["owner_id"]
        data: JSON = {"name": name, "options": []}
        self.local.interactions.begin(owner, self.channels["lobby"], "1", 2, data, None)
        return self.interactions[-1]["id"], self.interactions[-1]["token"]

    async def answer(self, ident: str, token: str, kind: int, **data: Any) -> Any:
        return await self.call("POST", f"/interactions/{ident}/{token}/callback", {"type": kind, "data": data})

    def refused(self, answer: tuple[int, JSON], code: int, status: int = 400, *, violation: bool = True) -> str:
        """Check that Discord's code came back, and that a mistake of the bot was recorded; the body as text."""
        assert (answer[0], answer[1]["code"]) == (status, code), answer
        codes = [each.code for each in self.local.violations]
        assert codes == ([code] if violation else []), self.local.violations
        self.local.violations.clear()
        return json.dumps(answer[1])


@pytest.fixture
async def api(local: LocalDiscord) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(local, session)


def row(*components: JSON) -> JSON:
    return {"type": 1, "components": list(components)}


def button(**fields: Any) -> JSON:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **fields}


def select(count: int = 2, **fields: Any) -> JSON:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "pick", "options": options, **fields}


BAD_MESSAGES: dict[str, tuple[JSON, str]] = {
    "a label over 80 characters": ({"components": [row(button(label="x" * 81))]}, "label"),
    "a custom_id over 100 characters": ({"components": [row(button(custom_id="x" * 101))]}, "custom_id"),
    "a custom_id twice": ({"components": [row(button(), button())]}, "duplicated"),
    "a custom_id in two rows": ({"components": [row(button()), row(button())]}, "duplicated"),
    "six buttons in a row": ({"components": [row(*(button(custom_id=str(n)) for n in range(6)))]}, "more than 5"),
    "six rows": ({"components": [row(button(custom_id=str(n))) for n in range(6)]}, "5 or fewer"),
    "a select beside a button": ({"components": [row(select(), button())]}, "not both"),
    "a button with no custom_id": ({"components": [row({"type": 2, "style": 1, "label": "Go"})]}, "custom_id"),
    "a button with nothing on it": ({"components": [row({"type": 2, "style": 1, "custom_id": "go"})]}, "emoji"),
    "a link with no url": ({"components": [row({"type": 2, "style": 5, "label": "Go"})]}, "url"),
    "a select with no options": ({"components": [row(select(0))]}, "options"),
    "a select of 26 options": ({"components": [row(select(26))]}, "options"),
    "an option twice": ({"components": [row(select(options=[{"label": "a", "value": "a"}] * 2))]}, "already used"),
    "min above max": ({"components": [row(select(min_values=2, max_values=1))]}, "min_values"),
    "max above the options": ({"components": [row(select(max_values=3))]}, "max_values"),
    "a placeholder over 150": ({"components": [row(select(placeholder="x" * 151))]}, "placeholder"),
    "a text display without the flag": ({"components": [{"type": 10, "content": "x"}]}, "v2"),
    "content beside the v2 flag": ({"content": "x", "flags": 1 << 15}, "v2"),
    "2001 characters": ({"content": "x" * 2001}, "2000"),
    "an embed title over 256": ({"embeds": [{"title": "x" * 257}]}, "title"),
    "26 embed fields": ({"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, "fields"),
    "6001 characters of embeds": ({"embeds": [{"description": "x" * 3001}] * 2}, "6000"),
    "an empty embed": ({"embeds": [{"color": 3}]}, "empty"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "a file that is not there": ({"content": "x", "attachments": [{"id": 0}]}, "no attachment"),
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
async def test_a_message_with(api: Api, name: str) -> None:
    body, hint = BAD_MESSAGES[name]
    assert hint in api.refused(await api.send(**body), 50035)
    assert not any(api.local.world.history.values())


async def test_an_empty_message(api: Api) -> None:
    api.refused(await api.send(), 50006)
    _, message = await api.send(content="x")
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    api.refused(await api.call("PATCH", path, {"content": ""}), 50006)
    assert api.local.world.messages[message["id"]]["content"] == "x"


async def test_files_are_limited_in_size_and_number(api: Api) -> None:
    path = f"/channels/{api.channels['lobby']}/messages"
    big = await api.call("POST", path, {}, {"a.png": bytes(10 * 1024 * 1024 + 1)})
    api.refused(big, 40005, 413)
    many = await api.call("POST", path, {}, {f"{n}.png": b"x" for n in range(11)})
    api.refused(many, 50035)


async def test_a_body_that_is_no_json(api: Api) -> None:
    headers = {"Authorization": "Bot local", "Content-Type": "application/json"}
    path = f"{api.local.url}/api/v10/channels/{api.channels['lobby']}/messages"
    async with api.session.post(path, data="{", headers=headers) as answer:
        api.refused((answer.status, await answer.json()), 50109)


async def test_a_form_that_is_none(api: Api) -> None:
    headers = {"Authorization": "Bot local", "Content-Type": "multipart/form-data; boundary=x"}
    path = f"{api.local.url}/api/v10/channels/{api.channels['lobby']}/messages"
    async with api.session.post(path, data="--x\r\n\r\nnothing", headers=headers) as answer:
        assert "no end" in api.refused((answer.status, await answer.json()), 50035)


def command(**fields: Any) -> JSON:
    return {"name": "go", "description": "Go", "type": 1, **fields}


def option(**fields: Any) -> JSON:
    return {"type": 3, "name": "what", "description": "What", **fields}


CHOICE = {"name": "a", "value": "a"}
BAD_COMMANDS: dict[str, tuple[list[JSON], str]] = {
    "capitals": ([command(name="Go")], "lower case"),
    "a space in the name": ([command(name="go on")], "lower case"),
    "a name over 32": ([command(name="x" * 33)], "name"),
    "no description": ([command(description="")], "description"),
    "a description over 100": ([command(description="x" * 101)], "description"),
    "a name twice": ([command(), command()], "unique"),
    "101 commands": ([command(name=f"c{n}") for n in range(101)], "100"),
    "16 commands on people": ([{"type": 2, "name": f"Wave {n}"} for n in range(16)], "15"),
    "a command on people that is described": ([{"type": 2, "name": "Wave", "description": "Waves"}], "Context menu"),
    "a command on people with options": ([{"type": 2, "name": "Wave", "options": [option()]}], "Context menu"),
    "26 options": ([command(options=[option(name=f"o{n}") for n in range(26)])], "options"),
    "an option twice": ([command(options=[option(), option()])], "unique"),
    "required after optional": ([command(options=[option(), option(name="b", required=True)])], "before"),
    "choices and autocomplete": ([command(options=[option(choices=[CHOICE], autocomplete=True)])], "together"),
    "26 choices": ([command(options=[option(choices=[{"name": str(n), "value": "a"} for n in range(26)])])], "choices"),
    "a choice twice": ([command(options=[option(choices=[CHOICE, CHOICE])])], "unique"),
    "a range upside down": ([command(options=[option(type=4, min_value=2, max_value=1)])], "min_value"),
    "over 8000 characters": (
        [command(options=[option(name=f"o{n}", choices=[{"name": "x", "value": "y" * 500}]) for n in range(17)])],
        "8000",
    ),
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_commands_with(api: Api, name: str) -> None:
    body, hint = BAD_COMMANDS[name]
    assert hint in api.refused(await api.commands(*body), 50035)
    assert api.local.world.commands["global"] == {}


def text_row(**fields: Any) -> JSON:
    return row({"type": 4, "custom_id": "name", "label": "Name", "style": 1, **fields})


def in_label(kind: int, count: int, *, chosen: int = 0, same: bool = False, **more: Any) -> JSON:
    """A group of radio buttons (21) or boxes (22), the first of them chosen beforehand."""
    options = [{"label": f"{n}", "value": "0" if same else f"{n}", "default": n < chosen} for n in range(count)]
    group = {"type": kind, "custom_id": "group", "options": options, **more}
    return {"type": 18, "label": "Group", "component": group}


BAD_MODALS: dict[str, tuple[JSON, str]] = {
    "a title over 45": ({"title": "x" * 46, "components": [text_row()]}, "title"),
    "no fields": ({"components": []}, "components"),
    "six rows": ({"components": [text_row(custom_id=str(n)) for n in range(6)]}, "between 1 and 5"),
    "a button": ({"components": [row(button())]}, "components"),
    "a field twice": ({"components": [text_row(), text_row()]}, "duplicated"),
    "a label over 45": ({"components": [text_row(label="x" * 46)]}, "label"),
    "lengths upside down": ({"components": [text_row(min_length=3, max_length=2)]}, "max_length"),
    "a value that is too long": ({"components": [text_row(value="abc", max_length=2)]}, "longer"),
    "one radio button": ({"components": [in_label(21, 1)]}, "options"),
    "eleven radio buttons": ({"components": [in_label(21, 11)]}, "options"),
    "two radio buttons chosen": ({"components": [in_label(21, 3, chosen=2)]}, "beforehand"),
    "a box twice": ({"components": [in_label(22, 2, same=True)]}, "already used"),
    "eleven boxes": ({"components": [in_label(22, 11)]}, "options"),
    "more boxes to tick than there are": ({"components": [in_label(22, 2, max_values=3)]}, "max_values"),
    "needed boxes of which none need be ticked": ({"components": [in_label(22, 2, min_values=0)]}, "required"),
    "radio buttons without a label": ({"components": [row(in_label(21, 2)["component"])]}, "components"),
}


@pytest.mark.parametrize("name", BAD_MODALS)
async def test_a_modal_with(api: Api, name: str) -> None:
    data, hint = BAD_MODALS[name]
    answer = await api.answer(*await api.asked(), 9, **{"custom_id": "form", "title": "Form", **data})
    assert hint in api.refused(answer, 50035)


async def test_a_second_acknowledgement(api: Api) -> None:
    asked = await api.asked()
    assert (await api.answer(*asked, 4, content="one"))[0] == 204
    api.refused(await api.answer(*asked, 4, content="two"), 40060)


async def test_an_acknowledgement_after_three_seconds(api: Api) -> None:
    assert api.local.interactions.ack_window == 3
    api.local.interactions.ack_window = 0.05
    asked = await api.asked()
    await asyncio.sleep(0.1)
    # With a bot connected all the while the silence itself is recorded (see the wire tests); the late answer is not.
    api.refused(await api.answer(*asked, 4, content="late"), 10062, 404, violation=False)


async def test_an_unknown_interaction(api: Api) -> None:
    ident, token = await api.asked()
    api.refused(await api.answer("1", token, 4, content="x"), 10062, 404, violation=False)
    api.refused(await api.answer(ident, "forged", 4, content="x"), 10062, 404, violation=False)


async def test_answers_that_do_not_fit_the_interaction(api: Api) -> None:
    asked = await api.asked()
    api.refused(await api.answer(*asked, 6), 50035)
    api.refused(await api.answer(*asked, 7, content="x"), 50035)
    api.refused(await api.answer(*asked, 8, choices=[]), 50035)
    api.refused(await api.answer(*asked, 99), 50035)


async def test_26_autocomplete_choices(api: Api) -> None:
    asked = await api.asked()
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert "choices" in api.refused(await api.answer(*asked, 8, choices=many), 50035)


async def test_a_token_lives_fifteen_minutes(api: Api) -> None:
    asked = await api.asked()
    await api.answer(*asked, 5)
    path = f"/webhooks/{api.app}/{asked[1]}"
    api.local.world.skew = 14 * 60
    assert (await api.call("PATCH", f"{path}/messages/@original", {"content": "in time"}))[0] == 200
    api.local.world.skew = 15 * 60 + 1
    api.refused(await api.call("POST", path, {"content": "late"}), 50027, 401)
    api.refused(await api.call("PATCH", f"{path}/messages/@original", {"content": "late"}), 50027, 401)


async def test_a_token_reaches_its_own_messages_only(api: Api) -> None:
    _, other = await api.send(content="a message of the bot's")
    asked = await api.asked()
    await api.answer(*asked, 4, content="own", flags=64)
    path = f"/webhooks/{api.app}/{asked[1]}/messages"
    _, own = await api.call("GET", f"{path}/@original")
    assert (own["content"], own["flags"]) == ("own", 64)
    api.refused(await api.call("PATCH", f"{path}/{other['id']}", {"content": "x"}), 10008, 404, violation=False)
    usual = f"/channels/{own['channel_id']}/messages/{own['id']}"
    api.refused(await api.call("PATCH", usual, {"content": "x"}), 10008, 404, violation=False)
    assert own["id"] not in {each["id"] for each in (await api.call("GET", usual.rsplit("/", 1)[0]))[1]}


async def test_five_messages_or_edits_in_five_seconds(api: Api) -> None:
    _, first = await api.send(content="0")
    path = f"/channels/{api.channels['lobby']}/messages/{first['id']}"
    assert [(await api.send(content=str(n)))[0] for n in range(4)] == [200] * 4
    assert [(await api.call("PATCH", path, {"content": "x"}))[0] for _ in range(5)] == [200] * 5
    for status, body in (await api.send(content="6"), await api.call("PATCH", path, {"content": "6"})):
        assert status == 429 and 0 < body["retry_after"] <= 5 and not body["global"]
    assert ["rate limited" in each.message for each in api.local.violations] == [True, True]
    api.local.violations.clear()
    assert (await api.call("POST", f"/channels/{api.channels['chips']}/messages", {"content": "x"}))[0] == 200


async def test_discord_py_waits_for_the_channel_by_itself(api: Api) -> None:
    async with running(api.local) as bot:
        lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
        await asyncio.gather(*(lobby.send(str(n)) for n in range(6)))
    assert len(api.local.world.history[api.channels["lobby"]]) == 6


async def test_fifty_requests_a_second(api: Api) -> None:
    asked = await api.asked()
    answers = [await api.call("GET", "/users/@me") for _ in range(51)]
    assert answers[-1][0] == 429 and answers[-1][1]["global"] and answers[-1][1]["retry_after"] <= 1
    assert [each.code for each in api.local.violations] == [0] * len(api.local.violations)
    api.local.violations.clear()
    assert (await api.answer(*asked, 4, content="interactions do not count"))[0] == 204


async def test_the_third_edit_of_an_old_message(api: Api) -> None:
    _, message = await api.send(content="0")
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    api.local.world.skew = 3601
    assert [(await api.call("PATCH", path, {"content": str(n)}))[0] for n in range(2)] == [200, 200]
    api.refused(await api.call("PATCH", path, {"content": "x"}), 30046, 429)


async def test_anothers_message_cannot_be_edited_or_deleted(api: Api) -> None:
    local = api.local
    async with Person(local.url, local.secret, "Ana") as ana:
        said = await ana.say("lobby", "mine")
    path = f"/channels/{said['channel_id']}/messages/{said['id']}"
    api.refused(await api.call("PATCH", path, {"content": "x"}), 50005, 403, violation=False)
    api.refused(await api.call("DELETE", path), 50013, 403, violation=False)


DENIED = {
    "view_channel": 50001,
    "send_messages": 50013,
    "attach_files": 50013,
    "create_public_threads": 50013,
    "read_message_history": 50013,
}


@pytest.mark.parametrize("name", DENIED)
async def test_a_permission_taken_away(local: LocalDiscord, bot: TinyBot, ana: Person, name: str) -> None:
    lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
    message = await lobby.send("before")
    await ana.post("permissions", {"channel_id": str(lobby.id), "deny": [name]})
    with pytest.raises(discord.Forbidden) as error:
        if name == "create_public_threads":
            await message.create_thread(name="x")
        elif name == "read_message_history":
            await lobby.fetch_message(message.id)
        else:
            await lobby.send("x", file=file("red"))
    assert error.value.code == DENIED[name]
    # An answer to an interaction needs none of them.
    await ana.slash("lobby", "show")
    await ana.message(lambda m: m["content"] == "red")
    await ana.post("permissions", {"channel_id": str(lobby.id), "deny": []})
    assert (await ana.post("permissions", {"channel_id": str(lobby.id), "deny": []}))["permission_overwrites"] == []


@pytest.mark.parametrize("kind", [2, 13])
async def test_in_the_chat_of_a_voice_channel_only_those_read_who_may_connect(
    local: LocalDiscord, bot: TinyBot, ana: Person, kind: int
) -> None:
    place = (await ana.post("channels", {"name": "Table talk", "type": kind}))["id"]
    chat = bot.get_partial_messageable(int(place))
    message = await chat.send("before")
    async with Person(local.url, local.secret, "Bo") as bo:
        await ana.post("permissions", {"channel_id": place, "deny": ["connect"], "user": bo.id})
        with pytest.raises(Refused, match="You may not connect to that channel"):
            await bo.slash(place, "show")
        with pytest.raises(Refused, match="You may not connect to that channel"):
            await bo.say(place, "hello")
        seen = dict(bo.messages.get(place, {}))
        await chat.send("after")
        await ana.message(lambda m: m["content"] == "after")
        assert bo.channels[place]["name"] == "Table talk" and bo.messages.get(place, {}) == seen
    async with Person(local.url, local.secret, "Bo") as bo:
        assert place in bo.channels and place not in bo.messages
    await ana.post("permissions", {"channel_id": place, "deny": ["connect"]})
    for asked in (chat.send("x"), message.edit(content="x"), chat.fetch_message(message.id), message.delete()):
        with pytest.raises(discord.Forbidden) as error:
            await asked
        assert error.value.code == 50001
    assert str(await bot.fetch_channel(int(place))) == "Table talk", "the channel itself is seen"


async def test_an_archived_thread_cannot_be_edited_in(bot: TinyBot) -> None:
    lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
    thread = await lobby.create_thread(name="x", type=discord.ChannelType.public_thread)
    message = await thread.send("x")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as error:
        await message.edit(content="y")
    assert error.value.code == 50083


async def test_faults_are_given_as_often_as_asked(local: LocalDiscord, bot: TinyBot) -> None:
    lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
    route = "POST /channels/{channel_id}/messages"
    local.fault(route, 403)
    with pytest.raises(discord.Forbidden):
        await lobby.send("x")
    local.fault(route, 429, times=2)
    await lobby.send("discord.py tries again")
    local.fault(f"/channels/{lobby.id}/*", 404, body={"code": 10003, "message": "Unknown Channel"})
    with pytest.raises(discord.NotFound):
        await lobby.send("x")
    local.fault(route, 503)
    with pytest.raises(discord.DiscordServerError):
        await lobby.send("x")
    mine = [each.status for each in local.calls if f"{each.method} {each.route}" == route]
    assert mine == [403, 429, 429, 200, 404, 503]


async def test_latency_delays_every_answer(local: LocalDiscord, bot: TinyBot) -> None:
    local.latency = 0.1
    before = asyncio.get_running_loop().time()
    await bot.application_info()
    assert asyncio.get_running_loop().time() - before >= 0.1


async def test_a_call_that_is_not_there_is_recorded(api: Api) -> None:
    status, _ = await api.call("GET", "/guilds/1/audit-logs")
    assert status == 404
    assert "does not have this call" in api.local.violations.pop().message


def test_every_call_is_one_that_discord_describes() -> None:
    paths = json.loads(description.SPEC.read_text("utf-8"))["paths"]
    for module in (rest_channels, rest_commands, rest_events, rest_guilds):
        for method, template, _ in module.routes.all:
            assert method.lower() in paths.get(template, {}), (method, template)


async def test_a_picture_goes_when_its_message_does(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
    message = await lobby.send(file=file("red"), view=Controls())
    shown = await ana.message(lambda m: bool(m["attachments"]))
    await message.delete()
    assert await ana.picture(shown) == picture("red")  # a client that is just loading it still gets it
    for n in range(65):
        local.world.retire(f"other {n}")
    with pytest.raises(aiohttp.ClientResponseError):
        await ana.picture(shown)


async def lobby_thread(bot: TinyBot, **how: Any) -> discord.Thread:
    lobby = next(each for each in bot.guilds[0].text_channels if each.name == "lobby")
    return await lobby.create_thread(name="x", **{"type": discord.ChannelType.public_thread, **how})


def code_of(error: pytest.ExceptionInfo[discord.HTTPException]) -> int:
    return error.value.code


@pytest.mark.parametrize(("minutes", "passed"), [(60, 3601), (1440, 86_401), (10080, 7 * 86_400 + 1)])
async def test_a_thread_is_archived_when_nobody_has_written_for_its_time(
    local: LocalDiscord, bot: TinyBot, ana: Person, minutes: Any, passed: int
) -> None:
    thread = await lobby_thread(bot, auto_archive_duration=minutes)
    message = await thread.send("x")
    local.world.skew += passed - 60
    await message.edit(content="y")  # which is no activity
    local.world.skew += 60
    with pytest.raises(discord.HTTPException) as error:
        await message.edit(content="z")
    assert code_of(error) == 50083
    await thread.edit(archived=False)
    await message.edit(content="z")
    await ana.post(f"threads/{thread.id}", {"archived": True})
    await thread.send("whoever writes in it opens it")
    assert not local.world.channels[str(thread.id)]["thread_metadata"]["archived"]


async def test_a_locked_thread_is_opened_by_moderators_alone() -> None:
    async with LocalDiscord(invited=permissions.EVERYONE) as local, running(local) as bot:
        thread = await lobby_thread(bot)
        meta = local.world.channels[str(thread.id)]["thread_metadata"]
        meta.update(archived=True, locked=True)
        for call in (thread.edit(archived=False), thread.send("x")):
            with pytest.raises(discord.HTTPException) as error:
                await call
            assert code_of(error) in (50013, 50083)
        meta.update(locked=False)
        await thread.edit(archived=False)


async def test_a_server_has_so_many_active_threads(bot: TinyBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.rest_channels.ACTIVE_THREADS", 1)
    thread = await lobby_thread(bot)
    with pytest.raises(discord.HTTPException) as error:
        await lobby_thread(bot)
    assert code_of(error) == 160006
    await thread.edit(archived=True)
    await lobby_thread(bot)
    with pytest.raises(discord.HTTPException) as error:
        await thread.edit(archived=False)
    assert code_of(error) == 160006


async def test_events_need_the_permission_to_create_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one to manage them alone does not do; of one's own it is not needed."""
    managing = permissions.EVERYONE | permissions.Permission.MANAGE_EVENTS
    creating = permissions.EVERYONE | permissions.Permission.CREATE_EVENTS
    about: Any = {
        "name": "Friday", "start_time": discord.utils.utcnow() + timedelta(hours=1), "location": "#lobby",
        "end_time": discord.utils.utcnow() + timedelta(hours=2), "entity_type": discord.EntityType.external,
        "privacy_level": discord.PrivacyLevel.guild_only,
    }  # fmt: skip
    async with LocalDiscord(invited=managing) as local, running(local) as bot:
        with pytest.raises(discord.Forbidden):
            await bot.guilds[0].create_scheduled_event(**about)
    monkeypatch.setattr("bot.local.rest_events.EVENTS", 1)
    async with LocalDiscord(invited=creating) as local, running(local) as bot:
        event = await bot.guilds[0].create_scheduled_event(**about)
        with pytest.raises(discord.HTTPException) as error:
            await bot.guilds[0].create_scheduled_event(**about)
        assert code_of(error) == 30038
        event = await event.edit(status=discord.EventStatus.active)
        local.world.scheduled[str(event.id)]["creator_id"] = "1"
        with pytest.raises(discord.Forbidden):
            await event.edit(status=discord.EventStatus.completed)


async def test_a_bot_may_do_what_it_was_invited_with_and_nothing_else() -> None:
    bits = permissions.Permission.VIEW_CHANNEL | permissions.Permission.CREATE_EVENTS
    async with LocalDiscord(invited=bits) as local, running(local) as bot:
        assert bot.guilds[0].me.guild_permissions.value == bits
        with pytest.raises(discord.Forbidden):
            await bot.guilds[0].text_channels[0].send("x")
