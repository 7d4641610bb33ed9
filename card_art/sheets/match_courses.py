"""The course of a match by its hands: lines that lead to faces, bars, a race along a track, or what was called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate

from PIL import Image, ImageDraw

from bot.engine.amounts import signed, whites
from card_art.ink.curves import Curves, apart
from card_art.ink.palette import GOLD, GOLD_LIGHT, LINE, PAPER, blend, felt_levels, rgb, tint
from card_art.ink.pen import Pen
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import GOLD as GOLD_WORDS
from card_art.ink.text import SOFT, label
from card_art.scene.match_end import Course, CourseBars, CourseCalls, CourseLine, CourseLines, CourseRace, Lane
from card_art.sheets.match_others import tile
from card_art.sheets.match_paper import INSET, SMALL, TITLE, Paper, faces_step, faces_width
from card_art.tables.layout import Box
from card_art.tables.plates import badge_colour
from card_art.tables.portraits import Ring

_Scale = Callable[[float], float]
_Place = Callable[[int], int]
_LIMIT, _OUT = "#f4a3a0", "#c12438"
_OTHERS, _LEADS = "#78a898", "#d5e8dd"
"""Of the lines of many players who are neither among the first nor the last; and of what leads to a face."""
_FACE, _FACE_OUT = 50, 44
_MANY = 7
"""From this many lines on only some are in colour."""
_LEAD, _DOT = 30, 8
"""From the last hand to the faces, and half a line's end."""
_APART = 0.19
"""Of a chart's height, the least from one number to the next."""
_MOST_BARS, _NARROW_BARS = 16, 10


def course(paper: Paper, shown: Course, box: Box) -> None:
    """Draw the course into this part of the picture."""
    paper.panel(box)
    paper.title(shown.title, box, room=box.w - 2 * INSET - (faces_step(_FACE) + _FACE))
    match shown:
        case CourseLines():
            _lines(paper, shown, box)
        case CourseBars():
            if len(shown.values) > _MOST_BARS:
                _lines(paper, _summed(shown), box)
            else:
                _bars(paper, shown, box)
        case CourseRace():
            _race(paper, shown, box)
        case CourseCalls():
            _calls(paper, shown, box)


# ---- lines -------------------------------------------------------------------------------------


def _lines(paper: Paper, shown: CourseLines, box: Box) -> None:
    """Numbers at the left, hands below, and at the right the faces to which the lines lead."""
    shown = _in_reach(shown)
    ends, levels = _with_faces(shown), _levels(shown)
    size = min(_FACE, (box.h - 12) // max(1, len(ends)) - 1)
    edge = box.right - 10 - max((faces_width(line.people, size) for line in ends), default=0)
    numbers = max((label(words, SMALL).width for _, words in levels), default=0)
    left, right = box.x + 88 + max(0, min(28, numbers - 62)), edge - _LEAD
    high, low = box.y + (66 if len(ends) < 5 else 60), box.bottom - (64 if shown.stacks else 43)
    values = [shown.start, *(value for line in shown.lines for value in line.values), *(value for value, _ in levels)]
    least, most = min(values), max(values)
    hands = max((len(line.values) for line in shown.lines), default=0)

    def y(value: float) -> float:
        return low - (value - least) / max(1, most - least) * (low - high)

    def x(hand: float) -> float:
        return left + hand * (right - left) / max(1, hands)

    _grid(paper, shown, levels, left, right, y)
    _hand_numbers(paper, hands, x, box.bottom - 22, right + 9)
    ends.sort(key=lambda line: -line.values[-1])
    places = apart([y(line.values[-1]) for line in ends], size + 1, box.y + 7 + size / 2, box.bottom - 6 - size / 2)
    sheet = Curves(box.w, box.h)
    for place, line in reversed([*enumerate(shown.lines)]):  # the winner's lies on top
        points = [(x(n) - box.x, y(value) - box.y) for n, value in enumerate((shown.start, *line.values))]
        colour, width, rim = _drawn_as(paper, line, place, len(shown.lines))
        if line in ends:
            face = edge - box.x + 4, places[ends.index(line)] - box.y
            sheet.dashes(points[-1], face, _LEADS, 2)  # no part of the course: faces are apart where lines are not
        sheet.line(points, colour, width, rim)
        if line in ends:
            sheet.dot(points[-1], _DOT, colour)
        sheet.round_end(points[0], colour, width)
    sheet.lay(paper.canvas, box.x, box.y)
    for line, at in zip(ends, places, strict=True):
        paper.faces(line.people, edge, round(at), size, ring=Ring(paper.colour(line.people), 4))
    _those_out(paper, [line for line in shown.lines if line.out is not None], x, round(y(0)), left, right)


def _in_reach(shown: CourseLines) -> CourseLines:
    """Without a limit so far above all lines that these would lie on one another."""
    most = max((value for line in shown.lines for value in line.values), default=0)
    return replace(shown, limit=None) if shown.limit is not None and most * 2 < shown.limit else shown


def _with_faces(shown: CourseLines) -> list[CourseLine]:
    """The lines that lead to a face: all but those that are out, or of many the first, the second and the last."""
    lines = [line for line in shown.lines if line.out is None and line.values]
    return [*lines[:2], lines[-1]] if len(lines) >= _MANY else lines


def _drawn_as(paper: Paper, line: CourseLine, place: int, count: int) -> tuple[str, float, float]:
    """Colour, width and the width of the dark edge."""
    if paper.won(line.people):
        return GOLD_LIGHT, 8, 3
    if count >= _MANY and 3 <= place < count - 1:
        return _OTHERS, 3, 1
    return badge_colour(line.people[0].number), 4.5, 1.75


def _those_out(paper: Paper, out: list[CourseLine], x: _Scale, zero: int, left: int, right: int) -> None:
    """Faces on the zero line, at the hands that knocked them out."""
    ordered = sorted(out, key=lambda line: line.out or 0)
    places = apart([x(line.out or 0) for line in ordered], _FACE_OUT + 1, left, right + 10)
    for line, at in zip(ordered, places, strict=True):
        paper.face(line.people[0], round(at), zero, _FACE_OUT, Ring(_OUT, 4))


def _grid(paper: Paper, shown: CourseLines, levels: list[tuple[int, str]], left: int, right: int, y: _Scale) -> None:
    pen = ImageDraw.Draw(paper.canvas)
    felt = f"#{bytes(felt_levels(paper.end.style.cloth)[0]).hex()}"
    for value, words in levels:
        at = round(y(value))
        if value == shown.limit:
            ink = rgb(_LIMIT if shown.bad else GOLD)
            for start in range(left, right, 20):
                pen.line([(start, at), (min(right, start + 12), at)], fill=ink, width=3)
        else:
            pen.line([(left, at), (right, at)], fill=rgb(blend(felt, "#ffffff", 0.25)), width=2)
        paper.words(words, SMALL, left - 13, at, ink=SOFT, room=left - 13 - 28, align=1.0)


def _levels(shown: CourseLines) -> list[tuple[int, str]]:
    """Up to three heights with their numbers: nothing, the limit, and round ones between or beyond. Where two numbers
    would meet, only the more important has one."""
    values = [value for line in shown.lines for value in (shown.start, *line.values)]
    least, most = min(0, *values), max(0, *values)
    unit = 100 if shown.chips else 1
    above, below = _round(most, unit), -_round(-least, unit)
    top = shown.limit if shown.limit is not None and shown.limit > 0 else above if most > 0 or least == 0 else below
    middle = below if top > 0 and least < 0 else top // 2 if top % (2 * unit) == 0 else 0
    room = (max(most, top) - min(least, middle)) * _APART
    kept = list[int]()
    for value in dict.fromkeys((0, top, middle)):
        if all(abs(value - other) >= room for other in kept):
            kept.append(value)

    def told(value: int) -> str:
        if not shown.chips:
            return f"{value:,}".replace("-", "−")
        return signed(value) if least < 0 and value else whites(value)

    levels = [(value, told(value)) for value in kept]
    return levels if shown.limit in (None, *kept) else [*levels, (top, "")]


def _round(value: int, unit: int) -> int:
    """The largest round number that is no more than this."""
    size = unit
    while size * 10 <= value:
        size *= 10
    found = (size * tenths // 10 for tenths in (10, 15, 20, 25, 30, 40, 50, 60, 80) if size * tenths <= value * 10)
    return max(found, default=unit)


def _hand_numbers(paper: Paper, hands: int, x: _Scale, middle: int, end: int) -> None:
    """Every one up to 9, every second up to 14, beyond that every fifth, or as many as there is room for."""
    widest = label(str(hands), SMALL).width + 14
    steps = (step * ten for ten in (1, 10, 100, 1000) for step in (1, 2, 5))
    enough = 1 if hands <= 9 else 2 if hands <= 14 else 5
    step = next(step for step in steps if step >= enough and (x(step) - x(0)) >= widest)
    for hand in range(step, hands + 1, step):
        half = label(str(hand), SMALL).width // 2
        paper.words(str(hand), SMALL, min(round(x(hand)), end - half), middle, ink=SOFT, align=0.5)


def _summed(shown: CourseBars) -> CourseLines:
    """Bars of a long match as two lines of what each has won."""
    ups, downs = [max(0, value) for value in shown.values], [max(0, -value) for value in shown.values]
    lines = tuple(
        CourseLine(people, tuple(accumulate(won))) for people, won in zip(shown.sides, (ups, downs), strict=True)
    )
    return CourseLines(shown.title, lines, chips=shown.chips)


# ---- bars --------------------------------------------------------------------------------------


def _bars(paper: Paper, shown: CourseBars, box: Box) -> None:
    count = len(shown.values)
    wide = 44 if count <= _NARROW_BARS else 30
    face = 52 if all(len(side) == 1 for side in shown.sides) else 46
    heads = max(faces_width(side, face) for side in shown.sides)
    left, right = box.x + 16 + heads + 12, box.right - 18
    pitch = min(76, (right - left) / max(1, count))
    wide = min(wide, int(pitch) - 4)
    up, down = max(0, *shown.values), max(0, *(-value for value in shown.values))
    top, bottom = box.y + 48 + (38 if up else 0), box.bottom - 10 - (38 if down else 0)
    zero = round(top + (bottom - top) * up / max(1, up + down))
    beside = 42 + face // 2  # there has to be room for a face on both sides
    zero = max(box.y + 50 + beside, min(zero, box.bottom - 8 - beside))
    scale = min((zero - 2 - top) / max(1, up), (bottom - zero - 3) / max(1, down))
    largest = max(up, down)
    for n, value in enumerate(shown.values):
        x = round(left + pitch * (n + 0.5))
        people = shown.sides[0] if value >= 0 else shown.sides[1]
        high = max(6, round(abs(value) * scale)) if value else 0
        bar = Box(x - wide // 2, zero - high - 2 if value > 0 else zero + 3, wide, high)
        if high:
            colour = GOLD if paper.won(people) else badge_colour(people[0].number)
            _bar(paper, bar, colour)
        if count <= _NARROW_BARS or 2 * abs(value) >= largest:
            words = whites(abs(value)) if shown.chips else f"{abs(value):,}"
            middle = bar.y - 20 if value > 0 else bar.bottom + 19 if value else zero - 20
            paper.words(words, SMALL, x, middle, weight=700, room=int(pitch) - 4, align=0.5)
    ImageDraw.Draw(paper.canvas).line([(left, zero), (right, zero)], fill=SOFT, width=3)
    for side, at in zip(shown.sides, (zero - 42, zero + 42), strict=True):
        ring = Ring(paper.colour(side), 4)
        paper.faces(side, box.x + 16, min(at, box.bottom - 8 - face // 2), face, ring=ring)


def _bar(paper: Paper, bar: Box, colour: str) -> None:
    radius = min(8, bar.h // 2, bar.w // 2)
    pen = Pen(bar.w, bar.h, 1, mode="L")
    pen.box(0, 0, bar.w, bar.h, radius, 255)
    mask = pen.result()
    paper.canvas.paste(Image.new("RGB", mask.size, rgb(colour)), (bar.x, bar.y), mask)
    paper.put("bar", "", bar)


# ---- a race ------------------------------------------------------------------------------------

_LANES_FROM, _BELOW_LANES = 66, 56
"""Below a panel's upper edge, and above its lower one."""


def _race(paper: Paper, shown: CourseRace, box: Box) -> None:
    lanes, to = shown.lanes[:4], max(1, shown.to)
    edge = shown.edge if shown.edge is not None and 0 < shown.edge < to else None
    tall = (box.h - _BELOW_LANES - _LANES_FROM) // max(2, len(lanes))
    pitch, high, face = tall + 10 // len(lanes), tall - 14, min(66, tall - 8)
    left = box.x + 26 + max(faces_width(lane.people, face) for lane in lanes)
    right, first = box.right - 34, box.y + _LANES_FROM + 4

    def x(points: int) -> int:
        return left + round(min(points, to) * (right - left) / to)

    for n, lane in enumerate(lanes):
        top, points = first + n * pitch, sum(lane.stretches)
        _track(paper, Box(left, top, right - left, high))
        _lane(paper, lane, x, top, high, x(edge) if edge is not None else None)
        start, size = x(points) + 16, min(40, high)
        end = start + label(str(points), size, weight=800).width
        crosses = edge is not None and x(points) <= x(edge) <= end
        if not paper.won(lane.people) and end < right and not crosses:
            paper.words(str(points), size, start, top + high // 2, weight=800)
        paper.faces(lane.people, box.x + 14, top + high // 2, face, ring=Ring(paper.colour(lane.people), 4))
    pen, ends = ImageDraw.Draw(paper.canvas), (first - 10, first + len(lanes) * pitch - 8)
    marks = [(0, SOFT), (to, GOLD_WORDS)]
    pen.line([(right, ends[0]), (right, ends[1])], fill=rgb(GOLD), width=4)
    if edge is not None:
        at = x(edge)
        pen.line([(at, ends[0]), (at, ends[1])], fill=rgb(PAPER), width=4)
        marks.append((edge, SOFT))
        words = label(shown.edge_name, SMALL).width
        behind = box.x + INSET + label(shown.title, SMALL, weight=700).width + 20
        start = max(behind, min(at - words // 2, box.right - 12 - words))
        paper.words(shown.edge_name, SMALL, start, box.y + TITLE + 4, ink=SOFT)
        if shown.stamp and sum(lanes[-1].stretches) < edge:
            middle = first + (len(lanes) - 1) * pitch + high // 2
            paper.stamp(shown.stamp, min(38, tall - 30), (at + right) // 2, middle, right - at - 40)
    for points in range(30, to, 30):
        if all(abs(x(points) - x(each)) >= 72 for each, _ in marks):
            marks.append((points, SOFT))
    for points, ink in marks:
        paper.words(str(points), SMALL, min(x(points), box.right - 46), box.bottom - 23, ink=ink, align=0.5)


def _lane(paper: Paper, lane: Lane, x: _Place, top: int, high: int, edge: int | None) -> None:
    """Stretches in two tints in turn, with the points of each that is wide enough, beside a line that crosses it."""
    won, colour = paper.won(lane.people), badge_colour(lane.people[0].number)
    tints = (GOLD, GOLD_LIGHT) if won else (colour, tint(colour, 0.45))
    ink, so_far, reached = rgb(LINE), 0, x(0)
    pen = ImageDraw.Draw(paper.canvas)
    for n, points in enumerate(lane.stretches):
        so_far += points
        here, there = reached, x(so_far)
        if there <= here:
            continue
        reached = there
        pen.rectangle((here, top, there - 2, top + high - 1), fill=rgb(tints[n % 2]))
        paper.put("bar", "", Box(here, top, there - here, high))
        wide = label(str(points), SMALL, ink, weight=700).width
        start, end = _free(here, there, edge, wide)
        if end - start >= max(34, wide + 2) and high >= 32:
            paper.words(str(points), SMALL, (start + end) // 2 - 1, top + high // 2, ink=ink, weight=700, align=0.5)


def _free(here: int, there: int, edge: int | None, wide: int) -> tuple[int, int]:
    """Of a stretch, the part where its points can stand: the larger one beside a line that would cross them."""
    if edge is None or abs((here + there) // 2 - edge) > wide // 2 + 5:
        return here, there
    return (here, edge - 4) if edge - here > there - edge else (edge + 6, there)


def _track(paper: Paper, box: Box) -> None:
    mask = Image.new("L", (box.w, box.h), 90)
    paper.canvas.paste(Image.new("RGB", mask.size, (4, 20, 14)), (box.x, box.y), mask)


# ---- calls -------------------------------------------------------------------------------------

_IN_ONE_COLUMN, _MOST_CALLS = 5, 10


def in_columns(shown: CourseCalls) -> bool:
    """Whether they stand in two columns, which take the whole width."""
    return len(shown.calls) > _IN_ONE_COLUMN


def _calls(paper: Paper, shown: CourseCalls, box: Box) -> None:
    calls = shown.calls[-_MOST_CALLS:]
    wide = not in_columns(shown)
    lines = len(calls) if wide else -(-len(calls) // 2)
    pitch = min(48, 212 // max(1, lines))
    column = box.w // (1 if wide else 2)
    for n, call in enumerate(calls):
        at, line = divmod(n, lines)
        x, middle = box.x + at * column, box.y + 54 + pitch // 2 + line * pitch
        end = x + column - 22
        number = len(shown.calls) > 9
        paper.words(str(call.hand), SMALL, x + (40 if number else 32), middle, ink=SOFT, align=0.5)
        paper.faces((call.by,), x + (88 if number else 80), middle, min(44, pitch - 3), align=0.5)
        side = min(44, pitch - 3)
        if call.letter:
            tile(paper, call.letter, end - side // 2, middle, side)
        end -= side + 12
        if wide:
            paper.words("right" if call.right else "wrong", SMALL, end - 96, middle, ink=SOFT)
            end -= 96 + 8
        _mark(paper, end - 18, middle, right=call.right)
        left = x + (116 if number else 108)
        paper.words(call.said, 34 if wide else SMALL, left + 8, middle, weight=700, room=end - 40 - left - 8)


def _mark(paper: Paper, x: int, y: int, *, right: bool) -> None:
    """A tick on a green disc, or a red cross."""
    image = _sign(right)
    paper.canvas.paste(image, (x - image.width // 2, y - image.height // 2), image)


@cached_sprite
def _sign(right: bool) -> Image.Image:
    pen = Pen(36, 36, 1, mode="RGBA", paper=(0, 0, 0, 0))
    if right:
        pen.ringed(18, 18, 17, fill="#2d7d46", edge="#ffffff", width=2)
        pen.line([(10, 18), (16, 25), (26, 11)], "#ffffff", 4)
    else:
        for sign in (-1, 1):
            pen.line([(6, 18 - 12 * sign), (30, 18 + 12 * sign)], _LIMIT, 5)
    return pen.result()
