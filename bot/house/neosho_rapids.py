"""The house player of Neosho Rapids: it lays as much as it can, and keeps what hangs together.

Rules: neosho-rapids.md, house player.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.engine.offers import Move, Offer
from bot.engine.view import View
from bot.games.neosho_rapids import Draw, Pass, Play, chains
from bot.games.neosho_rapids.chains import BESIDE, RANKS, End

MOST, MOST_OF_MANY, MANY = 4000, 1000, 16
"""So many ends of chains are looked at, and of a hand with more than so many cards."""
LINK, DANGER = 0.3, 3.0
"""What two neighbouring ranks that are kept weigh, and that the next player can lay; a card weighs one."""


def choose(view: View, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | None:
    """Lays the chain after which it stands best; draws when nothing is better than what lies there."""
    if Play in may:
        top = view.pile("discards")[-1]
        assert top is not None
        ranks = best(view, top.rank, stay=Draw in may)
        if ranks:
            return Play(chains.cards_of(ranks, view.hand))
    if Draw in may:
        return Draw()
    return Pass() if Pass in may else None


def best(view: View, upon: int, *, stay: bool) -> list[int]:
    """The ranks of the best chain; none where it may `stay` as it is, and that is better."""
    held = chains.counted(view.hand)
    most = MOST_OF_MANY if len(view.hand) > MANY else MOST
    found = chains.ends(held, upon, most)
    for end in found:
        if not end[0]:
            return chains.ranks_to(end, found)
    danger = Danger(view)
    among = [*found, *([(held, upon)] if stay or not found else [])]
    return chains.ranks_to(max(among, key=lambda end: (worth(end, danger), end)), found)


def worth(end: End, danger: Danger) -> float:
    """How somebody stands who stops there."""
    left, rank = end
    return -chains.size(left) + LINK * links(left) - DANGER * danger.of(rank)


def links(held: int) -> int:
    """How many pairs of neighbours a hand can make."""
    each = [chains.count(held, rank) for rank in range(1, RANKS + 1)]
    return sum(map(min, each, [*each[1:], each[0]]))


class Danger:
    """How likely the next player has a card for what lies there."""

    def __init__(self, view: View) -> None:
        after = (view.players.index(view.viewer) + 1) % len(view.players)
        self.held = view.size(f"hand {view.players[after]}")
        self.own = chains.counted(view.seen())
        self.unseen = 52 - chains.size(self.own)

    def of(self, rank: int) -> float:
        """Of a card of this rank on top."""
        fitting = sum(4 - chains.count(self.own, beside) for beside in BESIDE[rank])
        return 1 - (1 - fitting / max(1, self.unseen)) ** self.held
