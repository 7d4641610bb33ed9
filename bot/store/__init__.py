"""The card room's records: the bank's ledger, tables, the journal of deals, results and settings, in one SQLite file.

    async with await Store.open("data/cardroom.db") as store:
        buy_in = [(member(guild, user), -500), (escrow(table, user), 500)]
        await store.commit(Work().transfer("sit:1", guild, buy_in, "buy-in", now).set_deadline(table, now + 60_000))

It knows no game and no Discord: what it keeps of them is JSON text. Amounts are whole hundredths of a white chip, and
times whole milliseconds.
"""

from .avatars import Avatar
from .bank import Decision, Entry
from .clusters import ALONE, Cluster
from .direct_messages import Dm
from .errors import (
    Barred,
    Closed,
    Corrupt,
    DiskFull,
    Duplicate,
    Gap,
    Indebted,
    LeaseLost,
    Locked,
    Missing,
    NoRefill,
    Overdraft,
    OverLimit,
    Refused,
    StoreError,
    TooMany,
    Trouble,
)
from .guests import Guest, GuestList
from .hands import NotedHand
from .journal import Deal, Match, Row, Scored
from .leaderboards import Period, Standing
from .ledger import Account, Moved, escrow, house, member, mint, pot
from .nights import Night, Point
from .planned import Call, Plan
from .recent import RecentResults, Versus
from .records import NO_PLACE, AgainstHouse, Count, Outcome, Record, Result, Sessions, Stats
from .results import Counted
from .seasons import Season
from .series import Series
from .settings import By
from .store import Store, Work
from .tables import Table, TableBrief

__all__ = [
    "ALONE",
    "NO_PLACE",
    "Account",
    "AgainstHouse",
    "Avatar",
    "Barred",
    "By",
    "Call",
    "Closed",
    "Cluster",
    "Corrupt",
    "Count",
    "Counted",
    "Deal",
    "Decision",
    "DiskFull",
    "Dm",
    "Duplicate",
    "Entry",
    "Gap",
    "Guest",
    "GuestList",
    "Indebted",
    "LeaseLost",
    "Locked",
    "Match",
    "Missing",
    "Moved",
    "Night",
    "NoRefill",
    "NotedHand",
    "Outcome",
    "OverLimit",
    "Overdraft",
    "Period",
    "Plan",
    "Point",
    "RecentResults",
    "Record",
    "Refused",
    "Result",
    "Row",
    "Scored",
    "Season",
    "Series",
    "Sessions",
    "Standing",
    "Stats",
    "Store",
    "StoreError",
    "Table",
    "TableBrief",
    "TooMany",
    "Trouble",
    "Versus",
    "Work",
    "escrow",
    "house",
    "member",
    "mint",
    "pot",
]
