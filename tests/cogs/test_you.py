"""The reader of a sentence and the viewer of a picture are *you* in it."""

from __future__ import annotations

import pytest

from bot.engine.events import Event
from bot.engine.piles import Seat
from bot.show.words.sentences import Who, begun, say, second

NAMES = ("Ana", "Bo", "Cleo")


class Shows(Event, says="{seat:shows} it and {seat:/loses} 5 to {other}. {seat:'s} turn is over."):
    seat: Seat
    other: Seat


@pytest.mark.parametrize(
    ("viewer", "said"),
    [
        (-1, "Ana shows it and loses 5 to Bo. Ana's turn is over."),
        (0, "You show it and lose 5 to Bo. Your turn is over."),
        (1, "Ana shows it and loses 5 to you. Ana's turn is over."),
    ],
)
def test_a_sentence_for_each_who_reads_it(viewer: int, said: str) -> None:
    assert say(Shows.says, Shows(0, 1), Who(NAMES, viewer=viewer).said) == said


@pytest.mark.parametrize(
    ("he", "you"),
    [("takes", "take"), ("passes", "pass"), ("loses", "lose"), ("pushes", "push"), ("tries", "try"), ("has", "have"),
     ("is", "are"), ("stretches", "stretch"), ("goes", "go"), ("raises", "raise"), ("would", "would")],
)  # fmt: skip
def test_verbs_as_they_go_with_you(he: str, you: str) -> None:
    assert second(he) == you


def test_several_with_the_reader_at_their_end() -> None:
    who = Who(NAMES, viewer=0).said
    assert who.all([0, 1, 2]) == "Bo, Cleo and you" and who.do([0], "pays", "pay") == "you pay"
    assert [who.wins(seats) for seats in ([0], [1], [0, 1])] == ["you win", "Bo wins", "Bo and you share"]
    assert who.wins([0], "takes") == "you take"
    assert Who(NAMES, viewer=0)(0) == "You", "on a plate"
    assert Who(NAMES, viewer=0).all([0, 1]) == "Bo and you"


def test_a_capital_where_a_sentence_begins() -> None:
    assert begun("**you take it!** Bo and you share; you agree. you win") == (
        "**You take it!** Bo and you share; you agree. You win"
    )
