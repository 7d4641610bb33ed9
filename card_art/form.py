"""A member's form: the course of the last matches, figures beside it, and the games played most below."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from card_art.felt import RAIL, felt, sheet
from card_art.layout import HEIGHT, NAME, SUBTITLE, TEXT, TITLE, WIDTH, Box
from card_art.palette import GOLD, GOLD_LIGHT, rgb
from card_art.pen import Pen
from card_art.pieces import amount_text
from card_art.plates import badge, blank_plate, paste_label
from card_art.png import encode
from card_art.sheets import FormSheet
from card_art.sprites import Sprite
from card_art.text import Colour, label, visible_name

_SIDE = RAIL + 22
_CHART = Box(_SIDE + 76, 142, 530, 258)
_MARKS = _CHART.bottom + 26
"""The middle of the line of marks below the curve."""
_GAMES = _MARKS + 30
_TILES = Box(_CHART.right + 30, 132, WIDTH - _SIDE - _CHART.right - 30, HEIGHT - RAIL - 14 - 132)
_FINE = 3
"""The curve is drawn so many times larger, and is smooth then."""
_EDGE = 9 * _FINE
"""So much of the enlarged curve is left free above and below, for the dot at its end."""
_WHITE: Colour = (255, 255, 255)
_SOFT: Colour = (205, 226, 235)
_GOLD_TEXT: Colour = (255, 226, 148)
_GRID: Colour = (92, 128, 158)
_MARK_INKS = {"W": "#8fe0a4", "L": "#ff9a94", "D": "#d5dde2"}


def form(member: FormSheet) -> bytes:
    """The picture of a member's form, PNG, 1100×688."""
    canvas = sheet(felt(WIDTH, HEIGHT, member.cloth, signs=False))
    name = visible_name(member.name, "Member")
    image, mask = badge(name, 0, 60)
    canvas.paste(image, (_SIDE, RAIL + 8), mask)
    label(name, TITLE, _WHITE, weight=800, room=WIDTH - 2 * _SIDE - 80, name=True).paste(canvas, _SIDE + 76, RAIL + 2)
    paste_label(canvas, label(member.subtitle, SUBTITLE, _SOFT, room=WIDTH - 2 * _SIDE - 80), _SIDE + 76, 98)
    _course(canvas, member)
    _figures(canvas, member)
    _favourites(canvas, member)
    return encode(canvas, member.cloth)


def grid(least: int, most: int, smallest: int) -> list[int]:
    """Where the lines of the chart lie: round numbers around 0, four or five of them, at least `smallest` apart."""
    step = smallest
    factors = (2, 5, 10)
    base, turn = smallest, 0
    while (most - least) / step > 4:
        step = base * factors[turn % 3]
        turn += 1
        if turn % 3 == 0:
            base = step
    return [*range(least // step * step, -(-most // step) * step + 1, step)]


def _course(canvas: Image.Image, member: FormSheet) -> None:
    course = (0, *member.course)
    lines = grid(min(course), max(max(course), 1), 100 if member.chips else 1)
    low, high = lines[0], lines[-1]
    size = (_CHART.w * _FINE, _CHART.h * _FINE)
    patch = canvas.crop((_CHART.x, _CHART.y, _CHART.right, _CHART.bottom)).resize(size)
    pen = ImageDraw.Draw(patch)

    def y(amount: int) -> float:
        return _EDGE + (high - amount) / (high - low) * (size[1] - 1 - 2 * _EDGE)

    for amount in lines:
        ink, width = (_SOFT, 6) if amount == 0 else (_GRID, 2)
        pen.line([(0, y(amount)), (size[0], y(amount))], fill=ink, width=width)
    points = [(n / max(1, len(course) - 1) * (size[0] - 1), y(amount)) for n, amount in enumerate(course)]
    area = Image.new("L", size)
    ImageDraw.Draw(area).polygon([(0.0, y(0)), *points, (points[-1][0], y(0))], fill=64)
    patch.paste(rgb(GOLD_LIGHT), (0, 0, *size), area)
    pen.line(points, fill=(10, 26, 44), width=8 * _FINE, joint="curve")
    pen.line(points, fill=rgb(GOLD), width=5 * _FINE, joint="curve")
    r = _EDGE - _FINE
    (x, at) = points[-1]
    pen.ellipse((x - 2 * r, at - r, x, at + r), fill=_WHITE, outline=(10, 26, 44), width=_FINE * 2)
    canvas.paste(patch.resize((_CHART.w, _CHART.h), Image.Resampling.LANCZOS), (_CHART.x, _CHART.y))
    for amount in lines:
        sign = "+" if amount > 0 else "−" if amount else ""
        number = amount_text(abs(amount)) if member.chips else str(abs(amount))
        words = label(sign + number, TEXT, _WHITE if amount == 0 else _SOFT, room=72)
        paste_label(canvas, words, _CHART.x - 12, _CHART.y + round(y(amount) / _FINE), 1.0)
    apart = _CHART.w / max(1, len(member.outcomes))
    for n, outcome in enumerate(member.outcomes):
        mark = _mark(outcome)
        mark.stamp(canvas, round(_CHART.x + (n + 0.5) * apart) - mark.size[0] // 2, _MARKS - mark.size[1] // 2)


@lru_cache(maxsize=4)
def _mark(outcome: str) -> Sprite:
    """A win points up, a loss down, a draw is a bar: the shape says it without the colour."""
    pen, ink = Pen(16, 16, 1, mode="RGBA", paper=(0, 0, 0, 0)), _MARK_INKS[outcome]
    if outcome == "D":
        pen.box(1, 6, 15, 10, 2, ink)
    else:
        foot, tip = (14, 2) if outcome == "W" else (2, 14)
        pen.fill([(1, foot), (8, tip), (15, foot)], ink)
    return Sprite(pen.result())


def _figures(canvas: Image.Image, member: FormSheet) -> None:
    pitch = _TILES.h // 4
    wide = (_TILES.w - 10) // 2
    for n, (what, value) in enumerate(member.figures[:8]):
        x, top = _TILES.x + n % 2 * (wide + 10), _TILES.y + n // 2 * pitch
        blank_plate(wide, pitch - 10, False, False).stamp(canvas, x, top)
        middle = top + (pitch - 10) // 2
        ink = _GOLD_TEXT if n == 0 else _WHITE
        paste_label(canvas, label(value, 36, ink, weight=800, room=wide - 24), x + wide // 2, middle - 16, 0.5)
        paste_label(canvas, label(what, TEXT, _SOFT, room=wide - 20), x + wide // 2, middle + 24, 0.5)


def _favourites(canvas: Image.Image, member: FormSheet) -> None:
    shown = member.favourites[:4]
    most = max((matches for _, matches, _ in shown), default=1)
    pitch = (HEIGHT - RAIL - 12 - _GAMES) // 4
    left, room = _SIDE, _CHART.right - _SIDE
    for n, (title, matches, words) in enumerate(shown):
        middle = _GAMES + n * pitch + pitch // 2 - 4
        said = label(words, TEXT, _SOFT, room=room // 2)
        paste_label(canvas, said, left + room, middle, 1.0)
        name = label(title, NAME - 2, _WHITE, weight=700, room=room - said.width - 20)
        paste_label(canvas, name, left, middle)
        _stripe(max(16, round(room * matches / most / 8) * 8)).stamp(canvas, left, middle + 18)


@lru_cache(maxsize=128)
def _stripe(length: int) -> Sprite:
    pen = Pen(length, 6, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, length, 6, 3, "#86bce0")
    return Sprite(pen.result())
