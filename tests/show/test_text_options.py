"""Options that are texts: typed in commands, forms, presets and on the command line, and kept with a table."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest
from discord import app_commands

from bot.engine.codec import dump_options, load_options
from bot.engine.game import Game
from bot.engine.options import BadOption, changed, declared, read_options, suggestions, text, typed_back, written
from bot.host.controls.gamecog import open_command
from bot.show.controls import forms

from ..conformance.play import random_options
from ..engine.toys import DUEL
from .test_selection import WORDS

RANKS = ["A", "2", "4", "8", "J", "K"]


def _powers(typed: str) -> str:
    """Ranks that have their behaviour, in the order of the rules."""
    if typed.lower() == "none":
        return ""
    said = typed.upper().replace(",", " ").split()
    if strange := next((word for word in said if word not in RANKS), None):
        raise BadOption(f"powers are any of {' '.join(RANKS)}, not “{strange[:20]}”.")
    return " ".join(rank for rank in RANKS if rank in said)


def _next_powers(typed: str) -> list[str]:
    said = [word for word in typed.upper().split() if word in RANKS]
    return [" ".join([*said, rank]) for rank in RANKS if rank not in said]


VARIANTS = {f"v{n}": f"Variant {n}" for n in range(40)} | {"holdem": "Texas Hold’em"}


def _variant(typed: str) -> str:
    if typed.lower() not in VARIANTS:
        raise BadOption(f"There is no variant “{typed[:30]}”.")
    return typed.lower()


@dataclass(frozen=True)
class Rules:
    powers: str = text("A 2 4 8 J K", "ranks that have their behaviour", read=_powers, suggest=_next_powers)
    variant: str = text("holdem", "what is played", read=_variant, suggest=[*VARIANTS], words=VARIANTS)
    home: str = text("", "key=value words", read=str, suggest=("hole=4", "wild=low"), longest=20)


GAME: Game = Game("toy", "Toy", DUEL.seats, Rules, DUEL.deal, DUEL.moves, presets={"plain": {"powers": "none"}})
FIELDS = {f.name: f for f in declared(Rules)}


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({}, Rules()),
        ({"powers": "k, a"}, Rules(powers="A K")),
        ({"powers": "none"}, Rules(powers="")),
        ({"variant": "V7"}, Rules(variant="v7")),
        ({"variant": "texas hold’em"}, Rules()),
        ({"home": "hole=4 wild=low"}, Rules(home="hole=4 wild=low")),
        ({"home": ""}, Rules()),
        ({"home": "none"}, Rules()),
    ],
)
@pytest.mark.parametrize("whites", [True, False])
def test_texts_are_read(given: dict[str, str], options: Rules, whites: bool) -> None:
    """At a table and on the command line alike."""
    assert read_options(Rules, given, in_whites=whites) == options


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"powers": "A 9"}, "powers are any of A 2 4 8 J K, not “9”."),
        ({"variant": "rummy"}, "There is no variant “rummy”."),
        ({"home": "x" * 21}, "home is at most 20 characters long."),
    ],
)
def test_texts_are_refused_in_a_sentence(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Rules, given)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("options", [Rules(), Rules("", "v3", "hole=4"), Rules("8 J")])
def test_what_stands_can_be_typed_and_is_kept(options: Rules) -> None:
    assert read_options(Rules, {n: typed_back(f, getattr(options, n)) for n, f in FIELDS.items()}) == options
    assert load_options(GAME, json.loads(json.dumps(dump_options(options)))) == options


def test_texts_are_told_in_words() -> None:
    assert changed(Rules("", "v3", "hole=4")) == ["powers none", "variant Variant 3", "home hole=4"]
    assert [written(f, getattr(Rules(), n)) for n, f in FIELDS.items()] == ["A 2 4 8 J K", "Texas Hold’em", "none"]


def test_texts_are_proposed() -> None:
    assert suggestions(FIELDS["powers"], "a 8 ")[0] == ("A 8 2", "A 8 2")
    assert suggestions(FIELDS["variant"], "texas") == [("Texas Hold’em", "holdem")]
    assert [value for _, value in suggestions(FIELDS["variant"], "variant 3")] == ["v3", *(f"v3{n}" for n in range(10))]


def test_a_form_asks_for_a_text() -> None:
    (page,) = forms.pages(Rules)
    made = forms.options_form("Toy", page, Rules("8 J", "v3"))
    assert [(p.value, p.required) for p in made.parts if isinstance(p, forms.TextField)] == [
        ("8 J", True), ("v3", True), ("", False),
    ]  # fmt: skip
    entered = forms.read(made, {"powers": "none", "variant": "v9", "home": ""})
    assert read_options(Rules, forms.entered_options(page, entered)) == Rules("", "v9", "")
    assert all(isinstance(p, forms.TextField) and p.longest in (20, 100) and p.hint for p in made.parts)


def test_a_preset_takes_a_text() -> None:
    assert read_options(Rules, GAME.presets["plain"]) == Rules("")


def test_a_command_completes_a_text() -> None:
    words = replace(WORDS, game=GAME, slash_options=("powers", "variant"))
    command = open_command(cast(Any, None), words)
    found = {p.name: p for p in command.parameters}
    assert found["variant"].autocomplete and found["powers"].autocomplete and not found["variant"].required

    async def listed(name: str, typed: str) -> list[app_commands.Choice[str]]:
        transformer: Any = cast(Any, command)._params[name]._annotation

        class Asked:
            class client:
                room = None

        return await transformer.autocomplete(Asked, typed)

    assert [c.value for c in asyncio.run(listed("variant", "HOLD"))] == ["holdem"]
    assert len(asyncio.run(listed("variant", ""))) == 25
    assert asyncio.run(listed("powers", "K"))[0].value == "K A"


def test_random_matches_try_texts() -> None:
    from ..conformance.play import Chance

    seen = {random_options(GAME, Chance("texts", n)) for n in range(60)}
    assert len({o.powers for o in seen}) > 3 and len({o.variant for o in seen}) > 5
