"""The whole bot on virtual time, as an evening has it, if nothing goes wrong: what is counted is the same each time.

The processor costs no time here: what a machine makes of it is for the benches that start processes.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import multiprocessing
import os
import pkgutil
import random
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import bot.host.pictures.render_queue
import bot.store.store
import cogs
from bot.app import CardRoom
from bot.local.client_rules import Refused, walk
from bot.local.limits import Violation
from bot.store import Work, direct_messages
from bot.table import starting
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, OVER
from tests.evening.clockwork import Loop, compiled_once, seeded
from tests.evening.disk import Disk, DrawingStandIn, OnDisk, Slowness
from tests.evening.wire import Wire, lay

from .tables import BUTTON, MENU

JSON = dict[str, Any]
A = TypeVar("A")
R = TypeVar("R")
LATENCY = 0.05
"""Seconds to Discord, and as many back."""
LOOK_AGAIN = 0.25
"""A player with nothing to press looks again after this many seconds."""
CONTROL = re.compile(r"c[rm]:(?P<table>[a-z0-9]+):\d+:(?P<verb>[^:]+):")
CHEAP = ("check", "call", "bet")
"""The preferred choices, and the least bets: so the chips last."""
BY_THE_WAY = frozenset({"hint", "resign", "propose-end", "agree", "refuse"})


class Steady(Slowness):
    """Everything takes as long as it usually does."""

    def __init__(self) -> None: ...

    def of(self, least: float, usual: float, most: float, seldom: float = 0.02) -> float:
        return min(usual, LATENCY)

    def happens(self, part: float) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Made:
    """One call of the bot's: when, and whether it counts among the fifty a second."""

    at: float
    method: str
    path: str
    status: int

    @property
    def outside(self) -> bool:
        """Whether it is neither an answer to an interaction nor an edit by one's token."""
        return not self.path.startswith(("/interactions/", "/webhooks/"))

    @property
    def channel(self) -> str:
        """Where it was made, of those that say so."""
        return self.path.split("/")[2] if self.path.startswith("/channels/") else ""


class VirtualRoom:
    """The bot, Discord and the people in one process. To be made in a process of its own: see `apart`."""

    def __init__(self, loop: Loop, folder: Path) -> None:
        self.loop, self.calls = loop, list[Made]()
        self.violations: list[Violation] = []
        self.moves: dict[str, int] = defaultdict(int)
        """By table, how many moves people have made."""
        self.wire = Wire(loop, 0, self.violations.append, self._note)
        self.wire.calls = self.wire.frames = Steady()
        disk = Disk(loop, 0, folder / "room.db", lambda _: None)
        disk.commits = disk.reads = Steady()
        lay(self.wire)
        OnDisk.disk = DrawingStandIn.disk = disk
        DrawingStandIn.slowness = Steady()
        bot.host.pictures.render_queue.DrawingProcesses, bot.store.store.Database = DrawingStandIn, OnDisk  # type: ignore[assignment,misc]
        self.bot = CardRoom(disk.file)
        self.guild = next(iter(self.wire.world.guilds))
        self._nonce = 0
        self._count_moves()

    def _note(self, *told: Any) -> None:
        if told[0] != "gateway":
            method, path, _, _, status, _ = told
            self.calls.append(Made(self.loop.now, method, path, status))

    def _count_moves(self) -> None:
        act, moves = Session.act, self.moves

        async def counted(session: Session, *args: Any, human: bool = True, **more: Any) -> None:
            await act(session, *args, human=human, **more)
            moves[session.id] += human

        Session.act = counted  # type: ignore[method-assign]

    async def start(self) -> None:
        """Start the bot, and wait until it is ready."""
        self._running = self.loop.create_task(self.bot.start("no token is needed"))
        while not self.bot.is_ready():  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)

    async def person(self, name: str, *, panel: bool) -> Player:
        """Somebody new, who has their panels by direct message or takes none."""
        world = self.wire.world
        user = world.add_user(name)["id"]
        world.join(self.guild, user)
        direct = world.open_dm(user)["id"] if panel else None
        work = Work().do(direct_messages.set_dm, int(user), int(direct) if direct else None, flagged=not panel)
        await self.bot.room.store.commit(work)
        return Player(self, user, direct)

    async def table(self, game: str, people: int, *, panels: bool) -> Party:
        """A table in a channel of its own, with its usual seats: this many people, and house players."""
        channel = self.wire.world.add_channel(self.guild, f"table-{len(self.wire.world.channels)}")["id"]
        players = [await self.person(f"P{channel[-6:]}{n}", panel=panels) for n in range(people)]
        known = {*self.bot.room.sessions}
        players[0].types(channel, game)
        (id,) = await self.until(lambda: {*self.bot.room.sessions} - known)
        session = self.bot.room.sessions[id]
        for player in players[1 : session.table.usual_size]:
            player.types(channel, "table join", table=id)
        seated = players[: session.table.usual_size]
        await self.until(lambda: len(session.table.humans) == len(seated))
        return Party(self, session, channel, seated, panels)

    async def until(self, found: Callable[[], Any]) -> Any:
        while not (there := found()):  # noqa: ASYNC110
            await asyncio.sleep(LOOK_AGAIN)
        return there

    def begin(self, user: str, channel: str, kind: int, data: JSON, message: str | None = None) -> bool:
        """What somebody does reaches Discord; false if it was gone under the finger."""
        self._nonce += 1
        try:
            self.wire.interactions.begin(user, channel, str(self._nonce), kind, data, message)
        except (Refused, KeyError):
            return False
        return True


@dataclass
class Player:
    """Somebody who looks at a table's channel and at their own direct messages."""

    room: VirtualRoom
    user: str
    direct: str | None

    def types(self, channel: str, command: str, **options: str) -> None:
        """Send a slash command."""
        name, *sub = command.split()
        given: list[JSON] = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        for step in reversed(sub):
            given = [{"name": step, "type": 1, "options": given}]
        self.room.begin(self.user, channel, 2, {"name": name, "options": given})

    def seen(self, channel: str) -> list[JSON]:
        """The last messages of a channel, as this person sees it."""
        world = self.room.wire.world
        ids = [id for id in world.history.get(channel, [])[-24:] if world.private.get(id, self.user) == self.user]
        return [world.messages[id] for id in ids if id in world.messages]


@dataclass(frozen=True)
class _Press:
    """A control that somebody may use."""

    player: Player
    message: JSON
    component: JSON
    verb: str


@dataclass
class Party:
    """The people of one table, who play by their controls; what they choose comes from a seed."""

    room: VirtualRoom
    session: Session
    channel: str
    players: list[Player]
    panels: bool
    """Whether they play from their panels wherever there is one."""
    dice: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def channels(self) -> set[str]:
        """Where everything of this table stands."""
        return {self.channel, *(p.direct for p in self.players if p.direct)}

    async def start(self, *, pressed: bool = True) -> None:
        """The first of them begins: house players take the rest of the usual chairs. If nothing is `pressed`, there is
        no usable token for the table message."""
        if not pressed:
            await starting.play_now(self.session, int(self.players[0].user))
            return
        (press, *_) = await self.room.until(
            lambda: self._controls(self.players[0], lambda verb: verb in ("@play", "@start"))
        )
        self._use(press)

    async def play(self, pause: float, on: Callable[[], bool], after: float = 0.0) -> int:
        """One press at this interval, if there is something to press, as long as it goes on. Returns how many were
        made."""
        made = 0
        await asyncio.sleep(after)
        while on():
            if self._press():
                made += 1
                await asyncio.sleep(pause)
            else:
                await asyncio.sleep(LOOK_AGAIN)
        return made

    def _press(self) -> bool:
        session = self.session
        found: list[_Press] = []
        if session.table.phase == BETWEEN and (poor := self._without_chips()) is not None:
            poor.types(self.channel, "table rebuy")
            return True
        if session.table.paused or session.table.phase in (BETWEEN, OVER):
            found = self._controls(self.players[0], lambda verb: verb in ("@resume", "@next", "@start"))
            if self.panels:
                found = [press for press in found if self._is_private(press.message)] or found
        elif session.table.phase == DEAL and session.table.deal is not None:
            for player in self.players:
                seat = session.table.seat_of(int(player.user))
                if seat is not None and (
                    seat in session.table.turns or (session.table.game.real_time and session.table.deal.offers(seat))
                ):
                    found += self._moves(player)
        if not found:
            return False
        small = next((press for verb in CHEAP for press in found if press.verb == verb), None)
        return self._use(small or self.dice.choice(found))

    def _without_chips(self) -> Player | None:
        """Somebody who has lost all, and can buy more."""
        session = self.session
        if not session.table.for_chips or session.table.knockout:
            return None
        seats = [(player, session.table.seat_of(int(player.user))) for player in self.players]
        return next((p for p, seat in seats if seat is not None and session.table.stack_of(seat) <= 0), None)

    def _use(self, press: _Press) -> bool:
        data: JSON = {"custom_id": press.component["custom_id"], "component_type": press.component["type"]}
        if press.component["type"] == MENU:
            values = [option["value"] for option in press.component["options"]]
            least = max(1, press.component.get("min_values", 1))
            data["values"] = self.dice.sample(values, self.dice.randint(least, press.component.get("max_values", 1)))
        return self.room.begin(press.player.user, press.message["channel_id"], 3, data, press.message["id"])

    def _moves(self, player: Player) -> list[_Press]:
        """What this person could press to make a move: a question whether it is meant, otherwise a complete move,
        otherwise a step towards one. If there is none yet, **My hand** is opened."""
        if sure := self._controls(player, lambda verb: verb[0] == "!" and "@" not in verb):
            return sure
        found = self._controls(player, lambda verb: verb[0] not in "@?!<^" and verb not in BY_THE_WAY)
        private = [press for press in found if self._is_private(press.message)]
        public = [press for press in found if not self._is_private(press.message)]
        found = (private or public) if self.panels else (public or private)
        buttons = [press for press in found if press.component["type"] == BUTTON]
        opening = self._controls(player, lambda verb: verb[0] == "^" and not self.dice.randrange(4))
        if found or opening:
            return [*(buttons if buttons and self.dice.random() < 0.7 else found), *opening]
        has_hand = any(self._is_private(m) and m["attachments"] for m in player.seen(self.channel))
        return [] if has_hand or player.direct else self._controls(player, lambda verb: verb == "@hand")

    def _is_private(self, message: JSON) -> bool:
        return message["channel_id"] != self.channel or bool(message["flags"] & 64)

    def _controls(self, player: Player, wanted: Callable[[str], bool]) -> list[_Press]:
        found: list[_Press] = []
        places = [self.channel, *([player.direct] if player.direct else [])]
        for message in (m for place in places for m in player.seen(place)):
            for part in walk(message["components"]):
                match = CONTROL.match(str(part.get("custom_id", "")))
                mine = match is not None and match["table"] == self.session.id and not part.get("disabled")
                if match is not None and mine and wanted(match["verb"]):
                    found.append(_Press(player, message, part, match["verb"]))
        return found


def apart(work: Callable[[VirtualRoom, A], Coroutine[Any, Any, R]], each: Iterable[A], jobs: int | None = None,
          ) -> list[tuple[A, R]]:  # fmt: skip
    """A virtual room for each, in processes of their own: their clocks are not ours."""
    compiled_once()
    for cog in pkgutil.walk_packages(cogs.__path__, "cogs."):
        importlib.import_module(cog.name)
    todo = [*each]
    with multiprocessing.get_context("fork").Pool(jobs or os.cpu_count(), maxtasksperchild=1) as pool:
        return [*zip(todo, pool.starmap(_played, [(work, one) for one in todo], chunksize=1), strict=True)]


def _played(work: Callable[[VirtualRoom, A], Coroutine[Any, Any, R]], one: A) -> R:
    gc.disable()
    logging.getLogger().setLevel(logging.ERROR)
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    try:
        loop = Loop(0)
        asyncio.set_event_loop(loop)
        seeded(0, loop)
        room = VirtualRoom(loop, folder)

        async def run() -> R:
            await room.start()
            return await work(room, one)

        return loop.run_until_complete(run())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
