"""A kind of move that somebody can make for the first time in their life: a line of what it is, and never again."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.deal import Deal
from bot.engine.offers import Move, Offer, meaning, verb
from bot.engine.piles import Seat
from bot.table.open_table import OpenTable
from bot.table.prefs import Prefs


class FirstTimes:
    """What people have been told of. `prefs` is changed as they are; it is stored when a hand is over."""

    def __init__(self, prefs: dict[int, Prefs]) -> None:
        self._prefs = prefs
        self._told: dict[tuple[str, int], tuple[int, type[Move]]] = {}
        """By table and person, the decision at which they were told something last, and of which kind of move."""

    def line(self, s: OpenTable, deal: Deal, seat: Seat, *, introduced: bool) -> str:
        """One kind of move at a decision, in the order in which they are offered; nothing if all are known. Where the
        game itself is `introduced`, that tells what to press."""
        user, number = s.chairs[seat].user or 0, deal.newest(seat)
        prefs = self._prefs.get(user)
        if prefs is None or not prefs.explains or not number or s.paused:
            return ""
        if introduced:
            self._tell(user, prefs, *(_name(s.game.slug, o.kind) for o in deal.offers(seat) if _counts(o)))
            return ""
        at, kind = self._told.get((s.id, user), (0, Move))
        if at != number:
            new = self._new(s.game.slug, deal, seat, prefs)
            if new is None:
                return ""
            kind = new
            self._told[s.id, user] = number, kind
            self._tell(user, prefs, _name(s.game.slug, kind))
        if not any(o.kind is kind for o in deal.offers(seat)):
            return ""
        return f"-# New to you · **{verb(kind).replace('-', ' ').capitalize()}** · {meaning(kind)}"

    def forget(self, table: str) -> None:
        """The table is closed."""
        for key in [k for k in self._told if k[0] == table]:
            del self._told[key]

    def _new(self, slug: str, deal: Deal, seat: Seat, prefs: Prefs) -> type[Move] | None:
        """Who has played the game before anybody was told of moves knows them."""
        if slug in prefs.knows and not any(name.startswith(f"{slug}/") for name in prefs.met):
            return None
        kinds = (o.kind for o in deal.offers(seat) if _counts(o))
        return next((kind for kind in kinds if _name(slug, kind) not in prefs.met), None)

    def _tell(self, user: int, prefs: Prefs, *names: str) -> None:
        if not prefs.met.issuperset(names):
            self._prefs[user] = replace(prefs, met=prefs.met.union(names))


def _counts(offer: Offer) -> bool:
    """Whether somebody decides by such a move, and may know that it is possible."""
    return bool(offer) and not (offer.optional or offer.unlisted)


def _name(slug: str, kind: type[Move]) -> str:
    return f"{slug}/{verb(kind)}"
