"""What the records hold of one member of a server: all of it, to take away or to be erased.

Erasing keeps the books whole: accounts and results stay under a tombstone's number, which leads to nobody; chips that
were left go back to the mint; names, sums and settings are gone. So that nobody gets round a limit by erasing, grants,
loans and gifts are remembered as long as the limit runs, under a hash that can be made again only when the member
returns (`erased_limits`).
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from . import avatars, bank, bars, direct_messages, erased_limits, handed, ledger, nights, planned, prefs
from .clusters import PERSON, tell
from .connection import Connection
from .errors import Refused
from .inventory import TABLES

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
SOMEBODY = "Somebody"
"""What an erased member is called where a name is needed."""


@dataclass(frozen=True, slots=True)
class Line:
    """One result of a member, as it is written down for them. `at` and `seated` are in milliseconds, `net` and `bought`
    in hundredths of a white."""

    at: int
    game: str
    match: str
    seat: int
    night: str | None
    user: int
    name: str
    place: int
    outcome: str
    score: int
    net: int
    strikes: int
    humans: int
    team: int | None
    kind: str
    bought: int
    hands: int
    seated: int
    rating: int | None
    """What the match has made of the rating, the streak and the place in the season (`results.Counted`)."""
    gained: int | None
    streak: int | None
    season_place: int | None
    season_wins: int | None
    counts: dict[str, int]


Mark = tuple[int, str, int]
"""Where a page of results ends: the time, match and seat of its last line."""
_NEWEST: Mark = (2**62, "", 0)


def results(db: Connection, guild: int, user: int | None, after: Mark | None = None,
            count: int = 5000) -> list[Line]:  # fmt: skip
    """A page of a member's results, or of all members', the newest first; `after` is where the page before ended."""
    at, match, seat = after or _NEWEST
    rows = db.execute(
        "SELECT finished, game, match, seat, night, user, name, place, outcome, score, net, strikes, humans, team,"
        " kind, bought, hands, seated,"
        " rating, gained, streak, season_place, season_wins, counts"
        f" FROM results INDEXED BY {'results_by_time' if user is None else 'results_of_member'}"
        f" WHERE guild = :guild AND user IS NOT NULL {'' if user is None else 'AND user = :user'}"
        " AND finished <= :at AND (finished, match, seat) < (:at, :match, :seat)"
        " ORDER BY finished DESC, match DESC, seat DESC LIMIT :count",
        {"guild": guild, "user": user, "at": at, "match": match, "seat": seat, "count": count},
    )
    return [Line(*row, counts=json.loads(counts)) for *row, counts in rows]


def everything_but_results(db: Connection, guild: int, user: int) -> dict[str, Any]:
    """What is stored about a member in this server, besides the results, as JSON values."""
    name = db.execute("SELECT name FROM members WHERE guild = ? AND user = ?", (guild, user)).fetchone()
    purse = bank.purse(db, guild, user, 0)
    account = bank.history(db, guild, user, 0, bank.ALL)
    dm = direct_messages.dm(db, user)
    at_tables = db.execute(
        "SELECT card_table, balance FROM accounts WHERE guild = ? AND owner = ? AND kind = 'escrow' AND balance <> 0",
        (guild, str(user)),
    ).fetchall()
    own: dict[str, Any] = {
        "user": user, "server": guild, "name": name[0] if name else None, "balance": purse.balance,
        "credit": purse.credit, "at tables": dict(at_tables),
        "account": [asdict(entry) for entry in account.entries],
        "settings": prefs.of_person(db, user), "direct messages": {"channel": dm.channel, "closed": dm.flagged},
    }  # fmt: skip
    own["barred from tables until"] = bars.until(db, guild, user, 0)
    own["avatar"] = avatars.told(db, guild, user)
    own["remembered since your data was erased"] = erased_limits.recall(db, guild, user)
    for table, held in TABLES.items():
        if not held.as_rows:
            continue
        found = db.execute(f"SELECT * FROM {table} WHERE guild = ? AND user = ?", (guild, user))
        names = [column[0] for column in found.description]
        own[table.replace("_", " ")] = [dict(zip(names, row, strict=True)) for row in found]
    own["presses handed over"] = handed.of_person(db, user)
    own["decisions about you"] = _decisions(db, guild, "member", user)
    own["decisions by you"] = _decisions(db, guild, "manager", user)
    own["nights"] = _nights(db, guild, user)
    own["series"] = _series(db, guild, user)
    return own


def _decisions(db: Connection, guild: int, whose: Literal["member", "manager"],
               user: int) -> list[dict[str, object]]:  # fmt: skip
    rows = db.execute(
        f"SELECT at, what, amount, about, reason FROM decisions WHERE guild = ? AND {whose} = ? ORDER BY id",
        (guild, user),
    )
    return [dict(zip(("at", "what", "amount", "about", "reason"), row, strict=True)) for row in rows]


_ANSWERED = (
    "id IN (SELECT night FROM night_guests WHERE user = :user UNION SELECT night FROM night_votes WHERE user = :user)"
)
"""Somebody has answered the announcement of a night."""


def _nights(db: Connection, guild: int, user: int) -> list[dict[str, object]]:
    """The nights that somebody has announced or begun, and those to whose announcement they have answered."""
    rows = db.execute(
        f"SELECT name, starts, host = :user FROM nights WHERE guild = :guild AND (host = :user OR {_ANSWERED})"
        " ORDER BY starts, id",
        {"guild": guild, "user": user},
    )
    return [{"name": name, "at": starts, "yours": bool(yours)} for name, starts, yours in rows]


def _series(db: Connection, guild: int, user: int) -> list[dict[str, object]]:
    """The series that are somebody's."""
    rows = db.execute(
        "SELECT name, rule, first FROM series WHERE guild = ? AND host = ? ORDER BY first, id", (guild, user)
    )
    return [{"name": name, "rule": rule, "first": first} for name, rule, first in rows]


def servers_of(db: Connection, user: int) -> list[int]:
    """The servers in which anything is kept of a person."""
    rows = db.execute(
        "SELECT guild FROM members WHERE user = :user UNION SELECT guild FROM card_tables WHERE host = :user"
        " UNION SELECT guild FROM accounts WHERE owner = :text AND kind = 'member'"
        " UNION SELECT guild FROM bars WHERE user = :user"
        " UNION SELECT guild FROM decisions WHERE :user IN (member, manager)"
        f" UNION SELECT guild FROM nights WHERE host = :user OR {_ANSWERED}"
        " UNION SELECT guild FROM series WHERE host = :user ORDER BY 1",
        {"user": user, "text": str(user)},
    )
    return [guild for (guild,) in rows]


# ---- to be erased ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Traces:
    """Where else a member is written down: tables, deals and nights by their ids, and under which names.

    `open` are the server's tables that were open when this was found, and `newest` the last table of all.
    """

    tables: tuple[str, ...]
    deals: tuple[str, ...]
    nights: tuple[str, ...]
    names: frozenset[str]
    open: tuple[str, ...]
    newest: int


def traces(db: Connection, guild: int, user: int) -> Traces:
    """Looks for a member in everything stored as text. Raises Refused while they have a part in an open table."""
    _refuse_if_playing(db, guild, user)
    return _traces(db, guild, user, "SELECT id FROM card_tables WHERE guild = :guild")


def _traces_since(db: Connection, guild: int, user: int, found: Traces) -> Traces:
    """What `found` may not know: tables that were open then or are newer, and their deals; little to look through."""
    return _traces(
        db, guild, user,
        "SELECT id FROM card_tables WHERE rowid > :newest UNION SELECT value FROM json_each(:open)",
        newest=found.newest, open=json.dumps(found.open),
    )  # fmt: skip


def _traces(db: Connection, guild: int, user: int, among: str, **more: int | str) -> Traces:
    """A member's traces at the tables whose ids this query tells; it may use :guild and `more`."""
    whose = {"guild": guild, "user": user, "text": str(user), **more}
    (newest,) = db.execute("SELECT max(rowid) FROM card_tables").fetchone()
    still_open = db.execute("SELECT id FROM card_tables WHERE guild = :guild AND status <> 'closed'", whose).fetchall()
    names = db.execute(
        "SELECT name FROM members WHERE guild = :guild AND user = :user"
        " UNION SELECT name FROM results WHERE guild = :guild AND user = :user AND user IS NOT NULL",
        whose,
    ).fetchall()
    tables = db.execute(
        f"WITH part AS ({among})"
        " SELECT id FROM card_tables WHERE id IN (SELECT id FROM part) AND guild = :guild"
        " AND (host = :user OR instr(state, :text) > 0)"
        " UNION SELECT card_table FROM accounts WHERE guild = :guild AND owner = :text"
        " AND card_table IN (SELECT id FROM part)"
        " UNION SELECT card_table FROM results JOIN matches ON id = match"
        " WHERE results.guild = :guild AND user = :user AND user IS NOT NULL AND card_table IN (SELECT id FROM part)",
        whose,
    ).fetchall()
    ids = json.dumps([id for (id,) in tables])
    deals = db.execute(
        "SELECT d.id FROM json_each(?) t JOIN matches m ON m.card_table = t.value JOIN deals d ON d.match = m.id",
        (ids,),
    ).fetchall()
    nights = db.execute(
        "SELECT id FROM nights WHERE guild = :guild AND (host = :user OR instr(terms, :text) > 0"
        " OR instr(coalesce(summary, ''), :text) > 0) UNION SELECT id FROM nights WHERE id IN (SELECT value FROM"
        " json_each(:ids))",
        {**whose, "ids": ids},
    ).fetchall()
    return Traces(
        tuple(id for (id,) in tables), tuple(id for (id,) in deals), tuple(id for (id,) in nights),
        frozenset(name for (name,) in names), tuple(id for (id,) in still_open), newest or 0,
    )  # fmt: skip


def _refuse_if_playing(db: Connection, guild: int, user: int) -> None:
    """Raises Refused for somebody who has a part in an open table. A person for whom a seat is merely kept has none."""
    for host, state in db.execute(
        "SELECT host, state FROM card_tables WHERE guild = ? AND status <> 'closed'"
        " AND (host = ? OR instr(state, ?) > 0)",
        (guild, user, str(user)),
    ).fetchall():
        if host != user and str(user) not in _without_guests(state):
            continue
        raise Refused("You still have a part in an open table; your data can be erased when it is closed.")


def _without_guests(state: str) -> str:
    """A table's state without those for whom a seat is kept."""
    kept = json.loads(state)
    if night := kept.get("night"):
        kept["night"] = {name: one for name, one in night.items() if name not in ("guests", "expected", "guest_names")}
    return json.dumps(kept)


def forget_deals(db: Connection, deals: Sequence[str], names: frozenset[str]) -> None:
    """Takes a member's names out of these deals; what was played stays."""
    for id in deals:
        (start,) = db.execute("SELECT start FROM deals WHERE id = ?", (id,)).fetchone()
        kept: Json = json.loads(start)
        known = kept.get("names") if isinstance(kept, dict) else None
        if isinstance(kept, dict) and isinstance(known, list) and names.intersection(known):
            kept["names"] = [SOMEBODY if name in names else name for name in known]
            db.execute("UPDATE deals SET start = ? WHERE id = ?", (json.dumps(kept), id))


def erase(db: Connection, guild: int, user: int, found: Traces, at: int, *, since: int, until: int) -> None:
    """Erases a member but for what the books, others' results and limits need.

    `since` and `until` bound the day whose limits run. New traces since `found` are looked for. Raises Refused as
    `traces` does.
    """
    _refuse_if_playing(db, guild, user)
    late = _traces_since(db, guild, user, found)
    names, known = found.names | late.names, {*found.deals}
    forget_deals(db, tuple(deal for deal in late.deals if deal not in known), names)
    _remember(db, guild, user, since, until)
    bars.remember(db, guild, user, at)
    nights.remember(db, guild, user, at, since, until)
    (number,) = db.execute("INSERT INTO tombstones (at) VALUES (?) RETURNING id", (at,)).fetchone()
    grave, whose = -number, (guild, user)
    if left := ledger.balance(db, guild, user):
        back = [(ledger.member(guild, user), -left), (ledger.mint(guild), left)]
        ledger.transfer(db, f"erased:{number}", guild, back, "erased", at)
    db.execute(
        "UPDATE accounts SET owner = ?, credit = 0, own_credit = 0 WHERE guild = ? AND owner = ?",
        (str(grave), guild, str(user)),
    )
    refills = f"refill:{guild}:{user}"
    db.execute(
        "UPDATE transfers SET key = 'erased key:' || id WHERE key IN (?, ?) OR key >= ? AND key < ?",
        (f"grant:{guild}:{user}", f"debt:{guild}:{user}", f"{refills}:", f"{refills};"),
    )
    db.execute(
        "UPDATE results SET user = ?, name = ? WHERE guild = ? AND user = ? AND user IS NOT NULL",
        (grave, SOMEBODY, *whose),
    )
    planned.show_those_of(db, guild, user)
    for table, held in TABLES.items():
        if held.member:
            db.execute(f"DELETE FROM {table} WHERE {held.member}", {"guild": guild, "user": user})
    db.execute("UPDATE decisions SET member = ?, reason = '' WHERE guild = ? AND member = ?", (grave, *whose))
    db.execute("UPDATE decisions SET manager = ? WHERE guild = ? AND manager = ?", (grave, *whose))
    db.execute("UPDATE series SET host = ? WHERE guild = ? AND host = ?", (grave, *whose))
    forget = _Forgetting(user, grave, names)
    for id in {*found.tables, *late.tables}:
        (state,) = db.execute("SELECT state FROM card_tables WHERE id = ?", (id,)).fetchone()
        db.execute(
            "UPDATE card_tables SET state = ?, host = CASE host WHEN ? THEN ? ELSE host END WHERE id = ?",
            (forget.text(state), user, grave, id),
        )
    for id in {*found.nights, *late.nights}:
        terms, summary = db.execute("SELECT terms, summary FROM nights WHERE id = ?", (id,)).fetchone()
        db.execute(
            "UPDATE nights SET terms = ?, summary = ?, host = CASE host WHEN ? THEN ? ELSE host END WHERE id = ?",
            (forget.text(terms), summary and forget.text(summary), user, grave, id),
        )
        for n, nets in db.execute("SELECT n, nets FROM night_course WHERE night = ?", (id,)).fetchall():
            db.execute("UPDATE night_course SET nets = ? WHERE night = ? AND n = ?", (forget.text(nets), id, n))
    tell(db, PERSON, user)


def _remember(db: Connection, guild: int, user: int, since: int, until: int) -> None:
    """Keeps what limits must know of a member whose data goes: today's until the day is over, loans until repaid."""
    for why in (bank.GIFT, *bank.BUY_INS):
        if moved := bank.moved_by_account(db, guild, user, since, why):
            erased_limits.remember(db, guild, user, why, moved, until)
    refills = f"refill:{guild}:{user}:"
    for (key,) in db.execute(
        "SELECT key FROM transfers WHERE key >= ? AND key < ? AND at >= ?", (refills, f"{refills[:-1]};", since)
    ).fetchall():
        erased_limits.remember(db, guild, user, f"refill:{key.removeprefix(refills)}", 0, until)
    if db.execute("SELECT 1 FROM transfers WHERE key = ?", (f"grant:{guild}:{user}",)).fetchone():
        erased_limits.remember(db, guild, user, "grant", 0, erased_limits.FOR_EVER)
    for balance, credit, own in db.execute(
        "SELECT balance, credit, own_credit FROM accounts WHERE guild = ? AND kind = 'member' AND owner = ?",
        (guild, str(user)),
    ).fetchall():
        if balance < 0:
            erased_limits.remember(db, guild, user, "debt", -balance, erased_limits.FOR_EVER)
        if own:
            erased_limits.remember(db, guild, user, "credit", credit, erased_limits.FOR_EVER)


@dataclass(frozen=True, slots=True)
class _Forgetting:
    """Puts the tombstone in a member's place, and nobody's name in theirs, wherever they stand in some JSON."""

    user: int
    grave: int
    names: frozenset[str]

    def text(self, kept: str) -> str:
        return json.dumps(self.value(json.loads(kept)))

    def value(self, kept: Json) -> Json:
        match kept:
            case dict():
                return {self.word(key): self.value(one) for key, one in kept.items()}
            case list():
                return [self.value(one) for one in kept]
            case str():
                return self.word(kept)
            case int() if kept == self.user:
                return self.grave
            case _:
                return kept

    def word(self, kept: str) -> str:
        if kept in self.names:
            return SOMEBODY
        return re.sub(rf"(?<!\d){self.user}(?!\d)", str(self.grave), kept)
