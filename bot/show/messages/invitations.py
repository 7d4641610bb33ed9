"""The message that announces a night."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.store import Night
from bot.table.names import escaped

from ..controls.components import Button, Rows
from ..controls.control_id import button_id

SCOPE = "night"
"""In the table's place of the ids of the buttons under an announcement."""


def announcement(record: Night, place: int | None) -> tuple[str, Rows]:
    """What the message says that announces a night, and what can be pressed there; `place` is where it is played, once
    it has begun."""
    name, at, coming = f"**{escaped(record.name)}**", record.starts // 1000, record.coming
    people = ", ".join(f"<@{user}>" for user in coming)
    who = [f"**In** ({len(coming)}): {people}"] if coming else []
    if record.status != "announced":
        stands = {
            "running": f"is on, in <#{place}>: press **Join** on its table.", "over": f"is over; it was in <#{place}>.",
            "cancelled": "is called off.",
        }  # fmt: skip
        return "\n".join([f"{name} {stands[record.status]}", *who]), ()
    chips = f"a buy-in of {whites(record.terms['buy_in'])} play chips"
    lines = [
        f"{name} begins <t:{at}:F> (<t:{at}:R>), with {chips}.",
        f"<@{record.host}> begins it with `/night start`, here; friends then press **Join**.",
        *who,
        "-# Press **I'm in**, and you are told when it begins. Pressing again takes it back.",
    ]
    return "\n".join(lines), ((Button(button_id(SCOPE, 0, "@in", record.id), "I'm in", "success"),),)
