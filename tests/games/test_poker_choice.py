"""Dealer's choice within poker: who deals names the variant of an orbit."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.engine.proof import deal_file, verify
from bot.engine.state import State
from bot.games.catalog import GAMES
from bot.games.poker import POKER
from bot.games.poker.moves import NameVariant, VariantNamed
from bot.games.poker.options import Options, of_deal
from bot.games.poker.variants import VARIANTS

from .poker_table import begin, match, start
from .table import after, bad_option, decides, moment_over, refused, told, turn


def options(**more: Any) -> Options:
    return Options(variant="choice", **more)


def played_out(deal: Deal) -> Deal:
    """All fold or check to the end, or until somebody names a variant."""
    while deal.ask:
        moment_over(deal)
        if not deal.ask or deal.offer(seat := turn(deal) or 0, "name-variant"):
            break
        deal.lapse(seat, deal.table.now)
    return deal


def orbit(state: State, seats: int, n: int = 0) -> Deal:
    """The last deal of the orbit that begins with this state."""
    deal = played_out(Deal(POKER, state, options(), seal_of(state, n)))
    for left in range(1, seats):
        assert not told(deal, VariantNamed)
        state = after(deal)
        deal = played_out(Deal(POKER, state, options(), seal_of(state, n + left)))
    return deal


def seal_of(state: State, n: int) -> Any:
    return match(state, variant="choice").sealed(bytes([n] * 32))


def test_it_begins_with_holdem_and_the_next_dealer_is_asked_after_an_orbit() -> None:
    deal = orbit(start(3), 3)
    assert deal.options.played.name == "holdem" and deal.options.chosen
    assert turn(deal) == 0, "the orbit began with dealer 0, and so does the next"
    deal.submit(0, NameVariant("razz"))
    assert told(deal, VariantNamed) == [VariantNamed(0, "razz")]
    following = Deal(POKER, after(deal), options(), seal_of(after(deal), 9))
    assert (following.options.played.name, following.options.limited, following.options.called) == (
        "razz", "fixed", "Razz",
    )  # fmt: skip


def test_it_lasts_an_orbit() -> None:
    deal = orbit(start(3), 3)
    deal.submit(0, NameVariant("razz"))
    again = orbit(after(deal), 3, 10)
    assert again.options.played.name == "razz" and turn(again) == 0


def test_without_an_answer_the_same_is_played_again() -> None:
    deal = orbit(start(3), 3)
    assert deal.ask and deal.ask.clock == 20
    deal.lapse(0, deal.table.now)
    assert after(deal).carried.choice == "holdem"


def test_only_what_this_many_can_play_may_be_named() -> None:
    deal = orbit(start(9), 9)
    assert refused(deal, 0, NameVariant("razz")) == "That variant is not for this table now."
    offer = deal.offer(0, "name-variant")
    assert offer and all(VARIANTS[name].seats[-1] >= 9 for name in offer.next(()))
    assert [*offer.next(())] == sorted(offer.next(()), key=[*VARIANTS].index), "family by family"


def test_a_house_dealer_names_one_at_random() -> None:
    deal = orbit(start(3), 3)
    assert len({decides(deal, 0, n) for n in range(12)}) > 3


def test_where_more_come_than_a_variant_takes_holdem_is_played() -> None:
    deal = orbit(start(3), 3)
    deal.submit(0, NameVariant("27-triple"))
    state = after(deal)
    assert of_deal(options(), state).played.name == "27-triple"
    more = start(7, carried=state.carried)
    assert of_deal(options(), more).played.name == "holdem"


def test_what_was_named_is_stored_and_a_deal_is_rebuilt_from_it() -> None:
    deal = orbit(start(3), 3)
    deal.submit(0, NameVariant("baseball"))
    state = load_state(POKER, dump_state(after(deal)))
    assert state.carried.choice == "baseball"
    again = of_deal(options(), state)
    assert of_deal(again, state) == again


def test_a_pot_that_stays_is_played_for_in_the_same_variant() -> None:
    deal = orbit(start(3), 3)
    deal.submit(0, NameVariant("guts"))
    state = after(deal)
    for n in range(3):
        deal = played_out(Deal(POKER, state, options(), seal_of(state, 20 + n)))
        state = after(deal)
    assert state.pot and state.carried.choice == "guts" and not told(deal, VariantNamed)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"limit": "no"}, "At dealer's choice each variant has its usual limit."),
        ({"straddle": "on"}, "straddle is for single variants; a mix is played without."),
        ({"home": "wild=39"}, "home is for single variants; a mix is played without."),
    ],
)
def test_what_does_not_go_with_it(given: dict[str, str], said: str) -> None:
    assert bad_option(Options, {"variant": "dealer's choice", **given}) == said


def test_it_is_for_as_many_as_holdem() -> None:
    assert POKER.seats_for(options()) == range(2, 11)
    assert begin(match(start(3), variant="choice")).options.played.name == "holdem"


def test_the_deal_file_of_an_orbit_is_verified() -> None:
    m = match(start(3), variant="choice")
    deal = played_out(begin(m))
    assert deal.options.variant == "choice:holdem"
    assert verify(deal_file("m", [deal]), GAMES).deals == 1
