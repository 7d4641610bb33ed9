"""Makes deal files for later versions to verify: `python -m tests.earlier.make_deals FILE`.

What stands beside this file was made by the version that its name tells, and is never made again: people have such
files on their disks. Each is a line, two of each game that there was.
"""

from __future__ import annotations

import gzip
import sys
from itertools import groupby
from pathlib import Path

from bot.engine.game import Game
from bot.engine.proof import NotVerified, deal_file, verify
from bot.games.catalog import GAMES
from tests.conformance.play import play_match

SEEDS, MOST = 14, 12_000
"""So many random matches are played of each game, and no longer file is kept (in bytes)."""


def files(game: Game) -> list[bytes]:
    """Deal files of random matches, the shortest first."""
    found: list[bytes] = []
    for seed in range(SEEDS):
        options = game.options() if seed % 4 == 0 else None
        shuffles = groupby(play_match(game, str(seed), options=options).deals, key=lambda deal: deal.seal)
        found += [deal_file(f"c/{seed}", [*deals]) for seal, deals in shuffles if seal is not None]
    return sorted(filter(_holds, found), key=len)


def _holds(file: bytes) -> bool:
    """Random matches also have options that nobody could choose."""
    try:
        return bool(verify(file, GAMES))
    except NotVerified:
        return False


def main() -> None:
    lines: list[bytes] = []
    for game in GAMES.values():
        found = [file for file in files(game) if len(file) <= MOST] or files(game)[:1]
        lines += dict.fromkeys((found[len(found) // 2], found[-1]))
    Path(sys.argv[1]).write_bytes(gzip.compress(b"\n".join(lines), mtime=0))


if __name__ == "__main__":
    main()
