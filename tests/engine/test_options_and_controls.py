"""Options as they are typed, and moves read from words and offered in menus."""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.amounts import Amount
from bot.engine.cards import Card, card, cards, deck
from bot.engine.controls import kind_of, read, suit_order, word
from bot.engine.offers import Move, Offer, OneOf, Only, SomeOf
from bot.engine.options import BadOption, changed, read_options
from bot.engine.piles import Seat

from .toys import Listed, Rules


class Play(Move):
    card: Card


class Take(Move):
    cards: tuple[Card, ...]


class Bet(Move):
    amount: Amount


class Give(Move):
    card: Card
    seat: Seat


class Throw(Move):
    rank: Annotated[int, "rank"]


class Choose(Move):
    option: str


class Stop(Move):
    pass


class Group(NamedTuple):
    rank: int
    naturals: int
    twos: int = 0
    jokers: int = 0


class Meld(Move):
    groups: tuple[Group, ...]


@pytest.mark.parametrize(
    ("given", "whites", "options"),
    [
        ({}, True, Rules()),
        ({"ante": "2½", "games": "7"}, True, Rules(ante=250, games=7)),
        ({"ante": "250"}, False, Rules(ante=250)),
        ({"ante": None, "shoe": "Yes"}, True, Rules(shoe=True)),
        ({"speed": "QUICK", "shoe": "off"}, True, Rules(speed="quick")),
    ],
)
def test_options_are_read(given: dict[str, Any], whites: bool, options: Rules) -> None:
    assert read_options(Rules, given, in_whites=whites) == options


@pytest.mark.parametrize(
    ("given", "whites", "sentence"),
    [
        ({"colour": "red"}, True, "There is no option “colour”; there are: ante, speed, shoe, games."),
        ({"ante": "abc"}, True, "ante: “abc” is not an amount; write 5, 2.5 or 2½."),
        ({"ante": "0.75"}, True, "ante: The smallest chip is a yellow, ½."),
        ({"ante": "100"}, True, "ante is an amount from ½ to 10, in whole yellows."),
        ({"ante": "100.5"}, False, "ante: ante is a whole number of hundredths."),
        ({"ante": "75"}, False, "ante is an amount from 50 to 1000, in whole yellows."),
        ({"speed": "fast"}, True, "speed is one of: slow, quick."),
        ({"shoe": "maybe"}, True, "shoe is yes or no."),
        ({"games": "0"}, True, "games is a number from 1 to 20."),
        ({"games": "-3"}, True, "games is a number from 1 to 20."),
        ({"shoe": "yes", "speed": "quick"}, True, "A quick game has no shoe."),
    ],
)
def test_options_are_refused_in_a_sentence(given: dict[str, Any], whites: bool, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Rules, given, in_whites=whites)
    assert str(refused.value) == sentence


def test_what_is_not_at_its_default_is_told() -> None:
    assert changed(Rules()) == []
    assert changed(Rules(ante=250, shoe=True, games=4)) == ["ante 2½", "shoe", "games 4"]


HAND = cards("2C 10H QS")
SEATS = Listed(Give, [Give(c, s) for c in HAND for s in (1, 2)])
ARRANGED = ("5C 5D 5H + 6C 6D 6H + 7C 7D 7H", "5C 6C 7C + 5D 6D 7D + 5H 6H 7H")


@pytest.mark.parametrize(
    ("offer", "text", "move"),
    [
        (OneOf(Play, HAND), "th", Play(card("10H"))),
        (OneOf(Play, HAND), "10♥", Play(card("10H"))),
        (SomeOf(Take, HAND, 1, 3), "qs, 2c", Take((card("QS"), card("2C")))),
        (OneOf(Bet, range(50, 650, 50)), "2½", Bet(250)),
        (OneOf(Bet, range(50, 650, 50)), "2w 1y", Bet(250)),
        (OneOf(Bet, range(50, 650, 50)), "max", Bet(600)),
        (OneOf(Bet, range(50, 650, 50)), "pot", Bet(300)),
        (SEATS, "QS 2", Give(card("QS"), 2)),
        (OneOf(Choose, ("others_up", "minus_26")), "minus_26", Choose("minus_26")),
        (OneOf(Choose, ("others_up", "minus_26")), "Minus-26", Choose("minus_26")),
        (OneOf(Choose, ARRANGED), "7h 6h 5h + 5c 6c 7c + 5d 6d 7d", Choose(ARRANGED[1])),
        (Only(Stop()), "", Stop()),
    ],
)
def test_typed_moves(offer: Offer, text: str, move: Move) -> None:
    assert read(offer, text, {"pot": 300}) == move


class NoMore(Only):
    def too_much(self, typed: str) -> str:
        return f"{typed} is said for nothing."


@pytest.mark.parametrize(
    ("offer", "text", "sentence"),
    [
        (OneOf(Play, HAND, lambda c: f"You do not hold {c}."), "KS", "You do not hold KS."),
        (OneOf(Play, HAND), "hello", "“hello” is not a card; write QS, 10H or JK."),
        (OneOf(Play, HAND), "QS 2C", "“2C” is too much."),
        (SomeOf(Take, HAND, 1, 1), "QS 2C", "That is one card too many."),
        (OneOf(Play, HAND), "", "Choose one."),
        (SomeOf(Take, HAND, 2, 3), "QS", "Choose 1 more card."),
        (OneOf(Bet, range(50, 650, 50), "Bet between ½ and 6."), "6.5", "Bet between ½ and 6."),
        (OneOf(Bet, range(50, 650, 50), "Bet between ½ and 6."), "abc", "“abc” is not an amount; write 5, 2.5 or 2½."),
        (OneOf(Bet, range(50, 650, 50)), "-5", "The amount must be more than nothing."),
        (OneOf(Bet, range(50, 650, 50), "Bet between ½ and 6."), "1e9", "Bet between ½ and 6."),
        (OneOf(Bet, range(50, 650, 50)), "0.75", "The smallest chip is a yellow, ½."),
        (Only(Stop()), "now please", "“now” is too much."),
        (NoMore(Stop()), "now please", "now is said for nothing."),
        (Only(Stop(), "Not yet."), "", "Not yet."),
    ],
)
def test_typed_moves_that_are_none(offer: Offer, text: str, sentence: str) -> None:
    assert read(offer, text) == sentence


@given(
    st.sampled_from([OneOf(Play, HAND), SomeOf(Take, HAND, 2, 2), SEATS, OneOf(Bet, [50, 100])]), st.text(max_size=30)
)
def test_any_text_is_a_move_or_a_sentence(offer: Offer, text: str) -> None:
    read_ = read(offer, text)
    assert isinstance(read_, Move) or read_[-1] in ".?"


@given(st.lists(st.sampled_from(deck()), min_size=1, max_size=5, unique=True))
def test_what_is_written_is_read_again(hand: list[Card]) -> None:
    offer = SomeOf(Take, hand, 1, 5)
    for move in offer.moves():
        assert read(offer, " ".join(word(p, "card") for p in move.parts)) == move


def test_parts_have_kinds() -> None:
    assert [kind_of(SEATS, n) for n in (0, 1)] == ["card", "seat"]
    assert kind_of(OneOf(Bet, [50]), 0) == "amount"
    assert kind_of(OneOf(Choose, ["a"]), 0) == "text"
    assert [kind_of(SomeOf(Take, HAND, 1, 3), n) for n in (0, 2)] == ["card", "card"]
    assert kind_of(Listed(Meld, []), 0) == "group"


def test_melds_are_typed_with_commas() -> None:
    offer = Listed(Meld, [Meld((Group(13, 2, 1), Group(5, 3))), Meld((Group(1, 2, 0, 1), Group(9, 0, 1)))])
    offer.grouped = True
    assert read(offer, "K K 2, 5 5 5") == read(offer, "2 K K, 5 5 5") == Meld((Group(13, 2, 1), Group(5, 3)))
    assert read(offer, "A A JK, 2 on 9") == Meld((Group(1, 2, 0, 1), Group(9, 0, 1)))
    assert [word(g) for g in (Group(10, 3), Group(13, 2, 1), Group(1, 2, 0, 1))] == ["10 10 10", "K K 2", "A A JK"]
    assert [word(g) for g in (Group(13, 0, 1, 1), Group(13, 0))] == ["2 JK on K", ""]


def test_a_group_of_no_cards_may_be_left_out() -> None:
    offer = Listed(Meld, [Meld((Group(13, 0),)), Meld((Group(13, 0), Group(5, 3))), Meld((Group(13, 1),))])
    offer.grouped = True
    assert read(offer, "") == Meld((Group(13, 0),))
    assert read(offer, "5 5 5") == Meld((Group(13, 0), Group(5, 3)))
    assert read(offer, "K") == Meld((Group(13, 1),))


def test_ranks_are_typed_and_said() -> None:
    offer = OneOf(Throw, [0, 1, 3, 10, 13])
    assert kind_of(offer, 0) == "rank"
    assert [word(rank, "rank") for rank in offer.among] == ["JK", "A", "3", "10", "K"]
    assert read(offer, "k") == Throw(13) and read(offer, "jk") == Throw(0)
    assert read(offer, "KS") == "That is not one of your choices."


def test_another_name_of_a_choice_is_as_good() -> None:
    class Named(OneOf):
        def as_typed(self, text: str) -> str:
            return "K" if text.lower() == "king" else text

    assert read(Named(Throw, [13]), "king") == Throw(13)


def test_words_may_be_put_in_the_order_of_the_choices() -> None:
    """Where people may say them in another."""

    class LowestFirst(SomeOf):
        def in_order(self, typed: Sequence[str]) -> Sequence[str]:
            return sorted(typed)

    assert read(LowestFirst(Take, cards("2C 5D 9H"), 1, 3), "9H 2C") == Take(tuple(cards("2C 9H")))


def test_a_hand_is_sorted_clubs_diamonds_spades_hearts() -> None:
    hand = cards("AH 2H JK AS QD 3C AC")
    assert " ".join(map(str, sorted(hand, key=suit_order))) == "3C AC QD AS 2H AH JK"


def test_words_of_parts() -> None:
    assert [word(None), word(True), word(250, "amount"), word(3, "seat"), word("a b")] == ["", "YES", "2½", "3", "A B"]
