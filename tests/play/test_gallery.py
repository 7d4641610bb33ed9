"""`/games` in the browser: from a mood to cards on a phone."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import PHONE, Evening, Player

WIDTH = PHONE - 10


async def choose(player: Player, where: Locator, menu: str, option: str) -> None:
    """Choose from a menu of a message."""
    await where.locator(f"button.select[data-custom-id*='{menu}']").click()
    await player.page.locator(".dropdown [role=option]", has_text=option).click()


async def test_from_a_mood_to_cards(evening: Evening) -> None:
    ana = await evening.seat("Ana", "lobby", WIDTH)
    await ana.use("games")
    picture = ana.panel.locator("figure img")
    await expect(picture).to_have_attribute("alt", re.compile(r"^Tricks\b.*: .*Hearts, 4 players"))
    await ana.fits()
    gallery = ana.panel
    await choose(ana, gallery, "@mood", "Rummy")
    await expect(picture).to_have_attribute("alt", re.compile(r"^Rummy\b.*: .*Canasta, 2 or 4 players"))
    await ana.fits()
    await choose(ana, gallery, "@game", "Gin Rummy")
    await expect(gallery).to_contain_text("Gin Rummy · 2 players · chips if you like")
    await expect(picture).to_have_attribute("alt", re.compile("^An example. Gin Rummy"))
    await ana.fits()
    await expect(gallery).to_contain_text("A match goes to 100 points: ")
    await choose(ana, gallery, "@length", "to 150 points")
    await expect(gallery).to_contain_text("A match goes to 150 points: ")
    await ana.fits()
    await ana.press(gallery, "Play now")
    await expect(ana.table.get_by_role("button", name="My hand")).to_be_visible()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(r"\bStock: [23]\d"))
    await expect(gallery.get_by_role("button", name="Back")).to_be_visible()
    await ana.my_hand()
    await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile("^Your cards: "))
    await ana.fits()
