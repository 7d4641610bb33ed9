"""Chips by colour: what lies before each seat, how it is counted, changed, and shown (rules: dealing, section 7).

The integer amount is the truth, and money moves in the books alone; here it is only seen as chips.
"""

from __future__ import annotations

from bot.engine.amounts import CHIPS
from bot.engine.buy_in import called, pennies
from bot.engine.chips import BadChips, ChipsShown, Stack, colour_down, colour_up, counting
from bot.engine.piles import Seat
from card_art import scene as art

from .errors import No
from .racks import before_deal, followed, told
from .session import DEAL, Session
from .words import Who

_LATEST = 6
"""Of so many of the last events the payments are shown."""


def now(session: Session, seat: Seat) -> Stack:
    """A seat's chips as they lie now."""
    deal = session.deal
    if deal is None or seat >= deal.table.seats:
        return before_deal(session, seat)
    return followed(session, deal).now[seat]


def shown(session: Session, who: Who) -> list[str]:
    """What has just been laid out for everybody to see: change, split pots, large payments."""
    known = told(session)
    if known is None:
        return []
    return [_told(session, one, who) for at, one in known.shown if at > known.public - _LATEST][-2:]


def _told(session: Session, one: ChipsShown, who: Who) -> str:
    if one.why == "change":
        return f"Change for {who(one.seat)}: {one.chips}."
    return f"{who(one.seat)} gets {called(one.amount, session.options)}: {one.chips}."


def laid_out(session: Session, who: Who) -> tuple[str, art.Counting | art.Shares] | None:
    """What the last change has laid out, in words and as one picture: a buy-in, a large payment, a split pot."""
    by_seat: dict[Seat, Stack] = {}
    for one in [one for one in session.laid.chips if one.seat < len(session.chairs)]:
        by_seat[one.seat] = by_seat.get(one.seat, Stack()) + one.chips
    if not by_seat:
        return None
    bought = session.laid.chips[0].why == "buy-in"
    told = {
        s: f"{who(s)} {'buys' if bought else 'gets'} {called(chips.amount, session.options)}"
        for s, chips in by_seat.items()
    }
    text = "\n".join([f"**{session.game.title}**", *(f"{told[s]}: {chips}." for s, chips in by_seat.items())])
    if bought:
        ((seat, chips),) = by_seat.items()
        return text, _counting(session, told[seat], chips)
    shares = tuple(
        art.Share(who(s), tuple((CHIPS[c], n) for c, n in chips if n), called(chips.amount, session.options), s)
        for s, chips in by_seat.items()
    )
    said = "Chips for several" if len(told) > 1 else next(iter(told.values()))
    return text, art.Shares(session.game.title, said, shares, pennies(session.options))


def counted(session: Session, user: int) -> tuple[str, art.Counting]:
    """Somebody's own stack laid out to be counted, in words and as a picture. Raises No."""
    seat = _seat(session, user)
    stack = now(session, seat)
    picture = _counting(session, f"{session.chairs[seat].name}'s chips", stack)
    lines = [f"**Your chips** at {session.game.title}: {picture.subtitle}", *(row.text for row in picture.rows)]
    return "\n".join(lines), picture


def _counting(session: Session, title: str, stack: Stack) -> art.Counting:
    sign = "¢" if pennies(session.options) else ""
    rows = tuple(art.Counted(CHIPS[r.colour], r.stacks, r.height, r.loose, f"{r}{sign}") for r in counting(stack))
    worth = f"{called(stack.amount, session.options)} in {stack.chips:,} chip{'' if stack.chips == 1 else 's'}"
    return art.Counting(title, worth, rows, pennies(session.options))


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
