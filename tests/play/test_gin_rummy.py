"""Gin Rummy in the browser: a whole hand by a person and a house player, at a desk and on a phone."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import WIDTHS, Evening

OVER = re.compile(r"Hand \d+, to \d+|Gin Rummy, to \d+")


@WIDTHS
async def test_a_hand_to_its_end(evening: Evening, width: int) -> None:
    """Ana draws from the stock and throws the first card of her list, turn by turn; somebody knocks, or nobody does."""
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("gin-rummy cut:off", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    following = ana.table.get_by_role("button", name="Next hand", exact=True)
    stock = ana.table.get_by_role("button", name="Draw from stock", exact=True)
    for turn in range(20):
        await expect(following.or_(stock).first).to_be_visible()
        if await following.is_visible():
            break
        await ana.press(ana.table, "Draw from stock")
        await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile(r"deadwood \d+"))
        await ana.panel.locator("button.select").click()
        await ana.page.locator(".dropdown [role=option]").first.click()
        if turn == 0:
            await ana.fits()
        await ana.press(ana.panel, "Discard")
    await expect(following).to_be_visible()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", OVER)
    await ana.fits()
