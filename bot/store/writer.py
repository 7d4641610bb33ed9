"""The one writer: whatever waits is committed together."""

import asyncio
from collections.abc import Callable

from .database import Database
from .errors import Closed, LeaseLost
from .postgres import PostgresDatabase
from .units import Step, apply

_MOST = 500  # units in one transaction: beyond that the first of them would wait for too many others


class Writer:
    """Takes units of work in order and commits all waiting ones in one transaction.

    While a transaction reaches the disk, the next units gather; so the busier the room, the fewer the transactions
    per unit. `transactions` counts them.
    """

    def __init__(self, database: Database | PostgresDatabase) -> None:
        self._database = database
        self._waiting: asyncio.Queue[tuple[list[Step], asyncio.Future[None]] | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._write(), name="store writer")
        self._open = True
        self.transactions = 0
        self.timed: Callable[[float], None] | None = None
        """Told for each unit that is stored how many seconds that took."""
        self.fenced: Callable[[], None] | None = None
        """Told where the database takes nothing more from this process."""

    async def commit(self, steps: list[Step]) -> None:
        """Returns once the unit is on the disk; raises what stood in its way.

        A caller who stops waiting does not stop the unit: it is committed all the same.
        """
        if not self._open:
            raise Closed("The card room is closing; nothing was changed.")
        loop = asyncio.get_running_loop()
        begun, done = loop.time(), loop.create_future()
        self._waiting.put_nowait((steps, done))
        await done
        if self.timed is not None:
            self.timed(loop.time() - begun)

    async def close(self) -> None:
        """Commits what waits, then stops."""
        if self._open:
            self._open = False
            self._waiting.put_nowait(None)
        await self._task

    async def _write(self) -> None:
        closing = False
        while not closing:
            batch: list[tuple[list[Step], asyncio.Future[None]]] = []
            item = await self._waiting.get()
            while item is not None:
                batch.append(item)
                if len(batch) == _MOST or self._waiting.empty():
                    break
                item = self._waiting.get_nowait()
            closing = item is None
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[tuple[list[Step], asyncio.Future[None]]]) -> None:
        outcomes: list[Exception | None]
        try:
            outcomes = await self._database.run(apply, [steps for steps, _ in batch])
        except Exception as error:  # the writer outlives whatever happens to one batch
            outcomes = [error] * len(batch)
        self.transactions += 1
        if self.fenced is not None and any(isinstance(outcome, LeaseLost) for outcome in outcomes):
            self.fenced()  # before anybody can tell that something was refused
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            if done.done():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)
