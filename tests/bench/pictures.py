"""How fast pictures are drawn and encoded, warm, on one core; and how many a second on all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from random import Random
from statistics import median
from time import perf_counter

import card_art
from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.ink.png import encode
from card_art.scene import Hand, Scene, Seat, Style, Trick
from card_art.tables import own_hand, whole_table

from . import Setting, bench

ROUNDS = 60
PACK = [Card(rank, suit) for suit in "CDHS" for rank in range(1, 14)]
_widths = count(171)
"""Widths at which no card has been drawn yet."""


def scene(chance: Random) -> Scene:
    """A Hearts table in the middle of a trick."""
    dealt, left = chance.sample(PACK, 3), chance.randint(2, 12)
    seats = tuple(
        Seat(name, f"{chance.randint(0, 90)} pts · +0 · 2 tricks", ("TO PLAY",) if place == 3 else (), place == 3,
             place == 1, hand=(None,) * left)
        for place, name in enumerate(("Ann", "Bartholomew", "Cleo", "Dmitri"))
    )  # fmt: skip
    trick = Trick(tuple(enumerate(dealt)), 0, 1, 3)
    return Scene("Hearts", "Hand 3 · trick 5", ("♥ not broken",), ("omnibus", "to 50"), seats, (trick,))


def hand(chance: Random) -> Hand:
    """Thirteen cards, some of which may be played."""
    return Hand(tuple(sorted(chance.sample(PACK, 13))), legal=frozenset({2, 3, 4, 5}))


@cache
def warmed() -> None:
    card_art.warm()
    for seed in range(20):
        everything(Random(seed))


def everything(chance: Random) -> None:
    """One of each, so that nothing is drawn for the first time while it is timed."""
    card_art.table(scene(chance))
    card_art.hand(hand(chance), Style())
    card_art.panel(scene(chance), hand(chance))


def typical(work: Callable[[Random], object]) -> float:
    """The median of many pictures, each another one, in milliseconds."""
    warmed()
    took: list[float] = []
    for seed in range(ROUNDS):
        began = perf_counter()
        work(Random(seed % 20))
        took.append((perf_counter() - began) * 1000)
    return median(took)


@bench("a table composed", unit="ms", aim="≤ 1.5")
def composing(setting: Setting) -> float:
    made = [scene(Random(seed)) for seed in range(20)]
    chosen = iter(made * ROUNDS)
    return typical(lambda _: whole_table.compose(next(chosen)))


@bench("a table encoded", unit="ms", aim="≤ 2")
def encoding(setting: Setting) -> float:
    warmed()
    image = whole_table.compose(scene(Random(1)))
    return typical(lambda _: encode(image, "green"))


@bench("a table end to end", unit="ms", aim="≤ 4")
def table_end_to_end(setting: Setting) -> float:
    return typical(lambda chance: card_art.table(scene(chance)))


@bench("a hand of 13 cards end to end", unit="ms", aim="≤ 2")
def whole_hand(setting: Setting) -> float:
    return typical(lambda chance: card_art.hand(hand(chance), Style()))


@bench("a hand of 13 cards, composed", unit="ms")
def composed_hand(setting: Setting) -> float:
    return typical(lambda chance: own_hand.compose(hand(chance), Style()))


@bench("a private panel end to end", unit="ms")
def whole_panel(setting: Setting) -> float:
    return typical(lambda chance: card_art.panel(scene(chance), hand(chance)))


@bench("size of a picture", unit="KiB", aim="≤ 110")
def sizes(setting: Setting) -> Mapping[str, float]:
    warmed()
    chance = Random(1)
    made = {
        "table": card_art.table(scene(chance)), "hand": card_art.hand(hand(chance), Style()),
        "panel": card_art.panel(scene(chance), hand(chance)),
    }  # fmt: skip
    return {name: len(png) / 1024 for name, png in made.items()}


@bench("tables drawn a second, a thread for each core", unit="/s", aim="≥ 350 on two cores")
def throughput(setting: Setting) -> float:
    warmed()
    scenes = [scene(Random(seed)) for seed in range(20)] * 15
    rates: list[float] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in range(5):
            began = perf_counter()
            for _ in pool.map(card_art.table, scenes):
                pass
            rates.append(len(scenes) / (perf_counter() - began))
    return median(rates)


@bench("all cards of one size drawn", unit="ms", aim="≤ 250")
def one_size(setting: Setting) -> float:
    warmed()
    took: list[float] = []
    for _ in range(3):
        began = perf_counter()
        sprites.warm((next(_widths),))
        took.append((perf_counter() - began) * 1000)
    return median(took)
