"""Seven Twenty-Seven: the largest bet with any hand does not drive house players out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from bot.engine.betting import CALL, CHECK, Bet, Call, Check, Raise
from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.parts.habits import Habit
from bot.games.seven_twenty_seven import SEVEN_TWENTY_SEVEN, Carried, Options
from bot.house import Chooser, choose
from bot.house.ask_again import AskAgainAt

from . import Estimate, mirrored, won


def most(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """Bets and raises the most, every time."""
    may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
    for kind in Bet, Raise:
        if kind in may:
            return kind(max(may[kind].next(())))
    return CALL if Call in may else choose(seen, offers, rng)


def bets_most(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """Bets the most, and calls a raise."""
    may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
    return most(seen, [may[Bet]] if Bet in may else [o for o in offers if o.kind is not Raise], rng)


def steals(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """Bets the most, and plays on as the house does."""
    may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
    return Bet(max(may[Bet].next(()))) if Bet in may else choose(seen, offers, rng)


def caller(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    kinds = {o.kind for o in offers if o}
    return CHECK if Check in kinds else CALL if Call in kinds else choose(seen, offers, rng)


PROBES: dict[str, Chooser] = {"most": most, "bets the most": bets_most, "steals": steals, "caller": caller}


@pytest.mark.soak
@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("ruleset", ["open", "closed"])
@pytest.mark.parametrize("seats", [4, 6])
def test_nobody_wins_by_betting_or_calling_with_anything(seats: int, ruleset: str, probe: str) -> None:
    options = Options(ruleset=ruleset, hands=10, cut="off")
    gained = Estimate.of(mirrored(SEVEN_TWENTY_SEVEN, options, seats, PROBES[probe], won(), range(100)))
    assert gained.least <= 0, gained


def forgetful(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """As the house, and everybody is a stranger in every deal."""
    return choose(replace(seen, carried=Carried((Habit(),) * len(seen.stacks))), offers, rng)


@pytest.mark.soak
@pytest.mark.parametrize("probe", ["most", "bets the most"])
@pytest.mark.parametrize("ruleset", ["open", "closed"])
def test_nobody_wins_by_being_remembered(ruleset: str, probe: str) -> None:
    """The same matches among house players that remember and among others."""
    options = Options(ruleset=ruleset, hands=10, cut="off")
    remembered, forgotten = (
        [*mirrored(SEVEN_TWENTY_SEVEN, options, 4, PROBES[probe], won(), range(50), house=house)]
        for house in (choose, forgetful)
    )
    more = Estimate.of(a - b for a, b in zip(remembered, forgotten, strict=True))
    assert more.least <= 0, more
