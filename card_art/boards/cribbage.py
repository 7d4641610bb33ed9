"""A cribbage board with two pegs a player, and the tables around it: cards on the count."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.deck.sprites import Sprite, card_height
from card_art.ink.palette import BADGES, CREAM, GOLD, WINE_DARK, blend, rgb
from card_art.ink.pen import Pen, Point
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, Colour, initial, label
from card_art.scene.pieces import Seat, Stamp
from card_art.scene.style import Style
from card_art.scene.suit_signs import named
from card_art.scene.table import Board
from card_art.tables.felt import RAIL
from card_art.tables.layout import EDGE, WIDTH, Box
from card_art.tables.plates import badge, mat, paste_label, pill
from card_art.tables.seat_plate import draw_plate
from card_art.tables.stamps import stamp

LAP = 60
"""Holes of a track from start to finish."""
_STREET, _GROUP = 30, 5
HIGH = 176
"""The board's height."""
_LEFT, _RIGHT = EDGE, WIDTH - EDGE
_START, _FIRST, _PITCH, _BETWEEN, _TURN = 146, 196, 24.6, 12, 975
"""Where the start hole and the first one stand, from hole to hole, between groups of five, and where tracks turn."""
_ROWS = ((20, 156), (48, 128))
"""How far down the board each seat's track runs out, and how far down it comes back."""
_MIDDLE = HIGH // 2
_NUMBERS = (_MIDDLE - 13, _MIDDLE + 13)
_TRACK, _HOLE, _FRONT, _REAR, _RIM = 22, 5, 15, 12, 3
_TRACKS = (WINE_DARK, "#2a3746")
_WOOD, _WOOD_DARK, _BRASS = "#5b351c", "#20110a", "#c89a45"
_INK: Colour = (253, 246, 230)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the board: their plate, and where their pegs stand."""

    seat: Seat
    score: int
    rear: int
    """The score before the latest pegging."""


@dataclass(frozen=True, slots=True)
class Pegs:
    """The board alone: two tracks of sixty holes, as a U."""

    players: tuple[Player, Player]
    """The viewer first, or the bottom seat."""
    target: int
    """121 is twice round, 61 is once."""
    skunks: tuple[tuple[str, int], ...] = ()
    """What is written on a line, and the hole behind which it runs: ("S", 90)."""

    def at(self, canvas: Image.Image, y: int) -> None:
        """Draw it, its upper edge at this height."""
        laps = tuple(sorted({_lap(min(p.score, self.target - 1)) for p in self.players}))
        _board(self.target, laps, self.skunks).stamp(canvas, _LEFT, y)
        for p in self.players:
            track = (p.seat.number or 0) % 2
            if p.score:
                sprite, dx, dy = _stretch(track, p.rear, p.score, self.target)
                sprite.stamp(canvas, dx, y + dy)
                _stand(canvas, _peg(track, "", _REAR), _spot(p.rear, self.target, track), y)
            front = _peg(track, initial(p.seat.name), _FRONT)
            _stand(canvas, front, _spot(p.score, self.target, track), y)

    def alt(self) -> str:
        """Where the pegs stand."""
        each = [
            f"{p.seat.name} at {p.score}{_lap_said(p.score, self.target)}, rear peg at {p.rear}" for p in self.players
        ]
        return f"Board to {self.target}{skunk_lines(self)}: {'; '.join(each)}."


def skunk_lines(pegs: Pegs) -> str:
    """Where those run, in words; nothing if there are none."""
    return "".join(f", {name} line behind {hole}" for name, hole in pegs.skunks)


def _lap(score: int) -> int:
    return 2 if score > LAP else 1


def _lap_said(score: int, target: int) -> str:
    return f" (lap {_lap(score)})" if target > LAP + 1 else ""


# ---- places on the board -------------------------------------------------------------------------


def _x(column: int) -> float:
    """Of a hole of a street, from 1 on the left to 30 at the turn; 0 is the start hole, and the finish."""
    return _FIRST + (column - 1) * _PITCH + (column - 1) // _GROUP * _BETWEEN if column else _START


def _spot(score: int, target: int, track: int) -> Point:
    """Where a peg of this score stands."""
    out, back = _ROWS[track]
    if score == 0:
        return _START, out
    if score >= target:
        return _START, back
    hole = (score - 1) % LAP + 1
    return (_x(hole), out) if hole <= _STREET else (_x(LAP + 1 - hole), back)


def _around(track: int, aside: float = 0) -> list[Point]:
    """The turn at the right, from the way out to the way back; so far outside the track's middle."""
    out, back = _ROWS[track]
    radius = (back - out) / 2 + aside
    turns = [math.pi * (n / 32 - 0.5) for n in range(33)]
    return [(_TURN + radius * math.cos(a), _MIDDLE + radius * math.sin(a)) for a in turns]


def _ways(track: int, rear: int, front: int, target: int) -> list[list[Point]]:
    """The holes between two pegs, as lines; a second lap begins a new one."""
    ways: list[list[Point]] = [[_spot(rear, target, track)]]
    for score in range(rear + 1, front + 1):
        if score == LAP + 1 and score < target:
            out, back = _ROWS[track]
            ways[-1].append((_START + 24, back))
            ways.append([(_START + 24, out)])
        elif score % LAP == _STREET + 1:
            ways[-1] += _around(track)
        ways[-1].append(_spot(score, target, track))
    return ways


@cached_sprite
def _stretch(track: int, rear: int, front: int, target: int) -> tuple[Sprite, int, int]:
    """The latest pegging as a stretch of its track, and where it lies."""
    ways = _ways(track, rear, front, target)
    xs, ys = [x for way in ways for x, _ in way], [y for way in ways for _, y in way]
    left, top = int(min(xs)) - 8, int(min(ys)) - 8
    pen = Pen(int(max(xs)) + 8 - left, int(max(ys)) + 8 - top, 1, mode="RGBA", paper=(*rgb(_colour(track)), 0))
    for way in ways:
        pen.line([(x - left, y - top) for x, y in way], blend(_colour(track), "#ffffff", 0.35), 9)
    return Sprite(few_opacities(pen.result(), 4)), left, top


def _colour(track: int) -> str:
    return BADGES[track]


@cached_sprite
def _peg(track: int, letter: str, radius: int) -> Sprite:
    """A peg from above; the one in front has its owner's letter."""
    room = radius + 3
    pen = Pen(2 * room, 2 * room + 2, 1, mode="RGBA", paper=(*rgb(_WOOD_DARK), 0))
    pen.oval(room, room + 2, radius, fill=_WOOD_DARK)
    pen.ringed(room, room, radius, fill=_colour(track), edge="#ffffff", width=_RIM)
    image = pen.result()
    if letter:
        words = label(letter, 21, WHITE, weight=800, room=2 * radius - 6, name=True)
        words.paste_middle(image, room, room)
    return Sprite(few_opacities(image, 8))


def _stand(canvas: Image.Image, peg: Sprite, spot: Point, y: int) -> None:
    peg.stamp(canvas, round(spot[0]) - peg.size[0] // 2, y + round(spot[1]) - peg.size[1] // 2 + 1)


@cached_sprite
def _board(target: int, laps: tuple[int, ...], skunks: tuple[tuple[str, int], ...]) -> Sprite:
    """The wood with its tracks and numbers, before any peg stands in it."""
    margin = 8
    wide = _RIGHT - _LEFT
    whole = Pen(wide + 2 * margin, HIGH + 2 * margin, 1, mode="RGBA", paper=(*rgb("#000000"), 0))
    whole.box(margin - 2, margin + 3, wide + margin + 4, HIGH + margin + 6, 18, (0, 0, 0, 90))
    whole.box(margin, margin, wide + margin, HIGH + margin, 18, _BRASS)
    whole.box(margin + 2, margin + 2, wide + margin - 2, HIGH + margin - 2, 16, _WOOD)
    pen = whole.at(margin - _LEFT, margin)
    for track, rows in enumerate(_ROWS):
        out, back = rows
        pen.line([(_START, out), (_TURN, out)], _TRACKS[track], _TRACK)
        pen.line([(_START, back), (_TURN, back)], _TRACKS[track], _TRACK)
        pen.fill([*_around(track, _TRACK / 2), *reversed(_around(track, -_TRACK / 2))], _TRACKS[track])
        for column in range(_STREET + 1):
            for y in rows:
                pen.oval(_x(column), y, _HOLE + (column == 0), fill="#000000")
    lines = [(name, limit, *_behind(limit)) for name, limit in skunks]
    for name, _, x, low in lines:
        ends = (_ROWS[1][1] - 14, HIGH - 9) if low else (9, _ROWS[1][0] + 14)
        pen.line([(x, ends[0]), (x, ends[1])], GOLD if name == "S" else CREAM, 4)
    image = few_opacities(whole.result(), 8)
    dx = margin - _LEFT
    for y, words in ((sum(r[0] for r in _ROWS) // 2, "Start"), (sum(r[1] for r in _ROWS) // 2, "Finish")):
        paste_label(image, label(words, LINE, _INK), _LEFT + 14 + dx, margin + y)
    for x, y, numbers in _numbers(laps, [_pill_x(x) for *_, x, _ in lines]):
        paste_label(image, label(numbers, LINE, _INK), x + dx, margin + y, 0.5)
    for name, limit, x, _ in lines:
        sign = pill(f"{name} {limit}", LINE, gold=name == "S")
        sign.stamp(image, round(_pill_x(x)) + dx - sign.size[0] // 2, margin + _MIDDLE - sign.size[1] // 2)
    core = (margin + 20, margin + 2, margin + wide - 20, margin + HIGH - 2)
    return Sprite(image, (margin, margin, margin, margin), core)


def _numbers(laps: tuple[int, ...], taken: Sequence[float]) -> Iterator[tuple[int, int, str]]:
    """The numbers of holes that find room beside the skunk lines: where each stands, and for all laps."""
    for column in range(_GROUP, _STREET + 1, _GROUP):
        for low, y in enumerate(_NUMBERS):
            x = round(_x(column + low)) if column + low <= _STREET else 0
            if x and all(abs(x - other) > 74 for other in taken):
                hole = LAP - column if low else column
                yield x, y, "·".join(str(hole + LAP * (lap - 1)) for lap in laps)


def _behind(limit: int) -> tuple[float, bool]:
    """Where the line behind a hole runs: how far right, and whether on the way back."""
    hole = (limit - 1) % LAP + 1
    if hole in (_STREET, LAP):
        return (_x(1) - 14 if hole == LAP else _x(_STREET) + 13), hole == LAP
    column = hole if hole < _STREET else LAP + 1 - hole
    return (_x(column) + _x(column + (1 if hole < _STREET else -1))) / 2, hole > _STREET


def _pill_x(x: float) -> float:
    """The name of a line stands below or above it, between the tracks."""
    return min(max(x, 196), _TURN - 20)


# ---- the plates ----------------------------------------------------------------------------------

_PLATE = 78
_BACK = 50


def _plate(canvas: Image.Image, p: Player, x: int, y: int, w: int, style: Style) -> None:
    """A seat's plate with its score."""
    number = p.seat.number or 0
    draw_plate(canvas, p.seat, number, Box(x, y, w, _PLATE), style.cloth, score=str(p.score), score_ink=_pale(number))


def _pale(number: int) -> Colour:
    return rgb(blend(BADGES[number % 2], "#ffffff", 0.6))


def _backs(canvas: Image.Image, count: int, right: int, y: int, style: Style) -> None:
    """How many cards somebody holds."""
    for n in range(count):
        sprites.back(_BACK).stamp(canvas, right - _BACK - (count - 1 - n) * 24, y)


def _plates_on_top(canvas: Image.Image, players: Sequence[Player], style: Style) -> None:
    for n, p in enumerate(players):
        _plate(canvas, p, 436 + n * 320, RAIL + 14, 308, style)


# ---- the table -----------------------------------------------------------------------------------

_BOARD_Y = 124
_MAT = (340, 806)
_COUNT_X = 948
_STAMP = 180
_EASY_STEP, _LEAST_STEP = 0.8, 0.42
_OLDER, _OLDER_STEP = 66, 28
_WHOSE = 50
"""The face of the player of the last card, at its corner."""


class _Sizes:
    """How large cards lie on a table, and how far down: it is lower where the viewer's own cards lie below it."""

    def __init__(self, low: bool) -> None:
        self.card, self.crib, self.offset = (116, 92, 14) if low else (130, 96, 22)
        self.top = _BOARD_Y + HIGH + 12
        self.foot = 528 if low else 562
        self.count = 92 if low else 112


@dataclass(frozen=True, slots=True)
class CribbageTable(Board):
    """The table while cards are laid away and played."""

    title_width = 390

    pegs: Pegs
    starter: Card | None
    crib: int
    crib_of: str
    """ "Søren's crib"."""
    laid: tuple[tuple[int, Card], ...] = ()
    """The cards of this count in order: whose each is, 0 for the first player, and the card."""
    older: tuple[Card, ...] = ()
    """Cards of earlier counts."""
    older_by: int | None = None
    """Which of the players has laid the last of these."""
    count: int | None = None
    said: tuple[str, ...] = ()
    """What has just been scored, a line each: "run of three: 3"."""
    left: str = ""
    """ "7 left to 31"."""
    note: str = ""
    """In the middle, while no card lies there."""
    turned: bool = False
    """The starter has just been turned."""
    stamp: Stamp | None = None
    """On the card of the moment."""
    low: bool = False
    """The viewer's own cards lie below it."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        sizes = _Sizes(self.low)
        self._seats(canvas, style)
        self.pegs.at(canvas, _BOARD_Y)
        self._aside(canvas, sizes, style)
        mat(_MAT[1] - _MAT[0], sizes.foot - sizes.top, style.cloth).stamp(canvas, _MAT[0], sizes.top)
        if self.turned and self.starter:
            self._hero(canvas, sizes, style)
        elif self.laid or self.older:
            self._played(canvas, sizes, style)
        elif self.note:
            middle = (sizes.top + sizes.foot) // 2
            words = label(self.note, LINE, WHITE, weight=700, room=_MAT[1] - _MAT[0] - 40)
            paste_label(canvas, words, sum(_MAT) // 2, middle, 0.5)
        self._running(canvas, sizes)

    def _seats(self, canvas: Image.Image, style: Style) -> None:
        mine, other = self.pegs.players
        if self.low:
            _plates_on_top(canvas, (mine, other), style)
            return
        _plate(canvas, other, 640, RAIL + 12, 424, style)
        _backs(canvas, len(other.seat.hand), 626, RAIL + 14, style)
        _plate(canvas, mine, _MAT[0], 582, _MAT[1] - _MAT[0], style)
        _backs(canvas, len(mine.seat.hand), _MAT[0] - 14, 584, style)

    def _aside(self, canvas: Image.Image, sizes: _Sizes, style: Style) -> None:
        """The starter and the crib."""
        y = sizes.top + 32
        x = _LEFT + 8
        paste_label(canvas, label("Starter", LINE, SOFT), x + sizes.card // 2, sizes.top + 14, 0.5)
        if self.starter and not self.turned:
            sprites.card(self.starter, sizes.card, style).stamp(canvas, x, y)
        else:
            sprites.slot(sizes.card).stamp(canvas, x, y)
        left = x + sizes.card + 24
        words = label(self.crib_of, LINE, SOFT, room=_MAT[0] - left - 4)
        paste_label(canvas, words, (left + _MAT[0] - 8) // 2, sizes.top + 14, 0.5)
        if not self.crib:
            sprites.slot(sizes.crib).stamp(canvas, left + 10, y)
        for n in range(self.crib):
            sprites.back(sizes.crib).stamp(canvas, left + n * 9, y + n * 4)

    def _hero(self, canvas: Image.Image, sizes: _Sizes, style: Style) -> None:
        assert self.starter is not None
        width = sizes.card
        x, y = sum(_MAT) // 2 - width // 2, (sizes.top + sizes.foot - card_height(width)) // 2
        sprites.card(self.starter, width, style).stamp(canvas, x, y)
        sprites.frame(width).stamp(canvas, x, y)
        self._stamp(canvas, x + width // 2, y + card_height(width))

    def _stamp(self, canvas: Image.Image, middle: int, foot: int) -> None:
        if self.stamp:
            plaque = stamp(self.stamp, 44, tilted=True, room=_STAMP)
            middle = min(middle, _MAT[1] - plaque.size[0] // 2 - 4)
            plaque.stamp(canvas, middle - plaque.size[0] // 2, foot - round(plaque.size[1] * 0.8))

    def _played(self, canvas: Image.Image, sizes: _Sizes, style: Style) -> None:
        """Older counts small and dark, this one before them, each card a little towards its player."""
        x, right = _MAT[0] + 14, _MAT[1] - 16
        top, high = sizes.top + 10, card_height(sizes.card)
        small = card_height(_OLDER)
        for n, c in enumerate(self.older):
            y = top + (high + sizes.offset - small) // 2
            sprites.card(c, _OLDER, style, dim=True).stamp(canvas, x + n * _OLDER_STEP, y)
        if self.older:
            x += (len(self.older) - 1) * _OLDER_STEP + _OLDER + 16
            if self.older_by is not None and not self.laid:
                self._last_of(canvas, self.older_by, Box(x, top, right - x, high + sizes.offset), style)
        width, step = _fan(len(self.laid), sizes.card, right - x)
        if not self.older:
            x += max(0, (right - x - width - step * (len(self.laid) - 1)) // 2)
        for n, (whose, c) in enumerate(self.laid):
            y = top + (high - card_height(width)) // 2 + (0 if whose else sizes.offset)
            sprites.card(c, width, style).stamp(canvas, x, y)
            if n == len(self.laid) - 1:
                sprites.frame(width).stamp(canvas, x, y)
                seat = self.pegs.players[whose].seat
                disc, mask = badge(seat.name, seat.number or 0, _WHOSE, style.cloth, seat.face)
                canvas.paste(disc, (x + width - _WHOSE + 10, y - 8), mask)
                self._stamp(canvas, x + width // 2, y + card_height(width))
            x += step

    def _last_of(self, canvas: Image.Image, whose: int, box: Box, style: Style) -> None:
        """Beside the earlier cards: who has laid the last one."""
        seat, middle = self.pegs.players[whose].seat, box.middle[1]
        disc, mask = badge(seat.name, seat.number or 0, _WHOSE, style.cloth, seat.face)
        canvas.paste(disc, (box.x, middle - _WHOSE // 2), mask)
        left, room = box.x + _WHOSE + 10, box.w - _WHOSE - 10
        paste_label(canvas, label(seat.name, LINE, SOFT, room=room, name=True), left, middle - 19)
        words = label(f"played {named(self.older[-1], style)}", LINE, WHITE, weight=700, room=room)
        paste_label(canvas, words, left, middle + 19)

    def _running(self, canvas: Image.Image, sizes: _Sizes) -> None:
        """The count, large, and what the last card has scored."""
        if self.count is None:
            return
        y = sizes.top + 14
        paste_label(canvas, label("Count", LINE, SOFT), _COUNT_X, y, 0.5)
        y += 22 + sizes.count // 2
        paste_label(canvas, label(str(self.count), sizes.count, WHITE, weight=800), _COUNT_X, y, 0.5)
        y += sizes.count // 2 + 8
        for line in self.said[-2:]:
            words = pill(line, LINE, WIDTH - RAIL - _MAT[1] - 8, gold=True)
            words.stamp(canvas, _COUNT_X - words.size[0] // 2, y)
            y += words.size[1] + 4
        if self.left and len(self.said) < 2:
            paste_label(canvas, label(self.left, LINE, SOFT), _COUNT_X, y + 22, 0.5)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        players, stamped = self.pegs.players, f" ({self.stamp.word})" if self.stamp else ""
        said = [player_alt(p) for p in players]
        said.append(f"{self.crib_of}: {self.crib} cards, face down." if self.crib else f"{self.crib_of}: empty.")
        if self.starter:
            said.append(f"Starter: {card_text(self.starter)}{stamped if self.turned else ''}.")
        if self.older:
            last = self.pegs.players[self.older_by].seat.name if self.older_by is not None and not self.laid else ""
            by = f", the last from {last}" if last else ""
            said.append(f"Played before: {' '.join(map(card_text, self.older))}{by}.")
        if self.laid:
            each = ", ".join(f"{card_text(c)} from {players[whose].seat.name}" for whose, c in self.laid)
            said.append(f"This count: {each}.")
        if self.count is not None:
            said.append(f"Count {self.count}{''.join(f', {line}' for line in self.said)}{stamped}.")
        if self.note and not self.laid:
            said.append(f"{self.note}.")
        return " ".join([*said, self.pegs.alt()])


def player_alt(p: Player) -> str:
    line = f", {p.seat.line}" if p.seat.line else ""
    return f"{p.seat.name}{p.seat.known_as}: {p.score} point{'' if p.score == 1 else 's'}{line}."


def _fan(count: int, widest: int, room: int) -> tuple[int, int]:
    """The width of cards side by side and the step between them: no index is covered."""
    for least, narrowest in ((_EASY_STEP, widest * 3 // 4), (_LEAST_STEP, 60)):
        for width in range(widest, narrowest, -6):
            step = min(width + 14, (room - width) // max(1, count - 1))
            if width <= room and (count < 2 or step >= width * least):
                return width, step
    return 60, max(1, (room - 60) // max(1, count - 1))


@dataclass(frozen=True, slots=True)
class PegBoard(Board):
    """The board at the foot of a result."""

    below: ClassVar[int] = HIGH + 12

    pegs: Pegs

    def draw(self, canvas: Image.Image, style: Style) -> None:
        self.pegs.at(canvas, canvas.height - RAIL - 10 - HIGH)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        return self.pegs.alt()
