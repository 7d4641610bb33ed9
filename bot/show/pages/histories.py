"""The hands of a table in a notation that other programs read: poker's in PHH, one file for all of them.

They may be seen when the secrets of their shuffles may. Whatever the notation has no words for is left out and counted.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass

from bot.engine import codec
from bot.engine.piles import SPECTATOR
from bot.engine.traits import Notation
from bot.games.catalog import GAMES
from bot.store import Store, journal, tables
from bot.table.errors import Rejected
from bot.table.restore import OtherRules, rebuilt

from ..messages.proofs import opened
from ..words.sentences import times


@dataclass(frozen=True)
class Histories:
    data: bytes
    """A .phhs file: a section of its own for each hand, counted from 1."""
    hands: int
    left_out: int
    """Hands that the notation has no words for."""
    others: int
    """Deals of games for which there is no such notation."""


async def of_table(store: Store, table: str, match: int | None = None) -> Histories:
    """What may be seen of a table, open or closed, or of one of its matches. Raises Rejected."""
    stored = await store.read(tables.load_table, table)
    closed = stored is not None and stored.status == "closed"
    matches = await store.read(journal.matches, table)
    if match is not None and not 0 < match <= len(matches):
        raise Rejected(f"There is no match {match} at this table.")
    sections: list[str] = []
    left_out = others = waiting = 0
    for one in matches if match is None else [matches[match - 1]]:
        game = GAMES[one.game]
        options = codec.load_options(game, json.loads(one.options))
        done = [deal for deal in await store.read(journal.deals, one.id) if deal.status == "done"]
        if (notation := game.trait(Notation)) is None:
            others += len(done)
        elif not (closed or one.finished is not None or opened(game, options) == "deal"):
            waiting += 1
        else:
            for brief in done:
                whole = await store.read(journal.deal, brief.id)
                assert whole is not None, "it is among the match's deals"
                names = json.loads(whole.start).get("names") or ()
                await asyncio.sleep(0)  # there may be hundreds of them: others get their turn in between
                try:
                    told = notation.write(rebuilt(game, options, whole), names, SPECTATOR)
                except OtherRules:
                    told = None
                if told is None:
                    left_out += 1
                else:
                    sections.append(f"[{len(sections) + 1}]\n{told}\n")
    found = Histories("\n".join(sections).encode(), len(sections), left_out, others)
    if not sections:
        raise Rejected(_why_none(found, waiting))
    return found


def _why_none(found: Histories, waiting: int) -> str:
    if waiting:
        return "The hands can be had when their match is over."
    if found.left_out:
        return f"PHH has no words for the {_hands(found.left_out)} that were played: {ONLY}"
    return "No poker has been played to its end at this table."


ONLY = "it knows Hold'em, Omaha, Stud, Razz, 2-7 and Badugi, one board and plain stakes."


def told(found: Histories) -> str:
    """What goes with the file."""
    lines = [
        f"{_hands(found.hands).capitalize()} in PHH, which poker programs read; amounts are hundredths of a white."
    ]
    if found.left_out:
        lines.append(f"Left out: {_hands(found.left_out)} that it has no words for; {ONLY}")
    if found.others:
        lines.append(f"Left out: {times(found.others, 'deal')} of other games.")
    return "\n".join(lines)


def _hands(n: int) -> str:
    return times(n, "hand")
