"""The card room's records: the bank's ledger, tables, the journal of deals, results and settings, in one SQLite file.

    async with await Store.open("data/cardroom.db") as store:
        buy_in = [(member(guild, user), -500), (escrow(table, user), 500)]
        await store.commit(Work().transfer("sit:1", guild, buy_in, "buy-in", now).set_deadline(table, now + 60_000))

It knows no game and no Discord: what it keeps of them is JSON text. Amounts are whole hundredths of a white chip, and
times whole milliseconds.
"""

from .bank import Decision, Entry
from .errors import (
    Closed,
    Corrupt,
    DiskFull,
    Duplicate,
    Gap,
    Indebted,
    Locked,
    Missing,
    NoRefill,
    Overdraft,
    OverLimit,
    Refused,
    StoreError,
    Trouble,
)
from .journal import Deal, Match, Row
from .ledger import Account, escrow, house, member, mint, pot
from .records import Count, Record, Result, Standing, Stats
from .room import Dm, Table, TableBrief
from .store import Store
from .work import Work

__all__ = [
    "Account",
    "Closed",
    "Corrupt",
    "Count",
    "Deal",
    "DiskFull",
    "Decision",
    "Dm",
    "Duplicate",
    "Gap",
    "Entry",
    "Locked",
    "Indebted",
    "Match",
    "Missing",
    "NoRefill",
    "Overdraft",
    "Record",
    "OverLimit",
    "Refused",
    "Result",
    "Row",
    "Standing",
    "Stats",
    "Store",
    "StoreError",
    "Table",
    "TableBrief",
    "Trouble",
    "Work",
    "escrow",
    "house",
    "member",
    "mint",
    "pot",
]
