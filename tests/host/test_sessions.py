"""Sessions: what people play at a table for chips without an end counts, however they leave it and however it ends."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine.state import Outcome
from bot.games.catalog import GAMES
from bot.games.parts.agreed_end import Agree, ProposeEnd
from bot.host import upkeep
from bot.store import ALONE, Period, Record, Sessions, Store, Work, journal, leaderboards, personal_data, records
from bot.store import recent as stored_recent
from bot.store import upkeep as stored_upkeep
from bot.store.personal_data import Line
from bot.table import buying, hosting, lobby, past, starting
from bot.table.session import Session
from bot.table.state import BETWEEN, CLOSED, DEAL, OVER
from tests.host.tables import ANN, BOB, CLEO, DAN, GUILD, Tables, play_deal

pytestmark = pytest.mark.usefixtures("on_either")

MINUTE = 60_000


async def hands(tables: Tables, s: Session, count: int, first: int = 1) -> None:
    """A number of hands, a minute each; the first one is dealt."""
    for n in range(count):
        if s.table.phase != DEAL:
            await starting.next_deal(s, ANN)
        tables.time += MINUTE
        await play_deal(s, first + n)


async def sessions(store: Store) -> dict[int, Line]:
    """By member; each has one."""
    lines = await store.read(personal_data.results, GUILD, None)
    assert len({line.user for line in lines}) == len(lines)
    assert all(line.kind == "session" for line in lines)
    return {line.user: line for line in lines}


async def leave_one_by_one(tables: Tables, s: Session) -> None:
    for user in (BOB, ANN):
        await lobby.leave(s, user)


async def leave_in_the_hand(tables: Tables, s: Session) -> None:
    await starting.next_deal(s, ANN)
    for user in (ANN, BOB):
        await lobby.leave(s, user)
    await play_deal(s, 9)


async def close(tables: Tables, s: Session) -> None:
    await hosting.close_after_hand(s, ANN)


async def close_after_the_hand(tables: Tables, s: Session) -> None:
    await starting.next_deal(s, ANN)
    await hosting.close_after_hand(s, ANN)
    await play_deal(s, 9)


async def close_in_the_hand(tables: Tables, s: Session) -> None:
    await starting.next_deal(s, ANN)
    await hosting.close(s)  # the channel is gone, or the server has removed the bot


async def a_day_goes_by(tables: Tables, s: Session) -> None:
    await hosting.pause(s, "A break.", ANN)
    await tables.pass_time(tables.clock(s), 25 * 3600)


async def after_a_restart(tables: Tables, s: Session) -> None:
    await hosting.close_after_hand(await tables.again(s, 3600), ANN)


async def void_and_kicked(tables: Tables, s: Session) -> None:
    await starting.next_deal(s, ANN)
    await lobby.leave_server(s, BOB)
    await hosting.void(s)
    await hosting.remove(s, DAN, s.table.seat_of(ANN) or 0, manager=True)


WAYS: list[Callable[[Tables, Session], Awaitable[None]]] = [
    leave_one_by_one, leave_in_the_hand, close, close_after_the_hand, close_in_the_hand, a_day_goes_by,
    after_a_restart, void_and_kicked,
]  # fmt: skip


@pytest.mark.parametrize("end", WAYS)
async def test_however_it_ends_everybody_has_a_session(
    store: Store, tables: Tables, end: Callable[[Tables, Session], Awaitable[None]]
) -> None:
    s = await tables.started("poker", ANN, BOB, house_players=1)
    began = tables.time
    await hands(tables, s, 6)
    await end(tables, s)
    assert (await tables.as_stored(s)).table.phase == CLOSED and await tables.at_table() == 0
    found = await sessions(store)
    assert {*found} == {ANN, BOB}
    for user, line in found.items():
        won = await tables.balance(user) - 100_000
        assert line.net == won and line.bought == 10_000 and line.humans == 2
        assert line.outcome == ("W" if won > 0 else "L" if won < 0 else "D")
        assert line.hands == 6 + (end in (leave_in_the_hand, close_after_the_hand))
        assert 6 * MINUTE <= line.seated <= tables.time - began + 2000
        stats = await store.read(records.stats, GUILD, user)
        assert stats.overall.net == won and stats.overall.matches == stats.overall.sessions == 1
        assert stats.sessions["poker"] == Sessions(1, 10_000, 10_000 + won, line.hands, line.seated)
        assert (await store.read(stored_recent.recent_results, GUILD, user)).rating is not None
    best = sorted(found.values(), key=lambda line: -line.net)
    assert [line.place for line in best] == ([1, 2] if best[0].net != best[1].net else [1, 1])
    assert (await store.read(stored_recent.versus, GUILD, best[0].user, best[1].user)).matches == 1
    assert [m.finished is not None for m in await store.read(journal.matches, "tab")] == [True]


async def test_what_it_counts_does_so_in_the_transaction_that_pays_out(store: Store, tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await hands(tables, s, 4)
    await lobby.leave(s, BOB)
    (line,) = await store.read(personal_data.results, GUILD, BOB)
    assert line.net == await tables.balance(BOB) - 100_000
    (standing,) = [
        one
        for one in await store.read(leaderboards.leaderboard, GUILD, "poker", measure="net chips")
        if one.user == BOB
    ]
    assert standing.value == line.net and standing.record.sessions == 1
    assert await store.read(personal_data.results, GUILD, ANN) == []
    assert (await store.read(stored_recent.recent_results, GUILD, BOB)).rating is None, (
        "how they stand among the others is not known yet"
    )


async def test_whoever_sits_down_again_goes_on_with_the_session(store: Store, tables: Tables) -> None:
    tables.set = {"grant": 200_000, "buy_in": 40_000}
    s = await tables.started("poker", ANN, BOB, CLEO)
    await hands(tables, s, 3)
    home = s.table.stack_of(1)
    await lobby.leave(s, BOB)
    await hands(tables, s, 2, first=4)
    s = await tables.again(s)
    await lobby.join(s, BOB, "Bob")  # within an hour, with no less
    await hands(tables, s, 3, first=6)
    await lobby.leave(s, BOB)
    (line,) = await store.read(personal_data.results, GUILD, BOB)
    assert (line.hands, line.bought, line.net) == (6, 40_000 + max(home, 40_000), await tables.balance(BOB) - 200_000)
    assert 6 * MINUTE <= line.seated <= 7 * MINUTE and line.at == tables.time
    assert line.counts["hands"] == 6 and line.counts["balance"] == line.net
    stats = await store.read(records.stats, GUILD, BOB)
    assert stats.overall == Record(
        1, line.outcome == "W", line.outcome == "L", line.outcome == "D", line.net, line.net, 0, 1
    )
    assert stats.counts["poker"]["hands"].total == 6
    recent = await store.read(stored_recent.recent_results, GUILD, BOB)
    assert (recent.streak, len(recent.last)) == ({"W": 1, "L": -1, "D": 0}[line.outcome], 1)
    await hosting.close(s)
    assert {user: line.hands for user, line in (await sessions(store)).items()} == {ANN: 8, BOB: 6, CLEO: 8}


async def test_rebuys_are_of_the_session(store: Store, tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hands(tables, s, 1)
    assert s.table.match is not None
    loser, winner = (ANN, BOB) if s.table.match.state.stacks[0] < s.table.match.state.stacks[1] else (BOB, ANN)
    await buying.rebuy(s, loser)
    await hands(tables, s, 1, first=2)
    await hosting.close(s)
    found = await sessions(store)
    assert (found[winner].bought, found[loser].bought) == (10_000, 20_000)
    assert found[loser].net == await tables.balance(loser) - 100_000 == -found[winner].net


async def test_an_agreed_end_is_the_end_of_the_sessions_and_a_rematch_has_its_own(store: Store, tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await hands(tables, s, 3)
    await lobby.leave(s, CLEO)
    await starting.next_deal(s, ANN)
    await s.act(0, ProposeEnd())
    await s.act(1, Agree())
    await play_deal(s, 5)
    assert s.table.phase == OVER
    first = await sessions(store)
    assert {user: line.hands for user, line in first.items()} == {ANN: 4, BOB: 4, CLEO: 3}
    assert sum(line.net for line in first.values()) == 0 and {line.humans for line in first.values()} == {3}
    await starting.start(s, ANN)
    await play_deal(s, 6)
    await hosting.close(s)
    lines = await store.read(personal_data.results, GUILD, None)
    assert sorted((line.user, line.hands) for line in lines) == [(ANN, 1), (ANN, 4), (BOB, 1), (BOB, 4), (CLEO, 3)]
    for user in (ANN, BOB, CLEO):
        assert sum(line.net for line in lines if line.user == user) == await tables.balance(user) - 100_000


async def test_who_was_dealt_in_to_no_hand_has_no_session(store: Store, tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await hands(tables, s, 2)
    await starting.next_deal(s, ANN)
    assert s.table.match is not None
    await hosting.void(s)
    await lobby.join(s, DAN, "Dan")
    await hosting.close(s)
    found = await sessions(store)
    assert {*found} == {ANN, BOB, CLEO}, "Dan was dealt in to no hand"
    for user, line in found.items():
        assert line.net == await tables.balance(user) - 100_000


async def test_nobody_played_and_so_nothing_counts(store: Store, tables: Tables) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hosting.close(s)
    assert (
        await store.read(personal_data.results, GUILD, None) == []
        and (await store.read(stored_recent.recent_results, GUILD, ANN)).last == ()
    )
    assert (await store.read(records.stats, GUILD, ANN)).overall == Record()


async def test_one_against_house_players_has_a_session_without_a_rating(store: Store, tables: Tables) -> None:
    s = await tables.started("blackjack", ANN, house_players=1)
    await hands(tables, s, 2)
    assert s.table.phase == BETWEEN
    await hosting.close(s)
    (line,) = (await sessions(store)).values()
    assert (line.user, line.hands, line.humans) == (ANN, 2, 1)
    assert (await store.read(stored_recent.recent_results, GUILD, ANN)).rating is None


OPEN_ENDED = {"poker", "blackjack", "seven-twenty-seven", "farmer"}


def test_which_games_are_played_as_sessions() -> None:
    assert {slug for slug, game in GAMES.items() if game.open_ended(game.options())} == OPEN_ENDED
    ends: dict[str, dict[str, Any]] = {
        "poker": {"format": "freezeout"}, "blackjack": {"rounds": 5}, "seven-twenty-seven": {"hands": 5},
        "farmer": {"deals": 5},
    }  # fmt: skip
    assert not any(GAMES[slug].open_ended(GAMES[slug].options(**said)) for slug, said in ends.items())
    assert GAMES["backhand"].open_ended(GAMES["backhand"].options(mode="betting"))


@pytest.mark.parametrize("options", [{"hands": 2}, {"format": "freezeout"}])
async def test_a_match_with_an_end_is_a_match(store: Store, tables: Tables, options: dict[str, Any]) -> None:
    s = await tables.started("poker", ANN, BOB, **options)
    seed = 1
    while s.table.phase != OVER:
        await play_deal(s, seed := seed + 1)
        if s.table.phase == BETWEEN:
            await starting.next_deal(s, ANN)
    await hosting.close(s)
    lines = await store.read(personal_data.results, GUILD, None)
    assert [line.kind for line in lines] == ["match", "match"]
    assert (await store.read(leaderboards.leaderboard, GUILD, None, Period(), "matches"))[0].record.sessions == 0


@pytest.mark.seeds(1, soak=4, at_once=1)
async def test_by_the_bank_and_by_the_records_it_is_the_same(store: Store, tables: Tables, seeds: range) -> None:
    """People come and go as chance has it; in the end everybody's sums are what the bank says of them."""
    (seed,) = seeds
    chance = Random(seed)
    tables.set = {"grant": 1_000_000}
    s = await tables.started(sorted(OPEN_ENDED)[seed], ANN, BOB, CLEO, house_players=1)
    others = {BOB: "Bob", CLEO: "Cleo", DAN: "Dan"}
    for n in range(25):
        user = chance.choice([*others])
        if chance.random() < 0.5 and s.table.phase != CLOSED:
            await (lobby.leave(s, user) if s.table.seat_of(user) is not None else lobby.join(s, user, others[user]))
        if s.table.phase == BETWEEN and len([c for c in s.table.chairs if not c.empty and not c.sits_out]) > 1:
            await starting.next_deal(s, ANN)
        if s.table.phase == DEAL and chance.random() < 0.8:
            tables.time += MINUTE
            await play_deal(s, seed * 100 + n)
        elif s.table.phase == DEAL:
            await hosting.void(s)
        if chance.random() < 0.2:
            s = await tables.again(s)
    await hosting.close(s)
    outcomes: list[Outcome] = []
    for user, line in (await sessions(store)).items():
        won = await tables.balance(user) - 1_000_000
        outcomes.append("W" if won > 0 else "L" if won < 0 else "D")
        assert (line.net, line.outcome) == (won, outcomes[-1])
        record = (await store.read(records.stats, GUILD, user)).overall
        assert (record.net, record.best, record.matches, record.sessions) == (won, won, 1, 1)
    assert outcomes


# ---- tables that were closed before sessions counted -------------------------------------------


def as_before(path: Path) -> None:
    """As an earlier version has left a table that it has closed: no result, and a match that has not ended."""
    with sqlite3.connect(path) as db:
        for line in ("results", "standings", "streaks", "tallies", "rivals", "ratings"):
            db.execute(f"DELETE FROM {line} WHERE true")
        db.execute("UPDATE matches SET finished = NULL")
        db.execute("INSERT INTO upkeep (what, guild) VALUES ('sessions', ?), ('ratings', ?)", (GUILD, GUILD))
        for id, state in db.execute("SELECT id, state FROM card_tables").fetchall():
            kept = json.loads(state)
            for one in (*kept["gone"], *kept["chairs"]):
                for later in ("hands", "came", "seated", "until", "counts"):
                    one.pop(later, None)
            db.execute("UPDATE card_tables SET state = ? WHERE id = ?", (json.dumps(kept), id))
    db.close()


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
@pytest.mark.parametrize("seed", range(3))
async def test_tables_that_were_closed_before_count_once_by_the_journal_and_the_ledger(
    store: Store, tables: Tables, tmp_path: Path, seed: int
) -> None:
    tables.set = {"grant": 200_000, "buy_in": 20_000}
    s = await tables.started("poker", ANN, BOB, CLEO, house_players=1)
    await hands(tables, s, 3, first=seed * 50 + 1)
    await lobby.leave(s, BOB)
    await hands(tables, s, 2, first=seed * 50 + 5)
    await lobby.join(s, DAN, "Dan")
    if seed:
        await lobby.join(s, BOB, "Bob")
    await hands(tables, s, 3, first=seed * 50 + 9)
    await lobby.leave(s, CLEO)
    await hosting.close(s)
    wanted = await sessions(store)
    sums = [await store.read(records.stats, GUILD, user) for user in wanted]
    board = await store.read(leaderboards.leaderboard, GUILD, "poker", measure="rating")
    recent = [await store.read(stored_recent.recent_results, GUILD, user) for user in wanted]
    as_before(tmp_path / "room.db")
    assert await store.read(personal_data.results, GUILD, None) == []
    for _ in range(2):
        await upkeep.run(store, lambda: tables.time)
        found = await sessions(store)
        assert {*found} == {*wanted}
        for user, line in found.items():
            seen = replace(line, seat=0, seated=0, counts={})
            then = replace(wanted[user], seat=0, seated=0, counts={}, rating=None, gained=None, streak=None)
            assert seen == then  # what a match did then to ratings and streaks is not known afterwards
            assert abs(line.seated - wanted[user].seated) < 2000
            assert line.counts == wanted[user].counts or (seed and user == BOB)
        if not seed:
            again = [await store.read(records.stats, GUILD, user) for user in wanted]
            assert [one.overall for one in again] == [one.overall for one in sums]
            assert [one.counts for one in again] == [one.counts for one in sums]
        assert [await store.read(stored_recent.recent_results, GUILD, user) for user in wanted] == recent
        assert await store.read(leaderboards.leaderboard, GUILD, "poker", measure="rating") == board
        with sqlite3.connect(tmp_path / "room.db") as db:
            db.execute("INSERT INTO upkeep (what, guild) VALUES ('sessions', ?)", (GUILD,))
        db.close()


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_a_table_that_was_open_then_counts_with_all_its_hands(
    store: Store, tables: Tables, tmp_path: Path
) -> None:
    s = await tables.started("poker", ANN, BOB, CLEO)
    await hands(tables, s, 3)
    await lobby.leave(s, CLEO)
    await hands(tables, s, 1, first=5)
    as_before(tmp_path / "room.db")
    s = await tables.again(s)
    assert await store.read(personal_data.results, GUILD, None) == []
    await hands(tables, s, 1, first=7)
    s = await tables.again(s)
    await hosting.close(s)
    found = await sessions(store)
    assert {user: line.hands for user, line in found.items()} == {ANN: 5, BOB: 5, CLEO: 3}
    for user, line in found.items():
        assert line.net == await tables.balance(user) - 100_000


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_who_is_erased_while_tables_of_before_are_looked_at_has_no_session(
    store: Store, tables: Tables, tmp_path: Path
) -> None:
    s = await tables.started("poker", ANN, BOB)
    await hands(tables, s, 2)
    await hosting.close(s)
    as_before(tmp_path / "room.db")
    match = await store.read(stored_upkeep.broken_off, GUILD)
    assert match is not None
    at, found = await past.sessions(store, match)
    assert {one.user for one in found} == {ANN, BOB}
    traces = await store.read(personal_data.traces, GUILD, ANN)
    await store.commit(
        Work().do(personal_data.erase, GUILD, ANN, traces, tables.time, since=tables.time, until=tables.time)
    )
    await store.commit(Work().do(stored_upkeep.note_past, GUILD, match.id, at, found))
    assert [line.user for line in await store.read(personal_data.results, GUILD, None)] == [BOB]
    assert await store.read(personal_data.servers_of, ANN) == []


@pytest.mark.parametrize("on_either", ["sqlite"], indirect=True)  # the file is changed from outside
async def test_a_table_that_cannot_be_read_costs_itself_alone(store: Store, tables: Tables, tmp_path: Path) -> None:
    for n, id in enumerate(("damaged", "sound")):
        s = await tables.started("poker", ANN, BOB, id=id)
        await hands(tables, s, 2, first=n * 10 + 1)
        await hosting.close(s)
    wanted = (await store.read(personal_data.results, GUILD, ANN))[0]
    as_before(tmp_path / "room.db")
    with sqlite3.connect(tmp_path / "room.db") as db:
        db.execute("UPDATE card_tables SET state = '{}' WHERE id = 'damaged'")
    db.close()
    await upkeep.run(store, lambda: tables.time)
    (found,) = await store.read(personal_data.results, GUILD, ANN)
    assert (found.match, found.net, found.hands) == (wanted.match, wanted.net, 2)
    assert (
        await store.read(stored_upkeep.due, ALONE, "sessions")
        == await store.read(stored_upkeep.due, ALONE, "ratings")
        == []
    )
    assert (await store.read(stored_recent.recent_results, GUILD, ANN)).rating is not None
