"""Hearts: every ruling, edge case, example and option of its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.cards import card
from bot.engine.deal import Deal
from bot.engine.state import opening
from bot.games.hearts import (
    HEARTS,
    OTHERS_UP,
    HandScored,
    Moon,
    Pass,
    Play,
)

from .table import dealt, fact, legal, offer, play, refused, told, trick

HOLD = 3
"""So many hands over: this one is played without passing."""


def hand(hands: dict[int, str], *, number: int = HOLD, scores: tuple[int, ...] = (0, 0, 0, 0), **options: Any) -> Deal:
    """A hand of Hearts; seat 0 is dealt to first."""
    return dealt(HEARTS, hands, each=13, state=replace(opening(4), number=number, scores=scores), **options)


def order_of(deal: Deal) -> list[int]:
    """Whose cards are waited for."""
    assert deal.ask
    return [*deal.ask.waits_for]


SUITED = {
    0: "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    1: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    2: "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    3: "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
}
"""One suit to each seat: seat 2 leads the 2C and takes every trick."""


def moon(**how: Any) -> Deal:
    """Seat 2 has taken everything."""
    deal = hand(SUITED, **how)
    for n in range(13):
        trick(deal, " ".join(SUITED[p].split()[n] for p in (2, 3, 0, 1)))
    return deal


# ---- passing -----------------------------------------------------------------------------------------


def test_edge_1_whoever_receives_the_two_of_clubs_leads_it() -> None:
    deal = hand(SUITED, number=0)
    play(deal, "0: 2D 3D 4D", "1: 2H 3H 4H", "2: 2C 3C 4C", "3: 2S 3S 4S")
    assert order_of(deal) == [3]
    assert legal(deal, 3) == "2C"


def test_edge_2_no_passing_in_the_fourth_hand_and_left_again_in_the_fifth() -> None:
    deal = hand(SUITED, number=3)
    assert offer(deal, 2).kind is Play
    assert fact(deal, "direction") == "hold"
    deal = hand(SUITED, number=4)
    assert offer(deal, 2).kind is Pass
    assert fact(deal, "direction") == "left"


# ---- tricks ------------------------------------------------------------------------------------------


def test_edge_7_following_with_another_suit_is_refused() -> None:
    deal = hand({0: "2C 3D", 1: "5C 7H", 2: "KC", 3: "9C"})
    play(deal, "0: 2C")
    assert refused(deal, 1, Play(card("7H"))) == "Follow suit: you hold a club."


# ---- scoring -----------------------------------------------------------------------------------------


def test_example_3_a_moon_gives_26_to_each_of_the_others() -> None:
    deal = moon()
    assert told(deal, Moon) == [Moon(2, OTHERS_UP)]
    assert told(deal, HandScored) == [HandScored((26, 26, 0, 26), (26, 26, 0, 26))]


def test_edge_11_exactly_the_limit_plays_on_and_one_more_ends_the_match() -> None:
    assert (after := moon(scores=(74, 0, 0, 0)).after) and after.scores[0] == 100 and not after.over
    assert (after := moon(scores=(75, 0, 0, 0)).after) and after.scores[0] == 101 and after.over
