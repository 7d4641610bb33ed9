"""Chances to win at poker as pictures tell them: exact if there are few ways for the cards to come, otherwise by
samples, and worked out beside the event loop."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.betting import BETTING
from bot.engine.piles import Seat
from bot.engine.randomness import canonical
from bot.engine.view import View
from bot.games.poker.chances import Hands, every_lot, open_hands, percents, shares
from bot.games.poker.ranking import Hand
from card_art.boards.poker.all_in import Chances

FEW: Final = 20_000
"""Up to this many completions × hands, chances are exact."""
SAMPLES: Final = 2000


class Question(NamedTuple):
    """Who wins how often. To be called beside the event loop: it takes a while."""

    live: tuple[Seat, ...]
    hands: Hands

    def __call__(self) -> Chances:
        found, exact = _shares(self.hands)
        pots = (
            percents({self.live[n]: pot[n] for n in among}) for among, pot in zip(self.hands.pots, found, strict=True)
        )
        return Chances(tuple(pots), exact)


def chances(view: View) -> Chances | None:
    """The chances of all hands that lie open, at once."""
    asked = question(view)
    return asked() if asked else None


def question(view: View) -> Question | None:
    """What chances all open hands have, if nothing but cards of the board or of stud is to come; None elsewhere."""
    hands = open_hands(view)
    return Question(tuple(view.fact(BETTING).live), hands) if hands is not None else None


@lru_cache(maxsize=128)
def _shares(hands: Hands) -> tuple[tuple[tuple[float, ...], ...], bool]:
    """What of each pot each hand wins on average, and whether no way was left out."""
    exact = hands.ways * len(hands.down) <= FEW
    return shares(hands, every_lot(hands) if exact else _some(hands)), exact


def _some(hands: Hands) -> Iterator[Hand]:
    """How many samples, by a seed made of the open cards and never of the deal's secret: all viewers get the same."""
    told: list[object] = [hands.options.variant, *(_told(some) for some in (hands.down, hands.up, hands.boards))]
    chance = random.Random(int.from_bytes(hashlib.sha256(canonical(told)).digest()))
    for _ in range(SAMPLES):
        yield tuple(chance.sample(hands.unknown, hands.to_come))


def _told(hands: Sequence[Hand]) -> list[list[str]]:
    return [[*map(str, hand)] for hand in hands]
