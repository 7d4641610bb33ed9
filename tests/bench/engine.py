"""The engine's speed: random moves through `submit`, and deals rebuilt from their rows."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bot.engine.asks import CLOCK
from bot.engine.cards import deck
from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.match import Match
from bot.engine.offers import OneOf, random_choices
from bot.engine.randomness import Stream
from bot.engine.state import opening
from bot.games.catalog import GAMES
from bot.games.parts import melds
from bot.games.poker import ranking

from . import Setting, bench

ROUNDS = 15

Played = tuple[int, float]
"""Moves, and the seconds that submit took for them."""


def play(game: Game, seats: int, chance: Random, **options: Any) -> Played:
    """A match of random moves, the clock's among them; only submit is timed."""
    match, moves, spent = Match(game, game.options(cut="off", **options), opening(seats, 10_000), "bench"), 0, 0.0
    while not match.state.over and match.state.number < 100:
        deal = match.begin(match.sealed(chance.randbytes(32)) if match.fresh else None, at=0)
        while deal.ask:
            if not deal.ask.waits_for and deal.ask.timer:  # a pause of the game's own
                start = perf_counter()
                deal.tick(deal.ask.timer[0])
                spent, moves = spent + perf_counter() - start, moves + 1
                continue
            seat = chance.choice([*deal.ask.waits_for])
            offer = chance.choice(random_choices(o for o in deal.ask.offers[seat] if o and not o.optional))
            if isinstance(offer, OneOf):
                move = offer.kind(chance.choice([*offer.among]))
            else:
                move = offer.sample(Stream(chance.randbytes(8), "whim"))
            if move is None:  # of what is blind there may be nothing
                continue
            start = perf_counter()
            deal.submit(seat, move)
            spent, moves = spent + perf_counter() - start, moves + 1
        match.settle()
    return moves, spent


def rate(matches: int, one: Callable[[Random], Played], seed: int) -> float:
    """Moves a second over a number of matches."""
    played = [one(Random(f"{seed}/{n}")) for n in range(matches)]
    return sum(moves for moves, _ in played) / sum(spent for _, spent in played)


@cache
def sketched(setting: Setting) -> Callable[[Random], Played] | None:
    """The random Hearts of the sketch, if there is one to measure beside."""
    if not setting.sketch:
        return None
    sys.path.insert(0, str(setting.sketch))
    player, rules = importlib.import_module("play"), importlib.import_module("hearts")
    sys.path.pop(0)
    return lambda chance: player.play(rules.HEARTS, 4, chance)


@cache
def hearts_beside_the_sketch(setting: Setting) -> tuple[float, float | None, float | None]:
    """Ours, the sketch's and their ratio: measured in turns, so that both have the same neighbours."""
    sketch = sketched(setting)
    ours, theirs = [], []
    for n in range(ROUNDS):
        ours.append(rate(3, lambda chance: play(GAMES["hearts"], 4, chance), n))
        if sketch:
            theirs.append(rate(3, sketch, n))
    if not theirs:
        return median(ours), None, None
    return median(ours), median(theirs), median(o / t for o, t in zip(ours, theirs, strict=True))


@bench("random Hearts through submit", unit="moves/s")
def hearts(setting: Setting) -> float:
    return hearts_beside_the_sketch(setting)[0]


@bench("random Hearts, the sketch beside it", unit="moves/s")
def sketched_hearts(setting: Setting) -> float | None:
    return hearts_beside_the_sketch(setting)[1]


@bench("random Hearts, share of the sketch's speed", unit="%", aim="≥ 70")
def share(setting: Setting) -> float | None:
    ratio = hearts_beside_the_sketch(setting)[2]
    return None if ratio is None else 100 * ratio


@cache
def blackjack_beside_the_sketch(setting: Setting) -> tuple[float, float | None]:
    """Seven seats, wagers up to 5 so that they last; and the share of the speed of the sketch's Hearts beside it."""
    sketch = sketched(setting)
    ours, ratios = [], []
    for n in range(ROUNDS):
        ours.append(rate(2, lambda chance: play(GAMES["blackjack"], 7, chance, max_bet=500), n))
        if sketch:
            ratios.append(ours[-1] / rate(3, sketch, n))
    return median(ours), median(ratios) if ratios else None


@bench("random Blackjack through submit", unit="moves/s")
def blackjack(setting: Setting) -> float:
    return blackjack_beside_the_sketch(setting)[0]


@bench("random Blackjack, share of the sketch's Hearts", unit="%", aim="≥ 80")
def blackjack_share(setting: Setting) -> float | None:
    ratio = blackjack_beside_the_sketch(setting)[1]
    return None if ratio is None else 100 * ratio


class Playing(NamedTuple):
    """Random play of a game, and how fast it should be."""

    slug: str
    seats: int
    matches: int
    """How many make one round of measuring."""
    aim: str = ""
    options: Mapping[str, Any] = {}
    called: str = ""
    """What is played, if not the game with its default options."""


OF_THE_SKETCH = "40 % of the sketch's Hearts"
PLAYED = (
    Playing("red-dog", 5, 40),
    Playing("three-five-seven", 5, 15, OF_THE_SKETCH),
    Playing("knock-poker", 4, 20, OF_THE_SKETCH),
    Playing("seven-twenty-seven", 6, 4, OF_THE_SKETCH, {"hands": 5}),
    Playing("backhand", 4, 8, OF_THE_SKETCH, {"target": 5}),
    Playing("in-between", 5, 40, OF_THE_SKETCH),
    Playing("farmer", 5, 4, OF_THE_SKETCH, {"deals": 20}),
    Playing("gin-rummy", 2, 1, "35 % of Hearts"),
    Playing("cribbage", 2, 4, "47 % of the sketch's Hearts"),
    Playing("canasta", 4, 1, "18 % of Hearts"),
    Playing("jubilee", 4, 4, "59 % of Hearts"),
    Playing("war", 2, 3, "88 % of Hearts"),
    Playing("tablanette", 2, 1, "30 % of Hearts", {"target": 51}),
    Playing("neosho-rapids", 4, 4, "24 % of Hearts"),
    Playing("twos", 4, 2, "24 % of Hearts"),
    Playing("switch", 4, 10, "35 % of Hearts"),
    Playing("jenny-jenny", 4, 12, "35 % of Hearts"),
    Playing("jenny-jenny", 4, 2, "35 % of Hearts", {"market": "open"}, "open market of Jenny Jenny"),
    Playing("poker", 6, 10, "35 % of Hearts", {"variant": "holdem", "hands": 20}, "no-limit hold'em"),
    Playing("poker", 6, 4, "15 % of Hearts", {"variant": "omaha", "hands": 20}, "pot-limit omaha"),
    Playing("poker", 6, 2, "15 % of Hearts", {"variant": "stud", "hands": 20}, "fixed-limit stud"),
)


def played(this: Playing, setting: Setting) -> float:
    """Moves a second."""
    game = GAMES[this.slug]
    return median(
        rate(this.matches, lambda chance: play(game, this.seats, chance, **this.options), n) for n in range(ROUNDS)
    )


for each in PLAYED:
    title = each.called or GAMES[each.slug].title
    bench(f"random {title} through submit", unit="moves/s", aim=each.aim)(partial(played, each))


@bench("best deadwood of ten cards", unit="hands/s", aim="≥ 20,000")
def best_deadwood(setting: Setting) -> float:
    """Of hands that have not been seen before."""
    chance, pack = Random("deadwood"), deck()
    hands = [melds.mask(chance.sample(pack, 10)) for _ in range(ROUNDS * 1000)]
    took = []
    for n in range(0, len(hands), 1000):
        melds.deadwood.cache_clear()
        start = perf_counter()
        for hand in hands[n : n + 1000]:
            melds.deadwood(hand)
        took.append(perf_counter() - start)
    return 1000 / median(took)


@bench("best hand of seven cards", unit="hands/s", aim="≥ 50,000")
def best_of_seven(setting: Setting) -> float:
    """Of hands that have not been seen before."""
    chance, pack = Random("seven"), deck()
    took = []
    for _ in range(ROUNDS):
        hands = [tuple(chance.sample(pack, 7)) for _ in range(1000)]
        start = perf_counter()
        for hand in hands:
            ranking.HIGH.worth(hand)
        took.append(perf_counter() - start)
    return 1000 / median(took)


@bench("a deal of 60 moves rebuilt", unit="ms", aim="≤ 1")
def rebuilding(setting: Setting) -> float:
    """Hearts: every seat passes, thinks better of it, and plays its thirteen cards; the moments come besides."""
    deal, chance = _hand_of_sixty(), Stream(b"60", "whim")
    while deal.ask:
        seat = chance.choice([*deal.ask.waits_for])
        if move := deal.offers(seat)[0].sample(chance):
            deal.submit(seat, move)
    assert sum(row.seat != CLOCK for row in deal.rows) == 60
    took = []
    for _ in range(300):
        start = perf_counter()
        Deal(deal.game, deal.state, deal.options, deal.seal, deal.began, deal.rows, deal.numbers)
        took.append(perf_counter() - start)
    return 1000 * median(took)


def _hand_of_sixty() -> Deal:
    """A hand in which three seats have passed, and one of them four more times."""
    hearts, chance = GAMES["hearts"], Stream(b"pass", "whim")
    match = Match(hearts, hearts.options(cut="off"), opening(4), "sixty")
    deal = match.begin(match.sealed(bytes(32)), at=0)
    for seat in (0, 1, 2, 0, 0, 0, 0):
        if move := deal.offers(seat)[0].sample(chance):
            deal.submit(seat, move)
    return deal
