"""Cribbage: every worked example, ruling and edge case of its rules."""

from __future__ import annotations

from dataclasses import fields
from itertools import accumulate
from typing import Any

import pytest

from bot.engine.cards import card, cards
from bot.engine.deal import Deal, digest
from bot.engine.facts import HAND, STOCK
from bot.engine.moments import GoOn, stands
from bot.engine.piles import SPECTATOR
from bot.engine.state import Standing
from bot.engine.view import view
from bot.games.cribbage import (
    CRIBBAGE,
    Carried,
    Counted,
    CutStarter,
    GameWon,
    Go,
    Heels,
    Lap,
    LastCard,
    LayAway,
    Muggins,
    NothingFits,
    Play,
    Played,
    Scores,
    Shows,
    Starter,
)
from bot.games.cribbage import Count as CountThem
from bot.games.cribbage.facts import CRIB, PLAYED_BY, STARTER

from .cribbage_table import going_on, hand, kept, plays, points, scored
from .table import after, looked_at, may, moment_over, offer, play, refused, seen, told, turn, waits

FIRST, SECOND = "KH 7C 4S 2D", "9S 8D 6C QH"


# ---- worked examples ------------------------------------------------------------------------


def test_example_10_a_full_play() -> None:
    d = plays(kept(FIRST, SECOND, "3C"), "KH QH 7C 4S 9S 2D 8D 6C")
    assert [e.count for e in told(d, Played)] == [10, 20, 27, 31, 9, 11, 19, 25]
    assert told(d, Go) == [Go(1, 0)] and told(d, LastCard) == [LastCard(1)]
    assert played_points(d) == (2, 1)


def test_example_11_a_full_play() -> None:
    d = plays(kept("KH 7C 6S 2D", "9S 8D 5C QH", "3C"), "KH QH 7C 2D 9S 6S 8D 5C")
    assert [e.count for e in told(d, Played)] == [10, 20, 27, 29, 9, 15, 23, 28]
    assert played_points(d) == (3, 1)


def played_points(d: Deal) -> tuple[int, int]:
    """What each has pegged while cards were played."""
    found = [0, 0]
    for e, _ in d.table.events:
        if isinstance(e, Played):
            found[e.seat] += e.fifteen + e.alike * (e.alike - 1) + e.run + e.thirty_one
        elif isinstance(e, Go):
            found[e.other] += 1
        elif isinstance(e, LastCard):
            found[e.seat] += 1
    return found[0], found[1]


def test_example_12_the_gap_between_the_pegs_is_the_last_pegging() -> None:
    d = kept("5H AC 2C 3C", "10S 9D QH KD", "8C", state=going_on((0, 58)))
    plays(d, "5H 10S")
    assert points(d)[1] == 60 and view(d, SPECTATOR).carried.rear[1] == 58


# ---- rulings and edge cases of the play ----------------------------------------------------


def made(pone: str, dealer: str, played: str, **more: Any) -> list[int]:
    """What each card has scored as it was played."""
    d = plays(kept(pone, dealer, "KC", **more), played)
    return [e.fifteen + e.alike * (e.alike - 1) + e.run + e.thirty_one for e in told(d, Played)]


def test_ruling_1_the_go_is_pegged_at_once_and_no_count_pays_three() -> None:
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C")
    assert points(d) == (1, 0)
    assert points(plays(d, "4S")) == (2, 0)


def test_ruling_2_all_that_a_card_makes_is_added_up() -> None:
    assert made("7C 9H 2C 2D", "8D 7S QH JD", "7C 8D 9H 7S") == [0, 2, 3, 3 + 2]


def test_ruling_3_of_alike_cards_only_the_largest_group_counts() -> None:
    assert made("6C 6D 7C KH", "6H 6S KD QC", "6C 6H 6D") == [0, 2, 6]


def test_ruling_7_points_in_the_play_are_pegged_by_the_table_though_hands_are_called() -> None:
    d = plays(kept("6C 6D 7C KH", "6H 6S KD QC", "2C", counting="called"), "6C 6H")
    assert points(d) == (0, 2) and may(d) == "Play"


@pytest.mark.parametrize("target", [121, 61])
def test_ruling_12_six_cards_are_dealt_for_either_target(target: int) -> None:
    d = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D", target=target)
    assert [len(d.table.piles[HAND.of(seat)]) for seat in (0, 1)] == [6, 6] and len(d.table.piles[STOCK]) == 40


def test_ruling_13_two_play() -> None:
    assert [*CRIBBAGE.seats] == [2]


def test_ruling_14_go_is_said_by_itself() -> None:
    assert "auto_go" not in {f.name for f in fields(CRIBBAGE.options)}
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C")
    assert told(d, Go) == [Go(1, 0)] and turn(d) == 0 and not d.offers(1)


def test_edge_2_fifteen_and_a_run() -> None:
    assert made("5C 4H 2C 2D", "6D 9S QH JD", "5C 6D 4H") == [0, 0, 5]


@pytest.mark.parametrize(
    ("pone", "dealer", "played"),
    [("2C 8H KH KD", "3D 4S QC QH", "2C 3D 8H 4S"), ("5C 5H KH KD", "8D 9S QC QH", "5C 8D 5H"),
     ("KH KD 2C 3D", "QC QH 9S 7D", "KH QC")],
)  # fmt: skip
def test_edge_3_what_only_looks_like_a_run_or_a_pair(pone: str, dealer: str, played: str) -> None:
    assert not any(made(pone, dealer, played))


def test_edge_4_four_sixes_and_a_seven() -> None:
    assert made("6C 6D 7C KH", "6H 6S KD QC", "6C 6H 6D 6S 7C") == [0, 2, 6, 12, 2]


def test_edge_5_runs_that_begin_anew() -> None:
    assert made("4C 5H 6C KH", "6D 4S KD QC", "4C 6D 5H 4S 6C") == [0, 0, 5, 3, 3]


# ---- laying away ----------------------------------------------------------------------------


def test_ruling_9_cards_are_laid_away_unseen_until_both_have_chosen() -> None:
    d = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D")
    assert waits(d) == [0, 1]
    play(d, "0: lay-away AC 2C", "0: lay-away 3C 4C")
    assert waits(d) == [1] and len(d.table.piles[CRIB]) == 0
    play(d, "1: lay-away AD 2D")
    assert {str(c) for c in d.table.piles[CRIB]} == {"3C", "4C", "AD", "2D"}
    assert view(d, 0).facts["laid away by 0"] == tuple(cards("3C 4C"))
    for viewer in (0, 1, SPECTATOR):
        assert not view(d, viewer).faces(CRIB)
        assert viewer == 1 or "laid away by 1" not in view(d, viewer).facts


def test_two_of_the_six_are_laid_away() -> None:
    d = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D")
    assert refused(d, 0, LayAway((card("AC"),))) == "Choose 1 more card."
    assert refused(d, 0, LayAway((card("AC"), card("KC")))) == "You do not hold KC."


def test_the_turn_clock_keeps_the_four_that_count_the_most() -> None:
    d = hand("5C 5D 5H JS 2C 9D", "AD 2D 3D 4D 6D KD")
    d.lapse(0, 1)
    assert view(d, 0).facts["choice of 0"] == LayAway((card("2C"), card("9D")))


# ---- the starter ----------------------------------------------------------------------------


def test_edge_1_a_starter_jack_may_end_the_game() -> None:
    d = kept(FIRST, SECOND, "JC", state=going_on((100, 119)))
    assert told(d, Heels) == [Heels(1)]
    assert told(d, GameWon) == [GameWon(1, (100, 121), (100, 119), 1, (0, 1))]
    assert told(d, Played) == [] and after(d).standings == (Standing(0, 2, "L"), Standing(1, 1, "W"))


def test_ruling_11_a_cut_leaves_four_cards_on_each_side() -> None:
    d = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D")
    play(d, "0: lay-away AC 2C", "1: lay-away AD 2D")
    assert waits(d) == [0] and may(d) == "CutStarter CutAnywhere"
    assert refused(d, 0, CutStarter(3)) == refused(d, 0, CutStarter(37)) == "Lift 4 to 36 cards."
    assert refused(d, 1, CutStarter(4)) == "It is not your turn."
    play(d, "0: cut-starter 36")
    assert len(d.table.piles[STARTER]) == 1


def test_starter_cut_auto_asks_nobody() -> None:
    d = hand("AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D 6D", starter_cut="auto")
    play(d, "0: lay-away AC 2C", "1: lay-away AD 2D")
    assert len(told(d, Starter)) == 1 and {o.kind for o in moment_over(d).offers(0)} == {Play}


# ---- the play -------------------------------------------------------------------------------


def test_edge_6_a_go_with_further_cards_to_play() -> None:
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C")
    assert told(d, Go) == [Go(1, 0)] and turn(d) == 0 and points(d) == (1, 0)
    plays(d, "4S")
    assert points(d) == (2, 0), "one for the go, and one more for thirty-one"


def test_whoever_has_the_go_and_can_play_no_more_says_so() -> None:
    """Whether a go is played on is seen by everybody: what nobody is told must not show in who is asked next."""
    d = plays(kept("KH 7C 6S 2D", "9S 8D 5C QH", "3C"), "KH QH 7C 2D")
    assert told(d, NothingFits) == [NothingFits(0)], "29, and a six in hand"
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C"), "KH QH 7C 4S")
    assert told(d, NothingFits) == [], "thirty-one ends the count by itself"
    d = plays(kept("AC AD 2C 2H", "KH KS KD KC", "7C"), "AC KH AD KS 2C 2H")
    assert told(d, NothingFits) == [], "no cards are left"


def test_edge_7_thirty_one_by_a_play() -> None:
    d = plays(kept("KH 4C 3S 2D", "JS 7D 6C QH", "3C"), "KH JS 4C 7D")
    assert told(d, Played)[-1].count == 31 and points(d) == (0, 2) and told(d, Go) == []
    assert turn(d) == 0, "the next count is led by the other"


def test_edge_8_one_without_cards_lets_the_other_play_several_counts() -> None:
    d = plays(kept("AC AD 2C 2H", "KH KS KD KC", "7C"), "AC KH AD KS 2C 2H")
    assert (told(d, Go), points(d)) == ([Go(1, 0)], (3, 0)), "the go and a pair of twos"
    plays(d, "KD KC")
    assert [e.count for e in told(d, Played)[-2:]] == [10, 20]
    assert told(d, LastCard) == [LastCard(1)]


def test_edge_9_the_last_card_makes_thirty_one() -> None:
    d = plays(kept("KH 10C 6S 7D", "KD AS 9D 9H", "2C"), "KH KD 10C AS 6S 9D 7D 9H")
    assert told(d, Played)[-1].thirty_one == 2 and told(d, LastCard) == []
    assert played_points(d) == (0, 8), "a pair and thirty-one, fifteen and thirty-one"


def test_edge_10_no_combination_goes_over_into_the_next_count() -> None:
    d = plays(kept("10H 9C 4S 9D", "10S 2D 6C QH", "3C"), "10H 10S 9C 2D")
    assert told(d, Played)[-1].count == 31
    plays(d, "9D")
    assert (told(d, Played)[-1].alike, told(d, Played)[-1].count) == (0, 9)


def test_edge_19_both_out_of_cards_after_thirty_one() -> None:
    d = plays(kept("KH 10C 6S 7D", "KD AS 9D 9H", "2C"), "KH KD 10C AS 6S 9D 7D 9H")
    assert [e.count for e in told(d, Played) if e.thirty_one] == [31, 31]
    assert told(d, LastCard) == [] == told(d, Go)


def test_a_card_that_would_pass_thirty_one() -> None:
    d = plays(kept("KH 7C 4S 2D", "9S 8D AC QH", "3C"), "KH QH 7C")
    assert turn(d) == 1
    assert refused(d, 1, Play(card("9S"))) == "9S would make 36; the count stops at 31."
    assert refused(d, 1, Play(card("KC"))) == "You do not hold KC."
    assert refused(d, 0, Play(card("2D"))) == "It is not your turn."


def test_the_turn_clock_plays_the_lowest_card_that_fits() -> None:
    d = kept("KH 7C 4S 4D", "9S 8D AC QH", "3C")
    d.lapse(0, 10_000)
    assert told(d, Played)[0].card == card("4D")


def test_hands_are_seen_by_their_owners_alone_until_they_are_played() -> None:
    d = plays(kept(FIRST, SECOND, "3C"), "KH")
    assert seen(d, 0) == set() and seen(d, 0, 1) == set() and seen(d, 0, 0) == {"7C", "4S", "2D"}
    assert [str(c) for c in view(d, SPECTATOR).faces(PLAYED_BY.of(0))] == ["KH"]


# ---- counting out ---------------------------------------------------------------------------


def to_the_count(pone: str, dealer: str, starter: str, crib: str, **more: Any) -> Deal:
    d = kept(pone, dealer, starter, crib, **more)
    while d.table.piles.get(HAND.of(0)) or d.table.piles.get(HAND.of(1)):
        moment_over(d)
        seat = turn(d)
        if seat is None or not any(o.kind is Play for o in d.offers(seat)):
            break
        play(d, f"{seat}: play {next(iter(offer(d, seat, Play).next(())))}")
    return moment_over(d)


def test_edge_17_auto_counts_everything_and_offers_nothing() -> None:
    d = to_the_count("5S 5H 5D JC", "2C 4D 6H 8S", "5C", "KD QD 9C 7S", muggins=True)
    assert after(d) is not None
    told_of = scored(d)
    assert told_of[:8] == ["0 fifteen 2"] * 8 and told_of[8:14] == ["0 pair 2"] * 6 and told_of[14] == "0 nobs 1"


def test_edge_16_the_rear_peg_is_the_score_before() -> None:
    d = to_the_count("5S 5H 5D JC", "2C 4D 6H 8S", "5C", "KD QD 9C 7S", target=121)
    state = after(d)
    assert state.scores[0] - state.carried.rear[0] == 1, "nobs was the last"


def test_edge_12_nobs_in_the_crib_is_the_dealers() -> None:
    d = to_the_count("2S 4H 6D 8C", "2C 4D 6H 8S", "9C", "JC QD KS 10H")
    assert scored(d)[-1] == "1 nobs 1"


def test_edge_13_the_non_dealer_counts_first() -> None:
    d = to_the_count("7C 7D 8H 8S", "5S 5H 5D JC", "9C", "KD QD 2S AH", state=going_on((115, 115)))
    (won,) = told(d, GameWon)
    assert won.seat == 0 and won.scores[0] == 121


# ---- called ---------------------------------------------------------------------------------


def called(pone: str = "4S 5C 5H 6D", starter: str = "2C", **more: Any) -> Deal:
    return to_the_count(pone, "9S KD QD 7S", starter, "AD 3D 10S QC", counting="called", **more)


def test_called_each_names_what_they_see_and_the_other_what_was_overlooked() -> None:
    d = called()
    before = points(d)
    play(d, "0: count 4S 5C 6D", "0: done")
    assert scored(d) == ["0 fifteen 2", "0 run 3"]
    play(d, "1: muggins 5C 5H", "1: pass")
    assert scored(d)[-1] == "1 pair 2"
    assert points(d) == (before[0] + 5, before[1] + 2)


def test_edge_15_a_repeat_and_what_makes_nothing_cost_nothing() -> None:
    d = called()
    play(d, "0: count 5C 5H")
    assert refused(d, 0, CountThem(tuple(cards("5H 5C")))) == "5C 5H has been counted."
    assert refused(d, 0, CountThem(tuple(cards("4S 5C")))) == "4S 5C makes nothing."
    assert refused(d, 0, CountThem(tuple(cards("KH")))) == "You do not hold KH."
    assert refused(d, 1, Muggins(tuple(cards("5H 5C")))) == "It is not your turn."


def test_edge_20_combinations_are_never_listed() -> None:
    d = called()
    assert offer(d, 0, CountThem).unlisted


def test_ruling_6_the_fifth_card_of_a_flush_can_be_mugginsed() -> None:
    d = called("2H 4H 8H KH", "9H")
    play(d, "0: count 2H 4H 8H KH", "0: done", "1: muggins 2H 4H 8H KH 9H")
    assert scored(d) == ["0 flush 4", "1 flush 1"]


def test_ruling_8_three_of_a_kind_peg_the_pairs_not_named_yet() -> None:
    d = called("5S 5H 5D JC", "5C")
    play(d, "0: count 5S 5H", "0: count 5S 5H 5D")
    assert scored(d) == ["0 pair 2", "0 fifteen 2", "0 pair 2", "0 pair 2"]


def test_ruling_10_muggins_is_for_the_crib_too() -> None:
    d = called()
    play(d, "0: done", "1: pass", "1: done", "0: pass", "1: done")
    assert turn(d) == 0 and may(d) == "Muggins Pass"


def test_muggins_off_asks_nobody() -> None:
    d = called(muggins=False)
    play(d, "0: done")
    assert turn(moment_over(d)) == 1 and may(d) == "Count Done"


def test_edge_14_muggins_may_win_at_once() -> None:
    d = called(state=going_on((0, 117)), target=121)
    if turn(d) == 0:
        play(d, "0: done", "1: muggins 4S 5C 6D")
    assert told(d, GameWon)[0].seat == 1


def test_a_count_closes_as_it_stands_when_time_is_up() -> None:
    d = called()
    d.lapse(0, 100_000)
    assert may(d) == "Muggins Pass" and scored(d) == []


# ---- games and skunks -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "loser", "worth"), [(121, 90, 2), (121, 91, 1), (121, 60, 3), (61, 45, 2), (61, 30, 3)]
)
def test_edge_18_a_skunk_counts_two_and_a_double_one_three(target: int, loser: int, worth: int) -> None:
    state = going_on((loser, target - 2))
    d = kept(FIRST, SECOND, "JC", state=state, target=target, wins=3, skunks=True)
    assert told(d, GameWon)[0].worth == worth
    end = after(d)
    if worth < 3:
        assert (end.standings, end.scores, end.carried, end.dealer) == (None, (0, 0), Carried(games=(0, worth)), 0)
    else:
        assert end.standings == (Standing(0, 2, "L"), Standing(1, 1, "W"))


def test_ruling_15_and_edge_18_a_skunk_ends_a_match_of_two_and_ninety_one_does_not() -> None:
    for loser, over in ((90, True), (91, False)):
        d = kept(FIRST, SECOND, "JC", state=going_on((loser, 119)), wins=2, skunks=True)
        end = after(d)
        assert (end.standings is not None) is over
        assert over or (end.scores, end.carried.rear, end.dealer) == ((0, 0), (0, 0), 0), "pegs back, the loser deals"


def test_a_lap_is_told_as_it_is_completed() -> None:
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C", state=going_on((59, 60))), "KH QH 7C")
    assert told(d, Lap) == [Lap(0)]
    d = plays(kept("KH 7C 4S 2D", "9S 8D 6C QH", "3C", state=going_on((59, 58)), target=61), "KH QH 7C")
    assert told(d, Lap) == [], "one lap is the whole board"


def test_a_card_that_scores_stands_for_a_moment() -> None:
    d = kept("6C 6D 7C KH", "6H 6S KD QC", "2C")
    looked_at(d, "0: play 6C")
    assert not view(d).moment
    looked_at(d, "1: play 6H")
    assert view(d).moment and turn(moment_over(d)) == 0


def stood(d: Deal) -> list[int]:
    """The last card is played by a clock: how long each moment of the counts stands."""
    plays(d, "KH QH 7C 4S 9S 2D 8D")
    looked_at(d, "1: play 6C")
    found: list[int] = []
    while d.ask is not None and d.ask.timer is not None:
        found.append(d.ask.timer[0] - d.table.now)
        d.tick(d.ask.timer[0])
    return found[1:]  # what the last card has brought is looked at first


@pytest.mark.parametrize(
    ("pace", "step", "whole"), [("slow", [1500], 6000), ("quick", [700], 3000), ("at_once", [], 3000)]
)
def test_ruling_16_each_combination_is_looked_at_and_then_the_sum(pace: str, step: list[int], whole: int) -> None:
    d = kept(FIRST, SECOND, "3C", "AC AD", count_pace=pace)
    found = stood(d)
    expected: list[int] = []
    for counted in told(d, Counted):
        each = hand_of(d, counted)
        expected += step * len(each) + [whole if counted.points else 1500]
        assert [total for _, total in counted.called] == ([*accumulate(e.points for e in each)] if step else [])
    assert found == expected and len(told(d, Counted)) == 3
    assert points(d) == points(played_on(kept(FIRST, SECOND, "3C", "AC AD"))), "it comes to the same"


def hand_of(d: Deal, counted: Counted) -> list[Scores]:
    """What was pegged of a hand that was counted."""
    events = [e for e, _ in d.table.events]
    at = events.index(counted)
    begun = max(n for n, e in enumerate(events[:at]) if isinstance(e, Shows))
    return [e for e in events[begun:at] if isinstance(e, Scores)]


def played_on(d: Deal) -> Deal:
    return plays(d, "KH QH 7C 4S 9S 2D 8D 6C")


def test_ruling_16_either_player_goes_on_and_it_is_replayed() -> None:
    d = plays(kept(FIRST, SECOND, "3C", "AC AD"), "KH QH 7C 4S 9S 2D 8D")
    looked_at(d, "1: play 6C")
    for seat in (0, 1, 0, 1):
        rows = len(d.rows)
        d.hurry(seat, d.table.now + 40, d.table.now + 30, rows)
        assert len(d.rows) == rows + 1 and d.rows[-1] == (seat, GoOn(), d.table.now, d.table.now - 10, False)
    again = Deal(CRIBBAGE, d.state, d.options, None, d.began, d.rows, order=d.order)
    assert digest(again) == digest(d) and stands(again.ask)


def test_ruling_16_where_players_count_only_the_sum_is_looked_at() -> None:
    d = plays(kept(FIRST, SECOND, "3C", "AC AD", counting="called"), "KH QH 7C 4S 9S 2D 8D 6C")
    looked_at(d, "0: count 2D 3C 4S", "0: done", "1: pass")
    assert view(d).moment and d.ask is not None and d.ask.timer is not None
    assert d.ask.timer[0] - d.table.now == 6000 and not told(d, Counted)[0].called


def test_without_skunks_a_game_is_a_game() -> None:
    d = kept(FIRST, SECOND, "JC", state=going_on((0, 119)), wins=2)
    assert told(d, GameWon)[0].worth == 1 and after(d).standings is None


def test_the_deal_alternates() -> None:
    d = to_the_count("2S 4H 6D 8C", "2C 4D 6H 8S", "9C", "JC QD KS 10H")
    assert after(d).dealer == 0
