"""The calendar of a server at the local Discord: by the wire, by people, and in the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from playwright.async_api import expect

from bot.host.calls import calendar as ours
from bot.local import calendar
from bot.local.client_rules import Refused
from bot.local.person import Person
from bot.local.server import LocalDiscord

from .desk import Desk
from .tiny_bot import TinyBot, running, until


class CalendarBot(TinyBot):
    """The tiny bot, which hears of the calendar, too."""

    def __init__(self) -> None:
        super().__init__(guild_scheduled_events=True)
        self.told: list[tuple[str, Any]] = []
        for name, parse in self._connection.parsers.items():
            if name.startswith("GUILD_SCHEDULED"):
                self._connection.parsers[name] = self._noting(name.removeprefix("GUILD_SCHEDULED_EVENT_"), parse)

    def _noting(self, name: str, parse: Any) -> Any:
        def noted(data: Any) -> None:
            self.told.append((name, data))
            parse(data)

        return noted


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[TinyBot]:
    async with running(local, CalendarBot()) as bot:
        yield bot


async def scheduled(bot: discord.Client, hours: float = 2) -> discord.ScheduledEvent:
    """An event that the bot has made."""
    starts = discord.utils.utcnow() + timedelta(hours=hours)
    return await bot.guilds[0].create_scheduled_event(
        name="Friday", start_time=starts, end_time=starts + timedelta(hours=4), location="#lobby",
        entity_type=discord.EntityType.external, privacy_level=discord.PrivacyLevel.guild_only,
        description="A night of dealer's choice.",
    )  # fmt: skip


async def seen(person: Person, count: int = 1) -> list[Any]:
    """The events that somebody sees in the calendar, once there are this many."""
    await until(lambda: len(person.events) == count)
    return [*person.events.values()]


async def news(bot: Any, *names: str) -> list[Any]:
    """What the bot is told of the calendar, once all of that has come."""
    await until(lambda: [name for name, _ in bot.told] == [*names])
    return [data for _, data in bot.told]


async def test_the_bot_hears_what_happens_in_the_calendar(bot: Any, ana: Person, bo: Person) -> None:
    event = await scheduled(bot)
    (known,) = await seen(ana)
    await bo.on_event(known, interested=True)
    await bo.on_event(known, interested=True)
    later = event.start_time + timedelta(days=1)
    await ana.on_event(known, starts=later.isoformat())
    await bo.on_event(known, interested=False)
    await ana.on_event(known, cancel=True)
    await ana.on_event(known, delete=True)
    told = await news(bot, "CREATE", "USER_ADD", "UPDATE", "USER_REMOVE", "UPDATE", "DELETE")
    about = {"guild_scheduled_event_id": str(event.id), "guild_id": str(bot.guilds[0].id), "user_id": bo.id}
    assert told[1] == told[3] == about
    assert [datetime.fromisoformat(told[2][f"scheduled_{n}_time"]) for n in ("start", "end")] == [
        later, later + timedelta(hours=4),
    ]  # fmt: skip
    assert told[4]["status"] == calendar.CANCELLED
    await until(lambda: not ana.events)


async def test_without_the_intent_nothing_is_told(local: LocalDiscord, ana: Person) -> None:
    async with running(local) as bot:
        event = await scheduled(bot)
        await ana.on_event({"id": str(event.id)}, interested=True)
        await ana.say("lobby", "now")
        await until(lambda: bot.heard)
        assert not {name for name in bot.events if "SCHEDULED" in name}
    async with running(local) as bot:
        assert not bot.guilds[0].scheduled_events
    async with running(local, CalendarBot()) as bot:
        assert [each.name for each in bot.guilds[0].scheduled_events] == ["Friday"]


async def test_who_is_interested_is_listed_page_by_page(local: LocalDiscord, bot: Any) -> None:
    event = await scheduled(bot)
    known = local.world.scheduled[str(event.id)]
    people = [local.world.add_user(f"Guest {n}")["id"] for n in range(130)]
    for user in reversed(people):
        local.world.join(known["guild_id"], user)
        calendar.interest(local.world, known, user, True)
    assert (await bot.guilds[0].fetch_scheduled_event(event.id)).user_count == 130
    assert (await bot.guilds[0].fetch_scheduled_event(event.id, with_counts=False)).user_count == 0
    ask = bot.http.get_scheduled_event_users
    first = await ask(event.guild_id, event.id, 100, with_member=True)
    assert [each["user"]["id"] for each in first] == people[:100], "they go up by the id"
    assert first[0]["member"]["user"]["global_name"] == "Guest 0"
    rest = await ask(event.guild_id, event.id, 100, with_member=False, after=first[-1]["user"]["id"])
    assert [each["user"]["id"] for each in rest] == people[100:] and "member" not in rest[0]
    before = await ask(event.guild_id, event.id, 2, with_member=False, before=people[5])
    assert [each["user"]["id"] for each in before] == people[3:5]
    assert await ours.interested(bot.guilds[0], event.id) == [int(user) for user in people], "as the card room asks"


async def test_what_discord_does_not_take(local: LocalDiscord, bot: Any) -> None:
    event = await scheduled(bot)
    past = discord.utils.utcnow() - timedelta(minutes=1)
    with pytest.raises(discord.HTTPException, match="in the past"):
        await event.edit(start_time=past)
    with pytest.raises(discord.HTTPException, match="Status Update"):
        await event.edit(status=discord.EventStatus.completed)
    active = await event.edit(status=discord.EventStatus.active)
    with pytest.raises(discord.HTTPException, match="active event"):
        await active.edit(start_time=event.start_time + timedelta(hours=1))
    with pytest.raises(discord.HTTPException, match="Status Update"):
        await active.edit(status=discord.EventStatus.canceled)
    over = await active.edit(status=discord.EventStatus.completed)
    with pytest.raises(discord.HTTPException) as error:
        await over.edit(name="Again")
    assert error.value.code == 180000
    assert await bot.guilds[0].fetch_scheduled_events() == []
    assert (await bot.guilds[0].fetch_scheduled_event(event.id)).status is discord.EventStatus.completed
    assert not local.violations, "time goes on, and others are faster"
    with pytest.raises(discord.HTTPException, match="end before start"):
        await (await scheduled(bot)).edit(end_time=past)
    assert [each.code for each in local.violations] == [50035]
    local.violations.clear()


async def test_an_event_goes_on_alone(local: LocalDiscord, bot: Any) -> None:
    forgotten, begun = await scheduled(bot), await scheduled(bot)
    await begun.edit(status=discord.EventStatus.active)
    local.world.skew = 2 * 3600 + calendar.FORGOTTEN + 60
    assert (await bot.guilds[0].fetch_scheduled_event(forgotten.id)).status is discord.EventStatus.canceled
    assert (await bot.guilds[0].fetch_scheduled_event(begun.id)).status is discord.EventStatus.active
    local.world.skew = 6 * 3600 + calendar.OVERDUE + 60
    assert (await bot.guilds[0].fetch_scheduled_event(begun.id)).status is discord.EventStatus.completed
    await news(bot, "CREATE", "CREATE", "UPDATE", "UPDATE", "UPDATE")


async def test_only_those_who_manage_events_change_them(bot: Any, ana: Person, bo: Person) -> None:
    await scheduled(bot)
    (event,) = await seen(bo)
    for what in ({"cancel": True}, {"delete": True}, {"starts": "2030-01-01T20:00:00+00:00"}):
        with pytest.raises(Refused, match="cannot manage"):
            await bo.on_event(event, **what)
    with pytest.raises(Refused, match="past"):
        await ana.on_event(event, starts="2020-01-01T20:00:00+00:00")
    await ana.on_event(event, delete=True)
    with pytest.raises(Refused, match="gone"):
        await bo.on_event(event, interested=True)


async def test_the_calendar_outlives_the_server(tmp_path: Path) -> None:
    data = tmp_path / "world.db"
    async with LocalDiscord(data=data) as local, running(local) as bot, Person(local.url, local.secret, "Bo") as bo:
        await scheduled(bot)
        gone = await scheduled(bot)
        for event in await seen(bo, 2):
            await bo.on_event(event, interested=True)
        await gone.delete()
        before = local.world
    async with LocalDiscord(data=data) as local, Person(local.url, local.secret, "Ana") as ana:
        assert (local.world.scheduled, local.world.interested) == (before.scheduled, before.interested)
        assert [each["interested"] for each in ana.events.values()] == [[bo.id]]


async def test_a_nonce_makes_one_message(local: LocalDiscord, bot: TinyBot, ana: Person) -> None:
    lobby = bot.guilds[0].text_channels[0]
    first = await lobby.send("Tonight!", nonce="night 1")
    again = await lobby.send("Tonight!", nonce="night 1")
    assert again.id == first.id and (await lobby.send("Tonight!")).id != first.id
    await lobby.send("Last")
    await ana.message(lambda m: m["content"] == "Last")
    said = [each["content"] for each in ana.messages[str(lobby.id)].values()]
    assert said == ["Tonight!", "Tonight!", "Last"]
    local.world.skew = 600
    assert (await lobby.send("Tonight!", nonce="night 1")).id != first.id, "it is known for some minutes only"


# ---- in the page -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_calendar_in_the_page(desk: Desk, width: int) -> None:
    event = await scheduled(desk.bot)
    ana, bo = await desk.tab("Ana", width=width), await desk.tab("Bo", width=width)
    for page in (ana, bo):
        if width == 390:
            await page.get_by_label("Show channels").click()
        await page.get_by_role("button", name="1 event").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Nobody is interested yet.")
    await bo.get_by_role("button", name="Interested").click()
    await expect(bo.get_by_role("button", name="Interested")).to_have_attribute("aria-pressed", "true")
    await expect(ana.get_by_role("dialog")).to_contain_text("1 interested: Bo")
    await expect(bo.get_by_role("button", name="Delete")).to_have_count(0)
    await ana.get_by_role("button", name="Move…").click()
    await ana.get_by_label("When Friday begins").fill("2020-01-01T20:00")
    await ana.get_by_role("button", name="Move", exact=True).click()
    await expect(ana.get_by_role("alert").last).to_have_text("That is past.")
    await ana.get_by_label("When Friday begins").fill("2031-01-03T20:00")
    await ana.get_by_role("button", name="Move", exact=True).click()
    await expect(bo.locator(".event time").first).to_have_text("Friday, 3 January 2031 at 20:00")
    assert await ana.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    await bo.get_by_role("button", name="Interested").click()
    await expect(ana.get_by_role("dialog")).to_contain_text("Nobody is interested yet.")
    await ana.get_by_role("button", name="Cancel event").click()
    for page in (ana, bo):
        await expect(page.get_by_role("dialog")).to_contain_text("Nothing is planned here.")
    assert desk.local.world.scheduled[str(event.id)]["status"] == calendar.CANCELLED
    await asyncio.gather(*(page.get_by_role("button", name="Close").click() for page in (ana, bo)))
    await expect(ana.get_by_role("dialog")).to_have_count(0)
