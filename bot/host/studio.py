"""Drawing off the event loop: a few threads, and one picture only once."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import card_art
from card_art import scene as art

from .alt import Picture


class Studio:
    """Draws pictures in worker threads. Equal pictures that are asked for again soon come from a small memory."""

    def __init__(self, workers: int | None = None, remember: int = 64) -> None:
        self._pool = ThreadPoolExecutor(workers or min(4, os.cpu_count() or 1), "studio")
        self._drawn: OrderedDict[Picture, asyncio.Future[bytes]] = OrderedDict()
        self._remember = remember

    def draw(self, picture: Picture) -> asyncio.Future[bytes]:
        """The PNG of a picture, in time."""
        future = self._drawn.get(picture)
        if future is None or (future.done() and (future.cancelled() or future.exception() is not None)):
            loop = asyncio.get_running_loop()
            future = asyncio.ensure_future(loop.run_in_executor(self._pool, _draw, picture))
            self._drawn[picture] = future
            while len(self._drawn) > self._remember:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(picture)
        return future

    def warm(self) -> asyncio.Future[None]:
        """Build what every picture needs, before the first one is wanted."""
        return asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(self._pool, card_art.warm))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _draw(picture: Picture) -> bytes:
    if isinstance(picture, art.Scene):
        return card_art.table(picture)
    if isinstance(picture, art.Results):
        return card_art.results(picture)
    if isinstance(picture, art.Counting):
        return card_art.counting(picture)
    if isinstance(picture, art.Shuffle):
        return card_art.shuffle(picture)
    scene, hand = picture
    return card_art.panel(scene, hand) if hand is not None else card_art.table(scene)
