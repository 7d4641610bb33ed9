"""Twos in the browser: a hand by buttons on a phone, and a combination that is collected at a desk."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.async_api import Locator, expect

from .conftest import DESKTOP, PHONE, Evening, Player

OPTIONS = ".dropdown [role=option]"
OVER = re.compile("went out")


@dataclass
class Turns:
    """What stands on Ana's panel and under the table, from turn to turn."""

    ana: Player

    def __post_init__(self) -> None:
        ana = self.ana
        self.following = ana.table.get_by_role("button", name="Next hand", exact=True)
        self.ready = ana.panel.locator("button.select").filter(has_text="Or one that is ready-made")
        self.single = ana.panel.locator("[data-custom-id*=':play:']:not(button.select):enabled").first
        self.leave = ana.panel.get_by_role("button", name="Pass", exact=True)

    async def comes(self) -> bool:
        """Waits for her turn; False when the hand is over first."""
        await expect(self.following.or_(self.ready).or_(self.single).or_(self.leave).first).to_be_visible()
        return not await self.following.is_visible()

    async def takes(self) -> None:
        """The first play that is ready-made, or the first card that she may lay; otherwise she passes."""
        picture: Locator = self.ana.panel.locator("figure img")
        said = await picture.get_attribute("alt") or ""
        if await self.ready.is_visible():
            await self.ready.click()
            await self.ana.page.locator(OPTIONS).first.click()
        else:  # what stood there a moment ago may have gone with the turn
            await self.single.or_(self.leave).first.click()
        await expect(picture).not_to_have_attribute("alt", said)


async def test_a_hand_by_buttons(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("twos", 3)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    turns = Turns(ana)
    for turn in range(40):
        if not await turns.comes():
            break
        if turn == 0:
            await ana.fits()
        await turns.takes()
    await expect(turns.following).to_be_visible()
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", OVER)
    await ana.fits()


async def test_cards_are_sorted_collected_and_laid(evening: Evening) -> None:
    """Once she leads, she chooses the lowest of her cards from the menu of her hand."""
    ana = await evening.seat("Ana", "chips", DESKTOP)
    await ana.open_table("twos", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    await ana.press(ana.panel, "Sort by suit")
    await expect(ana.panel.get_by_role("button", name="Sort by rank")).to_be_visible()
    turns = Turns(ana)
    for _ in range(40):
        if not await turns.comes():
            await ana.press(ana.table, "Next hand")
        elif await turns.leave.is_visible():
            await turns.takes()
        else:
            break
    play = ana.panel.get_by_role("button", name="Play", exact=True)
    await expect(play).to_be_disabled()
    await ana.panel.locator("button.select").first.click()
    lowest = ana.page.locator(OPTIONS).first
    card = (await lowest.inner_text()).strip()
    held = re.compile(rf"Your cards: [^.]*{card}")
    await expect(ana.panel.locator("figure img")).to_have_attribute("alt", held)
    await lowest.click()
    await ana.page.get_by_role("button", name="Done").click()
    await expect(play).to_be_enabled()
    pressed = await play.get_attribute("data-custom-id")
    await ana.press(ana.panel, "Play")
    # A house player may have answered before the panel is drawn: then there is a Play again, of another turn.
    await expect(ana.page.locator(f"[data-custom-id='{pressed}']")).to_have_count(0)
    await expect(ana.panel.locator("figure img")).not_to_have_attribute("alt", held)
    await ana.fits()
