"""Farmer in the browser: the six of hearts names the farmer, then a whole deal by a person and house players."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import PHONE, Evening


async def test_a_deal_with_house_players(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("farmer cut:off", 2)
    await ana.press(ana.table, "Start")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("Who farms first"))
    await ana.press(ana.table, "Next deal")
    await expect(ana.table.get_by_role("button", name="Hit", exact=True)).to_be_visible()
    await ana.fits()
    await ana.press(ana.table, "Hit")
    await expect(ana.table).to_contain_text(re.compile("Ana draws"))
    await ana.my_hand()
    await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile(r"Your total is \d+"))
    await ana.press(ana.panel, "Stay")
    await expect(ana.table.get_by_role("button", name="Next deal", exact=True)).to_be_visible()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(r"on the farm|comes? out best"))
    await ana.fits()
