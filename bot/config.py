"""Settings of the program, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Config:
    """What whoever runs the bot decides."""

    token: str | None
    """`DISCORD_TOKEN`: the bot's token; without one it plays on the local Discord."""
    data: Path
    """`CARDROOM_DATA`: the folder of the database."""
    log_level: str
    """`CARDROOM_LOG`: INFO, DEBUG, …"""

    @property
    def database(self) -> Path:
        return self.data / "cardroom.db"

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Config:
        return cls(
            token=environment.get("DISCORD_TOKEN", "").strip() or None,
            data=Path(environment.get("CARDROOM_DATA") or "data"),
            log_level=(environment.get("CARDROOM_LOG") or "INFO").upper(),
        )
