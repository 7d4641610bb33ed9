"""A browser for tests that drive a page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from bot.local.server import LocalDiscord

from .machine import NO_BROWSER, find_browser

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A headless browser, started once: to start one costs more than most tests of the page do."""
    path = find_browser()
    if path is None:
        pytest.skip(NO_BROWSER)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser without any tab. Import both fixtures into the test module (or conftest) that uses it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@asynccontextmanager
async def at_work(
    bot: discord.Client, came_in: Coroutine[Any, Any, Any], local: LocalDiscord, browser: Browser
) -> AsyncIterator[None]:
    """The bot runs on the local Discord once it has come in; then all tabs are closed, and it has broken no rule of
    Discord's."""
    async with bot:
        running = asyncio.create_task(bot.start("token"))
        await asyncio.wait_for(came_in, 30)
        yield
        for context in browser.contexts:
            await context.close()
        await bot.close()
        await running
    assert local.violations == [], local.violations
