"""Canfield: one pack, a closed reserve of thirteen, four columns, and all 52 cards to be brought to the foundations.

One plays alone on a board that is open to all; two to eight race over the same deal, each on a board of their own.
See rules/canfield.md. Where players differ, this house holds that

- part of a column may be moved, and not only all of it (ruling 1);
- a gap is filled from the reserve at once and automatically (ruling 2);
- going through the stock has no end, unless the table says so (ruling 5);
- undo and hints are for those who play alone: in a race they would show cards (ruling 8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.engine.asks import Ask, Script, anyone, side_by_side
from bot.engine.facts import STOCK, Fact
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.piles import EVERYONE, Seat
from bot.engine.randomness import Pack
from bot.engine.state import Standing, ranked

from . import moves as m
from .board import GIVE_UP, Board
from .facts import CLOSES
from .moves import RACE, SOLO, CanfieldTable, Options

BOARDS: Fact[tuple[Progress, ...]] = Fact("boards")

PLAYING, WON, STUCK, RESIGNED, STOPPED = "playing", "won", "stuck", "resigned", "stopped"
"""How a board stands."""
FEWEST = "fewest moves"
"""The count of a board that is won: its moves below nothing, so that of two the shorter game is the greater."""


class Progress(NamedTuple):
    """What everybody may know of a board."""

    seat: Seat
    home: int
    moves: int
    status: str


def canfield(t: CanfieldTable) -> Script:
    """One deal: everybody has the same one, and plays until their board is won, stuck or given up."""
    return (yield from played(Room(t)))


def played(room: Room) -> Script:
    """All boards to their ends, or to the closing time of a race."""
    t, boards = room.t, [playing(room, n) for n in range(len(room.boards))]
    if room.race:
        closes = t.now + t.options.race_minutes * 60_000
        t.note(CLOSES, closes)
        closing, done = anyone({}, (closes, m.TimeUp())), len(boards)
        yield from side_by_side(*boards, closing, until=lambda ended: done in ended or len(ended) == done)
        over(room)
    else:
        yield from boards[0]
    scoring(room)


class Room:
    """The boards of one deal, side by side."""

    def __init__(self, t: CanfieldTable) -> None:
        self.t, self.began = t, t.now
        players = sorted(t.players)
        self.race = t.options.mode == RACE or len(players) > 1
        order = [*reversed(t.stock().take_all())]
        del t.piles[STOCK]  # every board has its own
        self.boards = [
            Board(
                t, p, order, {p} if self.race else EVERYONE,
                undo=not self.race and t.options.undo is not False,
                hints=not self.race and t.options.hints is not False,
            )
            for p in players
        ]  # fmt: skip
        self.standing = [Progress(b.seat, b.home, 0, PLAYING) for b in self.boards]
        t.note(BOARDS, tuple(self.standing))

    def stands(self, n: int, status: str) -> None:
        """Cards home and moves are public, in a race too."""
        b = self.boards[n]
        self.standing[n] = Progress(b.seat, b.home, b.moves, status)
        self.t.note(BOARDS, tuple(self.standing))

    def finish(self, n: int, how: str) -> None:
        b = self.boards[n]
        self.stands(n, how)
        self.t.tell(m.Finished(b.seat, how, b.home, b.moves))


def playing(room: Room, n: int) -> Script:
    """Until the board is won, stuck or given up; nobody waits for anybody, and no turn clock runs."""
    b, t = room.boards[n], room.t
    seat, default, status = b.seat, {b.seat: GIVE_UP}, PLAYING
    while b.home < 52:
        stuck = b.is_stuck()
        if stuck and not b.history:  # nothing can be taken back
            t.tell(m.Stuck(seat, False))
            return room.finish(n, STUCK)
        if stuck and status == PLAYING:
            t.tell(m.Stuck(seat, True))
        status = STUCK if stuck else PLAYING
        room.stands(n, status)
        row = yield Ask({seat: b.offers()}, (seat,), None, default, None)
        match row.move:
            case m.Move(source, target, count):
                b.move(source, target, count)
            case m.Draw():
                b.draw()
            case m.Redeal():
                b.redeal()
            case m.Auto():
                b.auto()
            case m.Undo():
                b.back(again=False)
            case m.Redo():
                b.back(again=True)
            case m.Hint():
                b.hints += 1
                b.hint()
            case m.Resign():
                return room.finish(n, STUCK if stuck else RESIGNED)
            case _:
                pass  # the clock's, which end all boards
    return room.finish(n, WON)


def over(room: Room) -> None:
    """Boards that are not done count as they stand; then all are open."""
    for n, standing in enumerate(room.standing):
        if standing.status == PLAYING:
            room.finish(n, STOPPED)
    for b in room.boards:
        b.open()
    room.t.tell(m.Opened())


def scoring(room: Room) -> None:
    """Cards home; in a race the fewer moves decide between equals, and time never does."""
    t = room.t
    for b, standing in zip(room.boards, room.standing, strict=True):
        t.scores[b.seat] = b.home
        t.count(b.seat, "boards won", int(standing.status == WON))
        t.count(b.seat, "cards home", b.home)
        if standing.status == WON:
            t.count(b.seat, FEWEST, -b.moves)  # records keep the greatest
        for name in ("moves", "redeals", "undos", "hints"):
            t.count(b.seat, name, getattr(b, name))
        t.count(b.seat, "seconds", (t.now - room.began) // 1000)
    if len(room.boards) > 1:
        t.end_match(ranked(race_scores({b.seat: (b.home, b.moves) for b in room.boards})))
    else:
        won = room.standing[0].status == WON
        t.end_match([Standing(room.boards[0].seat, 1, "W" if won else "L")])


def race_scores(boards: Mapping[Seat, tuple[int, int]]) -> dict[Seat, int]:
    """One number for cards home and moves: more cards, then fewer moves (rules/canfield.md, "Race")."""
    order = sorted({(home, -moves) for home, moves in boards.values()})
    return {seat: order.index((home, -moves)) for seat, (home, moves) in boards.items()}


def unfit(options: Options, seats: int) -> str | None:
    """One plays alone, two or more race."""
    if options.mode == SOLO and seats > 1:
        return "This board is for one alone; open a table with mode race for two to eight."
    if options.mode == RACE and seats == 1:
        return "A race is for two to eight: wait for a friend, or add a house player."
    return None


def seats_by(options: Options) -> range:
    """A board for one alone, or a race of two to eight."""
    return range(1, 2) if options.mode == SOLO else range(2, 9)


CANFIELD = Game(
    slug="canfield",
    title="Canfield",
    seats=range(1, 9),
    seats_by=seats_by,
    options=Options,
    deal=canfield,
    moves=(m.Move, m.Draw, m.Redeal, m.Auto, m.Undo, m.Redo, m.Hint, m.Resign, m.TimeUp),
    aliases=("demon", "canfield-race"),
    pack=lambda options, seats: Pack(copies=seats),
    proof="match",
    unfit=unfit,
    lengths={USUAL: Length((15, 15)), SHORT: Length((10, 10), {"mode": "race", "race_minutes": "10"})},
)
