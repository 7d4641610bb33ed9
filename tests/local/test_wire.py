"""A real discord.py bot over real HTTP and WebSocket: everything that a person can do."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.local.client_rules import Refused
from bot.local.person import NoAnswer, Person
from bot.local.server import LocalDiscord
from tests.local.tiny_bot import Controls, TinyBot, file, picture, running, until


async def shown(person: Person, channel: str = "lobby") -> dict[str, Any]:
    await person.slash(channel, "show")
    return await person.message(lambda m: m["content"] == "red", channel=channel)


def channel_of(bot: TinyBot, name: str) -> discord.TextChannel:
    return next(each for each in bot.guilds[0].text_channels if each.name == name)


async def test_a_command_shows_a_picture_and_a_press_changes_it(ana: Person) -> None:
    assert (await ana.slash("lobby", "show")).type == 4
    message = await ana.message(lambda m: m["content"] == "red")
    assert await ana.picture(message) == picture("red")
    assert message["attachments"][0]["description"] == "All red"
    assert (message["attachments"][0]["width"], message["attachments"][0]["height"]) == (40, 20)
    assert (await ana.press(message, "Paint")).type == 7
    painted = await ana.update(message, lambda m: m["content"] == "painted")
    assert await ana.picture(painted) == picture("blue")
    assert len(painted["attachments"]) == 1


async def test_a_whisper_is_seen_by_the_asker_alone(ana: Person, bo: Person) -> None:
    await ana.slash("lobby", "whisper", number=3)
    whisper = await ana.message(lambda m: m["content"] == "psst 3")
    assert whisper["flags"] & 64
    await bo.say("lobby", "hello")
    await ana.message(lambda m: m["content"] == "hello")
    assert not any("psst" in m["content"] for room in bo.messages.values() for m in room.values())
    async with Person(ana.url, ana.secret, "Bo") as later:
        assert not any("psst" in m["content"] for room in later.messages.values() for m in room.values())
    await ana.dismiss(whisper)
    await ana.gone(whisper)


async def test_options_are_held_to_their_definitions(ana: Person) -> None:
    with pytest.raises(Refused, match="out of range"):
        await ana.slash("lobby", "whisper", number=10)
    with pytest.raises(Refused, match="is needed"):
        await ana.slash("lobby", "whisper")
    with pytest.raises(Refused, match="whole number"):
        await ana.slash("lobby", "whisper", number="3")
    with pytest.raises(Refused, match="no option"):
        await ana.slash("lobby", "show", size=3)
    with pytest.raises(Refused, match="no command"):
        await ana.slash("lobby", "nothing")


async def test_autocomplete_offers_what_fits(ana: Person) -> None:
    choices = await ana.autocomplete("lobby", "show", "colour", "gr")
    assert [(each["name"], each["value"]) for each in choices] == [("Green", "green")]


async def test_sub_commands(ana: Person) -> None:
    await ana.slash("lobby", "bank balance")
    answer = await ana.message(lambda m: "has 100" in m["content"])
    assert answer["content"] == "Ana has 100"
    assert answer["interaction"]["name"] == "bank balance", "as Discord has it, the subcommand with it"


async def test_selects_of_several_and_of_people(ana: Person) -> None:
    message = await shown(ana)
    with pytest.raises(Refused, match="Choose 2 to 3"):
        await ana.choose(message, "Cards", ["Ace"])
    await ana.choose(message, "Cards", ["King", "Ace"])
    await ana.update(message, lambda m: m["content"] == "chose AK")
    bo = next(each["id"] for each in ana.users if each["global_name"] == "Bo")
    await ana.choose(message, "Who", [bo])
    await ana.update(message, lambda m: m["content"] == "chose Bo")


async def test_a_form_edits_the_message_that_it_came_from(ana: Person) -> None:
    message = await shown(ana)
    outcome = await ana.press(message, "Form")
    assert outcome.modal is not None and outcome.modal["title"] == "Your name"
    with pytest.raises(Refused, match="2 to 20"):
        await ana.submit(outcome.modal, name="A")
    await ana.submit(outcome.modal, name="Anabel")
    await ana.update(message, lambda m: m["content"] == "Hello Anabel")


async def test_presses_that_a_client_would_not_send_are_refused(ana: Person, bo: Person) -> None:
    message = await shown(ana)
    with pytest.raises(Refused, match="switched off"):
        await ana.press(message, "Off")
    body = {"user": ana.id, "channel_id": message["channel_id"], "nonce": "1", "type": 3, "message_id": message["id"]}
    with pytest.raises(Refused, match="not on this message"):
        await ana.post("interact", {**body, "data": {"custom_id": "forged", "component_type": 2}})
    with pytest.raises(Refused, match="another kind"):
        await ana.post("interact", {**body, "data": {"custom_id": "paint", "component_type": 3, "values": ["A"]}})
    with pytest.raises(Refused, match="not in the list"):
        await ana.choose(message, "Cards", ["X", "Y"])
    await ana.slash("lobby", "whisper", number=1)
    whisper = await ana.message(lambda m: m["content"] == "psst 1")
    with pytest.raises(Refused, match="gone"):
        await bo.post("interact", {**body, "user": bo.id, "message_id": whisper["id"], "data": {"custom_id": "x"}})


async def test_thinking_is_ended_by_the_first_followup(ana: Person) -> None:
    message = await shown(ana)
    assert (await ana.press(message, "Later")).type == 5
    first = await ana.message(lambda m: m["content"] == "first")
    assert first["flags"] & 64 and not first["flags"] & 128
    second = await ana.message(lambda m: m["content"] == "second")
    assert second["id"] != first["id"]


async def test_direct_messages_and_closed_ones(ana: Person, bo: Person) -> None:
    await ana.slash("lobby", "write", to=bo.id)
    hello = await bo.message(lambda m: m["content"] == "hello")
    assert bo.channels[hello["channel_id"]]["recipients"][0]["global_name"] == "Card Room"
    assert hello["channel_id"] not in ana.channels
    await bo.press(hello, "Paint")
    await bo.update(hello, lambda m: m["content"] == "painted")
    await bo.post(f"users/{bo.id}", {"dms_closed": True})
    await ana.slash("lobby", "write", to=bo.id)
    await ana.message(lambda m: m["content"] == "closed 50007")


async def test_commands_work_in_direct_messages(ana: Person) -> None:
    await ana.dm()
    await ana.slash("@dm", "bank balance")
    await ana.message(lambda m: m["content"] == "Ana has 100", channel="@dm")


async def test_threads(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    lobby = channel_of(bot, "lobby")
    message = await lobby.send("a table")
    thread = await message.create_thread(name="Table 1")
    await thread.send("in here", view=Controls())
    said = await ana.message(lambda m: m["content"] == "in here")
    assert ana.channels[said["channel_id"]]["parent_id"] == str(lobby.id)
    await ana.press(said, "Paint")
    await ana.update(said, lambda m: m["content"] == "painted")
    await thread.edit(archived=True)
    await ana.until(lambda: ana.channel("Table 1")["thread_metadata"]["archived"] or None, 5, "archiving")
    await ana.say("Table 1", "and open again")
    await ana.until(lambda: not ana.channel("Table 1")["thread_metadata"]["archived"] or None, 5, "opening")
    await thread.delete()
    await ana.until(lambda: str(thread.id) not in ana.channels or None, 5, "deletion")


async def test_a_private_thread_is_seen_by_its_members(bot: TinyBot, ana: Person, bo: Person) -> None:
    kind = discord.ChannelType.private_thread
    thread = await channel_of(bot, "lobby").create_thread(name="Secret", type=kind)
    await thread.add_user(discord.Object(int(bo.id)))
    await bo.until(lambda: str(thread.id) in bo.channels or None, 5, "the thread")
    async with Person(ana.url, ana.secret, "Cleo") as cleo:
        assert str(thread.id) not in cleo.channels
    await thread.remove_user(discord.Object(int(bo.id)))
    await bo.until(lambda: str(thread.id) not in bo.channels or None, 5, "leaving")


async def test_a_form_with_a_select_and_text(ana: Person) -> None:
    form = (await ana.slash("lobby", "order")).modal
    assert form is not None
    with pytest.raises(Refused, match="not in the list"):
        await ana.submit(form, drink=["beer"])
    await ana.submit(form, drink=["tea"], note="hot")
    await ana.message(lambda m: m["content"] == "tea, hot")


async def test_a_form_with_radio_buttons_and_boxes(ana: Person) -> None:
    form = (await ana.slash("lobby", "survey")).modal
    assert form is not None
    with pytest.raises(Refused, match="not in the list"):
        await ana.submit(form, size="huge")
    with pytest.raises(Refused, match="Choose 0 to 2"):
        await ana.submit(form, extras=["milk", "sugar", "lemon"])
    await ana.submit(form)
    await ana.message(lambda m: m["content"] == "small [] False")
    form = (await ana.slash("lobby", "survey")).modal
    assert form is not None
    await ana.submit(form, size="large", extras=["milk", "lemon"], sure=True)
    await ana.message(lambda m: m["content"] == "large ['milk', 'lemon'] True")


async def test_a_command_on_a_persons_context_menu(ana: Person, bo: Person) -> None:
    await ana.on_person("lobby", "Wave at", bo.id)
    assert (await bo.message(lambda m: "waves" in m["content"]))["content"] == "waves at Bo"
    assert "Wave at" not in ana.commands, "it is not typed"
    with pytest.raises(Refused, match="no command"):
        await ana.on_person("lobby", "show", bo.id)
    with pytest.raises(Refused, match="nobody"):
        await ana.on_person("lobby", "Wave at", "1")


async def test_what_arrived_when_is_kept_for_benches(local: LocalDiscord, ana: Person) -> None:
    message = await shown(ana)
    await ana.press(message, "Paint")
    press = local.timings.pressed[-1]
    assert (press.kind, press.message, press.user) == (3, message["id"], ana.id)
    painted = next(each for each in local.timings.shown if each.event == "MESSAGE_UPDATE")
    assert painted.message == message["id"] and painted.files == 1
    assert press.acknowledged is not None and press.received < painted.at <= press.acknowledged
    assert [each.route for each in local.calls][-1].endswith("/callback")


async def test_commands_of_one_server_and_for_managers(bot: TinyBot, ana: Person, bo: Person) -> None:
    guild = bot.guilds[0]

    @bot.tree.command(guild=guild, description="For managers")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def tidy(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("tidy", ephemeral=True)

    await bot.tree.sync(guild=guild)
    for person in (ana, bo):
        await person.until(lambda person=person: person.commands.get("tidy"), 5, "the command")
    await ana.slash("lobby", "tidy")
    with pytest.raises(Refused, match="may not use"):
        await bo.slash("lobby", "tidy")
    await ana.post(f"users/{bo.id}", {"manager": True})
    await bo.slash("lobby", "tidy")
    await ana.dm()
    with pytest.raises(Refused, match="no command"):
        await ana.slash("@dm", "tidy")


async def test_messages_are_edited_listed_fetched_and_deleted(bot: TinyBot, ana: Person) -> None:
    lobby = channel_of(bot, "lobby")
    sent = await lobby.send("one", files=[file("red"), file("green")])
    kept = await sent.edit(content="two", attachments=[sent.attachments[1], file("blue")])
    assert [each.filename for each in kept.attachments] == ["green.png", "blue.png"]
    assert await kept.attachments[0].read() == picture("green")
    assert (await lobby.fetch_message(sent.id)).content == "two"
    await ana.say("lobby", "hi")
    assert [each.content async for each in lobby.history(limit=2)] == ["hi", "two"]
    assert [each.content async for each in lobby.history(limit=1, oldest_first=True)] == ["two"]
    await sent.delete()
    with pytest.raises(discord.NotFound) as error:
        await sent.edit(content="three")
    assert error.value.code == 10008


async def test_an_embed_shows_an_attachment(bot: TinyBot, ana: Person) -> None:
    embed = discord.Embed(title="Result").set_image(url="attachment://red.png")
    await channel_of(bot, "lobby").send(embed=embed, file=file("red"))
    message = await ana.message(lambda m: bool(m["embeds"]))
    assert message["attachments"] == []
    assert message["embeds"][0]["image"]["url"].startswith(ana.url)


async def test_a_plain_message_is_heard_without_its_words(bot: TinyBot, ana: Person) -> None:
    await ana.say("lobby", "secret")
    await until(lambda: bot.heard)
    assert bot.heard[-1].content == ""  # the privileged intent is not asked for
    await ana.dm()
    await ana.say("@dm", "hello bot")
    await until(lambda: len(bot.heard) == 2)
    assert bot.heard[-1].content == "hello bot"


async def test_resuming_replays_what_was_missed(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    message = await shown(ana)
    await local.drop_gateway()
    pressed = asyncio.create_task(ana.press(message, "Paint"))
    await until(lambda: bot.resumed == 1)
    await pressed
    await ana.update(message, lambda m: m["content"] == "painted")


async def test_a_lost_session_begins_anew(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    message = await shown(ana)
    before = set(local.gateway.sessions)
    await local.drop_gateway(resume=False)
    await until(lambda: local.gateway.listener() and not before & set(local.gateway.sessions), 12)
    await ana.press(message, "Paint")
    await ana.update(message, lambda m: m["content"] == "painted")


async def test_who_looks_at_one_channel_hears_of_it_and_of_direct_messages(ana: Person) -> None:
    lobby = ana.channel("lobby")["id"]
    async with Person(ana.url, ana.secret, "Bo", only=lobby) as bo:
        await ana.say("hearts", "elsewhere")
        await ana.slash("lobby", "write", to=bo.id)
        await bo.message(lambda m: m["content"] == "hello")
        await ana.say("lobby", "here")
        await bo.message(lambda m: m["content"] == "here")
        assert not any(m["content"] == "elsewhere" for room in bo.messages.values() for m in room.values())


async def test_a_new_person_and_a_new_channel(bot: TinyBot, ana: Person) -> None:
    eve = await ana.post("users", {"name": "Eve"})
    await ana.post("channels", {"name": "Late night"})
    async with Person(ana.url, ana.secret, eve["id"]) as person:
        await person.slash("late-night", "bank balance")
        await person.message(lambda m: m["content"] == "Eve has 100")
        await ana.post(f"users/{eve['id']}", {"nick": "Evie"})
        await person.slash("late-night", "bank balance")
        await person.message(lambda m: m["content"] == "Evie has 100")


async def test_the_bot_is_removed_and_a_channel_deleted(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    chips = channel_of(bot, "chips")
    await ana.post("delete", {"channel_id": str(chips.id)})
    await until(lambda: bot.get_channel(chips.id) is None)
    with pytest.raises(discord.NotFound) as error:
        await chips.send("gone")
    assert error.value.code == 10003
    lobby = channel_of(bot, "lobby")
    await ana.post("kick", {})
    await until(lambda: not bot.guilds)
    with pytest.raises(discord.Forbidden) as refused:
        await lobby.send("gone")
    assert refused.value.code == 50001
    with pytest.raises(Refused, match="not in this server"):
        await ana.slash("lobby", "show")
    await ana.post("invite", {})
    await until(lambda: bot.guilds)
    await ana.slash("lobby", "show")


async def test_a_second_server(bot: TinyBot, ana: Person, bo: Person) -> None:
    guild = await ana.post("guilds", {"name": "The Club", "user": bo.id})
    await until(lambda: any(each.text_channels for each in bot.guilds if each.id == int(guild["id"])))
    await ana.slash("general", "show")
    shown = await bo.message(lambda m: m["content"] == "red")
    assert bo.channels[shown["channel_id"]]["guild_id"] == guild["id"]
    club = bot.get_guild(int(guild["id"]))
    assert club is not None and club.owner_id == int(bo.id)


async def test_the_bot_hears_what_discord_would_tell_it(bot: TinyBot, ana: Person) -> None:
    await ana.slash("lobby", "whisper", number=1)  # nobody else hears of that
    await ana.post("users", {"name": "Eve"})  # needs the privileged intent for members
    await bot.tree.sync()
    await ana.say("lobby", "hello")
    await until(lambda: bot.heard)
    assert bot.events == {"READY", "GUILD_CREATE", "INTERACTION_CREATE", "MESSAGE_CREATE"}


async def test_the_page_knows_whether_the_bot_is_there(local: LocalDiscord) -> None:
    async with Person(local.url, local.secret, "Ana") as ana:
        assert not ana.online
        async with running(local):
            await ana.bot_online()
        await ana.until(lambda: not ana.online or None, 5, "its leaving")


async def test_a_bench_in_another_process_can_do_as_much(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    await ana.post("faults", {"route": "*/callback", "status": 500, "ack_window": 0.1})
    with pytest.raises(NoAnswer):
        await ana.slash("lobby", "whisper", number=1)
    calls = await ana.get("calls")
    assert calls[-1][0] == "POST" and calls[-1][1].endswith("/callback") and calls[-1][3] == 500
    assert [each["code"] for each in await ana.post("violations", {})] == [10062]
    assert await ana.get("violations") == []
    await ana.post("gateway", {})
    await until(lambda: bot.resumed == 1)
    assert (await ana.get("timings"))["pressed"][0]["acknowledged"] is None


async def test_silence_is_told_after_three_seconds(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    local.interactions.ack_window = 0.2
    with pytest.raises(NoAnswer, match="did not respond"):
        await ana.slash("lobby", "silent")
    assert [each.code for each in local.violations] == [10062]
    local.violations.clear()


async def test_scheduled_events_and_the_rest(bot: TinyBot, ana: Person) -> None:
    guild = bot.guilds[0]
    start = discord.utils.utcnow() + timedelta(hours=1)
    event = await guild.create_scheduled_event(
        name="Card night",
        start_time=start,
        end_time=start + timedelta(hours=3),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="Here",
    )
    await event.edit(name="Late card night")
    assert [each.name for each in await guild.fetch_scheduled_events()] == ["Late card night"]
    await event.delete()
    assert (await bot.application_info()).owner.global_name == "Ana"
    assert (await guild.fetch_member(int(ana.id))).display_name == "Ana"
    assert (await bot.fetch_user(int(ana.id))).global_name == "Ana"
    assert [each.name for each in await guild.fetch_channels()] == ["lobby", "hearts", "chips", "Table talk"]
    await channel_of(bot, "lobby").typing()


async def test_only_its_own_page_gets_in(local: LocalDiscord, ana: Person) -> None:
    session = ana._session
    assert session is not None
    async with session.get(f"{local.url}/app/state?user={ana.id}", headers={"X-Secret": "wrong"}) as answer:
        assert answer.status == 403
    async with session.get(f"{local.url}/app/people", headers={"Origin": "http://evil.example"}) as answer:
        assert answer.status == 403
    async with session.get(f"{local.url}/app/people", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 403
    async with session.get(f"{local.url}/api/v10/users/@me") as answer:
        assert answer.status == 401


async def test_two_bots_in_turn_keep_the_world(local: LocalDiscord) -> None:
    async with running(local), Person(local.url, local.secret, "Ana") as ana:
        message = await shown(ana)
    async with running(local) as bot, Person(local.url, local.secret, "Ana") as ana:
        await ana.press(message, "Paint")  # the view is registered again by its custom_ids
        await ana.update(message, lambda m: m["content"] == "painted")
        assert bot.guilds[0].name == "The Card Room"


async def test_a_person_may_look_at_one_channel_only(local: LocalDiscord, ana: Person) -> None:
    lobby = ana.channel("lobby")
    other = await ana.post("channels", {"name": "elsewhere"})
    async with Person(local.url, local.secret, "Bo", only=lobby["id"]) as bo:
        await ana.say(other, "nobody here")
        await ana.say(lobby, "hello")
        await bo.message(lambda m: m["content"] == "hello")
        assert {m["content"] for room in bo.messages.values() for m in room.values()} == {"hello"}
