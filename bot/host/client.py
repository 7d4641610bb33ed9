"""The bot as its cogs know it."""

from __future__ import annotations

from discord.ext import commands

from .room import Room


class RoomClient(commands.Bot):
    """A client that has a room of card tables."""

    room: Room
