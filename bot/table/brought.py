"""Who has brought how many chips to a table, when, and how they stand: added up from the ledger's transfers and what
lies there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.piles import Seat
from bot.store import Moved, ledger

from .names import escaped
from .open_table import OpenTable
from .session import Session

TRIES = 5
SOMEBODY = "Somebody"


@dataclass(frozen=True)
class Brought:
    """One person, or a house player. Amounts are hundredths of a white."""

    name: str
    """As a message says it."""
    house: bool
    moved: Sequence[Moved]
    """To the table above zero, home from it below; the earliest first."""
    seat: Seat | None
    """None for a player who has left."""
    stack: int
    """As the running hand has found it."""

    @property
    def net(self) -> int:
        return self.stack - sum(one.amount for one in self.moved)


@dataclass(frozen=True)
class Sheet:
    """All who have been there, the best first. With what lies on the table and what the house has won their nets sum to
    nothing."""

    people: Sequence[Brought]
    lies: int

    @property
    def house(self) -> int:
        """What the house that banks the game has won; 0 if none does."""
        return -self.lies - sum(one.net for one in self.people)


async def sheet(session: Session) -> Sheet:
    """How everybody stands at this table, as it is stored. Raises StoreError, Rejected."""
    moved: Sequence[Moved] = ()
    for _ in range(TRIES):
        await session.commits.settled()
        version, guild = session.table.version, session.table.guild
        moved = await session.services.store.read(ledger.moved_at, guild, session.id)
        if session.commits.quiet and session.table.version == version:
            break
    return added_up(session.table, moved)


def added_up(s: OpenTable, moved: Sequence[Moved]) -> Sheet:
    """The same from what the ledger knows of the table."""
    here = {s.chairs[seat].account: seat for seat in s.taken}
    names = {str(g.user): escaped(g.name) for g in s.gone}
    by_owner: dict[str, list[Moved]] = {}
    for one in moved:
        by_owner.setdefault(one.owner, []).append(one)
    people: list[Brought] = []
    for owner, each in by_owner.items():
        seat, house = here.get(owner), not owner.lstrip("-").isdecimal()
        called = each[-1].name or (owner.removeprefix("house ") if house else SOMEBODY)
        name = s.chairs[seat].said if seat is not None else names.get(owner) or escaped(called)
        people.append(Brought(name, house, each, seat, s.stack_of(seat) if seat is not None else 0))
    state = s.match.state if s.match is not None else None
    lies = s.splash + (state.pot + state.splash if state is not None else 0)
    return Sheet(sorted(people, key=lambda one: -one.net), lies)
