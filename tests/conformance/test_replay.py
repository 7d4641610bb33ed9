"""Replay is exact at every prefix, and under every hash seed."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.engine.deal import Deal, digest
from bot.engine.game import Game
from bot.games.catalog import GAMES

from .play import play_match, rebuilt

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
ROOT = Path(__file__).parents[2]


def every_prefix(game: Game, seed: object) -> None:
    """Each prefix of the rows of each deal leads to the table as it was then. A deal that is read with its rows plays
    them one by one, so that one replay comes through all of its prefixes; a few are also read alone."""
    digests: dict[int, dict[int, str]] = {}
    chance = Random(f"{game.slug}/{seed}")

    def watch(deal: Deal) -> None:
        digests.setdefault(id(deal), {})[len(deal.rows)] = digest(deal)

    for deal in play_match(game, seed, watch).deals:
        seen = digests[id(deal)]
        assert len(seen) > 0.9 * len(deal.rows)  # timers of one moment play together
        again = rebuilt(deal, rows=0)
        assert digest(again) == seen[0]
        for n, row in enumerate(deal.rows, 1):
            again.replay(row)
            assert n not in seen or digest(again) == seen[n], f"after {n} rows"
        for n in chance.sample([*seen], min(3, len(seen))):
            assert digest(rebuilt(deal, rows=n)) == seen[n], f"after {n} rows"


def under_hash_seeds(games: Sequence[str], first: int, count: int) -> None:
    """The same matches, in processes of their own, come to the same digests."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.conformance.play", str(first), str(count), *games],
            env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )
        for seed in ("0", "1", "31337")
    ]  # fmt: skip
    digests = [run.communicate()[0].split() for run in runs]
    assert all(run.returncode == 0 for run in runs)
    for said in digests:
        assert said[::2] == [*games]
        assert all(len(digest) == 64 for digest in said[1::2])
        assert said == digests[0]


@EVERY_GAME
@pytest.mark.seeds(3, soak=1000, at_once=10)
def test_replay_is_exact_at_every_prefix(game: Game, seeds: range) -> None:
    """Few matches at once are done in time on a busy machine."""
    for seed in seeds:
        every_prefix(game, seed)


def test_replay_is_exact_under_three_hash_seeds() -> None:
    under_hash_seeds([*GAMES], 0, 3)


@pytest.mark.soak
@EVERY_GAME
@pytest.mark.parametrize("chunk", range(20))
def test_all_matches_replay_under_hash_seeds(game: Game, chunk: int) -> None:
    under_hash_seeds([game.slug], 50 * chunk, 50)
