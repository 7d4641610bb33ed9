"""Cash in the browser: two people and two house players, from the pads to the letters, in real time."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from bot.games.cash import moves as m
from bot.table.session import Session

from .conftest import Evening, Player


async def agreed(evening: Evening, ana: Player, bo: Player) -> Session:
    """Both sit at a table with two house players; Ana and Bo are partners and have agreed on a code."""
    await ana.use("cash teams:chosen touch_s:8 quiet_s:60 fair_window_ms:100")
    await expect(ana.table.get_by_role("button", name="Play now")).to_be_visible()
    await bo.press(bo.table, "Join")
    await ana.use("table house")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("3 of [0-9]+ seated"))
    await ana.use("table house")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("4 of [0-9]+ seated"))
    session = [*evening.bot.room.sessions.values()][-1]
    behind = await ana.more()
    while session.table.chairs[2].name != "Bo":
        await ana.press(behind, "Another partner")
    await ana.press(ana.table, "Start")
    await ana.my_hand()
    await bo.my_hand()
    for gesture in ("Whistle", "Yawn"):
        await ana.panel.locator("button.select").click()
        await ana.page.locator(".dropdown [role=option]", has_text=re.compile(gesture, re.IGNORECASE)).first.click()
        await expect(ana.panel.locator("[aria-busy=true]")).to_have_count(0)
    await ana.press(ana.panel, "Suggest these")
    await expect(bo.panel).to_contain_text("whistle, then yawn")
    await bo.press(bo.panel, "Agree to signal 1")
    await ana.press(ana.table, "Ready")
    await bo.press(bo.table, "Ready")
    await expect(ana.table).to_contain_text("GO!")
    return session


def board_buttons(player: Player) -> Locator:
    return player.table.get_by_role("button", name=re.compile(r"^(10|[2-9JQKA])[♣♦♥♠]$"))


async def test_two_people_and_two_house_players_play_a_hand(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "hearts"), await evening.seat("Bo", "hearts")
    session = await agreed(evening, ana, bo)
    await expect(board_buttons(ana)).to_have_count(4)
    # A touch is answered with the hand; one press more completes the swap.
    answer = ana.page.locator("article.ephemeral").last
    for _ in range(6):  # a house player may be quicker
        await board_buttons(ana).first.click()
        await expect(answer).to_contain_text(re.compile("throw one down within 8 seconds|Gone"))
        if "Gone" not in await answer.inner_text():
            break
    await expect(answer).to_contain_text("throw one down within 8 seconds")
    await answer.get_by_role("button", name=re.compile("^Throw")).first.click()
    await expect(answer).to_contain_text("lies on the board")
    assert session.table.shown is not None
    swaps = [e for e, _ in session.table.shown.table.events if isinstance(e, m.Swapped)]
    assert "Ana" in [session.table.chairs[e.seat].name for e in swaps]
    # Only the newest swap is told: on a busy machine a house player has made one more before the page is drawn.
    await expect(bo.table).to_contain_text(re.compile(r"\w+ takes (10|[2-9JQKA])[♣♦♥♠] for"))
    # Gestures are public, and the code among them is nobody else's business.
    for gesture in ("Whistle", "Yawn"):
        await bo.table.locator("button.select").click()
        await bo.page.locator(".dropdown [role=option]", has_text=re.compile(gesture, re.IGNORECASE)).first.click()
        await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(f"Bo {gesture.lower()}"))
        await bo.page.wait_for_timeout(1600)
    await ana.table.get_by_role("button", name="CASH!").click()
    await expect(bo.table).to_contain_text("Ana called CASH")
    assert session.table.shown is not None
    ends = [e for e, _ in session.table.shown.table.events if isinstance(e, m.HandOver)]
    assert ends[0].caller == session.table.seat_of(next(c.user for c in session.table.chairs if c.name == "Ana") or 0)
    await expect(bo.table.locator("figure img")).to_have_attribute("alt", re.compile("Ana .*called CASH"))
    await expect(bo.table.get_by_role("button", name="Next hand", exact=True)).to_be_visible()
