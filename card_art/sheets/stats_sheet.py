"""A member's form: the course of the last matches, figures beside it, and the games played most below."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.engine.amounts import whites
from card_art.deck.sprites import Sprite
from card_art.ink.curves import Curves
from card_art.ink.palette import GOLD, blend, felt_levels
from card_art.ink.pen import Pen
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, PRINT, ROW_NAME, TITLE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import GOLD as GOLD_WORDS
from card_art.ink.text import SOFT, WHITE, label, visible_name
from card_art.scene.sheets import StatsSheet
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH, Box
from card_art.tables.plates import badge, blank_plate, paste_label

_SIDE = RAIL + 22
_CHART = Box(_SIDE + 76, 142, 530, 258)
_MARKS = _CHART.bottom + 26
"""The middle of the line of marks below the curve."""
_GAMES = _MARKS + 30
_FAVOURITES, _FIGURES = 4, 8
"""How many are shown at most."""
_GAME = 50
"""A line's height."""
_TILES = Box(_CHART.right + 30, 132, WIDTH - _SIDE - _CHART.right - 30, 0)
_LEAST, _MOST = 104, 131
"""From one tile to the next."""
_FOOT = RAIL + 14
_DOT = 8
_SHADE = (4, 10, 16, 84)
"""Between the curve and zero the felt lies in shadow: darker, it keeps its own colours."""
_ROOM = _DOT + 2
"""The room left free above and below the curve, for the dot at its end."""
_MARK_INKS = {"W": "#8fe0a4", "L": "#ff9a94", "D": "#d5dde2"}


def stats_sheet(member: StatsSheet) -> bytes:
    """The picture of a member's form, PNG, 1100 wide and as high as it needs, up to 690."""
    shown, rows = member.favourites[:_FAVOURITES], -(-len(member.figures[:_FIGURES]) // 2)
    bottom = max(_GAMES + _GAME * len(shown), _TILES.y + _LEAST * rows)
    canvas = felt(WIDTH, bottom + _FOOT, member.cloth, signs=False)
    name = visible_name(member.name, "Member")
    image, mask = badge(name, 0, 60, member.cloth, member.face)
    canvas.paste(image, (_SIDE, RAIL + 8), mask)
    label(name, TITLE, WHITE, weight=800, room=WIDTH - 2 * _SIDE - 80, name=True).paste(canvas, _SIDE + 76, RAIL + 2)
    paste_label(canvas, label(member.subtitle, LINE, SOFT, room=WIDTH - 2 * _SIDE - 80), _SIDE + 76, 98)
    _course(canvas, member)
    _figures(canvas, member, min(_MOST, (bottom - _TILES.y) // max(1, rows)))
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


def _course(canvas: Image.Image, member: StatsSheet) -> None:
    course = (0, *member.course)
    lines = grid(min(course), max(max(course), 1), 100 if member.chips else 1)
    low, high = lines[0], lines[-1]

    def y(amount: int) -> float:
        return _ROOM + (high - amount) / (high - low) * (_CHART.h - 1 - 2 * _ROOM)

    pen, (lamp, *_) = ImageDraw.Draw(canvas), felt_levels(member.cloth)
    quiet = blend(f"#{bytes(lamp).hex()}", "#ffffff", 0.25)
    for amount in lines:
        at = _CHART.y + round(y(amount))
        pen.line([(_CHART.x, at), (_CHART.right, at)], fill=SOFT if amount == 0 else quiet, width=1 + (amount == 0))
    wide = _CHART.w - 2 * _DOT
    points = [(_DOT + n / max(1, len(course) - 1) * wide, y(amount)) for n, amount in enumerate(course)]
    curve = Curves(_CHART.w + _DOT, _CHART.h)
    curve.area([(points[0][0], y(0)), *points, (points[-1][0], y(0))], _SHADE)
    curve.line(points, GOLD, 5)
    curve.dot(points[-1], _DOT, GOLD)
    curve.lay(canvas, _CHART.x, _CHART.y)
    for amount in lines:
        sign = "+" if amount > 0 else "−" if amount else ""
        number = whites(abs(amount)) if member.chips else str(abs(amount))
        words = label(sign + number, PRINT, WHITE if amount == 0 else SOFT, room=72)
        paste_label(canvas, words, _CHART.x - 12, _CHART.y + round(y(amount)), 1.0)
    apart = _CHART.w / max(1, len(member.outcomes))
    for n, outcome in enumerate(member.outcomes):
        mark = _mark(outcome)
        mark.stamp(canvas, round(_CHART.x + (n + 0.5) * apart) - mark.size[0] // 2, _MARKS - mark.size[1] // 2)


@cached_sprite
def _mark(outcome: str) -> Sprite:
    """A win points up, a loss down, a draw is a bar: the shape says it without the colour."""
    pen, ink = Pen(16, 16, 1, mode="RGBA", paper=(0, 0, 0, 0)), _MARK_INKS[outcome]
    if outcome == "D":
        pen.box(1, 6, 15, 10, 2, ink)
    else:
        foot, tip = (14, 2) if outcome == "W" else (2, 14)
        pen.fill([(1, foot), (8, tip), (15, foot)], ink)
    return Sprite(pen.result())


def _figures(canvas: Image.Image, member: StatsSheet, pitch: int) -> None:
    wide = (_TILES.w - 10) // 2
    for n, (what, value) in enumerate(member.figures[:_FIGURES]):
        x, top = _TILES.x + n % 2 * (wide + 10), _TILES.y + n // 2 * pitch
        blank_plate(wide, pitch - 10, False, False).stamp(canvas, x, top)
        middle = top + (pitch - 10) // 2
        ink = GOLD_WORDS if n == 0 else WHITE
        paste_label(canvas, label(value, 36, ink, weight=800, room=wide - 24), x + wide // 2, middle - 16, 0.5)
        paste_label(canvas, label(what, PRINT, SOFT, room=wide - 20), x + wide // 2, middle + 24, 0.5)


def _favourites(canvas: Image.Image, member: StatsSheet) -> None:
    shown = member.favourites[:_FAVOURITES]
    most = max((matches for _, matches, _ in shown), default=1)
    left, room = _SIDE, _CHART.right - _SIDE
    for n, (title, matches, words) in enumerate(shown):
        middle = _GAMES + n * _GAME + _GAME // 2 - 4
        said = label(words, PRINT, SOFT, room=room // 2)
        paste_label(canvas, said, left + room, middle, 1.0)
        name = label(title, ROW_NAME - 2, WHITE, weight=700, room=room - said.width - 20)
        paste_label(canvas, name, left, middle)
        _stripe(max(16, round(room * matches / most / 8) * 8)).stamp(canvas, left, middle + 18)


@cached_sprite
def _stripe(length: int) -> Sprite:
    pen = Pen(length, 6, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, length, 6, 3, "#86bce0")
    return Sprite(pen.result())
