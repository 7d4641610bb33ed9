"""Canfield in the browser: alone on the table, and a race of two on the same deal."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from .conftest import PHONE, WIDTHS, Evening, Player


async def moves(board: Locator, n: int) -> None:
    """The board says how many moves have been made."""
    await expect(board.locator("figure img")).to_have_attribute("alt", re.compile(rf"\b{n} moves?\b"))


async def choose_first(player: Player, board: Locator) -> bool:
    """Choose the first move of the list, if any card can move."""
    menu = board.locator("button.select")
    if not await menu.count():
        return False
    await menu.click()
    await player.page.locator(".dropdown [role=option]").first.click()
    return True


async def give_up(player: Player, board: Locator) -> None:
    await player.press(board, "Give up")
    await player.yes.click()


@WIDTHS
async def test_alone(evening: Evening, width: int) -> None:
    ana = await evening.seat("Ana", "lobby", width)
    await ana.use("canfield")
    await ana.press(ana.table, "Play now")
    await expect(ana.table.get_by_role("button", name="Draw")).to_be_visible()
    await expect(ana.table.get_by_role("button", name="My hand")).to_have_count(0)
    board = ana.table
    made = 0
    for _ in range(3):
        if not await choose_first(ana, board):
            await ana.press(board, "Draw")
        made += 1
        await moves(board, made)
    await ana.press(board, "Undo")
    await expect(board).to_contain_text("Taken back.")
    await ana.press(board, "Redo")
    await expect(board).to_contain_text("Done again.")
    await ana.press(board, "Hint")
    await expect(board).to_contain_text("Hint: ")
    await ana.fits()
    await moves(ana.table, made + 2)
    await give_up(ana, board)
    await expect(ana.table).to_contain_text("The match is over")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(rf"home; in {made + 2} moves"))
    await expect(ana.table.get_by_role("button", name="Rematch")).to_be_visible()
    await ana.fits()


async def test_a_race_of_two(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "lobby"), await evening.seat("Bo", "lobby", PHONE)
    await ana.use("canfield mode:race")
    await bo.press(bo.table, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("2 of [0-9]+ seated"))
    await ana.press(ana.table, "Start")
    await expect(bo.table).to_contain_text("Waiting for Ana and Bo.")
    await ana.my_hand()
    await bo.my_hand()
    reserve = re.compile(r"Reserve 13[^.]*")
    boards = [reserve.search(str(await each.panel.locator("figure img").get_attribute("alt"))) for each in (ana, bo)]
    assert boards[0] and boards[1] and boards[0][0] == boards[1][0], "the same deal for everybody"
    await ana.press(ana.panel, "Draw")
    await expect(bo.table.locator("figure img")).to_have_attribute("alt", re.compile("Ana.*1 home in 1"))
    assert "turned" not in await bo.messages.inner_text(), "what she draws is hers alone until the end"
    await moves(bo.panel, 0)
    for player in (ana, bo):
        await give_up(player, player.panel)
    await expect(bo.table).to_contain_text("The match is over")
    await expect(bo.table.locator("figure img")).to_have_attribute(
        "alt", re.compile("Bo wins: 1 card home; in 0 moves")
    )
    await bo.fits()
