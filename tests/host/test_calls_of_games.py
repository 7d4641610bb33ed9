"""How many calls outside interactions a human move costs at most, for each game: counted on virtual time, so that it is
the same on every machine. `make bench ARGS=calls` tells the figures themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.games.catalog import GAMES
from tests.bench.calls import ENOUGH

ROOT = Path(__file__).parents[2]
MOST = {"alone": 0.5, "panels": 1.5}
"""One person with house players, and four people, who play from panels by direct message; without the tokens of presses
it was 1 to 40."""
SLUGS = [*GAMES]


@pytest.mark.parametrize("slugs", [SLUGS[n::3] for n in range(3)], ids=lambda slugs: " ".join(slugs))
def test_a_move_costs_few_calls_outside_interactions(slugs: list[str]) -> None:
    command = [sys.executable, "-m", "tests.bench.calls", *slugs]
    told = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "1"}, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-3000:]
    for slug, shapes in json.loads(told.stdout).items():
        for shape, (calls, moves) in shapes.items():
            assert moves >= ENOUGH, f"{slug}, {shape}: only {moves} moves"
            assert calls / moves <= MOST[shape], f"{slug}, {shape}: {calls} calls for {moves} moves"
