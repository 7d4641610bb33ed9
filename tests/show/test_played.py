"""What is played at a table, in one line."""

from __future__ import annotations

import pytest

from bot.engine.options import declared, read_options
from bot.engine.traits import Staked
from bot.games.catalog import GAMES
from bot.games.poker.variants import VARIANTS
from bot.show.words import played
from cogs.games import every_word

WORDS = every_word()
POKER = GAMES["poker"]


def told(slug: str, buy_in: int | None = 10_000, /, **options: str) -> str:
    return played.line(WORDS[slug], read_options(GAMES[slug].options, options), buy_in)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "No-limit Hold'em · blinds 1–2 · buy-in 40–200 (20–100 blinds), usually 100 · run it twice · 10 seats"),
        (
            {"straddle": "yes", "bomb_every": "10", "run_twice": "no"},
            "No-limit Hold'em · blinds 1–2 · buy-in 40–200 (20–100 blinds), usually 100 · straddle"
            " · bomb pot every 10 hands · 10 seats",
        ),
        (
            {"straddle": "any", "rabbit": "yes", "seven_deuce": "2", "bomb_call": "yes", "boards": "bomb"},
            "No-limit Hold'em · blinds 1–2 · buy-in 40–200 (20–100 blinds), usually 100 · straddle from any seat"
            " · bomb pots by call, two boards · seven-deuce pays 2 · run it twice"
            " · rabbit hunt · 10 seats",
        ),
        (
            {"bomb_every": "5", "bomb_call": "yes", "boards": "bomb", "run_twice": "no"},
            "No-limit Hold'em · blinds 1–2 · buy-in 40–200 (20–100 blinds), usually 100"
            " · bomb pot every 5 hands, two boards · bomb pots by call, too · 10 seats",
        ),
        (
            {"variant": "omaha-8", "kill": "half", "run_twice": "no"},
            "Fixed-limit Omaha Hi-Lo · blinds 1–2, bets 2 and 4 · buy-in 40–200 (20–100 blinds), usually 100"
            " · half kill · 10 seats",
        ),
        ({"variant": "stud", "stakes": "4"},
         "Fixed-limit Stud · bets 4 and 8 · ante 1 · buy-in 80–400, usually 100 · 8 seats"),
        (
            {"variant": "baseball", "limit": "spread", "home": "three_up=match four_price=0.5"},
            "Spread-limit Baseball · bets 2–25 · ante ½ · buy-in 40–200, usually 100 · a four costs ½"
            ", a three up costs the pot · 7 seats",
        ),
        ({"variant": "guts"}, "Guts · ante ½ · buy-in 40–200, usually 100 · 10 seats"),
        ({"limit": "spread", "run_twice": "no"},
         "Spread-limit Hold'em · blinds 1–2, bets 2–25 · buy-in 40–200 (20–100 blinds), usually 100 · 10 seats"),
        ({"variant": "mix", "stakes": "4"},
         "Fixed-limit mix · blinds 2–4, bets 4 and 8 · buy-in 80–400 (20–100 blinds), usually 100 · 8 seats"),
        ({"variant": "omaha-8", "hands": "1"},
         "Fixed-limit Omaha Hi-Lo · blinds 1–2, bets 2 and 4 · buy-in 100 (50 blinds) · one hand · 10 seats"),
        ({"boards": "2", "limit": "pot"},
         "Pot-limit Hold'em · blinds 1–2 · buy-in 40–200 (20–100 blinds), usually 100 · two boards · 10 seats"),
    ],
)  # fmt: skip
def test_poker_says_variant_limit_blinds_and_what_is_unusual(options: dict[str, str], said: str) -> None:
    assert told("poker", **options) == said


@pytest.mark.parametrize(
    ("variant", "home"),
    [(name, f"{key}={value}") for name, variant in VARIANTS.items() for key, values in variant.home.items()
     for value in values[1:] or ("1",)],
)  # fmt: skip
def test_a_home_rule_is_told_in_words(variant: str, home: str) -> None:
    typed = home.replace("ranks", "39")
    said = read_options(POKER.options, {"variant": variant, "home": typed}).said("home")
    assert said and "=" not in said and "_" not in said
    assert said in told("poker", variant=variant, home=typed)


def test_a_freezeout_says_that_first() -> None:
    said = told("poker", format="freezeout", run_twice="no")
    assert said.startswith("Freezeout · No-limit Hold'em · blinds from 1–2, up every 10 hands · 100 to enter")


def test_other_games_say_their_stakes_and_how_long_they_go() -> None:
    assert told("hearts", None) == "Hearts · to 100 points · 4 players"
    assert told("farmer", ante="2") == "Farmer · ante 2 · buy-in 100 · 8 seats"
    assert told("canasta", None, target="3000") == "Canasta · to 3,000 points · 2 or 4 players"
    assert told("gin-rummy", None).startswith("Gin Rummy · to 100 points"), "no stakes where there are no chips"


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.chips])
def test_every_game_for_chips_names_its_stakes(slug: str) -> None:
    staked = GAMES[slug].trait(Staked)
    assert staked is not None
    kinds = {f.name: f.metadata["kind"] for f in declared(GAMES[slug].options)}
    assert {kinds[name] for name in staked.options} == {"amount"}


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_said_twice(slug: str) -> None:
    for given in ({}, *GAMES[slug].presets.values()):
        parts = played.parts(WORDS[slug], read_options(GAMES[slug].options, given), 10_000)
        assert len({*parts}) == len(parts) and all(parts)
