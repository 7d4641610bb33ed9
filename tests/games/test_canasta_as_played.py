"""The golden transcript of Canasta."""

from __future__ import annotations

from pathlib import Path

from bot.engine.state import opening
from bot.games.canasta import CANASTA
from bot.house import choose

from .transcript import transcript

GOLDEN = Path(__file__).parent / "golden" / "canasta.txt"


def test_a_hand_as_it_was_played() -> None:
    """It goes by the house player: read it, then pin it anew, when that plays otherwise."""
    assert transcript(CANASTA, CANASTA.options(), opening(4), bytes([4]) * 32, [choose] * 4) == GOLDEN.read_text()
