"""Who may make the next call, and how many may be made."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from bot.host.calls.rate_limiter import RateLimiter
from tests.evening.clockwork import Loop


async def test_a_channel_has_four_edits_in_five_seconds_and_others_go_on() -> None:
    pace, loop = RateLimiter(), asyncio.get_running_loop()
    began = loop.time()
    full = [pace.turn(1) for _ in range(5)]
    others = [*(pace.turn(2) for _ in range(4)), *(pace.turn(1, new=True) for _ in range(4))]
    await asyncio.gather(*full[:4], *others)
    assert loop.time() - began < 1 and not full[4].done()
    full[4].cancel()


@pytest.mark.parametrize("how", [{}, {"free": True}, {"soon": True}], ids=["alike", "free", "soon"])
def test_a_full_channel_serves_those_who_wait_in_the_order_in_which_they_came(how: dict[str, bool]) -> None:
    busy, longest = 6, 0
    for seed in range(30):
        loop, rng = Loop(1), random.Random(seed)
        longest = max(longest, loop.run_until_complete(passed_by(busy, rng, how)))
        loop.close()
    assert longest <= busy + RateLimiter.IN_CHANNEL, "each of them came before once; others had been let go"


async def passed_by(busy: int, rng: random.Random, how: dict[str, bool]) -> int:
    """How many edits of a channel are made while somebody waits for one, and `busy` others want the next at once."""
    pace, made = RateLimiter(), list[str]()

    async def edit(name: str, times: int = 1, **how: bool) -> None:
        for _ in range(times):
            await (turn := pace.turn(1, **how))
            async with pace.making(1, turn, free="free" in how):
                await asyncio.sleep(rng.uniform(0.3, 0.9))
            made.append(name)

    others = [asyncio.create_task(edit(f"busy {n}", 20, **how)) for n in range(busy)]
    await asyncio.sleep(6)
    before = len(made)
    await edit("patient")
    for task in others:
        task.cancel()
    return len(made) - before


async def test_what_is_wanted_soon_goes_before_what_waits() -> None:
    pace, loop = RateLimiter(), asyncio.get_running_loop()
    others = [pace.turn() for _ in range(400)]
    began = loop.time()
    await pace.turn(soon=True)
    assert loop.time() - began < 0.5 and not others[20].done()
    for other in others:
        other.cancel()


async def test_a_turn_that_is_needed_no_more_is_the_next_ones() -> None:
    pace, loop = RateLimiter(), asyncio.get_running_loop()
    turns = [pace.turn() for _ in range(400)]
    for turn in turns[4:-1]:
        turn.cancel()
    began = loop.time()
    await turns[-1]
    assert loop.time() - began < 0.5


async def test_turns_that_were_waited_for_while_pictures_came_late_are_not_all_used_at_once() -> None:
    pace, loop = RateLimiter(), asyncio.get_running_loop()
    made: list[float] = []

    async def late_call() -> None:
        await pace.call()
        made.append(loop.time())

    began = loop.time()
    await asyncio.gather(*(late_call() for _ in range(25)))
    assert all(at - began >= (n - RateLimiter.AT_ONCE) / RateLimiter.MOST for n, at in enumerate(made))
    await asyncio.sleep(0.2)
    began = loop.time()
    await pace.call()  # a lone caller does not wait
    assert loop.time() - began < 0.01


async def test_calls_that_waited_while_the_event_loop_was_busy_do_not_all_go_together() -> None:
    pace, loop = RateLimiter(), asyncio.get_running_loop()
    made: list[float] = []

    async def call() -> None:
        await pace.call()
        made.append(loop.time())

    calls = asyncio.gather(*(call() for _ in range(RateLimiter.MOST + 20)))
    await asyncio.sleep(0.3)
    time.sleep(0.8)  # noqa: ASYNC251
    await calls
    assert all(late - early >= 1 for early, late in zip(made, made[RateLimiter.MOST :], strict=False))


def test_a_call_counts_from_its_answer_on_for_discord_counts_it_when_it_arrives() -> None:
    loop = Loop(1)

    async def edits() -> float:
        pace = RateLimiter()
        async with pace.making(2):  # the first of all goes alone
            pass

        async def slow_call() -> None:
            await (turn := pace.turn(1))
            async with pace.making(1, turn):
                await asyncio.sleep(2)

        await asyncio.gather(*(slow_call() for _ in range(RateLimiter.IN_CHANNEL)))
        answered = loop.time()
        await pace.turn(1)
        return loop.time() - answered

    assert loop.run_until_complete(edits()) >= RateLimiter.SECONDS - 0.1
    loop.close()


def test_a_turn_whose_picture_is_long_in_coming_counts_until_its_call_is_made_or_given_up() -> None:
    loop = Loop(1)

    async def let_go() -> list[int]:
        pace = RateLimiter()
        async with pace.making(1):  # the first of all goes alone
            pass
        await asyncio.sleep(pace.SECONDS)
        held = [pace.turn(1) for _ in range(pace.IN_CHANNEL)]
        await asyncio.gather(*held)
        waiting = [pace.turn(1) for _ in range(3)]
        seen: list[int] = []
        for deed in (lambda: None, lambda: pace.unused(held[0]), lambda: pace.unused(held[0])):
            deed()
            await asyncio.sleep(2 * pace.SECONDS)
            seen.append(sum(turn.done() for turn in waiting))
        async with pace.making(1, held[1]):
            pass
        await asyncio.sleep(pace.SECONDS + 1)
        return [*seen, sum(turn.done() for turn in waiting)]

    assert loop.run_until_complete(let_go()) == [0, 1, 1, 2]
    loop.close()


def test_the_first_edit_goes_alone_so_that_discord_py_learns_how_edits_are_counted() -> None:
    loop = Loop(1)

    async def edits(seconds: float) -> list[float]:
        pace, began, made = RateLimiter(), loop.time(), list[float]()

        async def edit(channel: int) -> None:
            async with pace.making(channel):
                made.append(round(loop.time() - began, 1))
                await asyncio.sleep(seconds)

        await asyncio.gather(*(edit(channel) for channel in range(3)))
        return made

    assert loop.run_until_complete(edits(0.5)) == [0, 0.5, 0.5]
    assert loop.run_until_complete(edits(60)) == [0, RateLimiter.FIRST, RateLimiter.FIRST], "no answer comes"
    loop.close()


def test_after_a_restart_each_channel_has_one_more_until_what_was_written_before_counts_no_more() -> None:
    loop = Loop(1)

    async def edits() -> list[float]:
        pace, began, made = RateLimiter(), loop.time(), list[float]()
        pace.assume_full()
        async with pace.making(9):  # the first of all goes alone
            pass

        async def edit(channel: int) -> None:
            await (turn := pace.turn(channel))
            async with pace.making(channel, turn):
                made.append(round(loop.time() - began, 1))

        await asyncio.gather(*(edit(channel) for channel in (1, 1, 2, 1)))
        return made

    assert loop.run_until_complete(edits()) == [0, 0, RateLimiter.SECONDS, RateLimiter.SECONDS]
    loop.close()


def test_whoever_is_answered_first_or_makes_no_call_gives_back_its_own_turn() -> None:
    """Two edits under way: the second is answered first, and its turn is over; the first counts still."""
    loop = Loop(1)

    async def taken() -> bool:
        pace = RateLimiter()
        async with pace.making(2):  # the first of all goes alone
            pass
        turns = [pace.turn(1) for _ in range(pace.IN_CHANNEL)]
        for turn in reversed(turns[1:]):
            async with pace.making(1, turn):
                pass
            pace.unused(turn)  # as a message does whose turn is over
        more = pace.turn(1)
        await asyncio.sleep(pace.SECONDS - 1)
        return more.done()

    assert not loop.run_until_complete(taken())
    loop.close()


def test_a_call_that_discord_py_has_sent_again_counts_twice() -> None:
    loop = Loop(1)

    async def let_go() -> list[bool]:
        pace = RateLimiter()
        async with pace.making(2):  # the first of all goes alone
            pass
        for _ in range(pace.IN_CHANNEL // 2):
            async with pace.making(1):
                await asyncio.sleep(pace.ASKS_AGAIN + 0.2)
        more = pace.turn(1)
        seen = [more.done()]
        await asyncio.sleep(pace.SECONDS)
        return [*seen, more.done()]

    assert loop.run_until_complete(let_go()) == [False, True]
    loop.close()


def test_a_call_whose_turn_was_for_something_else_waits_for_another() -> None:
    """What was to be edited is posted afresh meanwhile, or is posted because it is gone; or the turn has been used."""
    loop = Loop(1)

    async def made(new: bool, used: bool) -> float:
        pace = RateLimiter()
        async with pace.making(2, new=new):  # the first of all goes alone
            pass
        turn = pace.turn(1)
        for _ in range(pace.IN_CHANNEL - (not new)):
            async with pace.making(1, new=new):
                pass
        if used:
            async with pace.making(1, turn):
                pass
        full = loop.time()
        async with pace.making(1, turn, new=new):
            return loop.time() - full

    waits = [loop.run_until_complete(made(*how)) > RateLimiter.SECONDS - 1 for how in
             ((True, False), (False, True), (False, False))]  # fmt: skip
    assert waits == [True, True, False]
    loop.close()


@pytest.mark.parametrize("processes", [2, 3, 8, 16])
def test_several_processes_together_make_no_more_calls_than_one(processes: int) -> None:
    loop, made = Loop(1), list[float]()

    async def call(pace: RateLimiter) -> None:
        await pace.turn()
        await pace.call()
        made.append(loop.time())

    async def all_call() -> None:
        shares = [RateLimiter(processes) for _ in range(processes)]
        await asyncio.gather(*(call(pace) for pace in shares for _ in range(200 // processes)))

    loop.run_until_complete(all_call())
    loop.close()
    made.sort()
    assert all(late - early >= 1 for early, late in zip(made, made[RateLimiter.MOST :], strict=False))
    assert made[-1] < 7, "and not many fewer"
