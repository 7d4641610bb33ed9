"""What everybody at the table has seen somebody do in the hands before."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.games.parts.habits import Habit
from bot.games.poker import POKER
from bot.games.poker.carried_over import Carried, remembered

from .poker_table import all_do, start, table

BOARD = "AD 9S JH 3D 8C"


def after(deal: Deal) -> tuple[Habit, ...]:
    while deal.ask:
        assert deal.ask.timer
        deal.tick(deal.ask.timer[0])
    assert deal.after
    return deal.after.carried.habits


def test_checks_bets_calls_raises_and_folds_count_from_the_second_street_on() -> None:
    deal = table("holdem", {0: "7H 2C", 1: "KS QH"}, BOARD, seats=2, limit="no")
    all_do(deal, "raise 6", "call", "check", "bet 4", "raise 12", "fold")
    assert after(deal) == (Habit(acts=2, bold=1), Habit(acts=2, bold=1))


def test_a_hand_shown_after_a_bet_on_the_last_street_is_air_if_it_makes_no_more_than_the_board() -> None:
    for hand, air in (("7H 2C", 1), ("9H 2C", 0)):
        deal = table("holdem", {0: hand, 1: "KS QH"}, BOARD, seats=2, limit="no")
        all_do(deal, "call", *["check"] * 6, "bet 4", "call")
        bettor, caller = after(deal)
        assert (bettor.shown, bettor.air) == (1, air) and not caller.shown


def test_hands_that_end_before_the_second_street_say_nothing_and_store_nothing() -> None:
    deal = table("holdem", seats=2, limit="no")
    all_do(deal, "fold")
    assert after(deal) == ()
    assert deal.after and "habits" not in dump_state(deal.after)["kept"]


def test_they_are_added_up_and_stored() -> None:
    before = (Habit(10, 5, 2, 1), Habit())
    deal = table("holdem", seats=2, limit="no", state=start(2, carried=Carried(habits=before)))
    all_do(deal, "call", "check", "check", "bet 4", "fold")
    assert after(deal) == (Habit(11, 6, 2, 1), Habit(2, 0))
    assert deal.after and load_state(POKER, dump_state(deal.after)) == deal.after


def test_who_takes_a_chair_begins_anew() -> None:
    before = Carried(habits=(Habit(10, 5, 2, 1), Habit(3, 1)))
    deal = table("holdem", seats=2, limit="no", state=replace(start(2, carried=before), fresh=frozenset({0})))
    assert remembered(deal.table).habits == (Habit(), Habit(3, 1))
