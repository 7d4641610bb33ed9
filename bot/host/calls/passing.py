"""Sentences that are read once: a refusal, or a confirmation. They vanish on their own, so that none pile up under a
table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

SECONDS = 20.0
"""How long one can be read, unless its reader does something else before."""
ASKED_SECONDS = 14 * 60.0
"""How long a question is remembered: it could not be taken back any longer."""

Work = Coroutine[object, None, object]
"""Something that is run beside all else, and whose outcome nobody waits for."""
Spawn = Callable[[Work], None]


@dataclass(eq=False, slots=True)
class _Said:
    """One such sentence, and when it goes; a question is only forgotten then."""

    unsay: Callable[[], Work]
    asks: bool
    ends: asyncio.TimerHandle


class Passing:
    """The last one of each person in each channel."""

    def __init__(self) -> None:
        self._said: dict[tuple[int, int | None], _Said] = {}

    async def said(
        self, user: int, channel: int | None, unsay: Callable[[], Work], spawn: Spawn, *, asks: bool
    ) -> None:
        """A sentence stands there now, in place of the last. One that `asks` something stays until it is answered."""
        place = user, channel
        before = self._taken(place)

        def over() -> None:
            self._taken(place)
            if not asks:
                spawn(unsay())

        ends = asyncio.get_running_loop().call_later(ASKED_SECONDS if asks else SECONDS, over)
        self._said[place] = _Said(unsay, asks, ends)
        if before is not None:
            await before.unsay()

    async def accepted(self, user: int) -> None:
        """Somebody has done something that was not refused: what they were told before is read."""
        told = [place for place, said in self._said.items() if place[0] == user and not said.asks]
        for said in [self._taken(place) for place in told]:
            if said is not None:
                await said.unsay()

    def answered(self, user: int, channel: int | None) -> None:
        """The question that stands there is answered, and takes itself away."""
        self._taken((user, channel))

    def _taken(self, place: tuple[int, int | None]) -> _Said | None:
        said = self._said.pop(place, None)
        if said is not None:
            said.ends.cancel()
        return said
