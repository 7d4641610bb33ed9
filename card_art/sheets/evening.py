"""A night of dealer's choice in one picture: the course of the stacks, each line running into whose it is; below, who
would pay whom."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi

from PIL import Image, ImageDraw

from bot.engine.amounts import signed, whites
from card_art.ink.curves import Curves, Point, apart
from card_art.ink.palette import blend, felt_levels
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, PRINT, ROW_NAME, TITLE
from card_art.ink.text import GOLD, SOFT, WHITE, clean, clusters, label, visible_name
from card_art.scene.results import Evening, Standing
from card_art.scene.style import Cloth
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH, Box
from card_art.tables.plates import Plaque, badge, badge_colour, blank_plate, paste_label, pill
from card_art.tables.portraits import Ring

HIGHEST = 700
"""Discord shows what is higher narrower."""
_SIDE = RAIL + 22
_TOP = 128
"""Where the chart and the plates begin."""
_LEFT, _RIGHT = _SIDE + 64, 676
"""Of the chart; left of it stand the amounts, as far as Discord's sign for a described picture reaches."""
_PLATES = Box(764, _TOP, WIDTH - _SIDE - 764, 0)
_PITCHES = (66, 58, 52, 46, 42, 38, 36, 34, 30, 26)
"""From one plate to the next: the first with which the picture is not too high."""
_LEAST = 280
"""The height of a chart for few people."""
_PAYMENT, _LINE = 35, 29
"""The heights of a line of payments, and of words."""
_BANNER = 700
_FOOT = RAIL + 16
_DOT = 7
"""Radius of the end of a line."""
_BEND = 20
"""Pieces of the bend between chart and plate."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What goes where."""

    pitch: int
    chart: Box
    across: int
    """How many payments stand in a line."""
    payments: int
    """For how many there is room."""
    words: tuple[str, ...]
    height: int


def evening(night: Evening) -> bytes:
    """The picture of a night, PNG, 1100 wide and as high as it needs, up to 700."""
    plan = _planned(night)
    canvas = felt(WIDTH, plan.height, night.style.cloth, signs=False)
    room = WIDTH - 2 * _SIDE
    if night.over and night.standings and night.standings[0].net > 0:
        banner = _champion(visible_name(night.standings[0].name, "Seat 1"))
        banner.stamp(canvas, WIDTH - _SIDE - banner.size[0], RAIL + 10)
        room -= banner.size[0] + 20
    label(night.title, TITLE, WHITE, weight=800, room=room, name=True).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(night.subtitle, LINE, SOFT, room=WIDTH - 2 * _SIDE), _SIDE, 100)
    ends = _ordered(night)
    if any(one.course for one in ends):
        places = _chart(canvas, plan, ends, night.style.cloth)
    else:
        paste_label(canvas, label("No hand has been played yet.", PRINT + 4, SOFT), _SIDE, plan.chart.middle[1])
        places = [_TOP + n * plan.pitch + plan.pitch // 2 for n in range(len(ends))]
    best_net = max((one.net for one in ends), default=0)
    for one, middle in zip(ends, places, strict=True):
        _plate(canvas, one, middle, plan.pitch, night.style.cloth, best=one.net == best_net > 0)
    y = _payments(canvas, night, plan)
    for words in plan.words:
        paste_label(canvas, label(words, PRINT + 1, SOFT, room=_PLATES.right - _LEFT), _LEFT, y + _LINE // 2)
        y += _LINE
    return encode(canvas, night.style.cloth)


def _champion(name: str) -> Plaque:
    """The sentence in gold; a long name is cut, not the rest of the sentence."""
    said, pieces = "is the champion of the night", clusters(clean(name, name=True))
    while len(pieces) > 1 and label(f"{name} {said}", 30, weight=700).width > _BANNER - 32:
        pieces.pop()
        name = "".join(pieces).rstrip() + "…"
    return pill(f"{name} {said}", 30, _BANNER, gold=True)


def _planned(night: Evening) -> _Plan:
    count = len(night.payments)
    across = 1 if count < 2 else 2 if count <= 6 else 3
    room = _PLATES.right - _LEFT
    together = " · ".join(night.remembered)
    fits = label(together, PRINT + 1, SOFT).width <= room
    words = tuple(filter(None, (together,))) if fits else night.remembered
    below = -(-count // across) * _PAYMENT + len(words) * _LINE
    people = max(1, len(night.standings))

    def height(pitch: int) -> int:
        least = _LEAST if any(one.course for one in night.standings) else 0
        return max(least, people * pitch)

    rest = _TOP + (below + 20 if below else 0) + _FOOT
    pitch = next((each for each in _PITCHES if rest + height(each) <= HIGHEST), _PITCHES[-1])
    if rest + height(pitch) > HIGHEST:  # more have come and gone than sit at a table
        words = ()
    lines = (HIGHEST - _TOP - height(pitch) - len(words) * _LINE - 20 - _FOOT) // _PAYMENT
    chart = Box(_LEFT, _TOP, _RIGHT - _LEFT, height(pitch) - 8)
    return _Plan(pitch, chart, across, across * lines, words, min(HIGHEST, rest + height(pitch)))


# ---- the course of the stacks ------------------------------------------------------------------


def _ordered(night: Evening) -> list[Standing]:
    """In the order in which the lines end, the highest first."""
    return sorted(night.standings, key=lambda one: -(one.course[-1] if one.course else one.net))


def _chart(canvas: Image.Image, plan: _Plan, ends: list[Standing], cloth: str) -> list[int]:
    """Draw the lines; returns the heights at which they run into the plates."""
    chart = plan.chart
    courses = [(0, *one.course) for one in ends]
    least, most = (pick(pick(course) for course in courses) for pick in (min, max))
    step = _step(most - least)
    low, high = least // step * step, -(-most // step) * step
    high = max(high, low + step)
    deals = max(len(course) for course in courses) - 1

    def y(amount: int) -> int:
        return chart.y + 10 + round((high - amount) / (high - low) * (chart.h - 20))

    grid = f"#{bytes(felt_levels(cloth)[0]).hex()}"
    pen = ImageDraw.Draw(canvas)
    for amount in range(low, high + 1, step):
        zero = amount == 0
        pen.line([(chart.x, y(amount)), (chart.right, y(amount))], fill=SOFT if zero else blend(grid, "#ffffff", 0.25))
        words = label(signed(amount), PRINT, WHITE if zero else SOFT, room=62)
        paste_label(canvas, words, chart.x - 12, y(amount), 1.0)
    half = plan.pitch // 2 - 4
    places = [int(at) for at in apart([y(c[-1]) for c in courses], plan.pitch, chart.y + half, chart.bottom - half)]
    left, up = chart.x - 12, chart.y - 20
    lines = Curves(_PLATES.x + 6 - left, chart.h + 40)
    for n, (one, course, place) in reversed([*enumerate(zip(ends, courses, places, strict=True))]):  # the best on top
        points = [
            (i / max(1, deals) * chart.w + chart.x - left, float(y(amount) - up)) for i, amount in enumerate(course)
        ]
        colour = badge_colour(one.number)
        lines.line([points[-1], *_run(chart.right - left, points[-1][1], _PLATES.x + 4 - left, place - up)], colour, 2)
        lines.line(points, colour, 6 if n == 0 else 4)
        lines.dot(points[-1], _DOT, colour)
    lines.lay(canvas, left, up)
    return places


def _run(x: float, y: float, to_x: float, to_y: float) -> list[Point]:
    """A soft bend from the end of the chart to a plate."""
    shares = [i / _BEND for i in range(_BEND + 1)]
    return [(x + (to_x - x) * share, y + (to_y - y) * (1 - cos(pi * share)) / 2) for share in shares]


def _step(span: int) -> int:
    """From one line of the grid to the next, in hundredths of a white: about five of them."""
    size = 100
    while True:
        for factor in (1, 2, 5):
            if span <= 5 * size * factor:
                return size * factor
        size *= 10


# ---- who stands how, who would pay whom --------------------------------------------------------


def _plate(canvas: Image.Image, one: Standing, middle: int, pitch: int, cloth: Cloth, *, best: bool) -> None:
    high = pitch - (8 if pitch >= 46 else 5)
    blank_plate(_PLATES.w, high, best, False).stamp(canvas, _PLATES.x, middle - high // 2)
    size, ink = (ROW_NAME if high >= 38 else 25 if high >= 30 else PRINT), GOLD if best else WHITE
    net = label(signed(one.net), size, ink, weight=800, room=130)
    paste_label(canvas, net, _PLATES.right - 16, middle, 1.0)
    left, side = _PLATES.x + 6, high - 6
    name = visible_name(one.name, f"Seat {one.number + 1}")
    face, mask = badge(name, one.number, side, cloth, one.face, ring=Ring(badge_colour(one.number), 3))
    canvas.paste(face, (left, middle - side // 2), mask)
    left += side + 10
    paste_label(
        canvas, label(name, size, ink, weight=700, room=_PLATES.right - 28 - net.width - left, name=True), left, middle
    )


def _payments(canvas: Image.Image, night: Evening, plan: _Plan) -> int:
    """Draw them below the chart, line by line; returns where the words begin."""
    top = plan.chart.bottom + 8 + 20
    wide = (_PLATES.right - _LEFT + 24) // plan.across
    shown = night.payments
    if len(shown) > plan.payments:
        shown = shown[: plan.payments - 1]
        more = label(f"and {len(night.payments) - len(shown)} more", PRINT + 3, SOFT)
        row, column = divmod(len(shown), plan.across)
        paste_label(canvas, more, _LEFT + column * wide, top + row * _PAYMENT + _PAYMENT // 2)
    for n, (source, to, amount) in enumerate(shown):
        row, column = divmod(n, plan.across)
        x, middle = _LEFT + column * wide, top + row * _PAYMENT + _PAYMENT // 2
        sum_ = label(whites(amount), ROW_NAME, GOLD, weight=800)
        arrow = label("→", PRINT + 3, SOFT)
        names = wide - 24 - sum_.width - arrow.width - 34
        first = label(source, PRINT + 3, WHITE, weight=700, name=True)
        second = label(to, PRINT + 3, WHITE, weight=700, name=True)
        if first.width + second.width > names:  # the shorter one keeps what it needs, if that is no more than half
            half = names // 2
            one, other = max(half, names - second.width), max(half, names - first.width)
            first = label(source, PRINT + 3, WHITE, weight=700, room=min(one, first.width), name=True)
            second = label(to, PRINT + 3, WHITE, weight=700, room=min(other, second.width), name=True)
        for words, gap in ((first, 8), (arrow, 8), (second, 14), (sum_, 0)):
            paste_label(canvas, words, x, middle)
            x += words.width + gap
    return top + -(-len(shown) // plan.across) * _PAYMENT
