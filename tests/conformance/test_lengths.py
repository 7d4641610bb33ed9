"""How long a match takes, as games say: held against what house players take at the pace of people."""

from __future__ import annotations

import pytest

from bot.engine.options import read_options
from bot.games.catalog import GAMES
from cogs.games import every_word
from tests.bench.lengths import took

WORDS = every_word()
FACTOR = 2
SHORT, LONG = 2, 14
"""Minutes of a match of which many are looked at, and with decisions enough that one match tells."""


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, game in GAMES.items() for name in game.lengths])
def test_a_match_takes_as_long_as_is_said(slug: str, name: str, without_thinking: None) -> None:
    """`tests/bench/lengths.py` says how it is worked out; of a match without an end that is one deal."""
    game = GAMES[slug]
    length = game.lengths[name]
    endless = length.minutes is None
    options = read_options(game.options, {**length.options, **({game.length: "5"} if endless else {})})
    minutes = length.minutes or WORDS[slug].minutes
    played = took(game, options, 1 if minutes[1] >= LONG else 8 if minutes[1] <= SHORT else 2)
    for said, measured in zip(minutes, played.deal if endless else played.match, strict=True):
        assert said == 1 > measured or said / FACTOR <= measured <= said * FACTOR, (said, measured)
