"""Every ruling, section, edge case and example that code, tests and rules cite stands in docs/rules; what cites
house-players.md, too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

from bot.engine.buy_in import ChipDealing
from bot.engine.shoe import ShoeDealing
from bot.games.catalog import GAMES

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
HOUSE = "house-players"
TOPS = ("bot", "cogs", "card_art", "tests")
OWN_STRINGS = "test_citations.py"
"""This file plants citations that are wrong."""

GAP = r"(?:\s+(?:#\s+)?)"
"""Between two words, on the next line of a comment perhaps."""
NUMBERS = rf"(?:\d+|[A-Z]\b)(?:(?:,{GAP}|,?{GAP}and{GAP}|{GAP}to{GAP})(?:\d+|[A-Z]\b))*"
KINDS = rf"(?:rulings?|sections?|examples?|edge{GAP}cases?|edges?)"
NAMED = re.compile(rf'rules/([\w-]+)\.md((?:,{GAP}(?:{KINDS}{GAP}{NUMBERS}|"[^"]+"))*)')
OF_HOUSE = re.compile(rf"{HOUSE}\.md(?:,{GAP}((?:[A-Z3][\w-]*{GAP}?)+))?(?:,{GAP}({NUMBERS}))?")
BARE = re.compile(rf"(?i:\b({KINDS}){GAP}(\d+(?:(?:,{GAP}|,?{GAP}and{GAP}|{GAP}to{GAP})\d+)*))\b")
IN_NAME = re.compile(r"(?:^|_)(ruling|section|example|edge|rule)s?_(\d+)(?:_(and|to)_(\d+))?(?=_|$)")
TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)


class Page(NamedTuple):
    """What of a page can be cited."""

    title: str
    numbered: Mapping[str, frozenset[str]]
    """By kind (or, for house players, by game) the numbers that there are."""
    parts: tuple[str, ...]
    """Headings, and the words in bold with which paragraphs begin."""


class Citation(NamedTuple):
    """A place that is named somewhere."""

    line: int
    page: str
    kind: str
    """`page`, `part`, or what is numbered: `ruling`, `section`, `example`, `edge case`, or a house player's title."""
    what: str


def read(text: str, *, by_heading: bool = False) -> Page:
    """A page of rules; with `by_heading` the items below each heading, as for house players."""
    numbered: dict[str, set[str]] = {}
    title, kind = "", ""
    parts: list[str] = []
    sorts = {"Rulings": "ruling", "Edge cases": "edge case", "Worked examples": "example"}
    for line in text.splitlines():
        if line.startswith("# "):
            title = line[2:]
        elif heading := re.match(r"#{2,3} (.*)", line):
            name = heading[1].strip()
            parts.append(name)
            kind = name if by_heading else next((sorts[s] for s in sorts if name.startswith(s)), "")
            if by_heading:
                numbered[name] = set()
            if section := re.match(r"(\d+|[A-Z])[. ]", name):
                numbered.setdefault("section", set()).add(section[1])
        elif kind and (item := re.match(r"(?:\| )?(\d+)(?:\. | \|)", line)):
            numbered.setdefault(kind, set()).add(item[1])
        parts += [bold.strip(" .:") for bold in re.findall(r"\*\*([^*]+)\*\*", line)]
    return Page(title, {k: frozenset(v) for k, v in numbered.items()}, tuple(parts))


@cache
def pages() -> Mapping[str, Page]:
    """All pages that can be cited, by name."""
    found = {p.stem: read(p.read_text(encoding="utf-8")) for p in RULES.glob("*.md") if p.stem != "README"}
    house = (ROOT / "docs" / f"{HOUSE}.md").read_text(encoding="utf-8")
    return {**found, HOUSE: read(house, by_heading=True)}


def home(path: PurePosixPath, text: str) -> str | None:
    """The rules to which a bare `ruling 3` of this file belongs: by its place, or those that its docstring names."""
    if path.suffix == ".md":
        return path.stem
    names = {name.replace("-", "_"): name for name in pages() if name not in (HOUSE, "dealing")}
    for part in (path.stem, *reversed(path.parts[:-1])):
        of = part.removeprefix("test_").removeprefix("house_")
        for name in sorted(names, key=len, reverse=True):
            if of == name or of.startswith(f"{name}_"):
                return names[name]
    docstring = re.match(r'"""(.*?)"""', text, re.DOTALL)
    cited = {m[1] for m in NAMED.finditer(docstring[1])} if docstring else set[str]()
    if len(cited) == 1:
        return cited.pop()
    return "dealing" if "engine" in path.parts else None


def each(numbers: str) -> Iterator[str]:
    """Of `2, 3 and 5 to 7` every one; letters are sections."""
    listed = re.findall(r"\d+|[A-Z]\b|\bto\b", numbers)
    for n, one in enumerate(listed):
        if one == "to":
            yield from map(str, range(int(listed[n - 1]) + 1, int(listed[n + 1])))
        else:
            yield one


def kind_of(word: str) -> str:
    """`edges`, `Edge case` and the like are one kind."""
    word = word.lower()
    return "edge case" if word.startswith("edge") else word.rstrip("s")


def citations(path: PurePosixPath, text: str) -> Iterator[Citation]:
    """Everything that a file cites."""

    def line(at: int) -> int:
        return text.count("\n", 0, at) + 1

    here = home(path, text)
    covered: list[tuple[int, int]] = []
    for m in NAMED.finditer(text):
        covered.append(m.span())
        yield Citation(line(m.start()), m[1], "page", m[1])
        for kind, numbers in re.findall(rf"({KINDS}){GAP}({NUMBERS})", m[2]):
            yield from (Citation(line(m.start()), m[1], kind_of(kind), n) for n in each(numbers))
        yield from (Citation(line(m.start()), m[1], "part", part) for part in re.findall(r'"([^"]+)"', m[2]))
    for m in OF_HOUSE.finditer(text):
        title = re.sub(GAP, " ", m[1] or "").strip()
        yield Citation(line(m.start()), HOUSE, "part" if title else "page", title or HOUSE)
        yield from (Citation(line(m.start()), HOUSE, title, n) for n in each(m[2] or ""))
    for m in BARE.finditer(text):
        if not any(start <= m.start() < end for start, end in covered):
            kind = kind_of(re.sub(GAP, " ", m[1]))
            yield from (Citation(line(m.start()), here or "", kind, n) for n in each(m[2]))
    for test in TEST.finditer(text):
        for kind, first, joined, last in IN_NAME.findall(test[1]):
            numbers = f"{first} {joined} {last}" if joined else first
            if kind != "rule":
                yield from (Citation(line(test.start(1)), here or "", kind_of(kind), n) for n in each(numbers))
            elif path.stem.startswith("test_house_") and here:
                title = pages()[here].title
                yield from (Citation(line(test.start(1)), HOUSE, title, n) for n in each(numbers))


def wrong(c: Citation) -> str | None:
    """Why there is no such place, in a few words; None if there is."""
    if not c.page:
        return f"{c.kind} {c.what} of no rules: neither the file's place nor its docstring says which"
    page = pages().get(c.page)
    if page is None:
        return f"there is no docs/rules/{c.page}.md"
    if c.kind == "page":
        return None
    if c.kind == "part":
        found = any(part.lower().startswith(c.what.lower()) for part in page.parts)
        return None if found else f"{c.page}.md has no part “{c.what}”"
    return None if c.what in page.numbered.get(c.kind, ()) else f"{c.page}.md has no {c.kind} {c.what}"


@cache
def all_citations() -> Mapping[str, tuple[Citation, ...]]:
    """Of every file that is not this one, by its path in the repository."""
    found: dict[str, tuple[Citation, ...]] = {}
    for top in TOPS:
        for file in sorted((ROOT / top).rglob("*.py")):
            if file.name != OWN_STRINGS:
                path = file.relative_to(ROOT).as_posix()
                found[path] = tuple(citations(PurePosixPath(path), file.read_text(encoding="utf-8")))
    for file in RULES.glob("*.md"):
        if file.stem != "README":  # which shows the forms
            path = file.relative_to(ROOT).as_posix()
            found[path] = tuple(citations(PurePosixPath(path), linked(file.read_text(encoding="utf-8"))))
    return found


def linked(text: str) -> str:
    """Rules link to each other, `[dealing](dealing.md), section 3`: the same as code would write it."""
    return re.sub(r"\[[^\]]*\]\(([\w-]+)\.md\)", r"rules/\1.md", text)


def test_what_is_cited_is_there() -> None:
    missing = [f"{path}:{c.line}: {why}" for path, cited in all_citations().items() for c in cited if (why := wrong(c))]
    assert not missing, "\n" + "\n".join(missing)


def test_every_page_is_cited() -> None:
    """So nothing has gone unread because its form is not known here."""
    cited = {c.page for of_file in all_citations().values() for c in of_file}
    assert cited == {*pages()}


def test_every_game_has_rules_that_name_its_options_and_its_proof() -> None:
    """What every game has stands in the rules of dealing."""
    shared = {f.name for f in (*fields(ChipDealing), *fields(ShoeDealing))}
    for slug, game in GAMES.items():
        text = (RULES / f"{slug}.md").read_text(encoding="utf-8")
        own = {f.name for f in fields(game.options)} - shared
        assert not [name for name in own if not re.search(rf"\b{name}\b", text)], slug
        assert f"Proof: `{game.proof}`" in text, slug
    dealing = (RULES / "dealing.md").read_text(encoding="utf-8")
    assert not [name for name in shared if not re.search(rf"\b{name}\b", dealing)]


@pytest.mark.parametrize("page", sorted(RULES.glob("*.md")), ids=lambda p: p.stem)
def test_links_between_rules_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


@pytest.mark.parametrize("name", sorted({p.stem for p in RULES.glob("*.md")} - {"README"}))
def test_numbers_run_on(name: str) -> None:
    """A number that is missing was taken away, or was not recognised."""
    for kind, numbers in pages()[name].numbered.items():
        if kind != "section" or name == "dealing":
            assert numbers == {str(n) for n in range(1, len(numbers) + 1)}, f"{kind}s of {name}"


# ---- planted ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("bot/games/hearts.py", "# ruling 3", None),
        ("bot/games/hearts.py", "# ruling 99", "1: hearts.md has no ruling 99"),
        ("bot/games/hearts.py", '"""Hearts.\n\n- broken (rulings 3 and 99)."""', "3: hearts.md has no ruling 99"),
        ("bot/games/hearts.py", "# rulings 10 to 12", "1: hearts.md has no ruling 12"),
        ("bot/games/poker/rounds.py", "x = 1  # (edge case 99)", "1: poker.md has no edge case 99"),
        ("bot/games/poker/rounds.py", '"""(rules/poker.md, "Betting")."""', None),
        ("bot/games/poker/rounds.py", '"""(rules/poker.md, "Bidding")."""', "1: poker.md has no part “Bidding”"),
        ("bot/games/cribbage/counting.py", '"""See rules/cribbage.md, sections C and D."""', None),
        (
            "bot/games/cribbage/counting.py",
            '"""See rules/cribbage.md, sections C and E."""',
            "1: cribbage.md has no section E",
        ),
        ("bot/store/bank.py", "# as ever (rules/dealing.md, section 7)", None),
        ("bot/store/bank.py", "# as ever (rules/dealing.md, section 70)", "1: dealing.md has no section 70"),
        ("bot/store/bank.py", "# as ever (rules/dealing.md,\n# section 70)", "1: dealing.md has no section 70"),
        ("bot/store/bank.py", "# (rules/dealings.md, section 7)", "1: there is no docs/rules/dealings.md"),
        ("bot/store/bank.py", "# (ruling 3)", "1: ruling 3 of no rules"),
        ("bot/store/bank.py", '"""See rules/dealing.md, section 7."""\n# (ruling 3)', None),
        ("bot/engine/betting.py", "# ruling 11", "1: dealing.md has no ruling 11"),
        (
            "bot/games/parts/pot_bets.py",
            "# rules/red-dog.md, rulings 2 to 4; rules/in-between.md, ruling 12",
            "1: in-between.md has no ruling 12",
        ),
        ("bot/house/hearts.py", '"""See house-players.md, Hearts, 1 to 7."""', None),
        ("bot/house/hearts.py", '"""See house-players.md, Hearts, 1 to 70."""', "1: house-players.md has no Hearts 13"),
        ("bot/house/hearts.py", '"""See house-players.md, Whist."""', "1: house-players.md has no part “Whist”"),
        ("tests/games/test_twos.py", "def test_example_7_edge_10_ruling_9_hands() -> None:", None),
        (
            "tests/games/test_twos.py",
            "\ndef test_example_7_edge_10_ruling_99_hands() -> None:",
            "2: twos.md has no ruling 99",
        ),
        ("tests/games/test_twos.py", "async def test_edge_77_hands() -> None:", "1: twos.md has no edge case 77"),
        ("tests/games/test_twos.py", "def test_examples_7_and_77_hands() -> None:", "1: twos.md has no example 77"),
        ("tests/games/test_knock_poker.py", "def test_ruling_15() -> None:", "1: knock-poker.md has no ruling 15"),
        ("tests/games/test_poker_seen.py", "def test_ruling_15() -> None:", None),
        ("tests/games/test_house_twos.py", "def test_rule_1_plans() -> None:", None),
        ("tests/games/test_house_twos.py", "def test_rule_70_plans() -> None:", "1: house-players.md has no Twos 70"),
        ("docs/rules/twos.md", "as in rules/dealing.md, sections 2 and 5, but for ruling 13", None),
        ("docs/rules/twos.md", "as in rules/dealing.md, section 50", "1: dealing.md has no section 50"),
        ("docs/rules/twos.md", "(ruling 99)", "1: twos.md has no ruling 99"),
        ("tests/engine/test_chips.py", "def test_ruling_10_colours() -> None:", None),
        ("tests/engine/test_chips.py", "def test_ruling_70_colours() -> None:", "1: dealing.md has no ruling 70"),
    ],
)
def test_a_citation_of_nothing_is_found_and_says_where(path: str, text: str, why: str | None) -> None:
    found = [f"{c.line}: {no}" for c in citations(PurePosixPath(path), text) if (no := wrong(c))]
    if why is None:
        assert not found
    else:
        assert found and found[0].startswith(why), found
