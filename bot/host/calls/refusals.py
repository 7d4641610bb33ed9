"""Why Discord did not do something, in words for its reader."""

from __future__ import annotations

import aiohttp
import discord

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS = 10008, 10003, 50001, 50013
UNKNOWN_EVENT = 10070
TOO_OLD_TO_EDIT, ARCHIVED, LOCKED, TOO_LARGE = 30046, 50083, 160005, 40005

NOT_TAKEN = (discord.HTTPException, OSError, TimeoutError, aiohttp.ClientError)
"""What goes wrong on the way to Discord."""

_WHY = {
    30033: "the thread has as many people in it as Discord allows",
    30038: "this server has as many events as Discord allows",
    160006: "this server has as many active threads as Discord allows",
    160007: "this server has as many active announcement threads as Discord allows",
    UNKNOWN_EVENT: "somebody has deleted its event",
    MISSING_ACCESS: "I do not see that place",
    MISSING_PERMISSIONS: "I lack the permission for it",
    ARCHIVED: "the thread is archived",
    LOCKED: "the thread is locked",
    TOO_LARGE: "it is larger than Discord takes here",
}


def why(error: Exception) -> str:
    """A clause that can follow a colon; for a time-out or an error of the network, too."""
    if not isinstance(error, discord.HTTPException):
        return "Discord did not answer in time"
    if error.status == 413:
        return _WHY[TOO_LARGE]
    return _WHY.get(error.code, "Discord is out of order" if error.status >= 500 else "Discord refused it")
