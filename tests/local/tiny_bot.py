"""A small real discord.py bot with one of everything, for the wire tests."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import discord
from discord import app_commands
from PIL import Image

from bot.local.server import LocalDiscord
from bot.local.wiring import point_discord_at


def picture(colour: str) -> bytes:
    """A small picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(out, "PNG")
    return out.getvalue()


def file(colour: str) -> discord.File:
    """The same as an attachment."""
    return discord.File(io.BytesIO(picture(colour)), f"{colour}.png", description=f"All {colour}")


class Name(discord.ui.Modal, title="Your name"):
    """Asks for a name."""

    name = discord.ui.TextInput(label="Name", custom_id="name", min_length=2, max_length=20)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"Hello {self.name.value}")


class Order(discord.ui.Modal, title="Your order"):
    """Asks for a drink, with a remark."""

    words = discord.ui.TextDisplay("What may it be?")
    drink = discord.ui.Label(
        text="Drink",
        component=discord.ui.Select(
            custom_id="drink", options=[discord.SelectOption(label=name) for name in ("tea", "coffee")]
        ),
    )
    note = discord.ui.Label(text="Note", component=discord.ui.TextInput(custom_id="note", required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        drink, note = self.drink.component, self.note.component
        assert isinstance(drink, discord.ui.Select) and isinstance(note, discord.ui.TextInput)
        await interaction.response.send_message(f"{drink.values[0]}, {note.value}", ephemeral=True)


class Survey(discord.ui.Modal, title="A survey"):
    """Radio buttons, boxes, and a box of its own."""

    size = discord.ui.Label(
        text="Size",
        component=discord.ui.RadioGroup(
            custom_id="size",
            options=[
                discord.RadioGroupOption(label=name, value=name, default=name == "small") for name in ("small", "large")
            ],
        ),
    )
    extras = discord.ui.Label(
        text="Extras",
        component=discord.ui.CheckboxGroup(
            custom_id="extras", required=False, min_values=0, max_values=2,
            options=[discord.CheckboxGroupOption(label=name, value=name) for name in ("milk", "sugar", "lemon")],
        ),
    )  # fmt: skip
    sure = discord.ui.Label(text="Sure?", component=discord.ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        size, extras, sure = self.size.component, self.extras.component, self.sure.component
        assert isinstance(size, discord.ui.RadioGroup) and isinstance(extras, discord.ui.CheckboxGroup)
        assert isinstance(sure, discord.ui.Checkbox)
        await interaction.response.send_message(f"{size.value} {extras.values} {sure.value}", ephemeral=True)


class Controls(discord.ui.View):
    """A button, a select of some cards, a select of people and a form."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Paint", custom_id="paint")
    async def paint(self, interaction: discord.Interaction, button: discord.ui.Button[Controls]) -> None:
        await interaction.response.edit_message(content="painted", attachments=[file("blue")])

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, button: discord.ui.Button[Controls]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("first")
        await interaction.followup.send("second", ephemeral=True)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, button: discord.ui.Button[Controls]) -> None:
        await interaction.response.send_modal(Name(custom_id="your-name"))

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, button: discord.ui.Button[Controls]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        placeholder="Cards",
        custom_id="cards",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=name, value=name[0]) for name in ("Ace", "King", "Queen", "Jack")],
    )
    async def cards(self, interaction: discord.Interaction, select: discord.ui.Select[Controls]) -> None:
        await interaction.response.edit_message(content="chose " + "".join(sorted(select.values)))

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Who", custom_id="who")
    async def who(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Controls]) -> None:
        await interaction.response.edit_message(content=f"chose {select.values[0].display_name}")


class TinyBot(discord.Client):
    """The bot; ``resumed`` counts the times that its session was resumed."""

    def __init__(self, **more: bool) -> None:
        """`more` are intents that it does without otherwise."""
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, **more)
        super().__init__(intents=intents, guild_ready_timeout=0.05, max_ratelimit_timeout=None)
        self.tree = app_commands.CommandTree(self)
        self.resumed = 0
        self.heard: list[discord.Message] = []
        self.events: set[str] = set()
        _add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_view(Controls())
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_socket_event_type(self, event: str) -> None:
        self.events.add(event)

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)


def _add_commands(tree: app_commands.CommandTree[TinyBot]) -> None:
    @tree.command(description="Show everything")
    async def show(interaction: discord.Interaction, colour: str = "red") -> None:
        await interaction.response.send_message(colour, file=file(colour), view=Controls())

    @show.autocomplete("colour")
    async def colours(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        every = ("red", "green", "blue")
        return [app_commands.Choice(name=each.title(), value=each) for each in every if each.startswith(current)]

    @tree.command(description="Whisper to the asker")
    async def whisper(interaction: discord.Interaction, number: app_commands.Range[int, 1, 9]) -> None:
        await interaction.response.send_message(f"psst {number}", ephemeral=True)

    @tree.command(description="Send a direct message")
    async def write(interaction: discord.Interaction, to: discord.User) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await to.send("hello", view=Controls())
        except discord.Forbidden as error:
            await interaction.edit_original_response(content=f"closed {error.code}")
        else:
            await interaction.edit_original_response(content="sent")

    @tree.command(description="Never answers")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    @tree.command(description="Order a drink")
    async def order(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Order())

    @tree.command(description="Ask some questions")
    async def survey(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Survey())

    @tree.context_menu(name="Wave at")
    async def wave(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"waves at {member.display_name}")

    bank = app_commands.Group(name="bank", description="The bank")

    @bank.command(description="What you have")
    async def balance(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} has 100", ephemeral=True)

    tree.add_command(bank)


async def until(condition: Callable[[], object], seconds: float = 5) -> None:
    """Wait until something holds that no event tells."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 (it is looked at from outside, so nobody can set an event)
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(local: LocalDiscord, bot: TinyBot | None = None) -> AsyncIterator[TinyBot]:
    """The bot, connected and ready."""
    point_discord_at(local.url)
    bot = bot or TinyBot()
    task = asyncio.create_task(bot.start("local"))
    try:
        await until(lambda: bot.is_ready() or task.done(), 10)
        if task.done():
            task.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
