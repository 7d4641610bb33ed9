"""Servers that have removed the bot: noted at once, forgotten if they come back, and erased a while later."""

import json
import sqlite3
from collections.abc import Collection

_OF_SERVER = (
    "standings", "tallies", "ratings", "ratings_anew", "night_nets", "streaks", "rivals", "seasons", "decisions",
    "credits", "settings", "avatars", "bars", "upkeep",
)  # fmt: skip
_ALL_KNOWN = " UNION ".join(
    f"SELECT guild FROM {table}" for table in ("members", "accounts", "card_tables", "nights", "settings")
)


def note_servers(db: sqlite3.Connection, present: Collection[int], at: int) -> None:
    """The bot is in these servers, and in no other of which anything is kept. `at` is in milliseconds."""
    here = json.dumps([*present])
    db.execute("DELETE FROM departures WHERE guild IN (SELECT value FROM json_each(?))", (here,))
    db.execute(
        f"INSERT OR IGNORE INTO departures (guild, at) SELECT guild, ? FROM ({_ALL_KNOWN})"
        " WHERE guild NOT IN (SELECT value FROM json_each(?))",
        (at, here),
    )


def note_departure(db: sqlite3.Connection, guild: int, at: int) -> None:
    """This server has removed the bot."""
    db.execute("INSERT OR IGNORE INTO departures (guild, at) VALUES (?, ?)", (guild, at))


def note_return(db: sqlite3.Connection, guild: int) -> None:
    """This server has the bot again: all is as before."""
    db.execute("DELETE FROM departures WHERE guild = ?", (guild,))


def left_by(db: sqlite3.Connection, moment: int) -> list[int]:
    """The servers that had removed the bot by then, in milliseconds."""
    return [guild for (guild,) in db.execute("SELECT guild FROM departures WHERE at <= ? ORDER BY guild", (moment,))]


def deals_of_server(db: sqlite3.Connection, guild: int, count: int) -> tuple[str, ...]:
    """So many of a server's deals, by their ids."""
    rows = db.execute("SELECT d.id FROM deals d JOIN matches m ON m.id = d.match WHERE m.guild = ? LIMIT ?",
                      (guild, count))  # fmt: skip
    return tuple(id for (id,) in rows)


def drop_deals(db: sqlite3.Connection, guild: int, deals: tuple[str, ...]) -> None:
    """Erases deals of a server that has removed the bot; of one that is back nothing."""
    if _is_gone(db, guild):
        for id in deals:
            db.execute("DELETE FROM deal_rows WHERE deal = ?", (id,))
            db.execute("DELETE FROM deals WHERE id = ?", (id,))


def erase_server(db: sqlite3.Connection, guild: int) -> None:
    """Erases all that is kept of a server that has removed the bot, and of whoever was a member there alone; of one
    that is back nothing."""
    if not _is_gone(db, guild):
        return
    drop_deals(db, guild, deals_of_server(db, guild, -1))
    members = [user for (user,) in db.execute("SELECT user FROM members WHERE guild = ?", (guild,))]
    tables = "(SELECT id FROM card_tables WHERE guild = :guild)"
    for what in (
        "deadlines WHERE card_table IN " + tables,
        "results WHERE guild = :guild",
        "matches WHERE guild = :guild",
        "night_course WHERE night IN (SELECT id FROM nights WHERE guild = :guild)",
        "nights WHERE guild = :guild",
        *(f"{table} WHERE guild = :guild" for table in _OF_SERVER),
        "postings WHERE transfer IN (SELECT id FROM transfers WHERE guild = :guild)",
        "transfers WHERE guild = :guild",
        "accounts WHERE guild = :guild",
        "card_tables WHERE guild = :guild",
        "members WHERE guild = :guild",
        "departures WHERE guild = :guild",
    ):
        db.execute(f"DELETE FROM {what}", {"guild": guild})
    for user in members:
        if not db.execute("SELECT 1 FROM members WHERE user = ?", (user,)).fetchone():
            db.execute("DELETE FROM prefs WHERE user = ?", (user,))
            db.execute("DELETE FROM dms WHERE user = ?", (user,))


def _is_gone(db: sqlite3.Connection, guild: int) -> bool:
    return db.execute("SELECT 1 FROM departures WHERE guild = ?", (guild,)).fetchone() is not None
