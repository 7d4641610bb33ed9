"""The house player of Tablanette, rule by rule, and against a plain player."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot import house
from bot.engine.cards import Card, card, cards, deck
from bot.engine.deal import Deal
from bot.engine.facts import HAND, STOCK
from bot.engine.offers import Move, Offer
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.tablanette import DEALS, TABLANETTE, HandScored, Options, Play, captures
from bot.house import tablanette
from bot.house.tablanette import Position, Search, Sight, Way, after, best_answer, to_the_end, ways

from .tablanette_table import hand, lying, move, played
from .table import decides, told, turn, without_reasons
from .transcript import transcript

GOLDEN = Path(__file__).parent / "golden" / "tablanette.txt"
PLAIN = Options()


choose = without_reasons(tablanette.choose)


def worth(c: str, table: str, options: Options = PLAIN) -> list[float]:
    """What the ways to play a card bring, the dearest first."""
    return sorted((way.brings for way in ways(card(c), cards(table), options)), reverse=True)


def answer(rank: int, table: str, options: Options = PLAIN) -> float:
    lying = cards(table)
    ranks = captures.ordered(c.rank for c in lying)
    return round(best_answer(ranks, card("2C") in lying, card("10D") in lying, rank, options), 1)


# ---- rule by rule --------------------------------------------------------------------------------


def test_rule_1_what_a_play_is_worth() -> None:
    assert worth("KS", "9D 5S 10D")[0] == 0 and worth("10S", "10D 9H AC")[0] == 2 + 1 + 20
    assert worth("JS", "KD QH 2C 5D") == [4], "the jack goes to the pile as well"
    assert worth("JS", "") == [0]
    assert worth("5S", "KD QH") == [0]


def test_rule_1_of_cards_alike_the_best_are_taken() -> None:
    takes = {way.take for way in ways(card("10S"), cards("10C 10D"), PLAIN) if len(way.take) == 1}
    assert takes == {(card("10D"),)}


def test_rule_2_the_best_answer_of_every_rank() -> None:
    assert answer(13, "9D 5S") == 28 + 1 + 0.3, "a king clears the table, and goes to the pile"
    assert answer(12, "9D 4S") == 26 + 1 + 0.3 and answer(12, "9D 5S") == 0
    assert answer(11, "9D 4S 2C") == 2 + 0.4
    assert answer(10, "10D 3S") == 2 + 0.1
    assert answer(7, "10D 3S") == 0


def test_rule_2_it_remembers_what_lay_on_the_table() -> None:
    deal = played(hand("7S 2D 3D 4D 5D 6D", "KC", "7C 8C 9S QH"), "7S 7C", "KC")
    seen = Sight(view(deal, 0)).unseen
    assert len(seen) == 52 - 4 - 2 - 5 and not {*cards("7C 7S KC QH")} & {*seen}


def test_rule_3_it_makes_a_tablanette_and_leaves_none() -> None:
    assert decides(lying("9D 5S", "KS 5H", "")) == move("KS 9D 5S")
    left = decides(lying("9H", "4S AD 6C 8C 3C 7C"))
    assert isinstance(left, Play) and not left.take, "nothing can be taken"


def test_rule_3_a_jack_is_kept_for_more() -> None:
    sight = Sight(view(lying("KD 3D", "JS 2D 4D 5D 6D 7D"), 0))
    (sweep,) = ways(card("JS"), sight.table, PLAIN)
    assert sight.value(sweep) == pytest.approx(2 + 0.3 - 1.5)
    assert decides(lying("KD QD KH 10H QS 10S", "JS 2D 3H 4D 5D 9D")) == move("JS")


def known(mine: str, theirs: str, table: str, taken: tuple[int, int] = (20, 20)) -> Position:
    return Position(tuple(cards(mine)), tuple(cards(theirs)), tuple(cards(table)), taken, 0)


def value(p: Position, options: Options = PLAIN) -> float:
    return Search(options).best(p, -999, 999)


def test_rule_4_the_last_takers_rest_and_the_majority_count() -> None:
    assert value(known("2D", "", "KD QH", (25, 24))) == 2 + 3, "the rest is mine, and makes twenty-eight"
    assert value(known("2D", "", "KD QH", (22, 24))) == 2


def brute(p: Position) -> float:
    if not p.mine:
        return Search(PLAIN).counted(p)
    every = [way for c in p.mine for way in ways(c, p.table, PLAIN)]
    return max(way.brings - brute(after(p, way)) for way in every)


def test_rule_4_the_search_against_brute_force() -> None:
    chance = random.Random("end")
    for _ in range(60):
        dealt = chance.sample(deck(), 8)
        taken = chance.choice([(20, 22), (26, 18), (24, 24)])
        p = Position(tuple(dealt[:2]), tuple(dealt[2:4]), tuple(dealt[4:]), taken, chance.choice([-1, 0, 1]))
        assert value(p) == brute(p)


def test_rule_4_it_looks_to_the_end() -> None:
    deal = hand()
    while len(deal.table.piles[STOCK]) or len(deal.table.piles[HAND.of(0)]) > 3:
        seat = turn(deal)
        made = decides(deal, seat)
        assert seat is not None and made is not None
        deal.submit(seat, made)
    sight = Sight(view(deal, turn(deal) or 0))
    assert sight.knows_all and {*sight.unseen} == {*deal.table.piles[HAND.of(1 - sight.me)]}
    assert isinstance(to_the_end(sight, [*sight.plays()]).move, Play)


def test_at_the_end_it_takes_what_it_can_even_where_that_changes_nothing() -> None:
    """One card each is left, and the other's jack will sweep what lies there: the nine takes the nine all the same."""
    seen = view(lying("9H 5S KD", "9D"), 0)
    piles = {**seen.piles, "hand 0": tuple(cards("9D")), "hand 1": (None,)}
    sight = Sight(replace(seen, piles=piles, facts={**seen.facts, "deal": DEALS, "last": 1}))
    sight.unseen = cards("JC")
    assert to_the_end(sight, [*sight.plays()]).move == move("9D 9H")


# ---- against a plain player ----------------------------------------------------------------------


def plain(seen: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move:
    """Takes the best capture by points; otherwise lays the lowest card."""

    def rate(way: Way) -> tuple[float, int, int]:
        return way.brings, len(way.gained), -way.card.rank

    return max(Sight(seen).plays(), key=rate).move


def margin(order: Sequence[Card], seat: int) -> int:
    """What the house player on this seat wins of a hand against the plain one."""
    deal = Deal(TABLANETTE, replace(opening(2), dealer=1), Options(), None, 0, order=[order])
    rng = random.Random(1)
    while (at := turn(deal)) is not None:
        may = {o.kind: o for o in deal.offers(at)}
        made = (choose if at == seat else plain)(view(deal, at), may, rng)
        assert made is not None
        deal.submit(at, made)
    (scored,) = told(deal, HandScored)
    return scored.sheets[seat].whole - scored.sheets[1 - seat].whole


def test_it_beats_a_plain_player() -> None:
    rng, won = random.Random(2), 0
    for _ in range(6):
        order = deck()
        rng.shuffle(order)
        won += margin(order, 0) + margin(order, 1)
    assert won > 60


def test_a_hand_played_by_house_players() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    assert transcript(TABLANETTE, Options(), opening(2), bytes([4]) * 32, [house.choose] * 2) == GOLDEN.read_text()
