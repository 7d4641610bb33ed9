"""Switch in the browser: a hand by a person and house players on a phone, and a call of DELAY."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import DESKTOP, PHONE, Evening, Player

_OPTIONS = ".dropdown [role=option]"


async def test_a_hand_by_buttons(evening: Evening) -> None:
    """Ana lays the first card of her list with one button or the other, and picks up if there is none."""
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("switch level:sets cut:off", 3)  # among four no hand is long
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    rematch = ana.table.get_by_role("button", name="Rematch")
    play = ana.panel.get_by_role("button", name="Play", exact=True)
    pick_up = ana.panel.get_by_role("button", name=re.compile(r"^Pick up( \d+)?$"))
    for turn in range(40):
        await expect(rematch.or_(pick_up).first).to_be_visible(timeout=20_000)
        if await rematch.is_visible():
            break
        menu = ana.panel.locator("button.select").first
        if not await menu.count():
            await leaves(ana, pick_up.first)
            continue
        await menu.click()
        await ana.page.locator(_OPTIONS).first.click()
        await expect(ana.panel.get_by_role("button", name="Undo")).to_be_visible()
        if turn == 0:
            await expect(ana.panel).to_contain_text("cards left")
            await ana.fits()
        await leaves(ana, play)
    await expect(rematch).to_be_visible(timeout=20_000)
    await expect(ana.table.locator("figure img")).to_have_attribute(
        "alt", re.compile(r"(wins|share the win)\b.*Hand 1")
    )
    await ana.fits()


async def leaves(ana: Player, button: Locator) -> None:
    """She presses it, and her panel goes on without it."""
    name = await button.get_attribute("data-custom-id")
    await button.click()
    await expect(ana.panel.locator(f"[data-custom-id='{name}']")).to_have_count(0)


async def test_delay_is_called_on_who_is_slow(evening: Evening) -> None:
    """Too early it cannot be pressed; after six seconds the other player has to pick up a card."""
    ana, bo = await evening.seat("Ana", "chips", DESKTOP), await evening.seat("Bo", "chips", DESKTOP)
    await ana.open_table("switch delay_s:5 first:1 cut:off", 0)
    await bo.press(bo.table, "Join")
    await ana.press(ana.table, "Start")
    call = bo.table.get_by_role("button", name="DELAY!", exact=True)
    await expect(call).to_be_disabled()
    await expect(bo.table.locator("figure img")).to_be_visible()
    await expect(call).to_be_enabled(timeout=12_000)
    await bo.press(bo.table, "DELAY!")
    await expect(bo.messages.get_by_text("calls it on", exact=False).last).to_be_visible(timeout=5000)
    await expect(bo.table).to_contain_text("to play")
