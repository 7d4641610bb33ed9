"""How a game of Canfield ends, when it is stuck, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.options import BadOption, read_options
from bot.games.canfield import CANFIELD
from bot.games.canfield.moves import Auto, Finished, Move, Redeal, Redo, Stuck, Undo

from .canfield_table import dealt, laid, run, standing
from .table import fact, play, refused, told

# ---- the end -------------------------------------------------------------------------------------


def test_edge_12_the_last_card_wins_at_once() -> None:
    deal = laid("KS|||", homes={"C": 13, "D": 13, "H": 13, "S": 12}, undo=True)
    play(deal, "0: T1 F")
    assert told(deal, Finished) == [Finished(0, "won", 52, 1)]
    assert deal.after
    assert deal.after.scores == (52,)
    assert [(s.place, s.outcome) for s in deal.after.standings or ()] == [(1, "W")]
    counts = deal.after.counted(0)
    assert (counts["boards won"], counts["moves"]) == (1, 1)


def test_edge_13_stuck_looks_only_at_the_cards_that_come_to_the_top() -> None:
    layout = "9D|9H|9S|9C"
    # the 8C would fit, but of three at a time it never lies on top
    assert told(laid(layout, reserve="KD", stock="2C 8C 4S", draw=3), Stuck) == [Stuck(0, False)]
    assert told(laid(layout, reserve="KD", stock="2C 4S 8C", draw=3), Stuck) == []
    assert told(laid(layout, reserve="KD", stock="2C 8C 4S", draw=1), Stuck) == []


def test_stuck_with_undo_waits_for_a_step_back() -> None:
    deal = laid("9D|9H|9S|AC", reserve="KD 3D", stock="6C", base="A")
    play(deal, "0: draw", "0: T4 F")
    assert told(deal, Stuck) == [Stuck(0, True)]
    assert standing(deal)[2] == "stuck"
    play(deal, "0: undo")
    assert standing(deal)[2] == "playing"


def test_stuck_without_undo_ends_the_game() -> None:
    deal = play(laid("9D|9H|9S|AC", reserve="KD 3D", stock="6C", undo=False), "0: draw", "0: T4 F")
    assert told(deal, Finished) == [Finished(0, "stuck", 1, 2)]
    assert deal.after


def test_stuck_knows_how_many_redeals_are_left() -> None:
    layout = "9D|9H|9S|9C"
    more: Any = {"reserve": "KD", "waste": "8C 4S", "stock": "6C"}
    assert told(laid(layout, **more, redeals=0), Stuck) == [Stuck(0, False)]
    assert told(laid(layout, **more, redeals=1), Stuck) == []
    # after the redeal a packet of three is turned: 8C 4S 6C, and the 8C never comes to the top
    assert told(laid(layout, **more, draw=3), Stuck) == [Stuck(0, False)]


def test_ruling_10_moves_to_and_fro_count_so_stuck_is_never_early() -> None:
    deal = laid("9D 8S|9H|KC|KS", reserve="2D", stock="6C")
    for _ in range(3):
        play(deal, "0: T1 T2", "0: T2 T1")
    assert told(deal, Stuck) == []


def test_a_gap_with_cards_to_come_is_never_stuck() -> None:
    assert told(laid("9D|9H|9S|", stock="6C"), Stuck) == []
    assert told(laid("9D|9H|9S|"), Stuck) == [Stuck(0, False)]


# ---- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move("R", "T1"), "QC does not go on KC: the colours must differ."),
        (Move("R", "T3"), "On 7D goes a black 6, not QC."),
        (Move("R", "F"), "QC cannot start a foundation: they begin with 3."),
        (Move("T2", "F"), "The spade foundation takes 4S next, not KS."),
        (Move("R", "F", 2), "Only the top card of the reserve can be played: the others are covered."),
        (Move("W", "T1"), "The waste has no card to play."),
        (Move("T1", "T1"), "KC lies in T1 already."),
        (Move("T1", "T2", 2), "T1 has only 1 card."),
        (Move("T3", "T4", 0), "Move one card or more."),
        (Move("T9", "T1"), "Move from R (reserve), W (waste) or T1 to T4."),
        (Move("R", "W"), "Move to F (the foundations) or T1 to T4."),
        (Redeal(), "The stock is not empty yet: draw."),
        (Undo(), "There is nothing to take back."),
        (Redo(), "There is nothing to do again."),
        (Auto(), "No card fits on the foundations now."),
    ],
)
def test_bad_input_is_refused_in_a_sentence(move: Move, why: str) -> None:
    assert refused(dealt("QC 2H", "3S", "KC KS 7D 8S"), 0, move) == why


def test_a_covered_card_is_refused() -> None:
    deal = laid("4D 3S|KC|KH|9C", homes={"D": 3}, reserve="QD")
    assert refused(deal, 0, Move("T1", "F", 2)) == "4D is covered: only single cards go to the foundations."


def test_another_number_than_fits_is_refused() -> None:
    deal = laid("9S 8H 7C|9C|KD|KH", reserve="5D")
    assert refused(deal, 0, Move("T1", "T2", 1)) == "From 8H on 2 cards of T1 fit there, not 1."


def test_another_number_than_either_that_fits_is_refused() -> None:
    deal = laid(f"{run('3S', 35)}|AS|QD|QH", reserve="5D")
    assert refused(deal, 0, Move("T1", "T2", 5)) == "6 or 32 cards of T1 fit there, not 5."


def test_a_typed_move_that_fits_nowhere_says_why() -> None:
    deal = dealt("QC 2H", "3S", "KC KS 7D 8S")
    offer = deal.offers(0)[0]
    assert offer.why_not_here((), "R") == "QC cannot start a foundation: they begin with 3."
    assert offer.why_not_here(("T3",), "T1") == "On KC goes a red Q, not 7D."


def test_options_that_contradict_each_other_are_refused() -> None:
    for name in ("undo", "hints"):
        with pytest.raises(BadOption, match="In a race there is no undo and there are no hints"):
            read_options(CANFIELD.options, {"mode": "race", name: True})
    assert fact(dealt(mode="solo"), "closes") is None
