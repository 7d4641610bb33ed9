"""The table of War: where cards lie in wars upon wars, and that all of it keeps to its size."""

from __future__ import annotations

import itertools

import pytest

import card_art
import card_art.sheets.result_sheet
from bot.engine.cards import Card, cards, deck
from card_art.boards import war as art
from card_art.boards.war import Side, WarCourse, WarTable
from card_art.scene import ResultRow, Results, Scene, Seat, Stamp, Style

KIB = 1024


def side(laid: str, pile: int, downs: tuple[int, ...] = (), number: int = 0, **more: object) -> Side:
    turned = cards(laid)
    rounds = tuple((downs[n - 1] if n else 0, c) for n, c in enumerate(turned))
    return Side(Seat(("Ana", "Bo")[number], number=number, **more), pile, rounds)  # type: ignore[arg-type]


def wars(ties: int, down: int = 3, **more: object) -> WarTable:
    """A number of ties, and then it is decided."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10"][:ties]
    one, other = (" ".join([*(f"{r}{suit}" for r in ranks), last]) for suit, last in (("C", "KC"), ("D", "QD")))
    downs = (down,) * ties
    return WarTable((side(one, 4, downs), side(other, 3, downs, 1)), winner=0, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("down", [1, 2, 3])
@pytest.mark.parametrize("ties", range(9))
def test_cards_lie_within_the_mats_and_cover_no_turned_one(ties: int, down: int) -> None:
    board = wars(ties, down)
    width, left_out, rows = board._places()
    assert art._SMALLEST <= width <= art._LARGEST
    for places in rows:
        assert len(places) == ties + 1 - left_out
        assert all(p.left >= art._CARDS and p.turned + width <= art._CARDS_END + 2 for p in places[1:])
        for before, p in itertools.pairwise(places):
            assert before.turned + width < p.left
            assert p.left + (p.down - 1) * art._FAN * width + width <= p.turned
    assert ties > 2 or not left_out, "two wars in a row are seen whole"


def test_both_rows_keep_in_step_where_one_is_short() -> None:
    board = WarTable((side("7S 9D", 2, (3,)), side("7D QH", 0, (1,), 1)), winner=1)
    _, _, (upper, lower) = board._places()
    assert [p.turned for p in upper] == [p.turned for p in lower]
    assert (upper[1].down, lower[1].down) == (3, 1)


def test_the_split_counts_what_lies_there_for_whoever_has_won_it() -> None:
    lying = WarTable((side("8C", 20), side("8H", 30, number=1)), coming=(3, 3))
    assert lying._owned == (20, 2, 30)
    assert wars(1)._owned == (4 + 10, 0, 3)
    assert WarTable(wars(1).sides, winner=1)._owned == (4, 0, 3 + 10)


FULL = (
    wars(0), wars(2, stamp=Stamp("WAR ×2", "crimson")), wars(8, stamp=Stamp("WAR ×8", "crimson")),
    WarTable((side("8C", 20, you=True), side("8H", 30, number=1, tags=("READY", "HOUSE"))), coming=(3, 3)),
    WarTable((side("", 26), side("", 26, number=1)), note="26 cards each, face down"),
)  # fmt: skip


@pytest.mark.parametrize("board", FULL, ids=range(len(FULL)))
def test_a_table_is_small_enough(board: WarTable) -> None:
    assert len(card_art.table(Scene("War", "Battle 17", board=board, style=Style(cloth="wine")))) < 100 * KIB


COURSE = tuple((n, 26 + n % 9 * (1 if n % 2 else -1)) for n in range(0, 300, 5))


def result(course: tuple[tuple[int, int], ...] = COURSE) -> Results:
    seats = (Seat("Ana", number=0), Seat("Bo", number=1))
    chart = WarCourse(seats, course, ((20, 0, "10 cards"), (22, 1, "18 cards"), (200, 0, "26 cards")))
    rows = tuple(ResultRow(s.name, total="26 cards") for s in seats)
    return Results("War", rows=rows, boards=(("", chart),), style=Style(cloth="wine"))


@pytest.mark.parametrize("course", [COURSE, ((0, 26), (1, 28)), ((0, 1), (20, 2), (22, 0), (200, 52))])
def test_how_it_came_about_lies_below_the_result(course: tuple[tuple[int, int], ...]) -> None:
    picture = card_art.sheets.result_sheet.compose(result(course))
    assert picture.width == 1100 and picture.height <= 688
    assert len(card_art.results(result(course))) < 100 * KIB


def test_every_card_can_lie_there() -> None:
    def text(c: Card) -> str:
        return str(c)

    for c in deck():
        board = WarTable((Side(Seat("Ana"), 1, ((0, c),)), Side(Seat("Bo", number=1), 1, ((0, c),))))
        assert f"turned {c}" in board.alt(text)
