"""Names as people have them: what is proposed for them is read as them."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations

import pytest

from bot.show.controls.typed_names import LONGEST, People
from bot.table.chairs import Chair
from bot.table.errors import Rejected
from bot.table.names import apart, compared

ODD = [
    "Smith, John", 'Ann "Ace" O\'Hara', "`code`", "(seat 2)", "2", "seat 3", "🎲", "👩\u200d🚀 x" * 6,
    "\u05d0\u05d1\u05d2",
    "\u202eannA\u202c", "x" * 32, '"', '""', ",", ", x", "a,", "“Bo”", "„Bo“", "<@102>", "@everyone", "Seat 1",
    "\u3000y", "𝓐𝓷𝓪", "ANNA", "ß", "fi, fl", "a，b", "...", "Ana (2)", "no\ntwo", "*_~|", "Ana, Ana",
    "İ", "(", "-", "0",
]  # fmt: skip
"""Commas, quotes, backticks, parentheses, numbers, emojis, long ones, from right to left."""


def people(*names: str) -> People:
    return People([Chair(user=100 + n, name=name) if name else Chair() for n, name in enumerate(names)])


def offered(among: People, typed: str, seat: int) -> str:
    """What the list has for this seat. Every name of it is another."""
    found = among.proposed(typed, None)
    assert len({label for label, _ in found}) == len(found) and all(len(label) <= LONGEST for label, _ in found)
    (said,) = (said for _, said in found if (read := among.read(said)) and read[-1] == seat)
    assert len(said) <= LONGEST
    return said


TABLES = [
    *(["Ana", odd, "Bo"] for odd in ODD),
    *([odd, odd, "Bo"] for odd in ODD),
    *([ODD[n], ODD[n - 1], ODD[n - 2], ODD[n - 3]] for n in range(0, len(ODD), 3)),
    ["Ana", "ana", "ANA", "Anabel"],
    ["Ana", "Ana", "Ana (1)", "Ana (2)", "Ana (1) (1)"],
    ["A", "B", "A, B", "A, B, A"],
    ["Smith", "John", "Smith, John", '"Smith, John"'],
    ["Ana", "", "Ana", ""],
    ["x" * 31 + str(n) for n in range(8)],
]  # fmt: skip


@pytest.mark.parametrize("names", TABLES, ids=lambda names: " ".join(map(ascii, names))[:60])
def test_whatever_is_proposed_is_read_as_that_person(names: list[str]) -> None:
    among = people(*names)
    seats = [n for n, name in enumerate(names) if name]
    for order in [*permutations(seats, min(3, len(seats)))][:30]:
        typed = ""
        for count in range(1, len(order) + 1):
            typed = offered(among, typed, order[count - 1])
            assert among.read(typed) == [*order[:count]], typed
            typed += ", "
    whole = among.spelt(seats)
    assert len(whole) <= LONGEST and among.read(whole) == seats
    for n in seats:
        name = compared(among.names[n])
        assert n in [among.read(said)[-1] for _, said in among.proposed(name[:3], None)], "its beginning finds it"
        assert n in [among.read(said)[-1] for _, said in among.proposed(among.spelt([n]), None)], "and all of it"
        if f"seat {n + 1}" not in map(compared, names):
            assert among.read(f"seat {n + 1}") == [n]


@pytest.mark.parametrize("typed, seats", [
    ("", []), ("ana (1)", [0]), ("Ana (seat 3)", [2]), ("ANA  (3), smith, john", [2, 1]), ('"Smith, John"', [1]),
    ("“Smith, John”, bo", [1, 3]), ("„smith, john“", [1]), ("<@103>, <@!100>", [3, 0]), ("seat 2 , seat 1,", [1, 0]),
    ("bo,,ana (1)", [3, 0]),
])  # fmt: skip
def test_what_may_be_typed(typed: str, seats: list[int]) -> None:
    assert people("Ana", "Smith, John", "Ana", "Bo").read(typed) == seats


@pytest.mark.parametrize("typed, sentence", [
    ("Ana", "Several of that name sit here: type “Ana (1)” or “Ana (3)”."),
    ("bo, Ana", "Several of that name sit here: type “Ana (1)” or “Ana (3)”."),
    ("Zoe", "Nobody of that name sits here: “Zoe”. Name those who play with you, for example `Ana, Bo`."),
    ("bo, Zoe, Ana", "Nobody of that name sits here: “Zoe”. Name those who play with you, for example `Ana, Bo`."),
    ("bo, bo", "Name each player once."),
    ("A, B", "“A, B” may mean different people: type “\"A\", \"B\"” or “\"A, B\"”."),
    ("seat 9", "Nobody of that name sits here: “seat 9”. Name those who play with you, for example `Ana, Bo`."),
])  # fmt: skip
def test_what_is_refused_says_what_may_be_typed(typed: str, sentence: str) -> None:
    with pytest.raises(Rejected) as refused:
        people("Ana", "Smith, John", "Ana", "Bo", "A", "B", "A, B").read(typed)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("typed", ["a," * 3000, '"' * 5999, "A, B, " * 1000, "," * 6000])
def test_a_long_text_is_read_at_once(typed: str) -> None:
    among = people("a", "A, B", "B", '"', "a, a", "a, a, a", "a,a", "b,a", "a, b, a", "a,")
    with suppress(Rejected):
        among.read(typed)
    among.proposed(typed[:100], None)


def test_names_that_are_read_alike_have_their_seats() -> None:
    assert apart(("Ana", "Bo", "ana")) == ("Ana (1)", "Bo", "ana (3)")
    assert apart(("Ana", "", "", "Bo")) == ("Ana", "", "", "Bo")
    assert apart(("Ana", "Ana", "Ana (2)")) == ("Ana (1)", "Ana (2) (2)", "Ana (2) (3)")
