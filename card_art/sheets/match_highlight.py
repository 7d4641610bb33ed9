"""The highlight of a match with its cards, and its last hand in one line, or in a panel of its own."""

from __future__ import annotations

from collections.abc import Sequence

from card_art.deck.sprites import card_height
from card_art.ink.palette import PAPER, RIM, rgb
from card_art.ink.text import GOLD, SOFT, fits, label, wrapped
from card_art.scene.match_end import Change, Highlight, HighlightCards, LastHand
from card_art.sheets.match_paper import INDENT, INSET, SMALL, TITLE, Paper, faces_width, fitted
from card_art.tables.layout import Box
from card_art.tables.stamps import stamp

_WIDTHS = (152, 104)
"""Of cards; the first only where the highlight has most of the picture."""
_WIDE = 500
_STEP, _STEP_IN_FOOT = 0.42, 0.75
"""Of a card's width: the least of it that is seen."""
_IN_A_ROW, _IN_A_WIDE_ROW = 7, 10
_EIGHTHS = 8
"""Widths of cards in a row are multiples of this: each width is drawn but once."""
_STAMP, _LINE = 46, 38
_PILE, _EDGES = 3, 10
"""How many edges of cards are seen below the top one of a pile, and how wide they are together."""
_TO_CARDS = 54
_FACE, _GAP, _BETWEEN = 48, 24, 8
"""The face before cards, and the room between two hands side by side, or one below the other."""


def highlight(paper: Paper, shown: Highlight, box: Box) -> None:
    """Draw the highlight into this part of the picture."""
    paper.panel(box)
    paper.title(shown.title, box, ink=GOLD)
    room = box.w - 2 * INSET
    lines = shown.lines[:2]
    if len(lines) == 1 and not fits(lines[0], SMALL, room):
        lines = tuple(wrapped(lines[0], SMALL, room, 2))
    for n, words in enumerate(lines):
        middle = box.bottom - 31 - (len(lines) - 1 - n) * _LINE
        if not shown.cards and not shown.stamp:  # the words are all there is
            middle += (box.y + TITLE - box.bottom + 31 + (len(lines) - 1) * _LINE) // 2 + 10
        x, align = (box.middle[0], 0.5) if box.w > _WIDE else (box.x + INSET - 1, 0.0)
        paper.words(words, SMALL, x, middle, room=room, align=align)
    floor = box.bottom - 31 - (len(lines) - 1) * _LINE - 25 if lines else box.bottom - 14
    area = Box(box.x + INSET, box.y + _TO_CARDS, room, floor - box.y - _TO_CARDS)
    if shown.cards:
        _cards(paper, shown, area)
    if shown.stamp:
        half = stamp(shown.stamp, _STAMP, room=area.w - 20).size[1] // 2
        low = area.bottom - half if shown.cards else area.middle[1]
        paper.stamp(shown.stamp, _STAMP, area.middle[0], low, area.w - 20)


def _cards(paper: Paper, shown: Highlight, area: Box) -> None:
    groups = _halves(shown.cards[0], area) if len(shown.cards) == 1 else shown.cards[:2]
    if shown.between and len(groups) == 2:
        _against(paper, groups[0], groups[1], "" if shown.stamp else shown.between, area)
        return
    one_owner = len({group.by for group in groups}) == 1
    if one_owner and sum(len(group.cards) for group in groups) <= (_IN_A_ROW if area.w < _WIDE else _IN_A_WIDE_ROW):
        _row(paper, groups, area, few=True)
        return
    tall = (area.h - _BETWEEN * (len(groups) - 1)) // len(groups)
    for n, group in enumerate(groups):
        _row(paper, [group], area._replace(y=area.y + n * (tall + _BETWEEN), h=tall), few=len(groups) == 1)


def _halves(group: HighlightCards, area: Box) -> list[HighlightCards]:
    """Many cards in two rows, where they are larger so."""
    count, half = len(group.cards), -(-len(group.cards) // 2)
    room = area.w - _FACE - _EDGES
    whole, halved = (
        min(int(room / (1 + _STEP * (n - 1))), _within(area.w, (area.h - _BETWEEN * (rows - 1)) // rows))
        for n, rows in ((count, 1), (half, 2))
    )
    if count <= (_IN_A_ROW if area.w < _WIDE else 2 * _IN_A_ROW) or whole >= halved:
        return [group]
    dims = frozenset(n for n in group.dim if n < half), frozenset(n - half for n in group.dim if n >= half)
    return [
        HighlightCards(group.cards[:half], dims[0], group.by, group.piles),
        HighlightCards(group.cards[half:], dims[1], None, group.piles),
    ]


def _width(area: Box, *, few: bool) -> int:
    if not few:
        return _within(96, area.h)
    return _within(_WIDTHS[0] if area.w > _WIDE else _WIDTHS[1], area.h)


def _within(width: int, height: int) -> int:
    """At most this width, and no more than is seen whole in this height."""
    steps = (step for step in range(width // _EIGHTHS * _EIGHTHS, _EIGHTHS, -_EIGHTHS) if card_height(step) <= height)
    return next(steps, _EIGHTHS)


def _row(paper: Paper, groups: Sequence[HighlightCards], area: Box, *, few: bool) -> None:
    """Cards of one player, each beside the next if there is room; two hands with a gap between them."""
    by, edges = groups[0].by, _EDGES if groups[0].piles else 0
    before = (_FACE + 2 if by else 0) + edges
    gaps = _GAP * (len(groups) - 1)
    whole = len(groups)  # the last card of each is seen whole
    covered = sum(len(group.cards) for group in groups) - whole
    room, width = area.w - before - gaps, _width(area, few=few)
    step = min(width + (10 if few else 18), (room - whole * width) // max(1, covered))
    if step < width * _STEP:  # they have to be smaller
        width = int(room / (whole + _STEP * covered))
        step = (room - whole * width) // max(1, covered)
    x = area.x
    if area.w > _WIDE:
        x += (room - step * covered - whole * width) // 2
    if by:
        paper.faces((by,), x - 6, area.y + min(area.h, width) // 2, _FACE)
    x += before
    for group in groups:
        for n, card in enumerate(group.cards):
            if group.piles:
                _pile(paper, x, area.y, width, card_height(width))
            paper.card(card, x, area.y, width, dim=n in group.dim)
            x += step
        x += width - step + _GAP


def _pile(paper: Paper, x: int, y: int, width: int, height: int) -> None:
    """The edges of the cards below the top one."""
    for n in range(_PILE, 0, -1):
        box = (x - 3 * n, y + 2, x - 3 * n + width // 2, y + height - 2)
        paper.canvas.paste(rgb(RIM), box)
        paper.canvas.paste(rgb(PAPER), (box[0] + 1, box[1] + 1, box[2], box[3] - 1))


def _against(paper: Paper, one: HighlightCards, other: HighlightCards, word: str, area: Box) -> None:
    """Two hands side by side, and the word between them."""
    words = label(word, SMALL).width + 20
    room, most = area.w - words, max(len(one.cards), len(other.cards))
    width = min(_width(area, few=True), int(room / 2 / (1 + 0.5 * (most - 1))))
    step = round(width * 0.5)
    left, right = (width + step * (len(group.cards) - 1) for group in (one, other))
    for group, x in ((one, area.x), (other, area.right - right)):
        for n, card in enumerate(group.cards):
            paper.card(card, x + n * step, area.y, width, dim=n in group.dim)
    middle = area.y + card_height(width) // 2
    paper.words(word, SMALL, (area.x + left + area.right - right) // 2, middle, ink=SOFT, align=0.5)


def in_foot(paper: Paper, shown: Highlight, box: Box) -> int:
    """The highlight in the line at the foot, beside a race; returns where it ends."""
    middle, x = box.middle[1] + 4, INDENT
    x += paper.words(shown.title, SMALL, x, middle, ink=GOLD, weight=700, room=330) + 14
    width = _within(100, box.h - 14)
    for group in shown.cards[:1]:
        if group.by:
            x += paper.faces((group.by,), x, middle, _FACE) + 6
        for n, card in enumerate(group.cards[:6]):
            paper.card(card, x, box.y + 10, width, dim=n in group.dim)
            x += round(width * _STEP_IN_FOOT)
        x += round(width * (1 - _STEP_IN_FOOT)) + 20
    if shown.lines:
        x += paper.words(shown.lines[0], 34, x, middle, weight=700, room=280) + 24
    return x


def last_hand(paper: Paper, last: LastHand, box: Box, left: int = INDENT) -> None:
    """The line at the foot, from this place on: faces with what the hand brought them."""
    middle, right = box.middle[1] + 4, box.right - 6
    if left > INDENT:  # beside the highlight: at the right, and only what there is room for
        _at_the_right(paper, last, left, right, middle)
        return
    x = left + paper.words(last.title, SMALL, left, middle, ink=SOFT, room=300) + 22
    changes, more = _shown(last, right - x)
    if more:
        right -= paper.words(more, SMALL, right, middle, ink=SOFT, room=220, align=1.0) + 20
    pitch = min(226, (right - x) // max(1, len(changes)))
    widest = max(map(_change_width, changes), default=0)
    if len(changes) > 1 and widest > pitch - 8:  # words of different lengths: one behind the other
        gap = max(12, (right - x - sum(map(_change_width, changes))) // len(changes))
        for change in changes:
            _change(paper, change, x, middle, right - x)
            x += _change_width(change) + gap
        return
    for change in changes:
        _change(paper, change, x, middle, right - x if len(changes) == 1 else pitch - 8)
        x += pitch


def _shown(last: LastHand, room: int) -> tuple[list[Change], str]:
    """All changes if there is room for them, else the four largest, or fewer; and the words at the end."""
    ordered = sorted(range(len(last.changes)), key=lambda n: -abs(last.changes[n].amount))
    for count in (len(ordered), *range(min(4, len(ordered) - 1), 0, -1)):
        changes = [last.changes[n] for n in sorted(ordered[:count])]
        more = last.more or (f"and {len(ordered) - count} more" if count < len(ordered) else "")
        end = label(more, SMALL, room=220).width + 20 if more else 0
        if sum(_change_width(change) + _APART for change in changes) + end <= room:
            return changes, more
    return list(last.changes[:1]), ""


def _at_the_right(paper: Paper, last: LastHand, left: int, right: int, middle: int) -> None:
    changes = list(last.changes)
    title = label(last.title, SMALL).width + 16

    def room() -> int:
        return right - left - title - sum(_change_width(change) + 20 for change in changes)

    while len(changes) > 1 and room() < 0:
        changes.remove(min(changes, key=lambda change: abs(change.amount)))
    if not changes or room() < -60:
        return
    x = max(left, left + room())
    x += paper.words(last.title, SMALL, x, middle, ink=SOFT) + 16
    for change in changes:
        _change(paper, change, x, middle, right - x)
        x += _change_width(change) + 20


_SIZE, _APART = 46, 22


def _change_width(change: Change) -> int:
    return faces_width(change.people, _SIZE) + 11 + label(change.text, 34, weight=700).width


def _change(paper: Paper, change: Change, x: int, middle: int, room: int) -> None:
    x_words = x + paper.faces(change.people, x, middle, _SIZE) + 10
    paper.words(change.text, 34, x_words, middle, weight=700, room=room - (x_words - x))


def last_panel(paper: Paper, last: LastHand, box: Box) -> None:
    """The only hand of a match: everybody with a name and with what it brought them."""
    paper.panel(box)
    paper.title(last.title, box)
    count = len(last.changes)
    columns = 1 if count <= 5 else 2
    lines = -(-count // columns)
    top, wide = box.y + TITLE + 26, (box.w - 24) // columns
    pitch = min(84 if count <= 3 else 64, (box.bottom - 10 - top) // max(1, lines))
    for n, change in enumerate(last.changes):
        column, line = divmod(n, lines)
        x, middle = box.x + 14 + column * wide, top + line * pitch + pitch // 2
        end = x + wide - (24 if column + 1 < columns else 6)
        left = x + paper.faces(change.people, x, middle, min(68, pitch - 8)) + 12
        told = label(change.text, 34, weight=700).width
        most = end - left if columns == 2 else max(140, end - left - 120)
        end -= paper.words(change.text, 34, end, middle, weight=700, room=min(told, most), align=1.0) + 12
        if columns == 1 and fits("Mmm", SMALL, end - left):
            room = end - left
            name = fitted(change.people, SMALL, room)
            paper.words(name, SMALL, left, middle, weight=700, room=room, name=True)
