"""Offers: `next` and `finish` say the same as `refusal`, for every kind of offer."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import Card, card, cards, deck
from bot.engine.offers import Move, Offer, OneOf, Only, SomeOf, random_choices, verb
from bot.engine.randomness import Stream

from .toys import Listed


class Play(Move):
    card: Card


class Take(Move):
    cards: tuple[Card, ...]


class Give(Move):
    card: Card
    seat: int


class ProposeEnd(Move):
    pass


HANDS = st.lists(st.sampled_from(deck()), min_size=1, max_size=6)


@st.composite
def offers(draw: st.DrawFn) -> Offer:
    hand = draw(HANDS)
    kind = draw(st.sampled_from(["exactly", "one", "some", "listed", "listed several"]))
    if kind == "exactly":
        return Only(draw(st.sampled_from([ProposeEnd(), Play(hand[0]), Give(hand[0], 2), Take(tuple(hand))])))
    if kind == "one":
        return OneOf(Play, hand, "You do not hold that card.")
    if kind == "some":
        most = draw(st.integers(1, len(hand)))
        return SomeOf(Take, hand, draw(st.integers(0, most)), most)
    if kind == "listed":
        return Listed(Give, [Give(c, s) for c in dict.fromkeys(hand) for s in (0, 2)], "Not to that seat.")
    return Listed(Take, list(dict.fromkeys(Take(tuple(hand[:n])) for n in range(1, len(hand) + 1))))


def walked(offer: Offer, parts: tuple[Any, ...] = ()) -> Iterator[Move]:
    """Every move that `next` and `finish` lead to; fails at a dead end."""
    made = offer.finish(parts)
    more = list(offer.next(parts))
    assert more or isinstance(made, Move), f"{parts} is a dead end"
    if isinstance(made, Move):
        yield made
    for part in more:
        yield from walked(offer, (*parts, part))


@given(offers())
def test_what_is_walked_is_legal(offer: Offer) -> None:
    moves = [*walked(offer)]
    assert moves
    assert offer
    for move in moves:
        assert isinstance(move, offer.kind)
        assert offer.refusal(move) is None


@given(offers(), st.lists(st.sampled_from(deck()), max_size=4), st.integers(-1, 3))
def test_what_is_not_walked_is_refused_in_a_sentence(offer: Offer, other: Sequence[Card], seat: int) -> None:
    legal = {*walked(offer)}
    for move in (Take(tuple(other)), *(m for c in other for m in (Play(c), Give(c, seat)))):
        if not isinstance(move, offer.kind):
            continue
        why = offer.refusal(move)
        assert (why is None) == (move in legal)
        assert why is None or (why[-1] in ".?" and "None" not in why)


@given(offers())
def test_moves_lists_each_selection_once(offer: Offer) -> None:
    listed = [*offer.moves()]
    selections = {(type(m), tuple(sorted(m.parts, key=str))) for m in walked(offer)}
    assert {(type(m), tuple(sorted(m.parts, key=str))) for m in listed} == selections
    assert all(offer.refusal(m) is None for m in listed)


@given(offers(), st.binary(min_size=4, max_size=4))
def test_a_sample_is_legal(offer: Offer, seed: bytes) -> None:
    move = offer.sample(Stream(seed, "whim"))
    assert move is not None
    assert offer.refusal(move) is None


def test_sampling_gives_up_after_so_many_steps() -> None:
    never = SomeOf(Take, deck(), 1, 10, lambda chosen: "Never.")
    assert never.sample(Stream(b"", "whim"), steps=500) is None


def test_every_choice_of_one_is_sampled() -> None:
    stream = Stream(b"x", "whim")
    found = {OneOf(Play, deck()[:8]).sample(stream) for _ in range(300)}
    assert found == {Play(c) for c in deck()[:8]}


@pytest.mark.parametrize(
    ("offer", "move", "sentence"),
    [
        (Only(ProposeEnd(), "Nobody has asked."), ProposeEnd(), "Nobody has asked."),
        (Only(Play(card("2C"))), Play(card("3C")), "That is not on offer."),
        (OneOf(Play, cards("2C 3C"), "Follow suit."), Play(card("4C")), "Follow suit."),
        (OneOf(Play, [], lambda c: f"You do not hold {c}."), Play(card("10H")), "You do not hold 10H."),
        (SomeOf(Take, cards("2C 3C 4C"), 3, 3), Take(()), "Choose 3 more cards."),
        (SomeOf(Take, cards("2C 3C 4C"), 3, 3), Take((card("2C"), card("3C"))), "Choose 1 more card."),
        (SomeOf(Take, cards("2C 3C"), 1, 2), Take((card("2C"), card("2C"))), "You have chosen 2C already."),
        (SomeOf(Take, cards("2C 3C"), 1, 1), Take((card("2C"), card("3C"))), "No more than 1."),
        (SomeOf(Take, cards("2C 3C"), 1, 1), Take((card("QS"),)), "You do not hold QS."),
        (SomeOf(Take, cards("2C"), 1, 1, lambda c: "Not now."), Take((card("2C"),)), "Not now."),
        (Listed(Give, [Give(card("2C"), 1)], "To the left only."), Give(card("2C"), 2), "To the left only."),
    ],
)
def test_refusals_are_worded_by_the_offer(offer: Offer, move: Move, sentence: str) -> None:
    assert offer.refusal(move) == sentence


def test_equal_cards_of_two_decks_may_both_be_chosen() -> None:
    offer = SomeOf(Take, cards("2C 2C 3C"), 2, 3)
    assert offer.refusal(Take((card("2C"), card("2C")))) is None
    assert offer.refusal(Take((card("3C"), card("3C")))) is not None


def test_an_offer_of_none_is_false_and_still_says_why() -> None:
    assert not Only(ProposeEnd(), "Later.")
    assert not OneOf(Play, [])
    assert not Listed(Give, [])
    assert Only(ProposeEnd(), "Later.").next(()) == ()
    assert Only(ProposeEnd(), "Later.").finish(()) == "Later."


def test_choices_may_be_alive() -> None:
    hand = cards("2C 3C")
    offer = OneOf(Play, hand, "Gone.")
    hand.remove(card("2C"))
    assert offer.refusal(Play(card("2C"))) == "Gone."


def test_a_move_may_want_a_second_press() -> None:
    offer = OneOf(Play, cards("2C 3C"), asks_again={card("3C"): "Really 3C?"})
    assert offer.confirm(Play(card("2C"))) is None
    assert offer.confirm(Play(card("3C"))) == "Really 3C?"
    assert Only(ProposeEnd(), confirm="Sure?").confirm(ProposeEnd()) == "Sure?"
    assert SomeOf(Take, cards("2C"), 1, 1).confirm(Take((card("2C"),))) is None


def test_moves_are_frozen_and_flat() -> None:
    move = Take((card("2C"), card("3C")))
    assert move.parts == (card("2C"), card("3C"))
    assert Give(card("2C"), 3).parts == (card("2C"), 3)
    with pytest.raises(AttributeError):
        move.cards = ()  # type: ignore[misc]
    assert {move: 1}[Take((card("2C"), card("3C")))] == 1
    assert verb(ProposeEnd) == "propose-end"
    assert verb(Play) == "play"


def test_a_fallback_is_for_whoever_plays_at_random_where_there_is_nothing_else() -> None:
    lay, draw = OneOf(Play, cards("5H")), Only(ProposeEnd(), last_resort=True)
    assert random_choices([lay, draw]) == [lay] and random_choices([draw]) == [draw] and random_choices([]) == []
