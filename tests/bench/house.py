"""The house in figures: its size, its most branched functions, its types, its declarations, its rooms, one press.

Counted by this file alone, so that before and after are counted alike; `python -m tests.bench house` prints them.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from . import Setting, bench

ROOT = Path(__file__).parents[2]
PROGRAM = ("bot", "cogs", "card_art")
LONG, BRANCHED = 50, 20
"""More lines or branches than these has no function that is read in one go."""
DECLARATIONS = ("Game", "Words", "GamePresentation", "Verb", "Outcome", "Layout")
"""What a game fills in, by the names of the classes; those that there are."""
DECLARED_IN = ("bot/engine/", "bot/show/")
GAMES = re.compile(r"(?:bot/games|cogs/games|bot/house)/(?!parts)(\w+)")
_ONE_MORE = (ast.If, ast.ExceptHandler, ast.Assert, ast.IfExp, ast.Lambda)
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Function(NamedTuple):
    """A function, with those that stand in it."""

    name: str
    lines: int
    branches: int
    """One, and one more for each way that it may take besides."""


@cache
def sources() -> Mapping[str, str]:
    """The program's files by their paths."""
    files = sorted(file for room in PROGRAM for file in (ROOT / room).rglob("*.py"))
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


@cache
def trees() -> Mapping[str, ast.Module]:
    return {path: ast.parse(text) for path, text in sources().items()}


def branches(node: ast.AST) -> int:
    """As McCabe counts, and radon: one, and one for each `if`, loop, `except`, `case`, `assert`, `and` and `or`."""
    return 1 + sum(_more(each) for each in ast.walk(node))


def _more(node: ast.AST) -> int:
    match node:
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.For() | ast.AsyncFor() | ast.While() | ast.Try():
            return bool(node.orelse) + (not isinstance(node, ast.Try))
        case ast.Match():
            return len(node.cases) - any(_is_else(case) for case in node.cases)
    return isinstance(node, _ONE_MORE)


def _is_else(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None


@cache
def functions() -> tuple[Function, ...]:
    """Every function directly in a module or a class; nested ones are part of them."""
    return tuple(
        Function(f"{path}:{name}", (node.end_lineno or 0) - node.lineno + 1, branches(node))
        for path, tree in trees().items()
        for name, node in _outermost(tree.body)
    )


def _outermost(body: Iterable[ast.stmt], within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, _FUNCTION):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _outermost(node.body, f"{within}{node.name}.")


@bench("the program", aim="fewer than before")
def size(setting: Setting) -> Mapping[str, float]:
    text = sources().values()
    return {
        "files": len(text),
        "lines": sum(each.count("\n") for each in text),
        "functions": len(functions()),
        "Any": sum(
            isinstance(node, ast.Name) and node.id == "Any" for tree in trees().values() for node in ast.walk(tree)
        ),
        "type: ignore": sum(each.count("type: ignore") for each in text),
        "fmt: skip": sum(each.count("fmt: skip") for each in text),
    }


@bench("functions", aim=f"none above {LONG} lines, 15 above {BRANCHED} branches, none above 30")
def branching(setting: Setting) -> Mapping[str, float]:
    worst = sorted((f for f in functions() if f.branches > BRANCHED), key=lambda f: -f.branches)
    long = sum(f.lines > LONG for f in functions())
    named = {f"  {f.name}": float(f.branches) for f in worst}
    return {f"of more than {LONG} lines": long, f"with more than {BRANCHED} branches": len(worst)} | named


@bench("declarations", unit="fields", aim="0 of one game alone")
def declared(setting: Setting) -> Mapping[str, float]:
    """How many fields a game's declarations have, and which are given by one game alone, or by nobody."""
    fields = {name: found for name in DECLARATIONS if (found := _fields(name))}
    users = _users(fields)
    found = {name: float(len(each)) for name, each in fields.items()}
    for told, count in (("of one game alone", 1), ("of nobody", 0)):
        alone = [f"{name}.{field}" for name, each in fields.items() for field in each
                 if len(users[name, field]) == count]  # fmt: skip
        found[told] = len(alone)
        found |= {f"  {name} {', '.join(users[*name.split('.')])}": 1.0 for name in alone}
    return found


def _fields(name: str) -> list[str]:
    """Of the declaration that most can be said in, where several are called so."""
    found = [
        [each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
        for path, tree in trees().items()
        if path.startswith(DECLARED_IN)
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    return max(found, key=len, default=[])


def _users(fields: Mapping[str, list[str]]) -> defaultdict[tuple[str, ...], set[str]]:
    """By class and field: the games that give it, and the shared files that do."""
    users = defaultdict[tuple[str, ...], set[str]](set)
    for path, tree in trees().items():
        game = GAMES.match(path)
        user = game[1] if game else path
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            given = {word.arg for word in node.keywords if word.arg is not None}
            if called in fields:
                given |= {*fields[called][: len(node.args)]}
            for name, each in fields.items():
                if called == name or (called == "replace" and game):
                    for field in given & {*each}:
                        users[name, field].add(user)
    return users


@bench("card_art, drawn", aim="8 rooms, 6 floors")
def rooms(setting: Setting) -> Mapping[str, float]:
    """Its folders and the files beside them are its rooms; a floor is what imports only what lies below."""
    names = {_room(path) for path in trees() if path.startswith("card_art/")} - {""}
    arrows = {
        (_room(path), room)
        for path, tree in trees().items()
        if path.startswith("card_art/")
        for target in _imported(path, tree)
        if (room := _room(target)) in names and room != _room(path) and _room(path)
    }
    below = defaultdict[str, set[str]](set)
    for room, other in arrows:
        below[room].add(other)

    def floor(room: str, path: tuple[str, ...] = ()) -> int:
        return 1 + max((floor(other, (*path, room)) for other in below[room] if other not in path), default=0)

    floors = cache(floor) if not _circle(below) else floor
    return {"rooms": len(names), "arrows": len(arrows), "floors": max(map(floors, names))}


def _circle(below: Mapping[str, set[str]]) -> bool:
    left = {room: {*others} for room, others in below.items()}
    while free := [room for room, others in left.items() if not others & left.keys()]:
        for room in free:
            del left[room]
    return bool(left)


def _room(path: str) -> str:
    """The room of a file; the package's own `__init__` and `__main__` are none."""
    first = path.split("/")[1] if "/" in path else ""
    return "" if first.startswith("__") else first.removesuffix(".py")


def _imported(path: str, tree: ast.Module) -> Iterator[str]:
    """The files of the package that a file imports."""
    package = path.split("/")[:-1]
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = package[: len(package) - node.level + 1] if node.level else []
        whole = [*base, *(node.module or "").split(".")] if node.module else base
        for name in node.names:
            yield "/".join([*whole, name.name])


@bench("a press of Min ½ at Red Dog", aim="30 files beside the game's, 200 changes of room")
def press(setting: Setting) -> Mapping[str, float]:
    """Traced in the tests of cogs, where the real bot is pressed."""
    command = [sys.executable, "-m", "pytest", "-s", "-q", "-n", "0", "tests/cogs/test_path.py"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    return {name: float(count) for count, name in re.findall(r"^traced: *(\d+) (.+)$", told, re.MULTILINE)}
