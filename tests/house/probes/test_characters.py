"""A house player with a nerve of its own plays as is said of it, and wins about as much as a plain one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.catalog import GAMES
from bot.house import AskAgainAt, choose
from bot.house.leans import LEANS, manner_said
from bot.house.manners import CHARACTERS, Manner, Nerve
from bot.house.player import Player

from . import Estimate, Worth, ahead, mirrored, played, richer, won


class At(NamedTuple):
    """A table at which manners are measured: how many play, what for, how many deals, and what five in a hundred are
    of what they sit down with; at Gin Rummy of what a hand brings, some twenty points."""

    seats: int
    worth: Worth
    deals: int
    part: float
    matches: int
    """In the soak."""


TABLES = {
    "blackjack": At(3, richer, 20, 5.0, 300),
    "farmer": At(4, won(), 20, 5.0, 300),
    "gin-rummy": At(2, ahead, 1, 1.0, 400),
    "in-between": At(4, won(), 10, 5.0, 400),
    "poker": At(4, won(), 6, 5.0, 40),
    "red-dog": At(4, won(), 10, 5.0, 300),
    "three-five-seven": At(4, won(), 1000, 5.0, 200),
}


def gained(slug: str, nerve: Nerve, matches: int) -> Estimate:
    game, at = GAMES[slug], TABLES[slug]
    who = partial(choose, player=Player(manner=Manner(nerve=nerve)))
    return Estimate.of(mirrored(game, game.options(), at.seats, who, at.worth, range(matches), deals=at.deals))


class Leans:
    """Plays plainly, and counts where somebody of this nerve would have done something else."""

    def __init__(self, nerve: Nerve) -> None:
        self.player = Player(manner=Manner(nerve=nerve))
        self.made: list[tuple[Move, Move]] = []

    def __call__(self, view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        before = rng.getstate()
        plain = choose(view, offers, rng)
        after = rng.getstate()
        rng.setstate(before)
        leant = choose(view, offers, rng, self.player)
        rng.setstate(after)
        if isinstance(plain, Move) and isinstance(leant, Move) and plain != leant:
            self.made.append((plain, leant))
        return plain


MORE = {
    "bets a third more": lambda plain, leant: leant.parts[0] > plain.parts[0],
    "bets a third less": lambda plain, leant: leant.parts[0] < plain.parts[0],
    "wagers twice the least": lambda plain, leant: leant.parts[0] == 2 * plain.parts[0],
    "draws once more where it is close": lambda plain, leant: kinds(plain, leant) == "Stay Hit",
    "stays a point sooner": lambda plain, leant: kinds(plain, leant) == "Hit Stay",
    "knocks with 9 or less": lambda plain, leant: kinds(plain, leant) == "Knock Discard",
    "is in more often": lambda plain, leant: (plain.parts, leant.parts) == (("out",), ("in",)),
    "is out more often": lambda plain, leant: (plain.parts, leant.parts) == (("in",), ("out",)),
    "calls where it is close": lambda plain, leant: kinds(plain, leant) == "Fold Call",
    "folds where it is close": lambda plain, leant: kinds(plain, leant) == "Call Fold",
}
"""What the two moves are where a lean shows, by what is said of it."""


def kinds(plain: Move, leant: Move) -> str:
    return f"{type(plain).__name__} {type(leant).__name__}"


def test_every_lean_is_told() -> None:
    told = Path("docs/house-players.md").read_text()
    for (slug, nerve), lean in LEANS.items():
        name = next(name for name, manner in CHARACTERS.items() if manner.nerve is nerve)
        section = told.split(f"\n## {GAMES[slug].title}\n")[1].split("\n## ")[0]
        assert name in section and lean.told in section


def test_what_is_said_of_somebody_is_their_pace_and_their_nerve_where_it_tells() -> None:
    assert manner_said("Bertie", "farmer") == "is quick and draws once more where it is close"
    assert (manner_said("Bertie", "hearts"), manner_said("Gus", "farmer")) == ("is quick", "never hurries")
    assert {manner_said(name, "farmer") for name in ("Ada", "Ivo", "Juno")} == {""}


EACH = [pytest.param(slug, nerve, id=f"{slug}, {nerve.value}") for slug, nerve in LEANS]


@pytest.mark.parametrize(("slug", "nerve"), EACH)
def test_a_lean_shows_as_it_is_told(slug: str, nerve: Nerve) -> None:
    lean = LEANS[slug, nerve]
    leans, at = Leans(nerve), TABLES[slug]
    for n in range(40):
        if leans.made:
            break
        played(GAMES[slug], GAMES[slug].options(), at.seats, dict.fromkeys(range(at.seats), leans), n, deals=2)
    assert leans.made and all(MORE[lean.told](plain, leant) for plain, leant in leans.made)


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "nerve"), EACH)
def test_a_nerve_of_its_own_costs_and_wins_little(slug: str, nerve: Nerve) -> None:
    found = gained(slug, nerve, TABLES[slug].matches)
    assert abs(found.mean) - found.half <= TABLES[slug].part, found
