"""What must stay as it is, part by part: each tells named pieces of text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from enum import IntEnum
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import card_art
from bot.engine.proof import deal_file
from bot.games.catalog import GAMES
from bot.games.poker.phh import history
from bot.show.pages import example
from card_art import samples
from card_art.render_process import paint
from card_art.scene import Style
from cogs.games import every_word
from tests.conformance.play import play_match

from .steady import evening

Pieces = Iterator[tuple[str, str]]


class Size(IntEnum):
    """How much is compared."""

    QUICK = 0
    USUAL = 1
    FULL = 2


Part = Callable[[Size], Pieces]
"""Tells the pieces of a part, by name."""

QUICK, QUICK_SECONDS = 0, 40.0
"""The evening that is played with every run of the tests."""
FEW, MANY = (1, 2, 3, 4), 13
"""Evenings by their seeds: those that are compared in a minute, and how many are with `--full`."""
STORED = (1, 2)
MATCHES = 4
HASH_SEEDS = ("1", "2", "3")
DRAWN, MORE_DRAWN = 40, 300
MATCHES_OF_POKER = 12


def commands(size: Size) -> Pieces:
    """The command tree, as it is sent to Discord."""
    yield "tree", evening(QUICK, QUICK_SECONDS).commands


def controls(size: Size) -> Pieces:
    """Whatever leaves for Discord in evenings of random people."""
    yield "quick", evening(QUICK, QUICK_SECONDS).controls
    for seed in ((), FEW, range(1, MANY + 1))[size]:
        yield f"evening {seed}", evening(seed).controls


def rows(size: Size) -> Pieces:
    """The database after an evening, and every state in which a table was stored."""
    for seed in STORED:
        told = evening(seed)
        yield f"database {seed}", told.rows
        yield f"tables {seed}", told.tables


def deals(size: Size) -> Pieces:
    """Deal files of random matches, and hands of poker in PHH."""
    for slug, game in GAMES.items():
        found = groupby(play_match(game, "unchanged", options=game.options()).deals, key=lambda deal: deal.seal)
        told = [deal_file(slug, [*played]) for seal, played in found if seal is not None]
        yield slug, "\n".join(data.decode() for data in told)
    yield "PHH", "\n\n".join(_hands_of_poker())


def _hands_of_poker() -> Iterator[str]:
    for seed in range(MATCHES_OF_POKER):
        for deal in play_match(GAMES["poker"], f"phh {seed}").deals:
            if (told := history(deal, [f"p{n + 1}" for n in range(deal.state.seats)])) is not None:
                yield told


def conformance(size: Size) -> Pieces:
    """Random matches of each game, under several hash seeds."""
    for hash_seed in HASH_SEEDS:
        told = subprocess.run(
            [sys.executable, "-m", "tests.conformance.play", "0", str(MATCHES), *GAMES],
            env={**os.environ, "PYTHONHASHSEED": hash_seed}, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        yield f"{MATCHES} matches, hash seed {hash_seed}", told


def pictures(size: Size) -> Pieces:
    """The SHA-256 of pictures: the README's, those of `/games` and its tiles, and what was shown in evenings."""
    yield "samples", _digests((name, drawn()) for name, drawn in samples.PICTURES.items())
    kept = sorted(Path(card_art.__file__).parent.rglob("at_play/*.png"))
    yield "kept", _digests((path.name, path.read_bytes()) for path in kept)
    shown = [picture for seed in FEW for picture in evening(seed).pictures]
    most = MORE_DRAWN if size is Size.FULL else DRAWN
    chosen = shown[:: max(1, len(shown) // most)][:most]
    yield f"{most} of evenings", _digests((f"{type(p).__name__} {n}", paint(p)) for n, p in enumerate(chosen))
    if size is Size.FULL:
        words = every_word()
        yield "at play", _digests((slug, card_art.table(example.at_play(words[slug], Style()))) for slug in words)


def _digests(drawn: Iterator[tuple[str, bytes]]) -> str:
    return "\n".join(f"{name} {sha256(data).hexdigest()}" for name, data in drawn)


PARTS: dict[str, Part] = {part.__name__: part for part in (commands, deals, controls, rows, pictures, conformance)}
