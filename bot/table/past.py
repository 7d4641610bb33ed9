"""What results of earlier versions did not say, found in the journal and in the ledger."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.engine import codec
from bot.engine.game import Game
from bot.games.catalog import GAMES
from bot.store import Deal, Match, Result, Store, journal, tables, upkeep
from bot.store.upkeep import Moved, PastTable

from . import money, sittings
from .chairs import Gone
from .open_table import OpenTable

log = logging.getLogger(__name__)


def read(slug: str, options: str) -> tuple[Game, object] | None:
    """A game with the options of a match; None if they are not known any more."""
    try:
        return GAMES[slug], codec.load_options(GAMES[slug], json.loads(options))
    except Exception:  # whatever an earlier version has stored, it costs that match alone
        log.warning("the options of a match of %s cannot be read: %.200s", slug, options)
        return None


def pairs(slug: str, options: str, seats: int) -> int:
    """How many partnerships there were, whose members sat across from each other."""
    found = read(slug, options)
    return money.pairs_at(*found, seats) if found else 0


# ---- sessions of tables that were closed before they counted -----------------------------------


@dataclass
class _Played:
    """What the journal tells of the person who sat under a name."""

    hands: Counter[str] = field(default_factory=Counter[str])
    counts: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    last: int = 0
    """When the last hand began."""


async def sessions(store: Store, match: Match) -> tuple[int, list[Result]]:
    """What each person has played in a match that went on when its table was closed, and when that was, in ms; nobody,
    where it was not played as sessions."""
    found = read(match.game, match.options)
    table = await store.read(tables.load_table, match.table)
    if found is None or table is None or not found[0].open_ended(found[1]):
        return match.started, []
    past = await store.read(upkeep.past_table, match.guild, match.table)
    deals = await store.read(journal.deals, match.id)
    played = await asyncio.to_thread(_played, found[0], deals)
    end = max([match.started, played.last, *(one.at for one in past.moved)])
    called = names_at(table.state)
    people = [_session(match, past, played, user, called.get(user, ""), end) for user in _users(past)]
    return end, sittings.results(people)


def _users(past: PastTable) -> list[int]:
    return list(dict.fromkeys(one.user for one in past.moved))


def names_at(state: str) -> dict[int, str]:
    """Under which names people sat at the table, by its last state."""
    kept = json.loads(state)
    return {one["user"]: one["name"] for one in (*kept["gone"], *kept["chairs"]) if one["user"] is not None}


def _session(match: Match, past: PastTable, played: _Played, user: int, name: str, end: int) -> Gone:
    mine = [one for one in past.moved if one.user == user]
    earlier = past.counted.get(user, 0)
    before, since = ([one for one in mine if (one.at > match.started) == late] for late in (False, True))
    # What somebody had before them when the match began is what they had brought, and won in matches before.
    bought = earlier - sum(one.amount for one in before) - sum(min(0, one.amount) for one in since)
    return Gone(
        user, name or past.names.get(user, "Somebody"), 0, sum(one.amount for one in mine) - earlier, 0, 0, bought,
        played.hands[name], _seated(mine, match.started, end), max((one.at for one in since), default=end),
        played.counts.get(name, {}),
    )  # fmt: skip


def _seated(mine: Sequence[Moved], began: int, end: int) -> int:
    """From buying in until taking chips home, each time; until the end, if nothing was left to be taken home."""
    seated, since = 0, None
    for one in mine:
        if one.amount < 0:
            since = max(one.at, began) if since is None else since
        elif one.at > began and since is not None:
            seated, since = seated + one.at - since, None
    return seated + (end - since if since is not None else 0)


def _played(game: Game, deals: Sequence[Deal]) -> _Played:
    found = _Played()
    for deal in reversed([deal for deal in deals if deal.status == "done"]):
        start = json.loads(deal.start)
        away, names = {*start["state"].get("away", ())}, start.get("names", ())
        found.last = max(found.last, start.get("wall", 0))
        found.hands.update({name for seat, name in enumerate(names) if seat not in away})
        if not found.counts.keys() >= {*names}:
            found.counts = _counted(game, deal, names) | found.counts
    return found


def _counted(game: Game, deal: Deal, names: Sequence[str]) -> dict[str, dict[str, int]]:
    """What the game had counted by the end of a deal; nothing, where that cannot be read."""
    try:
        state = codec.load_state(game, json.loads(deal.after or ""))
        return {name: state.counted(seat) for seat, name in enumerate(names)}
    except Exception:
        log.warning("what was counted by the end of deal %s cannot be read", deal.id)
        return {}


# ---- tables that were open then ----------------------------------------------------------------


async def count_hands(s: OpenTable, store: Store) -> None:
    """How many hands those were dealt in to whom an earlier version has seated at a table that is played as
    sessions."""
    seated = {c.name: c for c in s.chairs if c.user is not None and not c.came}
    if not seated or not sittings.open_ended(s):
        return
    played = await asyncio.to_thread(_played, s.game, await store.read(journal.deals, s.match_id))
    for name, chair in seated.items():
        chair.hands, chair.came = played.hands[name], chair.since
    for gone in s.gone:
        if gone.name not in seated and not gone.until:
            gone.hands = played.hands[gone.name]
