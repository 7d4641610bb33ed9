"""`/help`: the first minute."""

from __future__ import annotations

from discord import app_commands

from bot.host.calls.client import Interaction
from bot.host.calls.reply import answered
from bot.host.controls.commands import RoomCog
from bot.host.room import RoomClient
from bot.show.pages.text_views import parted


class Help(RoomCog):
    """Which games there are, and how they are played."""

    @app_commands.command(description="What there is to play here, and how.")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            for part in parted(self._text()):
                await reply.say(part)

    def _text(self) -> str:
        games = [f"• `/{slug}` {words.game.title}: {words.tagline}." for slug, words in self.room.words.items()]
        return "\n".join(
            [
                "**The card room.** Open a table, let friends join, add house players, press **Start**.",
                "`/games` shows what there is, by mood, with a picture of each, and **Play now** under it:",
                *games,
                "Your cards come by direct message; **My hand** and `/hand` show them too.",
                "Play by the buttons, or type: `/play` takes every move, in the words of its button too; what several "
                "games share has its own command: `/bet 5`, `/pass QS KH 2C`. `/moves` says what you may do.",
                "`/score`, `/odds` and `/rules` tell you more; `/table` is for joining, leaving, pausing and closing.",
                "`/bank` has your chips, `/leaderboard` and `/stats` keep count, `/records mine` is all that is kept "
                "about you. All chips are play chips.",
                "`/prefs` sets how your cards look, where they are shown, and when you are reminded.",
            ]
        )


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Help(bot.room))
