"""Transactions, on either database: several units of work in one, and what is read together."""

from collections.abc import Callable
from typing import TypeVar

from .connection import Connection, Engine
from .errors import Locked, StoreError, Trouble, too_large
from .sqlite import SQLITE

T = TypeVar("T")


def engine(db: Connection) -> Engine:
    """Which database this is."""
    return getattr(db, "engine", SQLITE)


def snapshot(db: Connection, query: Callable[..., T], *args: object, **kwargs: object) -> T:
    """`query(connection, …)`: what it reads in several statements fits together."""
    of = engine(db)
    try:
        db.execute(of.snapshot)
        try:
            return query(db, *args, **kwargs)
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    except of.error as error:
        raise of.told(error) from error


Step = Callable[[Connection], None]


def apply(db: Connection, units: list[list[Step]]) -> list[Exception | None]:
    """Does the units in one transaction, each wholly or not at all, and says for each what stood in its way.

    A unit that is refused leaves the others alone. If the database itself fails, nothing of the transaction is kept,
    and each unit is tried alone: what still fits on a full disk gets through.
    """
    of = engine(db)
    try:
        db.execute("BEGIN IMMEDIATE")
        outcomes = [_guarded(db, of, steps, alone=len(units) == 1) for steps in units]
        if db.in_transaction:
            db.execute("COMMIT")
    except of.error as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        cause = of.told(error)
        # Who holds the file would let none of them through, and each would wait as long again.
        if len(units) == 1 or isinstance(cause, Locked):
            return [cause] * len(units)
        return [apply(db, [unit])[0] for unit in units]
    return outcomes


def _guarded(db: Connection, of: Engine, steps: list[Step], *, alone: bool) -> Exception | None:
    """A unit, and what stood in its way; one that is `alone` in its transaction needs no savepoint."""
    outcome: Exception | None = None
    if not alone:
        db.execute("SAVEPOINT unit")
    try:
        for step in steps:
            step(db)
        db.execute("COMMIT" if alone else "RELEASE unit")
    except StoreError as error:
        outcome = error
    except of.error as error:
        outcome = of.told(error)
        if isinstance(outcome, Trouble):
            raise
    except OverflowError as error:
        outcome = too_large(error)
    except Exception as error:
        outcome = error
    if outcome is not None:
        for undoing in ("ROLLBACK",) if alone else ("ROLLBACK TO unit", "RELEASE unit"):
            db.execute(undoing)
    return outcome
