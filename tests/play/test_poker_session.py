"""A session of poker for chips in the browser: three people at their own widths and two house players."""

from __future__ import annotations

import random
import re

import pytest
from playwright.async_api import Error, expect

from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .conftest import PHONE, Evening, Player

HANDS = 40
BESIDES = (
    "My hand",
    "Join",
    "Join with…",
    "More…",
    "Other…",
    "Bomb pot next",
    "No bomb pot next",
    "Agree to end",
    "Take a seat from the next match",
    "Queue up",
    "ALT",
)
"""What stands on a table and is no move of the player who is waited for."""
NOT_LIKELY = ("Fold", "All in", "Pot", "1½ pot")


async def moves(person: Player) -> list[str]:
    """What this person sees to press at the table that is a move."""
    every = await person.table.locator("[data-custom-id]").all_inner_texts()
    return [label.strip() for label in every if label.strip() not in BESIDES]


async def press_any(person: Player, stream: random.Random) -> None:
    """Press some move, as it stands there now; one that is gone in the meantime is no mistake."""
    found = await moves(person)
    likely = [label for label in found if not label.startswith(NOT_LIKELY)] or found
    if not found:  # the table is still drawn
        await person.page.wait_for_timeout(100)
        return
    label = stream.choice(likely if stream.random() < 0.8 else found)
    try:
        await person.table.get_by_role("button", name=label, exact=True).click(timeout=3000)
        await expect(person.table.locator("[aria-busy=true]")).to_have_count(0)
        if await person.yes.is_visible():
            await person.yes.click(timeout=3000)
    except Error:
        return


async def a_hand(session: Session, people: dict[str, Player], stream: random.Random) -> None:
    """From the deal to the result: each person who is waited for presses something."""
    for _ in range(400):
        if session.table.phase != DEAL:
            return
        waited = [name for seat in session.table.turns if (name := session.table.chairs[seat].name) in people]
        if waited:
            await press_any(people[waited[0]], stream)
        else:
            await people["Ana"].page.wait_for_timeout(100)
    raise AssertionError("It goes on and on.")


@pytest.mark.soak
async def test_forty_hands_with_two_house_players(evening: Evening) -> None:
    widths = {"Ana": 1280, "Bo": PHONE - 10, "Cleo": PHONE - 10}
    people = {name: await evening.seat(name, "chips", width) for name, width in widths.items()}
    ana, stream = people["Ana"], random.Random(28)
    await ana.open_table("poker cut:off rabbit:yes seven_deuce:2 straddle:any", 0)
    for name in ("Bo", "Cleo"):
        await people[name].press(people[name].table, "Join")
    for _ in range(2):
        await ana.use("table house")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("5 of 10 seated"))
    await ana.press(ana.table, "Start")
    (session,) = evening.bot.room.sessions.values()
    for hand in range(HANDS):
        await expect(ana.table).to_contain_text(f"hand {session.table.deals_begun}")
        await a_hand(session, people, stream)
        for person in people.values():
            again = person.table.get_by_role("button", name="Buy in again 100", exact=True)
            seat = next(n for n, chair in enumerate(session.table.chairs) if chair.name == person.name)
            if not session.table.in_front(seat) and await again.is_visible():
                await again.click()
        if hand % 10 == 9:
            for person in people.values():
                await person.use("score")
                await expect(person.messages).to_contain_text("Who has brought what")
                await person.use("hands")
                await expect(person.messages).to_contain_text("Your hands")
                await person.fits()
        if session.table.phase == BETWEEN:
            await ana.use("table next")
    brought = sum(chair.bought for chair in session.table.chairs)
    assert brought and all(session.table.in_front(n) >= 0 for n in range(len(session.table.chairs)))
