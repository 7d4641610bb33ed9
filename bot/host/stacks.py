"""Chips by colour: what lies before each seat, how it is counted, changed, and shown (rules: dealing, section 7).

The integer amount is the truth, and money moves in the books alone; here it is only seen as chips.
"""

from __future__ import annotations

from bot.engine.amounts import CHIPS, whites
from bot.engine.chips import BadChips, Stack, colour_down, colour_up, counting, follow, playable
from bot.engine.piles import Seat
from bot.engine.view import View, view
from card_art import scene as art

from . import money
from .errors import No
from .session import DEAL, Session
from .words import Who

_LATEST = 6
"""Of so many of the last events the payments are shown."""


def before_deal(session: Session, seat: Seat) -> Stack:
    """A seat's chips between deals; during one, as they lay when it began."""
    amount = money.stack_of(session, seat)
    kept = session.stacks.get(seat)
    return kept if kept is not None and kept.amount == amount else playable(amount)


def now(session: Session, seat: Seat) -> Stack:
    """A seat's chips as they lie now."""
    deal = session.deal
    if deal is None or seat >= deal.table.seats:
        return before_deal(session, seat)
    begun = {n: before_deal(session, n) for n in range(deal.table.seats)}
    return follow(begun, view(deal).events)[0][seat]


def shown(session: Session, seen: View, who: Who) -> list[str]:
    """What has just been laid out for everybody to see: change, split pots, large payments."""
    if session.phase != DEAL:
        return []
    begun = {n: before_deal(session, n) for n in range(seen.seats)}
    earlier = len(follow(begun, seen.events[:-_LATEST])[1])
    latest = follow(begun, seen.events)[1][earlier:]
    return [
        f"Change for {who(s.seat)}: {s.chips}." if s.why == "change" else
        f"{who(s.seat)} gets {whites(s.amount)}: {s.chips}."
        for s in latest[-2:]
    ]  # fmt: skip


def counted(session: Session, user: int) -> tuple[str, art.Counting]:
    """Somebody's own stack laid out to be counted, in words and as a picture. Raises No."""
    seat = _seat(session, user)
    stack = now(session, seat)
    rows = tuple(art.Counted(CHIPS[r.colour], r.stacks, r.height, r.loose, str(r)) for r in counting(stack))
    worth = f"{whites(stack.amount)} in {stack.chips:,} chips"
    picture = art.Counting(f"{session.chairs[seat].name}'s chips", worth, rows)
    lines = [f"**Your chips** at {session.game.title}: {worth}", *(str(row) for row in counting(stack))]
    return "\n".join(lines), picture


async def change(session: Session, user: int, colour: str, down: int | None = None) -> None:
    """Full stacks of a colour become chips of the next one; or so many chips go `down` to the one below. Raises No."""
    async with session.changing(shown=False):
        seat = _seat(session, user)
        if session.phase == DEAL:
            raise No("Chips are changed between deals.")
        stack, colour = before_deal(session, seat), colour.strip().lower()
        try:
            stack = colour_up(stack, colour) if down is None else colour_down(stack, colour, down)
        except BadChips as bad:
            raise No(str(bad)) from None
        session.stacks[seat] = stack


def _seat(session: Session, user: int) -> Seat:
    seat = session.seat_of(user)
    if seat is None:
        raise No("You do not sit at this table.")
    if not session.for_chips:
        raise No(f"{session.game.title} is not played for chips.")
    return seat
