"""When something comes, as Discord counts down to it."""

from __future__ import annotations

from bot.table.open_table import OpenTable

from ..words.sentences import times


def countdown(s: OpenTable, at: int) -> str:
    """When it will be this table time (ms): "in 5 minutes", which Discord counts down. While the table is paused its
    time stands still: then it is said how much of it is left."""
    if s.stopped_at is None:
        return f"<t:{s.wall(at) // 1000}:R>"
    seconds = max(0, -((s.now() - at) // 1000))
    left = times(seconds, "second") if seconds < 60 else times(-(-seconds // 60), "minute")
    return f"{left} after it goes on"
