"""What the papers tell users, operators and contributors is what the program does: every path, command, link, setting
and number in them is true. Rules are looked at by `test_citations`, slash commands by `tests/cogs/test_commands`."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shlex
from pathlib import Path

import pytest

from bot import __main__ as program
from bot.app import ALIVE_SECONDS, intents
from bot.config import Config
from bot.games.catalog import GAMES
from bot.games.poker.variants import VARIANTS
from bot.host import departures
from bot.host.calls import direct

ROOT = Path(__file__).resolve().parent.parent
PAPERS = sorted(p for p in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")] if p.parent.name != "rules")
README, PRIVACY, OPERATING = (
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "PRIVACY.md", "docs/operating.md")
)
TOPS = ("bot", "cogs", "card_art", "tests", "docs", ".ci")
"""What a path in a paper begins with."""
COUNTED = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


class Asked(dict[str, str]):
    """An environment that notes what is looked up in it."""

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        self[key] = ""
        return default


def paths(text: str) -> set[str]:
    """What stands in backquotes and looks like a file or folder of the repository; NAME stands for any."""
    said = re.findall(r"`([\w./-]+)`", text)
    return {p for p in said if p.split("/")[0] in TOPS and ("/" in p) and "NAME" not in p}


def commands(text: str) -> set[str]:
    """The command lines that begin with python, in blocks and in backquotes, without what follows them."""
    blocks = re.findall(r"^ {4,}(?:\S*/)?(python -m .*)$", text, re.MULTILINE)
    inline = re.findall(r"`(?:[\w./]*/)?(python -m [^`]+)`", text)
    return {re.split(r" {2,}#| && ", line)[0].strip() for line in (*blocks, *inline)}


def targets(text: str) -> set[str]:
    return {*re.findall(r"(?:`|^ {4,}(?:\w+=\S+ )?)make ([.a-z/]+)", text, re.MULTILINE)}


def spelt(count: int) -> str:
    tens = {2: "Twenty", 3: "Thirty"}
    return f"{tens[count // 10]}-{COUNTED[count % 10].lower()}".removesuffix("-")


def test_the_readme_is_what_a_user_needs() -> None:
    assert len(README.splitlines()) <= 150
    assert len(re.findall(r"!\[[^]]+\]\(card_art/samples/\w[\w-]*\.png\)", README)) >= 8


def test_every_setting_of_the_environment_is_told() -> None:
    asked = Asked()
    Config.read(asked)
    assert {*asked} == {*re.findall(r"^\| `([A-Z_]+)` \|", OPERATING, re.MULTILINE)}


def test_numbers_are_those_of_the_program() -> None:
    told = OPERATING.replace("\n", " ")
    assert f"at most {direct.AN_HOUR} an hour" in told and f"`{direct.AN_HOUR}` by itself" in told
    assert direct.REST_HOURS == 6 and "for six hours" in told
    assert f"after {departures.KEPT_DAYS} days" in told and f"after {departures.KEPT_DAYS} days" in PRIVACY
    assert f"every {ALIVE_SECONDS} seconds" in told


def test_what_is_named_is_a_game() -> None:
    """Not every game need be named: a new one changes nothing here."""
    told = README.partition("\n## ")[0].replace("\n", " ")
    assert "More than twenty games: " in told and len(GAMES) > 20
    named = re.findall(r"\*\*([^*]+)\*\*", told)
    assert {"Hearts", "Poker"} <= {*named} <= {game.title for game in GAMES.values()}
    assert f"in {spelt(len(VARIANTS)).lower()} variants" in told


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_links_lead_somewhere(paper: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", paper.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (paper.parent / link).exists(), link


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_paths_are_there(paper: Path) -> None:
    assert [path for path in sorted(paths(paper.read_text(encoding="utf-8"))) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_targets_are_there(paper: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    told = targets(paper.read_text(encoding="utf-8"))
    assert [target for target in sorted(told) if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)] == []


@pytest.mark.parametrize("paper", PAPERS, ids=name)
def test_command_lines_are_understood(paper: Path) -> None:
    """Those of the bot by its own parser; of others the module is there, and knows each option by name."""
    for line in commands(paper.read_text(encoding="utf-8")):
        module, *args = shlex.split(line.replace("…", "x"))[2:]
        if module == "bot" and args[1:]:
            program.parser().parse_args(args)
        elif module == "bot":  # named in passing
            with pytest.raises(SystemExit) as left, contextlib.redirect_stdout(io.StringIO()):
                program.parser().parse_args([*args, "--help"])
            assert left.value.code == 0, line
        elif module == "pytest":
            assert [arg for arg in args if not arg.startswith("-") and not (ROOT / arg).exists()] == []
        else:
            main = next(p for p in (f"{module}.__main__", module) if _found(p))
            source = importlib.util.find_spec(main)
            assert source is not None and source.origin is not None
            text = Path(source.origin).read_text(encoding="utf-8")
            assert [arg for arg in args if arg.startswith("--") and f'"{arg}"' not in text] == [], line


def _found(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def test_what_is_not_so_would_be_found() -> None:
    assert paths("see `bot/engine/` and `bot/NAME.py`, `cogs`") == {"bot/engine/"}
    assert commands("    python -m bot restore x.zip   # and back\nand `python -m tests.evening --seed 1`") == {
        "python -m bot restore x.zip",
        "python -m tests.evening --seed 1",
    }
    assert targets("    make play\n`make test`, A=1\n    DISCORD_TOKEN=… make stop") == {"play", "test", "stop"}
    with pytest.raises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
        program.parser().parse_args(["restart"])
    assert (spelt(22), spelt(30)) == ("Twenty-two", "Thirty")


def test_every_decision_is_listed_and_numbered() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = sorted(p.name for p in folder.glob("[0-9]*.md"))
    assert [page[:4] for page in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    assert re.findall(r"\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text(encoding="utf-8")) == pages
    for page in pages:
        text = (folder / page).read_text(encoding="utf-8")
        assert all(f"**{part}**" in text for part in ("What.", "Why.", "What it costs.")), page


def test_no_privileged_intent_as_it_is_promised() -> None:
    assert not (intents().members or intents().message_content or intents().presences)
    assert "without the privileged intents" in PRIVACY


def test_a_backup_in_the_image_goes_where_it_may_write() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    assert "CARDROOM_DATA=/data" in docker and "USER cardroom" in docker
    lines = [line for line in OPERATING.splitlines() if "docker exec" in line and " backup " in line]
    assert lines and all(line.split(" backup ")[1].startswith("/data/") for line in lines)


def test_nobody_else_reads_the_records() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    assert "mkdir --mode=700 /data" in docker
    for unit in ("cardroom.service", "cardroom@.service"):
        assert "\nStateDirectoryMode=0700\nUMask=0077\n" in (ROOT / "deploy" / unit).read_text()
