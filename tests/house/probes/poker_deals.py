"""Deals of no-limit Hold'em for probes: what one wins, and how often house players fold to a bet."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from bot.engine.betting import BETTING, CALL, CHECK, FOLD, Bet, Call, Check, Fold
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.poker import POKER, Options
from bot.games.poker.chances import open_hands, shares
from bot.games.poker.facts import STREET
from bot.games.poker.moves import Raise
from bot.house import Chooser, choose
from bot.house.ask_again import AskAgainAt
from bot.house.poker import Round, nearest

from . import one_move

U = 200
BOARDS = 50
"""Over this many a pot is shared out for which all are in."""
HOLDEM = Options(variant="holdem", limit="no", stakes=U, cut="off", run_twice=False)


def in_a_hundred(
    probe: Chooser, blinds: int, seats: int, numbers: range, house: Chooser = choose, options: Options = HOLDEM
) -> Iterator[float]:
    """Big blinds that the probe wins in a hundred deals, played with it in every seat in turn."""
    for n in numbers:
        yield 100 / U * fmean(_one(probe, blinds, seats, seat, n, house, options) - blinds * U for seat in range(seats))


def _one(probe: Chooser, blinds: int, seats: int, seat: Seat, n: int, house: Chooser, options: Options) -> float:
    """What the probe has after a deal. Where all are in, its part of the pots on average."""
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


def caller(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
    kinds = {o.kind for o in offers if o}
    return CHECK if Check in kinds else CALL if Call in kinds else choose(seen, offers, rng)


def bets(part: float, streets: Sequence[int] = (2, 3, 4), otherwise: Chooser = choose) -> Chooser:
    """Bets this part of the pot with any two cards, where nobody has bet on these streets."""

    def probe(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
        if Bet in may and seen.fact(STREET, 0) in streets:
            return Bet(nearest(may[Bet].next(()), part * Round(seen).pot))
        return otherwise(seen, offers, rng)

    return probe


def raises(part: float, streets: Sequence[int], over: int = 0, most: int = 1) -> Chooser:
    """Raises by this part of the pot with any two cards, on these streets, after this many raises and less than that
    many more."""

    def probe(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        may: Mapping[type[Move], Offer] = {o.kind: o for o in offers if o}
        if Raise in may and seen.fact(STREET, 0) in streets:
            now = Round(seen)
            if over <= now.raises < over + most:
                return Raise(nearest(may[Raise].next(()), now.to_match + part * (now.pot + now.owed)))
        return choose(seen, offers, rng)

    return probe


def folds(probe: Chooser, blinds: int, numbers: range, kind: type[Move] = Bet) -> Iterator[tuple[int, bool]]:
    """Heads-up, the street and whether the house folds, each time when the probe has bet or raised."""
    heard: list[tuple[int, bool]] = []
    waits = [False]
    """Whether the probe has just bet, and is to be answered."""

    def probing(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        move = probe(seen, offers, rng)
        if isinstance(move, Move):
            waits[0] = isinstance(move, kind)
        return move

    def house(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move | AskAgainAt | None:
        move = choose(seen, offers, rng)
        if waits[0] and any(o.kind is Fold and o for o in offers):
            heard.append((seen.fact(STREET, 0), move == FOLD))
            waits[0] = False
        return move

    for n in numbers:
        for seat in range(2):
            waits[0] = False
            _one(probing, blinds, 2, seat, n, house, HOLDEM)
            yield from heard
            heard.clear()
