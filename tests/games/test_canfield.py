"""Canfield: its setup, moves, rulings, edge cases and examples, as the rules number them."""

from __future__ import annotations

import pytest

from bot.engine.cards import card, cards
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.canfield.facts import COLUMN, RESERVE_PILE, STOCK_PILE, WASTE_PILE
from bot.games.canfield.moves import (
    Auto,
    Draw,
    Finished,
    Hint,
    Hinted,
    Move,
    Moved,
    Redeal,
    Redo,
    ReserveEmpty,
    Resign,
    SuitComplete,
    TakenBack,
    Undo,
)
from bot.games.canfield.position import why_not

from .canfield_table import dealt, laid, moves, pile, position, run, size, standing
from .table import play, refused, told

# ---- setup ---------------------------------------------------------------------------------------


def test_example_1_counts_after_the_deal() -> None:
    deal = dealt()
    sizes = [size(deal, name) for name in ("reserve", "FC", "FD", "FH", "FS", "T1", "T2", "T3", "T4", "stock", "waste")]
    assert sizes[0] == 13
    assert sum(sizes[1:5]) == 1
    assert sizes[5:9] == [1] * 4
    assert sizes[9:] == [34, 0]
    assert sum(sizes) == 52


def test_the_first_card_of_the_pack_ends_on_top_of_the_reserve() -> None:
    deal = dealt("QC 2H")
    assert pile(deal, "reserve").endswith("2H QC")
    seen = view(deal, SPECTATOR).pile(RESERVE_PILE.of(0))
    assert seen == (*(None,) * 12, card("QC"))


def test_cards_14_to_18_are_the_first_foundation_and_the_columns_and_the_rest_is_the_stock() -> None:
    deal = dealt("", "3S", "7D 8H 9C 10S", "2C 4C")
    assert pile(deal, "FS") == "3S"
    assert [pile(deal, name) for name in ("T1", "T2", "T3", "T4")] == ["7D", "8H", "9C", "10S"]
    assert pile(deal, "stock").endswith("4C 2C")


def test_example_2_the_base_rank_starts_and_the_rank_below_ends_each_suit() -> None:
    p = position("9S|9C|9H|9D", base=3, homes={"S": 1, "C": 12})
    assert [p.next_home(suit) for suit in "CDHS"] == cards("2C 3D 3H 4S")
    assert position("9S|9C|9H|9D", base=3, homes={"S": 13}).next_home("S") is None


# ---- information ---------------------------------------------------------------------------------


def test_nobody_sees_the_stock_or_the_covered_reserve_and_only_the_top_of_the_waste() -> None:
    deal = play(dealt(), "0: draw", "0: draw")
    for viewer in (0, SPECTATOR):
        seen = view(deal, viewer)
        assert seen.pile(STOCK_PILE.of(0)) == (None,) * 32
        assert [c is not None for c in seen.pile(RESERVE_PILE.of(0))] == [False] * 12 + [True]
        assert [c is not None for c in seen.pile(WASTE_PILE.of(0))] == [False, True]
        assert all(c is not None for n in range(1, 5) for c in seen.pile(COLUMN.of(0, n)))


def test_edge_11_a_covered_reserve_card_is_in_nothing_that_is_shown_and_in_no_hint() -> None:
    one, other = (play(dealt(reserve, "3S", "3C KS 7D 9S"), "0: hint") for reserve in ("QC 2H 9D", "QC 9D 2H"))
    for viewer in (0, SPECTATOR):
        assert view(one, viewer) == view(other, viewer)
    play(one, "0: T1 F")
    play(other, "0: T1 F")
    assert [pile(each, "T1") for each in (one, other)] == ["QC", "QC"]
    assert [view(each).pile(RESERVE_PILE.of(0))[-1] for each in (one, other)] == cards("2H 9D")


def test_with_three_the_last_packet_is_spread() -> None:
    deal = play(dealt("", "3S", "KD KH KC KS", "2C 4C 6C 8C 10C QC", draw=3), "0: draw", "0: draw")
    assert view(deal).pile(WASTE_PILE.of(0)) == (None, None, None, *cards("8C 10C QC"))
    assert view(play(deal, "0: undo")).pile(WASTE_PILE.of(0)) == tuple(cards("2C 4C 6C"))


# ---- moves ---------------------------------------------------------------------------------------


def test_edge_1_base_king_goes_on_with_the_ace_and_ends_with_the_queen() -> None:
    deal = play(laid("AS|2S|9D|9C", base="K", homes={"S": 1}), "0: T1 F", "0: T2 F")
    assert pile(deal, "FS") == "KS AS 2S"
    ended = play(laid("QS|JD|9D|9C", base="K", homes={"S": 12}), "0: T1 F")
    assert told(ended, SuitComplete) == [SuitComplete(0, "S")]


def test_edge_2_round_the_corner_in_a_column() -> None:
    assert moves(laid("AS|9C|7C|5C", base="8", waste="KH", stock="3H")) == ["W T1 1"]
    deal = laid("AH|9C|7C|5C", base="8", waste="KD", stock="3H 8H")
    assert refused(deal, 0, Move("W", "T1")) == "KD does not go on AH: the colours must differ."
    assert moves(laid("2D|9C|7C|5C", base="8", waste="AS", stock="3H")) == ["W T1 1"]
    deal = laid("AH|9C|7C|5C", base="8", waste="2C", stock="3H 8H")
    assert refused(deal, 0, Move("W", "T1")) == "On AH goes a black K, not 2C."


def test_example_3_the_ace_follows_the_king_and_the_two_completes_the_suit() -> None:
    deal = laid("9C|7C|5C|JC", base="3", homes={"S": 11}, waste="2S AS")
    play(deal, "0: W F", "0: W F")
    assert pile(deal, "FS").split()[-3:] == ["KS", "AS", "2S"]
    assert told(deal, SuitComplete) == [SuitComplete(0, "S")]


def test_example_4_a_run_moves_onto_the_card_that_it_fits() -> None:
    deal = play(laid("9S 8H 7C|9C|KD|KH", reserve="5D"), "0: T1 T2")
    assert (pile(deal, "T1"), pile(deal, "T2")) == ("9S", "9C 8H 7C")


def test_example_5_a_gap_is_filled_from_the_reserve_at_once() -> None:
    deal = dealt("QC 2H", "3S", "KC KS 7D 8S")
    play(deal, "0: T3 T4")
    assert (pile(deal, "T4"), pile(deal, "T3"), size(deal, "reserve")) == ("8S 7D", "QC", 12)
    assert told(deal, Moved) == [Moved(0, tuple(cards("7D")), "T3", "T4", card("QC"))]
    assert standing(deal)[1] == 1, "the fill is no move"


def test_edge_3_the_last_card_of_a_column_goes_home_and_the_reserve_fills_the_gap() -> None:
    deal = play(dealt("QC 2H", "3S", "3C KS 7D 9S"), "0: T1 F")
    assert (pile(deal, "T1"), size(deal, "reserve")) == ("QC", 12)
    assert view(deal).pile(RESERVE_PILE.of(0))[-1] == card("2H")


def test_edge_4_once_the_reserve_is_empty_gaps_stay() -> None:
    deal = laid("AC|AD|KH|KS", reserve="9D", stock="5C")
    play(deal, "0: T1 F")
    assert told(deal, ReserveEmpty) == [ReserveEmpty(0)]
    assert pile(deal, "T1") == "9D"
    play(deal, "0: T2 F")
    assert pile(deal, "T2") == ""


def test_edge_5_two_gaps_in_a_row_are_filled_in_order() -> None:
    deal = play(laid("AC|AD|KH|KS", reserve="9D 7S 4H"), "0: T1 F", "0: T2 F")
    assert (pile(deal, "T1"), pile(deal, "T2"), pile(deal, "reserve")) == ("9D", "7S", "4H")


def test_ruling_1_and_edge_9_part_of_a_column_leaves_the_rest_in_place() -> None:
    deal = laid("9S 8D 7C|9C|KD|10H", reserve="5D", stock="3C")
    assert "T1 T2 2" in moves(deal)
    play(deal, "0: T1 T2")
    assert pile(deal, "T1") == "9S"
    assert "T1 T4 1" in moves(deal)


@pytest.mark.parametrize(("typed", "left"), [("T1 T2 6", 29), ("T1 T2 32", 3), ("T1 T2", 29)])
def test_edge_15_of_35_cards_6_and_32_fit_and_both_are_moved(typed: str, left: int) -> None:
    deal = laid(f"{run('3S', 35)}|AS|QD|QH", reserve="5D")
    assert [m for m in moves(deal) if m.startswith("T1 T2")] == ["T1 T2 6", "T1 T2 32"]
    play(deal, f"0: {typed}")
    assert (size(deal, "T1"), size(deal, "T2")) == (left, 36 - left)


def test_edge_15_a_column_of_27_goes_whole_and_its_last_card_alone() -> None:
    deal = laid(f"{run('KH', 27)}|AC|9D|9H", reserve="5D")
    assert [m for m in moves(deal) if m.startswith("T1 T2")] == ["T1 T2 1", "T1 T2 27"]
    play(deal, "0: T1 T2 27")
    assert (pile(deal, "T1"), pile(deal, "T2")) == ("5D", f"AC {run('KH', 27)}")


def test_edge_15_a_column_is_never_a_target_for_its_own_cards() -> None:
    deal = laid(f"{run('3S', 27)}|9C|9D|9H", reserve="5D")
    assert not [m for m in moves(deal) if m.startswith("T1 T1")]
    second = pile(deal, "T1").split()[1]
    assert refused(deal, 0, Move("T1", "T1", 26)) == f"{second} lies in T1 already."


def test_ruling_2_the_fill_is_nobodys_choice() -> None:
    deal = play(laid("AC|QD|KH|KS", reserve="9D 7S"), "0: T1 F")
    assert all(pile(deal, name) for name in ("T1", "T2", "T3", "T4"))
    why = why_not(position("|QD|KH|KS", reserve="7S", waste="5C"), "W", "T1", 1)
    assert why == "T1 is filled from the reserve while it has cards."


def test_ruling_3_a_gap_takes_waste_and_column_cards_but_none_from_a_foundation() -> None:
    deal = laid("5C 4H|KD||9S", homes={"S": 2}, waste="JD", stock="3C", foundation_back=True)
    assert {"W T3 1", "T1 T3 1"} <= {*moves(deal)}
    assert refused(deal, 0, Move("FS", "T3")) == "A foundation card does not fill a gap."


def test_ruling_4_foundation_cards_do_not_come_back() -> None:
    deal = laid("3H|9C|7C|5C", homes={"S": 2}, stock="4D", reserve="QH")
    assert refused(deal, 0, Move("FS", "T1")) == "Cards on the foundations stay there."


def test_foundation_back_on_lets_the_top_card_return() -> None:
    deal = laid("3H|9C|7C|5C", homes={"S": 2}, stock="4D", reserve="QH", foundation_back=True)
    play(deal, "0: FS T1")
    assert (pile(deal, "T1"), pile(deal, "FS"), standing(deal)[0]) == ("3H 2S", "AS", 1)


def test_ruling_7_a_run_passes_the_base_rank() -> None:
    deal = play(laid("2H|AC|KD|7S", base="A", homes={"S": 1}, reserve="9C 9S", stock="5C"), "0: T2 T1", "0: T3 T1")
    assert pile(deal, "T1") == "2H AC KD"


def test_ruling_9_a_reserve_card_may_be_played_at_any_time() -> None:
    deal = laid("QH|9C|7C|5C", homes={"S": 1}, reserve="JS 2S 8D")
    assert "R T1 1" in moves(deal)
    play(deal, "0: R T1", "0: R F")
    assert pile(deal, "reserve") == "8D"


def test_example_10_with_the_reserve_empty_anything_available_fills_a_gap() -> None:
    deal = laid("8H||KC|6D 5C 4H", waste="JD", homes={"C": 1}, stock="3C 9D")
    assert {"W T2 1", "T4 T2 1", "T4 T2 2"} <= {*moves(deal)}
    assert refused(deal, 0, Move("T1", "T2")) == "T1 is the whole column: in an empty one nothing would change."
    play(deal, "0: T4 T2 2")
    assert (pile(deal, "T2"), pile(deal, "T4")) == ("5C 4H", "6D")


# ---- stock and waste -----------------------------------------------------------------------------


def test_draw_1_turns_one_card_at_a_time() -> None:
    deal = play(dealt("", "3S", "KD KH KC KS", "2C 4C"), "0: draw", "0: draw")
    assert pile(deal, "waste") == "2C 4C"
    assert standing(deal)[1] == 2


def test_draw_3_turns_three_and_the_third_lies_on_top() -> None:
    deal = play(dealt("", "3S", "KD KH KC KS", "2C 4C 6C", draw=3), "0: draw")
    assert pile(deal, "waste") == "2C 4C 6C"


def test_edge_6_with_two_left_two_are_turned() -> None:
    deal = play(laid("KD|KH|9C|9S", stock="2C 4D", draw=3, reserve="QC"), "0: draw")
    assert pile(deal, "waste") == "2C 4D"


def test_edge_7_the_second_of_a_packet_is_available_once_the_top_is_played() -> None:
    deal = laid("KD|5H|9C|9S", stock="2C 4D 4C 8H", draw=3, reserve="6C")
    play(deal, "0: draw", "0: W T2")
    assert view(deal).pile(WASTE_PILE.of(0)) == tuple(cards("2C 4D"))
    assert pile(deal, "waste").endswith("4D")


def test_ruling_6_and_edge_8_a_redeal_restores_the_order() -> None:
    deal = dealt("", "3S", "KD KH KC KS")
    before = pile(deal, "stock")
    assert refused(deal, 0, Redeal()) == "The stock is not empty yet: draw."
    play(deal, *["0: draw"] * 34)
    assert refused(deal, 0, Draw()) == "The stock is empty: redeal."
    play(deal, "0: redeal")
    assert (pile(deal, "stock"), pile(deal, "waste")) == (before, "")
    empty = laid("KD|5H|4C|9S", reserve="6C")
    assert refused(empty, 0, Redeal()) == "Stock and waste are both empty."


def passes(stock: int, draw: int) -> list[int]:
    """How many draws each of two passes takes, where the third card is played in the first."""
    order = [str(n) for n in range(1, stock + 1)]
    return [-(-len(order) // draw), -(-(len(order) - 1) // draw)]


def test_examples_6_and_8_a_pass_takes_12_draws_of_three_or_34_of_one() -> None:
    for draw, draws in ((3, 12), (1, 34)):
        deal = dealt("", "3S", "KD KH KC KS", draw=draw)
        first = play(deal, "0: draw").table.piles[WASTE_PILE.of(0)].top
        play(deal, *["0: draw"] * (draws - 1))
        assert size(deal, "stock") == 0
        play(deal, "0: redeal", "0: draw")
        assert deal.table.piles[WASTE_PILE.of(0)].top == first


def test_example_7_after_the_third_card_is_played_a_pass_takes_11_draws() -> None:
    deal = dealt("8D", "3S", "KD KH KC QS", "2C 4C QH 6C 8C 10C", draw=3)
    play(deal, "0: draw", "0: W T3", *["0: draw"] * 11, "0: redeal")
    seen = []
    while size(deal, "stock"):
        play(deal, "0: draw")
        seen.append(deal.table.piles[WASTE_PILE.of(0)].top)
    assert len(seen) == 11
    assert seen[0] == card("6C"), "s1 s2 s4"


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_redeals_0_1_and_2_are_limits(redeals: int) -> None:
    deal = laid("KD|KH|5H|9S", stock="4C 7C", reserve="6C", redeals=redeals)
    for _ in range(redeals):
        play(deal, "0: draw", "0: draw", "0: redeal")
    play(deal, "0: draw", "0: draw")
    assert refused(deal, 0, Redeal()) == "There are no redeals left."
    assert refused(deal, 0, Draw()) == "The stock is empty."


def test_ruling_5_redeals_are_unlimited_by_themselves() -> None:
    deal = laid("KD|KH|5H|9S", stock="4C", reserve="6C")
    play(deal, *["0: draw", "0: redeal"] * 20)
    assert standing(deal) == (0, 40, "playing")


# ---- undo, hint, auto, resign --------------------------------------------------------------------


def test_edge_10_undo_of_a_move_with_a_fill_returns_both_cards() -> None:
    deal = dealt("QC 2H", "3S", "KC KS 7D 8S")
    before = {name: [*cards_] for name, cards_ in deal.table.piles.items()}
    play(deal, "0: T3 T4", "0: undo")
    assert {name: [*cards_] for name, cards_ in deal.table.piles.items()} == before
    assert standing(deal) == (1, 2, "playing"), "an undo is a move, too"
    assert refused(deal, 0, Undo()) == "There is nothing to take back."


def test_redo_does_it_again_until_something_else_is_done() -> None:
    deal = play(dealt("QC 2H", "3S", "KC KS 7D 8S"), "0: T3 T4", "0: undo", "0: redo")
    assert (pile(deal, "T4"), pile(deal, "T3")) == ("8S 7D", "QC")
    assert told(deal, TakenBack) == [TakenBack(0, False), TakenBack(0, True)]
    play(deal, "0: undo", "0: draw")
    assert refused(deal, 0, Redo()) == "There is nothing to do again."


def test_undo_gives_a_redeal_back() -> None:
    deal = laid("KD|KH|5H|9S", stock="4C", reserve="6C", redeals=1)
    play(deal, "0: draw", "0: redeal", "0: undo", "0: redeal", "0: draw")
    assert refused(deal, 0, Redeal()) == "There are no redeals left."


def test_auto_brings_everything_home_card_by_card() -> None:
    deal = laid("5H 2C|AD|KH|KS", homes={"C": 1}, waste="9C 4C", reserve="3C 7D 7S", stock="QC")
    play(deal, "0: auto")
    assert (pile(deal, "FC"), pile(deal, "FD")) == ("AC 2C 3C 4C", "AD")
    assert standing(deal) == (5, 4, "playing")
    assert [e.source for e in told(deal, Moved)] == ["T1", "R", "W", "T2"]
    play(deal, "0: undo")
    assert pile(deal, "FD") == ""
    assert pile(deal, "FC") == "AC 2C 3C 4C"


def test_auto_is_refused_where_nothing_fits() -> None:
    deal = laid("5H|9D|KH|KS", waste="9C", reserve="3C", stock="4S")
    assert refused(deal, 0, Auto()) == "No card fits on the foundations now."


def test_a_hint_names_a_legal_move_and_is_no_move() -> None:
    deal = play(dealt("QC 2H", "3S", "3C KS 7D 9S"), "0: hint")
    assert [e.move for e in told(deal, Hinted)] == [Move("T1", "F")]
    assert standing(deal)[1] == 0


def test_undo_off_and_hints_off() -> None:
    deal = play(dealt(undo=False, hints=False), "0: draw")
    assert refused(deal, 0, Undo()) == "There is no undo at this table."
    assert refused(deal, 0, Redo()) == "There is no undo at this table."
    assert refused(deal, 0, Hint()) == "There are no hints at this table."


def test_to_resign_is_asked_twice_and_ends_the_game() -> None:
    deal = dealt()
    offer = next(o for o in deal.offers(0) if o.kind is Resign)
    assert offer.confirm(Resign()) == "Give up? The board counts as it stands."
    play(deal, "0: resign")
    assert told(deal, Finished) == [Finished(0, "resigned", 1, 0)]
    assert deal.after
    assert [(s.place, s.outcome) for s in deal.after.standings or ()] == [(1, "L")]


def test_no_turn_clock_runs_and_an_idle_board_is_resigned() -> None:
    deal = dealt()
    assert deal.ask
    assert (deal.ask.clock, deal.ask.timer, [*deal.ask.waits_for]) == (None, None, [0])
    deal.lapse(0, 24 * 3_600_000)
    assert told(deal, Finished) == [Finished(0, "resigned", 1, 0)]
