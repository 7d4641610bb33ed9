"""What stands behind **More…** is answered there: a sentence for one person alone, with the other buttons."""

from __future__ import annotations

from bot.show.controls import table_controls
from bot.show.controls.components import Rows
from bot.table.session import Session
from bot.table.state import CLOSED

from ..calls.reply import Reply


def behind_more(reply: Reply) -> bool:
    """Whether what was pressed stands behind **More…**."""
    return reply.ephemeral and not reply.on_panel


async def ask(reply: Reply, text: str, rows: Rows) -> None:
    """Say this to the person who pressed, with these buttons, in place of what was said before."""
    if behind_more(reply):
        await reply.change(text, rows=rows)
    else:
        await reply.say(text, rows=rows)


async def told(session: Session, reply: Reply, said: str) -> None:
    """The outcome of a press behind **More…**, with the other buttons; elsewhere the table shows it."""
    if behind_more(reply):
        _, rows = table_controls.more(session.table, reply.user, reply.manager)
        await reply.change(said, rows=() if session.table.phase == CLOSED else rows)
