"""One's own cards and buttons are inside the window at each of one's turns, over a whole match of each game: in the
panel under the table and in direct messages, on a phone and at a desk.

What is played is of no matter here: it is drawn by lot from what the panel offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from playwright.async_api import Locator, TimeoutError, expect

from bot.games.catalog import GAMES
from bot.show.controls.control_id import ASKS, AT_TABLE, BACK, CLEARS, MENU, read
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, OVER

from .conftest import Evening, Player

PHONE, DESK = (390, 844), (1280, 800)
PANEL, BUSY, DIRECT = "panel", "busy", "direct"
"""Where one plays: under the table, there while somebody else writes between the deals, or in direct messages."""
SHORT = {
    "red-dog": "rounds:3", "three-five-seven": "strikes_to_win:1", "blackjack": "rounds:3", "knock-poker": "target:1",
    "seven-twenty-seven": "hands:2", "backhand": "target:2", "in-between": "rounds:3", "farmer": "deals:2",
    "cribbage": "target:61", "war": "wins:1", "switch": "level:sets", "twos": "hands:2", "jenny-jenny": "hands:2",
    "poker": "hands:3",
}  # fmt: skip
"""How a short match is opened, where a usual one takes long."""
OFTEN = {("seven-twenty-seven", PHONE, BUSY), ("poker", DESK, DIRECT)}
"""What every run plays; the soak plays all."""
PRESSES = 150
"""After this many a match has shown all that there is to see."""


def matches() -> Iterator[ParameterSet]:
    for slug in GAMES:
        for size in (PHONE, DESK):
            for where in (PANEL, BUSY, DIRECT):
                marks = [] if (slug, size, where) in OFTEN else [pytest.mark.soak]
                yield pytest.param(slug, size, where, marks=marks, id=f"{slug}-{size[0]}-{where}")


@dataclass
class Reader:
    """Somebody who plays from one message, and reads nothing else."""

    player: Player
    evening: Evening
    session: Session
    user: int
    where: str
    chance: Random

    @property
    def message(self) -> int:
        """The panel that they play from; the table's message if nobody holds a hand."""
        posted = self.session.table.posted
        if self.where == DIRECT:
            return posted.panels[self.user].message
        kept = self.evening.bot.room.display.panels._ephemerals.get((self.session.id, self.user))
        return (kept.reply.panel if kept is not None else posted.message) or 0

    @property
    def shown(self) -> Locator:
        return self.player.page.locator(f"[data-message-id='{self.message}']")

    @property
    def asked(self) -> bool:
        """Whether there is something for them to press."""
        table = self.session.table
        if table.phase != DEAL:
            return True
        return table.seat_of(self.user) in table.turns or table.game.real_time

    async def until_asked(self) -> None:
        """Until it is their turn, and the page shows it."""
        for _ in range(1200):
            await self.evening.bot.room.display.idle()
            written = self.evening.local.world.messages.get(str(self.message))
            if self.asked and self.session.commits.quiet and written is not None and await self._is_seen(written):
                return
            await self.player.page.wait_for_timeout(50)
        raise AssertionError("nothing more is asked")

    async def _is_seen(self, written: Any) -> bool:
        ids = [control["custom_id"] for row in written["components"] for control in row["components"]]
        alts = [file["description"] for file in written["attachments"]]
        seen = await self.shown.evaluate_all(
            """all => all.map(one => [
                 [...one.querySelectorAll('.components [data-custom-id]')].map(each => each.dataset.customId),
                 [...one.querySelectorAll('figure img')].map(each => each.complete && each.alt)])"""
        )
        return seen == [[ids, alts]]

    async def in_view(self) -> None:
        """The lower part of the picture, where their own cards lie, and everything that they may press: within a
        second of being there."""
        for _ in range(20):
            if not await self._outside():
                return
            await self.player.page.wait_for_timeout(50)
        assert await self._outside() == []

    async def _outside(self) -> list[Any]:
        """What of it is not in the window, and from where to where it goes."""
        return await self.shown.evaluate(
            """shown => {
                 const window = document.querySelector('#scroll').getBoundingClientRect();
                 const parts = [...shown.querySelectorAll('.components [data-custom-id]')]
                   .map(each => [each.dataset.customId, each.getBoundingClientRect()]);
                 for (const image of shown.querySelectorAll('figure img')) {
                   const {left, bottom, width, height} = image.getBoundingClientRect();
                   parts.push(['own cards', new DOMRect(left, bottom - 0.4 * height, width, 0.4 * height)]);
                 }
                 const isIn = part => part.left >= window.left && part.right <= window.right + 1
                   && part.top >= window.top - 1 && part.bottom <= window.bottom + 1;
                 return parts.filter(([, part]) => !isIn(part)).map(([what, part]) => [what, part.top, part.bottom]);
               }"""
        )

    async def has_one_panel(self) -> None:
        """At most, and nothing of the table's can be pressed on any other private message."""
        private = self.player.page.locator("article.message.ephemeral")
        of_table = self.player.page.locator(f".components [data-custom-id*=':{self.session.id}:']")
        await expect(private.filter(has=of_table)).to_have_count(int(self.where != DIRECT and self.has_panel))

    @property
    def has_panel(self) -> bool:
        """Whether they have one under the table."""
        return (self.session.id, self.user) in self.evening.bot.room.display.panels._ephemerals

    @property
    def holds(self) -> bool:
        """Whether there is one to have."""
        table = self.session.table
        return self.evening.bot.room.words[table.game.slug].holds(table.options)

    async def press(self) -> None:
        """Something that they may press, and say yes if they are asked whether it is meant."""
        found = await self.shown.evaluate(
            """one => [...one.querySelectorAll('.components [data-custom-id]:enabled')]
                 .map(each => [each.dataset.customId, JSON.parse(each.dataset.values ?? '[]').length])"""
        )
        moves, back, following = list[str](), list[str](), list[str]()
        for name, chosen in found:
            id = read(name)
            if id.verb == f"{AT_TABLE}next":
                following.append(name)
            elif id.is_move and id.mark != ASKS:
                (back if chosen > 1 or id.mark in (BACK, CLEARS) else moves).append(name)
        name = self.chance.choice(moves or following or back)
        with suppress(TimeoutError):  # at a table without turns it may go meanwhile
            await self.shown.locator(f"[data-custom-id='{name}']").click(timeout=5000)
            if name.startswith(MENU):
                await self._choose()
        await expect(self.player.page.locator("[aria-busy=true]")).to_have_count(0)
        yes = self.player.page.locator("article.ephemeral").get_by_role("button", name="Yes", exact=True)
        if await yes.count():
            await yes.last.click()
            await expect(yes).to_have_count(0)

    async def _choose(self) -> None:
        """From the menu that is open: one option, or the first ones that are enough."""
        page = self.player.page
        options, done = page.locator(".dropdown [role=option]"), page.get_by_role("button", name="Done")
        if not await done.count():
            await options.nth(self.chance.randrange(await options.count())).click(timeout=5000)
            return
        chosen = page.locator(".dropdown [aria-selected=true]")
        while not (await done.is_enabled() and await chosen.count()):
            await page.locator(".dropdown [aria-selected=false]:not([aria-disabled=true])").first.click()
        await done.click()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("slug", "size", "where"), [*matches()])
async def test_own_cards_and_buttons_are_in_view(
    without_moments: None, without_thinking: None, evening: Evening, slug: str, size: tuple[int, int], where: str
) -> None:
    ana = await evening.seat("Ana", "lobby", size[0])
    await ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    await ana.open_table(f"{slug} {SHORT.get(slug, '')}", GAMES[slug].seats.start - 1)
    (session,) = evening.bot.room.sessions.values()
    await ana.press(ana.table, "Start" if await ana.table.get_by_role("button", name="Start").count() else "Play now")
    if where == DIRECT:
        await ana.go("Card Room")
    bo = await evening.seat("Bo", "lobby") if where == BUSY else None
    reader = Reader(ana, evening, session, session.table.host, where, Random(slug))
    for _ in range(PRESSES):
        await reader.until_asked()
        if where != DIRECT and session.table.phase == DEAL and not reader.has_panel and reader.holds:
            await ana.my_hand()
            await reader.until_asked()
        await reader.in_view()
        await reader.has_one_panel()
        if session.table.phase == OVER:
            return
        if bo is not None and session.table.phase == BETWEEN:
            await bo.page.locator("#composer textarea").fill(f"Well played! {session.table.deals_begun}")
            await bo.page.keyboard.press("Enter")
            await expect(ana.messages).to_contain_text(f"Well played! {session.table.deals_begun}")
        await reader.press()
