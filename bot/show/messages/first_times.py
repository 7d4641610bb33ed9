"""A kind of move that somebody can make for the first time in their life: a line of what it is, and never again."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.deal import Deal, by_clock
from bot.engine.offers import Move, Offer, meaning, verb
from bot.engine.piles import Seat
from bot.table.open_table import OpenTable
from bot.table.prefs import Prefs
from bot.table.state import DEAL


class FirstTimes:
    """What people have been told of. `prefs` is changed as they are told; it is stored when a hand is over."""

    def __init__(self, prefs: dict[int, Prefs]) -> None:
        self._prefs = prefs
        self._told: dict[tuple[str, int], tuple[int, type[Move]]] = {}
        """By table and person, the decision at which they were told something last, and of which kind of move."""

    def introduced(self, s: OpenTable, deal: Deal, seat: Seat) -> bool:
        """Whether the game itself is new to the player here: that tells what to press, until they have moved."""
        prefs = self._prefs.get(s.chairs[seat].user or 0)
        return prefs is not None and s.game.slug not in prefs.knows and not _has_moved(deal, seat)

    def line(self, s: OpenTable, deal: Deal, seat: Seat) -> str:
        """One kind of move at a decision, in the order in which they are offered; nothing if all are known."""
        kind = None if self.introduced(s, deal, seat) else self._kind(s, deal, seat)
        if kind is None or not any(o.kind is kind for o in deal.offers(seat)):
            return ""
        return f"-# New to you · **{verb(kind).replace('-', ' ').capitalize()}** · {meaning(kind)}"

    def told(self, s: OpenTable, seat: Seat) -> None:
        """The panel of this seat is shown to its player."""
        user, deal = s.chairs[seat].user or 0, s.deal
        prefs = self._prefs.get(user)
        if deal is None or prefs is None or s.phase != DEAL or seat >= deal.table.seats:
            return
        if self.introduced(s, deal, seat):
            names = [_name(s.game.slug, o.kind) for o in deal.offers(seat) if _counts(o)]
        elif (kind := self._kind(s, deal, seat)) is not None:
            self._told[s.id, user] = deal.newest(seat), kind
            names = [_name(s.game.slug, kind)]
        else:
            return
        if not prefs.met.issuperset(names):
            self._prefs[user] = replace(prefs, met=prefs.met.union(names))

    def forget(self, table: str) -> None:
        """The table is closed."""
        for key in [k for k in self._told if k[0] == table]:
            del self._told[key]

    def _kind(self, s: OpenTable, deal: Deal, seat: Seat) -> type[Move] | None:
        """What is told at this decision. Who has played the game before anybody was told of moves knows them."""
        user, number, slug = s.chairs[seat].user or 0, deal.newest(seat), s.game.slug
        prefs = self._prefs.get(user)
        if prefs is None or not prefs.explains or not number or s.paused:
            return None
        at, kind = self._told.get((s.id, user), (0, Move))
        if at == number:
            return kind
        if slug in prefs.knows and not any(name.startswith(f"{slug}/") for name in prefs.met):
            return None
        kinds = (o.kind for o in deal.offers(seat) if _counts(o))
        return next((each for each in kinds if _name(slug, each) not in prefs.met), None)


def _has_moved(deal: Deal, seat: Seat) -> bool:
    """Whether the owner of this seat has made a move in this deal, and nobody for them."""
    return any(row.seat == seat and not (row.lapsed or by_clock(row)) for row in deal.rows)


def _counts(offer: Offer) -> bool:
    """Whether somebody decides by such a move, and may know that it is possible."""
    return bool(offer) and not (offer.optional or offer.unlisted)


def _name(slug: str, kind: type[Move]) -> str:
    return f"{slug}/{verb(kind)}"
