"""Tables as they were last saved, and when each must act next."""

from dataclasses import dataclass

from .clusters import OWN, Cluster
from .connection import Connection
from .errors import Gap, TooMany


@dataclass(frozen=True, slots=True)
class TableBrief:
    """An open table, as much of it as must be known before it is first touched."""

    id: str
    guild: int
    channel: int
    thread: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was last saved; `options` and `state` (lobby, seats, messages, clocks) are JSON.

    `version` counts its changes.
    """

    id: str
    guild: int
    channel: int
    thread: int | None
    host: int
    game: str
    options: str
    state: str
    status: str
    version: int = 0


_COLUMNS = "id, guild, channel, thread, host, game, options, state, status, version"


def save_table(db: Connection, table: Table) -> None:
    """Stores a new table, or the next version of one that is there.

    Raises Gap for any other version: the change before this one was not stored.
    """
    saved = db.execute(
        "INSERT INTO card_tables (id, guild, channel, thread, host, game, options, state, status, version)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET channel = excluded.channel, thread = excluded.thread, host = excluded.host,"
        " game = excluded.game, options = excluded.options, state = excluded.state,"
        " status = excluded.status, version = excluded.version WHERE card_tables.version = excluded.version - 1",
        (table.id, table.guild, table.channel, table.thread, table.host, table.game, table.options, table.state,
         table.status, table.version),
    )  # fmt: skip
    if not saved.rowcount:
        raise Gap("The table could not be kept up to date, so nothing was changed; try again.")


def open_tables(db: Connection, cluster: Cluster) -> list[TableBrief]:
    """All tables that are not closed in a cluster's servers."""
    rows = db.execute(
        f"SELECT id, guild, channel, thread FROM card_tables WHERE status <> 'closed' AND {OWN} ORDER BY id",
        cluster._asdict(),
    )
    return [TableBrief(*row) for row in rows]


def server_of(db: Connection, table: str) -> int | None:
    """In which server a table is, or was."""
    row = db.execute("SELECT guild FROM card_tables WHERE id = ?", (table,)).fetchone()
    return row[0] if row else None


def elsewhere(db: Connection, cluster: Cluster, user: int) -> list[Table]:
    """The tables of others than this cluster that are not closed, and in which somebody is written down."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM card_tables WHERE status <> 'closed' AND NOT ({OWN})"
        " AND guild IN (SELECT guild FROM members WHERE user = :user) AND instr(state, :text) > 0 ORDER BY id",
        {**cluster._asdict(), "user": user, "text": str(user)},
    )
    return [Table(*row) for row in rows]


def limit_tables(db: Connection, guild: int, host: int, most: int, but: str = "") -> None:
    """Raises TooMany if somebody hosts `most` open tables in a server already, not counting the table `but`."""
    hosted = db.execute(
        "SELECT id, game, coalesce(thread, channel) FROM card_tables"
        " WHERE guild = ? AND host = ? AND status <> 'closed' AND id <> ? ORDER BY id",
        (guild, host, but),
    ).fetchall()
    if len(hosted) >= most:
        which = ", ".join(f"{game} in <#{place}> (`{id}`)" for id, game, place in hosted)
        raise TooMany(f"<@{host}> hosts {len(hosted)} tables here already, and may open another when one is closed"
                      f" (`/table close`): {which}.")  # fmt: skip


def load_table(db: Connection, table: str) -> Table | None:
    """A table, open or closed."""
    row = db.execute(f"SELECT {_COLUMNS} FROM card_tables WHERE id = ?", (table,)).fetchone()
    return Table(*row) if row else None


def set_deadline(db: Connection, table: str, at: int | None) -> None:
    """When the table must act next, in milliseconds; None for never. Raises Missing."""
    if at is None:
        db.execute("DELETE FROM deadlines WHERE card_table = ?", (table,))
    else:
        db.execute(
            "INSERT INTO deadlines (card_table, at) VALUES (?, ?)"
            " ON CONFLICT (card_table) DO UPDATE SET at = excluded.at",
            (table, at),
        )


def deadlines(db: Connection) -> dict[str, int]:
    """Every table's deadline, the soonest first."""
    return dict(db.execute("SELECT card_table, at FROM deadlines ORDER BY at, card_table").fetchall())
