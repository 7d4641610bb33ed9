"""Seven Twenty-Seven: its options and rulings, what happens between the hands, what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.betting import Bet, Checked, Fold, Raise
from bot.engine.codec import dump_state, load_state
from bot.engine.facts import HAND
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.engine.side_pots import PotWon
from bot.engine.state import Standing, opening
from bot.engine.table import LeftOut
from bot.games.catalog import game
from bot.games.seven_twenty_seven import SEVEN_TWENTY_SEVEN, Bust, Options, Shown, Took

from .seven_twenty_seven_table import all_check, all_stand, deal, seen, shown_down, won
from .table import bad_option, may, nets, offer, play, pot, refused, told, turn

BOTH = pytest.mark.parametrize("ruleset", ["open", "closed"])

# ---- options ---------------------------------------------------------------------------------


def test_option_ruleset_open() -> None:
    d = deal({1: "KC 9D"}, "5H", ruleset="open")
    assert [seen(d, 1, viewer) for viewer in (-1, 1, 2)] == ["9D .", "KC 9D", "9D ."]
    all_check(d)
    play(d, "1: hit")
    assert seen(d, 1) == "5H 9D ."


def test_option_ruleset_closed() -> None:
    d = deal({1: "KC 9D"}, "5H", ruleset="closed")
    assert [seen(d, 1, viewer) for viewer in (-1, 1, 2)] == ["KC .", "KC 9D", "KC ."]
    all_check(d)
    play(d, "1: hit")
    assert seen(d, 1) == "KC . ."
    assert told(d, Took) == [Took(1, None)]


@pytest.mark.parametrize(("ante", "lies"), [(0, 0), (50, 200), (350, 1400)])
def test_option_ante(ante: int, lies: int) -> None:
    assert pot(deal(ante=ante)) == lies


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [({}, 100, 2500), ({"min_bet": 250}, 250, 2500), ({"max_bet": 500}, 100, 500)],
)
def test_options_min_bet_and_max_bet(options: dict[str, Any], least: int, most: int) -> None:
    d = deal(**options)
    among = offer(d, 1, Bet).next(())
    assert (min(among), max(among)) == (least, most)
    play(d, "1: bet 2½" if least == 250 else "1: bet 1")
    among = offer(d, 2, Raise).next(())
    assert (min(among), max(among)) == (least, most)


def test_option_raise_cap() -> None:
    d = play(deal(raise_cap=1), "1: bet 1", "2: raise 1")
    assert may(d) == "Call Fold"
    assert refused(d, 3, Raise(100)) == "There has been 1 raise, and no more are allowed."


def test_option_hands_ends_the_match() -> None:
    d = shown_down({0: "KC QD", 1: "10C 9D 8H", 2: "2C 5C", 3: "JD KD"}, hands=1)
    assert d.after is not None
    assert d.after.standings == (Standing(0, 3, "L"), Standing(1, 1, "W"), Standing(2, 1, "W"), Standing(3, 3, "L"))
    assert not shown_down({0: "KC QD", 1: "10C 9D 8H", 2: "2C 5C", 3: "JD KD"}, hands=2).table.standings


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"ruleset": "closed", "ante": "0"}, "The closed game needs an ante of at least ½."),
        ({"min_bet": "5", "max_bet": "2"}, "The largest bet cannot be below the smallest."),
        ({"ante": "101"}, "ante is an amount from 0 to 100, in whole yellows."),
        ({"raise_cap": "0"}, "raise_cap is a number from 1 to 9."),
        ({"ruleset": "wild"}, "ruleset is one of: open, closed."),
        ({"max_bet": "1¼"}, "max_bet: “1¼” is not an amount; write 5, 2.5 or 2½."),
    ],
)
def test_bad_options_are_refused(typed: dict[str, str], sentence: str) -> None:
    assert bad_option(Options, typed) == sentence


def test_closed_needs_an_ante() -> None:
    assert Options(ruleset="closed", ante=0).check() == "The closed game needs an ante of at least ½."
    assert Options(ruleset="open", ante=0).check() is None


# ---- rulings ---------------------------------------------------------------------------------


def test_ruling_1_open_is_the_usual_game() -> None:
    assert Options().open


def test_ruling_2_both_are_played_with_an_ante() -> None:
    assert Options().ante == Options(ruleset="closed").ante == 100


def test_ruling_3_cards_are_taken_face_up_in_open() -> None:
    d = all_check(deal({1: "KC QD"}, "5H"))
    play(d, "1: hit")
    assert [str(c) for c in d.table.piles[HAND.of(1)].view(-1) or () if c] == ["5H", "QD"]


def test_ruling_4_closed_has_the_same_limits() -> None:
    assert Options(ruleset="closed").limits == Options().limits == (100, 2500, 3)


@BOTH
def test_ruling_5_the_dealers_left_bets_first_in_every_round(ruleset: str) -> None:
    d = deal(ruleset=ruleset, dealer=2)
    for _ in range(3):
        assert turn(d) == 3
        all_stand(all_check(d), 3)


def test_ruling_6_one_hand_may_win_both_halves() -> None:
    d = shown_down({0: "KC 8D", 1: "10C 9D QH", 2: "8C 9H", 3: "10D 9S"}, ruleset="closed")
    assert won(d)[0][3] == (0,)
    d = shown_down({0: "AC 8D 7H", 1: "10C 9D", 2: "9S 9H", 3: "10D 8S"})
    assert [(half, winners) for _, half, _, winners in won(d)] == [("low", (0,)), ("high", (0,))]
    d = shown_down({0: "AC 5D AH", 1: "10C 9D", 2: "8C 9H", 3: "10D 9S"}, ruleset="closed")
    assert [(half, winners) for _, half, _, winners in won(d)] == [("low", (0,)), ("high", (0,))]


def test_ruling_7_aces_never_bust_a_hand_that_can_be_counted_lower() -> None:
    d = shown_down({0: "KC 8D", 1: "10C 9D AH 7S", 2: "9H 9C AD 9S", 3: "JD KD"})
    assert told(d, Bust) == [Bust(2, d.table.piles[HAND.of(2)][0], 56)]


@pytest.mark.parametrize("both", ["5C AD AH", "5C KD QD 4C AD AH", "AC AD AH 4C"])
def test_ruling_8_every_hand_of_7_and_27_takes_the_whole_pot(both: str) -> None:
    d = shown_down({0: both, 1: "10C 9D 8H", 2: "5D 2H", 3: "JS KS"})
    expected = [("pot", "whole", 400, (0,))] if both != "5C KD QD 4C AD AH" else [("pot", "low", 200, (2,))]
    assert won(d)[:1] == expected


def test_ruling_9_closed_a_half_above_and_a_half_below_are_equal() -> None:
    d = shown_down({0: "10C 9D 8H KC", 1: "10D 9S 7H QC", 2: "6D KD", 3: "7S QS"}, ruleset="closed")
    assert won(d) == [("pot", "low", 200, (2, 3)), ("pot", "high", 200, (1, 0))]


def test_ruling_10_who_is_all_in_goes_on_taking_cards() -> None:
    d = deal({1: "KC QD"}, "KD KH", stacks={1: 300}, ruleset="closed")
    play(d, "1: bet 2", "2: call", "3: call", "0: call")
    all_stand(d, 1)
    assert turn(d) == 2, "it has nothing to bet with"
    all_check(d)
    assert (turn(d), may(d)) == (1, "Hit Stand")


def test_ruling_10_nobody_can_bet_and_cards_are_taken() -> None:
    d = deal(stacks=dict.fromkeys(range(4), 300), ruleset="closed")
    play(d, "1: bet 2", "2: call", "3: call", "0: call")
    all_stand(d, 2)
    assert (turn(d), may(d)) == (1, "Hit Stand"), "no betting, the next card round"


def test_ruling_11_everyone_folds_to_the_first_bettor() -> None:
    d = play(deal(), "1: bet 25", "2: fold", "3: fold", "0: fold")
    assert told(d, PotWon) == [PotWon("pot", 400, (1,))]
    assert (nets(d), told(d, Shown)) == ([-100, 300, -100, -100], [])


def test_ruling_12_four_at_the_least() -> None:
    assert (min(SEVEN_TWENTY_SEVEN.seats), max(SEVEN_TWENTY_SEVEN.seats)) == (4, 10)


def test_ruling_13_a_last_live_seat_is_never_asked_to_draw() -> None:
    d = deal({1: "10C 9D", 2: "10H 9H"}, "10D 10S")
    play(d, "1: bet 1", "2: call", "3: call", "0: fold", "1: hit", "2: hit")
    assert d.ask is None
    assert told(d, PotWon) == [PotWon("pot", 700, (3,))]


# ---- between the hands -----------------------------------------------------------------------


def test_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    d = deal(stacks={2: 50})
    assert told(d, LeftOut) == [LeftOut(2)]
    assert (pot(d), d.table.players) == (300, [1, 3, 0])


def test_without_an_ante_it_takes_a_chip_to_play() -> None:
    d = deal(stacks={2: 0}, ante=0)
    assert told(d, LeftOut) == [LeftOut(2)]
    all_check(d)
    assert all_stand(d).after is not None


def test_who_pays_the_last_chip_for_the_ante_plays_for_it() -> None:
    d = deal({1: "10C 9D", 2: "4C 3D"}, "8H", stacks={1: 100})
    play(d, "2: bet 1", "3: call", "0: call", "1: hit")
    assert told(d, Checked) == []
    all_stand(d)
    all_stand(all_check(d))
    assert won(d) == [
        ("side pot 1", "low", 150, (2,)), ("side pot 1", "high", 150, won(d)[1][3]),
        ("main pot", "low", 200, (2,)), ("main pot", "high", 200, (1,)),
    ]  # fmt: skip


def test_the_match_ends_when_only_one_can_play() -> None:
    state = replace(opening(4), stacks=(30_000, 50, 0, 50), counts=((("balance", 300),), (("balance", -300),), (), ()))
    d = deal(state=state)
    assert d.after is not None
    assert d.after.stacks == (30_000, 50, 0, 50)
    assert [(s.place, s.outcome) for s in d.after.standings or ()] == [(1, "W"), (4, "L"), (2, "D"), (2, "D")]


def test_what_the_records_keep() -> None:
    d = shown_down({0: "AD KS 5C", 1: "9C 8D 10H", 2: "4H QD 2S", 3: "10C 7D 8S 4D"}, pot=1000)
    assert d.after is not None
    assert d.after.counted(0) == {"balance": 150, "hands": 1, "hands won": 1, "halves won": 1}
    assert d.after.counted(1) == {"balance": 400, "hands": 1, "hands won": 1, "halves won": 1}
    assert d.after.counted(3) == {"balance": -100, "hands": 1, "hands lost": 1, "busts": 1}
    drawn = shown_down({0: "5C 2D", 1: "6S KD QH", 2: "10C 9D 8H", 3: "8D 9H 10S"})
    assert drawn.after is not None
    assert {drawn.after.counted(s).get("hands drawn") for s in range(4)} == {1}


def test_the_deal_passes_left_and_every_hand_has_a_new_shuffle() -> None:
    match = Match(SEVEN_TWENTY_SEVEN, Options(cut="off"), replace(opening(4, 10_000), dealer=0), "m")
    all_stand(all_check(match.begin(Seal(bytes(32), {}), 0)))
    after = match.settle()
    assert (after.dealer, after.shoe, match.fresh, after.pot) == (1, None, True, 0)


def test_the_state_can_be_stored_and_read_back() -> None:
    end = shown_down({0: "KC QD", 1: "10C 9D 8H", 2: "2C 5C", 3: "JD KD"}, hands=1).after
    assert end is not None
    assert load_state(SEVEN_TWENTY_SEVEN, json.loads(json.dumps(dump_state(end)))) == end


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        (75, "The smallest chip is a yellow, ½."),
        (0, "Bet between 1 and 25."),
        (2550, "Bet between 1 and 25."),
        (10**9, "You have only 99: bet between 1 and 25."),
    ],
)
def test_bets_out_of_the_limits_are_refused(amount: Any, sentence: str) -> None:
    assert refused(deal(), 1, Bet(amount)) == sentence


def test_folding_is_refused_where_checking_is_free() -> None:
    assert refused(deal(), 1, Fold()) == "You can check for nothing."


@pytest.mark.parametrize("name", ["seven-twenty-seven", "727", "7-27", "The Game of 727"])
def test_the_catalog_knows_it_by_all_its_names(name: str) -> None:
    assert game(name) is SEVEN_TWENTY_SEVEN
