"""More chips for a player at a table: between deals at once, in the middle of one as soon as it is over.

Where a match goes on for ever (`OpenTable.cash`) that is any amount up to the most, and a player may wish to be topped
up after each deal. Elsewhere it is another buy-in for a stack that is smaller than one.
"""

from __future__ import annotations

from bot.engine.amounts import YELLOW, BadAmount, read_amount, whites
from bot.engine.buy_in import called
from bot.engine.piles import Seat
from bot.store import Overdraft, OverLimit, Work

from . import means, money, night
from .errors import Rejected
from .lobby import KNOCKOUT
from .open_table import OpenTable
from .session import Session
from .state import BETWEEN, DEAL, OVER

COMES = "when this hand is over"
NOTHING = {"0": 0, "none": 0, "off": 0}
"""Words for no chips."""


def why_not(s: OpenTable, seat: Seat) -> str | None:
    """Why the player on this seat may not buy chips now, in a sentence; None if they may."""
    if not s.for_chips:
        return f"{s.game.title} is not played for chips."
    if s.knockout:
        return no_more(s)
    if s.phase == OVER and s.game.knockout(s.options):
        return f"You need not: a rematch is {called(money.buy_in(s), s.options)} to enter for everybody."
    if s.chairs[seat].leaving:
        return f"You leave {COMES}; stay to buy more chips."
    if s.cash:
        most = money.buy_ins(s).most
        return (
            f"You can buy more when you have less than {whites(most)}, the most here." if room(s, seat) <= 0 else None
        )
    amount = money.buy_in(s)
    if s.chairs[seat].buys:
        return f"You get {whites(amount)} more {COMES} already."
    if s.in_front(seat) >= amount:
        return f"You can buy more when you have less than {whites(amount)}."
    return night.why_no_rebuy(s, seat) if s.night is not None else None


def room(s: OpenTable, seat: Seat) -> int:
    """How many chips this player may still buy where the match goes on: up to the most, in hundredths of a white."""
    return (money.buy_ins(s).most - s.in_front(seat)) // money.unit(s) * money.unit(s)


def least(s: OpenTable, seat: Seat) -> int:
    """The least that this player buys there: a buy-in for a player who has nothing, otherwise any chip."""
    return money.unit(s) if s.in_front(seat) > 0 else money.buy_ins(s).least


def again(s: OpenTable, seat: Seat) -> int:
    """What a player buys who names no amount: a buy-in, as far as that much is allowed."""
    return min(money.buy_in(s), room(s, seat)) if s.cash else money.buy_in(s)


def wished(s: OpenTable, seat: Seat) -> int:
    """What this player gets when the hand is over; 0 for nothing."""
    chair = s.chairs[seat]
    return (chair.buys_amount or _price(s, seat)) if chair.buys else 0


def no_more(s: OpenTable) -> str:
    """Why nobody buys chips at their own wish in a match to the end."""
    if getattr(s.options, "rebuys", 0):
        return f"In {KNOCKOUT} you are asked whether you buy again, when you have lost all your chips."
    return f"Nobody buys more chips in {KNOCKOUT}."


def _price(s: OpenTable, seat: Seat) -> int:
    """What is bought by the player on this seat: in a match to the end what they have said there."""
    asked = s.game.wanted(s.options, s.match.state).get(seat) if s.match is not None and s.knockout else None
    return asked or money.buy_in(s)


def has_none(s: OpenTable, seat: Seat) -> bool:
    """Whether this seat has no chips: who is all-in has some in the pot, and knows only with the result."""
    return s.in_front(seat) <= 0 and not (s.phase == DEAL and s.stack_of(seat) > 0)


def broke(s: OpenTable) -> list[Seat]:
    """The people who have no chips and may buy some."""
    return [n for n in s.humans if has_none(s, n) and not s.chairs[n].buys and why_not(s, n) is None]


def _too_much(s: OpenTable, wanted: int, has: int) -> str:
    """What somebody reads who wants more chips than they can bring."""
    if not s.cash:
        return f"A buy-in is {whites(wanted)}, and you do not have that much."
    return f"{whites(wanted)} is more than you have in the bank: {whites(has)}. {means.MORE}"


async def rebuy(session: Session, user: int, amount: int | None = None) -> str:
    """More chips: now, or remembered until the deal is over; an amount only where the match goes on, where 0 takes a
    wish back. Returns the answer to the asker. Raises Rejected."""
    wanted = amount or money.buy_in(session.table)
    has = await means.of(session, user) if session.table.phase == DEAL else wanted
    try:
        async with session.commits.changing() as (table, work):
            seat = table.seat_of(user)
            if seat is None:
                raise Rejected("You do not sit at this table.")
            chair = table.chairs[seat]
            if amount == 0:
                if not chair.buys:
                    raise Rejected("You have not asked for chips.")
                chair.buys, chair.buys_amount = False, 0
                return "You buy no chips when this hand is over."
            if why := why_not(table, seat):
                raise Rejected(why)
            wanted = _amount(table, seat, amount)
            if table.phase == DEAL:
                if chair.buys and wished(table, seat) == wanted:
                    raise Rejected(f"You get {whites(wanted)} more {COMES} already.")
                if wanted > has:
                    raise Rejected(_too_much(table, wanted, has))
                chair.buys, chair.buys_amount = True, wanted if table.cash else 0
                return f"You buy {whites(wanted)} play chips {COMES}."
            _buy(table, work, seat, wanted)
            return f"You buy {whites(wanted)} play chips."
    except Rejected as no:
        if not isinstance(no.__cause__, Overdraft):
            raise
        has = await means.of(session, user)
        raise Rejected(_too_much(session.table, wanted, has)) from no


def _amount(s: OpenTable, seat: Seat, amount: int | None) -> int:
    """What is bought: that amount, or a buy-in. Raises Rejected with what may be bought."""
    if not s.cash:
        if amount is not None and amount != money.buy_in(s):
            raise Rejected(f"At this table everybody buys {whites(money.buy_in(s))} at a time.")
        return money.buy_in(s)
    has = s.in_front(seat)
    if amount is None:
        if has >= money.buy_in(s):
            raise Rejected(f"You have {whites(has)}; say how many more you want, up to {whites(room(s, seat))}.")
        return again(s, seat)
    if not least(s, seat) <= amount <= room(s, seat):
        raise Rejected(f"You may buy {whites(least(s, seat))} to {whites(room(s, seat))} more chips now.")
    money.whole_chips(s, amount)
    return amount


def _buy(s: OpenTable, work: Work, seat: Seat, amount: int, *, told: bool = True) -> None:
    if s.night is not None:
        night.buy_again(s, work, seat)
        return
    if s.stack_of(seat) <= 0:
        s.chairs[seat].sits_out = False  # who buys chips again wants to play
    money.buy(s, work, seat, amount, "rebuy", told=told)
    if s.match is not None and seat not in s.newcomers:
        s.match.rebuy(seat, amount)


# ---- topped up after each deal -------------------------------------------------------------------


async def top_up(session: Session, user: int, to: int | None = None) -> str:
    """From now on somebody's stack comes up to this after each deal: None is the usual buy-in, 0 that it does not any
    more. Everybody is told once. Returns the answer to the asker. Raises Rejected."""
    async with session.commits.changing() as (table, _):
        seat = table.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        if not table.cash:
            raise Rejected("Stacks are topped up at tables where the match goes on for ever, and not here.")
        chair, may = table.chairs[seat], money.buy_ins(table)
        wanted = may.usual if to is None else to
        if wanted and not may.least <= wanted <= may.most:
            raise Rejected(f"A stack is topped up to {whites(may.least)} to {whites(may.most)} chips here.")
        money.whole_chips(table, wanted)
        if wanted == chair.tops_up:
            raise Rejected(f"Your stack comes up to {whites(wanted)} after each hand already." if wanted else _OFF)
        chair.tops_up = wanted
        if not wanted:
            return _OFF
        table.notice = f"{chair.said}'s stack comes up to {whites(wanted)} after each hand from now on."
        return f"Your stack comes up to {whites(wanted)} after each hand, as far as the bank gives it."


_OFF = "Your stack is not topped up after hands."


def missing(s: OpenTable, seat: Seat) -> int:
    """What the stack lacks that is topped up between two deals; 0 where its owner is not here to play."""
    chair = s.chairs[seat]
    if not (chair.tops_up and s.cash and s.phase == BETWEEN) or chair.user is None or seat in s.newcomers:
        return 0
    if chair.absent or chair.sits_out:
        return 0
    return max(0, min(chair.tops_up, money.buy_ins(s).most) - s.stack_of(seat)) // YELLOW * YELLOW


# ---- what was asked for in the middle of a deal --------------------------------------------------


def due(s: OpenTable) -> bool:
    """Whether somebody gets chips now that the deal is over."""
    return any(chair.buys or missing(s, seat) for seat, chair in enumerate(s.chairs))


async def pay_wishes(session: Session) -> None:
    """What was asked for in the middle of a deal is bought now that it is over, of each on their own: who cannot pay is
    told so, and stands in nobody's way. Raises Rejected if the records take nothing."""
    table = session.table
    for account in [chair.account for n, chair in enumerate(table.chairs) if chair.buys or missing(table, n)]:
        try:
            async with session.commits.changing(asked=False) as (table, work):
                _pay_wish(table, work, account)
        except Rejected as no:
            if not isinstance(no.__cause__, Overdraft | OverLimit):
                raise
            await _cannot_pay(session, account)


def _seat_with(s: OpenTable, account: str) -> Seat | None:
    """Where somebody sits who has asked for chips, or is to be topped up; a house player has none but its name."""
    return next((n for n, c in enumerate(s.chairs) if c.account == account and (c.buys or missing(s, n))), None)


def _pay_wish(s: OpenTable, work: Work, account: str) -> None:
    seat = _seat_with(s, account)
    if seat is None or s.phase == DEAL:
        return
    chair, amount = s.chairs[seat], wished(s, seat)
    chair.buys, chair.buys_amount = False, 0
    asked = s.match is not None and s.knockout and seat in s.game.wanted(s.options, s.match.state)
    if amount and (asked or why_not(s, seat) is None):  # otherwise the deal has brought enough
        amount = min(amount, room(s, seat)) if s.cash else amount
        if s.cash and amount < least(s, seat) and not missing(s, seat):
            s.notice = f"{chair.said} has lost all: {whites(amount)} would be less than the least buy-in."
        else:
            _buy(s, work, seat, max(amount, missing(s, seat)))
    elif more := missing(s, seat):
        _buy(s, work, seat, more, told=False)  # everybody was told when it was wished


async def _cannot_pay(session: Session, account: str) -> None:
    async with session.commits.changing(asked=False) as (table, _):
        if (seat := _seat_with(table, account)) is not None:
            chair, amount = table.chairs[seat], wished(table, seat) or missing(table, seat)
            chair.buys, chair.buys_amount, chair.tops_up = False, 0, 0
            if table.cash and table.stack_of(seat) <= 0:
                chair.sits_out = True
            table.notice = f"{chair.said} cannot buy {whites(amount)} more chips: the bank says no."


# ---- amounts as they are typed -------------------------------------------------------------------


def read_more(s: OpenTable, user: int, typed: str) -> int:
    """How many more chips somebody wants, as they type it: `max` for as many as they may. Raises Rejected."""
    seat = s.seat_of(user)
    return _read(typed, {**NOTHING, **({} if seat is None or not s.cash else {"max": max(0, room(s, seat))})})


def read_brought(s: OpenTable, typed: str) -> int:
    """What somebody brings, as they type it: `min`, `max`, or an amount. Raises Rejected."""
    may = money.buy_ins(s)
    return _read(typed, {"min": may.least, "max": may.most})


def read_top_up(s: OpenTable, typed: str) -> int | None:
    """To what a stack is topped up, as people type it; None for the usual buy-in. Raises Rejected."""
    if typed.strip().lower() in ("on", "yes", "usual"):
        return None
    return _read(typed, {**NOTHING, "no": 0, "max": money.buy_ins(s).most, "min": money.buy_ins(s).least})


def _read(typed: str, words: dict[str, int]) -> int:
    try:
        return read_amount(typed, words)
    except BadAmount as bad:
        raise Rejected(str(bad)) from None
