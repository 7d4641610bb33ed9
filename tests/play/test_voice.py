"""A table and a night in the chat of a voice channel, as two people have them in the browser."""

from __future__ import annotations

from playwright.async_api import expect

from bot.table.state import DEAL

from .conftest import DESKTOP, PHONE, Evening

TALK = "Table talk"


async def test_a_table_and_a_night_in_a_voice_channel(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "lobby", DESKTOP), await evening.seat("Bo", "lobby", PHONE)
    await expect(ana.page.get_by_role("link", name=f"{TALK}, voice channel")).to_be_visible()
    await ana.go(TALK)
    await bo.go(TALK)
    await ana.use("red-dog")
    await bo.press(bo.table, "Join")
    await ana.press(ana.table, "Start")
    session = [*evening.bot.room.sessions.values()][-1]
    await expect(bo.table.get_by_role("button", name="My hand")).to_be_visible()
    await ana.fits()
    await bo.fits()
    assert session.table.phase == DEAL and len(session.table.humans) == 2
    await ana.use("night schedule when:in 2 hours name:Friday night")
    await ana.page.get_by_role("button", name="Announce", exact=True).click()
    await expect(bo.messages).to_contain_text("Friday night begins")
    await ana.page.locator("[data-events]").click()
    await expect(ana.page.locator("dialog")).to_contain_text(TALK)
