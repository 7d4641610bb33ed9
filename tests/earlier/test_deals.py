"""Deal files that earlier versions have given out are verified today."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bot.engine.proof import NotVerified, _sealed, verify
from bot.games.catalog import GAMES

from .test_tables import EVERY

FILES = {
    f"{path.name.removesuffix('.gz')}-{n}-{json.loads(line)['game']}": line
    for path in sorted(Path(__file__).parent.glob("deals_*.gz"))
    for n, line in enumerate(gzip.decompress(path.read_bytes()).splitlines())
}


def test_there_are_files_of_every_game() -> None:
    """Of every game, that is, of which there are tables of before: a game that is new has neither."""
    assert {json.loads(line)["game"] for line in FILES.values()} == {row["game"] for row in EVERY.values()}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_before_is_genuine_or_of_other_rules(name: str) -> None:
    held, told = verify(FILES[name], GAMES), json.loads(FILES[name])
    assert held.commit == told["commit"] and held.deals == len(told["deals"])
    assert held.other_rules == (not GAMES[held.game].plays(told.get("rules", 1)))


@pytest.mark.parametrize("name", [name for name in FILES if "three-five-seven" in name])
def test_what_a_file_of_before_does_say_must_be_what_follows(name: str) -> None:
    told = json.loads(FILES[name])
    del told["check"]
    first = told["deals"][0]
    more = {**first, "state": {**first["state"], "surprise": 1}}
    fewer = {**first, "log": first["log"][:-1]}
    for changed in (more, fewer):
        with pytest.raises(NotVerified, match=r"cannot be read|something else"):
            verify(_sealed({**told, "deals": [changed, *told["deals"][1:]]}), GAMES)
