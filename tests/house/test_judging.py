"""What decisions cost: known answers, and the laws of judging, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.deal import Deal
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.worlds import Worlds
from bot.games.blackjack import BLACKJACK, HIT, SPLIT, STAND
from bot.games.blackjack.moves import Double, EvenMoney, Hit, Insure, Split, Stand
from bot.games.catalog import GAMES
from bot.games.parts.wagers import PASS
from bot.house.judging import Judged, judged, judges, weighed
from tests.bench.judging import deals
from tests.conformance.play import Chance
from tests.games.blackjack_table import alone

WEIGHED = [slug for slug, game in GAMES.items() if judges(game, game.options())]


def worth(deal: Deal[Any, Any], seat: Seat, *moves: Move) -> list[float]:
    """What these are worth where the deal stands."""
    found = [weighed(deal, seat, move) for move in moves]
    return [dict(each.worths)[each.played] for each in found if each is not None]


# ---- blackjack ---------------------------------------------------------------------------------------


def test_blackjack_sixteen_against_a_ten_is_lost_either_way() -> None:
    deal = alone("10S 6D", "10H 7C", wager=100)
    assert worth(deal, 0, STAND, HIT) == [pytest.approx(-0.541, abs=0.001), pytest.approx(-0.535, abs=0.001)]


def test_blackjack_eleven_against_a_six_is_worth_two_thirds_of_a_wager_doubled() -> None:
    deal = alone("6S 5D", "6H 10C", wager=100)
    assert worth(deal, 0, Double(100), HIT, STAND) == [
        pytest.approx(0.683, abs=0.001), pytest.approx(0.341, abs=0.001), pytest.approx(-0.151, abs=0.001)
    ]  # fmt: skip
    stood = weighed(deal, 0, STAND)
    assert stood is not None and stood.better == Double(100) and not stood.as_the_club
    assert stood.cost == pytest.approx(0.834, abs=0.001)


def test_blackjack_a_double_for_less_brings_less() -> None:
    deal = alone("6S 5D", "6H 10C", wager=200)
    whole, half, hit = worth(deal, 0, Double(200), Double(100), HIT)
    assert whole == pytest.approx(4 / 3 * half) and half == pytest.approx(3 / 2 * hit, abs=0.001)


def test_blackjack_eights_are_split_against_a_ten() -> None:
    deal = alone("8S 8D", "10H 7C", wager=100)
    split, hit = worth(deal, 0, SPLIT, HIT)
    assert split == pytest.approx(-0.48, abs=0.01) and hit == pytest.approx(-0.535, abs=0.001)


def test_blackjack_insurance_costs_as_the_tens_that_are_left_say() -> None:
    deal = alone("10S 6D", "AH 7C", wager=200)
    tens = 95 / 309
    passed, insured = worth(deal, 0, PASS, Insure(100))
    assert (passed, insured) == (0, pytest.approx(3 * tens - 1, abs=1e-5))
    deal = alone("AS KD", "AH 7C", wager=200)
    passed, even = worth(deal, 0, PASS, EvenMoney())
    assert (passed, even) == (pytest.approx(3 * (1 - tens)), 2)


def test_blackjack_wagers_are_a_matter_of_taste() -> None:
    found = [each for match in deals(BLACKJACK, BLACKJACK.options(), 1, range(1), most=4) for deal in match
             for each in judged(deal, 0)]  # fmt: skip
    assert found and all({type(move) for move, _ in each.worths} <= {Hit, Stand, Split, Double} for each in found)


# ---- the laws ----------------------------------------------------------------------------------------


def decisions(slug: str, most: int = 12) -> Iterator[tuple[Deal[Any, Any], Seat, Judged]]:
    """Some decisions of house players, spread over the seats."""
    game = GAMES[slug]
    options = game.options(cut="off")
    seats = max(2, min(game.seats_for(options)))
    found = 0
    for match in deals(game, options, seats, range(4), most=3):
        for deal in match:
            for seat in range(seats):
                for n, each in enumerate(judged(deal, seat)):
                    yield deal, seat, each
                    found += 1
                    if found == most:
                        return
                    if n == most // 3:
                        break


@pytest.mark.parametrize("slug", WEIGHED)
def test_judged_by_what_the_seat_could_know(slug: str) -> None:
    swapped = 0
    for n, (deal, seat, each) in enumerate(decisions(slug)):
        there = deal.as_it_was(each.row)
        assert weighed(there, seat, each.played) == each, "the same again"
        assert each.cost >= 0 and each.cost == dict(each.worths)[each.better] - dict(each.worths)[each.played]
        assert each.worths[0] == (each.better, max(worth for _, worth in each.worths))
        for move, _ in each.worths:
            assert there.ask is not None and there.ask.refusal(seat, move) is None, f"{move} is not legal"
        if (world := Worlds(there, seat).draw(Chance("judging", n))) is not None:
            swapped += 1
            assert weighed(world, seat, each.played) == each, "other hidden cards, other numbers"
    assert swapped


def test_a_game_that_nobody_weighs_has_no_decisions() -> None:
    war = GAMES["war"]
    assert judges(war, war.options()) is None
    for match in deals(war, war.options(), 2, range(1), most=1):
        assert not [*judged(match[0], 0)]
