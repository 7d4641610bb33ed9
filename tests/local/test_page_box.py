"""The message box of the local Discord's page: commands found, filled in and refused."""

from __future__ import annotations

import asyncio

from playwright.async_api import Page, Route, expect

from .desk import BOX, Desk, last, use
from .page_bot import CARDS


async def test_a_command_is_found_and_filled_in_by_keyboard(desk: Desk) -> None:
    page = await desk.tab()
    await page.locator(BOX).fill("/")
    await expect(page.locator("#suggestions [role=option]")).to_have_count(6)
    await expect(page.locator("#suggestions")).to_contain_text("Give a seat away")
    await page.keyboard.type("tab")
    await page.keyboard.press("Tab")
    await expect(page.locator("[data-option=stake]")).to_be_focused()
    await page.keyboard.type("500")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator("#refusal")).to_have_text("stake is at most 100.")
    for _ in "00":
        await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("stake 5, deck two, fast False, host None")
    await expect(last(page).locator(".above")).to_have_text("Ana used /table")


async def test_commands_are_listed_as_the_bot_has_registered_them(desk: Desk) -> None:
    page = await desk.tab()
    await page.locator(BOX).fill("/")
    names = await page.locator("#suggestions [role=option] b").all_inner_texts()
    assert names == ["/table", "/play", "/later", "/write", "/text", "/seat give"]


async def test_choices_booleans_and_people_are_options(desk: Desk) -> None:
    page = await desk.tab()
    await page.locator(BOX).fill("/table stake:7 deck:")
    await expect(page.locator("#suggestions")).to_contain_text("Four colours")
    await page.keyboard.press("Enter")
    await page.keyboard.type("fast:")
    await page.locator("#suggestions [role=option]", has_text="True").click()
    await page.keyboard.type("ho")
    await page.keyboard.press("Tab")
    await page.keyboard.type("cle")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("stake 7, deck four, fast True, host Cleo")


async def test_a_missing_or_unknown_option_is_refused(desk: Desk) -> None:
    page = await desk.tab()
    await use(page, "table")
    await expect(page.locator("#refusal")).to_have_text("stake is needed.")
    await page.keyboard.press("Escape")
    await use(page, "seat give to:Nobody")
    await expect(page.locator("#refusal")).to_have_text("Choose one of the list for to.")
    await page.keyboard.press("Escape")
    await page.locator(BOX).fill("/nonsense")
    await page.keyboard.press("Enter")
    await expect(page.locator("#refusal")).to_contain_text("There is no such command")
    await use(page, "seat give to:Bo")
    await expect(last(page)).to_contain_text("Given to Bo")


async def test_autocomplete_comes_from_the_bot(desk: Desk) -> None:
    page = await desk.tab()
    await page.locator(BOX).fill("/play ")
    await expect(page.locator("#suggestions [role=option]")).to_have_count(len(CARDS))
    await page.keyboard.type("q")
    await expect(page.locator("#suggestions [role=option]")).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(page.locator("[data-option=card]")).to_have_value("The QS")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("Card QS")


async def hold(page: Page, address: str, until: asyncio.Event) -> None:
    """Keep the page's calls to an address back until `until` is set."""

    async def late(route: Route) -> None:
        await until.wait()
        await route.continue_()

    await page.route(address, late)


async def test_commands_for_managers_are_listed_for_managers(desk: Desk) -> None:
    page = await desk.tab("Bo")
    commands = desk.local.world.commands["global"].values()
    next(each for each in commands if each["name"] == "later")["default_member_permissions"] = "32"
    await page.reload()
    await page.locator(BOX).fill("/lat")
    await expect(page.locator("#suggestions")).to_have_text("No command of that name.")
    typed = asyncio.Event()
    await hold(page, "**/app/users/*", typed)
    await page.locator("button.you").click()
    await page.get_by_role("switch", name="Manager").check()
    await page.keyboard.press("Escape")
    await page.locator(BOX).fill("/lat")
    await expect(page.locator("#suggestions")).to_have_text("No command of that name.")
    typed.set()
    await expect(page.locator("#suggestions [role=option]")).to_have_count(1)


async def test_what_is_typed_before_the_page_is_ready_is_kept(desk: Desk) -> None:
    page = await desk.tab("Bo")
    ready = asyncio.Event()
    await hold(page, "**/app/state*", ready)
    await page.reload()
    await page.locator(BOX).fill("/tab")
    await expect(page.locator("#suggestions")).to_contain_text("No commands yet")
    ready.set()
    await expect(page.locator("#suggestions [role=option]")).to_have_count(1)
    await expect(page.locator(BOX)).to_have_value("/tab")
