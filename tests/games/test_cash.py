"""Cash, a hand of it: countdowns, touches, swaps, the duty to refresh, gestures."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from bot.engine.asks import CLOCK
from bot.engine.cards import card, deck
from bot.engine.codec import dump_row, load_row
from bot.engine.deal import Deal, digest
from bot.engine.facts import HAND, STOCK
from bot.engine.options import BadOption, read_options
from bot.engine.piles import SPECTATOR
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.cash import CASH
from bot.games.cash import moves as m
from bot.games.cash.board import AGAIN
from bot.games.cash.facts import BOARD as LYING
from bot.games.cash.facts import CLEARED
from bot.games.cash.pads import pair_of, partner_of
from bot.games.catalog import game

from .cash_table import (
    ANN,
    BEN,
    BOARD,
    CY,
    DEE,
    GO,
    PLAIN,
    all_pass,
    board,
    counting,
    grab,
    hand,
    no,
    over,
    press,
    swap,
    throw,
    up,
    wait,
)
from .table import fact, told

# ---- setup and countdown -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_edge_1_partners_are_never_neighbours(seats: int) -> None:
    assert all((partner_of(p, seats) - p) % seats not in (0, 1, seats - 1) for p in range(seats))
    assert all(partner_of(partner_of(p, seats), seats) == p for p in range(seats))
    assert len({pair_of(p, seats) for p in range(seats)}) == seats // 2


def test_edge_1_it_is_played_by_four_six_or_eight_in_partnerships() -> None:
    assert [*CASH.seats] == [4, 6, 8] and CASH.fixed
    assert all(CASH.in_partnerships(CASH.options(), n) for n in CASH.seats)


def test_other_names_for_the_game() -> None:
    assert game("kemps") is CASH is game("Kent")


@pytest.mark.parametrize(("seats", "stock", "refreshes"), [(4, 32, 8), (6, 24, 6), (8, 16, 4)])
def test_example_1_ruling_4_the_deck_comes_out_even(seats: int, stock: int, refreshes: int) -> None:
    deal = counting({}, "", seats=seats, dealer=seats - 1)
    assert len(deal.table.piles[STOCK]) == stock
    while deal.ask and deal.ask.timer:
        deal.tick(deal.ask.timer[0])
    assert len(told(deal, m.Boarded)) == refreshes + 1 and not len(deal.table.piles[STOCK])
    assert len(deal.table.piles[CLEARED]) == 4 * refreshes
    assert over(deal).caller is None


def test_the_dealer_counts_three_two_one_go() -> None:
    deal = counting()
    assert told(deal, m.Boarded) == [m.Boarded(1, DEE, ANN, GO - 3000)]
    counts = []
    for at in range(GO - 3000, GO + 1, 500):
        deal.tick(at)
        counts.append(fact(deal, "count"))
        up = at >= GO
        assert [c is not None for c in view(deal, ANN).pile(LYING)] == [up] * 4
    assert counts == [3, 3, 2, 2, 1, 1, None]
    (go,) = told(deal, m.Go)
    assert (" ".join(map(str, go.cards)), go.at) == (BOARD, GO)


def test_ruling_8_edge_7_the_outgoing_keeper_counts_later_boards() -> None:
    deal = up()
    for keeper, caller, number in ((BEN, ANN, 2), (CY, BEN, 3), (DEE, CY, 4), (ANN, DEE, 5)):
        at = deal.table.now - GO
        all_pass(deal, at)
        press(deal, caller, m.Refresh(), at)
        assert told(deal, m.Boarded)[-1][:3] == (number, caller, keeper)
        assert len(told(deal, m.Boarded)[-1].cleared) == 4
        wait(deal, at + 3000)
        assert fact(deal, "stage") == "open"


# ---- who sees what -----------------------------------------------------------------------------------


def test_a_hand_is_its_owners_and_the_board_everybodys_after_go() -> None:
    deal = up()
    for viewer in (SPECTATOR, ANN, BEN, CY, DEE):
        sight = view(deal, viewer)
        for seat in range(4):
            faces = sight.pile(HAND.of(seat))
            assert len(faces) == 4 and all((c is not None) == (seat == viewer) for c in faces)
        assert all(sight.pile(LYING))
        assert sight.pile(STOCK) == (None,) * 32


def test_what_is_armed_is_a_secret_and_what_is_touched_is_not() -> None:
    deal = up()
    press(deal, ANN, m.Arm(card("4C")), 0)
    press(deal, BEN, grab("2D"), 10)
    wait(deal, 310)
    assert view(deal, ANN).facts["armed 0"] == card("4C")
    assert all("armed 0" not in view(deal, other).facts for other in (SPECTATOR, BEN, CY, DEE))
    assert view(deal, SPECTATOR).facts["held"] == ((BEN, card("2D")),)


def test_edge_13_after_every_action_all_cards_are_somewhere() -> None:
    """Also those of a touch that runs out; what `Keeper` holds in every match."""
    deal = up()

    def there() -> list[str]:
        return sorted(str(c) for pile in deal.table.piles.values() for c in pile)

    assert there() == sorted(map(str, deck()))
    for seat, move, at in (
        (ANN, m.Arm(card("4C")), 0),
        (BEN, grab("2D"), 10),
        (BEN, throw("8H"), 400),
        (CY, grab("9C"), 2000),
    ):
        press(deal, seat, move, at)
        assert there() == sorted(map(str, deck()))
    wait(deal, 8000)
    assert told(deal, m.Released) and there() == sorted(map(str, deck()))
    all_pass(deal, 9000)
    press(deal, ANN, m.Refresh(), 9000)
    assert len(deal.table.piles[CLEARED]) == 4 and there() == sorted(map(str, deck()))


def test_cleared_boards_are_only_counted() -> None:
    deal = up()
    all_pass(deal, 0)
    press(deal, ANN, m.Refresh(), 0)
    assert all(view(deal, viewer).pile(CLEARED) == (None,) * 4 for viewer in (SPECTATOR, ANN, CY))


# ---- touching and swapping ---------------------------------------------------------------------------


def test_example_2_a_swap() -> None:
    deal = up()
    swap(deal, ANN, "9C", "4C", 1000)
    assert hand(deal, ANN) == "9S 9H 9C KD" and board(deal) == "4C 2D JS 5H"
    assert told(deal, m.Swapped) == [m.Swapped(ANN, card("9C"), card("4C"), GO + 1300)]


def test_ruling_7_a_touch_holds_the_card_until_one_is_thrown_down() -> None:
    deal = up()
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 300)
    assert told(deal, m.Touched) == [m.Touched(ANN, card("9C"), GO + 300, GO + 4300)]
    assert hand(deal, ANN) == PLAIN[ANN] and board(deal) == BOARD
    press(deal, ANN, throw("KD"), 4000)
    assert hand(deal, ANN) == "9S 9H 4C 9C" and board(deal) == "KD 2D JS 5H"


def test_an_armed_card_is_thrown_by_the_next_touch_and_only_by_that() -> None:
    deal = up(grab_gap_ms=0)
    press(deal, ANN, m.Arm(card("KD")), 0)
    press(deal, ANN, m.Arm(card("4C")), 10)
    press(deal, ANN, grab("9C"), 20)
    wait(deal, 400)
    assert hand(deal, ANN) == "9S 9H 9C KD" and fact(deal, "armed 0") is None
    press(deal, ANN, grab("2D"), 500)
    wait(deal, 900)
    assert fact(deal, "held") == ((ANN, card("2D")),)


def test_nothing_is_armed_after_arming_none() -> None:
    deal = up()
    press(deal, ANN, m.Arm(card("KD")), 0)
    press(deal, ANN, m.Arm(None), 0)
    press(deal, ANN, grab("9C"), 20)
    wait(deal, 400)
    assert hand(deal, ANN) == PLAIN[ANN]


def test_edge_2_example_3_the_earlier_press_has_the_card_whatever_arrives_first() -> None:
    """Ann's press at 10.420 arrives second, Ben's at 10.510 first; one at 10.900 is too late."""
    deal = up()
    press(deal, BEN, grab("9C"), 520, pressed=510)
    press(deal, ANN, grab("9C"), 560, pressed=420)
    wait(deal, 820)
    assert fact(deal, "held") == ((ANN, card("9C")),)
    assert told(deal, m.Missed) == [m.Missed(BEN, card("9C"), ANN)]
    assert m.Missed(BEN, card("9C"), ANN) not in view(deal, CY).events
    assert no(deal, DEE, grab("9C"), 900, pressed=GO + 900) == "Gone: {0} touched it first."


def test_edge_2_every_order_of_arrival_gives_the_same() -> None:
    presses = [(ANN, "9C", 30), (BEN, "9C", 10), (CY, "9C", 20), (BEN, "2D", 5), (DEE, "2D", 25), (ANN, "2D", 40)]
    outcomes = set()
    for order in permutations(presses):
        deal = up()
        for n, (seat, take, pressed) in enumerate(order):
            press(deal, seat, grab(take), 50 + n, pressed=pressed)
        wait(deal, 600)
        outcomes.add(fact(deal, "held"))
    assert outcomes == {((BEN, card("2D")), (CY, card("9C")))}


def test_presses_in_one_millisecond_are_drawn_by_lot_whoever_came_in_first() -> None:
    winners = set()
    for order in permutations((ANN, BEN, CY)):
        deal = up()
        for n, seat in enumerate(order):
            press(deal, seat, grab("9C"), 10 + n, pressed=5)
        wait(deal, 400)
        winners.add(fact(deal, "held")[0][0])
    assert len(winners) == 1


def test_edge_3_ruling_13_a_lot_is_the_same_with_the_same_seed() -> None:
    def winner(card_: str, first: int) -> int:
        deal = up(race="lot")
        for n in range(4):
            press(deal, (first + n) % 4, grab(card_), 10 + n, pressed=(first + n) % 4)
        wait(deal, 400)
        return fact(deal, "held")[0][0]

    assert len({winner("9C", first) for first in range(4)}) == 1
    drawn, holder = set(), -1
    for earlier in range(6):  # other lots, other winners
        deal = up(race="lot", grab_gap_ms=0, touch_s=2)
        for n in range(earlier + 1):
            at = n * 5000
            for seat in range(4):
                press(deal, seat, grab("9C"), at + seat)
            wait(deal, at + 350)
            holder = fact(deal, "held")[0][0]
            wait(deal, at + 4900)
        drawn.add(holder)
    assert len(drawn) > 1


def test_a_lot_is_only_among_presses_inside_the_window() -> None:
    for n in range(8):
        deal = up(race="lot", fair_window_ms=100)
        press(deal, DEE, grab("JS"), n)  # another lot before, so that the draws differ
        press(deal, ANN, grab("9C"), 310, pressed=300)
        press(deal, BEN, grab("9C"), 315, pressed=290)
        press(deal, CY, grab("9C"), 405, pressed=401)
        wait(deal, 420)
        assert {c: s for s, c in fact(deal, "held")}[card("9C")] in (ANN, BEN)


def test_edge_4_ruling_12_a_touch_without_a_throw_runs_out() -> None:
    deal = up()
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 4299)
    assert fact(deal, "held") == ((ANN, card("9C")),)
    wait(deal, 4300)
    assert fact(deal, "held") == () and hand(deal, ANN) == PLAIN[ANN] and board(deal) == BOARD
    assert told(deal, m.Released) == [m.Released(ANN, card("9C"))]
    assert no(deal, ANN, grab("9C"), 8299) == "You have just let that card go; leave it a moment."
    press(deal, BEN, grab("9C"), 8299)
    wait(deal, 8300)
    press(deal, ANN, grab("2D"), 8300)


def test_edge_4_the_seat_may_touch_another_card_meanwhile_and_the_same_one_later() -> None:
    deal = up(touch_s=2)
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 2300)
    swap(deal, ANN, "2D", "KD", 2400)
    press(deal, ANN, grab("9C"), 4300)
    wait(deal, 4600)
    assert fact(deal, "held") == ((ANN, card("9C")),)


def test_edge_5_before_go_nothing_can_be_touched() -> None:
    deal = counting()
    assert no(deal, ANN, grab("9C"), -1) == "The board is not up yet."
    assert no(deal, ANN, m.Pass(), -1) == "The board is not up yet."
    assert no(deal, ANN, m.Refresh(), -1) == "The board is not up yet."
    press(deal, ANN, grab("9C"), 0)


def test_edge_5_a_cleared_card_cannot_be_touched_and_an_old_button_takes_nothing() -> None:
    deal = up()
    drawn = deal.number
    all_pass(deal, 0)
    press(deal, ANN, m.Refresh(), 0)
    assert no(deal, BEN, grab("9C"), 3000, drawn=drawn) == "That board is gone; look at the new one."
    assert no(deal, BEN, grab("9C"), 3000) == "That card does not lie on the board."
    (first, *_) = board(deal).split()
    assert no(deal, BEN, grab(first), 3000, drawn=drawn) == "That board is gone; look at the new one."
    press(deal, BEN, grab(first), 3000)


def test_edge_5_a_held_card_a_second_touch_and_the_gap() -> None:
    deal = up()
    press(deal, BEN, grab("9C"), 0)
    wait(deal, 300)
    assert no(deal, ANN, grab("9C"), 300) == "Gone: {1} touched it first."
    assert no(deal, BEN, grab("2D"), 300) == AGAIN
    assert no(deal, BEN, grab("9C"), 300) == AGAIN
    press(deal, BEN, throw("8H"), 500)
    assert no(deal, ANN, grab("9C"), 600) == "Gone: {1} has taken it."
    assert no(deal, BEN, grab("2D"), 1199) == "Slow down: one swap after the other."
    press(deal, BEN, grab("2D"), 1200)


def test_throwing_down_wants_a_touch_and_a_card_of_the_hand() -> None:
    deal = up()
    assert no(deal, ANN, throw("4C"), 0) == "Touch a card of the board first."
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 300)
    assert no(deal, ANN, throw("9C"), 300) == "That is the card that you touched: throw down another."
    assert no(deal, ANN, throw("2C"), 300) == "You do not hold that card."


def test_naming_a_card_that_one_does_not_hold() -> None:
    deal = up()
    assert no(deal, ANN, grab("9C", "2C"), 0) == "You do not hold that card."
    assert no(deal, ANN, grab("9C", "9C"), 0) == "You do not hold that card."
    assert no(deal, ANN, m.Arm(card("2C")), 0) == "You do not hold that card."


def test_several_cards_are_taken_by_several_grabs() -> None:
    deal = up(grab_gap_ms=0)
    for n, (take, give) in enumerate((("9C", "4C"), ("2D", "KD"), ("JS", "2D"))):
        swap(deal, ANN, take, give, 400 * n)
    assert hand(deal, ANN) == "9S 9H 9C JS" and board(deal) == "4C KD 2D 5H"


@pytest.mark.parametrize(("option", "value"), [("fair_window_ms", 0), ("fair_window_ms", 1000)])
def test_option_fair_window(option: str, value: int) -> None:
    deal = up(**{option: value})
    press(deal, ANN, grab("9C"), 0)
    wait(deal, value - 1)
    assert fact(deal, "held") is None
    wait(deal, value)
    assert fact(deal, "held") == ((ANN, card("9C")),)


@pytest.mark.parametrize("seconds", [2, 8])
def test_option_touch_s(seconds: int) -> None:
    deal = up(touch_s=seconds)
    press(deal, ANN, grab("9C"), 0)
    wait(deal, 300)
    assert told(deal, m.Touched)[0].until == GO + 300 + 1000 * seconds


@pytest.mark.parametrize("gap", [0, 2000])
def test_option_grab_gap(gap: int) -> None:
    deal = up(grab_gap_ms=gap)
    swap(deal, ANN, "9C", "4C", 0)
    if gap:
        assert no(deal, ANN, grab("2D"), 300 + gap - 1).startswith("Slow down")
    press(deal, ANN, grab("2D"), 300 + gap)


@pytest.mark.parametrize("log", [True, False])
def test_option_swap_log(log: bool) -> None:
    deal = up(swap_log=log)
    swap(deal, ANN, "9C", "4C", 0)
    sees = {v: any(isinstance(e, m.Swapped) for e in view(deal, v).events) for v in (SPECTATOR, ANN, BEN, CY)}
    assert sees == {SPECTATOR: log, ANN: True, BEN: log, CY: log}


@pytest.mark.parametrize(
    "given", [{"touch_s": 1}, {"touch_s": 9}, {"fair_window_ms": 1001}, {"grab_gap_ms": 2001}, {"quiet_s": 4},
              {"quiet_s": 61}, {"name": "spoons"}, {"teams": "boys"}, {"race": "best"}, {"counter": "all"},
              {"signals": "none"}, {"letters": "maybe"}],
)  # fmt: skip
def test_options_out_of_range_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        read_options(CASH.options, given)


# ---- no more, and the duty to refresh ----------------------------------------------------------------


def test_all_want_no_more_and_the_keeper_refreshes() -> None:
    deal = up()
    all_pass(deal, 100)
    assert fact(deal, "no more") == {ANN, BEN, CY, DEE} and fact(deal, "may refresh")
    press(deal, ANN, m.Refresh(), 200)
    assert fact(deal, "keeper") == BEN and fact(deal, "stage") == "countdown" and fact(deal, "no more") == set()
    assert len(deal.table.piles[STOCK]) == 28


def test_edge_6_only_the_keeper_and_only_when_the_board_is_at_rest() -> None:
    deal = up()
    assert no(deal, BEN, m.Refresh(), 0) == "Only {0} can refresh, and the board is still moving."
    assert no(deal, ANN, m.Refresh(), 0).startswith("The board is still moving")
    for seat in (ANN, BEN, CY):
        press(deal, seat, m.Pass(), 100)
    assert no(deal, ANN, m.Refresh(), 100).startswith("The board is still moving")
    press(deal, DEE, m.Pass(), 100)
    assert no(deal, BEN, m.Refresh(), 100) == "Only {0} can refresh."
    press(deal, BEN, grab("2D"), 200)
    assert no(deal, ANN, m.Refresh(), 200) == "Wait: somebody holds a card of the board."
    wait(deal, 500)
    assert no(deal, ANN, m.Refresh(), 500) == "Wait: somebody holds a card of the board."


def test_edge_6_any_swap_clears_no_more_for_all() -> None:
    deal = up()
    all_pass(deal, 100)
    swap(deal, ANN, "9C", "4C", 200)
    assert fact(deal, "no more") == set() and not fact(deal, "may refresh")
    press(deal, ANN, m.Pass(), 600)
    assert no(deal, ANN, m.Pass(), 600) == "You want no more already."


@pytest.mark.parametrize("seconds", [5, 12, 60])
def test_option_quiet_s_after_so_long_the_idle_want_no_more(seconds: int) -> None:
    deal = up(quiet_s=seconds)
    press(deal, BEN, m.Pass(), 100)
    wait(deal, 1000 * seconds - 1)
    assert not fact(deal, "may refresh")
    wait(deal, 1000 * seconds)
    assert fact(deal, "may refresh") and fact(deal, "no more") == {ANN, BEN, CY, DEE}
    press(deal, ANN, m.Refresh(), 1000 * seconds + 1)


def test_quiet_begins_anew_with_every_swap() -> None:
    deal = up()
    swap(deal, ANN, "9C", "4C", 9700)
    wait(deal, 21_999)
    assert not fact(deal, "may refresh")
    wait(deal, 22_000)
    assert fact(deal, "may refresh")


def test_timeout_the_bot_refreshes_five_seconds_after_the_keeper_could() -> None:
    deal = up()
    all_pass(deal, 1000)
    wait(deal, 5999)
    assert fact(deal, "board number") == 1
    wait(deal, 6000)
    assert fact(deal, "board number") == 2 and fact(deal, "keeper") == BEN
    assert deal.rows[-1][:2] == (CLOCK, m.Turns())


def test_a_touch_takes_the_keepers_time_back() -> None:
    deal = up()
    all_pass(deal, 1000)
    press(deal, BEN, grab("2D"), 5900)
    wait(deal, 10_100)
    assert fact(deal, "board number") == 1
    wait(deal, 10_200)  # the touch has run out
    assert fact(deal, "may refresh")
    wait(deal, 15_200)
    assert fact(deal, "board number") == 2


def test_ruling_5_armed_cards_stay_armed_and_cleared_boards_never_come_back() -> None:
    deal = up()
    press(deal, CY, m.Arm(card("KC")), 0)
    all_pass(deal, 0)
    press(deal, ANN, m.Refresh(), 0)
    wait(deal, 3000)
    assert fact(deal, "armed 2") == card("KC")
    assert not {*BOARD.split()} & {*board(deal).split()}


def last_board(**options: object) -> tuple[Deal, int]:
    """The ninth board, with nothing in the stock, and when it was turned up."""
    deal = up(**options)
    for _ in range(8):
        at = deal.table.now - GO
        all_pass(deal, at)
        press(deal, fact(deal, "keeper"), m.Refresh(), at)
        wait(deal, at + 3000)
    return deal, deal.table.now - GO


def test_edge_11_example_8_real_deal_after_the_last_board() -> None:
    deal, at = last_board()
    assert no(deal, fact(deal, "keeper"), m.Refresh(), at).startswith("The stock is empty")
    all_pass(deal, at)
    assert told(deal, m.LastBoard) == [m.LastBoard(GO + at + 10_000)]
    wait(deal, at + 9999)
    assert deal.ask
    deal.tick(GO + at + 10_000)
    end = over(deal)
    assert (end.caller, end.won, end.lost, end.letters) == (None, (), (), (0, 0, 0, 0))
    assert deal.after and deal.after.standings is None
    assert deal.after.counted(0)["real deals"] == 1


def test_edge_11_a_swap_in_the_ten_seconds_stops_them_and_a_touch_does_not() -> None:
    deal, at = last_board()
    all_pass(deal, at)
    first = board(deal).split()[0]
    press(deal, ANN, grab(first), at + 5000)
    wait(deal, at + 5300)
    assert fact(deal, "may refresh")
    press(deal, ANN, throw(hand(deal, ANN).split()[0]), at + 9000)
    wait(deal, at + 20_999)
    assert deal.ask and not fact(deal, "may refresh")
    wait(deal, at + 21_000)  # quiet for twelve seconds: the ten begin anew
    assert len(told(deal, m.LastBoard)) == 2
    wait(deal, at + 30_999)
    assert deal.ask
    deal.tick(GO + at + 31_000)
    assert over(deal).caller is None


def test_edge_11_a_call_in_the_ten_seconds_counts() -> None:
    deal, at = last_board()
    all_pass(deal, at)
    press(deal, ANN, m.Cash(), at + 9999)
    deal.tick(GO + at + 12_000)
    assert over(deal).caller == ANN


# ---- gestures ----------------------------------------------------------------------------------------


def test_gestures_are_public_and_allowed_from_the_deal_on() -> None:
    deal = counting()
    press(deal, ANN, m.Gesture("sip"), -2000)
    wait(deal, 0)
    press(deal, ANN, m.Gesture("hum"), 100)
    for viewer in (SPECTATOR, BEN, CY):
        made = [e for e in view(deal, viewer).events if isinstance(e, m.Gestured)]
        assert [(e.seat, e.gesture, e.at - GO) for e in made] == [(ANN, "sip", -2000), (ANN, "hum", 100)]


def test_a_gesture_has_no_effect_on_the_rules() -> None:
    one, other = up(), up()
    press(one, ANN, m.Gesture("sip"), 100)
    swap(one, BEN, "2D", "8H", 200)
    swap(other, BEN, "2D", "8H", 200)
    assert (hand(one, BEN), board(one)) == (hand(other, BEN), board(other))


def test_one_gesture_in_a_second_and_a_half_and_twelve_a_minute() -> None:
    deal = up()
    press(deal, ANN, m.Gesture("sip"), 0)
    assert no(deal, ANN, m.Gesture("hum"), 1499).startswith("Slow down")
    press(deal, BEN, m.Gesture("hum"), 1499)
    for n in range(1, 12):
        press(deal, ANN, m.Gesture("hum"), 1500 * n)
    assert no(deal, ANN, m.Gesture("hum"), 59_999).startswith("Slow down")
    press(deal, ANN, m.Gesture("hum"), 60_000)


def test_a_gesture_that_is_not_on_the_list() -> None:
    assert no(up(), ANN, m.Gesture("wink"), 0) == "Choose a gesture from the list."
    assert len(m.GESTURES) == len({*m.GESTURES}) == 24


# ---- replay ------------------------------------------------------------------------------------------


def test_a_hand_replays_from_its_rows_with_presses_and_arrivals_apart() -> None:
    deal = up(race="lot", state=replace(opening(4), scores=(1, 0, 1, 0)))
    for n in range(4):
        press(deal, n, grab("9C"), 200 - n, pressed=100 - n)
    wait(deal, 600)
    holder = fact(deal, "held")[0][0]
    press(deal, holder, throw(hand(deal, holder).split()[1]), 800)
    press(deal, ANN, m.Counter(), 5000)
    deal.tick(GO + 6000)
    rows = [load_row(CASH, dump_row(row)) for row in deal.rows]
    again = Deal(CASH, deal.state, deal.options, None, deal.began, rows, order=deal.order)
    assert digest(again) == digest(deal) and again.after == deal.after
