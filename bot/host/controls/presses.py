"""From a press to its handler: one DynamicItem for buttons, one for menus, and forms by their id.

They live in the custom_id alone, so every control works after a restart. Each answers its own errors: the person who
pressed reads one sentence, and nothing has changed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Self

import discord
from discord import ui

from bot.show.controls.control_id import BUTTON, FORM, MENU, PATTERN, ControlId
from bot.table.session import Session

from ..calls.forms import sent
from ..calls.reply import answered
from ..handlers import ANY_TABLE, MOVE, NIGHT, TABLE, Press
from ..room import Room, RoomClient
from .moves import explained


async def answer(room: Room, press: Press) -> None:
    """Have it answered. Raises what a handler raises."""
    id = press.id
    is_move = id.is_move
    handler = room.handlers.find(id.kind, id.verb, id.scope, ANY_TABLE)
    if handler is None and room.handlers.knows(id.scope):
        raise press.unknown
    if handler is None:
        session = await _found(room, press)
        press = replace(press, at=session)
        scopes = (MOVE,) if is_move else (TABLE,) if session.table.night is None else (NIGHT, TABLE)
        if (handler := room.handlers.find(id.kind, id.mark if is_move else id.verb, *scopes)) is None:
            raise press.unknown
        if is_move:
            await session.press_in_moment(press.user, id.verb, press.reply.pressed)
    if is_move and press.at is not None:
        with explained(room, press.at, id.verb):
            await handler(press)
    else:
        await handler(press)
    if press.at is not None:
        await room.display.panels.follow(press.at, press.reply)


async def _found(room: Room, press: Press) -> Session:
    """The table whose control somebody has pressed. Raises Rejected if it is closed, or not theirs any more."""
    session = await room.find(press.id.scope)
    await room.members.admit(press.reply.interaction, session.table.guild)
    session.touch(press.user)
    room.display.pressed(session, press.reply)
    return session


class Item(ui.DynamicItem[ui.Item[ui.View]], template="(?!)"):
    """Something on a message of ours that can be pressed or chosen from."""

    def __init__(self, item: ui.Item[ui.View], id: ControlId) -> None:
        super().__init__(item)
        self.control = id

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> Self:
        return cls(item, ControlId.of(match))

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return interaction.client.is_new(interaction.id)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data = interaction.data
        values = data["values"] if data is not None and "values" in data else ()
        async with answered(interaction) as reply:
            await answer(interaction.client.room, Press(reply, self.control, tuple(map(str, values))))


class ButtonItem(Item, template=f"(?={BUTTON}:){PATTERN.pattern}"):
    """A button of ours."""


class MenuItem(Item, template=f"(?={MENU}:){PATTERN.pattern}"):
    """A menu of ours: a lone choice is the move; several are a draft, shown in the panel until it is confirmed."""


async def form_sent(interaction: discord.Interaction[RoomClient]) -> None:
    """A form was sent off. Forms are known by their id alone, so that they survive a restart."""
    data = interaction.data
    if data is None or "components" not in data:
        return
    id = ControlId.parse(data["custom_id"])
    if id is None or id.kind != FORM or not interaction.client.is_new(interaction.id):
        return
    async with answered(interaction) as reply:
        await answer(interaction.client.room, Press(reply, id, entered=sent(data)))
