"""Cracks in what becomes of nights ahead, one for each law of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from bot.host.calls import calendar
from bot.host.nights import calling, going_on, sending
from bot.host.nights.planner import Planner
from bot.store import escrow, member
from bot.table import lobby, money

CRACKS_OF_NIGHTS: dict[str, tuple[str, Callable[[], None]]] = {}
"""By name: the law that must notice it, and what plants it."""
AHEAD = (
    "--only",
    "nights=1,ahead=0.5,people=5,leaps=0.3,days=,fates=0,kills=0,calls=0,disk=0,stalls=0,doubles=0,odd=0,jumps=0,sleeps=0,"
    "breaks=0,shut=0,archived=0,outages=0,kicks=0,presses=0,ask_first=100000",
)  # fmt: skip
"""Evenings in which people do much about nights ahead, and nothing goes wrong."""


def _planted(law: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def keep(plant: Callable[[], None]) -> Callable[[], None]:
        CRACKS_OF_NIGHTS[plant.__name__.replace("_", "-")] = law, plant
        return plant

    return keep


@_planted("calls")
def a_call_that_comes_twice() -> None:
    """What has been sent once is sent again under another name."""
    true = sending.send

    async def send(tools: Any, channel: int, text: str, *, key: str, **more: Any) -> int:
        if key.startswith(("hour:", "call:")):
            await true(tools, channel, text, key=f"{key}x", **more)
        return await true(tools, channel, text, key=key, **more)

    sending.send = send


@_planted("pings")
def never_is_not_heard() -> None:
    """Everybody is called in the channel, whatever they have chosen."""

    async def wants(tools: Any, user: int) -> Any:
        return "channel"

    calling._wants = wants


@_planted("reminders")
def a_reminder_that_is_forgotten() -> None:
    """Nobody is reminded an hour before."""
    true = calling.remind

    async def remind(tools: Any, record: Any, what: str) -> None:
        if what != "hour":
            await true(tools, record, what)

    calling.remind = remind


@_planted("openings")
def a_lobby_that_does_not_open() -> None:
    """Nothing comes of it when the time has come."""

    async def opened(self: Any, record: Any, plan: Any) -> None: ...

    Planner._open = opened  # type: ignore[method-assign]


@_planted("uninvited")
def a_guest_who_is_sat_down() -> None:
    """The first of the guests sits there when the lobby opens."""
    true = lobby.open_expecting

    async def opened(session: Any, record: Any, guests: Any, names: Any = None) -> None:
        await true(session, record, guests, names)
        for user in guests[:1]:
            async with session.commits.changing() as (table, work):
                lobby._seat_person(table, work, 0, user, "somebody")

    lobby.open_expecting = opened


@_planted("chips")
def a_guest_who_pays_before_sitting_down() -> None:
    """The first of the guests has paid when the lobby opens."""
    true = lobby.open_expecting

    async def opened(session: Any, record: Any, guests: Any, names: Any = None) -> None:
        await true(session, record, guests, names)
        for user in guests[:1]:
            async with session.commits.changing() as (table, work):
                postings = [(member(table.guild, user), -50), (escrow(table.id, str(user)), 50)]
                money.move(table, work, "early", postings, "buy-in")

    lobby.open_expecting = opened


@_planted("announcements")
def an_announcement_that_stays_as_it_was() -> None:
    """Every second time the announcement is said to have followed, and has not."""
    true, calls = sending.edit, count()

    async def edit(*args: Any) -> bool:
        return next(calls) % 2 == 0 or await true(*args)

    sending.edit = edit


@_planted("calendar")
def an_event_that_stays_where_it_was() -> None:
    """A night that is moved is not moved in the calendar."""

    async def move(*_: Any) -> str:
        return ""

    calendar.move = move


@_planted("series")
def a_series_that_does_not_go_on() -> None:
    """Nothing follows an evening."""

    async def go_on(tools: Any, record: Any) -> None: ...

    going_on.go_on = go_on  # type: ignore[assignment]


@_planted("due")
def a_planner_that_sleeps() -> None:
    """Nothing of what is due is done."""

    async def look(self: Any, night: Any = None) -> None: ...

    Planner.look = look  # type: ignore[method-assign]
