"""The course of a match: how everybody stood after each of its deals, and the deal for which it is remembered."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.deal import Deal
from bot.engine.piles import EVERYONE
from bot.store import Scored

from .open_table import OpenTable
from .state import Highlight


def note_deal(s: OpenTable, deal: Deal) -> None:
    """A deal is over: one more point of the course, and perhaps it is the most remarkable of the match."""
    after = deal.after
    assert after is not None
    before = s.match_course[-1] if s.match_course else ()
    point = _point(s, Scored(deal.state.stacks, after.stacks, after.scores))
    s.match_course.append(point)
    swing = max(abs(now - (before[seat] if seat < len(before) else 0)) for seat, now in enumerate(point))
    seen_by_all = [event for event, audience in deal.table.events if audience is EVERYONE]
    worth = [s.game.notable(seen_by_all), swing]
    if s.highlight is None or worth > s.highlight.worth:
        s.highlight, s.highlight_deal = Highlight(s.deal_id, worth), deal


def take_up(s: OpenTable, scored: Sequence[Scored]) -> None:
    """The course of the table's match, from what the store has of its deals."""
    s.match_course = []
    for one in scored:
        s.match_course.append(_point(s, one))


def _point(s: OpenTable, one: Scored) -> tuple[int, ...]:
    """By seat: the score; or what has been won or lost since the match began, in hundredths of a white, where only
    chips count. What is bought meanwhile is not won."""
    if not s.game.for_chips(s.options):
        return tuple(one.scores)
    so_far = s.match_course[-1] if s.match_course else ()
    won = [now - then for then, now in zip(one.before, one.after, strict=True)]
    return tuple(n + (so_far[seat] if seat < len(so_far) else 0) for seat, n in enumerate(won))
