"""Hearts: passing, tricks, who sees what, options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.engine.asks import CHOICE, MOVE
from bot.engine.cards import card, cards
from bot.engine.codec import dump_row, load_row
from bot.engine.deal import Deal, digest
from bot.engine.facts import HAND
from bot.engine.match import Match
from bot.engine.options import read_options
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.catalog import GAMES, game
from bot.games.hearts import (
    HEARTS,
    OTHERS_UP,
    Choose,
    Direction,
    HeartsBroken,
    Opens,
    Options,
    Pass,
    Passed,
    Play,
    QueenFallen,
    TrickTaken,
)
from bot.games.parts.tricks import LAST_TRICK, TAKEN, TRICK

from .hearts_hands import CLUBLESS, MIXED, hand, suited
from .table import bad_option, fact, legal, moment_over, offer, play, refused, told, trick, typed_move, waits

# ---- passing -----------------------------------------------------------------------------------------

PACKETS = ("0: 2C 5C 6C", "1: 7C 8C AC", "2: 4C JC KH", "3: QS AS QH")


@pytest.mark.parametrize(("number", "name", "on"), [(0, "left", 1), (1, "right", 3), (2, "across", 2)])
def test_packets_go_left_then_right_then_across(number: int, name: str, on: int) -> None:
    deal = play(hand(MIXED, number=number), *PACKETS)
    assert fact(deal, "direction") == name and told(deal, Direction) == [Direction(name)]
    for typed in PACKETS:
        to = (int(typed[0]) + on) % 4
        assert set(cards(typed[3:])) <= set(deal.table.piles[HAND.of(to)])
    assert [len(deal.table.piles[HAND.of(p)]) for p in range(4)] == [13] * 4


def test_everybody_passes_at_once_with_the_longer_clock() -> None:
    deal = hand(MIXED, number=0)
    assert waits(deal) == [0, 1, 2, 3] and deal.ask and deal.ask.clock == CHOICE
    play(deal, *PACKETS)
    assert deal.ask.clock == MOVE


def test_ruling_6_passing_is_simultaneous_and_blind() -> None:
    deal = hand(MIXED, number=0)
    before = view(deal, 1)
    play(deal, *PACKETS[1:])
    assert waits(deal) == [0] and fact(deal, "ready") == {1, 2, 3}
    assert set(view(deal, 1).hand) == set(before.hand)
    assert "choice of 3" not in view(deal, 1).facts and view(deal, 3).facts["choice of 3"] == Pass(
        tuple(cards("QS AS QH"))
    )
    assert view(deal, SPECTATOR).events == view(deal, 1).events == before.events
    play(deal, PACKETS[0])
    assert set(cards("2C 5C 6C")) <= set(view(deal, 1).hand)


def test_a_pass_may_be_changed_until_everybody_has_chosen() -> None:
    deal = play(hand(MIXED, number=0), "3: QS AS QH", "3: 3C 9C 10C", *PACKETS[:3])
    assert set(cards("3C 9C 10C")) <= set(deal.table.piles[HAND.of(0)]) and card("QS") in deal.table.piles[HAND.of(3)]


def test_a_packet_is_known_to_its_giver_and_its_receiver_alone() -> None:
    deal = play(hand(MIXED, number=0), *PACKETS)
    packet = Passed(3, 0, tuple(cards("QS AS QH")))
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert (packet in view(deal, viewer).events) == (viewer in (3, 0))


def test_received_cards_are_marked_until_the_first_trick_is_over() -> None:
    deal = play(hand(MIXED, number=0), *PACKETS)
    assert view(deal, 0).facts["received 0"] == tuple(cards("QS AS QH"))
    assert not any("received 0" in view(deal, viewer).facts for viewer in (SPECTATOR, 1, 2, 3))
    trick(deal, "2C 8C 9C QC")
    assert not [name for name in deal.table.facts if name.startswith("received")]


def test_edge_1_whoever_receives_the_two_of_clubs_leads_it() -> None:
    deal = play(hand(MIXED, number=0), *PACKETS)
    assert waits(deal) == [1] and legal(deal, 1) == "2C" and told(deal, Opens) == [Opens(1)]


def test_edge_2_no_passing_in_the_fourth_hand_and_left_again_in_the_fifth() -> None:
    fourth = hand(MIXED, number=3)
    assert waits(fourth) == [0] and offer(fourth, 0).kind is Play and told(fourth, Direction) == [Direction("hold")]
    fifth = hand(MIXED, number=4)
    assert waits(fifth) == [0, 1, 2, 3] and offer(fifth, 0).kind is Pass and fact(fifth, "direction") == "left"


@pytest.mark.parametrize("dealer", range(4))
def test_ruling_11_the_cycle_counts_hands_of_the_match_whoever_deals(dealer: int) -> None:
    names = [fact(hand(MIXED, number=n, dealer=dealer), "direction") for n in range(8)]
    assert names == ["left", "right", "across", "hold"] * 2


@pytest.mark.parametrize(
    ("packet", "sentence"),
    [
        ("2C 5C", "Choose 1 more card."),
        ("", "Choose 3 more cards."),
        ("2C 5C 6C QC", "No more than 3."),
        ("2C 2C 5C", "You have chosen 2C already."),
        ("2C 5C AC", "You do not hold AC."),
    ],
)
def test_a_bad_packet_is_refused(packet: str, sentence: str) -> None:
    assert refused(hand(MIXED, number=0), 0, Pass(tuple(cards(packet)))) == sentence


def test_a_card_before_the_pass_and_a_pass_after_it_are_refused() -> None:
    deal = hand(MIXED, number=0)
    assert refused(deal, 0, Play(card("2C"))) == "You cannot do that now."
    play(deal, *PACKETS)
    assert refused(deal, 1, Pass(tuple(cards("2C 5C 6C")))) == "You cannot do that now."
    assert refused(deal, 2, Pass(tuple(cards("9S 10S QD")))) == "It is not your turn."


@pytest.mark.parametrize(
    ("held", "passed"),
    [
        ("2C 5C 6C QC KC 2D AD KS QS AS 2H 3H AH", "QS AS KS"),
        ("2C 5C 6C QC KC 2D AD 3S QS JS 2H 3H KH", "QS KH 3H"),
        ("2C 5C 6C QC KC 2D AD 3S KS JS 2H 10H KH", "KS KH 10H"),
        ("2C 5C 6C QC AC 2D AD 3S 4S 5S 6S 7S 2H", "2H AC AD"),
        ("2C 5C 6C QC KC 2D AD 3S 4S 5S 6S 7S 8S", "AD KC QC"),
    ],
)
def test_a_pass_that_lapses_is_the_queen_her_betters_hearts_then_high_cards(held: str, passed: str) -> None:
    deal = hand({0: held}, number=0)
    (row,) = deal.lapse(0, at=90_000)
    assert row.lapsed and row.move == Pass(tuple(cards(passed)))
    assert waits(deal) == [1, 2, 3]


# ---- the first trick ---------------------------------------------------------------------------------


def test_the_two_of_clubs_is_led_and_nothing_else() -> None:
    deal = hand(MIXED)
    assert legal(deal, 0) == "2C"
    assert refused(deal, 0, Play(card("KC"))) == "The 2C leads the first trick."


def test_another_players_turn_is_refused() -> None:
    assert refused(hand(MIXED), 1, Play(card("AC"))) == "It is not your turn."


def test_a_card_that_is_not_held_is_refused() -> None:
    deal = hand(MIXED)
    assert refused(deal, 0, Play(card("AC"))) == "You do not hold AC."
    trick(deal, "2C")
    assert refused(deal, 1, Play(card("2C"))) == "You do not hold 2C."


def test_edge_3_no_points_on_the_first_trick() -> None:
    deal = trick(hand(CLUBLESS), "2C")
    assert legal(deal, 1) == "3D 4D JD 5S 6S"
    for points_card in ("QS", "2H"):
        assert refused(deal, 1, Play(card(points_card))) == "No hearts, no queen of spades on the first trick."


def test_edge_3_with_omnibus_the_jack_of_diamonds_neither() -> None:
    deal = trick(hand(CLUBLESS, omnibus=True), "2C")
    assert legal(deal, 1) == "3D 4D 5S 6S"
    sentence = "No hearts, no queen of spades and no jack of diamonds on the first trick."
    assert refused(deal, 1, Play(card("JD"))) == sentence


def test_edge_4_twelve_hearts_and_the_queen_may_play_anything() -> None:
    held = "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert legal(trick(hand({1: held}), "2C"), 1) == held


def test_ruling_3_a_heart_thrown_for_want_of_anything_else_breaks_hearts() -> None:
    held = {1: "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"}
    assert fact(trick(hand(held), "2C 2H"), "broken")
    assert not fact(trick(hand(held), "2C QS"), "broken")


def test_ruling_10_the_jack_of_diamonds_is_led_and_followed_with_like_any_diamond() -> None:
    deal = trick(hand(MIXED, omnibus=True), "2C AC 4C 3C KD 3D 3S JD")
    assert told(deal, TrickTaken)[-1].by == 1 and fact(deal, "points") == (0, -10, 0, 0)
    deal = trick(hand(MIXED, omnibus=True), "2C AC 4C 3C KD 3D 3S AD")
    assert "JD" in legal(deal, 0)
    trick(deal, "JD 4D QD 4S")
    assert fact(deal, "points") == (0, 0, -10, 0)


# ---- further tricks ----------------------------------------------------------------------------------


def test_ruling_4_the_ban_on_points_ends_with_the_first_trick() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C KD 3D")
    assert legal(deal, 3) == "9C 10C 3S 4S 8S QS AS 8H 9H 10H JH QH"


def test_ruling_5_no_heart_is_led_until_they_are_broken_however_late() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C")
    assert waits(deal) == [1] and "H" not in legal(deal, 1)
    trick(deal, "KD 3D 3S AD")
    assert waits(deal) == [0] and "H" not in legal(deal, 0)


def test_ruling_1_the_queen_of_spades_breaks_nothing_and_may_be_led() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C 8C JC 9C 5C 9S")
    trick(deal, "AS 2S 5S")
    assert waits(deal) == [3] and "QS" in legal(deal, 3)
    trick(deal, "QS JS KS 10S")
    assert told(deal, QueenFallen) == [QueenFallen(3, 1)] and not fact(deal, "broken")


def test_edge_5_a_heart_may_be_led_once_they_are_broken() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C")
    assert refused(deal, 1, Play(card("5H"))) == "Hearts are not broken yet: lead another suit."
    trick(deal, "KD 3D 8H AD")
    assert told(deal, HeartsBroken) == [HeartsBroken(3, card("8H"))] and fact(deal, "broken")
    assert legal(deal, 0).endswith("2H 3H 4H")
    trick(deal, "4H AH KH QH")
    assert told(deal, TrickTaken)[-1].points == 4


def test_ruling_2_a_hand_of_hearts_alone_may_lead_one_and_breaks_them() -> None:
    held = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    deal = trick(hand({1: f"AC {held}"}), "2C AC 2D 2S")
    assert not fact(deal, "broken") and legal(deal, 1) == held
    trick(deal, "2H")
    assert fact(deal, "broken") and told(deal, HeartsBroken) == [HeartsBroken(1, card("2H"))]


def test_edge_6_the_queen_thrown_on_diamonds_leaves_hearts_unbroken() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C KD 3D QS AD")
    assert not fact(deal, "broken") and not told(deal, HeartsBroken)
    assert refused(deal, 0, Play(card("2H"))) == "Hearts are not broken yet: lead another suit."


def test_edge_7_following_with_another_suit_is_refused() -> None:
    deal = trick(hand(MIXED), "2C")
    assert refused(deal, 1, Play(card("KD"))) == "Follow suit: you hold a club."
    trick(deal, "AC 4C 3C 5S")
    assert refused(deal, 2, Play(card("KH"))) == "Follow suit: you hold a spade."


def test_example_5_the_ace_takes_the_queen_thrown_on_diamonds() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C KD 3D QS AD")
    assert told(deal, TrickTaken)[-1] == TrickTaken(2, 1, tuple(cards("KD 3D QS AD")), 0, 13)
    assert told(deal, QueenFallen) == [QueenFallen(3, 0)]
    assert waits(deal) == [0] and fact(deal, "points") == (13, 0, 0, 0)


def test_example_6_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    deal = hand({0: "2C 2S", 1: "AC 5S", 2: "4C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD 9H", 3: "3C JS"})
    trick(deal, "2C AC 4C 3C 5S 9H JS 2S")
    assert told(deal, TrickTaken)[-1] == TrickTaken(2, 1, tuple(cards("5S 9H JS 2S")), 3, 1)
    assert fact(deal, "broken")


@pytest.mark.parametrize(
    ("before", "default"),
    [
        ("", "2C"),  # the opening lead
        ("2C", "7C"),  # following: the lowest
        ("2C AC 4C 3C", "4D"),  # leading: the lowest, clubs first
        ("2C AC 4C 3C KD 3D", "QS"),  # throwing away: the queen
        ("2C AC 4C 3C KD 3D QS AD 2D 4D 5D", "QH"),  # then the highest heart
        ("2C 7C JC 3C", "3D"),  # a suit's lowest among equals: diamonds before hearts
    ],
)
def test_a_card_that_lapses(before: str, default: str) -> None:
    deal = trick(hand(MIXED), before)
    (p,) = waits(deal)
    (row,) = deal.lapse(p, at=60_000)
    assert row.lapsed and row.move == Play(card(default))


def test_a_card_that_lapses_on_the_first_trick_is_the_highest_that_may_be_thrown() -> None:
    deal = trick(hand({1: "3D JD AD 5S 6S AS QS 2H 3H 4H 5H 6H 7H"}), "2C")
    (row,) = deal.lapse(1, at=60_000)
    assert row.move == Play(card("AD"))  # of equals, diamonds come before spades


def test_a_lapse_of_a_seat_that_is_not_waited_for_changes_nothing() -> None:
    deal = hand(MIXED)
    before = digest(deal)
    assert deal.lapse(2, at=60_000) == [] and digest(deal) == before


# ---- who sees what -----------------------------------------------------------------------------------


def test_hands_are_their_owners_and_tricks_are_everybodys() -> None:
    deal = trick(hand(MIXED), "2C AC 4C 3C KD 3D QS AD 2D 4D")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        seen = view(deal, viewer)
        for p in range(4):
            faces = seen.pile(HAND.of(p))
            assert len(faces) == len(deal.table.piles[HAND.of(p)])
            assert all((face is not None) == (viewer == p) for face in faces)
            assert all(face is None for face in seen.pile(TAKEN.of(p)))
        assert seen.pile(TRICK) == tuple(cards("2D 4D"))
        assert seen.pile(LAST_TRICK) == tuple(cards("KD 3D QS AD"))
        assert seen.size(TAKEN.of(1)) == 4 and seen.size(TAKEN.of(0)) == 0
        known = {"points": (13, 0, 0, 0), "tricks": (1, 1, 0, 0), "broken": False, "leader": 0, "trick number": 3}
        assert known.items() <= dict(seen.facts).items()


# ---- options, names, journal -------------------------------------------------------------------------


def test_options_are_read_as_they_are_typed() -> None:
    typed = read_options(Options, {"omnibus": "on", "moon": "CHOICE", "limit": "50", "tie": "play_on"})
    assert typed == Options(omnibus=True, moon="choice", limit=50, tie="play_on")
    assert read_options(Options, {}) == Options(False, "others_up", 100, "share")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"limit": 60}, "limit is one of: 100, 50, 75."),
        ({"moon": "both"}, "moon is one of: others_up, choice."),
        ({"tie": "toss"}, "tie is one of: share, play_on."),
        ({"omnibus": "maybe"}, "omnibus is yes or no."),
    ],
)
def test_other_options_are_refused(given: dict[str, Any], sentence: str) -> None:
    assert bad_option(Options, given) == sentence


def test_hearts_has_other_names() -> None:
    assert GAMES["hearts"] is game("Black Lady") is game("omnibus") is HEARTS
    with pytest.raises(LookupError, match="There is no game “whist”"):
        game("whist")


def test_every_kind_of_move_is_written_and_read_again() -> None:
    passed = trick(play(hand(MIXED, number=0), *PACKETS), "2C 8C 9C QC")
    for deal in (passed, play(suited(moon="choice"), "2: minus_26")):
        again = [load_row(HEARTS, dump_row(row)) for row in deal.rows]
        assert again == deal.rows
        rebuilt = Deal(HEARTS, deal.state, deal.options, None, rows=again, order=deal.order)
        assert digest(rebuilt) == digest(deal) and rebuilt.after == deal.after


def test_moves_are_typed_as_people_say_them() -> None:
    deal = hand(MIXED, number=0)
    assert typed_move(deal, 3, "pass Q♠, as, 10c") == Pass(tuple(cards("QS AS 10C")))
    assert typed_move(suited(moon="choice"), 2, "choose OTHERS-UP") == Choose(OTHERS_UP)


def test_a_match_goes_on_hand_by_hand() -> None:
    match = Match(HEARTS, Options(limit=50, cut="off"), opening(4), "hearts")
    chance = Random(7)
    while not match.state.over:
        deal = match.begin(match.sealed(chance.randbytes(32)), at=0)
        while deal.ask:
            p = waits(deal)[0]
            deal.lapse(p, at=0)
            moment_over(deal)
        match.settle()
    totals = match.state.scores
    assert max(totals) > 50 and [s.seat for s in match.state.standings or () if s.place == 1] == [
        p for p, total in enumerate(totals) if total == min(totals)
    ]
    assert {match.state.counted(p)["hands"] for p in range(4)} == {match.state.number}
