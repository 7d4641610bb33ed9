"""Backhand in the browser: a race to one win, by a person and a house player."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .conftest import PHONE, Evening

TURN = re.compile("^(Backhand!|Push it away|Next round|Rematch)$")


@pytest.mark.parametrize("width", [PHONE])
async def test_a_race_to_one_win(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("backhand cut:off target:1", 1)
    await ana.press(ana.table, "Start")
    await ana.fits()
    await ana.play_on(TURN)
    await ana.fits()
    await expect(ana.table.locator("figure img")).to_have_attribute(
        "alt", re.compile(r"(wins|share the win): \d+ wins?")
    )
    await ana.use("score")
    await expect(ana.messages).to_contain_text(re.compile("Nothing has gone yet|Gone since the last shuffle"))
