"""The cribbage board: where pegs stand, and that tables and counts keep to their size at their fullest."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

import card_art.sheets.result_sheet
from bot.engine.cards import cards
from card_art.boards import cribbage as art
from card_art.boards.cribbage import CribbageTable, Pegs, Player
from card_art.boards.cribbage_count import CribbageCount, Line
from card_art.scene import Board, ResultRow, Results, Scene, Seat, Stamp
from card_art.tables.layout import WIDTH

KIB = 1024
PAIR = ("5S", "5H", "5D", "5C")


def pegs(mine: int = 63, theirs: int = 118, target: int = 121, cards_held: int = 4) -> Pegs:
    seats = [Seat(name, "4 cards · lap 2", number=n, hand=(None,) * cards_held) for n, name in enumerate(("Ana", "Bo"))]
    return Pegs(
        (Player(seats[0], mine, max(0, mine - 5)), Player(seats[1], theirs, theirs - 2)), target,
        (("S", 3 * target // 4), ("SS", target // 2)),
    )  # fmt: skip


def spot(score: int, target: int = 121, track: int = 0) -> tuple[float, float]:
    return art._spot(score, target, track)


def test_example_12_where_scores_stand_on_the_board() -> None:
    assert spot(63) == spot(3) and spot(58) != spot(63), "the second lap begins in the same holes"
    assert spot(60, 61) == spot(60) and spot(61, 61) == spot(121)
    out, back = art._ROWS[0]
    assert [spot(n)[1] for n in (0, 1, 30, 31, 60, 121)] == [out, out, out, back, back, back]
    assert spot(30)[0] == spot(31)[0] and spot(1)[0] == spot(60)[0], "a U"


def test_holes_are_in_order_and_none_lies_on_another() -> None:
    assert len({spot(n) for n in range(61)}) == 61
    assert [spot(n)[0] for n in range(31)] == sorted(spot(n)[0] for n in range(31))


def test_once_round_the_holes_have_one_number_when_the_game_is_won_too() -> None:
    at_60, at_61 = (Image.new("RGB", (WIDTH, art.HIGH)) for _ in range(2))
    pegs(60, 20, 61).at(at_60, 0)
    pegs(61, 20, 61).at(at_61, 0)
    numbers = (300, 50, 900, 90)  # between the tracks
    assert ImageChops.difference(at_60.crop(numbers), at_61.crop(numbers)).getbbox() is None


def test_a_pegging_into_the_second_lap_leaves_the_first_and_begins_anew() -> None:
    first, second = art._ways(0, 58, 63, 121)
    assert first[0] == spot(58) and second[-1] == spot(63)


@pytest.mark.parametrize(("limit", "back"), [(90, False), (60, True), (45, True), (30, False)])
def test_a_skunk_line_runs_behind_its_hole(limit: int, back: bool) -> None:
    x, on_the_way_back = art._behind(limit)
    hole, after = spot(limit)[0], spot(121 if limit == 60 else limit % 60 + 1)[0]
    assert on_the_way_back is back
    assert min(hole, after) <= x <= max(hole, after) or limit % 60 == 30


FULL: list[Board] = [
    CribbageTable(
        pegs(), cards("7C")[0], 4, "Ana's crib",
        laid=tuple((n % 2, c) for n, c in enumerate(cards("AC AD AH AS 2C 2D 2H 2S"))),
        count=12, said=("three of a kind: 6", "last card: 1"), stamp=Stamp("LAST CARD", "ivory"),
    ),
    CribbageTable(
        pegs(30, 45, 61), cards("7C")[0], 4, "Ana's crib", older=tuple(cards("KC KD QH JS 10C 9H 3S")),
        laid=((0, cards("8D")[0]),), count=8, left="23 left to 31",
    ),
    CribbageTable(pegs(0, 2), None, 0, "Your crib", note="Two cards each for your crib", low=True),
    *(
        CribbageCount(
            pegs(cards_held=0), (40, 116), tuple(cards("5S 5H 5D JC")), cards("5C")[0],
            tuple(
                Line(tuple(cards(" ".join(PAIR[:n % 3 + 2]))), "fifteen", 2, 2 * n + 2, "Bo" * (n > 12), "fifteen")
                for n in range(lines)
            ),
            to_come, to_come > 0, "his nobs is 29",
        )
        for lines, to_come in ((15, 0), (5, 4), (3, 3), (0, 0))
    ),
]  # fmt: skip


@pytest.mark.parametrize("board", FULL, ids=range(len(FULL)))
def test_a_full_table_is_small_enough(board: Board) -> None:
    assert len(card_art.table(Scene("Cribbage", board=board))) < 110 * KIB


@pytest.mark.parametrize("count", range(1, 9))
def test_no_index_is_covered_and_no_card_leaves_its_mat(count: int) -> None:
    room = art._MAT[1] - art._MAT[0] - 30
    width, step = art._fan(count, 130, room)
    assert width + step * (count - 1) <= room
    assert count == 1 or step >= width * art._LEAST_STEP


def test_the_board_lies_at_the_foot_of_a_result() -> None:
    rows = tuple(ResultRow(name, number=n, change="+4", total="63 points") for n, name in enumerate(("Ana", "Bo")))
    plain = card_art.sheets.result_sheet.compose(Results("Cribbage", rows=rows))
    whole = card_art.sheets.result_sheet.compose(Results("Cribbage", rows=rows, boards=(("", art.PegBoard(pegs())),)))
    assert whole.height == plain.height + art.PegBoard.below


def test_points_are_told_one_by_one_and_nothing_of_cards_where_none_are_held() -> None:
    assert art.player_alt(Player(Seat("Ana"), 1, 0)) == "Ana: 1 point."
    assert art.player_alt(Player(Seat("Ana", "2 cards"), 12, 9)) == "Ana: 12 points, 2 cards."
