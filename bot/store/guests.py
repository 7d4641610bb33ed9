"""Who comes to an announced night, and which evenings suit people while that is voted on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from . import bars
from .connection import Connection
from .errors import Missing, Refused
from .nights import still_announced

Answer = Literal["in", "maybe", "out"]
MOST_IN = 50
"""How many names fit into one message that mentions them all."""
MOST_ANSWERS = 200
"""How many people's answers one night keeps."""


class Guest(NamedTuple):
    """What somebody has answered, and when (ms). `pressed` is False for a Maybe who has only pressed Interested in
    Discord's calendar: such people are called by nothing."""

    user: int
    name: str
    answer: Answer
    since: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class GuestList:
    """The guests of a night by their answers, each in order: with a most number some wait for a place."""

    coming: tuple[Guest, ...]
    waiting: tuple[Guest, ...]
    maybe: tuple[Guest, ...]
    out: tuple[Guest, ...]

    @classmethod
    def of(cls, guests: Sequence[Guest], most: int | None) -> "GuestList":
        """`most` is how many may come; None for no limit."""
        by = {answer: tuple(g for g in guests if g.answer == answer) for answer in ("in", "maybe", "out")}
        cut = len(guests) if most is None else most
        return cls(by["in"][:cut], by["in"][cut:], by["maybe"], by["out"])


def guests(db: Connection, night: str) -> list[Guest]:
    """Everybody who has answered, the first first."""
    rows = db.execute(
        "SELECT user, name, answer, since, pressed FROM night_guests WHERE night = ? ORDER BY since, user", (night,)
    )
    return [Guest(user, name, answer, since, bool(pressed)) for user, name, answer, since, pressed in rows]


def admitted(db: Connection, night: str, at: int) -> list[Guest]:
    """The same, without those who have been barred from the server's tables since they answered."""
    row = db.execute("SELECT guild FROM nights WHERE id = ?", (night,)).fetchone()
    barred = bars.barred(db, row[0], at) if row is not None else {}
    return [guest for guest in guests(db, night) if guest.user not in barred]


def answer(db: Connection, night: str, user: int, name: str, answer: Answer, at: int) -> None:
    """Somebody answers the announcement of a night; the same answer again takes it back. A guest who comes anew is the
    last on the list.

    Raises Refused if it is announced no more or still voted on, or if too many have answered; Barred if they may not
    sit down in this server; Missing.
    """
    guild = _answerable(db, night)
    known = db.execute(
        "SELECT answer, pressed FROM night_guests WHERE night = ? AND user = ?", (night, user)
    ).fetchone()
    if known == (answer, 1):
        db.execute("DELETE FROM night_guests WHERE night = ? AND user = ?", (night, user))
        return
    if answer != "out":
        bars.admit(db, guild, user, at)
    coming, all_of_them = db.execute(
        "SELECT count(*) FILTER (WHERE answer = 'in'), count(*) FROM night_guests WHERE night = ?", (night,)
    ).fetchone()
    if answer == "in" and coming >= MOST_IN:
        raise Refused(f"{MOST_IN} are in already; come all the same, and press **Join** on the table.")
    if known is None and all_of_them >= MOST_ANSWERS:
        raise Refused(f"{MOST_ANSWERS} have answered already, and no more fit on the list.")
    (last,) = db.execute("SELECT coalesce(max(since), 0) FROM night_guests WHERE night = ?", (night,)).fetchone()
    db.execute(
        "INSERT INTO night_guests (night, guild, user, name, answer, since, pressed) VALUES (?, ?, ?, ?, ?, ?, 1)"
        " ON CONFLICT (night, user) DO UPDATE SET name = excluded.name, answer = excluded.answer,"
        " since = excluded.since, pressed = 1",
        (night, guild, user, name, answer, max(at, last + 1)),
    )


def interested(db: Connection, event: int, user: int, at: int, *, yes: bool) -> None:
    """Somebody has pressed Interested in Discord's calendar, or has taken it back: they are a Maybe, unless they have
    answered the announcement."""
    if not yes:
        db.execute(
            "DELETE FROM night_guests WHERE user = ? AND pressed = 0 AND night IN"
            " (SELECT id FROM nights WHERE event = ? AND status = 'announced')",
            (user, event),
        )
        return
    db.execute(
        "INSERT INTO night_guests (night, guild, user, answer, since, pressed)"
        " SELECT id, guild, :user, 'maybe', :at, 0 FROM nights WHERE event = :event AND status = 'announced'"
        " AND decides IS NULL AND (SELECT count(*) FROM night_guests WHERE night = nights.id) < :most"
        " ON CONFLICT DO NOTHING",
        {"user": user, "at": at, "event": event, "most": MOST_ANSWERS},
    )


def subscribers(db: Connection, event: int, users: Sequence[int], at: int) -> None:
    """These people, and no others, have pressed Interested in the calendar; people who have answered the announcement
    keeps their answer."""
    known = db.execute(
        "SELECT user FROM night_guests JOIN nights ON id = night WHERE event = ? AND pressed = 0", (event,)
    ).fetchall()
    for (user,) in known:
        if user not in users:
            interested(db, event, user, at, yes=False)
    for user in users:
        interested(db, event, user, at, yes=True)


def _answerable(db: Connection, night: str) -> int:
    """The server of an announced night. Raises Refused, Missing."""
    still_announced(db, night)
    row = db.execute("SELECT guild, decides FROM nights WHERE id = ?", (night,)).fetchone()
    if row is None:
        raise Missing("That night is not there.")
    if row[1] is not None:
        raise Refused("The evening is still open: press those that suit you.")
    return row[0]


# ---- which evening -----------------------------------------------------------------------------


def propose(db: Connection, night: str, moments: Sequence[int]) -> None:
    """These evenings (ms) are voted on."""
    db.executemany(
        "INSERT INTO night_moments (night, guild, starts) SELECT id, guild, ? FROM nights WHERE id = ?",
        [(starts, night) for starts in moments],
    )


def votes(db: Connection, night: str) -> dict[int, list[tuple[int, str]]]:
    """By evening, in order, whom it suits: their ids and names."""
    found: dict[int, list[tuple[int, str]]] = {
        starts: []
        for (starts,) in db.execute("SELECT starts FROM night_moments WHERE night = ? ORDER BY starts", (night,))
    }
    for starts, user, name in db.execute(
        "SELECT starts, user, name FROM night_votes WHERE night = ? ORDER BY starts, user", (night,)
    ):
        found[starts].append((user, name))
    return found


def vote(db: Connection, night: str, starts: int, user: int, name: str, at: int) -> None:
    """An evening suits somebody; said again, it does not. Raises Refused if it is voted on no more, Barred, Missing."""
    still_announced(db, night)
    row = db.execute(
        "SELECT m.guild, n.decides FROM night_moments m JOIN nights n ON n.id = night WHERE night = ? AND m.starts = ?",
        (night, starts),
    ).fetchone()
    if row is None or row[1] is None:
        raise Refused("The evening is fixed; the announcement says which it is.")
    if db.execute("DELETE FROM night_votes WHERE night = ? AND starts = ? AND user = ?",
                  (night, starts, user)).rowcount:  # fmt: skip
        return
    bars.admit(db, row[0], user, at)
    (voters,) = db.execute(
        "SELECT count(*) FROM night_votes WHERE night = ? AND starts = ?", (night, starts)
    ).fetchone()
    if voters >= MOST_IN:
        raise Refused(f"{MOST_IN} have said so already, and no more fit on the list.")
    db.execute("INSERT INTO night_votes (night, guild, starts, user, name) VALUES (?, ?, ?, ?, ?)",
               (night, row[0], starts, user, name))  # fmt: skip


def best(votes: Mapping[int, Sequence[object]], after: int = 0) -> int | None:
    """The evening that suits most people, the first of several; None if none of those after `after` (ms) suits
    anybody."""
    found = {starts: len(who) for starts, who in votes.items() if starts > after and who}
    return min(found, key=lambda starts: (-found[starts], starts)) if found else None


def fix(db: Connection, night: str, starts: int, at: int) -> None:
    """The evening is fixed: whom it suits is in. Raises Refused if it has been fixed already, or is not among those
    that are voted on."""
    still_announced(db, night)
    fixed = db.execute(
        "UPDATE nights SET starts = :starts, decides = NULL WHERE id = :night AND decides IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM night_moments WHERE night = :night AND starts = :starts)",
        {"night": night, "starts": starts},
    )
    if not fixed.rowcount:
        raise Refused("The evening is fixed; the announcement says which it is.")
    db.execute(
        "INSERT INTO night_guests (night, guild, user, name, answer, since)"
        " SELECT night, guild, user, name, 'in', :at FROM night_votes WHERE night = :night AND starts = :starts"
        " ON CONFLICT DO NOTHING",
        {"night": night, "starts": starts, "at": at},
    )
    db.execute("DELETE FROM night_votes WHERE night = ?", (night,))
    db.execute("DELETE FROM night_moments WHERE night = ?", (night,))
