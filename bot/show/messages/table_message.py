"""The table message while a match is on: what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.deal import Deal
from bot.engine.view import View, hand
from bot.table.state import DEAL

from ..controls import live
from ..controls.components import Rows, below
from ..controls.offer_controls import everybodys
from ..controls.table_controls import closes, go_on_button, undo_button, with_room
from ..words.sentences import together
from . import dealers_choice, stacks
from .alt import alt
from .page import MessageContent, Page, news


def content(page: Page, deal: Deal, seen: View, rows: Rows) -> MessageContent:
    """The message above these controls."""
    result = page.result(seen)
    picture = page.end(seen, result) or result or page.settled(seen) or page.scene(seen)
    text = "\n".join(filter(None, _lines(page, seen, news(deal, seen, page.words, page.who, result))))
    return MessageContent(text, picture, alt(picture, text), rows, page.stage(seen), file=page.file)


def _lines(page: Page, seen: View, said: Sequence[str]) -> list[str]:
    """What is played; what has happened last; what is asked, or comes next. Beside these three only what holds for a
    while: a question to all, who waits, where the proof of a deal is that is over."""
    s = page.s
    laid = stacks.shown(s, page.who) if s.chips_told.latest and s.for_chips else []
    first = s.night is not None and s.phase == DEAL and seen.number == 0
    lines = [
        page.title,
        *page.underway(seen),
        dealers_choice.picked(s, page.words) if first else "",
        together([*dict.fromkeys([*said, *laid])]),
    ]
    if s.paused:
        lines += page.paused()
    elif s.phase == DEAL:
        lines.append(page.whose_turn(seen))
    else:
        lines += page.what_is_next()
    return [*lines, *closes(s), page.undo(), page.asks_for_hints(), page.queue(page.words.deal), page.sealed()]


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
    if page.at_hand is not None and not hand(deal, page.at_hand[0]):
        rows = with_room(rows, undo_button(s, page.at_hand[1]))  # there is no panel to look at
    return (*live.public_rows(s, deal, standing, seen, page.who), *rows) if standing else rows
