"""Two hundred tables of all shapes of play at once on the whole bot: how long people wait, and what it takes up."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path

from bot.local.client_rules import Refused
from bot.local.person import NoAnswer, Person

from . import Setting, bench
from .press import Pressed, close_direct_messages, measured, p99
from .processes import CardRoom
from .start import MEGABYTE
from .tables import Control, Table

TABLES, SECONDS, PAUSE = 200, 20, 5.0
"""How many, how long they play, and the seconds between two presses of one person: forty presses a second in all, and
what house players do besides."""
GAMES = {"hearts": 3, "red-dog": 2, "three-five-seven": 3, "blackjack": 0, "canfield": 0, "cash": 3}
"""How many house players sit with the person."""
AT_ONCE = 6
"""How many tables are opened side by side."""
_NO_MOVES = frozenset({"hint", "resign"})


class Alone(Table):
    """A table at which one person plays, by whatever control is there."""

    def _uses(self, person: Person, which: Control) -> bool:
        return which.verb[0] not in "@?!" and which.verb not in _NO_MOVES


@bench("200 tables of six games:", unit="ms", aim="picture p99 ≤ 1000, no ack > 2000")
def two_hundred(setting: Setting) -> Mapping[str, float]:
    """One person at each, with house players; direct messages are closed, and Hearts is played from **My hand**. At
    Cash the picture keeps a pace of its own, and a grab is answered after the window: its presses are told apart."""
    return asyncio.run(_two_hundred())


async def _two_hundred(tables: int = TABLES, seconds: int = SECONDS) -> Mapping[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        async with CardRoom(Path(folder)) as room, AsyncExitStack() as pages:
            users = await room.people([f"Player {n + 1}" for n in range(tables)])
            await close_direct_messages(room.bot.database, users)
            await room.bot.start()
            waiting, playing, live = iter(enumerate(users)), list[Table](), set[str]()

            async def open_some() -> None:
                for n, user in waiting:
                    game, house = next(islice(GAMES.items(), n % len(GAMES), None))
                    channel = (await room.post("channels", name=f"table-{n + 1}"))["id"]
                    table = Alone([await pages.enter_async_context(room.person(user, channel))], channel, pick=careful)
                    await table.open(game, house)
                    await table.start()
                    if game == "hearts":
                        await table.hands()
                    playing.append(table)
                    if game == "cash":
                        live.add(table.id)

            await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))

            unanswered: list[Control] = []

            async def play() -> list[Pressed]:
                until = asyncio.get_running_loop().time() + seconds
                made = await asyncio.gather(
                    *(now_and_then(table, n * PAUSE / tables, until, unanswered) for n, table in enumerate(playing))
                )
                return [pressed for each in made for pressed in each]

            times = await measured(room, play, live=live)
            found = {name: ms for name, ms in times.figures().items() if "p50" not in name}
            if times.live_acks:
                found |= {"Cash ack p99": p99(times.live_acks), "Cash ack most": max(times.live_acks)}
            return found | {
                "presses (count)": len(times.acks) + len(times.live_acks), "unanswered (count)": len(unanswered),
                "memory (MB)": room.bot.resident / MEGABYTE,
                "processor time a second": 1000 * times.load,
            }  # fmt: skip


def careful(moves: Sequence[tuple[Person, Control]]) -> tuple[Person, Control]:
    """The least bet, so that the chips last; otherwise whatever comes first and, with many cards, not always the
    same."""
    if any(which.verb == "bet" for _, which in moves):
        return next(move for move in moves if move[1].verb == "bet")
    return moves[len(moves[0][1].message["content"]) % len(moves)]


async def now_and_then(table: Table, wait: float, until: float, unanswered: list[Control],
                       pause: float = PAUSE) -> list[Pressed]:  # fmt: skip
    """A press every few seconds, if there is something to press."""
    loop, made = asyncio.get_running_loop(), list[Pressed]()
    await asyncio.sleep(wait)
    while (left := until - loop.time()) > 0:
        began = loop.time()
        try:
            person, which = await table.settle(left)
        except TimeoutError:
            break
        try:
            made.append((await table.press(person, which), which))
        except Refused:
            pass  # it went away under the finger
        except NoAnswer:
            unanswered.append(which)
        await asyncio.sleep(max(0.0, began + pause - loop.time()))
    return made
