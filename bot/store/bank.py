"""What members and managers do at the bank: gifts, grants, credit, limits, and their history.

Every limit is looked at in the transaction that moves the chips, so that many at once cannot get past it together.
Amounts are hundredths of a white chip (rules/dealing.md, section 7), times are milliseconds.
"""

from dataclasses import dataclass

from . import erased_limits, ledger
from .connection import Connection
from .errors import Indebted, OverLimit, Refused

ALL = 2**62
"""As many lines as there are."""
GIFT, GRANT, BUY_INS = "gift", "manager's grant", ("buy-in", "rebuy")
"""Why chips move."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a member's account. `other` is the other party: a member's name, or a table's game; `reason` is what
    a manager wrote, and `night` the name of the night whose table it was."""

    at: int
    why: str
    amount: int
    balance: int
    other: str = ""
    reason: str = ""
    night: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of an account, the newest first, and how many lines there are in all."""

    entries: tuple[Entry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a manager decided. `member` is None for everybody; `amount` None takes a limit back to the server's. `about`
    is the table, until when a bar holds in milliseconds, or the value of a setting as JSON."""

    at: int
    manager: int
    what: str
    member: int | None
    amount: int | None
    reason: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """A member's account: its chips, the credit, and the gifts and buy-ins since a moment."""

    balance: int
    credit: int
    given: int
    bought: int


def give(db: Connection, key: str, guild: int, giver: int, taker: int, amount: int, *, most: int, day_most: int,
         since: int, at: int) -> None:  # fmt: skip
    """A gift from one member to another, once for each `key`.

    Raises OverLimit above `most`, or where all gifts since `since` would come to more than `day_most`; Overdraft.
    """
    if amount <= 0 or giver == taker:
        raise Refused("A gift is some chips for somebody else.")
    if amount > most:
        raise OverLimit("gift", most, most)
    if not _done(db, key):
        given = _moved(db, guild, giver, since, GIFT)
        if given + amount > day_most:
            raise OverLimit("gifts", day_most, max(0, day_most - given))
    postings = [(ledger.member(guild, giver), -amount), (ledger.member(guild, taker), amount)]
    ledger.transfer(db, key, guild, postings, GIFT, at)


def limit_buy_ins(db: Connection, guild: int, user: int, *, since: int, most: int) -> None:
    """Raises OverLimit if a member has brought more than `most` to tables since `since`, this unit's included."""
    brought = _moved(db, guild, user, since, *BUY_INS)
    if brought > most:
        raise OverLimit("buy-ins", most, 0)


def grant(db: Connection, key: str, guild: int, manager: int, user: int, amount: int, reason: str,
          at: int) -> None:  # fmt: skip
    """A manager gives a member chips from the mint, or takes some back (below zero), once for each `key`; noted.

    Raises Overdraft.
    """
    if not amount:
        raise Refused("A grant is more or less than nothing.")
    ledger.transfer(
        db, key, guild, [(ledger.mint(guild), -amount), (ledger.member(guild, user), amount)], GRANT, at
    )  # fmt: skip
    note(db, key, guild, manager, "grant", at, user=user, amount=amount, reason=reason)


def set_credit(db: Connection, key: str, guild: int, manager: int, user: int | None, amount: int | None,
               reason: str, at: int) -> None:  # fmt: skip
    """How far below zero a member may go, or everybody in the server (`user` None) who has no limit of their own.

    With `amount` None a member has the server's limit again, or the server none. Raises Indebted if somebody owes more
    than that already.
    """
    if user is None:
        db.execute(
            "INSERT INTO credits (guild, amount) VALUES (?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET amount = excluded.amount",
            (guild, amount or 0),
        )
        which, limit, own = "own_credit = 0", amount or 0, 0
    else:
        ledger.account_of(db, guild, ledger.member(guild, user))
        erased_limits.take_up(db, guild, user, "credit")  # of somebody who is not back: this is a newer one
        which, own = f"owner = '{int(user)}'", int(amount is not None)
        limit = servers_credit(db, guild) if amount is None else amount
    where = f"guild = ? AND kind = 'member' AND {which}"
    debt = db.execute(
        f"SELECT owner, -balance FROM accounts WHERE {where} ORDER BY balance LIMIT 1", (guild,)
    ).fetchone()
    if debt is not None and debt[1] > limit:
        raise Indebted(int(debt[0]), debt[1])
    db.execute(f"UPDATE accounts SET credit = ?, own_credit = ? WHERE {where}", (limit, own, guild))
    note(db, key, guild, manager, "credit", at, user=user, amount=amount, reason=reason)


def servers_credit(db: Connection, guild: int) -> int:
    """How far below zero a server's members may go, in hundredths of a white chip."""
    found = db.execute("SELECT amount FROM credits WHERE guild = ?", (guild,)).fetchone()
    return found[0] if found else 0


def note(
    db: Connection, key: str, guild: int, manager: int, what: str, at: int, *, user: int | None = None,
    amount: int | None = None, reason: str = "", about: str = "",
) -> None:  # fmt: skip
    """Keeps what a manager has decided, once for each `key`: about what, and about whom if about one."""
    db.execute(
        "INSERT INTO decisions (key, guild, at, manager, what, member, amount, reason, about)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        (key, guild, at, manager, what, user, amount, reason, about),
    )


def _done(db: Connection, key: str) -> bool:
    return db.execute("SELECT 1 FROM transfers WHERE key = ?", (key,)).fetchone() is not None


def _moved(db: Connection, guild: int, user: int, since: int, *why: str) -> int:
    """How much a member has moved for these reasons since a moment, with erased amounts."""
    erased = erased_limits.recall(db, guild, user, since)
    return moved_by_account(db, guild, user, since, *why) + sum(erased.get(each, 0) for each in why)


def moved_by_account(db: Connection, guild: int, user: int, since: int, *why: str) -> int:
    """How much has left a member's account in the books, for these reasons since a moment."""
    number = ledger.known(db, guild, ledger.member(guild, user))
    (moved,) = db.execute(
        "SELECT coalesce(-sum(amount), 0) FROM transfers JOIN postings ON transfer = id AND account = ? AND amount < 0"
        f" WHERE guild = ? AND at >= ? AND why IN ({', '.join('?' * len(why))})",
        (number, guild, since, *why),
    ).fetchone()
    return moved


def purse(db: Connection, guild: int, user: int, since: int) -> Purse:
    """A member's account, and the gifts and buy-ins since a moment."""
    found = db.execute(
        "SELECT balance, credit FROM accounts WHERE guild = ? AND kind = 'member' AND card_table = '' AND owner = ?",
        (guild, str(user)),
    ).fetchone()
    balance, credit = found or (0, servers_credit(db, guild))
    given, bought = _moved(db, guild, user, since, GIFT), _moved(db, guild, user, since, *BUY_INS)
    return Purse(balance, credit, given, bought)


def means(db: Connection, guild: int, user: int, *, since: int, grant: int, most: int) -> int:
    """What a member can bring to a table now: the balance with the credit, and the grant of a first visit; no more than
    what is left of the `most` that may be brought since `since`, where that is not 0."""
    found = purse(db, guild, user, since)
    erased = erased_limits.recall(db, guild, user)
    has = found.balance + max(found.credit, erased.get("credit", 0)) - erased.get("debt", 0)
    if "grant" not in erased and not _done(db, f"grant:{guild}:{user}"):
        has += grant
    return max(0, min(has, most - found.bought) if most else has)


def history(db: Connection, guild: int, user: int, first: int = 0, count: int = 10) -> Page:
    """Lines `first`, `first` + 1, … of a member's account, counted from 0, the newest first."""
    number = ledger.known(db, guild, ledger.member(guild, user))
    (total,) = db.execute("SELECT count(*) FROM postings WHERE account = ?", (number,)).fetchone()
    rows = db.execute(
        """
        WITH newest AS (
            SELECT transfer, amount, balance - coalesce(sum(amount) OVER (
                ORDER BY transfer DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS balance
            FROM (SELECT transfer, account, amount FROM postings WHERE account = :number
                  ORDER BY transfer DESC LIMIT :first + :count) own JOIN accounts ON id = account
        ),
        line AS (SELECT * FROM newest ORDER BY transfer DESC LIMIT :count OFFSET :first)
        SELECT at, why, amount, balance,
            coalesce(
                (SELECT game FROM postings p JOIN accounts a ON a.id = p.account AND a.card_table <> ''
                 JOIN card_tables t ON t.id = a.card_table WHERE p.transfer = line.transfer LIMIT 1),
                (SELECT name FROM postings p JOIN accounts a ON a.id = p.account AND a.kind = 'member'
                 JOIN members m ON m.guild = a.guild
                     AND m.user = CASE a.kind WHEN 'member' THEN CAST(a.owner AS BIGINT) END
                 WHERE p.transfer = line.transfer AND p.account <> :number),
                ''),
            coalesce((SELECT reason FROM decisions WHERE decisions.key = transfers.key), ''),
            coalesce((SELECT n.name FROM postings p JOIN accounts a ON a.id = p.account AND a.card_table <> ''
                      JOIN nights n ON n.id = a.card_table WHERE p.transfer = line.transfer LIMIT 1), '')
        FROM line JOIN transfers ON id = transfer ORDER BY transfer DESC
        """,
        {"number": number, "first": first, "count": count},
    )
    return Page(tuple(Entry(*row) for row in rows), total)


def decisions(db: Connection, guild: int, first: int = 0, count: int = 10) -> tuple[list[Decision], int]:
    """What a server's managers have decided, the newest first, and how many decisions there are in all."""
    (total,) = db.execute("SELECT count(*) FROM decisions WHERE guild = ?", (guild,)).fetchone()
    rows = db.execute(
        "SELECT at, manager, what, member, amount, reason, about FROM decisions WHERE guild = ? ORDER BY id DESC"
        " LIMIT ? OFFSET ?",
        (guild, count, first),
    )
    return [Decision(*row) for row in rows], total
