"""What has been drawn is kept as long as there is room: what saves least time for its bytes leaves first.

All pieces share one room, for a table of one game needs none of another's. How much a piece is worth is how long it
took to draw, for each byte of it, as often as it has been wanted; what has not been wanted for long loses its lead over
what is new (GreedyDual-Size with frequency). Everything here may be called from any thread; no two of them draw the
same piece.

It stays because a plain cache is slower: 220 tables of all games in passing ask 313,617 times for 18,501 pieces of
410 MB. In this room, pieces that had to go are drawn again in 34 s of processor time (91 % are there), and with the
least recently used leaving first, as in `cachetools.LRUCache`, in 62 s (86 %).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from heapq import heappop, heappush
from time import perf_counter
from typing import Any, ParamSpec, Protocol, TypeVar

from PIL import Image

ROOM = 124 * 2**20
"""The most that is kept, in bytes, by all processes that draw."""
_LEAST = 512
"""What a piece takes up besides its pixels."""

_P = ParamSpec("_P")
_T = TypeVar("_T", bound="_Drawn")


class Piece(Protocol):
    """Something that is made of pictures."""

    @property
    def kept_bytes(self) -> int:
        """What these take up."""
        ...


_Drawn = Piece | Image.Image | tuple[object, ...]


@dataclass(slots=True)
class _Entry:
    piece: Any
    bytes: int
    saves: float
    """Seconds for each byte, whenever it is wanted."""
    wanted: int = 0
    worth: float = 0.0


@dataclass
class SpriteCache:
    """Pieces by how they were asked for."""

    room: int
    clock: Callable[[], float] = perf_counter
    taken: int = 0
    _pieces: dict[object, _Entry] = field(default_factory=dict)
    _by_worth: list[tuple[float, int, object]] = field(default_factory=list)
    """A heap of all of them, by what they were worth when they were looked at last."""
    _looks: int = 0
    _least: float = 0.0
    """What the one that left last was worth."""
    _lock: threading.RLock = field(default_factory=threading.RLock)  # a sprite made of other sprites asks for them

    def get(self, key: object, draw: Callable[[], Any]) -> Any:
        """The piece of this key; it is drawn if it is not there."""
        found = self._pieces.get(key)
        if found is None:
            with self._lock:
                found = self._pieces.get(key)
                if found is None:
                    began = self.clock()
                    piece = draw()
                    size = bytes_of(piece) + _LEAST
                    found = _Entry(piece, size, (self.clock() - began) / size)
                    self._want(found)
                    self._keep(key, found)
                    return piece
        self._want(found)
        return found.piece

    def _want(self, entry: _Entry) -> None:
        entry.wanted += 1
        entry.worth = self._least + entry.wanted * entry.saves

    def _keep(self, key: object, new: _Entry) -> None:
        self._pieces[key] = new
        self.taken += new.bytes
        self._look(key, new)
        while self.taken > self.room and len(self._pieces) > 1:
            worth, _, least = heappop(self._by_worth)
            entry = self._pieces[least]
            if entry.worth > worth:  # it has been wanted since
                self._look(least, entry)
            else:
                self._least = worth
                self.taken -= entry.bytes
                del self._pieces[least]

    def _look(self, key: object, entry: _Entry) -> None:
        self._looks += 1
        heappush(self._by_worth, (entry.worth, self._looks, key))


_cache = SpriteCache(ROOM)


def share(processes: int) -> None:
    """This process is one of that many that draw on this machine: from now on it keeps its part of what all keep."""
    _cache.room = ROOM // processes


def cached_sprite(draw: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorates what draws a piece by its arguments alone."""

    usual = (getattr(draw, "__kwdefaults__", None) or {}).items()

    @wraps(draw)
    def get(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        given = [one for one in kwargs.items() if one not in usual]
        return _cache.get((draw, args, *given), lambda: draw(*args, **kwargs))

    return get


def bytes_of(piece: object) -> int:
    """The bytes of a piece's pixels; what it shares with others is counted for each of them."""
    if isinstance(piece, Image.Image):
        # Pillow has four bytes for a pixel of several channels.
        return piece.width * piece.height * (1 if len(piece.getbands()) == 1 else 4)
    if isinstance(piece, tuple):
        return sum(map(bytes_of, piece))
    return getattr(piece, "kept_bytes", 0)
