"""Rabbit hunts: what would have come, after a hand that ended early."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.asks import LogEntry
from bot.engine.betting import FOLD
from bot.engine.deal import Deal, digest
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.games.poker import POKER
from bot.games.poker.facts import RABBIT
from bot.games.poker.moves import DONT_SHOW, RABBIT_HUNT, SHOW, WouldHaveCome
from bot.games.poker.options import Options
from bot.games.poker.rabbit import READ_MS

from .poker_table import all_do, begin, cards, match, seen, start, table
from .table import refused, told, turn

NO: dict[str, Any] = {"limit": "no", "rabbit": True}


def folded(deal: Deal, *words: str) -> Deal:
    """These, then all fold but one, by a clock."""
    all_do(deal, *words)
    while (seat := turn(deal)) is not None:
        deal.submit(seat, FOLD, at=deal.table.now + 1)
    return deal


def hunted(deal: Deal, seat: int) -> WouldHaveCome:
    deal.submit(seat, RABBIT_HUNT, at=deal.table.now + 1)
    (came,) = told(deal, WouldHaveCome)
    return came


def test_example_40_a_rabbit_hunt_shows_what_would_have_come_in_its_order() -> None:
    deal = folded(table("holdem", {}, "AH QD JH 3S 4C", seats=3, **NO), "call", "call", "check", "bet 2")
    came = hunted(deal, 2)
    assert came == WouldHaveCome(2, (tuple(cards("3S 4C")),), ())
    zones = [zone for _, zone in deal.table.dealt[-4:]]
    assert zones == ["burn", "rabbit", "burn", "rabbit"]


def test_ruling_22_who_has_folded_may_ask_and_folded_hands_stay_hidden() -> None:
    deal = folded(table("holdem", {1: "AS AD"}, "AH QD JH 3S 4C", seats=3, **NO), "raise 6")
    assert hunted(deal, 1).asked == 1
    shown = {str(c) for name in deal.table.piles for c in view(deal, SPECTATOR).pile(name) if c}
    assert shown == {"AH", "QD", "JH", "3S", "4C"}


def test_it_is_asked_once_and_costs_nothing() -> None:
    deal = folded(table("holdem", seats=3, **NO), "raise 6")
    chips = dict(deal.table.chips)
    hunted(deal, 1)
    assert refused(deal, 2, RABBIT_HUNT, at=deal.table.now) == "You cannot do that now."
    assert deal.table.chips == chips


def test_example_40_two_boards_are_both_shown() -> None:
    board = "AH QD JH 2C 3C 4D 5S 6S 7S 8S"
    deal = table("holdem", {}, board, seats=3, boards="2", **NO)
    folded(deal, "call", "call", "check", "bet 2")
    assert hunted(deal, 0).boards == (tuple(cards("5S 7S")), tuple(cards("6S 8S")))


def test_example_41_and_ruling_22_in_stud_cards_go_to_those_who_saw_the_last_street() -> None:
    deal = table("stud", {1: "2C 3C 4C 5H", 2: "7S 3H 9S JD", 0: "KD KH KC QS"}, seats=3, dealer=0, rabbit=True)
    all_do(deal, "bet 1", "call", "call", "bet 2")
    folded(deal)
    came = hunted(deal, 0)
    assert [p for p, _ in came.cards] == [1, 2, 0] * 3 and came.boards == ((),)
    pack = deal.table.orders[0]
    assert [c for _, c in came.cards] == [*pack[14:17], *pack[18:21], *pack[22:25]]


def test_nothing_is_hunted_after_a_whole_board_nor_before_a_draw() -> None:
    whole = folded(table("holdem", seats=2, **NO), "call", "check", "check", "check", "check", "check", "bet 2")
    draw = folded(table("draw", {1: "JC JD"}, seats=3, limit="no", rabbit=True), "bet 2")
    for deal in (whole, draw):
        assert deal.ask is None or not deal.ask.offers_any("rabbit-hunt")


def test_it_is_off_unless_the_table_has_it() -> None:
    deal = folded(table("holdem", seats=3, limit="no"), "raise 6")
    assert not deal.ask or not deal.ask.offers_any("rabbit-hunt")
    assert not Options().rabbit


def test_a_winner_who_keeps_the_hand_leaves_time_to_ask_and_a_press_ends_it() -> None:
    deal = folded(table("holdem", seats=3, **NO), "raise 6")
    ended = deal.table.now
    deal.submit(0, DONT_SHOW, at=ended + 10)
    assert deal.ask and deal.ask.timer and deal.ask.timer[0] == ended + READ_MS
    deal.hurry(1, ended + 20, ended + 20)
    assert deal.after


def test_what_came_is_read_and_the_winner_may_still_show() -> None:
    deal = folded(table("holdem", seats=3, **NO), "raise 6")
    hunted(deal, 1)
    deal.submit(0, SHOW, at=deal.table.now + 100)
    assert deal.after is None
    deal.tick(deal.table.now + 3000)
    assert deal.after


def test_a_deal_of_earlier_rules_has_none() -> None:
    made = table("holdem", seats=3, **NO)
    deal = Deal(POKER, made.state, made.options, None, order=made.order, rules=2)
    assert not folded(deal, "raise 6").ask or not deal.offers(1)


def test_it_is_a_row_and_is_played_again() -> None:
    deal = begin(match(start(3), **NO))
    folded(deal)
    hunted(deal, 1)
    again = Deal(POKER, deal.state, deal.options, deal.seal, deal.began, deal.rows, deal.numbers)
    assert digest(again) == digest(deal) and again.rows[-1] == LogEntry(1, RABBIT_HUNT, deal.table.now, deal.table.now)


def test_what_is_shown_is_of_this_shuffle_alone() -> None:
    """The next deal has a secret of its own: the same hunt before it changes no card of it."""
    secrets = [bytes([n]) * 32 for n in (1, 2)]
    orders: list[list[Any]] = []
    for hunts in (False, True):
        played = match(start(3), **NO)
        deal = folded(played.begin(played.sealed(secrets[0]), at=0))
        if hunts:
            hunted(deal, 1)
        while deal.ask and deal.ask.timer:
            deal.tick(deal.ask.timer[0])
        played.settle()
        assert played.fresh and played.state.shoe is None
        after = played.begin(played.sealed(secrets[1]), at=99_000)
        orders.append([*after.table.orders[0]])
    assert orders[0] == orders[1]


@pytest.mark.parametrize("seats", [2, 8])
def test_where_the_pack_is_short_a_card_for_all_would_have_come(seats: int) -> None:
    deal = table("stud", seats=seats, rabbit=True)
    while told(deal, WouldHaveCome) == [] and deal.ask:
        seat = turn(deal)
        if seat is None:
            deal.submit(0, RABBIT_HUNT, at=deal.table.now + 1)
            break
        number = deal.table.facts["street"][0]
        offers = {o.kind.__name__: o for o in deal.offers(seat) if o}
        if number == 4 and "Fold" in offers:
            deal.submit(seat, FOLD, at=deal.table.now + 1)
        elif number == 4 and "Bet" in offers:
            all_do(deal, "bet 4")
        elif "Check" in offers:
            all_do(deal, "check")
        elif "Call" in offers:
            all_do(deal, "call")
        else:
            deal.lapse(seat, deal.table.now)
    (came,) = told(deal, WouldHaveCome)
    assert (len(came.boards[0]), len(came.cards)) == ((0, 2) if seats == 2 else (1, 0))
    assert len(deal.table.piles[RABBIT]) == len(seen(deal, "rabbit").split())
