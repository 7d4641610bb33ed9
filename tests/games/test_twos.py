"""Twos: every ruling, edge case and worked example of its rules, but for what combinations are and what beats what."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.engine.cards import Card, card, cards
from bot.engine.controls import read
from bot.engine.deal import Deal
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import SPECTATOR, Pile
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.twos import (
    TWOS,
    CutShows,
    FewLeft,
    HandScored,
    Laid,
    Options,
    Pass,
    Play,
    Playing,
    RoundOver,
    TooFew,
    dealt_from,
    penalty,
)
from bot.games.twos import combinations as c
from bot.games.twos.facts import COMBINATION, TURNED

from .table import after, bad_option, fact, nets, offer, play, refused, stack, told, turn, waits
from .twos_table import RUNS, cut_at, goes_out, hand, lays, refuses, settled

LOW = "3D 3C 3H 4D 4C 5D 6D 7D 8C 9H JS AD 2D"
"""Opens with anything there is."""


def sizes(deal: Deal, seats: int) -> list[int]:
    return [len(deal.table.piles[HAND.of(p)]) for p in range(seats)]


# ---- the deal ------------------------------------------------------------------------------------


def test_example_9_ruling_2_whom_the_cut_gives_the_first_card() -> None:
    four, three = [1, 2, 3, 0], [2, 0, 1]
    assert dealt_from(four, 0, 4) == [0, 3, 2, 1]
    assert dealt_from(four, 0, 2)[0] == 2
    assert dealt_from(three, 1, 12)[0] == 1
    assert all(dealt_from(four, 0, n)[0] == -n % 4 for n in range(1, 14))
    assert dealt_from([1, 2, 3], 0, 1) == [3, 2, 1], "a dealer who is out is not counted"


def test_ruling_1_dealt_counterclockwise_played_clockwise() -> None:
    deal = hand({0: LOW})
    around = dealt_from([1, 2, 3, 0], 0, card(told(deal, CutShows)[0].card).rank)
    assert [zone for _, zone in deal.table.dealt[:5]] == [f"seat:{p}" for p in (*around, around[0])]
    assert (around[1] - around[0]) % 4 == 3
    assert turn(lays(deal, "3D")) == 1
    assert turn(lays(hand({0: LOW}, direction="counterclockwise"), "3D")) == 3


@pytest.mark.parametrize(("rank", "first"), [(13, 2), (12, 0), (1, 2), (2, 1)])
def test_edge_12_three_players_and_the_eighteenth_card(rank: int, first: int) -> None:
    deal = hand({}, seats=3, rank=rank)
    assert told(deal, CutShows)[0].first == first
    assert sizes(deal, 3) == [18 if p == first else 17 for p in range(3)]


def test_edge_12_the_last_card_goes_to_the_low_one() -> None:
    deal = hand({1: "3D", 2: "3S"}, seats=3, leftover="low_card", last="KS")
    assert sizes(deal, 3) == [17, 18, 17] and card("KS") in deal.table.piles[HAND.of(1)]
    deal = hand({1: "4D", 2: "3S"}, seats=3, leftover="low_card", last="3D")
    assert sizes(deal, 3) == [17, 17, 18] and turn(deal) == 2


def test_two_and_four_players_have_equal_hands() -> None:
    assert sizes(hand({}, seats=2), 2) == [26, 26]
    assert sizes(hand({}), 4) == [13] * 4


def test_ruling_3_edge_13_the_lowest_card_that_was_dealt_stands_in() -> None:
    deal = hand({0: "4C 5D", 1: "4D 5C"}, seats=2, deal="thirteen", last="3D 3C 3H 3S")
    assert sizes(deal, 2) == [13, 13] and len(deal.table.piles[STOCK]) == 26
    assert turn(deal) == 1
    assert refuses(deal, "5C") == "The first play must include the 4D."
    deal.lapse(1, 0)
    assert told(deal, Laid)[0].cards == (card("4D"),)
    assert all(None in view(deal, viewer).pile(STOCK) for viewer in (SPECTATOR, 0, 1))


def test_ruling_3_the_whole_pack_has_the_3d_in_it() -> None:
    tables = [hand({}, seats=n) for n in (2, 3, 4)]
    assert all(card("3D") in deal.table.piles[HAND.of(turn(deal) or 0)] for deal in tables)


def test_ruling_4_the_3d_starts_every_hand() -> None:
    deal = hand({2: LOW}, state=replace(opening(4, 10_000), number=1))
    assert turn(deal) == 2 and refuses(deal, "JS") == "The first play must include the 3D."


def test_ruling_12_only_who_has_chips_is_dealt_in() -> None:
    deal = hand({0: LOW}, state=replace(opening(4, 10_000), stacks=(10_000, 0, 50, 10_000)))
    assert sorted(deal.table.players) == [0, 2, 3] and HAND.of(1) not in deal.table.piles
    broke = replace(opening(4, 10_000), stacks=(10_000, 0, 0, 0), dealer=0)
    deal = Deal(TWOS, broke, Options(), None, 0)
    assert told(deal, TooFew) and after(deal).over, "nothing is dealt to one alone"
    points = hand({0: LOW}, stakes="points", state=opening(4))
    assert len(points.table.players) == 4


def test_ruling_13_the_cut_shows_a_card_apart_from_the_pack() -> None:
    for rank in range(1, 14):
        deal = hand({0: LOW}, rank=rank)
        assert card(told(deal, CutShows)[0].card).rank == rank
        assert sum(len(pile) for pile in deal.table.piles.values()) == 52


def test_ruling_14_hands_and_their_penalties_are_those_of_the_deal() -> None:
    """For a player who has left, the clock passes, or leads the lowest card."""
    deal = hand({0: RUNS})
    deal.lapse(0, 0)
    assert told(deal, Laid)[0].cards == (card("3D"),)
    deal.lapse(1, 0)
    assert fact(deal, "passed") == (1,)
    lays(deal, "", "")
    deal.lapse(0, 0)
    assert told(deal, Laid)[-1].cards == (card("4D"),)


# ---- play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "opens", ["3D", "3D 3C", "3D 3C 3H", "3D 4C 5D 6D 7D", "3D 4D 5D 6D 7D", "3D 5D 6D 7D 2D", "4C 4D 3D 3C 3H"]
)
def test_edge_1_the_first_play_includes_the_3d(opens: str) -> None:
    without = {"3D": "4C", "3D 3C": "4C 4D"}.get(opens, "JS")
    deal = hand({0: LOW})
    assert refuses(deal, without) == "The first play must include the 3D."
    assert {*told(lays(deal, opens), Laid)[0].cards} == {*cards(opens)}


def test_bad_input_on_a_lead() -> None:
    deal = hand({0: LOW})
    assert refuses(deal, "3D 4D") == refuses(deal, "3D 3C 4D 4C") == "That is not a combination."
    assert refuses(deal, "3D 3D") == "You have chosen 3D already."
    assert refuses(deal, "3D 3S") == "You do not hold 3S."
    assert refused(deal, 0, Pass()) == "You lead, so you cannot pass."
    assert refused(deal, 1, Pass()) == refused(deal, 1, Play((card("3S"),))) == "It is not your turn."
    assert read(offer(deal, 0, Play), "3D 9S") == "You do not hold 9S."
    assert refused(deal, 0, Play(())) == "Choose your cards."


def test_bad_input_on_an_answer() -> None:
    deal = hand({0: "3D 9D 9C 3H 3C", 1: "6C 6D 9S 9H KC KD KH 4D 4C 4H 5C"})
    lays(deal, "3D", "", "", "", "9D 9C")
    assert refuses(deal, "6C 6D") == "A pair of sixes does not beat nines."
    assert refuses(deal, "KC KD KH") == refuses(deal, "9S") == "Two cards are asked for."
    assert refuses(deal, "6C 9S") == "That is not a combination."
    typed = {words: read(offer(deal, 1, Play), words) for words in ("6C 6D", "9S", "9S 9H KC", "KC KD KH", "KC 9S")}
    assert typed == {
        "6C 6D": "Nothing with 6C beats a pair of nines.", "9S": "Two cards are asked for.",
        "9S 9H KC": "That is one card too many.", "KC KD KH": "That is one card too many.",
        "KC 9S": "Nothing with KC 9S beats a pair of nines.",
    }  # fmt: skip
    lays(deal, "9S 9H")
    assert turn(deal) == 2


@pytest.mark.parametrize(
    ("lies", "tried", "why"),
    [
        ("9S", "9H", "The nine of hearts does not beat the nine of spades."),
        ("5H 5S", "5C 5D", "A pair of fives does not beat one with a higher suit."),
        ("9C 9D 9H", "8C 8D 8H", "Three eights do not beat three nines."),
        ("3C 3D 3H 4D 4C", "3S 5S 7S 9S 2S", "A flush of spades does not beat a full house, threes."),
        ("3S 5S 7S 9S 2S", "4S 6S 10S KS AS", "A flush of spades does not beat a higher one of that suit."),
        ("5D 6C 7H 8D 9S", "5C 6D 7S 8C 9H", "A straight to the nine does not beat one with a higher suit."),
        ("4C 4D 4H 4S 3D", "10C JD QH KS AC", "A straight to the ace does not beat four fours."),
    ],
)
def test_bad_input_says_what_is_not_beaten(lies: str, tried: str, why: str) -> None:

    held = Playing(Pile(cards(tried)), c.recognise(cards(lies)), None)
    assert held.refusal(Play(tuple(cards(tried)))) == why


def test_edge_7_ruling_5_no_four_cards_and_no_two_pairs() -> None:
    deal = hand({0: "3D 3C 3H 3S 4D 4C 5D"})
    assert refuses(deal, "3D 3C 3H 3S") == refuses(deal, "3D 3C 4D 4C") == "That is not a combination."
    lays(deal, "3D 3C 3H 3S 5D")


def test_example_10_edge_8_ruling_8_a_pass_locks_nobody_out() -> None:
    deal = hand({0: "3D 6C", 1: "4D KD", 2: "JH 4C", 3: "4H"})
    lays(deal, "3D", "", "", "", "6C", "", "JH", "", "", "KD", "", "")
    assert waits(deal) == [0] and not told(deal, RoundOver)[1:]
    lays(deal, "")
    assert told(deal, RoundOver)[-1].seat == 1 == turn(deal)
    assert not deal.table.piles[COMBINATION] and len(deal.table.piles[TURNED]) == 4
    assert refused(deal, 1, Pass()) == "You lead, so you cannot pass."


def test_edge_8_of_two_players_one_pass_ends_the_round() -> None:
    deal = lays(hand({0: LOW}, seats=2), "3D", "")
    assert told(deal, RoundOver)[-1].seat == 0 == turn(deal)


def test_what_lay_there_before_is_not_shown_again() -> None:
    deal = lays(hand({0: LOW, 1: "5C"}), "3D", "5C")
    seen = view(deal)
    assert seen.faces(COMBINATION) == (card("5C"),) and seen.pile(TURNED) == (None,)


def test_edge_9_going_out_on_a_lead_on_an_answer_and_with_a_two() -> None:
    deal = goes_out(hand({0: RUNS}))
    assert deal.ask is None and told(deal, HandScored)[0].winner == 0
    mine = "8D 9D 10D JD QD KD KC KH 4D 5D 6D 7D 2S"
    deal = hand({0: mine, 1: "3D 2C"})
    lays(deal, "3D", "", "", "4D", "", "", "", "8D 9D 10D JD QD", "", "", "", "KD KC KH", "", "", "", "5D", "", "", "")
    lays(deal, "6D", "", "", "", "7D", "2C", "", "")
    assert [e.cards for e in told(deal, FewLeft)] == [3, 2, 1]
    lays(deal, "2S")
    assert deal.ask is None, "nobody may answer the last combination"
    assert told(deal, HandScored)[0].winner == 0


def test_all_hands_are_shown_in_the_end() -> None:
    deal = goes_out(hand({0: RUNS}))
    assert all(len(view(deal).faces(HAND.of(p))) == 13 for p in (1, 2, 3))


# ---- points and chips ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "points"), [("3D 7C 9S 10H 2S", 7), ("2S AH KH 9C", 7), ("2C", 2), ("3C 4C 5C 6C 7C 8C 9C", 7)]
)
def test_example_7_ruling_7_what_is_left_counts(left: str, points: int) -> None:
    assert penalty(cards(left), 13, untouched=False) == points


@pytest.mark.parametrize(("dealt", "points"), [(13, 39), (17, 51), (18, 54), (26, 78)])
def test_example_7_edge_10_ruling_9_an_untouched_hand_costs_three_a_card(dealt: int, points: int) -> None:
    assert penalty(cards("3C") * dealt, dealt, untouched=True) == points


def test_edge_10_one_card_laid_and_twelve_left_count_by_value() -> None:
    deal = hand({0: RUNS, 1: "4C 2S 5C 6C 7C 8C 9C 10C JC QC AC 2C 2H"})
    lays(deal, "3D", "4C", "", "", "", "2S", "", "", "")
    assert turn(deal) == 1
    scored, _ = settled({1: "4C 5C 6C 7C 8C 9C 10C JC QC AC 2C 2H"}, winner=0, untouched=(2, 3))
    assert [e.points for e in scored.losses] == [18, 39, 39]
    assert [e.untouched for e in scored.losses] == [False, True, True]


def test_example_8_edge_11_ruling_10_the_losers_pay_the_winner_alone() -> None:
    left = {1: "3D 7C 9S 10H 2S", 2: "4C", 3: "5D"}
    scored, deal = settled(left, winner=0, untouched=(3,))
    assert [(e.points, e.paid) for e in scored.losses] == [(7, 350), (1, 50), (39, 1950)]
    assert [stack(deal, p) for p in range(4)] == [12_350, 9_650, 9_950, 8_050]
    scored, deal = settled(left, winner=0, untouched=(3,), stacks=(10_000, 10_000, 10_000, 1200))
    assert [e.paid for e in scored.losses] == [350, 50, 1200] and stack(deal, 0) == 11_600
    assert stack(deal, 3) == 0, "the rest is not owed"


def test_losers_pay_from_the_winners_left() -> None:
    scored, _ = settled({0: "3D", 1: "4D", 3: "5D"}, winner=2, unit=500)
    assert [(e.seat, e.paid) for e in scored.losses] == [(3, 500), (0, 500), (1, 500)]


def test_without_chips_penalties_are_added_up() -> None:
    deal = goes_out(hand({0: RUNS}, stakes="points", hands=2, state=opening(4)))
    assert after(deal).scores == (0, 39, 39, 39) and not after(deal).over
    state = replace(after(deal), scores=(50, 39, 39, 60))
    deal = goes_out(hand({0: RUNS}, stakes="points", hands=2, state=replace(state, scores=(80, 10, 10, 60))))
    assert [(s.place, s.outcome) for s in after(deal).standings or ()] == [(3, "L"), (1, "D"), (1, "D"), (4, "L")]


def test_the_match_ends_after_its_hands_by_what_everybody_has_won() -> None:
    deal = goes_out(hand({0: RUNS}, hands=1))
    assert nets(deal) == [3 * 39 * 50, *[-39 * 50] * 3]
    assert [s.outcome for s in after(deal).standings or ()] == ["W", "L", "L", "L"]
    assert after(deal).counted(0) == {"hands": 1, "hands won": 1, "balance": 5850}
    assert after(deal).counted(1) == {
        "hands": 1, "hands won": 0, "penalty points": 39, "untouched": 1, "balance": -1950,
    }  # fmt: skip
    assert not after(goes_out(hand({0: RUNS}, hands=2))).over


# ---- options, offers -----------------------------------------------------------------------------


def test_bad_options() -> None:
    assert bad_option(Options, {"unit": "0"}) and bad_option(Options, {"hands": "21"})
    assert bad_option(Options, {"unit": "½", "direction": "up"})


def test_a_typed_line_is_read_in_any_order() -> None:
    deal = hand({0: LOW})
    for words in ("7D 3D 6D 4D 5D", "4d, 5d 6d,3d 7d", "3♦ 4♦ 5♦ 6♦ 7♦"):
        move = read(offer(deal, 0, Play), words)
        assert isinstance(move, Play) and {*move.cards} == {*cards("3D 4D 5D 6D 7D")}
    play(deal, "0: play 7D 3D 6D 4D 5D")
    assert told(deal, Laid)[0].cards == tuple(cards("3D 4D 5D 6D 7D"))


@pytest.mark.parametrize("seats", [2, 4])
def test_what_may_be_chosen_leads_to_a_combination(seats: int) -> None:
    """With 26 cards as with few, to the end of a hand."""
    rng, deal = Random(f"walk/{seats}"), hand({}, seats=seats)
    while waits(deal):
        (seat,) = waits(deal)
        found, parts = offer(deal, seat, Play), list[Card]()
        while found and (more := [*found.next(parts)]):
            parts.append(rng.choice(more))
            assert found.next(parts) or not isinstance(found.finish(parts), str)
        passes = offer(deal, seat, Pass)
        deal.submit(seat, Pass() if passes and (not parts or rng.random() < 0.3) else Play(tuple(parts)))


def test_every_move_is_told_once_and_no_other() -> None:
    deal = hand({0: "3D 3C 4D 5D 6D 7H 9S JS QS KS AH AC 2D"})
    moves = [" ".join(sorted(map(str, m.parts))) for m in offer(deal, 0, Play).moves()]
    assert sorted(moves) == [
        "2D 3D 4D 5D 6D", "2D 3D 4D 5D AC", "2D 3D 4D 5D AH", "3C 3D", "3D", "3D 4D 5D 6D 7H",
    ]  # fmt: skip


def test_ready_made_plays_come_the_weakest_first() -> None:
    deal = hand({0: LOW})
    ready = [" ".join(map(str, move.parts)) for move in offer(deal, 0, Play).ready()]
    assert ready[:4] == ["3D", "3C 3D", "3H 3D", "3H 3C 3D"] and len(ready) <= 25
    assert all("3D" in words for words in ready)
    assert cut_at(1) is cut_at(1)
