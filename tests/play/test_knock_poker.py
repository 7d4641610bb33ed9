"""Knock Poker in the browser: a whole hand by a person and two house players."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import PHONE, Evening


@pytest.mark.parametrize("width", [PHONE])
async def test_a_hand_to_the_showdown(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("knock-poker cut:off target:1", 2)
    await ana.press(ana.table, "Start")
    draw = ana.table.get_by_role("button", name="Draw from stock")
    await expect(draw).to_be_visible()
    await ana.press(ana.table, "Draw from stock")
    await ana.my_hand()
    await ana.panel.locator("button.select").click()
    await ana.page.locator(".dropdown [role=option]").first.click()
    await ana.fits()
    # The player before her may have knocked already; then she only throws a card away.
    await ana.panel.get_by_role("button", name=re.compile("^Discard")).last.click()
    await expect(ana.table).to_contain_text(re.compile("wins the match|share the hand"))
    alt = re.compile(r"(wins|share the win): 1 win[.;]")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", alt)
    await ana.fits()
