"""Seven Twenty-Seven in the browser: a whole hand by a person and three house players."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import PHONE, Evening

TURN = re.compile("^(Check|Call .*|Stand|Next hand|Rematch)$")


@pytest.mark.parametrize("width", [PHONE])
async def test_a_hand_of_checks_and_calls(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("seven-twenty-seven cut:off hands:1", 3)
    await ana.press(ana.table, "Start")
    await ana.fits()
    await ana.play_on(TURN)
    await ana.fits()
    alt = ana.table.locator("figure img")
    await expect(alt).to_have_attribute("alt", re.compile(r"hand\. .*(wins|share the win): .* in, .* out"))
