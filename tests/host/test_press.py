"""What one press goes through: a newcomer who follows it reads a limited number of files."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.cogs.conftest import drawn, env, server, simcord_bot, store
from tests.cogs.server import Server, labels, seat_of, turn

from .test_on_discord import panel

__all__ = ["drawn", "env", "server", "simcord_bot", "store"]

BOT = Path(__file__).parents[2] / "bot"
ROOMS = ("table", "show", "host")
pressed: ContextVar[bool] = ContextVar("pressed", default=False)


class Followed:
    """The files that are entered on behalf of a press, whichever task does it; clocks run for themselves."""

    def __init__(self) -> None:
        self.files: set[str] = set()

    def _enter(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_name != "<module>" and pressed.get():
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(BOT) and (path.parent.name in ROOMS or path.is_relative_to(BOT / "show")):
                self.files.add(path.relative_to(BOT).with_suffix("").as_posix())

    def __enter__(self) -> set[str]:
        self._token = pressed.set(True)
        sys.setprofile(self._enter)
        return self.files

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        pressed.reset(self._token)


async def card(server: Server) -> Any:
    """A hand of Hearts in which somebody is to play a card."""
    ana = server.person("ana")
    session = await server.pass_three(ana)
    assert seat_of(session, ana) in session.table.turns
    return ana


async def bet(server: Server) -> Any:
    """A round of Red Dog in which somebody bets, and somebody after them."""
    ana, bo = server.person("ana"), server.person("bo")
    return [ana, bo][turn(await server.red_dog(ana, bo))]


@pytest.mark.parametrize(("press", "most"), [(card, 26), (bet, 29)])
async def test_a_press_enters_few_files(server: Server, press: Any, most: int) -> None:
    person, session = await press(server), server.table
    assert session.table.deal is not None
    before = len(session.table.deal.rows)
    button = next(name for name in labels(panel(person)) if press is card or name.startswith("Min"))
    with Followed() as files:
        await person.user.click(panel(person), label=button)
    assert session.table.deal is not None and len(session.table.deal.rows) > before
    print(len(files), *sorted(files))
    assert len(files) <= most, sorted(files)
