"""Canasta: options, the referee, the turn clock, bad input, and a match."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.codec import dump_row, load_row
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.options import read_options
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.canasta import CANASTA, cheapest, seats_by, unfit
from bot.games.canasta import melds as m
from bot.games.canasta.facts import MELD, RED_THREES
from bot.games.canasta.hand import Hand, Turn
from bot.games.canasta.melds import Group
from bot.games.canasta.moves import (
    Answer,
    Answered,
    Ask,
    CanastaMade,
    Charged,
    Declare,
    Discard,
    Discarded,
    Draw,
    GoOut,
    HandScored,
    LastOfStock,
    Meld,
    NobodyOut,
    OneCardLeft,
    Options,
    Pass,
    Said,
    TakePile,
    WentOut,
)

from .canasta_table import drawn, ends, first, groups, held, lies, lying, side, typed
from .table import (
    after,
    at_random,
    bad_option,
    fact,
    looked_at,
    may,
    moment_over,
    offer,
    play,
    refused,
    told,
    turn,
    waits,
)

NO_GOING_OUT = "Your partner has said no: you may not go out in this turn."


def take(text: str) -> TakePile:
    return TakePile(tuple(groups(text)))


def meld(text: str) -> Meld:
    return Meld(tuple(groups(text)))


def lapse(deal: Deal, seat: int = 0) -> Move:
    """What the turn clock plays."""
    return deal.lapse(seat, deal.table.now)[0].move


# ---- setup ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each", "left"), [(4, 11, 63), (2, 15, 77)])
def test_hands_and_stock(seats: int, each: int, left: int) -> None:
    mine = "4C 5C 6C 7C 8C 9C 10C JC QC KC AC 4D 5D 6D 7D".split()[:each]  # noqa: SIM905  # as they are written
    deal = first(" ".join(mine), stock="9S", seats=seats)
    sizes = [len(deal.table.piles[HAND.of(p)]) for p in range(seats)]
    reds = sum(len(deal.table.piles[RED_THREES.of(n)]) for n in (0, 1))
    assert sizes == [each] * seats and len(deal.table.piles[STOCK]) == left - reds
    assert turn(deal) == 0


def test_the_pile_shows_its_top_and_a_hand_its_owner() -> None:
    deal = lying("KC KD KH 2C", pile="9C 10C 2C KS", stock="7C 8C 9C")
    assert [str(c) for c in view(deal, 1).pile(DISCARDS)] == ["None", "None", "None", "KS"]
    assert view(deal, 2).faces(HAND.of(0)) == () and len(view(deal, 2).pile(HAND.of(0))) == 4
    play(deal, "0: draw", "0: discard 2", "1: draw", "1: discard J")
    assert [str(c) for c in view(deal, 3).pile(DISCARDS)][-2:] == ["2C", "JC"], "what froze it lies crosswise"
    assert fact(deal, "frozen") and told(deal, Discarded)[0].freezes


# ---- options -------------------------------------------------------------------------------------


def test_option_form() -> None:
    assert [*seats_by(Options())] == [2, 4]
    assert [*seats_by(Options(form="partnership"))] == [4] and [*seats_by(Options(form="two_player"))] == [2]
    assert unfit(Options(form="partnership"), 2) == "Partnerships are for four players."
    assert unfit(Options(form="two_player"), 4) == "That form is for two."
    assert unfit(Options(), 2) is unfit(Options(), 4) is None
    assert bad_option(Options, {"form": "three"}) == "form is one of: auto, partnership, two_player."


@pytest.mark.parametrize("target", [5000, 3000, 1500])
def test_option_target(target: int) -> None:
    deal = lying("KC", melds="K K K K K K K", stock="KD 5C", scores=(target - 700, 0), target=target)
    play(deal, "0: draw", "0: go-out")
    assert after(deal).over == (side(deal).total >= target)


def test_option_fresh_side_frozen() -> None:
    hand = "KC 2C 5C 5D 5H 7C 8C"
    play(lying(hand, pile="9C KH"), "0: take-pile K 2, 5 5 5")
    deal = lying(hand, pile="9C KH", fresh_side_frozen=True)
    assert refused(deal, 0, take("K 2, 5 5 5")) == "The pile is frozen: it takes two natural Ks from your hand."
    play(lying(hand, melds="9 9 9", pile="9C KH", fresh_side_frozen=True), "0: take-pile K 2")


def test_option_dry_stock() -> None:
    deal = lying("KC KD 7C 8C", melds="9 9 9", pile="5C KS", stock="", dry_stock="optional")
    assert may(deal) == "TakePile Pass"
    play(deal, "0: pass")
    assert told(deal, NobodyOut) == [NobodyOut(0)] and turn(deal) is None
    deal = lying("KC KD 7C 8C", melds="K K K", pile="5C KS", stock="", dry_stock="optional")
    assert refused(deal, 0, Pass()) == "The upcard fits a meld of yours: you take the pile."
    deal = lying("KC KD 7C 8C", melds="K K K", pile="2C KS", stock="", dry_stock="optional")
    play(deal, "0: pass")


def test_presets_are_options() -> None:
    for given in CANASTA.presets.values():
        assert read_options(Options, given) != Options()


# ---- the referee ---------------------------------------------------------------------------------


def strict(*hands: str, **more: Any) -> Deal:
    return lying(*hands, referee="strict", **more)


def test_strict_red_threes_are_declared() -> None:
    deal = strict("KC QC 3D", stock="9H 7C 8C")
    assert [str(c) for c in offer(deal, 0, Declare).next(())] == ["3D"]
    play(deal, "0: declare 3D")
    assert held(deal) == "K Q 9" and len(deal.table.piles[RED_THREES.of(0)]) == 1
    assert refused(deal, 0, Declare(cards("3H")[0])) == "You hold no such red three."


def test_strict_red_threes_in_hand_cost_500_each_and_count_no_points() -> None:
    deal = strict("KC 3D 3H", "9S", melds="J J J", theirs="9 9 9 9 9 9 9", stock="7C 9H")
    play(deal, "0: draw", "0: discard 7", "1: draw", "1: go-out")
    assert told(deal, Charged) == [Charged(0, "red three", 1000)]
    assert side(deal).red_threes == 0 and side(deal).penalties == 1000


def test_strict_nobody_is_charged_before_the_first_turn() -> None:
    deal = strict("9S", "KC 3D 3H", melds="9 9 9 9 9 9 9", stock="9H")
    play(deal, "0: draw", "0: go-out")
    assert not told(deal, Charged) and side(deal, 1).penalties == 0


def test_strict_the_last_stock_card_is_a_red_three_declared_or_not() -> None:
    deal = strict("KC QC", stock="3D")
    play(deal, "0: draw")
    assert may(deal) == "Declare Pass Ask" and told(deal, LastOfStock) == [LastOfStock(0, True)]
    play(deal, "0: pass")
    assert told(deal, Charged) == [Charged(0, "red three", 500)]
    deal = play(strict("KC QC 3H", stock="3D"), "0: declare 3H")
    assert may(deal) == "Declare Pass Ask", "what replaced it was the last: nothing is drawn any more"


def test_strict_a_pile_that_cannot_be_used() -> None:
    deal = strict("KC QC", pile="5C", stock="7C 8C")
    play(deal, "0: take-pile")
    assert told(deal, Charged) == [Charged(0, "take", 50)] and len(deal.table.piles[DISCARDS]) == 1
    assert refused(deal, 0, TakePile(())) == "You have tried: draw from the stock now."
    play(deal, "0: draw")


def test_strict_who_can_use_the_pile_takes_it() -> None:
    deal = strict("KC KD QC 7C", melds="9 9 9", pile="KH")
    assert refused(deal, 0, TakePile(())) == "Choose the cards that go down with the upcard."
    deal = lying("KC QC", pile="5C")
    assert refused(deal, 0, TakePile(())) == "Nothing of yours goes down with the 5."


def test_strict_out_after_a_no_is_charged_once() -> None:
    deal = strict("KC QC", melds="K K K K K K K", stock="KD 7C")
    play(deal, "0: draw", "0: ask", "2: answer no", "0: go-out")
    assert told(deal, Charged) == [Charged(0, "no", 100)] and held(deal) == "K K Q"
    assert refused(deal, 0, GoOut(12, tuple(groups("K K")))) == NO_GOING_OUT
    play(deal, "0: discard Q")


def test_strict_not_out_after_a_yes() -> None:
    deal = strict("KC QC JC", melds="K K K K K K K", stock="KD 7C")
    play(deal, "0: draw", "0: ask", "2: answer yes", "0: discard Q")
    assert told(deal, Charged) == [Charged(0, "yes", 100)] and turn(deal) == 1


def test_strict_more_than_yes_or_no_hands_the_answer_to_the_opponents() -> None:
    deal = strict("KC QC", melds="K K K K K K K", stock="KD 7C")
    play(deal, "0: draw", "0: ask", "2: say yes if you must")
    assert told(deal, Said) == [Said(2, "yes if you must")] and sorted(waits(deal)) == [1, 3]
    play(deal, "3: answer no")
    assert told(deal, Answered) == [Answered(3, "no", True)] and turn(deal) == 0
    assert refused(deal, 0, meld("K K")) != "" and not told(deal, WentOut)


def test_strict_opponents_who_say_nothing_say_no() -> None:
    deal = strict("KC QC", melds="K K K K K K K", stock="KD 7C")
    play(deal, "0: draw", "0: ask", "2: say hm")
    assert lapse(deal, 1) == Answer("no")
    assert told(deal, Answered) == [Answered(1, "no", True)]


def test_friendly_only_yes_and_no() -> None:
    deal = lying("KC QC", melds="K K K K K K K", stock="KD 7C")
    play(deal, "0: draw", "0: ask")
    assert may(deal) == "Answer" and refused(deal, 1, Answer("no")) == "It is not your turn."
    assert typed(deal, "answer perhaps", 2)
    play(deal, "2: answer yes")


# ---- the question --------------------------------------------------------------------------------


def test_after_a_yes_one_must_go_out() -> None:
    deal = lying("QC QD 2C 5C", melds="K K K K K K K", stock="KD 7C")
    play(deal, "0: draw", "0: ask", "2: answer yes")
    assert refused(deal, 0, Discard(5)) == "Your partner has said yes: lay down all but the card that you throw."
    assert refused(deal, 0, meld("2 on K")) == (
        "Your partner has said yes: after that you could not go out in this turn."
    )
    play(deal, "0: meld Q Q 2", "0: meld K", "0: discard 5")
    assert told(deal, WentOut)


def test_friendly_asks_only_who_could_go_out() -> None:
    deal = drawn(lying("KC QC 5C 6C", melds="K K K K K K K", stock="KD 7C"))
    assert refused(deal, 0, Ask()) == "You could not go out now."
    deal = drawn(lying("QC QD", melds="K K K K K K K", stock="KD 7C"))
    assert refused(deal, 0, Ask()) == "You could not go out now."


def test_one_asks_once() -> None:
    deal = play(lying("KC QC", melds="K K K K K K K", stock="KD 7C"), "0: draw", "0: ask", "2: answer no")
    assert refused(deal, 0, Ask()) == "You have asked already."
    assert refused(deal, 0, meld("K K")) == NO_GOING_OUT


# ---- the turn clock ------------------------------------------------------------------------------


def test_timeout_draws_and_throws_a_black_three() -> None:
    deal = lying("KC QC 3S", stock="9H 7C")
    assert lapse(deal) == Draw() and lapse(deal) == Discard(3) and turn(deal) == 1


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("KC QC 5C 6C 6D", 5),  # the cheapest, and held least often
        ("KC QC 9C 2C", 13),  # the opponents have nines; of kings and queens the first in the list
        ("9C 2C JK 9D", 9),  # wild cards last
        ("2C JK", 2),
        ("4C 4D 5C", 5),
    ],
)
def test_timeout_throws_the_cheapest(hand: str, thrown: int) -> None:
    deal = lying(hand, theirs="9 9 9")
    h = Hand(deal.table, {0: deal.table.piles[HAND.of(0)]}, deal.table.piles[STOCK], deal.table.piles[DISCARDS])
    h.melds[1].update({9: Group(9, 3)})
    assert cheapest(Turn(h, 0, fresh=True)) == thrown


def test_timeout_without_a_stock_takes_what_it_can() -> None:
    deal = lying("KC KD KS 2C 7C 8C 9C", melds="9 9 9", pile="5C KH", stock="")
    assert lapse(deal) == take("K K")
    deal = lying("KC KD 7C 8C", melds="K K K", pile="5C KH", stock="")
    assert lapse(deal) == TakePile((Group(13, 0),))


def test_timeout_declares_all_red_threes_first() -> None:
    deal = strict("KC QC 3D 3H", stock="9H 7C 8C 6C")
    assert lapse(deal) == Draw()
    assert held(deal) == "K Q 9 7" and turn(deal) == 0 and "Draw" in may(deal)
    assert lapse(deal) == Draw() and held(deal) == "K Q 9 8 7"


def test_timeout_of_an_answer_is_as_if_nobody_had_asked() -> None:
    deal = play(lying("KC QC", melds="K K K K K K K", stock="KD 7C"), "0: draw", "0: ask")
    assert lapse(deal, 2) == Answer("yes")
    assert told(deal, Answered) == [Answered(2, "yes", False)]
    play(deal, "0: discard Q")


def test_timeout_after_a_yes_goes_out() -> None:
    deal = play(lying("KC QC", melds="K K K K K K K", stock="KD 7C"), "0: draw", "0: ask", "2: answer yes")
    assert isinstance(lapse(deal), GoOut) and told(deal, WentOut)


def test_timeout_of_a_card_that_cannot_be_thrown_goes_out() -> None:
    deal = play(lying("9C", melds="9 9 9 9 9 9, K K K", pile="KH"), "0: take-pile")
    assert refused(deal, 0, Discard(9)) == "That is your last card, and you may not go out."
    assert isinstance(lapse(deal), GoOut) and told(moment_over(deal), WentOut)


def test_timeout_with_nothing_but_red_threes_declares() -> None:
    deal = strict("KC KD KH 3D", melds="9 9 9 9 9 9 9", stock="9H 7C 8C 6C")
    play(deal, "0: draw", "0: meld K K K, 9")
    assert lapse(deal) == Declare(cards("3D")[0]) and held(deal) == "7"


def test_after_a_yes_the_end_of_the_stock_is_no_way_round() -> None:
    deal = lying("KC KD QC QD QH", melds="K K K K K K K", stock="3D")
    play(deal, "0: draw", "0: ask", "2: answer yes")
    assert refused(deal, 0, Pass()) == "Your partner has said yes: go out."
    assert isinstance(lapse(deal), GoOut) and told(deal, WentOut)


def test_a_hand_that_nobody_plays_comes_to_its_end() -> None:
    deal = ends(first(stock="9S"))
    assert told(deal, NobodyOut) and after(deal).number == 1


# ---- bad input -----------------------------------------------------------------------------------


def test_bad_input_it_is_not_your_turn() -> None:
    assert refused(lying(), 1, Draw()) == "It is not your turn."


def test_bad_input_melds() -> None:
    deal = drawn(lying("KC KD KH QC QD 2C 5C 6C", melds="Q Q Q", stock="7C 8C"))
    why = {
        "A A A": "You do not hold A A A.",
        "K K": "A meld is three cards at least; K K makes 2.",
        "Q, Q": "One group of each rank; put the Qs together.",
        "K K K, 2 on K": "One group of each rank; put the Ks together.",
    }
    for text, said in why.items():
        assert refused(deal, 0, meld(text)) == said
    assert refused(deal, 0, Meld((Group(2, 1),))) == (
        "A meld has two natural cards of a rank from 4 to the ace at least."
    )
    assert "all of one rank" in typed(deal, "meld K K Q")
    assert "is no group of cards; write K K 2" in typed(deal, "meld kings")
    assert "You do not hold A A A." in typed(deal, "meld A A A")


def test_bad_input_says_by_how_much_a_first_meld_falls_short() -> None:
    deal = drawn(lying("KC KD KH 5C 5D 5H 9C 8C", stock="7C 8C"))
    short = "That counts 30; the first meld of your side must reach 50: 20 more."
    assert refused(deal, 0, meld("K K K")) == short
    most = "Your melds count 45 at most; the first of your side must reach 50: 5 more."
    assert most in typed(deal, "meld K K K") and "Meld" not in may(deal)
    deal = lying("KC KD 5C 9C 8C", pile="KH")
    assert typed(deal, "take-pile K K").endswith(
        "['With the K your melds count 30 at most; the first of your side must reach 50: 20 more.']"
    )


def test_bad_input_discards() -> None:
    deal = drawn(strict("KC QC 3D", stock="7C 8C"))
    assert "You do not hold A." in typed(deal, "discard AS")
    assert "A red three is never thrown." in typed(deal, "discard 3D")
    assert "“kings” is no card; write K or KS." in typed(deal, "discard kings")
    assert refused(deal, 0, Discard(3)) == "You do not hold 3."


def test_bad_input_the_pile() -> None:
    deal = lying("KC QC 9C 8C", melds="9 9 9", pile="KH")
    assert refused(deal, 0, take("Q")) == "The K on top comes first: name the cards that go down with it."
    assert refused(deal, 0, take("K")) == "A meld is three cards at least; K makes 2."
    assert "Nothing of yours goes down with the K." in typed(deal, "take-pile K")


def test_bad_input_the_last_card() -> None:
    deal = play(lying("KC", melds="9 9 9 9 9", stock="9H 9D 7C"), "0: draw", "0: discard K", "1: draw")
    assert told(deal, OneCardLeft) == [OneCardLeft(0)]


# ---- a match -------------------------------------------------------------------------------------


def test_canastas_stand_for_a_moment_and_are_counted() -> None:
    deal = looked_at(lying("KC 7C 8C", melds="K K K K K K", stock="5C 6C"), "0: draw", "0: meld K")
    assert told(deal, CanastaMade) == [CanastaMade(0, 0, 13, True)]
    assert view(deal).moment and turn(deal) is None
    play(ends(deal))
    assert after(deal).counted(0)["natural canastas"] == 1


def test_counts_for_the_records() -> None:
    deal = lying("8C 8D 8H 8S 8C 8D QC QD", pile="QH 5C 8S")
    play(deal, "0: take-pile 8 8 8 8 8 8", "0: meld Q Q Q", "0: discard 5")
    counted = after(deal).counted(0)
    assert counted == {"concealed": 1, "hands": 1, "natural canastas": 1, "piles": 1, "went out": 1}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_ends_at_the_target_and_the_deal_passes_left(seats: int) -> None:
    rng = random.Random(seats)
    match = Match(CANASTA, CANASTA.options(cut="off", target=1500), opening(seats), "t")
    dealers = []
    while not match.state.over and match.state.number < 60:
        deal = match.begin(match.sealed(rng.randbytes(32)), at=0)
        dealers.append(deal.table.dealer)
        while (seat := turn(deal)) is not None:
            move = at_random(view(deal, seat), deal.offers(seat), rng)
            assert move is not None
            deal.submit(seat, move)
        assert [load_row(CANASTA, dump_row(row)) for row in deal.rows] == deal.rows
        sheets = told(deal, HandScored)[-1].scores
        assert [sheet.total for sheet in sheets] == [*after(deal).scores[:2]]
        match.settle()
    assert all((b - a) % seats == 1 for a, b in pairwise(dealers))
    assert match.state.over and max(match.state.scores) >= 1500


def test_lies_and_points_are_those_of_the_cards() -> None:
    deal = drawn(lying("KC KD 2C 7C 8C", melds="9 9 9", stock="5C 6C"), "meld K K 2")
    assert lies(deal) == "9 9 9, K K 2"
    assert m.points(m.counted(deal.table.piles[MELD.of(0, 13)])) == 40
