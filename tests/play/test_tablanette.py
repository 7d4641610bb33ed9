"""Tablanette in the browser: the first deal by a person and a house player on a phone, and a typed line at a desk."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import DESKTOP, PHONE, Evening, Player


def picture(where: Locator) -> Locator:
    return where.locator("figure img")


def turn(held: int) -> re.Pattern[str]:
    """What her picture says while it is her turn, and she holds this many cards."""
    return re.compile(rf"You(?: \([^)]*\))?: \d+ points?, {held} cards?,.* You may choose")


async def plays(ana: Player, held: int) -> None:
    """On her turn a card by its button if nothing can be taken; otherwise the last of her list, and what it takes. If
    there is nothing more to choose it is played at once."""
    await expect(picture(ana.panel)).to_have_attribute("alt", turn(held))
    menu = ana.panel.locator("button.select")
    card = ana.panel.get_by_role("button", name=re.compile("[♣♦♥♠]$")).first
    await expect(menu.or_(card).first).to_be_visible()
    if not await menu.count():
        await card.click()
        return
    for chosen in range(12):
        name = await menu.get_attribute("data-custom-id")
        await menu.click()
        await ana.page.locator(".dropdown [role=option]").last.click()
        await expect(ana.panel.locator(f"[data-custom-id='{name}']")).to_have_count(0)
        if await is_played(ana, held):
            return
        if chosen and await ana.panel.get_by_role("button", name="Play", exact=True).is_enabled():
            await ana.press(ana.panel, "Play")
            return


async def is_played(ana: Player, held: int) -> bool:
    """Whether the card is played, or there is more to choose: what the buttons say, for the picture comes after
    them."""
    undo = ana.panel.get_by_role("button", name="Undo", exact=True)
    for _ in range(300):
        now = await picture(ana.panel).get_attribute("alt") or ""
        if not turn(held).search(now):
            return True
        if await undo.is_visible():
            return False
        await ana.page.wait_for_timeout(100)
    raise AssertionError("Her panel stands still.")


async def test_a_deal_on_a_phone(evening: Evening) -> None:
    """Ana plays what comes last in her list, with the first groups that there are. A hand has four such deals, and each
    capture stands for a while."""
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.open_table("tablanette", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    for held in range(6, 0, -1):
        await plays(ana, held)
        if held == 6:
            await ana.fits()
    await expect(picture(ana.table)).to_have_attribute("alt", re.compile(r"\b[Ss]tock 24\b"))  # twelve are dealt a time
    await ana.fits()


async def test_a_card_that_could_take_is_laid_down_on_purpose_only(evening: Evening) -> None:
    """Typed without what it takes: Ana is asked, and says yes."""
    ana = await evening.seat("Ana", "chips", DESKTOP)
    await ana.open_table("tablanette", 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    for held in (*range(6, 0, -1), *range(6, 0, -1)):  # soon a card of hers can take something
        await expect(picture(ana.panel)).to_have_attribute("alt", turn(held))
        alt = await picture(ana.panel).get_attribute("alt") or ""
        if able := re.search(r"((?:10|[2-9AQK])[♣♦♥♠]) could take", alt):
            break
        await plays(ana, held)
    else:
        raise AssertionError("Nothing could be taken in two deals.")
    taken = re.search(r"You[^.]*?(\d+ taken, bonus \d+)", alt)
    assert taken, alt
    await ana.use(f"play move:{able[1]}")
    await expect(ana.messages).to_contain_text("Lay it down all the same?")
    await ana.yes.click()
    # Whether the card still lies there is up to the house player, who may take it at once.
    laid = re.compile(rf"Ana(?: \([^)]*\))?: \d+ points?, {held - 1 or 6} cards?,[^.]* {taken[1]}")
    await expect(picture(ana.table)).to_have_attribute("alt", laid)
