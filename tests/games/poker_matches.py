"""Mirrored hands of poker: a house player against simple ones, each deal once from every seat.

`python -m tests.games.poker_matches holdem --limit fixed --seats 2 --hands 5000 --against caller` measures one.
"""

from __future__ import annotations

import math
import random
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import process_time
from typing import Any

from bot import house
from bot.engine.betting import CALL, CHECK, FOLD, Bet, Call, Check
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.offers import Move, Offer
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.engine.view import View, view
from bot.games.poker import POKER, Options
from bot.games.poker.moves import Declare, Raise
from bot.house import poker
from bot.house.poker_two_cards import share

from .table import without_reasons

Player = Callable[[View, Sequence[Offer], random.Random], Any]
BEST_TENTH = 0.62
"""How much the best tenth of hands wins against a random one."""
STACK = 100
"""What everybody sits down with for every deal, in u."""


def legal(offers: Sequence[Offer], rng: random.Random) -> Move:
    """Any move of those that are waited for, each kind as likely."""
    able = [o for o in offers if o and not o.optional]
    move = rng.choice(able).sample(Stream(rng.randbytes(16), "m"))
    assert move is not None
    return move


def at_random(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    return legal(offers, rng)


def caller(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    """Never bets and never folds, and is always in; in everything else as the house."""
    kinds = {o.kind for o in offers if o}
    if Declare in kinds and seen.options.variant == "guts":
        return Declare("in")
    return CHECK if Check in kinds else CALL if Call in kinds else house_player(seen, offers, rng)


def house_player(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    """The policy itself: what it says must be legal."""
    may: Mapping[Any, Offer] = {o.kind: o for o in offers if o}
    move = without_reasons(poker.choose)(seen, may, rng)
    assert isinstance(move, Move), (seen.options, [*may])
    assert type(move) in may and may[type(move)].refusal(move) is None, (seen.options, move, [*may])
    return move


def bettor(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    """Bets or raises every hand the pot, as long as it may."""
    may: Mapping[Any, Offer] = {o.kind: o for o in offers if o}
    now = poker.Round(seen)
    for kind, base in ((Bet, 0), (Raise, now.to_match)):
        if kind in may:
            return kind(poker.nearest(may[kind].next(()), base + now.pot + now.owed))
    return caller(seen, offers, rng)


def rock(seen: View, offers: Sequence[Offer], rng: random.Random) -> Move:
    """Folds all but the best tenth of hands before the flop; those it plays as the house does."""
    may: Mapping[Any, Offer] = {o.kind: o for o in offers if o}
    if poker.Round(seen).first and share(seen.hand) < BEST_TENTH:
        return CHECK if Check in may else FOLD
    return bettor(seen, offers, rng)


PLAYERS: dict[str, Player] = {
    "random": at_random, "caller": caller, "house": house_player, "bettor": bettor, "rock": rock, "any": house.choose,
}  # fmt: skip


def one(options: Options, seats: int, secret: int, players: Sequence[Player]) -> tuple[int, ...]:
    """What each seat wins in one deal, in hundredths."""
    options = replace(options, cut="off")
    stack = STACK * options.stakes
    state = replace(opening(seats, stack), dealer=secret % seats)
    match = Match(POKER, options, state, "m")
    key = secret.to_bytes(32, "big")
    rngs = [random.Random(f"{secret}/{s}") for s in range(seats)]
    for n in range(60):  # a pot that stays is played for until it is won
        deal = match.begin(match.sealed(bytes([n + 1]) + key[1:]) if match.fresh else None, 0)
        play(deal, players, rngs)
        if match.settle().over or not match.state.pot:
            break
    return tuple(n - stack for n in match.state.stacks)


def play(deal: Deal, players: Sequence[Player], rngs: Sequence[random.Random]) -> None:
    while deal.ask:
        seat = next(iter(deal.ask.waits_for), -1)
        if seat < 0:
            assert deal.ask.timer
            deal.tick(deal.ask.timer[0])
            continue
        move = players[seat](view(deal, seat), deal.offers(seat), rngs[seat])
        deal.submit(seat, move)


def mirrored(options: Options, seats: int, hands: int, against: str, first: int = 0) -> tuple[float, float]:
    """u in a hundred hands of one house player among the others, and a standard error of it. Each deal is played once
    with the house player on every seat."""
    sums: list[float] = []
    for n in range(hands // seats):
        total = 0
        for s in range(seats):
            players = [PLAYERS[against]] * seats
            players[s] = house_player
            total += one(options, seats, first + n, players)[s]
        sums.append(100 * total / seats / options.stakes)
    mean = sum(sums) / len(sums)
    spread = math.sqrt(sum((x - mean) ** 2 for x in sums) / max(1, len(sums) - 1))
    return mean, spread / math.sqrt(len(sums))


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("variant", nargs="+")
    parser.add_argument("--limit", default="auto")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--against", default="caller,random")
    parser.add_argument("--home", default="")
    parser.add_argument("--declare", default="speak")
    asked = parser.parse_args()
    for variant in asked.variant:
        options = Options(variant=variant, limit=asked.limit, home=asked.home, declare=asked.declare)
        for against in asked.against.split(","):
            began = process_time()
            mean, error = mirrored(options, asked.seats, asked.hands, against, asked.first)
            took = process_time() - began
            print(f"{variant:18}{options.limited:7}{asked.seats:3} {against:8}{mean:+9.1f} ± {1.96 * error:.1f}"
                  f" u/100 ({asked.hands} hands, {took:.0f} s)", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
