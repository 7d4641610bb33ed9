"""What the pictures of moments show is in their words, and no more than that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.cards import card, cards
from bot.show.messages.alt import alt
from card_art.scene import CardRow, Scene, Seat, SeatHand, Stamp
from tests.art import moments


def test_a_stamped_row_a_changed_pot_and_the_ranks_are_told() -> None:
    said = alt(moments.in_between("POST"))
    assert "4♣ 9♠ 9♥: POST." in said and "Pot 17 (+5)." in said
    assert "Left of 4: A 3, 2 1, 3 3," in said and "Wanted: 5, 6, 7, 8. Hit: 9." in said


def test_each_hand_is_told_with_its_bet_its_end_and_its_change() -> None:
    said = alt(moments.blackjack((2, 1)))
    assert "8♥ 3♦ 10♣ (17, bet 5, WIN, +5), 8♠ 9♥ (21, bet 5, LOSE, −5)." in said


def test_a_row_is_told_with_its_total() -> None:
    row = CardRow(tuple(cards("KS 6D 9C")), "Dealer", total="25", stamp=Stamp("BUST", "crimson"))
    assert "Dealer: K♠ 6♦ 9♣ (25): BUST." in alt(Scene("Blackjack", seats=(Seat("Ann"),), centre=(row,)))


def test_a_trick_is_told_with_what_it_counts_and_who_takes_it() -> None:
    said = alt(moments.trick(4))
    assert "10♥ from Mette (1)" in said and "Q♠ from Ólafur B. (13)" in said
    assert "Søren +14." in said and "Last trick: Mette: 4♦ J♦ 2♦ 9♦." in said


def test_a_decision_is_told() -> None:
    said = alt(moments.reveal(5))
    assert "Søren: 95 chips, 0 of 3 strikes, IN." in said and "OUT." in said


def test_cards_face_down_are_only_counted() -> None:
    hand = SeatHand((None, None, card("7H")), "7½", stamp=Stamp("OUT 31", "slate"))
    assert "7♥ 2 face down (7½, OUT 31)" in alt(Scene("7-27", seats=(Seat("Ann", "9 chips", hands=(hand,)),)))


@pytest.mark.parametrize("dim", [False, True])
def test_dimming_says_nothing_of_its_own(dim: bool) -> None:
    hand = SeatHand(tuple(cards("10D 6C")), "16", dim=dim)
    scene = Scene("Blackjack", seats=(Seat("Ann", hands=(hand,)),))
    assert alt(scene) == alt(replace(scene, seats=(Seat("Ann", hands=(replace(hand, dim=False),)),)))


def test_wild_cards_are_named_where_they_have_a_star() -> None:
    hand = SeatHand(tuple(cards("5D KC KS")), "Three kings", wild=frozenset({0}))
    assert "5♦ (wild) K♣ K♠ (Three kings)" in alt(Scene("3-5-7", seats=(Seat("Ann", hands=(hand,)),)))
