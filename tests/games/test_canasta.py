"""Canasta: every ruling, edge case and worked example of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.facts import DISCARDS, HAND
from bot.engine.state import State
from bot.engine.view import view
from bot.games.canasta import CANASTA, standings
from bot.games.canasta import melds as m
from bot.games.canasta.melds import Group
from bot.games.canasta.moves import (
    Ask,
    CanastaMade,
    Charged,
    Declare,
    Discard,
    Draw,
    GoOut,
    Meld,
    Melded,
    Mixed,
    NobodyOut,
    PlaysOn,
    RedThrees,
    TakePile,
    TookPile,
    Upcards,
    WentOut,
)

from .canasta_table import drawn, ends, first, groups, held, lies, lying, side, typed
from .table import after, fact, may, moment_over, offer, play, refused, told, turn, typed_move


def worth(text: str) -> int:
    return sum(group.points for group in groups(text))


def meld(text: str) -> Meld:
    return Meld(tuple(groups(text)))


def take(text: str) -> TakePile:
    return TakePile(tuple(groups(text)))


# ---- worked examples -----------------------------------------------------------------------------


@pytest.mark.parametrize(("laid", "points"), [("A A A, K K 2", 100), ("A A A, 4 4 4", 75), ("A A JK", 90)])
def test_example_1_the_minimum(laid: str, points: int) -> None:
    assert worth(laid) == points
    deal = drawn(lying("AC AD AH KC KD 4C 4D 4H 2C JK 7S 9D", scores=(1500, 0)))
    if points >= 90:
        play(deal, f"0: meld {laid}")
        assert told(deal, Melded)[-1].points == points and told(deal, Melded)[-1].first
    else:
        assert refused(deal, 0, meld(laid)) == ("That counts 75; the first meld of your side must reach 90: 15 more.")


def test_example_2_the_minimum_of_those_who_lead_and_of_those_below_nothing() -> None:
    assert worth("Q Q Q, 9 9 2, A A 2") == 130 >= m.minimum(3000)
    deal = drawn(lying("QC QD QH 9C 9D 2C 2D AC AD 7S 5D", scores=(3000, 0)))
    play(deal, "0: meld Q Q Q, 9 9 2, A A 2")
    deal = drawn(lying("4C 4D 4H 7S 5D 9D QC", scores=(-20, 0)))
    play(deal, "0: meld 4 4 4")
    assert told(deal, Melded)[-1].points == 15 == m.minimum(-5)


def test_example_3_a_side_goes_out() -> None:
    deal = lying(
        "AS", "", "QC 5C 5D JK", "", melds="K K K K K K K, 7 7 7 7 7 2 2, A A", red=2, stock="AD 4S 6S",
    )  # fmt: skip
    play(deal, "0: draw", "0: meld A", "0: discard A")
    sheet = side(deal)
    assert (sheet.melds, sheet.natural, sheet.mixed, sheet.red_threes) == (195, 1, 1, 200)
    assert (sheet.out, sheet.hands, sheet.points, sheet.total) == (100, 70, 1225, 1225)


def test_example_4_their_opponents() -> None:
    deal = lying(
        "AS", "AC AD KC 3S", "QC 5C 5D JK", "2C 10C 10D 8C", melds="K K K K K K K, A A A",
        theirs="9 9 9 2, 4 4 4", their_red=1, stock="AD 4S 6S",
    )  # fmt: skip
    play(deal, "0: draw", "0: meld A", "0: discard A")
    sheet = side(deal, 1)
    assert (sheet.melds, sheet.red_threes, sheet.hands, sheet.points) == (65, 100, 105, 60)


def test_example_5_concealed() -> None:
    deal = lying(
        "8C 8D 8H 8S 8C 8D JK QC QD QH QS", "", "AC KC KD 9C 9D 6C 6D 4C 4D 2C 3C", stock="5C 6S 7S"
    )  # fmt: skip
    play(deal, "0: draw", "0: go-out")
    assert told(deal, WentOut) == [WentOut(0, True, cards("5C")[0])]
    sheet = side(deal)
    assert (sheet.melds, sheet.mixed, sheet.out, sheet.hands, sheet.points) == (150, 1, 200, 105, 545)


def test_example_6_four_red_threes() -> None:
    deal = lying("JK KC QC", "5C", "7C 7D", melds="A A A A 2", theirs="9 9 9 9 9 9 9", red=4, pile="9C", stock="4C 9H")
    play(deal, "0: draw", "0: discard 4", "1: draw", "1: go-out")
    sheet = side(deal)
    assert (sheet.melds, sheet.red_threes, sheet.hands, sheet.points) == (100, 800, 80, 820)


@pytest.mark.parametrize(("sign", "points"), [("plus", 20), ("minus", -380)])
def test_example_7_ruling_9_red_threes_without_a_meld(sign: str, points: int) -> None:
    ninety = "JK 2C 2D"
    deal = lying(ninety, "5C", ninety, theirs="9 9 9 9 9 9 9", red=2, stock="4C 9H", red3_no_meld=sign)
    play(deal, "0: draw", "0: discard 4", "1: draw", "1: go-out")
    assert side(deal).hands == 180 and side(deal).points == points


def test_example_8_two_players() -> None:
    deal = lying(
        "3S 3S 3C", "", melds="Q Q Q Q Q Q Q, 10 10 10 10 10 2 JK", red=1, seats=2, stock="QH 10H 9C"
    )  # fmt: skip
    play(deal, "0: draw", "0: meld Q, 10", "0: meld 3 3 3")
    sheet = side(deal)
    assert sheet.melds == 205 + 20 and (sheet.natural, sheet.mixed, sheet.out) == (1, 1, 100)
    assert sheet.points == 1205 + 20  # the two cards that were drawn went down too


def test_example_9_strict() -> None:
    deal = lying(
        "JC JD KC", "4C", "AC 5C", "", melds="J J J J J J 2, 6 6 6", theirs="9 9 9 9 9 9 9", pile="7S",
        stock="6H QC QD QH 9C QC QD QH 3D 9H", referee="strict",
    )  # fmt: skip
    play(deal, "0: take-pile", "0: draw", "0: ask", "2: answer no", "0: go-out")
    assert told(deal, Charged) == [Charged(0, "take", 50), Charged(0, "no", 100)]
    others = ("1: draw", "1: discard Q", "2: draw", "2: discard Q", "3: draw", "3: discard Q")
    play(deal, "0: discard J", *others, "0: draw", "0: discard J", *others)
    play(deal, "0: draw", "0: discard 6", "1: draw", "1: go-out")
    assert told(deal, Charged)[-1] == Charged(0, "red three", 500)
    sheet = side(deal)
    assert (sheet.melds, sheet.mixed, sheet.hands, sheet.penalties, sheet.points) == (95, 1, 45, 650, -300)
    assert m.minimum(after(deal).scores[0]) == 15


# ---- rulings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scores", "won"), [((5000, 4900), True), ((4999, 4990), False)])
def test_ruling_1_edge_13_reaching_the_target_ends_the_match(scores: tuple[int, int], *, won: bool) -> None:
    assert (_totals(scores).standings is not None) == won


def test_edge_13_both_above_the_target() -> None:
    state = _totals((5100, 5300))
    assert state.standings is not None
    assert [s.place for s in state.standings] == [3, 1, 3, 1]
    assert [s.outcome for s in state.standings] == ["L", "W", "L", "W"]


def test_a_tie_plays_another_hand() -> None:
    state = _totals((5000, 5000))
    assert state.standings is None and state.dealer == 0


def _totals(wanted: tuple[int, int]) -> State:
    """A hand that ends with these totals: with no stock, and nothing in hand that counts but twos."""
    empty = ("4C", "4D", "4H", "4S")
    deal = lying(*empty, pile="3C", stock="", scores=(wanted[0] + 10, wanted[1] + 10))
    assert told(moment_over(deal), NobodyOut)
    assert bool(told(deal, PlaysOn)) == (wanted[0] == wanted[1] >= 5000)
    assert after(deal).scores == (*wanted, *wanted)
    return after(deal)


def test_ruling_2_a_wild_upcard_cannot_be_taken() -> None:
    deal = lying("KC KD", pile="KH 2C")
    assert fact(deal, "frozen")
    assert refused(deal, 0, take("K K")) == "A wild card lies on top: the pile cannot be taken."


def test_ruling_3_the_pile_is_open_to_a_fresh_side() -> None:
    deal = lying("KC KD KS 2C 2D 7C", pile="9C KH")
    play(deal, "0: take-pile K K 2")
    assert lies(deal) == "K K K 2"


def test_ruling_4_a_natural_pair_joins_the_meld_from_a_frozen_pile() -> None:
    deal = lying("KC KD 5C", melds="K K K", pile="2C 7D KH")
    play(deal, "0: take-pile K K")
    assert lies(deal) == "K K K K K K" and held(deal) == "2 7 5"
    deal = lying("KC KD 5C", melds="K K K", pile="2C 7D KH", frozen_join=False)
    assert refused(deal, 0, take("K K")).startswith("The pile is frozen, and your side has a meld of Ks")


def test_ruling_5_black_threes_are_the_last_act() -> None:
    out: dict[str, Any] = {"melds": "9 9 9 9 9 9 9", "stock": "9H 7C"}
    deal = drawn(lying("3C 3S 3C KC KD KH", **out))
    assert refused(deal, 0, meld("3 3 3")) == "Black threes are melded only as the last act of going out."
    assert refused(deal, 0, meld("3 3 3 2")).startswith("You do not hold")
    play(deal, "0: meld K K K, 9, 3 3 3")
    assert told(deal, WentOut) and turn(deal) is None
    deal = drawn(lying("3C 3S 3C KC KD KH 2C", **out))
    assert refused(deal, 0, meld("3 3 3 2")) == "Black threes are melded without wild cards."
    play(deal, "0: meld K K K, 9", "0: meld 3 3 3", "0: discard 2")
    assert told(deal, WentOut)


def test_ruling_6_what_lies_below_does_not_help_a_first_meld() -> None:
    deal = lying("KC KD 7C 8C 9C", pile="AC AD AH KH")
    assert refused(deal, 0, take("K K")) == "That counts 30; the first meld of your side must reach 50: 20 more."


def test_ruling_7_concealed_with_the_pile() -> None:
    deal = lying("8C 8D 8H 8S 8C 8D QC QD", pile="QH 5C 8S")
    play(deal, "0: take-pile 8 8 8 8 8 8", "0: meld Q Q Q", "0: discard 5")
    assert told(deal, WentOut) == [WentOut(0, True, cards("5C")[0])]
    assert side(deal).out == 200


def test_ruling_8_a_concealed_hand_reaches_the_minimum() -> None:
    sevens = "4C 4D 4H 4S 4C 4D 4H"
    deal = drawn(lying(sevens, stock="KC 9H", scores=(0, 0)))
    assert "counts 35; the first meld of your side must reach 50" in refused(deal, 0, meld("4 4 4 4 4 4 4"))
    deal = drawn(lying(sevens, stock="KC 9H", concealed_minimum=False))
    play(deal, "0: meld 4 4 4 4 4 4 4", "0: discard K")
    assert side(deal).out == 200


def test_ruling_10_the_question_comes_after_the_draw_and_before_melding() -> None:
    deal = lying("9C KC KD KH QC", melds="9 9 9 9 9 9 9", stock="QD 7C")
    assert refused(deal, 0, Ask()) == "Draw first, or take the pile."
    play(deal, "0: draw", "0: meld K K K")
    assert refused(deal, 0, Ask()) == "Ask before you meld."


def test_ruling_10_after_taking_the_pile_one_may_ask() -> None:
    deal = lying("KC KD QC", melds="9 9 9 9 9 9 9", pile="9S KH")
    play(deal, "0: take-pile K K", "0: ask", "2: answer yes", "0: meld 9", "0: discard Q")
    assert told(deal, WentOut)


def test_ruling_11_two_players_do_not_ask_and_the_pile_replaces_both_draws() -> None:
    deal = lying("KC KD KS 2C 7C 8C", seats=2, pile="9C KH")
    play(deal, "0: take-pile K K 2")
    assert "Ask" not in may(deal) and held(deal) == "2 K 9 8 7".replace("2 ", "")
    assert refused(deal, 0, Draw()) == "You have drawn already."


def test_ruling_12_a_black_three_as_the_first_upcard() -> None:
    deal = first(stock="3S 9C 9D")
    assert told(deal, Upcards)[0].cards == tuple(cards("3S")) and not fact(deal, "frozen")
    assert refused(deal, 0, take("9 9")) == "A black three lies on top: the pile cannot be taken now."


def test_ruling_13_both_draws_are_red_threes() -> None:
    deal = lying("9C KC", seats=2, stock="3D 4C 3H 5C 6C")
    play(deal, "0: draw")
    assert held(deal) == "K 9 5 4" and len(told(deal, RedThrees)) == 2
    deal = lying("9C KC", seats=2, stock="3D 4C 3H")
    play(deal, "0: draw")
    assert held(deal) == "K 9 4" and may(deal) == "Pass"


def test_ruling_14_an_undeclared_red_three_does_not_count_as_a_card() -> None:
    deal = drawn(lying("KC KD KH QC 3D", melds="9 9 9", stock="7C 8C 6C", referee="strict"))
    play(deal, "0: meld K K K")
    deal = drawn(lying("KC KD KH 3D", melds="9 9 9", stock="7C 8C 6C", referee="strict"))
    assert refused(deal, 0, meld("K K K")).startswith("That would leave you one card")
    assert refused(deal, 0, meld("3 3 3")).startswith("You do not hold")


def test_ruling_15_a_single_card_does_not_take_a_pile_of_one() -> None:
    deal = lying("KC", melds="K K K", pile="KH")
    assert refused(deal, 0, take("K")).startswith("That would leave you no card")
    deal = lying("QC", melds="K K K", pile="KH")
    assert refused(deal, 0, TakePile((Group(13, 0),))).startswith("That would leave you one card")
    deal = lying("QC", melds="K K K, 9 9 9 9 9 9 9", pile="KH")
    play(deal, "0: take-pile", "0: discard Q")
    assert told(deal, WentOut)


def test_ruling_16_any_number_of_canastas() -> None:
    deal = drawn(lying("9H KC KD 5C", melds="9 9 9 9 9 9, K K K K K 2", stock="7C 8C"))
    play(deal, "0: meld 9, K")
    assert told(deal, CanastaMade) == [CanastaMade(0, 0, 9, True), CanastaMade(0, 0, 13, False)]
    assert turn(deal) == 0


def test_ruling_17_all_four_red_threes_may_count_against_a_side() -> None:
    assert m.red_threes(4, good=False) == -800 and m.red_threes(4) == 800 and m.red_threes(3) == 300
    deal = lying("4C", "5C", "4D", theirs="9 9 9 9 9 9 9", red=4, stock="4C 9H", red3_no_meld="minus")
    play(deal, "0: draw", "0: discard 4", "1: draw", "1: go-out")
    assert side(deal).red_threes == -800


def goes_out(hand: str, drawn: str, melds: str, *typed: str, **given: Any) -> tuple[str, int]:
    """How the melds of seat 0 lie after it has gone out, and what they and their canastas count."""
    deal = play(lying(hand, melds=melds, stock=f"{drawn} 4C 5C", **given), "0: draw", *(f"0: {t}" for t in typed))
    ends(deal)
    sheet = side(deal)
    return lies(deal), sheet.melds + 500 * sheet.natural + 300 * sheet.mixed


@pytest.mark.parametrize(
    ("hand", "drawn", "melds", "lie", "worth"),
    [
        ("9C 9D", "2C", "K K K K K K K, 9 9 9", "K K K K K K K, 9 9 9 9 9 2", 640),  # the two has another place
        ("9C", "2C", "K K K K K K K, 9 9 9 9", "K K K K K K K, 9 9 9 9 9 2", 640),
        ("QC QD QH", "2C", "K K K K K K K", "K K K K K K K, Q Q Q 2", 620),
        ("9C", "2C", "K K K K K K K, 9 9 9 9 2 2 2", "K K K K K K K, 9 9 9 9 2 2 2 9", 980),  # thrown: there is none
        ("KC", "JK", "K K K K K K K", "K K K K K K K K", 580),
        ("KC JK", "2C", "K K K K K K K", "K K K K K K K K 2 JK", 450),  # one of both must go there
        ("QC 2C", "2D", "K K K K K K K, Q Q Q Q", "K K K K K K K, Q Q Q Q Q 2 2", 960),  # they make a canasta
    ],
)
def test_ruling_18_the_way_out_that_brings_most(hand: str, drawn: str, melds: str, lie: str, worth: int) -> None:
    assert goes_out(hand, drawn, melds, "go-out") == (lie, worth)


def test_ruling_18_its_player_may_choose_another() -> None:
    hand = ("KC", "JK", "K K K K K K K, 9 9 9")
    assert goes_out(*hand, "go-out") == ("K K K K K K K K, 9 9 9 JK", 660)
    assert goes_out(*hand, "go-out K JK") == ("K K K K K K K K JK, 9 9 9", 460)
    spoilt = ("KC", "JK", "K K K K K K K")
    assert goes_out(*spoilt, "go-out K, JK on K") == ("K K K K K K K JK", 420)
    assert goes_out(*spoilt, "go-out K JK") == ("K K K K K K K K JK", 430)
    deal = drawn(lying("KC 9C QC", melds="K K K K K K K", stock="QD 4C"))
    why = "You cannot go out now: all but one card must go down, and your side needs a canasta."
    assert why in typed(deal, "go-out")
    deal = drawn(lying("KC QC", melds="K K K K K K K", stock="2C 4C"))
    why = "You could not lay down all the rest then: name a card to throw, and groups after it."
    assert why in typed(deal, "go-out K") and "You do not hold 9 9 9." in typed(deal, "go-out Q, 9 9 9")
    assert refused(deal, 0, GoOut(12, tuple(groups("K")))) == "After that you could not go out."


def test_ruling_18_a_deal_from_before_it() -> None:
    """The clock went out without a discard where it could; a log with that move is played again."""
    said_yes = ("0: draw", "0: ask", "2: answer yes")
    now, before = (
        play(lying("KC", melds="K K K K K K K", stock="JK 4C 5C", rules=rules), *said_yes) for rules in (None, 1)
    )
    assert now.lapse(0, now.table.now)[0].move == GoOut(m.JOKER, tuple(groups("K")))
    assert before.lapse(0, before.table.now)[0].move == GoOut(None, tuple(groups("K JK")))
    play(lying("KC", melds="K K K K K K K", stock="JK 4C 5C", rules=1), *said_yes, "0: go-out K JK")


# ---- edge cases ----------------------------------------------------------------------------------


def test_edge_1_the_first_upcard_is_covered_and_freezes() -> None:
    deal = first(stock="2C 3D 9S")
    assert told(deal, Upcards)[0].cards == tuple(cards("2C 3D 9S"))
    assert fact(deal, "frozen") and len(deal.table.piles[DISCARDS]) == 3
    assert view(deal).pile(DISCARDS) == tuple(cards("2C 3D 9S")), "who froze it is seen"


def test_edge_2_that_pile_is_taken() -> None:
    deal = first("9C 9D AC AD AH 4C 5C 6C 7C 8C 10C", stock="2C 3D 9S 5S")
    play(deal, "0: take-pile 9 9, A A A")
    assert told(deal, RedThrees)[-1] == RedThrees(0, (cards("3D")[0],), False)
    assert held(deal) == "2 10 8 7 6 5 4" and lies(deal) == "9 9 9, A A A" and not fact(deal, "frozen")
    assert told(deal, TookPile)[0].cards == 3


def test_edge_3_the_upcard_counts_for_the_minimum() -> None:
    deal = lying("KC 2C 5C 5D 5H 7C 8C", pile="9C KH")
    assert refused(deal, 0, take("K 2")) == "That counts 40; the first meld of your side must reach 50: 10 more."
    assert "must reach 50: 10 more" in typed(deal, "take-pile K 2")
    play(deal, "0: take-pile K 2, 5 5 5")
    assert told(deal, Melded)[0].points == 55


def test_edge_4_a_frozen_pile_wants_a_natural_pair() -> None:
    deal = lying("8C 2C AC AD AH 7C", pile="2D 8H")
    assert refused(deal, 0, take("8 2, A A A")) == "The pile is frozen: it takes two natural 8s from your hand."
    deal = lying("8C 8D AC AD AH 7C", pile="2D 8H")
    play(deal, "0: take-pile 8 8, A A A")


@pytest.mark.parametrize("frozen", [True, False])
def test_edge_5_a_black_three_blocks_the_pile(frozen: bool) -> None:
    deal = lying("3C 3S KC", pile="KH 3S", frozen=frozen)
    assert refused(deal, 0, take("3 3")) == "A black three lies on top: the pile cannot be taken now."
    assert may(deal) == "Draw"


def test_edge_6_wild_cards_in_a_meld() -> None:
    deal = drawn(lying("KC KD 2C 2D 2H JK 7C 8C 9C"))
    assert refused(deal, 0, meld("K K 2 2 2 JK")) == (
        "Three wild cards at most go into one meld; with K K 2 2 2 JK the K would have 4."
    )
    assert refused(deal, 0, meld("K 2 JK")) == "A meld needs two natural cards at least; K 2 JK has 1."
    play(deal, "0: meld K K 2 2 2")


def test_edge_7_a_fourth_wild_card_on_a_canasta() -> None:
    deal = drawn(lying("2C 7C 8C 9C", melds="K K K K K K K 2 2 JK"))
    assert refused(deal, 0, Meld((Group(13, 0, 1),))).startswith("Three wild cards at most go into one meld")


def test_edge_8_a_hand_of_two_without_a_canasta() -> None:
    deal = drawn(lying("KC", melds="K K K", stock="7C 8C"))
    assert refused(deal, 0, meld("K")) == (
        "That would leave you one card, and going out takes a canasta: keep two cards, one to discard and one to hold."
    )
    assert "Meld" not in may(deal)


def test_edge_9_a_wild_card_on_a_natural_canasta() -> None:
    deal = drawn(lying("2C 7C 8C 9C", melds="K K K K K K K", stock="5C 6C"))
    play(deal, "0: meld 2 on K")
    assert told(deal, Mixed) == [Mixed(0, 0, 13)] and not told(deal, CanastaMade)
    ends(deal)
    assert (side(deal).natural, side(deal).mixed) == (0, 1)


def test_edge_10_the_last_stock_card_is_a_red_three() -> None:
    deal = lying("KC KD KH 7C", melds="9 9 9", stock="3D")
    play(deal, "0: draw", "0: meld K K K")
    assert refused(deal, 0, Discard(7)) == "The stock has ended: nobody discards any more."
    assert may(deal) == "Pass"
    play(deal, "0: pass")
    assert turn(deal) is None and side(deal).red_threes == 100 and side(deal).out == 0
    deal = lying("9C", melds="9 9 9 9 9 9", stock="3D")
    play(deal, "0: draw", "0: meld 9")
    assert told(deal, WentOut), "and everything may go down"


def test_edge_11_without_a_stock() -> None:
    deal = lying("KC KD KH 7C 8C", melds="9 9 9", pile="5C KS", stock="")
    assert may(deal) == "TakePile"
    assert refused(deal, 0, Draw()) == "The stock is empty: take the pile."
    deal = lying("KC QD JH 7C 8C", melds="9 9 9", pile="5C KS", stock="")
    assert turn(deal) is None and told(deal, NobodyOut) and side(deal).out == 0


def test_edge_12_the_partner_says_no() -> None:
    hand: dict[str, Any] = {"melds": "9 9 9 9 9 9 9", "stock": "9H 7C"}
    deal = play(lying("KC KD KH QC", **hand), "0: draw", "0: ask", "2: answer no")
    why = "Your partner has said no: you may not go out in this turn."
    assert refused(deal, 0, meld("K K K, 9")) == why
    assert refused(deal, 0, GoOut(12, tuple(groups("K K K, 9")))) == why
    deal = play(lying("KC KD KH", **hand, referee="strict"), "0: draw", "0: ask", "2: answer no")
    play(deal, "0: meld K K K, 9")
    assert told(deal, Charged) == [Charged(0, "no", 100)] and held(deal) == "K K K 9" and turn(deal) == 0
    assert refused(deal, 0, meld("K K K, 9")) == why
    play(deal, "0: discard 9")


def test_edge_14_two_players_need_two_canastas() -> None:
    deal = lying("KC", melds="9 9 9 9 9 9 9, K K K K", seats=2, stock="KD KH 5C")
    play(deal, "0: draw", "0: meld K K K")
    assert told(deal, WentOut)
    deal = lying("KC", melds="9 9 9 9 9 9 9, K K K", seats=2, stock="KD KH 5C")
    play(deal, "0: draw")
    assert refused(deal, 0, meld("K K K")) == (
        "That would leave you no card, and going out takes two canastas: "
        "keep two cards, one to discard and one to hold."
    )


def test_edge_14_with_and_without_a_final_discard() -> None:
    two: dict[str, Any] = {"melds": "9 9 9 9 9 9 9, K K K K K K K", "seats": 2}
    deal = play(lying("KC", stock="9D 9H", **two), "0: draw", "0: meld K, 9 9")
    assert told(deal, WentOut) == [WentOut(0, False, None)]
    deal = play(lying("KC", stock="9D 5H", **two), "0: draw", "0: meld K, 9", "0: discard 5")
    assert told(deal, WentOut) == [WentOut(0, False, cards("5H")[0])]


def test_edge_15_a_large_hand_stays_playable() -> None:
    ranks = "4 5 6 7 8 9 10 J Q K".split()  # noqa: SIM905  # as they are written
    pile = " ".join(f"{rank}{suit}" for rank in ranks for suit in "CDH") + " AH"
    deal = play(lying("AC AD 4S 5S 2C JK 3S", pile=pile), "0: take-pile A A")
    assert len(deal.table.piles[HAND.of(0)]) == 35
    assert len([*offer(deal, 0, Discard).next(())]) == 13
    assert " ".join(m.named(rank) for rank in offer(deal, 0, Discard).next(())) == "JK 2 K Q J 10 9 8 7 6 5 4 3"
    assert len([*offer(deal, 0, Meld).next(())]) < 100


def test_edge_16_a_take_with_the_upcard_alone() -> None:
    deal = lying("7C 8C", melds="K K K", pile="5C KH")
    play(deal, "0: take-pile")
    assert lies(deal) == "K K K K" and held(deal) == "8 7 5"
    deal = lying("7C 8C", melds="K K K", pile="2C KH")
    assert refused(deal, 0, TakePile((Group(13, 0),))) == "The pile is frozen: it takes two natural Ks from your hand."


def test_edge_17_strict_with_nothing_but_red_threes() -> None:
    deal = lying("KC KD KH 3D 3H", melds="9 9 9 9 9 9 9", stock="9H 7C 8C 6C", referee="strict")
    play(deal, "0: draw", "0: meld K K K, 9")
    assert held(deal) == "3 3" and may(deal) == "Declare"
    assert [str(c) for c in offer(deal, 0, Declare).next(())] == ["3D", "3H"]
    play(deal, "0: declare 3D")
    assert held(deal) == "7 3"


def test_edge_17_friendly_lays_them_by_itself() -> None:
    deal = first("3D 3H 4C 5C 6C 7C 8C 9C 10C JC QC", stock="AC 3H KC KD KH")
    assert [e.cards[0] for e in told(deal, RedThrees)] == cards("3D 3H 3H")
    assert not any(m.is_red_three(c) for c in deal.table.piles[HAND.of(0)])


def test_edge_18_equal_copies_are_the_same_choice() -> None:
    deal = drawn(lying("9S 9S 9H 9D 7C 8C", melds="K K K", stock="5C 6C"))
    nines = [g for g in offer(deal, 0, Meld).next(()) if g.rank == 9]
    assert nines == [Group(9, 3), Group(9, 4)]
    assert [*offer(deal, 0, Discard).next(())] == [9, 8, 7, 5]
    assert typed_move(deal, 0, "discard 9S") == typed_move(deal, 0, "discard 9") == Discard(9)


def test_three_are_refused() -> None:
    assert 3 not in CANASTA.seats and [*CANASTA.seats] == [2, 4]
    assert CANASTA.in_partnerships(CANASTA.options(), 4) and not CANASTA.in_partnerships(CANASTA.options(), 2)
    assert CANASTA.fixed


def test_partners_share_their_place() -> None:
    assert [(s.place, s.outcome) for s in standings([5200, 300, 5200, 300])] == [(1, "W"), (3, "L"), (1, "W"), (3, "L")]
    assert [(s.place, s.outcome) for s in standings([100, 5000])] == [(2, "L"), (1, "W")]
