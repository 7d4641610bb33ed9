"""Blackjack in the browser, on a phone: insurance, a split and a double in one round, and what comes of them."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.games.blackjack_table import stacked

from .conftest import PHONE, Evening


async def test_insurance_a_split_and_a_double(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    # A burnt card; eights against an ace; three and ten on the split eights, nine on the double, two to the dealer.
    stacked(monkeypatch, "2C 8H AS 8D 5C 3C TD 9C 2H")
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.use("blackjack rounds:1")
    await ana.press(ana.table, "Start")
    picture = ana.table.locator("figure img")
    await ana.press(ana.table, "Min 1")
    await expect(ana.table).to_contain_text("The dealer shows A♠.")
    assert "5♣" not in await ana.messages.inner_html(), "the hole card is nobody's business"
    await ana.fits()
    await ana.press(ana.table, "Insure half")
    await expect(ana.table).to_contain_text("No blackjack in the hole.")
    await ana.press(ana.table, "Split")
    await expect(picture).to_have_attribute("alt", re.compile("8♥ 3♣.*8♦ 10♦"))
    await ana.press(ana.table, "Double 1")
    await expect(ana.table).to_contain_text("doubles: 9♣, 20.")
    await ana.fits()
    await ana.press(ana.table, "Stand")
    # +2 for the doubled hand, nothing for the push, half a chip lost on the insurance.
    await expect(ana.table.get_by_role("button", name="Rematch")).to_be_visible()
    await expect(picture).to_have_attribute("alt", re.compile(r"Ana wins: \+1½ chips; 100 in, 101½ out"))
    await ana.fits()
