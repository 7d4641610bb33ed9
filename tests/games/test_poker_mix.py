"""A fixed-limit mix: five variants of poker in turn, an orbit of each."""

from __future__ import annotations

import pytest

from bot.engine.deal import Deal
from bot.engine.options import BadOption, read_options
from bot.engine.randomness import Seal
from bot.games.poker import POKER, Options
from bot.games.poker.options import MIXED, of_deal

from .poker_table import begin, check_down, match, start

SEATS = 3


def test_each_variant_is_dealt_for_an_orbit_and_then_the_next() -> None:
    made = match(start(SEATS), variant="mix", stakes=400)
    played: list[str] = []
    for number in range(SEATS * (len(MIXED) + 1)):
        deal = begin(made, number)
        played.append(deal.options.variant)
        assert deal.options.limited == "fixed" and not deal.options.mixed
        check_down(deal)
        made.settle()
    assert played == [name for name in (*MIXED, MIXED[0]) for _ in range(SEATS)]


def test_a_hand_of_a_mix_is_rebuilt_from_its_state() -> None:
    options = Options(variant="mix")
    state = start(SEATS, number=SEATS * 2)
    seal = Seal(b"s" * 32, {"v": 1})
    deal = Deal(POKER, state, options, seal)
    assert deal.options.variant == "razz"
    again = Deal(POKER, state, deal.options, seal)
    assert again.options == deal.options == of_deal(options, state)


@pytest.mark.parametrize(
    "given, said",
    [
        ({"limit": "no"}, "This mix is played at fixed limit."),
        ({"straddle": "on"}, "straddle is for single variants"),
        ({"kill": "half"}, "kill is for single variants"),
        ({"boards": "2"}, "boards is for single variants"),
        ({"home": "wild=39"}, "home is for single variants"),
        ({"max_bet": "50"}, "max_bet is for spread limit."),
    ],
)
def test_what_does_not_go_with_a_mix(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Options, {"variant": "mix", **given})
    assert str(refused.value).startswith(said)


def test_a_mix_is_for_as_many_as_each_of_its_variants() -> None:
    options = Options(variant="mix")
    assert POKER.seats_for(options) == range(2, 9)
    assert POKER.unfit(options, 9) == "Fixed-limit mix takes at most 8."
