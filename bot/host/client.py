"""The bot as its cogs know it."""

from __future__ import annotations

from collections import deque
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from .room import Room

REMEMBERED = 1000
"""So many of the latest interactions are known by their ids."""


class Tree(app_commands.CommandTree["RoomClient"]):
    """The slash commands; what somebody types is completed once."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        completes = interaction.type is discord.InteractionType.autocomplete
        return not completes or self.client.is_new(interaction.id)


class RoomClient(commands.Bot):
    """A client that has a room of card tables."""

    room: Room

    def __init__(self, **options: Any) -> None:
        super().__init__(tree_cls=Tree, **options)
        self._known: deque[int] = deque(maxlen=REMEMBERED)

    def is_new(self, interaction: int) -> bool:
        """Whether this interaction has not come before: where a connection is resumed, Discord may tell one again, and
        what it asks for must not happen twice."""
        if interaction in self._known:
            return False
        self._known.append(interaction)
        return True
