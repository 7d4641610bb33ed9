"""Canasta in the browser: a whole hand by a person and house players, at a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from .conftest import DESKTOP, PHONE, Evening, Player

OVER = re.compile(r"melds [\d,]+|in hand −|wins?: ")


@pytest.mark.parametrize(("others", "width"), [(3, PHONE), pytest.param(1, DESKTOP, marks=pytest.mark.soak)])
async def test_a_hand_to_its_end(evening: Evening, others: int, width: int) -> None:
    """Ana draws, lays down what the builder lists first where that is enough, and throws the last rank of her list."""
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("canasta", others)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    following = ana.table.get_by_role("button", name="Next hand", exact=True)
    draw = ana.table.get_by_role("button", name="Draw", exact=True)
    out = ana.panel.get_by_role("button", name="Go out", exact=True)
    agree = ana.panel.get_by_role("button", name="Yes", exact=True)
    for turn in range(60):
        await expect(following.or_(draw).or_(agree).first).to_be_visible()
        if await agree.is_visible():  # her partner may ask: “May I go out?”
            await ana.press(ana.panel, "Yes")
            await expect(following).to_be_visible()
        if await following.is_visible():
            break
        await ana.press(ana.table, "Draw")
        throwing = menu(ana, "Throw a card.")
        await expect(throwing).to_be_visible()
        if turn == 0:
            await ana.fits()
        if await menu(ana, "Meld, if you like.").is_visible():
            await lays_down(ana)
            await expect(throwing.or_(following).or_(out).first).to_be_visible()  # a canasta stands for a while
        if await throwing.is_visible():
            await throwing.click()
            await ana.page.locator(".dropdown [role=option]").last.click()
            await expect(throwing).to_have_count(0)
        elif await out.is_visible():  # the last card, with a canasta on the table
            await out.click()
    await expect(following).to_be_visible()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", OVER)
    await ana.fits()


def menu(ana: Player, label: str) -> Locator:
    """A menu of her panel, by what stands on it."""
    return ana.panel.locator("button.select").filter(has_text=label)


async def lays_down(ana: Player) -> None:
    """Groups are collected until they count enough, or there are no more; what is not enough is cleared."""
    lay = ana.panel.get_by_role("button", name="Lay down", exact=True)
    for _ in range(8):
        builder = menu(ana, "Meld, if you like.")
        if await lay.is_enabled() or not await builder.is_visible():
            break
        said = await ana.panel.inner_text()
        await builder.click()
        await ana.page.locator(".dropdown [role=option]").first.click()
        await expect(ana.panel.locator("[aria-busy=true]")).to_have_count(0)
        await expect(ana.panel).not_to_have_text(said)
    if await lay.is_enabled():
        await ana.press(ana.panel, "Lay down")
    else:
        await ana.press(ana.panel, "Clear")
