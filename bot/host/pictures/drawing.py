"""Drawing in processes of its own: Pillow holds the interpreter while it pastes, and the event loop would wait.

Other long work before a picture can be drawn is done there, too. There is one process, or several on a machine
with cores for them; who comes first is the queue's matter (`render_queue`).
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import card_art
from bot.logs import is_json
from bot.show.messages.alt import Picture
from card_art import scene as art
from card_art.deck.emojis import Emoji
from card_art.render_process import HEAD, PIPE_BYTES
from card_art.tables import portraits

log = logging.getLogger(__name__)

TRIES = 2
"""A picture that ends the process this many times is not asked for again."""
LONGEST = 30.0
"""Seconds; a picture that takes longer, with a process that starts for it, is given up with that process."""
ENDS = 1.0
"""Seconds that a process has to be gone once it says nothing any more."""
_ASKED = ("bot.show.words.chances",)
"""Modules of questions: the first one is not to wait for them."""
_ROOT = Path(card_art.__file__).parents[1]


Drawn = Picture | Emoji | art.Question


class NotDrawn(Exception):
    """A picture could not be drawn; the message says why."""


@dataclass(slots=True)
class _Order:
    """A picture that was asked for."""

    data: bytes
    png: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    tries: int = 0


class DrawingProcess:
    """Draws pictures one after the other. What a process has not drawn when it dies is asked for anew; the next one is
    started as soon as something is asked of it."""

    def __init__(self, among: int = 1, anew: Callable[[DrawingProcess, Sequence[_Order]], None] | None = None) -> None:
        """`among` how many such processes memory is divided; `anew` has drawn what this one has not, perhaps by
        others."""
        self._among, self._anew = among, anew or DrawingProcess._take_all
        self._asked: deque[_Order] = deque()
        """In the order in which they are answered."""
        self._faces: dict[str, bytes] = {}
        """What every process is told of, the oldest first."""
        self._process: asyncio.subprocess.Process | None = None
        self._serving: asyncio.Task[None] | None = None
        self._patience: asyncio.TimerHandle | None = None
        """Runs while the first that was asked for is being drawn."""

    def start(self) -> None:
        """Start it now, so that it has built what every picture needs before the first one is wanted."""
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())

    async def draw(self, picture: Drawn) -> bytes:
        """The PNG of a picture. Raises NotDrawn."""
        order = _Order(pickle.dumps(picture, pickle.HIGHEST_PROTOCOL))
        self.take(order)
        return await order.png

    @property
    def busy(self) -> int:
        """How many pictures it has been asked for."""
        return len(self._asked)

    @property
    def pid(self) -> int | None:
        """That of the process, if it runs."""
        return None if self._process is None else self._process.pid

    def take(self, order: _Order) -> None:
        """Have it drawn after all that it has been asked for."""
        self._asked.append(order)
        if self._process is not None:
            _write(self._process, order.data)
            if len(self._asked) == 1:
                self._wait(self._process)
        else:
            self.start()

    def _take_all(self, orders: Sequence[_Order]) -> None:
        for order in orders:
            self.take(order)

    async def answer(self, question: art.Question) -> object:
        """The answer to a question. Raises NotDrawn."""
        return pickle.loads(await self.draw(question))

    def learn_face(self, face: bytes) -> None:
        """From now on pictures may show this face by its key: it goes to the process once, not with each of them."""
        key = portraits.key_of(face)
        if key in self._faces:
            return
        while len(self._faces) >= portraits.MOST_KEPT:
            del self._faces[next(iter(self._faces))]
        self._faces[key] = face
        if self._process is not None:
            _write(self._process, pickle.dumps(face))

    def forget_face(self, key: str) -> None:
        """No picture shows this face any more."""
        self._faces.pop(key, None)

    async def close(self) -> None:
        """End it; pending pictures are not drawn any more."""
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.gather(self._serving, return_exceptions=True)

    async def _serve(self) -> None:
        """Run the process, and another one if it dies while something is asked for."""
        written = "json" if is_json() else "text"
        while True:
            try:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "card_art.render_process", str(self._among), written,
                    *_ASKED, cwd=_ROOT,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                    limit=PIPE_BYTES,
                )  # fmt: skip
            except OSError as error:
                log.error("the drawing process does not start: %s", error)
                while self._asked:
                    _fail(self._asked.popleft(), str(error))
                return
            try:
                for face in self._faces.values():
                    _write(process, pickle.dumps(face))
                for order in self._asked:
                    _write(process, order.data)
                self._process = process
                self._wait(process)
                await self._read(process)
                with suppress(TimeoutError):  # to kill it while it ends would lose how it has ended
                    async with asyncio.timeout(ENDS):
                        await process.wait()
            finally:
                self._process = None
                self._wait(None)
                if process.returncode is None:
                    process.kill()
                await process.wait()
            log.warning("the drawing process ended (%s)", process.returncode)
            if self._asked:
                self._asked[0].tries += 1
                if self._asked[0].tries >= TRIES:
                    _fail(self._asked.popleft(), "the drawing process ends each time, or takes too long")
            left, self._asked = self._asked, deque()
            self._anew(self, left)
            if not self._asked:
                return  # the next picture starts it

    def _wait(self, process: asyncio.subprocess.Process | None) -> None:
        """From now on the first of what is asked for is waited for; nothing, where no process draws it."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if process is not None and self._asked:
            self._patience = asyncio.get_running_loop().call_later(LONGEST, self._give_up, process, self._asked[0])

    def _give_up(self, process: asyncio.subprocess.Process, order: _Order) -> None:
        order.tries = TRIES  # others wait, and are drawn by the next process
        with suppress(ProcessLookupError):
            process.kill()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand on what comes, until nothing more does."""
        assert process.stdout is not None
        try:
            while True:
                drawn, length = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
                said = await process.stdout.readexactly(length)
                order = self._asked.popleft()
                self._wait(process)
                if not drawn:
                    _fail(order, said.decode(errors="replace"))
                elif not order.png.done():
                    order.png.set_result(said)
        except asyncio.IncompleteReadError:
            return


class DrawingProcesses:
    """Several of them: each picture goes to the one that has least to do."""

    def __init__(self, count: int = 1) -> None:
        self._all = [DrawingProcess(count, self._anew) for _ in range(count)]

    def __len__(self) -> int:
        return len(self._all)

    @property
    def pids(self) -> list[int]:
        """Those of the processes that run."""
        return [one.pid for one in self._all if one.pid is not None]

    def start(self) -> None:
        """Start them now, so that they have built what every picture needs before the first one is wanted."""
        for one in self._all:
            one.start()

    async def draw(self, picture: Drawn) -> bytes:
        """The PNG of a picture. Raises NotDrawn."""
        return await self._least().draw(picture)

    async def answer(self, question: art.Question) -> object:
        """The answer to a question. Raises NotDrawn."""
        return await self._least().answer(question)

    def learn_face(self, face: bytes) -> None:
        """From now on pictures may show this face by its key."""
        for one in self._all:
            one.learn_face(face)

    def forget_face(self, key: str) -> None:
        """No picture shows this face any more."""
        for one in self._all:
            one.forget_face(key)

    async def close(self) -> None:
        """End them; pending pictures are not drawn any more."""
        await asyncio.gather(*(one.close() for one in self._all))

    def _least(self, but: DrawingProcess | None = None) -> DrawingProcess:
        others = [one for one in self._all if one is not but]
        return min(others or self._all, key=lambda one: one.busy)

    def _anew(self, dead: DrawingProcess, orders: Sequence[_Order]) -> None:
        """One that has died takes a moment to start: meanwhile the others draw."""
        for order in orders:
            self._least(dead).take(order)


def _write(process: asyncio.subprocess.Process, data: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(data)


def _fail(order: _Order, why: str) -> None:
    if not order.png.done():
        order.png.set_exception(NotDrawn(why))
