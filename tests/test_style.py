"""The words that `docs/style.md` avoids do not stand in comments and docstrings, nor in what players read."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STYLE = (ROOT / "docs" / "style.md").read_text(encoding="utf-8")
EARLIER = ROOT / "tests" / "earlier"
"""Its files are only added to."""
LOCAL = ROOT / "bot" / "local"
"""Speaks as Discord does."""


def is_sql(file: Path) -> bool:
    """Whether what looks like sentences there is for the database."""
    return file.parent.name == "store" and file.name != "errors.py"


def avoided() -> tuple[list[str], list[str]]:
    """The first columns of the last two tables, a phrase each: what is avoided everywhere, and what players do not read
    besides."""
    _, *tables = re.split(r"^\| Avoid \|.*\n\|-.*\n", STYLE.partition("## Words we avoid")[2], flags=re.MULTILINE)
    rows = [re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE) for table in tables]
    everywhere, read = ([phrase.strip() for row in each for phrase in row.split(",")] for each in rows)
    return everywhere, read


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Comments and docstrings, those below an attribute too, with the number of their first line. Comment lines that
    follow each other are one text, as a phrase may be broken between them."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for n in body if isinstance(body, list) else ():
            if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) and isinstance(n.value.value, str):
                yield n.lineno, n.value.value
    first, last, lines = 0, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                yield first, " ".join(lines)
                first, lines = token.start[0], []
            last = token.start[0]
            lines.append(token.string.lstrip("# "))
    yield first, " ".join(lines)


def sentences(source: str) -> Iterator[tuple[int, str]]:
    """What people may read: all strings of several words but docstrings, log lines and what asserts say."""
    tree, passed_over = ast.parse(source), set[ast.AST]()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Assert():
                passed_over |= {*ast.walk(node)}
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                passed_over |= {*ast.walk(node)}
            case _:
                pass
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or node in passed_over:
            continue
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, node.value


def found(source: str, *, read: bool = False) -> list[str]:
    """What stands in comments and docstrings, or in what people read."""
    everywhere, by_players = avoided()
    phrases = "|".join(phrase.replace(" ", r"[\s#]+") for phrase in (*everywhere, *(by_players if read else ())))
    said = re.compile(rf"(?<![\w-])(?:{phrases})(?![\w-])", re.IGNORECASE)
    if said.search(source) is None:  # most files, and they need not be parsed
        return []
    texts = sentences(source) if read else prose(source)
    return [f"{line}: {m[0]}" for line, text in texts for m in said.finditer(text) if m[0] != text]


def test_the_words_are_found() -> None:
    everywhere, read = avoided()
    assert len(everywhere) > 10 and len(read) > 10 and "Avoid" not in (*everywhere, *read)
    said = 'A = 1\n"""So\n    many."""\nB = 2\n# for whoever\n# asks, at the\n# most\n'
    assert found(said) == ["2: So\n    many", "5: whoever", "5: at the most"]
    assert found('A = "so many"\n') == []
    said = '"""So many."""\nlog.info("so many")\nassert A, "so many"\nA = f"so many {A}, the color"\nB = "DM"\n'
    assert found(said, read=True) == ["4: so many", "4: color"]


@pytest.mark.parametrize("top", ["bot", "card_art", "cogs", "tests"])
def test_comments_and_docstrings_avoid_them(top: str) -> None:
    files = [f for f in sorted((ROOT / top).rglob("*.py")) if EARLIER not in f.parents]
    assert files
    assert [f"{f.relative_to(ROOT)}:{said}" for f in files for said in found(f.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("top", ["bot", "cogs"])
def test_what_players_read_avoids_them(top: str) -> None:
    files = [f for f in sorted((ROOT / top).rglob("*.py")) if not f.is_relative_to(LOCAL) and not is_sql(f)]
    told = [f"{f.relative_to(ROOT)}:{s}" for f in files for s in found(f.read_text(encoding="utf-8"), read=True)]
    assert told == []
