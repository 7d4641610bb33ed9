"""What the rules say is tested: each ruling, edge case and example by name, and the defaults of all options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from bot.games.catalog import GAMES

from .test_citations import RULES, all_citations, pages


@pytest.mark.parametrize("name", sorted({p.stem for p in RULES.glob("*.md")} - {"README"}))
def test_every_ruling_edge_case_and_example_has_a_test_that_names_it(name: str) -> None:
    tests = (of_file for path, of_file in all_citations().items() if path.startswith("tests/"))
    named = {(c.kind, c.what) for of_file in tests for c in of_file if c.page == name}
    there = {(k, n) for k in ("ruling", "edge case", "example") for n in pages()[name].numbered.get(k, ())}
    assert not there - named


def defaults_in(text: str) -> Iterator[tuple[str, str]]:
    """Each option with its default, as the rules' tables of options have them: a column for it, or the first value."""
    for table in re.findall(r"^\| key \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        own_column = "| default |" in text[: text.index(table)].rsplit("\n| key |", 1)[-1]
        for row in table.splitlines():
            keys, values, third, *_ = (cell.strip() for cell in row.strip("|").split(" | "))
            given = third if own_column else re.split(r"[,;–]| or | to ", values)[0]
            names = [key.strip(" `") for key in re.split("[,/]", keys)]
            apart = given.split(", ") if given.count(", ") == len(names) - 1 else [given] * len(names)
            yield from zip(names, (each.strip(" `") for each in apart), strict=True)


@pytest.mark.parametrize("slug", GAMES)
def test_the_defaults_are_those_of_the_rules(slug: str) -> None:
    """Home variants differ, "the defaults here rule" (rules/poker.md, ruling 21). What has no value of its own is told
    in words."""
    told = dict(defaults_in((RULES / f"{slug}.md").read_text(encoding="utf-8")))
    words = {True: ("on", "yes"), False: ("off", "no")}
    for field in fields(GAMES[slug].options):
        if field.name in told and (default := field.default) not in (None, ""):
            fits = words[default] if isinstance(default, bool) else (str(default),)
            assert told[field.name] in fits, field.name
