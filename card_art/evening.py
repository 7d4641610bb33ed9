"""A night of dealer's choice in one picture: the course of the stacks, how everybody stands, who would pay whom."""

from __future__ import annotations

from PIL import Image, ImageDraw

from card_art.felt import RAIL, felt, sheet
from card_art.layout import HEIGHT, NAME, SUBTITLE, TEXT, TITLE, WIDTH, Box
from card_art.pieces import amount_text
from card_art.plates import badge, badge_colour, blank_plate, paste_label, pill
from card_art.png import encode
from card_art.scene import Evening, Standing
from card_art.text import Colour, label, visible_name

_SIDE = RAIL + 22
_CHART = Box(_SIDE + 64, 138, 560, 304)
_LIST = Box(_CHART.right + 40, 132, WIDTH - _SIDE - _CHART.right - 40, HEIGHT - RAIL - 20 - 132)
_BELOW = _CHART.bottom + 44
"""Where the words below the chart begin."""
_ROW, _GAP = 62, 6
_LINE = 27
_CORNER = 44
"""Discord's own sign for a described picture stands there."""
_APART = 27
"""The badges at the ends of the curves."""
_FINE = 3
"""Curves are drawn so many times larger, and are smooth then."""
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 215)
_GOLD: Colour = (255, 226, 148)
_GRID: Colour = (88, 136, 112)
_DARK: Colour = (9, 34, 24)


def evening(night: Evening) -> bytes:
    """The picture of a night, PNG, 1100×688."""
    canvas = sheet(felt(WIDTH, HEIGHT, night.cloth, signs=False))
    room = WIDTH - 2 * _SIDE
    if night.over and night.standings:
        best = visible_name(night.standings[0].name, "Seat 1")
        banner = pill(f"{best} is the champion of the night", 30, 620, gold=True)
        banner.stamp(canvas, WIDTH - _SIDE - banner.size[0], RAIL + 10)
        room -= banner.size[0] + 20
    label(night.title, TITLE, _WHITE, weight=800, room=room, name=True).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(night.subtitle, SUBTITLE, _SOFT, room=WIDTH - 2 * _SIDE), _SIDE, 100)
    _chart(canvas, night)
    _standings(canvas, night)
    _words(canvas, night)
    return encode(canvas, night.cloth)


# ---- the course of the stacks ------------------------------------------------------------------


def _chart(canvas: Image.Image, night: Evening) -> None:
    courses = [one.course for one in night.standings if len(one.course) > 0]
    if not courses:
        paste_label(canvas, label("No hand has been played yet.", TEXT + 4, _SOFT), _CHART.x, _CHART.y + 120)
        return
    least = min(0, *(min(course) for course in courses))
    most = max(0, *(max(course) for course in courses))
    step = _step(most - least)
    low, high = least // step * step, -(-most // step) * step
    high = max(high, low + step)
    box = Box(0, 0, _CHART.w * _FINE, _CHART.h * _FINE)
    patch = canvas.crop((_CHART.x, _CHART.y, _CHART.right, _CHART.bottom)).resize((box.w, box.h))
    pen = ImageDraw.Draw(patch)

    def y(amount: int) -> float:
        return (high - amount) / (high - low) * (box.h - 1)

    for amount in range(low, high + 1, step):
        ink, width = (_SOFT, 6) if amount == 0 else (_GRID, 2)
        pen.line([(0, y(amount)), (box.w, y(amount))], fill=ink, width=width)
    deals = max(len(course) for course in courses)
    for one in reversed(night.standings):  # the best lie on top
        across = [(n / deals * (box.w - 1), y(amount)) for n, amount in enumerate((0, *one.course))]
        pen.line(across, fill=_DARK, width=6 * _FINE, joint="curve")
        pen.line(across, fill=badge_colour(one.number), width=4 * _FINE, joint="curve")
    canvas.paste(patch.resize((_CHART.w, _CHART.h), Image.Resampling.LANCZOS), (_CHART.x, _CHART.y))
    for amount in range(low, high + 1, step):
        words = label(_signed(amount), TEXT, _WHITE if amount == 0 else _SOFT, room=62)
        paste_label(canvas, words, _CHART.x - 12, _CHART.y + round(y(amount) / _FINE), 1.0)
    _ends(canvas, [(one, _CHART.y + round(y(one.course[-1]) / _FINE)) for one in night.standings if one.course])


def _step(span: int) -> int:
    """From one line of the grid to the next, in hundredths of a white: about five of them."""
    size = 100
    while True:
        for factor in (1, 2, 5):
            if span <= 5 * size * factor:
                return size * factor
        size *= 10


def _ends(canvas: Image.Image, ends: list[tuple[Standing, int]]) -> None:
    """Whose line it is, where it ends: a letter says what the colour says."""
    ends.sort(key=lambda end: end[1])
    places = [at for _, at in ends]
    for n in range(1, len(places)):
        places[n] = max(places[n], places[n - 1] + _APART)
    for n in reversed(range(len(places))):  # pushed below the chart: back up, and the others with it
        places[n] = min(places[n], _CHART.bottom + 8 - (len(places) - 1 - n) * _APART)
    for (one, _), place in zip(ends, places, strict=True):
        image, mask = badge(visible_name(one.name, f"Seat {one.number + 1}"), one.number, _APART)
        canvas.paste(image, (_CHART.right - 4, place - _APART // 2), mask)


# ---- who stands how ----------------------------------------------------------------------------


def _standings(canvas: Image.Image, night: Evening) -> None:
    count = max(1, len(night.standings))
    pitch = min(_ROW + _GAP, _LIST.h // count)
    for n, one in enumerate(night.standings):
        top, high = _LIST.y + n * pitch, pitch - min(_GAP, pitch // 6)
        best = n == 0 and one.net > 0
        blank_plate(_LIST.w, high, best, False).stamp(canvas, _LIST.x, top)
        middle = top + high // 2
        name = visible_name(one.name, f"Seat {one.number + 1}")
        size = min(44, high - 10)
        image, mask = badge(name, one.number, size)
        canvas.paste(image, (_LIST.x + 12, middle - size // 2), mask)
        ink = _GOLD if best else _WHITE
        net = label(_signed(one.net), NAME, ink, weight=800, room=130)
        paste_label(canvas, net, _LIST.right - 16, middle, 1.0)
        left = _LIST.x + 24 + size
        words = label(name, NAME, ink, weight=700, room=_LIST.right - 28 - net.width - left, name=True)
        paste_label(canvas, words, left, middle)


# ---- who would pay whom, and what there was to remember ----------------------------------------


def _words(canvas: Image.Image, night: Evening) -> None:
    room = _CHART.right - _SIDE
    lines = [*night.remembered]
    paid = [f"{source} → {to}  {amount_text(amount)}" for source, to, amount in night.payments]
    space = (HEIGHT - RAIL - _CORNER - _BELOW) // _LINE + 1 - len(lines)
    half = -(-len(paid) // 2) if len(paid) > space else len(paid)
    y = _BELOW
    for n, text in enumerate(paid[: 2 * max(1, min(half, space))]):
        column, row = divmod(n, max(1, min(half, space)))
        wide = room // 2 - 8 if len(paid) > half else room
        words = label(text, TEXT + 3, _WHITE, weight=700, room=wide)
        paste_label(canvas, words, _SIDE + column * (room // 2 + 8), y + row * _LINE)
    y += max(1, min(half, space)) * _LINE + 6 if paid else 0
    for text in lines:
        paste_label(canvas, label(text, TEXT + 1, _SOFT, room=room), _SIDE, y)
        y += _LINE


def _signed(amount: int) -> str:
    """A gain or a loss: "+12½", "−3"."""
    return ("+" if amount > 0 else "−" if amount < 0 else "") + amount_text(abs(amount))
