"""Jenny Jenny in the browser: a hand on a phone, and one of the open market at a desk."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import DESKTOP, PHONE, Evening, Player


async def turns(ana: Player, *, open_market: bool) -> None:
    """She buys what is offered first, otherwise draws; in the open market she prices her first surplus card, too, and
    bids for nothing that is put up for auction."""
    following = ana.table.get_by_role("button", name="Next hand", exact=True)
    draw = ana.table.get_by_role("button", name=re.compile("^(Draw|Pass)$"))
    buy = ana.panel.get_by_role("button", name=re.compile("· 1 coin$"))
    bid = ana.panel.get_by_role("button", name="No bid", exact=True)
    price = ana.panel.get_by_role("button", name="Set price…", exact=True)
    priced = False
    await ana.my_hand()
    for turn in range(40):
        await expect(following.or_(draw).or_(bid).first).to_be_visible()
        if await following.is_visible():
            break
        if turn == 0:
            await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile("missing"))
            await ana.fits()
        if await bid.is_visible():
            asked = await bid.get_attribute("data-custom-id")
            await ana.press(ana.panel, "No bid")
            await expect(ana.page.locator(f"[data-custom-id='{asked}']")).to_have_count(0)
            continue
        if open_market and not priced and await price.is_visible():
            await price.click()
            await choose(ana, "Another price for which card?", 0)
            await choose(ana, "Another price for which card?", 3)
            await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("Ana.*for 5"))
            priced = True
        if await buy.first.is_visible():
            bought = await buy.first.inner_text()
            await ana.press(ana.panel, bought)
        else:
            await ana.press(ana.table, await draw.first.inner_text())
        await expect(ana.table.locator("[aria-busy=true]")).to_have_count(0)
    await expect(following).to_be_visible()


async def choose(ana: Player, label: str, n: int) -> None:
    """One of a menu of her panel."""
    await ana.panel.locator("button.select").filter(has_text=label).click()
    await ana.page.locator(".dropdown [role=option]").nth(n).click()


async def test_a_hand_of_the_open_market_at_a_desk(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", DESKTOP)
    await ana.open_table("jenny-jenny market:open jokers:4", 2)
    await ana.press(ana.table, "Start")
    await turns(ana, open_market=True)
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(r"purse \d+"))


async def test_a_hand_on_a_phone(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("jenny-jenny wins:3", 1)
    await ana.press(ana.table, "Start")
    await turns(ana, open_market=False)
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("10 of 10|Dead market"))
    await ana.fits()
