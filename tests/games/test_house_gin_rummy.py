"""The house player of Gin Rummy: what it draws, throws and ends the hand with; and that it beats a plain one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot import house
from bot.engine.cards import Card, card, cards, deck
from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS, HAND
from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.gin_rummy import DISCARD, GIN_RUMMY, STOCK, Discard, Draw, Gin, Knock, Options, Pass
from bot.games.parts import melds as m
from bot.house import gin_rummy
from bot.house.gin_rummy import BOTH_TAKEN, ONE_TAKEN, Memory

from .gin_rummy_table import hand
from .table import decides, play, turn, without_reasons
from .transcript import transcript

choose = without_reasons(gin_rummy.choose)

BOX = 25
GOLDEN = Path(__file__).parent / "golden" / "gin-rummy.txt"


@pytest.mark.parametrize(
    ("held", "upcard", "source"),
    [
        ("5H 6H 9C 9D 2S 4C JD QS KH AC", "7H", DISCARD),  # a run, and less is left
        ("5H 6H 9C 9D 2S 4C JD QS KH AC", "9S", DISCARD),  # a set
        ("5H 6H 9C 9D 2S 4C JD QS KH AC", "2D", STOCK),  # in no meld
        ("5H 6H 7H 9C 9D 9S KC KD KS 2C", "AC", STOCK),  # lower, but in no meld, and it may knock as it is
        ("5H 6H 7H 9C 9D 9S KC KD 2C QS", "KS", DISCARD),
    ],
)
def test_rule_1_it_takes_what_makes_a_meld_and_leaves_less(held: str, upcard: str, source: str) -> None:
    assert decides(hand(held, "", upcard)) == Draw(source)  # type: ignore[arg-type]  # one of both


def test_rule_1_the_first_upcard_is_taken_or_passed_by_the_same_test() -> None:
    held = "5H 6H 9C 9D 2S 4C JD QS KH AC"
    assert decides(hand(held, "", "7H", first_upcard="offer")) == Draw(DISCARD)
    assert decides(hand(held, "", "2D", first_upcard="offer")) == Pass()


def test_rule_2_it_throws_what_it_needs_least() -> None:
    deal = play(hand("5H 6H 7H 9C 9D 9S 4S 3S KD AC", "", "8D", "QC"), "0: draw stock")
    assert decides(deal) in (Discard(card("KD")), Discard(card("QC")))


def test_rule_2_cards_that_the_other_collects_are_dangerous() -> None:
    seen = Memory(tuple(deck()), frozenset(), frozenset())
    queen = card("QS")
    none, one = (replace(seen, taken=frozenset(cards(text))).danger(queen, False) for text in ("", "QD"))
    both = replace(seen, taken=frozenset(cards("QD QH"))).danger(queen, False)
    assert one - none == 2 * (ONE_TAKEN - 1)
    assert both - one == (BOTH_TAKEN - ONE_TAKEN) + (ONE_TAKEN - 1)
    assert replace(seen, gone=frozenset(cards("QC QD QH JS KS"))).danger(queen, False) == 0


def test_it_throws_no_fourth_king_to_one_who_has_taken_a_king_for_three() -> None:
    """The jack of clubs has been seen, so no run of clubs can have wanted the king; and it can be laid off."""
    deal = hand("2C 2D 5D 6D 3S KC KS 6H 9H 10H", "4D KD AD 7S 10S 2H 5H 7H QH KH", "JC", "AS JH")
    play(deal, "0: draw stock", "0: discard KC", "1: draw discard", "1: discard QH", "0: draw stock")
    memory = Memory.of(view(deal, 0))
    assert memory.goes_with(card("KS"), False) == 1 and memory.goes_with(card("6H"), False) == 0
    made = decides(deal)
    assert isinstance(made, Discard) and made.card != card("KS")


def test_rule_3_it_knocks_at_once_and_goes_gin_where_it_can() -> None:
    held = "5H 6H 7H 9C 9D 9S 4C 3S 2D AC"
    assert decides(play(hand(held, "", "QH", "KD"), "0: draw stock")) == Knock(card("KD"))
    held = "5H 6H 7H 9C 9D 9S 4C 4S 4D AC"
    assert decides(play(hand(held, "", "QH", "KD"), "0: draw stock")) == Knock(card("KD"))
    assert decides(play(hand(held, "", "QH", "4H"), "0: draw stock")) == Gin(card("AC"))


def test_rule_6_it_remembers_discards_and_what_the_other_took() -> None:
    deal = play(hand("", "", "8D"), "0: draw stock")
    thrown = deal.table.piles[HAND.of(0)][0]
    play(deal, f"0: discard {thrown}", "1: draw discard")
    known = Memory.of(view(deal, 0))
    assert known.taken == {thrown} and card("8D") in known.gone and thrown not in known.unseen


# ---- against a plain player ----------------------------------------------------------------------


def plain(view: View, may: Mapping[type[Move], Offer]) -> Move:
    """Takes the upcard into a meld alone, throws what leaves least, knocks as soon as it may."""
    around, held = view.options.around, m.mask(view.hand)
    if Draw in may:
        (upcard,) = view.faces(DISCARDS)[-1:]
        more = m.deadwood(held | m.mask([upcard]), around) < m.deadwood(held, around) + m.points(upcard)
        return Draw(DISCARD if more else STOCK)
    left: dict[Card, int] = {c: m.deadwood(held ^ m.mask([c]), around) for c in may[Discard].next(())}
    best = min(left, key=lambda c: (left[c], -m.points(c)))
    if not left[best]:
        return Gin(best)
    knocks = Knock in may and may[Knock].refusal(Knock(best)) is None
    return Knock(best) if knocks else Discard(best)


def margin(order: Sequence[Card], seat: int) -> int:
    """What the house player on this seat wins of a hand against the plain one, the box included."""
    deal = Deal(GIN_RUMMY, replace(opening(2), dealer=1), Options(), None, 0, order=[order])
    rng = random.Random(1)
    while (at := turn(deal)) is not None:
        may = {o.kind: o for o in deal.offers(at) if o}
        move = choose(view(deal, at), may, rng) if at == seat else plain(view(deal, at), may)
        assert move is not None
        deal.submit(at, move)
    assert deal.after is not None
    worth = [points + BOX * (points > 0) for points in deal.after.scores]
    return worth[seat] - worth[1 - seat]


def test_it_beats_a_plain_player() -> None:
    rng, won = random.Random(2), 0
    for _ in range(100):
        order = deck()
        rng.shuffle(order)
        won += margin(order, 0) + margin(order, 1)
    assert won > 0


def test_a_hand_played_by_house_players() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    told = transcript(GIN_RUMMY, Options(), opening(2), bytes([4]) * 32, [house.choose] * 2)
    assert told == GOLDEN.read_text(encoding="utf-8")
