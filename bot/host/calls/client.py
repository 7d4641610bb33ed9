"""The bot as the answers to interactions know it: below the room of tables, and above discord.py."""

from __future__ import annotations

from typing import Generic, Protocol, TypeAlias

import discord
from discord.ext import commands
from typing_extensions import TypeVar

from ..pictures.emojis import Emojis
from .passing import Passing, Work


class Managers(Protocol):
    """Who manages card rooms."""

    def managers(self, guild: int, /) -> frozenset[int]:
        """The roles that manage a server's card room."""
        ...


class Office(Protocol):
    """The room, as far as answers need it."""

    @property
    def emojis(self) -> Emojis: ...

    @property
    def settings(self) -> Managers: ...

    def now(self) -> int:
        """Wall time in ms."""
        ...

    def spawn(self, work: Work, /) -> None:
        """Run something beside."""
        ...


R_co = TypeVar("R_co", bound=Office, covariant=True, default=Office)


class AnsweringClient(commands.AutoShardedBot, Generic[R_co]):
    """A client that has a room, and answers each interaction once."""

    room: R_co
    passing: Passing
    answering = 0
    """How many interactions are being answered."""

    def is_new(self, interaction: int) -> bool:
        """Whether this interaction has not come before."""
        raise NotImplementedError


Interaction: TypeAlias = discord.Interaction[AnsweringClient]
