"""A rabbit hunt: what would have come, had the hand gone on (rules/poker.md, "Extras").

The cards are those that lie next in the sealed order of this deal. Each deal has a shuffle and a secret of its own, so
that they tell nothing of any other.
"""

from __future__ import annotations

from bot.engine.piles import EVERYONE, Seat

from .facts import RABBIT
from .hand import Hand
from .moves import UpCard, WouldHaveCome
from .options import PLAYERS_POKER
from .variants import Step

READ_MS = 2500
"""How long anybody may ask for it, and how long what came may be looked at: a part of the time for which the result
stands."""


def can_be_hunted(h: Hand) -> bool:
    """Whether the hand was won before all cards of its boards, or of stud, were dealt; and nothing that a player would
    have chosen decides which these are."""
    rest = h.streets[h.number :]
    return (
        h.options.rabbit and h.t.rules >= PLAYERS_POKER and h.betting.decided and not h.stays and bool(h.stock)
        and any(kind in street for street in rest for kind in "CDU")
        and not any(kind in street for street in rest for kind in "RPT")
    )  # fmt: skip


def hunt(h: Hand, asked: Seat) -> None:
    """The rest of the streets, burns too; in stud for those who were in when the last street was dealt."""
    t = h.t
    rabbit = t.pile(RABBIT, seen_by=EVERYONE, zone="rabbit")
    boards: list[list[int]] = [[] for _ in h.boards]
    to: list[tuple[Seat, int]] = []
    for street in h.streets[h.number :]:
        burns = False
        for step in street.steps:
            if step.kind == "b":
                burns = True
            elif step.kind == "C":
                if burns:
                    h.burn(step.n * len(h.boards))
                burns = False
                for board in boards:
                    n = min(step.n, len(h.stock))
                    board += range(len(rabbit), len(rabbit) + n)
                    t.deal(h.stock, n, rabbit)
            elif step.kind in "DU":
                _each(h, step, boards[0], to, burns=burns)
                burns = False
    cards = tuple(rabbit)
    t.tell(WouldHaveCome(
        asked, tuple(tuple(cards[n] for n in board) for board in boards), tuple(UpCard(p, cards[n]) for p, n in to),
    ))  # fmt: skip


def _each(h: Hand, step: Step, common: list[int], to: list[tuple[Seat, int]], *, burns: bool) -> None:
    """A card or more for each seat, or one for all if there are too few (ruling 19)."""
    seats, rabbit = h.in_street, h.t.piles[RABBIT]
    if not h.stock:
        return
    if len(h.stock) < len(seats):
        common.append(len(rabbit))
        h.t.deal(h.stock, 1, rabbit)
        return
    if burns:
        h.burn(len(seats))
    for _ in range(min(step.n, len(h.stock) // len(seats))):
        for p in seats:
            to.append((p, len(rabbit)))
            h.t.deal(h.stock, 1, rabbit)
