"""Night Baseball: cards that nobody has seen are turned until they beat the best hand showing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.piles import EVERYONE
from bot.engine.view import view
from bot.games.poker import POKER
from bot.games.poker.facts import UP
from bot.games.poker.moves import Beaten, Bought, Turned
from bot.games.poker.options import Options

from .poker_table import all_do, amounts, check_down, seen, start, won
from .table import fact, may, play, told, turn


def night(hands: Sequence[str], then: str = "", /, *, stacks: dict[int, int] | None = None, **options: Any) -> Deal:
    """Hands of seats 1, 2 … and 0 in the order in which they are turned; any others are filled up."""
    given = [cards(text) for text in hands]
    later = cards(then)
    rest = [c for c in pack() if c not in later and all(c not in hand for hand in given) and c.rank not in (3, 4, 9)]
    for hand in given:
        while len(hand) < 7:
            hand.append(rest.pop(0))
    seats = len(given)
    order = [hand[n] for n in range(7) for hand in given] + later
    order += [c for c in pack() if c not in order]
    rules = Options(variant="night-baseball", ante=100, **options)
    assert rules.check() is None
    return Deal(POKER, start(seats, stacks=stacks), rules, None, order=[order])


def test_example_26_cards_are_turned_until_they_lead() -> None:
    deal = night(("8D", "5C 9S", "KD 3C", "2C"))
    assert (turn(deal), seen(deal, "up 1")) == (1, "8D")
    all_do(deal, *["check"] * 4)
    assert (turn(deal), seen(deal, "up 2")) == (2, "5C 9S")
    all_do(deal, *["check"] * 4)
    assert (turn(deal), seen(deal, "up 3")) == (3, "KD 3C")


def test_nobody_sees_a_card_that_is_not_turned() -> None:
    deal = night(("8D", "5C 9S", "KD 3C"))
    for viewer in range(-1, 3):
        for p in range(3):
            assert view(deal, viewer).faces(HAND.of(p)) == ()
    assert view(deal, 1).hand == ()
    assert deal.table.piles[UP.of(1)].seen_by == EVERYONE


def test_a_seat_that_has_turned_all_and_does_not_lead_is_beaten() -> None:
    deal = night(("AC", "2C 5D 6H 8S 10C JC QH", "KD KH"))
    all_do(deal, "check", "check", "check")
    assert told(deal, Beaten) == [Beaten(2)]
    assert (turn(deal), seen(deal, "up 0")) == (0, "KD KH")
    all_do(deal, "bet 4", "call")  # the beaten seat bets no more, and has a claim to what it has matched
    assert fact(deal, "betting").pots[0].eligible == (1, 2, 0)
    assert fact(deal, "betting").pots[1].eligible == (1, 0)


def test_the_last_that_is_not_beaten_wins() -> None:
    deal = night(("3C 3D 3H 3S 9C AS AH", "2C 5D 6H 8S 10C JC QH"))
    check_down(deal)
    assert won(deal)[0][4] == (1,)
    assert told(deal, Beaten) == [Beaten(0)]


def test_edge_24_a_leader_who_folds_leads_no_more() -> None:
    deal = night(("8D KC", "KD KH 2S", "7C AD 2H"))
    all_do(deal, "check", "check", "check")
    assert (turn(deal), seen(deal, "up 2")) == (2, "KD")
    all_do(deal, "check", "bet 2", "call", "fold")  # the king is gone
    assert fact(deal, "betting").live == (1, 0)
    assert (turn(deal), seen(deal, "up 0")) == (0, "7C AD")  # more than the eight, not more than the king


def test_turned_fours_buy_a_card_that_is_turned_later() -> None:
    deal = night(("4D 2C", "8C"), "KS")
    assert (turn(deal), may(deal)) == (1, "BuyCard Decline ProposeEnd")
    play(deal, "1: buy-card")
    assert told(deal, Bought) == [Bought(1, 200)]
    assert str([*deal.table.piles[HAND.of(1)]][-1]) == "KS"
    assert seen(deal, "hand 1") == " ".join(["."] * 7)


def test_turned_threes_cost_the_middle_where_they_are_matched() -> None:
    deal = night(("3D 2C", "8C"), home="three_up=match")
    assert may(deal).startswith("Pay Fold")
    play(deal, "1: pay")
    assert deal.table.chips["pot"] == 400


def test_a_fixed_bet_is_the_big_one_once_five_cards_show() -> None:
    deal = night(("KC", "2C 5D 6H 8S AC"), limit="fixed")
    assert amounts(deal, "Bet") == (200, 200)
    all_do(deal, "check", "check")
    assert (turn(deal), seen(deal, "up 0")) == (0, "2C 5D 6H 8S AC")
    assert amounts(deal, "Bet") == (400, 400)


def test_who_is_all_in_turns_too_and_bets_no_more() -> None:
    deal = night(("8D", "5C 9S", "KD 3C"), stacks={2: 100})
    all_do(deal, "check", "check")
    assert seen(deal, "up 2") == "5C 9S"
    assert len(told(deal, Turned)) >= 3
    assert turn(deal) in (1, 0)
