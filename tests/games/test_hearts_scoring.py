"""Hearts: moons, scores, the end of a match."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.deal import Deal
from bot.engine.randomness import Seal
from bot.engine.state import Standing, opening
from bot.engine.view import view
from bot.games.hearts import (
    HEARTS,
    MINUS_26,
    OTHERS_UP,
    Choose,
    Moon,
    Options,
    Play,
    PlaysOn,
)

from .hearts_hands import HOLD, MIXED, SUITED, THROWN, hand, one_short, points, suited
from .table import fact, moment_over, offer, play, refused, told, trick, waits

# ---- moons -------------------------------------------------------------------------------------------


def test_edge_8_a_moon_is_made_in_the_last_trick() -> None:
    deal = hand(SUITED)
    for n in range(12):
        trick(deal, " ".join(SUITED[p].split()[n] for p in (2, 3, 0, 1)))
    assert not told(deal, Moon) and fact(deal, "points") == (0, 0, 25, 0)
    trick(deal, "AC AS AD AH")
    assert told(deal, Moon) == [Moon(2, OTHERS_UP)] and points(deal) == (26, 26, 0, 26)


def test_edge_8_twenty_five_points_are_no_moon() -> None:
    deal = one_short("2D KS AD AH", THROWN)
    assert not told(deal, Moon) and points(deal) == (1, 0, 25, 0)


def test_example_3_a_moon_gives_26_to_the_others_or_takes_26_off() -> None:
    assert points(suited()) == (26, 26, 0, 26)
    deal = suited(moon="choice")
    assert points(play(deal, "2: minus_26")) == (0, 0, -26, 0)
    assert told(deal, Moon) == [Moon(2, MINUS_26)]


def test_ruling_8_the_shooter_alone_chooses_after_the_last_trick() -> None:
    deal = suited(moon="choice")
    assert waits(deal) == [2] and deal.after is None
    assert refused(deal, 0, Choose(OTHERS_UP)) == "It is not your turn."
    assert refused(deal, 2, Choose("both")) == "Choose 26 points for each of the others, or 26 off for you."  # type: ignore[arg-type]
    assert points(play(deal, "2: choose others_up")) == (26, 26, 0, 26)


def test_without_choice_a_moon_asks_nobody() -> None:
    assert suited().after is not None


@pytest.mark.parametrize(("way", "expected"), [(OTHERS_UP, (26, 26, 0, 26)), (MINUS_26, (0, 0, -26, 0))])
def test_ruling_7_the_jack_gives_nothing_on_top_of_a_moon(way: str, expected: tuple[int, ...]) -> None:
    assert points(play(suited(moon="choice", omnibus=True), f"2: {way}")) == expected


def test_edge_9_and_example_4_all_but_the_jack_is_no_moon_under_omnibus() -> None:
    hands = {0: "2H 3H 4D 5D 6D 7D 8D 9D 10D JD QD KD AD", 1: "AS 3D 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"}
    thrown = THROWN | {0: "4D 2H 3H 5D 6D 7D 8D 9D 10D QD KD AD", 1: "AS 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"}
    deal = one_short("2D KS JD 3D", thrown, hands=hands, omnibus=True)
    assert not told(deal, Moon) and points(deal) == (-10, 0, 26, 0)
    deal = one_short("2D KS JD 3D", thrown, hands=hands)
    assert told(deal, Moon) and points(deal) == (26, 26, 0, 26)


@pytest.mark.parametrize(
    ("scores", "way", "totals", "winner"),
    [
        ((80, 90, 40, 99), OTHERS_UP, (106, 116, 40, 125), 2),  # edge 10
        ((80, 60, 95, 70), MINUS_26, (80, 60, 69, 70), None),  # edge 10
        ((94, 60, 45, 70), OTHERS_UP, (120, 86, 45, 96), 2),  # example 8
        ((94, 60, 90, 70), MINUS_26, (94, 60, 64, 70), None),  # example 8
        ((10, 20, 90, 30), OTHERS_UP, (36, 46, 90, 56), None),  # the match goes on: no reason to hold back
        ((80, 24, 50, 30), OTHERS_UP, (106, 50, 50, 56), None),  # the shooter shares the lowest score
    ],
)
def test_edge_10_and_example_8_a_moon_that_lapses(
    scores: tuple[int, ...], way: str, totals: tuple[int, ...], winner: int | None
) -> None:
    deal = suited(moon="choice", scores=scores)
    (row,) = deal.lapse(2, at=60_000)
    assert row.lapsed and row.move == Choose(way)  # type: ignore[arg-type]
    assert moment_over(deal).after and deal.after and deal.after.scores == totals
    wins = [s.seat for s in deal.after.standings or () if s.outcome == "W"]
    assert wins == ([] if winner is None else [winner])


# ---- scoring and the end of a match ------------------------------------------------------------------


def recorded(text: str, **how: Any) -> Deal:
    """A whole hand: what each seat held, then the tricks as they were played."""
    lines = text.split("\n")
    return trick(hand(dict(enumerate(lines[:4])), **how), " ".join(lines[4:]))


FOUR_FIFTEEN_SEVEN_NONE = """\
2C 6C JC 2D 5D 7D 8D 9D 3S JS 3H 8H AH
4C 5C 10C 6D 10D 2S 6S 7S KS 5H 6H 9H 10H
3C 7C 8C 9C AC 3D JD QD AD 5S 8S AS JH
QC KC 4D KD 4S 9S 10S QS 2H 4H 7H QH KH
2C 5C 8C KC
9S 3S 7S AS
QD 4D 7D 10D
8S 4S JS 6S
8D 6D JD KD
10S 5D 2S 5S
QC JC 4C AC
7C KH 6C 10C
KS 3D QS 8H
5H JH QH AH
2D 10H AD 4H
3C 7H 9D 9H
9C 2H 3H 6H"""

THIRTEEN_FIVE_EIGHT_NONE = """\
5C 6C 2D 10D JD QD KD 2S QS AS 2H 8H KH
8C 10C AC 7D 9D AD 5S 9S KS 3H 4H 9H QH
4C 7C JC QC 3D 3S 6S 7S 10S JS 5H 7H AH
2C 3C 9C KC 4D 5D 6D 8D 4S 8S 6H 10H JH
2C 6C 8C 4C
AC QC 3C 5C
10C 7C 9C JD
KS 6S 8S AS
QS 5S 10S 4S
2S 9S 3S 10H
QH 5H 6H 8H
4H AH JH KH
JC KC 10D 7D
4D KD 9D 3D
2H 3H 7H 6D
7S 8D QD AD
JS 5D 2D 9H"""


def test_example_1_hearts_count_one_and_the_queen_of_spades_thirteen() -> None:
    deal = recorded(FOUR_FIFTEEN_SEVEN_NONE)
    assert points(deal) == (4, 15, 7, 0)
    assert deal.after and deal.after.scores == (4, 15, 7, 0)


def test_example_2_the_jack_of_diamonds_takes_ten_off() -> None:
    assert points(recorded(FOUR_FIFTEEN_SEVEN_NONE, omnibus=True)) == (4, 15, 7, -10)


def test_example_7_the_lowest_total_wins_once_somebody_is_above_the_limit() -> None:
    deal = recorded(THIRTEEN_FIVE_EIGHT_NONE, scores=(88, 71, 52, 99))
    assert deal.after and deal.after.scores == (101, 76, 60, 99)
    assert deal.after.standings == (Standing(0, 4, "L"), Standing(1, 2, "L"), Standing(2, 1, "W"), Standing(3, 3, "L"))


@pytest.mark.parametrize("limit", [100, 50, 75])
def test_edge_11_exactly_the_limit_plays_on_and_one_more_ends_the_match(limit: int) -> None:
    exactly = suited(scores=(limit - 26, 0, 0, 0), limit=limit).after
    assert exactly and exactly.scores[0] == limit and not exactly.over
    more = suited(scores=(limit - 25, 0, 0, 0), limit=limit).after
    assert more and more.scores[0] == limit + 1 and more.over


def test_edge_12_two_lowest_share_the_win() -> None:
    after = suited(scores=(80, 24, 50, 30)).after
    assert after and after.scores == (106, 50, 50, 56)
    assert after.standings == (Standing(0, 4, "L"), Standing(1, 1, "D"), Standing(2, 1, "D"), Standing(3, 3, "L"))


def test_edge_12_with_play_on_two_lowest_play_another_hand() -> None:
    deal = suited(scores=(80, 24, 50, 30), tie="play_on")
    assert deal.after and not deal.after.over and told(deal, PlaysOn) == [PlaysOn((1, 2))]
    ended = suited(scores=(80, 25, 50, 30), tie="play_on")
    assert ended.after and ended.after.over and not told(ended, PlaysOn)


def test_a_moon_that_would_tie_under_play_on_ends_nothing_and_so_raises_the_others() -> None:
    deal = suited(moon="choice", tie="play_on", scores=(80, 24, 60, 24))
    assert deal.lapse(2, at=60_000)[0].move == Choose(OTHERS_UP)


def test_edge_13_with_two_above_the_limit_only_the_lowest_matters() -> None:
    after = suited(scores=(90, 80, 70, 10)).after
    assert after and after.scores == (116, 106, 70, 36)
    assert [s.seat for s in after.standings or () if s.outcome == "W"] == [3]


def test_ruling_9_the_match_is_checked_only_between_hands() -> None:
    deal = trick(hand(MIXED, scores=(99, 0, 0, 0)), "2C AC 4C 3C KD 3D QS AD")
    assert fact(deal, "points") == (13, 0, 0, 0) and waits(deal) == [0]
    assert deal.after is None and view(deal).standings is None


@pytest.mark.parametrize("omnibus", [False, True])
def test_edge_14_the_points_of_a_hand_add_up(omnibus: bool) -> None:
    sums = set()
    for seed in range(150):
        chance = Random(seed)
        state = replace(opening(4), number=HOLD)
        deal = Deal(HEARTS, state, Options(omnibus=omnibus, cut="off"), Seal(chance.randbytes(32), {}))
        while deal.ask:
            (p,) = waits(deal)
            deal.submit(p, Play(chance.choice([*offer(deal, p).next(())])))
        sums.add((sum(points(deal)), bool(told(deal, Moon))))
    assert (16 if omnibus else 26, False) in sums and sums <= {(16 if omnibus else 26, False), (78, True)}
    assert sum(points(suited(omnibus=omnibus))) == 78
    assert sum(points(play(suited(omnibus=omnibus, moon="choice"), "2: minus_26"))) == -26


def test_moons_queens_and_hands_are_counted_for_the_records() -> None:
    after = suited().after
    assert after and after.counted(2) == {"hands": 1, "moons": 1, "queens": 1} and after.counted(0) == {"hands": 1}
    after = recorded(FOUR_FIFTEEN_SEVEN_NONE).after
    assert after and [after.counted(p).get("queens", 0) for p in range(4)] == [0, 1, 0, 0]


def test_the_deal_passes_left_and_chance_names_the_first_dealer() -> None:
    assert (after := suited(dealer=1).after) and after.dealer == 2
    first = {Deal(HEARTS, opening(4), Options(cut="off"), Seal(bytes([n] * 32), {})).table.dealer for n in range(40)}
    assert first == {0, 1, 2, 3}
