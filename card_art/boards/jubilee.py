"""Jubilee's table: the running total on its dial, the last card and what it did, the cards before it, the scores."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.palette import GOLD, GOLD_LIGHT, rgb
from card_art.ink.pen import Pen, Point
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, Colour, label, wrapped
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.layout import EDGE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, paste_label
from card_art.tables.seat_plate import draw_plate
from card_art.tables.stamps import stamp

_LEFT, _RIGHT = EDGE, WIDTH - EDGE
_TRACK, _RIM = 42, 5
"""How broad the dial's track is, and the dark line around it."""
_GROUND, _EDGE, _TICK = "#16375c", "#081a30", "#e8eef5"
_CRIMSON, _PALE = "#c42239", "#8fb4d9"
_COST: Colour = (255, 170, 170)
"""What costs points, or is below nothing."""
_LEAST_STEP = 0.42
_STAMP_SIZE = 46
_CAPTION = LINE


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its score."""

    seat: Seat
    score: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was played, and what it did."""

    card: Card
    value: str
    """As it is added: "+9", "−10"."""
    points: int = 0


@dataclass(frozen=True, slots=True)
class Dial:
    """The total between multiples of 25, and where it was before the last card."""

    total: int
    before: int
    low: int
    high: int
    """Where the dial begins and ends."""
    points: int = 0
    """What the last card has scored: what it covered is gold, crimson or pale."""

    def at(self, total: int) -> float:
        """From 0 at the left to 1 at the right."""
        return min(1.0, max(0.0, (total - self.low) / (self.high - self.low)))


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand that lies open, for nothing of it could be played."""

    caption: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class JubileeTable(Board):
    """The dial, the last card large beside it, and below them the cards before it and everybody's plate."""

    title_width = 390

    players: tuple[Player, ...]
    """In the order in which they play."""
    dial: Dial
    last: Laid | None
    by: str = ""
    """Who has played it."""
    told: str = ""
    """What it did, in a few words: "on a multiple of 25"."""
    stamp: Stamp | None = None
    older: tuple[Laid, ...] = ()
    """The cards before it, the latest last."""
    shown: tuple[Shown, ...] = ()
    """Hands that lie open, in the place of those cards."""
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        plan = _PLANS[self.low, len(self.players) > _FEW]
        _dial(canvas, self.dial, plan)
        self._hero(canvas, plan, style)
        if self.shown:
            _open_hands(canvas, self.shown, plan, style)
        elif self.older or self.last:
            _older(canvas, self.older, plan, style)
        for box, p in zip(plan.plates(len(self.players)), self.players, strict=True):
            ink = _COST if p.score < 0 else WHITE
            draw_plate(canvas, p.seat, p.seat.number or 0, box, style.cloth, score=_signed(p.score), score_ink=ink)

    def _hero(self, canvas: Image.Image, plan: _Plan, style: Style) -> None:
        """The last card, and beside it who played it and what it did."""
        x, y, w, h = plan.hero
        if self.last is None:
            sprites.slot(w).stamp(canvas, x, y)
        else:
            sprites.card(self.last.card, w, style).stamp(canvas, x, y)
            sprites.frame(w, crimson=self.last.points < 0).stamp(canvas, x, y)
        left, top, room, low = plan.told
        paste_label(canvas, label(self.by, LINE, SOFT, weight=700, room=room, name=True), left, top + 18)
        top += 38
        if self.last is not None:
            high = plan.worth + 12
            paste_label(canvas, label(self.last.value, plan.worth, WHITE, weight=800), left, top + high // 2)
            top += high
        for line in wrapped(self.told, LINE, room, max(1, (low - top) // 32)):
            paste_label(canvas, label(line, LINE, SOFT, room=room), left, top + 16)
            top += 32
        if self.stamp:
            x, y, w, h = plan.stamp
            plaque = stamp(self.stamp, _STAMP_SIZE, tilted=False, room=w)
            plaque.stamp(canvas, x + (w - plaque.size[0]) // 2, y + (h - plaque.size[1]) // 2)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said = [f"Total {self.dial.total}, on a dial from {self.dial.low} to {self.dial.high}."]
        if self.last is None:
            said.append(f"{self.told}.")
        else:
            stamped = f" ({self.stamp.word})" if self.stamp else ""
            told = f", {self.told}" if self.told else ""
            said.append(f"{self.by}: {card_text(self.last.card)} {self.last.value} onto {self.dial.before}")
            said[-1] += f"{told}{stamped}."
        if self.older:
            each = [f"{card_text(c.card)} {c.value}{_brought(c.points)}" for c in self.older]
            said.append(f"Before it: {', '.join(each)}.")
        said += [f"{hand.caption}: {' '.join(map(card_text, hand.cards))}." for hand in self.shown]
        return " ".join([*said, *map(_player_alt, self.players)])


def _player_alt(p: Player) -> str:
    return f"{p.seat.name}{p.seat.known_as}: {_signed(p.score)} points, {p.seat.line}."


def _brought(points: int) -> str:
    return f" ({'+' if points > 0 else ''}{_signed(points)})" if points else ""


def _signed(n: int) -> str:
    return str(n).replace("-", "−")


# ---- where everything lies -----------------------------------------------------------------------

_FEW = 4
"""How many plates stand beside the cards laid before; more take the whole width."""
_BESIDE = 10


@dataclass(frozen=True)
class _Plan:
    """One way to lay the table out."""

    middle: tuple[int, int]
    """Of the dial: the middle of its lower edge."""
    radius: int
    figures: int
    """The size of the total."""
    hero: Box
    told: Box
    """Beside the hero; its height is where the words must end."""
    stamp: Box
    mat: Box
    face: int
    """The width of the cards before."""
    worth: int
    """The size of what the last card has added."""
    rows: tuple[int, ...]
    """How far down the rows of plates stand."""
    high: int
    left: int = _LEFT

    def plates(self, count: int) -> list[Box]:
        """Row by row, as wide as they can be."""
        columns = -(-count // len(self.rows))
        wide = (_RIGHT - self.left - _BESIDE * (columns - 1)) // columns
        return [
            Box(self.left + n % columns * (wide + _BESIDE), self.rows[n // columns], wide, self.high)
            for n in range(count)
        ]


_PLANS = {
    (False, False): _Plan(
        (400, 402), 230, 168, Box(706, 112, 190, card_height(190)), Box(922, 106, 144, 388), Box(700, 400, 366, 78),
        Box(_LEFT, 487, 488, 174), 84, 62, (498, 588), 72, 534,
    ),
    (False, True): _Plan(
        (252, 400), 182, 132, Box(500, 44, 168, card_height(168)), Box(694, 38, 372, 186), Box(690, 196, 376, 86),
        Box(480, 296, 586, 174), 84, 62, (500, 590), 72,
    ),
    (True, False): _Plan(
        (238, 358), 166, 120, Box(480, 40, 150, card_height(150)), Box(656, 34, 410, 168), Box(650, 174, 416, 80),
        Box(460, 268, 606, 170), 84, 52, (454,), 74,
    ),
    (True, True): _Plan(
        (226, 308), 140, 100, Box(436, 36, 128, card_height(128)), Box(590, 28, 476, 164), Box(586, 158, 480, 64),
        Box(420, 226, 646, 136), 66, 48, (380, 462), 68,
    ),
}  # fmt: skip
"""For a table and for a panel, with few plates and with many."""


# ---- the dial ------------------------------------------------------------------------------------


def _dial(canvas: Image.Image, dial: Dial, plan: _Plan) -> None:
    x, y = plan.middle
    r = plan.radius
    room = r + _TRACK // 2 + _RIM
    _blank(r, dial.high - dial.low).stamp(canvas, x - room, y - room)
    here, there = sorted((dial.at(dial.before), dial.at(dial.total)))
    if here < there:
        tone = GOLD if dial.points > 0 else _CRIMSON if dial.points < 0 else _PALE
        sprite, dx, dy = _stretch(r, round(here * 300), round(there * 300), tone)
        sprite.stamp(canvas, x + dx, y + dy)
    knob = _knob(_TRACK // 2 + 4)
    kx, ky = _spot(r, dial.at(dial.total))
    knob.stamp(canvas, x + round(kx) - knob.size[0] // 2, y + round(ky) - knob.size[1] // 2)
    figures = label(str(dial.total), plan.figures, GOLD_TEXT, weight=800, room=round(1.6 * (r - _TRACK)))
    paste_label(canvas, figures, x, y - round(plan.figures * 0.42), 0.5)
    low = y + round(_TRACK * 0.9)
    for total, side in ((dial.low, -1), (dial.high, 1)):
        paste_label(canvas, label(str(total), 34, WHITE, weight=700), x + side * r, low, 0.5)
    step = dial.total - dial.before
    if step or dial.total:
        sum_ = f"{dial.before} {'−' if step < 0 else '+'} {abs(step)}"
        paste_label(canvas, label(sum_, 36, SOFT, weight=700), x, low, 0.5)


def _spot(radius: float, share: float) -> Point:
    """From the middle of the dial to a place on its arc."""
    angle = math.pi * share
    return -radius * math.cos(angle), -radius * math.sin(angle)


def _sector(radius: int, wide: float, start: float, end: float) -> list[Point]:
    """A piece of a ring as a closed shape."""
    steps = max(2, round(64 * (end - start)))
    shares = [start + (end - start) * n / steps for n in range(steps + 1)]
    outer = [_spot(radius + wide / 2, s) for s in shares]
    return [*outer, *(_spot(radius - wide / 2, s) for s in reversed(shares))]


def _ring(pen: Pen, radius: int, wide: float, start: float, end: float, colour: str) -> None:
    """A piece of a ring with round ends."""
    pen.fill(_sector(radius, wide, start, end), colour)
    for share in (start, end):
        x, y = _spot(radius, share)
        pen.oval(x, y, wide / 2, fill=colour)


@cached_sprite
def _blank(radius: int, span: int) -> Sprite:
    """The empty track with a tick for every five."""
    room = radius + _TRACK // 2 + _RIM
    whole = Pen(2 * room, 2 * room, 1, mode="RGBA", paper=(*rgb(_EDGE), 0))
    pen = whole.at(room, room)
    _ring(pen, radius, _TRACK + 2 * _RIM, 0, 1, _EDGE)
    _ring(pen, radius, _TRACK, 0, 1, _GROUND)
    inner = radius - _TRACK / 2 - _RIM
    for n in range(0, span + 1, 5):
        long = n % 25 == 0
        ends = [_spot(inner - 3, n / span), _spot(inner - (23 if long else 13), n / span)]
        pen.line(ends, _TICK, 6 if long else 3.4)
    image = whole.result()
    return Sprite(few_opacities(image.crop((0, 0, image.width, room + _TRACK // 2 + _RIM + 4)), 8))


@cached_sprite
def _stretch(radius: int, start: int, end: int, tone: str) -> tuple[Sprite, int, int]:
    """What the last card has covered of the track, in 300ths of it, and where that lies from the dial's middle."""
    xs, ys = zip(*_sector(radius, _TRACK, start / 300, end / 300), strict=True)
    edge = _TRACK // 2 + 2
    left, top = int(min(xs)) - edge, int(min(ys)) - edge
    pen = Pen(int(max(xs)) + edge - left, int(max(ys)) + edge - top, 1, mode="RGBA", paper=(*rgb(tone), 0))
    _ring(pen.at(-left, -top), radius, _TRACK - 4, start / 300, end / 300, tone)
    return Sprite(few_opacities(pen.result(), 4)), left, top


@cached_sprite
def _knob(radius: int) -> Sprite:
    """Where the total stands."""
    size = 2 * radius + 4
    pen = Pen(size, size, 1, mode="RGBA", paper=(*rgb(_EDGE), 0))
    pen.oval(radius + 2, radius + 3, radius + 1, fill=_EDGE)
    pen.ringed(radius + 2, radius + 2, radius, fill=GOLD_LIGHT, edge="#ffffff", width=4)
    return Sprite(few_opacities(pen.result(), 8))


# ---- cards before, and open hands ----------------------------------------------------------------


@cached_sprite
def _mat(w: int, h: int) -> Sprite:
    """A darker place on the cloth."""
    pen = Pen(w, h, 1, mode="RGBA", paper=(*rgb("#4f7396"), 0))
    pen.box(0, 0, w, h, 18, (*rgb("#4f7396"), 255))
    pen.box(2, 2, w - 2, h - 2, 16, (*rgb("#0b2038"), 255))
    return Sprite(few_opacities(pen.result(), 8), (0, 0, 0, 0), (20, 2, w - 20, h - 2))


def _older(canvas: Image.Image, cards: tuple[Laid, ...], plan: _Plan, style: Style) -> None:
    """Side by side, each with its value below it, and what it scored on a disc at its corner."""
    x, y, w, h = plan.mat
    _mat(w, h).stamp(canvas, x, y)
    width, high = plan.face, card_height(plan.face)
    step = (w - 24) // _OLDER
    top = y + (h - high - 40) // 2
    left = x + 12 + (step - width) // 2
    for n, each in enumerate(cards):
        at = left + n * step
        sprites.card(each.card, width, style).stamp(canvas, at, top)
        worth = label(each.value, LINE, _COST if each.value[0] == "−" else WHITE, weight=700)
        paste_label(canvas, worth, at + width // 2, top + high + 20, 0.5)
        if each.points:
            mark = _mark(each.points)
            mark.stamp(canvas, at + width - mark.size[0] + 8, top + high - mark.size[1] + 4)


_OLDER = 5


@cached_sprite
def _mark(points: int) -> Sprite:
    """What a card has scored, as a pill."""
    tone = "gold" if points > 0 else "crimson"
    return stamp(Stamp(f"{points:+d}".replace("-", "−"), tone), 24, tilted=False)


def _open_hands(canvas: Image.Image, hands: tuple[Shown, ...], plan: _Plan, style: Style) -> None:
    """Side by side, each below the words that say whose it is."""
    x, y, w, h = plan.mat
    each = (w - _BESIDE * (len(hands) - 1)) // len(hands)
    for n, hand in enumerate(hands):
        left = x + n * (each + _BESIDE)
        _mat(each, h).stamp(canvas, left, y)
        words = label(hand.caption, _CAPTION, GOLD_TEXT, weight=700, room=each - 28)
        paste_label(canvas, words, left + 14, y + 22)
        width, step = _fan(len(hand.cards), each - 28, h - 50)
        at = left + (each - width - step * (len(hand.cards) - 1)) // 2
        for c in hand.cards:
            sprites.card(c, width, style).stamp(canvas, at, y + 40)
            at += step


def _fan(count: int, room: int, high: int) -> tuple[int, int]:
    """The width of the cards and the step between them: as large as the height allows, no index covered."""
    for width in range(92, 36, -4):
        step = min(width + 10, (room - width) // max(1, count - 1))
        if card_height(width) <= high and (count < 2 or step >= width * _LEAST_STEP):
            return width, step
    return 36, max(1, (room - 36) // max(1, count - 1))
