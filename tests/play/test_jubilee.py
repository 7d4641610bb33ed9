"""Jubilee in the browser: a whole deal by buttons that say what each card makes."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import DESKTOP, PHONE, Evening, Player


async def play_on(ana: Player, cards: int, end: Locator) -> None:
    """A limited number of cards, each the first that may be played."""
    card = ana.panel.locator("button[data-custom-id*=':play:']:enabled").first
    for _ in range(cards):
        await expect(card.or_(end).first).to_be_visible(timeout=30_000)
        if await end.is_visible():
            return
        name = await card.get_attribute("data-custom-id")
        await card.click()
        await expect(ana.panel.locator(f"[data-custom-id='{name}']")).to_have_count(0)


async def test_a_deal_by_buttons(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("jubilee cut:off", 6)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    end = ana.table.get_by_role("button", name="Rematch")
    await play_on(ana, 1, end)
    await ana.fits()
    await play_on(ana, 12, end)
    await expect(end).to_be_visible(timeout=30_000)
    await expect(ana.table.locator("figure img")).to_have_attribute(
        "alt", re.compile(r"(wins|share the win): −?\d+ points?")
    )
    await ana.fits()
    await ana.press(ana.table, "Last deal")
    sheet = ana.page.locator("article.message.ephemeral figure img").last
    await expect(sheet).to_have_attribute("alt", re.compile("Final total 217"))


async def test_each_card_says_what_it_makes(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", DESKTOP)
    await ana.open_table("jubilee cut:off", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    end = ana.table.get_by_role("button", name="Rematch")
    await play_on(ana, 1, end)
    card = ana.panel.locator("button[data-custom-id*=':play:']:enabled").first
    await expect(card).to_have_text(re.compile(r"[+−]\d+ → \d+"))
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(r"Total \d+, on a dial"))
