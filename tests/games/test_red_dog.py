"""Red Dog: every worked example, ruling and edge case of its rules. People type whites: `bet 2½`."""

from __future__ import annotations

import pytest

from bot.engine.cards import cards
from bot.engine.facts import HAND, STOCK
from bot.engine.match import Match
from bot.engine.randomness import Seal
from bot.engine.state import Standing, opening
from bot.engine.view import view
from bot.games.parts.agreed_end import Agree, EndLapsed, EndRefused
from bot.games.parts.shared_pot import PotShared
from bot.games.red_dog import (
    RED_DOG,
    TURNED,
    Bet,
    Loses,
    Options,
    TriesPot,
    Turned,
    Wins,
    odds,
)

from .red_dog_table import bet_least, bets, first_round, next_round
from .table import after, fact, going_on, moment_over, play, pot, refused, seen, stack, told

# ---- worked examples ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wins"),
    [("AS KH QD JC", 42), ("AS 2S 3S 4S", 9), ("9H 8D 7C 6S", 22), ("KH 5D 5C 2S", 17), ("AC AD AH AS", 48)],
)
def test_example_1_cards_beaten_of_48_unseen(hand: str, wins: int) -> None:
    assert odds(view(first_round({1: hand}), 1)) == (wins, 48)


def test_example_2_cards_seen_are_taken_off() -> None:
    deal = play(first_round({1: "2S 3S KD 9D", 2: "AS KH QD JC"}, "10C"), "1: bet ½")
    assert odds(view(deal, 2)) == (38, 43)


def test_example_3_a_round_that_ends_with_the_third_seat() -> None:
    deal = first_round({1: "9H 8D 7C 6S", 2: "9D 8C 7S 6H", 3: "AC AD AH AS"}, "8H 10D KS", seats=6)
    assert pot(deal) == 600
    assert pot(play(deal, "1: bet 3")) == 300
    assert pot(play(deal, "2: bet 3")) == 600
    assert pot(play(deal, "3: bet 6")) == 0
    end = after(deal)
    assert end.stacks == (9900, 10_200, 9600, 10_500, 9900, 9900)
    assert end.standings == tuple(Standing(s, 1, "W") if s == 3 else Standing(s, 2, "L") for s in range(6))
    assert [end.counted(s) for s in (1, 2, 3)] == [
        {}, {"pots tried": 1}, {"pots tried": 1, "pots made": 1, "largest pot": 600},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("turned", "wins", "shown"),
    [("8H", True, "9H"), ("9D", False, "9H 8D 7C 6S"), ("10H", False, "9H 8D 7C 6S")],
)
def test_example_4_one_card_is_shown_or_all_of_them(turned: str, wins: bool, shown: str) -> None:
    deal = play(first_round({1: "9H 8D 7C 6S"}, turned), "1: bet 1")
    assert seen(deal, 1) == {*shown.split()}
    assert stack(deal, 1) == (10_000 if wins else 9800)
    assert pot(deal) == (300 if wins else 500)
    assert (bool(told(deal, Wins)), bool(told(deal, Loses))) == (wins, not wins)


def test_example_5_the_king_stays_hidden() -> None:
    deal = play(first_round({1: "KH 10H 4C 2S"}, "7H"), "1: bet 1")
    assert seen(deal, 1) == {"10H"}


def test_example_6_an_agreed_end_and_its_splash() -> None:
    deal = play(next_round(going_on(1150)), "3: propose-end", "0: agree", "1: agree", "2: agree")
    end = after(deal)
    assert end.stacks == (10_250,) * 4
    assert (end.pot, end.splash) == (0, 150)
    assert told(deal, PotShared) == [PotShared(250, (0, 1, 2, 3), 150)]
    new_game = next_round(opening(4, 10_000, splash=end.splash), ante=100)
    assert pot(new_game) == 550


def test_example_7_the_only_bet_is_the_pot() -> None:
    deal = next_round(going_on(50), {1: "AC AD AH AS"}, "5C", min_bet=100)
    assert bets(deal, 1) == [50]
    assert after(play(deal, "1: bet ½")).over


# ---- rulings --------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "turned", "wins"), [("AH 2C 2D 2S", "KH", True), ("KH 2C 3C 2S", "AH", False)])
def test_ruling_1_the_ace_is_high(hand: str, turned: str, wins: bool) -> None:
    deal = play(first_round({1: hand}, turned), "1: bet ½")
    assert bool(told(deal, Wins)) == wins


def test_ruling_2_a_bet_is_compulsory_from_the_minimum() -> None:
    deal = first_round(min_bet=150)
    assert bets(deal, 1) == [150, 200, 250, 300, 350, 400, 450, 500, 550, 600]
    assert refused(deal, 1, Bet(0)) == "Bet between 1½ and 6."


def test_ruling_3_a_pot_below_the_minimum_is_the_only_bet() -> None:
    deal = next_round(going_on(150), min_bet=200)
    assert bets(deal, 1) == [150]
    assert refused(deal, 1, Bet(200)) == "The only bet is 1½."


def test_ruling_4_a_stack_below_the_minimum_may_be_bet() -> None:
    deal = next_round(going_on(900, {1: 150}), min_bet=200)
    assert bets(deal, 1) == [150]


def test_ruling_5_antes_fill_an_empty_pot_only() -> None:
    assert pot(first_round()) == 400
    deal = next_round(going_on(250))
    assert (pot(deal), stack(deal, 1)) == (250, 10_000)


def test_ruling_6_the_lowest_card_that_does_it_is_shown() -> None:
    deal = play(first_round({1: "AH JH 9H 8H"}, "8D 10H"), "1: bet ½")
    assert seen(deal, 1) == {"AH", "JH", "9H", "8H"}  # no diamond: all of them
    deal = play(first_round({1: "AH JH 9H 8H"}, "10H"), "1: bet ½")
    assert told(deal, Wins) == [Wins(1, 50, cards("JH")[0], 350)]
    assert seen(deal, 1) == {"JH"}


def test_ruling_7_whoever_is_out_of_chips_has_paid_and_must_agree() -> None:
    deal = next_round(going_on(400, {2: 0}))
    assert deal.table.players == [1, 3, 0]
    play(deal, "1: propose-end", "3: agree", "0: agree")
    assert deal.ask is not None
    assert after(play(deal, "2: agree")).stacks == (10_100, 10_100, 100, 10_100)


def test_ruling_7_whoever_sits_out_has_paid_and_must_agree() -> None:
    deal = next_round(going_on(400, away=frozenset({2})))
    play(deal, "1: propose-end", "3: agree", "0: agree")
    assert deal.ask is not None
    assert after(play(deal, "2: agree")).stacks[2] == 10_100


def test_ruling_7_whoever_has_left_has_no_say_and_no_share() -> None:
    match = Match(RED_DOG, Options(cut="off"), going_on(400), "m")
    match.stand(2)
    deal = match.begin(Seal(bytes(32), {}), 0)
    end = after(play(deal, "1: propose-end", "3: agree", "0: agree"))
    assert end.stacks == (10_100, 10_100, 0, 10_100)
    assert end.splash == 100
    assert end.standings == (Standing(0, 1, "D"), Standing(1, 1, "D"), Standing(3, 1, "D"))


def test_ruling_7_it_takes_effect_between_two_turns_and_the_hand_is_dropped() -> None:
    deal = first_round({1: "9H 8D 7C 6S"}, "8H")
    play(deal, "2: propose-end", "3: agree", "1: bet 2", "0: agree")
    assert deal.ask is not None and deal.ask.waits_for == [2]
    end = after(play(deal, "1: agree"))  # three seats have not bet, and do not
    assert end.over
    assert end.stacks == (9950, 10_150, 9950, 9950)
    assert [e.seat for e in told(deal, Turned)] == [1]


def test_ruling_7_an_agreed_end_is_a_draw() -> None:
    end = after(play(first_round(), "0: propose-end", "1: agree", "2: agree", "3: agree"))
    assert end.standings == tuple(Standing(s, 1, "D") for s in range(4))
    assert end.counts == ((), (), (), ())


def test_ruling_7_a_proposal_lapses_with_the_end_of_the_round() -> None:
    deal = first_round(seats=2)
    play(deal, "0: propose-end", "1: bet ½", "0: bet ½")
    assert not after(deal).over
    assert fact(deal, "agreed to end") is None
    assert len(told(deal, EndLapsed)) == 1


def test_ruling_7_agreeing_to_an_old_proposal_says_nothing_about_the_next() -> None:
    deal = play(first_round(), "1: propose-end")
    drawn = deal.number
    play(deal, "2: refuse", "1: propose-end")
    assert not deal.good(3, Agree, drawn)
    assert deal.good(3, Agree, deal.number)


def test_ruling_8_ten_players_at_most() -> None:
    assert [*RED_DOG.seats] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    deal = bet_least(first_round(seats=10))
    assert len(told(deal, Turned)) == 10
    assert len(deal.table.piles[STOCK]) == 2


def test_ruling_9_a_splash_goes_into_the_first_pot() -> None:
    assert pot(next_round(opening(4, 10_000, splash=250))) == 650


def test_ruling_10_a_round_is_dealt_only_when_it_can_be_finished() -> None:
    options = Options(shuffle_when="deck_out", cut="off")
    match = Match(RED_DOG, options, going_on(5000), "m")
    left = []
    for _ in range(3):
        left.append(match.fresh)
        bet_least(match.begin(Seal(bytes(32), {}), 0))
        match.settle()
    assert left == [True, False, True]  # 52, 32 and 12 cards for rounds of 20


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_1_the_suit_is_held_but_only_below() -> None:
    deal = play(first_round({1: "9H 8H 2C 3D"}, "10H"), "1: bet 1")
    assert told(deal, Loses) == [Loses(1, 100, tuple(cards("2C 3D 8H 9H")), 500)]


def test_edge_2_nobody_beats_an_ace() -> None:
    deal = play(first_round({1: "KH QH JH 10H"}, "AH"), "1: bet 1")
    assert stack(deal, 1) == 9800


def test_edge_3_the_second_seat_pots_it() -> None:
    deal = play(first_round({1: "2D 3D 4D JC", 2: "AC AD AH AS"}, "10C 6D"), "1: bet 1", "2: bet 3")
    assert pot(deal) == 0
    assert [e.seat for e in told(deal, Turned)] == [1, 2]
    assert deal.ask is None
    assert after(deal).standings == (
        Standing(0, 2, "L"), Standing(1, 2, "L"), Standing(2, 1, "W"), Standing(3, 2, "L"),
    )  # fmt: skip


def test_edge_4_a_lost_pot_bet_doubles_the_pot() -> None:
    deal = play(first_round({1: "2C 3C 4C 5C"}, "6C"), "1: bet 4")
    assert pot(deal) == 800
    assert told(deal, TriesPot) == [TriesPot(1, 400)]
    assert deal.table.counts[1] == {"pots tried": 1}


def test_edge_5_a_stack_below_the_pot_cannot_pot_it() -> None:
    deal = next_round(going_on(900, {1: 300}))
    assert bets(deal, 1) == [50, 100, 150, 200, 250, 300]
    assert refused(deal, 1, Bet(900)) == "Bet between ½ and 3."


def test_edge_6_a_pot_of_50_with_a_minimum_of_100() -> None:
    assert bets(next_round(going_on(50), min_bet=100), 1) == [50]


def test_edge_7_a_stack_of_50_with_a_minimum_of_100() -> None:
    deal = next_round(going_on(900, {1: 50}), min_bet=100)
    assert bets(deal, 1) == [50]


def test_edge_8_an_agreed_end_with_a_remainder() -> None:
    end = after(play(next_round(going_on(500), seats=3), "0: propose-end", "1: agree", "2: agree", "3: agree"))
    assert (end.stacks, end.splash, end.pot) == ((10_100,) * 4, 100, 0)


def test_edge_8_one_refusal_is_enough() -> None:
    deal = play(first_round(), "1: propose-end", "2: agree", "3: refuse")
    assert told(deal, EndRefused) == [EndRefused(3)]
    assert fact(deal, "agreed to end") is None
    assert refused(deal, 0, Agree()) == "Nobody has proposed to end the game."
    assert bets(deal, 1)


def test_edge_9_deck_out_with_six_seats() -> None:
    match = Match(RED_DOG, Options(shuffle_when="deck_out", cut="off"), going_on(9000, seats=6), "m")
    bet_least(match.begin(Seal(bytes(32), {}), 0))
    match.settle()
    assert match.state.shoe is not None and len(match.state.shoe.cards) == 22
    assert match.fresh  # 22 are too few for 30
    assert len(match.begin(Seal(bytes(31) + b"\1", {}), 0).table.piles[STOCK]) == 52 - 24


def test_edge_10_open_hands_are_seen_by_all() -> None:
    deal = first_round({1: "AS KH QD JC", 2: "2S 3S 4S 5S"}, hands="open")
    for viewer in (-1, 0, 1, 2, 3):
        assert set(view(deal, viewer).pile(HAND.of(1))) == {*cards("AS KH QD JC")}
    assert None not in [c for s in range(4) for c in view(deal).pile(HAND.of(s))]
    assert odds(view(deal, 1))[1] == 52 - 16


def test_edge_10_hidden_hands_are_seen_by_their_owners() -> None:
    deal = first_round({1: "AS KH QD JC"})
    assert view(deal).pile(HAND.of(1)) == (None,) * 4
    assert view(deal, 2).pile(HAND.of(1)) == (None,) * 4
    assert set(view(deal, 1).hand) == {*cards("AS KH QD JC")}
    assert set(view(deal, 1).pile(STOCK)) == {None}


def test_edge_11_a_losers_cards_and_the_fifth_cards_stay_until_the_round_ends() -> None:
    deal = first_round({1: "2C 3C 4C 5C", 2: "AC AD AH AS"}, "6C 7C 8C 9C")
    play(deal, "1: bet ½", "2: bet ½", "3: bet ½")
    assert seen(deal, 1) == {"2C", "3C", "4C", "5C"}
    assert seen(deal, 2) == {"AC"}
    assert view(deal).pile(TURNED) == tuple(cards("6C 7C 8C"))


def test_edge_12_the_turn_clock_bets_the_minimum() -> None:
    deal = first_round({1: "2C 3C 4C 5C"}, "6C", min_bet=150)
    (row,) = deal.lapse(1, 60_000)
    assert (row.move, row.lapsed) == (Bet(150), True)
    assert pot(deal) == 750


def test_edge_13_whoever_leaves_in_mid_round_bets_the_minimum() -> None:
    deal = play(first_round({1: "2C 3C 4C 5C", 2: "2D 3D 4D 5D"}, "6C 6D"), "1: bet ½")
    deal.lapse(2, 1000)
    moment_over(deal)
    assert stack(deal, 2) == 10_000 - 100 - 50
    assert deal.ask is not None and deal.ask.waits_for == [3]


def test_edge_14_a_bet_above_the_pot_is_refused() -> None:
    assert refused(first_round(), 1, Bet(450)) == "Bet between ½ and 4."
