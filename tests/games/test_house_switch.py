"""The house player of Switch: what it lays, keeps, answers and asks for."""

from __future__ import annotations

import random
from pathlib import Path

from bot import house
from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import view
from bot.games.switch import SWITCH
from bot.games.switch.laying import Laying
from bot.games.switch.moves import ChooseSuit, Draw, HandOver, LastCard, Pass, Play
from bot.house.switch import Knowledge

from .switch_table import play, table
from .table import decides
from .transcript import transcript

GOLDEN = Path(__file__).parent / "golden" / "switch.txt"


def laid(deal: Deal, seat: int | None = None) -> str:
    """What it plays, with an exclamation mark for a call; the name of another move."""
    move = decides(deal, seat)
    if isinstance(move, (Play, LastCard)):
        return " ".join(map(str, move.cards)) + ("!" if isinstance(move, LastCard) else "")
    return type(move).__name__


def test_rule_1_it_goes_out_with_the_call_when_it_can() -> None:
    assert laid(table({0: "5H 6H 7H 7C", 1: "6D 6S"}, "9H")) == "5H 6H 7H 7C!"
    assert laid(table({0: "9C", 1: "6D 6S"}, "9H")) == "9C"
    assert laid(table({0: "9C 5D", 1: "6D 6S 6H"}, "9H")) == "9C!"


def test_rule_1_it_forgets_a_call_of_twenty_where_people_learn() -> None:
    learns, knows = (table({0: "9C 5D", 1: "6D 6S 6H"}, "9H", level=level) for level in ("gentle", "full"))
    forgot = [sum(isinstance(decides(d, rng=n), Play) for n in range(200)) for d in (learns, knows)]
    assert 2 <= forgot[0] <= 25 and forgot[1] == 0


def test_rule_1_a_four_counts_with_what_follows_it() -> None:
    assert laid(table({0: "4C 5C 6C 9D KS", 1: "6D 6S 7D 7H"}, "9C")) != "9D"
    assert laid(table({0: "4C 10C", 1: "6D 6S 7D 7H"}, "9C")) in ("4C!", "10C!")


def test_rule_2_pieces_that_go_down_together_weigh_little() -> None:
    t = Knowledge(view(table({0: "4C 5C 6C 9D KS", 1: "6D 6S"}, "9C"), 0))
    assert t.burden(cards("5H 6H")) < t.burden(cards("5H 9C")) and t.burden(cards("AS")) == 0
    assert t.burden(cards("2S")) < t.burden(cards("9C")) and t.burden(cards("7S")) < t.burden(cards("7H"))


def test_rule_2_more_cards_go_before_fewer() -> None:
    assert laid(table({0: "9C 5C 9D 9S KH", 1: "6D 6S 7D 7H"}, "QC")).count("9") == 3


def test_rule_3_it_asks_for_what_it_holds_most_of() -> None:
    d = play(table({0: "AS 5C 6C 9D", 1: "6D 6S 7D"}, "9H"), "0: AS")
    assert decides(d) == ChooseSuit("C")


def test_rule_4_the_smallest_answer_that_moves_a_penalty_on() -> None:
    d = play(table({0: "2S 5C 6C", 1: "2H 2D 7D 8D"}, "9S"), "0: 2S")
    assert laid(d) in ("2H", "2D")
    d = play(table({0: "JS 5C 6C", 1: "JC 7S 7D 8D"}, "9S"), "0: JS")
    assert laid(d) == "7S", "the jack would come round again"
    d = play(table({0: "JS 5C 6C", 1: "7D 8D", 2: "6H"}, "9S"), "0: JS")
    assert laid(d) == "Draw"


def test_rule_5_the_last_two_is_kept_while_nobody_is_near_the_end() -> None:
    full = "6D 6S 7D 7H"
    assert laid(table({0: "2S 5C 6C 9D", 1: full}, "KS")) == "Draw"
    assert laid(table({0: "2S 5C 6C 9D", 1: "6D 6S"}, "KS")) == "2S"


def test_rule_6_against_one_card_what_it_can_hardly_follow() -> None:
    assert laid(table({0: "2S 9S 5C 10H", 1: "6D"}, "KS")) == "2S"
    assert laid(table({0: "8S 9S 5C 10H 3D", 1: "6D", 2: "6H 6C"}, "KS", seats=3)) == "9S 8S"


def test_it_takes_what_is_left_to_do() -> None:
    d = play(table({0: "4C 9D 10H", 1: "6D 6S 6H"}, "9C", four_pickup=False), "0: 4C")
    assert isinstance(decides(d), Pass)
    assert isinstance(decides(table({0: "9D 10H", 1: "6D"}, "QC")), Draw)
    d = table({0: "9D 10H", 1: "6D"}, "QC", delay_s=5)
    d.tick(6000)
    assert house.choose(view(d, 1), d.offers(1), random.Random(1)) is None, "it calls no DELAY"


def first_card(deal: Deal, seat: int) -> Move:
    """The first legal card, with the call; otherwise whatever there is."""
    for o in deal.offers(seat):
        if isinstance(o, Laying) and o:
            cards = (o.firsts[0],)
            return (LastCard if len(o.hand) == 2 else Play)(cards)
    whims = Stream(b"1", "whim")
    return next(m for o in deal.offers(seat) if o and (m := o.sample(whims)) is not None)


def test_it_beats_whoever_lays_the_first_card() -> None:
    """A few mirrored deals; over a thousand at two and at four seats it won 84 and 89 of a hundred."""
    won = played = 0
    for n in range(12):
        for mine in (0, 1):
            match = Match(SWITCH, SWITCH.options(cut="off"), opening(2 + 2 * (n % 2)), str(n))
            deal, rng = match.begin(match.sealed(bytes([n]) * 32), 0), random.Random(n)
            while deal.ask:
                (seat,) = deal.ask.waits_for
                ours = seat % 2 == mine
                move = house.choose(view(deal, seat), deal.offers(seat), rng) if ours else first_card(deal, seat)
                assert isinstance(move, Move)
                deal.submit(seat, move)
            (over,) = [e for e, _ in deal.table.events if isinstance(e, HandOver)]
            won, played = won + all(p % 2 == mine for p in over.won), played + 1
    assert won > 0.65 * played


def test_a_hand_as_it_was_played() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    options = SWITCH.options(red_jack="reverses", threes=True)
    told = transcript(SWITCH, options, opening(4), bytes([26]) * 32, [house.choose] * 4)
    assert told == GOLDEN.read_text(encoding="utf-8")
