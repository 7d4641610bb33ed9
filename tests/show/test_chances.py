"""Chances to win at poker: all get the same figures, and a picture may wait for them."""

from __future__ import annotations

import pickle

from bot.engine.view import view
from bot.games.poker.facts import RUN
from bot.show.messages.alt import alt
from bot.show.messages.page import MessageContent
from bot.show.words import chances
from bot.show.words.sentences import Who
from cogs.games.poker.words import WORDS
from tests.games.poker_table import all_do, table
from tests.games.table import looked_at, moment_over, turn


def test_everybody_gets_one_reckoning() -> None:
    deal = all_do(table("holdem", {1: "AH AD", 0: "9S 8S"}, seats=3, limit="no"), "raise 100", "call", "fold")
    chances._shares.cache_clear()
    found = [chances.chances(view(deal, seat)) for seat in (-1, 0, 1, 2)]
    assert found[0] is not None and found.count(found[0]) == 4
    assert chances._shares.cache_info().misses == 1


def test_what_lies_in_a_side_pot_counts_for_those_who_may_win_it() -> None:
    """Ana is best, and all-in for a tenth of what Bo and Dan play for."""
    hands = {1: "AH AD", 2: "KH KD", 0: "2S 7C"}
    deal = all_do(table("holdem", hands, seats=3, limit="no", stacks={1: 1000}), "raise 100", "call", "call")
    found = chances.chances(view(deal))
    assert found is not None and [sum(pot.values()) for pot in found.pots] == [100, 100]
    main, side = found.pots
    assert main[1] > 60 > main[2] and set(side) == {0, 2}, "she can win no more than the main pot"
    assert side[2] > 80 > 20 > side[0] > 0
    scene = WORDS.scene(view(deal), Who(("Dan", "Ana", "Bo")))
    assert "chances of each pot" in alt(scene) and f"{side[2]}% of the side pot" in alt(scene)


def test_the_second_run_counts_before_it_lies() -> None:
    """17's hands: the first run has missed, and half the pot is still to be played for."""
    deal = table("holdem", {1: "AH AD", 0: "9S 8S"}, "10S 7D 2S 3C 4H", seats=2, limit="no")
    all_do(deal, "call", "check", "bet 98")
    looked_at(deal, f"{turn(deal)}: call")
    moment_over(deal)
    looked_at(deal, "0: run-twice", "1: run-twice")
    while len(view(deal).pile(RUN.of(1))) < 2:
        assert deal.ask and deal.ask.timer
        deal.tick(deal.ask.timer[0])
    found = chances.chances(view(deal))
    assert found is not None
    assert 65 <= found.pots[0][1] <= 80


def test_a_table_that_is_drawn_later_asks_for_them() -> None:
    """What leaves the event loop to be worked out is plain data, the same for all viewers."""
    deal = all_do(table("holdem", {1: "AH AD", 0: "9S 8S"}, seats=3, limit="no"), "raise 100", "call", "fold")
    chances._shares.cache_clear()
    scenes = [WORDS.scene(view(deal, seat), Who(("Dan", "Ana", "Bo"), viewer=seat), later=True) for seat in (-1, 0, 1)]
    questions = {scene.board.question for scene in scenes if scene.board is not None}
    assert chances._shares.cache_info().misses == 0
    (question,) = questions
    assert question is not None
    answer = pickle.loads(pickle.dumps(question))()
    assert answer == chances.chances(view(deal))
    face = MessageContent("", scenes[0], alt(scenes[0]))
    assert "%" not in face.alt
    told = face.answered(answer)
    assert told.question is None and "≈78%" in told.alt
    assert told.picture == WORDS.scene(view(deal), Who(("Dan", "Ana", "Bo")))
    assert face.answered(None).question is None, "without an answer it is shown all the same"
