"""What units of work and queries are given: a connection to either database, which speaks the SQL of both.

That SQL is SQLite's as far as PostgreSQL knows it, too. So conflicts name their columns, booleans are compared and not
added up, lists of values are `json_each` of a JSON array, and `user` stands alone (`postgres` puts it in quotes).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import StoreError


class Rows(Protocol):
    """What a statement has found, and how many rows it has changed."""

    @property
    def rowcount(self) -> int: ...
    @property
    def description(self) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection; `sqlite3.Connection` is one."""

    @property
    def in_transaction(self) -> bool: ...
    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ..., /) -> Rows: ...
    def executemany(self, sql: str, parameters: Iterable[Sequence[Any] | Mapping[str, Any]], /) -> Rows: ...


@dataclass(frozen=True, slots=True)
class Engine:
    """What the two databases do differently."""

    snapshot: str
    """How a transaction begins that reads one state of everything."""
    error: type[Exception]
    """What its errors are."""
    told: Callable[[Exception], StoreError]
    """What they mean."""
    notifies: bool
    """Whether it tells several processes what one of them has done."""
