"""The bank: a double-entry ledger over the accounts of each server's members, tables, house and mint.

Amounts are whole numbers, hundredths of a white chip (rules/dealing.md, section 7). Every transfer sums to zero, and a
balance changes by a posting alone, in the database; no balance is read, changed here and written back.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple

from . import erased_limits
from .connection import Connection
from .errors import Duplicate, NoRefill, Overdraft

Kind = Literal["member", "escrow", "pot", "house", "mint"]


@dataclass(frozen=True, slots=True)
class Account:
    """Where chips lie. Make one with `member`, `escrow`, `pot`, `house` or `mint`.

    A table's accounts leave `guild` open: they belong to the server of the transfer that names them.
    """

    kind: Kind
    guild: int | None = None
    table: str = ""
    owner: str = ""


def member(guild: int, user: int) -> Account:
    """A member's chips in this server's bank; never below zero but by the credit that the member has."""
    return Account("member", guild, owner=str(user))


def escrow(table: str, owner: int | str) -> Account:
    """The chips that the owner of a seat has at a table; never below zero. A house player's owner is any fixed name."""
    return Account("escrow", table=table, owner=str(owner))


def pot(table: str) -> Account:
    """Chips that lie on the table and are nobody's yet; never below zero."""
    return Account("pot", table=table)


def house(guild: int) -> Account:
    """The house that banks a game; may go below zero."""
    return Account("house", guild)


def mint(guild: int) -> Account:
    """Where grants, refills and the stacks of house players come from; below zero by the chips in play."""
    return Account("mint", guild)


_BELOW_ZERO = ("house", "mint")


Postings = Collection[tuple[Account, int]]


def _summed(guild: int, postings: Postings) -> dict[Account, int]:
    """The postings with one entry per account and none of zero.

    Raises ValueError if they do not sum to zero, hold anything but whole numbers, or name another server's account.
    """
    totals: dict[Account, int] = {}
    for account, amount in postings:
        if type(amount) is not int:
            raise ValueError(f"amounts are whole hundredths, not {amount!r}")
        if account.guild not in (None, guild):
            raise ValueError("a transfer stays within one server")
        totals[account] = totals.get(account, 0) + amount
    if sum(totals.values()):
        raise ValueError("postings must sum to zero")
    return {account: amount for account, amount in totals.items() if amount}


def transfer(db: Connection, key: str, guild: int, postings: Postings, why: str, at: int) -> None:
    """Moves chips between accounts, once for each `key` ever: the same transfer again does nothing.

    Raises ValueError if the postings do not sum to zero, Overdraft if a member, seat or pot would go below zero,
    Duplicate if `key` has moved other chips.
    """
    moved = _summed(guild, postings)
    fresh = db.execute(
        "INSERT INTO transfers (key, guild, why, at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id",
        (key, guild, why, at),
    ).fetchone()
    if fresh is None:
        if _recorded(db, key) != (guild, why, moved):
            raise Duplicate("Other chips have already moved under that name.")
        return
    for account, amount in moved.items():
        number = account_of(db, guild, account)
        if amount < 0 and account.kind not in _BELOW_ZERO:  # the database would refuse it as well, without a sentence
            there, credit = db.execute("SELECT balance, credit FROM accounts WHERE id = ?", (number,)).fetchone()
            if there + amount < -credit:
                raise Overdraft(there, -amount, credit)
        db.execute("INSERT INTO postings (transfer, account, amount) VALUES (?, ?, ?)", (fresh[0], number, amount))


def account_of(db: Connection, guild: int, account: Account) -> int:
    """The account's number. It is made if need be, a member's with the credit that the server gives."""
    found = known(db, guild, account)
    if found is None:
        (found,) = db.execute(
            "INSERT INTO accounts (guild, kind, card_table, owner, credit) VALUES (?1, ?2, ?3, ?4,"
            " CASE ?2 WHEN 'member' THEN coalesce((SELECT amount FROM credits WHERE guild = ?1), 0) ELSE 0 END)"
            " RETURNING id",
            (guild, account.kind, account.table, account.owner),
        ).fetchone()
    return found


def known(db: Connection, guild: int, account: Account) -> int | None:
    """The account's number; None if it was never used."""
    found = db.execute(
        "SELECT id FROM accounts WHERE guild = ? AND kind = ? AND card_table = ? AND owner = ?",
        (guild, account.kind, account.table, account.owner),
    ).fetchone()
    return found[0] if found else None


def _recorded(db: Connection, key: str) -> tuple[int, str, dict[Account, int]]:
    number, guild, why = db.execute("SELECT id, guild, why FROM transfers WHERE key = ?", (key,)).fetchone()
    rows = db.execute(
        "SELECT kind, guild, card_table, owner, amount FROM postings JOIN accounts ON accounts.id = account"
        " WHERE transfer = ?",
        (number,),
    )
    return guild, why, {_named(*row): amount for *row, amount in rows}


def _named(kind: Kind, guild: int, table: str, owner: str) -> Account:
    return Account(kind, None if table else guild, table, owner)


def name_member(db: Connection, guild: int, user: int, name: str) -> None:
    """Keeps the member's name up to date."""
    db.execute(
        "INSERT INTO members (guild, user, name) VALUES (?, ?, ?) ON CONFLICT (guild, user) DO UPDATE"
        " SET name = excluded.name WHERE members.name <> excluded.name",
        (guild, user, name),
    )


def ensure_member(db: Connection, guild: int, user: int, name: str, grant: int, at: int) -> None:
    """Keeps the member's name up to date and pays the grant of first use, once ever.

    A member who comes back after their data was erased gets no second grant, and still owes what they owed.
    """
    name_member(db, guild, user, name)
    key = f"grant:{guild}:{user}"
    # Asked by its key alone: a server that changes its grant does not pay anyone twice.
    if not db.execute("SELECT 1 FROM transfers WHERE key = ?", (key,)).fetchone():
        if erased_limits.take_up(db, guild, user, "grant") is not None:
            grant = 0
        transfer(db, key, guild, [(mint(guild), -grant), (member(guild, user), grant)], "grant", at)
        _come_back(db, guild, user, at)


def _come_back(db: Connection, guild: int, user: int, at: int) -> None:
    """What a member had borrowed before their data was erased is borrowed again, and their own credit holds."""
    credit, debt = (erased_limits.take_up(db, guild, user, what) for what in ("credit", "debt"))
    mine = member(guild, user)
    if credit is not None:
        number = account_of(db, guild, mine)
        db.execute("UPDATE accounts SET credit = ?, own_credit = 1 WHERE id = ?", (credit, number))
    if debt:  # the server's credit may be smaller by now
        db.execute("UPDATE accounts SET credit = ?1 WHERE id = ?2 AND credit < ?1", (debt, account_of(db, guild, mine)))
        transfer(db, f"debt:{guild}:{user}", guild, [(mine, -debt), (mint(guild), debt)], "debt", at)


def refill(db: Connection, guild: int, user: int, day: str, *, buy_in: int, amount: int, at: int) -> None:
    """Pays `amount` to a member who has less than `buy_in`, in the bank and at tables together, once for each `day`.

    Raises NoRefill otherwise.
    """
    key = f"refill:{guild}:{user}:{day}"
    had = db.execute("SELECT 1 FROM transfers WHERE key = ?", (key,)).fetchone()
    if had or f"refill:{day}" in erased_limits.recall(db, guild, user):
        raise NoRefill("You have had your refill for today.")
    (has,) = db.execute(
        "SELECT coalesce(sum(balance), 0) FROM accounts WHERE guild = ? AND owner = ?", (guild, str(user))
    ).fetchone()
    if has >= buy_in:
        raise NoRefill("You still have enough chips for a buy-in.")
    transfer(db, key, guild, [(mint(guild), -amount), (member(guild, user), amount)], "refill", at)


def balance(db: Connection, guild: int, user: int) -> int:
    """A member's chips in the bank, in hundredths of a white; 0 for somebody who never came."""
    mine = member(guild, user)
    found = db.execute(
        "SELECT balance FROM accounts WHERE guild = ? AND kind = ? AND card_table = ? AND owner = ?",
        (guild, mine.kind, mine.table, mine.owner),
    ).fetchone()
    return found[0] if found else 0


def balances(db: Connection, guild: int, table: str | None = None) -> dict[Account, int]:
    """Every account of the server that is not empty, or only those of one table."""
    which = "" if table is None else " AND card_table = ?"
    rows = db.execute(
        "SELECT kind, guild, card_table, owner, balance FROM accounts"
        f" WHERE guild = ? AND balance <> 0{which} ORDER BY id",
        (guild,) if table is None else (guild, table),
    )
    return {_named(*row): amount for *row, amount in rows}


class Moved(NamedTuple):
    """Chips that came to a table (above zero) or went home from it, in hundredths of a white, at a time in ms."""

    owner: str
    """Whose seat it was, as `escrow` names it."""
    name: str
    """The member's; empty for house players and those whose data is erased."""
    at: int
    amount: int


def moved_at(db: Connection, guild: int, table: str) -> list[Moved]:
    """Everything that has been brought to the seats of a table and taken home from them, in order. What deals have
    moved between them is none of it."""
    rows = db.execute(
        "SELECT a.owner, t.at, p.amount FROM accounts a JOIN postings p ON p.account = a.id"
        " JOIN transfers t ON t.id = p.transfer"
        " WHERE a.guild = ? AND a.card_table = ? AND a.kind = 'escrow' AND t.why <> 'deal' ORDER BY t.id",
        (guild, table),
    ).fetchall()
    members = [int(owner) for owner in {owner for owner, *_ in rows} if owner.isdecimal()]
    names = dict(
        db.execute(
            "SELECT user, name FROM members WHERE guild = ?"
            " AND user IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (guild, json.dumps(members)),
        ).fetchall()
    )
    return [Moved(owner, names.get(int(owner), "") if owner.isdecimal() else "", *more) for owner, *more in rows]


def audit(db: Connection) -> list[str]:
    """The errors in the books, a sentence each: none, if each server and transfer sums to zero and each balance is the
    sum of its postings."""
    servers = db.execute("SELECT guild, sum(balance) FROM accounts GROUP BY guild HAVING sum(balance) <> 0")
    accounts = db.execute(
        "SELECT id, balance, posted FROM accounts LEFT JOIN (SELECT account, sum(amount) AS posted FROM postings"
        " GROUP BY account) sums ON account = id WHERE balance <> coalesce(posted, 0)"
    )
    transfers = db.execute("SELECT transfer, sum(amount) FROM postings GROUP BY transfer HAVING sum(amount) <> 0")
    return [
        *(f"The accounts of server {guild} sum to {total} and not to 0." for guild, total in servers),
        *(f"Account {number} holds {has}, and its postings sum to {posted}." for number, has, posted in accounts),
        *(f"Transfer {number} sums to {total} and not to 0." for number, total in transfers),
    ]
