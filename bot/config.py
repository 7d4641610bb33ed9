"""Settings of the program, from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
"""How much can be logged, the most first."""
TEXT, JSON = "text", "json"
"""How the log can be written."""
MOST_DRAWERS = 64


@dataclass(frozen=True)
class Config:
    """What the operator decides."""

    token: str | None
    """`DISCORD_TOKEN`: the bot's token; without one it plays on the local Discord."""
    folder: Path
    """`CARDROOM_DATA`: where the file of the database is, and what else is written down."""
    log_level: str
    """`CARDROOM_LOG`: one of LEVELS."""
    log_format: str
    """`CARDROOM_LOG_FORMAT`: TEXT or JSON."""
    dms_an_hour: int
    """`CARDROOM_DMS`: how many direct messages may be opened in an hour for people who sit down."""
    metrics: tuple[str, int] | None
    """`CARDROOM_METRICS`: the host and the port where `/metrics` and `/healthz` can be asked for; None for nowhere."""
    drawers: int
    """`CARDROOM_DRAWERS`: how many processes draw; by default as many as there are cores but one, at least one."""

    address: str | None = None
    """`CARDROOM_DATABASE`: a database of PostgreSQL in place of the file."""

    cluster: tuple[int, int] = (0, 1)
    """`CARDROOM_CLUSTER`: the number of this process, and how many there are on one database."""

    @property
    def data(self) -> Path:
        """The folder of this process: each of several has one of its own."""
        number, total = self.cluster
        return self.folder / f"cluster-{number}" if total > 1 else self.folder

    @property
    def file(self) -> Path:
        """The database where no other is named."""
        return self.folder / "cardroom.db"

    @property
    def database(self) -> str | Path:
        """Where the records are."""
        return self.address or self.file

    @property
    def database_name(self) -> str:
        """The same for a person to read: an address may hold a password."""
        return str(self.file) if self.address is None else "the database of CARDROOM_DATABASE"

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Config:
        """Raises ValueError with a sentence if a setting is not one."""
        dms = environment.get("CARDROOM_DMS") or "20"
        if not (dms.isascii() and dms.isdigit() and len(dms) < 6):
            raise ValueError(f"CARDROOM_DMS is a number of direct messages an hour, not {dms!r}.")
        drawers = environment.get("CARDROOM_DRAWERS") or str(max(1, _cores() - 1))
        if not (drawers.isascii() and drawers.isdigit() and 1 <= int(drawers) <= MOST_DRAWERS):
            raise ValueError(f"CARDROOM_DRAWERS is a number of processes from 1 to {MOST_DRAWERS}, not {drawers!r}.")
        level = environment.get("CARDROOM_LOG") or "INFO"
        if level.upper() not in LEVELS:
            raise ValueError(f"CARDROOM_LOG is {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not {level!r}.")
        written = (environment.get("CARDROOM_LOG_FORMAT") or TEXT).lower()
        if written not in (TEXT, JSON):
            raise ValueError(f"CARDROOM_LOG_FORMAT is {TEXT} or {JSON}, not {written!r}.")
        address = _database(environment.get("CARDROOM_DATABASE") or "")
        cluster = _cluster(environment.get("CARDROOM_CLUSTER") or "0/1")
        if cluster[1] > 1 and address is None:
            raise ValueError(
                "Several processes need one database: set CARDROOM_DATABASE, or leave CARDROOM_CLUSTER out."
            )
        return cls(
            token=environment.get("DISCORD_TOKEN", "").strip() or None,
            folder=Path(environment.get("CARDROOM_DATA") or "data"),
            log_level=level.upper(),
            log_format=written,
            dms_an_hour=int(dms),
            metrics=_address(environment.get("CARDROOM_METRICS") or ""),
            drawers=int(drawers),
            address=address,
            cluster=cluster,
        )


def _database(given: str) -> str | None:
    """The address of a database. Raises ValueError with a sentence, which does not repeat it."""
    if given and not given.startswith(("postgresql://", "postgres://")):
        raise ValueError("CARDROOM_DATABASE is the address of a database, as postgresql://user@host/name.")
    return given or None


def _cluster(given: str) -> tuple[int, int]:
    """A number, counted from 0, and the total. Raises ValueError with a sentence."""
    found = re.fullmatch(r"(\d{1,3})/(\d{1,3})", given, re.ASCII)
    if found is None or int(found[1]) >= int(found[2]):
        raise ValueError(f"CARDROOM_CLUSTER is a number from 0 and a total, as in 2/8, not {given!r}.")
    return int(found[1]), int(found[2])


def _address(given: str) -> tuple[str, int] | None:
    """A host and a port. Raises ValueError with a sentence."""
    if not given:
        return None
    try:
        parts = urlsplit(f"//{given}")
        if parts.hostname and parts.port and parts.netloc == given and "@" not in given:
            return parts.hostname, parts.port
    except ValueError:
        pass
    raise ValueError(f"CARDROOM_METRICS is a host and a port, as in 127.0.0.1:9464, not {given!r}.")


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
