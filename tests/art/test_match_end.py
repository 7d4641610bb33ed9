"""The end of a match: nothing is cut that matters, nothing lies over anything else, only the winner is gold."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

import card_art
from card_art import render_process
from card_art.deck.sprites import card_height
from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import GOLD, GOLD_LIGHT, rgb
from card_art.ink.text import label
from card_art.scene import (
    Change,
    CourseBars,
    CourseCalls,
    CourseLine,
    CourseLines,
    CourseRace,
    EndRow,
    Highlight,
    LastHand,
    Ledger,
    MatchEnd,
    Person,
    Rows,
    Stamp,
    Style,
)
from card_art.sheets.match_end import HEIGHT, arrangement, composed
from card_art.sheets.match_paper import COURSE, FOOT, HEAD, MOMENT, OTHERS, SMALL, WINNER, Placed
from card_art.tables import portraits
from card_art.tables.felt import RAIL
from card_art.tables.layout import WIDTH, Box
from tests.art import match_ends
from tests.art.match_ends import ADA, ANA, BERTIE, BO, CLARA, DEV, LONG, SAMPLES, cards_of, eight_seats, hearts

KIB = 1024
MOST = 110 * KIB


def of(placed: list[Placed], kind: str, band: Box | None = None) -> list[Placed]:
    return [each for each in placed if each.kind == kind and band in (None, each.band)]


def said(placed: list[Placed], what: str) -> Box:
    (found,) = [each.box for each in placed if each.kind == "words" and each.what == what]
    return found


def inside(box: Box, band: Box) -> bool:
    return band.x <= box.x and band.y <= box.y and box.right <= band.right and box.bottom <= band.bottom


def overlaps(placed: list[Placed]) -> Iterator[tuple[Placed, Placed]]:
    """Words that lie over words, faces, cards or bars that are not theirs. The letter of a tile is no face, and the
    points of a hand lie on its stretch of the track."""
    for one, other in combinations([each for each in placed if each.kind not in ("panel", "bar")], 2):
        if "words" in (one.kind, other.kind) and one.box.meets(other.box):
            yield one, other


@pytest.mark.parametrize("name", SAMPLES)
def test_an_end_is_drawn_small_enough_in_one_size(name: str) -> None:
    drawn = card_art.match_end(SAMPLES[name])
    assert len(drawn) <= MOST
    with Image.open(io.BytesIO(drawn)) as image:
        assert image.width == WIDTH
        assert image.height == HEIGHT or name == "nothing_played"


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_lies_in_its_band_within_the_frame(name: str) -> None:
    frame = Box(RAIL, RAIL, WIDTH - 2 * RAIL, HEIGHT - 2 * RAIL)
    for each in arrangement(SAMPLES[name]):
        assert inside(each.box, frame), each
        assert inside(each.box, each.band), each


@pytest.mark.parametrize("one, other", [*combinations((HEAD, WINNER, OTHERS, COURSE, MOMENT, FOOT), 2)])
def test_no_band_lies_over_another(one: Box, other: Box) -> None:
    assert not one.meets(other) or {one, other} == {HEAD, WINNER}  # only the glow of a face reaches up there


@pytest.mark.parametrize("name", SAMPLES)
def test_no_words_lie_over_anything_else(name: str) -> None:
    assert [*overlaps(arrangement(SAMPLES[name]))] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_all_words_are_read_on_a_phone(name: str) -> None:
    assert min(each.size for each in of(arrangement(SAMPLES[name]), "words")) >= SMALL
    assert SMALL * 390 / WIDTH >= 10.98


def test_every_end_is_equal_to_itself_and_drawn_alike() -> None:
    made = match_ends.hearts()
    assert made == hearts() and hash(made) == hash(hearts())
    assert card_art.match_end(made) == card_art.match_end(hearts()) == render_process.paint(made)


# ---- people and names --------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 11))
def test_two_to_ten_players_have_a_row_each(players: int) -> None:
    end = eight_seats(players)
    placed = arrangement(end)
    assert len(of(placed, "panel", OTHERS)) == players - 1
    assert len(of(placed, "face", OTHERS)) == players - 1
    assert isinstance(end.others, Rows)
    for row in end.others.rows:
        assert said(of(placed, "words", OTHERS), row.total).right <= OTHERS.right
    assert [*overlaps(placed)] == [] and len(card_art.match_end(end)) <= MOST
    assert all(inside(each.box, each.band) for each in placed)


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("count", [1, 3, 4, 5, 7])
def test_a_long_name_never_meets_the_total_or_the_next_row(name: str, count: int) -> None:
    rows = tuple(EndRow((Person(name, n),), f"−{n}1,204½", str(n + 1), "32 points lost") for n in range(1, count + 1))
    placed = arrangement(replace(hearts(), winners=(Person(name, 0),), others=Rows(rows), course=None, last=None))
    assert [*overlaps(placed)] == []
    assert all(inside(each.box, each.band) for each in placed)


@pytest.mark.parametrize("name", [*LONG, "W" * 8])
def test_the_verb_is_there_whatever_the_winner_is_called(name: str) -> None:
    words = [each.what for each in of(arrangement(replace(hearts(), winners=(Person(name, 0),))), "words", WINNER)]
    assert any("wins" in each for each in words)
    assert any("one ahead of Bertie" in each for each in words)


def test_of_two_long_names_both_are_seen() -> None:
    end = replace(hearts(), winners=(Person("W" * 32, 0), Person("M" * 32, 1)), verb="win")
    name = of(arrangement(end), "words", WINNER)[0]
    assert "W" in name.what and "M" in name.what and " & " in name.what and name.what.count("…") == 2


@pytest.mark.parametrize("count", range(1, 11))
def test_any_number_may_share_the_win(count: int) -> None:
    people = tuple(Person(LONG[n % len(LONG)], n) for n in range(count))
    placed = arrangement(replace(hearts(), winners=people, verb="share the win"))
    assert len(of(placed, "face", WINNER)) == min(4, count)
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


def test_a_line_stands_in_all_rows_or_in_none() -> None:
    for names, told in ((("Bo", "Cleo"), True), (("Bo", "W" * 32), False)):
        people = (Person(name, n) for n, name in enumerate(names, 1))
        line = "100 → 105" if told else "100,000 → 120,204½"
        rows = (EndRow((next(people),), "+5", line="100 → 105"), EndRow((next(people),), "+20,204½", line=line))
        words = [each.what for each in of(arrangement(replace(hearts(), others=Rows(rows))), "words", OTHERS)]
        assert sum("→" in each for each in words) == (len(rows) if told else 0)


def test_where_all_are_level_no_name_is_cut() -> None:
    people = tuple(Person("W" * 20, n) for n in range(4))
    words = [e.what for e in of(arrangement(replace(hearts(), winners=people, level="All level")), "words", WINNER)]
    assert "All level" in words and not any("…" in each for each in words)


def test_below_why_stands_what_was_taken_out() -> None:
    placed = arrangement(replace(hearts(), why="3 ahead of Dan", below="100 → 104½"))
    assert said(placed, "3 ahead of Dan").bottom <= said(placed, "100 → 104½").y
    assert [*overlaps(placed)] == []


@pytest.mark.parametrize("total", ["0", "+1,204½", "−120,204½", "5,385", "4 : 0"])
@pytest.mark.parametrize("winners", [(CLARA,), (CLARA, ADA)])
def test_a_total_is_whole_and_as_large_as_it_can_be(total: str, winners: tuple[Person, ...]) -> None:
    placed = arrangement(replace(hearts(), total=total, winners=winners))
    (found,) = [each for each in of(placed, "words", WINNER) if each.what == total]
    assert found.size >= (116 if len(total) <= 3 else 68)
    assert [*overlaps(placed)] == []


# ---- gold --------------------------------------------------------------------------------------


def golden(end: MatchEnd, *boxes: Box) -> int:
    """How many pixels there are gold, as the winner's words, rings and lines are."""
    image, count = composed(end).canvas, 0
    for box in boxes:
        part = image.crop((box.x, box.y, box.right, box.bottom))
        for colour in (GOLD, GOLD_LIGHT, "#ffe294"):
            near = ImageChops.difference(part, Image.new("RGB", part.size, rgb(colour))).convert("L")
            count += near.point([255 * (i < 4) for i in range(256)]).histogram()[255]
    return count


@pytest.mark.parametrize("name", ["hearts", "gin", "canasta", "twos", "cribbage", "poker_cash", "cash"])
def test_gold_is_the_winners_alone(name: str) -> None:
    end = faced(SAMPLES[name], "")  # a hat may be gold, too
    bands = (HEAD, WINNER, OTHERS, COURSE)
    assert golden(end, WINNER) > 2000
    assert golden(end, COURSE) > 300
    lost = replace(end, won=False)
    course = lost.course
    if isinstance(course, CourseLines):
        lost = replace(lost, course=replace(course, limit=None))
    elif isinstance(course, CourseRace):
        bands = bands[:3]  # the end of the track is gold for anybody
    assert golden(lost, *bands) == 0


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("name", ["hearts", "cribbage", "freezeout"])
def test_the_winners_course_is_known_without_colours(name: str, cloth: str) -> None:
    """It is broader than the others, and lighter."""
    end = replace(SAMPLES[name], style=Style(cloth=cloth))
    grey = composed(end).canvas.convert("L").crop((COURSE.x, COURSE.y + 50, COURSE.right - 70, COURSE.bottom - 40))
    light = grey.point([255 * (195 < i < 225) for i in range(256)]).histogram()[255]
    assert light > 2500


# ---- the course --------------------------------------------------------------------------------


def course_of(*courses: tuple[int, ...], **more: Any) -> MatchEnd:
    people = tuple(Person(f"Player {n}", n) for n in range(len(courses)))
    lines = tuple(CourseLine((p,), values) for p, values in zip(people, courses, strict=True))
    return replace(hearts(), winners=people[:1], course=CourseLines("Points after each hand", lines, **more))


@pytest.mark.parametrize("players", range(1, 11))
@pytest.mark.parametrize("alike", [True, False])
def test_faces_never_lie_over_each_other(players: int, alike: bool) -> None:
    placed = arrangement(course_of(*((5, 9, 50 if alike else 50 - 5 * n) for n in range(players))))
    faces = of(placed, "face", COURSE)
    assert len(faces) == (players if players < 7 else 3)
    assert not any(one.box.meets(other.box) for one, other in combinations(faces, 2))
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


def test_a_line_ends_where_its_player_stood() -> None:
    """Only thin dashes go on from there to a face that had to move: the line itself must not seem to fall."""
    end = faced(course_of((5, 9, 50), (5, 9, 49), (5, 9, 48), (5, 9, 47), (5, 9, 46)), "")
    edge = min(each.box.x for each in of(arrangement(end), "face", COURSE))
    assert golden(end, Box(edge - 20, COURSE.y, 16, COURSE.h)) == 0
    assert golden(end, Box(edge - 60, COURSE.y, 40, COURSE.h)) > 100


@pytest.mark.parametrize("hands", range(2, 10))
def test_no_hand_number_is_lost_up_to_nine(hands: int) -> None:
    placed = of(arrangement(course_of(tuple(range(10, 10 * hands + 1, 10)), limit=None)), "words", COURSE)
    low = [each for each in placed if each.box.y > COURSE.bottom - 50]
    assert [each.what for each in low] == [str(hand + 1) for hand in range(hands)]


@pytest.mark.parametrize("hands, step", [(10, 2), (14, 2), (15, 5), (45, 5), (46, 10), (200, 50), (1000, 200)])
def test_of_many_hands_some_have_a_number(hands: int, step: int) -> None:
    placed = arrangement(course_of(tuple(range(1, hands + 1)), tuple(range(0, -hands, -1)), chips=True))
    low = [each.what for each in of(placed, "words", COURSE) if each.box.y > COURSE.bottom - 50]
    assert low == [str(hand) for hand in range(step, hands + 1, step)]
    assert [*overlaps(placed)] == []


@pytest.mark.parametrize(
    "values, more, levels",
    [
        ((3, 35, 105), {"limit": 100}, ["0", "50", "100"]),
        ((3, 9, 25), {"limit": 100}, ["0", "25"]),
        ((650, 2_050, 5_385), {"limit": 5_000}, ["0", "2,500", "5,000"]),
        ((-900, 4_800, 3_500, -2_900), {"chips": True}, ["−25", "0", "+40"]),
        ((-3_200, -7_800), {"chips": True}, ["−60", "−30", "0"]),
        ((50, 75), {"chips": True}, ["0", "1"]),
        ((0, 0), {}, ["0"]),
        ((-20, 121), {"limit": 121}, ["0", "121"]),
        ((30, 260), {"limit": 50}, ["0", "50"]),
    ],
)
def test_levels_are_round_and_few(values: tuple[int, ...], more: dict[str, Any], levels: list[str]) -> None:
    placed = of(arrangement(course_of(values, **more)), "words", COURSE)
    beside = [each for each in placed if each.box.right < COURSE.x + 110 and COURSE.y + 50 < each.box.y < 580]
    assert [each.what for each in sorted(beside, key=lambda each: -each.box.y)][: len(levels)] == levels


def bars(*values: int) -> MatchEnd:
    return replace(hearts(), winners=(ADA,), course=CourseBars("Each hand’s points", ((ADA,), (BO,)), values))


@pytest.mark.parametrize("hands", [1, 2, 9, 10, 11, 16])
@pytest.mark.parametrize("most", [3, 42, 1_240])
def test_a_bar_a_hand_with_its_points(hands: int, most: int) -> None:
    values = tuple((-1) ** n * max(1, most * (n + 1) // hands) for n in range(hands))
    placed = arrangement(bars(*values))
    assert len(of(placed, "bar", COURSE)) == hands
    told = {each.what for each in of(placed, "words", COURSE)}
    assert {f"{abs(v):,}" for v in values if hands <= 10 or 2 * abs(v) >= most} <= told
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


@pytest.mark.parametrize("values", [(5,) * 9, (-5,) * 9, (0, 0, 0), (100, 0, -1)])
def test_bars_of_one_side_or_of_nothing(values: tuple[int, ...]) -> None:
    placed = arrangement(bars(*values))
    assert len(of(placed, "face", COURSE)) == 2
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


def test_from_seventeen_hands_bars_are_lines() -> None:
    few, many = (arrangement(bars(*((5, -3) * 9)[:hands])) for hands in (16, 17))
    assert of(few, "bar") and not of(many, "bar")
    assert len(of(many, "face", COURSE)) == 2


@pytest.mark.parametrize("hands", [(4, 4, 4, 4, 4), (1, 2, 3, 4, 27), (27, 27, 26, 26, 25), (4, 9, 14, 19, 27)])
def test_those_knocked_out_lie_side_by_side_on_the_zero_line(hands: tuple[int, ...]) -> None:
    people = tuple(Person(f"Player {n}", n) for n in range(6))
    out = tuple(CourseLine((p,), (100,) * (h - 1) + (0,), h) for p, h in zip(people[1:], hands, strict=True))
    course = CourseLines("Stacks", (CourseLine(people[:1], (600,) * 27), *out), 100, 600, bad=False, stacks=True)
    placed = arrangement(replace(hearts(), course=course))
    faces = [each.box for each in of(placed, "face", COURSE)]
    assert len(faces) == 6 and len({box.middle[1] for box in faces[1:]}) == 1
    assert not any(one.meets(other) for one, other in combinations(faces, 2))
    assert all(inside(each.box, each.band) for each in placed)


@pytest.mark.parametrize("lanes", [2, 3, 4])
@pytest.mark.parametrize("size", [1, 2])
def test_a_race_has_lanes_of_its_own(lanes: int, size: int) -> None:
    people = [tuple(Person(f"Player {n}", n) for n in range(size * at, size * at + size)) for at in range(lanes)]
    shown = match_ends.cribbage()
    assert isinstance(shown.course, CourseRace)
    made = tuple(replace(shown.course.lanes[n > 0], people=p) for n, p in enumerate(people))
    placed = arrangement(replace(shown, winners=people[0], course=replace(shown.course, lanes=made)))
    assert len({each.box.y for each in of(placed, "bar")}) == lanes
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


@pytest.mark.parametrize("points", [*range(60, 120, 3)])
def test_the_skunk_line_crosses_no_points(points: int) -> None:
    shown = match_ends.cribbage()
    assert isinstance(shown.course, CourseRace)
    lanes = tuple(replace(lane, stretches=(points - 30, 30, 12, 1)) for lane in shown.course.lanes)
    placed = arrangement(replace(shown, course=replace(shown.course, lanes=lanes, stamp=None)))
    bars = of(placed, "bar")
    line = said(placed, str(shown.course.edge)).middle[0]
    for each in of(placed, "words"):
        if any(inside(each.box, bar.box) for bar in bars):
            assert not each.box.x <= line <= each.box.right


@pytest.mark.parametrize("count", range(1, 14))
def test_calls_have_a_line_each(count: int) -> None:
    shown = match_ends.cash()
    assert isinstance(shown.course, CourseCalls)
    calls = tuple(replace(shown.course.calls[n % 4], hand=n + 1) for n in range(count))
    placed = arrangement(replace(shown, course=replace(shown.course, calls=calls)))
    band = COURSE if count <= 5 else COURSE._replace(w=FOOT.w)  # two columns take the whole width
    assert len(of(placed, "face", band)) == min(10, count)
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


# ---- the highlight and the last hand --------------------------------------------------------------

DEALT = "QS 9H 10H JH KH AH 2C 3C 4C 5C 6C 7C 8C 9C 10C"


@pytest.mark.parametrize("count", range(1, 16))
@pytest.mark.parametrize("words", [(), ("one line",), ("one line", "and a second one")])
@pytest.mark.parametrize("course", [True, False])
def test_every_card_of_the_highlight_shows_its_rank(count: int, words: tuple[str, ...], course: bool) -> None:
    shown = Highlight("Hand 3: 18 for Ana", (cards_of(" ".join(DEALT.split()[:count])),), lines=words)
    end = replace(hearts(), highlight=shown, course=hearts().course if course else None)
    placed = arrangement(end)
    cards = of(placed, "card")
    assert len(cards) == count
    for one, other in pairwise(cards):
        if one.box.y == other.box.y:
            assert other.box.x - one.box.x >= 0.4 * one.box.w
    assert min(min(card_height(each.box.w), each.box.h) for each in cards) >= 52
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


def test_a_stamp_lies_within_the_highlight_and_leaves_the_words() -> None:
    for cards in ((), (cards_of("AS KH"),)):
        shown = Highlight("Hand 4", cards, stamp=Stamp("STRAIGHT FLUSH", "gold"), lines=("one", "two"))
        placed = arrangement(replace(hearts(), highlight=shown))
        (stamp,) = of(placed, "stamp")
        assert inside(stamp.box, MOMENT)
        assert not any(stamp.box.meets(each.box) for each in of(placed, "words", MOMENT))


def test_without_a_highlight_the_course_has_the_whole_width() -> None:
    wide, narrow = (arrangement(replace(hearts(), highlight=m)) for m in (None, hearts().highlight))
    assert [
        max(each.box.right for each in of(p, "face") if each.box.y > 338 and each.box.y < 600) for p in (narrow, wide)
    ] == [654, 1066]


@pytest.mark.parametrize("players", range(1, 11))
@pytest.mark.parametrize("text", ["+2", "−1,204½", "+3,335, out"])
def test_the_last_hand_tells_of_all_or_of_the_four_largest(players: int, text: str) -> None:
    changes = tuple(Change((Person(f"P{n}", n),), text, 10 * (n % 7)) for n in range(players))
    placed = arrangement(replace(hearts(), last=LastHand("Hand 9", changes)))
    faces = of(placed, "face", FOOT)
    wide = label(text, 34, weight=700).width
    if players * (wide + 84) < 880:
        assert len(faces) == players
    if len(faces) < players:
        assert 1 <= len(faces) <= 4
        assert said(of(placed, "words", FOOT), f"and {players - len(faces)} more")
        kept = sorted(changes, key=lambda change: -change.amount)[: len(faces)]
        assert {each.what for each in faces} == {change.people[0].name for change in kept}
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)


def test_a_match_of_one_hand_shares_the_band() -> None:
    placed = arrangement(match_ends.one_hand())
    panels = [each.box for each in of(placed, "panel") if each.box.y >= COURSE.y]
    assert [box.x for box in panels] == [COURSE.x, MOMENT.x] and {box.bottom for box in panels} == {666}
    assert not of(placed, "face", FOOT)


def test_partners_are_two_faces_wherever_they_are_told_of() -> None:
    placed = arrangement(match_ends.canasta())
    for band, count in ((WINNER, 2), (OTHERS, 4), (COURSE, 4), (FOOT, 4)):
        assert len(of(placed, "face", band)) == count


def test_a_ledger_has_all_its_figures() -> None:
    for end in (match_ends.gin(), match_ends.canasta(), match_ends.alone()):
        assert isinstance(end.others, Ledger)
        words = [each.what for each in of(arrangement(end), "words", OTHERS)]
        for column in end.others.columns:
            assert {*column.figures, column.total} <= {*words}
        assert {*end.others.labels} <= {*words}


# ---- faces -------------------------------------------------------------------------------------


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of a face full of dots."""
    monkeypatch.setattr(portraits, "_kept", {})
    out = io.BytesIO()
    Image.merge("RGB", [Image.effect_noise((64, 64), 60) for _ in range(3)]).resize((128, 128)).save(out, "PNG")
    small = portraits.shrunk(out.getvalue())
    portraits.keep(small)
    yield portraits.key_of(small)
    portraits._opened.cache_clear()  # pyright: ignore[reportPrivateUsage]


def faced(part: Any, key: str) -> Any:
    """The same with this face for everybody."""
    if isinstance(part, Person):
        return replace(part, face=key)
    if type(part) is tuple:
        return tuple(faced(each, key) for each in part)
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{f.name: faced(getattr(part, f.name), key) for f in fields(part)})
    return part


@pytest.mark.parametrize("name", SAMPLES)
def test_faces_are_shown_and_leave_the_picture_small(name: str, known: str) -> None:
    end = SAMPLES[name]
    shown = faced(end, known)
    assert len(card_art.match_end(shown)) <= MOST
    plain, with_faces = (composed(each).canvas for each in (end, shown))
    for each in of(arrangement(end), "face"):
        box = (each.box.x, each.box.y, each.box.right, each.box.bottom)
        assert ImageChops.difference(plain.crop(box), with_faces.crop(box)).getbbox() is not None


def test_the_suits_of_words_are_in_the_colours_of_the_deck() -> None:
    end = match_ends.freezeout()
    two = replace(end, style=Style(four_colour=False))
    assert render_process.paint(two) != card_art.match_end(two)


def test_seats_keep_their_colours() -> None:
    """A player's number is the seat at the table, as in every other picture."""
    end = replace(hearts(), winners=(CLARA,), others=Rows((EndRow((BERTIE,), "36"), EndRow((DEV,), "40"))))
    other = replace(end, others=Rows((EndRow((replace(BERTIE, number=ANA.number),), "36"), EndRow((DEV,), "40"))))
    assert card_art.match_end(end) != card_art.match_end(other)


@pytest.mark.parametrize("others", [6, 7, 9])
def test_of_many_who_have_won_nothing_it_is_told_who_knocked_them_out(others: int) -> None:
    people = [Person(f"Bartholomew {n}", n) for n in range(1, others + 1)]
    rows = tuple(EndRow((p,), "210" if n < 2 else "", str(n + 2), "hand 9 by", CLARA) for n, p in enumerate(people))
    placed = arrangement(replace(match_ends.freezeout(), others=Rows(rows)))
    assert len(of(placed, "face", OTHERS)) == others + (others - 2)
    assert [*overlaps(placed)] == [] and all(inside(each.box, each.band) for each in placed)
