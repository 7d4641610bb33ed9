"""Hold'em before the flop: neither going all in nor waiting wins anything from house players, however short."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import pytest

from bot.engine.betting import BETTING, CALL, CHECK, FOLD, Bet, Call, Check
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import State, opening
from bot.engine.view import View, view
from bot.games.poker import POKER, Options
from bot.games.poker.chances import open_hands, shares
from bot.games.poker.moves import Raise
from bot.house import Chooser, choose
from bot.house.ask_again import AskAgainAt
from bot.house.poker_two_cards import share

from . import Estimate, one_move, played

U = 200
BOARDS = 50
"""Over this many a pot is shared out for which all are in."""


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


def caller(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    kinds = {o.kind for o in offers if o}
    return CHECK if Check in kinds else CALL if Call in kinds else choose(seen, offers, rng)


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


def in_a_hundred(probe: Chooser, blinds: int, seats: int, numbers: range, house: Chooser = choose) -> Iterator[float]:
    """Big blinds that the probe wins in a hundred deals, played with it in every seat in turn."""
    for n in numbers:
        yield 100 / U * fmean(_one(probe, blinds, seats, seat, n, house) - blinds * U for seat in range(seats))


def _one(probe: Chooser, blinds: int, seats: int, seat: Seat, n: int, house: Chooser) -> float:
    """What the probe has after a deal. Where all are in, its part of the pots on average."""
    options = Options(variant="holdem", limit="no", stakes=U, cut="off", run_twice=False)
    state = replace(opening(seats, blinds * U), dealer=n % seats)
    match, whims = Match(POKER, options, state, f"probe/{n}"), [random.Random(f"whims/{n}/{p}") for p in range(seats)]
    deal = match.begin(match.sealed(random.Random(f"probe/{n}").randbytes(32)), at=0)
    while deal.ask:
        if (seen := _settled(deal, seat, n)) is not None:
            return seen
        one_move(deal, {seat: probe}, house, whims)
    return match.settle().stacks[seat]


def _settled(deal: Deal, seat: Seat, n: int) -> float | None:
    seen = view(deal, seat)
    hands = open_hands(seen)
    if hands is None or not any(hands.missing):
        return None
    rng = random.Random(n)
    found = shares(hands, [tuple(rng.sample(hands.unknown, hands.to_come)) for _ in range(BOARDS)])
    live, pots = (
        seen.fact(BETTING).live,
        [pot for pot in seen.fact(BETTING).pots if {*pot.eligible} & {*seen.fact(BETTING).live}],
    )
    has = float(seen.stacks[seat])
    if seat in live:
        has += sum(pot.amount * part[live.index(seat)] for pot, part in zip(pots, found, strict=True))
    return has


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
