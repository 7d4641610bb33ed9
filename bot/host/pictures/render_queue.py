"""Drawing off the event loop: pictures that somebody waits for first, the newest state only, and one picture only
once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from bot.show.messages.page import MessageContent
from card_art import scene as art

from .drawing import DrawingProcesses, Drawn, NotDrawn

log = logging.getLogger(__name__)

MOST_AHEAD = 9
"""How many pictures go before one that may come later; then it is drawn."""
UNDRAWN = b""
"""In place of a PNG that could not be made."""
AT_ONCE = 4
"""By one process. One picture is being drawn, and the next ones lie ready, for a busy event loop is not there at once
when it is done; with several processes each has another one ready."""


class Rank(IntEnum):
    """Who goes first."""

    PRESSED = 0
    """Somebody has pressed for it."""
    DECIDES = 1
    """Somebody is to decide by it."""
    LATER = 2
    """Others look at it."""


@dataclass(eq=False, slots=True)
class Turn:
    """A picture that waits to be begun."""

    newest: Callable[[], Drawn | None]
    """What is to be drawn by now; None if nothing is any more."""
    begun: asyncio.Future[None]


class RenderQueue:
    """Has pictures drawn. Equal ones that are asked for again soon come from a small memory."""

    def __init__(self, remember: int = 64, drawers: int = 1) -> None:
        """`drawers` is how many processes draw, `remember` how many pictures are kept."""
        self._process = DrawingProcesses(drawers)
        self._free = AT_ONCE + 2 * (drawers - 1)
        self._drawn: OrderedDict[Drawn, asyncio.Future[bytes]] = OrderedDict()
        """Finished, or being drawn."""
        self._waiting: tuple[deque[Turn], ...] = tuple(deque() for _ in Rank)
        self._passed = [0 for _ in Rank]
        """How many pictures in a row went before one of this rank that waits."""
        self._answers: OrderedDict[art.Question, asyncio.Future[object]] = OrderedDict()
        self._remember = remember
        self._failing: set[str] = set()
        """Of what the log has told that it is not drawn."""

    @property
    def waiting(self) -> dict[Rank, int]:
        """How many pictures wait to be begun."""
        return {rank: len(self._waiting[rank]) for rank in Rank}

    @property
    def pids(self) -> list[int]:
        """The drawing processes that run."""
        return self._process.pids

    async def draw(self, picture: Drawn, rank: Rank = Rank.PRESSED) -> bytes:
        """The PNG of a picture. Raises NotDrawn."""
        await self.turn(lambda: picture, rank).begun
        return await asyncio.shield(self._known(picture) or self._begin(picture))  # others may wait for the same one

    def prepare(self, picture: Drawn) -> None:
        """Begin a picture that somebody who has pressed will be answered with."""
        self.turn(lambda: picture, Rank.PRESSED)

    def turn(self, newest: Callable[[], Drawn | None], rank: Rank) -> Turn:
        """Where a picture may be overtaken before it is drawn: `newest` is asked for it when its turn has come. It has
        come at once if nothing is to be drawn, or that is known."""
        turn = Turn(newest, asyncio.get_running_loop().create_future())
        picture = newest()
        if picture is None or self._known(picture) is not None:
            turn.begun.set_result(None)
        else:
            self._waiting[rank].append(turn)
            self._start()
        return turn

    def hurry(self, turn: Turn, rank: Rank) -> None:
        """From now on this turn is of that rank, if its own is behind."""
        if turn.begun.done():
            return
        for waiting in self._waiting[rank + 1 :]:
            if turn in waiting:
                waiting.remove(turn)
                self._waiting[rank].append(turn)
                self._start()

    def ask(self, question: art.Question) -> asyncio.Future[object]:
        """Computes what a picture needs to be complete; before other pictures, and once for all viewers."""
        answer = self._answers.get(question)
        if answer is None or (answer.done() and (answer.cancelled() or answer.exception() is not None)):
            answer = self._answers[question] = asyncio.ensure_future(self._process.answer(question))
            while len(self._answers) > self._remember and next(iter(self._answers.values())).done():
                self._answers.popitem(last=False)
        return answer

    async def complete(self, content: MessageContent) -> MessageContent:
        """The content with what takes too long to be worked out on the event loop; without it where that fails."""
        if (question := content.question) is None:
            return content
        try:
            return content.answered(await asyncio.shield(self.ask(question)))
        except Exception as error:
            log.error("a picture goes without what it asks for: %s", error)
            return content.answered(None)

    async def drawn(
        self, content: MessageContent, rank: Rank = Rank.PRESSED, *, table: str = ""
    ) -> tuple[MessageContent, bytes]:
        """The complete content, and its PNG. Whatever fails in drawing costs a message its picture alone: it is told in
        words then, the PNG is UNDRAWN, and the log says so once, until a picture of its kind is drawn there again."""
        if content.bare:
            return content, UNDRAWN
        content = await self.complete(content)
        what = f"{_kind(content.picture)} of {f'table {table}' if table else 'no table'}"
        try:
            png = await self.draw(content.picture, rank)
        except Exception as error:
            if what not in self._failing:
                log.error("a picture is not drawn, and goes in words: %s: %s", what, _told(error))
            self._failing.add(what)
            return content.in_words, UNDRAWN
        self._failing.discard(what)
        return content, png

    def _known(self, picture: Drawn) -> asyncio.Future[bytes] | None:
        """The picture if it is drawn, or being drawn."""
        future = self._drawn.get(picture)
        if future is None or (future.done() and (future.cancelled() or future.exception() is not None)):
            return None
        self._drawn.move_to_end(picture)
        return future

    def _start(self) -> None:
        """Begin as many as can be taken."""
        while self._free > 0 and any(self._waiting):
            turn = self._next()
            if turn.begun.done():
                continue  # nobody waits for it any more
            picture = turn.newest()
            if picture is not None and self._known(picture) is None:
                self._begin(picture)
            turn.begun.set_result(None)

    def _next(self) -> Turn:
        """The first of those who come first, but for those whom too many went before."""
        waiting = [rank for rank in Rank if self._waiting[rank]]
        late = [rank for rank in waiting if self._passed[rank] >= MOST_AHEAD]
        chosen = late[-1] if late else waiting[0]
        self._passed[chosen] = 0
        for rank in waiting:
            self._passed[rank] += rank > chosen
        return self._waiting[chosen].popleft()

    def _begin(self, picture: Drawn) -> asyncio.Future[bytes]:
        future = self._drawn[picture] = asyncio.get_running_loop().create_future()
        self._drawn.move_to_end(picture)
        while len(self._drawn) > self._remember and next(iter(self._drawn.values())).done():
            self._drawn.popitem(last=False)
        self._free -= 1
        asyncio.ensure_future(self._process.draw(picture)).add_done_callback(partial(self._done, future))
        return future

    def _done(self, future: asyncio.Future[bytes], work: asyncio.Future[bytes]) -> None:
        self._free += 1
        if work.cancelled():
            future.cancel()
        elif not future.done():
            if (error := work.exception()) is not None:
                future.set_exception(error)
                future.exception()  # told to the caller who waits for it; perhaps nobody does
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


def _kind(picture: Drawn) -> str:
    """The kind of a drawing, without its contents: "panel", "Scene"."""
    return "panel" if isinstance(picture, tuple) else type(picture).__name__


def _told(error: Exception) -> str:
    """What went wrong, without the words of exceptions that were not made to be read: they may name hidden cards."""
    return str(error) if isinstance(error, NotDrawn) else type(error).__name__
