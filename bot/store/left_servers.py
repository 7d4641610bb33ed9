"""Servers that have removed the bot: noted at once, forgotten if they come back, and erased a while later."""

import json
from collections.abc import Collection

from .clusters import OWN, PERSON, Cluster, tell
from .connection import Connection
from .inventory import OF_A_SERVER, TABLES

_ALL_KNOWN = " UNION ".join(f"SELECT guild FROM {table}" for table in OF_A_SERVER if table != "departures")


def note_servers(db: Connection, cluster: Cluster, present: Collection[int], at: int) -> None:
    """The bot is in these servers, and in no other of the cluster's of which anything is kept. `at` is in
    milliseconds."""
    here = json.dumps([*present])
    db.execute("DELETE FROM departures WHERE guild IN (SELECT CAST(value AS BIGINT) FROM json_each(?))", (here,))
    db.execute(
        f"INSERT INTO departures (guild, at) SELECT guild, CAST(:at AS BIGINT) FROM ({_ALL_KNOWN}) known"
        f" WHERE {OWN} AND guild NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(:here)) ON CONFLICT DO NOTHING",
        {"at": at, "here": here, **cluster._asdict()},
    )


def note_departure(db: Connection, guild: int, at: int) -> None:
    """This server has removed the bot."""
    db.execute("INSERT INTO departures (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (guild, at))


def note_return(db: Connection, guild: int) -> None:
    """This server has the bot again: all is as before."""
    db.execute("DELETE FROM departures WHERE guild = ?", (guild,))


def left_by(db: Connection, cluster: Cluster, moment: int) -> list[int]:
    """Which of the cluster's servers had removed the bot by then, in milliseconds."""
    rows = db.execute(
        f"SELECT guild FROM departures WHERE at <= :at AND {OWN} ORDER BY guild", {"at": moment, **cluster._asdict()}
    )
    return [guild for (guild,) in rows]


def deals_of_server(db: Connection, guild: int, count: int) -> tuple[str, ...]:
    """A batch of a server's deals, by their ids."""
    rows = db.execute("SELECT d.id FROM deals d JOIN matches m ON m.id = d.match WHERE m.guild = ? LIMIT ?",
                      (guild, count))  # fmt: skip
    return tuple(id for (id,) in rows)


def drop_deals(db: Connection, guild: int, deals: tuple[str, ...]) -> None:
    """Erases deals of a server that has removed the bot; of one that is back nothing."""
    if _is_gone(db, guild):
        for id in deals:
            db.execute("DELETE FROM deal_rows WHERE deal = ?", (id,))
            db.execute("DELETE FROM deals WHERE id = ?", (id,))


def erase_server(db: Connection, guild: int) -> None:
    """Erases everything stored about a server that has removed the bot, and about members of no other server; nothing
    if the server is back."""
    if not _is_gone(db, guild):
        return
    forgotten = " UNION ".join(f"SELECT user FROM {table} WHERE {TABLES[table].server}" for table in ("prefs", "dms"))
    for (user,) in db.execute(forgotten, {"guild": guild}).fetchall():
        tell(db, PERSON, user)
    for name, held in TABLES.items():
        if held.server:
            db.execute(f"DELETE FROM {name} WHERE {held.server}", {"guild": guild})


def _is_gone(db: Connection, guild: int) -> bool:
    return db.execute("SELECT 1 FROM departures WHERE guild = ?", (guild,)).fetchone() is not None
