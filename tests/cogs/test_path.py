"""The path of a press through the house: which files it enters, and how often it goes from room to room."""

from __future__ import annotations

import sys
from collections import Counter
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from .server import Server

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "cogs", "card_art")
MOST_FILES, MOST_CHANGES = 65, 264


class Trace:
    """Every call of ours, in order, by its file; a function that continues after waiting is no call. Drawing happens on
    a thread of its own, and is not seen here."""

    def __init__(self, game: str) -> None:
        self._of_the_game = {f"bot/games/{game}.py", f"bot/house/{game}.py", f"cogs/games/{game}.py"}
        self._begun: set[FrameType] = set()
        self.calls: list[str] = []

    def __enter__(self) -> Trace:
        sys.setprofile(self._see)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event != "call" or frame in self._begun:
            return
        if code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR):
            self._begun.add(frame)
        if code.co_filename.startswith(str(ROOT)) and code.co_name != "<module>":
            path = Path(code.co_filename).relative_to(ROOT).as_posix()
            if path.split("/")[0] in ROOMS:
                self.calls.append(path)

    @property
    def files(self) -> Counter[str]:
        """How often each file is entered, those of the game left out."""
        return Counter(path for path in self.calls if path not in self._of_the_game)

    @property
    def changes(self) -> Counter[str]:
        """How often the path comes into a room from another one."""
        rooms = ["/".join(path.split("/")[:-1][:2]) for path in self.calls]
        return Counter(room for before, room in zip(["", *rooms], rooms, strict=False) if room != before)


async def pressed(server: Server, *people: Any) -> None:
    """The one whose turn it is bets the least that there is."""
    (seat,) = server.table.table.turns
    await next(p for p in people if server.table.table.seat_of(p.id) == seat).click(server.board, label="Min ½")
    await server.env.settle()


@pytest.mark.usefixtures("without_moments")
async def test_a_press_enters_few_files_and_goes_straight(server: Server) -> None:
    ana, bo = server.person("Ana"), server.person("Bo")
    table = await server.red_dog(ana, bo)
    for _ in range(2):  # a first round: what is kept from one press to the next is not there before
        await pressed(server, ana, bo)
    await ana.click(server.board, label="Next round")
    await table.commits.settled()  # where the deal's message is, too, is stored before somebody presses
    await server.env.settle()
    first = {*table.table.turns}
    with Trace("red_dog") as path:
        await pressed(server, ana, bo)
    assert {*table.table.turns} != first
    files, changes = path.files, path.changes
    print(f"\ntraced: {len(files)} files\ntraced: {len(path.calls)} calls\ntraced: {changes.total()} changes of room")
    for what in (changes, files):
        print(*(f"traced: {count:5}   {name}" for name, count in what.most_common()), sep="\n")
    assert len(files) <= MOST_FILES and changes.total() <= MOST_CHANGES
