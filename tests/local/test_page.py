"""The page of the local Discord, driven in a real browser with a tiny bot behind it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, Route, expect

from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at
from tests.browser import browser

from .page_bot import CARDS, Controls, PageBot

__all__ = ["browser"]
PHONE = 400
BOX = "#composer textarea"


@dataclass
class Desk:
    """A local Discord with the tiny bot, and the tabs that look at it."""

    local: LocalDiscord
    bot: PageBot
    browser: Browser
    wrong: list[str] = field(default_factory=list)

    def user(self, name: str) -> str:
        return next(user["id"] for user in self.local.world.users.values() if user["global_name"] == name)

    def channel(self, name: str) -> str:
        return next(channel["id"] for channel in self.local.world.channels.values() if channel.get("name") == name)

    async def tab(self, name: str = "Ana", channel: str = "lobby", width: int = 1100) -> Page:
        """A tab of a browser of one's own, with somebody in a channel."""
        context = await self.browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
        page = await context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda asked: self.wrong.append(asked.url) if self.local.url not in asked.url else None)
        await page.goto(f"{self.local.page_url}#user={self.user(name)}&channel={self.channel(channel)}")
        await expect(page.locator("#person")).to_contain_text(name)
        return page


@pytest_asyncio.fixture
async def desk(browser: Browser) -> AsyncIterator[Desk]:
    async with LocalDiscord() as local:
        point_discord_at(local.url)
        bot = PageBot()
        async with bot:
            running = asyncio.create_task(bot.start("token"))
            await asyncio.wait_for(bot.came_in.wait(), 10)
            made = Desk(local, bot, browser)
            yield made
            for context in browser.contexts:
                await context.close()
            await bot.close()
            await running
        assert made.wrong == []
        assert local.violations == []


def last(page: Page) -> Locator:
    """The newest message in the tab."""
    return page.locator("[data-message-id]").last


async def use(page: Page, command: str) -> None:
    """Type a slash command with its options and send it."""
    await page.locator(BOX).fill(f"/{command} ")
    await page.keyboard.press("Enter")


async def table(page: Page) -> Locator:
    await use(page, "table stake:5")
    await expect(last(page)).to_contain_text("stake 5")
    return page.locator(f"[data-message-id='{await last(page).get_attribute('data-message-id')}']")


def control(where: Locator, custom_id: str) -> Locator:
    return where.locator(f"[data-custom-id={custom_id}]")


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


async def test_an_ephemeral_message_is_for_one_person(desk: Desk) -> None:
    ana, bo = await desk.tab("Ana"), await desk.tab("Bo")
    await use(ana, "play card:2C")
    await expect(last(ana)).to_contain_text("Card 2C")
    await expect(last(ana)).to_contain_text("Only you can see this")
    await use(bo, "seat give to:Ana")
    await expect(last(ana)).to_contain_text("Given to Ana")
    await expect(bo.locator("#messages")).not_to_contain_text("Card 2C")
    await ana.locator("[data-dismiss]").click()
    await expect(ana.locator("#messages")).not_to_contain_text("Card 2C")


async def test_thinking_gives_way_to_the_answer(desk: Desk) -> None:
    page = await desk.tab()
    await use(page, "later")
    await expect(last(page)).to_contain_text("Thought of it")
    await expect(page.locator(".thinking")).to_have_count(0)


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


async def test_a_press_is_not_lost_when_the_message_is_edited_under_the_finger(desk: Desk) -> None:
    page = await desk.tab()
    shown = await table(page)
    sent = desk.bot.get_partial_messageable(int(desk.channel("lobby"))).get_partial_message(
        int(str(await shown.get_attribute("data-message-id")))
    )
    changed = Controls()
    changed.next.custom_id = "next-2"
    await control(shown, "next").hover()
    await page.mouse.down()
    await sent.edit(view=changed)
    await expect(control(shown, "next-2")).to_be_visible()
    await page.mouse.up()
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


async def test_a_new_picture_replaces_the_old_one_without_a_gap(desk: Desk) -> None:
    page = await desk.tab()
    shown = await table(page)
    picture = shown.get_by_role("img")
    await expect(picture).to_have_attribute("alt", "A table in shade 40")
    box = await picture.bounding_box()
    assert box is not None and (box["width"], round(box["height"])) == (550, 344)
    await page.evaluate(
        """() => {
            window.gaps = 0;
            const parts = document.querySelector(".attachments");
            new MutationObserver(() => {
                const image = parts.querySelector("img");
                if (!image || !image.complete || !image.naturalWidth) window.gaps += 1;
            }).observe(parts, { childList: true, subtree: true });
        }"""
    )
    for shade in (60, 80, 100):
        await control(shown, "next").click()
        await expect(picture).to_have_attribute("alt", f"A table in shade {shade}")
        await expect(shown).to_contain_text(f"Shade {shade}")
        await expect(control(shown, "next")).to_be_focused()
    assert await page.evaluate("window.gaps") == 0


async def test_a_picture_enlarges_and_tells_its_description(desk: Desk) -> None:
    page = await desk.tab()
    shown = await table(page)
    await shown.get_by_role("button", name="Picture description").click()
    await expect(shown.locator("figcaption")).to_have_text("A table in shade 40")
    await shown.get_by_role("button", name=re.compile("Enlarge")).click()
    large = page.get_by_role("dialog", name="Picture").get_by_role("img")
    box = await large.bounding_box()
    assert box is not None and box["width"] > 1000
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)


async def test_two_people_see_each_other(desk: Desk) -> None:
    ana, bo = await desk.tab("Ana"), await desk.tab("Bo", "hearts")
    await ana.locator(BOX).fill("Cards at **eight**, @Bo?")
    await ana.keyboard.press("Enter")
    lobby = bo.locator(f"#sidebar [data-channel-id='{desk.channel('lobby')}']")
    await expect(lobby).to_have_accessible_name("lobby, 1 for you")
    assert (await bo.title()).startswith("(1) ")
    await lobby.click()
    await expect(bo.get_by_role("separator").last).to_have_text("New")
    await expect(last(bo)).to_contain_text("Cards at eight, @Bo?")
    await expect(lobby).to_have_accessible_name("lobby")
    await bo.locator(BOX).fill("In!")
    await bo.keyboard.press("Enter")
    await expect(last(ana)).to_contain_text("In!")


async def test_eight_people_in_eight_tabs_of_one_browser(desk: Desk) -> None:
    page = await desk.tab("Ana")
    others = [await page.context.new_page() for _ in range(7)]
    for other in others:
        await other.goto(f"{desk.local.page_url}#user={desk.user('Bo')}&channel={desk.channel('lobby')}")
    await others[0].locator(BOX).fill("Eight of us")
    await others[0].keyboard.press("Enter")
    for each in [page, *others]:
        await expect(last(each)).to_contain_text("Eight of us")


async def test_a_direct_message_can_be_used_and_closed(desk: Desk) -> None:
    page = await desk.tab()
    await use(page, "write")
    await expect(last(page)).to_contain_text("Written")
    direct = page.locator("#sidebar .direct a")
    await expect(direct).to_have_accessible_name("Card Room, 1 for you")
    await direct.click()
    await expect(last(page)).to_contain_text("Hello @Ana")
    await control(last(page), "one").click()
    await page.get_by_role("option", name="9C").click()
    await expect(last(page)).to_contain_text("Played 9C")
    await page.locator("button.you").click()
    await page.get_by_role("switch", name="DMs closed").check()
    await use(page, "seat give to:Bo")
    await expect(last(page)).to_contain_text("Given to Bo")
    await page.locator("#sidebar a.channel", has_text="lobby").click()
    await use(page, "write")
    await expect(last(page)).to_contain_text("Your direct messages are closed")


async def test_text_is_shown_as_discord_shows_it(desk: Desk) -> None:
    page = await desk.tab()
    await use(page, "text")
    shown = last(page)
    await expect(shown.get_by_role("heading", name="Heading")).to_be_visible()
    await expect(shown.locator("strong")).to_have_text("bold")
    await expect(shown.locator("time.stamp")).to_have_text(re.compile("in (1 minute|2 minutes|8. seconds)"))
    await expect(shown.locator(".mention.me")).to_have_text("@Ana")
    await expect(shown.locator("blockquote")).to_contain_text("quoted")
    await expect(shown.locator(".content").first).to_contain_text("<img src=x")
    await expect(shown.locator(".embed")).to_contain_text("Leaderboard")
    await shown.locator("[data-jump]").click()
    await expect(page.locator("[data-message-id]", has_text="The first")).to_be_focused()


async def test_people_are_added_and_changed_in_one_tab(desk: Desk) -> None:
    page = await desk.tab()
    await page.locator("button.you").click()
    await page.get_by_label("Name of the new person").fill("Eve")
    await page.get_by_role("button", name="Add a person").click()
    await expect(page.locator("button.you")).to_contain_text("You are Eve")
    await page.locator(BOX).fill("Hello")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_have_attribute("data-author-id", desk.user("Eve"))
    await page.locator("button.you").click()
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="Open Bo in a new tab").click()
    other = await opened.value
    await expect(other.locator("button.you")).to_contain_text("You are Bo")
    await expect(page.locator("button.you")).to_contain_text("You are Eve")


async def test_the_reader_keeps_their_place(desk: Desk) -> None:
    ana, bo = await desk.tab("Ana"), await desk.tab("Bo")
    for _ in range(4):
        await table(ana)
    at_the_end = "e => e.scrollHeight - e.scrollTop - e.clientHeight < 2"
    scroller = ana.locator("#scroll")
    shown = await scroller.element_handle()
    await ana.wait_for_function(at_the_end, arg=shown)
    await scroller.evaluate("e => { e.scrollTop = 100; }")
    await bo.locator(BOX).fill("News")
    await bo.keyboard.press("Enter")
    await ana.get_by_role("button", name="Newest messages").click()
    await ana.wait_for_function(at_the_end, arg=shown)


async def test_the_page_finds_back_after_an_outage(desk: Desk) -> None:
    page = await desk.tab()
    await page.context.set_offline(True)
    desk.local.pages.close()
    await expect(page.locator("#offline")).to_be_visible()
    await page.context.set_offline(False)
    await expect(page.locator("#offline")).to_be_hidden()
    await use(page, "seat give to:Bo")
    await expect(last(page)).to_contain_text("Given to Bo")


@pytest.mark.parametrize("width", [PHONE, 320])
async def test_everything_fits_a_phone(desk: Desk, width: int) -> None:
    page = await desk.tab(width=width)

    async def fits() -> None:
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        wide = "e => [...e.querySelectorAll('*')].filter(n => n.getBoundingClientRect().right > innerWidth + 1).length"
        assert await page.locator("#scroll").evaluate(wide) == 0

    await page.locator(BOX).fill("averylongword" * 40)
    await page.keyboard.press("Enter")
    shown = await table(page)
    await fits()
    await use(page, "text")
    await expect(last(page)).to_contain_text("Leaderboard")
    await fits()
    await control(shown, "three").click()
    sheet = await page.locator(".dropdown").bounding_box()
    assert sheet is not None and sheet["width"] == width
    await page.keyboard.press("Escape")
    await control(shown, "form").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await fits()
    await page.keyboard.press("Escape")
    await page.locator(BOX).fill("/table stake:5 deck:")
    await fits()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Show channels").click()
    await page.locator("#sidebar a.channel", has_text="hearts").click()
    await expect(page.locator("#place")).to_contain_text("hearts")
    await expect(page.locator("#sidebar")).not_to_be_visible()


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


async def test_a_wrong_key_is_told(desk: Desk) -> None:
    page = await desk.tab()
    await page.goto(f"{desk.local.url}/?secret=wrong#user={desk.user('Ana')}")
    await page.reload()
    await expect(page.locator("#offline")).to_contain_text("Open the address that the server printed")
