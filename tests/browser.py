"""A browser for tests that drive a page: found on the machine, or fetched once by Playwright."""

from __future__ import annotations

import asyncio
import functools
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from playwright.sync_api import sync_playwright

from bot.local.server import LocalDiscord

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
MISSING = (
    "The browser tests need Chromium: install it with your system's package manager (for example "
    "`apt-get install chromium`), or let Playwright fetch it with `python -m playwright install chromium`."
)


class NoBrowser(RuntimeError):
    """No browser is on the machine and none could be fetched; the message says what to install."""


@functools.cache
def find_browser() -> str:
    """The path of a Chromium or Chrome: an installed one, else one that Playwright has, else one that it fetches.

    Raises NoBrowser, whose message says what to install.
    """
    for name in INSTALLED:
        if path := shutil.which(name):
            return path
    # Playwright's blocking half refuses to run in a thread with an event loop.
    with ThreadPoolExecutor(1) as aside:
        own = aside.submit(_playwrights_own).result()
    if not own.exists():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if not own.exists():
        raise NoBrowser(MISSING)
    return str(own)


def _playwrights_own() -> Path:
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """A headless browser. Import this fixture into the test module (or conftest) that uses it."""
    try:
        path = find_browser()
    except NoBrowser as missing:
        pytest.fail(str(missing), pytrace=False)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        await running.close()


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
