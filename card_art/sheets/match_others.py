"""Everybody but the winner, at the right of a match's end: rows in the order of their places, or a ledger of two."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageDraw

from card_art.ink.cloths import CLOTHS
from card_art.ink.palette import rgb, tint
from card_art.ink.text import GOLD as GOLD_WORDS
from card_art.ink.text import SOFT, WHITE, fits, label
from card_art.scene.match_end import EndRow, Ledger, Rows
from card_art.sheets.match_paper import OTHERS, SMALL, Paper, faces_width, fitted, seen_name
from card_art.tables.layout import Box

_IN_ONE_COLUMN = 5
_TALLEST, _TALLEST_OF_MANY = 92, 58
_TWO_LINES = 70
_TOTALS_WIDE = 170
"""Where totals are wider than this they are set smaller, for the names."""
_LETTERED = 122
_TALL = 37
_LEAST_NAME = 76
"""The room that a name has where words that are less important give way."""
_TILE, _TILE_STEP, _LOW_STEP = 52, 62, 46
_RED, _RED_EDGE, _NOT = "#c12438", "#f4d3d0", (93, 115, 106)
"""Of letters that are taken, and of those that are not."""


def rows(paper: Paper, shown: Rows) -> None:
    """Draw one row for each, in two columns where they are many."""
    count = len(shown.rows)
    if any(row.letters for row in shown.rows):
        for row, box in zip(shown.rows, _boxes(count, _LETTERED, OTHERS, 10), strict=True):
            _lettered(paper, row, box)
        return
    if not count:
        return
    if count <= _IN_ONE_COLUMN:
        boxes = _boxes(count, _TALLEST, OTHERS, 8 if count < _IN_ONE_COLUMN else 5)
        largest = 56 if boxes[0].h >= 66 else 44 if boxes[0].h >= 52 else 36
        totals = [row.total for row in shown.rows if not row.by]
        widths = {
            size: max((label(total, size, weight=800).width for total in totals), default=0) for size in (56, 44, 36)
        }
        size = next((size for size in widths if size <= largest and widths[size] <= _TOTALS_WIDE), 36)
        wide = min(widths[size], _TOTALS_WIDE)
        told = all(_has_room(row, box, wide) for row, box in zip(shown.rows, boxes, strict=True))
        for row, box in zip(shown.rows, boxes, strict=True):
            _row(paper, row if told or row.by else replace(row, line=""), box, size, wide)
        return
    left = -(-count // 2)
    wide, gap = (OTHERS.w - 10) // 2, 7
    columns = (Box(OTHERS.x, OTHERS.y, wide, OTHERS.h), Box(OTHERS.right - wide, OTHERS.y, wide, OTHERS.h))
    tall = min(_TALLEST_OF_MANY, (OTHERS.h + gap) // left - gap)
    for n, row in enumerate(shown.rows):
        column, place = divmod(n, left)
        _small_row(paper, row, columns[column]._replace(y=OTHERS.y + place * (tall + gap), h=tall))


def _boxes(count: int, tallest: int, room: Box, gap: int) -> list[Box]:
    tall = min(tallest, (room.h + gap) // max(1, count) - gap)
    first = room.y + (room.h - count * (tall + gap) + gap) // 2
    return [Box(room.x, first + n * (tall + gap), room.w, tall) for n in range(count)]


def _name_size(row: Box) -> int:
    return 36 if row.h >= 52 else 32


def _has_room(row: EndRow, box: Box, totals: int) -> bool:
    """Whether a row's second line can be told: all of them are, or none."""
    left = box.x + 14 + (42 if row.place else 0) + faces_width(row.people, _face(box)) + 14
    room = box.right - 18 - totals - 14 - left
    if box.h <= _TWO_LINES:
        room -= label(fitted(row.people, _name_size(box), room), _name_size(box), weight=700, name=True).width + 14
    return not row.line or row.by is not None or fits(row.line, SMALL, room)


def _face(row: Box) -> int:
    return row.h - (10 if row.h >= 52 else 4)


def _row(paper: Paper, row: EndRow, box: Box, size: int, totals: int) -> None:
    """Place, face, name; a second line below the name or, in a low row, beside it; the total at the right."""
    paper.panel(box)
    middle, right, gap = box.middle[1], box.right - 18, 14
    x = box.x + 14
    if row.place:
        paper.words(row.place, 36, x + 12, middle, ink=SOFT, weight=700, room=40, align=0.5)
        x += 42
    x += paper.faces(row.people, x, middle, _face(box)) + 14
    if row.by:
        _knocked_out(paper, row, box, x)
        return
    paper.words(row.total, size, right, middle, weight=800, room=totals, align=1.0)
    room = right - totals - gap - x
    letters = _name_size(box)
    name = fitted(row.people, letters, room)
    two = box.h > _TWO_LINES and bool(row.line) and fits(row.line, SMALL, room)
    if two:
        paper.words(row.line, SMALL, x, middle + 20, ink=SOFT, room=room)
    if two and label(name, letters, weight=700, room=room, name=True).mask.height > _TALL:  # a script with deep letters
        letters = SMALL
    wide = paper.words(name, letters, x, middle - (18 if two else 0), weight=700, room=room, name=True)
    if row.line and not two and fits(row.line, SMALL, room - wide - gap):
        paper.words(row.line, SMALL, right - totals - gap, middle, ink=SOFT, room=room - wide - gap, align=1.0)


def _knocked_out(paper: Paper, row: EndRow, box: Box, x: int) -> None:
    """What was won stands before the words, which end in the face of the victor."""
    middle, size = box.middle[1], min(box.h - 4, 60)
    right = box.right - 10 - size
    assert row.by is not None
    paper.face(row.by, right + size // 2, middle, size)
    right -= 6
    total = label(row.total, 34, weight=800, room=90).width + 14 if row.total else 0
    room = right - total - x - _LEAST_NAME
    if fits(row.line, SMALL, room):
        right -= paper.words(row.line, SMALL, right, middle, ink=SOFT, room=room, align=1.0) + 14
    if row.total:
        right -= paper.words(row.total, 34, right, middle, weight=800, room=90, align=1.0) + 14
    room = right - x
    letters = _name_size(box)
    paper.words(fitted(row.people, letters, room), letters, x, middle, weight=700, room=room, name=True)


def _small_row(paper: Paper, row: EndRow, box: Box) -> None:
    """One of many: a face, a name and the total."""
    paper.panel(box)
    middle, size = box.middle[1], box.h - 6
    x = box.x + 7 + paper.faces(row.people, box.x + 7, middle, size) + 9
    if row.by is not None and not row.total:
        _by(paper, row, box, x)
        return
    room = box.right - 12 - 8 - x
    tight = not fits(seen_name(row.people[0]), SMALL, room - label(row.total, 36, weight=800).width, weight=700)
    most = max(84, room - _LEAST_NAME) if tight else 110
    total = paper.words(row.total, SMALL if tight else 36, box.right - 12, middle, weight=800, room=most, align=1.0)
    room -= total
    paper.words(fitted(row.people, SMALL, room), SMALL, x, middle, weight=700, room=room, name=True)


def _by(paper: Paper, row: EndRow, box: Box, x: int) -> None:
    """One of many who have won nothing: their name, and the face of the victor."""
    assert row.by is not None
    middle, size = box.middle[1], box.h - 14
    right = box.right - 8 - size
    paper.face(row.by, right + size // 2, middle, size)
    right -= 8
    if fits(seen_name(row.people[0]), SMALL, right - x - 44, weight=700):
        right -= paper.words("by", SMALL, right, middle, ink=SOFT, room=40, align=1.0) + 8
    room = right - x
    paper.words(fitted(row.people, SMALL, room), SMALL, x, middle, weight=700, room=room, name=True)


def _lettered(paper: Paper, row: EndRow, box: Box) -> None:
    """A side's faces and names, and the letters of a word, those taken in red."""
    paper.panel(box)
    low = box.h < 100
    step = min(_LOW_STEP if low else _TILE_STEP, 300 // max(1, len(row.letters)))
    side, middle = min(_TILE, step - 8, box.h - 14), box.middle[1]
    first = box.right - 18 - step * (len(row.letters) - 1) - side
    for n, letter in enumerate(row.letters):
        tile(paper, letter, first + n * step + side // 2, middle, side, taken=n < row.taken)
    ink = GOLD_WORDS if paper.won(row.people) else WHITE
    x = box.x + 18
    face = box.h - 12 if low else 66
    wide = paper.faces(row.people, x, middle if low else box.y + 40, face)
    if low:
        x += wide + 12
    room = first - 14 - x
    if room >= 60:
        name = fitted(row.people, SMALL, room)
        paper.words(name, SMALL, x, middle if low else box.y + 97, ink=ink, weight=700, room=room, name=True)


def tile(paper: Paper, letter: str, x: int, y: int, side: int, *, taken: bool = True) -> None:
    """A letter on a tile, red if it is taken, else an empty outline."""
    box = (x - side // 2, y - side // 2, x - side // 2 + side - 1, y - side // 2 + side - 1)
    ImageDraw.Draw(paper.canvas).rounded_rectangle(
        box, 9, fill=rgb(_RED) if taken else None, outline=rgb(_RED_EDGE) if taken else _NOT, width=3 if taken else 2
    )
    paper.words(letter, SMALL, x, y, ink=WHITE if taken else _NOT, weight=800 if taken else 500, align=0.5)


# ---- a ledger ----------------------------------------------------------------------------------

_RIGHTS = (OTHERS.right - 170, OTHERS.right - 24)
_HEADS, _FIRST, _RULE, _TOTALS = OTHERS.y + 39, OTHERS.y + 72, OTHERS.y + 199, OTHERS.y + 225


def ledger(paper: Paper, shown: Ledger) -> None:
    """Draw what the totals are made of: a column for each, their faces at its head, the sums below a line."""
    paper.panel(OTHERS)
    rights = _RIGHTS[-len(shown.columns) :]
    narrowest = OTHERS.right
    pitch = min(54, (_RULE - _FIRST) // max(1, len(shown.labels)))
    first, size = _FIRST + pitch // 2, 34 if pitch > 34 else SMALL
    for column, right in zip(shown.columns, rights, strict=True):
        paper.faces(column.people, right - max(34, faces_width(column.people, 60) // 2), _HEADS, 60, align=0.5)
        for n, figure in enumerate(column.figures):
            wide = paper.words(figure, size, right, first + n * pitch, weight=700, room=130, align=1.0)
            narrowest = min(narrowest, right - wide)
        ink = GOLD_WORDS if paper.won(column.people) else WHITE
        wide = paper.words(column.total, 46, right, _TOTALS, ink=ink, weight=800, room=134, align=1.0)
        if right == rights[0]:
            room = right - wide - 14 - (OTHERS.x + 21)
            paper.words(shown.sum_label, 36, OTHERS.x + 21, _TOTALS, weight=700, room=room)
    for n, words in enumerate(shown.labels):
        room = min(narrowest, rights[0] - 40) - 12 - (OTHERS.x + 21)
        paper.words(words, SMALL, OTHERS.x + 21, first + n * pitch, ink=SOFT, room=room)
    seam = rgb(tint(CLOTHS[paper.end.style.cloth].seam, 0.35))
    ImageDraw.Draw(paper.canvas).line([(OTHERS.x + 20, _RULE), (OTHERS.right - 20, _RULE)], fill=seam, width=2)
