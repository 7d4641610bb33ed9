"""A night of dealer's choice in the browser: from its announcement to who owes whom, by two people."""

from __future__ import annotations

import re

from playwright.async_api import expect

from bot.store import ledger
from bot.table.session import Session

from .conftest import DESKTOP, PHONE, Evening, Player


async def pick(player: Player, title: str, stakes: str) -> None:
    """Name a game and its stakes at the table."""
    await player.table.locator("button.select").click()
    await player.page.locator(".dropdown [role=option]", has_text=title).first.click()
    await expect(player.table).to_contain_text("for which stakes?")
    await player.press(player.table, stakes)


async def no_cut(player: Player, session: Session) -> None:
    """The player who may cut leaves it to the dealer."""
    await expect(player.table).to_contain_text(re.compile("to cut|to play"))
    leave = player.table.get_by_role("button", name="Let the dealer cut")
    if session.table.deal is not None and "to cut" in session.table.deal.table.facts:
        await leave.click()
    await expect(player.table).to_contain_text("to play")


async def test_from_the_announcement_to_who_owes_whom(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "chips", DESKTOP), await evening.seat("Bo", "chips", PHONE)
    await ana.use("night schedule when:in 2 hours name:Friday night")
    await ana.page.get_by_role("button", name="Announce", exact=True).click()
    await expect(bo.messages).to_contain_text("Friday night begins")
    await ana.use("night start")
    await expect(ana.table.get_by_role("button", name="Play now")).to_be_visible()
    await bo.press(bo.table, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("2 seated"))
    for seated in (3, 4):
        await ana.use("table house")
        await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile(f"{seated} seated"))
    await ana.press(ana.table, "Start")
    session = [*evening.bot.room.sessions.values()][-1]
    await expect(bo.table).to_contain_text("Ana has the deal")
    await ana.fits()
    await pick(ana, "Red Dog", "Penny ante")
    await no_cut(bo, session)
    # The first to play shares the pot, and everybody agrees or plays on; the host ends the night in either case.
    first = (
        bo
        if session.table.seat_of(next(c.user for c in session.table.chairs if c.name == "Bo") or 0)
        in session.table.turns
        else ana
    )
    await (
        first.table.locator("[data-custom-id*=':bet:']").filter(has_text=re.compile("^(Min|Pot it|All)")).first.click()
    )
    await first.use("end")
    await (ana if first is bo else bo).use("agree")
    while session.table.phase != "pick":
        async with session.commits.changing() as (table, _):
            table.idle_since = table.time.now()
        for seat in [*session.table.turns]:
            await session.lapse(seat)
        for seat in session.table.humans:
            await session.back(seat)  # they are there, and take their time
        if session.table.phase == "between":
            await ana.press(ana.table, "Next round")
            await ana.use("end")
            await bo.use("agree")
    await expect(ana.table).to_contain_text("Bo has the deal")
    await expect(ana.table).to_contain_text("Red Dog again")
    await ana.use("night settle")
    await expect(ana.messages).to_contain_text("if it ended now")
    await ana.press(await ana.more(), "End the night")
    await ana.page.locator("article.ephemeral").get_by_role("button", name="End the night").click()
    over = bo.page.locator("article.message:not(.ephemeral)").filter(has_text="Friday night is over.")
    await expect(over.locator("figure img")).to_have_attribute("alt", re.compile("Friday night"))
    await expect(over).to_contain_text("play chips")
    await bo.fits()
    assert await evening.bot.room.store.read(ledger.audit) == []
