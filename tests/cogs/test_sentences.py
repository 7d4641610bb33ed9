"""Events say themselves: seats by name, cards as cards, amounts in whites. No sentence names what its event lacks."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from string import Formatter

import pytest

from bot.engine.amounts import Amount
from bot.engine.cards import Card, card, cards
from bot.engine.events import Event
from bot.engine.piles import Seat
from bot.show.words.game import Words
from bot.show.words.sentences import Number, Who, sentence, together
from cogs.games import every_word

WHO = Who(("Ana", "B_o", ""))


class Happened(Event, says="{seat} and {others}: {card}, {cards}; {amount}, {times:ace}, {how}."):
    seat: Seat
    others: tuple[Seat, ...]
    card: Card
    cards: tuple[Card, ...]
    amount: Amount
    times: int
    how: str = "so"


EVENT = Happened(0, (1, 2), card("QS"), tuple(cards("10H AC")), 250, 2)


def test_a_sentence_of_fields() -> None:
    assert sentence(Happened.says, EVENT, WHO) == "Ana and B_o and Seat 3: Q♠, 10♥ A♣; 2½, 2 aces, so."


def test_what_has_happened_is_one_line() -> None:
    assert together(["One.", "Two."]) == "One. Two."
    assert together([]) == ""
    assert together(["One.", "Two" * 232]) == "Two" * 232, "whole sentences, the last ones"
    assert together(["One" * 300]) == ("One" * 300)[:700]


def test_an_event_is_a_value_that_is_never_changed() -> None:
    again = Happened(0, (1, 2), card("QS"), tuple(cards("10H AC")), 250, 2)
    assert again == EVENT and hash(again) == hash(EVENT) and pickle.loads(pickle.dumps(EVENT)) == EVENT
    assert repr(EVENT).startswith("Happened(seat=0, others=(1, 2), card=")
    with pytest.raises(AttributeError):
        EVENT.seat = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("written", "told"),
    [("{:hand}", "1,200 hands"), ("{:push hand}", "1,200 push hands"), ("{:whites}", "12"), ("{:,}", "1,200")],
)
def test_numbers_in_a_sentence(written: str, told: str) -> None:
    assert written.format(Number(1200)) == told


def _every(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield from (each, *_every(each))


def _named(says: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(says) if name}


@pytest.mark.parametrize("words", every_word().values(), ids=every_word())
def test_a_sentence_names_only_fields_of_its_event(words: Words) -> None:
    ours = [(event, event.says) for event in _every(Event)]
    for event, says in (*ours, *words.events.items()):
        if isinstance(says, str):
            assert _named(says) <= {*event._fields}, event  # type: ignore[attr-defined]  # a named tuple
