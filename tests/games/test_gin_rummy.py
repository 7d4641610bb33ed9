"""Gin Rummy: every ruling, edge case and worked example of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import card, cards, deck
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.options import read_options
from bot.engine.state import State
from bot.engine.view import view
from bot.games.gin_rummy import (
    FACE_DOWN,
    GIN_RUMMY,
    BigGin,
    Discard,
    Draw,
    Final,
    GameOver,
    Gin,
    Knock,
    Knocked,
    LaidOff,
    LayOff,
    NobodyScores,
    OnceMore,
    Options,
    Repeated,
    Spread,
    accounts,
)
from bot.games.parts import melds as m

from .gin_rummy_table import NO_MELDS, ends, going_on, hand, scored, to_and_fro, won
from .table import after, fact, may, offer, play, refused, seen, told, turn

NOTHING = "AC 3D 5H 7S 9C JD KH 2S 4C 6D"
"""Ten cards without a meld."""


def left(text: str, *, around: bool = False) -> int:
    return m.deadwood(m.mask(cards(text)), around)


def against(mine: str, theirs: str, thrown: str = "KD", how: str = "knock", **options: Any) -> Deal:
    """Seat 0 draws this card and ends the hand with it."""
    upcard = next(str(c) for c in deck() if c not in cards(f"{mine} {theirs} {thrown}"))
    deal = hand(mine, theirs, upcard, thrown, **options)
    return ends(deal, f"{how} {thrown}")


# ---- worked examples ------------------------------------------------------------------------


def test_example_1_one_discard_leaves_ten() -> None:
    held = "5H 6H 7H 9C 9D 9S 4C 3S 2D AC"
    deal = play(hand(held, "", "QH", "KD"), "0: draw stock")
    assert [str(c) for c in offer(deal, 0, Knock).next(())] == ["KD"]
    assert left(held) == 10
    others = [left(f"{held} KD".replace(f"{c} ", "", 1)) for c in held.split()[:-1]]
    assert min(others) >= 16


def test_example_2_the_knocker_scores_the_difference() -> None:
    deal = against("5H 6H 7H 9C 9D 9S 4C 3S 2D AC", "8H 9H 4H QS QD QC 10D 6C 2S AD")
    off = told(deal, LaidOff)[-1]
    assert {*off.cards} == {*cards("4H 8H 9H")} and off.laid.left == 19
    assert won(deal)[:3] == (0, "knock", 9)


def test_example_3_the_defender_undercuts() -> None:
    deal = against("2C 3C 4C JD JH JS 5D 3H AS AH", "10H 10S 10C KH KD KS 5C 6C 2D 4H", "KC")
    assert told(deal, LaidOff)[-1].laid.left == 6
    assert won(deal)[:3] == (1, "undercut", 14)


def test_example_4_edge_9_ruling_1_equal_deadwood_is_the_defenders() -> None:
    deal = against("4S 4D 4H 7C 8C 9C 2H 3D AS AC", "QD QH QS 6D 6S 6C 10C JC 4C 7H")
    assert told(deal, LaidOff)[-1].laid.left == 7
    assert won(deal) == (1, "undercut", 10, 1)
    assert after(deal).carried.boxes == (0, 1)


def test_example_5_edge_8_against_gin_nothing_is_laid_off() -> None:
    deal = against("AS 2S 3S 4S 8D 8H 8C KC KD KH", "5S 6S 9D 9H 9C QD JD 2H 3H 7C", "10S", "gin")
    assert told(deal, LaidOff)[-1].cards == ()
    assert told(deal, LaidOff)[-1].laid.left == 43
    assert won(deal)[:3] == (0, "gin", 68)


def test_example_6_around_the_corner() -> None:
    held = "KS AS 2S 9D 9H 9C 5C 6C 7C 4D"
    assert (left(held), left(held, around=True)) == (17, 4)


def test_example_7_edge_7_a_set_of_four_is_broken_for_a_layoff() -> None:
    knocked = (m.mask(cards("8H 9H 10H")), m.mask(cards("AD AC AH")))
    held = m.mask(cards("JC JD JH JS QH 3D 2C 5D 7S 9C"))
    off = m.best_layoff(knocked, held)
    assert {*m.unmask(off)} == {*cards("JH QH")}
    assert m.deadwood(held ^ off) == 26


def test_example_8_the_account_of_a_game() -> None:
    first, second = accounts((111, 59), (5, 3), Options())
    assert first == Final(111, 100, 5, 336) and second == Final(59, 0, 3, 134)


def test_example_8_the_loser_pays_by_the_point() -> None:
    state = going_on((99, 59), (4, 3), stacks=(50_000, 50_000))
    deal = twelve(state, stake=50)
    assert scored(deal).points == 12 and scored(deal).totals == (111, 59)
    assert told(deal, GameOver)[-1].paid == 10_100
    assert after(deal).stacks == (60_100, 39_900)
    assert after(deal).scores == (336, 134)


def twelve(state: State | None = None, **options: Any) -> Deal:
    """Seat 0 knocks and scores twelve."""
    mine, theirs = "AS 2S 3S 8D 8H 8C KC KD KH 2H", "5H 6H 7H 9C 9D 9S AC AD 10C 2C"
    return against(mine, theirs, "QD", state=state, **options)


def test_example_9_ruling_10_many_boxes_beat_the_one_who_reached_the_target() -> None:
    totals = [each.total for each in accounts((102, 96), (2, 9), Options())]
    assert totals == [252, 321]


# ---- edge cases and rulings -----------------------------------------------------------------


def test_edge_1_exactly_the_limit_and_one_above() -> None:
    deal = play(hand("5H 6H 7H 9C 9D 9S 4C 3S 2D AC", "", "QH", "KD"), "0: draw stock")
    play(deal, "0: knock KD")
    assert told(deal, Knocked)[-1].laid.left == 10
    deal = play(hand("5H 6H 7H 9C 9D 9S 4C 3S 2D 2C", "", "QH", "KD"), "0: draw stock")
    said = refused(deal, 0, Knock(card("KD")))
    assert said == "Without KD your deadwood is 11; you may knock with 10 or less."


def test_edge_2_oklahoma_with_an_ace_only_gin() -> None:
    mine = "5H 6H 7H 9C 9D 9S KS KH KC AD"
    deal = play(hand(mine, "", "AS", "4D", knock_rule="oklahoma"), "0: draw stock")
    assert fact(deal, "limit") == 0
    assert refused(deal, 0, Knock(card("4D"))) == "Only gin ends this hand; without 4D your deadwood is 1."
    deal = play(hand(mine, "", "AS", "KD", knock_rule="oklahoma"), "0: draw stock", "0: gin AD")
    assert told(deal, Knocked)[-1].gin


@pytest.mark.parametrize(("upcard", "limit"), [("7D", 7), ("10D", 10), ("KD", 10)])
def test_oklahoma_goes_by_the_first_upcard(upcard: str, limit: int) -> None:
    deal = hand(NOTHING, "", upcard, "2H 3H 4H", knock_rule="oklahoma")
    assert fact(deal, "limit") == limit
    play(deal, "0: draw stock", "0: discard 2H")
    assert fact(deal, "limit") == limit


def test_edge_3_ruling_7_parletts_limit_is_that_of_the_upcard_before_the_draw() -> None:
    rest = "5H 6H 7H 9C 9D 9S 4C 4D 4S"
    deal = play(hand(f"{rest} KH", "", "3C", knock_rule="parlett"), "0: draw discard")
    assert fact(deal, "limit") == 3
    play(deal, "0: knock KH")
    assert told(deal, Knocked)[-1].laid.left == 3
    deal = play(hand("5H 6H 7H 9C 9D 9S KC KD KS QH", "", "3C", "4D", knock_rule="parlett"), "0: draw stock")
    assert "you may knock with 3 or less" in refused(deal, 0, Knock(card("QH")))


@pytest.mark.parametrize(
    ("cards_held", "plain", "around"),
    [("KH AH 2H", 13, 0), ("AH 2H 3H", 0, 0), ("JH QH KH", 0, 0), ("QH KH AH 2H", 23, 0)],
)
def test_edge_4_ruling_11_runs_around_the_corner(cards_held: str, plain: int, around: int) -> None:
    assert (left(cards_held), left(cards_held, around=True)) == (plain, around)


def test_ruling_11_a_run_never_holds_a_rank_twice() -> None:
    suit = m.mask(cards("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"))
    assert m.deadwood(suit, True) == 0
    assert max(run.bit_count() for run in m.runs(True)) == 13
    assert m.layoffs([suit], m.mask(cards("AH")) & ~suit, True) == {0: (0,)}


@pytest.mark.parametrize(("held", "least"), [("7C 7D 7H 5H 6H", 11), ("7C 7D 7H 7S 5H 6H", 0), ("KC KD KH QH JH", 20)])
def test_edge_5_a_card_is_used_once(held: str, least: int) -> None:
    assert left(held) == least


def test_edge_6_a_chain_of_layoffs() -> None:
    run = [m.mask(cards("5C 6C 7C"))]
    held = m.mask(cards("8C 9C KH"))
    assert m.mask(cards("8C 9C")) in m.layoffs(run, held)
    assert m.mask(cards("9C")) not in m.layoffs(run, held)


def test_edge_10_ruling_6_two_cards_left_end_the_hand() -> None:
    deal = hand()
    while len(deal.table.piles[STOCK]) > 3:
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: draw stock", f"{seat}: discard {deal.table.piles[HAND.of(seat)].top}")
    seat = turn(deal)
    assert seat is not None
    play(deal, f"{seat}: draw stock")
    assert "Knock" in {offer.kind.__name__ for offer in deal.offers(seat)}
    play(deal, f"{seat}: discard {deal.table.piles[HAND.of(seat)].top}")
    assert told(deal, NobodyScores)
    assert after(deal).scores == (0, 0) and after(deal).standings is None


def test_edge_11_ruling_3_the_card_taken_does_not_go_back() -> None:
    deal = play(hand("5H 6H 7H 9C 9D 9S 4C 3S 2D AC", "", "KD"), "0: draw discard")
    for kind in (Discard, Knock, Gin):
        assert refused(deal, 0, kind(card("KD"))) == "You have just taken KD: throw another card."


@pytest.mark.parametrize(("before", "over"), [(88, True), (87, False)])
def test_edge_12_exactly_the_target_ends_the_game(before: int, over: bool) -> None:
    deal = twelve(going_on((before, 0), (3, 0)))
    assert (after(deal).standings is not None) == over


def test_edge_13_a_payment_is_capped_by_the_stack() -> None:
    deal = twelve(going_on((99, 59), (4, 3), stacks=(50_000, 700)), stake=50)
    assert told(deal, GameOver)[-1].paid == 700
    assert after(deal).stacks == (50_700, 0)


@pytest.mark.parametrize(("shutout", "bonus"), [(False, 100), (True, 200)])
def test_edge_14_a_loser_without_a_box(shutout: bool, bonus: int) -> None:
    winner, loser = accounts((105, 0), (6, 0), Options(shutout=shutout))
    assert winner == Final(105, bonus, 6, 105 + bonus + 150) and loser == Final(0, 0, 0, 0)


def test_edge_15_ruling_5_big_gin() -> None:
    mine = "AS 2S 3S 4S 8D 8H 8C KC KD KH"
    theirs = "5S 6S 9D 9H 9C QD JD 2H 3H 7C"
    deal = play(hand(mine, theirs, "3D", "KS", big_gin=True), "0: draw stock")
    assert "BigGin" in may(deal)
    play(deal, "0: big-gin")
    assert won(deal)[:3] == (0, "big gin", 43 + 31)
    assert told(deal, LaidOff)[-1].cards == ()
    deal = play(hand(mine, theirs, "3D", "10S", big_gin=True), "0: draw stock")
    assert "BigGin" not in may(deal)
    assert refused(deal, 0, BigGin()) == "That is no big gin: not all eleven cards are in melds."
    deal = play(hand(mine, theirs, "3D", "KS"), "0: draw stock")
    assert "BigGin" not in may(deal)


def test_edge_15_a_drawn_hand_shows_no_cards() -> None:
    deal = hand()
    while turn(deal) is not None:
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: draw stock", f"{seat}: discard {deal.table.piles[HAND.of(seat)].top}")
    assert told(deal, NobodyScores)
    assert not seen(deal, 0) and not seen(deal, 1)
    assert not seen(deal, 0, viewer=1)


@pytest.mark.parametrize(("upcard", "points", "boxes"), [("7S", 14, 2), ("7H", 7, 1)])
def test_edge_16_a_spade_doubles_at_oklahoma(upcard: str, points: int, boxes: int) -> None:
    mine = "AD 2D 3D 8D 8H 8C KC KD KH 4C"
    theirs = "10C 10H 10S 9C 9D 9S 5H 4S AH AC"
    deal = hand(mine, theirs, upcard, "QD", knock_rule="oklahoma", spades=True)
    ends(deal, "knock QD")
    assert won(deal) == (0, "knock", points, boxes)
    assert after(deal).carried.boxes == (boxes, 0)


def test_edge_17_a_meld_may_stay_unlaid() -> None:
    mine, theirs = "5H 6H 7H 9C 9D 9S KC KD KS AC", "2C 2D 2H JC JD JH QC QD 10D 9H"
    deal = hand(mine, theirs, "3D", "QH", arrange="manual")
    ends(deal, "knock QH")
    assert turn(deal) == 1, "there was only one arrangement to lay"
    mine = "AC AD AH 5H 6H 7H 9C 9D 9S 4C"
    deal = hand(mine, theirs.replace("9H", "10H"), "3D", "QH", arrange="manual")
    ends(deal, "knock QH")
    assert next(iter(offer(deal, 0, Spread).next(()))) == "AC AD AH + 9C 9D 9S + 5H 6H 7H"
    play(deal, "0: spread 5H 6H 7H + 9C 9D 9S")
    assert told(deal, Knocked)[-1].laid.left == 7


def test_edge_17_layoffs_in_any_order() -> None:
    mine, theirs = "5C 6C 7C KC KD KS 2D 2H AS AH", "8C 9C 10H 10S JD QD QS 3D 3H 4S"
    deal = hand(mine, theirs, "4H", "QH", arrange="manual")
    ends(deal, "knock QH")
    if turn(deal) == 0:
        play(deal, f"0: spread {next(iter(offer(deal, 0, Spread).next(())))}")
    assert refused(deal, 1, LayOff((card("9C"),))) == "9C does not fit on a meld."
    play(deal, "1: lay-off 9C 8C")
    assert {*told(deal, LaidOff)[-1].cards} == {*cards("8C 9C")}


def test_ruling_2_the_face_down_card_does_not_count() -> None:
    deal = against("5H 6H 7H 9C 9D 9S 4C 3S 2D AC", "8H 9H 4H QS QD QC 10D 6C 2S AD")
    assert told(deal, Knocked)[-1].laid.left == 10
    assert [str(c) for c in deal.table.piles[FACE_DOWN]] == ["KD"]


def test_ruling_4_the_first_turn_is_a_free_choice() -> None:
    deal = hand()
    assert {*offer(deal, 0, Draw).next(())} == {"stock", "discard"}


def test_ruling_4_the_first_upcard_is_offered_to_one_after_the_other() -> None:
    deal = hand(first_upcard="offer")
    assert may(deal) == "Draw Pass" and [*offer(deal, 0, Draw).next(())] == ["discard"]
    play(deal, "0: pass")
    assert turn(deal) == 1
    play(deal, "1: pass")
    assert turn(deal) == 0 and [*offer(deal, 0, Draw).next(())] == ["stock"]
    play(deal, "0: draw stock", f"0: discard {deal.table.piles[HAND.of(0)].top}")
    assert turn(deal) == 1 and {*offer(deal, 1, Draw).next(())} == {"stock", "discard"}


def test_whoever_takes_the_first_upcard_finishes_that_turn() -> None:
    deal = play(hand(first_upcard="offer"), "0: pass", "1: draw discard")
    assert turn(deal) == 1 and "Discard" in may(deal)
    play(deal, f"1: discard {deal.table.piles[HAND.of(1)][0]}")
    assert turn(deal) == 0 and {*offer(deal, 0, Draw).next(())} == {"stock", "discard"}


def test_ruling_9_the_deal_goes_on_after_a_drawn_hand() -> None:
    deal = hand()
    while turn(deal) is not None:
        seat = turn(deal)
        assert seat is not None
        play(deal, f"{seat}: draw stock", f"{seat}: discard {deal.table.piles[HAND.of(seat)].top}")
    assert after(deal).dealer == 0


def test_ruling_12_a_defender_with_nothing_left_has_undercut() -> None:
    deal = against("5C 6C 7C KC KD KS 2D 2H AS AH", "8C 9C 10C JC QC QD QH 3D 3H 3S", "QS")
    assert told(deal, LaidOff)[-1].laid.left == 0
    assert won(deal)[:3] == (1, "undercut", 6 + 10)


def test_ruling_13_the_third_time_that_a_position_comes_the_hand_is_drawn() -> None:
    deal = to_and_fro(hand(*NO_MELDS, "QH"), 1)
    assert told(deal, OnceMore) and not told(deal, Repeated) and turn(deal) == 0
    assert len(deal.table.piles[STOCK]) == 31
    to_and_fro(deal, 1)
    assert turn(deal) is None and told(deal, Repeated) and not told(deal, NobodyScores)
    assert len(told(deal, OnceMore)) == 1
    assert after(deal).scores == (0, 0) and after(deal).dealer == 0
    assert "KC" not in str(view(deal)), "both hands stay closed"


def test_ruling_13_a_card_from_the_stock_makes_it_another_position() -> None:
    deal = to_and_fro(hand(*NO_MELDS, "QH", "KS"), 1)
    play(deal, "0: draw stock", "0: discard KS")
    assert turn(deal) == 1 and len(told(deal, OnceMore)) == 1


def test_ruling_13_a_hand_from_before_it_goes_on() -> None:
    deal = to_and_fro(hand(*NO_MELDS, "QH", rules=1), 9)
    assert turn(deal) == 0 and not told(deal, OnceMore)


def test_ruling_14_the_knockers_melds_leave_the_other_the_least_to_lay_off() -> None:
    """Two sets or two runs count the same; the run would take the other's card."""
    mine = "4C 4D 4H 5C 5D 5H 6C 6D 6H AS"
    theirs = "7C 7D 3C 3H KS QS 10D 8S 2S AD"
    deal = against(mine, theirs, "KD")
    assert {frozenset(meld) for meld in told(deal, Knocked)[-1].laid.melds} == {
        frozenset(cards(text)) for text in ("4C 4D 4H", "5C 5D 5H", "6C 6D 6H")
    }
    assert told(deal, LaidOff)[-1].cards == ()


def test_the_clock_draws_from_the_stock_and_throws_what_it_drew() -> None:
    deal = hand()
    deal.lapse(0, 0)
    drawn = deal.table.piles[HAND.of(0)].top
    deal.lapse(0, 0)
    assert deal.table.piles[DISCARDS].top == drawn


def test_the_clock_throws_the_highest_loose_card_after_one_was_taken() -> None:
    deal = play(hand("5H 6H 7H 9C 9D 9S 4C 3S QD AC", "", "KD"), "0: draw discard")
    deal.lapse(0, 0)
    assert str(deal.table.piles[DISCARDS].top) == "QD"


def test_draw_first_and_only_once() -> None:
    deal = hand(NOTHING, "", "8D", "8H")
    for move in (Discard(card("AC")), Knock(card("AC")), Gin(card("AC"))):
        assert refused(deal, 0, move) == "Draw first."
    play(deal, "0: draw stock")
    assert refused(deal, 0, Draw("stock")) == "You have drawn already."
    assert refused(deal, 0, Discard(card("KD"))) == "You do not hold KD."
    assert refused(deal, 1, Draw("stock")) == "It is not your turn."
    assert refused(deal, 0, Gin(card("8H"))).endswith("that is no gin.")


def test_only_the_top_discard_is_seen() -> None:
    deal = play(hand(NOTHING, "", "8D", "8H"), "0: draw stock", "0: discard AC")
    assert [str(c) for c in view(deal, 1).faces(DISCARDS)] == ["AC"]
    assert not seen(deal, 0, viewer=1)


# ---- chips, and what people type ------------------------------------------------------------


@pytest.mark.parametrize("stakes", GIN_RUMMY.presets)
def test_ready_made_stakes_are_for_chips_so_that_nights_may_name_them(stakes: str) -> None:
    assert not GIN_RUMMY.for_chips(Options())
    assert GIN_RUMMY.for_chips(read_options(Options, GIN_RUMMY.presets[stakes]))


def test_without_a_stake_nobody_pays() -> None:
    deal = twelve(going_on((99, 59), (4, 3)))
    assert told(deal, GameOver)[-1].paid == 0 and after(deal).standings is not None


@pytest.mark.parametrize(("target", "before", "over"), [(150, 138, True), (150, 137, False), (200, 188, True)])
def test_option_target(target: int, before: int, over: bool) -> None:
    deal = twelve(going_on((before, 0), (3, 0)), target=target)
    assert (after(deal).standings is not None) == over


@pytest.mark.parametrize("bonus", [10, 20, 25])
def test_option_undercut(bonus: int) -> None:
    deal = against("2C 3C 4C JD JH JS 5D 3H AS AH", "10H 10S 10C KH KD KS 5C 6C 2D 4H", "KC", undercut=bonus)
    assert won(deal)[:3] == (1, "undercut", 4 + bonus)


def test_ruling_8_a_spade_alone_doubles_nothing() -> None:
    mine, theirs = "AD 2D 3D 8D 8H 8C KC KD KH 4C", "10C 10H 10S 9C 9D 9S 5H 4S AH AC"
    either: list[dict[str, Any]] = [{"knock_rule": "oklahoma"}, {"spades": True}]
    for options in either:
        deal = hand(mine, theirs, "7S", "QD", **options)
        ends(deal, "knock QD")
        assert won(deal) == (0, "knock", 7, 1)


def test_a_knock_without_deadwood_is_gin() -> None:
    deal = against("AS 2S 3S 4S 8D 8H 8C KC KD KH", "5S 6S 9D 9H 9C QD JD 2H 3H 7C", "10S", "knock")
    assert won(deal)[:3] == (0, "gin", 68)


def test_edge_4_layoffs_go_around_the_corner_only_where_that_is_played() -> None:
    run, held = [m.mask(cards("JH QH KH"))], m.mask(cards("AH 2H"))
    assert m.best_layoff(run, held) == 0
    assert m.best_layoff(run, held, True) == held


def test_against_gin_a_player_who_sorts_by_hand_is_not_asked() -> None:
    mine, theirs = "AS 2S 3S 4S 8D 8H 8C KC KD KH", "5S 6S 9D 9H 9C QD JD 2H 3H 7C"
    deal = against(mine, theirs, "10S", "gin", arrange="manual")
    assert told(deal, LaidOff)[-1].cards == () and won(deal)[:2] == (0, "gin")


def test_a_layoff_onto_deadwood_does_not_fit() -> None:
    mine, theirs = "5C 6C 7C KC KD KS 2D 2H AS AH", "8C 9C 10H 10S JD QD QS AC AD 4S"
    deal = hand(mine, theirs, "4H", "QH", arrange="manual")
    ends(deal, "knock QH")
    if turn(deal) == 0:
        play(deal, f"0: spread {next(iter(offer(deal, 0, Spread).next(())))}")
    assert refused(deal, 1, LayOff(tuple(cards("AC AD")))) == "AC does not fit on a meld."
    assert refused(deal, 1, LayOff(tuple(cards("2S")))) == "You do not hold 2S."
    assert turn(deal) == 1
    play(deal, "1: lay-off 8C 9C")
    assert {*told(deal, LaidOff)[-1].cards} == {*cards("8C 9C")}
