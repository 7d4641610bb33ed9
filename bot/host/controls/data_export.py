"""A member's own data: as a table to open elsewhere, all of it at once, and its end."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from dataclasses import asdict
from datetime import UTC, datetime

from bot.store import Work, personal_data
from bot.store.personal_data import Line, Mark
from bot.table import lobby
from bot.table.errors import Rejected
from bot.table.money import DAY_MS

from ..room import Room

MOST_LINES = 100_000
"""How many of the newest results go into one file."""
_PLAIN = 1_000_000
"""Larger files are packed: Discord takes ten megabytes."""
_DEALS_AT_ONCE = 200
"""Deals from which a name is taken in one unit, so that nobody's move waits for long."""
_COLUMNS = (
    "finished", "game", "match", "night", "name", "user", "place", "outcome", "score", "net", "strikes", "humans",
    "team", "kind", "chips in", "chips out", "hands dealt in", "minutes",
)  # fmt: skip


async def lines(room: Room, guild: int, user: int | None) -> list[Line]:
    """Results of a member, or of all members, the newest first; a page at a time, so that nobody waits for long."""
    found: list[Line] = []
    after: Mark | None = None
    while len(found) < MOST_LINES:
        page = await room.store.read(personal_data.results, guild, user, after)
        found += page
        if not page:
            break
        after = (page[-1].at, page[-1].match, page[-1].seat)
    return found[:MOST_LINES]


def table(found: list[Line]) -> str:
    """Results as CSV, a line each: chips in whites, times in UTC, a game's own counts in columns of their own."""
    counts = sorted({name for line in found for name in line.counts})
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*_COLUMNS, *counts])
    for one in found:
        when = datetime.fromtimestamp(one.at / 1000, UTC).isoformat(timespec="seconds")
        own = [one.counts.get(name, "") for name in counts]
        writer.writerow([
            when, one.game, one.match, one.night or "", _harmless(one.name), one.user, one.place or "", one.outcome,
            one.score, f"{one.net / 100:g}", one.strikes, one.humans,
            "" if one.team is None else one.team + 1, one.kind, *_session(one), *own,
        ])  # fmt: skip
    return out.getvalue()


def _session(one: Line) -> list[str | int]:
    """Chips brought and taken home, in whites, hands dealt in to, and minutes at the table; nothing for a match."""
    if one.kind != "session":
        return [""] * 4
    return [f"{one.bought / 100:g}", f"{(one.bought + one.net) / 100:g}", one.hands, round(one.seated / 60_000)]


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" and name else name


async def results_file(room: Room, guild: int, user: int | None) -> tuple[str, bytes, int]:
    """A CSV file's name and content, packed if it is large, and how many lines it has. Raises Rejected."""
    found = await lines(room, guild, user)
    if not found:
        raise Rejected("There are no results yet.")
    name, content = await asyncio.to_thread(lambda: _packed("results.csv", table(found).encode()))
    return name, content, len(found)


async def everything_file(room: Room, guild: int, user: int) -> tuple[str, bytes]:
    """Everything stored about a member in this server: a JSON file's name and content, packed if it is large."""
    own = await room.store.read(personal_data.everything_but_results, guild, user)
    own["results"] = [asdict(line) for line in await lines(room, guild, user)]
    return await asyncio.to_thread(
        lambda: _packed("my-data.json", json.dumps(own, indent=1, ensure_ascii=False).encode())
    )


def _packed(name: str, content: bytes) -> tuple[str, bytes]:
    if len(content) <= _PLAIN:
        return name, content
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return f"{name.partition('.')[0]}.zip", packed.getvalue()


async def erase(room: Room, guild: int, user: int) -> None:
    """Erases a member's data in this server. Raises Refused while they have a part in an open table."""
    found = await room.store.read(personal_data.traces, guild, user)
    for session in [s for s in room.sessions.values() if s.table.guild == guild]:
        await lobby.not_coming(session, user)
    for n in range(0, len(found.deals), _DEALS_AT_ONCE):
        await room.store.commit(Work().do(personal_data.forget_deals, found.deals[n : n + _DEALS_AT_ONCE], found.names))
    now = room.now()
    today = now - now % DAY_MS
    await room.store.commit(Work().do(personal_data.erase, guild, user, found, now, since=today, until=today + DAY_MS))
    room.planner.wake()
    room.avatars.forget(guild, user)
    await room.people.learn(user)
