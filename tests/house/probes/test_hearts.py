"""Hearts: whether the house takes the queen of spades while it has a safe card; and a player who goes by the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from bot.engine.cards import card
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View, view
from bot.games.hearts import HEARTS, Options, Pass, Play
from bot.house import AskAgainAt, choose
from bot.house import hearts_rules as rules
from bot.house.hearts import Sight
from tests.games.hearts_hands import hand
from tests.games.table import play, trick

from . import Estimate, ahead, mirrored

WORTH = rules.HEARTS | rules.LADY


class Position(NamedTuple):
    """Everybody's cards, the packets from seat 0 on, and what has been played."""

    number: int
    hands: Mapping[Seat, str]
    passed: str
    played: str


POSITIONS = (
    Position(  # 7S KS QS over 5S, and the ace has been passed
        0, {
            0: "4C 9C 3D 8D JD 7S QS KS AS 2H 6H 9H AH",
            1: "5C 8C JC QC 2D 5D 9D 2S 8S 3H 7H JH QH",
            2: "2C 7C 10C KC 4D 7D QD 4S 9S JS 4H 8H KH",
            3: "3C 6C AC 6D 10D KD AD 3S 5S 6S 10S 5H 10H",
        }, "JD AS AH, QC JH QH, KC QD KH, KD AD 10H",
        "2C AC 9C JC 5S",
    ),
    Position(  # the same with the king passed, too
        0, {
            0: "4C 9C 3D 8D JD 7S QS KS AS 2H 6H 9H AH",
            1: "5C 8C JC QC 2D 5D 9D 2S 8S 3H 7H JH QH",
            2: "2C 7C 10C KC 4D 7D QD 4S 9S JS 4H 8H KH",
            3: "3C 6C AC 6D 10D KD AD 3S 5S 6S 10S 5H 10H",
        }, "KS AS AH, QC JH QH, KC QD KH, KD AD 10H",
        "2C AC 9C JC 5S",
    ),
    Position(
        0, {
            0: "7C 3D 6D 7D 8D AD 3S 7S KS 6H 10H QH AH",
            1: "6C JC AC 2D 5D 10D QD KD 4S 5S 6S 3H 7H",
            2: "3C 8C 9C 10C 8S 9S 10S JS QS 2H 5H 8H 9H",
            3: "2C 4C 5C QC KC 4D 9D JD 2S AS 4H JH KH",
        }, "AD QH AH, JC AC 10D, 10C QS 8H, AS JH KH",
        "2C 7C 6C AC 10D JD 8D AD 6S JS",
    ),
    Position(
        3, {
            0: "3D 7D JD QD KD AD 2S 3S 5S KS 6H 7H 8H",
            1: "2C KC 2D 5D 9D 10S JS QS 3H 5H 10H QH KH",
            2: "5C 8C 9C JC 6D 10D 4S 7S AS 4H 9H JH AH",
            3: "3C 4C 6C 7C 10C QC AC 4D 8D 6S 8S 9S 2H",
        }, "",
        "2C 9C QC KS 9S 5S JS AS 7S 8S 3S",
    ),
    Position(
        3, {
            0: "3C 4C 7C KC 2D 7D KD 9S QS KS 2H 3H QH",
            1: "6C 8C 5D 6D 3S 4S 5S 7S 5H 6H 8H 10H JH",
            2: "10C QC AC 3D 4D 8D JD AD 8S JS 4H KH AH",
            3: "2C 5C 9C JC 9D 10D QD 2S 6S 10S AS 7H 9H",
        }, "",
        "2C KC 6C AC JS 6S",
    ),
    Position(
        0, {
            0: "7C AC 7D 9D 5S 6S 10S QS KS 2H 5H 8H 9H",
            1: "3C 8C 9C KC 5D 6D 8D 10D QD 2S 7H 10H QH",
            2: "4C 10C QC 2D 3D KD 3S 4S 7S JS 6H JH AH",
            3: "2C 5C 6C JC 4D JD AD 8S 9S AS 3H 4H KH",
        }, "7D 9D QS, QD 7H QH, 10C KD JH, JD AD AS",
        "2C 7C 3C 4C AD 10D QD KD JD 9D 3D 4D 10S",
    ),
    Position(
        0, {
            0: "3C 7C 9C KC 2D 6D 9D QD AD 6S KS 2H JH",
            1: "4C 10C QC AC 4D 5D JD 4S 5S 7S JS 9H AH",
            2: "5C 6C JC 10D KD 3S 8S AS 4H 6H 10H QH KH",
            3: "2C 8C 3D 7D 8D 2S 9S 10S QS 3H 5H 7H 8H",
        }, "AD KS JH, QC AC AH, 10D KD AS, 8C QS 7H",
        "2C KC 10C AC 3S 2S",
    ),
    Position(
        1, {
            0: "2C 3C 5C AC AD 4S 8S 9S JS QS AS 5H 6H",
            1: "6C 8C 9C 10C 3D 7D JD QD 3S 6S 10S 2H AH",
            2: "QC KC 2D 4D 8D 9D 2S KS 3H 7H 9H JH KH",
            3: "4C 7C JC 5D 6D 10D KD 5S 7S 4H 8H 10H QH",
        }, "2C AD QS, 9C 10C AH, KC KS KH, JC 10H QH",
        "2C 10C KC QC 8C JC 7C 9C 2S 5S 4S KS QD 9D AD AS 6D AH 3D 4D 5D 6H JD 8D 6S 2D",
    ),
    Position(
        0, {
            0: "2C 4C AC 6D 7D 4S 6S 7S JS QS AS 9H KH",
            1: "6C 9C 10C QC 3D 4D 10D JD QD 3S 2H 8H 10H",
            2: "7C KC 2D 5D 8D 9D KD 2S 10S 4H 7H QH AH",
            3: "3C 5C 8C JC AD 5S 8S 9S KS 3H 5H 6H JH",
        }, "AC QS KH, 10C QC 10H, KC KD QH, AD KS 5H",
        "2C 9C 10C JC KD AD QD 9D 4S",
    ),
    Position(
        0, {
            0: "2C 5C 7C 8C 9C JC 5D QD 3S 4S 8S QS 5H",
            1: "6C AC 2D 6D 9D 10D 5S 6S 9S 7H 10H JH KH",
            2: "4C 3D 4D 7D 8D KD 10S JS KS AS 3H 4H 8H",
            3: "3C 10C QC KC JD AD 2S 7S 2H 6H 9H QH AH",
        }, "5D QD 5H, AC JH KH, 4C KS AS, JD AD QH",
        "2C 6C AC KC JS 7S 8S 6S 10S 2S",
    ),
)  # fmt: skip
"""With her another spade is held. In most of them a house player that held the deal for lost took her."""


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.played.replace(" ", "-"))
def test_the_queen_is_not_taken_with_a_safe_card_in_hand(position: Position) -> None:
    deal = hand({**position.hands}, number=position.number)
    for seat, packet in enumerate(filter(None, position.passed.split(", "))):
        play(deal, f"{seat}: pass {packet}")
    trick(deal, position.played)
    assert deal.ask
    (seat,) = deal.ask.waits_for
    for n in range(4):
        move = choose(view(deal, seat), deal.offers(seat), random.Random(n))
        assert isinstance(move, Play) and move.card != card("QS")


def by_rule(view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """Passes and plays by the cheap rules, and looks at no other hand."""
    (offer,) = [o for o in offers if o] or [None]
    if offer is None or offer.kind not in (Pass, Play):
        return choose(view, offers, rng)
    if offer.kind is Pass:
        return Pass(tuple(rules.CARDS[bit] for bit in rules.bits(rules.packet(rules.mask(view.hand), WORTH))))
    s = Sight(view, offer.next(()))
    if not s.trick:
        return Play(rules.CARDS[rules.lead(s.legal, s.hand, s.hidden, WORTH)])
    if held := s.legal & s.led:
        last, first = len(s.trick) == 3, s.number == 1
        return Play(rules.CARDS[rules.follow(held, s.led, s.top, s.lying, last, first, s.hidden, WORTH)])
    return Play(rules.CARDS[rules.throw(s.legal, s.hidden, WORTH)])


def spared(state: State, seat: Seat) -> float:
    """Points fewer than the others have."""
    return -ahead(state, seat)


@pytest.mark.soak
def test_who_goes_by_the_rules_loses_to_the_house() -> None:
    """Points a deal, in 80 mirrored deals."""
    gained = Estimate.of(mirrored(HEARTS, Options(), 4, by_rule, spared, range(80), deals=1))
    assert gained.most < 0, gained
