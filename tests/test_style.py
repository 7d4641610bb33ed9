"""The words that `docs/style.md` avoids do not stand in comments and docstrings."""

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


def avoided() -> list[str]:
    """The first column of the last table, a phrase each."""
    rows = re.findall(r"^\| ([^|]+) \|", STYLE.partition("## Words we avoid")[2], re.MULTILINE)
    return [phrase.strip() for row in rows[1:] if not row.startswith("-") for phrase in row.split(",")]


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


def found(source: str) -> list[str]:
    phrases = "|".join(phrase.replace(" ", r"[\s#]+") for phrase in avoided())
    said = re.compile(rf"\b(?:{phrases})\b", re.IGNORECASE)
    if said.search(source) is None:  # most files, and they need not be parsed
        return []
    return [f"{line}: {m[0]}" for line, text in prose(source) for m in said.finditer(text)]


def test_the_words_are_found() -> None:
    assert len(avoided()) > 10
    said = 'A = 1\n"""So\n    many."""\nB = 2\n# for whoever\n# asks, at the\n# most\n'
    assert found(said) == ["2: So\n    many", "5: whoever", "5: at the most"]
    assert found('A = "so many"\n') == []


@pytest.mark.parametrize("top", ["bot", "card_art", "cogs", "tests"])
def test_comments_and_docstrings_avoid_them(top: str) -> None:
    files = [f for f in sorted((ROOT / top).rglob("*.py")) if EARLIER not in f.parents]
    assert files
    assert [f"{f.relative_to(ROOT)}:{said}" for f in files for said in found(f.read_text(encoding="utf-8"))] == []
