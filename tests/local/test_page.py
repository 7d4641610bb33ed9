"""The page of the local Discord, driven in a real browser with a tiny bot behind it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from bot.local import posts
from bot.local.posts import Upload

from .desk import BOX, PHONE, Desk, control, last, table, use


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


async def test_at_the_end_the_page_stays_there_whatever_goes_above_it(desk: Desk) -> None:
    """As when a message with a picture is posted anew, and the old one is deleted in the same moment."""
    page = await desk.tab()
    world, channel = desk.local.world, desk.channel("lobby")
    scroller = page.locator("#scroll")
    shown = await scroller.element_handle()
    old = await table(page)
    for n in range(6):
        before = str(await old.get_attribute("data-message-id"))
        picture = world.messages[before]["attachments"][0]
        upload = Upload(f"{n}.png", world.files[picture["id"]].data)
        after = posts.write(world, channel, world.bot_id, {"content": f"Table {n}"}, {0: upload})
        posts.delete(world, world.messages[before])
        old = page.locator(f"[data-message-id='{after['id']}']")
        await expect(old.get_by_role("img")).to_be_in_viewport(ratio=1)
        await page.wait_for_function("e => e.scrollHeight - e.scrollTop - e.clientHeight < 2", arg=shown)
    await expect(page.get_by_role("button", name="Newest messages")).to_be_hidden()


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


async def test_a_wrong_key_is_told(desk: Desk) -> None:
    page = await desk.tab()
    await page.goto(f"{desk.local.url}/?secret=wrong#user={desk.user('Ana')}")
    await page.reload()
    await expect(page.locator("#offline")).to_contain_text("Open the address that the server printed")
