"""Places in chips, at the end of a match of a game that has none of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.engine.asks import Script, ask
from bot.engine.codec import dump_state, load_state
from bot.engine.deal import Deal
from bot.engine.offers import Only
from bot.engine.places import PaidShort, PlacesPaid, points
from bot.engine.state import Standing, State, opening, ranked
from bot.engine.table import DealTable

from .toys import SECRET, Stop, begun, simple


def match(places: Sequence[int], stacks: Sequence[int], point: int = 200, dealer: int = 0) -> Deal:
    """A deal that ends its match at once, with these places by seat."""

    def over(t: DealTable) -> Script:
        yield from ask(0, Only(Stop()), default=Stop())
        t.end_match(Standing(seat, place, "W" if place == 1 else "L") for seat, place in enumerate(places))

    state = replace(opening(len(stacks)), stacks=tuple(stacks), place_point=point, dealer=dealer)
    deal = begun(simple(over, Stop), state=state, secret=SECRET)
    deal.submit(0, Stop())
    return deal


def won(deal: Deal) -> list[int]:
    assert deal.after is not None
    return [now - then for now, then in zip(deal.after.stacks, deal.state.stacks, strict=True)]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2], [1, -1]),
        ([1, 2, 3, 4], [3, 1, -1, -3]),
        ([1, 1, 3, 4], [2, 2, -1, -3]),
        ([2, 1, 2, 4], [0, 3, 0, -3]),
        ([1, 3, 1, 3], [2, -2, 2, -2]),
        ([1, 1, 1], [0, 0, 0]),
        ([1, 1, 3, 3, 3, 3], [4, 4, -2, -2, -2, -2]),
        ([1], [0]),
    ],
    ids=["two", "four", "first shared", "second shared", "partners", "all equal", "three partnerships", "alone"],
)
def test_place_points(places: list[int], expected: list[int]) -> None:
    standings = [Standing(seat, place, "D") for seat, place in enumerate(places)]
    assert [*points(standings).values()] == expected
    n = len(places)
    for place in {*places}:
        shared = places.count(place)
        mean = sum(n + 1 - 2 * (place + i) for i in range(shared)) / shared
        assert points(standings)[places.index(place)] == mean, "equal places have the mean of theirs"


def test_places_are_paid_at_the_end() -> None:
    deal = match([2, 1, 4, 3], [10_000] * 4)
    assert won(deal) == [200, 600, -600, -200]
    assert deal.table.events[-1][0] == PlacesPaid(200, (200, 600, -600, -200))


def test_halves_are_paid_in_whole_yellows() -> None:
    assert won(match([2, 1, 3], [1000] * 3, point=50)) == [0, 100, -100]


@pytest.mark.parametrize(
    ("stacks", "expected", "short"),
    [
        ([1000, 1000, 1000, 250], [450, 0, -200, -250], [3]),
        ([1000, 0, 1000, 0], [200, 0, -200, 0], [3]),
        ([0, 0, 0, 0], [0, 0, 0, 0], [3, 2]),
        ([0, 0, 100, 650], [600, 100, -100, -600], [2]),
    ],
)
def test_nobody_pays_more_than_they_have(stacks: list[int], expected: list[int], short: list[int]) -> None:
    """What is missing is missing from the lowest winner."""
    deal = match([1, 2, 3, 4], stacks)
    assert won(deal) == expected
    assert [event.seat for event, _ in deal.table.events if isinstance(event, PaidShort)] == short


def test_equal_winners_share_what_there_is() -> None:
    """Whole yellows; a spare one goes to the first from the dealer's left."""
    assert won(match([1, 1, 3], [0, 0, 150], dealer=0)) == [50, 100, -150]
    assert won(match([1, 1, 3], [0, 0, 150], dealer=2)) == [100, 50, -150]


def test_nothing_is_paid_for_a_point_of_nothing_or_before_the_end() -> None:
    assert won(match([1, 2], [1000, 1000], point=0)) == [0, 0]

    def goes_on(t: DealTable) -> Script:
        yield from ask(0, Only(Stop()), default=Stop())

    state = replace(opening(2, 1000), place_point=200, dealer=0)
    deal = begun(simple(goes_on, Stop), state=state)
    deal.submit(0, Stop())
    assert won(deal) == [0, 0]
    assert deal.after is not None and deal.after.place_point == 200, "the match goes on for the same"


def test_a_state_of_before_has_no_place_points() -> None:
    game = simple(lambda t: iter(()), Stop)  # type: ignore[arg-type,return-value]  # never dealt
    old = json.loads(json.dumps(dump_state(opening(2, 1000))))
    assert "place_point" not in old, "deal files of before say the same as ever"
    assert load_state(game, old) == opening(2, 1000)
    played: State = replace(opening(2, 1000), place_point=50)
    assert load_state(game, json.loads(json.dumps(dump_state(played)))) == played


def test_ranked_standings_and_places_agree() -> None:
    assert points(ranked({0: 3, 1: 9, 2: 3})) == {0: -1, 1: 2, 2: -1}
