"""What everybody at a table of Seven Twenty-Seven has seen somebody do in the hands before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.parts.habits import Habit
from bot.games.seven_twenty_seven import SEVEN_TWENTY_SEVEN, Carried

from .seven_twenty_seven_table import all_check, all_stand, deal
from .table import nets, play

BEFORE = (Habit(10, 5, 2, 1), Habit(), Habit(3, 1), Habit())


def after(d: Deal) -> tuple[Habit, ...]:
    assert d.after
    return d.after.carried.habits


def bet_and_shown(hand: str, ruleset: str = "open") -> Habit:
    """Seat 1 bets this, one calls, and both stand."""
    d = play(deal({1: hand}, ruleset=ruleset), "1: bet 1", "2: call", "3: fold", "0: fold")
    return after(all_stand(d))[1]


@pytest.mark.parametrize(("hand", "ruleset", "air"), [
    ("6D KS", "open", 0), ("5C KD", "open", 0), ("5C 4D", "open", 1), ("10C 9D", "open", 1), ("5C 4D", "closed", 1),
    ("5C 3D", "closed", 0), ("5C 3D", "open", 1), ("KC QD", "open", 1),
])  # fmt: skip
def test_a_hand_shown_after_a_bet_is_air_if_it_is_not_within_one_and_a_half(hand: str, ruleset: str, air: int) -> None:
    assert bet_and_shown(hand, ruleset) == Habit(acts=1, bold=1, shown=1, air=air)


def test_checks_bets_and_raises_count_calls_and_folds_do_not() -> None:
    d = play(deal(), "1: check", "2: bet 1", "3: raise 1", "0: fold", "1: call", "2: call")
    assert after(all_stand(d))[0] == Habit()
    habits = after(d)
    assert [(one.acts, one.bold) for one in habits] == [(0, 0), (1, 0), (1, 1), (1, 1)]
    assert [one.shown for one in habits] == [0, 0, 1, 1], "only who has bet or raised is remembered by what was shown"


def test_a_hand_that_nobody_has_seen_says_nothing() -> None:
    taken = play(deal({1: "KC 10D"}), "1: bet 1", "2: fold", "3: fold", "0: fold")
    assert after(taken)[1] == Habit(acts=1, bold=1)
    folded = play(deal({1: "KC 10D"}), "1: bet 1", "2: raise 2", "3: call", "0: fold", "1: fold")
    assert after(all_stand(folded))[1] == Habit(acts=1, bold=1)


def test_they_are_added_up_and_stored() -> None:
    d = play(deal(state=replace(opening(4, 10_000), carried=Carried(BEFORE))), "1: bet 1", "2: fold", "3: fold")
    play(d, "0: fold")
    assert after(d) == (BEFORE[0], Habit(1, 1), BEFORE[2], Habit())
    assert d.after and load_state(SEVEN_TWENTY_SEVEN, dump_state(d.after)) == d.after


def test_who_takes_a_chair_begins_anew() -> None:
    d = deal(state=replace(opening(4, 10_000), carried=Carried(BEFORE), fresh=frozenset({0})))
    assert view(d, 1).carried.habits == (Habit(), *BEFORE[1:])


def test_a_chair_that_is_added_has_none() -> None:
    d = deal(seats=5, state=replace(opening(5, 10_000), carried=Carried(BEFORE)))
    assert view(d, 1).carried.habits == (*BEFORE, Habit())


def test_a_deal_stored_before_there_were_any_is_read_and_plays_as_it_did() -> None:
    before = dump_state(opening(4, 10_000))
    assert before["kept"] is None
    old = deal({1: "6D KS"}, state=load_state(SEVEN_TWENTY_SEVEN, before))
    assert view(old, 1).carried.habits == (Habit(),) * 4
    remembering = deal({1: "6D KS"}, state=replace(opening(4, 10_000), carried=Carried(BEFORE)))
    moves = "1: bet 1", "2: call", "3: fold", "0: call"
    assert nets(all_stand(play(old, *moves))) == nets(all_stand(play(remembering, *moves)))
    assert [e for e, _ in old.table.events] == [e for e, _ in remembering.table.events]


def test_everybody_sees_the_same_of_them() -> None:
    d = all_stand(all_check(deal(state=replace(opening(4, 10_000), carried=Carried(BEFORE)))))
    assert len({view(d, viewer).carried for viewer in (-1, 0, 1, 2, 3)}) == 1
