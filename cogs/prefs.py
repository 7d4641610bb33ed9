"""`/prefs`: how somebody likes their cards, where they want their hand, and when they are reminded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import answered
from bot.host.controls.commands import RoomCog
from bot.host.room import RoomClient
from bot.show.pages.cardroom import COMPACT, FOUR, FULL, TWO
from bot.store import prefs
from bot.store.prefs import Chosen, Panel

SERVERS: Final = "as the server has it"
NOT_NOW: Final = "-# Discord lets me open no new direct messages for now; **My hand** on the table shows your cards."
HANDS: Final[Mapping[str, Panel]] = {"by direct message": "dm", "on the table": "ephemeral"}


class Preferences(RoomCog):
    """Everybody's own choices; the picture that all see follows the server's."""

    @app_commands.command(description="How your cards look, where you see them, when you are reminded.")
    @app_commands.describe(
        deck="The colours of the suits.",
        cards="Compact faces have one big rank and suit: good on a small screen.",
        hands="Where your private panel is: in a direct message, or behind My hand.",
        reminders="When you are reminded of your turn: at once, after a third of the time, or never.",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def prefs(
        self, interaction: Interaction,
        deck: Literal["four colours", "two colours", "as the server has it"] | None = None,
        cards: Literal["full faces", "compact faces", "as the server has it"] | None = None,
        hands: Literal["by direct message", "on the table"] | None = None,
        reminders: Literal["at once", "later", "never"] | None = None,
    ) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            chosen: Chosen = {}
            if deck:
                chosen["four_colour"] = None if deck == SERVERS else deck == FOUR
            if cards:
                chosen["compact"] = None if cards == SERVERS else cards == COMPACT
            if hands:
                chosen["panel"] = HANDS[hands]
            if reminders:
                chosen["remind"] = reminders
            if chosen:
                await self.room.prefer(reply.user, chosen)
            text = told(await self.room.store.read(prefs.of_person, reply.user))
            if chosen.get("panel") == "dm" and self.room.people.direct.rests:
                text += f"\n{NOT_NOW}"
            await reply.say(text)


def told(chosen: Chosen) -> str:
    """What somebody has chosen, a line each."""
    four, compact = chosen.get("four_colour"), chosen.get("compact")
    by_message = chosen.get("panel", "dm") == "dm"
    when = {"at once": "at once", "later": "after a third of the time", "never": "never"}
    return "\n".join(
        [
            "**Your choices**",
            f"Deck: {SERVERS if four is None else FOUR if four else TWO}",
            f"Cards: {SERVERS if compact is None else COMPACT if compact else FULL}",
            f"Your hand: {'by direct message' if by_message else 'on the table, behind **My hand** and `/hand`'}",
            f"You are reminded of your turn: {when[chosen.get('remind', 'later')]}",
        ]
    )


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Preferences(bot.room))
