"""A night ahead in the browser, from its announcement to everybody seated: three people, each with their own clock."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Locator, expect

from bot.store import ledger
from bot.table.state import CLOSED

from .conftest import DESKTOP, PHONE, Evening, Player
from .test_night import pick

HOUR = 3600.0


class Presses:
    """What everybody has pressed, and typed."""

    def __init__(self) -> None:
        self.by: dict[str, int] = {}

    async def __call__(self, who: Player, where: Locator, label: str) -> None:
        await who.press(where, label)
        self.by[who.name] = self.by.get(who.name, 0) + 1


async def three(evening: Evening) -> tuple[Player, Player, Player]:
    """Ana, Bo and Cleo, two of them on a phone, in three zones."""
    return (
        await evening.seat("Ana", "chips", PHONE, zone="Europe/Berlin"),
        await evening.seat("Bo", "chips", PHONE, zone="America/New_York"),
        await evening.seat("Cleo", "chips", DESKTOP, zone="UTC"),
    )


def private(player: Player) -> Locator:
    """The newest message that the player alone sees."""
    return player.page.locator("article.message.ephemeral").last


def announcement(player: Player) -> Locator:
    """The newest announcement at which somebody can answer."""
    found = player.page.locator("article.message:not(.ephemeral)")
    return found.filter(has=player.page.get_by_role("button", name="Host…", exact=True)).last


def called(player: Player, words: str) -> Locator:
    """The newest message that pings this player and says this."""
    found = player.page.locator("article.message:not(.ephemeral)").filter(has=player.page.locator(".mention.me"))
    return found.filter(has_text=words).last


async def opens(player: Player) -> None:
    """The lobby is there, with nobody having done anything."""
    await expect(player.table.get_by_role("button", name="Join", exact=True)).to_be_visible()


async def until_it_begins(evening: Evening, player: Player, ahead: float = 0.0) -> None:
    """Time passes until a night begins that is announced, or until this many seconds before."""
    starts = await announcement(player).locator("[data-relative]").get_attribute("data-relative")
    await evening.pass_time(float(str(starts)) - evening.local.world.now() - ahead)


async def test_the_host_presses_twice_and_each_guest_twice(evening: Evening) -> None:
    ana, bo, cleo = await three(evening)
    press = Presses()
    await ana.use("night schedule when:tomorrow 20:00 name:Friday night")
    await expect(private(ana)).to_contain_text("If it is right, press Announce.")
    await press(ana, private(ana), "Announce")
    for guest in (bo, cleo):
        await press(guest, announcement(guest), "In")
    await expect(announcement(ana)).to_contain_text("In (2): @Bo, @Cleo")
    hours = [await each.locator("time.stamp").first.inner_text() for each in map(announcement, (ana, bo, cleo))]
    assert [hour[-5:] for hour in hours] == ["21:00", "15:00", "20:00"], "everybody reads it by their own clock"
    await until_it_begins(evening, bo, HOUR - 60)
    for guest in (bo, cleo):
        await expect(called(guest, "Friday night begins in 59 minutes")).to_be_visible()
    await expect(called(ana, "begins in")).to_have_count(0)
    await evening.pass_time(HOUR)
    for guest in (bo, cleo):
        await opens(guest)
        await expect(called(guest, "press Join on its table.")).to_be_visible()
        await expect(called(guest, "begins in")).to_have_count(0)
    await expect(bo.table.locator("figure img")).to_have_attribute("alt", re.compile("Nobody seated, 2 expected"))
    await bo.fits()
    for player in (bo, cleo, ana):
        await press(player, player.table, "Join")
    await expect(ana.table.locator("figure img")).to_have_attribute("alt", re.compile("3 seated"))
    assert press.by == {"Ana": 2, "Bo": 2, "Cleo": 2}
    await ana.press(ana.table, "Start")
    await expect(cleo.table).to_contain_text("has the deal and names the next game")
    await cleo.fits()


@pytest.mark.soak
async def test_they_vote_and_a_guest_is_late(evening: Evening) -> None:
    ana, bo, cleo = await three(evening)
    await ana.use("night schedule when:tomorrow at 8; in 3 days 19:00 name:Cards least:3")
    await expect(private(ana)).to_contain_text("Which of these is meant?")
    evening_hour = private(ana).get_by_role("button").filter(has_text=re.compile(" 20:00$"))
    await evening_hour.click()
    await expect(private(ana)).to_contain_text("which evening is voted on")
    await ana.press(private(ana), "Announce")
    for player, letters in ((ana, "B"), (bo, "AB"), (cleo, "B")):
        for letter in letters:
            await announcement(player).get_by_role("button", name=re.compile(f"^{letter} · ")).click()
            await expect(announcement(player).locator("[aria-busy=true]")).to_have_count(0)
    await expect(announcement(bo)).to_contain_text(re.compile(r"A · .* · 1: @Bo\s*B · .* · 3: "))
    await bo.fits()
    await ana.press(announcement(ana), "Fix it")
    await expect(announcement(cleo)).to_contain_text("In (3)")
    await until_it_begins(evening, bo)
    for player in (ana, bo):
        await opens(player)
        await player.press(player.table, "Join")
    await evening.pass_time(16 * 60)
    few = called(cleo, "2 of 3 are here for Cards.")
    await expect(few).to_be_visible()
    there = ana.page.locator("article.message").filter(has_text="2 of 3 are here for Cards.")
    await ana.press(there, "Play now")
    await expect(ana.table).to_contain_text("names the next game")
    await expect(few).to_have_count(0)
    await cleo.press(cleo.table, "Join")
    await expect(cleo.table).to_contain_text("Cleo buys 100")
    await cleo.fits()


@pytest.mark.soak
async def test_a_series_goes_on_and_skips_an_evening(evening: Evening) -> None:
    ana, bo, cleo = await three(evening)
    await ana.use("night schedule when:tomorrow 20:00 name:Weekly repeat:every week")
    await ana.press(private(ana), "Announce")
    first = await announcement(bo).locator("time.stamp").first.get_attribute("datetime")
    await ana.press(announcement(ana), "Host…")
    await ana.press(private(ana), "Skip this one")
    await ana.press(private(ana), "Yes, skip it")
    await expect(bo.messages).to_contain_text("Weekly is called off. Only this evening: it comes again every")
    await expect(announcement(bo).locator("time.stamp").first).not_to_have_attribute("datetime", str(first))
    for player in (ana, bo):
        await player.press(announcement(player), "In")
    await until_it_begins(evening, bo)
    for player in (ana, bo):
        await opens(player)
        await player.press(player.table, "Join")
    await ana.press(ana.table, "Start")
    await expect(ana.table).to_contain_text("names the next game")
    await ana.press(await ana.more(), "End the night")
    await ana.page.locator("article.ephemeral").get_by_role("button", name="End the night").click()
    await expect(announcement(cleo)).to_contain_text("Weekly begins")
    await expect(announcement(cleo)).to_contain_text(re.compile(r"\(in [67] days\), every"))
    await cleo.press(announcement(cleo), "In")
    await expect(announcement(cleo)).to_contain_text("In (1): @Cleo")
    await cleo.fits()


@pytest.mark.soak
async def test_one_person_alone_plays_the_night_that_opened(evening: Evening) -> None:
    ana = await evening.seat("Ana", "chips", PHONE)
    await ana.use("night schedule when:in 2 minutes name:Alone")
    await ana.press(private(ana), "Announce")
    await evening.pass_time(120)
    await opens(ana)
    await ana.press(ana.table, "Join")
    await ana.press(ana.table, "Play now")
    await expect(ana.table).to_contain_text("Ana has the deal and names the next game")
    await pick(ana, "Red Dog", "Penny ante")
    session = [*evening.bot.room.sessions.values()][-1]
    await expect(ana.table).to_contain_text("Red Dog")
    await ana.press(await ana.more(), "End the night")
    await private(ana).get_by_role("button", name="End the night").click()
    over = ana.page.locator("article.message:not(.ephemeral)").filter(has_text="Alone is over.")
    while session.table.phase != CLOSED:  # her time runs out, as often as it has to
        for seat in [*session.table.turns]:
            await session.lapse(seat)
        await asyncio.sleep(0.1)
    await expect(over.locator("figure img")).to_have_attribute("alt", re.compile("Alone"))
    assert await evening.bot.room.store.read(ledger.audit) == []
