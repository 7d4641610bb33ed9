"""Roles are chosen from menus, on the wire and in the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.browser import browser, chromium

from .here import Here, running

__all__ = ["browser", "chromium"]


async def who_may(here: Here) -> dict[str, Any]:
    channel = next(c for c in here.local.world.channels.values() if c.get("name") == "lobby")
    await here.ana.slash(channel["id"], "cardroom show")
    shown = await here.ana.message(lambda m: "This server's card room" in m["content"], channel=channel["id"])
    await here.ana.press(shown, "Who may…")
    return await here.ana.message(lambda m: "Who may do what" in m["content"], channel=channel["id"])


async def test_a_role_is_chosen_and_stands_in_the_menu(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        shown, role = await who_may(here), here.local.world.role(here.ana.guild["id"], "Managers")
        menu = next(c for row in shown["components"] for c in row["components"] if c["type"] == 6)
        await here.ana.choose(shown, menu["placeholder"], [role])
        told = await here.ana.update(shown, lambda m: f"Tables are opened by <@&{role}>." in m["content"])
        menu = next(c for row in told["components"] for c in row["components"] if c["type"] == 6)
        assert menu["default_values"] == [{"id": role, "type": "role"}]
        settings = await here.bot.room.settings.of(int(here.ana.guild["id"]))
        assert settings.open_roles == (int(role),)


@pytest.mark.parametrize("width", [1280, 390])
async def test_the_page_lists_the_roles_of_the_server(tmp_path: Path, browser: Browser, width: int) -> None:
    async with running(tmp_path) as here:
        await who_may(here)
        page = await browser.new_page(viewport={"width": width, "height": 900})
        await page.goto(f"{here.local.page_url}#user={here.ana.id}")
        menu = page.locator("button.select[data-custom-id='cm:cardroom:0:@open:']")
        await menu.click()
        await page.get_by_role("option", name="@Managers").click()
        await page.get_by_role("button", name="Done").click()
        await expect(menu).to_contain_text("@Managers")
        await expect(page.get_by_text("Tables are opened by @Managers.")).to_be_visible()
