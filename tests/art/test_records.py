"""Leaderboards and members' form: drawn for any names and numbers, and told apart without colours."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from card_art import leaderboard, stats_sheet
from card_art.scene import Leaderboard, LeaderboardRow, StatsSheet
from card_art.sheets.stats_sheet import grid
from card_art.tables.layout import WIDTH

NAMES = ("Ana", "W" * 60, "张伟 🔥", "محمد", "", "\u3164", "é" * 40, "a b", "Bo", "Zoë")
SHEET = StatsSheet("Ana", "All games", (100, 50, -200), True, "WLL", (("rating", "1288"), ("won", "88 · 41 %")),
                  (("Hearts", 12, "12 matches, 5 won"),))  # fmt: skip


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    assert image.width == WIDTH and image.height <= 700
    return image.convert("RGB")


def row(place: int, name: str, share: float = 0.5, **more: Any) -> LeaderboardRow:
    return LeaderboardRow(place, name, "+1,234½", "123 wins in 4,567 matches", share, **more)


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("count", [1, 2, 10])
def test_a_board_of_any_names(count: int) -> None:
    rows = tuple(row(n + 1, name) for n, name in enumerate(NAMES[:count]))
    image = opened(leaderboard(Leaderboard("Leaderboard", "All games · all time", "Net chips", rows)))
    plain = tuple(replace(each, place=n + 4, name="x", line="", value="0", share=0.0) for n, each in enumerate(rows))
    other = opened(leaderboard(Leaderboard("Leaderboard", "All games · all time", "Net chips", plain)))
    left, top, right, bottom = changed(image, other)
    assert left >= 20 and top >= 90 and right <= WIDTH - 20 and bottom <= image.height - 20


@pytest.mark.parametrize("count, height", [(1, 223), (3, 431), (10, 663)])
def test_a_leaderboard_is_as_high_as_its_lines(count: int, height: int) -> None:
    rows = tuple(row(n + 1, "Ana") for n in range(count))
    assert opened(leaderboard(Leaderboard("Leaderboard", "All games", "Wins", rows))).size == (WIDTH, height)


def test_longer_bars_for_more_and_a_ring_around_ones_own_line() -> None:
    def drawn(share: float, mine: bool) -> Image.Image:
        return opened(leaderboard(Leaderboard("Leaderboard", "", "Wins", (row(4, "Ana", share, mine=mine),))))

    none = drawn(0.0, False)
    half, whole = changed(none, drawn(0.5, False)), changed(none, drawn(1.0, False))
    assert half[0] == whole[0]
    assert abs((whole[2] - whole[0]) - 2 * (half[2] - half[0])) <= 10
    assert changed(none, drawn(0.0, True))[0] < 60


@pytest.mark.parametrize("course, chips", [((), True), ((0,), False), ((-50, -100), True), (tuple(range(30)), False),
                                           ((10**9, -(10**9)), True)])  # fmt: skip
def test_a_form_of_any_course(course: tuple[int, ...], chips: bool) -> None:
    for name in NAMES[1:5]:
        opened(stats_sheet(replace(SHEET, name=name, course=course, chips=chips, outcomes="WLD"[: len(course)])))


def test_a_form_is_as_high_as_it_needs() -> None:
    games = tuple((f"Game {n}", 9 - n, f"{9 - n} matches") for n in range(6))
    heights = [opened(stats_sheet(replace(SHEET, favourites=games[:n]))).height for n in range(7)]
    assert heights == sorted(heights) and heights[0] < heights[3] < heights[4] == heights[6]


def test_wins_losses_and_draws_have_shapes_of_their_own() -> None:
    def shape(outcome: str) -> bytes:
        image = opened(stats_sheet(replace(SHEET, outcomes=outcome))).convert("L")
        return image.crop((360, 415, 400, 437)).point([255 * (i > 120) for i in range(256)]).tobytes()

    assert len({shape(outcome) for outcome in "WLD"}) == 3


@pytest.mark.parametrize("least, most, smallest", [(0, 1, 1), (-3, 4, 1), (0, 50, 100), (-70_000, 250_000, 100),
                                                   (-1, 10**9, 100), (0, 30, 1)])  # fmt: skip
def test_the_grid_holds_the_course_in_few_round_lines(least: int, most: int, smallest: int) -> None:
    lines = grid(least, most, smallest)
    assert 2 <= len(lines) <= 6
    assert lines[0] <= least <= most <= lines[-1]
    assert 0 in lines
    step = lines[1] - lines[0]
    assert str(step).rstrip("0") in ("1", "2", "5")
