"""Chips that only ever move, what one deal hands to the next, and who sits down between deals."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.amounts import YELLOW
from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND, PileName
from bot.engine.match import Match, spec_of
from bot.engine.randomness import Pack, Seal, Stream
from bot.engine.state import Standing, opening, ranked
from bot.engine.table import DealTable, LeftOut, Paid, Wager

from .toys import DUEL, SECRET, Raise, Rules, begun


def table(stacks: tuple[int, ...] = (1000, 1000, 1000), **state: Any) -> DealTable:
    start = replace(opening(len(stacks)), stacks=stacks, **state)
    return DealTable(start, None, Pack(), Seal(SECRET, {}), 0)


def paid(t: DealTable) -> list[Paid]:
    return [e for e, _ in t.events if isinstance(e, Paid)]


def test_chips_move_and_it_is_told() -> None:
    t = table()
    t.pay(150, 0, Wager(0), "bet")
    t.pay(150, Wager(0), "pot", "loss")
    t.pay(0, 1, "pot", "nothing")
    assert (t.chips[0], t.chips[Wager(0)], t.chips["pot"]) == (850, 0, 150)
    assert paid(t) == [Paid(150, 0, Wager(0), "bet"), Paid(150, Wager(0), "pot", "loss")]


@pytest.mark.parametrize(("amount", "source"), [(1050, 0), (50, Wager(0)), (50, "pot"), (-50, 0), (75, 0), (50, 9)])
def test_what_cannot_be_paid(amount: int, source: Any) -> None:
    t = table()
    before = dict(t.chips)
    with pytest.raises(ValueError, match="cannot pay"):
        t.pay(amount, source, "pot", "bet")
    assert t.chips == before
    assert not t.events


def test_the_house_may_owe() -> None:
    t = table()
    t.pay(500, "house", 1, "blackjack")
    assert (t.chips["house"], t.chips[1]) == (-500, 1500)


def test_an_ante_is_paid_in_full_or_the_seat_is_left_out() -> None:
    t = table((1000, 50, 100), dealer=2, splash=150)
    t.ante(100)
    assert t.players == [0, 2]
    assert (t.chips["pot"], t.chips["splash"], t.chips[1], t.chips[2]) == (350, 0, 50, 0)
    assert [e for e, _ in t.events if isinstance(e, LeftOut)] == [LeftOut(1)]
    assert t.after().away == frozenset(), "they may sit down to the next deal"


@given(st.integers(0, 10**6), st.integers(1, 7), st.booleans())
def test_a_split_is_even_to_a_yellow_and_loses_nothing(yellows: int, ways: int, spared: bool) -> None:
    t = table((0,) * ways, pot=yellows * YELLOW)
    t.split(yellows * YELLOW, "pot", range(ways), "shared", spare="splash" if spared else None)
    shares = [t.chips[p] for p in range(ways)]
    assert sum(shares) + t.chips["splash"] == yellows * YELLOW
    assert t.chips["pot"] == 0
    if spared:
        assert len({*shares}) == 1
        assert t.chips["splash"] < ways * YELLOW
    else:
        assert shares == sorted(shares, reverse=True)
        assert shares[0] - shares[-1] <= YELLOW


def test_what_is_left_of_a_split_goes_in_the_order_given() -> None:
    t = table((0,) * 5, pot=1000)
    t.split(1000, "pot", [2, 4, 0], "shared")
    assert [t.chips[p] for p in (2, 4, 0)] == [350, 350, 300]


def test_the_deal_passes_left_to_somebody_who_sits_there() -> None:
    t = table(dealer=0, away=frozenset({1}))
    assert (t.dealer, t.players, t.left_of(2)) == (0, [2, 0], [0, 2])
    assert t.after().dealer == 2
    t.next_dealer = 0
    assert t.after().dealer == 0


def test_chance_names_the_first_dealer() -> None:
    dealers = {DealTable(opening(4), None, Pack(), Seal(bytes([n]) * 32, {}), 0).dealer for n in range(60)}
    assert dealers == {0, 1, 2, 3}


def test_counts_are_kept_for_the_records() -> None:
    t = table()
    t.count(1, "moons")
    t.count(1, "moons", 2)
    t.most(0, "largest pot", 300)
    t.most(0, "largest pot", 200)
    after = t.after()
    assert (after.counted(1), after.counted(0), after.counted(2)) == ({"moons": 3}, {"largest pot": 300}, {})


def test_a_match_ends_when_it_is_said() -> None:
    t = table()
    assert not t.after().over
    t.end_match(ranked({0: 20, 1: 50, 2: 50}))
    assert t.after().standings == (Standing(0, 3, "L"), Standing(1, 1, "D"), Standing(2, 1, "D"))
    assert ranked({0: 20, 1: 50}, lowest_wins=True) == (Standing(0, 1, "W"), Standing(1, 2, "L"))


def test_no_label_serves_twice() -> None:
    t = table()
    t.stream("pick/1")
    with pytest.raises(ValueError, match="has been used"):
        t.stream("pick/1")


# ---- between deals ---------------------------------------------------------------------------


def lapsed(match: Match) -> Deal:
    deal = match.begin(match.sealed(SECRET) if match.fresh else None, at=0)
    while deal.ask:
        deal.lapse(next(iter(deal.ask.waits_for)), at=0)
    return deal


def test_people_sit_down_stand_up_sit_out_and_buy_chips() -> None:
    match = Match(DUEL, Rules(games=9), opening(2, 10_000), "m")
    match.sit(2, 5000)
    assert (match.state.stacks, match.state.fresh, match.state.seats) == ((10_000, 10_000, 5000), frozenset({2}), 3)
    deal = lapsed(match)
    assert sorted(deal.table.players) == [0, 1, 2]
    state = match.settle()
    assert (state.fresh, state.number, state.chips) == (frozenset(), 1, 25_000)
    stack = state.stacks[1]
    assert match.stand(1) == stack
    assert (match.state.stacks[1], match.state.away) == (0, frozenset({1}))
    match.rebuy(0, 500)
    assert match.state.stacks[0] == state.stacks[0] + 500
    match.sit(1, 2000)
    assert (match.state.away, match.state.fresh, match.state.counted(1)) == (frozenset(), frozenset({1}), {})
    match.sit_out(0, True)
    assert sorted(lapsed(match).table.players) == [1, 2]
    match.settle()
    match.sit_out(0, False)
    assert match.state.away == frozenset()
    match.sit_out(3, True)
    assert match.state.away == frozenset(), "nobody has sat on that chair in this match: there is no such seat"


def test_a_void_deal_never_was() -> None:
    match = Match(DUEL, Rules(), opening(2, 10_000), "m", numbers=3)
    deal = match.begin(match.sealed(SECRET), at=0)
    deal.submit(deal.table.players[0], Raise(500))
    with pytest.raises(ValueError, match="not over"):
        match.settle()
    assert match.void() == opening(2, 10_000)
    assert match.numbers == deal.number > 3, "the count of offers does not go back"
    assert match.deal is None


def test_a_shoe_goes_on_until_it_cannot_serve() -> None:
    match, sealed, drawn = Match(DUEL, Rules(shoe=True, games=20), opening(6, 10_000), "m"), [], []
    for _ in range(5):
        sealed.append(match.fresh)
        deal = lapsed(match)
        drawn.append(deal.table.dealt[0][0])
        match.settle()
    assert sealed == [True, False, True, False, True]
    assert drawn == [0, 18, 0, 18, 0]


def test_what_a_shuffle_is_sealed_for() -> None:
    match = Match(DUEL, Rules(), opening(3, 10_000), "demo")
    spec = spec_of(DUEL, Rules(), match.state, "demo/1")
    assert match.sealed(SECRET) == Seal(SECRET, spec)
    assert spec == {
        "v": 1, "deal": "demo/1", "deck": "52", "decks": 1, "method": "uniform", "start": "factory", "riffles": 0,
        "seats": 3, "dealer": None, "cutter": None, "behind": 0, "burn": 0,
    }  # fmt: skip
    lapsed(match)
    match.settle()
    assert match.sealed(SECRET).spec["deal"] == "demo/2"
    assert match.sealed(SECRET).spec["dealer"] == match.state.dealer


# ---- chance ----------------------------------------------------------------------------------


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((n - mean) ** 2 for n in counts) / mean


def uniform(counts: list[int]) -> bool:
    """Within four standard deviations of what chance alone would give; the streams are fixed, so is the answer."""
    free = len(counts) - 1
    return chi_square(counts) < free + 4 * (2 * free) ** 0.5


def tally(n: int, draw: Callable[[int], int], times: int) -> list[int]:
    counts = [0] * n
    for i in range(times):
        counts[draw(i)] += 1
    return counts


@pytest.mark.parametrize("n", [2, 3, 7, 10, 52])
def test_numbers_of_a_stream_are_equally_likely(n: int) -> None:
    stream = Stream(SECRET, f"chi/{n}")
    assert uniform(tally(n, lambda _: stream.below(n), 40_000))


def test_every_card_lands_in_every_place_equally_often() -> None:
    orders = [Stream(i.to_bytes(4, "big"), "shuffle").shuffled(pack()) for i in range(6000)]
    place = {c: n for n, c in enumerate(pack())}
    for at in (0, 1, 25, 50, 51):
        assert uniform(tally(52, lambda i, at=at: place[orders[i][at]], len(orders)))


def test_a_skewed_stream_would_be_noticed() -> None:
    stream = Stream(SECRET, "skew")
    assert not uniform(tally(10, lambda _: min(stream.below(10), stream.below(10)), 40_000))


def test_the_seats_of_a_shuffled_deal_are_equally_likely() -> None:
    def seat_of_lady(i: int) -> int:
        deal = begun(DUEL, seats=4, secret=i.to_bytes(32, "big"))
        return next((p for p in range(4) if (12, "S") in deal.table.piles[HAND.of(p)]), 4)

    assert uniform(tally(5, seat_of_lady, 4000)[:4])


# ---- cards ---------------------------------------------------------------------------------------


def test_a_card_that_goes_under_the_stock_is_dealt_last() -> None:
    """In the deal log it comes after those of the pack."""
    t = table(dealer=0)
    stock, row = t.stock(), t.pile(PileName("row"))
    t.deal(stock, 2, row)
    last = row.draw()
    t.put_under(last)
    t.deal(stock, 51, row)
    assert row.top == last and len(stock) == 0 and len(row) == 52
    assert [at for at, _ in t.dealt] == [*range(53)] and t.orders[-1] == [last]


def test_discards_that_are_turned_over_are_drawn_as_they_were_laid() -> None:
    t = DealTable(opening(2), None, Pack(), None, 0, order=[cards("2C 3C 4C 5C")])
    stock, hand, discards = t.stock(), t.pile(HAND.of(0), zone="seat:0"), t.pile(DISCARDS, zone="burn")
    t.deal(stock, 4, discards)
    assert t.turn_over(discards, keep=1) and [*discards] == cards("5C")
    t.deal(stock, 3, hand)
    assert [*hand] == cards("2C 3C 4C")
    assert t.dealt[-3:] == [(4, "seat:0"), (5, "seat:0"), (6, "seat:0")], "they come after those of the pack"
    assert not t.turn_over(discards, keep=1) and len(t.orders) == 1
