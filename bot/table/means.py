"""How many chips somebody can bring to a table."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.store import bank

from . import money
from .session import Session

MORE = "`/bank refill` brings new chips once a day."


async def of(session: Session, user: int) -> int:
    """What somebody can bring to the table now, in whole chips; to a lesson as many as anybody. Raises StoreError."""
    table = session.table
    if table.taught:
        return money.buy_ins(table).most
    now, most = table.time.now(), table.settings.buy_ins_day
    found = await session.services.store.read(
        bank.means, table.guild, user, since=now - now % money.DAY_MS, grant=table.settings.grant, most=most
    )
    return found // money.unit(table) * money.unit(table)


def too_little(least: int, has: int) -> str:
    """What somebody reads who cannot pay the least buy-in."""
    return f"The least buy-in here is {whites(least)}; you have {whites(has)}. {MORE}"
