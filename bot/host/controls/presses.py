"""What a press means: one DynamicItem for buttons, one for menus, and modals by their id.

They live in the custom_id alone, so every control works after a restart. Each answers its own errors: whoever pressed
reads one sentence, and nothing has changed.
"""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import ui

from bot.show import table_controls
from bot.show.replays import Place
from bot.table import buying, hosting, lobby, starting, undo, wishes
from bot.table.coming import promised
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.session import Session
from bot.table.state import DEAL

from ..calls import forms
from ..calls.reply import Reply, answered
from ..messages.watching import STOPPED
from ..room import Room
from . import commands, endings, moves, nightdesk, optiondesk
from .behind_more import ask, behind_more, told

BUTTON = r"cr:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>[?!<^]?@?[a-z-]+):(?P<arg>.*)"
MENU = r"cm:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>@?[a-z-]+):(?P<arg>.*)"
MODAL = re.compile(r"cx:(?P<table>[a-z0-9]+):(?P<drawn>\d+):(?P<verb>@?[a-z-]+)(:(?P<arg>.*))?")


async def found(room: Room, reply: Reply, table: str) -> Session:
    """The table whose control somebody has pressed. Raises Rejected where it is closed, or not theirs any more."""
    session = await room.find(table)
    await room.members.admit(reply.interaction, session.table.guild)
    session.touch(reply.user)
    room.display.pressed(session, reply)
    return session


class Control(ui.DynamicItem[Any], template="(?!)"):
    """Something on a message of ours that can be pressed or chosen from."""

    def __init__(self, item: ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.table, self.drawn, self.verb = match["table"], int(match["drawn"]), match["verb"]
        self.arg = match["arg"]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(item, match)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return interaction.client.is_new(interaction.id)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async with answered(interaction) as reply:
            await self.used(interaction.client.room, reply)

    async def used(self, room: Room, reply: Reply) -> None:
        """Do what it stands for. Raises Rejected, Illegal, BadAmount, StoreError, NeedsConfirmation."""
        raise NotImplementedError


class Press(Control, template=BUTTON):
    """A button of ours."""

    async def used(self, room: Room, reply: Reply) -> None:
        if self.verb == "@replay":  # of tables that are closed, too
            await commands.may_see(room, reply.interaction, self.table)
            await commands.show_replay(room, reply, self.table, Place.read(self.arg))
            return
        if (desk := room.desks.get(self.table)) is not None:
            await desk(reply, self.verb, self.arg)
            return
        session = await found(room, reply, self.table)
        name, sure = self.verb.lstrip("!"), self.verb.startswith("!")
        if name == "@options" and session.table.night is None:
            if self.arg == table_controls.VARIANT:
                await session.commits.settled()
                await ask(reply, *optiondesk.families(session, reply.user))
            elif self.arg:
                await optiondesk.ask(session, room.drafts, reply, self.arg)
            else:
                await session.commits.settled()
                await ask(reply, *optiondesk.told(session, reply.user))
            return
        if name.startswith("@") and name[1:] in nightdesk.VERBS:
            await nightdesk.press(session, room.drafts, reply, name[1:], self.arg, self.drawn)
            return
        if name.startswith("@") and name[1:] in endings.VERBS:
            await endings.press(session, reply, name[1:], self.arg, sure=sure)
            return
        if name.startswith("@"):
            await at_the_table(room, session, reply, name[1:], self.arg, sure=sure)
            return
        await session.moment_over(reply.user, name.lstrip("?<^"))
        if name.startswith("?"):
            await moves.ask_by_form(room, session, reply, name[1:], self.drawn)
        elif name[0] in "<^":
            await moves.take_back(room, session, reply, name[1:], self.arg, self.drawn, all_of_it=name[0] == "^")
        else:
            await moves.by_button(room, session, reply, name, self.arg, self.drawn, sure=sure)


class Pick(Control, template=MENU):
    """A menu of ours: a lone choice is the move; several are a draft, shown in the panel until it is confirmed."""

    async def used(self, room: Room, reply: Reply) -> None:
        if (desk := room.menu_desks.get(self.table)) is not None:
            values: Any = (reply.interaction.data or {}).get("values", [])
            await desk(reply, self.verb, [str(value) for value in values])
            return
        session = await found(room, reply, self.table)
        if self.verb == "@game":
            await nightdesk.choose(session, reply, self.item.values[0], self.drawn)
        elif self.verb == "@players":
            await nightdesk.choose_players(session, reply, self.item.values, self.drawn)
        elif self.verb == "@family":
            await optiondesk.choose_family(session, reply, self.item.values[0])
        elif self.verb == "@variant" and session.table.night is None:
            await optiondesk.choose_variant(session, reply, self.item.values[0])
        elif self.verb == "@variant":
            await nightdesk.choose_variant(session, reply, self.item.values[0], self.drawn)
        else:
            await session.moment_over(reply.user, self.verb)
            await moves.by_menu(room, session, reply, self.verb, self.arg, self.item.values, self.drawn)


async def modal_submitted(room: Room, interaction: discord.Interaction[Any]) -> None:
    """A typed amount. Modals are known by their id alone, so that they survive a restart."""
    data: Any = interaction.data or {}
    form = MODAL.fullmatch(str(data.get("custom_id", "")))
    if form is None or not interaction.client.is_new(interaction.id):
        return
    async with answered(interaction) as reply:
        if (desk := room.form_desks.get(form["table"])) is not None:
            await desk(reply, form["verb"], form["arg"] or "", data)
            return
        session = await found(room, reply, form["table"])
        typed, drawn = _typed(data), int(form["drawn"])
        if form["verb"] == "@options" and session.table.night is None:
            await optiondesk.entered(session, room.drafts, reply, drawn, data)
        elif form["verb"] == "@options":
            await nightdesk.entered(session, room.drafts, reply, drawn, form["arg"] or "", data)
        else:
            await session.moment_over(reply.user, form["verb"])
            await moves.by_form(room, session, reply, form["verb"], typed, drawn)


def _typed(data: Any) -> dict[str, str]:
    """What stands in the fields of a form, by their ids."""
    return {name: value for name, value in forms.sent(data).items() if isinstance(value, str)}


# ---- what is not a move ------------------------------------------------------------------------


async def join(room: Room, session: Session, reply: Reply) -> str:
    """Sit down or queue up, and open the private panel; the text says which. Raises Rejected."""
    seat = await lobby.join(session, reply.user, reply.interaction.user.display_name)
    room.avatars.look(session.table.guild, reply.interaction.user)
    if seat is not None:
        room.display.seated(session, reply.user)
        return "You sit down."
    room.display.waiters.note(session, reply)
    return promised(session.table, reply.user)


def paused_by(reply: Reply) -> str:
    """What everybody reads while the clocks stand still."""
    return f"{escaped(reply.interaction.user.display_name)} has paused it; press **Go on** to play on."


async def at_the_table(room: Room, session: Session, reply: Reply, what: str, arg: str, *, sure: bool) -> None:
    """A press on a control that every table has; `sure` where it answers the question whether it is meant. Raises
    Rejected."""
    user = reply.user
    match what:
        case "join":
            said = await join(room, session, reply)
            if session.table.seat_of(user) is None:
                await reply.say_after(said)
        case "play":
            await starting.play_now(session, user, reply.manager)
        case "more":
            await session.commits.settled()
            await ask(reply, *table_controls.more(session.table, user, reply.manager))
        case "house":
            seat = await lobby.add_house(session, by=user, manager=reply.manager)
            await told(session, reply, f"{session.table.chairs[seat].said} sits down for the house.")
        case "rebuy":
            said = await buying.rebuy(session, user)
            await told(session, reply, said)
            if session.table.phase == DEAL and not reply.ephemeral and not reply.on_panel:
                await reply.say_after(said)
        case "cut":
            await told(session, reply, await wishes.ask_to_cut(session, user))
        case "start":
            await starting.start(session, user, reply.manager)
            await told(session, reply, "The game begins.")
        case "next":
            await starting.next_deal(session, user)
        case "leave" if not sure and session.table.seat_of(user) is not None:
            await session.commits.settled()
            await ask(reply, *table_controls.leaving(session.table))
        case "leave":
            said = await lobby.leave(session, user)
            await ask(reply, said, table_controls.gone(session.table, user))
        case "stay":
            await told(session, reply, await lobby.stay(session, user))
        case "resume":
            await hosting.resume(session, user)
            if behind_more(reply):
                await told(session, reply, "The table goes on.")
        case "pause":
            await hosting.pause(session, paused_by(reply), user, reply.manager)
            await told(session, reply, "The table is paused.")
        case "read-options":
            await session.commits.settled()
            await ask(reply, *table_controls.options_read(session.table))
        case "watch":
            await room.display.watch(session, reply, by_message=False)
        case "partner":
            await told(session, reply, await wishes.change_partner(session, user))
        case "hand":
            await room.display.panels.show_hand(session, reply)
        case "sort":
            await room.display.panels.sort(session, reply, int(arg) if arg.isdecimal() else 0)
        case "unwatch":
            if not await room.display.spectators.stop(session, user):
                await reply.change(STOPPED)
        case "undo":
            await undo.propose(session, user, int(arg) if arg.isdecimal() else None)
        case "undo-yes" | "undo-no":
            await reply.acknowledge()
            await reply.say_in_passing(await undo.answer(session, user, what == "undo-yes"))
        case _:
            raise Rejected("That button is not known any more.")
