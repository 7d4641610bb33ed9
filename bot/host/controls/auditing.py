"""What those who manage a card room have decided, page by page."""

from __future__ import annotations

from bot.show.controls.components import Rows
from bot.show.pages import audit
from bot.show.pages.cardroom import DESK
from bot.store import bank

from ..room import Room
from .banking import paged

LINES = 5
"""How many fit into a message, each with its reason."""
MOST_PAGES = 100_000


async def page(room: Room, guild: int, number: int) -> tuple[str, Rows]:
    """A page of it, the newest first; pages are counted from 1. Raises Rejected."""
    number = max(1, min(number, MOST_PAGES))
    found, total = await room.store.read(bank.decisions, guild, (number - 1) * LINES, LINES)
    lines = [audit.line(one, room.words) for one in found]
    return paged(DESK, "What managers have decided", "audit", number, total, lines, LINES)
