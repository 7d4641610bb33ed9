"""Several people at one table, each at a browser of their own: what is private stays private."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .conftest import Evening, Player

CARD = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


async def cards_in_view(player: Player) -> set[str]:
    """Every card that is named anywhere in what a person's browser holds of the messages: words, labels, ids."""
    html = await player.messages.inner_html()
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    spelt = re.findall(r'data-custom-id="c[rm]:[^"]*?:play:(10|[2-9JQKA])([CDHS])"', html)
    return set(CARD.findall(html)) | {rank + signs[suit] for rank, suit in spelt}


async def test_two_people_at_one_table_of_hearts(evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "hearts"), await evening.seat("Bo", "hearts")
    await ana.open_table("hearts", 2)
    await bo.press(bo.table, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("4 of 4 seated"))
    await bo.press(bo.table, "Start")
    await expect(bo.page.locator("article.ephemeral").last).to_contain_text("Only the host of this table can do that.")
    await ana.press(ana.table, "Start")
    await expect(bo.table).to_contain_text("Waiting for")
    await ana.my_hand()
    await bo.my_hand()
    hands = [await cards_in_view(ana), await cards_in_view(bo)]
    assert [len(hand) for hand in hands] == [13, 13] and not hands[0] & hands[1]
    panel = await ana.panel.get_attribute("data-message-id")
    await expect(bo.page.locator(f"[data-message-id='{panel}']")).to_have_count(0)
    # Ana's packet is hers until Bo's is in, and then it is told to its receiver alone.
    packet = set(await ana.pass_three(ana.panel))
    await expect(ana.panel).to_contain_text("You have chosen, and may change it until everybody has.")
    await expect(ana.panel.locator("button.select .chosen")).to_have_count(3)
    assert not await cards_in_view(bo) & packet
    await bo.pass_three(bo.panel)
    await expect(bo.table).to_contain_text("leads the 2♣")
    told = " ".join(packet)
    receiver = await bo.panel.inner_text()
    assert "Ana passed you" not in await bo.table.inner_text()
    assert told not in await bo.table.inner_text() and ("Ana passed you" not in receiver or told in receiver)


async def test_two_people_at_one_table_of_red_dog(drawn_apart: None, evening: Evening) -> None:
    ana, bo = await evening.seat("Ana", "chips"), await evening.seat("Bo", "chips")
    await ana.use("red-dog")
    await expect(bo.table.get_by_role("button", name="Join")).to_be_visible()
    await bo.press(bo.table, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("2 of [0-9]+ seated"))
    await ana.press(ana.table, "Start")
    # The buttons of a bet tell nothing, so they stand on the table; pressed by somebody else, they refuse.
    await expect(bo.table).to_contain_text("to play")
    first, second = (bo, ana) if "Bo to play" in await bo.table.inner_text() else (ana, bo)
    await first.my_hand()
    assert len(await cards_in_view(first)) == 4 and not await cards_in_view(second)
    button = re.compile("^Min")
    await second.table.get_by_role("button", name=button).click()
    await expect(second.page.locator("article.ephemeral").last).to_contain_text("It is not your turn.")
    await first.table.get_by_role("button", name=button).click()
    await expect(second.table).to_contain_text(f"{second.name} to play")
    await expect(second.table).to_contain_text(f"is turned for {first.name}")


async def test_everything_is_there_with_direct_messages_closed(evening: Evening) -> None:
    ana = await evening.seat("Ana", "hearts")
    await ana.page.locator("button.you").click()
    await ana.page.get_by_role("switch", name="DMs closed").check()
    await ana.page.keyboard.press("Escape")
    await ana.open_table("hearts", 3)
    await ana.press(ana.table, "Start")
    await ana.use("hand")
    await expect(ana.panel).to_contain_text("Choose three cards to pass.")
    await expect(ana.panel).to_contain_text("Only you can see this")
    await ana.pass_three(ana.panel)
    await expect(ana.panel.locator("figure img")).to_have_attribute("alt", re.compile("^Your cards: "))
    await expect(ana.page.locator("#sidebar .direct a.unread")).to_have_count(0)
