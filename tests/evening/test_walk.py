"""In every game, at each change of a short match: a control that is drawn is pressed, in a copy of the evening, and now
and then somebody asks for everything they may see."""

from __future__ import annotations

import pytest

from bot.games.catalog import GAMES
from tests.mutants.faults import QUIET

from .running import evening


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_drawn_can_be_pressed_and_nothing_hidden_is_told(slug: str) -> None:
    facts = f"people=3,presses=1,press_each=1,ask_first=3,ask_each=8,undrawn=0,{QUIET}"
    status, told = evening("--jobs", "1", "--seed", "2", "--games", slug, "--changes", "8", "--only", facts)
    assert status == 0, told[-4000:]
