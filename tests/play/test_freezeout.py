"""Freezeouts in the browser: a duel that begins when both seats are taken, and a turbo of nine with house players."""

from __future__ import annotations

import random
import re

import pytest
from playwright.async_api import expect

from bot.table.state import BETWEEN, DEAL, OVER

from .conftest import DESKTOP, PHONE, Evening, Player
from .test_poker_session import a_hand


async def bet_all(player: Player) -> None:
    """All in, or call whatever it is; nothing while neither can be pressed."""
    labels = [label.strip() for label in await player.table.locator("[data-custom-id]").all_inner_texts()]
    label = next((each for kind in ("All in", "Call") for each in labels if each.startswith(kind)), None)
    if label is None:
        return
    await player.press(player.table, label)
    if await player.yes.is_visible():
        await player.yes.click()


async def test_a_duel_to_its_end_and_another(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "chips", DESKTOP), await evening.seat("Bo", "chips", PHONE)
    await ana.use("poker cut:off format:freezeout starts_with:2 run_twice:no")
    await expect(ana.table).to_contain_text("It begins when 2 seats are taken: 1 to go.")
    await bo.press(bo.table, "Join")
    await expect(ana.table).to_contain_text("Level 1: 1 – 2")  # ten seconds later, without a press
    await expect(bo.table.locator("figure img")).to_have_attribute("alt", re.compile("10 hands, then 1 – 3.*prize 200"))
    (session,) = evening.bot.room.sessions.values()
    people = {"Ana": ana, "Bo": bo}
    for _ in range(200):
        table = session.table
        if table.phase == OVER:
            break
        if table.phase == BETWEEN:
            await ana.use("table next")
        elif table.turns:
            name = table.chairs[next(iter(table.turns))].name
            await expect(people[name].table).to_contain_text(f"{name} to play")  # the page is behind by a moment
            await bet_all(people[name])
        await ana.page.wait_for_timeout(100)
    await expect(bo.table).to_contain_text("in 2nd place, knocked out by")
    await expect(bo.table).to_contain_text("Press Rematch for another, 100 to enter.")
    await bo.fits()
    await ana.press(ana.table, "Rematch")
    await expect(bo.table).to_contain_text("2 of 2 left, 50 big blinds on average")


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_a_turbo_of_nine_to_its_end(evening: Evening) -> None:
    widths = {"Ana": 1280, "Bo": PHONE - 10, "Cleo": PHONE - 10}
    people = {name: await evening.seat(name, "chips", width) for name, width in widths.items()}
    ana, stream = people["Ana"], random.Random(9)
    freezeout = "format:freezeout level_hands:5 bounty:25% rebuys:1 add_on:stack run_twice:no"
    await ana.open_table(f"poker cut:off {freezeout}", 0)
    for name in ("Bo", "Cleo"):
        await people[name].press(people[name].table, "Join")
    for _ in range(6):
        await ana.use("table house")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("9 of 10 seated"))
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("9 of 9 left, 38 big blinds on average · 1st 338 · 2nd 202 · 3rd 135")
    (session,) = evening.bot.room.sessions.values()
    while session.table.phase != OVER:
        if session.table.phase == DEAL:
            await expect(ana.table).to_contain_text(re.compile(f"hand {session.table.deals_begun}.*Level", re.DOTALL))
            await a_hand(session, people, stream)
        for person in people.values():
            await person.fits()
        if session.table.phase == BETWEEN:
            await ana.use("table next")
            await ana.page.wait_for_timeout(300)
    await expect(ana.table).to_contain_text(re.compile("wins (the freezeout|by a deal)"))
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("freezeout.*Bounties"))
    assert session.table.match is not None
    assert sum(session.table.match.state.stacks) == sum(chair.bought for chair in session.table.chairs)
    await ana.press(ana.table, "Rematch")
    await expect(ana.table).to_contain_text("9 of 9 left")
