"""The slash commands: each is made, and each that is being typed is completed, once; and what Discord knows of them and
this program does not, or otherwise, is answered in a sentence."""

from __future__ import annotations

import logging

import discord
from discord import app_commands
from discord.ext import commands

from .calls.client import AnsweringClient, Interaction
from .calls.unread import FAILED, IN_A_SERVER, UNREAD, focused, tell_instead

log = logging.getLogger(__name__)

CHANGED = "This command has changed; reload Discord (Ctrl+R)."
_OTHERWISE = app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError
"""The answer to a command that Discord knows and this program does not, or in another shape."""


UNKNOWN_INTERACTION = 10062


def _is_news(record: logging.LogRecord) -> bool:
    """Proposals that come when nobody waits for them any more are no error: Discord gives up after three seconds."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION)


logging.getLogger("discord.app_commands.tree").addFilter(_is_news)


class Tree(app_commands.CommandTree[AnsweringClient]):
    """The commands of a client that knows which interactions are new."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Raises AppCommandError for a command that is not for here, and for an unknown option."""
        if not self.client.is_new(interaction.id):
            return False
        command = interaction.command
        root = getattr(command, "root_parent", None) or command
        where = root.allowed_contexts if root is not None else None
        if interaction.guild_id is None and where is not None and not where.dm_channel:
            raise app_commands.NoPrivateMessage
        if interaction.type is discord.InteractionType.autocomplete and isinstance(command, app_commands.Command):
            _look_what_is_typed(interaction, command)
        return True

    async def _call(self, interaction: Interaction) -> None:
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            raise _Unread from error

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        match error:
            case app_commands.NoPrivateMessage():
                await tell_instead(interaction, IN_A_SERVER)
            case _ if isinstance(error, _OTHERWISE):
                log.info("a command is not known here as Discord knows it: %s", type(error).__name__)
                await tell_instead(interaction, CHANGED)
            case _Unread():
                log.warning("a command cannot be read: %r", error.__cause__)
                await tell_instead(interaction, UNREAD)
            case _:
                await super().on_error(interaction, error)
                await tell_instead(interaction, FAILED)


class _Unread(app_commands.AppCommandError):
    """What was chosen for a command cannot be read."""


def _look_what_is_typed(interaction: Interaction, command: app_commands.Command[commands.Cog, ..., object]) -> None:
    """Raises CommandSignatureMismatch for an option that nothing is proposed for; discord.py would log that."""
    option = focused(interaction)
    proposed = {each.display_name for each in command.parameters if each.autocomplete}
    if option is None or option["name"] not in proposed:
        raise app_commands.CommandSignatureMismatch(command)
