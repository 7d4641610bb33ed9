"""What somebody reads at the end of a lesson: what they have not met yet, and what to try next."""

from __future__ import annotations

from bot.engine.offers import meaning, verb
from bot.table.open_table import OpenTable

from ..words.game import Words

MOST_NEW = 2
"""Of the moves that they could have made, and have not."""
OPEN = "Open a table"


def lines(s: OpenTable, words: Words) -> list[str]:
    """At a teaching table whose match is over."""
    hints = sum(chair.hints for chair in s.chairs if chair.user is not None)
    if hints:
        taken = "one hint" if hints == 1 else f"{hints:,} hints"
        again = f"you took {taken}: play **Again** with fewer, then with friends"
    else:
        again = "you took no hint: you are ready for a table with friends"
    opens = f"**{OPEN}** under the lesson does that, and so does `/{s.game.slug}`."
    return [*_not_made(s, words), f"**Next:** {again}. {opens}"]


def _not_made(s: OpenTable, words: Words) -> list[str]:
    """Moves that they have met, and never made."""
    if s.lesson is None:
        return []
    left = [kind for kind in words.verbs if verb(kind) in s.lesson.met and verb(kind) not in s.lesson.made]
    return [
        f"-# Not tried yet · **{verb(kind).replace('-', ' ').capitalize()}** · {meaning(kind)}"
        for kind in left[:MOST_NEW]
    ]
