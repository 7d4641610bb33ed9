"""A table with people at it who play by their controls, as fast or as slowly as they are told."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.local.client_rules import Refused, walk
from bot.local.person import NoAnswer, Outcome, Person
from tests.lobby import open_table

JSON = dict[str, Any]
CONTROL = re.compile(r"c[rm]:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>[@?!]?[a-z-]+):(?P<arg>.*)", re.DOTALL)
OPTIONAL = frozenset({"propose-end", "agree", "refuse"})
CHOSEN = "You have chosen"
"""A player who reads this waits for the others, though the choice may still be changed."""
MENU, BUTTON = 3, 2


@dataclass(frozen=True, slots=True)
class Control:
    """One control under a message."""

    message: JSON
    component: JSON
    table: str
    drawn: int
    verb: str
    arg: str


def controls(message: JSON) -> list[Control]:
    """Every control of the bot's that can be used."""
    found: list[Control] = []
    for each in walk(message["components"]):
        match = CONTROL.fullmatch(str(each.get("custom_id", "")))
        if match is not None and not each.get("disabled"):
            found.append(Control(message, each, match["table"], int(match["drawn"]), match["verb"], match["arg"]))
    return found


def control(message: JSON, verb: str) -> Control | None:
    """The first control with this verb."""
    return next((c for c in controls(message) if c.verb == verb), None)


def _waits_for(text: str, name: str) -> bool:
    """Whether the table's message says so."""
    several = (line for line in text.split("\n") if line.startswith("Waiting for "))
    return f"{name} to play" in text or any(name in line for line in several)


@dataclass
class Table:
    """People at one table; the first of them is its host."""

    people: list[Person]
    channel: str
    id: str = ""
    rng: random.Random = field(default_factory=random.Random)
    panels: bool = True
    """Whether people use the controls of their private panels, or those of the table message."""

    pick: Callable[[Sequence[tuple[Person, Control]]], tuple[Person, Control]] | None = None
    """Which of the possible presses is made; by default any."""

    def __post_init__(self) -> None:
        self._seen: list[dict[str, list[Control]]] = [{} for _ in self.people]
        """For each of the people, by message: the controls of this table that they see."""
        self._news = asyncio.Event()

    async def open(self, command: str, house: int = 0, **options: Any) -> None:
        """The host opens it, the others sit down. Nobody cuts."""
        host = self.people[0]
        await open_table(host, self.channel, command, **({"cut": "off"} | options))
        board = await host.message(lambda m: control(m, "@more") is not None, 60, self.channel)
        self.id = controls(board)[0].table
        self._listen()
        for person in self.people[1:]:
            await self.press(person, await self.with_control("@join", person))
        for _ in range(house):
            await host.slash(self.channel, "table house", table=self.id)

    async def start(self) -> None:
        """The host starts the first deal, or a rematch."""
        await self.press(self.people[0], await self.with_control("@start", self.people[0]))

    async def hands(self) -> None:
        """Everybody opens **My hand** under the table message."""

        async def open_one(person: Person) -> None:
            while True:
                try:
                    await self.press(person, await self.with_control("@hand", person))
                    return
                except (Refused, NoAnswer):  # the table was written anew under the finger, or the bot is busy
                    await asyncio.sleep(0.02)

        await asyncio.gather(*map(open_one, self.people))

    async def with_control(self, verb: str, person: Person) -> Control:
        """A control on the table message, once it is there."""
        message = await person.message(
            lambda m: not m["flags"] & 64 and (found := control(m, verb)) is not None and self.id in ("", found.table),
            60, self.channel,
        )  # fmt: skip
        found = control(message, verb)
        assert found is not None
        return found

    async def press(self, person: Person, which: Control) -> Outcome:
        """Use a control; a menu gets as many of its options as it asks for."""
        if which.component["type"] == MENU:
            every = [option["value"] for option in which.component["options"]]
            chosen = self.rng.sample(every, which.component.get("min_values", 1))
            return await person.choose(which.message, which.component["custom_id"], chosen)
        return await person.press(which.message, which.component["custom_id"])

    def moves(self) -> list[tuple[Person, Control]]:
        """Every control that makes a move or chooses for one, on any message that its person sees."""
        found: list[tuple[Person, Control]] = []
        for person, messages in zip(self.people, self._seen, strict=True):
            own = [c for seen in messages.values() for c in seen if self._uses(person, c)]
            buttons = [c for c in own if c.component["type"] == BUTTON]
            found += [(person, c) for c in buttons or own]
        return found

    def _uses(self, person: Person, which: Control) -> bool:
        message = which.message
        if which.verb[0] in "@?!" or which.verb in OPTIONAL or CHOSEN in message["content"]:
            return False
        public = message["channel_id"] == self.channel and not message["flags"] & 64
        return not public if self.panels else public and _waits_for(message["content"], person.me["global_name"])

    def confirmation(self, message: JSON) -> Control | None:
        """The second press that a move asks for."""
        return next((c for c in controls(message) if c.table == self.id and c.verb.startswith("!")), None)

    def next_deal(self) -> tuple[Person, Control] | None:
        """Whatever begins the next deal or a rematch."""
        every = [c for seen in self._seen[0].values() for c in seen if c.verb in ("@next", "@start", "@resume")]
        return (self.people[0], self.rng.choice(every)) if every else None

    def board(self) -> str:
        """The id of the table message."""
        every = [c.message for seen in self._seen[0].values() for c in seen]
        return next((m["id"] for m in every if m["channel_id"] == self.channel and not m["flags"] & 64), "")

    def act(self) -> tuple[Person, Control] | None:
        """What somebody at the table would press now."""
        moves = self.moves()
        return (self.pick or self.rng.choice)(moves) if moves else self.next_deal()

    def _listen(self) -> None:
        """Read the controls of every message once, as it comes."""
        for person, messages in zip(self.people, self._seen, strict=True):
            for room in person.messages.values():
                for message in room.values():
                    self._read(messages, message)
            person.listeners.append(partial(self._hear, messages))

    def _hear(self, messages: dict[str, list[Control]], t: str, d: JSON) -> None:
        if t in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._read(messages, d)
        elif t == "MESSAGE_DELETE":
            messages.pop(d["id"], None)

    def _read(self, messages: dict[str, list[Control]], message: JSON) -> None:
        found = [c for c in controls(message) if c.table == self.id]
        if found:
            if message["id"] not in messages and message["flags"] & 64:  # **My hand** was pressed again
                private = [key for key, seen in messages.items() if seen[0].message["flags"] & 64]
                for older in (key for key in private if int(key) < int(message["id"])):
                    del messages[older]  # one of a life before this is never retired; a newer one stays
            messages[message["id"]] = found
            self._news.set()
        else:
            messages.pop(message["id"], None)

    async def settle(self, within: float = 60) -> tuple[Person, Control]:
        """Wait until somebody can act, and say who and how."""
        async with asyncio.timeout(within):
            while (found := self.act()) is None:
                self._news.clear()
                await self._news.wait()
        return found

    async def play(self, within: float = 60) -> tuple[Outcome, Control]:
        """One press that counts; a control that went away under the finger is let be."""
        while True:
            person, which = await self.settle(within)
            try:
                return await self.press(person, which), which
            except Refused:
                await asyncio.sleep(0.01)
