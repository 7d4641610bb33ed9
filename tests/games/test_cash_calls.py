"""Cash: calls, and letters at the end of a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.cash import judge, single, standings, unfit
from bot.games.cash import moves as m
from bot.games.cash.moves import Options

from .cash_table import (
    ANN,
    BEN,
    BOARD,
    CY,
    DEE,
    FOURS,
    GO,
    PLAIN,
    agreeing,
    called,
    counting,
    grab,
    lettered,
    no,
    over,
    press,
    up,
    wait,
)
from .table import refused, told

START = GO - 3000
SIX = "9S 9H 4C KD"


# ---- calls -------------------------------------------------------------------------------------------


def test_edge_10_a_call_during_the_agreement_is_refused_and_during_the_countdown_it_is_not() -> None:
    deal = agreeing(FOURS)
    for move in (m.Cash(), m.Counter()):
        assert refused(deal, ANN, move) == "Nobody holds cards yet."
    assert refused(deal, ANN, grab("9C")) == "There is no board yet."
    deal = counting(FOURS)
    assert called(deal, ANN, m.Cash(), -2500).right


def test_edge_10_after_the_reveal_nothing_can_be_called() -> None:
    deal = up(FOURS)
    called(deal, ANN, m.Cash())
    assert refused(deal, BEN, m.Counter()) == "This deal is over."


def test_ruling_6_four_of_a_kind_may_be_dealt_and_called_before_go() -> None:
    deal = counting(FOURS)
    assert called(deal, BEN, m.Counter(), -3000).right


@pytest.mark.parametrize("sooner", [m.Cash(), m.Counter()])
def test_edge_8_of_two_calls_in_one_window_the_earlier_press_stands(sooner: object) -> None:
    later = m.Counter() if sooner == m.Cash() else m.Cash()
    deal = up(FOURS)
    press(deal, BEN, later, 120, pressed=110)
    press(deal, ANN, sooner, 150, pressed=100)  # type: ignore[arg-type]
    deal.tick(GO + 1000)
    assert over(deal).caller == ANN and over(deal).cash == (sooner == m.Cash())
    assert len(told(deal, m.Called)) == 1


def test_a_call_stops_everything() -> None:
    deal = up(FOURS)
    press(deal, BEN, grab("2D"), 0)
    press(deal, ANN, m.Cash(), 10)
    assert no(deal, BEN, m.Gesture("sip"), 20) == "You cannot do that now."
    deal.tick(GO + 1000)
    assert not told(deal, m.Touched)


def test_all_hands_are_shown() -> None:
    deal = up(FOURS)
    called(deal, ANN, m.Cash())
    assert all(all(view(deal, SPECTATOR).pile(HAND.of(p))) for p in range(4))


def test_ruling_12_a_touched_card_is_not_held() -> None:
    deal = up(PLAIN | {ANN: "9S 9H 9D KD"}, "9C 2D JS 5H")
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 300)
    assert not called(deal, CY, m.Cash(), 400).right


def test_example_4_edge_9_a_right_cash() -> None:
    end = called(up(FOURS), ANN, m.Cash())
    assert (end.right, end.fours, end.won, end.lost, end.letters) == (True, (CY,), (ANN, CY), (BEN, DEE), (0, 1, 0, 1))


def test_example_4_edge_9_a_right_counter() -> None:
    end = called(up(FOURS), BEN, m.Counter())
    assert (end.right, end.won, end.lost, end.letters) == (True, (BEN, DEE), (ANN, CY), (1, 0, 1, 0))


def test_example_4_ruling_1_edge_9_a_call_is_for_the_partners_hand_never_ones_own() -> None:
    end = called(up(FOURS | {ANN: "KS KH KD QD", BEN: "2C 3C 9S 8H"}), CY, m.Cash())
    assert (end.right, end.won, end.lost, end.letters) == (False, (BEN, DEE), (ANN, CY), (1, 0, 1, 0))


def test_ruling_9_edge_9_a_wrong_cash() -> None:
    end = called(up(), ANN, m.Cash())
    assert (end.right, end.fours, end.won, end.lost) == (False, (), (BEN, DEE), (ANN, CY))


def test_edge_9_a_wrong_counter() -> None:
    end = called(up(), BEN, m.Counter())
    assert (end.right, end.won, end.lost) == (False, (ANN, CY), (BEN, DEE))


def test_ruling_2_edge_9_ones_own_sides_four_of_a_kind_makes_no_counter_right() -> None:
    end = called(up(FOURS), ANN, m.Counter())
    assert (end.right, end.won, end.lost) == (False, (BEN, DEE), (ANN, CY))


def test_option_counter_named() -> None:
    deal = up(FOURS, counter="named")
    assert no(deal, BEN, m.Counter(), 0) == "Name an opposing partnership."
    assert no(deal, BEN, m.Counter(DEE), 0) == "Name an opposing partnership."
    assert called(deal, BEN, m.Counter(ANN)).right  # Cy holds it, and is of Ann's pair


@pytest.mark.parametrize(("team", "right"), [(1, False), (2, True), (4, False), (5, True)])
def test_edge_9_named_with_the_wrong_team(team: int, right: bool) -> None:
    judged = judge(0, False, [5], 6, team)
    assert judged.right == right
    assert judged.lost == ({2, 5} if right else {0, 3})


def test_option_counter_any_takes_no_name() -> None:
    assert no(up(FOURS), BEN, m.Counter(ANN), 0) == "That is not on offer."


# ---- six and eight players ---------------------------------------------------------------------------


def test_ruling_3_a_good_cash_beats_all_others() -> None:
    judged = judge(0, True, [3], 6)
    assert (judged.right, judged.won, judged.lost) == (True, {0, 3}, {1, 2, 4, 5})


def test_ruling_3_a_good_counter_costs_only_those_caught() -> None:
    assert judge(0, False, [2], 6)[1:] == ({0, 3}, {2, 5})
    assert judge(0, False, [1, 2], 8)[1:] == ({0, 4}, {1, 5, 2, 6})


def test_ruling_3_a_wrong_call_costs_only_the_caller() -> None:
    assert judge(0, True, [1], 6)[1:] == ({1, 2, 4, 5}, {0, 3})
    assert judge(0, False, [3], 6)[1:] == ({1, 2, 4, 5}, {0, 3})


def six(scores: tuple[int, int, int], holder: int, **options: object) -> Deal:
    """Six players in pairs P, Q and R with these numbers of letters; one seat holds four sevens."""
    state = replace(lettered((*scores, *scores)), dealer=5)
    return up({holder: "7S 7H 7C 7D"}, BOARD, seats=6, dealer=5, state=state, **options)


def test_example_5() -> None:
    deal = six((2, 1, 3), holder=3)
    end = called(deal, 0, m.Cash())
    assert end.letters == (2, 2, 4) * 2
    assert deal.after and [s.outcome for s in deal.after.standings or ()] == ["W", "W", "L"] * 2


def test_example_6() -> None:
    deal = six((2, 1, 3), holder=2)
    end = called(deal, 1, m.Counter())
    assert end.letters == (2, 1, 4) * 2
    assert deal.after and [s.outcome for s in deal.after.standings or ()] == ["D", "W", "L"] * 2
    assert [s.place for s in deal.after.standings or ()] == [3, 1, 5] * 2


def test_example_7() -> None:
    deal = six((2, 1, 3), holder=3)
    end = called(deal, 0, m.Counter())
    assert not end.right and end.letters == (3, 1, 3) * 2
    assert deal.after and deal.after.standings is None


# ---- letters and the end -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "letters"), [("cash", 4), ("kent", 4), ("kemps", 5)])
def test_edge_12_option_name_the_last_letter_of_the_word_ends_the_match(name: str, letters: int) -> None:
    for had, ends in ((letters - 2, False), (letters - 1, True)):
        deal = up(FOURS, state=lettered((0, had, 0, had)), name=name)
        assert called(deal, ANN, m.Cash()).letters == (0, had + 1, 0, had + 1)
        assert deal.after is not None and deal.after.over == ends
        if ends:
            assert [s.outcome for s in deal.after.standings or ()] == ["W", "L", "W", "L"]


def test_edge_12_two_pairs_complete_the_word_together_and_both_lose() -> None:
    places = standings((1, 4, 4) * 2, 4)
    assert [s.outcome for s in places] == ["W", "L", "L"] * 2 and [s.place for s in places] == [1, 3, 3] * 2


def test_option_letters_off_every_hand_is_a_game_of_its_own() -> None:
    deal = up(FOURS, letters=False)
    assert called(deal, ANN, m.Cash()).letters == (0, 0, 0, 0)
    assert deal.after and [s.outcome for s in deal.after.standings or ()] == ["W", "L", "W", "L"]


def test_letters_off_who_is_neither_has_a_draw_and_so_has_everybody_in_a_real_deal() -> None:
    assert [s.outcome for s in single(judge(0, False, [2], 6), 6)] == ["W", "D", "L"] * 2
    assert [s.place for s in single(judge(0, False, [2], 6), 6)] == [1, 3, 5] * 2
    deal = counting(letters=False)
    while deal.ask and deal.ask.timer:
        deal.tick(deal.ask.timer[0])
    assert deal.after and {s.outcome for s in deal.after.standings or ()} == {"D"}


def test_the_deal_passes_left_and_the_records_count() -> None:
    deal = up(FOURS)
    called(deal, ANN, m.Cash(), 57_400)
    assert deal.after and deal.after.dealer == ANN
    assert deal.after.counted(ANN) == {"good cashes": 1, "hands": 1, "seconds": 60}
    assert deal.after.counted(BEN) == {"hands": 1, "seconds": 60}
    assert over(deal).seconds == 60


def test_what_gave_a_four_of_a_kind_away_is_remembered() -> None:
    deal = up(FOURS)
    press(deal, CY, m.Gesture("sip"), 0)
    press(deal, CY, m.Gesture("hum"), 1600)
    called(deal, ANN, m.Cash(), 3000)
    assert deal.after and deal.after.carried.gave_away == ((CY, ("sip", "hum")),)


@pytest.mark.parametrize(("teams", "seats", "fits"), [("cards", 4, True), ("cards", 6, False), ("random", 8, True)])
def test_option_teams_cards_are_for_four(teams: str, seats: int, fits: bool) -> None:
    assert (unfit(Options(teams=teams), seats) is None) == fits
