"""The plan of the house, held: imports run downwards and in no circle, nothing of one machine is written down."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = sorted(p for top in ("bot", "cogs", "card_art") for p in (ROOT / top).rglob("*.py"))

ENGINE_SEEN_FROM_STORE = {"bot.engine.cards", "bot.engine.view"}
RULES = {"bot.engine", "bot.games"}
TABLES = RULES | {"bot.house", "bot.store", "bot.table"}
SCENES = {"card_art.scene", "card_art.boards", "card_art.deck.emojis"}
"""Pictures as data: what fills them."""
CARDS_DRAWN = {"bot.engine.cards", "bot.engine.amounts", "card_art.scene", "card_art.ink", "card_art.deck"}
TABLES_DRAWN = CARDS_DRAWN | {"card_art.people", "card_art.tables"}
ART = TABLES_DRAWN | {"card_art", "card_art.boards", "card_art.sheets", "bot.logs"}
SAID = TABLES | SCENES | {"bot.show.words"}
PRESSED = SAID | {"bot.show.controls"}
SHOWN = PRESSED | {"bot.show.messages", "bot.show.pages"}
PICTURES = SHOWN | ART
CALLS = PICTURES | {"bot.config", "bot.host.pictures"}
MESSAGES = CALLS | {"bot.host.calls"}
NIGHTS = MESSAGES | {"bot.host.messages"}
ROOM = NIGHTS | {"bot.host.nights"}
CONTROLS = ROOM | {"bot.host"}
HOST = CONTROLS | {"bot.host.controls"}
MAY_IMPORT: dict[str, set[str]] = {
    "bot.engine": set(),
    "bot.games": RULES,
    "bot.house": RULES,
    "bot.store": ENGINE_SEEN_FROM_STORE,
    "card_art.scene": {"bot.engine.cards"},
    "card_art.ink": set(),
    "card_art.deck": CARDS_DRAWN,
    "card_art.people": CARDS_DRAWN,
    "card_art.tables": TABLES_DRAWN,
    "card_art.sheets": TABLES_DRAWN,
    "card_art.boards": TABLES_DRAWN,
    "card_art": ART,
    "card_art.samples": ART,
    "bot.table": TABLES,
    "bot.show": set(),
    "bot.show.words": TABLES | SCENES,
    "bot.show.controls": SAID,
    "bot.show.messages": PRESSED,
    "bot.show.pages": SHOWN,
    "bot.host.pictures": PICTURES,
    "bot.host.calls": CALLS,
    "bot.host.messages": MESSAGES,
    "bot.host.nights": NIGHTS,
    "bot.host": ROOM,
    "bot.host.controls": CONTROLS,
    "cogs": HOST,
    "bot.local": set(),
    "bot.config": set(),
    "bot.check": {"bot.config", "bot.private", "bot.store", "card_art.ink"},
    "bot.running": set(),
    "bot.logs": set(),
    "bot.private": set(),
    "bot.simulate": RULES | {"bot.house"},
    "bot.verify": RULES,
    "bot.app": HOST | {"cogs"},
    "bot.__main__": {"bot"},
}
"""Each floor, and what it may import besides itself. The most fitting name counts."""
WITHOUT_DISCORD_OR_DATABASE = (
    "bot.engine",
    "bot.games",
    "bot.house",
    "bot.table",
    "bot.show",
    "card_art",
    "bot.simulate",
    "bot.verify",
)


def module(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """Everything that a file imports, wherever in it, by absolute name."""
    here = module(path) if path.name == "__init__.py" else module(path).rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = here.split(".")[: len(here.split(".")) - node.level + 1]
                base = ".".join([*up, *([node.module] if node.module else [])])
            found |= {f"{base}.{name.name}" for name in node.names}
    return found


def under(name: str, floor: str) -> bool:
    return name == floor or name.startswith(floor + ".")


def floor_of(name: str) -> str | None:
    return max((floor for floor in MAY_IMPORT if under(name, floor)), key=len, default=None)


def within(name: str, allowed: set[str]) -> bool:
    """Whether one of these has it on its own floor, not on another that is below it by name only."""
    own = floor_of(name)
    return any(under(name, floor) and (floor == own or floor not in MAY_IMPORT) for floor in allowed)


@pytest.mark.parametrize("path", CODE, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_downwards_only(path: Path) -> None:
    floor = floor_of(module(path))
    if floor is None:
        assert path.name == "__init__.py", f"{path} is on no floor"
        return
    allowed = {floor, *MAY_IMPORT[floor]}
    ours = {name for name in imported(path) if name.split(".")[0] in ("bot", "cogs", "card_art", "tests")}
    wrong = {name for name in ours if not within(name, allowed)}
    assert not wrong, f"{floor} must not import {', '.join(sorted(wrong))}"


@pytest.mark.parametrize("path", CODE, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_but_main_imports_the_local_discord(path: Path) -> None:
    if not under(module(path), "bot.local") and module(path) != "bot.__main__":
        assert not {name for name in imported(path) if under(name, "bot.local")}


@pytest.mark.parametrize(
    "path",
    [p for p in CODE if module(p).startswith(WITHOUT_DISCORD_OR_DATABASE)],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_rules_and_pictures_know_neither_discord_nor_a_database(path: Path) -> None:
    names = {name.split(".")[0] for name in imported(path)}
    assert not names & {"discord", "aiosqlite", "sqlite3", "aiohttp"}


def depends() -> dict[str, set[str]]:
    """For each module of the program those of its own that it imports, for types alone too."""
    known = {module(path) for path in CODE}
    graph: dict[str, set[str]] = {}
    for path in CODE:
        names = imported(path)
        found = {name if name in known else name.rpartition(".")[0] for name in names}
        graph[module(path)] = (found & known) - {module(path)}
    return graph


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The largest sets of modules of which each leads to each other."""

    def reached(start: str, along: dict[str, set[str]]) -> set[str]:
        seen, todo = set[str](), [start]
        while todo:
            todo += (new := along[todo.pop()] - seen)
            seen |= new
        return seen

    back: dict[str, set[str]] = {name: set() for name in graph}
    for name, to in graph.items():
        for other in to:
            back[other].add(name)
    both = (frozenset(reached(name, graph) & reached(name, back)) for name in graph)
    return {found for found in both if found}


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles({"a": {"b"}, "b": {"a", "c"}, "c": set()}) == {frozenset("ab")}
    assert not circles(depends())


def test_the_engine_reads_no_clock_and_draws_no_chance_of_its_own() -> None:
    for path in (p for p in CODE if module(p).startswith(("bot.engine", "bot.games"))):
        names = {name.split(".")[0] for name in imported(path)}
        assert not names & {"time", "datetime", "random", "secrets", "uuid", "asyncio", "threading"}, path


def test_the_engine_imports_in_no_circle() -> None:
    """Imports for types count, too."""
    of = {module(p): p for p in CODE if module(p).startswith("bot.engine.")}
    above = {name: {n for n in of if any(under(i, n) for i in imported(path))} for name, path in of.items()}
    while ground := [name for name, needs in above.items() if not needs]:
        above = {name: needs - {*ground} for name, needs in above.items() if name not in ground}
    assert not above, f"a circle among {', '.join(sorted(above))}"


def test_no_path_of_one_machine_is_written_down() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    path_of_a_machine = re.compile(rb"(?<![\w.])/(?:work|home|Users|root)/\w")
    found = []
    for name in filter(None, tracked.split("\0")):
        path = ROOT / name
        if path.is_file() and path != Path(__file__) and (data := path.read_bytes()).find(b"\0", 0, 4000) < 0:
            found += [f"{name}: {hit.group()!r}" for hit in path_of_a_machine.finditer(data)]
    assert not found


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["check", "format"])
def test_ruff_has_nothing_to_say(command: list[str]) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    run = subprocess.run([ruff, *command, "--quiet", "."], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
