"""Options in forms, in the browser: radio buttons and boxes in the lobby, and a person's context menu."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import PHONE, Evening


async def test_the_host_changes_the_options_on_a_phone(evening: Evening) -> None:
    ana = await evening.seat("Ana", "lobby", PHONE)
    await ana.use("red-dog")
    await expect(ana.table.get_by_role("button", name="Play now")).to_be_visible()
    behind = await ana.more()
    await ana.press(behind, "Options…")
    await ana.press(behind, "The game…")
    form = ana.page.locator("dialog.modal")
    await form.get_by_label("Ante each deal").check()
    await form.get_by_label("open", exact=True).check()
    await form.locator("[data-custom-id=ante]").fill("lots")
    await ana.fits()
    await form.get_by_role("button", name="Submit").click()
    refused = ana.page.locator("article.message.ephemeral").last
    await expect(refused).to_contain_text("“lots” is not an amount")
    await ana.press(refused, "Correct it…")
    await expect(form.locator("[data-custom-id=ante]")).to_have_value("lots")
    await expect(form.get_by_label("open", exact=True)).to_be_checked()
    await form.locator("[data-custom-id=ante]").fill("2")
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.page.locator("#messages")).to_contain_text("ante each deal")
    session = [*evening.bot.room.sessions.values()][-1]
    assert (session.table.options.ante, session.table.options.ante_each_deal, session.table.options.hands) == (
        200,
        True,
        "open",
    )


async def test_somebody_is_invited_by_a_right_click_on_their_name(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "lobby"), await evening.seat("Bo", "lobby")
    await bo.page.locator("#composer textarea").fill("hello")
    await bo.page.keyboard.press("Enter")
    await ana.use("red-dog")
    await expect(ana.table.get_by_role("button", name="Play now")).to_be_visible()
    await ana.page.locator(".author", has_text="Bo").last.click(button="right")
    await ana.page.get_by_role("menuitem", name="Invite to my table").click()
    call = bo.page.locator("article.message", has_text=re.compile("invites you to Red Dog")).last
    await bo.press(call, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("2 of [0-9]+ seated"))
    await ana.page.keyboard.press("Escape")
