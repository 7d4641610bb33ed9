"""Backhand: every worked example, ruling and edge case of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import STOCK
from bot.engine.match import Match
from bot.engine.moments import TRICK
from bot.engine.options import BadOption, read_options
from bot.engine.piles import Seat
from bot.engine.randomness import Seal
from bot.engine.state import Shoe, opening
from bot.engine.table import Reshuffled
from bot.engine.view import view
from bot.games.backhand import (
    ACES,
    BACKHAND,
    CALL,
    CARDS,
    HIT,
    PUSH_AWAY,
    TURNED,
    AcesOut,
    Carried,
    Drawn,
    Options,
    PushedAway,
    worth,
)
from bot.games.parts.wagers import Bet

from .backhand_table import called, deal, forced, held, lapse, play, settled, total
from .table import after, may, refused, told, turn

# ---- worked examples -------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "made", "won"), [("7C", 22, True), ("6C", 21, False)])
def test_example_1_a_backhand_at_15(card: str, made: int, won: bool) -> None:
    d = play(deal({0: "10H 5D"}, card), "0: backhand")
    assert (called(d).total, called(d).right) == (made, won)
    assert settled(d) == [(0, won, "backhand", 0)]


def test_example_2_forced_cards_and_a_free_choice_at_17() -> None:
    d = deal({0: "4C 3D"}, "2S 8H 5C")
    assert forced(d) == [("2S 8H", 17)]
    assert may(d) == "Hit Backhand", "no push hand with four cards"
    assert settled(play(d, "0: backhand")) == [(0, True, "backhand", 0)]
    assert called(d).total == 22


def test_example_3_an_ace_a_push_hand_and_five_cards() -> None:
    d = deal({0: "AS 9D"}, "KC 6H 7S 2C 3D AC")
    assert (held(d), may(d)) == ("9D KC", "Hit PushAway")
    play(d, "0: push-away")
    assert held(d) == "6H 7S"
    play(d, "0: hit", "0: hit")
    assert total(d) == 18
    play(d, "0: hit")
    assert told(d, Drawn)[-1].total == 19
    assert settled(d) == [(0, True, "five cards", 0)]


def test_example_4_two_aces_and_a_third_that_stays() -> None:
    d = deal({0: "AS AD"}, "AH 4C 8D")
    assert told(d, AcesOut) == [AcesOut(0, tuple(cards("AS AD")), tuple(cards("AH 4C")))]
    assert (held(d), total(d), may(d)) == ("AH 4C 8D", 13, "Hit Backhand")


@pytest.mark.parametrize(("card", "won"), [("4H", True), ("5H", False)])
def test_example_5_playing_the_push(card: str, won: bool) -> None:
    d = play(deal({0: "10S 7D"}, card), "0: hit")
    assert settled(d) == [(0, won, "push", 0)]


@pytest.mark.parametrize(("points", "chance"), [(17, 4), (18, 3), (19, 2), (20, 1)])
def test_example_5_the_chance_of_a_push(points: int, chance: int) -> None:
    assert Fraction(sum(points + worth([c]) <= 21 for c in pack()), 52) == Fraction(chance, 13)


@pytest.mark.parametrize(("card", "net"), [("7C", 500), ("6C", -500)])
def test_example_6_even_money(card: str, net: int) -> None:
    d = deal({0: "10H 5D"}, card, mode="betting")
    play(d, "0: bet 5", "0: backhand")
    assert settled(d) == [(0, net > 0, "backhand", net)]
    assert (after(d).stacks, after(d).house) == ((10_000 + net,), -net)


def race(scores: Sequence[int], number: int, wins: set[Seat]) -> object:
    """How a race stands after one more round in which these seats win."""
    hands = dict.fromkeys(range(len(scores)), "10H 5D")
    cards = " ".join("7C" if seat in wins else "2C" for seat in range(len(scores)))
    d = deal(hands, cards, scores=scores, number=number)
    return after(play(d, *(f"{seat}: backhand" for seat in range(len(scores))))).standings


def test_example_7_a_race_that_is_level_goes_on() -> None:
    assert race([9, 9, 8], 15, {0, 1}) is None
    standings = race([10, 10, 8], 16, {0, 2})
    assert standings == ((0, 1, "W"), (1, 2, "L"), (2, 3, "L"))


@pytest.mark.parametrize(("points", "chance"), [(12, 4), (13, 5), (14, 6), (15, 7), (16, 8), (20, 12), (21, 13)])
def test_example_8_the_chance_that_the_next_card_is_too_much(points: int, chance: int) -> None:
    assert Fraction(sum(points + worth([c]) > 21 for c in pack()), 52) == Fraction(chance, 13)


# ---- rulings ---------------------------------------------------------------------------------


def test_ruling_1_exactly_12_gives_the_choice() -> None:
    assert may(deal({0: "10H 2D"})) == "Hit Backhand"
    assert forced(deal({0: "9H 2D"}, "AC")) == [("AC", 12)]


def test_ruling_2_a_forced_fifth_card_wins() -> None:
    d = deal({0: "2C 2D"}, "2H 3C 10S")
    assert settled(d) == [(0, True, "five cards", 0)]


def test_ruling_3_21_is_asked_like_any_other() -> None:
    d = play(deal({0: "10H 5D"}, "6C 2H"), "0: hit")
    assert (total(d), may(d)) == (21, "Hit Backhand")


def test_ruling_4_17_with_three_cards_is_no_push_hand() -> None:
    d = play(deal({0: "10H 5D"}, "2C"), "0: hit")
    assert (total(d), may(d)) == (17, "Hit Backhand")
    assert refused(d, 0, PUSH_AWAY) == "Only two cards of 17 to 20 can be pushed away."


def test_ruling_5_aces_go_out_again_after_a_push_but_not_later() -> None:
    d = play(deal({0: "10H 9D"}, "AS 5C 7H AC"), "0: push-away")
    assert held(d) == "5C 7H"
    assert [e.aces for e in told(d, AcesOut)] == [tuple(cards("AS"))]
    play(d, "0: hit")
    assert held(d) == "5C 7H AC"


def test_ruling_6_the_seat_with_the_button_plays_like_the_rest() -> None:
    d = deal({0: "10H 5D", 1: "10D 6D"}, "7C 9C", dealer=0, mode="betting")
    play(d, "0: bet 2", "1: bet 1")
    assert turn(d) == 1
    play(d, "1: backhand", "0: backhand")
    assert after(d).stacks == (10_200, 10_100)


def test_ruling_7_everybody_has_the_same_number_of_hands() -> None:
    hands = {0: "10H 5D", 1: "10D 5S", 2: "9H 7D"}
    d = play(deal(hands, "7C 2C 9C", scores=[9, 3, 9], number=12), "0: backhand")
    assert d.table.scores == [10, 3, 9]
    assert turn(d) == 1
    assert after(play(d, "1: backhand", "2: backhand")).standings is None


def test_ruling_8_aces_are_replaced_at_the_start_of_the_owners_turn() -> None:
    d = deal({0: "10H 5D", 1: "AD 5S"}, "7C KC")
    assert held(d, 1) == "AD 5S"
    play(d, "0: backhand")
    assert held(d, 1) == "5S KC"


def test_ruling_9_no_other_scoring_is_offered() -> None:
    with pytest.raises(BadOption, match="mode is one of: race, within, betting"):
        read_options(Options, {"mode": "points"})


def test_ruling_10_time_out_calls_backhand() -> None:
    d = deal({0: "10H 5D"}, "7C")
    lapse(d, 60_000)
    assert settled(d) == [(0, True, "backhand", 0)]


def test_ruling_11_one_player_may_practise() -> None:
    assert min(BACKHAND.seats) == 1
    assert turn(deal({0: "10H 5D"})) == 0


# ---- edge cases ------------------------------------------------------------------------------


def test_edge_1_two_aces_first_and_an_ace_for_one_of_them() -> None:
    d = deal({0: "AS AD"}, "KC AH 5D")
    assert held(d) == "KC AH 5D"
    assert [str(c) for c in view(d).pile(ACES.of(0)) if c] == ["AS", "AD"]


def test_edge_2_an_ace_becomes_a_push_hand() -> None:
    d = deal({0: "AC 9D"}, "KH")
    assert (held(d), total(d), may(d)) == ("9D KH", 19, "Hit PushAway")


def test_edge_3_a_push_three_times() -> None:
    d = deal({0: "10C 7D"}, "10D 8C KC 9H 5C 10H")
    play(d, "0: push-away", "0: push-away", "0: push-away")
    assert [" ".join(map(str, e.cards)) for e in told(d, PushedAway)] == ["10C 7D", "10D 8C", "KC 9H"]
    assert (held(d), may(d)) == ("5C 10H", "Hit Backhand")
    play(d, "0: backhand")
    assert after(d).counted(0)["pushes"] == 3


def test_edge_4_no_backhand_on_a_push_hand() -> None:
    assert refused(deal({0: "10C 7D"}), 0, CALL) == "Not on a push hand."


def test_edge_5_the_push_at_17() -> None:
    assert told(play(deal({0: "10C 7D"}, "4C"), "0: hit"), Drawn)[0].total == 21
    assert settled(play(deal({0: "10C 7D"}, "5C"), "0: hit")) == [(0, False, "push", 0)]


def test_edge_6_forced_to_five_cards_at_11() -> None:
    d = deal({0: "2C 2D"}, "2H 3C 2S")
    assert forced(d) == [("2H 3C 2S", 11)]
    assert settled(d) == [(0, True, "five cards", 0)]


def test_edge_7_exactly_12() -> None:
    assert (forced(deal({0: "7C 5D"})), may(deal({0: "7C 5D"}))) == ([], "Hit Backhand")


def test_edge_8_at_21_any_card_is_right() -> None:
    d = play(deal({0: "10H 5D"}, "6C AC"), "0: hit", "0: backhand")
    assert (called(d).total, called(d).right) == (22, True)


def test_edge_9_an_ace_is_turned_at_20() -> None:
    d = play(deal({0: "10H 5D"}, "5C AC"), "0: hit", "0: backhand")
    assert (called(d).total, called(d).right) == (21, False)
    assert settled(d) == [(0, False, "backhand", 0)]


@pytest.mark.parametrize(("card", "end"), [("7H", (0, True, "five cards", 0)), ("8H", (0, False, "bust", 0))])
def test_edge_10_the_fifth_card(card: str, end: tuple[Seat, bool, str, int]) -> None:
    d = play(deal({0: "4C 3D"}, f"2S 5H {card}"), "0: hit")
    assert settled(d) == [end]


def test_edge_11_the_turned_card_is_not_in_the_hand() -> None:
    d = deal({0: "4C 3D", 1: "10H 6D"}, "2S 5H 9C")
    play(d, "0: backhand")
    assert (held(d), str(d.table.piles[TURNED.of(0)].top)) == ("4C 3D 2S 5H", "9C")
    assert settled(d) == [(0, True, "backhand", 0)]


@pytest.mark.parametrize(("seats", "decks"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (10, 5)])
def test_edge_12_a_pack_for_every_two_players(seats: int, decks: int) -> None:
    assert BACKHAND.pack(Options(), seats).decks == decks
    match = Match(BACKHAND, Options(cut="off"), opening(seats), "m")
    d = match.begin(Seal(bytes(32), {}), 0)
    assert sum(map(len, d.table.piles.values())) == 52 * decks


def test_edge_13_the_stock_runs_dry_in_the_middle_of_a_hand() -> None:
    shoe = Shoe(tuple(cards("10C 7D KC")), 49, discards=tuple(cards("2C 2D 2H 3C 3D 3H")), behind=17)
    state = replace(opening(1), dealer=0, number=3, shoe=shoe, carried=Carried(packs=1))
    d = Deal(BACKHAND, state, Options(shuffle_when="marker", cut="off"), Seal(bytes(32), {}))
    assert (held(d), may(d)) == ("10C 7D", "Hit PushAway")
    play(d, "0: push-away")
    assert told(d, Reshuffled) == [Reshuffled(8)], "what was pushed away, too"
    assert held(d).startswith("KC ")
    assert len(d.table.piles[STOCK]) + len(d.table.piles[CARDS.of(0)]) == 9


def test_edge_14_a_tie_in_a_race_is_played_on() -> None:
    assert race([9, 9], 15, {0, 1}) is None
    assert race([10, 10], 16, set()) is None
    assert race([10, 10], 17, {1}) == ((0, 2, "L"), (1, 1, "W"))


@pytest.mark.parametrize(
    ("scores", "number", "outcomes"),
    [
        ([6, 1], 8, "WL"),  # two rounds to go, and neither can change anything
        ([6, 4], 7, None),  # four and two more could be six
        ([5, 3], 9, "LL"),
        ([7, 6], 9, "WW"),
    ],
)
def test_edge_15_within_ends_when_everybodys_fate_is_settled(
    scores: list[int], number: int, outcomes: str | None
) -> None:
    d = deal({0: "10H 5D", 1: "10D 5S"}, "2C 2D", mode="within", scores=scores, number=number)
    standings = after(play(d, "0: backhand", "1: backhand")).standings
    assert ("".join(s.outcome for s in standings) if standings else None) == outcomes


def test_the_called_card_stands_for_a_moment() -> None:
    d = deal({0: "10H 5D", 1: "10D 5S"}, "7C")
    d.submit(0, CALL, at=1000)
    assert settled(d) == [(0, True, "backhand", 0)] and view(d).moment and turn(d) is None
    d.tick(1000 + TRICK.now - 1)
    assert view(d).moment and refused(d, 1, HIT, at=2000) == "You cannot do that now."
    d.tick(1000 + TRICK.now)
    assert not view(d).moment and turn(d) == 1


def test_edge_16_time_out_on_a_push_hand_and_on_13() -> None:
    d = deal({0: "10C 7D"}, "10D 3C 10H")
    lapse(d, 60_000)
    assert held(d) == "10D 3C"
    lapse(d, 120_000)
    assert settled(d) == [(0, True, "backhand", 0)]


# ---- what may be done ------------------------------------------------------------------------


def test_another_seats_turn() -> None:
    d = deal({0: "10H 5D", 1: "10D 6D"})
    for move in (HIT, CALL, PUSH_AWAY):
        assert refused(d, 1, move) == "It is not your turn."


def test_a_wager_when_there_are_none() -> None:
    assert refused(deal({0: "10H 5D"}), 0, Bet(100)) == "You cannot do that now."


def test_everything_on_the_table_is_seen_by_all() -> None:
    d = play(deal({0: "10H 5D", 1: "AD 6D"}, "2H 7C 9H"), "0: hit", "0: backhand")
    for viewer in (-1, 0, 1):
        seen = view(d, viewer)
        assert all(None not in (pile or ()) for name, pile in seen.piles.items() if name != "stock")
        assert set(seen.pile(STOCK)) == {None}
