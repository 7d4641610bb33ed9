"""Moves in advance at a table: what is kept, when it is made, and that nobody else learns of it before."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.betting import CALL, CHECK, FOLD, Call, Fold
from bot.engine.offers import Move
from bot.games.poker.moves import Raise
from bot.table import hosting, lobby, wishes
from bot.table.clock import Clock
from bot.table.errors import NeedsConfirmation, Rejected
from bot.table.prefs import Prefs
from bot.table.session import Session
from bot.table.state import BETWEEN

from .tables import ANN, BOB, CLEO, DAN, Tables, memory

FOUR = (ANN, BOB, CLEO, DAN)


async def poker(tables: Tables, *people: int, **more: Any) -> tuple[Session, Clock]:
    s = await tables.started("poker", *(people or FOUR), run_twice=False, **more)
    return s, tables.clock(s)


def user(s: Session, seat: int) -> int:
    return s.table.chairs[seat].user or 0


def on_turn(s: Session) -> int:
    (seat,) = s.table.turns
    return seat


def after(s: Session, steps: int) -> int:
    """The seat that many places behind whose turn it is."""
    return (on_turn(s) + steps) % len(s.table.chairs)


async def plays(s: Session, move: Move) -> None:
    await s.act(on_turn(s), move)


def last_move(s: Session) -> tuple[int, Move]:
    assert s.table.shown is not None
    row = s.table.shown.rows[-1]
    return row.seat, row.move


async def test_a_wish_is_made_when_the_turn_comes_at_the_pace_of_house_players(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 1)
    said = await wishes.wish(s, user(s, seat), "check-fold")
    assert said == "“Check/fold” when your turn comes; nobody else knows."
    await plays(s, CALL)
    await tables.pass_time(clock, 0.9)
    assert on_turn(s) == seat, "not at once"
    await tables.pass_time(clock, 0.7)
    assert last_move(s) == (seat, FOLD) and s.table.chairs[seat].wish is None
    assert tables.pinged == []


async def test_its_time_is_drawn_like_a_house_players(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the very same draw, which goes by nothing of the seat."""
    drawn: list[int] = []
    thinks = Clock._thinks

    def noted(clock: Clock) -> int:
        drawn.append(thinks(clock))
        return drawn[-1]

    monkeypatch.setattr(Clock, "_thinks", noted)
    s, clock = await poker(tables)
    seat = after(s, 1)
    await wishes.wish(s, user(s, seat), "check-fold")
    await plays(s, CALL)
    began = s.table.now()
    await tables.pass_time(clock, 1.6)
    assert s.table.shown is not None and s.table.shown.rows[-1].at - began == drawn[0]
    assert 0.8 * 1200 <= drawn[0] <= 1.25 * 1200


async def test_a_wish_does_not_make_a_house_player_think_anew(tables: Tables) -> None:
    s, clock = await poker(tables, ANN, BOB, house_players=2)
    while not s.table.chairs[on_turn(s)].house:
        await plays(s, CALL)
    await clock._step()
    due = clock._house_at
    seat = next(n for n in (0, 1) if n != on_turn(s))
    tables.time += 100
    for _ in range(2):
        await wishes.wish(s, user(s, seat), "check-fold")
        await clock._step()
        assert clock._house_at == due


def seen_by_others(tables: Tables, s: Session, seat: int) -> str:
    """All that anybody but the owner of this seat is shown: texts, pictures, words for them, and controls."""
    snap, own = tables.builder.snapshot(s.table), user(s, seat)
    private = {who: content for who, content in snap.private.items() if who != own}
    hands = {who: marks for who, marks in snap.hands.items() if who != own}
    return repr((snap.public, private, hands, snap.turns, snap.stage, snap.moment, snap.prelude))


@pytest.mark.parametrize("name", ["check-fold", "call", "call-any"])
async def test_what_others_see_is_the_same_to_the_byte_until_the_move(tables: Tables, name: str) -> None:
    s, _ = await poker(tables)
    seat = after(s, 1)
    without, known = seen_by_others(tables, s, seat), len(tables.shown)
    await wishes.wish(s, user(s, seat), name, sure=True)
    assert seen_by_others(tables, s, seat) == without and len(tables.shown) == known, "nothing is published"
    await plays(s, CALL)
    chair, on_its_turn = s.table.chairs[seat], seen_by_others(tables, s, seat)
    chair.wish = None
    assert seen_by_others(tables, s, seat) == on_its_turn


async def test_nor_do_others_learn_why_it_was_taken_back_or_what_holds_from_now_on(tables: Tables) -> None:
    s, _ = await poker(tables)
    seat = after(s, 2)
    await wishes.wish(s, user(s, seat), "call")
    await wishes.always(s, user(s, seat), "muck")
    await plays(s, Raise(800))
    seen, chair = seen_by_others(tables, s, seat), s.table.chairs[seat]
    assert chair.taken_back
    chair.taken_back, chair.always = "", ""
    assert seen_by_others(tables, s, seat) == seen


async def test_a_press_before_that_goes_before_it(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 1)
    await wishes.wish(s, user(s, seat), "check-fold")
    await plays(s, CALL)
    await s.act(seat, Raise(800))
    await tables.pass_time(clock, 3)
    assert s.table.deal is not None
    assert [type(r.move) for r in s.table.deal.rows if r.seat == seat] == [Raise]


async def test_once_more_takes_it_back_and_another_replaces_it(tables: Tables) -> None:
    s, _ = await poker(tables)
    seat = after(s, 1)
    await wishes.wish(s, user(s, seat), "call")
    await wishes.wish(s, user(s, seat), "check-fold")
    assert (wish := s.table.chairs[seat].wish) is not None and wish.name == "check-fold"
    assert await wishes.wish(s, user(s, seat), "check-fold") == "“Check/fold” is taken back."
    assert s.table.chairs[seat].wish is None


async def test_a_price_that_changes_takes_a_call_back_and_says_why(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 2)
    await wishes.wish(s, user(s, seat), "call")
    before = tables.shown[-1]
    await plays(s, Raise(800))
    chair = s.table.chairs[seat]
    assert chair.wish is None
    assert chair.taken_back == "“Call 1” is taken back. The price has changed: 7 to call."
    assert tables.shown[-1].concerns(user(s, seat), before), "the panel is written again"
    assert chair.taken_back in tables.shown[-1].private[user(s, seat)].text
    await plays(s, FOLD)
    await tables.pass_time(clock, 5)
    assert on_turn(s) == seat, "nobody calls 7 for them"


async def test_a_call_that_costs_much_asks_once(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 1)
    with pytest.raises(NeedsConfirmation, match="It may cost all of your 100"):
        await wishes.wish(s, user(s, seat), "call-any")
    assert s.table.chairs[seat].wish is None
    await wishes.wish(s, user(s, seat), "call-any", sure=True)
    await plays(s, Raise(10_000))
    await tables.pass_time(clock, 2)
    assert last_move(s) == (seat, CALL)


async def test_stale_and_odd_wishes_are_refused_and_change_nothing(tables: Tables) -> None:
    s, _ = await poker(tables)
    seat, kept = after(s, 1), memory(s)
    with pytest.raises(Rejected, match="It is your turn"):
        await wishes.wish(s, user(s, on_turn(s)), "check-fold")
    with pytest.raises(Rejected, match="in advance now"):
        await wishes.wish(s, user(s, seat), "raise")
    with pytest.raises(Rejected, match="“Call 2” is what you can say now"):
        await wishes.wish(s, user(s, seat), "call", (1, 900), s.table.deals_begun)
    with pytest.raises(Rejected, match="in advance now"):
        await wishes.wish(s, user(s, seat), "call", (1, 200), 0)
    with pytest.raises(Rejected, match="You do not sit"):
        await wishes.wish(s, 999, "call")
    assert memory(s) == kept


async def test_a_wish_stands_after_a_restart(tables: Tables) -> None:
    s, _ = await poker(tables)
    seat = after(s, 1)
    await wishes.wish(s, user(s, seat), "check-fold")
    again = await tables.again(s, 30)
    assert memory(again)[1:] == memory(s)[1:] and again.table.chairs[seat].wish == s.table.chairs[seat].wish
    await plays(again, CALL)
    await tables.pass_time(tables.clock(again), 2)
    assert last_move(again) == (seat, FOLD)


async def test_a_kill_while_its_time_runs_costs_nothing(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 1)
    await wishes.wish(s, user(s, seat), "check-fold")
    await plays(s, CALL)
    await tables.pass_time(clock, 0.5)
    again = await tables.again(s)
    await tables.pass_time(tables.clock(again), 2)
    assert last_move(again) == (seat, FOLD)


async def test_it_is_void_for_who_leaves_and_when_the_hand_is_over(tables: Tables) -> None:
    s, clock = await poker(tables)
    first, second = after(s, 1), after(s, 2)
    await wishes.wish(s, user(s, first), "call")
    await wishes.wish(s, user(s, second), "check-fold")
    await lobby.leave(s, user(s, first))
    assert s.table.chairs[first].wish is None
    for _ in range(2):
        await plays(s, FOLD)
    await tables.pass_time(clock, 2)
    assert s.table.phase == BETWEEN and not any(c.wish or c.taken_back for c in s.table.chairs)


async def test_a_paused_table_makes_no_move(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 1)
    await wishes.wish(s, user(s, seat), "check-fold")
    await plays(s, CALL)
    await hosting.pause(s, "Tea.", ANN)
    await tables.pass_time(clock, 60)
    assert last_move(s)[1] == CALL
    await hosting.resume(s, ANN)
    await tables.pass_time(clock, 3)
    assert last_move(s) == (seat, FOLD)


async def test_who_is_asked_at_once_is_not_pinged_for_a_wish(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 1)
    tables.prefs[user(s, seat)] = Prefs(remind="at once")
    await wishes.wish(s, user(s, seat), "check-fold")
    await plays(s, CALL)
    await tables.pass_time(clock, 2)
    assert tables.pinged == []


async def test_the_log_knows_only_the_move(tables: Tables) -> None:
    s, clock = await poker(tables)
    seat = after(s, 3)
    await wishes.wish(s, user(s, seat), "check")
    for _ in range(3):
        await plays(s, CALL)
    await tables.pass_time(clock, 2)
    assert s.table.deal is not None
    assert [type(r.move) for r in s.table.deal.rows if r.seat >= 0] == [Call, Call, Call, type(CHECK)]
    assert not any(isinstance(r.move, Fold) for r in s.table.deal.rows)


async def test_a_choice_for_good_answers_whenever_it_is_asked(tables: Tables, moments: None) -> None:
    s, clock = await poker(tables, ANN, BOB)
    winner = after(s, 1)
    said = await wishes.always(s, user(s, winner), "show")
    assert said == "Always show, from now on; nobody else knows."
    await plays(s, FOLD)
    await tables.pass_time(clock, 2)
    assert s.table.shown is not None
    assert [type(r.move).__name__ for r in s.table.shown.rows if r.seat == winner][-1] == "Show"
    await tables.pass_time(clock, 20)
    assert s.table.chairs[winner].always == "show", "it stands for the table"
    assert (await tables.again(s)).table.chairs[winner].always == "show"
    assert await wishes.always(s, user(s, winner), "") == "You are asked each time."
    with pytest.raises(Rejected):
        await wishes.always(s, user(s, winner), "sometimes")
