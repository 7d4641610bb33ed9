"""Several processes on one database: each has some of Discord's shards, and with them the servers that they hear. Which
ones follows from two numbers; `lease` sees to it that no two processes have the same."""

import json
from typing import NamedTuple, Self

from .connection import Connection
from .units import engine

CHANNEL = "cardroom"
"""What the processes tell each other goes by this name."""


class Cluster(NamedTuple):
    """A process is `number`, counted from 0, of this `total`."""

    number: int
    total: int

    @classmethod
    def of(cls, guild: int, total: int) -> Self:
        """That of a server. It is the same for every number of shards that `total` divides."""
        return cls((guild >> 22) % total, total)

    def has(self, guild: int) -> bool:
        """Whether a server is its own."""
        return Cluster.of(guild, self.total) == self

    def __str__(self) -> str:
        return f"{self.number}/{self.total}"


ALONE = Cluster(0, 1)
"""A process that has all servers."""
PERSON = "person"
"""What is told of a user who has other choices, or other direct messages, than before."""
OWN = "(guild >> 22) % :total = :number"
"""SQL, over a cluster's fields: whether a row's `guild` is one of its servers."""


def tell(db: Connection, what: str, about: object) -> None:
    """Every process hears this once the unit is stored; `about` is any JSON value. With a file there is but one
    process, and nobody to be told."""
    if engine(db).notifies:
        db.execute("SELECT pg_notify(?, ?)", (CHANNEL, json.dumps([what, about])))
