"""War: its rulings, edge cases and examples, the presses, the clock and the match."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.asks import CLOCK
from bot.engine.cards import Card, cards, high
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Offer
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.war import (
    AUTO_MS,
    PILE,
    WAR,
    WAR_MS,
    Beats,
    Capped,
    Carried,
    Forward,
    GameOver,
    Lying,
    Options,
    Play,
    Resign,
    Resigned,
    Sped,
    TooShort,
    Turns,
    WantsAhead,
    WarBegins,
    WarWon,
    collected,
    face_down,
    thinned,
    too_short,
)

from .table import after, bad_option, fact, offer, play, refused, told, waits
from .war_table import all_moves, ended, flips, laid, lying, piles

LONG = "2C 3C 4C 5C 6C 7C 8C 9C", "2D 3D 4D 5D 6D 7D 8D 9D"


def begun(seed: int = 1, **options: Any) -> Deal:
    """A game as it is dealt."""
    match = Match(WAR, WAR.options(cut="off", **options), opening(2), "war")
    return match.begin(match.sealed(seed.to_bytes(32, "big")), at=0)


def played_out(deal: Deal) -> Deal:
    while deal.ask:
        flips(deal) if deal.ask.waits_for else deal.tick(deal.ask.timer[0] if deal.ask.timer else 0)
    return deal


# ---- setup and information ---------------------------------------------------------------------------


def test_each_has_half_of_the_pack_and_the_other_is_dealt_first() -> None:
    deal = begun()
    other = 1 - deal.table.dealer
    assert [len(deal.table.piles[PILE.of(p)]) for p in (0, 1)] == [26, 26]
    assert [zone for _, zone in deal.table.dealt[:3]] == [f"seat:{p}" for p in (other, 1 - other, other)]


def test_nobody_sees_a_pile_and_all_see_what_is_turned() -> None:
    deal = piles("7S 2C 3C 4C 9D 5S", "7D JH QH KH 8S 6S")
    flips(deal)
    for viewer in (0, 1, SPECTATOR):
        assert view(deal, viewer).piles[PILE.of(0)] == (None,) * 5
    flips(deal)
    assert (laid(deal, 0), laid(deal, 1)) == ("7S -- -- -- 9D", "7D -- -- -- 8S")


# ---- rulings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("down", [1, 2, 3])
def test_ruling_1_a_war_is_so_many_cards_face_down_and_one_up(down: int) -> None:
    deal = piles(*LONG, war_down=down)
    flips(deal)
    assert told(deal, WarBegins) == [WarBegins(tuple(cards("2C 2D")), (down, down), False)]
    flips(deal)
    assert laid(deal, 0) == f"2C {'-- ' * down}{cards(LONG[0])[down + 1]}"


def test_ruling_2_an_ace_that_lies_face_down_is_caught_like_any_other_card() -> None:
    deal = flips(piles("7S AC 3C 4C 2D 5S", "7D JH QH KH 8S 6S"), 2)
    assert deal.swept()[1] == "6S 7D JH QH KH 8S 7S AC 3C 4C 2D"


def test_ruling_3_what_lay_face_down_is_not_shown_when_it_is_won() -> None:
    deal = flips(piles("7S 2C 3C 4C 9D 5S", "7D JH QH KH 8S 6S"), 2)
    (won,) = told(deal, WarWon)
    assert won.seen == tuple(cards("7S 9D 7D 8S")) and won.taken == 10
    flips(deal)
    assert all(c is None for c in view(deal, 0).piles[PILE.of(0)] or ())


def test_ruling_4_a_short_pile_fights_on() -> None:
    deal = flips(piles("7S 2C 3C 4C 9D 5S", "7D JH QH"))
    assert told(deal, WarBegins)[0].down == (3, 1) and deal.ask


@pytest.mark.parametrize("short", ["last_card", "lose", "equal"])
def test_ruling_5_who_has_nothing_left_when_cards_tie_has_lost(short: str) -> None:
    deal = flips(piles("7S 2C 3C", "7D", short_war=short))
    assert (ended(deal).winners, ended(deal).how) == ((0,), "short")
    assert told(deal, TooShort)[-1].left == (0,)
    assert laid(deal, 1) == "7D", "the tied card is not used again"


def test_ruling_6_a_fixed_order_goes_on_for_ever_with_some_deals_and_the_cap_ends_it() -> None:
    for cap in (100, 5000):
        deal = piles("9D QC", "JD 8H 5S", max_battles=cap)
        play(deal, "0: forward end", "1: forward end")
        assert (ended(deal).how, ended(deal).battles) == ("cap", cap)
        assert {len(c) for c in (deal.table.piles[PILE.of(0)], deal.table.piles[PILE.of(1)])} < {0, 1, 2, 3, 4, 5}
    deal = piles("9D QC", "JD 8H 5S", collect="shuffle")
    play(deal, "0: forward end", "1: forward end")
    assert ended(deal).how == "all", "shuffled they end"


def test_ruling_7_both_turn_together() -> None:
    deal = piles("KS 4D", "9H 2C")
    play(deal, "1: play")
    assert laid(deal, 0) == laid(deal, 1) == "" and waits(deal) == [0]
    play(deal, "0: play")
    assert (laid(deal, 0), laid(deal, 1)) == ("KS", "9H")


def test_ruling_8_two_play() -> None:
    assert [*WAR.seats] == [2]


# ---- edge cases --------------------------------------------------------------------------------------


def test_edge_1_no_card_is_lost_or_made() -> None:
    for seed, short, collect in ((1, "equal", "loser_first"), (2, "last_card", "shuffle"), (3, "lose", "winner_first")):
        deal = begun(seed, short_war=short, collect=collect, max_battles=200, war_down=1)
        while deal.ask:
            flips(deal)
            lie = [c for pile in deal.table.piles.values() for c in pile]
            assert len(lie) == len({*lie}) == 52


@pytest.mark.parametrize("down", [1, 2, 3])
def test_edge_2_two_ties_and_then_it_is_decided(down: int) -> None:
    hidden, more = ["3C", "4C", "5C"][:down], ["3D", "4D", "5D"][:down]
    first = ["7S", *hidden, "9S", *(["6C", "8C", "10C"][:down]), "KS", "QS"]
    second = ["7D", *more, "9D", *(["6D", "8D", "10D"][:down]), "JD", "QD"]
    deal = flips(piles(" ".join(first), " ".join(second), war_down=down), 3)
    (won,) = told(deal, WarWon)
    assert won.taken == 2 + 2 * (down + 1) * 2 and fact(deal, "battle").ties == 2
    assert [e.again for e in told(deal, WarBegins)] == [False, True]


@pytest.mark.parametrize(
    ("short", "left", "down", "losers"),
    [
        ("last_card", 3, (3, 2), ()), ("last_card", 2, (3, 1), ()), ("last_card", 1, (3, 0), ()),
        ("last_card", 0, None, (1,)),
        ("lose", 3, None, (1,)), ("lose", 2, None, (1,)), ("lose", 1, None, (1,)), ("lose", 0, None, (1,)),
        ("equal", 3, (2, 2), ()), ("equal", 2, (1, 1), ()), ("equal", 1, (0, 0), ()), ("equal", 0, None, (1,)),
    ],
)  # fmt: skip
def test_edge_3_a_short_player(short: str, left: int, down: tuple[int, int] | None, losers: tuple[int, ...]) -> None:
    deal = flips(piles("7S 2C 3C 4C 9D 5S", " ".join(["7D", *(["JH", "QH", "KH"][:left])]), short_war=short))
    assert told(deal, WarBegins)[0].down == (down or ())
    assert [e.seats for e in told(deal, TooShort)] == ([losers] if losers else [])


def test_edge_3_both_are_short_and_have_to_lose_who_has_fewer() -> None:
    assert too_short((3, 2), 3, "lose") == (1,) and too_short((1, 2), 3, "lose") == (0,)
    assert too_short((2, 2), 3, "lose") == (0, 1) and too_short((4, 4), 3, "lose") == ()


def test_edge_4_both_run_out_in_the_same_tie() -> None:
    deal = flips(piles("7S", "7D"))
    assert (ended(deal).winners, ended(deal).how) == ((), "short")


def test_edge_5_a_short_player_wins_the_war_and_survives() -> None:
    deal = flips(piles("7S 2C 3C 4C 9D 5S", "7D JH QH"), 2)
    assert deal.ask and told(deal, WarWon)[0].seat == 1
    assert deal.swept() == ("5S", "7D JH QH 7S 2C 3C 4C 9D")


@pytest.mark.parametrize("first", ["AC KC QC JC", "AC 2C QC 3C"])
def test_edge_6_the_cap(first: str) -> None:
    other = ("2D 3D 4D 5D", "KD 3D KH 5D")[first == "AC 2C QC 3C"]
    options = replace(WAR.options(cut="off"), max_battles=2)
    deal = piles(first, other)
    deal.field.options = options
    flips(deal, 2)
    over, (capped,) = ended(deal), told(deal, Capped)
    assert over.how == "cap" and over.battles == 2
    level = first == "AC 2C QC 3C"
    assert (over.winners, capped.cards) == (((), (4, 4)) if level else ((0,), (6, 2)))


def test_edge_6_a_war_with_all_its_rounds_counts_as_one_battle() -> None:
    deal = piles("7S 2C 9D 5S 6S", "7D JH 9S 4S 3S", war_down=1)
    deal.field.options = replace(deal.field.options, max_battles=1)
    flips(deal, 2)
    assert deal.ask, "the war is still on"
    flips(deal)
    assert ended(deal).battles == 1


def test_edge_7_an_ace_beats_a_two() -> None:
    deal = flips(piles("AC 5C", "2D 6D"))
    assert told(deal, Beats) == [Beats(0, *cards("AC 2D"))]


def test_edge_8_a_second_press_changes_nothing_and_says_so() -> None:
    deal = piles("KS 4D", "9H 2C")
    play(deal, "0: play")
    assert refused(deal, 0, Play()) == "You have already turned; waiting for {1}."


def test_edge_8_the_clock_turns_for_whoever_is_away() -> None:
    deal = piles("KS 4D", "9H 2C 3C")
    play(deal, "0: play")
    deal.lapse(1, 60_000)
    assert laid(deal, 1) == "9H"
    deal.lapse(0, 120_000)
    assert waits(deal) == [1]
    deal.lapse(1, 120_000)
    assert laid(deal, 1) == "2C"


@pytest.mark.parametrize("order", ["winner_first", "loser_first"])
def test_edge_9_won_cards_lie_as_they_were_laid(order: str) -> None:
    own, other = cards("5D JH 9S"), cards("5S 2C 9D")
    expected = [*own, *other] if order == "winner_first" else [*other, *own]
    assert collected(own, other, order) == expected


def test_edge_9_shuffled_they_are_in_an_order_of_chance_that_is_proved() -> None:
    first, second = "7S 2C 3C 4C 9D 5S", "7D JH QH KH 8S 6S"
    deal = flips(piles(first, second, collect="shuffle"), 2)
    now, _ = deal.swept()
    plain, _ = flips(piles(first, second), 2).swept()
    assert now != plain and sorted(now.split()) == sorted(plain.split()) and now.startswith("5S")
    assert "reshuffle/1" in deal.table._labels


def test_edge_10_the_same_seed_is_the_same_game() -> None:
    once, again = (played_out(begun(7, collect="shuffle", war_down=1, max_battles=100)) for _ in range(2))
    assert once.table.events == again.table.events and once.after == again.after


# ---- worked examples ---------------------------------------------------------------------------------

WAR_OF_SEVENS = "7S 2C 3C 4C 9D 5S", "7D JH QH KH 8S 6S"
SHORT = "7S 2C 3C 4C 9D 5S", "7D JH QH"
TWICE = "5S 2C 9D 6S 8H AC 3D", "5D JH 9S KH 2H 4C 7C"


def test_example_1_the_higher_card_takes_both() -> None:
    assert flips(piles("KS 4D", "9H 2C")).swept() == ("4D KS 9H", "2C")


def test_example_2_a_war() -> None:
    assert flips(piles(*WAR_OF_SEVENS), 2).swept() == ("5S 7S 2C 3C 4C 9D 7D JH QH KH 8S", "6S")


def test_example_3_a_short_player_turns_the_last_card() -> None:
    assert flips(piles(*SHORT), 2).swept() == ("5S", "7D JH QH 7S 2C 3C 4C 9D")


def test_example_4_a_short_player_loses() -> None:
    deal = flips(piles(*SHORT, short_war="lose"))
    assert (ended(deal).winners, told(deal, TooShort)) == ((0,), [TooShort((1,), (2,))])


def test_example_5_both_lay_as_many() -> None:
    deal = flips(piles(*SHORT, short_war="equal"), 2)
    assert (laid(deal, 0), laid(deal, 1)) == ("7S -- 3C", "7D -- QH")
    assert deal.swept() == ("4C 9D 5S", "7D JH QH 7S 2C 3C")


def test_example_6_nothing_is_left() -> None:
    assert ended(flips(piles("7S 2C 3C", "7D"))).winners == (0,)


def test_example_7_nothing_is_left_to_either() -> None:
    assert ended(flips(piles("7S", "7D"))).winners == ()
    deal = flips(piles("7S 2C", "7D 2H"), 2)
    assert ended(deal).winners == () and [e.again for e in told(deal, WarBegins)] == [False, True]


def test_example_8_a_war_in_a_war() -> None:
    deal = flips(piles(*TWICE, war_down=1), 3)
    assert deal.swept() == ("AC 3D 5S 2C 9D 6S 8H 5D JH 9S KH 2H", "4C 7C")


def test_example_9_the_losers_cards_first() -> None:
    deal = flips(piles(*TWICE, war_down=1, collect="loser_first"), 3)
    assert deal.swept() == ("AC 3D 5D JH 9S KH 2H 5S 2C 9D 6S 8H", "4C 7C")


# ---- presses -----------------------------------------------------------------------------------------


def test_what_may_be_pressed() -> None:
    deal = piles(*LONG)
    assert all_moves(deal, 0) == "Play, Forward ten, Forward war, Forward end, Resign"
    play(deal, "0: play")
    assert all_moves(deal, 0) == "Forward ten, Forward war, Forward end, Resign"
    play(deal, "0: forward war")
    assert all_moves(deal, 0) == "Play, Forward ten, Forward end, Resign"


def test_a_war_wants_another_press_of_both() -> None:
    deal = flips(piles(*WAR_OF_SEVENS))
    assert waits(deal) == [0, 1] and fact(deal, "battle") == Lying(1, 1, None)
    flips(deal)
    assert fact(deal, "battle") == Lying(1, 1, 0)


def test_ten_battles_at_once_if_both_would() -> None:
    deal = begun(3)
    play(deal, "0: forward ten", "1: forward ten")
    assert fact(deal, "battle").number == 10 and waits(deal) == [0, 1]
    assert told(deal, WantsAhead) == [WantsAhead(0, "ten", False), WantsAhead(1, "ten", True)]


def test_it_goes_as_far_as_both_have_turned() -> None:
    deal = piles("KS QS JS 10S 9S", "2D 3D 4D 5D 6D")
    play(deal, "0: forward end", "1: play")
    assert fact(deal, "battle").number == 1
    assert (fact(deal, "ahead"), waits(deal)) == (("end", ""), [1])
    play(deal, "1: play")
    assert fact(deal, "battle").number == 2
    play(deal, "0: play", "1: play")
    assert fact(deal, "battle").number == 3 and fact(deal, "ahead") == ("", ""), "one may think better of it"


def test_who_has_turned_ten_ahead_has_nine_left_after_one() -> None:
    deal = begun(3)
    play(deal, "0: forward ten", *["1: play"] * 4)
    assert (fact(deal, "ahead"), fact(deal, "left")[0]) == (("ten", ""), 6)
    play(deal, *["1: play"] * 5)
    assert (fact(deal, "ahead"), fact(deal, "left")[0]) == (("ten", ""), 1)
    play(deal, "1: play")
    assert fact(deal, "ahead") == ("", "") and fact(deal, "battle").number == 10


def test_to_the_next_war_stops_at_a_tie_and_at_a_tie_in_a_war() -> None:
    deal = piles("KS 5S 2C 9D 6S 8H AC 3D", "3H 5D JH 9S KH 2H 4C 7C", war_down=1)
    play(deal, "0: forward war", "1: forward war")
    assert fact(deal, "battle") == Lying(2, 1, None) and fact(deal, "ahead") == ("", "")
    assert told(deal, Beats), "one plain battle is told as it was"
    play(deal, "0: forward war", "1: forward war")
    assert fact(deal, "battle") == Lying(2, 2, None)


def test_the_tenth_battle_is_fought_with_all_its_wars() -> None:
    deal = piles("KS QS JS 10S 9S 8S 7S 6S 5S 7C 2C 2H 3H AC 9C", "2D 3D 4D 2S 3S 4S 3D 4H 4C 7H 3C 5C 6C KH QH")
    play(deal, "0: forward ten", "1: forward ten")
    assert fact(deal, "battle") == Lying(10, 1, 0)


def test_several_plain_battles_are_told_in_one() -> None:
    deal = piles("KS QS 4S 10S 9S", "2D 3D JD 5D 6D")
    play(deal, "0: forward ten", "1: forward ten")
    assert told(deal, Sped)[0] == Sped(10, (8, 2)) or told(deal, Sped)[0].battles > 2
    assert not told(deal, Beats)


def test_to_the_end() -> None:
    deal = begun(5)
    play(deal, "1: forward end", "0: forward end")
    over = ended(deal)
    assert deal.ask is None and len(deal.rows) == 2
    assert over.course[0] == (0, 26) and over.course[-1][0] == over.battles
    assert over.course[-1][1] == (52 if over.winners == (0,) else 0)


def test_naming_a_card_is_answered() -> None:
    deal = piles("KS 4D", "9H 2C")
    top: Offer = offer(deal, 0, Play)
    assert top.too_much("KS") == "The top card is the only one you can play."


def test_a_control_of_the_battle_before_is_stale() -> None:
    deal = piles(*LONG)
    drawn = deal.number
    flips(deal)
    assert refused(deal, 0, Play(), drawn) == "That card has been turned."
    assert refused(deal, 0, Forward("ten"), drawn) == "That card has been turned."


def test_anybody_may_give_up_at_any_time_and_is_asked_twice() -> None:
    deal = piles(*LONG)
    assert offer(deal, 1, Resign).confirm(Resign())
    play(deal, "1: play", "1: resign")
    assert (ended(deal).winners, ended(deal).how) == ((0,), "resigned") and told(deal, Resigned) == [Resigned(1)]


# ---- automatically -----------------------------------------------------------------------------------


def test_the_cards_turn_by_themselves_five_battles_at_once() -> None:
    deal = piles("KS QS JS 10S 9S AC 8S", "2D 3D 4D 5D 6D 7H 7D", pace="auto")
    assert waits(deal) == [] and deal.ask and deal.ask.timer == (AUTO_MS, Turns())
    deal.tick(AUTO_MS)
    assert fact(deal, "battle").number == 5 and deal.rows[-1].seat == CLOCK
    assert refused(deal, 0, Play()) == "The cards turn on their own at this table."


def test_by_themselves_they_stop_at_every_war_for_three_seconds() -> None:
    deal = piles("KS 7S 2C 3C 4C 9D 5S", "3D 7D JH QH KH 8S 6S", pace="auto")
    deal.tick(AUTO_MS)
    assert fact(deal, "battle") == Lying(2, 1, None)
    assert deal.ask and deal.ask.timer == (AUTO_MS + WAR_MS, Turns())
    deal.tick(AUTO_MS + WAR_MS)
    assert fact(deal, "battle") == Lying(2, 1, 0), "what the war has brought is looked at, too"


def test_cards_that_turn_by_themselves_may_go_faster_and_be_given_up() -> None:
    deal = begun(3, pace="auto")
    play(deal, "0: forward ten")
    assert deal.ask and deal.ask.timer == (AUTO_MS, Turns()), "asking for it delays nothing"
    deal.tick(AUTO_MS)
    play(deal, "1: forward ten")
    assert fact(deal, "battle").number >= 10
    play(deal, "0: resign")
    assert ended(deal).winners == (1,)


# ---- match -------------------------------------------------------------------------------------------


def test_a_match_is_so_many_games_and_the_deal_alternates() -> None:
    match = Match(WAR, WAR.options(cut="off", wins=2), opening(2), "m")
    dealers: list[int] = []
    while not match.state.over:
        deal = match.begin(match.sealed(bytes([match.state.number] * 32)), at=0)
        dealers.append(deal.table.dealer)
        play(deal, "0: forward end", "1: forward end")
        match.settle()
    assert max(match.state.carried.games) == 2 == max(match.state.scores)
    assert all(a != b for a, b in itertools.pairwise(dealers))
    counted = match.state.counted(0)
    assert counted["battles"] == match.state.counted(1)["battles"] and {"wars", "longest war"} <= {*counted}


def test_a_drawn_game_counts_for_nobody_and_three_in_a_row_are_a_drawn_match() -> None:
    state = replace(opening(2), dealer=0)
    for drawn in (1, 2, 3):
        state = after(flips(piles("7S", "7D", state=state, wins=3)))
        assert state.carried == Carried((0, 0), drawn)
    assert [s.outcome for s in state.standings or ()] == ["D", "D"]


def test_a_game_that_is_won_ends_a_row_of_drawn_ones() -> None:
    state = replace(opening(2), dealer=0, carried=Carried((1, 0), 2), scores=(1, 0))
    state = after(flips(piles("8S", "7D", state=state, wins=3)))
    assert state.carried == Carried((2, 0), 0) and not state.over
    state = after(flips(piles("7S", "7D", state=replace(state, carried=Carried((2, 0), 2)), wins=3)))
    assert [s.outcome for s in state.standings or ()] == ["D", "D"], "whoever leads"


def test_options() -> None:
    assert Options() == Options(war_down=3, short_war="last_card", collect="winner_first", pace="step", wins=1)
    assert bad_option(Options, {"max_battles": "99"}) == "max_battles is a number from 100 to 5000."
    assert bad_option(Options, {"war_down": "4"}).startswith("war_down is one of")


# ---- against brute force -----------------------------------------------------------------------------


def by_hand(a: list[Card], b: list[Card], down: int, short: str, order: str, cap: int) -> tuple[str, int, int, str]:
    """A game as somebody would play it on a kitchen table: who wins, its battles and wars, and how both piles lie."""
    battles = wars = 0
    while True:
        battles += 1
        table_a, table_b = [a.pop(0)], [b.pop(0)]
        tied = False
        while high(table_a[-1]) == high(table_b[-1]):
            wars, tied = wars + (not tied), True
            if short == "lose":
                if len(a) <= down and len(b) <= down:
                    return "=" if len(a) == len(b) else "a" if len(a) > len(b) else "b", battles, wars, ""
                if len(a) <= down or len(b) <= down:
                    return "b" if len(a) <= down else "a", battles, wars, ""
            if not a or not b:
                return "=" if not a and not b else "b" if not a else "a", battles, wars, ""
            n, m = down, down
            if short == "equal":
                n = m = min(down, len(a) - 1, len(b) - 1)
            for _ in range(n):
                if len(a) > 1:
                    table_a.append(a.pop(0))
            for _ in range(m):
                if len(b) > 1:
                    table_b.append(b.pop(0))
            table_a.append(a.pop(0))
            table_b.append(b.pop(0))
        if high(table_a[-1]) > high(table_b[-1]):
            a += table_a + table_b if order == "winner_first" else table_b + table_a
        else:
            b += table_b + table_a if order == "winner_first" else table_a + table_b
        if not a or not b:
            return "b" if not a else "a", battles, wars, " ".join(map(str, a or b))
        if battles == cap:
            who = "=" if len(a) == len(b) else "a" if len(a) > len(b) else "b"
            return who, battles, wars, " ".join(map(str, [*a, *b]))


def test_five_thousand_games_go_as_on_a_kitchen_table() -> None:
    chance, pack = random.Random("war"), cards(" ".join(f"{r}{s}" for s in "CDHS" for r in "23456789TJQKA"))
    for _ in range(5000):
        size = chance.choice((1, 2, 3, 4, 6, 8, 10, 14))
        few = chance.sample([c for c in pack if high(c) < 9] if chance.random() < 0.8 else pack, 2 * size)
        at = chance.randint(1, 2 * size - 1)
        down, short = chance.choice((1, 2, 3)), chance.choice(("last_card", "lose", "equal"))
        order, cap = chance.choice(("winner_first", "loser_first")), chance.choice((2, 5, 30))
        a, b = few[:at], few[at:]
        deal = piles(*(" ".join(map(str, p)) for p in (a, b)), war_down=down, short_war=short, collect=order)
        deal.field.options = replace(deal.options, max_battles=cap)
        deal.submit(0, Forward("end"))
        deal.submit(1, Forward("end"))
        over: GameOver = ended(deal)
        who = {(): "=", (0,): "a", (1,): "b"}[over.winners]
        lie = "" if over.how == "short" else f"{lying(deal, 0)} {lying(deal, 1)}".strip()
        assert (who, over.battles, over.wars, lie) == by_hand(a, b, down, short, order, cap)


def test_five_thousand_wars_take_what_there_is() -> None:
    chance = random.Random("short")
    for _ in range(5000):
        left, down = (chance.randint(0, 6), chance.randint(0, 6)), chance.choice((1, 2, 3))
        short = chance.choice(("last_card", "lose", "equal"))
        lost = too_short(left, down, short)
        enough = [n > down for n in left] if short == "lose" else [n > 0 for n in left]
        if all(enough):
            assert lost == ()
            hidden = face_down(left, down, short)
            assert all(0 <= h <= down and h < n for h, n in zip(hidden, left, strict=True))
            assert hidden[0] == hidden[1] or short == "last_card"
            assert all(h == down for h, n in zip(hidden, left, strict=True) if min(left) > down)
        else:
            assert lost and all(not enough[p] for p in lost) and min(left) == left[lost[0]]


def test_a_long_course_is_thinned_evenly() -> None:
    assert thinned([26, 27, 25], 5) == ((0, 26), (1, 27), (2, 25))
    many = thinned([*range(1001)], 11)
    assert [place for place, _ in many] == [*range(0, 1001, 100)] and all(place == n for place, n in many)
