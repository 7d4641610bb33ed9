"""Poker in the browser: a hand of hold'em on a phone, and a night whose dealer names a variant."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import DESKTOP, PHONE, Evening

TURN = re.compile(r"^(Check|Call .*|Once is enough|Next hand|Rematch)$")


@pytest.mark.parametrize("width", [PHONE])
async def test_a_hand_of_checks_and_calls(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("poker cut:off hands:1", 3)
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("Poker: Hold'em")
    await ana.fits()
    await ana.play_on(TURN)
    await ana.fits()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("Poker"))


@pytest.mark.parametrize("width", [DESKTOP])
async def test_a_dealer_names_a_variant_its_limit_and_for_how_long(evening: Evening, width: int) -> None:
    ana, bo = await evening.seat("Ana", "chips", width), await evening.seat("Bo", "chips", width)
    await ana.use("night start")
    await bo.press(bo.table, "Join")
    await ana.press(ana.table, "Start")
    await ana.table.locator("button.select").click()
    await ana.page.locator(".dropdown [role=option]", has_text="Poker").last.click()
    await expect(ana.table).to_contain_text("which of them?")
    await ana.table.locator("button.select", has_text="Stud games").click()
    await ana.page.locator(".dropdown [role=option]", has_text="Razz").click()
    await expect(ana.table).to_contain_text("At which limit")
    await ana.press(ana.table, "Fixed limit, one hand")
    await expect(ana.table).to_contain_text("Poker: Razz")
    await ana.fits()
