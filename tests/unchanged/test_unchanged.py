"""What people see, store and replay is what it was: the quick parts with every run, the others in the soak."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from .parts import PARTS


def compared(*arguments: str, hash_seed: str = "random") -> str:
    """What `python -m tests.unchanged` says."""
    command = [sys.executable, "-m", "tests.unchanged", *arguments]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=3000).stdout


def test_commands_deals_and_a_short_evening_are_what_they_were() -> None:
    assert "everything is what it was" in (said := compared("commands", "deals", "controls", "--quick")), said


@pytest.mark.soak
@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_every_part_is_what_it_was(hash_seed: str) -> None:
    assert "everything is what it was" in (said := compared(*PARTS, hash_seed=hash_seed)), said
