"""The card room as its players have it: the real bot on the local Discord, and a browser with a tab for each person."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from discord import app_commands
from playwright.async_api import Browser, Locator, Page, expect

from bot.app import CardRoom
from bot.games.catalog import GAMES
from bot.host.calls.permissions import invite
from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from bot.store import Work, settings
from tests.browser import at_work, browser, chromium
from tests.waiting import results_stay

__all__ = ["browser", "chromium"]

DESKTOP, PHONE = 1100, 400
WIDTHS = pytest.mark.parametrize("width", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)])
"""A whole game is played on a phone in every run, which has least room, and at a desk in the soak."""
PATIENCE = 30_000
"""Milliseconds for anything on the page to come; a machine with two busy cores draws slowly."""
expect.set_options(timeout=PATIENCE)


@dataclass
class Evening:
    """A local Discord with the card room, and the tabs that look at it."""

    local: LocalDiscord
    bot: CardRoom
    browser: Browser
    wrong: list[str] = field(default_factory=list)

    async def seat(self, name: str, channel: str, width: int = DESKTOP, *, zone: str = "UTC") -> Player:
        """Somebody at their own browser, looking at a channel; `zone` is where they are."""
        world = self.local.world
        user = next(each["id"] for each in world.users.values() if each["global_name"] == name)
        place = next(each["id"] for each in world.channels.values() if each.get("name") == channel)
        context = await self.browser.new_context(
            viewport={"width": width, "height": 800}, reduced_motion="reduce", timezone_id=zone
        )
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        await page.goto(f"{self.local.page_url}#user={user}&channel={place}")
        await expect(page.locator("#person")).to_contain_text(name)
        return Player(page, name, self.bot)

    async def pass_time(self, seconds: float) -> None:
        """Every clock goes on by this much: Discord's, the bot's, and those of all tabs."""
        self.local.world.skew += seconds
        self.bot.room.time.look()
        for context in self.browser.contexts:
            for page in context.pages:
                await page.clock.set_system_time(self.local.world.now())
        self.bot.room.planner.wake()


@dataclass
class Player:
    """A person at a tab: what they see and press."""

    page: Page
    name: str
    bot: CardRoom

    @property
    def messages(self) -> Locator:
        return self.page.locator("#messages")

    @property
    def table(self) -> Locator:
        """The newest message that everybody in the channel sees, with a picture and something to press."""
        pictured = self.page.locator("article.message:not(.ephemeral)").filter(has=self.page.locator("figure img"))
        return pictured.filter(has=self.page.locator("[data-custom-id]")).last

    @property
    def panel(self) -> Locator:
        """The newest private panel in view: ephemeral in a channel, an ordinary message among direct messages."""
        shown = self.page.locator("article.message.ephemeral").filter(has=self.page.locator("figure img"))
        return shown.last

    @property
    def yes(self) -> Locator:
        """**Yes** below the newest question whether a move is meant."""
        return self.page.locator("article.message.ephemeral").last.get_by_role("button", name="Yes", exact=True)

    async def use(self, command: str) -> None:
        """Type a slash command and send it. Nobody cuts at a table unless the test says so; what a game's command does
        not take is what the server has for its tables."""
        game, *given = command.split()
        if game in GAMES:
            known = self.bot.tree.get_command(game)
            assert isinstance(known, app_commands.Command)
            taken = {parameter.name for parameter in known.parameters}
            options = {"cut": "off"} | dict(each.split(":") for each in given)
            usual = {game: {name: value for name, value in options.items() if name not in taken}}
            for guild in self.bot.guilds:
                await self.bot.room.settings.change(guild.id, lambda _: {"defaults": usual})
            command = " ".join([game, *(f"{name}:{value}" for name, value in options.items() if name in taken)])
        await self.page.locator("#composer textarea").fill(f"/{command} ")
        await self.page.keyboard.press("Enter")

    async def go(self, channel: str) -> None:
        """Open a channel, or the bot's direct messages."""
        opener = self.page.get_by_role("button", name="Show channels")
        if await opener.is_visible():
            await opener.click()
        await self.page.locator("#sidebar a.channel", has_text=channel).first.click()
        await expect(self.page.locator("#place")).to_contain_text(channel)

    async def press(self, where: Locator, label: str) -> None:
        """Press a button and wait until it has done its work. One that was drawn anew in that moment is pressed again,
        as a person would."""
        button = where.get_by_role("button", name=label, exact=True)
        for _ in range(3):
            await button.click()
            await expect(where.locator("[aria-busy=true]")).to_have_count(0)
            if not await where.get_by_text("That control is not on this message.").first.is_visible():
                return

    async def open_table(self, command: str, house_players: int) -> None:
        """Open a table here and fill it."""
        await self.use(command)
        await expect(self.table.get_by_role("button", name="Play now")).to_be_visible()
        for n in range(house_players):
            await self.use("table house")
            await expect(self.table.locator("figure img")).to_have_attribute("alt", re.compile(f"{n + 2} of .* seated"))

    async def more(self) -> Locator:
        """Press **More…** and see what is behind it."""
        await self.press(self.table, "More…")
        behind = self.page.locator("article.message.ephemeral").filter(has=self.page.locator("[data-custom-id]")).last
        await expect(behind.get_by_role("button", name="Leave", exact=True)).to_be_visible()
        return behind

    async def my_hand(self) -> None:
        """Press **My hand** and see the panel."""
        had = [await each.get_attribute("data-message-id") for each in await self.panel.all()]
        await self.press(self.table, "My hand")
        # An earlier panel goes when a new one comes.
        await expect(self.panel).not_to_have_attribute("data-message-id", had[0] if had and had[0] else "none")

    async def pass_three(self, panel: Locator) -> list[str]:
        """Choose the first three cards of the list and pass them; returns them as they are called."""
        await panel.locator("button.select").click()
        options = self.page.locator(".dropdown [role=option]")
        chosen = [await options.nth(n).inner_text() for n in range(3)]
        for n in range(3):
            await options.nth(n).click()
        await self.page.get_by_role("button", name="Done").click()
        await panel.get_by_role("button", name="Pass these").click()
        await expect(panel).not_to_contain_text("Choose three cards to pass. Time is up")
        return [text.strip() for text in chosen]

    async def play_on(self, turn: re.Pattern[str], presses: int = 60) -> None:
        """Press the first button of that name that comes, again and again, until there is a **Rematch**. Whether a call
        of everything is meant may be asked: it is."""
        may = self.table.get_by_role("button", name=turn).first
        for _ in range(presses):
            await expect(may).to_be_visible()
            if await may.inner_text() == "Rematch":
                return
            name = await may.get_attribute("data-custom-id")
            await may.click()
            pressed = f"[data-custom-id='{name}']"
            await expect(self.page.locator(f"body:not(:has({pressed}))").or_(self.yes).first).to_be_visible()
            if await self.yes.is_visible():
                await self.yes.click()
            await expect(self.page.locator(pressed)).to_have_count(0)
        raise AssertionError("It goes on and on.")

    async def fits(self) -> None:
        """Nothing on the page is wider than the window, at a desk and on a phone."""
        wide = "e => [...e.querySelectorAll('*')].filter(n => n.getBoundingClientRect().right > innerWidth + 1).length"
        own = self.page.viewport_size
        assert own is not None
        for width in (*({PHONE, DESKTOP} - {own["width"]}), own["width"]):
            await self.page.set_viewport_size({"width": width, "height": own["height"]})
            assert await self.page.evaluate("document.documentElement.scrollWidth") <= width
            assert await self.page.locator("#scroll").evaluate(wide) == 0


@pytest_asyncio.fixture(loop_scope="session")
async def evening(
    browser: Browser, tmp_path: Path, in_thread: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """House players move at once, and the next deal waits until somebody presses it. The bot goes by Discord's
    clock."""
    async with LocalDiscord(invited=invite().value) as local:
        point_discord_at(local.url)
        monkeypatch.setattr(discord.utils, "utcnow", lambda: datetime.fromtimestamp(local.world.now(), UTC))
        bot = CardRoom(tmp_path / "cardroom.db")
        async with at_work(bot, _came_in(bot), local, browser):
            quick = Work()
            for guild in bot.guilds:
                quick.do(settings.set_setting, guild.id, "house_pace_ms", 0).do(
                    settings.set_setting, guild.id, "next_deal_seconds", 600
                )
            await bot.room.store.commit(quick)
            results_stay(monkeypatch)
            made = Evening(local, bot, browser)
            yield made
        assert made.wrong == []
        direct = {id for id, channel in local.world.channels.items() if channel["type"] == 1}
        refused = [call for call in local.calls if call.status == 403 and call.channel not in direct]
        assert refused == [], "the invite lacks a permission for what is called"


async def _came_in(bot: CardRoom) -> None:
    came = asyncio.Event()
    bot.add_listener(_setter(came), "on_ready")
    await came.wait()


def _setter(event: asyncio.Event):
    async def on_ready() -> None:
        event.set()

    return on_ready
