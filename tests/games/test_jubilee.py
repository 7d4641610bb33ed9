"""Jubilee: every worked example, ruling and edge case of its rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields

import pytest

from bot.engine.cards import card, cards, pack
from bot.engine.controls import read
from bot.engine.deal import Deal
from bot.engine.facts import HAND, STOCK
from bot.engine.match import Match
from bot.engine.moments import stands
from bot.engine.piles import SPECTATOR
from bot.engine.state import Standing, opening
from bot.engine.view import view
from bot.games.jubilee import (
    CARDS,
    JUBILEE,
    PLAYED,
    DealScored,
    MadeAgain,
    Options,
    Play,
    Played,
    Skipped,
    passed,
    points,
    value,
)

from .jubilee_table import hand, plays, scored, skipped, total
from .table import after, bad_option, legal, looked_at, may, moment_over, offer, refused, seen, told, turn

FINAL = 217
"""All cards are played, so this is the last total (ruling 1)."""
HEARTS = "5H 6H 10H KH QH JH 9H 8H"
"""Nothing of this may be played below five."""
RED = "AH 2H 3H 4H 5H 6H JK JK", "7H 8H 9H 10H JH QH JK JK"
"""No black card among sixteen."""


def card_scored(before: int, played: str, *, holds: bool = False) -> int:
    """What a card scores on this total."""
    return points(before, before + value(card(played)), holds)


# ---- worked examples -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "played", "after_it", "score"),
    [
        (19, "9C", 28, -5), (104, "QH", 94, -5), (85, "AS", 100, 20), (110, "KH", 100, 20), (40, "AH", 25, 10),
        (25, "3S", 28, 0), (25, "3H", 22, 0), (9, "9H", 0, 0), (90, "AC", 105, -5), (75, "JK", 75, 0),
    ],
)  # fmt: skip
def test_examples_1_to_10_totals_and_scores(before: int, played: str, after_it: int, score: int) -> None:
    assert before + value(card(played)) == after_it
    assert card_scored(before, played) == score


def test_example_10_a_joker_that_holds() -> None:
    assert card_scored(75, "JK", holds=True) == 10


def test_example_11_the_total_does_not_fall_below_zero() -> None:
    deal = plays(hand("6S", "7H 5C"), "6S")
    assert refused(deal, 1, Play(card("7H"))) == "With 7H the total would fall to −1; it stops at 0."
    assert total(deal) == 6 and turn(deal) == 1


def test_example_12_a_run_from_the_opening() -> None:
    deal = plays(hand("9S 6C JS QH 5H", "KS AS JK AC 9C"), "9S KS 6C AS JS JK QH AC 5H 9C")
    assert [e.total for e in told(deal, Played)] == [9, 19, 25, 40, 50, 50, 40, 55, 50, 59]
    assert scored(deal) == [0, 0, 10, 0, 10, 0, 0, -5, 10, 0]
    assert deal.table.scores == [30, -5]


def test_example_13_nothing_fits_below_five() -> None:
    deal = plays(hand("4S", HEARTS), "4S")
    assert told(deal, Skipped) == [Skipped(1, tuple(cards(HEARTS)), False)] and turn(deal) == 0
    deal = plays(hand("5S", HEARTS), "5S")
    assert not skipped(deal) and legal(deal, 1) == "5H"
    assert total(plays(deal, "5H")) == 0


# ---- rulings ---------------------------------------------------------------------------------


def test_ruling_1_the_last_total_is_217() -> None:
    sums = Counter[str]()
    for c in CARDS:
        sums[c.suit] += value(c)
    assert sums == {"C": 118, "S": 198, "H": -99, "*": 0} and sum(sums.values()) == FINAL


def test_ruling_2_zero_is_no_jubilee_and_is_never_passed() -> None:
    assert card_scored(9, "9H") == 0 and card_scored(0, "JK", holds=True) == 0 and card_scored(0, "9S") == 0


def test_ruling_3_a_joker_neither_lands_nor_passes() -> None:
    assert [card_scored(n, "JK") for n in (0, 24, 25, 50, 100)] == [0] * 5


def test_ruling_4_a_total_of_zero_is_allowed() -> None:
    assert total(plays(hand("9S", "9H"), "9S 9H")) == 0


def test_ruling_5_a_joker_cannot_open() -> None:
    deal = hand("JK 2S")
    assert refused(deal, 0, Play(card("JK"))) == "Open with a black card: a club or a spade."
    deal = hand(RED[0], "2S", "3S")
    assert skipped(deal) == [0] and turn(deal) == 1
    assert turn(plays(deal, "2S 3S")) == 0, "what may be played is looked at anew"


def test_ruling_5_a_deal_in_which_nobody_can_open_is_made_again() -> None:
    rest = [*CARDS]
    for c in cards(" ".join(RED)):
        rest.remove(c)
    order = [c for both in zip(*map(cards, RED), strict=True) for c in both]
    again = [*rest, *order]
    deal = Deal(JUBILEE, opening(2), Options(cut="off"), None, 0, order=[[*order, *rest], again])
    moment_over(deal)
    first, other = deal.table.players
    assert skipped(deal) == [first, other] and len(told(deal, MadeAgain)) == 1
    assert [len(deal.table.piles[HAND.of(p)]) for p in (0, 1)] == [8, 8] and len(deal.table.piles[STOCK]) == 45
    assert not seen(deal, first) and not seen(deal, other), "what was shown is dealt no more"
    assert turn(deal) == first and deal.table.scores == [0, 0]
    random_cards(deal, random.Random(1))
    assert total(deal) == FINAL


def test_ruling_6_whoever_can_play_must() -> None:
    deal = plays(hand("4S", "5H 2H"), "4S")
    assert may(deal) == "Play" and offer(deal, 1).next(())


def test_ruling_7_a_skipped_player_does_not_draw() -> None:
    deal = plays(hand("4S 9S", HEARTS, stock="2C 3C"), "4S")
    assert seen(deal, 1) == set(HEARTS.split()) and len(deal.table.piles[STOCK]) == 44
    assert len(deal.table.piles[HAND.of(1)]) == 8


def test_ruling_8_a_shown_hand_is_seen_until_its_owners_next_turn() -> None:
    deal = plays(hand("4S 9S", HEARTS, "2S 3S"), "4S")
    assert seen(deal, 1) == seen(deal, 1, 0) == set(HEARTS.split())
    plays(deal, "2S")
    assert seen(deal, 1) == set(HEARTS.split())
    plays(deal, "9S")
    assert turn(deal) == 1 and not seen(deal, 1) and len(deal.table.piles[HAND.of(1)]) == 8


def test_ruling_8_the_shown_hand_stands_for_a_while() -> None:
    deal = looked_at(hand("4S", HEARTS), "0: 4S")
    assert stands(deal.ask) and view(deal, SPECTATOR).moment and skipped(deal) == [1]


def test_ruling_9_hearts_alone_can_always_be_played_in_the_end() -> None:
    rng = random.Random(9)
    for seats in JUBILEE.seats:
        random_cards(begun(seats), rng)


def test_ruling_10_the_table_says_value_and_total() -> None:
    assert {f.name for f in fields(Play)} == {"card"}
    deal = plays(hand("9S", "9H"), "9S 9H")
    assert told(deal, Played)[-1] == Played(1, card("9H"), 9, 0, 0)


# ---- edge cases ------------------------------------------------------------------------------


def test_edge_1_the_deck() -> None:
    assert len(CARDS) == 61 and sum(map(value, CARDS)) == 217
    held = Counter(CARDS)
    assert {n for c, n in held.items() if c.suit == "H"} == {1} and sum(c.suit == "H" for c in CARDS) == 13
    assert {n for c, n in held.items() if c.suit == "S"} == {2} and sum(c.suit == "S" for c in CARDS) == 26
    assert {n for c, n in held.items() if c.suit == "C"} == {2} and sum(c.suit == "C" for c in CARDS) == 18
    assert max(c.rank for c in CARDS if c.suit == "C") == 9 and held[card("JK")] == 4
    assert pack("61") == [*CARDS] and [*map(str, CARDS[:10])] == [f"{n}C" for n in ("A", *range(2, 10))] + ["AH"]
    worth = {"AS": 15, "KC": 10, "QS": 10, "JS": 10, "10S": 10, "9C": 9, "2S": 2, "AH": -15, "KH": -10, "3H": -3}
    assert {c: value(card(c)) for c in worth} == worth and value(card("JK")) == 0


def test_edge_2_the_opening() -> None:
    deal = hand("AH JK JK 9C 9S 2H 3H 4H", HEARTS, "2S")
    assert legal(deal, 0) == "9C 9S"
    for red in ("AH", "JK"):
        assert refused(deal, 0, Play(card(red))) == "Open with a black card: a club or a spade."
    assert refused(deal, 0, Play(card("KS"))) == "You do not hold KS."
    assert refused(deal, 2, Play(card("2S"))) == "It is not your turn."
    deal = hand(HEARTS, "2S")
    assert told(deal, Skipped) == [Skipped(0, tuple(cards(HEARTS)), True)] and turn(deal) == 1


def test_edge_3_to_zero_and_not_below() -> None:
    deal = plays(hand("9S", "9H 10H"), "9S")
    assert "9H" in legal(deal, 1)
    assert refused(deal, 1, Play(card("10H"))) == "With 10H the total would fall to −1; it stops at 0."
    assert scored(plays(deal, "9H")) == [0, 0]


@pytest.mark.parametrize(
    ("before", "played", "score"),
    [(20, "5S", 10), (30, "5H", 10), (95, "5S", 20), (105, "5H", 20), (190, "KS", 20), (190, "AH", 10)],
)
def test_edge_4_landing_from_below_and_from_above(before: int, played: str, score: int) -> None:
    assert card_scored(before, played) == score


@pytest.mark.parametrize(
    ("before", "played", "score"),
    [(24, "2S", -5), (26, "2H", -5), (99, "9C", -5), (101, "9H", -5), (25, "AS", 0), (25, "AH", 0), (100, "9S", 0),
     (100, "9H", 0), (24, "AH", 0), (26, "AS", 0)],
)  # fmt: skip
def test_edge_5_passing_up_and_down_and_leaving(before: int, played: str, score: int) -> None:
    assert card_scored(before, played) == score
    if score < 0:
        assert passed(before, before + value(card(played))) in (25, 100)


@pytest.mark.parametrize(("before", "held", "holding"), [(50, 0, 10), (100, 0, 20), (0, 0, 0), (49, 0, 0)])
def test_edge_6_a_joker_that_holds(before: int, held: int, holding: int) -> None:
    assert (card_scored(before, "JK"), card_scored(before, "JK", holds=True)) == (held, holding)


@pytest.mark.parametrize(("holds", "score"), [(False, 0), (True, 10)])
def test_edge_6_a_joker_that_holds_at_the_table(holds: bool, score: int) -> None:
    deal = plays(hand("AS JK", "KS", joker_holds=holds), "AS KS JK")
    assert scored(deal) == [0, 10, score] and deal.table.scores == [score, 10]


def test_edge_7_a_skip_ends_when_somebody_raises_the_total() -> None:
    deal = plays(hand("2S 3S", HEARTS, stock="9C"), "2S")
    assert skipped(deal) == [1] and len(deal.table.piles[STOCK]) == 44
    plays(deal, "3S")
    assert skipped(deal) == [1] and legal(deal, 1) == "5H"
    plays(deal, "5H")
    assert len(deal.table.piles[STOCK]) == 42, "who plays again draws again"


def test_edge_8_the_stock_runs_out_in_the_middle_of_a_round() -> None:
    deal, rng = begun(4), random.Random(8)
    sizes = []
    while deal.ask and len(deal.table.piles[PLAYED]) < 36:
        play_one(deal, rng)
        sizes = [len(deal.table.piles[HAND.of(p)]) for p in range(4)]
        if len(deal.table.piles[PLAYED]) <= 29:
            assert sizes == [8] * 4
    assert len(deal.table.piles[STOCK]) == 0 and sum(sizes) == 61 - 36


@pytest.mark.parametrize(("seats", "left"), [(2, 45), (3, 37), (4, 29), (5, 21), (6, 13), (7, 5)])
def test_edge_9_eight_cards_each(seats: int, left: int) -> None:
    deal = begun(seats)
    assert [len(deal.table.piles[HAND.of(p)]) for p in range(seats)] == [8] * seats
    assert len(deal.table.piles[STOCK]) == left and total(deal) == 0


@pytest.mark.parametrize("seats", JUBILEE.seats)
def test_edge_10_a_whole_deal(seats: int) -> None:
    deal = begun(seats)
    random_cards(deal, random.Random(seats))
    played = told(deal, Played)
    assert len(played) == 61 and played[-1].total == total(deal) == 217
    assert not any(deal.table.piles[name] for name in deal.table.piles if name != "played")
    each = [sum(e.points for e in played if e.seat == p) for p in range(seats)]
    assert list(after(deal).scores) == each == list(told(deal, DealScored)[0].points)


def test_edge_11_a_tie_is_shared() -> None:
    standings = None
    for seed in range(200):
        deal = begun(2, seed)
        random_cards(deal, random.Random(seed))
        standings = after(deal).standings
        if after(deal).scores[0] == after(deal).scores[1]:
            break
    assert standings == (Standing(0, 1, "D"), Standing(1, 1, "D"))


# ---- options, turn clock, match ----------------------------------------------------------------


def begun(seats: int, seed: int = 1) -> Deal:
    """A deal whose cards go by the seed."""
    match = Match(JUBILEE, Options(cut="off"), opening(seats), "jubilee")
    return match.begin(match.sealed(random.Random(seed).randbytes(32)), 0)


def play_one(deal: Deal, rng: random.Random) -> None:
    """Any card of whose turn it is."""
    seat = turn(deal)
    assert seat is not None
    deal.submit(seat, Play(rng.choice([*offer(deal, seat).next(())])))


def random_cards(deal: Deal, rng: random.Random) -> None:
    """To the end of the deal."""
    while deal.ask:
        play_one(deal, rng)


def test_deals_add_their_scores_and_the_deal_passes_left() -> None:
    match, rng = Match(JUBILEE, Options(cut="off", deals=3), opening(3), "jubilee"), random.Random(3)
    sums, dealers = [0, 0, 0], list[int]()
    for n in range(3):
        assert not match.state.over
        deal = match.begin(match.sealed(rng.randbytes(32)), 0)
        dealers.append(deal.table.dealer)
        random_cards(deal, rng)
        brought = told(deal, DealScored)[0]
        sums = [a + b for a, b in zip(sums, brought.points, strict=True)]
        assert list(match.settle().scores) == sums == list(brought.totals), n
    assert match.state.over and [(d - dealers[0]) % 3 for d in dealers] == [0, 1, 2]
    best = max(sums)
    assert {s.seat for s in match.state.standings or () if s.place == 1} == {p for p in range(3) if sums[p] == best}


def test_records_keep_what_was_landed_on_and_passed() -> None:
    deal = begun(2)
    random_cards(deal, random.Random(4))
    for p, counted in enumerate(map(dict, after(deal).counts)):
        mine = Counter(e.points for e in told(deal, Played) if e.seat == p)
        kept = {"jubilees": mine[10], "hundreds": mine[20], "overshoots": mine[-5]}
        assert counted == {name: n for name, n in kept.items() if n} | {"deals": 1, "points": deal.table.scores[p]}


@pytest.mark.parametrize(
    ("held", "lapsed"),
    [
        ("9C 8S AH 2C 3H 2H 4S KS", "KS"),  # onto 25: the best at once
        ("KH 2C 2H 9S 9C 3S 3H 4S", "2H"),  # of those that score nothing the smallest, a heart before a club
        ("KH 2C 2H 9S 9C 3S 3H JK", "JK"),
        ("9C 8S 8C 9S AC AC AS 9H", "8S"),  # of equal ones that which was held first
    ],
)
def test_what_the_turn_clock_plays(held: str, lapsed: str) -> None:
    deal = plays(hand("AS", held), "AS")
    deal.lapse(1, 5)
    assert told(deal, Played)[-1].card == card(lapsed)


def test_landing_stands_for_a_while_and_passing_does_not() -> None:
    deal = looked_at(hand("9S 9C", "KS"), "0: 9S", "1: KS", "0: 9C")
    assert scored(deal)[-1] == -5 and not stands(deal.ask)
    deal = looked_at(hand("AS", "KS"), "0: AS", "1: KS")
    assert scored(deal)[-1] == 10 and stands(deal.ask)


def test_options_are_refused_in_sentences() -> None:
    assert bad_option(Options, {"deals": "13"}) == "deals is a number from 1 to 12."
    assert bad_option(Options, {"deals": "0"}) == "deals is a number from 1 to 12."
    assert bad_option(Options, {"joker_holds": "maybe"}) == "joker_holds is yes or no."


def test_a_joker_has_no_other_value() -> None:
    deal = hand("AS JK", "KS")
    plays(deal, "AS KS")
    assert read(offer(deal, 0), "JK") == Play(card("JK"))
    assert isinstance(read(offer(deal, 0), "JK 5"), str)


# ---- counting against brute force ---------------------------------------------------------------


def brute(before: int, after_it: int, holds: bool) -> int:
    """What a step scores, multiple by multiple."""
    for n in range(25, 1000, 25):
        if n == after_it and (before != after_it or holds):
            return 20 if n in range(100, 1000, 100) else 10
    return -5 * any(n in range(25, 1000, 25) for n in range(min(before, after_it) + 1, max(before, after_it)))


def test_points_against_brute_force() -> None:
    """Every total that there can be with every card, and both ways of a joker: more than 16,000 cases."""
    tried = 0
    for before in range(317):
        for c in {*CARDS}:
            for holds in (False, True):
                if (now := before + value(c)) >= 0:
                    assert points(before, now, holds) == brute(before, now, holds), (before, c, holds)
                    tried += 1
    assert tried > 16_000


def test_what_may_be_played_against_brute_force() -> None:
    """Random deals, looked at before every card."""
    looked = 0
    for seed in range(90):
        deal, rng = begun(2 + seed % 6, seed), random.Random(seed)
        while deal.ask:
            seat = turn(deal)
            assert seat is not None
            held = {*deal.table.piles[HAND.of(seat)]}
            if not len(deal.table.piles[PLAYED]):
                expected = {c for c in held if c.suit in "CS"}
            else:
                expected = {c for c in held if total(deal) + value(c) >= 0}
            assert {*offer(deal, seat).next(())} == expected and expected
            looked += 1
            play_one(deal, rng)
    assert looked >= 5000
