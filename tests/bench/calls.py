"""How many calls outside interactions a human move costs, counted for each game.

Discord takes fifty calls a second from the bot; answers to presses, and edits by a press's token, do not count among
them. Everything does that comes of a move besides: the table message, the panels of others, what house players do next,
new deals, and what is deleted. Nothing is timed: the bot runs on virtual time, and counts the same each time.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from bot.games.catalog import GAMES

from . import Setting, bench
from .virtual import Made, Party, VirtualRoom, apart

SECONDS, PAUSE = 180.0, 3.0
"""How long a table plays, and the seconds between two presses at it."""
SHORT, ENOUGH = 10.0, 8
"""In a test: at least this long, and until each table has made this many moves, for fewer do not show what one
costs."""
ALONE, PANELS, TABLE, LATE = "alone", "panels", "table", "late"
SHAPES = {ALONE: (1, True), PANELS: (4, True), TABLE: (4, False), LATE: (4, True)}
"""The number of people, and whether they play from panels in their direct messages."""


@dataclass(frozen=True)
class Counted:
    """What the people of a table have done in a period, and its cost."""

    presses: int
    moves: int
    outside: int
    """Calls that count among the fifty a second."""
    within: int
    """Answers to presses, and edits by their tokens."""
    kinds: Mapping[str, int]
    """The first of them, by method and what they are made on."""

    @property
    def each(self) -> float:
        """How many calls outside interactions a move costs."""
        return self.outside / max(1, self.moves)


async def counted(room: VirtualRoom, parties: Mapping[str, Party], seconds: float = SECONDS,
                  pause: float = PAUSE, *, enough: int = 0) -> dict[str, Counted]:  # fmt: skip
    """Let them all play for a while in a room where nothing else happens; longer, but not for ever, if one of them has
    not made `enough` moves by then."""
    for name, party in parties.items():
        await party.start(pressed=name != LATE)
    await asyncio.sleep(10)
    known = len(room.calls)
    before = {name: room.moves[party.session.id] for name, party in parties.items()}
    began = room.loop.now

    def on() -> bool:
        too_few = any(room.moves[party.session.id] - before[name] < enough for name, party in parties.items())
        return room.loop.now < began + (max(seconds, SECONDS) if too_few else seconds)

    each = [party.play(pause, on, pause * n / len(parties)) for n, party in enumerate(parties.values())]
    presses = await asyncio.gather(*each)
    made, found = room.calls[known:], dict[str, Counted]()
    for (name, party), pressed in zip(parties.items(), presses, strict=True):
        mine = [call for call in made if call.outside and call.channel in party.channels]
        kinds: dict[str, int] = {}
        for call in mine:
            kinds[_kind(call, party)] = kinds.get(_kind(call, party), 0) + 1
        moves = room.moves[party.session.id] - before[name]
        found[name] = Counted(pressed, moves, len(mine), sum(not call.outside for call in made), kinds)
    return found


def _kind(call: Made, party: Party) -> str:
    return f"{call.method} {'table' if call.channel == party.channel else 'panel'}"


async def of_game(room: VirtualRoom, slug: str, seconds: float = SECONDS, shapes: Collection[str] = (*SHAPES,),
                  enough: int = 0) -> dict[str, Counted]:  # fmt: skip
    """One game, played in each of the shapes."""
    parties = {name: await room.table(slug, SHAPES[name][0], panels=SHAPES[name][1]) for name in shapes}
    found = await counted(room, parties, seconds, enough=enough)
    assert not room.violations, room.violations
    return found


@cache
def every_game() -> dict[str, dict[str, Counted]]:
    """All of them, by game and shape."""
    return dict(apart(of_game, GAMES))


async def of_games(room: VirtualRoom, slugs: tuple[str, ...]) -> dict[str, dict[str, Counted]]:
    """Some games one after the other from panels, each for a short while."""
    return {slug: await of_game(room, slug, SHORT, (ALONE, PANELS), ENOUGH) for slug in slugs}


def main() -> None:
    """The calls of the games that are named, for a test: by game and shape, as JSON."""
    (slugs, found), *_ = apart(of_games, [tuple(sys.argv[1:])], 1)
    told = {slug: {name: [c.outside, c.moves] for name, c in found[slug].items()} for slug in slugs}
    print(json.dumps(told))


def _figures(shape: str) -> dict[str, float]:
    return {slug: by_shape[shape].each for slug, by_shape in every_game().items()}


@bench("calls a move, one person with panel:", unit="calls")
def alone(setting: Setting) -> Mapping[str, float]:
    """With house players on the other usual seats; played from the panel in the direct messages."""
    return _figures(ALONE)


@bench("calls a move, four with panels:", unit="calls")
def panels(setting: Setting) -> Mapping[str, float]:
    """Four people, or as many as the game takes, who play from their panels in the direct messages."""
    return _figures(PANELS)


@bench("calls a move, four at the table:", unit="calls")
def table(setting: Setting) -> Mapping[str, float]:
    """The same without direct messages: they play on the table message, and from **My hand** in games with a hand."""
    return _figures(TABLE)


@bench("calls a move, four with panels, late:", unit="calls")
def late(setting: Setting) -> Mapping[str, float]:
    """Four with panels as if nobody had pressed anything on the table message for a quarter of an hour: there is no
    usable token for it."""
    return _figures(LATE)


if __name__ == "__main__":
    main()
