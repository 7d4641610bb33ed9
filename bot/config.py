"""Settings of the program, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
"""How much can be logged, the most first."""


@dataclass(frozen=True)
class Config:
    """What the operator decides."""

    token: str | None
    """`DISCORD_TOKEN`: the bot's token; without one it plays on the local Discord."""
    data: Path
    """`CARDROOM_DATA`: the folder of the database."""
    log_level: str
    """`CARDROOM_LOG`: one of LEVELS."""
    dms_an_hour: int
    """`CARDROOM_DMS`: how many direct messages may be opened in an hour for people who sit down."""

    @property
    def database(self) -> Path:
        return self.data / "cardroom.db"

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Config:
        """Raises ValueError with a sentence if a setting is not one."""
        dms = environment.get("CARDROOM_DMS") or "20"
        if not (dms.isascii() and dms.isdigit() and len(dms) < 6):
            raise ValueError(f"CARDROOM_DMS is a number of direct messages an hour, not {dms!r}.")
        level = environment.get("CARDROOM_LOG") or "INFO"
        if level.upper() not in LEVELS:
            raise ValueError(f"CARDROOM_LOG is {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not {level!r}.")
        return cls(
            token=environment.get("DISCORD_TOKEN", "").strip() or None,
            data=Path(environment.get("CARDROOM_DATA") or "data"),
            log_level=level.upper(),
            dms_an_hour=int(dms),
        )
