"""Seasons: stretches of time whose standings are kept for themselves."""

from dataclasses import dataclass

from .connection import Connection
from .errors import Refused


@dataclass(frozen=True, slots=True)
class Season:
    """A season; `ended` is None while it runs. Times are milliseconds."""

    id: int
    name: str
    began: int
    ended: int | None


def start(db: Connection, guild: int, name: str, at: int) -> None:
    """From now on matches count for this season, too. Raises Refused while one runs, and for a name that is taken."""
    running = current(db, guild)
    if running is not None:
        raise Refused("A season is running; end it first.")
    if db.execute("SELECT 1 FROM seasons WHERE guild = ? AND lower(name) = lower(?)", (guild, name)).fetchone():
        raise Refused("There has been a season of that name; choose another one.")
    db.execute("INSERT INTO seasons (guild, name, began) VALUES (?, ?, ?)", (guild, name, at))


def end(db: Connection, guild: int, at: int) -> None:
    """The running season is over. Raises Refused if none runs."""
    if not db.execute("UPDATE seasons SET ended = ? WHERE guild = ? AND ended IS NULL", (at, guild)).rowcount:
        raise Refused("No season is running.")


def current(db: Connection, guild: int) -> Season | None:
    """The running season."""
    return next((season for season in seasons(db, guild) if season.ended is None), None)


def seasons(db: Connection, guild: int) -> list[Season]:
    """A server's seasons, the newest first; the one without an end runs."""
    rows = db.execute(
        "SELECT id, name, began, ended FROM seasons WHERE guild = ? ORDER BY began DESC, id DESC", (guild,)
    )
    return [Season(*row) for row in rows]
