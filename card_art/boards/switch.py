"""A table of Switch: the last play with its top card large, the demand and who must answer it, and everybody's number
of cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.engine.cards import SUIT_NAMES, Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite
from card_art.ink.palette import GOLD, inks, rgb
from card_art.ink.pen import Pen, Point
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.suits import sign
from card_art.ink.text import SOFT, WHITE, Colour, label
from card_art.scene.people import in_brackets, said_tags
from card_art.scene.pieces import Seat
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables import fans
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, paste_label
from card_art.tables.seat_plate import draw_plate

_EDGE = EDGE
_BACKS = 40
"""Room for small backs above a plate."""
_HIGH = 80
"""Of a plate."""
_GAP = 10
_AROUND = 4
"""Up to this many sit around the table, each with a fan behind the plate; more sit in two rows."""
_WIDE, _WIDE_TO_MOVE, _SIDE = 290, 376, 152
_STEP, _CLOSEST = 0.6, 0.24
"""From one card of a play to the next, in widths of a card: as it should be, and as it may be at the worst."""
_BEFORE = 0.78
"""How large the cards of a play are that lie under the top card."""
_BADGE = 78
"""Radius of the demand's sign: the suit or the penalty."""
_STOCK = 92
_CRIMSON, _RIM = "#a30f2c", "#ffd9d6"
_LAST: Colour = (255, 150, 146)
_PENALTY: Colour = (255, 206, 206)
_ARROW, _TIP = "#f6d98a", 32
_NUMBERS: Colour = (205, 226, 215)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at the table, and how many cards they hold."""

    seat: Seat
    count: int
    last: bool = False
    """One card is left, which is told in words."""


@dataclass(frozen=True, slots=True)
class SwitchTable(Board):
    """The table, with the last play in its middle."""

    title_width = 340

    seats: tuple[Sitting, ...]
    """The viewer's first, or the bottom seat's; the others follow clockwise."""
    play: tuple[Card, ...]
    """The cards that were laid last, the top card at the end; for a penalty, all the cards that make it."""
    sums: tuple[str, ...] = ()
    """What stands under each of them but the last: "+2", "+4"."""
    caption: str = ""
    """Under the top card, or under all of them: who has laid what."""
    suit: str = ""
    """The suit that an ace has asked for."""
    penalty: str = ""
    """ "+6"."""
    for_whom: str = ""
    """Whose penalty it is: "for Søren"."""
    clockwise: bool = True
    stock: int = 0
    pile: int = 1
    """How many discards there are."""
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        plan = _plan(len(self.seats), self.low)
        if len(self.seats) > 2:
            _arrows(len(self.seats), self.low, self.clockwise).stamp(canvas, 0, 0)
        self._played(canvas, plan, style)
        self._asked(canvas, plan, style)
        self._stock(canvas, plan)
        for n, (sitting, box) in enumerate(zip(self.seats, plan.plates, strict=True)):
            if sitting.count and plan.fans:
                fans.above(canvas, sitting.count, box, _BACKS)
            _plate(canvas, sitting, n, box, style)

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Left of the viewer's plate over a hand; otherwise below the plate at the left, unless cards reach there."""
        plan = _plan(len(self.seats), self.low)
        if len(self.seats) > _AROUND:
            return ()
        own = plan.plates[0]
        if self.low:
            return ((_EDGE, own.y - 18, own.x - 14 - _EDGE, own.h + 18),)
        return ((_EDGE, _SIDE + _HIGH + 8, 320, 168),) if len(self.play) == 1 else ()

    # ---- the middle ----------------------------------------------------------------------

    def _played(self, canvas: Image.Image, plan: _Plan, style: Style) -> None:
        """The last play, fanned beneath its top card."""
        x, y = plan.hero.x, plan.hero.y
        width, low = plan.hero.w, plan.hero.bottom
        below, start = self.play[:-1], x
        if below:
            small = round(width * _BEFORE)
            room = x - plan.left
            step = min(round(small * _STEP), room // len(below))
            if step < round(small * _CLOSEST):  # many cards of a long play: smaller ones, closer
                small = max(84, round(step / _CLOSEST))
            start = x - step * len(below)
            top = low - sprites.card_height(small)
            for n, c in enumerate(below):
                sprites.card(c, small, style).stamp(canvas, start + n * step, top)
                if n < len(self.sums):
                    words = label(self.sums[n], LINE, _PENALTY, weight=800)
                    paste_label(canvas, words, start + n * step + step // 2, low + 28, 0.5)
        if self.play:
            sprites.card(self.play[-1], width, style).stamp(canvas, x, y)
            sprites.frame(width).stamp(canvas, x, y)
        if self.caption:
            room = (plan.badge[0] - 70 if self.suit else plan.stock.x - 40) - plan.left
            words = label(self.caption, LINE, WHITE, weight=700, room=width + 36 if self.sums else room)
            start = x if self.sums or not below else start
            middle = max((start + x + width) // 2, (x + 10 if self.sums else plan.left - 4) + words.width // 2)
            paste_label(canvas, words, middle, low + 30, 0.5)

    def _asked(self, canvas: Image.Image, plan: _Plan, style: Style) -> None:
        """The one badge of the table: a penalty and a suit never stand together."""
        x, y = plan.badge
        if self.penalty:
            sprite = _penalty(self.penalty, plan.round)
            sprite.stamp(canvas, x - sprite.size[0] // 2, y - sprite.size[1] // 2)
            words = label(self.for_whom, LINE, _PENALTY, weight=700, room=plan.stock.x + 90 - x)
            paste_label(canvas, words, x, y + plan.round + 24, 0.5)
        elif self.suit:
            sprite = _suit(self.suit, plan.round, style.four_colour)
            sprite.stamp(canvas, x - sprite.size[0] // 2, y - sprite.size[1] // 2)
            paste_label(
                canvas, label(f"{SUIT_NAMES[self.suit]}s", 34, GOLD_TEXT, weight=800), x, y + plan.round + 26, 0.5
            )

    def _stock(self, canvas: Image.Image, plan: _Plan) -> None:
        box = plan.stock
        if self.stock:
            sprites.back_pile(_STOCK, min(4, self.stock)).stamp(canvas, box.x, box.y)
        else:
            sprites.slot(_STOCK).stamp(canvas, box.x, box.y)
        said = f"Pile {self.stock}" if self.stock else "Nothing left"
        paste_label(canvas, label(said, LINE, WHITE, weight=700), box.middle[0], box.bottom + 26, 0.5)
        if self.pile > 1:
            paste_label(canvas, label(f"{self.pile} laid", LINE, SOFT), box.middle[0], box.bottom + 56, 0.5)

    # ---- in words ------------------------------------------------------------------------

    def alt(self, card_text: Callable[[Card], str]) -> str:
        top = self.play[-1]
        said = [f"Top card {card_text(top)}."]
        if len(self.play) > 1:
            said.append(f"Laid: {' '.join(map(card_text, self.play))}.")
        if self.suit:
            said.append(f"Asked for {SUIT_NAMES[self.suit]}s.")
        if self.penalty:
            said.append(f"Penalty {self.penalty} {self.for_whom}.")
        said.append(f"Pickup pile {self.stock}.")
        if len(self.seats) > 2:
            said.append("Clockwise." if self.clockwise else "Counterclockwise.")
        each = []
        for s in self.seats:
            stamped = s.seat.stamp.said if s.seat.stamp else ""
            marks = in_brackets(said_tags(s.seat.tags, "last card" if s.last else "", stamped))
            line = f", {s.seat.told}" if s.seat.told else ""
            each.append(f"{s.seat.name} {s.count} card{'' if s.count == 1 else 's'}{line}{marks}")
        return " ".join([*said, f"{'; '.join(each)}."])


# ---- where everything lies -----------------------------------------------------------------------


class _Plan(NamedTuple):
    plates: tuple[Box, ...]
    fans: bool
    hero: Box
    left: int
    """How far left the cards of a play may lie."""
    badge: tuple[int, int]
    round: int
    """The badge's radius."""
    stock: Box


@lru_cache(maxsize=32)
def _plan(seats: int, low: bool) -> _Plan:
    foot = PANEL_TABLE - 8 if low else HEIGHT - RAIL - 34  # below it stands who has one card left
    if seats <= _AROUND:
        plates = _around(seats, foot, low)
        top, bottom, left = (174 if low else 204), foot - (66 if low else 156), 130
        width, middle = (146, 560) if low else (186, 534)
    else:
        plates = _in_rows(seats, foot, low)
        top, bottom, left = min(b.bottom for b in plates) + 18, plates[0].y - 66, 80
        width, middle = (118, 470) if low else (186, 500)
    high = sprites.card_height(width)
    y = top + max(0, (bottom - top - high) // 2)
    if seats <= _AROUND and low:
        y = top
    hero = Box(middle - width // 2, y, width, high)
    round_ = min(_BADGE, high // 2 - 24)
    badge_at = (hero.right + 22 + round(round_ * 1.06), y + high // 2 - (0 if low else 12))
    stock_y = max(248, y + 30) if not low else y + 52 if seats <= _AROUND else y
    stock = Box(WIDTH - _EDGE - _STOCK - (44 if seats <= _AROUND else 64), stock_y, _STOCK, sprites.card_height(_STOCK))
    return _Plan(plates, seats <= _AROUND and not low, hero, left, badge_at, round_, stock)


def _around(seats: int, foot: int, low: bool) -> tuple[Box, ...]:
    """The first at the bottom (at the right of a panel), one above, and one in each upper corner."""
    x = WIDTH - _EDGE - _WIDE_TO_MOVE if low else (WIDTH - _WIDE_TO_MOVE) // 2
    own = Box(x, foot - _HIGH, _WIDE_TO_MOVE, _HIGH)
    above = Box((WIDTH - _WIDE) // 2, RAIL + _BACKS, _WIDE, _HIGH)
    side = 116 if low else _SIDE
    left, right = Box(_EDGE, side, _WIDE, _HIGH), Box(WIDTH - _EDGE - _WIDE, side, _WIDE, _HIGH)
    return {2: (own, above), 3: (own, left, right), 4: (own, left, above, right)}[seats]


def _in_rows(seats: int, foot: int, low: bool) -> tuple[Box, ...]:
    """Two rows, one above and one below, clockwise from the first, who sits in the lower one."""
    below = seats // 2
    right = (below - 1) // 2
    """How many sit at the right of the first."""
    rows = [[*range(below - 1 - right, -1, -1), *range(seats - 1, seats - 1 - right, -1)]]
    rows.append([*range(below - right, seats - right)])
    placed: dict[int, Box] = {}
    for row, y in zip(rows, (foot - _HIGH, 120 if low else 124), strict=True):
        wide = min(330, (WIDTH - 2 * _EDGE - _GAP * (len(row) - 1)) // len(row))
        start = (WIDTH - wide * len(row) - _GAP * (len(row) - 1)) // 2
        for n, seat in enumerate(row):
            placed[seat] = Box(start + n * (wide + _GAP), y, wide, _HIGH)
    return tuple(placed[n] for n in range(seats))


# ---- pieces --------------------------------------------------------------------------------------


def _plate(canvas: Image.Image, sitting: Sitting, n: int, box: Box, style: Style) -> None:
    """Name, a line, and the number of cards; one card left is told in red and in words."""
    seat, number = sitting.seat, n if sitting.seat.number is None else sitting.seat.number
    if sitting.last:
        seat = replace(seat, tags=("LAST CARD!", *seat.tags))
    ink = _LAST if sitting.count == 1 else WHITE
    count = "" if seat.dim else str(sitting.count)
    draw_plate(canvas, seat, number, box, style.cloth, score=count, score_ink=ink, stamped=True)


@cached_sprite
def _penalty(text: str, radius: int) -> Sprite:
    """How many cards somebody faces."""
    words = label(text, round(radius * 1.28), WHITE, weight=800)
    wide, high = max(2 * radius + 4, words.width + 44), 2 * radius
    pen = Pen(wide, high, 1, mode="RGBA", paper=(*rgb(_RIM), 0))
    pen.box(0, 0, wide, high, radius, _RIM)
    pen.box(3, 3, wide - 3, high - 3, radius - 3, _CRIMSON)
    image = pen.result()
    words.paste(image, wide // 2, (high - words.height) // 2, 0.5)
    return Sprite(few_opacities(image, 8))


@cached_sprite
def _suit(suit: str, radius: int, four_colour: bool) -> Sprite:
    """The suit that was asked for."""
    size = 2 * radius + 4
    pen = Pen(size, size, 1, mode="RGBA", paper=(*rgb(GOLD), 0))
    pen.ringed(size / 2, size / 2, radius, fill="#fdfaf2", edge=GOLD, width=7)
    sign(pen, suit, size / 2, size / 2, radius * 0.56, inks(four_colour)[suit])
    return Sprite(few_opacities(pen.result(), 8))


@cached_sprite
def _arrows(seats: int, low: bool, clockwise: bool) -> Sprite:
    """From seat to seat around the table, as play goes."""
    plan = _plan(seats, low)
    curves = _ways(plan, seats, low)
    pen = Pen(WIDTH, PANEL_TABLE if low else HEIGHT, 1, mode="RGBA", paper=(*rgb(_ARROW), 0))
    for curve in curves:
        points = _bent(*(curve if clockwise else reversed(curve)))
        bx, by = points[-1]
        shaft = [p for p in points if math.dist(p, (bx, by)) > _TIP - 8]
        pen.line(shaft, _ARROW, 7)
        angle = math.atan2(by - shaft[-1][1], bx - shaft[-1][0])
        tip = [(bx, by)]
        tip += [(bx - _TIP * math.cos(angle + s * 0.5), by - _TIP * math.sin(angle + s * 0.5)) for s in (-1, 1)]
        pen.fill(tip, _ARROW)
    image = few_opacities(pen.result(), 4)
    x, y, right, low_edge = image.getbbox() or (0, 0, 1, 1)
    return Sprite(image.crop((x, y, right, low_edge)), (-x, -y, 0, 0))


def _bent(start: Point, by: Point, end: Point) -> list[Point]:
    steps = [n / 24 for n in range(25)]
    return [
        (
            (1 - u) ** 2 * start[0] + 2 * u * (1 - u) * by[0] + u * u * end[0],
            (1 - u) ** 2 * start[1] + 2 * u * (1 - u) * by[1] + u * u * end[1],
        )
        for u in steps
    ]


def _ways(plan: _Plan, seats: int, low: bool) -> list[tuple[Point, Point, Point]]:
    """From each seat to the next, clockwise; between two rows at their ends alone."""
    if seats > _AROUND:
        upper = [b for b in plan.plates if b.y < 200]
        y, end = upper[0].bottom + 16, plan.plates[0].y - 30
        left, right = _EDGE + 14, WIDTH - _EDGE - 14
        if low:
            y, end = y + 6, end + 8
        return [
            ((left, end), (left - 6, (y + end) / 2), (left, y)),
            ((right, y), (right + 6, (y + end) / 2), (right, end)),
        ]
    own, left, right = plan.plates[0], plan.plates[1], plan.plates[-1]
    if low:
        ways = [
            ((own.x + 40, own.y - 12), (left.x + 36, own.y + 10), (left.x + 62, left.bottom + 20)),
            ((right.x + 70, right.bottom + 16), (right.x + 92, (own.y + right.bottom) / 2), (right.x + 70, own.y - 14)),
        ]
    else:
        ways = [
            ((own.x - 140, own.y - 40), (left.x + 130, own.y - 80), (left.x + 72, left.bottom + 180)),
            ((right.x + 100, own.y - 44), (right.x + 60, own.y + 4), (own.right + 14, own.y + 14)),
        ]
    if seats == 3:
        y = left.y + (24 if low else 30)
        return [*ways, ((left.right + 30, y), (WIDTH / 2, y - 44), (right.x - 30, y))]
    above = plan.plates[2]
    if low:
        return [
            *ways,
            ((left.x + 210, left.y - 6), (left.x + 250, left.y - 30), (above.x - 10, above.y + 44)),
            ((above.right + 10, above.y + 44), (right.x + 40, left.y - 30), (right.x + 80, right.y - 6)),
        ]
    return [
        *ways,
        ((left.right - 2, left.y + 20), (left.right + 36, left.y), (above.x - 8, above.y + 66)),
        ((above.right + 8, above.y + 66), (right.x - 40, right.y - 10), (right.x - 4, right.y + 14)),
    ]
