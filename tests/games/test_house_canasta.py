"""The house player of Canasta: what it takes, lays, throws and asks; and that it beats a plain one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import card, pack
from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.canasta import CANASTA
from bot.games.canasta import melds as m
from bot.games.canasta.moves import (
    Answer,
    Ask,
    Declare,
    Discard,
    Draw,
    GoOut,
    HandScored,
    Meld,
    Pass,
    TakePile,
    Upcards,
)
from bot.house import canasta
from bot.house.canasta import Sight, answers_yes, cost, ways_to

from .canasta_table import groups, lying
from .table import decides, play, told, turn, without_reasons

choose = without_reasons(canasta.choose)

Player = Callable[[View, Mapping[type[Move], Offer], random.Random], Move | None]


def meld(text: str) -> Meld:
    return Meld(tuple(groups(text)))


# ---- rule by rule --------------------------------------------------------------------------------


def test_rule_1_it_takes_a_pile_that_is_worth_it_and_leaves_a_poor_one() -> None:
    rich = play(lying("KC KD 5C 6C 9C", "2C 5C 7C", melds="Q Q Q, 9 9 9 9"), "0: draw", "0: discard 5")
    play(rich, "1: draw", "1: discard 2", "2: draw", "2: discard Q", "3: draw", "3: discard K")
    assert isinstance(decides(rich), TakePile)
    poor = lying("KC KD 5C 6C 9C", melds="Q Q Q, 9 9 9 9", pile="4C KH")
    poor.table.tell(Upcards((card("KH"),)))
    assert decides(poor) == Draw()


def test_rule_1_without_a_stock_it_takes_what_it_can() -> None:
    deal = lying("KC KD 5C 6C 9C", melds="Q Q Q", pile="KH", stock="")
    deal.table.tell(Upcards((card("KH"),)))
    assert isinstance(decides(deal), TakePile)


def test_rule_2_the_thriftiest_way_to_the_minimum() -> None:
    sight = Sight(view(lying("KC KD KH AC AD AH 2C 2D JK 5C"), 0))
    assert next(ways_to(sight, sight.held, 50)) == tuple(groups("A A A"))
    assert next(ways_to(sight, sight.held, 90)) == tuple(groups("A A A, K K K"))
    assert next(ways_to(sight, sight.held, 120)) == tuple(groups("A A A JK, K K K"))


def test_a_first_meld_spends_no_two_beside_a_joker_that_is_enough() -> None:
    """Two jacks and the joker make seventy; fifty are asked for."""
    sight = Sight(view(lying("2D 5C 7D 8H 9H 9S 10C JC JS QC JK"), 0))
    assert next(ways_to(sight, sight.held, 50)) == tuple(groups("J J JK"))
    assert next(ways_to(sight, sight.held, 90)) == tuple(groups("J J 2 JK"))


def test_rule_2_it_keeps_seven_cards_at_first_unless_time_presses() -> None:
    full = ("4C 5C 6C 7C 8C 9C JC",) * 3
    few = play(lying("AC AD AH KC KD 5C 6C 9C", *full, stock="10S " * 25), "0: draw")
    assert isinstance(decides(few), Discard)
    pressed = play(lying("AC AD AH KC KD 5C 6C 9C", *full, theirs="4 4 4 4 4 4 4", stock="10S " * 25), "0: draw")
    assert decides(pressed) == meld("A A A")


def test_rule_3_naturals_go_to_melds_and_wild_cards_make_canastas() -> None:
    deal = play(lying("KC 2C JK 5C 6C 9C", melds="K K K K K, 9 9 9", stock="7C 8C"), "0: draw")
    laid = decides(deal)
    assert laid == meld("K 2, 9")


def test_a_joker_is_laid_before_an_opponent_goes_out_with_it_still_in_hand() -> None:
    """They have their canasta and three cards; the aces are four, so it completes nothing."""
    theirs = "K K K K K K K"
    deal = play(lying("JK 8C 8H", "5C 7C 9C", melds="A A A A, Q Q Q", theirs=theirs, stock="6C 10C 10D"), "0: draw")
    assert decides(deal) == meld("JK on A")
    far = play(lying("JK 8C 8H", melds="A A A A, Q Q Q", theirs=theirs, stock="6C 10C 10D"), "0: draw")
    assert isinstance(decides(far), Discard)


def test_rule_3_no_wild_card_goes_to_a_natural_canasta() -> None:
    deal = play(lying("2C JK 5C 6C", melds="K K K K K K K", stock="7C 8C"), "0: draw")
    assert isinstance(decides(deal), Discard)


def test_rule_4_it_throws_what_nobody_can_take() -> None:
    deal = play(lying("KC 9C 5C 3S 2C", theirs="K K K, 9 9 9, 5 5 5", stock="7C 8C"), "0: draw")
    assert decides(deal) in (Discard(3), Discard(7))
    sight = Sight(view(deal, 0))
    assert cost(sight, 13) > cost(sight, 3) > cost(sight, 7)
    assert cost(sight, m.JOKER) > cost(sight, m.TWO) > cost(sight, 13)


def test_rule_6_it_asks_a_partner_with_many_cards_and_goes_out_after_a_yes() -> None:
    deal = play(lying("KC QC", "", "4C 5C 6C 7C 8C 9C 10C", melds="K K K K K K K", stock="KD 7C"), "0: draw")
    assert decides(deal) == Ask()
    play(deal, "0: ask", "2: answer yes")
    assert isinstance(decides(deal), GoOut)


def test_rule_7_it_answers_by_what_it_holds() -> None:
    cheap, dear = (
        play(lying("KC QC", "", hand, melds="K K K K K K K", stock="KD 7C"), "0: draw", "0: ask")
        for hand in ("4C 5C 6C 7C 8C", "AC AD JK 2C KC QC")
    )
    assert decides(cheap) == Answer("yes") and decides(dear) == Answer("no")
    assert answers_yes(Sight(view(cheap, 2)))


def test_rule_8_strict_it_declares_at_once_and_is_never_punished() -> None:
    deal = lying("KC QC 3D", referee="strict")
    assert isinstance(decides(deal), Declare)
    for seats in (2, 4):
        deal = played(seats, 5, (choose, choose), referee="strict")
        assert [sheet.penalties for sheet in told(deal, HandScored)[-1].scores] == [0, 0]


# ---- against others ------------------------------------------------------------------------------


def plain(seen: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """Takes and melds whatever it may, goes out as soon as it may, throws its cheapest card."""
    if Answer in may:
        return Answer("yes")
    if TakePile in may and (taken := greedy(may[TakePile])) is not None:
        return taken
    if Draw in may:
        return Draw()
    if GoOut in may and isinstance(made := may[GoOut].finish(()), GoOut):
        return made
    if Meld in may and (laid := greedy(may[Meld])) is not None:
        return laid
    held = m.counted(seen.hand)
    return (
        Discard(min(may[Discard].next(()), key=lambda rank: (m.POINTS[rank], held[rank]))) if Discard in may else Pass()
    )


def greedy(built: Offer) -> Move | None:
    """Everything that goes down, the dearest group first."""
    parts: tuple[m.Group, ...] = ()
    while more := [*built.next(parts)]:
        parts = (*parts, max(more, key=lambda group: (group.points, group.size)))
    made = built.finish(parts)
    return made if isinstance(made, Move) else None


def played(seats: int, seed: int, players: tuple[Player, Player], **options: Any) -> Deal:
    """A hand between two sides; the pack is that of this number."""
    order, rng = pack("54", 2), random.Random(seed)
    rng.shuffle(order)
    state = replace(opening(seats), dealer=seed % seats)
    deal = Deal(CANASTA, state, CANASTA.options(cut="off", **options), None, 0, order=[order])
    while (seat := turn(deal)) is not None:
        may = {o.kind: o for o in deal.offers(seat) if o}
        move = players[seat % 2](view(deal, seat), may, rng)
        assert move is not None
        deal.submit(seat, move)
    return deal


def margin(seats: int, seed: int, side: Seat) -> int:
    """What the house player on this side wins of a hand against the plain one."""
    players: tuple[Player, Player] = (plain, choose) if side else (choose, plain)
    scores = told(played(seats, seed, players), HandScored)[-1].scores
    return scores[side].points - scores[1 - side].points


@pytest.mark.parametrize("seats", [2, 4])
def test_it_beats_a_plain_player(seats: int) -> None:
    won = sum(margin(seats, seed, side) for seed in range(12) for side in (0, 1))
    assert won > 0
