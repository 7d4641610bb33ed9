"""Moves in advance at poker, as pure functions of what a seat sees: each wish, and each way in which it is void."""

from __future__ import annotations

import pytest

from bot.engine.betting import CALL, CHECK, FOLD
from bot.engine.deal import Deal
from bot.engine.traits import Wish
from bot.engine.view import view
from bot.games.poker import ahead
from bot.games.poker.moves import CheckFold

from .poker_table import all_do, table
from .table import turn

NO = {"limit": "no", "run_twice": False}


def wishes(deal: Deal, seat: int) -> dict[str, Wish]:
    return {wish.name: wish for wish in ahead.wishes(view(deal, seat))}


def void(deal: Deal, seat: int, wish: Wish) -> str:
    return ahead.void(view(deal, seat), wish.name, wish.basis)


def to_flop(deal: Deal) -> Deal:
    return all_do(deal, "call", "call", "call", "check")


def test_what_may_be_said_in_advance_goes_by_what_is_owed() -> None:
    deal = table(**NO)
    assert turn(deal) == 3 and wishes(deal, 3) == {}, "on turn one moves"
    assert [w.label for w in wishes(deal, 1).values()] == ["Check/fold", "Call 1", "Call any"]
    assert [w.label for w in wishes(deal, 2).values()] == ["Check/fold", "Check", "Call any"]


def test_no_row_of_the_log_says_anything_in_advance_any_more() -> None:
    deal = table(**NO)
    assert not [o for seat in range(4) for o in deal.offers(seat) if o.kind is CheckFold]


def test_check_or_fold_is_a_check_for_nothing_and_a_fold_for_any_price() -> None:
    deal = table(**NO)
    big, small = wishes(deal, 2)["check-fold"], wishes(deal, 1)["check-fold"]
    all_do(deal, "call", "call")
    assert not void(deal, 1, small) and ahead.move(view(deal, 1), "check-fold") == FOLD
    all_do(deal, "call")
    assert not void(deal, 2, big) and ahead.move(view(deal, 2), "check-fold") == CHECK


def test_a_call_holds_for_one_price() -> None:
    deal = table(**NO)
    call = wishes(deal, 1)["call"]
    all_do(deal, "call")
    assert not void(deal, 1, call)
    all_do(deal, "raise 8")
    assert void(deal, 1, call) == "The price has changed: 7 to call."
    assert ahead.move(view(deal, 1), "call-any") == CALL


def test_a_check_is_void_when_there_is_a_bet() -> None:
    deal = to_flop(table(**NO))
    check = wishes(deal, 3)["check"]
    assert ahead.move(view(deal, 3), "check") == CHECK
    all_do(deal, "bet 6")
    assert void(deal, 3, check) == "The price has changed: 6 to call."


def test_call_any_holds_whatever_the_price() -> None:
    deal = table(**NO)
    any_price = wishes(deal, 1)["call-any"]
    all_do(deal, "raise 8", "raise 30")
    assert not void(deal, 1, any_price)


@pytest.mark.parametrize("name", ["check-fold", "check", "call-any"])
def test_every_wish_is_for_one_round(name: str) -> None:
    deal = table(**NO)
    wish = wishes(deal, 2)[name]
    to_flop(deal)
    assert void(deal, 2, wish) == "That round is over."


def test_nothing_is_said_between_rounds_nor_by_who_has_folded_or_is_all_in() -> None:
    deal = table(**NO)
    wish = wishes(deal, 1)["call-any"]
    all_do(deal, "call", "call", "fold")
    assert wishes(deal, 1) == {} and void(deal, 1, wish) == "There is nothing left for you to decide."
    deal = all_do(table(**NO), "raise 100")
    assert wishes(deal, 3) == {}
    deal = table("draw")
    all_do(deal, "check", "check", "check", "check")
    assert turn(deal) == 1 and wishes(deal, 2) == {}, "cards are drawn"


def test_what_may_cost_much_is_asked_about_once() -> None:
    deal = table(stacks={0: 300, 1: 10_000, 2: 10_000, 3: 10_000}, **NO)
    assert wishes(deal, 0)["call"].asks == "Call 2, more than half of your stack, when your turn comes?"
    assert wishes(deal, 1)["call"].asks == "", "one of 99 is no great matter"
    assert wishes(deal, 1)["call-any"].asks == "Call any bet? It may cost all of your 99."
    all_do(deal, "raise 51")
    assert wishes(deal, 1)["call"].asks == "Call 50, more than half of your stack, when your turn comes?"


def test_a_call_that_is_all_in_says_so() -> None:
    deal = table(stacks={1: 4000}, **NO)
    all_do(deal, "raise 60")
    assert wishes(deal, 1)["call"].asks == "Call 39, all in, when your turn comes?"
    assert wishes(deal, 1)["check-fold"].asks == ""
