"""The house player of Neosho Rapids: it goes out if it can, and otherwise keeps what hangs together.

See house-players.md, Neosho Rapids. It keeps neighbours, since a hand that is one chain goes out in one turn and single
cards never do. What the next player could lay matters so little that it is not looked at. The fewer play, the more time
there is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from bot.engine.events import Reason
from bot.engine.facts import DISCARDS
from bot.engine.offers import Move, Offer
from bot.games.neosho_rapids import Draw, NeoshoRapidsView, Pass, Play, chains
from bot.games.neosho_rapids.chains import RANKS, Held
from bot.games.neosho_rapids.facts import ROUND

from .advice import Advice, GoesOut

MOST, MOST_OF_MANY, MANY = 4000, 1000, 16
"""How many ends of chains are looked at, and above how many cards in hand."""


class Weights(NamedTuple):
    """What a hand is worth that is kept, where each card counts one against it."""

    link: float
    """For each pair of neighbours."""
    island: float
    """Against each group of neighbouring ranks."""


CARDS_ALONE = Weights(0, 0)
BY_PLAYERS = {2: Weights(2.0, 2.0), 3: Weights(1.4, 0.6), 4: Weights(1.2, 0.4)}


class Keeps(Reason):
    """How many cards are kept, and in how many groups of neighbouring ranks."""

    cards: int
    groups: int


class TornApart(Reason, says="whatever you lay, what stays hangs together worse"):
    pass


def choose(view: NeoshoRapidsView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """Lays the chain after which it stands best; draws when nothing is better than what lies there."""
    if Play in may and (ranks := best(view, stay=Draw in may)):
        laid = chains.cards_of(ranks, view.hand)
        kept = [*(Counter(view.hand) - Counter(laid)).elements()]
        why = Keeps(len(kept), groups(chains.counted(kept))) if kept else GoesOut()
        return Advice(Play(laid), why)
    if Draw in may:
        return Advice(Draw(), TornApart()) if Play in may else Draw()
    return Pass() if Pass in may else None


def best(view: NeoshoRapidsView, *, stay: bool) -> list[int]:
    """The ranks of the best chain; none if it may `stay` as it is, and that is better."""
    *_, top = view.pile(DISCARDS)
    assert top is not None
    here = chains.counted(view.hand), top.rank
    found = chains.ends(*here, MOST_OF_MANY if len(view.hand) > MANY else MOST)
    weights = weights_for(view)
    among = [*found, here] if stay or not found else [*found]
    return chains.ranks_to(max(among, key=lambda end: (worth(end[0], weights), end)), found)


def weights_for(view: NeoshoRapidsView) -> Weights:
    """In the last round before a limit the cards alone count."""
    if view.fact(ROUND) == view.options.turn_limit:
        return CARDS_ALONE
    return BY_PLAYERS[len(view.players)]


def worth(held: Held, weights: Weights) -> float:
    """How somebody stands who keeps these cards; without any they have won."""
    if not held:
        return 100.0
    each = [chains.count(held, rank) for rank in range(1, RANKS + 1)]
    below = [each[-1], *each[:-1]]
    links = sum(map(min, each, below))
    return weights.link * links - weights.island * groups(held) - sum(each)


def groups(held: Held) -> int:
    """How many separate groups of neighbouring ranks there are; none where the circle is whole."""
    each = [chains.count(held, rank) for rank in range(1, RANKS + 1)]
    return sum(1 for here, before in zip(each, [each[-1], *each[:-1]], strict=True) if here and not before)
