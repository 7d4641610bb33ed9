"""`/help` and `/prefs` in the browser, on a desk and on a phone: where the buttons lead, and what the panel shows."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import PHONE, Evening
from .test_gallery import choose


@pytest.mark.parametrize("width", [1280, PHONE - 10])
async def test_from_help_to_settings_that_hold_at_once(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "lobby", width)
    await ana.use("help")
    await expect(ana.page.locator("article.message").last).to_contain_text("All chips are play chips.")
    front = ana.page.locator("article.message", has=ana.page.get_by_role("button", name="My tables"))
    await ana.fits()
    await front.get_by_role("button", name="Settings").click()
    panel = ana.page.locator("article.message", has=ana.page.locator("[data-custom-id*='prefs:0:@deck']"))
    picture = panel.locator("figure img")
    await expect(picture).to_have_attribute("alt", re.compile("Four colours, chosen; Two colours; "))
    await ana.fits()
    await choose(ana, panel, "prefs:0:@deck", "two colours")
    await expect(picture).to_have_attribute("alt", re.compile("Four colours; Two colours, chosen; "))
    await expect(panel).to_contain_text("on every server.\nDeck: two colours")
    await front.get_by_role("button", name="My tables").click()
    await expect(ana.page.locator("article.message").last).to_contain_text("You sit at no table now.")
    await ana.fits()


@pytest.mark.parametrize("width", [1280, PHONE - 10])
async def test_reminders_have_a_page_of_their_own(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "lobby", width)
    await ana.use("prefs")
    panel = ana.page.locator("article.message", has=ana.page.locator("[data-custom-id*='prefs:0:@page']"))
    await ana.fits()
    await panel.get_by_role("button", name="Reminders…").click()
    await expect(panel.locator("figure img")).to_have_count(0)
    await choose(ana, panel, "prefs:0:@nights", "by direct message")
    await expect(panel).to_contain_text("You are reminded of nights: by direct message")
    await ana.fits()
    await panel.get_by_role("button", name="Cards and hand…").click()
    await expect(panel.locator("figure img")).to_have_count(1)
    await ana.fits()
