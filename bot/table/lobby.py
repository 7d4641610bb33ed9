"""Sitting down and getting up, starting, pausing and closing: what people do at a table besides playing."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from bot.engine.amounts import whites
from bot.engine.cutting import ASLEEP
from bot.engine.options import BadOption, declared, read_options, typed_back
from bot.engine.piles import Seat
from bot.store import Night, Overdraft, OverLimit, Work

from . import money, night, picking, play
from .chairs import HOUSE_NAMES, Chair
from .errors import CannotPay, Rejected
from .names import escaped
from .session import Session
from .state import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK, Waiting

log = logging.getLogger(__name__)

KNOCKOUT = "a freezeout"
_STAY_IN = "; your chips stay in the freezeout"
MOST_HOSTED = 5
"""So many open tables of a server may have the same host."""


async def join(session: Session, user: int, name: str) -> Seat | None:
    """Sit down, with a buy-in where the game is played for chips. A full table has a queue: None says that this
    person is in it now, and gets the next seat that is free between deals. Raises Rejected."""
    async with _with_buy_in(session) as work:
        seat = session.seat_of(user)
        if seat is not None:
            if session.chairs[seat].leaving:
                session.chairs[seat].leaving = False
                return seat
            raise Rejected("You sit at this table already.")
        seat = session.free_chair()
        if seat is None and session.seats[-1] == 1:  # nobody waits for a seat that is never free
            one = f"{session.game.title} is for one at this table."
            raise Rejected(session.game.unfit(session.options, len(session.taken) + 1) or one)
        if seat is None or (session.queue and session.queue[0].user != user):
            if session.place_in_queue(user):
                raise Rejected(f"You are in the queue already, as number {session.place_in_queue(user)}.")
            session.queue.append(Waiting(user, name))
            return None
        _seat_person(session, work, seat, user, name)
        return seat


async def open_night(session: Session, user: int, name: str, record: Night) -> None:
    """The host opens a night of dealer's choice and sits down. Raises Rejected."""
    async with _with_buy_in(session) as work:
        work.begin_night(record)
        _seat_person(session, work, 0, user, name)


async def take(session: Session, user: int, name: str, seat: Seat) -> str:
    """Sit down on a house player's seat, or on an empty one, between deals. Returns whose seat it was. Raises
    Rejected."""
    async with _with_buy_in(session) as work:
        if session.seat_of(user) is not None:
            raise Rejected("You sit at this table already.")
        if not 0 <= seat < len(session.chairs):
            raise Rejected(f"There is no seat {seat + 1} at this table.")
        if session.knockout:
            raise Rejected(f"Nobody joins {KNOCKOUT}.")
        chair = session.chairs[seat]
        if chair.user is not None:
            raise Rejected(f"{chair.said} sits there.")
        if session.phase == DEAL:
            raise Rejected("You can take that seat when this deal is over.")
        if session.queue and session.queue[0].user != user:
            raise Rejected(
                f"{escaped(session.queue[0].name)} is first in the queue for the next seat; press **Join** to queue up."
            )
        _seat_person(session, work, seat, user, name)
        return chair.said


async def seat_next(session: Session) -> int | None:
    """Whoever is first in the queue sits down, if there is a seat for them. Returns the user. Who cannot pay the buy-in
    loses the place; whatever else stands in the way costs nobody theirs, and raises Rejected."""
    if not session.queue or session.phase == DEAL or session.free_chair() is None:
        return None
    user, name = session.queue[0]
    try:
        async with _with_buy_in(session) as work:
            seat = session.free_chair()
            if seat is None or session.phase == DEAL or session.queue[:1] != [(user, name)]:
                return None
            _seat_person(session, work, seat, user, name)
            return user
    except CannotPay as no:
        log.info("table %s: %s cannot sit down and loses the place in the queue: %s", session.id, user, no)
        async with session.changing():
            session.queue = [waits for waits in session.queue if waits.user != user]
        return None


@asynccontextmanager
async def _with_buy_in(session: Session) -> AsyncIterator[Work]:
    try:
        async with session.changing() as work:
            yield work
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise CannotPay(f"The buy-in is {whites(money.buy_in(session))}, and you do not have that much.") from no
        if isinstance(no.__cause__, OverLimit):
            raise CannotPay(str(no)) from no
        raise


def _seat_person(session: Session, work: Work, seat: Seat, user: int, name: str) -> None:
    now = session.time.now()
    if session.version == 0:  # this opens the table
        work.limit_tables(session.guild, session.id, user, MOST_HOSTED)
    work.ensure_member(session.guild, user, name, session.settings.grant, now)
    _sit(session, work, seat, Chair(user=user, name=name, since=now))
    session.queue = [waits for waits in session.queue if waits.user != user]
    session.idle_since = now


async def change_partner(session: Session, user: int) -> str:
    """Before a match, where partners choose each other: whoever sits next takes the place across. Raises Rejected."""
    async with session.changing():
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        chairs = session.chairs
        if session.game.partners is None or session.phase not in (LOBBY, OVER):
            raise Rejected("Partners can be changed before a match only.")
        if len(chairs) not in session.game.seats or any(c.empty for c in chairs):
            raise Rejected("Partners can be chosen when everybody sits here.")
        if not session.game.in_partnerships(session.options, len(chairs)):
            raise Rejected(f"With {len(chairs)} players everybody plays alone.")
        across = (seat + len(chairs) // 2) % len(chairs)
        others = [n for n in range(len(chairs)) if n != seat]
        for n, chair in zip(others, [chairs[n] for n in (*others[1:], others[0])], strict=True):
            chairs[n] = chair
        return f"You play with {chairs[across].said}."


def _sit(session: Session, work: Work, seat: Seat, chair: Chair) -> None:
    if seat == len(session.chairs):
        session.chairs.append(Chair())
    taken_over = session.chairs[seat]
    if not taken_over.empty:
        money.cash_out(session, work, seat)
    session.chairs[seat] = chair
    buy_in = money.buy_in(session) if session.for_chips else 0
    money.buy(session, work, seat, buy_in, "buy-in")
    if session.match is not None:
        if session.phase == DEAL:
            session.newcomers.append(seat)
        elif seat in session.newcomers:
            chair.looks_on = taken_over.looks_on
        elif (
            session.game.for_chips(session.options) or seat >= session.match.state.seats
            or (taken_over.empty and not session.game.fixed)
        ):  # fmt: skip
            session.match.sit(seat, buy_in)
        else:
            session.match.take_over(seat, buy_in)


async def add_house(session: Session, *, by: int | None = None, manager: bool = False) -> Seat:
    """A house player sits down, at the wish of somebody (None is nobody's) who belongs to the table. Raises
    Rejected."""
    async with session.changing() as work:
        if by is not None and session.seat_of(by) is None and by != session.host and not manager:
            raise Rejected("Only who sits at this table can add house players; press **Join** first.")
        seat = session.empty_chair()
        if seat is None:
            raise Rejected("The table is full.")
        _sit(session, work, seat, Chair(name=_house_name(session), house=True, since=session.time.now()))
        return seat


async def leave(session: Session, user: int) -> str:
    """Get up: at once between deals, at the deal's end in the middle of one. Raises Rejected."""
    async with session.changing() as work:
        seat = session.seat_of(user)
        if seat is None and session.place_in_queue(user):
            session.queue = [waits for waits in session.queue if waits.user != user]
            return "You have left the queue."
        if seat is None:
            raise Rejected("You do not sit at this table.")
        if session.phase == DEAL and seat not in session.newcomers:
            if session.chairs[seat].leaving:
                raise Rejected("You leave after this hand already.")
            session.chairs[seat].leaving = True
            return f"You leave after this hand{_STAY_IN if session.knockout else ''}."
        stays_in = session.knockout and money.stack_of(session, seat) > 0
        play.get_up(session, work, seat)
        if session.phase == CLOSED:
            return "You have left, and the table is closed: nobody sits there any more."
        return f"You have left the table{_STAY_IN if stays_in else ''}."


async def leave_server(session: Session, user: int) -> None:
    """Somebody is no member of the server any more: their seat is a leaver's, and they wait for none. Raises
    Rejected."""
    seat = session.seat_of(user)
    if not session.place_in_queue(user) and (seat is None or session.chairs[seat].leaving):
        return
    async with session.changing(asked=False) as work:
        session.queue = [waits for waits in session.queue if waits.user != user]
        if (seat := session.seat_of(user)) is None:
            return
        if session.phase == DEAL and seat not in session.newcomers:
            session.chairs[seat].leaving = True
        else:
            play.get_up(session, work, seat)


async def stay(session: Session, user: int) -> str:
    """Whoever wanted to get up when this deal is over does not, if it is not over yet. Raises Rejected."""
    async with session.changing():
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("The hand is over, and you do not sit at this table any more; press **Join** to sit down.")
        if not session.chairs[seat].leaving:
            raise Rejected("You stay already.")
        session.chairs[seat].leaving = False
        return "You stay."


async def remove(session: Session, by: int, seat: Seat, manager: bool) -> None:
    """The host or a manager makes a seat empty, between deals. Raises Rejected."""
    async with session.changing() as work:
        may_host(session, by, manager)
        if not 0 <= seat < len(session.chairs) or session.chairs[seat].empty:
            raise Rejected("Nobody sits there.")
        if session.phase == DEAL:
            raise Rejected("A seat can be emptied when this deal is over.")
        play.get_up(session, work, seat)


async def start(session: Session, by: int, manager: bool = False) -> None:
    """The first deal of a match, or of a rematch. Raises Rejected."""
    async with session.changing() as work:
        may_host(session, by, manager)
        _begin(session, work)


async def play_now(session: Session, by: int, manager: bool = False) -> None:
    """The first deal, at once: house players take the seats that a usual table has left. Raises Rejected."""
    async with session.changing() as work:
        if by != session.host and not manager:
            seat = session.seat_of(session.host)
            host = session.chairs[seat].said if seat is not None else "the host"
            join = "" if session.seat_of(by) is not None else "; press **Join** to play along"
            raise Rejected(f"This is {host}'s table: {host} begins the game{join}.")
        for _ in range(session.usual_size - len(session.taken) if session.phase == LOBBY else 0):
            seat = session.empty_chair()
            assert seat is not None  # a usual table has no more seats than there are
            _sit(session, work, seat, Chair(name=_house_name(session), house=True, since=session.time.now()))
        _begin(session, work)


def _begin(session: Session, work: Work) -> None:
    if session.phase == PICK:
        raise Rejected(f"The next game is for {session.chairs[night.of(session).dealer].said} to name.")
    if session.phase not in (LOBBY, OVER):
        raise Rejected("The game has begun already.")
    session.idle_since = session.time.now()
    if session.night is not None:
        picking.begin(session)
        return
    _fill_or_refuse(session, work)
    play.begin_match(session, work)
    play.begin_deal(session, work)


def _fill_or_refuse(session: Session, work: Work) -> None:
    least = session.game.seats.start
    playing = [c for c in session.chairs if not c.empty and not c.sits_out]
    if len(playing) < least:
        missing = least - len(playing)
        more = "one more player" if missing == 1 else f"{missing} more players"
        raise Rejected(f"{session.game.title} needs {more}; friends can join, or add a house player.")
    if len(playing) not in session.game.seats:
        numbers = " or ".join(str(n) for n in session.game.seats)
        raise Rejected(f"{session.game.title} is for {numbers} players, and you are {len(playing)}.")
    if why := session.game.unfit(session.options, len(playing)):
        raise Rejected(why)
    if session.for_chips and session.game.knockout(session.options):
        for seat in session.taken:
            money.even_out(session, work, seat)
    elif session.match is not None and session.for_chips:
        poor = [s for s in session.taken if money.stack_of(session, s) <= 0]
        for seat in [s for s in poor if session.chairs[s].house]:
            session.chairs[seat].bought = 0
            money.buy(session, work, seat, money.buy_in(session), "rebuy")
            session.match.rebuy(seat, money.buy_in(session))


async def next_deal(session: Session, user: int | None = None) -> None:
    """The next deal, pressed by somebody who sits at the table, or by the clock (None). Raises Rejected."""
    async with session.changing() as work:
        if session.paused:
            raise Rejected(f"The table is paused: {session.paused}")
        if session.phase != BETWEEN:
            raise Rejected(
                "This deal is not over yet." if session.phase == DEAL else "No match is running; press Start."
            )
        if user is not None and session.seat_of(user) is None:
            raise Rejected("Only players at this table deal the next hand.")
        if user is None and (why := play.nobody_plays(session)):
            raise Rejected(why)
        _ready_for_deal(session, work)
        if user is not None:
            session.idle_since = session.time.now()
        play.begin_deal(session, work)


def _ready_for_deal(session: Session, work: Work) -> None:
    """Empty chairs that stop the game go to house players. Raises Rejected where still too few would play."""
    match = session.match
    assert match is not None
    players = session.in_match
    least = len(players) if session.game.fixed else session.game.seats.start
    if (session.game.last_one_wins or session.knockout) and len(session.taken) == 1:
        least = 1
    free = [n for n, c in enumerate(players) if c.empty]
    playing = sum(not c.empty and not c.sits_out for c in players)
    if playing + len(free) < least:
        raise Rejected(f"{session.game.title} needs {least} players; the table waits for somebody to join.")
    for seat in free[: max(0, least - playing)]:
        _sit(session, work, seat, Chair(name=_house_name(session), house=True, since=session.time.now()))
    for seat, chair in enumerate(session.chairs):
        match.sit_out(seat, chair.empty or chair.sits_out)


def _house_name(session: Session) -> str:
    taken = {c.name for c in session.chairs}
    return next(n for n in HOUSE_NAMES if n not in taken)


def may_set_options(session: Session, by: int) -> None:
    """Raises Rejected unless this is the host of a table at which nothing has been dealt yet."""
    if by != session.host:
        raise Rejected("Only the host of this table can change its options.")
    if session.night is not None:
        raise Rejected("At a night whoever has the deal chooses a game's options.")
    if session.phase != LOBBY:
        raise Rejected("The options stand once the first hand is dealt; open another table for others.")


async def set_options(session: Session, by: int, given: Mapping[str, str]) -> None:
    """The host changes some of a table's options before the first deal, as people type them; buy-ins are as the new
    ones say. Raises Rejected."""
    try:
        async with session.changing() as work:
            may_set_options(session, by)
            wanted = _with(session, given)
            most = session.game.seats_for(wanted)[-1]
            if len(session.taken) > most:
                people = "one" if most == 1 else str(most)
                raise Rejected(f"With these options the table is for {people}, and {len(session.taken)} sit there.")
            session.options = wanted
            for seat in session.taken:
                money.follow_buy_in(session, work, seat)
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise Rejected("Not everybody who sits here has enough chips for that buy-in.") from no
        if isinstance(no.__cause__, OverLimit):
            raise Rejected("Not everybody who sits here may bring so many chips to the tables today.") from no
        raise


def _with(session: Session, given: Mapping[str, str]) -> Any:
    """The table's options with some changed. Raises Rejected."""
    stand = {f.name: typed_back(f, getattr(session.options, f.name)) for f in declared(session.game.options)}
    try:
        return read_options(session.game.options, {**stand, **given})
    except BadOption as bad:
        raise Rejected(str(bad)) from None


async def rebuy(session: Session, user: int) -> int:
    """Another buy-in for a stack that is smaller than one, between deals. Returns the amount. Raises Rejected."""
    try:
        async with session.changing() as work:
            seat = session.seat_of(user)
            if seat is None:
                raise Rejected("You do not sit at this table.")
            if not session.for_chips:
                raise Rejected(f"{session.game.title} is not played for chips.")
            if session.knockout:
                raise Rejected(f"Nobody buys more chips in {KNOCKOUT}.")
            if session.phase == DEAL:
                raise Rejected("You can buy chips when this deal is over.")
            amount = money.buy_in(session)
            if money.stack_of(session, seat) >= amount:
                raise Rejected(f"You can buy more when you have less than {whites(amount)}.")
            if session.night is not None:
                return night.buy_again(session, work, seat)
            if money.stack_of(session, seat) <= 0:
                session.chairs[seat].sits_out = False  # who buys chips again wants to play
            money.buy(session, work, seat, amount, "rebuy")
            if session.match is not None:
                session.match.rebuy(seat, amount)
            return amount
    except Rejected as no:
        if isinstance(no.__cause__, Overdraft):
            raise Rejected(f"A buy-in is {whites(money.buy_in(session))}, and you do not have that much.") from no
        raise


async def sit_out(session: Session, user: int) -> str:
    """Not dealt in from the next deal on; pressed again, dealt in again. Raises Rejected."""
    async with session.changing():
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        needed = session.game.fixed if session.night is None else session.bound and seat not in session.newcomers
        if needed:
            raise Rejected(f"{session.game.title} needs everybody; a house player can take your seat if you leave.")
        if session.knockout:
            raise Rejected(f"Everybody is dealt in to {KNOCKOUT}.")
        chair = session.chairs[seat]
        chair.sits_out = not chair.sits_out
        return "You sit out from the next deal on." if chair.sits_out else "You are dealt in from the next deal on."


async def ask_to_cut(session: Session, user: int) -> str:
    """Somebody wants to cut the next pack; where one is asked before each deal anyway, to be asked again after cuts
    that they have let lapse (rules: dealing, section 2). Raises Rejected."""
    async with session.changing(shown=False):
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("You do not sit at this table.")
        wish = getattr(session.options, "cut", "off")
        if wish == "off":
            raise Rejected("Nobody is asked to cut at this table.")
        if wish == "offer":
            if not _sleeps(session, seat):
                raise Rejected("You are asked to cut whenever it is your turn.")
            session.chairs[seat].cuts_again = True
            return "You are asked to cut again from the next deal on."
        if user in session.cutters:
            raise Rejected("You have asked to cut already.")
        first = next((n for u in session.cutters if (n := session.seat_of(u)) is not None), None)
        session.cutters.append(user)
        if first is not None:
            return f"{session.chairs[first].said} has asked first and cuts; it is your cut if they leave before."
        return "You cut the pack when it is shuffled next."


def _sleeps(session: Session, seat: Seat) -> bool:
    """Whether so many cuts have lapsed on this seat that it is not asked any more."""
    deal, match = session.deal, session.match
    missed = deal.table.missed_cuts if deal else match.state.missed_cuts if match else ()
    return seat < len(missed) and missed[seat] >= ASLEEP


async def hand_over(session: Session, by: int, user: int, manager: bool = False) -> str:
    """Somebody else at the table is the host from now on. Returns their name. Raises Rejected."""
    async with session.changing() as work:
        may_host(session, by, manager)
        seat = session.seat_of(user)
        if seat is None:
            raise Rejected("Only somebody who sits at this table can be its host.")
        if user == session.host:
            raise Rejected(f"{session.chairs[seat].said} is the host already.")
        work.limit_tables(session.guild, session.id, user, MOST_HOSTED)
        session.host = user
        return session.chairs[seat].said


async def pause(session: Session, why: str, by: int | None = None, manager: bool = False) -> None:
    """All clocks stand still. Raises Rejected."""
    async with session.changing():
        if by is not None:
            may_host(session, by, manager)
        if session.paused:
            raise Rejected("The table is paused already.")
        session.stopped_at = session.time.now()
        session.paused = why


async def resume(session: Session, by: int) -> None:
    """The clocks run on where they stood still. Raises Rejected."""
    async with session.changing():
        if (seat := session.seat_of(by)) is None:
            raise Rejected("Only players at this table can go on with it.")
        if not session.paused:
            raise Rejected("The table is not paused.")
        session.chairs[seat].lapses, session.chairs[seat].stand_in = 0, False
        now = session.time.now()
        session.stood_still += now - (session.stopped_at or now)
        session.stopped_at, session.paused, session.idle_since = None, None, now
        if session.phase == BETWEEN and session.next_at is None:
            session.next_at = session.now() + session.settings.next_deal_seconds * 1000
        if session.phase == PICK:
            session.next_at = session.now() + night.of(session).pick_seconds * 1000


async def void(session: Session) -> None:
    """A manager makes the running deal void. Raises Rejected."""
    async with session.changing() as work:
        play.void_deal(session, work)


async def close(session: Session, by: int | None = None, manager: bool = False) -> None:
    """Everybody cashes out. A running deal is void. Raises Rejected."""
    async with session.changing() as work:
        if by is not None:
            may_host(session, by, manager)
            if session.phase == DEAL and not manager:
                raise Rejected("Close the table when this deal is over; a manager can void it.")
        play.close(session, work)


async def end_night(session: Session, by: int, manager: bool = False) -> None:
    """The night is over: everybody is cashed out and sees how it went. Raises Rejected."""
    async with session.changing() as work:
        night.of(session)
        may_host(session, by, manager)
        if session.phase == DEAL:
            raise Rejected("The night can end when this hand is over.")
        play.close(session, work)


def may_host(session: Session, by: int, manager: bool) -> None:
    """Raises Rejected for whoever is neither the host nor a manager."""
    if by != session.host and not manager:
        raise Rejected("Only the host of this table can do that.")
