"""Chances to win at poker: the quick ways come to what the rankings say."""

from __future__ import annotations

import random

import pytest

from bot.engine.cards import cards, pack
from bot.games.poker import chances
from bot.games.poker.options import Options
from bot.games.poker.ranking import HIGH, LOW_8, best_of, two_and_three
from bot.games.poker.two_and_three import Threes, Twos, high, low_8
from bot.games.poker.variants import VARIANTS


def sides(worths: list[int]) -> list[int]:
    """Who is before whom, whatever the numbers are."""
    order = sorted(set(worths))
    return [order.index(worth) for worth in worths]


def dealt(variant: str, seed: int, seats: int = 3) -> chances.Hands:
    """Random hands with two boards' cards or two streets to come."""
    options = Options(variant=variant)
    lot = random.Random(seed).sample(pack(options.played.pack), 24)
    first = options.streets[0]
    on_board = any("C" in street for street in options.streets)
    down, up = (tuple(tuple(lot.pop() for _ in range(first.count(kind))) for _ in range(seats)) for kind in "DU")
    board = tuple(lot.pop() for _ in range(3 if on_board else 0))
    each = "" if on_board else "UD"
    came = tuple(c for hand in up for c in hand)
    rest = tuple(c for c in pack(options.played.pack) if c not in {*sum(down, ()), *came, *board})
    pots = (tuple(range(seats)),)
    return chances.Hands(options, down, up, (board,), (2 if on_board else 0,), each, came, rest, pots)


ROWS_TRIED = [row.name for row in VARIANTS.values() if row.family != "draw" and row.streets and row.name != "indian"]


@pytest.mark.parametrize("variant", ROWS_TRIED)
def test_the_quick_way_says_what_the_rankings_say(variant: str) -> None:
    for seed in range(3):
        hands = dealt(variant, seed)
        quick, slow = chances._judge(hands), chances._imagined(hands)
        chance = random.Random(seed)
        for _ in range(40):
            lot = chance.sample(hands.unknown, hands.missing[0] + 3 * len(hands.each))
            board, more = (*hands.boards[0], *lot[: hands.missing[0]]), lot[hands.missing[0] :]
            for one, other in zip(quick(board, more), slow(board, more), strict=True):
                assert sides(one) == sides(other)


def test_two_and_three_against_all_ways_to_take_them() -> None:
    chance = random.Random(7)
    for _ in range(150):
        lot = chance.sample(pack("52"), 13)
        board = lot[8:]
        twos, threes = [Twos(lot[:4]), Twos(lot[4:8])], Threes(board)
        for half, quick in ((HIGH, high), (LOW_8, low_8)):
            slow = [best_of(half, two_and_three, own, board) or 0 for own in (lot[:4], lot[4:8])]
            assert sides([quick(two, threes) for two in twos]) == sides(slow)
            assert [quick(two, threes) > 0 for two in twos] == [worth > 0 for worth in slow]


def test_percents_sum_to_a_hundred_by_the_largest_remainder() -> None:
    assert chances.percents({0: 1 / 3, 1: 1 / 3, 2: 1 / 3}) == {0: 34, 1: 33, 2: 33}
    assert chances.percents({4: 0.437, 2: 0.563}) == {4: 44, 2: 56}


def test_of_each_pot_the_share_is_that_of_the_hands_that_can_win_it() -> None:
    """On 2-7-9-K the last card: 0 has aces and plays for the main pot alone; 1 has kings over 2's nines. 2 wins both
    pots with two nines, 0 the main pot with two aces or anything else that helps nobody."""
    options = Options(variant="holdem", run_twice=False)
    down = tuple(tuple(cards(text)) for text in ("AS AD", "KH QS", "9C 10C"))
    board = tuple(cards("2H 7D 9S KC"))
    unknown = tuple(c for c in pack("52") if c not in {*sum(down, ()), *board})
    hands = chances.Hands(options, down, ((), (), ()), (board,), (1,), "", (), unknown, ((0, 1, 2), (1, 2)))
    main, side = chances.shares(hands, chances.every_lot(hands))
    # of 42 cards two kings and three queens are good for 1 (kings up, three kings), two nines and three tens for 2
    assert [round(42 * part) for part in main] == [42 - 5 - 5, 5, 5]
    assert [round(42 * part) for part in side] == [0, 42 - 5, 5]


def test_who_alone_can_win_a_side_pot_has_all_of_it() -> None:
    hands = dealt("holdem", 3)._replace(pots=((0, 1, 2), (1,)))
    _, side = chances.shares(hands, [tuple(hands.unknown[:2]), tuple(hands.unknown[5:7])])
    assert side == (0, 1, 0)
