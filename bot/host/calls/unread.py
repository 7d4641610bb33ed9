"""The first answer to somebody whose press or command is none that we know, or cannot be read at all."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord
from discord.http import HTTPClient, Route

from .refusals import NOT_TAKEN

if TYPE_CHECKING:  # these modules of discord.py import each other, and are for type checkers alone
    from discord.types.interactions import ApplicationCommandInteractionDataOption

log = logging.getLogger(__name__)

JSON = Mapping[str, object]
"""An interaction as it came, of whatever shape."""
UNREAD = "Discord has sent this in a way that I cannot read, and nothing has changed. Please try again."
FAILED = "Something went wrong; nothing has changed. Please try again."
IN_A_SERVER = "This is for a server; ask there."
COMPLETION, TEXT = 4, 3
"""The types of an interaction that asks what could be typed, and of an option that takes text."""
_SAY, _PROPOSE, _EPHEMERAL = 4, 8, 64
"""Types of an answer, and the flag of one that nobody else sees."""


async def tell_unread(http: HTTPClient, sent: JSON) -> None:
    """Answer an interaction by its id and token alone. Raises what Discord has against it."""
    if sent.get("type") == COMPLETION:
        answer = {"type": _PROPOSE, "data": {"choices": []}}
    else:
        said = {"content": UNREAD, "flags": _EPHEMERAL, "allowed_mentions": {"parse": []}}
        answer = {"type": _SAY, "data": said}
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    await http.request(Route("POST", path, webhook_id=int(str(sent["id"])), webhook_token=sent["token"]), json=answer)


async def tell_instead(interaction: discord.Interaction, sentence: str) -> None:
    """Say this for an answer, if there has been none; where something is being typed, as what could be typed."""
    if interaction.response.is_done():
        return
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete(_proposed(interaction, sentence))
        else:
            await interaction.response.send_message(sentence, ephemeral=True)
    except NOT_TAKEN as error:
        log.info("whoever asked could not be told: %s", error)


def _proposed(interaction: discord.Interaction, sentence: str) -> list[discord.app_commands.Choice[str]]:
    option = focused(interaction)
    if option is None or option.get("type") != TEXT:
        return []
    return [discord.app_commands.Choice(name=sentence[:100], value=sentence[:100])]


def focused(interaction: discord.Interaction) -> ApplicationCommandInteractionDataOption | None:
    """The option that is being typed, as Discord sends it."""
    data = interaction.data
    waiting = [*data.get("options", ())] if data is not None and "options" in data else []
    while waiting:
        option = waiting.pop()
        if option.get("focused"):
            return option
        if "options" in option:
            waiting += option["options"]
    return None
