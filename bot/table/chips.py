"""What somebody does with the chips before them: changes colours, has them counted (rules/dealing.md, section 7).

The integer amount is the truth, and money moves in the books alone; here it is only seen as chips.
"""

from __future__ import annotations

from bot.engine.buy_in import called
from bot.engine.chips import BadChips, ChipsShown, Stack, colour_down, colour_up
from bot.engine.piles import Seat

from .errors import Rejected
from .open_table import OpenTable
from .racks import before_deal, followed
from .session import Session
from .state import DEAL

COUNTED = "count"
"""Why somebody's own stack is laid out."""


def seat_for_chips(table: OpenTable, user: int) -> Seat:
    """Where somebody sits who plays for chips here. Raises Rejected."""
    seat = table.seat_of(user)
    if seat is None:
        raise Rejected("You do not sit at this table.")
    if not table.for_chips:
        raise Rejected(f"{table.game.title} is not played for chips.")
    return seat


def now(table: OpenTable, seat: Seat) -> Stack:
    """A seat's chips as they lie now."""
    deal = table.deal
    if deal is None or seat >= deal.table.seats:
        return before_deal(table, seat)
    return followed(table, deal).now[seat]


async def count_in_public(session: Session, user: int) -> str:
    """Somebody's stack is counted before everybody at the table. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        seat = seat_for_chips(table, user)
        stack = now(table, seat)
        if not stack.chips:
            raise Rejected("You have no chips to count.")
        table.notice = f"{table.chairs[seat].said} counts {called(stack.amount, table.options)}: {stack}."
        table.chip_display = table.chip_display.then(ChipsShown(seat, stack.amount, stack, COUNTED))
        return "Everybody at the table sees your stack counted."


async def change(session: Session, user: int, colour: str, down: int | None = None) -> None:
    """Full stacks of a colour become chips of the next one; or a number of chips go `down` to the one below. Raises
    Rejected."""
    async with session.commits.changing(shown=False) as (table, _):
        seat = seat_for_chips(table, user)
        if table.phase == DEAL:
            raise Rejected("Chips are changed between deals.")
        stack, colour = before_deal(table, seat), colour.strip().lower()
        try:
            stack = colour_up(stack, colour) if down is None else colour_down(stack, colour, down)
        except BadChips as bad:
            raise Rejected(str(bad)) from None
        table.stacks[seat] = stack
