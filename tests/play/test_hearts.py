"""Hearts in the browser: a whole hand from the slash command to the result."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import WIDTHS, Evening, Player

NEXT = "[data-custom-id*=':play:'], [data-custom-id*=':choose:'], [data-custom-id*=':@next:']"


async def play_hand(player: Player, panel: Locator) -> list[str]:
    """Press the first card that is offered until the hand is over; returns the cards as they were called."""
    played: list[str] = []
    while True:
        button = panel.locator(NEXT).or_(player.table.locator("[data-custom-id*=':@next:']")).first
        await expect(button).to_be_visible()
        name = str(await button.get_attribute("data-custom-id"))
        if ":@next:" in name:
            return played
        if ":play:" in name:
            played.append(await button.inner_text())
        await button.click()
        await expect(player.page.locator(f"[data-custom-id='{name}']")).to_have_count(0)


async def result(player: Player) -> dict[str, int]:
    """The points of this hand, by name, as the result's description tells them."""
    picture = player.table.locator("figure img")
    await expect(picture).to_have_attribute("alt", re.compile("Hand 1, to 100"))
    alt = str(await picture.get_attribute("alt"))
    return {
        name: int(points) for name, points in re.findall(r"(\w+)(?: \([^)]*\))?: [^.]*; \+?(\d+), \d+ points?", alt)
    }


@WIDTHS
async def test_a_whole_hand(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "hearts", width)
    await ana.open_table("hearts cut:offer", 3)
    await ana.fits()
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("Ana may cut.")
    await ana.fits()
    await ana.table.locator("button.select").click()
    await ana.page.locator(".dropdown [role=option]", has_text="In the middle").click()
    await expect(ana.table).to_contain_text("Ana cut at 26.")
    await expect(ana.table).to_contain_text("Pass three cards to the left.")
    await ana.my_hand()
    await ana.fits()
    passed = await ana.pass_three(ana.panel)
    played = await play_hand(ana, ana.panel)
    assert len(set(played)) == 13 and not set(played) & set(passed)
    await expect(ana.table.get_by_role("button", name="Next hand", exact=True)).to_be_visible()
    points = await result(ana)
    assert set(points) == {"Ana", "Ada", "Bertie", "Clara"} and sum(points.values()) in (26, 78)
    await ana.fits()
