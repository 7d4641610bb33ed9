"""What is logged, and how it is written down."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, and the exception if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname, "logger": record.name, "message": record.getMessage(),
        }  # fmt: skip
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_log(*, as_json: bool) -> None:
    """From now on what is logged is written to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def is_json() -> bool:
    """Whether the log is written as JSON."""
    return any(isinstance(handler.formatter, JsonLines) for handler in logging.getLogger().handlers)


def begin_log(level: str, *, as_json: bool = False) -> None:
    """Log what the card room has to say from this level on, and of libraries no more than INFO.

    At DEBUG these log everything they are given: the secrets of running deals, hands, and controls with cards.
    """
    write_log(as_json=as_json)
    for name in ("bot", "cogs", "card_art"):
        logging.getLogger(name).setLevel(level)
    logging.getLogger().setLevel(max(logging.INFO, logging.getLogger("bot").level))
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that there will be no voice
    logging.getLogger("discord.shard").addFilter(in_one_line)


def in_one_line(record: logging.LogRecord) -> bool:
    """That Discord cannot be reached just now is said without the whole way that led there."""
    if record.exc_info and str(record.msg).startswith(("Attempting a reconnect", "Failed to connect")):
        record.msg, record.args, record.exc_info = f"{record.getMessage()}: {record.exc_info[1]}", (), None
    return True
