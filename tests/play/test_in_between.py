"""In-Between in the browser: a person bets against house players until the pot is taken or shared."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import PHONE, Evening, Player

CHOICES = re.compile("^(Ace low|Ace high|Min|Pot it!|All|Next round|Rematch)")


async def test_a_round_with_house_players(evening: Evening) -> None:
    """Ana bets in her turn; if she has another one, all agree to share the pot when that turn is over."""
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("in-between cut:off", 2)
    await ana.press(ana.table, "Start")
    picture = ana.table.locator("figure img")
    button = ana.table.get_by_role("button", name=CHOICES).first
    while not (bet := re.search(r"Ana[^:]*: (?!99 chips)", await picture.get_attribute("alt") or "")):
        await presses(ana, button)
    await ana.fits()
    assert bet
    await expect(button).to_be_visible()
    if await button.inner_text() in ("Next round", "Rematch"):
        return
    await ana.press(ana.table, "Share the pot?")
    shared = ana.table.locator("figure img[alt*='The pot is shared']")
    while not await shared.count():
        await presses(ana, button)


async def presses(ana: Player, button: Locator) -> None:
    """The first thing that may be done, once there is one; a button that is drawn anew meanwhile is pressed in the next
    round of the test."""
    await expect(button).to_be_visible()
    name = await button.get_attribute("data-custom-id")
    await button.click()
    await expect(ana.page.locator(f"[data-custom-id='{name}']")).to_have_count(0)
