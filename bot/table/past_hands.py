"""Hands of deals that were over before hands were noted, from the journal: they are played again, in the background."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence

from bot.engine.traits import PlayFigures
from bot.games.catalog import GAMES
from bot.store import Deal, NotedHand, Store, hands, journal, tables
from bot.store.hands import Past

from . import past
from .hands_noted import of_deal
from .restore import OtherRules, rebuilt

log = logging.getLogger(__name__)

KEPT = tuple(slug for slug, game in GAMES.items() if game.has(PlayFigures))
"""Games of which hands are noted."""


async def noted(store: Store, guild: int, deals: Sequence[Past]) -> list[NotedHand]:
    """The hands of deals that were over before they were noted, as far as it is known who sat where. A deal that cannot
    be played again has none."""
    found: list[NotedHand] = []
    names: dict[str, dict[str, int]] = {}
    for one in deals:
        stored = await store.read(journal.deal, one.deal)
        if one.match not in names:
            names[one.match] = await people(store, guild, one.table, one.match)
        if stored is not None and names[one.match]:
            found += await asyncio.to_thread(_hands, one, stored, names[one.match])
    return found


async def people(store: Store, guild: int, table: str, match: str) -> dict[str, int]:
    """Everybody in a match by the name under which they sat there; nobody under a name that two have had."""
    stored = await store.read(tables.load_table, table)
    known = await store.read(hands.people, guild, match)
    if stored is not None:
        known += [(user, name) for user, name in past.names_at(stored.state).items() if user >= 0]
    users: defaultdict[str, set[int]] = defaultdict(set)
    for user, name in known:
        users[name].add(user)
    return {name: user for name, (user, *others) in users.items() if not others}


def _hands(one: Past, stored: Deal, users: Mapping[str, int]) -> list[NotedHand]:
    read = past.read(one.game, one.options)
    if read is None:
        return []
    start = json.loads(stored.start)
    house = {*start.get("house", ())}
    people = {n: users[name] for n, name in enumerate(start.get("names", ())) if n not in house and name in users}
    try:
        return of_deal(rebuilt(*read, stored), one.deal, one.table, people, start.get("wall", 0))
    except OtherRules:
        return []
    except Exception:
        log.exception("deal %s cannot be played again, and is among nobody's hands", one.deal)
        return []
