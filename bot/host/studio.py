"""Drawing off the event loop: what somebody waits for first, and one picture only once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from functools import partial
from typing import Any

from bot.show.snapshot import Face
from card_art import scene as art

from .drawing import DrawingProcess, Drawn, NotDrawn

log = logging.getLogger(__name__)

MOST_AHEAD = 3
"""So many pictures go before one that may come later, and then it is drawn."""
AT_ONCE = 2
"""One picture is being drawn, and the next one lies ready."""


class Studio:
    """Has pictures drawn. Equal ones that are asked for again soon come from a small memory."""

    def __init__(self, remember: int = 64) -> None:
        self._process = DrawingProcess()
        self._free = AT_ONCE
        self._drawn: OrderedDict[Drawn, asyncio.Future[bytes]] = OrderedDict()
        """Finished, being drawn, or waiting."""
        self._waiting: tuple[deque[Drawn], deque[Drawn]] = deque(), deque()
        """What somebody waits for, and what may come later."""
        self._ahead = 0
        """How many pictures in a row went before one that may come later."""
        self._answers: OrderedDict[art.Question, asyncio.Future[Any]] = OrderedDict()
        self._remember = remember

    async def draw(self, picture: Drawn, *, later: bool = False) -> bytes:
        """The PNG of a picture; `later` lets those go first that somebody has pressed for. Raises NotDrawn."""
        return await asyncio.shield(self._asked(picture, later))  # others may wait for the same one

    def prepare(self, picture: Drawn) -> None:
        """Begin a picture that will be asked for soon."""
        self._asked(picture, False)

    def ask(self, question: art.Question) -> asyncio.Future[Any]:
        """The answer to what a picture needs to be complete; before other pictures, and once for all who look."""
        answer = self._answers.get(question)
        if answer is None or (answer.done() and (answer.cancelled() or answer.exception() is not None)):
            answer = self._answers[question] = asyncio.ensure_future(self._process.answer(question))
            while len(self._answers) > self._remember and next(iter(self._answers.values())).done():
                self._answers.popitem(last=False)
        return answer

    async def complete(self, face: Face) -> Face:
        """The face with what takes too long to be worked out on the event loop; without it where that fails."""
        if (question := face.question) is None:
            return face
        try:
            return face.answered(await asyncio.shield(self.ask(question)))
        except NotDrawn as error:
            log.error("a picture goes without what it asks for: %s", error)
            return face.answered(None)

    async def drawn(self, face: Face) -> tuple[Face, bytes]:
        """The complete face, and its PNG. Raises NotDrawn."""
        face = await self.complete(face)
        return face, await self.draw(face.picture)

    def _asked(self, picture: Drawn, later: bool) -> asyncio.Future[bytes]:
        future = self._drawn.get(picture)
        if future is None or (future.done() and (future.cancelled() or future.exception() is not None)):
            future = self._drawn[picture] = asyncio.get_running_loop().create_future()
            self._waiting[later].append(picture)
            while len(self._drawn) > self._remember and next(iter(self._drawn.values())).done():
                self._drawn.popitem(last=False)
            self._start()
        elif not later and picture in self._waiting[True]:
            self._waiting[True].remove(picture)
            self._waiting[False].append(picture)
        self._drawn.move_to_end(picture)
        return future

    def _start(self) -> None:
        """Hand on as many as can be taken."""
        while self._free and any(self._waiting):
            soon, later = self._waiting
            patience_ends = later and self._ahead >= MOST_AHEAD
            picture = (soon if soon and not patience_ends else later).popleft()
            self._ahead = 0 if patience_ends or not later else self._ahead + 1
            self._free -= 1
            work = asyncio.ensure_future(self._process.draw(picture))
            work.add_done_callback(partial(self._done, self._drawn[picture]))

    def _done(self, future: asyncio.Future[bytes], work: asyncio.Future[bytes]) -> None:
        self._free += 1
        if work.cancelled():
            future.cancel()
        elif not future.done():
            if (error := work.exception()) is not None:
                future.set_exception(error)
            else:
                future.set_result(work.result())
        self._start()

    def learn_face(self, face: bytes) -> None:
        """From now on pictures may show this face by its key."""
        self._process.learn_face(face)

    def forget_face(self, key: str) -> None:
        """No picture shows this face any more."""
        self._process.forget_face(key)

    def warm(self) -> None:
        """Build what every picture needs, before the first one is wanted."""
        self._process.start()

    async def close(self) -> None:
        for waiting in self._waiting:
            waiting.clear()
        await self._process.close()
