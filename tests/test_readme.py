"""What the README, the terms and the privacy notice tell whoever runs the bot is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from bot.app import ALIVE_SECONDS, intents
from bot.config import Config
from bot.games.catalog import GAMES
from bot.games.poker.variants import VARIANTS
from bot.host import departures
from bot.host.calls import direct

ROOT = Path(__file__).resolve().parent.parent
README, PRIVACY = ((ROOT / name).read_text() for name in ("README.md", "PRIVACY.md"))


class Asked(dict[str, str]):
    """An environment that notes what is looked up in it."""

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        self[key] = ""
        return default


def test_every_setting_of_the_environment_is_told() -> None:
    asked = Asked()
    Config.read(asked)
    assert {*asked} == {*re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)}


def test_numbers_are_those_of_the_program() -> None:
    assert f"at most {direct.AN_HOUR} an hour" in README and f"`{direct.AN_HOUR}` by itself" in README
    assert direct.REST_HOURS == 6 and "for six hours" in README
    assert f"after {departures.KEPT_DAYS} days" in README and f"after {departures.KEPT_DAYS} days" in PRIVACY
    assert f"every {ALIVE_SECONDS}\nseconds" in README


def test_every_game_is_named_and_counted() -> None:
    told = README.partition("\n## ")[0].replace("\n", " ")
    assert len(GAMES) == 22 and "Twenty-two games: " in told
    assert [game.title for game in GAMES.values() if f"**{game.title}**" not in told] == []
    assert len(VARIANTS) == 27 and "in twenty-seven variants" in told


def test_the_targets_that_are_told_of_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    told = {*re.findall(r"(?:`|^    )make ([.a-z/]+)", README, re.MULTILINE)}
    assert told >= {"play", "stop", "test", "help", ".venv/run"}
    assert [target for target in told if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)] == []


def test_no_privileged_intent_as_it_is_promised() -> None:
    assert not (intents().members or intents().message_content or intents().presences)
    assert "without the privileged intents" in PRIVACY


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in ("README.md", "TERMS.md", "PRIVACY.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text()):
            assert link.startswith("https://") or (ROOT / link).exists(), f"{page}: {link}"


def test_a_backup_in_the_image_goes_where_it_may_write() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    assert "CARDROOM_DATA=/data" in docker and "USER cardroom" in docker
    assert all(line.split(" backup ")[1].startswith("/data/") for line in README.splitlines() if "docker exec" in line)


def test_nobody_else_reads_the_records() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    assert "mkdir --mode=700 /data" in docker
    assert "    StateDirectoryMode=0700\n    UMask=0077\n" in README
