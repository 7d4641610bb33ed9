"""The slash commands through the page's picker, with autocomplete."""

from __future__ import annotations

import re

from playwright.async_api import expect

from bot.games.catalog import GAMES

from .conftest import Evening, Player

UNHURRIED = "red-dog ante:50"
"""The pot is more than anybody has, so no house player can take it in its first turn, and end the match."""


async def answer(player: Player, command: str, text: str | re.Pattern[str]) -> None:
    """Use a command and read its answer, which nobody else sees."""
    await player.use(command)
    await expect(player.page.locator("article.ephemeral").last).to_contain_text(text)


async def test_a_hand_is_played_by_commands(evening: Evening) -> None:
    ana = await evening.seat("Ana", "hearts")
    await ana.open_table("hearts", 3)
    await answer(ana, "table start", "The cards are dealt.")
    await ana.use("hand")
    await expect(ana.panel).to_contain_text("Choose three cards to pass.")
    alt = str(await ana.panel.locator("figure img").get_attribute("alt"))
    held = re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", alt.split(".")[0])
    letters = str.maketrans("♣♦♥♠", "CDHS")
    await answer(ana, f"pass cards:{' '.join(held[:3]).translate(letters)}", "✓")
    await expect(ana.panel).to_contain_text("Play a card.")
    await answer(ana, "play move:1Z", "is not a card")
    legal = {await button.inner_text() for button in await ana.panel.locator("[data-custom-id*=':play:']").all()}
    await ana.page.locator("#composer textarea").fill("/play ")
    suggestions = ana.page.locator("#suggestions [role=option]")
    await expect(suggestions).to_have_count(len(legal))
    await ana.page.keyboard.press("Tab")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator("article.ephemeral", has_text="✓")).to_have_count(1)
    await answer(ana, "score", re.compile("Ana"))
    await answer(ana, "moves", re.compile("."))
    await answer(ana, "rules", "Thirteen cards each.")


async def test_a_slash_shows_the_games_first(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips")
    await ana.page.locator("#composer textarea").fill("/")
    listed = ana.page.locator("#suggestions [role=option] b")
    await expect(listed.first).to_be_visible()
    names = await listed.all_inner_texts()
    assert {name.removeprefix("/") for name in names[: len(GAMES)]} == set(GAMES)


async def test_a_result_is_on_the_leaderboard_and_in_the_bank(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips")
    await answer(ana, "leaderboard", "There is no result here yet.")
    await ana.open_table(UNHURRIED, 1)
    await answer(ana, "bank balance", re.compile(r"\d"))
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    await ana.press(ana.panel, "Share the pot?")
    await expect(ana.table).to_contain_text("The match is over")
    await answer(ana, "leaderboard", "wins, all time")
    private = ana.page.locator("article.ephemeral")
    await expect(private.last.locator("figure img")).to_have_attribute(
        "alt", re.compile(r"1\. Ana: 0 \(0 wins in 1 match\)")
    )
    await answer(ana, "leaderboard show:text", "Ana · 0 wins in 1 match")
    await answer(ana, "stats", "Ana")
    await expect(private.last.locator("figure img")).to_have_attribute("alt", re.compile("matches 1"))
    await answer(ana, "table proof", re.compile("."))
    await expect(ana.page.locator("a.file").last).to_be_visible()


async def test_the_bank_and_ones_own_records(evening: Evening) -> None:
    """Two people: a gift, a history of two pages, results as a file, and everything erased after two questions."""
    ana, bo = await evening.seat("Ana", "chips"), await evening.seat("Bo", "chips")
    await answer(ana, "records results", "There are no results yet.")
    await ana.open_table(UNHURRIED, 1)
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    await ana.press(ana.panel, "Share the pot?")
    await expect(ana.table).to_contain_text("The match is over")
    await answer(ana, "records erase", "You still have a part in an open table")
    await answer(ana, "table close", "Close the table?")
    await ana.page.locator("article.ephemeral").get_by_role("button", name="Close table").click()
    told = ana.page.locator("article.ephemeral", has_text="play chips in the bank")
    for n in range(10):
        await ana.use("bank give member:Bo amount:2.5")
        await expect(told).to_have_count(n + 1)
    await expect(ana.messages).to_contain_text("gives @Bo 2½ play chips.")
    await answer(ana, "bank history", "page 1 of 2")
    private = ana.page.locator("article.ephemeral").last
    await ana.press(private, "Older")
    await expect(private).to_contain_text("for your first visit → 1,000")
    await answer(bo, "bank balance", "You have 1,025 play chips")
    await answer(ana, "records results", "1 result.")
    await expect(ana.page.locator("a.file").last).to_contain_text("results.csv")
    await answer(ana, "records erase", "This erases your name")
    await ana.press(private, "Erase my data")
    await ana.press(private, "Yes, erase it for good")
    await expect(private).to_contain_text("Your data is erased.")
    await answer(ana, "stats", "has no result here yet.")
    await answer(bo, "bank history", "gift from somebody")
