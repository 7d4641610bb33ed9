"""Neosho Rapids, ruling by ruling (rules/neosho-rapids.md)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bot.engine.cards import card, cards, deck
from bot.engine.deal import Deal, digest
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.match import Match
from bot.engine.moments import stands
from bot.engine.options import read_options
from bot.engine.piles import SPECTATOR
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.table import Reshuffled
from bot.engine.view import view
from bot.games import neosho_rapids as g
from bot.games.neosho_rapids import NEOSHO_RAPIDS, Draw, Hand, Laid, OneCard, Out, Pass, Passed, Play, fewest
from tests.conformance.play import cards_of, rebuilt

from .neosho_rapids_table import drew, ended, going_on, hand, held, piles, upcard
from .table import after, fact, looked_at, may, moment_over, offer, play, refused, told, turn

EXAMPLE_3 = {0: "9S 10C 9H 8C 7D 2S"}
EITHER: list[dict[str, Any]] = [{}, {"must_open": False}]
NEAR, FAR = "You can lay a card, so lay one first.", "You pass only when there is nothing to draw."


def plays(text: str) -> Play:
    return Play(tuple(cards(text)))


def ends_turn(deal: Deal) -> None:
    """With as little as may be."""
    seat = turn(deal)
    assert seat is not None
    if may(deal) == "Play":
        first, *_ = offer(deal, seat, Play).next(())
        play(deal, f"{seat}: play {first}")
    play(deal, f"{seat}: {'draw' if 'Draw' in may(deal) else 'pass'}")


# ---- rulings -------------------------------------------------------------------------------------


def test_ruling_1_the_first_card_is_a_duty_and_the_rest_is_freedom() -> None:
    d = hand({0: "6D 4S KH"}, "5C")
    assert may(d) == "Play" and refused(d, 0, Draw()) == NEAR
    play(d, "0: play 6D")
    assert may(d) == "Draw"
    d = play(hand({0: "6D 7S KH", 1: "5D 2C JD"}, "5C"), "0: play 6D")
    assert may(d) == "Play Draw", "7S would fit"
    play(d, "0: draw")
    assert turn(d) == 1
    assert may(hand({0: "6D 4S KH"}, "5C", must_open=False)) == "Play Draw"


def test_ruling_2_a_turn_that_does_not_empty_the_hand_ends_with_a_draw() -> None:
    d = play(hand(EXAMPLE_3, "8D"), "0: play 9S 10C 9H 8C 7D")
    assert turn(d) == 0 and not drew(d)
    play(d, "0: draw")
    assert drew(d) == [(0, 2, False)] and turn(d) == 1


def test_ruling_3_going_out_needs_no_draw_and_no_call() -> None:
    d = play(hand({0: "9S 10C"}, "8D", "2C"), "0: play 9S", "0: play 10C")
    assert ended(d) == ((0,), "out", (0, 2)) and not drew(d)
    assert [e.seat for e in told(d, Out)] == [0]


def test_ruling_4_any_rank_may_start_and_nobody_owns_the_turned_card() -> None:
    for up in ("AS", "KH", "2C", "7D"):
        d = hand({0: "3C 6D QH"}, up, auto_draw=False)
        assert upcard(d) == up and len(held(d, 0).split()) == 3 and not told(d, Laid)


def test_ruling_5_the_circle_is_closed_and_a_chain_may_turn() -> None:
    for chain, up in (("KD AC 2H", "QS"), ("2H AC KD", "3S"), ("7D 8C 7H 8S", "6S")):
        d = play(hand({0: f"{chain} 5C"}, up), f"0: play {chain}")
        assert held(d, 0) == "5C" and upcard(d) == chain.split()[-1]


def test_ruling_6_an_empty_stock_means_that_nothing_can_be_drawn() -> None:
    d = hand({0: "4C KH", 1: "6S 9H"}, "2D", only=True)
    assert piles(d) == (0, 1) and may(d) == "Pass"
    assert refused(d, 0, Draw()) == "There is nothing to draw: pass."


def test_ruling_7_pass_exists_for_the_empty_stock_alone() -> None:
    for options in EITHER:
        d = hand({0: "6D KH"}, "5C", **options)
        assert refused(d, 0, Pass()) == FAR
        assert refused(play(d, "0: play 6D"), 0, Pass()) == FAR


def test_ruling_8_the_turn_limit_is_the_only_cap_and_is_off() -> None:
    assert NEOSHO_RAPIDS.options().turn_limit is None
    assert read_options(NEOSHO_RAPIDS.options, {"turn_limit": "off"}).turn_limit is None


def test_ruling_9_a_chain_is_what_its_cards_are_one_by_one() -> None:
    for stock, only in ((None, False), ("", True)):
        at_once = hand(EXAMPLE_3, "8D", stock, only=only)
        one_by_one = hand(EXAMPLE_3, "8D", stock, only=only)
        play(at_once, "0: play 9S 10C 9H 8C 7D")
        play(one_by_one, *(f"0: play {c}" for c in ["9S", "10C", "9H", "8C", "7D"]))
        tables = [{name: [*pile] for name, pile in d.table.piles.items()} for d in (at_once, one_by_one)]
        assert tables[0] == tables[1] and fact(at_once, "chain") == fact(one_by_one, "chain")


# ---- edge cases ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "fitting"),
    [("AS", "2C KC"), ("KH", "AC QC"), ("2D", "AC 3C"), ("QD", "JC KC"), ("JH", "10C QC"), ("10S", "9C JC")],
)
def test_edge_1_what_is_next_to_what(up: str, fitting: str) -> None:
    d = hand({0: "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"}, up)
    assert sorted(cards(legal_cards(d))) == sorted(cards(fitting))


def legal_cards(deal: Deal) -> str:
    """What seat 0 may lay first."""
    return " ".join(map(str, offer(deal, 0, Play).next(())))


def test_edge_2_the_rank_of_the_upcard_does_not_fit() -> None:
    d = hand({0: "5H 5S 6D"}, "5C")
    assert legal_cards(d) == "6D"
    assert refused(d, 0, plays("5H")) == "5H is not next to the upcard 5C."


def test_edge_3_a_chain_with_a_bad_step_changes_nothing() -> None:
    d = hand({0: "6D 7S 9C KH"}, "5C")
    assert refused(d, 0, plays("6D 7S 9C")) == "9C is not next to 7S, so nothing is laid."
    assert held(d, 0) == "6D 7S 9C KH" and upcard(d) == "5C" and not told(d, Laid)


def test_edge_4_a_chain_that_empties_the_hand_wins_without_a_draw() -> None:
    for only in (False, True):
        d = play(hand({0: "KS AC"}, "QH", only=only), "0: play KS AC")
        assert ended(d)[:2] == ((0,), "out") and not drew(d)


def test_edge_5_a_duty_to_open() -> None:
    d = hand({0: "6D 7S KH"}, "5C")
    assert refused(d, 0, Draw()) == NEAR
    play(d, "0: play 6D", "0: draw")
    assert drew(d)[0] == (0, 3, False)


def test_edge_6_a_drawn_card_is_not_laid_in_the_turn_that_it_ended() -> None:
    d = play(hand({0: "6D KH", 1: "2C 7D"}, "5C", "7S"), "0: play 6D", "0: draw")
    assert turn(d) == 1 and "7S" in held(d, 0)
    assert refused(d, 0, plays("7S")) == "7S was drawn this turn: lay it in your next one."
    assert refused(d, 0, plays("KH")) == refused(d, 0, Draw()) == "It is not your turn."


def test_edge_6_so_it_is_where_the_draw_played_itself() -> None:
    d = hand({0: "KH 9C", 1: "2C 6D"}, "5C", "4H")
    assert drew(d) == [(0, 3, True)] and turn(d) == 1
    assert refused(d, 0, plays("4H")) == "4H was drawn this turn: lay it in your next one."


def test_edge_7_the_last_card_of_the_stock_makes_a_new_one_at_once() -> None:
    d = hand({0: "6D 7S KH", 1: "9C 2C JD"}, "5C", "QS", only=True)
    play(d, "0: play 6D 7S", "0: draw")
    assert told(d, Reshuffled) == [Reshuffled(2)] and upcard(d) == "7S" and piles(d)[1] == 1
    assert sum(cards_of(d).values()) == 8


def test_edge_8_with_only_the_upcard_nothing_is_drawn_and_whoever_can_must_lay() -> None:
    for options in EITHER:
        d = hand({0: "6D KH", 1: "9C 2C"}, "5C", only=True, **options)
        assert piles(d) == (0, 1)
        assert refused(d, 0, Draw()) == "There is nothing to draw: lay a card."
        assert refused(d, 0, Pass()) == NEAR
        play(d, "0: play 6D")
        assert piles(d) == (1, 1) and [*d.table.piles[STOCK]] == [card("5C")]
        play(d, "0: draw")
        assert held(d, 0) == "5C KH" and piles(d) == (0, 1) and turn(d) == 1


def test_edge_9_a_block_is_won_by_the_fewest_and_a_tie_is_a_draw() -> None:
    d = hand({0: "5C KH", 1: "9C 2C"}, "7D", only=True)
    play(d, "0: pass", "1: pass")
    assert ended(d) == ((0, 1), "block", (2, 2))
    assert [s.outcome for s in after(d).standings or ()] == ["D", "D"]
    assert [e.seat for e in told(d, Passed)] == [0, 1]


def test_edge_9_a_card_between_the_passes_is_no_block() -> None:
    d = hand({0: "5C KH", 1: "8C 2C"}, "7D", only=True)
    play(d, "0: pass", "1: play 8C", "1: draw", "0: pass", "1: play 7D", "1: draw")
    assert turn(d) == 0 and d.after is None


@pytest.mark.parametrize(("seats", "stock"), [(2, 37), (3, 30), (4, 23)])
def test_edge_10_how_many_are_dealt(seats: int, stock: int) -> None:
    match = Match(NEOSHO_RAPIDS, NEOSHO_RAPIDS.options(cut="off", auto_draw=False), opening(seats), "m")
    d = match.begin(match.sealed(bytes(32)), at=0)
    assert piles(d) == (stock, 1)
    assert all(view(d).size(HAND.of(p)) == 7 for p in range(seats))


def test_edge_11_no_card_is_lost_or_made() -> None:
    whims = Stream(b"edge 11", "whim")
    d = hand({0: "5C KH 7S 8S 9S JD QD"}, "7D", seats=4, must_open=False)
    for _ in range(300):
        if d.after is not None or stands(d.ask):
            break
        seat = turn(d)
        assert seat is not None
        among = [o for o in d.offers(seat) if o]
        move = whims.choice(among).sample(whims)
        assert move is not None
        d.submit(seat, move)
        assert cards_of(d) == Counter(deck())
        assert piles(d)[0] or piles(d)[1] == 1, "an empty stock is made anew at once"


# ---- worked examples -----------------------------------------------------------------------------


def test_example_1_ranks_around_the_upcard() -> None:
    assert legal_cards(hand({0: "7C 9S 9H QD"}, "8D")) == "7C 9S 9H"


def test_example_2_an_ace_as_upcard() -> None:
    assert legal_cards(hand({0: "KD 2C 5H"}, "AS")) == "KD 2C"


def test_example_3_a_chain_of_five() -> None:
    d = play(hand(EXAMPLE_3, "8D", "KC"), "0: play 9S 10C 9H 8C 7D")
    assert held(d, 0) == "2S" and [e.seat for e in told(d, OneCard)] == [0]
    play(d, "0: draw")
    assert held(d, 0) == "2S KC"


def test_example_4_a_chain_over_the_corner_wins() -> None:
    d = play(hand({0: "KS AC 2D 3H"}, "QH"), "0: play KS AC 2D 3H")
    assert ended(d) == ((0,), "out", (0, 4))
    assert [s.outcome for s in after(d).standings or ()] == ["W", "L"]


def test_example_5_a_chain_that_breaks() -> None:
    d = hand({0: "KS AC 2D 3H"}, "QH")
    assert refused(d, 0, plays("KS 2D")) == "2D is not next to KS, so nothing is laid."


def test_example_6_stopping_after_one() -> None:
    d = play(hand({0: "6D 4S"}, "5C"), "0: play 6D")
    assert "Draw" in may(d)
    assert refused(hand({0: "6D 4S"}, "5C"), 0, Draw()) == NEAR
    assert "Draw" in may(hand({0: "6D 4S"}, "5C", must_open=False))


def test_example_7_the_stock_of_two_players_is_made_of_what_lies_below_the_upcard() -> None:
    """Thirteen in the pile with the starter: twelve are shuffled."""
    laid = ["9S", "10S", "9D", "10D", "9C", "10C", "JC", "QC", "KC", "QD", "KD", "AD"]
    d = hand({0: " ".join(laid[:6]) + " 2H 2S", 1: "3D 5D 3H 5H 3S 5S 6H 4H"}, "8H", seats=2, must_open=False)
    play(d, *(f"0: play {c}" for c in laid[:6]))
    stock = d.table.piles[STOCK]
    while len(stock) > 1:
        seat = turn(d)
        assert seat is not None
        play(d, f"{seat}: draw")
    before = piles(d)
    play(d, f"{turn(d)}: draw")
    assert before == (1, 7) and piles(d) == (6, 1) and told(d, Reshuffled) == [Reshuffled(6)]


def test_example_8_fourteen_seventeen_and_twenty() -> None:
    """A whole pack cannot block, since somebody holds what fits: so it is only counted here."""
    d = hand({0: "2C"}, "5C", seats=3)
    whole = [c for c in deck() if c != card("5C")]
    hands = {p: d.table.pile(HAND.of(p), whole[a:b]) for p, (a, b) in enumerate([(0, 14), (14, 31), (31, 51)])}
    h = Hand(d.table, hands, d.table.piles[STOCK], d.table.piles[DISCARDS])
    assert [*map(len, hands.values())] == [14, 17, 20] and fewest(h) == [0]


# ---- draws that play themselves ------------------------------------------------------------------


def test_whoever_must_lay_and_cannot_draws_at_once() -> None:
    d = hand({0: "KH 9C", 1: "2C JD", 2: "6S QS"}, "5C", "10H 10D", seats=3)
    assert drew(d) == [(0, 3, True), (1, 3, True)] and turn(d) == 2 and not d.rows


def test_without_the_option_the_draw_is_pressed() -> None:
    d = hand({0: "KH 9C", 1: "2C JD"}, "5C", auto_draw=False)
    assert not drew(d) and may(d) == "Draw"
    play(d, "0: draw")
    assert drew(d) == [(0, 3, False)]


def test_where_nobody_need_open_no_draw_plays_itself() -> None:
    """It would tell that nothing fits."""
    d = hand({0: "KH 9C", 1: "2C JD"}, "5C", must_open=False)
    assert not drew(d) and may(d) == "Draw"


def test_after_a_card_no_draw_plays_itself() -> None:
    d = play(hand({0: "6D KH 9C", 1: "2C JD 3D"}, "5C"), "0: play 6D")
    assert not drew(d) and turn(d) == 0 and may(d) == "Draw"


def test_a_pass_is_pressed() -> None:
    d = hand({0: "KH 9C", 1: "6C JD"}, "5C", only=True)
    assert turn(d) == 0 and may(d) == "Pass"


@pytest.mark.parametrize("options", [{}, {"auto_draw": False}, {"must_open": False}])
def test_what_stands_in_public_follows_from_what_lies_there(options: dict[str, Any]) -> None:
    """Whether somebody has a card that fits changes none of the controls under the table."""
    found = []
    for mine in ("6D KH", "9D KH"):
        d = hand({0: mine, 1: "4C JD"}, "5C", "3H 3S", **options)
        if turn(d) != 0:
            continue  # the draw has played itself, and everybody knows
        found.append([(o.kind, o.shown_when_refused) for o in d.offers(0)])
    assert all(each == found[0] for each in found)
    always = {kind for kind, shown_when_refused in found[0] if shown_when_refused}
    assert always == (set() if not options else {Draw})


# ---- bad input -----------------------------------------------------------------------------------


def test_bad_input() -> None:
    d = hand({0: "8H 6D 7S"}, "5C")
    assert refused(d, 0, plays("8H")) == "8H is not next to the upcard 5C."
    assert refused(d, 0, plays("QS")) == "You do not hold QS."
    assert refused(d, 0, plays("6D QS")) == "You do not hold QS."
    assert refused(d, 0, plays("6D 7S 6D")) == "You have chosen 6D already."
    assert refused(d, 0, plays("")) == "Choose a card to lay."
    assert refused(d, 0, Play(("6D",))) == "Choose cards of your hand."  # type: ignore[arg-type]
    assert refused(d, 0, Draw()) == NEAR
    assert refused(d, 1, plays("4C")) == refused(d, 1, Draw()) == "It is not your turn."
    d = hand({0: "KH 9C", 1: "6C JD"}, "5C", auto_draw=False)
    assert refused(d, 0, plays("KH")) == "KH is not next to the upcard 5C."
    assert refused(d, 0, plays("")) == "You hold no card next to the upcard 5C."


# ---- the turn clock ------------------------------------------------------------------------------


def test_the_clock_draws_where_it_may() -> None:
    d = hand({0: "6D KH", 1: "2C JD"}, "5C", must_open=False)
    d.lapse(0, 5)
    assert drew(d) == [(0, 3, False)] and turn(d) == 1


def test_else_it_lays_one_card_of_the_rank_that_is_held_most_and_draws() -> None:
    d = hand({0: "6D 4H 4S KH", 1: "2C JD 6C 3D"}, "5C", "9H")
    d.lapse(0, 5)
    assert upcard(d) == "4S" and held(d, 0) == "4H 6D 9H KH"
    assert drew(d) == [(0, 4, False)] and turn(d) != 0 and len(d.rows) == 1


def test_it_passes_where_nothing_else_is_left() -> None:
    d = hand({0: "KH 9C", 1: "6C JD"}, "5C", only=True)
    d.lapse(0, 5)
    assert [e.seat for e in told(d, Passed)] == [0]


def test_it_may_go_out() -> None:
    d = hand({0: "6D", 1: "2C"}, "5C")
    d.lapse(0, 5)
    moment_over(d)
    assert ended(d)[:2] == ((0,), "out")


def test_ruling_11_a_hand_that_nobody_plays_is_over_after_ten_rounds() -> None:
    d = hand({0: "6D KH 9C 2S", 1: "2C JD 4C 7H"}, "5C")
    while d.ask:
        seat = turn(d)
        assert seat is not None
        d.lapse(seat, 5)
        assert len(d.rows) <= g.ABANDONED * 2
    assert ended(d)[1] == "abandoned" and all(row.lapsed for row in d.rows)


def test_somebody_who_plays_goes_on() -> None:
    """One of two at least decides again and again: the hand is not given up."""
    d = hand({0: "6D KH 9C 2S", 1: "2C JD 4C 7H"}, "5C", must_open=False, turn_limit=40)
    while d.ask:
        seat = turn(d)
        assert seat is not None
        if seat:
            d.lapse(seat, 5)
        else:
            ends_turn(d)
    assert ended(d)[1] == "limit"


# ---- the end of a hand, and of a match -----------------------------------------------------------


def test_the_turn_limit_ends_a_hand_after_a_whole_round() -> None:
    d = hand({0: "6D KH 9C 2S", 1: "2C JD 4C 7H"}, "5C", must_open=False, auto_draw=False, turn_limit=25)
    for n in range(50):
        assert d.after is None and fact(d, "round") == n // 2 + 1
        ends_turn(d)
    winners, why, left = ended(d)
    assert why == "limit" and winners == tuple(p for p in (0, 1) if left[p] == min(left))


def test_ruling_10_a_hand_that_nobody_is_out_of_is_shared_by_equals() -> None:
    state = going_on((1, 1))
    d = hand({0: "5C KH", 1: "9C 2C"}, "7D", state=state, only=True, wins=2)
    play(d, "0: pass", "1: pass")
    assert after(d).scores == (2, 2) and [s.outcome for s in after(d).standings or ()] == ["D", "D"]


def test_first_to_so_many_hands() -> None:
    d = play(hand({0: "6D"}, "5C", wins=2), "0: play 6D")
    assert after(d).standings is None and after(d).scores == (1, 0)
    d = play(hand({0: "6D"}, "5C", state=going_on((1, 1)), wins=2), "0: play 6D")
    assert [(s.seat, s.outcome) for s in after(d).standings or ()] == [(0, "W"), (1, "L")]


def test_the_deal_passes_left() -> None:
    d = play(hand({0: "6D"}, "5C", seats=3, wins=2), "0: play 6D")
    assert d.table.dealer == 2 and after(d).dealer == 0


def test_what_is_recorded() -> None:
    d = play(hand({0: "6D 9C", 1: "5D KC"}, "5C", "7S 10D"), "0: play 6D", "0: draw", "1: play 5D", "1: draw")
    assert turn(d) == 1, "seat 0 could not lay"
    d = play(hand({0: "6D", 1: "5D"}, "5C"), "0: play 6D")
    assert after(d).counted(0) == {"cards left": 0, "hands": 1, "hands won": 1, "turns": 1}
    assert after(d).counted(1) == {"cards left": 1, "hands": 1, "turns": 0}


def test_whoever_is_out_is_looked_at() -> None:
    d = looked_at(hand({0: "6D", 1: "5D"}, "5C"), "0: play 6D")
    assert stands(d.ask) and fact(d, "out") == 0 and d.after is None
    assert view(d, SPECTATOR).faces(HAND.of(1)) == ()
    moment_over(d)
    assert view(d, SPECTATOR).faces(HAND.of(1)) == (card("5D"),)


# ---- who sees what -------------------------------------------------------------------------------


def test_the_upcard_alone_is_shown_and_the_last_chain_is_remembered() -> None:
    d = play(hand(EXAMPLE_3, "8D"), "0: play 9S 10C", "0: play 9H")
    seen = view(d, 1)
    assert seen.pile(DISCARDS) == (None, None, None, card("9H"))
    assert seen.facts["chain"] == (0, card("8D"), tuple(cards("9S 10C 9H")))
    play(d, "0: draw")
    assert view(d, 1).facts["chain"][0] == 0, "until the next card is laid"


def test_a_drawn_card_is_known_to_its_owner() -> None:
    d = play(hand({0: "6D KH", 1: "2C 7D"}, "5C", "7S"), "0: play 6D", "0: draw")
    assert view(d, 0).facts["received 0"] == (card("7S"),)
    assert "received 0" not in view(d, 1).facts


# ---- offers --------------------------------------------------------------------------------------


def test_a_chain_is_walked_choice_by_choice() -> None:
    chain = offer(hand(EXAMPLE_3, "8D"), 0, Play)
    nine, ten = card("9S"), card("10C")
    assert sorted(map(str, chain.next(()))) == ["7D", "9H", "9S"]
    assert [*map(str, chain.next((nine,)))] == ["10C", "8C"]
    assert [*map(str, chain.next((nine, ten)))] == ["9H"]
    assert chain.finish((nine, ten)) == Play((nine, ten))


def test_the_longest_chains_stand_ready() -> None:
    ready = [move.parts for move in offer(hand(EXAMPLE_3, "8D"), 0, Play).ready()]
    assert len(ready[0]) == 5 and all(len(parts) > 1 for parts in ready)
    assert [*map(len, ready)] == sorted(map(len, ready), reverse=True) and len({*ready}) == len(ready) <= g.READY


def test_the_largest_hand_is_walked_at_once() -> None:
    """However many chains there are: each of them is a legal move, and no walk comes to a dead end."""
    rng, whims = random.Random("largest"), Stream(b"largest", "whim")
    for _ in range(20):
        whole = rng.sample(deck(), 46)
        d = hand({0: " ".join(map(str, whole[:45]))}, str(whole[45]), seats=1, only=True)
        chain = offer(d, 0, Play)
        for move in [chain.sample(whims), *chain.ready()] if chain else []:
            assert move is not None and chain.refusal(move) is None
            assert all(part in chain.next(move.parts[:n]) for n, part in enumerate(move.parts))


def test_a_hand_replays_as_it_was() -> None:
    match = Match(NEOSHO_RAPIDS, NEOSHO_RAPIDS.options(cut="off", turn_limit=30), opening(4), "m")
    d, whims = match.begin(match.sealed(bytes([5]) * 32), at=0), Stream(b"replay", "whim")
    while d.ask:
        seat = turn(d)
        if seat is None:
            moment_over(d)
            continue
        move = whims.choice([o for o in d.offers(seat) if o]).sample(whims)
        assert move is not None
        d.submit(seat, move, at=d.table.now)
    assert digest(rebuilt(d)) == digest(d)
