"""War in the browser: battles by buttons on a phone, and cards that turn automatically."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import DESKTOP, PHONE, Evening


async def test_a_game_by_buttons(evening: Evening) -> None:
    """Each battle is a press, and so is the rest of the game."""
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("war cut:off wins:1", 1)
    await ana.press(ana.table, "Start")
    picture = ana.table.locator("figure img")
    await expect(picture).to_have_attribute("alt", re.compile("26 cards each, face down"))
    await ana.fits()
    await ana.press(ana.table, "Turn card")
    await expect(picture).to_have_attribute("alt", re.compile("Battle 1.*turned"))
    await ana.press(ana.table, "Turn card")
    await expect(picture).to_have_attribute("alt", re.compile("Battle 2|Battle 1.*face down"))  # or it is a war
    await ana.press(ana.table, "To the end")
    await expect(ana.table.get_by_role("button", name="Rematch")).to_be_visible()
    await expect(picture).to_have_attribute("alt", re.compile(r"(wins|share the win): \d+ cards?.*battles? won"))
    await ana.fits()


async def test_cards_turn_by_themselves_until_somebody_gives_up(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", DESKTOP)
    await ana.open_table("war cut:off pace:auto", 1)
    await ana.press(ana.table, "Start")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(r"Battle \d"))
    await ana.press(ana.table, "Go on")  # nobody need wait for the clock
    await ana.press(ana.table, "Give up")
    await ana.yes.click()
    await expect(ana.table).to_contain_text("gives up")
