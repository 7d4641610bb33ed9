"""Betting at poker: blinds, raises by their total, limits, the bring-in, straddles and kills."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.betting import FOLD, Bet, Uncalled
from bot.engine.deal import Deal
from bot.games.poker.carried_over import Carried
from bot.games.poker.moves import AHEAD, BroughtIn, Posted, Raise
from bot.games.poker.options import Options, rules_of

from .poker_table import all_do, amounts, check_down, owed, start, table, won
from .table import bad_option, fact, may, play, refused, stack, told, turn

NO: dict[str, Any] = {"limit": "no"}
FIXED: dict[str, Any] = {"limit": "fixed"}
POT: dict[str, Any] = {"limit": "pot"}


def to_flop(deal: Deal) -> Deal:
    """Everybody calls, and the big blind checks."""
    return all_do(deal, "call", "call", "call", "check")


def stud(up: str, variant: str = "stud", **options: Any) -> Deal:
    """Third street with these up cards, from seat 1."""
    each = dict(zip((1, 2, 3, 0), up.split(), strict=True))
    rest = iter(["5C", "6C", "7C", "8C", "5H", "6H", "7H", "8H"])
    hands = {s: f"{next(rest)} {next(rest)} {card}" for s, card in each.items()}
    return table(variant, hands, **{"ante": 0, "stakes": 400, **options})


# ---- worked examples ------------------------------------------------------------------------


def test_example_1_the_least_raise_is_the_last_one_again() -> None:
    deal = all_do(table(**NO), "raise 7")
    assert turn(deal) == 0
    assert amounts(deal) == (1200, 10_000)
    all_do(deal, "raise 12", "fold")
    assert turn(deal) == 2
    assert amounts(deal) == (1700, 10_000)


def test_example_2_a_short_all_in_reopens_nothing() -> None:
    deal = to_flop(table(stacks={3: 1000}, **NO))
    all_do(deal, "bet 5", "call", "raise 8")
    assert turn(deal) == 0
    assert amounts(deal) == (1300, 9800)
    all_do(deal, "call")
    assert (turn(deal), owed(deal), amounts(deal)) == (1, 300, None)
    assert refused(deal, 1, Raise(1300)) == "A short all-in does not let you raise again: call or fold."


def test_example_3_short_all_ins_add_up() -> None:
    deal = to_flop(table(stacks={2: 1000, 3: 1250}, **NO))
    all_do(deal, "bet 5", "raise 8", "raise 10.5", "call")
    assert (turn(deal), owed(deal), amounts(deal)) == (1, 550, (1550, 9800))


def test_example_4_fixed_limit_has_three_raises() -> None:
    deal = all_do(table(**FIXED), "raise 4", "raise 6", "raise 8")
    assert refused(deal, 2, Raise(1000)) == "There have been 3 raises, and no more are allowed."
    all_do(deal, "call", "call", "call", *["check"] * 4)
    assert fact(deal, "street") == 3
    assert amounts(deal, "Bet") == (400, 400)


def test_example_5_pot_limit() -> None:
    deal = table("omaha", **POT)
    assert amounts(deal) == (400, 700)
    all_do(deal, "raise 7")
    assert amounts(deal) == (1200, 2400)
    all_do(deal, "raise 24")
    assert (turn(deal), amounts(deal)) == (1, (4100, 8100))
    heads_up = table("omaha", seats=2, **POT)
    assert (turn(heads_up), amounts(heads_up)) == (0, (400, 600))


def test_example_6_the_bring_in() -> None:
    deal = stud("2C 2D KH AS")
    assert turn(deal) == 1
    assert amounts(deal, "Bet") == (200, 400)
    all_do(deal, "bet 2")
    assert told(deal, BroughtIn) == [BroughtIn(1, 200, False)]
    assert amounts(deal) == (400, 400)
    all_do(deal, "raise 4", "raise 8", "raise 12", "raise 16")
    assert turn(deal) == 2
    assert amounts(deal) is None
    assert turn(stud("2C KD KH AS", "razz")) == 3


def test_example_8_nobody_pays_for_what_nobody_has() -> None:
    deal = all_do(table(stacks={2: 150}, **NO), "fold", "fold")
    assert (turn(deal), owed(deal)) == (1, 50)
    assert refused(deal, 1, Raise(400)) == "Nobody could call."
    deal = all_do(table(stacks={2: 150}, **NO), "call", "fold")
    assert (turn(deal), owed(deal)) == (1, 100)


def test_example_29_a_straddle_is_the_last_blind() -> None:
    deal = table(straddle=True, **NO)
    assert turn(deal) == 3
    all_do(deal, "straddle")
    assert told(deal, Posted)[-1] == Posted(3, "straddle", 400, False)
    assert (turn(deal), amounts(deal)) == (0, (800, 10_000))
    all_do(deal, "call", "call", "call")
    assert (turn(deal), may(deal)) == (3, "Check Raise ProposeEnd")


def test_example_34_heads_up_the_dealer_has_the_small_blind() -> None:
    deal = table(seats=2, **NO)
    assert told(deal, Posted) == [Posted(0, "small blind", 100, False), Posted(1, "big blind", 200, False)]
    assert turn(deal) == 0
    all_do(deal, "call", "check")
    assert turn(deal) == 1


def test_example_35_the_big_blind_has_an_option() -> None:
    deal = all_do(table(**NO), "call", "call", "call")
    assert (turn(deal), amounts(deal)) == (2, (400, 10_000))
    all_do(deal, "raise 4", "raise 6")
    assert turn(deal) == 0


def killed(kill: str = "full", **more: Any) -> Deal:
    state = start(number=5, carried=Carried(dealt_in=frozenset(range(4)), kill=2, streak=(2, 2)))
    return table(state=state, kill=kill, **FIXED, **more)


def test_example_36_a_kill() -> None:
    deal = killed()
    assert told(deal, Posted) == [Posted(1, "small blind", 100, False), Posted(2, "kill", 400, False)]
    assert (turn(deal), owed(deal), amounts(deal)) == (3, 400, (800, 800))
    all_do(deal, "call", "call", "call", "check")
    assert amounts(deal, "Bet") == (400, 400)
    all_do(deal, *["check"] * 4)
    assert amounts(deal, "Bet") == (800, 800)


def test_a_half_kill_is_one_and_a_half_blinds_up_to_a_white() -> None:
    assert told(killed("half"), Posted)[-1] == Posted(2, "kill", 300, False)
    assert told(killed("half", stakes=300), Posted)[-1] == Posted(2, "kill", 500, False)


def test_a_kill_follows_two_whole_pots_in_a_row() -> None:
    carried = Carried(dealt_in=frozenset(range(4)), streak=(2, 1))
    deal = all_do(table(state=start(number=5, carried=carried), kill="full", **FIXED), "fold", "fold", "fold")
    assert deal.after
    assert deal.after.carried.kill == 2
    deal = check_down(table(state=start(number=5, carried=carried), kill="full", **FIXED))
    assert deal.after
    assert deal.after.carried.kill is None or won(deal)[0][4] == (2,)


def test_a_kill_lapses_in_a_bomb_pot() -> None:
    assert told(killed(bomb_every=1), Posted) == []


def test_example_36_a_bomb_pot() -> None:
    deal = table(seats=5, bomb_every=1, **NO)
    assert deal.table.chips["pot"] == 2000
    assert told(deal, Posted) == []
    assert (fact(deal, "street"), turn(deal)) == (2, 1)


def test_example_38_a_short_ante() -> None:
    hands = {1: "AC AD AH AS 2C", 2: "KC KD KH KS 3C", 3: "QC QD JH JS 4C", 0: "10C 10D 9H 9S 5C"}
    deal = table("draw", hands, stacks={1: 50}, ante=100, stakes=400, limit="fixed")
    all_do(deal, "bet 4", "call", "call", *["draw"] * 4)
    check_down(deal)
    assert won(deal) == [("side pot 1", 0, "", 1350, (2,)), ("main pot", 0, "", 200, (1,))]


def test_example_39_only_full_raises_reopen_at_fixed_limit_too() -> None:
    deal = to_flop(table(stacks={2: 500}, **FIXED))
    all_do(deal, "bet 2", "raise 3")
    assert (turn(deal), amounts(deal)) == (3, (500, 500))
    all_do(deal, "call", "call")
    assert (turn(deal), owed(deal), amounts(deal)) == (1, 100, None)


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_1_a_raise_is_named_by_its_total() -> None:
    deal = all_do(table(**NO), "raise 6", "fold", "fold", "raise 20")
    assert stack(deal, 2) == 8000
    assert (turn(deal), amounts(deal)) == (3, (3400, 10_000))


def test_ruling_2_short_blinds_are_all_in() -> None:
    deal = table(stacks={1: 50, 2: 100}, **NO)
    assert told(deal, Posted) == [Posted(1, "small blind", 50, True), Posted(2, "big blind", 100, True)]
    assert owed(deal) == 200


@pytest.mark.parametrize("limit", ["no", "pot", "fixed", "spread"])
def test_ruling_3_only_full_raises_reopen(limit: str) -> None:
    deal = to_flop(table(stacks={2: 450}, limit=limit))
    all_do(deal, "bet 2", "raise 2.5", "call", "call")
    assert (turn(deal), owed(deal), amounts(deal)) == (1, 50, None)


def test_ruling_4_the_cap_holds_heads_up() -> None:
    deal = all_do(table(seats=2, **FIXED), "raise 4", "raise 6", "raise 8")
    assert amounts(deal) is None


def test_ruling_5_no_double_bet_for_an_open_pair() -> None:
    deal = table("stud", {1: "2C 3D 9H 9S"}, stakes=400, ante=100)
    assert turn(deal) is not None
    while fact(deal, "street") == 1:
        all_do(deal, "bet 2" if amounts(deal, "Bet") == (200, 400) else "call")
    assert turn(deal) == 1
    assert amounts(deal, "Bet") == (400, 400)


def test_ruling_6_a_straddle_is_never_short() -> None:
    assert turn(table(straddle=True, stacks={3: 350}, **NO)) == 3
    assert told(table(straddle=True, stacks={3: 350}, **NO), Posted)[-1].what == "big blind"


def test_ruling_7_no_dead_blinds() -> None:
    state = start(number=3, carried=Carried(dealt_in=frozenset({1, 2, 3})))
    deal = table(state=state, **NO)  # seat 0 comes back and posts; it may raise when its turn comes
    assert told(deal, Posted)[-1] == Posted(0, "blind", 200, False)
    all_do(deal, "call")
    assert (turn(deal), owed(deal), amounts(deal)) == (0, 0, (400, 10_000))


def test_a_newcomer_in_a_blind_posts_nothing_more() -> None:
    state = start(number=3, carried=Carried(dealt_in=frozenset({1, 0, 3})))
    assert [e.seat for e in told(table(state=state, **NO), Posted)] == [1, 2]


def test_ruling_12_folding_for_nothing_is_refused() -> None:
    deal = all_do(table(**NO), "call", "call", "call")
    assert refused(deal, 2, FOLD) == "You can check for nothing."


def test_ruling_18_ties_for_the_bring_in_go_by_suit_and_for_showing_by_place() -> None:
    assert turn(stud("2H 2D KH AS")) == 2
    hands = {1: "5C 6C 9C KD", 2: "5D 6D 2C KC", 3: "5H 6H 10C 4D", 0: "5S 6S JC 3D"}
    deal = table("stud", hands, ante=100)
    while fact(deal, "street") == 1:
        all_do(deal, "bet 1" if may(deal).startswith("Bet") else "call")
    assert turn(deal) == 1  # king, nine before king, two
    hands = {1: "5C 6C 9C KD", 2: "5D 6D 2C 3C", 3: "5H 6H 9D KC", 0: "5S 6S JC 3D"}
    deal = table("stud", hands, ante=100)
    while fact(deal, "street") == 1:
        all_do(deal, "bet 1" if may(deal).startswith("Bet") else "call")
    assert turn(deal) == 1


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_2_heads_up_order_on_each_street() -> None:
    deal = all_do(table(seats=2, **NO), "call", "check")
    for street in (2, 3, 4):
        assert (fact(deal, "street"), turn(deal)) == (street, 1)
        all_do(deal, "check", "check")


def test_edge_3_no_option_for_the_bring_in() -> None:
    deal = all_do(stud("2C 3D KH AS"), "bet 2", "call", "call", "call")
    assert fact(deal, "street") == 2


def test_edge_4_a_bring_in_seat_without_chips() -> None:
    deal = stud("2C 3D KH AS", ante=100, stacks={1: 100})
    assert turn(deal) == 2
    assert amounts(deal, "Bet") == (200, 400)


def test_edge_5_a_stack_below_the_small_blind() -> None:
    deal = table(stacks={1: 50}, **NO)
    assert told(deal, Posted)[0] == Posted(1, "small blind", 50, True)
    all_do(deal, "call", "call", "check")
    assert fact(deal, "betting").pots[0].amount == 200


def test_edge_6_a_fourth_raise() -> None:
    deal = all_do(table(raise_cap="none", **FIXED), "raise 4", "raise 6", "raise 8", "raise 10")
    assert amounts(deal) == (1200, 1200)
    deal = all_do(table(raise_cap="0", **FIXED), "call")
    assert amounts(deal) is None


def test_edge_7_raising_an_all_in_table() -> None:
    deal = all_do(table(seats=2, stacks={0: 1000}, **NO), "raise 10")
    assert refused(deal, 1, Raise(2000)) == "Nobody could call."
    all_do(deal, "call")
    assert fact(deal, "all up")


# ---- the rest of the section ----------------------------------------------------------------


def test_spread_limit() -> None:
    deal = table(limit="spread", max_bet=1000)
    assert amounts(deal) == (400, 1200)
    all_do(deal, "raise 12")
    assert amounts(deal) == (1400, 2200)
    deal = all_do(stud("2C 3D KH AS", limit="spread", max_bet=1000), "bet 2")
    assert amounts(deal) == (400, 1000)


def test_completing_at_pot_limit_and_no_limit() -> None:
    deal = all_do(stud("2C 3D KH AS", limit="no"), "bet 2")
    assert amounts(deal) == (400, 10_000)
    all_do(deal, "raise 9")
    assert amounts(deal) == (1800, 10_000)
    deal = all_do(stud("2C 3D KH AS", limit="pot", ante=100), "bet 2")
    assert amounts(deal) == (400, 200 + 600 + 200)


def test_a_bet_and_a_raise_out_of_limits_say_so() -> None:
    deal = table(**NO)
    assert refused(deal, 3, Raise(300)) == "Raise to between 4 and 100."
    assert refused(deal, 3, Raise(20_000)) == "You have only 100: raise to between 4 and 100."
    assert refused(deal, 3, Raise(425)) == "The smallest chip is a yellow, ½."
    to_flop(deal)
    assert refused(deal, 1, Bet(100)) == "Bet between 2 and 98."


def test_a_stack_that_does_not_reach_the_least_raise_goes_all_in() -> None:
    deal = table(stacks={3: 350}, **NO)
    assert amounts(deal) == (350, 350)
    all_do(deal, "raise 3.5")
    assert (turn(deal), amounts(deal)) == (0, (550, 10_000))  # the step is still the blind


def test_an_uncalled_bet_goes_back() -> None:
    deal = all_do(table(**NO), "raise 50", "fold", "fold", "fold")
    assert told(deal, Uncalled) == [Uncalled(3, 4800)]
    assert stack(deal, 3) == 10_300


def test_check_or_fold_was_a_row_of_the_log_by_earlier_rules() -> None:
    deal = table(rules=2, **NO)
    play(deal, "1: check-fold", "2: check-fold")
    assert deal.table.facts["ahead 1"][1] == {1}
    play(deal, "2: check-fold")
    assert "ahead 2" not in deal.table.facts
    all_do(deal, "call", "raise 6")
    assert turn(deal) == 2
    assert AHEAD not in [r.move for r in deal.rows if r.seat == 3]
    assert "ahead 1" not in deal.table.facts


def test_the_blinds_of_short_deck_are_an_ante_and_the_dealers() -> None:
    deal = table("short-deck")
    assert deal.table.chips["pot"] == 800
    assert told(deal, Posted) == [Posted(0, "blind", 200, False)]
    assert (turn(deal), owed(deal)) == (1, 200)
    all_do(deal, "call", "call", "call")
    assert (turn(deal), amounts(deal)) == (0, (400, 9800))


def test_the_price_of_a_raise_that_is_more_than_anybody_has() -> None:
    deal = all_do(table(seats=3, stacks={1: 1000, 2: 1000}, **NO), "raise 100", "call", "call")
    assert told(deal, Uncalled) == [Uncalled(0, 9000)]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"variant": "razz", "boards": "2"}, "Razz has no boards."),
        ({"variant": "razz", "bomb_every": "3"}, "Razz has no bomb pots."),
        ({"variant": "stud", "straddle": "on"}, "Stud has no straddle."),
        ({"variant": "holdem", "straddle": "on", "limit": "fixed"}, "A straddle is for no limit and pot limit."),
        ({"variant": "stud", "kill": "full"}, "Stud has no kill."),
        ({"variant": "holdem", "kill": "full"}, "A kill is for fixed limit."),
        ({"variant": "27-triple", "limit": "no"}, "2-7 Triple Draw is played at fixed, pot limit."),
        ({"variant": "guts", "limit": "no"}, "Guts has no limit to choose."),
        ({"variant": "guts", "ante": "0"}, "Guts needs an ante."),
        ({"variant": "holdem", "max_bet": "10"}, "max_bet is for spread limit."),
        ({"limit": "spread", "max_bet": "1"}, "The largest bet cannot be below the smallest."),
        ({"variant": "holdem", "raise_cap": "2"}, "raise_cap is for fixed and spread limit."),
        ({"level_hands": "5"}, "level_hands is for a freezeout."),
        ({"declare": "chips"}, "Hold'em has no high and low to declare."),
        ({"boards": "bomb"}, "There are no bomb pots for two boards; set bomb_every."),
        ({"home": "wild=2"}, "Hold'em has no home rule “wild”; it has none."),
        ({"variant": "stud", "home": "wild=2345"}, "wild is one of: none, up to three ranks, like 39, hole."),
        ({"variant": "stud", "home": "wild"}, "“wild” is no home rule; write key=value, like wild=39."),
        ({"variant": "stud", "home": "mild=2"}, "There is no home rule “mild”."),
        ({"variant": "guts", "home": "ghost=three"}, "ghost is one of: off, lone, all."),
        ({"variant": "baseball", "home": "four_price=1000"}, "four_price is an amount from 0 to 100."),
    ],
)
def test_options_that_a_variant_has_no_use_for_are_refused(typed: dict[str, str], why: str) -> None:
    assert bad_option(Options, typed) == why


def test_the_variant_is_found_by_its_name_and_title() -> None:
    assert Options().played.title == "Hold'em"
    assert bad_option(Options, {"variant": "whist"}).startswith("There is no variant “whist”; there are: holdem, ")


def test_antes_by_row() -> None:
    antes = {name: rules_of(Options(variant=name), 1).ante for name in ("holdem", "short-deck", "stud", "draw")}
    assert antes == {"holdem": 0, "short-deck": 200, "stud": 50, "draw": 50}
    assert rules_of(replace(Options(variant="stud"), stakes=500), 1).ante == 100
