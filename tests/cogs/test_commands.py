"""The list of slash commands: how long it is, what stands first, and that nobody is sent to one that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.engine.offers import verb
from bot.games.catalog import GAMES
from bot.show.words.game import EVERYWHERE
from cogs.actions import aliases, verb_commands

from .server import Server

ROOT = Path(__file__).parents[2]
MOST = 100
"""How many commands Discord takes for one bot."""
NAMED = re.compile(r"`/([a-z0-9-]+)((?: [a-z-]+)*)(?=[` :])")
NO_COMMANDS = {"data", "metrics", "healthz"}
"""A folder, and the pages for operators, which the papers write in the same way."""


def commands(server: Server) -> list[Any]:
    return server.bot.tree.get_commands()


def test_every_game_has_a_command_and_discord_takes_them_all(server: Server) -> None:
    names = [c.name for c in commands(server)]
    assert len(names) <= MOST and set(GAMES) <= set(names)


def test_games_come_first(server: Server) -> None:
    names = [c.name for c in commands(server)]
    assert set(names[: len(GAMES)]) == set(GAMES)


def test_a_verb_has_a_command_where_two_games_share_it_or_hands_look_for_it(server: Server) -> None:
    games = server.bot.room.words
    made = {v.move: v for v in verb_commands(games.values())}
    having: dict[str, set[str]] = {}
    said: dict[str, set[str]] = {}
    habits: set[str] = set()
    for slug, words in games.items():
        for kind, each in (*words.verbs.items(), *EVERYWHERE.items()):
            if kind not in EVERYWHERE:
                having.setdefault(verb(kind), set()).add(slug)
            said.setdefault(verb(kind), set()).update({each.command.says} - {""})
            habits |= {verb(kind)} if each.command.habit else set()
    assert {"cut", "check", "fold"} <= habits
    assert made.keys() == {name for name, slugs in having.items() if len(slugs) > 1} - {"play"} | habits
    assert {v.command for v in made.values()} <= {c.name for c in commands(server)}
    assert {name for name, of in said.items() if of} <= made.keys(), "a sentence for what is no command is never read"
    assert all(v.description for v in made.values())


def test_a_verb_gets_its_command_when_a_second_game_has_it(server: Server) -> None:
    words = server.bot.room.words["canfield"]
    other = replace(words, game=replace(words.game, slug="demon", title="Demon"))
    (redeal,) = [v for v in verb_commands([*server.bot.room.words.values(), other]) if v.move == "redeal"]
    assert (redeal.command, redeal.argument, redeal.description) == ("redeal", None, "Redeal, in Canfield, Demon.")
    (move,) = [v for v in verb_commands([*server.bot.room.words.values(), other]) if v.move == "move"]
    assert (move.argument, move.may_be_bare) == ("from", False)


def test_other_names_are_of_moves(server: Server) -> None:
    kinds = {verb(kind) for game in GAMES.values() for kind in game.moves}
    others = aliases(server.bot.room.words.values())
    assert others["end"] == "propose-end" and set(others.values()) <= kinds


def _said(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield text
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _paths(server: Server) -> set[str]:
    """All commands as they are typed, and the groups."""
    found: set[str] = set()
    for command in commands(server):
        found.add(command.name)
        if isinstance(command, app_commands.Group):
            found |= {c.qualified_name for c in command.walk_commands()}
    return found


def test_no_text_names_a_command_that_does_not_exist(server: Server) -> None:
    known = _paths(server)
    texts = [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *(p for top in ("bot", "cogs", "card_art") for p in (ROOT / top).rglob("*.py")),
    ]
    texts = [p for p in texts if ROOT / "bot" / "local" not in p.parents]  # it speaks of addresses
    seen: set[str] = set()
    for path in texts:
        for text in _said(path):
            for first, rest in NAMED.findall(text):
                if first in NO_COMMANDS:
                    continue
                group = any(k.startswith(f"{first} ") for k in known)
                named = f"{first}{rest}" if group else first
                assert named in known, f"{path.relative_to(ROOT)} names /{named}"
                seen.add(named)
    assert {"play", "score", "table watch", "bet"} <= seen
