"""Cribbage in the browser: a whole hand by a person and a house player, counted by the table or by its owner."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import PHONE, WIDTHS, Evening, Player

_OPTIONS = ".dropdown [role=option]"


async def choose(ana: Player, several: int) -> None:
    """The first cards of the menu in her panel."""
    await ana.panel.locator("button.select").first.click()
    for n in range(several):
        await ana.page.locator(_OPTIONS).nth(n).click()
    await ana.page.get_by_role("button", name="Done").click()


async def to_the_count(ana: Player, options: str, end: Locator) -> None:
    """She lays two away, cuts where she has to, and plays until all cards are played. The non-dealer counts first; of
    what the house player counts she claims nothing."""
    await ana.open_table(f"cribbage cut:off target:61 {options}", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    await choose(ana, 2)
    await ana.fits()
    await ana.press(ana.panel, "Lay away")
    card = ana.panel.locator("[data-custom-id*=':play:']").first
    cut = ana.panel.locator("[data-custom-id*=':cut-anywhere:']").first
    leave = ana.panel.locator("[data-custom-id*=':pass:']").first
    for _ in range(9):
        await expect(card.or_(cut).or_(leave).or_(end).first).to_be_visible(timeout=30_000)
        if await end.is_visible():
            return
        press = cut if await cut.is_visible() else leave if await leave.is_visible() else card
        name = await press.get_attribute("data-custom-id")
        await press.click()
        await expect(ana.panel.locator(f"[data-custom-id='{name}']")).to_have_count(0)


@WIDTHS
async def test_a_hand_by_buttons(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    end = ana.table.get_by_role("button", name="Next hand", exact=True)
    go_on = ana.panel.get_by_role("button", name="Go on", exact=True)
    await to_the_count(ana, "", go_on)
    while await go_on.or_(end).first.is_visible() and not await end.is_visible():  # combination by combination
        name = await go_on.get_attribute("data-custom-id")
        await go_on.click()
        await expect(ana.panel.locator(f"[data-custom-id='{name}']")).to_have_count(0)
        await expect(go_on.or_(end).first).to_be_visible()
    await expect(end).to_be_visible(timeout=30_000)
    alt = re.compile(r"Starter: .*hand.*crib.*Board to 61: .*rear peg")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", alt)
    await ana.fits()


async def test_a_hand_is_counted_by_its_owner(evening: Evening) -> None:
    """Nothing chosen makes nothing, and a choice that makes nothing is refused when it is pressed, and not before."""
    ana = await evening.seat("Ana", "chips", PHONE)
    done = ana.panel.get_by_role("button", name="That's all")
    await to_the_count(ana, "counting:called", done)
    await expect(done).to_be_visible(timeout=30_000)
    peg_it = ana.panel.get_by_role("button", name="Peg it")
    await expect(peg_it).to_be_disabled()
    await choose(ana, 1)
    await expect(peg_it).to_be_enabled()
    await ana.fits()
