"""Chips on the felt: the rulings, edge cases and worked examples of rules/dealing.md, section 7."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.amounts import CHIPS, even_split, shares
from bot.engine.chips import (
    COLOURS,
    HEIGHT,
    BadChips,
    ChipsShown,
    Racked,
    Stack,
    check_rack,
    colour_down,
    colour_up,
    counting,
    follow,
    greedy,
    pay,
    playable,
    rack,
    receive,
)
from bot.engine.codec import dump, load
from bot.engine.table import Paid, Wager

amounts = st.integers(0, 60_000).map(lambda n: n * 50)
stacks = st.builds(Stack, *[st.integers(0, 30)] * 6)


def text(stack: Stack) -> list[str]:
    return [str(row) for row in counting(stack)]


# ---- rulings --------------------------------------------------------------------------------


def test_ruling_1_two_yellows_make_a_white_and_stand_two_high() -> None:
    assert colour_up(Stack(yellow=5), "yellow") == Stack(white=2, yellow=1)
    assert text(Stack(yellow=3)) == ["yellow 1 stack × 2 + 1 = 3 → 1½"]
    assert [HEIGHT[c] * CHIPS[c] for c in COLOURS[1:]] == [CHIPS[c] for c in COLOURS[:-1]]


def test_ruling_2_nothing_is_above_purple_which_stands_by_fives() -> None:
    with pytest.raises(BadChips, match=r"^There is no chip above purple\.$"):
        colour_up(Stack(purple=10), "purple")
    assert text(Stack(purple=11)) == ["purple 2 stacks × 5 + 1 = 11 → 5,500"]


@given(stack=stacks, steps=st.lists(st.tuples(st.sampled_from(COLOURS), st.integers(1, 4), st.booleans()), max_size=12))
def test_ruling_10_changing_colours_never_changes_a_balance(stack: Stack, steps: list[tuple[str, int, bool]]) -> None:
    amount = stack.amount
    for colour, n, up in steps:
        try:
            stack = colour_up(stack, colour) if up else colour_down(stack, colour, n)
        except BadChips as why:
            assert str(why).endswith(".")
        assert stack.amount == amount
    assert sum(row.chips for row in counting(stack)) == stack.chips
    assert not counting(stack) or counting(stack)[-1].total == amount
    assert playable(amount).amount == amount == greedy(amount).amount


# ---- edge cases -----------------------------------------------------------------------------


def test_edge_8_greedy_and_playable_sum_exactly_up_to_3_000_000() -> None:
    for amount in range(0, 3_000_050, 50):
        assert greedy(amount).amount == amount
        assert playable(amount).amount == amount


@pytest.mark.parametrize("min_bet", [100, 500, 2500, 10_000])
def test_edge_8_a_colour_below_the_smallest_bet_takes_only_the_residue(min_bet: int) -> None:
    for amount in range(0, 200_050, 50):
        stack = playable(amount, min_bet)
        assert stack.amount == amount
        assert all(n < HEIGHT[colour] for colour, n in stack if CHIPS[colour] < min_bet)


def test_edge_9_paying_from_a_single_black_chip() -> None:
    paid = pay(Stack(black=1), 50)
    assert paid.given == Stack(black=1)
    assert paid.paid == Stack(yellow=1)
    assert paid.change == paid.left == Stack(green=3, red=4, white=4, yellow=1)
    assert paid.left.amount == 9950
    assert pay(Stack(black=1), 10_000).left == Stack()


def test_edge_14_two_winners_and_an_odd_yellow() -> None:
    assert even_split(1050, 2) == (500, 50)
    assert shares(1050, 2) == [550, 500]


# ---- worked examples ------------------------------------------------------------------------


def test_example_5_buy_ins() -> None:
    assert greedy(10_000) == Stack(black=1)
    assert playable(10_000) == Stack(green=1, red=13, white=8, yellow=4)
    assert playable(10_000).chips == 26
    assert playable(10_000, 100) == Stack(green=1, red=13, white=10)
    assert playable(20_000) == Stack(green=5, red=13, white=8, yellow=4)
    assert greedy(1250) == Stack(red=2, white=2, yellow=1)
    assert playable(1250) == Stack(red=1, white=6, yellow=3)


def test_example_6_a_green_is_broken() -> None:
    paid = pay(Stack(green=1, red=1, white=2), 1050)
    assert paid.given == Stack(green=1, red=1, white=2)
    assert paid.paid == Stack(red=1, white=5, yellow=1)
    assert paid.change == paid.left == Stack(red=4, white=1, yellow=1)
    assert paid.left.amount == 2150


def test_example_7_counting() -> None:
    assert text(Stack(red=25)) == ["red 5 stacks × 5 = 25 → 125"]
    stack = Stack(black=1, green=6, red=13, white=8, yellow=3)
    assert text(stack) == [
        "black 1 → 100",
        "green 1 stack × 4 + 2 = 6 → 250",
        "red 2 stacks × 5 + 3 = 13 → 315",
        "white 1 stack × 5 + 3 = 8 → 323",
        "yellow 1 stack × 2 + 1 = 3 → 324½",
    ]
    assert [row.total for row in counting(stack)] == [10_000, 25_000, 31_500, 32_300, 32_450]
    assert text(Stack(red=13)) == ["red 2 stacks × 5 + 3 = 13 → 65"]


def test_example_8_the_rack_and_a_split_of_three() -> None:
    assert check_rack([20, 20, 19, 20, 20]) == ((3,), 99)
    each, left = even_split(1000, 3)
    assert (each, left) == (300, 100)
    assert dict(zip((2, 4, 0), shares(1000, 3), strict=True)) == {2: 350, 4: 350, 0: 300}


# ---- the rest of section 7 ------------------------------------------------------------------


@given(amount=amounts)
def test_greedy_takes_the_fewest_chips(amount: int) -> None:
    stack = greedy(amount)
    assert all(n < HEIGHT[colour] for colour, n in stack if colour != "purple")
    assert playable(amount).chips >= stack.chips


@given(stack=stacks, part=st.floats(0, 1))
def test_paying_moves_exactly_the_amount(stack: Stack, part: float) -> None:
    amount = int(stack.amount * part) // 50 * 50
    paid = pay(stack, amount)
    assert paid.paid.amount == amount
    assert paid.left.amount == stack.amount - amount
    assert paid.given.amount - paid.change.amount == amount
    assert stack - paid.given + paid.change == paid.left
    assert min(n for _, n in paid.left) >= 0


def test_the_smallest_chip_that_is_larger_than_the_rest_is_broken() -> None:
    paid = pay(Stack(black=1, green=1, yellow=1), 100)
    assert paid.given == Stack(green=1, yellow=1)
    assert paid.left == Stack(black=1, red=4, white=4, yellow=1)


@pytest.mark.parametrize("amount", [2700, 75, -50])
def test_what_a_stack_cannot_pay_is_an_error(amount: int) -> None:
    with pytest.raises(ValueError, match="cannot be paid"):
        pay(Stack(green=1), amount)


@pytest.mark.parametrize("breakdown", [greedy, playable])
@pytest.mark.parametrize("amount", [75, -50])
def test_what_no_chips_make_is_an_error(breakdown: type, amount: int) -> None:
    with pytest.raises(ValueError, match="no chips make"):
        breakdown(amount)


def test_colour_up_swaps_full_stacks_and_leaves_the_rest() -> None:
    assert colour_up(Stack(red=13), "red") == Stack(green=2, red=3)
    assert colour_up(Stack(green=9), "green") == Stack(black=2, green=1)


def test_colour_down_swaps_chips_for_the_colour_below() -> None:
    assert colour_down(Stack(black=2), "black") == Stack(black=1, green=4)
    assert colour_down(Stack(white=3), "white", 3) == Stack(yellow=6)


@pytest.mark.parametrize(
    ("stack", "colour", "n", "why"),
    [
        (Stack(red=4), "red", None, "It takes 5 red chips to colour up, and you have 4."),
        (Stack(red=4), "green", None, "You have no green chips."),
        (Stack(red=4), "pink", None, "There is no such chip; there are purple, black, green, red, white, yellow."),
        (Stack(yellow=2), "yellow", 1, "There is no chip below yellow."),
        (Stack(red=4), "white", 1, "You have no white chips."),
        (Stack(red=4), "red", 5, "Choose from 1 to 4 red chips."),
        (Stack(red=4), "red", 0, "Choose from 1 to 4 red chips."),
    ],
)
def test_what_cannot_be_changed_is_refused_in_a_sentence(stack: Stack, colour: str, n: int | None, why: str) -> None:
    with pytest.raises(BadChips) as refused:
        colour_up(stack, colour) if n is None else colour_down(stack, colour, n)
    assert str(refused.value) == why


def test_the_rack_holds_a_hundred_and_odd_chips_a_few_more_or_less() -> None:
    assert rack(100) == Racked(5, 0)
    assert rack(67) == Racked(3, 7)
    assert rack(95, 19) == rack(105, 21) == Racked(5, 0)
    assert check_rack([21, 20, 21, 21, 19], 21) == ((2, 5), 102)
    assert check_rack([20] * 5) == ((), 100)


@pytest.mark.parametrize(
    ("tubes", "capacity", "why"),
    [
        ([20] * 4, 20, "A rack has 5 tubes of up to 20 chips."),
        ([20, 20, 20, 20, 21], 20, "A rack has 5 tubes of up to 20 chips."),
        ([20] * 5, 22, "A tube holds from 19 to 21 chips."),
    ],
)
def test_no_such_rack(tubes: list[int], capacity: int, why: str) -> None:
    with pytest.raises(BadChips) as refused:
        check_rack(tubes, capacity)
    assert str(refused.value) == why


def test_less_than_no_chips_cannot_be_racked() -> None:
    with pytest.raises(BadChips, match=r"^There cannot be fewer than no chips\.$"):
        rack(-1)


def test_a_chip_that_is_not_there_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="there is no 1 red in 4 white"):
        _ = Stack(white=4) - Stack(red=1)


@given(stack=stacks)
def test_a_stack_can_be_kept_and_read_back(stack: Stack) -> None:
    assert load(Stack, dump(stack)) == stack
    assert str(Stack()) == ""


# ---- stacks follow the table ----------------------------------------------------------------


def test_winnings_arrive_in_the_fewest_chips() -> None:
    assert receive(Stack(white=4), 1250) == Stack(red=2, white=6, yellow=1)


def test_change_is_shown_before_it_joins_the_stack() -> None:
    now, shown = follow({0: Stack(green=1)}, [Paid(100, 0, "pot", "ante"), "another event"])
    change = Stack(red=4, white=4)
    assert now == {0: change}
    assert shown == [ChipsShown(0, 2400, change, "change")]


def test_a_split_pot_is_shown_and_a_pot_for_one_is_not() -> None:
    split = [Paid(550, "pot", 2, "wins"), Paid(500, "pot", 0, "wins")]
    now, shown = follow({}, split)
    assert now == {2: greedy(550), 0: greedy(500)}
    assert shown == [ChipsShown(2, 550, greedy(550), "wins"), ChipsShown(0, 500, greedy(500), "wins")]
    assert follow({}, split[:1]) == ({2: greedy(550)}, [])


def test_a_payment_of_100_whites_or_more_is_shown() -> None:
    paid = [Paid(9950, "house", 1, "win"), Paid(10_000, "house", 1, "blackjack")]
    now, shown = follow({1: Stack(yellow=1)}, paid)
    assert now[1].amount == 20_000
    assert shown == [ChipsShown(1, 10_000, Stack(black=1), "blackjack")]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 400), st.booleans()), max_size=20))
def test_every_stack_is_worth_its_balance_at_all_times(moves: list[tuple[int, int, bool]]) -> None:
    balance = dict.fromkeys(range(4), 10_000)
    now = {seat: playable(10_000) for seat in balance}
    for seat, yellows, out in moves:
        amount = min(yellows * 50, balance[seat]) if out else yellows * 50
        event = Paid(amount, seat, Wager(seat), "bet") if out else Paid(amount, "house", seat, "win")
        balance[seat] += -amount if out else amount
        now, _ = follow(now, [event])
        assert {s: stack.amount for s, stack in now.items()} == balance
