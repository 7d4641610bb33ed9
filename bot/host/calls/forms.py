"""Forms on Discord: shown as modals, read when they are sent off, and kept where they must be corrected."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.show.controls.components import Button
from bot.show.controls.forms import Boxes, Choice, Entered, Form, Part, Submitted, TextField

from .reply import Reply

if TYPE_CHECKING:  # these modules of discord.py import each other, and are for type checkers alone
    from discord.types.interactions import ModalSubmitInteractionData

KEPT = 500
"""How many refused forms are kept until they are corrected."""


def modal(form: Form, id: str) -> ui.Modal:
    """A form as Discord has it. It is known by its id alone."""
    made = ui.Modal(title=form.title[:45], custom_id=id)
    for part in form.parts:
        told = part.help or None if not isinstance(part, Boxes) else None
        made.add_item(ui.Label(text=part.label[:45], description=told and told[:100], component=_component(part)))
    return made


def _component(part: Part) -> ui.Item[ui.View]:
    match part:
        case TextField():
            return ui.TextInput(
                custom_id=part.id, default=part.value or None, placeholder=part.hint[:100] or None,
                max_length=part.longest, required=part.required,
            )  # fmt: skip
        case Choice():
            options = [
                discord.RadioGroupOption(label=label, value=value, default=value == part.value)
                for value, label in part.options
            ]
            return ui.RadioGroup(custom_id=part.id, options=options)
        case Boxes():
            boxes = [
                discord.CheckboxGroupOption(
                    label=box.label, value=box.id, description=box.help or None, default=box.ticked
                )
                for box in part.boxes
            ]
            return ui.CheckboxGroup(
                custom_id=part.id, options=boxes, required=False, min_values=0, max_values=len(boxes)
            )


def sent(data: ModalSubmitInteractionData) -> Submitted:
    """What Discord sends of each field of a form, by their ids: text, a value, or a list of values."""
    found: dict[str, str | bool | list[str] | None] = {}
    for row in data.get("components", ()):
        for field in [*row.get("components", ()), *([row["component"]] if "component" in row else ())]:
            if "custom_id" in field:
                found[str(field["custom_id"])] = field["values"] if "values" in field else field.get("value")
    return found


class Drafts:
    """What people have entered into forms that were refused: nothing of it need be entered again. Not kept over a
    restart."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], Entered] = OrderedDict()

    def of(self, user: int, form: str) -> Entered:
        """What somebody has entered last, if that was refused."""
        return self._kept.get((user, form), {})

    def drop(self, user: int, form: str) -> None:
        self._kept.pop((user, form), None)

    def keep(self, user: int, form: str, entered: Entered) -> None:
        self._kept[user, form] = entered
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def refuse(self, reply: Reply, form: str, entered: Entered, why: str, again: str) -> None:
        """Say why not, with a button, whose id is `again`, that opens the form as it was filled in."""
        self.keep(reply.user, form, entered)
        await reply.refuse(why, ((Button(again, "Correct it…", "primary"),),))
