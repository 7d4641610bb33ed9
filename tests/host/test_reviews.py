"""What decisions were worth is worked out in a process of its own: one at a time, and anew where it is killed."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.engine import codec
from bot.games.catalog import GAMES
from bot.host.reviews import FAILED, TOO_LONG, Asked, Reviews
from bot.store import Deal, Row, Store, Work, ledger, reviews
from bot.store.reviews import Review
from bot.table import review_process, reviewing
from bot.table.errors import Rejected
from bot.table.session import Services
from tests.bench.judging import deals

pytestmark = pytest.mark.usefixtures("moments", "drawn_apart")  # the process is as it is
ROOT = Path(__file__).parents[2]
GUILD, ANN, BOB = 1, 11, 12
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal", "Ida", "Jo"]


def case(number: int, slug: str = "blackjack") -> reviewing.Case:
    """A match of a deal that house players have played, as the journal has it: the first in which they could."""
    game = GAMES[slug]
    options = game.options(cut="off")
    seats = max(2, min(game.seats_for(options)))
    matches = (match for most in (1, 4) for match in deals(game, options, seats, [number], most))
    deal = next(deal for match in matches for deal in match if deal.rows and deal.seal is not None)
    assert deal.seal is not None
    start = {
        "state": codec.dump_state(deal.state), "began": deal.began, "numbers": deal.numbers, "rules": deal.rules,
        "pace": deal.pace, "secret": deal.seal.secret.hex(), "spec": dict(deal.seal.spec), "names": NAMES,
    }  # fmt: skip
    rows = tuple(Row(r.seat, json.dumps(codec.dump_move(r.move)), r.at, r.pressed, r.lapsed, "") for r in deal.rows)
    stored = Deal("t-d1", "t-1", 1, json.dumps(start), "done", "{}", rows)
    return reviewing.Case(slug, json.dumps(codec.dump_options(options)), ((stored, 0),))


def found(of: reviewing.Case) -> Review:
    """The same, worked out here."""
    return reviewing.summed_up(of, json.loads(json.dumps([*reviewing.looked_at(of)])))


@pytest_asyncio.fixture
async def made(store: Store) -> AsyncIterator[Reviews]:
    async def nothing(_: int) -> Any: ...

    for user in (ANN, BOB):
        await store.commit(Work().do(ledger.ensure_member, GUILD, user, "Ann", 0, 1))
    services = Services(store, None, None, nothing, lambda *_: None)  # type: ignore[arg-type]  # of these nothing is used
    made = Reviews(store, services, lambda: 1)
    yield made
    await made.close()


async def pid_of(made: Reviews, but: int | None = None) -> int:
    """That of the process, once another one than that is at work."""
    while (pid := made.process.pid) is None or pid == but:  # noqa: ASYNC110  (nobody sets an event for that)
        await asyncio.sleep(0.01)
    return pid


async def test_it_is_what_it_would_be_without_a_process_and_is_kept(made: Reviews, store: Store) -> None:
    of = case(1)
    review = await made.work_out(Asked(GUILD, ANN, "t-1"), of)
    assert review == found(of) and review.found["decisions"]
    assert await store.read(reviews.of, GUILD, ANN, "t-1") == review
    assert made.process.pid is None


async def test_two_people_wait_for_one_process(made: Reviews) -> None:
    first, second = Asked(GUILD, ANN, "t-1"), Asked(GUILD, BOB, "t-1")
    anns = asyncio.create_task(made.work_out(first, case(1)))
    await pid_of(made)
    again = asyncio.create_task(made.work_out(first, case(1)))
    assert made.comes_later(second) and not made.comes_later(first)
    bobs = asyncio.create_task(made.work_out(second, case(2)))
    await anns
    assert not bobs.done(), "one after the other"
    assert await again == await anns and await bobs == found(case(2))
    assert not made.comes_later(second)


async def test_a_process_that_is_killed_is_replaced(made: Reviews) -> None:
    working = asyncio.create_task(made.work_out(Asked(GUILD, ANN, "t-1"), case(1)))
    os.kill(await pid_of(made), signal.SIGKILL)
    assert await working == found(case(1))


async def test_a_match_that_ends_the_process_each_time_is_given_up_and_others_are_not(made: Reviews) -> None:
    working = asyncio.create_task(made.work_out(Asked(GUILD, ANN, "t-1"), case(1)))
    behind = asyncio.create_task(made.work_out(Asked(GUILD, BOB, "t-1"), case(2)))
    first = await pid_of(made)
    os.kill(first, signal.SIGKILL)
    os.kill(await pid_of(made, first), signal.SIGKILL)
    with pytest.raises(Rejected, match="could not be worked out"):
        await working
    assert await behind == found(case(2)) and "could not be worked out" in FAILED


async def test_what_is_there_when_the_time_is_over_counts(made: Reviews, monkeypatch: pytest.MonkeyPatch) -> None:
    two = case(1)._replace(deals=case(1).deals * 2)

    async def over(of: reviewing.Case, found: list[Any]) -> bool:
        if of is two:
            found.append(json.loads(json.dumps(next(reviewing.looked_at(of)))))
        return False

    monkeypatch.setattr(made.process, "look_at", over)
    review = await made.work_out(Asked(GUILD, ANN, "t-1"), two)
    assert (review.found["deals"], review.found["of"]) == (1, 2)
    with pytest.raises(Rejected, match=TOO_LONG):
        await made.work_out(Asked(GUILD, BOB, "t-1"), case(2))


async def test_what_is_kept_by_now_is_not_worked_out_again(made: Reviews, store: Store) -> None:
    known = Review(reviewing.JUDGE, {"of": 1, "deals": 1, "luck": None, "decisions": []})
    await store.commit(Work().do(reviews.keep, GUILD, ANN, "t-1", known, 1))
    assert await made.work_out(Asked(GUILD, ANN, "t-1"), case(1)) == known and made.process.pid is None


async def test_who_waits_when_the_room_closes_reads_that_it_comes_later(made: Reviews, store: Store) -> None:
    asked = Asked(GUILD, ANN, "t-1")
    await store.commit(Work().do(reviews.ask, *asked, reviewing.JUDGE, 1))
    working = asyncio.create_task(made.work_out(asked, case(1)))
    await pid_of(made)
    made.stop()
    for late in (working, made.work_out(asked, case(1))):
        with pytest.raises(Rejected, match="is starting again"):
            await late
    assert await store.read(reviews.asked, store.cluster) == [asked] and await store.read(reviews.of, *asked) is None


def test_it_does_not_outlive_a_bot_that_is_killed_in_the_middle_of_a_deal() -> None:
    code = (
        "import time; from bot.table import review_process as p;"
        " p.reviewing.looked_at = lambda case: (time.sleep(600 * n) or {} for n in range(2)); p.main()"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(pickle.dumps(case(1)))
    process.stdin.flush()
    assert process.stdout.readline() == b"{}\n"
    process.stdin.close()  # as the system does with what a process has open that is killed
    assert process.wait(60) == 1


async def test_it_ends_with_the_room(made: Reviews) -> None:
    working = asyncio.create_task(made.work_out(Asked(GUILD, ANN, "t-1"), case(1)))
    pid = await pid_of(made)
    await made.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(asyncio.CancelledError):
        await working


def test_the_process_gives_way_and_has_limits() -> None:
    code = (
        "import os, resource; from bot.table import review_process as p; p._give_way();"
        " print(os.nice(0), resource.getrlimit(resource.RLIMIT_CPU)[0])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["19", str(review_process.CPU_SECONDS)]


def test_what_is_sent_is_plain_data() -> None:
    sent = pickle.dumps(case(1))
    assert pickle.loads(sent) == case(1)


@pytest.mark.parametrize("slug", ["blackjack"])
def test_only_what_they_did_themselves_counts(slug: str) -> None:
    of = case(1, slug)
    ((stored, seat),) = of.deals
    rows = tuple(row._replace(stand_in=row.seat == seat) for row in stored.rows)
    others = of._replace(deals=((Deal(stored.id, stored.match, 1, stored.start, "done", "{}", rows), seat),))
    assert found(of).found["decisions"] and not found(others).found["decisions"]


def test_a_reason_is_read_as_it_was_kept() -> None:
    kept = [d["why"] for n in range(20) for d in found(case(n)).found["decisions"] if d.get("why")]
    for each in kept:
        assert reviewing.reason(each) is not None
    assert reviewing.reason(None) is None and reviewing.reason(["blackjack.Gone", 1]) is None
    assert reviewing.reason(["blackjack.Book", 1]) is None, "it had other fields then"
    assert reviewing.reason(["blackjack.Book", 16, False, 10]) is not None
