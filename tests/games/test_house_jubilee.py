"""The house player of Jubilee: what it scores, leaves and keeps; and that it beats players who do less."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot import house
from bot.engine.cards import card, cards
from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.jubilee import CARDS, JUBILEE, VALUES, Options, Play, points
from bot.house.jubilee import Next, best_card, following

from .jubilee_table import hand, plays
from .table import at_random, decides, turn
from .transcript import Choose, play_match, transcript

GOLDEN = Path(__file__).parent / "golden" / "jubilee.txt"


def test_it_takes_what_scores() -> None:
    assert decides(plays(hand("AS", "KS 2C 3C 4C 5C 6C 7C 8C"), "AS")) == Play(card("KS"))


def test_it_passes_no_multiple_where_it_need_not() -> None:
    deal = plays(hand("9S", "AS 8S 3H 9C 9C 9S 8C AC"), "9S")
    assert turn(deal) == 1
    made = decides(deal)
    assert isinstance(made, Play) and points(9, 9 + VALUES[made.card]) == 0


def test_it_keeps_different_values_and_jokers() -> None:
    """Of cards that come to the same it plays one that it holds twice; a joker last."""
    deal = plays(hand("2S", "4S 4C JK 5S 6S 7S 8S 9S", joker_holds=False), "2S")
    made = decides(deal)
    assert isinstance(made, Play) and made.card.rank == 4


def test_among_three_it_loses_no_five_only_to_spoil_what_the_next_may_win() -> None:
    """From 99 the ace of hearts costs nothing, but leaves 84, and the nine of hearts is out; that of clubs passes the
    hundred. Where two play, what the other may win counts in full."""
    mine, second, third = "AC AH 2C 2H 6S 7S 9S QS", "JK 3S 6C 7C 8S 9C 9H KS", "3C 4C 5C 5S 7C 8S KS JS"
    for hands, rather in (((mine, second), "AC"), ((mine, second, third), "AH")):
        gone = Counter(CARDS) - Counter(c for held in hands for c in cards(held))
        seen = view(hand(*hands), 0)
        hidden = {f"hand {p}": (None,) * 8 for p in range(1, len(hands))}
        piles = {"hand 0": (*cards(mine),), **hidden, "gone": (*gone.elements(),)}
        seen = replace(seen, piles=piles, facts={**seen.facts, "total": 99})
        assert best_card(seen, cards(mine)) == card(rather)


def test_the_next_player_is_whoever_holds_cards() -> None:
    deal = hand("9S 6C", "KS", "AS")
    assert following(view(deal, 0)) == 1
    assert following(view(plays(deal, "9S"), 1)) == 2


def test_what_the_next_player_makes_of_a_total() -> None:
    """A hand that lies open is known; of another there are chances."""
    hearts = "5H 6H 10H KH QH JH 9H 8H"
    deal = plays(hand("4S 9S", hearts), "4S")
    after = Next(view(deal, 0))
    assert after.unseen == 8
    assert after.makes_of(35) == 10 and after.makes_of(110) == 20 and after.makes_of(15) == 0
    assert after.makes_of(29) == -5 and after.makes_of(32) == 0, "all pass 25, and one does not"
    assert after.makes_of(4) == -5, "as the formula has it, who can play nothing is counted as one who passes"
    unknown = Next(view(hand("4S 9S", hearts), 0))
    assert unknown.unseen == 53 and 0 < unknown.makes_of(15) < 10


def test_without_a_next_player_there_is_nothing_to_fear() -> None:
    seen = view(hand("9S"), 0)
    assert Next(replace(seen, piles={**seen.piles, "hand 1": ()})).makes_of(15) == 0


# ---- against others ------------------------------------------------------------------------------


def greedy(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    """Somebody who looks at the card alone: what scores best at once, then the largest."""
    total = seen.facts["total"]
    playable = [*offers[0].next(())]
    return Play(max(playable, key=lambda c: (points(total, total + VALUES[c]), abs(VALUES[c]))))


def margin(deals: int, seats: int, other: Choose) -> float:
    """Points a deal and side that house players have over others, each deal played from both sides."""
    won = 0
    for n in range(deals):
        secret = random.Random(n).randbytes(32)
        for first in (0, 1):
            sides = [(seat + first) % 2 for seat in range(seats)]
            end = play_match(
                JUBILEE, Options(), opening(seats), secret, [(house.choose, other)[side] for side in sides]
            )
            won += sum(-score if side else score for side, score in zip(sides, end.scores, strict=True))
    return won / (2 * deals)


@pytest.mark.parametrize(
    ("seats", "other", "least"), [(2, at_random, 80), (4, at_random, 60), (2, greedy, 50), (4, greedy, 50)]
)
def test_it_beats_players_who_do_less(seats: int, other: Choose, least: float) -> None:
    assert margin(20, seats, other) > least


def test_a_deal_played_by_house_players() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    told = transcript(JUBILEE, Options(), opening(3), bytes([3]) * 32, [house.choose] * 3)
    assert told == GOLDEN.read_text(encoding="utf-8")
