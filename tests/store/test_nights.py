"""Announced nights: who comes, which evening suits people, and what is to be done when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.store import (
    ALONE,
    GuestList,
    Night,
    Series,
    Store,
    StoreError,
    Work,
    guests,
    ledger,
    nights,
    personal_data,
    planned,
)
from bot.store import series as series_of
from tests.store.conftest import FILE

GUILD = 7
HOUR, DAY = 3_600_000, 86_400_000
STARTS = 100 * DAY
FRIDAY = Night("friday1", GUILD, 70, 1, "Friday", STARTS, None, "announced", {"name": "Friday", "buy_in": 10_000})


async def announced(store: Store, night: Night = FRIDAY, at: int = 0) -> None:
    await store.commit(Work().do(nights.announce, night, None, at))


async def answers(store: Store, *said: tuple[int, guests.Answer]) -> None:
    for n, (user, answer) in enumerate(said):
        await store.commit(Work().do(guests.answer, FRIDAY.id, user, f"n{user}", answer, 1000 + n))


async def listed(store: Store, most: int | None = None) -> GuestList:
    return GuestList.of(await store.read(guests.guests, FRIDAY.id), most)


def who(some: tuple[guests.Guest, ...]) -> list[int]:
    return [guest.user for guest in some]


async def test_several_at_once_are_all_kept(store: Store) -> None:
    await announced(store)
    said = (11, 12, 13, 12)
    await asyncio.gather(
        *(store.commit(Work().do(guests.answer, FRIDAY.id, user, "", "in", 0)) for user in said)
    )  # fmt: skip
    assert {*who((await listed(store)).coming)} == {11, 13}, "who says so twice takes it back"


async def test_an_answer_is_changed_at_any_time(store: Store) -> None:
    await announced(store)
    await answers(store, (11, "in"), (12, "maybe"), (13, "out"), (11, "out"), (12, "in"))
    found = await listed(store)
    assert (who(found.coming), who(found.maybe), who(found.out)) == ([12], [], [13, 11])


async def test_with_a_most_number_the_others_wait_and_move_up(store: Store) -> None:
    await announced(store)
    await answers(store, (11, "in"), (12, "in"), (13, "in"))
    assert who((await listed(store, 2)).waiting) == [13]
    await answers(store, (11, "out"))
    found = await listed(store, 2)
    assert (who(found.coming), who(found.waiting)) == ([12, 13], [])
    await store.commit(Work().do(guests.answer, FRIDAY.id, 11, "", "in", 0))
    assert who((await listed(store, 2)).waiting) == [11], "whoever comes back is the last"


async def test_interested_in_the_calendar_is_a_maybe_that_has_not_pressed(store: Store) -> None:
    await announced(store, replace(FRIDAY, event=99))
    await store.commit(Work().do(guests.interested, 99, 11, 5, yes=True))
    (guest,) = (await listed(store)).maybe
    assert (guest.user, guest.pressed) == (11, False)
    await answers(store, (12, "in"))
    await store.commit(Work().do(guests.interested, 99, 12, 6, yes=True).do(guests.interested, 99, 12, 7, yes=False))
    assert who((await listed(store)).coming) == [12], "who has answered here keeps their answer"
    await store.commit(Work().do(guests.answer, FRIDAY.id, 11, "Ana", "maybe", 8))
    assert (await listed(store)).maybe[0].pressed
    await store.commit(Work().do(guests.interested, 99, 11, 9, yes=False))
    assert who((await listed(store)).maybe) == [11]


async def test_the_calendars_list_is_followed(store: Store) -> None:
    await announced(store, replace(FRIDAY, event=99))
    await answers(store, (14, "out"))
    await store.commit(Work().do(guests.subscribers, 99, [11, 12, 14], 5))
    await store.commit(Work().do(guests.subscribers, 99, [12, 13, 14], 6))
    found = await listed(store)
    assert (who(found.maybe), who(found.out)) == ([12, 13], [14])


async def test_who_says_so_while_it_begins_is_not_lost(store: Store) -> None:
    await announced(store)
    await answers(store, (11, "in"))
    await store.commit(Work().do(nights.begin_night, replace(FRIDAY, status="running")))
    night = await store.read(nights.night, FRIDAY.id)
    assert night is not None and night.status == "running" and who((await listed(store)).coming) == [11]
    with pytest.raises(StoreError, match="begun already"):
        await answers(store, (12, "in"))


async def test_whose_data_is_erased_does_not_come(store: Store) -> None:
    await announced(store)
    await store.commit(Work().do(ledger.ensure_member, GUILD, 11, "Ana", 0, 0))
    await answers(store, (11, "in"), (12, "in"))
    found = await store.read(personal_data.traces, GUILD, 11)
    await store.commit(Work().do(personal_data.erase, GUILD, 11, found, at=5, since=0, until=10))
    assert who((await listed(store)).coming) == [12]


# ---- which evening -----------------------------------------------------------------------------


async def voted_on(store: Store) -> None:
    await announced(store, replace(FRIDAY, decides=STARTS - 5 * DAY))
    await store.commit(Work().do(guests.propose, FRIDAY.id, [STARTS - 2 * DAY, STARTS - DAY, STARTS]))


async def test_the_best_evening_is_the_first_of_those_that_suit_most(store: Store) -> None:
    await voted_on(store)
    for starts, user in ((STARTS, 11), (STARTS - DAY, 11), (STARTS - DAY, 12), (STARTS, 12), (STARTS - 2 * DAY, 13)):
        await store.commit(Work().do(guests.vote, FRIDAY.id, starts, user, "", 0))
    votes = await store.read(guests.votes, FRIDAY.id)
    assert guests.best(votes) == STARTS - DAY
    assert guests.best(votes, after=STARTS - DAY) == STARTS
    assert guests.best({STARTS: []}) is None
    with pytest.raises(StoreError, match="still open"):
        await answers(store, (11, "in"))


async def test_once_it_is_fixed_those_whom_it_suits_are_in(store: Store) -> None:
    await voted_on(store)
    for starts, user in ((STARTS, 11), (STARTS - DAY, 11), (STARTS - DAY, 12), (STARTS, 13)):
        await store.commit(Work().do(guests.vote, FRIDAY.id, starts, user, "", 0))
    await store.commit(Work().do(guests.fix, FRIDAY.id, STARTS - DAY, 5).do(nights.schedule, FRIDAY.id, 5))
    night = await store.read(nights.night, FRIDAY.id)
    assert night is not None and (night.starts, night.decides) == (STARTS - DAY, None)
    assert who((await listed(store)).coming) == [11, 12]
    assert await store.read(guests.votes, FRIDAY.id) == {}
    for late in (Work().do(guests.fix, FRIDAY.id, STARTS, 5), Work().do(guests.vote, FRIDAY.id, STARTS, 11, "", 0)):
        with pytest.raises(StoreError, match="fixed"):
            await store.commit(late)


# ---- what is to be done ------------------------------------------------------------------------


async def test_what_is_planned_anew_while_it_is_being_done_is_done_again(store: Store) -> None:
    await announced(store)
    for _ in range(2):
        await store.commit(Work().do(planned.plan, FRIDAY.id, {"show": 0}))
        (doing,) = [plan for plan in await store.read(planned.due, ALONE, 1000) if plan.what == "show"]
        await store.commit(Work().do(planned.plan, FRIDAY.id, {"show": 0}))
        await store.commit(Work().do(planned.done, doing))
        assert "show" in await store.read(planned.of_night, FRIDAY.id)


async def test_what_is_to_be_done_is_planned_from_its_time(store: Store) -> None:
    await announced(store)
    assert await store.read(planned.of_night, FRIDAY.id) == {
        "announce": 0, "day": STARTS - DAY, "hour": STARTS - HOUR, "open": STARTS - HOUR, "lapse": STARTS + 12 * HOUR,
    }  # fmt: skip
    await store.commit(Work().do(nights.move, FRIDAY.id, STARTS + DAY, STARTS - 2 * HOUR))
    found = await store.read(planned.of_night, FRIDAY.id)
    assert (found["day"], found["hour"], found["show"]) == (STARTS, STARTS + 23 * HOUR, 0)
    await store.commit(Work().do(nights.cancel_night, FRIDAY.id))
    assert set(await store.read(planned.of_night, FRIDAY.id)) == {"show", "calendar"}, "no series goes on"


async def test_a_reminder_that_was_sent_is_not_sent_again_for_a_small_move(store: Store) -> None:
    await announced(store)
    await store.commit(Work().do(planned.call, FRIDAY.id, GUILD, "hour", 0, STARTS, 70))
    await store.commit(Work().do(nights.move, FRIDAY.id, STARTS + 2 * HOUR, STARTS - 30 * 60_000))
    assert "hour" not in await store.read(planned.of_night, FRIDAY.id)
    await store.commit(Work().do(nights.move, FRIDAY.id, STARTS + 3 * DAY, STARTS))
    assert (await store.read(planned.of_night, FRIDAY.id))["hour"] == STARTS + 3 * DAY - HOUR


async def test_what_would_have_been_due_is_left_out_but_for_the_lobby(store: Store) -> None:
    await announced(store, at=STARTS - 30 * 60_000)
    assert set(await store.read(planned.of_night, FRIDAY.id)) == {"announce", "open", "lapse"}
    due = await store.read(planned.due, ALONE, STARTS - 30 * 60_000)
    assert [plan.what for plan in due] == ["open", "announce"]
    assert await store.read(planned.next_at, ALONE) == STARTS - HOUR
    await store.commit(Work().do(planned.put_off, due[0], STARTS))
    await store.commit(Work().do(planned.done, due[0]).do(planned.done, due[1]))
    assert (await store.read(planned.of_night, FRIDAY.id))["open"] == STARTS, "it was put off meanwhile"


async def test_once_it_has_begun_people_are_called_and_counted(store: Store) -> None:
    await announced(store)
    await store.commit(Work().do(nights.begin_night, replace(FRIDAY, status="running")))
    found = await store.read(planned.of_night, FRIDAY.id)
    assert found == {"show": 0, "calendar": 0, "call": 0, "few": STARTS + HOUR // 4}


# ---- series ------------------------------------------------------------------------------------

WEEKLY = Series("s1", GUILD, 70, 1, "Friday", "FREQ=WEEKLY", "1970-04-11T00:00", {"buy_in": 10_000})


def evening(n: int, *people: int, status: nights.Status = "over") -> Night:
    nets = [(str(user), "", 0) for user in people] + [("house:Ada", "Ada", 0)]
    summary: nights.Summary = {"nets": nets, "payments": [], "games": [], "deals": 1, "pot": None, "hand": None}
    return replace(FRIDAY, id=f"n{n}", starts=n, status=status, summary=summary if status == "over" else None)


def test_regulars_came_to_two_of_the_last_three_evenings() -> None:
    played = [evening(4, 1, 2), evening(3, status="cancelled"), evening(2, 2, 3), evening(1, 1), evening(0, 3)]
    assert series_of.regulars(played) == [1, 2]


async def test_a_series_counts_as_one_night_between_two_evenings(store: Store) -> None:
    await store.commit(Work().do(series_of.save_series, WEEKLY))
    with pytest.raises(StoreError, match="one night announced"):
        await store.commit(Work().do(nights.announce, FRIDAY, 1, STARTS - DAY))
    await store.commit(Work().do(nights.go_on, replace(FRIDAY, id="n1", series="s1"), 0))
    with pytest.raises(StoreError, match="one night announced"):
        await store.commit(Work().do(nights.announce, FRIDAY, 1, STARTS - DAY))
    await store.commit(Work().do(nights.cancel_night, "n1").do(series_of.end_series, "s1", 5))
    await store.commit(Work().do(nights.announce, FRIDAY, 1, STARTS - DAY))


async def test_a_series_goes_on_when_an_evening_ends(store: Store) -> None:
    await store.commit(Work().do(series_of.save_series, WEEKLY))
    await store.commit(Work().do(nights.go_on, replace(FRIDAY, series="s1"), 0))
    await store.commit(Work().do(nights.cancel_night, FRIDAY.id))
    assert (await store.read(planned.of_night, FRIDAY.id))["next"] == 0


@FILE
async def test_what_is_deleted_anywhere_is_looked_up_without_reading_every_night(store: Store) -> None:
    def plans(db: Any, look_up: Callable[..., object], *args: int) -> list[str]:
        """How the database finds what is looked up."""
        asked: list[str] = []
        db.set_trace_callback(asked.append)
        look_up(db, *args)
        db.set_trace_callback(None)
        return [row[-1] for query in asked for row in db.execute(f"EXPLAIN QUERY PLAN {query}")]

    await announced(store)
    for look_up, *args in ((nights.by_announcement, 70, 5), (nights.by_event, 5)):
        found = await store.read(plans, look_up, *args)
        assert found and not [step for step in found if step.startswith("SCAN")]
