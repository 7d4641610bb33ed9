"""The house player of War, which only presses."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import house
from bot.engine.state import opening
from bot.games.war import WAR, Forward, Options, Play

from .table import decides, fact, play, waits
from .transcript import transcript
from .war_table import flips, piles

GOLDEN = Path(__file__).parent / "golden" / "war.txt"
EIGHTS = "8C 2C 3C 6S 4D 9D 6H 3D JH 7C", "8H JC 9S KH 5S 9H 6D QD KS 8S"


def test_rule_1_it_turns_its_card_and_once() -> None:
    deal = piles(*EIGHTS)
    assert decides(deal, 1) == Play()
    play(deal, "1: play")
    assert decides(deal, 1) is None


@pytest.mark.parametrize("to", ["ten", "war", "end"])
@pytest.mark.parametrize("turned", [True, False])
def test_rule_2_it_goes_along_with_whoever_turns_ahead(to: str, turned: bool) -> None:
    """Its own card may be turned already: that battle is fought, and then it goes along."""
    deal = piles("KS QS JS 10S 9S 8S", "2D 3D 4D 5D 6D 7D")
    if turned:
        play(deal, "1: play")
    play(deal, f"0: forward {to}")
    assert waits(deal) == [1] and decides(deal, 1) == Forward(to)  # type: ignore[arg-type]
    deal.submit(1, Forward(to))  # type: ignore[arg-type]
    assert deal.ask is None or fact(deal, "battle").number >= 6


def test_rule_2_where_cards_turn_by_themselves_it_goes_along_too() -> None:
    deal = piles(*EIGHTS, pace="auto")
    assert decides(deal, 1) is None
    play(deal, "0: forward ten")
    assert decides(deal, 1) == Forward("ten")


def test_rule_3_it_never_gives_up() -> None:
    deal = piles("2C 3C 4C", "KS QS JS")
    while deal.ask:
        assert decides(deal, 0) == Play()
        flips(deal)


def test_a_game_played_by_house_players() -> None:
    """The golden transcript: read it, then pin it anew by writing it to its file."""
    told = transcript(WAR, Options(war_down=1), opening(2), bytes([32]) * 32, [house.choose] * 2)
    assert told == GOLDEN.read_text(encoding="utf-8")
