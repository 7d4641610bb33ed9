"""Neosho Rapids in the browser: hands by a person and a house player, card by card on a phone, by chains at a desk."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import DESKTOP, PHONE, Evening, Player

_OPTIONS = ".dropdown [role=option]"
TURNS = 6
TURNS_TO_A_CHAIN = 40
"""There is a chain in most hands at once; it is looked for from hand to hand."""


async def begins(ana: Player, options: str = "") -> None:
    await ana.open_table(f"neosho-rapids cut:off {options}", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()


def over(ana: Player) -> Locator:
    """What stands under the table after a match."""
    return ana.table.get_by_role("button", name="Rematch")


async def test_turns_by_buttons(evening: Evening) -> None:
    """A card that fits, by its button, and the draw; the draws of a player who cannot lay play themselves."""
    ana = await evening.seat("Ana", "chips", PHONE)
    await begins(ana)
    card = ana.panel.locator("button[data-custom-id^='cr:'][data-custom-id*=':play:']:enabled")
    for turn in range(TURNS):
        await expect(card.or_(over(ana)).first).to_be_visible()
        if await over(ana).is_visible():
            break
        name = await card.first.get_attribute("data-custom-id")
        await card.first.click()
        await expect(ana.panel.locator(f"[data-custom-id='{name}']")).to_have_count(0)
        if turn == 0:
            await ana.fits()
        draw = ana.panel.get_by_role("button", name="Draw & end turn")
        await expect(draw.or_(over(ana)).first).to_be_visible()
        if await draw.is_visible():
            await draw.click()
            await expect(draw.locator("visible=true")).to_have_count(0)
    alt = re.compile(r"Upcard .*laid .*Stock \d+|Neosho Rapids, 1 hand")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", alt)
    await ana.fits()


async def test_a_chain_is_collected_and_another_stands_ready(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", DESKTOP)
    await begins(ana, "must_open:False")
    lay = ana.panel.get_by_role("button", name="Lay", exact=True)
    draw = ana.panel.get_by_role("button", name="Draw & end turn")
    walk = ana.panel.locator("button.select").first
    for _ in range(TURNS_TO_A_CHAIN):
        await expect(draw.or_(over(ana)).first).to_be_visible()
        if await walk.is_visible():
            break
        if await over(ana).is_visible():
            await ana.press(ana.table, "Rematch")
            await ana.my_hand()
            continue
        # Ada may have played before the panel is drawn: then there is a Draw again, of another turn.
        turn = await draw.get_attribute("data-custom-id")
        await ana.press(ana.panel, "Draw & end turn")
        await expect(ana.page.locator(f"[data-custom-id='{turn}']")).to_have_count(0)
    await walk.click()
    await ana.page.locator(_OPTIONS).first.click()
    await expect(lay).to_be_enabled()
    await expect(ana.panel).to_contain_text(re.compile(r"cards? left"))
    await ana.press(ana.panel, "Lay")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(r"Ana laid \S+ on"))
    await ana.fits()
