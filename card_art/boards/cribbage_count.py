"""Cribbage, a hand that is counted, as at a table: what counts now is raised and lit, the sum grows, and below it both
players' ways to the target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.engine.cards import Card
from card_art.boards.cribbage import Pegs, Player, player_alt, skunk_lines
from card_art.deck import sprites
from card_art.deck.card_faces import rank_name
from card_art.deck.sprites import Sprite
from card_art.deck.tabs import tab
from card_art.deck.tabs import width as tab_width
from card_art.ink.palette import BADGES, blend
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import SOFT, WHITE, Colour, Label, label
from card_art.scene.style import Style
from card_art.scene.suit_signs import named
from card_art.scene.table import Board
from card_art.tables.layout import EDGE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, badge, blank_plate, mat, paste_label

_LEFT, _RIGHT = EDGE, WIDTH - EDGE
_CARD, _STEP, _APART, _CARDS_Y, _RAISED = 140, 152, 24, 148, 16
"""The width of a card, from one to the next, what lies before the starter besides, and how far up a card is raised that
counts now."""
_NUMBER_Y, _CALL_Y = 212, 318
_TILES_Y, _GAP = 362, 8
_LANE_ENDS = (62, 208)
"""Room for a face at the left of a lane, and for two numbers at its right."""
_TICKS = 10
"""Points between two of its marks."""
_TAB_STEP = 56
"""From one card of a combination to the next, at most."""
_GROOVE, _MARK = "#08251b", "#2f6a50"


@dataclass(frozen=True, slots=True)
class Line:
    """A combination that has been counted."""

    cards: tuple[Card, ...]
    what: str
    """ "fifteen", "run of three"."""
    points: int
    total: int
    """The current total."""
    muggins: str = ""
    """Who has pegged it in the place of its owner."""
    short: str = ""
    """As it is called: "a run"."""


@dataclass(frozen=True, slots=True)
class CribbageCount(Board):
    """A hand, or the crib, with the starter, and what of it has been counted so far."""

    pegs: Pegs
    before: tuple[int, int]
    """The score of each player when the count of this hand began."""
    cards: tuple[Card, ...]
    starter: Card
    lines: tuple[Line, ...]
    to_come: int = 0
    """How many combinations are still to be counted, where that is no secret."""
    open: bool = False
    """The last combination is counted now: it is lit, and its cards are raised."""
    called: str = ""
    """What is said, below the sum: "fifteen four"; "points" once all is counted."""

    def draw(self, canvas: Image.Image, style: Style) -> None:
        end = self._hand(canvas, style)
        middle, room = (end + _RIGHT) // 2, _RIGHT - end
        total = self.lines[-1].total if self.lines else 0
        number = label(str(total), 190 if total < 10 else 170, GOLD_TEXT, weight=800, room=room)
        number.paste_middle(canvas, middle, _NUMBER_Y)
        paste_label(canvas, label(self.called, 36, WHITE, weight=700, room=room), middle, _CALL_Y, 0.5)
        sizes = _Sizes.of(len(self.lines) + self.to_come)
        for n in range(sizes.tiles):
            line = self.lines[n] if n < len(self.lines) else None
            _tile(canvas, line, sizes.box(n), style, low=sizes.rows > 1, now=self.open and n == len(self.lines) - 1)
        if not sizes.tiles:
            words = label("Nothing so far" if self.open else "Nothing in it", 36, SOFT, weight=700)
            paste_label(canvas, words, WIDTH // 2, (_TILES_Y + sizes.foot) // 2, 0.5)
        for n, (player, before) in enumerate(zip(self.pegs.players, self.before, strict=True)):
            _lane(canvas, player, before, self.pegs, sizes.lane(n), style)

    def _hand(self, canvas: Image.Image, style: Style) -> int:
        """The four cards and the starter; returns where the last one ends, with some room."""
        lit = {*self.lines[-1].cards} if self.open and self.lines else set[Card]()
        x = _LEFT + 4
        for n, c in enumerate((*self.cards, self.starter)):
            if n == len(self.cards):
                x += _APART
                if c not in lit:
                    paste_label(canvas, label("starter", LINE, SOFT), x + _CARD // 2, _CARDS_Y - 24, 0.5)
            y = _CARDS_Y - _RAISED if c in lit else _CARDS_Y
            sprites.card(c, _CARD, style, dim=bool(lit) and c not in lit).stamp(canvas, x, y)
            if c in lit:
                sprites.frame(_CARD).stamp(canvas, x, y)
            x += _STEP
        return x + 12

    def alt(self, card_text: Callable[[Card], str]) -> str:
        said = [f"{' '.join(map(card_text, self.cards))} and the starter {card_text(self.starter)}."]
        lit = len(self.lines) - 1 if self.open else None
        for n, line in enumerate(self.lines):
            now = f"Now combination {n + 1} of {n + 1 + self.to_come}: " if n == lit else ""
            taken = f", muggins by {line.muggins}" if line.muggins else ""
            said.append(f"{now}{' '.join(map(card_text, line.cards))}, {line.what} {line.points}, {line.total}{taken}.")
        if not self.lines:
            said.append("Nothing so far." if self.open else "Nothing is counted.")
        for p, before in zip(self.pegs.players, self.before, strict=True):
            said.append(player_alt(p))
            if p.score > before:
                said.append(f"This count: +{p.score - before}.")
        return " ".join([*said, f"To {self.pegs.target}{skunk_lines(self.pegs)}."])


@dataclass(frozen=True, slots=True)
class _Sizes:
    """How the tiles lie, and the two lanes below them."""

    tiles: int
    rows: int
    across: int
    high: int
    foot: int
    """Where the last row ends."""
    pitch: int
    """From one lane to the next."""
    groove: int
    """How high a lane is."""

    @classmethod
    def of(cls, tiles: int) -> _Sizes:
        """Up to six lie in one row, more of them in two."""
        if tiles <= 6:
            return cls(tiles, 1, max(tiles, 5), 150, _TILES_Y + 150, 66, 41)
        return cls(tiles, 2, (tiles + 1) // 2, 92, _TILES_Y + 2 * 92 + _GAP, 46, 34)

    def box(self, n: int) -> Box:
        wide = (_RIGHT - _LEFT - _GAP * (self.across - 1)) // self.across
        row, column = divmod(n, self.across)
        aside = (wide + _GAP) * max(0, self.across - self.tiles) // 2
        return Box(_LEFT + aside + column * (wide + _GAP), _TILES_Y + row * (self.high + _GAP), wide, self.high)

    def lane(self, n: int) -> Box:
        first = self.foot + (56 if self.rows == 1 else 34)
        middle = first + n * self.pitch
        return Box(_LEFT + _LANE_ENDS[0], middle - self.groove // 2, _RIGHT - _LEFT - sum(_LANE_ENDS), self.groove)


def _tile(canvas: Image.Image, line: Line | None, box: Box, style: Style, *, low: bool, now: bool) -> None:
    """A combination: its cards, what it is called, and the sum with it; or the empty place of one to come."""
    x, y, w, h = box
    (blank_plate(w, h, True, False) if now else mat(w, h, style.cloth)).stamp(canvas, x, y)
    if line is None:
        return
    if low:
        paste_label(canvas, _written(line.cards, w - 24, style), x + w // 2, y + 26, 0.5)
    else:
        step = min(_TAB_STEP, (w - 28 - tab_width(_TAB_STEP)) // max(1, len(line.cards) - 1))
        for n, c in enumerate(line.cards):
            tab(c, 80, step, style).stamp(canvas, x + 14 + n * step, y + 10)
    ink: Colour = GOLD_TEXT if now else WHITE
    middle = y + h - (23 if low else 31)
    total = label(str(line.total), 40 if low else 50, ink, weight=800)
    paste_label(canvas, total, x + w - 14, middle, 1.0)
    word = label("muggins" if line.muggins else line.short, LINE, ink, weight=600)
    if word.width <= (room := w - 38 - total.width):
        paste_label(canvas, word, x + 14, middle)
    elif word.width * 0.7 <= room:
        paste_label(canvas, label("muggins" if line.muggins else line.short, LINE, ink, room=room), x + 14, middle)


def _written(cards: Sequence[Card], room: int, style: Style) -> Label:
    """Cards in a low tile; their ranks alone if that is all there is room for."""
    whole = label(" ".join(named(c, style) for c in cards), LINE + 3, WHITE, weight=700)
    if whole.width <= room:
        return whole
    return label(" ".join(rank_name(c) for c in cards), LINE + 3, WHITE, weight=700, room=room)


def _lane(canvas: Image.Image, p: Player, before: int, pegs: Pegs, box: Box, style: Style) -> None:
    """The way to the target: what this count has brought is its bright end, and the face stands where the front peg
    does."""
    number, y, high = p.seat.number or 0, box.y, box.h
    middle, face = box.y + box.h // 2, high + 16
    _groove(box.w, high, pegs.target, tuple(limit for _, limit in pegs.skunks)).stamp(canvas, box.x, y)
    for to, bright in ((p.score, True), (before, False)):
        if to and (bright or before < p.score):
            _filled(_along(to, pegs.target, box), high, number % 2, bright and before < p.score).stamp(canvas, box.x, y)
    for name, limit in pegs.skunks:
        if p.score + pegs.target // 12 < limit:
            paste_label(canvas, label(name, LINE, SOFT), box.x + _along(limit, pegs.target, box) + 6, middle)
    picture, mask = badge(p.seat.name, number, face, style.cloth, p.seat.face)
    canvas.paste(picture, (_LEFT, middle - face // 2), mask)
    peg = box.x + max(face // 2, _along(p.score, pegs.target, box))
    canvas.paste(picture, (peg - face // 2, middle - face // 2), mask)
    end = box.right + face // 2 + 14
    size = 50 if high > 40 else 40
    paste_label(canvas, label(str(p.score), size, WHITE, weight=800), end, middle)
    if p.score > before:
        gain = label(f"+{p.score - before}", size - 8, GOLD_TEXT, weight=700)
        paste_label(canvas, gain, _RIGHT, middle, 1.0)


def _along(score: int, target: int, box: Box) -> int:
    """How far along the lane this score is."""
    return round(box.w * min(score, target) / target)


@cached_sprite
def _groove(w: int, h: int, target: int, lines: tuple[int, ...]) -> Sprite:
    pen = Pen(w, h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, w, h, h / 2, _GROOVE)
    for score in range(_TICKS, target, _TICKS):
        x = w * score / target
        pen.line([(x, 6), (x, h - 6)], _MARK, 2)
    for score in lines:
        x = w * score / target
        pen.line([(x, 1), (x, h - 1)], "#ffe294", 4)
    return Sprite(few_opacities(pen.result(), 8))


@cached_sprite
def _filled(w: int, h: int, track: int, bright: bool) -> Sprite:
    """The part of a lane up to here."""
    colour = BADGES[track]
    pen = Pen(max(w, h), h, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, max(w, h), h, h / 2, blend(colour, "#ffe294", 0.7) if bright else colour)
    return Sprite(few_opacities(pen.result(), 8))
