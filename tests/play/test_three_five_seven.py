"""3-5-7 in the browser by two people: secret declarations, a comparison, a strike and the end of the match."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import DESKTOP, PHONE, Evening, Player

TIME = re.compile(r"in \d+ seconds?")


async def all_in_view(player: Player) -> str:
    """Every word in somebody's browser but the ticking of the clock."""
    alts = [str(await each.get_attribute("alt")) for each in await player.messages.locator("figure img").all()]
    return TIME.sub("", "\n".join([await player.messages.inner_text(), *alts]))


async def stage(player: Player, wild: str) -> None:
    await expect(player.table.locator("figure img")).to_have_attribute("alt", re.compile(f"{wild} are wild"))


async def test_two_people_to_the_end_of_the_match(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "chips", DESKTOP), await evening.seat("Bo", "chips", PHONE)
    await ana.use("three-five-seven strikes_to_win:1 declare_seconds:120")
    await bo.press(bo.table, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("2 of [0-9]+ seated"))
    await ana.press(ana.table, "Start")
    await stage(bo, "Threes")
    await ana.my_hand()
    await bo.my_hand()
    await bo.fits()
    # Ana is in, and then out: Bo sees that she is ready, and of the rest nothing at all.
    await ana.press(ana.panel, "In")
    await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile("You are in"))
    await expect(bo.table.locator("figure img")).to_have_attribute("alt", re.compile(r"Ana \([^)]*ready"))
    before = await all_in_view(bo)
    await ana.press(ana.panel, "Out")
    await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile("You are out"))
    await ana.press(ana.table, "In")
    await expect(ana.page.locator("article.ephemeral").last).to_contain_text("In, and nobody knows.")
    assert await all_in_view(bo) == before
    # Both are in: each reads the other's cards, the table does not.
    await bo.press(bo.panel, "In")
    await stage(ana, "Fives")
    await expect(ana.panel).to_contain_text("Bo shows")
    await expect(bo.panel).to_contain_text("Ana shows")
    assert " shows " not in await ana.table.inner_text()
    await bo.fits()
    # One alone is in: a strike, which here is the match.
    await bo.press(bo.panel, "Out")
    await ana.press(ana.table, "In")
    for player in (ana, bo):
        await expect(player.table).to_contain_text("Ana takes the pot")
        await expect(player.table.get_by_role("button", name="Rematch")).to_be_visible()
    await bo.fits()
    await ana.press(ana.table, "Rematch")
    await stage(bo, "Threes")
