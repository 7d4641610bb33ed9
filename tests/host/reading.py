"""What a screen reader says of a table's messages, in its order: the text, the picture's, then what can be pressed.

`python -m tests.host.reading GAME…` reads a match of each game, by the table message and by Ann's panel.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bot import house
from bot.engine.offers import Move
from bot.engine.view import view
from bot.games.catalog import GAMES
from bot.show.controls.components import Button
from bot.show.messages.builder import Snapshot
from bot.show.messages.page import MessageContent
from bot.store import Store
from bot.table import lobby, starting
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL

from .tables import ANN, Tables, play_one

_MARKS = re.compile(r"\*\*|^-# |`", re.MULTILINE)
_TIME = re.compile(r"<t:\d+:R>")


def heard(content: MessageContent) -> list[str]:
    """A message as it is read out, without the marks of its text."""
    controls = [control for row in content.rows for control in row]
    return [*lines(content), content.alt, *(c.label if isinstance(c, Button) else c.placeholder for c in controls)]


def lines(content: MessageContent) -> list[str]:
    """Those of its text."""
    return _TIME.sub("in a minute", _MARKS.sub("", content.text)).split("\n")


async def match(tables: Tables, game: str, most: int) -> list[Snapshot]:
    """What a match of Ann's with house players shows, change by change; at most this many of them."""
    s = await tables.open(game, ANN)
    while len(s.table.taken) < s.table.usual_size:
        await lobby.add_house(s)
    tables.shown.clear()
    await starting.start(s, ANN)
    clock, rng = tables.clock(s), random.Random(3)
    while len(tables.shown) < most and s.table.phase in (DEAL, BETWEEN):
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
        elif not await _played(s, rng):
            await tables.pass_time(clock, 1)
    return tables.shown


async def _played(s: Session, rng: random.Random) -> bool:
    """A move of somebody who is waited for, or of Ann in a game without turns; False if there is none."""
    if await play_one(s, rng):
        return True
    deal, seat = s.table.deal, s.table.seat_of(ANN)
    if deal is None or seat is None or not s.table.game.real_time:
        return False
    move = house.choose(view(deal, seat), deal.offers(seat), rng)
    if not isinstance(move, Move):
        return False
    await s.act(seat, move)
    return True


async def main(games: list[str]) -> None:
    for game in games or GAMES:
        with TemporaryDirectory() as folder:
            async with await Store.open(Path(folder) / "room.db") as store:
                for snap in await match(Tables(store), game, 400):
                    for whose, content in (("panel", snap.private[ANN]), ("table", snap.public)):
                        print(f"\n---- {game}, {whose}", *heard(content), sep="\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
