"""What each table of the database holds of people and servers: how they are erased from it, and where they are told.

`personal_data` and `left_servers` erase by these lines, and `/records mine` shows by them. A table without one fails a
test, as does one of which PRIVACY.md does not speak.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Held:
    """What a table holds. Conditions are SQL, over `:guild` and `:user`."""

    notice: str
    """The words of PRIVACY.md that speak of it; empty if it holds nothing of anybody."""
    server: str = ""
    """Which rows are deleted with a server."""
    member: str = ""
    """Which rows are deleted with a member."""
    stays: str = ""
    """What becomes of the rows of a member that are not deleted."""
    mine: tuple[str, ...] = ()
    """The parts of `/records mine` that tell of it."""
    as_rows: bool = False
    """There its rows stand as they are, under its name."""


_SERVER = "guild = :guild"
_MEMBER = "guild = :guild AND user = :user"
_RENAMED = "a tombstone's number stands for the member"
_SUMS = Held("ratings and what follows from them", _SERVER, _MEMBER, as_rows=True)


def _server_of(column: str, table: str) -> str:
    return f"{column} IN (SELECT id FROM {table} WHERE guild = :guild)"


def _personal(notice: str, *mine: str) -> Held:
    """Held of a person in all servers: it goes when the last server goes in which they are known."""
    return Held(
        notice,
        "user IN (SELECT user FROM members WHERE guild = :guild)"
        " AND user NOT IN (SELECT user FROM members WHERE guild <> :guild)",
        "user = :user AND NOT EXISTS (SELECT 1 FROM members WHERE user = :user AND guild <> :guild)",
        mine=mine,
    )


TABLES: dict[str, Held] = {
    "hands": Held("the hands that you were dealt", _SERVER, _MEMBER, mine=("hands",), as_rows=True),
    "reviews": Held("what your decisions in a match were worth", _SERVER, _MEMBER, mine=("reviews",), as_rows=True),
    "deal_rows": Held("moves with the time of each press",
                      "deal IN (SELECT d.id FROM deals d JOIN matches m ON m.id = d.match WHERE m.guild = :guild)"),
    "deals": Held("moves with the time of each press", _server_of("match", "matches"), stays="without their names"),
    "deadlines": Held("What you play", _server_of("card_table", "card_tables")),
    "results": Held("results, ratings and what follows", _SERVER, stays=_RENAMED, mine=("results",)),
    "matches": Held("What you play", _SERVER),
    "night_course": Held("Nights: those you have announced", _server_of("night", "nights"), stays=_RENAMED),
    "night_guests": Held("what you have answered", _SERVER, _MEMBER, mine=("night guests",), as_rows=True),
    "night_votes": Held("which evenings suit you", _SERVER, _MEMBER, mine=("night votes",), as_rows=True),
    "night_moments": Held("Nights: those you have announced", _SERVER),
    "night_plans": Held("Nights: those you have announced", _SERVER),
    "night_calls": Held("reminders that you were sent in a direct message", _SERVER, _MEMBER, mine=("night calls",),
                        as_rows=True),
    "nights": Held("Nights: those you have announced", _SERVER, stays=_RENAMED, mine=("nights",)),
    "series": Held("series that are yours", _SERVER, stays=_RENAMED, mine=("series",)),
    "standings": _SUMS,
    "tallies": _SUMS,
    "ratings": _SUMS,
    "ratings_anew": _SUMS,
    "streaks": _SUMS,
    "night_nets": _SUMS,
    "rivals": Held("ratings and what follows from them", _SERVER, "guild = :guild AND :user IN (user, other)"),
    "seasons": Held("what you have decided and set", _SERVER),
    "decisions": Held("Decisions of managers about you", _SERVER, stays=f"{_RENAMED}, without the reason",
                      mine=("decisions about you", "decisions by you")),
    "credits": Held("chips that they give or lend", _SERVER),
    "settings": Held("what you have decided and set", _SERVER),
    "avatars": Held("a small copy of your avatar", _SERVER, _MEMBER, mine=("avatar",)),
    "bars": Held("you are barred from tables", _SERVER, _MEMBER, mine=("barred from tables until",)),
    "upkeep": Held("Ids of places: servers", _SERVER),
    "postings": Held("every payment with its reason", _server_of("transfer", "transfers"), mine=("account",)),
    "transfers": Held("every payment with its reason", _SERVER, stays="their keys lead to nobody", mine=("account",)),
    "accounts": Held("your account", _SERVER, stays=_RENAMED, mine=("balance", "credit", "at tables")),
    "card_tables": Held("seats, tables from which", _SERVER, stays=_RENAMED),
    "prefs": _personal("What you have set with `/prefs`", "settings"),
    "dms": _personal("the id of your direct messages with the bot", "direct messages"),
    "handed": _personal("What you press in direct messages", "presses handed over"),
    "members": Held("the name that you had in the server", _SERVER, _MEMBER, mine=("name",)),
    "departures": Held("When a server removes the bot", _SERVER),
    "tombstones": Held("a number that leads to nobody"),
    "remembered": Held("a little stays under a keyed hash", stays="what limits need, under a keyed hash",
                       mine=("remembered since your data was erased",)),
    "hash_key": Held("under a keyed hash"),
    "heartbeat": Held(""),
    "clusters": Held(""),
}  # fmt: skip
"""All there are, in the order in which a server is erased: what refers to others before what it refers to."""
OF_A_SERVER = tuple(table for table, held in TABLES.items() if held.server == _SERVER)
"""Those whose rows say themselves of which server they are."""
