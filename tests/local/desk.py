"""People at the page of the local Discord, in a real browser with a tiny bot behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from tests.browser import at_work, browser, chromium

from .page_bot import PageBot

__all__ = ["browser", "chromium"]
PHONE = 400
BOX = "#composer textarea"


@dataclass
class Desk:
    """A local Discord with the tiny bot, and the tabs that look at it."""

    local: LocalDiscord
    bot: PageBot
    browser: Browser
    wrong: list[str] = field(default_factory=list)

    def user(self, name: str) -> str:
        return next(user["id"] for user in self.local.world.users.values() if user["global_name"] == name)

    def channel(self, name: str) -> str:
        return next(channel["id"] for channel in self.local.world.channels.values() if channel.get("name") == name)

    async def tab(self, name: str = "Ana", channel: str = "lobby", width: int = 1100) -> Page:
        """A tab of a browser of one's own, with somebody in a channel."""
        context = await self.browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
        page = await context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda asked: self.wrong.append(asked.url) if self.local.url not in asked.url else None)
        await page.goto(f"{self.local.page_url}#user={self.user(name)}&channel={self.channel(channel)}")
        await expect(page.locator("#person")).to_contain_text(name)
        return page


@pytest_asyncio.fixture(loop_scope="session")
async def desk(browser: Browser) -> AsyncIterator[Desk]:
    async with LocalDiscord() as local:
        point_discord_at(local.url)
        bot = PageBot()
        made = Desk(local, bot, browser)
        async with at_work(bot, bot.came_in.wait(), local, browser):
            yield made
        assert made.wrong == []


def last(page: Page) -> Locator:
    """The newest message in the tab."""
    return page.locator("[data-message-id]").last


async def use(page: Page, command: str) -> None:
    """Type a slash command with its options and send it."""
    await page.locator(BOX).fill(f"/{command} ")
    await page.keyboard.press("Enter")


async def table(page: Page) -> Locator:
    await use(page, "table stake:5")
    await expect(last(page)).to_contain_text("stake 5")
    return page.locator(f"[data-message-id='{await last(page).get_attribute('data-message-id')}']")


def control(where: Locator, custom_id: str) -> Locator:
    return where.locator(f"[data-custom-id={custom_id}]")
