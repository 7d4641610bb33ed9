"""The people of a server, and what they do and see: words for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.app import CardRoom
from bot.engine.deal import digest
from bot.engine.facts import HAND
from bot.games.catalog import GAMES
from bot.store import Night, Store, ledger, nights
from bot.table import hosting
from bot.table.session import Session


@dataclass
class Server:
    """One server with a channel, and the bot in it."""

    env: Any
    bot: CardRoom
    store: Store
    guild: Any
    channel: Any

    def person(self, name: str, **more: Any) -> Any:
        return self.guild.add_member(self.env.create_user(name), **more)

    def manager(self, name: str) -> Any:
        """Somebody who may manage the server."""
        role = self.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        return self.person(name, roles=[role])

    @property
    def table(self) -> Session:
        """The only table there is."""
        (session,) = self.bot.room.sessions.values()
        return session

    @property
    def board(self) -> Any:
        """The message of the only table."""
        found = [m for m in self.channel.history() if m.id == self.table.table.posted.message]
        return found[0]

    async def started(self, game: str, /, *people: Any, houses: int = 0, start: bool = True, **options: Any) -> Session:
        """A table of this game with these people and this many house players."""
        await self.slash(people[0], game, **options)
        session = [*self.bot.room.sessions.values()][-1]
        for person in people[1:]:
            await self.slash(person, "table join", table=session.id)
        for _ in range(houses):
            await self.slash(people[0], "table house", table=session.id)
        if start:
            await self.slash(people[0], "table start", table=session.id)
        return session

    async def hearts(self, *people: Any, **how: Any) -> Session:
        """A table of Hearts with these people, the rest house players."""
        return await self.started("hearts", *people, houses=4 - len(people), **how)

    async def red_dog(self, *people: Any, **how: Any) -> Session:
        """A table of Red Dog with these people."""
        return await self.started("red-dog", *people, **how)

    async def announced(self, person: Any, when: str = "in 2 hours", name: str = "Friday", **more: Any) -> Night:
        """A night that this person has announced: the command, and **Announce**."""
        asked = await person.slash(self.channel, "night schedule", when=when, name=name, **more)
        assert asked.response is not None and "Announce" in labels(asked.response), said(asked)
        await person.click(asked.response, label="Announce")
        coming = await self.store.read(nights.nights, self.guild.id, "announced")
        return max(coming, key=lambda night: night.terms["since"])

    async def announcement(self, night: Night) -> Any:
        """The message that announces a night, as it is now."""
        now = await self.store.read(nights.night, night.id)
        assert now is not None
        return next(m for m in self.channel.history() if m.id == now.announcement)

    async def slash(self, person: Any, command: str, /, **options: Any) -> str:
        """What the command answers to this person alone. Nobody cuts at a table unless the test says so; what a game's
        command does not take is set in the lobby."""
        if command not in GAMES:
            return said(await person.slash(self.channel, command, **options))
        before, typed = {*self.bot.room.sessions}, self.taken_by(command)
        answer = await person.slash(self.channel, command, **{n: v for n, v in options.items() if n in typed})
        rest = {"cut": "off"} | {name: _typed(value) for name, value in options.items() if name not in typed}
        for id in {*self.bot.room.sessions} - before:
            await hosting.set_options(self.bot.room.sessions[id], person.id, rest)
            await self.env.settle()
        return said(answer)

    async def sure(self, person: Any, command: str, /, **options: Any) -> str:
        """A command that asks first, and is meant: what comes of it, or why it is refused."""
        asked = await person.slash(self.channel, command, **options)
        message = asked.response or asked.followups[-1]
        return await self.yes(person, message) if labels(message) else said(asked)

    async def yes(self, person: Any, question: Any) -> str:
        """The question is answered with its first button: what stands in its place."""
        result = await person.click(question, label=labels(question)[0])
        return (result.response or question).content

    def taken_by(self, game: str) -> set[str]:
        """What the command of a game takes."""
        command = self.bot.tree.get_command(game)
        assert isinstance(command, app_commands.Command)
        return {parameter.name for parameter in command.parameters}

    async def more(self, person: Any) -> Any:
        """What **More…** on the table message answers this person."""
        return (await person.click(self.board, label="More…")).response

    async def offered(self, person: Any, command: str, option: str, value: str, /, **filled: Any) -> list[str]:
        """The values that autocomplete lists."""
        return [c["value"] for c in await person.autocomplete(self.channel, command, option, value, **filled)]

    async def pass_three(self, *people: Any) -> Session:
        """A started hand of Hearts in which these people pass their first three cards: play has begun."""
        session = await self.hearts(*people)
        for person in people:
            await self.slash(person, "pass", cards=" ".join(hand(session, seat_of(session, person))[:3]))
        return session

    async def books(self) -> tuple[Any, ...]:
        """Everything that must be as it was after a refusal: tables, cards, money."""
        tables = []
        for session in self.bot.room.sessions.values():
            state = json.loads(session.table.stored().state)
            state.pop("saved")
            state.pop("idle_since")
            tables.append((state, digest(session.table.deal) if session.table.deal else None))
        return tables, await self.store.read(ledger.balances, self.guild.id)


def _typed(value: Any) -> str:
    """An option as it is typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def said(result: Any) -> str:
    """The answer to an interaction, which only the person who asked may see."""
    messages = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
    assert messages, "nobody was told anything"
    return messages[-1].content


def seat_of(session: Session, person: Any) -> int:
    seat = session.table.seat_of(person.id)
    assert seat is not None
    return seat


def labels(message: Any) -> list[str]:
    """What stands on the buttons of a message, the ones that cannot be pressed left out."""
    components = [c for row in message.components for c in getattr(row, "children", None) or row["components"]]
    found = [c if isinstance(c, dict) else c.to_dict() for c in components]
    return [c["label"] for c in found if c["type"] == 2 and not c.get("disabled")]


def greyed(message: Any) -> list[str]:
    """What stands on the buttons of a message that cannot be pressed."""
    return [c.label for row in message.components for c in row.children if getattr(c, "disabled", False)]


def turn(session: Session) -> int:
    """The only seat that is waited for."""
    (seat,) = session.table.turns
    return seat


def hand(session: Session, seat: int) -> list[str]:
    """A seat's cards as they are typed."""
    assert session.table.deal is not None
    return [str(c) for c in session.table.deal.table.piles[HAND.of(seat)]]


__all__ = ["Server", "hand", "labels", "said", "seat_of", "turn"]
