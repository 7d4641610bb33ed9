"""Buttons, menus and forms of the local Discord's page."""

from __future__ import annotations

from playwright.async_api import expect

from .desk import Desk, control, last, table
from .page_bot import Controls, picture


async def test_a_form_is_checked_and_sent(desk: Desk) -> None:
    page = await desk.tab()
    await control(await table(page), "form").click()
    form = page.get_by_role("dialog", name="How much?")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("Whites is needed.")
    await control(form, "amount").fill("5")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("Whites needs at least 2 characters.")
    await control(form, "amount").fill("2.5")
    await control(form, "game").click()
    await page.get_by_role("option", name="Red Dog").click()
    await form.get_by_role("button", name="Submit").click()
    await expect(last(page)).to_contain_text("2.5 on Red Dog: no reason")
    await expect(form).to_have_count(0)


async def test_selects_of_one_of_some_and_of_people(desk: Desk) -> None:
    page = await desk.tab()
    shown = await table(page)
    await control(shown, "one").click()
    await page.get_by_role("option", name="QS").click()
    await expect(last(page)).to_contain_text("Played QS")
    await control(shown, "three").click()
    for card in ("AH", "2C"):
        await page.get_by_role("option", name=card).click()
    await expect(page.get_by_role("button", name="Done")).to_be_disabled()
    await page.keyboard.press("Escape")
    await control(shown, "three").click()
    for card in ("AH", "2C", "KH"):
        await page.get_by_role("option", name=card).click()
    await expect(page.get_by_role("option", name="QS")).to_have_attribute("aria-disabled", "true")
    await page.locator("#place").click()  # closing the list is what confirms it
    await expect(last(page)).to_contain_text("Passed 2C KH AH")
    await control(shown, "who").click()
    await page.keyboard.type("cl")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Seat for Cleo")


async def test_an_open_list_stays_open_while_the_message_is_edited(desk: Desk) -> None:
    page = await desk.tab()
    shown = await table(page)
    await control(shown, "one").click()
    sent = desk.bot.get_partial_messageable(int(desk.channel("lobby"))).get_partial_message(
        int(str(await shown.get_attribute("data-message-id")))
    )
    changed = Controls()
    changed.one.custom_id = "later"
    await sent.edit(view=changed)
    await expect(control(shown, "later")).to_have_attribute("aria-expanded", "true")
    await page.get_by_role("option", name="QS").click()
    await expect(last(page)).to_contain_text("Played QS")
    await control(shown, "later").click()
    changed.one.options = changed.one.options[:2]
    await sent.edit(view=changed)
    await expect(page.locator(".dropdown")).to_have_count(0)  # what it offered is not there any more


async def test_nothing_moves_under_the_finger(desk: Desk) -> None:
    page, bo = await desk.tab(), await desk.tab("Bo")
    shown = await table(page)
    place = desk.bot.get_partial_messageable(int(desk.channel("lobby")))
    sent = place.get_partial_message(int(str(await shown.get_attribute("data-message-id"))))
    changed = Controls()
    changed.next.label = "Onward"
    await control(shown, "next").hover()
    await page.mouse.down()
    await sent.edit(view=changed)
    await place.send("News", file=picture(9))
    await expect(bo.get_by_text("News", exact=True)).to_be_visible()  # everybody else sees them at once
    await expect(control(shown, "next")).to_have_text("🂠Next")
    await expect(page.get_by_text("News", exact=True)).to_have_count(0)
    await page.mouse.up()
    await expect(shown).to_contain_text("Shade 60")
    await expect(page.get_by_text("News", exact=True)).to_be_visible()


async def test_the_keyboard_keeps_its_place_when_the_ids_change(desk: Desk) -> None:
    page = await desk.tab()
    shown = await table(page)
    changed = Controls()
    changed.next.custom_id = "next-2"
    await control(shown, "next").focus()
    place = desk.bot.get_partial_messageable(int(desk.channel("lobby")))
    await place.get_partial_message(int(str(await shown.get_attribute("data-message-id")))).edit(view=changed)
    await expect(control(shown, "next-2")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(shown).to_contain_text("Shade 60")


async def test_a_press_without_an_answer_is_told(desk: Desk) -> None:
    desk.local.interactions.ack_window = 0.3
    page = await desk.tab()
    shown = await table(page)
    await expect(control(shown, "not-now")).to_be_disabled()
    await control(shown, "silent").click()
    await expect(shown.get_by_role("alert")).to_have_text("The application did not respond")
    assert len(desk.local.violations) == 1
    desk.local.violations.clear()
