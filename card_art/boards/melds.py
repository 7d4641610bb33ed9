"""A showdown of melds: each side on a mat of its own, its melds apart, deadwood last, with its count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites
from card_art.ink.sizes import LINE
from card_art.ink.text import label
from card_art.scene.people import in_brackets, said_tags
from card_art.scene.pieces import Stamp
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH
from card_art.tables.plates import badge, mat, paste_label, pill, tag, written
from card_art.tables.stamps import stamp

_LEFT, _TOP, _APART, _INSIDE = 34, 112, 10, 18
"""The mats' distance from the edge, from the upper edge, from one another; and what lies on them, from theirs."""
_FOOT = 40
_HEAD = 62
_BADGE = 42
_COUNT = 172
"""Room for the count at the right."""
_WIDTHS = (140, 128, 116, 104, 92, 80)
_STEP, _CLOSEST = 0.46, 0.36
"""From one card of a meld to the next, in widths of a card: as it should be, and as it may be at the worst."""
_GAP = 26
_STRIP, _ABOVE = 144, 20
"""How high a side lies in a result, and how far down its cards."""
_RAISED = 12
"""How much higher laid-off cards lie, in pixels."""
_WHITE, _SOFT, _COUNTED = (255, 255, 255), (205, 226, 215), (255, 226, 148)


@dataclass(frozen=True, slots=True)
class Side:
    """One player's cards at a showdown."""

    name: str
    number: int
    """The seat, for the colour of its badge."""
    line: str
    """One line of numbers: "38 points · 2 boxes"."""
    melds: tuple[tuple[Card | None, ...], ...] = ()
    """One group each, as they lie; face down where they are not shown yet."""
    off: frozenset[Card] = frozenset()
    """Cards among these melds that the other has laid off there."""
    deadwood: tuple[Card, ...] = ()
    count: str = ""
    """What the deadwood comes to: "19"."""
    tags: tuple[str, ...] = ()
    stamp: Stamp | None = None
    gave: str = ""
    """Which of its own cards lie on the other's melds: "laid off 8♥"."""
    face: str = ""


@dataclass(frozen=True, slots=True)
class MeldsBoard(Board):
    """Both sides of a showdown, one above the other."""

    title_width = 640

    sides: tuple[Side, ...]
    over_hand: bool = False
    """A hand lies beneath it, in the lower part of the picture."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        low = PANEL_TABLE - 4 if self.over_hand else HEIGHT - _FOOT
        count = len(self.sides)
        high = (low - _TOP - _APART * (count - 1)) // count
        for n, side in enumerate(self.sides):
            _side(canvas, side, _TOP + n * (high + _APART), high, style)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        return " ".join(_told(side, card_text) for side in self.sides)


@dataclass(frozen=True, slots=True)
class MeldsResult(Board):
    """The same at the foot of a result, whose rows have said the rest: whose they are, and the cards."""

    below: ClassVar[int] = 2 * _STRIP + _APART + 8

    sides: tuple[Side, Side]

    def draw(self, canvas: Image.Image, style: Style) -> None:
        top = canvas.height - RAIL - 12 - 2 * _STRIP - _APART
        for n, side in enumerate(self.sides):
            y = top + n * (_STRIP + _APART)
            mat(WIDTH - 2 * _LEFT, _STRIP, style.cloth).stamp(canvas, _LEFT, y)
            face, mask = badge(side.name, side.number, _BADGE, style.cloth, side.face)
            canvas.paste(face, (_LEFT + _INSIDE, y + (_STRIP - _BADGE) // 2), mask)
            _cards(canvas, side, y + _ABOVE, _STRIP - _ABOVE - 12, style, _BADGE + 16, widest=1.06)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        return " ".join(_told(side, card_text) for side in self.sides)


def _told(side: Side, card_text: Callable[[Card], str]) -> str:
    """A side in words: "Ana (knock): 5♥ 6♥ 7♥, 9♣ 9♦ 9♠; deadwood 4♣ A♣ = 5."."""
    melds = [
        " ".join(f"{card_text(c)} (laid off)" if c in side.off else card_text(c) for c in meld if c)
        or f"{len(meld)} face down"
        for meld in side.melds
    ]
    marks = in_brackets(said_tags(side.tags, side.stamp.said if side.stamp else ""))
    said = f"{side.name}{marks}, {side.line}: {', '.join(melds) or 'no melds'}"
    if side.deadwood:
        said += f"; deadwood {' '.join(map(card_text, side.deadwood))}"
    if side.count:
        said += f" = {side.count}" if side.deadwood else "; no deadwood"
    if side.gave:
        said += f"; {side.gave}"
    return said + "."


def _side(canvas: Image.Image, side: Side, top: int, high: int, style: Style) -> None:
    mat(WIDTH - 2 * _LEFT, high, style.cloth).stamp(canvas, _LEFT, top)
    x, middle = _LEFT + _INSIDE, top + _HEAD // 2 + 2
    face, mask = badge(side.name, side.number, _BADGE, style.cloth, side.face)
    canvas.paste(face, (x, middle - _BADGE // 2), mask)
    x += _BADGE + 14
    name = label(side.name, LINE, _WHITE, weight=800, room=300, name=True)
    paste_label(canvas, name, x, middle)
    x += name.width + 18
    for word in written(side.tags, side.face):
        sprite = tag(word)
        sprite.stamp(canvas, x, middle - sprite.size[1] // 2)
        x += sprite.size[0] + 10
    if side.stamp:
        plaque = stamp(side.stamp, 28, tilted=False)
        plaque.stamp(canvas, x, middle - plaque.size[1] // 2)
        x += plaque.size[0] + 16
    if side.gave:
        words = pill(side.gave, LINE, 360)
        words.stamp(canvas, x, middle - words.size[1] // 2)
        x += words.size[0] + 14
    right = WIDTH - _LEFT - _INSIDE
    paste_label(canvas, label(side.line, LINE, _SOFT, room=max(60, right - x)), right, middle, 1.0)
    _cards(canvas, side, top + _HEAD, high - _HEAD - 18, style)


def _cards(canvas: Image.Image, side: Side, top: int, high: int, style: Style, beside: int = 0, *, widest: float = 0.6
           ) -> None:  # fmt: skip
    """The melds and the deadwood, as large as they fit side by side, and the count at the right; something else takes
    the room at the left. `widest` is the largest step from one card of a meld to the next, in widths of a card."""
    groups = [*side.melds, *([side.deadwood] if side.deadwood else [])]
    room = WIDTH - 2 * (_LEFT + _INSIDE) - beside - (_COUNT if side.count else 0)
    width, step = _fitting(tuple(map(len, groups)), room, high, widest)
    x = _LEFT + _INSIDE + beside
    for n, group in enumerate(groups):
        loose = bool(side.deadwood) and n == len(groups) - 1
        for i, c in enumerate(group):
            off = c in side.off
            sprite = sprites.back(width) if c is None else sprites.card(c, width, style, dim=loose)
            sprite.stamp(canvas, x + i * step, top - _RAISED * off)
            if off:
                sprites.frame(width).stamp(canvas, x + i * step, top - _RAISED)
        last = x + (len(group) - 1) * step + width
        if any(c in side.off for c in group):
            word = tag("LAID OFF")
            left = x if group[-1] not in side.off else last - word.size[0]
            word.stamp(canvas, left, top + sprites.card_height(width) - word.size[1] // 2)
        x = last + _GAP
    if side.count:
        right, middle = WIDTH - _LEFT - _INSIDE, top + high // 2
        paste_label(canvas, label(side.count, 76, _COUNTED, weight=800), right, middle - 6, 1.0)
        paste_label(canvas, label("deadwood", LINE, _SOFT), right, middle + 48, 1.0)


@lru_cache(maxsize=256)
def _fitting(groups: tuple[int, ...], room: int, high: int, widest: float) -> tuple[int, int]:
    """The width of the cards, and the step from one to the next."""
    room -= _GAP * (len(groups) - 1)
    more = sum(groups) - len(groups)
    for share in (_STEP, _CLOSEST):
        for width in _WIDTHS:
            if width * len(groups) + round(width * share) * more <= room and sprites.card_height(width) <= high:
                return width, min(round(width * widest), (room - width * len(groups)) // max(1, more))
    return _WIDTHS[-1], max(1, (room - _WIDTHS[-1] * len(groups)) // max(1, more))
