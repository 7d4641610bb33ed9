"""`/bank …`: a member's play chips in this server, and what its managers decide about them."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.engine.amounts import whites
from bot.host.calls.client import Interaction
from bot.host.calls.reply import answered, server_of
from bot.host.controls import banking
from bot.host.controls.banking import Visit
from bot.host.controls.commands import RoomGroup
from bot.host.handlers import Press
from bot.host.room import Room, RoomClient
from bot.show.controls.control_id import BUTTON
from bot.table.errors import Rejected
from bot.table.names import escaped

MOST_PAGES = 100_000


@app_commands.allowed_contexts(guilds=True)
class Bank(RoomGroup, group_name="bank", group_description="Your play chips in this server."):
    """Play chips are counted in whites. They buy nothing and cannot be bought."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.handlers.register(BUTTON, "bank", {"@history": self._turn_page})

    async def _visit(self, interaction: Interaction) -> Visit:
        user = interaction.user
        return await banking.enter(self.room, server_of(interaction), user.id, user.display_name)

    @app_commands.command(description="How many play chips you have, in the bank and at tables.")
    async def balance(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await banking.balance(await self._visit(interaction)))

    @app_commands.command(description="What has come into your account and gone out of it.")
    @app_commands.describe(page="The newest lines are on page 1.")
    async def history(self, interaction: Interaction, page: app_commands.Range[int, 1, MOST_PAGES] = 1) -> None:
        async with answered(interaction) as reply:
            text, rows = await banking.history(await self._visit(interaction), page)
            await reply.say(text, rows=rows)

    @app_commands.command(description="Give play chips to another member.")
    @app_commands.describe(member="Who gets them.", amount="How many, in whites: 5, 2.5 or 2½.")
    async def give(self, interaction: Interaction, member: discord.User, amount: str) -> None:
        async with answered(interaction) as reply:
            _has_an_account(member)
            visit = await self._visit(interaction)
            chips = await banking.give(visit, f"gift:{interaction.id}", member.id, member.display_name, amount)
            giver = interaction.user.mention
            await reply.say_to_all(f"{giver} gives {member.mention} {whites(chips)} play chips.", ping=[member.id])
            await reply.say(await banking.balance(visit))

    @app_commands.command(description="New play chips, once a day, for a member who has less than one buy-in.")
    async def refill(self, interaction: Interaction) -> None:
        async with answered(interaction) as reply:
            await reply.say(await banking.refill(await self._visit(interaction)))

    @app_commands.command(description="What may be given, brought to tables and owed; managers may change it.")
    @app_commands.describe(
        gift="Managers: the largest gift, in whites; “none” for no gifts.",
        gifts_a_day="Managers: what a member may give in a day.",
        buy_ins_a_day="Managers: what a member may bring to tables in a day; “none” for no limit.",
    )
    async def limits(self, interaction: Interaction, gift: str | None = None, gifts_a_day: str | None = None,
                     buy_ins_a_day: str | None = None) -> None:  # fmt: skip
        typed = {"gift_most": gift, "gift_day": gifts_a_day, "buy_ins_day": buy_ins_a_day}
        wanted = {name: text for name, text in typed.items() if text is not None}
        async with answered(interaction) as reply:
            if wanted:
                reply.only_for_managers()
            visit = await self._visit(interaction)
            if wanted:
                await banking.set_limits(visit, f"limits:{interaction.id}", wanted)
            await reply.say(await banking.limits(visit))

    @app_commands.command(description="Managers: give a member play chips, or take some back.")
    @app_commands.describe(
        member="Who.", amount="How many, in whites; with a minus they are taken back.", reason="Why; it is kept."
    )
    async def grant(self, interaction: Interaction, member: discord.User, amount: str,
                    reason: app_commands.Range[str, 1, 200]) -> None:  # fmt: skip
        async with answered(interaction) as reply:
            reply.only_for_managers()
            visit, key = await self._visit(interaction), f"granted:{interaction.id}"
            _has_an_account(member)
            await reply.say(await banking.grant(visit, key, member.id, member.display_name, amount, reason))

    @app_commands.command(description="Managers: how far below zero a balance may go.")
    @app_commands.describe(
        amount="In whites; “none” for no credit, “server” for the same as everybody.",
        member="Whose; everybody's if you leave it out.", reason="Why; it is kept.",
    )  # fmt: skip
    async def credit(self, interaction: Interaction, amount: str, member: discord.User | None = None,
                     reason: app_commands.Range[str, 0, 200] = "") -> None:  # fmt: skip
        async with answered(interaction) as reply:
            reply.only_for_managers()
            visit, who = await self._visit(interaction), (None, "")
            if member is not None:
                _has_an_account(member)
                who = member.id, member.display_name
            await reply.say(await banking.credit(visit, f"credit:{interaction.id}", *who, amount, reason))

    async def _turn_page(self, press: Press) -> None:
        """A button below a page of the history."""
        page = press.id.number
        if page is None or not 1 <= page <= MOST_PAGES:
            raise press.unknown
        text, rows = await banking.history(await self._visit(press.reply.interaction), page)
        await press.reply.change(text, rows=rows)


def _has_an_account(user: discord.User | discord.Member) -> None:
    """Raises Rejected for a bot, and for somebody who is not in this server."""
    if user.bot:
        raise Rejected(f"{escaped(user.display_name)} is a bot and has no account.")
    if not isinstance(user, discord.Member):
        raise Rejected(f"{escaped(user.display_name)} is not in this server.")


async def setup(bot: RoomClient) -> None:
    await bot.add_cog(Bank(bot.room))
