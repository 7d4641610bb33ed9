"""Cracks that are put into the program on purpose, each to see that its law notices it.

`python -m tests.evening --plant NAME --seed 1` plays an evening with one.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.engine.deal import Deal
from bot.host.calls.reply import Reply
from bot.host.messages.display import Display
from bot.host.room import Room
from bot.show.messages import table_message
from bot.show.words import sentences
from bot.store import bank, nights, tables
from bot.table import lobby, undo
from bot.table.clock import Clock
from bot.table.errors import Rejected
from bot.table.open_table import OpenTable
from bot.table.state import DEAL
from tests.mutants.faults import FAULTS

from . import disk
from .planted_nights import CRACKS_OF_NIGHTS

PLANTED: dict[str, tuple[str, Callable[[], None]]] = {}
"""By name: the law that must notice it, and what plants it."""


def _planted(law: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def keep(plant: Callable[[], None]) -> Callable[[], None]:
        PLANTED[plant.__name__.replace("_", "-")] = law, plant
        return plant

    return keep


@_planted("acknowledged")
def a_disk_that_forgets() -> None:
    """What was written last is not there after a kill."""
    true = disk.Disk.survive

    def survive(self: Any) -> Any:
        left = true(self)
        Path(f"{self.file}-wal").unlink(missing_ok=True)
        return left

    disk.Disk.survive = survive  # type: ignore[method-assign]


@_planted("published")
def a_change_that_nobody_is_shown() -> None:
    """Every twentieth change is stored, and forgotten on its way out."""
    true, count = Display.publish, iter(range(1_000_000))

    async def publish(self: Any, change: Any) -> None:
        if next(count) % 20 != 19:
            await true(self, change)

    Display.publish = publish  # type: ignore[method-assign]


@_planted("memory")
def a_seat_that_is_stored_otherwise() -> None:
    """When somebody has sat down is forgotten by a restart."""
    true = OpenTable.stored

    def stored(self: Any, made: Any = None) -> Any:
        kept = true(self, made)
        return replace(kept, state=re.sub('"since": [0-9]+', '"since": 0', kept.state))

    OpenTable.stored = stored  # type: ignore[method-assign]


@_planted("clocks")
def a_second_clock() -> None:
    """A table that is opened gets two clocks."""
    true = Room.open

    async def opened(self: Any, *args: Any, **more: Any) -> Any:
        session = await true(self, *args, **more)
        Clock(session)
        return session

    Room.open = opened  # type: ignore[method-assign]


@_planted("private")
def a_card_too_many() -> None:
    """The board's alternative text names a card that nobody has seen."""
    true = table_message.content

    def public(page: Any, deal: Deal, *more: Any) -> Any:
        face = true(page, deal, *more)
        hidden = next((pile for pile in deal.table.piles.values() if len(pile) and not pile.seen_by), None)
        return replace(face, alt=f"{face.alt} {hidden[0]}") if hidden is not None else face

    table_message.content = public


@_planted("discord")
def a_press_without_an_answer() -> None:
    """Now and then an interaction is never acknowledged."""
    true, dice = Reply.__init__, random.Random("unanswered")

    def begun(self: Any, interaction: Any) -> None:
        true(self, interaction)
        if dice.random() < 0.05:
            interaction.response._response_type = 1

    Reply.__init__ = begun  # type: ignore[method-assign]


@_planted("discord")
def a_thought_without_an_end() -> None:
    """What is said after "thinking…" goes nowhere."""
    true = Reply.say

    async def say(self: Any, text: str, **more: Any) -> None:
        if not self._thinking:
            await true(self, text, **more)

    Reply.say = say  # type: ignore[method-assign]


@_planted("undo")
def a_move_taken_back_too_late() -> None:
    """Whatever a house player has answered, a move may be taken back."""
    undo._last_move = _any_last_move  # type: ignore[assignment]


def _any_last_move(session: Any, deal: Deal, seat: int) -> int:
    mine = [n for n, row in enumerate(deal.played) if row.seat == seat]
    if not mine:
        raise Rejected("You have made no move in this deal.")
    return mine[-1]


@_planted("books")
def a_coin_from_nowhere() -> None:
    """A transfer's second half is forgotten once."""
    true, count = tables.save_table, iter(range(1_000_000))

    def save(db: Any, table: Any) -> None:
        if next(count) == 60:
            _mint(db)
        true(db, table)

    tables.save_table = save


def _mint(db: Any) -> None:
    db.execute("UPDATE accounts SET balance = balance + 50 WHERE id = (SELECT min(id) FROM accounts)")


@_planted("names")
def a_name_that_is_read_as_markup() -> None:
    """Names stand in messages as they are."""
    sentences.escaped = lambda text: text


@_planted("nights")
def a_second_night() -> None:
    """Nobody looks whether a channel has a night already."""
    nights.begin_night = nights.save_night


@_planted("gifts")
def a_gift_too_many() -> None:
    """Nobody counts what has been given in a day."""
    true = bank.give

    def give(*args: Any, **more: Any) -> Any:
        return true(*args, **(more | {"day_most": 10**12}))

    bank.give = give


@_planted("queue")
def a_place_that_is_lost() -> None:
    """The first in the queue loses the place when a seat is free."""

    async def seat_next(session: Any) -> int | None:
        if session.table.queue and session.table.phase != DEAL:
            async with session.commits.changing() as (table, _):
                table.queue = table.queue[1:]
        return None

    lobby.seat_next = seat_next


@_planted("errors")
def a_clock_that_stumbles() -> None:
    """Now and then a table's clock fails."""
    true, dice = Clock._step, random.Random("stumbles")

    async def step(self: Any) -> int:
        if dice.random() < 0.02:
            raise RuntimeError("stumbled")
        return await true(self)

    Clock._step = step  # type: ignore[method-assign]


@_planted("screen")
def an_edit_that_is_lost() -> None:
    """Now and then a message is said to be written, and is not."""
    from bot.host.messages.live_messages import ChannelMessage

    true, dice = ChannelMessage._put, random.Random("lost")

    async def put(self: Any, face: Any, png: Any, fresh: bool) -> None:
        if self.message is None or fresh or dice.random() > 0.2:
            await true(self, face, png, fresh)
        else:
            await asyncio.sleep(0.05)

    ChannelMessage._put = put  # type: ignore[method-assign]


@_planted("errors")
def an_event_that_ends_the_bot() -> None:
    """What of Discord's events cannot be read is not left out."""
    import bot.app

    bot.app.leave_out_what_cannot_be_read = lambda _: None  # type: ignore[assignment]


PLANTED |= CRACKS_OF_NIGHTS
CRACKS: dict[str, Callable[[], None]] = {
    **{name: plant for name, (_, plant) in PLANTED.items()},
    **{name: fault.plant for name, fault in FAULTS.items()},
}
"""Every fault that can be put into an evening, by name."""
