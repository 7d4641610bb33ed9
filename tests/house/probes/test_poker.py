"""Hold'em before the flop: neither going all in nor waiting wins anything from house players, however short."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from statistics import fmean

import pytest

from bot.engine.betting import BETTING, CALL, CHECK, FOLD, Bet, Call, Check
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games.poker import POKER, Options
from bot.games.poker.moves import Raise
from bot.house import Chooser, choose
from bot.house.ask_again import AskAgainAt
from bot.house.poker_two_cards import share

from . import Estimate, played
from .poker_deals import U, caller, in_a_hundred


def all_in(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """With any two cards."""
    may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
    for kind in Raise, Bet:
        if kind in may:
            return kind(max(may[kind].next(())))
    return CALL if Call in may else CHECK if Check in may else choose(seen, offers, rng)


def all_in_from(least: float) -> Chooser:
    """With what wins that much against any two cards; folds the rest."""

    def probe(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        kinds = {o.kind for o in offers if o}
        if not kinds & {Check, Call} or share(seen.hand) >= least:
            return all_in(seen, offers, rng)
        return CHECK if Check in kinds else FOLD

    return probe


def least_raise(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    """Bets or raises the least once a street, and calls the rest."""
    may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
    if Bet in may:
        return Bet(min(may[Bet].next(())))
    if Raise in may and seen.fact(BETTING).to_match <= U:
        return Raise(min(may[Raise].next(())))
    return caller(seen, offers, rng)


QUICK: dict[str, Chooser] = {
    "all in": all_in, "best half": all_in_from(0.5), "best third": all_in_from(0.546), "best fifth": all_in_from(0.585),
}  # fmt: skip
"""They leave nothing to do after the flop."""
PROBES = QUICK | {"least raise": least_raise, "caller": caller}


def won(state: State, seat: Seat) -> float:
    return float(any(one.seat == seat and one.place == 1 for one in state.standings or ()))


@pytest.mark.soak
@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("blinds", [5, 8, 10, 15, 25, 50])
def test_nobody_wins_more_than_a_little_heads_up(blinds: int, probe: str) -> None:
    deals = range(4000 if blinds <= 15 and probe in QUICK else 400)
    gained = Estimate.of(in_a_hundred(PROBES[probe], blinds, 2, deals))
    assert gained.least <= 5, gained


@pytest.mark.soak
@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("blinds", [10, 25])
def test_nobody_wins_anything_at_six_seats(blinds: int, probe: str) -> None:
    gained = Estimate.of(in_a_hundred(PROBES[probe], blinds, 6, range(300)))
    assert gained.least <= 0, gained


@pytest.mark.soak
def test_who_is_all_in_every_time_wins_no_more_than_half_of_the_freezeouts() -> None:
    options = Options(variant="holdem", limit="no", format="freezeout", cut="off", run_twice=False)
    first = [fmean(won(played(POKER, options, 2, {seat: all_in}, n), seat) for seat in range(2)) for n in range(300)]
    assert Estimate.of(first).least <= 0.53, Estimate.of(first)
