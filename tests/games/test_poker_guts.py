"""Guts: who is in, who takes the pot, who pays for the next one, and the ghost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.cards import cards, pack
from bot.engine.deal import Deal
from bot.engine.side_pots import Pot
from bot.engine.state import State
from bot.engine.view import view
from bot.games.poker import POKER
from bot.games.poker.carried_over import Carried
from bot.games.poker.facts import GHOST
from bot.games.poker.moves import Declare, GutsLosses, GutsOpened, NotDealtIn, PotStays, Shown
from bot.games.poker.options import Options
from bot.games.poker.variants import VARIANTS

from .poker_table import start, won
from .table import after, play, refused, told, waits

HANDS = {1: "KS KD 4C", 2: "AH QD 9S", 3: "KH KC 7D", 0: "2C 5D 8H"}


def guts(hands: dict[int, str] | None = None, are_in: str = "", /, *, state: State | None = None, ghost: str = "",
         **options: Any) -> Deal:  # fmt: skip
    """A deal in which these seats say that they are in, and all others are out."""
    given = {s: cards(text) for s, text in (hands or HANDS).items()}
    state = state or start(len(given))
    rules = Options(variant="guts", ante=100, **options)
    assert rules.check() is None
    assert state.dealer is not None
    around = [s for i in range(1, state.seats + 1) if (s := (state.dealer + i) % state.seats) not in state.away]
    around = [s for s in around if s in given]
    order = [given[s][n] for n in range(len(given[around[0]])) for s in around] + cards(ghost)
    order += [c for c in pack() if c not in order]
    deal = Deal(POKER, state, rules, None, order=[order])
    if are_in:
        inside = {int(word) for word in are_in.split()} if are_in != "none" else set[int]()
        for seat in [*waits(deal)]:
            play(deal, f"{seat}: declare {'in' if seat in inside else 'out'}")
    return deal


def test_example_22_losers_pay_for_the_next_deal() -> None:
    deal = guts(HANDS, "1 2 3")
    assert won(deal) == [("pot", 0, "", 400, (3,))]
    assert told(deal, GutsLosses) == [GutsLosses(((1, 400), (2, 400)))]
    left = after(deal)
    assert (left.pot, left.carried.hands) == (800, 0)
    alone = guts({1: "2C 3D 5H", 2: "QH QD 2C", 3: "KH KC 7D", 0: "2D 5D 8H"}, "2", state=replace(left, dealer=0))
    assert (after(alone).pot, after(alone).carried.hands) == (0, 1)
    assert won(alone) == [("pot", 0, "", 800, (2,))]
    assert not told(alone, Shown)


def test_example_22_the_ghost() -> None:
    left = after(guts(HANDS, "1 2 3"))
    hands = {1: "2S 3D 5H", 2: "QH QD 2C", 3: "KH KC 7D", 0: "2D 5D 8H"}
    state = replace(left, dealer=0)
    deal = guts(hands, "2", state=state, ghost="JH JD 4C", home="ghost=lone")
    assert after(deal).pot == 0  # queens beat jacks
    hands[2], ghost = "JH JD 4C", "QH QD 2C"
    deal = guts(hands, "2", state=state, ghost=ghost, home="ghost=lone")
    assert told(deal, GutsLosses) == [GutsLosses(((2, 800),))]
    assert after(deal).pot == 1600
    assert [e.seat for e in told(deal, Shown)] == [2, -1]


def test_example_22_a_stack_of_250_takes_250() -> None:
    left = replace(after(guts(HANDS, "1 2 3")), dealer=0)
    stacks = (left.stacks[0], left.stacks[1], 250, left.stacks[3])
    deal = guts(HANDS, "2", state=replace(left, stacks=stacks))
    assert won(deal)[0][3] == 250  # ruling 14
    assert after(deal).pot == 550
    assert after(deal).stacks[2] == 500


def test_ruling_14_a_winner_takes_no_more_than_it_risked() -> None:
    deal = guts(HANDS, "1 3", state=start(stacks={3: 250}))
    assert won(deal)[0][3:] == (150, (3,))
    assert after(deal).pot == 250 + 400


def test_edge_23_nobody_is_in() -> None:
    deal = guts(HANDS, "none")
    assert told(deal, GutsOpened) == [GutsOpened(())]
    assert told(deal, PotStays) == [PotStays(400, "guts")]
    again = guts(HANDS, state=replace(after(deal), dealer=0))
    assert again.table.chips["pot"] == 400  # no more antes till it is empty
    assert not told(again, NotDealtIn)


def test_edge_23_all_tie() -> None:
    deal = guts({1: "KS QD 4C", 2: "KD QC 4H", 0: "KH QS 4D"}, "1 2 0")
    assert won(deal) == [("pot", 0, "", 300, (1, 2, 0))]
    assert after(deal).pot == 0


def test_edge_23_a_ghost_wins_ties_and_is_met_by_all() -> None:
    hands = {1: "KS QD 4C", 0: "KH QS 3D"}
    deal = guts(hands, "1 0", ghost="KC QH 4S", home="ghost=all")
    assert not won(deal)
    assert told(deal, GutsLosses) == [GutsLosses(((1, 200), (0, 200)))]
    assert after(deal).pot == 600
    deal = guts(hands, "1 0", ghost="KC QH 4S", home="ghost=lone")  # two are in: it does not play
    assert won(deal)[0][4] == (1,)
    assert not [e for e in told(deal, Shown) if e.seat == -1]


def test_nobody_sees_the_ghost_or_who_is_in_before_all_have_said() -> None:
    deal = guts(HANDS, home="ghost=all", ghost="2H 3H 5H")
    play(deal, "1: declare in")
    for seat in range(4):
        seen = view(deal, seat)
        assert seen.faces(GHOST) == ()
        assert ("choice of 1" in seen.facts) == (seat == 1)
    assert refused(deal, 2, Declare("high")) == "Declare in or out."


def test_who_has_no_more_than_an_ante_is_left_out() -> None:
    deal = guts({1: "KS QD 4C", 0: "KH QS 3D"}, state=start(3, stacks={2: 100}))
    assert told(deal, NotDealtIn) == [NotDealtIn(2)]
    assert deal.table.players == [1, 0]


def test_whoever_joins_meanwhile_antes_and_plays_for_all_of_it() -> None:
    left = replace(after(guts(HANDS, "none")), dealer=0)
    joined = replace(left, stacks=(*left.stacks, 5000), scores=(0,) * 5, strikes=(0,) * 5, counts=(*left.counts, ()),
                     missed_cuts=(), fresh=frozenset({4}))  # fmt: skip
    deal = guts({**HANDS, 4: "AC AD AS"}, "4", state=joined)
    assert deal.state.pot == 400
    assert won(deal)[0][3:] == (500, (4,))


def test_two_cards() -> None:
    deal = guts({1: "AC KD", 0: "2H 2S"}, "1 0", home="cards=2")
    assert won(deal)[0][4] == (0,)


def test_after_six_deals_with_nobody_in_the_pot_is_shared() -> None:
    state = start(number=5, dealer=0, pot=400, carried=Carried(passed=5, dealt_in=frozenset(range(4))))
    carried = replace(state.carried, paid=frozenset(range(4)))
    pots = after(guts(HANDS, "none")).carried.pots
    deal = guts(HANDS, "none", state=replace(state, carried=replace(carried, pots=pots)))
    assert after(deal).pot == 0
    assert after(deal).carried.hands == 1


def test_the_turn_clock_is_out() -> None:
    deal = guts(HANDS)
    for seat in range(4):
        deal.lapse(seat, 1)
    assert told(deal, GutsOpened) == [GutsOpened(())]


def test_guts_is_for_two_to_ten() -> None:
    assert VARIANTS["guts"].seats == range(2, 11)


def test_a_freezeout_that_all_have_lost_to_the_ghost_is_shared() -> None:
    seats = (0, 1, 2)
    carried = Carried(
        paid=frozenset(seats), pots=(Pot(30_000, seats),), dealt_in=frozenset(seats), entries=seats
    )  # fmt: skip
    state = start(3, stacks=dict.fromkeys(seats, 0), number=3, pot=30_000, carried=carried)
    options = Options(variant="guts", ante=100, format="freezeout", home="ghost=all")
    left = after(Deal(POKER, state, options, None, order=[]))
    assert left.over and left.stacks == (10_000,) * 3
