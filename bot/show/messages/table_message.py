"""The table message while a match is on: what everybody sees."""

from __future__ import annotations

from bot.engine.deal import Deal
from bot.engine.view import View, hand
from bot.table.state import DEAL

from ..controls import live
from ..controls.components import Rows, below
from ..controls.offer_controls import everybodys
from ..controls.table_controls import closes, go_on_button, undo_button, with_room
from ..words.sentences import together
from . import stacks
from .alt import alt
from .page import MessageContent, Page, news


def content(page: Page, deal: Deal, seen: View, rows: Rows) -> MessageContent:
    """The message above these controls."""
    result = page.result(seen)
    picture = page.end(seen, result) or result or page.scene(seen)
    said = news(deal, seen, page.words, page.who, 3, result)
    lines = _lines(page, seen, together(said, 900) if said else "")
    return MessageContent("\n".join(filter(None, lines)), picture, alt(picture), rows, page.stage(seen), file=page.file)


def _lines(page: Page, seen: View, said: str) -> list[str]:
    s = page.s
    lines = [page.title, said]
    if s.paused:
        lines += page.paused()
    elif s.phase == DEAL:
        lines.append(page.whose_turn(seen))
    else:
        lines += page.what_is_next()
    lines += closes(s)
    if s.chips_told.latest and s.for_chips:
        lines += stacks.shown(s, page.who)
    return [*lines, page.undo(), page.queue(page.words.deal), page.sealed()]


def controls(page: Page, deal: Deal, seen: View) -> Rows:
    """The controls of the player who must act that give nothing away, and those of the table; at a table without turns
    those that stand for everybody come first."""
    s, standing = page.s, page.live
    moves = (
        everybodys(s.id, deal, seen, page.words, page.who, s.humans, s.automatic)
        if s.phase == DEAL and not s.paused and not standing
        else []
    )
    rows = below(moves, [*page.buttons(), *go_on_button(s, deal)])
    if deal.rows and (seat := deal.rows[-1].seat) >= 0 and not hand(deal, seat):
        rows = with_room(rows, undo_button(s, page.takes_back(seat)))  # there is no panel to look at
    return (*live.public_rows(s, deal, standing, seen, page.who), *rows) if standing else rows
