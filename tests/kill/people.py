"""People at a table who press as fast as answers come, and remember what they were told."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.host.calls.reply import ACKNOWLEDGE_AFTER
from bot.local.client_rules import Refused
from bot.local.person import NoAnswer, Person
from tests.bench.tables import Control, Table, controls

DEFERRED, UPDATED = 6, 7
PROMPT = ACKNOWLEDGE_AFTER - 0.1
"""Seconds. The bot acknowledges on its own what it has not done after a while; an earlier answer means that it is
done."""

RARELY = 0.1
"""How many times a second somebody does what would end it all."""

Spelled = tuple[str, str]
"""A move by its verb and its argument."""


@dataclass
class Try:
    """One press that would make a move."""

    move: Spelled
    made: bool | None = None
    """Whether the person was shown that it was made; None if no answer came."""


class Crowd:
    """The people of one table."""

    def __init__(self, table: Table, rng: random.Random, rarely: Collection[str], midst: Collection[str],
                 pause: float = 0.0) -> None:  # fmt: skip
        """`rarely` are moves that end a deal too soon, `midst` those that are offered in the middle of it; `pause` is
        for how many seconds they look at what has come before they press again."""
        self.table, self.rng, self.rarely, self.midst, self.pause = table, rng, rarely, midst, pause
        table.rng = rng
        self.tries: defaultdict[str, list[Try]] = defaultdict(list)
        """By person, in order."""
        self.acknowledged = 0
        self.alive = asyncio.Event()
        """Set once a press was taken since the bot was started. One that was acknowledged late was, if the table goes
        on past what it decided."""
        self.outcomes: list[str] = []
        """What came of each press since the bot was started."""
        self._late: int | None = None
        """The highest count of offers that was seen when a press was first acknowledged late."""
        self._thought = time.monotonic()
        self._used: set[tuple[str, str]] = set()
        self._over: set[tuple[str, str]] = set()
        """Second presses that were answered."""

    def restarted(self) -> None:
        """Nothing that was seen before counts."""
        self.alive.clear()
        self.outcomes.clear()
        self._used.clear()
        self._late = None

    def story(self) -> str:
        """What these people see, and what their presses came to: a table at which some were acknowledged too late to
        count (6) has gone on, and only its pictures are slow."""
        moves = sorted((person.me["username"], which.verb, which.drawn) for person, which in self.table.moves())
        read = {person.me["username"]: self._read_last(person) for person in self.table.people}
        came = dict(Counter(outcome.partition(" after")[0] for outcome in self.outcomes))
        told = f"presses {came}, {self.outcomes[:3]} … {self.outcomes[-4:]}"
        return f"{moves}; {told}; used {len(self._used)}; read {read}"

    @staticmethod
    def _read_last(person: Person) -> list[str]:
        every = (message for room in person.messages.values() for message in room.values())
        last = sorted(every, key=lambda m: int(m["id"]))[-6:]
        return [f"{m['id']}: {m['content'][-160:]} {[c.verb for c in controls(m)]}" for m in last]

    async def play(self) -> None:
        """Press on, until cancelled: somebody who may move, otherwise the next deal."""
        if self.table.panels:
            await self._open_hands()
        while True:
            moves = self.table.moves()
            if self._late is not None and any(which.drawn > self._late for _, which in moves):
                self.alive.set()
            moves = [m for m in moves if self._key(m[1]) not in self._used]
            found = self._sure() or self._any(moves)
            if found is None:
                await asyncio.sleep(0.03)
                self._used.clear()  # what was not taken may be tried again
                found = self.table.next_deal()
            if found is not None:
                await self._press(*found)
                await asyncio.sleep(self.pause * 2 * self.rng.random())

    async def _open_hands(self) -> None:
        """Everybody opens **My hand**; where a match was over when the bot was killed, in the next one."""
        hands = asyncio.create_task(self.table.hands())
        try:
            while not hands.done():
                if (found := self.table.next_deal()) is not None:
                    await self._press(*found)
                await asyncio.wait((hands,), timeout=0.03)
            hands.result()
        finally:
            hands.cancel()

    def _any(self, moves: Sequence[tuple[Person, Control]]) -> tuple[Person, Control] | None:
        if not moves:
            return None
        if moves[0][1].verb == "bet" and self.rng.random() < 0.8:
            return moves[0]  # small bets keep people in the game
        often = [m for m in moves if m[1].verb not in self.rarely]
        elapsed, self._thought = time.monotonic() - self._thought, time.monotonic()
        if self.rng.random() < RARELY * elapsed:
            return self.rng.choice(moves)
        return self.rng.choice(often) if often else None

    def busy(self) -> bool:
        """Whether the table is in the middle of it."""
        return any(control.verb in self.midst for _, control in self.table.moves())

    def _sure(self) -> tuple[Person, Control] | None:
        """The second press that a move asks for."""
        for person in self.table.people:
            for room in person.messages.values():
                for message in room.values():
                    found = self.table.confirmation(message)
                    if found is not None and self._key(found) not in self._used | self._over:
                        return person, found
        return None

    def _key(self, which: Control) -> tuple[str, str]:
        return which.message["id"], which.component["custom_id"]

    async def _press(self, person: Person, which: Control) -> None:
        self._used.add(self._key(which))
        attempt = None
        if which.component["type"] == 2 and which.verb[0] != "@":
            attempt = Try((which.verb.lstrip("!"), which.arg))
            self.tries[person.id].append(attempt)
        pressed = f"{person.me['username']} {which.drawn} {which.verb} {which.arg}"
        try:
            outcome = await self.table.press(person, which)
        except Refused as refusal:  # the control went away under the finger
            self.outcomes.append(f"{pressed}: {refusal}")
            if attempt is not None:
                attempt.made = False
            await asyncio.sleep(0.01)
            return
        except NoAnswer as failure:
            self.outcomes.append(f"{pressed}: {failure}")
            return
        self.outcomes.append(f"{pressed}: {outcome.type} after {outcome.acknowledged - outcome.sent:.2f} s")
        if which.verb.startswith("!"):
            self._over.add(self._key(which))
        done = outcome.type == UPDATED or (outcome.type == DEFERRED and outcome.acknowledged - outcome.sent < PROMPT)
        if attempt is not None and (done or outcome.type not in (DEFERRED, UPDATED)):
            attempt.made = done
        if done:
            self.alive.set()
            self.acknowledged += attempt is not None
        else:
            if outcome.type == DEFERRED and attempt is not None and self._late is None:
                self._late = max(seen.drawn for _, seen in [*self.table.moves(), (person, which)])
            await asyncio.sleep(0.05)  # otherwise they keep the bot from updating what they look at
