"""A kind of move that somebody can make for the first time in their life: a line of what it is, and never again. At a
teaching table it is told whatever somebody knows, once."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bot.engine.deal import Deal
from bot.engine.offers import Move, meaning, verb
from bot.engine.piles import Seat
from bot.table.open_table import OpenTable
from bot.table.prefs import Prefs


class FirstTime(NamedTuple):
    """What a panel tells its owner for the first time."""

    decision: int
    kinds: tuple[type[Move], ...]
    line: str = ""
    """Nothing where the game itself is told, and what to press at it."""


class FirstTimes:
    """What people have been told of. `prefs` is changed as they are shown it; it is stored when a hand is over."""

    def __init__(self, prefs: dict[int, Prefs]) -> None:
        self._prefs = prefs
        self._told: dict[tuple[str, int], FirstTime] = {}
        """The last, by table and person: it stands there while the decision is the same."""
        self._lessons: dict[tuple[str, int], frozenset[str]] = {}
        """What has been told at teaching tables."""

    def of(self, s: OpenTable, deal: Deal, seat: Seat, *, introduced: bool) -> FirstTime | None:
        """One kind of move at a decision, in the order in which they are offered; None if all are known. Where the game
        itself is `introduced`, all of them."""
        user, slug, number = s.chairs[seat].user or 0, s.game.slug, deal.newest(seat)
        prefs = self._prefs.get(user)
        if prefs is None or not (prefs.explains or s.lesson) or not number or s.paused:
            return None
        if (told := self._told.get((s.id, user))) is not None and told.decision == number and not introduced:
            return told
        if s.lesson is not None and introduced:
            return FirstTime(number, ())
        if s.lesson is None and slug in prefs.knows and not any(name.startswith(f"{slug}/") for name in prefs.met):
            return None  # who has played the game before anybody was told of moves knows them
        kinds = [o.kind for o in deal.offers(seat) if o and not (o.optional or o.unlisted)]
        known = prefs.met
        if s.lesson is not None:
            known = self._lessons.get((s.id, user), frozenset()).union(f"{slug}/{name}" for name in s.lesson.made)
        new = [kind for kind in kinds if _name(slug, kind) not in known]
        if introduced:
            return FirstTime(number, tuple(new))
        return FirstTime(number, (new[0],), _line(new[0])) if new else None

    def told(self, s: OpenTable, user: int, first: FirstTime) -> None:
        """Somebody is shown it."""
        self._told[s.id, user] = first
        prefs = self._prefs[user]
        names = [_name(s.game.slug, kind) for kind in first.kinds]
        if s.lesson is not None:
            self._lessons[s.id, user] = self._lessons.get((s.id, user), frozenset()).union(names)
        if not prefs.met.issuperset(names):
            self._prefs[user] = replace(prefs, met=prefs.met.union(names))

    def forget(self, table: str) -> None:
        """The table is closed."""
        for kept in (self._told, self._lessons):
            for key in [k for k in kept if k[0] == table]:
                del kept[key]


def _line(kind: type[Move]) -> str:
    return f"-# New to you · **{verb(kind).replace('-', ' ').capitalize()}** · {meaning(kind)}"


def _name(slug: str, kind: type[Move]) -> str:
    return f"{slug}/{verb(kind)}"
