"""A table as the store keeps it: who sits where, what runs, and when it must act; the deal's rows are the journal's."""

from __future__ import annotations

import json
from dataclasses import asdict

from bot.engine import codec
from bot.store import Table

from .state import TableState


def dump(s: TableState, now: int) -> Table:
    """What stands in the table's row, stored at this moment: wall time as the table has it, in ms."""
    state = {
        "chairs": [c.dump() for c in s.chairs], "gone": [asdict(g) for g in s.gone], "phase": s.phase,
        "newcomers": s.newcomers, "queue": s.queue,
        "paused": s.paused, "message": s.message, "message_deal": s.message_deal, "panels": s.panels,
        "match": s.match_id, "deal": s.deal_id, "deals": s.deals_begun, "matches": s.matches_begun,
        "numbers": s.deal.number if s.deal else s.numbers, "splash": s.splash,
        "idle_since": s.idle_since, "version": s.version, "stood_still": s.stood_still,
        "stopped_at": s.stopped_at, "undo": s.undo and asdict(s.undo), "watchers": s.watchers,
        "house_rows": s.house_rows,
        "stacks": {seat: [n for _, n in stack] for seat, stack in s.stacks.items()},
        "night": s.night and s.night.dump(),
        "notice": s.notice, "told": s.told.dump(), "turns": s.turns, "next_at": s.next_at, "pinged": s.pinged,
        "saved": now, "lag": [s.time.life, s.lag],
        "state": codec.dump_state(s.match.state) if s.match and not s.deal else None,
    }  # fmt: skip
    return Table(
        s.id, s.guild, s.channel, s.thread, s.host, s.game.slug,
        json.dumps(codec.dump_options(s.options)), json.dumps(state), s.phase, s.version,
    )  # fmt: skip
