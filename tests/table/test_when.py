"""Times as people type them: every hour in twelve zones and across their clock changes, phrasings in many languages,
and all else that can be typed."""

import csv
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.errors import Rejected
from bot.table.when import LATEST, LONGEST, Question, Unread, read_time, read_times
from bot.table.when_words import vocabulary

ZONES = (
    "Pacific/Pago_Pago",
    "Pacific/Marquesas",
    "America/New_York",
    "America/St_Johns",
    "UTC",
    "Europe/Berlin",
    "Africa/Cairo",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
)
"""From UTC−11 to UTC+14. Clocks change in six of them: at midnight in Cairo, by half an hour on Lord Howe Island."""
LOCALES = (
    "en-US",
    "en-GB",
    "de",
    "fr",
    "es-419",
    "pt-BR",
    "sv-SE",
    "no",
    "pl",
    "tr",
    "ja",
    "ko",
    "zh-CN",
    "th",
    "hi",
    "",
)
STEP = timedelta(minutes=15)
NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)


def told(gives: datetime | Question, zone: str) -> str:
    """A moment by the zone's clock; a question with its moments."""
    if isinstance(gives, Question):
        return f"? {' | '.join(told(moment, zone) for moment in gives.moments)}"
    return f"{gives.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def answer(text: str, now: datetime, zone: str, locale: str = "en-US", *, ahead: bool = True) -> str:
    try:
        return told(read_time(text, now, zone, locale, ahead=ahead), zone)
    except Rejected as no:
        return f"! {no}".partition(" Write for example")[0]


# ---- phrasings ---------------------------------------------------------------------------------

with Path(__file__).with_name("times.tsv").open(encoding="utf-8", newline="") as file:
    PHRASINGS = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("row", PHRASINGS, ids=lambda row: f"{row['locale']} {row['typed']}")
def test_each_phrasing_gives_its_moment_a_question_or_a_refusal(row: dict[str, str]) -> None:
    now = datetime.fromisoformat(row["now"]).replace(tzinfo=ZoneInfo(row["zone"]))
    assert answer(row["typed"], now, row["zone"], row["locale"]) == row["gives"]


def test_english_is_understood_in_every_language() -> None:
    for locale in LOCALES:
        assert answer("friday 27 november 8pm", NOW, "UTC", locale) == "2026-11-27 20:00"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("friday at 8", "Which of these is meant?"),
        ("friday", "At what time? If it is none of these, write it in full: `2026-11-27 20:30`."),
        (
            "next friday",
            "Which day is meant, and at what time? If it is none of these, write it in full: `2026-11-27 20:30`.",
        ),
    ],
)
def test_a_question_says_what_is_open(typed: str, text: str) -> None:
    asked = read_time(typed, NOW, "UTC")
    assert isinstance(asked, Question) and asked.text == text


def test_a_question_is_asked_in_a_sentence_if_nothing_can_be_pressed() -> None:
    asked = read_time("friday at 8", NOW, "UTC")
    assert isinstance(asked, Question)
    assert asked.asked() == (
        "That may be <t:1795809600:F> or <t:1795766400:F>: write it in full, like `2026-11-27 20:30`."
    )


# ---- every hour ----------------------------------------------------------------------------------


@cache
def clock_of(zone: str, first: date, days: int) -> dict[tuple[date, int], datetime]:
    """When the clock on the wall shows each full hour, by looking at it every quarter of an hour: the first time if it
    does twice, and an hour after the hour before if it never does."""
    shown: dict[tuple[date, int], datetime] = {}
    at = datetime(first.year, first.month, first.day, tzinfo=UTC) - timedelta(hours=16)
    for _ in range(int(timedelta(days=days + 2) / STEP)):
        wall = at.astimezone(ZoneInfo(zone))
        if wall.minute == 0:
            shown.setdefault((wall.date(), wall.hour), at)
        at += STEP
    hours = {(first + timedelta(days=day), hour) for day in range(days) for hour in range(24)}
    for day, hour in sorted(hours - set(shown)):
        before = (day, hour - 1) if hour else (day - timedelta(days=1), 23)
        shown[day, hour] = shown[before] + timedelta(hours=1)
    return shown


def changes(zone: str) -> list[date]:
    """The days of a year on which the clock changes."""
    first = datetime(2026, 11, 1, tzinfo=UTC)
    local = [(first + timedelta(hours=n)).astimezone(ZoneInfo(zone)) for n in range(365 * 24)]
    return [later.date() for at, later in pairwise(local) if at.utcoffset() != later.utcoffset()]


def spelled(hour: int) -> list[str]:
    """An hour in spellings that leave nothing open."""
    half = "pm" if hour >= 12 else "am"
    exact = [f"{hour}:00", f"{hour:02}.00 uhr", f"{(hour - 1) % 12 + 1}{half}", f"at {(hour - 1) % 12 + 1}:00 {half}"]
    return [*exact, f"{hour}", f"{hour} uhr"] if hour == 0 or hour > 12 else exact


def wrong_at(zone: str, now: datetime, shown: dict[tuple[date, int], datetime]) -> Iterator[str]:
    """What is read wrong of each hour that can be typed, by what the clock shows."""
    today = now.astimezone(ZoneInfo(zone)).date()
    tomorrow = today + timedelta(days=1)

    def coming(hour: int, away: int = 0, again: int = 1) -> datetime:
        day = today + timedelta(days=away)
        return shown[day, hour] if shown[day, hour] > now else shown[day + timedelta(days=again), hour]

    for hour in range(24):
        right = dict.fromkeys(spelled(hour), coming(hour))
        right |= dict.fromkeys(
            [f"tomorrow {hour}:00", f"{tomorrow:%d.%m.} {hour}:00", f"in 1 day at {hour}:00"], shown[tomorrow, hour]
        )
        right[f"{today + timedelta(days=hour % 7):%A} {hour}:00"] = coming(hour, away=hour % 7, again=7)
        for text, at in right.items():
            if (got := read_time(text, now, zone, "de")) != at:
                yield f"{zone} {now} {text}: {got}, not {at}"
        if 1 <= hour <= 12:
            either = {coming(hour), coming((hour + 12) % 24)}
            asked = read_time(f"{hour}", now, zone, "de")
            if not isinstance(asked, Question) or set(asked.moments) != either:
                yield f"{zone} {now} {hour}: {asked}, not {either}"


def wrong_on(zone: str, day: date, hours: range) -> list[str]:
    """What is read wrong at these hours of a day; at odd ones a minute before them."""
    shown = clock_of(zone, day - timedelta(days=2), 11)
    nows = [shown[day, hour] - timedelta(minutes=hour % 2) for hour in hours]
    return [wrong for now in nows for wrong in wrong_at(zone, now, shown)]


@pytest.mark.parametrize("zone", ZONES)
def test_every_hour_at_every_hour(zone: str) -> None:
    assert wrong_on(zone, date(2026, 11, 25), range(24)) == []


@pytest.mark.parametrize("zone", ZONES)
def test_every_hour_across_the_clock_changes(zone: str) -> None:
    days = changes(zone)
    assert len(days) in (0, 2)
    for changing in days:
        for day in (changing - timedelta(days=1), changing):
            assert wrong_on(zone, day, range(0, 24, 5)) == []


@pytest.mark.soak
@pytest.mark.parametrize("zone", ZONES)
def test_every_hour_at_every_hour_across_the_clock_changes(zone: str) -> None:
    for changing in changes(zone):
        for away in range(-2, 2):
            assert wrong_on(zone, changing + timedelta(days=away), range(24)) == []


# ---- several, and past ones --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "locale", "gives"),
    [
        ("friday 8pm; saturday 8pm", "en-US", ["2026-11-27 20:00", "2026-11-28 20:00"]),
        (
            "friday 8pm or saturday 9pm or 3.12. 20:00",
            "en-US",
            ["2026-11-27 20:00", "2026-11-28 21:00", "2026-12-03 20:00"],
        ),
        ("friday or saturday 8pm", "en-US", ["2026-11-27 20:00", "2026-11-28 20:00"]),
        ("friday 8pm or saturday", "en-US", ["2026-11-27 20:00", "2026-11-28 20:00"]),
        ("freitag oder samstag 20 uhr", "de", ["2026-11-27 20:00", "2026-11-28 20:00"]),
        ("vrijdag of zaterdag 20:00", "nl", ["2026-11-27 20:00", "2026-11-28 20:00"]),
        ("27th of november 8pm", "nl", ["2026-11-27 20:00"]),
        ("金曜日か土曜日20時", "ja", ["2026-11-27 20:00", "2026-11-28 20:00"]),
        ("friday 8pm or 9pm", "en-US", ["2026-11-27 20:00", "? 2026-11-27 21:00 | 2026-11-25 21:00"]),
        (
            "friday or saturday at 8",
            "en-US",
            ["? 2026-11-27 20:00 | 2026-11-27 08:00", "? 2026-11-28 20:00 | 2026-11-28 08:00"],
        ),
        (
            "friday; saturday",
            "en-US",
            [
                "? 2026-11-27 19:00 | 2026-11-27 20:00 | 2026-11-27 21:00",
                "? 2026-11-28 19:00 | 2026-11-28 20:00 | 2026-11-28 21:00",
            ],
        ),
        ("tomorrow 8pm", "en-US", ["2026-11-26 20:00"]),
    ],
)
def test_several_times(typed: str, locale: str, gives: list[str]) -> None:
    assert [told(each, "UTC") for each in read_times(typed, NOW, "UTC", locale)] == gives


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1pm; 2pm; 3pm; 4pm; 5pm; 6pm", "These are 6 times; choose 5 at most."),
        ("friday 8pm or friday 20:00", "<t:1795809600:F> is named twice."),
        ("friday 8pm or the day after", "I did not understand “day”."),
        ("; ;", "I cannot read that time."),
        ("", "I cannot read that time."),
        ("friday 8pm or yesterday 8pm", "That is past: <t:1795550400:F>."),
        ("friday 8pm;" * 100, "That is too long for a time."),
    ],
)
def test_several_times_that_are_refused(typed: str, says: str) -> None:
    with pytest.raises(Rejected) as no:
        read_times(typed, NOW, "UTC")
    assert str(no.value).startswith(says)


@pytest.mark.parametrize(
    ("typed", "gives"),
    [
        ("2026-10-01", "2026-10-01 00:00"),
        ("1 october", "2026-10-01 00:00"),
        ("1.10.", "2026-10-01 00:00"),
        ("friday", "2026-11-20 00:00"),
        ("wednesday", "2026-11-25 00:00"),
        ("last friday", "2026-11-20 00:00"),
        ("last monday", "? 2026-11-23 00:00 | 2026-11-16 00:00"),
        ("yesterday", "2026-11-24 00:00"),
        ("3 days ago", "2026-11-22 00:00"),
        ("a week ago", "2026-11-18 00:00"),
        ("last week", "2026-11-16 00:00"),
        ("this week", "2026-11-23 00:00"),
        ("today", "2026-11-25 00:00"),
        ("29 feb", "2024-02-29 00:00"),
        ("3/12", "? 2026-03-12 00:00 | 2025-12-03 00:00"),
        ("friday 8pm", "2026-11-20 20:00"),
        ("11:00", "2026-11-25 11:00"),
        ("13:00", "2026-11-24 13:00"),
        ("tomorrow", "! That day is still to come."),
        ("in 3 days", "! That day is still to come."),
        ("2027-01-01", "! That day is still to come."),
        ("whenever", "! I did not understand “whenever”."),
    ],
)
def test_days_that_are_past(typed: str, gives: str) -> None:
    assert answer(typed, NOW, "UTC", ahead=False) == gives


# ---- whatever can be typed ---------------------------------------------------------------------

WORDS = st.sampled_from(sorted({word for locale in LOCALES for word in vocabulary(locale).words}))
SHAPES = st.sampled_from(
    [
        "8",
        "12",
        "0",
        "24",
        "20:00",
        "8.30",
        "3.12.",
        "3/12",
        "2026-11-27",
        "<t:1795800000:F>",
        "27th",
        "999999",
        ",",
        "20h30",
        "1.5",
        "1,5",
        ";",
        "99/99/99",
        "0000-00-00",
        "-1",
        "31.2.",
        "z",
        "+05:30",
        "٢٠:٠٠",
        "８ｐｍ",
    ]
)
TYPED = st.one_of(
    st.text(max_size=60),
    st.lists(st.one_of(WORDS, SHAPES), max_size=12).map(" ".join),
    st.lists(st.one_of(WORDS, SHAPES), max_size=8).map("".join),
)
NOWS = st.datetimes(datetime(2024, 1, 1), datetime(2037, 12, 31)).map(lambda at: at.replace(tzinfo=UTC))


@given(typed=TYPED, now=NOWS, zone=st.sampled_from(ZONES), locale=st.sampled_from(LOCALES), ahead=st.booleans())
@settings(max_examples=500)
def test_nothing_that_is_typed_breaks_it(typed: str, now: datetime, zone: str, locale: str, ahead: bool) -> None:
    try:
        gives = read_time(typed, now, zone, locale, ahead=ahead)
    except Rejected as no:
        assert 10 < len(str(no)) < 200
        return
    moments = gives.moments if isinstance(gives, Question) else (gives,)
    if isinstance(gives, Question):
        assert 2 <= len(moments) <= 3 and len(set(moments)) == len(moments)
    for moment in moments:
        assert moment.utcoffset() == timedelta(0)
        assert now < moment <= now + LATEST if ahead else moment <= now


@given(typed=TYPED, now=NOWS, zone=st.sampled_from(ZONES), locale=st.sampled_from(LOCALES))
@settings(max_examples=300)
def test_nor_breaks_it_several_times(typed: str, now: datetime, zone: str, locale: str) -> None:
    try:
        gives = read_times(f"{typed} or {typed}; friday 8pm", now, zone, locale)
    except Rejected:
        return
    assert 1 <= len(gives) <= 5


@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "1 ",
        "at ",
        "8 8 ",
        "in 1 day ",
        "in ",
        "1 day ",
        "next ",
        "friday ",
        "mo ",
        "3.12 ",
        "3/12 ",
        "20h",
        "a ",
        "月",
        "日",
        "1月",
        "🎲",
        "̈",
        "\n",
        "<t:1>",
        ";",
        " or ",
        "half past ",
        "the next ",
        "2h30 ",
        "1,5 hours ",
    ],
)
def test_a_long_text_is_refused_at_once(piece: str) -> None:
    for locale in ("en-US", "ja", "de"):
        for most in (LONGEST, 6000):
            began = time.process_time()
            with pytest.raises(Unread):
                read_time((piece * 6000)[:most], NOW, "UTC", locale)
            with pytest.raises(Rejected):
                read_times((piece * 6000)[:most], NOW, "UTC", locale)
            assert time.process_time() - began < 0.3
