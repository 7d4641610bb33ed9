"""Deals as people start them: the first of a match, and each one after it. Seats that stay empty and are needed go to
house players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.traits import LastOneWins, Reading
from bot.store import Work, planned

from . import buying, money, night, picking, play
from .errors import Rejected
from .hosting import may_host
from .lobby import seat_house
from .open_table import OpenTable
from .session import Session
from .state import BETWEEN, DEAL, LOBBY, OVER, PICK


async def start(session: Session, by: int, manager: bool = False) -> None:
    """The first deal of a match, or of a rematch. Raises Rejected."""
    await buying.pay_wishes(session)
    async with session.commits.changing() as (table, work):
        may_host(table, by, manager)
        _begin(table, work)


async def start_full(session: Session) -> None:
    """The first deal of a match for a number of players: all of them are there. Raises Rejected."""
    async with session.commits.changing(asked=False) as (table, work):
        if table.phase == LOBBY and table.next_at is not None and table.now() >= table.next_at:
            table.next_at = None
            _begin(table, work)


async def wait_again(session: Session, why: str) -> None:
    """Such a match could not begin, for this reason: somebody has to say when. Raises Rejected."""
    async with session.commits.changing(asked=False) as (table, _):
        if table.phase == LOBBY:
            table.next_at, table.notice = None, why


async def play_now(session: Session, by: int, manager: bool = False) -> None:
    """The first deal, at once: house players take the seats that a usual table has left. Raises Rejected."""
    async with session.commits.changing() as (table, work):
        _somebody_is_here(table)
        if not table.hosts(by) and not manager:
            join = "" if table.seat_of(by) is not None else "; press **Join** to play along"
            raise Rejected(f"This is {_whose(table)}{join}.")
        for _ in range(table.usual_size - len(table.taken) if table.phase == LOBBY else 0):
            seat = table.empty_chair()
            assert seat is not None  # a usual table has no more seats than there are
            seat_house(table, work, seat)
        _begin(table, work)


def _whose(table: OpenTable) -> str:
    """Whose table it is, and who begins the game there."""
    seat = table.seat_of(table.acting_host)
    begins = table.chairs[seat].said if seat is not None else "the host"
    if table.acting_host != table.host:
        return f"<@{table.host}>'s table: {begins} begins the game until they sit down"
    return f"{begins}'s table: {begins} begins the game"


def _somebody_is_here(table: OpenTable) -> None:
    if not table.humans:
        raise Rejected("Nobody sits at this table yet; press **Join** first.")


def _begin(table: OpenTable, work: Work) -> None:
    _somebody_is_here(table)
    if table.phase == PICK:
        raise Rejected(f"The next game is for {table.chairs[night.of(table).dealer].said} to name.")
    if table.phase not in (LOBBY, OVER):
        raise Rejected("The game has begun already.")
    table.idle_since = table.time.now()
    if table.night is not None:
        picking.begin(table)
        work.do(planned.plan, table.id, {"few": 0})
        return
    _fill_or_refuse(table, work)
    play.begin_match(table, work)
    play.begin_deal(table, work)


def _fill_or_refuse(table: OpenTable, work: Work) -> None:
    least = table.game.seats.start
    playing = [c for c in table.chairs if not c.empty and not c.sits_out]
    if len(playing) < least:
        missing = least - len(playing)
        more = "one more player" if missing == 1 else f"{missing} more players"
        raise Rejected(f"{table.game.title} needs {more}; friends can join, or add a house player.")
    if len(playing) not in table.game.seats:
        numbers = " or ".join(str(n) for n in table.game.seats)
        raise Rejected(f"{table.game.title} is for {numbers} players, and you are {len(playing)}.")
    if why := table.game.unfit(table.options, len(playing)):
        raise Rejected(why)
    if table.for_chips and (table.taught or table.game.knockout(table.options)):
        for seat in table.taken:
            money.even_out(table, work, seat)
    elif table.match is not None and table.for_chips:
        poor = [s for s in table.taken if table.stack_of(s) <= 0]
        for seat in [s for s in poor if table.chairs[s].house]:
            table.chairs[seat].bought = 0
            money.buy(table, work, seat, money.buy_in(table), "rebuy")
            table.match.rebuy(seat, money.buy_in(table))


async def say_next(session: Session, user: int) -> str:
    """Somebody presses **Next**: the next deal, at once. In games whose results stand no longer than they are read it
    comes when all people who were dealt in have said so. Returns what they are told. Raises Rejected."""
    table = session.table
    if table.game.has(Reading) and table.phase == BETWEEN and not table.paused and table.seat_of(user) is not None:
        async with session.commits.changing() as (table, _):
            missing = [one for one in table.asked_for_next if one not in (*table.ready, user)]
            if missing and table.phase == BETWEEN:
                if user in table.ready:
                    raise Rejected(f"You have said so; it waits for {_named(table, missing)}, or begins in a moment.")
                table.ready.append(user)
                table.idle_since = table.time.now()
                return f"The next hand begins in a moment; at once if {_named(table, missing)} would have it, too."
    await next_deal(session, user)
    return "The cards are dealt."


def _named(table: OpenTable, users: Sequence[int]) -> str:
    return " and ".join(chair.said for chair in table.chairs if chair.user in users)


async def next_deal(session: Session, user: int | None = None) -> None:
    """The next deal, pressed by somebody who sits at the table, or by the clock (None). Raises Rejected."""
    await buying.pay_wishes(session)
    async with session.commits.changing() as (table, work):
        if table.paused:
            raise Rejected(f"The table is paused: {table.paused}")
        if table.phase != BETWEEN:
            raise Rejected("This deal is not over yet." if table.phase == DEAL else "No match is running; press Start.")
        if user is not None and table.seat_of(user) is None:
            raise Rejected("Only players at this table deal the next hand.")
        if user is None and (why := play.nobody_plays(table)):
            raise Rejected(why)
        _ready_for_deal(table, work)
        if user is not None:
            table.idle_since = table.time.now()
        play.begin_deal(table, work)


def _ready_for_deal(table: OpenTable, work: Work) -> None:
    """Empty chairs that stop the game go to house players. Raises Rejected where still too few would play."""
    match = table.match
    assert match is not None
    players = table.in_match
    least = len(players) if table.needs_everybody else table.game.seats.start
    if (table.game.has(LastOneWins) or table.knockout) and len(table.taken) == 1:
        least = 1
    free = [n for n, c in enumerate(players) if c.empty]
    playing = sum(not c.empty and not c.sits_out for c in players)
    if playing + len(free) < least:
        raise Rejected(f"{table.game.title} needs {least} players; the table waits for somebody to join.")
    for seat in free[: max(0, least - playing)]:
        seat_house(table, work, seat)
    for seat, chair in enumerate(table.chairs):
        match.sit_out(seat, chair.empty or chair.sits_out)
