"""A tiny bot that offers one of everything the page can show."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from PIL import Image

CARDS = ["2C", "5C", "9C", "QS", "KH", "AH"]


def picture(shade: int) -> discord.File:
    """A picture of one grey, as large as a table's."""
    held = io.BytesIO()
    Image.new("L", (1100, 688), shade).save(held, "PNG")
    held.seek(0)
    return discord.File(held, "table.png", description=f"A table in shade {shade}")


class Form(discord.ui.Modal, title="How much?"):
    amount = discord.ui.TextInput[discord.ui.Modal](label="Whites", custom_id="amount", min_length=2, max_length=4)
    why = discord.ui.TextInput[discord.ui.Modal](
        label="Why", custom_id="why", required=False, style=discord.TextStyle.paragraph
    )
    game = discord.ui.Label[discord.ui.Modal](
        text="Game",
        component=discord.ui.Select(
            custom_id="game", options=[discord.SelectOption(label=name) for name in ("Hearts", "Red Dog")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.game.component, discord.ui.Select)
        chosen = self.game.component.values[0]
        await interaction.response.send_message(f"{self.amount.value} on {chosen}: {self.why.value or 'no reason'}")


class Controls(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.shade = 40

    @discord.ui.button(label="Next", custom_id="next", style=discord.ButtonStyle.primary, emoji="🂠")
    async def next(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        self.shade += 20
        await interaction.response.edit_message(content=f"Shade {self.shade}", attachments=[picture(self.shade)])

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Silent", custom_id="silent", style=discord.ButtonStyle.danger)
    async def silent(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        pass

    @discord.ui.button(label="Not now", custom_id="not-now", disabled=True)
    async def not_now(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        custom_id="one",
        placeholder="Play a card",
        options=[discord.SelectOption(label=card, description="follows suit", emoji="♣️") for card in CARDS],
    )
    async def one(self, interaction: discord.Interaction, select: discord.ui.Select) -> None:
        await interaction.response.send_message(f"Played {select.values[0]}")

    @discord.ui.select(
        custom_id="three",
        placeholder="Pass three cards",
        min_values=3,
        max_values=3,
        options=[discord.SelectOption(label=card) for card in CARDS],
    )
    async def three(self, interaction: discord.Interaction, select: discord.ui.Select) -> None:
        await interaction.response.send_message(f"Passed {' '.join(select.values)}")

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who", placeholder="Who sits there?")
    async def who(self, interaction: discord.Interaction, select: discord.ui.UserSelect) -> None:
        await interaction.response.send_message(f"Seat for {select.values[0].display_name}")


class PageBot(discord.Client):
    """The bot; `came_in` is set when it can be used."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.05)
        self.came_in = asyncio.Event()
        self.tree = app_commands.CommandTree(self)
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.came_in.set()


def add_commands(tree: app_commands.CommandTree) -> None:
    """All commands of the bot."""

    @tree.command(name="table", description="Open a table")
    @app_commands.describe(stake="Whites a point", deck="Which deck", fast="Play fast", host="Who is the host")
    @app_commands.choices(deck=[app_commands.Choice(name="Four colours", value="four")])
    async def table(
        interaction: discord.Interaction,
        stake: app_commands.Range[int, 1, 100],
        deck: app_commands.Choice[str] | None = None,
        fast: bool = False,
        host: discord.User | None = None,
    ) -> None:
        words = f"stake {stake}, deck {deck.value if deck else 'two'}, fast {fast}, host {host and host.display_name}"
        controls = Controls()
        await interaction.response.send_message(words, view=controls, file=picture(controls.shade))

    @tree.command(name="play", description="Play a card")
    async def play(interaction: discord.Interaction, card: str) -> None:
        await interaction.response.send_message(f"Card {card}", ephemeral=True)

    @play.autocomplete("card")
    async def cards(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"The {card}", value=card) for card in CARDS if typed.upper() in card]

    @tree.command(name="later", description="Think before speaking")
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="Thought of it")

    @tree.command(name="write", description="Write to me in private")
    async def write(interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send(f"Hello <@{interaction.user.id}>", view=Controls())
            await interaction.response.send_message("Written")
        except discord.Forbidden:
            await interaction.response.send_message("Your direct messages are closed", ephemeral=True)

    @tree.command(name="text", description="Show all that text can be")
    async def text(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("The first")
        first = await interaction.original_response()
        stamp = int(first.created_at.timestamp()) + 90
        await interaction.followup.send(
            f"## Heading\n**bold** *italics* `code` <t:{stamp}:R> <@{interaction.user.id}> <#{interaction.channel_id}>"
            f"\n> quoted\n<img src=x onerror=alert(1)> {first.jump_url}",
            embed=discord.Embed(title="Leaderboard", description="*Wins* first", colour=0x63B598).add_field(
                name="Ana", value="3 wins"
            ),
        )

    seats = app_commands.Group(name="seat", description="Seats")

    @seats.command(name="give", description="Give a seat away")
    async def give(interaction: discord.Interaction, to: discord.User) -> None:
        await interaction.response.send_message(f"Given to {to.display_name}")

    tree.add_command(seats)
