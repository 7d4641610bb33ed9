"""A person takes a house player's chair: when, whose, with what stack, and whose the result is."""

from __future__ import annotations

import pytest

from bot.show.controls.table_controls import join_button
from bot.store import ledger, member, personal_data, recent, records
from bot.table import hosting, lobby, starting
from bot.table.chairs import Chair, gives_way
from bot.table.errors import Rejected
from bot.table.session import Session
from bot.table.state import BETWEEN, DEAL, OVER

from .tables import ANN, BOB, CLEO, DAN, GUILD, Tables, memory, play_deal

GRANT, BUY_IN = 100_000, 10_000
FREEZEOUT = {"format": "freezeout", "stakes": 5000, "level_hands": 2}


def label(s: Session) -> str:
    (button,) = join_button(s.table)
    return button.label


async def deal_on(s: Session) -> None:
    """One hand more, to its end."""
    if s.table.phase == BETWEEN:
        await starting.next_deal(s, ANN)
    await play_deal(s, s.table.deals_begun)


async def to_the_end(s: Session) -> None:
    while s.table.phase != OVER:
        await deal_on(s)


def chairs(layout: str) -> list[Chair]:
    """Letters are people, digits house players by when they came, and a dot an empty chair."""
    return [Chair(user=ord(c), name=c) if c.isalpha() else Chair(house=c != ".", name=c,
            since=int(c) if c != "." else 0) for c in layout]  # fmt: skip


@pytest.mark.parametrize(
    ("layout", "sides", "seat"),
    [
        ("A123", 1, 3), ("A312", 1, 1), ("AB.C", 1, None),
        ("A123", 2, 3), ("A312", 2, 1), ("A1B2", 2, 3), ("AB12", 2, 3), ("A12B", 2, 2), ("A12B34", 3, 5),
    ],
)  # fmt: skip
def test_whoever_came_last_gives_way_and_partners_are_divided(layout: str, sides: int, seat: int | None) -> None:
    assert gives_way(chairs(layout), sides) == seat


async def test_at_hearts_the_score_stays_and_what_was_played_before_is_not_the_newcomers(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2, limit=50)
    assert label(s) == "Take a seat from the next hand"
    assert await lobby.join(s, CLEO, "Cleo") is None
    assert label(s) == "Take a seat from the next hand", "the other house player's"
    await lobby.join(s, DAN, "Dan")
    assert label(s) == "Queue up"
    await play_deal(s)
    s = await tables.again(s)
    assert await lobby.seat_next(s) == CLEO and s.table.seat_of(CLEO) == 3
    assert s.table.notice == "Cleo takes the seat of Bertie."
    assert await lobby.seat_next(s) == DAN and s.table.seat_of(DAN) == 2
    assert s.table.match is not None
    scores = s.table.match.state.scores
    assert sum(scores) == 26, "the scores stay with the seats"
    assert memory(await tables.again(s)) == memory(s)
    await to_the_end(s)
    final = s.table.match.state.scores
    found = {line.user: line for line in await tables.store.read(personal_data.results, GUILD, None)}
    assert len(found) == 4
    for user, seat in ((CLEO, 3), (DAN, 2)):
        assert (found[user].outcome, found[user].place) == ("D", 0)
        assert found[user].score == final[seat] - scores[seat]
        assert (await tables.store.read(records.stats, GUILD, user)).overall.draws == 1
        assert (await tables.store.read(recent.recent_results, GUILD, user)).rating is None, (
            "nobody is rated for half a match"
        )
    assert (await tables.store.read(recent.recent_results, GUILD, ANN)).rating is not None
    assert {found[ANN].score, found[BOB].score} == {*final[:2]} and found[ANN].place > 0
    assert (await tables.store.read(recent.versus, GUILD, ANN, CLEO)).matches == 0


async def test_whoever_comes_back_to_their_own_seat_has_played_the_match(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2, limit=50)
    await play_deal(s)
    await lobby.leave(s, BOB)
    await starting.next_deal(s, ANN)
    assert s.table.chairs[1].house
    await play_deal(s, 2)
    await lobby.take(s, BOB, "Bob", 1)
    await to_the_end(s)
    (line,) = await tables.store.read(personal_data.results, GUILD, BOB)
    assert line.place > 0 and s.table.match is not None and line.score == s.table.match.state.scores[1]


async def test_whoever_leaves_and_takes_a_better_seat_has_lost(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2, limit=50)
    await play_deal(s)
    await lobby.leave(s, BOB)
    await lobby.take(s, BOB, "Bob", 3)
    await to_the_end(s)
    (line,) = await tables.store.read(personal_data.results, GUILD, BOB)
    assert (line.outcome, line.place) == ("L", 0)


async def test_a_new_match_counts_for_all_who_begin_it(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2, limit=50)
    await play_deal(s)
    await lobby.take(s, CLEO, "Cleo", 3)
    await to_the_end(s)
    await starting.start(s, ANN)
    assert all(chair.taken_over is None for chair in s.table.chairs)
    await to_the_end(s)
    newest, _ = await tables.store.read(personal_data.results, GUILD, CLEO)
    assert newest.place > 0


async def test_for_chips_the_house_players_go_home_and_the_newcomer_buys_in(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, house_players=6)
    assert label(s) == "Take a seat from the next hand"
    await lobby.join(s, BOB, "Bob")
    clock = tables.clock(s)
    await play_deal(s)
    assert s.table.phase == BETWEEN and s.table.match is not None
    houses = sum(s.table.match.state.stacks[1:])
    gone = s.table.match.state.stacks[6]
    await clock._step()
    assert s.table.seat_of(BOB) == 6 and s.table.match.state.stacks[6] == BUY_IN == s.table.chairs[6].bought
    assert sum(s.table.match.state.stacks[1:6]) == houses - gone
    assert await tables.balance(BOB) == GRANT - BUY_IN
    assert s.table.notice.startswith("Bob takes the seat of ") and "Bob buys 100" in s.table.notice
    assert await tables.store.read(ledger.audit) == []


async def test_whoever_cannot_pay_by_then_is_told_so(tables: Tables) -> None:
    s = await tables.started("three-five-seven", ANN, house_players=6)
    await lobby.join(s, BOB, "Bob")
    await tables.open("red-dog", BOB, id="other", buy_in=100_000)
    await play_deal(s)
    assert await lobby.seat_next(s) is None and s.table.queue == []
    assert tables.turned == [(BOB, "The buy-in is 100, and you do not have that much.")]


async def test_a_freezeout_is_joined_when_it_is_over(tables: Tables) -> None:
    s = await tables.started("poker", ANN, house_players=9, **FREEZEOUT)
    assert label(s) == "Take a seat from the next match"
    assert await lobby.join(s, BOB, "Bob") is None
    await play_deal(s)
    assert s.table.phase == BETWEEN and await lobby.seat_next(s) is None
    assert label(s) == "Take a seat from the next match"
    await hosting.close(s)
    assert await tables.store.read(ledger.balance, GUILD, BOB) == 0, "he has not paid for anything"
    assert member(GUILD, BOB) not in await tables.store.read(ledger.balances, GUILD)


# ---- whom the host has removed ------------------------------------------------------------------


async def test_whoever_was_removed_sits_down_when_the_host_lets_them(tables: Tables) -> None:
    s = await tables.started("hearts", ANN, BOB, house_players=2)
    await play_deal(s)
    await hosting.remove(s, ANN, 1, manager=False)
    s = await tables.again(s)
    for way in (lobby.join(s, BOB, "Bob"), lobby.take(s, BOB, "Bob", 1)):
        with pytest.raises(Rejected, match="You were removed from this table"):
            await way
    await starting.next_deal(s, ANN)
    with pytest.raises(Rejected, match="You were removed from this table"):
        await lobby.join(s, BOB, "Bob")
    assert s.table.phase == DEAL and s.table.queue == []
    with pytest.raises(Rejected, match="only its host can invite them"):
        await hosting.let_back(s, DAN, BOB)
    assert await hosting.let_back(s, ANN, BOB) and not await hosting.let_back(s, ANN, BOB)
    assert await lobby.join(s, BOB, "Bob") is None and s.table.queue == [(BOB, "Bob")]


async def test_a_host_who_empties_their_own_seat_may_come_back(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, BOB)
    await hosting.remove(s, ANN, 0, manager=False)
    assert await lobby.join(s, ANN, "Ann") is not None


async def test_a_table_of_an_earlier_version_has_removed_nobody(tables: Tables) -> None:
    s = await tables.open("hearts", ANN, BOB)
    assert "removed" not in s.table.as_json() and "taken_over" not in s.table.as_json()["chairs"][0]
    assert (await tables.again(s)).table.removed == []
