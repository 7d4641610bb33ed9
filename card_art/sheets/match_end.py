"""How a match has ended, 1100 by 690: who won and with what, everybody else, the course, a highlight, the last hand.

Four bands: a head; the winner large at the left, the others at the right; the course and the highlight; the last hand.
It is read from a face to the total, along the golden line, which ends in the same face, to the cards of the highlight.
"""

from __future__ import annotations

from card_art.ink.palette import GOLD_LIGHT
from card_art.ink.png import encode
from card_art.ink.text import GOLD, SOFT, WHITE, fits, label, wrapped
from card_art.scene.match_end import CourseCalls, CourseRace, Ledger, MatchEnd, People, Rows
from card_art.sheets.match_courses import course, in_columns
from card_art.sheets.match_highlight import highlight, in_foot, last_hand, last_panel
from card_art.sheets.match_others import ledger, rows
from card_art.sheets.match_paper import (
    BOTTOM,
    COURSE,
    FOOT,
    HEAD,
    INDENT,
    LEFT,
    MOMENT,
    OTHERS,
    RIGHT,
    SMALL,
    WINNER,
    Paper,
    Placed,
    fitted,
)
from card_art.tables.felt import felt
from card_art.tables.layout import WIDTH, Box
from card_art.tables.plates import badge_colour
from card_art.tables.portraits import Ring

HEIGHT = 690
_LOW = 348
"""The height without a course, a highlight and a last hand."""
_NAMES = (60, 52, 46, 40)
_TOTALS = (116, 104, 92, 80, 68)
_CONDENSED = 0.88
"""Of a total's width, what it still is without looking squeezed."""
_RING = 8
_FACES = {
    1: (206, ((134, 186),)),
    2: (152, ((110, 156), (208, 228))),
    3: (116, ((90, 134), (208, 134), (149, 238))),
    4: (110, ((88, 134), (202, 134), (88, 248), (202, 248))),
}
"""By their number: how large the faces are, and where."""
_NAME, _TOTAL, _WORDS, _WHY, _TWO_LINES, _COUNTED = 106, 192, (177, 215), 274, (265, 303), 312
"""Middles of the lines beside them, and of one below."""
_HIGHER, _CLOSER = 8, (248, 280)
"""With a line below, faces stand this much higher, and two lines before it end sooner."""
_NAME_LOWEST = 141
_LOWER = 24


def match_end(end: MatchEnd) -> bytes:
    """The picture of a match's end, PNG, 1100 by 690."""
    return encode(composed(end).canvas, end.style.cloth, close=True)


def arrangement(end: MatchEnd) -> list[Placed]:
    """Everything that the picture shows, with the rectangle in which it lies, in the order in which it is drawn."""
    return composed(end).placed


def composed(end: MatchEnd) -> Paper:
    """The picture, and where everything lies in it."""
    below = any((end.course, end.highlight, end.last))
    canvas = felt(WIDTH, HEIGHT if below else _LOW, end.style.cloth, signs=False)
    paper = Paper(canvas, end)
    _head(paper)
    _winner(paper)
    paper.band = OTHERS
    match end.others:
        case Rows() as shown:
            rows(paper, shown)
        case Ledger() as shown:
            ledger(paper, shown)
        case None:
            pass
    _below(paper)
    return paper


def _head(paper: Paper) -> None:
    paper.band, end = HEAD, paper.end
    wide = paper.words(end.title, 42, INDENT, HEAD.middle[1], weight=800, room=560)
    x = INDENT + wide + 22
    paper.words(end.facts, SMALL, x, HEAD.middle[1] + 2, ink=SOFT, room=RIGHT - x)


def _below(paper: Paper) -> None:
    """The course and the highlight, and what the last hand brought."""
    end = paper.end
    wide = isinstance(end.course, CourseRace) or (isinstance(end.course, CourseCalls) and in_columns(end.course))
    foot = end.last or isinstance(end.course, CourseRace) or (wide and end.highlight)
    two = isinstance(end.course, CourseRace) and len(end.course.lanes) <= 2
    low = _LOWER if two and end.highlight and end.highlight.cards else 0  # for cards that are read
    foot_box = FOOT._replace(y=FOOT.y - low, h=FOOT.h + low)
    tall = COURSE.h - low if end.course and foot else BOTTOM - COURSE.y
    first, second = COURSE._replace(h=tall), MOMENT._replace(h=tall)
    whole = Box(LEFT, COURSE.y, RIGHT - LEFT, tall)
    if end.course:
        paper.band = whole if wide or not end.highlight else first
        course(paper, end.course, paper.band)
        left = INDENT
        if end.highlight:
            paper.band = foot_box if wide else second
            if wide:
                left = in_foot(paper, end.highlight, foot_box)
            else:
                highlight(paper, end.highlight, second)
        if end.last:
            paper.band = foot_box
            last_hand(paper, end.last, foot_box, left)
        return
    if end.highlight:
        paper.band = first if end.last else whole
        highlight(paper, end.highlight, paper.band)
    if end.last:
        paper.band = second if end.highlight else whole
        last_panel(paper, end.last, paper.band)


# ---- the winner --------------------------------------------------------------------------------


def _winner(paper: Paper) -> None:
    paper.band, end = WINNER, paper.end
    if end.others is None:
        paper.band = WINNER._replace(w=RIGHT - WINNER.x)
    people = end.winners
    size, places = _FACES[max(1, min(4, len(people)))]
    x = INDENT + 10
    if people:
        higher = _HIGHER if end.counted else 0
        shown = [(one, (left, top - higher)) for one, (left, top) in zip(people, places, strict=False)]
        for _, (left, top) in shown:
            if end.won:
                paper.glow(left, top, size)
        for one, (left, top) in shown:
            ring = Ring(GOLD_LIGHT if end.won else badge_colour(one.number), _RING)
            paper.face(one, left, top, size, ring)
        x = 262 if len(people) == 1 else 300
        _counted(paper, INDENT if len(people) == 1 else x)
    room = paper.band.right - x
    ink = GOLD if end.won else WHITE
    name, size, with_verb = (end.level, _NAMES[0], True) if end.level else _headline(people, end.verb, room)
    paper.words(name, size, x, _NAME, ink=ink, weight=700, room=room, name=True)
    _total(paper, x, room)
    _why(paper, x, room, with_verb=with_verb)


def _counted(paper: Paper, x: int) -> None:
    """Below the winner, what the match counts for: as much of it as has room."""
    room, parts = paper.band.right - x, paper.end.counted
    lines = [" · ".join(parts[:count]) for count in range(len(parts), 0, -1)]
    line = next((line for line in lines if fits(line, SMALL, room)), lines[-1] if lines else "")
    paper.words(line, SMALL, x, _COUNTED, ink=SOFT, room=room)


def _why(paper: Paper, x: int, room: int, *, with_verb: bool) -> None:
    """One line if it fits, else two: the verb and why, or why broken between words."""
    end = paper.end
    low, lines = (_WHY - 8, _CLOSER) if end.counted else (_WHY, _TWO_LINES)
    line = end.why if with_verb else end.why_with_verb or ": ".join(filter(None, (end.verb, end.why)))
    if fits(line, 34, room, weight=700):
        below = end.below if fits(end.below, SMALL, room) else ""
        paper.words(line or below, 34, x, lines[0] if line and below else low, weight=700, room=room)
        if line:
            paper.words(below, SMALL, x, lines[1] + 1, ink=SOFT, room=room)
        return
    whole = with_verb or end.why_with_verb or not end.why
    two = wrapped(line, SMALL, room, 2, weight=700) if whole else (end.verb, end.why)
    for words, middle in zip(two, lines, strict=False):
        paper.words(words, SMALL, x, middle, weight=700, room=room)


def _headline(people: People, verb: str, room: int) -> tuple[str, int, bool]:
    """The first line, its size, and whether the verb is in it: that gives way first, then the size, then the name."""
    if not people:
        return verb, _NAMES[0], True
    names = fitted(people, 1, 10_000)
    if _has_room(f"{names} {verb}", _NAMES[0], room):
        return f"{names} {verb}", _NAMES[0], True
    for size in _NAMES:
        if _has_room(names, size, room):
            return names, size, False
    return fitted(people, _NAMES[-1], room), _NAMES[-1], False


def _has_room(name: str, size: int, room: int) -> bool:
    """Whether a name can be written like that without being cut, and without reaching down to the total."""
    if not fits(name, size, room, weight=700, name=True):
        return False
    words = label(name, size, weight=700, room=room, name=True)
    return _NAME - words.height // 2 + words.at[1] + words.mask.height <= _NAME_LOWEST


def _total(paper: Paper, x: int, room: int) -> None:
    """The total as large as there is room for, and two lines of words at its right."""
    end = paper.end
    words = max((label(each, SMALL).width for each in end.words), default=0)
    beside = min(words, 160) + 2

    def fit(room: int) -> int:
        """The largest size at which the total has room, a little condensed at most; 0 if none."""
        return next((s for s in _TOTALS if label(end.total, s, weight=800).width * _CONDENSED <= room), 0)

    size = fit(room - 22 - beside) if words else 0
    if not size:
        words, size = 0, fit(room) or _TOTALS[-1]
    wide = paper.words(end.total, size, x - 2, _TOTAL, weight=800, room=room - (22 + beside if words else 0))
    if not words:
        return
    x += wide + 22 if wide else 0
    heights = _WORDS if len(end.words) > 1 else (sum(_WORDS) // 2,)
    for each, middle in zip(end.words[:2], heights, strict=False):
        paper.words(each, SMALL, x, middle, ink=SOFT, room=max(40, paper.band.right - x))
