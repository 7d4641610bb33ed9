"""The course of a match: how everybody stood after each of its deals, and the deal for which it is remembered."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.deal import Deal
from bot.engine.piles import EVERYONE
from bot.store import Scored

from .open_table import OpenTable
from .state import Highlight, Stood


def note_deal(s: OpenTable, deal: Deal) -> None:
    """A deal is over: one more point of the course, and perhaps it is the most remarkable of the match."""
    after = deal.after
    assert after is not None
    before = s.match_course[-1] if s.match_course else Stood((), (), ())
    point = _point(s, Scored(deal.state.stacks, after.stacks, after.scores))
    s.match_course.append(point)
    seen_by_all = [event for event, audience in deal.table.events if audience is EVERYONE]
    s.recalled.append(s.game.recall(seen_by_all))
    worth = [s.game.notable(seen_by_all), _swing(before.scores, point.scores) or _swing(before.won, point.won)]
    if s.highlight is None or worth > s.highlight.worth:
        s.highlight, s.highlight_deal = Highlight(s.deal_id, worth), deal


def take_up(s: OpenTable, scored: Sequence[Scored]) -> None:
    """The course of the table's match, from what the store has of its deals."""
    s.match_course = []
    for one in scored:
        s.match_course.append(_point(s, one))


def _point(s: OpenTable, one: Scored) -> Stood:
    so_far = s.match_course[-1].won if s.match_course else ()
    won = [now - then for then, now in zip(one.before, one.after, strict=True)]
    summed = tuple(n + (so_far[seat] if seat < len(so_far) else 0) for seat, n in enumerate(won))
    return Stood(tuple(one.scores), summed, tuple(one.after))


def _swing(before: Sequence[int], after: Sequence[int]) -> int:
    """The most that a deal has changed for anybody."""
    return max((abs(now - (before[seat] if seat < len(before) else 0)) for seat, now in enumerate(after)), default=0)
