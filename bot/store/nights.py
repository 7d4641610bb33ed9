"""Nights of dealer's choice: those that are announced, those that run, and how they went."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypedDict

from . import bars, erased_limits, planned
from .connection import Connection
from .errors import Missing, Refused, TooMany
from .planned import What

Status = Literal["announced", "running", "over", "cancelled"]


class Summary(TypedDict):
    """How a night has ended. Amounts are hundredths of a white."""

    nets: Sequence[tuple[str, str, int]]
    """Accounts, under which name, and what they have won or lost; the best first."""
    payments: Sequence[tuple[str, str, int]]
    """Who would pay whom, by account, and how much."""
    games: Sequence[str]
    deals: int
    pot: Mapping[str, object] | None
    """The biggest pot, if there was one; and the best hand."""
    hand: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Night:
    """A night. `terms` is what its host has laid down and `summary` how it ended, both as JSON knows them; times are
    milliseconds. `event` is Discord's scheduled event.

    Beside what the host has laid down, `terms` keeps the message that announces the night and what it has to tell.
    While `decides` is a time (ms), the evening is voted on until then, and `starts` is the latest of those in
    question."""

    id: str
    guild: int
    channel: int
    host: int
    name: str
    starts: int
    event: int | None
    status: Status
    terms: dict[str, Any]
    ended: int | None = None
    summary: Summary | None = None
    decides: int | None = None
    series: str | None = None

    @property
    def announcement(self) -> int | None:
        """The message that announces it."""
        return self.terms.get("announcement")

    @property
    def least(self) -> int:
        """With how many it is played, at least; 0 if the host has not said."""
        return self.terms.get("least", 0)

    @property
    def most(self) -> int | None:
        """How many may come; None for no limit."""
        return self.terms.get("most")


@dataclass(frozen=True, slots=True)
class Point:
    """How everybody stood after a deal: by account, in hundredths of a white chip."""

    game: str
    nets: dict[str, int]


def save_night(db: Connection, night: Night) -> None:
    """A new night, or changes of one."""
    summary = None if night.summary is None else json.dumps(night.summary)
    db.execute(
        "INSERT INTO nights (id, guild, channel, host, name, starts, event, status, terms, ended, summary, decides,"
        " series) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET channel = excluded.channel, host = excluded.host, name = excluded.name,"
        " starts = excluded.starts, event = excluded.event, status = excluded.status, terms = excluded.terms,"
        " ended = excluded.ended, summary = excluded.summary, decides = excluded.decides, series = excluded.series",
        (night.id, night.guild, night.channel, night.host, night.name, night.starts, night.event, night.status,
         json.dumps(night.terms), night.ended, summary, night.decides, night.series),
    )  # fmt: skip


_GONE: dict[Status, str] = {
    "running": "That night has begun already; press **Join** on its table.",
    "over": "That night is over.",
    "cancelled": "That night is called off.",
}


def begin_night(db: Connection, night: Night) -> None:
    """A night runs from now on: a new one, or one that is announced and still is, as it is by now.

    People are called to it, and nothing else is done that was to be done before it. Raises Refused if it is not
    announced any more, or if another night's table is open in that channel.
    """
    may_begin(db, night)
    known = next(iter(nights_by(db, "id = ?", night.id)), None)
    by_now = night if known is None else replace(night, name=known.name, event=known.event, terms=known.terms)
    save_night(db, by_now)
    planned.drop(db, night.id, *planned.BEFORE)
    if known is not None:
        _settle(db, night.id, {"call": 0, "few": night.starts + FEW_MS})


def may_begin(db: Connection, night: Night) -> None:
    """Raises Refused if a night is not announced any more, or for another time, or if another one's table is open in
    its channel."""
    still_announced(db, night.id)
    known = db.execute("SELECT starts FROM nights WHERE id = ?", (night.id,)).fetchone()
    if known is not None and known[0] != night.starts:
        raise Refused("That night has just been moved; its announcement says when it begins.")
    other = db.execute(
        "SELECT 1 FROM nights JOIN card_tables USING (id) WHERE nights.guild = ? AND nights.channel = ?"
        " AND nights.status = 'running' AND card_tables.status <> 'closed'",
        (night.guild, night.channel),
    )
    if other.fetchone():
        raise Refused("A night is on in this channel already; press **Join** on its table.")


EARLY_MS = 12 * 3_600_000
"""An announced night may be begun this long before its time or after it (ms); then it lapses."""
DAY_MS, HOUR_MS = 86_400_000, 3_600_000
"""How long before its time people are reminded."""
OPEN_MS = HOUR_MS
"""The longest that a lobby may open before the time."""
FEW_MS = 900_000
"""How long after its time it is said that too few are there."""
RECENT_MS = 3_600_000
"""An announced night counts towards its host's limit for this long (ms), even if it is called off."""


def announce(db: Connection, night: Night, most: int | None, at: int) -> None:
    """A new night is announced; with `most`, raises TooMany if its host has more standing nights, or has announced more
    within the last hour. Raises Barred if they may not sit down here."""
    may_announce(db, night.guild, night.host, most, at)
    go_on(db, night, at)
    db.execute("UPDATE nights SET announced = ? WHERE id = ?", (at, night.id))


def may_announce(db: Connection, guild: int, host: int, most: int | None, at: int) -> None:
    """Raises what `announce` would raise."""
    bars.admit(db, guild, host, at)
    if most is not None:
        _limit(db, guild, host, most, at)


def go_on(db: Connection, night: Night, at: int) -> None:
    """The next evening of a series is announced: it counts towards no limit but that of standing nights."""
    save_night(db, night)
    planned.plan(db, night.id, {"announce": at})
    schedule(db, night.id, at)


def _limit(db: Connection, guild: int, host: int, most: int, at: int) -> None:
    which = {"guild": guild, "host": host, "stands": at - EARLY_MS, "recent": at - RECENT_MS}
    standing, recent, first = db.execute(
        "SELECT count(*) FILTER (WHERE status = 'announced' AND starts > :stands),"
        " count(*) FILTER (WHERE announced > :recent), min(announced) FILTER (WHERE announced > :recent)"
        " FROM nights WHERE guild = :guild AND host = :host",
        which,
    ).fetchone()
    (between,) = db.execute(
        "SELECT count(*) FROM series WHERE guild = ? AND host = ? AND ended IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM nights WHERE nights.series = series.id AND status = 'announced')",
        (guild, host),
    ).fetchone()
    standing += between  # a series counts as one night, between two evenings, too
    erased = erased_limits.recall(db, guild, host, at).get("night", 0)
    if standing + erased >= most:
        nights = "one night" if most == 1 else f"{most} nights"
        raise TooMany(f"You may have {nights} announced here at a time; `/night cancel` calls one off."
                      if most else "Nights are announced here by managers alone.")  # fmt: skip
    if recent + erased >= most:
        raise TooMany(
            f"You have announced {'a night' if most == 1 else f'{most} nights'} within the last hour; you may announce"
            f" the next one <t:{((first or at) + RECENT_MS) // 1000 + 1}:R>."
        )


def remember(db: Connection, guild: int, host: int, at: int, since: int, until: int) -> None:
    """The host's data is erased: nights that stand count for as long as they do, others for the rest of the day."""
    for starts, stands in db.execute(
        "SELECT starts, status = 'announced' FROM nights WHERE guild = ? AND host = ?"
        " AND (status = 'announced' AND starts > ? OR announced >= ?)",
        (guild, host, at - EARLY_MS, since),
    ).fetchall():
        erased_limits.remember(db, guild, host, "night", 1, starts + EARLY_MS if stands else until)


def note_event(db: Connection, night: str, event: int) -> None:
    """By which of Discord's scheduled events a night stands in the calendar."""
    db.execute("UPDATE nights SET event = ? WHERE id = ?", (event, night))
    note(db, night, "event", event)


def forget_event(db: Connection, night: str) -> None:
    """Its scheduled event is gone."""
    db.execute("UPDATE nights SET event = NULL WHERE id = ?", (night,))
    note(db, night, "event", None)


def lost_event(db: Connection, event: int, at: int) -> None:
    """The scheduled event of an announced night, if it is one, has been deleted: the night stays, and its host is asked
    at `at` (ms)."""
    if (night := by_event(db, event)) is not None:
        forget_event(db, night.id)
        note(db, night.id, "no_event", True)
        _lost(db, night.id, "event", at)


def lost_announcement(db: Connection, channel: int, message: int, at: int) -> None:
    """The same for the message that announces a night."""
    if (night := by_announcement(db, channel, message)) is not None:
        note(db, night.id, "announcement", None)
        _lost(db, night.id, "announcement", at)


def _lost(db: Connection, night: str, what: str, at: int) -> None:
    note(db, night, "lost", what)
    planned.plan(db, night, {"ask": at})


def note_announcement(db: Connection, night: str, message: int) -> None:
    """By which message a night is announced."""
    note(db, night, "announcement", message)
    db.execute("DELETE FROM night_calls WHERE night = ? AND what = 'announce'", (night,))


def schedule(db: Connection, night: str, at: int) -> None:
    """What is to be done for an announced night is planned anew from its time, or from when its vote ends; `at` is now
    (ms). What would have been due before now is left out, but for opening the lobby."""
    row = db.execute("SELECT starts, decides FROM nights WHERE id = ? AND status = 'announced'", (night,)).fetchone()
    if row is None:
        return
    planned.drop(db, night, "decide", "day", "hour", "open", "lapse")
    starts, decides = row
    if decides is not None:
        planned.plan(db, night, {"decide": decides, "lapse": starts})
        return
    reminders: dict[What, int] = {"day": starts - DAY_MS, "hour": starts - HOUR_MS}
    ahead: dict[What, int] = {what: when for what, when in reminders.items() if when > at}
    ahead |= {"open": starts - OPEN_MS, "lapse": starts + EARLY_MS}
    planned.plan(db, night, ahead)


def rules_changed(db: Connection, guild: int) -> None:
    """A server has other rules for nights: when lobbies open is worked out anew and announcements say so, and series
    that may go on do."""
    db.execute("UPDATE night_plans SET at = 0 WHERE guild = ? AND what = 'next'", (guild,))
    db.execute(
        "UPDATE night_plans SET at = (SELECT starts FROM nights WHERE id = night) - ?"
        " WHERE guild = ? AND what = 'open' AND tries = 0",
        (OPEN_MS, guild),
    )
    for night in nights(db, guild, "announced"):
        planned.plan(db, night.id, {"show": 0})


def move(db: Connection, night: str, starts: int, at: int) -> None:
    """An announced night begins at another time (ms). For another evening people are reminded anew. Raises Refused if
    it is announced no more, Missing."""
    still_announced(db, night)
    moved = db.execute("UPDATE nights SET starts = ?, decides = NULL WHERE id = ?", (starts, night))
    if not moved.rowcount:
        raise Missing("That night is not there.")
    schedule(db, night, at)
    sent = {call.what for call in planned.calls(db, night) if same_evening(call.starts, starts)}
    for what in planned.REMINDERS:
        if what in sent:
            planned.drop(db, night, what)
    note(db, night, "trouble", None)
    _settle(db, night)


def same_evening(one: int, other: int) -> bool:
    """Whether a night that is moved from one of these times to the other (ms) stays on its evening."""
    return abs(one - other) < EARLY_MS


def amend(db: Connection, night: str, name: str | None, terms: Mapping[str, Any]) -> None:
    """Some of what the host has laid down for an announced night changes; None takes a term away. Raises Refused if it
    is announced no more, Missing."""
    still_announced(db, night)
    row = db.execute("SELECT name, terms FROM nights WHERE id = ?", (night,)).fetchone()
    if row is None:
        raise Missing("That night is not there.")
    made = json.loads(row[1]) | {**terms} | {"name": name or row[0]}
    kept = json.dumps({key: value for key, value in made.items() if value is not None})
    db.execute("UPDATE nights SET name = ?, terms = ? WHERE id = ?", (name or row[0], kept, night))
    _settle(db, night)


def note(db: Connection, night: str, key: str, value: object) -> None:
    """The announcement has something to tell, or (None) has it no more; what it says is in the night's `terms`."""
    row = db.execute("SELECT terms FROM nights WHERE id = ?", (night,)).fetchone()
    if row is not None:
        told = {name: kept for name, kept in json.loads(row[0]).items() if name != key}
        terms = told if value is None else {**told, key: value}
        db.execute("UPDATE nights SET terms = ? WHERE id = ?", (json.dumps(terms), night))


def cancel_night(db: Connection, night: str, *, lapsed: bool = False) -> None:
    """An announced night is called off, or (`lapsed`) nobody has begun it; raises Refused if it is announced no more,
    Missing."""
    still_announced(db, night)
    if not db.execute("UPDATE nights SET status = 'cancelled' WHERE id = ?", (night,)).rowcount:
        raise Missing("That night is not there.")
    if lapsed:
        note(db, night, "lapsed", True)
    planned.drop(db, night, *planned.BEFORE)
    _settle(db, night, {"next": 0})


def _settle(db: Connection, night: str, more: Mapping[What, int] | None = None) -> None:
    """The announcement and the calendar follow what has become of a night, and `more` is to be done. A night of no
    series is followed by none."""
    (series,) = db.execute("SELECT series FROM nights WHERE id = ?", (night,)).fetchone()
    wanted: dict[What, int] = {"show": 0, "calendar": 0}
    wanted |= {what: at for what, at in (more or {}).items() if what != "next" or series is not None}
    planned.plan(db, night, wanted)


def still_announced(db: Connection, night: str) -> None:
    """Raises Refused for a night that has begun, is over or is called off."""
    row = db.execute("SELECT status FROM nights WHERE id = ?", (night,)).fetchone()
    if row is not None and row[0] in _GONE:
        raise Refused(_GONE[row[0]])


def end_night(db: Connection, night: str, at: int, summary: Summary) -> None:
    """The night is over, and went like this; raises Missing."""
    ended = db.execute(
        "UPDATE nights SET status = 'over', ended = ?, summary = ? WHERE id = ?", (at, json.dumps(summary), night)
    )
    if not ended.rowcount:
        raise Missing("That night is not there.")
    planned.drop(db, night, "call", "few")
    _settle(db, night, {"next": 0})


def note_course(db: Connection, night: str, n: int, point: Point) -> None:
    """How everybody stands after the `n`th deal of a night. Raises Duplicate, Missing."""
    db.execute(
        "INSERT INTO night_course (night, n, game, nets) VALUES (?, ?, ?, ?)",
        (night, n, point.game, json.dumps(point.nets)),
    )


_NIGHT = (
    "SELECT id, guild, channel, host, name, starts, event, status, terms, ended, summary, decides, series FROM nights"
)


_AT_PLACE = (
    "(channel = :place OR EXISTS (SELECT 1 FROM card_tables WHERE card_tables.id = nights.id AND thread = :place))"
)


def _night(row: tuple[Any, ...]) -> Night:
    id, guild, channel, host, name, starts, event, status, terms, ended, summary, decides, series = row
    told = json.loads(summary) if summary else None
    return Night(
        id, guild, channel, host, name, starts, event, status, json.loads(terms), ended, told, decides, series
    )  # fmt: skip


def nights_by(db: Connection, condition: str, *args: object) -> list[Night]:
    """The nights for which this condition in SQL holds."""
    return [_night(row) for row in db.execute(f"{_NIGHT} WHERE {condition}", args)]


def night(db: Connection, id: str) -> Night | None:
    """A night by its id."""
    return next(iter(nights_by(db, "id = ?", id)), None)


def by_event(db: Connection, event: int) -> Night | None:
    """The announced night of one of Discord's scheduled events."""
    return next(iter(nights_by(db, "event = ? AND status = 'announced'", event)), None)


def by_announcement(db: Connection, channel: int, message: int) -> Night | None:
    """The announced night that this message announces."""
    condition = "channel = ? AND CAST(json_extract(terms, '$.announcement') AS BIGINT) = ? AND status = 'announced'"
    return next(iter(nights_by(db, condition, channel, message)), None)


def announced(db: Connection) -> list[Night]:
    """All announced nights of all servers."""
    return nights_by(db, "status = 'announced' ORDER BY starts, id")


def last_night(db: Connection, guild: int, place: int) -> Night | None:
    """The latest night that is over in a channel, or was played in that thread."""
    row = db.execute(
        f"{_NIGHT} WHERE guild = :guild AND status = 'over' AND {_AT_PLACE} ORDER BY starts DESC LIMIT 1",
        {"guild": guild, "place": place},
    ).fetchone()
    return _night(row) if row else None


def nights(db: Connection, guild: int, status: Status) -> list[Night]:
    """A server's nights of this status, the latest first."""
    return nights_by(db, "guild = ? AND status = ? ORDER BY starts DESC", guild, status)


class Listed(NamedTuple):
    """A night as it is chosen from a list; `starts` is in milliseconds."""

    id: str
    channel: int
    host: int
    name: str
    starts: int


_LISTED = "SELECT id, channel, host, name, starts FROM nights"


def coming(db: Connection, guild: int, at: int) -> list[Listed]:
    """The announced nights of a server that have not lapsed, the next one first."""
    rows = db.execute(
        f"{_LISTED} WHERE guild = ? AND status = 'announced' AND starts > ? ORDER BY starts, id", (guild, at - EARLY_MS)
    )
    return [Listed(*row) for row in rows]


def over(db: Connection, guild: int, place: int) -> list[Listed]:
    """The nights that are over in a channel, or were played in that thread, the latest first."""
    rows = db.execute(
        f"{_LISTED} WHERE guild = :guild AND status = 'over' AND {_AT_PLACE} ORDER BY starts DESC, id",
        {"guild": guild, "place": place},
    )
    return [Listed(*row) for row in rows]


def of_tables(db: Connection, ids: Sequence[str]) -> list[Listed]:
    """The nights that are played at these tables."""
    rows = db.execute(f"{_LISTED} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY starts, id", (json.dumps(ids),))
    return [Listed(*row) for row in rows]


def course(db: Connection, night: str) -> list[Point]:
    """How everybody stood after each deal of a night, in order."""
    rows = db.execute("SELECT game, nets FROM night_course WHERE night = ? ORDER BY n", (night,))
    return [Point(game, json.loads(nets)) for game, nets in rows]
