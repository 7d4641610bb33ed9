"""The image has no local Discord, nor what that alone needs, and says so where it has no token."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_without_a_token_it_says_in_one_sentence_that_it_needs_one(tmp_path: Path) -> None:
    for room in ("bot", "cogs", "card_art"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("local", "__pycache__"))
    clean = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    done = subprocess.run(
        [sys.executable, "-m", "bot"], cwd=tmp_path, env={**clean, "CARDROOM_DATA": str(tmp_path / "data")},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    said = "There is no local Discord here: set DISCORD_TOKEN to the token of your bot.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_what_is_copied_and_installed() -> None:
    assert "bot/local" in (ROOT / ".dockerignore").read_text().splitlines()
    assert "-r requirements.lock" in (ROOT / "Dockerfile").read_text()
    for lock, has in (("requirements.lock", False), ("requirements-local.lock", True), ("requirements-dev.lock", True)):
        assert ("jsonschema-rs==" in (ROOT / lock).read_text()) == has
