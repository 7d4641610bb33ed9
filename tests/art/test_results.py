"""Pictures of results: as high as their contents, nothing over anything else, everything in the words beside them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import cards, deck
from bot.show.messages.alt import alt
from card_art.deck import tabs
from card_art.ink.palette import GOLD_LIGHT, rgb
from card_art.scene import ResultHand, ResultRow, Results, Stamp, Style
from card_art.sheets import result_sheet
from card_art.sheets.result_rows import BELOW, HIGHEST, LOW
from card_art.tables.layout import WIDTH

NAMES = ("Ana", "W" * 40, "张伟の猫", "محمد علي", "", "xX_Wanderer_Xx", "Cleo", "Dee", "Eve", "Finn")
WIN, LOSE = Stamp("WIN", "gold"), Stamp("LOSE", "crimson")


def held(text: str, total: str = "", **more: object) -> ResultHand:
    return ResultHand(tuple(cards(text)), total, **more)  # type: ignore[arg-type]  # its own fields


def row(n: int, *hands: ResultHand, **more: object) -> ResultRow:
    usual: dict[str, object] = {"tags": ("HOUSE",) if n % 3 else (), "change": "−12½", "total": "1,204½ chips"}
    return ResultRow(NAMES[n], n, hands=hands, **(usual | more))  # type: ignore[arg-type]  # its own fields


BLACKJACK = tuple(
    row(n, held("8H 3D 10C", "21", stamp=WIN), *([held("8S 9H", "17", stamp=LOSE, dim=True)] if n % 2 else []))
    for n in range(10)
)
BACKHAND = tuple(
    row(n, held("JS 4D 10C", "14", beneath="called"), held("QH", "24", beneath="no bust", sideways=True), stamp=WIN)
    for n in range(10)
)
NAMED = tuple(
    row(n, held("KS KH 5D 9C 9S 4C 2D", wild=frozenset({2})), told=("Full house", "kings over nines"))
    for n in range(10)
)
POINTS = tuple(row(n, *([ResultHand(tuple(deck()[: 3 * n]))] if n else []), place=str(n + 1)) for n in range(5))
BARE = tuple(row(n) for n in range(10))


def results(rows: tuple[ResultRow, ...], count: int) -> Results:
    heads = ("hand", "total", "called card", "makes") if rows is BACKHAND else ()
    return Results("Blackjack", "Round 11", heads, rows[:count], banner="Ana wins 15")


@pytest.mark.parametrize("count", range(1, 11))
@pytest.mark.parametrize("rows", [BLACKJACK, BACKHAND, NAMED, POINTS, BARE])
def test_nothing_in_a_row_lies_over_anything_else(rows: tuple[ResultRow, ...], count: int) -> None:
    at = result_sheet.arrangement(results(rows, count))
    for one, other in combinations(at.rows, 2):
        assert not one.row.meets(other.row)
    for place in at.rows:
        for left, right in pairwise(place.parts()):
            assert left.right <= right.x, (left, right)
        assert place.row.x <= place.parts()[0].x and place.parts()[-1].right <= place.row.right


@pytest.mark.parametrize("count", range(1, 11))
@pytest.mark.parametrize("rows", [BLACKJACK, BACKHAND, NAMED, BARE])
def test_a_result_is_as_high_as_its_rows_and_no_higher_than_discord_shows(
    rows: tuple[ResultRow, ...], count: int
) -> None:
    made = results(rows, count)
    at = result_sheet.arrangement(made)
    assert result_sheet.compose(made).size == (WIDTH, at.height)
    assert at.height == at.rows[-1].row.bottom + BELOW <= HIGHEST
    below = replace(made, out="Out: Bertie, Dev")
    assert at.height < result_sheet.arrangement(below).height <= HIGHEST or count > 4


@pytest.mark.parametrize("rows", [BLACKJACK, BACKHAND, NAMED])
@pytest.mark.parametrize("count", [1, 4, 6])
def test_ranks_are_whole_where_there_is_room_for_a_hand(rows: tuple[ResultRow, ...], count: int) -> None:
    steps = [hand.step for place in result_sheet.arrangement(results(rows, count)).rows for hand in place.hands]
    assert min(steps) >= 38 and (rows is NAMED or min(steps) >= tabs.WHOLE)


def test_in_low_rows_suits_stand_beside_their_ranks() -> None:
    at = result_sheet.arrangement(results(BLACKJACK, 8))
    assert all(place.row.h < LOW for place in at.rows)
    assert min(hand.step for place in at.rows for hand in place.hands) >= 62


def test_columns_with_headings_stand_on_common_lines() -> None:
    at = result_sheet.arrangement(results(BACKHAND, 4))
    for n in range(2):
        assert len({(place.hands[n].cards.x, place.hands[n].facts.x) for place in at.rows}) == 1
    assert len(at.headings) == 4 and [*at.headings] == sorted(at.headings)


def differ(one: Results, other: Results) -> bool:
    return ImageChops.difference(result_sheet.compose(one), result_sheet.compose(other)).getbbox() is not None


@pytest.mark.parametrize(
    "changed",
    [
        {"hands": (held("8H 3D"),)}, {"told": ("Pair", "of eights")}, {"stamp": LOSE}, {"change": "+3"},
        {"total": "3 chips"}, {"winner": True}, {"place": "2"}, {"tags": ("FARMER",)}, {"name": "Bo"},
    ],
)  # fmt: skip
def test_everything_of_a_row_is_drawn(changed: dict[str, object]) -> None:
    made = Results("Farmer", rows=(row(0),))
    assert differ(made, replace(made, rows=(replace(row(0), **changed),)))


@pytest.mark.parametrize(
    "changed", [{"total": "17"}, {"beneath": "bust"}, {"stamp": LOSE}, {"wild": frozenset({0})}, {"dim": True}]
)
def test_everything_of_a_hand_is_drawn(changed: dict[str, object]) -> None:
    hand = held("8H 3D", "16")
    made = Results("Farmer", rows=(row(0, hand),))
    assert differ(made, replace(made, rows=(row(0, replace(hand, **changed)),)))


def test_a_banner_is_gold_only_for_somebody_who_has_won() -> None:
    def golden(winner: bool) -> int:
        rows = (row(0, winner=winner), row(1))
        image = result_sheet.compose(Results("Farmer", rows=rows, banner="No sixteen: the farm stays"))
        upper = image.crop((WIDTH // 2, 30, WIDTH - 30, 86))
        near = Image.new("RGB", upper.size, rgb(GOLD_LIGHT))
        return (
            ImageChops.difference(upper, near).convert("L").point([255 * (i < 12) for i in range(256)]).histogram()[255]
        )

    assert golden(True) > 500 > golden(False)


def test_a_lost_card_keeps_its_colours_and_is_darker() -> None:
    def corner(dim: bool) -> tuple[int, ...]:
        sheet = Image.new("RGB", (120, 120))
        tabs.tab(cards("8H")[0], 97, 60, Style(), dim=dim).stamp(sheet, 10, 10)
        return sheet.getpixel((85, 60))  # type: ignore[return-value]  # RGB

    assert all(196 <= 255 * dark / lit <= 212 for dark, lit in zip(corner(True), corner(False), strict=True))


def test_the_words_tell_all_that_the_picture_shows() -> None:
    rows = (
        ResultRow("Dealer", hands=(held("KS 6D 3C", "19"),), told=("", "stands on 17 or more"), quiet=True),
        replace(BLACKJACK[1], name="Ana", tags=("FARMER", "HOUSE"), place="2"),
        replace(NAMED[0], stamp=WIN),
        ResultRow("", hands=(held("2C 2D", "4", stamp=LOSE),), quiet=True),
    )
    made = Results("Blackjack", "Round 11", rows=rows, out="Sat out: Bo", note="★ wild", banner="Ana wins 15")
    assert alt(made) == (
        "Blackjack. Round 11. Ana wins 15. Dealer: K♠ 6♦ 3♣ 19; stands on 17 or more. "
        "2. Ana (farmer, house player): 8♥ 3♦ 10♣ 21 win; 8♠ 9♥ 17 lose; −12½, 1,204½ chips. "
        "Ana: K♠ K♥ 5♦ (wild) 9♣ 9♠ 4♣ 2♦; Full house; kings over nines; win; −12½, 1,204½ chips. "
        "2♣ 2♦ 4 lose. Sat out: Bo. ★ wild."
    )


def test_equal_results_are_equal_and_hashable() -> None:
    assert results(BACKHAND, 4) == results(tuple(BACKHAND), 4) and len({results(NAMED, 3), results(NAMED, 3)}) == 1
