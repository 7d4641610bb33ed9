"""A learner loses among club players, and who makes the same mistakes now and then loses less."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.engine.offers import Move, Offer
from bot.engine.options import read_options
from bot.engine.state import State
from bot.engine.view import View
from bot.games.catalog import GAMES
from bot.house import AskAgainAt, Chooser, choose
from bot.house.learners import MISTAKES, instead
from bot.house.learners.mistake import Mistake
from bot.house.player import Player, Strength

from . import Estimate, Worth, ahead, mirrored, placed, played, richer, won


def lower(state: State[Any], seat: int) -> float:
    """Points under the mean of the others, where nobody wants any."""
    return -ahead(state, seat)


class At(NamedTuple):
    """A table at which strength is measured: how many play, what for, and how many deals of a match are played."""

    seats: int
    worth: Worth
    matches: int
    """In the soak."""
    deals: int = 1000
    options: str = ""

    def read(self, slug: str) -> Any:
        return read_options(GAMES[slug].options, dict(pair.split("=") for pair in self.options.split()))


TABLES = {
    "backhand": At(3, ahead, 300),
    "blackjack": At(3, richer, 500, 20),
    "canasta": At(4, ahead, 80, 2),
    "canfield": At(2, placed, 60, options="mode=race"),
    "cash": At(4, placed, 40, options="letters=no"),
    "cribbage": At(2, ahead, 150, 6),
    "farmer": At(4, won(), 200, 20),
    "gin-rummy": At(2, ahead, 150, 1),
    "hearts": At(4, lower, 30, 1),
    "in-between": At(4, won(), 600, 10),
    "jenny-jenny": At(3, placed, 200),
    "jubilee": At(3, ahead, 60, 1),
    "knock-poker": At(4, ahead, 150),
    "neosho-rapids": At(2, placed, 100),
    "poker": At(4, won(), 60, 10),
    "red-dog": At(4, won(), 300, 10),
    "seven-twenty-seven": At(4, won(), 60, 10),
    "switch": At(3, placed, 200),
    "tablanette": At(2, ahead, 60, 1),
    "three-five-seven": At(4, won(), 100),
    "twos": At(4, won(), 40, 1),
}
BESIDES = {"poker": At(4, won(), 60, 10, "variant=guts")}
"""Tables where further mistakes come up."""


def measured(slug: str, strength: Strength, matches: int) -> Estimate:
    at, who = TABLES[slug], partial(choose, player=Player(strength))
    return Estimate.of(
        mirrored(GAMES[slug], at.read(slug), at.seats, who, at.worth, range(matches), deals=at.deals)
    )  # fmt: skip


def noted(found: set[Mistake]) -> Chooser:
    """Plays as the house does, and notes which mistakes somebody might make."""

    def chooser(view: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        move = choose(view, offers, rng)
        if isinstance(move, Move):
            may = {offer.kind: offer for offer in offers if offer}
            found.update(one for one in MISTAKES[view.game] if instead(one, view, may, move) is not None)
        return move

    return chooser


def test_beginners_make_mistakes_wherever_there_is_something_to_decide() -> None:
    assert {*GAMES} - {*MISTAKES} == {"war"}


def test_every_mistake_is_told() -> None:
    told = Path("docs/house-players.md").read_text()
    for slug, mistakes in MISTAKES.items():
        section = told.split(f"\n## {GAMES[slug].title}\n")[1].split("\n## ")[0]
        assert [one.told for one in mistakes if one.told not in section] == []


@pytest.mark.parametrize("slug", MISTAKES)
def test_every_mistake_comes_up(slug: str) -> None:
    found: set[Mistake] = set()
    for at in (TABLES[slug], *([BESIDES[slug]] if slug in BESIDES else [])):
        for n in range(12):
            if len(found) == len(MISTAKES[slug]):
                break
            who = dict.fromkeys(range(at.seats), noted(found))
            played(GAMES[slug], at.read(slug), at.seats, who, n, deals=min(at.deals, 2))
    assert [one.told for one in MISTAKES[slug] if one not in found] == []


def test_a_learner_loses_for_certain() -> None:
    assert measured("jenny-jenny", Strength.LEARNER, 20).most < 0


@pytest.mark.soak
@pytest.mark.parametrize("slug", TABLES)
def test_a_learner_loses_and_a_friend_loses_less(slug: str) -> None:
    learner, friend = (measured(slug, one, TABLES[slug].matches) for one in (Strength.LEARNER, Strength.FRIENDLY))
    assert learner.most < 0, learner
    assert learner.mean < friend.most, (learner, friend)
    assert friend.least < 0, friend
