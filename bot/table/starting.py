"""Deals as people start them: the first of a match, and each one after it. Seats that stay empty and are needed go to
house players."""

from __future__ import annotations

from bot.engine.traits import LastOneWins
from bot.store import Work

from . import buying, money, night, picking, play
from .errors import Rejected
from .hosting import may_host
from .lobby import seat_house
from .session import Session
from .state import BETWEEN, DEAL, LOBBY, OVER, PICK


async def start(session: Session, by: int, manager: bool = False) -> None:
    """The first deal of a match, or of a rematch. Raises Rejected."""
    await buying.pay_wishes(session)
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
            seat_house(session, work, seat)
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
    await buying.pay_wishes(session)
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
    least = len(players) if session.needs_everybody else session.game.seats.start
    if (session.game.has(LastOneWins) or session.knockout) and len(session.taken) == 1:
        least = 1
    free = [n for n, c in enumerate(players) if c.empty]
    playing = sum(not c.empty and not c.sits_out for c in players)
    if playing + len(free) < least:
        raise Rejected(f"{session.game.title} needs {least} players; the table waits for somebody to join.")
    for seat in free[: max(0, least - playing)]:
        seat_house(session, work, seat)
    for seat, chair in enumerate(session.chairs):
        match.sit_out(seat, chair.empty or chair.sits_out)
