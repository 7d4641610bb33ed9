"""Drawing off the event loop: a few threads, and one picture only once."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import card_art
from card_art import scene as art
from card_art import sheets

from .alt import Picture

MOST_AHEAD = 3
"""So many pictures go before one that may come later, and then it is drawn."""


class Studio:
    """Draws pictures in worker threads. Equal pictures that are asked for again soon come from a small memory."""

    def __init__(self, workers: int | None = None, remember: int = 64) -> None:
        count = workers or min(4, os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(count, "studio")
        self._free = count + 1  # one picture lies ready for the next worker that is free
        self._drawn: OrderedDict[Picture, asyncio.Future[bytes]] = OrderedDict()
        self._waiting: tuple[deque[Picture], deque[Picture]] = deque(), deque()
        """What somebody waits for, and what may come later."""
        self._ahead = 0
        """How many pictures in a row went before one that may come later."""
        self._remember = remember

    def draw(self, picture: Picture, *, later: bool = False) -> asyncio.Future[bytes]:
        """The PNG of a picture, in time; `later` lets those go first that somebody has pressed for."""
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
        """Give the workers what they can take."""
        while self._free and any(self._waiting):
            soon, later = self._waiting
            patience_ends = later and self._ahead >= MOST_AHEAD
            picture = (soon if soon and not patience_ends else later).popleft()
            self._ahead = 0 if patience_ends or not later else self._ahead + 1
            self._free -= 1
            work = asyncio.get_running_loop().run_in_executor(self._pool, _draw, picture)
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

    def warm(self) -> asyncio.Future[None]:
        """Build what every picture needs, before the first one is wanted."""
        return asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(self._pool, card_art.warm))

    def close(self) -> None:
        for waiting in self._waiting:
            waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _draw(picture: Picture) -> bytes:
    if not isinstance(picture, tuple):
        return _DRAWN_BY[type(picture)](picture)
    scene, hand = picture
    return card_art.panel(scene, hand) if hand is not None else card_art.table(scene)


_DRAWN_BY: dict[type[Any], Callable[[Any], bytes]] = {
    art.Scene: card_art.table, art.Results: card_art.results, art.Counting: card_art.counting,
    art.Rack: card_art.rack, art.Shares: card_art.shares, art.Shuffle: card_art.shuffle,
    art.Evening: card_art.evening, sheets.Board: card_art.ranking, sheets.FormSheet: card_art.form,
}  # fmt: skip
