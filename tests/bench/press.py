"""From the local Discord's receiving a press to its receiving the new picture: one table, and fifty.

Three processes: the local Discord, the bot, and this one, which presses. Times are the local Discord's own.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bot.local.person import Outcome, Person
from bot.store import Store, Work, direct_messages

from . import Setting, bench
from .processes import CardRoom
from .tables import Control, Table

MOVES = 150
"""How many presses are timed at one table."""
SECONDS = 60
"""How long fifty tables play."""


@dataclass(frozen=True)
class Times:
    """Of many presses, in milliseconds: until the new picture of the message that was pressed, until the
    acknowledgement, and until the table message followed a press that was made on another message."""

    pictures: list[float]
    answers: list[float]
    """Of those pictures, the ones that were the answer themselves. Others came after the acknowledgement; a press that
    changes nothing on its message counts until the next picture there, whatever that is caused by."""
    acks: list[float]
    boards: list[float]
    said: int
    """Presses that were answered with a sentence, and are in none of the lists but that of acknowledgements: a control
    can go stale under the finger."""
    violations: int
    """Of Discord's rules, by the bot."""
    load: float
    """Processor time of the bot for each second on the clock."""
    live_acks: list[float]
    """As `acks`, at tables without turns, whose presses are in none of the other lists."""

    def figures(self) -> dict[str, float]:
        """By name, as the bench prints them."""
        every = {"picture": self.pictures, "ack": self.acks, "table message": self.boards}
        found = {
            f"{what} {name}": ms for what, all_ms in every.items() if all_ms for name, ms in _spread(all_ms).items()
        }
        return found | {"calls refused by a limit (count)": self.violations}


def _spread(ms: list[float]) -> dict[str, float]:
    return {"p50": statistics.median(ms), "p99": p99(ms), "most": max(ms)}


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred is above."""
    return sorted(values)[max(0, -(-len(values) * 99 // 100) - 1)]


Pressed = tuple[Outcome, Control]
_SENTENCE, _WITH_ANSWER = 4, 7
"""An interaction's answer that is a new message, and one that is the new state of the message that was pressed."""


async def measured(
    room: CardRoom, play: Callable[[], Awaitable[list[Pressed]]], boards: Sequence[Table] = (),
    live: Collection[str] = (),
) -> Times:  # fmt: skip
    """Time the presses that `play` makes. A press is answered by the message's next picture; where the bot posts the
    message afresh instead, by the next one in that channel. `live` are the ids of tables without turns."""
    loop = asyncio.get_running_loop()
    busy, clock = room.bot.busy, loop.time()
    pressed = await play()
    load = (room.bot.busy - busy) / (loop.time() - clock)
    await asyncio.sleep(1)
    log = await room.get("timings")
    presses = {p["interaction"]: p for p in log["pressed"]}
    shown: dict[str, list[float]] = {}
    for each in log["shown"]:
        if each["files"]:
            shown.setdefault(each["message"], []).append(each["at"])
            if each["event"] == "MESSAGE_CREATE":
                shown.setdefault(each["channel"], []).append(each["at"])
    public = {table.channel: table.board() for table in boards}
    pictures, answers, acks, live_acks, followed, said = [], [], [], [], [], 0
    for outcome, control in pressed:
        press = presses[outcome.interaction_id]
        began = press["received"]
        (live_acks if control.table in live else acks).append((press["acknowledged"] - began) * 1000)
        if control.table in live:
            continue
        if outcome.type == _SENTENCE:
            said += 1
            continue
        came = [at for key in (press["message"], press["channel"]) for at in shown.get(key, ()) if at >= began]
        if not came:
            said += 1
            continue
        pictures.append((min(came) - began) * 1000)
        if outcome.type == _WITH_ANSWER:
            answers.append(pictures[-1])
        later = [at for at in shown.get(public.get(press["channel"], ""), ()) if at >= began]
        if later and control.verb == "play":
            followed.append((min(later) - began) * 1000)
    return Times(pictures, answers, acks, followed, said, len(await room.get("violations")), load, live_acks)


def least_bet(moves: Sequence[tuple[Person, Control]]) -> tuple[Person, Control]:
    """Small bets keep the pot alive."""
    return moves[0]


async def one_table(game: str, people: int, *, panels: bool, pause: float, moves: int = MOVES) -> Times:
    """One table in one channel with nobody else about."""
    with tempfile.TemporaryDirectory() as folder:
        async with CardRoom(Path(folder)) as room, AsyncExitStack() as pages:
            await room.bot.start()
            channel = (await room.post("channels", name="table"))["id"]
            users = await room.people([f"Player {n + 1}" for n in range(people)])
            sitting = [await pages.enter_async_context(room.person(user, channel)) for user in users]
            table = Table(sitting, channel, panels=panels)
            if not panels:
                table.pick = least_bet
            await table.open(game)
            await asyncio.sleep(people + 1)  # one direct message is opened a second
            await table.start()
            await table.settle()

            async def play() -> list[Pressed]:
                pressed: list[Pressed] = []
                for _ in range(moves):
                    pressed.append(await table.play())
                    await asyncio.sleep(pause)
                return pressed

            return await measured(room, play)


@bench("Red Dog on the table message:", unit="ms", aim="p50 ≤ 30, p99 ≤ 150")
def red_dog(setting: Setting) -> Mapping[str, float]:
    """Bets by button."""
    return asyncio.run(one_table("red-dog", 6, panels=False, pause=0.3)).figures()


@bench("Hearts in direct messages:", unit="ms", aim="p50 ≤ 30, p99 ≤ 150")
def hearts(setting: Setting) -> Mapping[str, float]:
    """Cards by button; a trick takes two seconds."""
    return asyncio.run(one_table("hearts", 4, panels=True, pause=0.5)).figures()


@bench("50 Hearts tables, a press a second at each:", unit="ms", aim="p99 ≤ 500, no ack > 1000")
def fifty(setting: Setting) -> Mapping[str, float]:
    """Cards by button in **My hand**, in fifty channels."""
    return asyncio.run(many_tables()).figures()


async def many_tables(tables: int = 50, seconds: int = SECONDS) -> Times:
    """Hearts in fifty channels, four people at each, one press a second at each, in **My hand**.

    Direct messages are closed to the bot: fifty presses a second with direct messages would be above what Discord lets
    a bot send.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with CardRoom(Path(folder)) as room, AsyncExitStack() as pages:
            users = await room.people([f"Player {n + 1}" for n in range(4 * tables)])
            await close_direct_messages(room.bot.database, users)
            await room.bot.start()
            playing: list[Table] = []
            for n in range(tables):
                channel = (await room.post("channels", name=f"table-{n + 1}"))["id"]
                four = users[4 * n : 4 * n + 4]
                sitting = [await pages.enter_async_context(room.person(user, channel)) for user in four]
                table = Table(sitting, channel)
                await table.open("hearts")
                await table.start()
                await table.hands()
                playing.append(table)

            async def play() -> list[Pressed]:
                began = asyncio.get_running_loop().time() + 1
                starts = [began + n / tables for n in range(tables)]
                made = await asyncio.gather(
                    *(every_second(*each, seconds) for each in zip(playing, starts, strict=True))
                )
                return [pressed for each in made for pressed in each]

            return await measured(room, play, playing)


async def every_second(table: Table, began: float, seconds: int) -> list[Pressed]:
    """One press a second; one that is answered later than that delays the next."""
    loop = asyncio.get_running_loop()
    pressed: list[Pressed] = []
    for n in range(seconds):
        await asyncio.sleep(max(0.0, began + n - loop.time()))
        pressed.append(await table.play())
    return pressed


async def close_direct_messages(database: str | Path, users: Sequence[str]) -> None:
    """These people take no direct messages, and the bot knows it."""
    async with await Store.open(database) as store:
        work = Work()
        for user in users:
            work.do(direct_messages.set_dm, int(user), None, flagged=True)
        await store.commit(work)
