"""More chips for a player at a table: between deals at once, in the middle of one as soon as it is over."""

from __future__ import annotations

from bot.engine.amounts import whites
from bot.engine.piles import Seat
from bot.store import Overdraft, OverLimit, Work

from . import money, night
from .errors import Rejected
from .lobby import KNOCKOUT
from .open_table import OpenTable
from .session import Session
from .state import DEAL

COMES = "when this hand is over"


def why_not(s: OpenTable, seat: Seat) -> str | None:
    """Why the player on this seat may not buy chips now, in a sentence; None if they may."""
    amount = money.buy_in(s)
    if not s.for_chips:
        return f"{s.game.title} is not played for chips."
    if s.knockout:
        return f"Nobody buys more chips in {KNOCKOUT}."
    if s.chairs[seat].buys:
        return f"You get {whites(amount)} more {COMES} already."
    if s.chairs[seat].leaving:
        return f"You leave {COMES}; stay to buy more chips."
    if s.in_front(seat) >= amount:
        return f"You can buy more when you have less than {whites(amount)}."
    return night.why_no_rebuy(s, seat) if s.night is not None else None


def broke(s: OpenTable) -> list[Seat]:
    """The people who have no chips before them and may buy some."""
    return [n for n in s.humans if s.in_front(n) <= 0 and why_not(s, n) is None]


async def rebuy(session: Session, user: int) -> str:
    """Another buy-in for a stack that is smaller than one: now, or remembered until the deal is over. Returns the
    answer to the asker. Raises Rejected."""
    amount = whites(money.buy_in(session.table))
    try:
        async with session.commits.changing() as (table, work):
            seat = table.seat_of(user)
            if seat is None:
                raise Rejected("You do not sit at this table.")
            if why := why_not(table, seat):
                raise Rejected(why)
            if table.phase == DEAL:
                table.chairs[seat].buys = True
                return f"You buy {amount} play chips {COMES}."
            _buy(table, work, seat)
            return f"You buy {amount} play chips."
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise Rejected(f"A buy-in is {amount}, and you do not have that much.") from no
        raise


def _buy(s: OpenTable, work: Work, seat: Seat) -> None:
    if s.night is not None:
        night.buy_again(s, work, seat)
        return
    amount = money.buy_in(s)
    if s.stack_of(seat) <= 0:
        s.chairs[seat].sits_out = False  # who buys chips again wants to play
    money.buy(s, work, seat, amount, "rebuy")
    if s.match is not None and seat not in s.newcomers:
        s.match.rebuy(seat, amount)


async def pay_wishes(session: Session) -> None:
    """What was asked for in the middle of a deal is bought now that it is over, of each on their own: who cannot pay is
    told so, and stands in nobody's way. Raises Rejected if the records take nothing."""
    for user in [chair.user for chair in session.table.chairs if chair.buys and chair.user is not None]:
        try:
            async with session.commits.changing(asked=False) as (table, work):
                _pay_wish(table, work, user)
        except Rejected as no:
            if not isinstance(no.__cause__, Overdraft | OverLimit):
                raise
            await _cannot_pay(session, user)


def _pay_wish(s: OpenTable, work: Work, user: int) -> None:
    seat = s.seat_of(user)
    if seat is None or s.phase == DEAL or not s.chairs[seat].buys:
        return
    s.chairs[seat].buys = False
    if why_not(s, seat) is None:  # otherwise the deal has brought enough
        _buy(s, work, seat)


async def _cannot_pay(session: Session, user: int) -> None:
    async with session.commits.changing(asked=False) as (table, _):
        if (seat := table.seat_of(user)) is not None:
            chair = table.chairs[seat]
            chair.buys = False
            table.notice = f"{chair.said} cannot buy {whites(money.buy_in(table))} more chips: the bank says no."
