"""What lies on a table's picture, where the rules say how it lies."""

from __future__ import annotations

from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR
from bot.engine.view import view
from bot.show.words.game import Words
from bot.show.words.sentences import Who
from card_art import scene as art
from cogs.games import knock_poker
from tests.games import knock_poker_table


def seat(words: Words, deal: Deal, name: str) -> art.Seat:
    """A seat of the picture that everybody sees."""
    shown = words.scene(view(deal, SPECTATOR), Who(("Ann", "Bo", "Cleo", "Dai")))
    return next(s for s in shown.seats if s.name == name)


def test_the_knuckles_of_whoever_has_knocked_lie_before_them() -> None:
    deal = knock_poker_table.hand({0: "2C 3D 5H 7S 9C", 1: "KC KD 2H 4S 9D"})
    before = seat(knock_poker.WORDS, deal, "Bo")
    assert (before.said, before.mark) == ("", None) and "KNOCKED" not in before.tags
    after = seat(knock_poker.WORDS, knock_poker_table.knocks(deal, 1), "Bo")
    assert (after.said, after.mark) == ("", "knuckles") and "KNOCKED" in after.tags
