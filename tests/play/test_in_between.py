"""In-Between in the browser: a person bets against house players until the pot is taken or shared."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import PHONE, Evening

CHOICES = re.compile("^(Ace low|Ace high|Min|Pot it!|All|Next round|Rematch)")


async def test_a_round_with_house_players(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("in-between cut:off", 2)
    await ana.press(ana.table, "Start")
    bets = 0
    while True:
        button = ana.table.get_by_role("button", name=CHOICES).first
        await expect(button).to_be_visible()
        label = await button.inner_text()
        if bets and not label.startswith("Ace"):
            break
        name = await button.get_attribute("data-custom-id")
        await button.click()
        await expect(ana.page.locator(f"[data-custom-id='{name}']")).to_have_count(0)
        bets += not label.startswith(("Ace", "Next"))
    await ana.fits()
    assert re.search(r"(?i)in-between|pot|chips", str(await ana.table.locator("figure img").get_attribute("alt")))
    if label not in ("Next round", "Rematch"):
        await ana.press(ana.table, "Share the pot?")
        await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("The pot is shared"))
