"""What home games add to poker: straddles from any seat, seven-deuce, the stand-up game, bomb pots by call."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.betting import FOLD
from bot.engine.codec import dump_options, dump_state, load_options, load_state
from bot.engine.deal import Deal, digest
from bot.engine.table import Paid
from bot.games.poker import POKER
from bot.games.poker.moves import (
    DECLINE,
    DONT_SHOW,
    SHOW,
    Anted,
    BombCalled,
    BombNext,
    BombTakenBack,
    LastStanding,
    Posted,
    SatDown,
    SevenDeuce,
    Straddle,
)
from bot.games.poker.options import Options

from .poker_table import all_do, check_down, next_deal, start, table
from .table import after, bad_option, decides, moment_over, play, refused, told, turn, waits

NO: dict[str, Any] = {"limit": "no"}


# ---- straddle from any seat ----------------------------------------------------------------------


def any_seat(**more: Any) -> Deal:
    """Six seats, dealer 0: blinds 1 and 2, then 3, 4, 5 and the dealer."""
    return table(seats=6, straddle="any", **NO, **more)


def test_all_from_the_big_blinds_left_to_the_dealer_are_asked_at_once() -> None:
    deal = any_seat()
    assert waits(deal) == [3, 4, 5, 0] and deal.ask and deal.ask.clock == 10


def test_example_45_the_first_from_the_big_blinds_left_who_would_posts() -> None:
    deal = play(any_seat(), "0: straddle", "5: straddle", "4: decline")
    assert waits(deal) == [3], "nobody behind a seat that would is waited for"
    play(deal, "3: decline")
    assert [p for p in told(deal, Posted) if p.what == "straddle"] == [Posted(5, "straddle", 400, False)]


def test_ruling_24_the_first_of_all_ends_the_question_at_once() -> None:
    deal = play(any_seat(), "3: straddle")
    assert told(deal, Posted)[-1] == Posted(3, "straddle", 400, False) and turn(deal) == 4


def test_play_begins_on_the_straddlers_left_and_the_straddler_speaks_last() -> None:
    deal = play(any_seat(), "3: decline", "4: decline", "5: decline", "0: straddle")
    order = []
    while told(deal, Posted)[-1].seat != turn(deal):
        order.append(turn(deal))
        all_do(deal, "call")
    assert order == [1, 2, 3, 4, 5]
    assert refused(deal, 0, FOLD) == "You can check for nothing."


def test_who_has_less_is_not_asked_and_no_answer_is_no() -> None:
    deal = any_seat(stacks={4: 350, 5: 350})
    assert waits(deal) == [3, 0]
    deal.lapse(3, deal.table.now)
    deal.lapse(0, deal.table.now)
    assert told(deal, Posted)[-1].what == "big blind" and turn(deal) == 3


def test_a_house_player_posts_no_straddle() -> None:
    assert decides(any_seat(), 4) == DECLINE


def test_on_is_left_of_the_big_blind_alone_and_of_two_nobody_is_asked() -> None:
    assert waits(table(seats=6, straddle="on", **NO)) == [3]
    deal = table(seats=2, straddle="any", **NO)
    assert told(deal, Posted)[-1].what == "big blind" and len(waits(deal)) == 1 and not deal.offer(0, "straddle")


@pytest.mark.parametrize(("was", "now"), [(True, True), (False, False)])
def test_a_stored_yes_or_no_is_still_read(was: bool, now: bool) -> None:
    stored = {**dump_options(Options(limit="no")), "straddle": was}
    assert load_options(POKER, stored).straddle == now


def test_a_restart_between_two_answers() -> None:
    deal = play(any_seat(), "0: straddle", "4: decline")
    again = Deal(POKER, deal.state, deal.options, None, rows=deal.rows, order=deal.order)
    assert digest(again) == digest(deal) and waits(again) == [3, 5]


# ---- seven-deuce ---------------------------------------------------------------------------------

SEVEN: dict[str, Any] = {"limit": "no", "seven_deuce": 500}


def test_example_46_and_ruling_25_seven_deuce_is_paid_by_all_who_were_dealt_in() -> None:
    deal = table("holdem", {1: "7S 2H", 2: "KS KD"}, "7H 7D 2C 9S 4C", stacks={3: 300}, **SEVEN)
    check_down(all_do(deal, "fold", "fold", "call", "check"))
    assert told(deal, SevenDeuce) == [SevenDeuce(1, ((2, 500), (3, 300), (0, 500)))]
    assert {p.why for p in told(deal, Paid) if p.to == 1 and isinstance(p.source, int)} == {"seven-deuce"}
    assert after(deal).stacks == (9500, 10_000 + 200 + 1300, 9300, 0)


def fold_to(deal: Deal) -> Deal:
    all_do(deal, "raise 6", *["fold"] * 2)
    deal.submit(2, FOLD, at=5)
    return deal


def test_without_a_showdown_it_must_be_shown() -> None:
    deal = fold_to(table("holdem", {3: "7S 2H"}, **SEVEN))
    assert not told(deal, SevenDeuce)
    deal.submit(3, SHOW, at=10)
    assert told(deal, SevenDeuce) == [SevenDeuce(3, ((0, 500), (1, 500), (2, 500)))]
    kept = fold_to(table("holdem", {3: "7S 2H"}, **SEVEN))
    kept.submit(3, DONT_SHOW, at=10)
    assert not told(moment_over(kept), SevenDeuce)


def test_who_loses_with_it_or_wins_with_another_hand_gets_nothing() -> None:
    for hand in ("7S 2H", "7S 3H"):
        deal = table(
            "holdem", {1: hand, 2: "KS KD"}, "7H 7D KC 9S 4C" if hand == "7S 2H" else "7H 7D 3C 9S 4C", **SEVEN
        )
        check_down(all_do(deal, "fold", "fold", "call", "check"))
        assert not told(deal, SevenDeuce)


def test_seven_deuce_is_for_holdem() -> None:
    assert (
        bad_option(Options, {"variant": "omaha", "seven_deuce": "5"}) == "Omaha has no seven-deuce: it is for Hold'em."
    )
    assert bad_option(Options, {"variant": "mix", "seven_deuce": "5"}).startswith("seven_deuce is for single variants")


# ---- the stand-up game ---------------------------------------------------------------------------

STANDS: dict[str, Any] = {"limit": "no", "stand_up": 1000}


def won_by(seat: int, state: Any) -> Deal:
    """A hand in which all fold to this seat, which is the big blind."""
    deal = Deal(POKER, replace(state, dealer=(seat - 2) % state.seats), Options(**STANDS), None, order=[[*pack_of()]])
    while turn(deal) is not None:
        all_do(deal, "fold")
    return moment_over(deal)


def pack_of() -> Any:
    return table("holdem").table.orders[0]


def test_example_47_winners_sit_down_and_the_last_one_standing_pays_each_of_the_others() -> None:
    first = won_by(1, start(4))
    assert told(first, SatDown) == [SatDown((1,), (2, 3, 0))] or told(first, SatDown)[0].seats == (1,)
    again = won_by(1, after(first))
    assert not told(again, SatDown), "who sits has nothing more to win by it"
    last = won_by(3, after(won_by(2, after(again))))
    assert told(last, LastStanding) == [LastStanding(0, ((1, 1000), (2, 1000), (3, 1000)))]
    assert not after(last).carried.standing and not after(last).carried.seated
    assert sum(after(last).stacks) == 40_000


def test_a_short_stack_pays_what_it_has() -> None:
    state = after(won_by(2, after(won_by(1, start(4)))))
    state = replace(state, stacks=(*[n if p else 450 for p, n in enumerate(state.stacks)],))
    last = won_by(3, state)
    assert told(last, LastStanding)[0].paid == ((1, 250), (2, 100), (3, 100)), "in whites, the odd half with the first"
    assert after(last).stacks[0] == 0


def test_who_comes_in_mid_round_has_no_part_in_it() -> None:
    state = after(won_by(1, start(4)))
    state = replace(state, fresh=frozenset({3}))
    second = won_by(0, state)
    assert told(second, LastStanding)[0].seat == 2
    assert {p for p, _ in told(second, LastStanding)[0].paid} == {0, 1}


def test_a_round_is_stored_with_what_is_carried_over_and_left_out_where_there_is_none() -> None:
    state = after(won_by(1, start(4)))
    assert load_state(POKER, dump_state(state)) == state
    assert not {"standing", "seated", "bomb_next"} & {*dump_state(after(check_down(table())))["kept"]}


# ---- bomb pots by call ---------------------------------------------------------------------------


def test_the_dealer_calls_a_bomb_pot_for_the_next_hand() -> None:
    deal = table(bomb_call=True, **NO)
    assert not deal.offer(1, "bomb-next")
    deal.submit(0, BombNext())
    assert told(deal, BombCalled) == [BombCalled(0)]
    check_down(deal)
    following = Deal(POKER, next_deal(deal), Options(bomb_call=True, **NO), None, order=[[*pack_of()]])
    assert told(following, Anted)[0].bomb and not told(following, Posted)
    check_down(following)
    third = Deal(POKER, next_deal(following), Options(bomb_call=True, **NO), None, order=[[*pack_of()]])
    assert not told(third, Anted) and told(third, Posted)


def test_a_call_is_taken_back_by_another() -> None:
    deal = table(bomb_call=True, **NO)
    deal.submit(0, BombNext())
    deal.submit(0, BombNext())
    assert told(deal, BombTakenBack) == [BombTakenBack(0)]
    assert not after(check_down(deal)).carried.bomb_next


def test_two_boards_may_be_for_bomb_pots_that_are_called() -> None:
    options = Options(bomb_call=True, boards="bomb", **NO)
    assert options.check() is None
    assert bad_option(Options, {"variant": "razz", "bomb_call": "yes"}) == "Razz has no bomb pots."


def test_where_it_is_off_nobody_calls_one() -> None:
    assert not table(**NO).offer(0, "bomb-next") and not isinstance(decides(table(bomb_call=True, **NO)), Straddle)
