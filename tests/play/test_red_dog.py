"""Red Dog in the browser: bets by button, by form and by command, to the end of the pot."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import WIDTHS, Evening, Player

CHOICES = "[data-custom-id*=':bet:'], [data-custom-id*=':@next:'], [data-custom-id*=':@start:']:has-text('Rematch')"
ROUNDS = 6


async def bet_all(player: Player) -> str:
    """Pot it if the stack allows, otherwise bet all of it; returns the button's label then."""
    button = player.table.locator("[data-custom-id*=':bet:']").filter(has_text=re.compile("^(Pot it!|All)")).first
    said, name = await button.inner_text(), await button.get_attribute("data-custom-id")
    await button.click()
    if said.startswith("Pot it!"):
        await player.yes.click()
    await expect(player.page.locator(f"[data-custom-id='{name}']")).to_have_count(0)
    return said


async def until_something(player: Player) -> str:
    """Wait until there is something to press on the table; returns its label."""
    button = player.table.locator(CHOICES).first
    await expect(button).to_be_visible()
    return await button.inner_text()


@WIDTHS
async def test_to_the_end_of_the_pot(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "chips", width)
    await ana.open_table("red-dog", 2)
    await ana.fits()
    await ana.press(ana.table, "Start")
    rounds = bought = 0
    while (label := await until_something(ana)) != "Rematch":
        if label == "Next round":
            rounds += 1
            if "Sat out: Ana" in str(await ana.table.locator("figure img").get_attribute("alt")):
                bought += 1  # otherwise she would watch until a house player takes the pot, and that may be long
                await ana.use("table rebuy")
                told = ana.page.locator("article.message", has_text="You buy 100 play chips.")
                await expect(told).to_have_count(bought)
            await ana.press(ana.table, "Next round")
            await expect(ana.table).to_contain_text(f"round {rounds + 1}")
        elif rounds < ROUNDS:
            await bet_all(ana)
        else:  # by command, for a house player may just be taking the pot, and then there is no button any more
            await ana.use("play move:Share the pot?")
            await expect(ana.table.get_by_role("button", name="Rematch")).to_be_visible()  # house players agree at once
    await ana.fits()
    alt = ana.table.locator("figure img")
    await expect(alt).to_have_attribute("alt", re.compile(r"(wins|wins most|share the win): .* chips; .*[\d,]+½? in"))
    told = str(await alt.get_attribute("alt"))
    assert all(name in told for name in ("Ana", "Ada", "Bertie"))
