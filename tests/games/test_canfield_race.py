"""Canfield as a race: one deal for all, boards apart, and how the places are found."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.state import ranked
from bot.engine.view import view
from bot.games.canfield import race_scores
from bot.games.canfield.facts import COLUMN, RESERVE_PILE, WASTE_PILE
from bot.games.canfield.moves import Finished, Hint, Opened, Redo, TimeUp, Undo

from .canfield_table import dealt, pile, standing
from .table import fact, play, refused, told

NAMES = ("reserve", "stock", "waste", "T1", "T2", "T3", "T4", "FC", "FD", "FH", "FS")


def race(seats: int = 2, **options: Any) -> Deal:
    return dealt("QC 2H", "3S", "3C KS 7D 8S", seats=seats, mode="race", **options)


def test_edge_14_all_seats_have_the_same_deal_and_no_move_changes_another_board() -> None:
    deal = race(8)
    boards = [[pile(deal, name, seat) for name in NAMES] for seat in range(8)]
    assert all(board == boards[0] for board in boards)
    play(deal, "3: draw", "5: T1 F")
    for seat in {*range(8)} - {3, 5}:
        assert [pile(deal, name, seat) for name in NAMES] == boards[0]
        assert standing(deal, seat) == (1, 0, "playing")
    assert (standing(deal, 3), standing(deal, 5)) == ((1, 1, "playing"), (2, 1, "playing"))


def test_others_see_only_cards_home_and_moves() -> None:
    deal = play(race(), "0: draw")
    for viewer in (1, SPECTATOR):
        seen = view(deal, viewer)
        assert {name: pile for name, pile in seen.piles.items() if name.split()[1] == "0"} == dict.fromkeys(
            [name for name in deal.table.piles if name.split()[1] == "0"]
        )
        assert not any(type(e).__name__ in ("Moved", "Drawn") for e in seen.events)
        assert [(s.seat, s.home, s.moves) for s in seen.facts["boards"]] == [(0, 1, 1), (1, 1, 0)]
    assert view(deal, 0).size(WASTE_PILE.of(0)) == 1


def test_a_board_that_is_done_stays_closed_while_others_play_on_the_same_deal() -> None:
    deal = play(race(), "0: resign")
    assert view(deal, 1).piles[COLUMN.of(0, 1)] is None
    play(deal, "1: resign")
    assert view(deal, 1).pile(COLUMN.of(0, 1)) == view(deal).pile(COLUMN.of(0, 1)) == tuple(cards("3C"))
    assert view(deal).pile(RESERVE_PILE.of(0))[:-1] == (None,) * 12, "what lies face down stays so"
    assert len(told(deal, Opened)) == 1


def test_a_race_closes_early_when_every_board_is_done() -> None:
    deal = play(race(3), "0: resign", "2: resign")
    assert deal.after is None
    assert play(deal, "1: resign").after


@pytest.mark.parametrize("minutes", [5, 10, 15, 30])
def test_race_minutes_say_when_it_closes(minutes: int) -> None:
    deal = race(race_minutes=minutes, began=1000)
    closes = 1000 + minutes * 60_000
    assert deal.ask
    assert (deal.ask.timer, fact(deal, "closes")) == ((closes, TimeUp()), closes)
    deal.tick(closes - 1)
    assert deal.ask, "not yet"
    play(deal, "1: T1 F")
    deal.tick(closes)
    assert told(deal, Finished) == [Finished(0, "stopped", 1, 0), Finished(1, "stopped", 2, 1)]
    standings = deal.table.standings or ()
    assert [(s.seat, s.place, s.outcome) for s in standings] == [(0, 2, "L"), (1, 1, "W")]


def test_ruling_8_no_undo_and_no_hints_in_a_race() -> None:
    deal = play(race(), "0: draw")
    assert refused(deal, 0, Undo()) == "There is no undo at this table."
    assert refused(deal, 0, Redo()) == "There is no undo at this table."
    assert refused(deal, 0, Hint()) == "There are no hints at this table."


def test_two_at_a_table_race_whatever_it_was_opened_for() -> None:
    deal = dealt(seats=2)
    assert deal.ask
    assert deal.ask.timer
    assert refused(deal, 0, Hint()) == "There are no hints at this table."


def test_somebody_who_leaves_counts_as_they_stand() -> None:
    deal = play(race(), "0: T1 F")
    deal.lapse(0, 10)
    assert told(deal, Finished) == [Finished(0, "resigned", 2, 1)]


def test_example_9_home_then_fewer_moves_and_equal_ranks_are_shared() -> None:
    places = ranked(race_scores({0: (31, 140), 1: (31, 128), 2: (52, 210), 3: (31, 128)}))
    assert [(s.seat, s.place, s.outcome) for s in places] == [(0, 4, "L"), (1, 2, "L"), (2, 1, "W"), (3, 2, "L")]


def test_a_shared_first_place_is_a_draw() -> None:
    deal = play(race(3), "0: T1 F", "1: T1 F", "0: resign", "1: resign", "2: resign")
    assert deal.after
    assert [(s.place, s.outcome) for s in deal.after.standings or ()] == [(1, "D"), (1, "D"), (3, "L")]
