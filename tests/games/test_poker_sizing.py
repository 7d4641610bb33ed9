"""How people size their bets at poker: what they type, and what their buttons say."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.betting import CALL, Bet
from bot.engine.deal import Deal
from bot.games.poker.moves import Raise
from bot.games.poker.sizing import BadSize, Sizes, read_own, read_size

from .poker_table import all_do, table
from .table import play, turn

NO: dict[str, Any] = {"limit": "no", "smallest": None}


def no(**more: Any) -> dict[str, Any]:
    """No limit, in the chips of the small blind."""
    return NO | more


def sizes(deal: Deal) -> Sizes:
    """Of whose turn it is."""
    seat = turn(deal)
    assert seat is not None
    (found,) = (o.reads for o in deal.offers(seat) if o and o.kind in (Bet, Raise))
    assert isinstance(found, Sizes)
    return found


def buttons(deal: Deal, own: str = "") -> list[str]:
    return [label for label, _ in sizes(deal).buttons(own)]


def flop(**options: Any) -> Deal:
    """A pot of 8, and the small blind is to speak."""
    return all_do(table(**no(**options)), "call", "call", "call", "check")


# ---- what is typed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3x", "3x"), ("X3", "3x"), ("2,5×", "2.5x"), ("3bb", "3bb"), ("2.5 BB", "2.5bb"), ("75%", "75%"),
        ("75 % of the pot", "75%"), ("pot", "pot"), ("100%", "pot"), ("half", "50%"), ("½", "50%"), ("½ pot", "50%"),
        ("half pot", "50%"), ("a third of the pot", "1/3"), ("2/3 pot", "2/3"), ("⅔", "2/3"), ("1½ pot", "150%"),
        ("1.5 pot", "150%"), ("2x pot", "200%"), ("all", "all"), ("All in", "all"), ("all-in!", "all"), ("min", "min"),
    ],
)  # fmt: skip
def test_a_size_is_read(typed: str, meant: str) -> None:
    assert str(read_size(typed)) == meant
    assert str(read_size(meant)) == meant, "it is read back as it is kept"


@pytest.mark.parametrize("typed", ["20", "2½", "2.5", "+20", "3r 2w", "1,000", "0x", "1/0", "x", "%", "-3x", "1e9"])
def test_other_texts_are_no_sizes(typed: str) -> None:
    assert read_size(typed) is None


@pytest.mark.parametrize(("typed", "amount"), [
    ("3x", 600), ("3bb", 600), ("pot", 700), ("half", 500), ("75%", 600), ("min", 400), ("all", 10_000),
    ("2/3 pot", 600),
])  # fmt: skip
def test_what_a_size_comes_to_for_an_opener(typed: str, amount: int) -> None:
    assert sizes(table(**NO))(typed) == amount, "a pot of 3 and the call of 2; parts are rounded up"


def test_a_straddle_counts() -> None:
    deal = table(**no(straddle=True))
    play(deal, "3: straddle")
    assert buttons(deal) == ["Min 8", "2.5× 10", "3× 12", "4× 16", "All in 100"]
    assert sizes(deal)("3bb") == 600, "a big blind is still 2"


# ---- buttons ---------------------------------------------------------------------------------


def test_an_opener_sees_times_the_big_blind() -> None:
    assert buttons(table(**NO)) == ["Min 4", "2.5× 5", "3× 6", "4× 8", "All in 100"]


def test_over_a_raise_there_are_three_times_and_the_pot() -> None:
    deal = all_do(table(**NO), "raise 6")
    assert buttons(deal) == ["Min 10", "3× 18", "Pot 21", "All in 100"]


def test_after_the_flop_there_are_parts_of_the_pot() -> None:
    assert buttons(flop()) == ["⅓ pot 3", "½ pot 4", "¾ pot 6", "Pot 8", "1½ pot 12", "All in 98"]
    deal = all_do(flop(), "bet 4")
    assert buttons(deal) == ["⅓ pot 10", "½ pot 12", "¾ pot 16", "Pot 20", "1½ pot 28", "All in 98"]


def test_a_raise_of_a_part_below_the_least_falls_away() -> None:
    deal = all_do(flop(), "bet 20")
    assert buttons(deal) == ["Min 40", "½ pot 44", "¾ pot 56", "Pot 68", "1½ pot 92", "All in 98"]


def test_pot_limit_ends_at_the_pot() -> None:
    assert buttons(all_do(table("omaha", smallest=None), "call", "call", "call", "check")) == [
        "Min 2", "⅓ pot 3", "½ pot 4", "¾ pot 6", "Pot 8",
    ]  # fmt: skip


def test_what_is_equal_or_illegal_falls_away() -> None:
    deal = table(stacks={3: 550}, **NO)
    assert buttons(deal) == ["Min 4", "2.5× 5", "All in 5½"]
    deal = table(stacks={3: 350}, **NO)
    assert buttons(deal) == ["All in 3½"]
    assert buttons(table(limit="fixed", smallest=None)) == ["Raise to 4"]


def test_ones_own_sizes_take_their_place() -> None:
    assert buttons(table(**NO), "3x pot 3bb") == ["Min 4", "3× 6", "Pot 7", "All in 100"]
    assert buttons(flop(), "33% 2/3 2x all") == ["Min 2", "33% 3", "2× 4", "⅔ pot 6", "All in 98"]


# ---- one's own -------------------------------------------------------------------------------


def test_own_sizes_are_kept_as_they_can_be_typed() -> None:
    assert read_own("2.5x, 3× pot") == "2.5x 3x pot"
    assert read_own("33% 50% ¾ pot all in") == "33% 50% 75% all"
    assert read_own("1/2 pot 1½ pot") == "50% 150%"
    assert read_own("  ") == ""


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("20", "“20” is no size; write some like 2.5x, 3bb, 33%, 1/2, pot or all."),
        ("3x much", "“much” is no size; write some like 2.5x, 3bb, 33%, 1/2, pot or all."),
        ("1x 2x 3x 4x 5x 6x", "You may have 5 sizes at most."),
    ],
)
def test_others_are_refused(typed: str, why: str) -> None:
    with pytest.raises(BadSize) as bad:
        read_own(typed)
    assert str(bad.value) == why


# ---- what is asked ---------------------------------------------------------------------------


def test_a_typed_amount_above_half_of_the_stack_is_asked_about() -> None:
    found = sizes(table(**NO))
    assert found.asks(5000) is None
    assert found.asks(6400) == "Raise to 64 (all but 36 of your stack)?"
    assert found.asks(10_000) == "All in with 100?"
    assert sizes(flop()).asks(5000) == "Bet 50 (all but 48 of your stack)?"


def test_a_call_and_a_raise_that_are_all_in_ask_alike() -> None:
    deal = all_do(table(stacks={0: 9800}, **NO), "raise 100")
    call = next(o for o in deal.offers(0) if o.kind.__name__ == "Call")
    assert (call.confirm(CALL), call.at_stake) == ("Call 98, all in?", 9800)
    deal = table(**NO)
    (raises,) = (o for o in deal.offers(3) if o.kind is Raise)
    assert (raises.confirm(Raise(10_000)), raises.at_stake) == ("All in with 100?", 10_000)
    call = next(o for o in deal.offers(3) if o.kind.__name__ == "Call")
    assert (call.confirm(CALL), call.at_stake) == (None, None)
