"""All live hands lie open while the rest of the cards is dealt, with their chances to win."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from PIL import Image, ImageDraw

from bot.engine.cards import Card
from card_art.boards.poker import CARDS, GAP, LEFT, RIGHT, TOP
from card_art.boards.poker.hands import cards_alt, fan, paste_called, set_in
from card_art.boards.poker.middle import ASIDE, Boards, Pot, all_boards, pots_alt, pots_aside, pots_in_line
from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.ink.palette import GOLD, rgb
from card_art.ink.sizes import LINE
from card_art.ink.text import SOFT, WHITE, fits, label
from card_art.scene.style import Style
from card_art.scene.table import Board, Question
from card_art.tables.felt import RAIL
from card_art.tables.layout import HEIGHT, PANEL_TABLE, WIDTH, Box
from card_art.tables.plates import GOLD_TEXT, badge, blank_plate, paste_label

_LEAST = 66
"""How high the cards of a hand are at least, where words can give way."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A hand that lies open while cards are to come."""

    name: str
    number: int
    face: str
    cards: tuple[Card, ...]
    percent: str = ""
    """"46%" of the main pot, or nothing if none is told."""
    share: int = 0
    """The same as a number, for the bar."""
    word: str = ""
    """What the hand is now."""
    wild: frozenset[Card] = frozenset()
    sides: tuple[tuple[str, str], ...] = ()
    """Of the side pots that this hand can win: what each is called, and what part of it: ("side pot", "100%")."""


class Chances(NamedTuple):
    """How likely each hand is to win, when all live hands lie open."""

    pots: tuple[Mapping[int, int], ...]
    """For each pot, the main pot first, whole percents by seat of those who can win it; they sum to 100."""
    exact: bool


@dataclass(frozen=True, slots=True)
class AllIn(Board):
    """All live hands lie open, and the rest of the cards is dealt."""

    hands: tuple[Chance, ...]
    boards: Boards
    pots: tuple[Pot, ...]
    low: bool = False
    chances: Question | None = None
    """Tells who wins how often, where that is not known yet."""

    in_line: ClassVar[bool] = True

    @property
    def question(self) -> Question | None:
        return self.chances

    def answered(self, answer: Chances | None) -> AllIn:
        if answer is None:
            return replace(self, chances=None)
        main, *sides = answer.pots

        def part(pot: Mapping[int, int], seat: int) -> str:
            about = "" if answer.exact or len(pot) == 1 else "≈"  # who alone can win it wins it for sure
            return f"{about}{pot[seat]}%"

        def others(seat: int) -> tuple[tuple[str, str], ...]:
            names = ["side pot"] if len(sides) == 1 else [f"side pot {n}" for n in range(1, len(sides) + 1)]
            return tuple((name, part(pot, seat)) for name, pot in zip(names, sides, strict=True) if seat in pot)

        told = (
            replace(h, percent=part(main, h.number), share=main[h.number], sides=others(h.number))
            if h.number in main
            else replace(h, sides=others(h.number))
            for h in self.hands
        )
        return replace(self, hands=tuple(told), chances=None)

    @property
    def several(self) -> bool:
        """Whether there are chances of side pots, so that all hands leave a line for them."""
        return any(hand.sides for hand in self.hands)

    def draw(self, canvas: Image.Image, style: Style) -> None:
        foot = (PANEL_TABLE if self.low else HEIGHT - RAIL) - 6
        lines = 1 if len(self.hands) <= 4 else 2
        columns = -(-len(self.hands) // lines)
        top = TOP
        if self.boards.places:
            most = {(False, 1): 216, (False, 2): 158, (True, 1): 152, (True, 2): 110}[self.low, lines]
            board = Box(LEFT, top, RIGHT - LEFT - ASIDE, most if len(self.boards.cards) < 2 else most + 30)
            all_boards(canvas, self.boards, board, style)
            pots_aside(canvas, self.pots, "", Box(board.right, top, ASIDE, board.h))
            top = board.bottom + 12
        else:
            pots_in_line(canvas, self.pots, "", Box(LEFT, top - 4, RIGHT - LEFT, 78))
            top += 84
        high = (foot - top - GAP * (lines - 1)) // lines
        wide = min(344, (RIGHT - LEFT - GAP * (columns - 1)) // columns)
        left = (WIDTH - wide * columns - GAP * (columns - 1)) // 2
        best = max((hand.share for hand in self.hands), default=0)
        for n, hand in enumerate(self.hands):
            x, y = left + n % columns * (wide + GAP), top + n // columns * (high + GAP)
            _chance(canvas, hand, Box(x, y, wide, high), style,
                    leads=bool(hand.percent) and hand.share == best, several=self.several)  # fmt: skip

    def alt(self, card_text: Callable[[Card], str]) -> str:
        each: list[str] = []
        for h in self.hands:
            main = f"{h.percent} of the main pot" if h.percent and self.several else h.percent
            sides = [f"{percent} of the {pot}" for pot, percent in h.sides]
            told = ", ".join(filter(None, (h.word, main, *sides)))
            each.append(f"{h.name}: {cards_alt(h.cards, h.wild, card_text)}, {told}.")
        return " ".join(filter(None, (self.boards.alt(card_text), pots_alt(self.pots, ""), *each)))


def _chance(canvas: Image.Image, hand: Chance, box: Box, style: Style, *, leads: bool, several: bool) -> None:
    """A plate with name and percents, the cards, what they make, and a bar."""
    blank_plate(box.w, box.h, leads, False).stamp(canvas, box.x, box.y)
    small, narrow, slim = box.h < 240, box.w < 230, box.w < 300
    size = 34 if small or slim else 46
    if not narrow:
        disc, mask = badge(hand.name, hand.number, size, style.cloth, hand.face)
        canvas.paste(disc, (box.x + 14, box.y + 12), mask)
    middle = box.y + 12 + size // 2
    large = 34 if narrow else 38 if slim else 42 if small else 54
    most = box.w * 3 // 5
    large = next((n for n in (large, 46, 40, 34) if n <= large and fits(hand.percent, n, most, weight=800)), LINE)
    percent = label(hand.percent, large, GOLD_TEXT if leads else WHITE, weight=800, room=most)
    paste_label(canvas, percent, box.right - 14, middle, 1.0)
    left = box.x + (12 if narrow else size + 22)
    room = box.right - 14 - left - (percent.width + 8 if hand.percent else 0)
    paste_label(
        canvas,
        label(hand.name, LINE, WHITE, weight=700, room=room, name=True),
        left,
        middle,
    )
    bar = 14 if hand.percent else 4
    top, room = box.y + size + 20, box.w - 24
    sides = LINE + 8 if several else 0
    end, words = box.bottom - bar - 44, 0
    for lines in (2, 1):
        letters, told = set_in(hand.word, LINE, room, lines)
        words = round(letters * 1.1) * (len(told) - 1)
        if end - words - top - sides >= _LEAST:
            break
    end -= words
    ink = GOLD_TEXT if leads else WHITE
    if sides and end - top - sides < _LEAST:  # what is to be won says more than what the hand is now
        if hand.sides:
            _sides(canvas, hand, Box(box.x + 12, end + 4, room, 40))
        else:
            paste_called(canvas, hand.word, Box(box.x + 12, end, room, 40), ink, align=0.5, lines=1)
    else:
        _sides(canvas, hand, Box(box.x + 12, top - 6, room, LINE + 4))
        top += sides
        paste_called(canvas, hand.word, Box(box.x + 12, end + words // 2, room, 40), ink, align=0.5, lines=lines)
    _hand(canvas, hand.cards, Box(box.x + 14, top, box.w - 28, end - top), style, hand.wild)
    if hand.percent:
        _bar(canvas, Box(box.x + 18, box.bottom - bar - 3, box.w - 36, 10), hand.share, gold=leads)


def _sides(canvas: Image.Image, hand: Chance, box: Box) -> None:
    """A line of what the hand wins of the side pots; in fewer words in a narrow box."""
    if not hand.sides:
        return
    longest = " · ".join(f"{pot} {percent}" for pot, percent in hand.sides)
    brief = longest.replace("side pot ", "")
    ways = [(longest, LINE), (longest.replace("side pot", "side"), LINE)]
    if len(hand.sides) > 1:  # a player for a side pot is in those before it
        ways += [(f"side {' · '.join(percent for _, percent in hand.sides)}", size) for size in (LINE, 28, 24)]
    ways += [(brief, size) for size in (LINE, 28, 24)]
    told, size = next((way for way in ways if fits(way[0], way[1], box.w, weight=700)), ways[-1])
    paste_label(canvas, label(told, size, SOFT, weight=700, room=box.w), box.right, box.middle[1], 1.0)


def _bar(canvas: Image.Image, box: Box, share: int, *, gold: bool) -> None:
    pen = ImageDraw.Draw(canvas)
    pen.rounded_rectangle((box.x, box.y, box.right, box.bottom), box.h // 2, (12, 21, 18))
    if share:
        end = max(box.x + box.h, box.x + box.w * share // 100)
        pen.rounded_rectangle((box.x, box.y, end, box.bottom), box.h // 2, rgb(GOLD) if gold else (150, 182, 167))


def _hand(
    canvas: Image.Image, cards: Sequence[Card], box: Box, style: Style, wild: frozenset[Card] = frozenset(),
    dim: frozenset[Card] = frozenset(),
) -> None:  # fmt: skip
    """Cards in the middle of a box, in one line or two, as large as they fit."""
    if not cards:
        return
    width, lines = max((_fitting(len(cards), lines, box) for lines in (1, 2)), key=lambda found: found[0])
    each = -(-len(cards) // lines)
    high = sprites.card_height(width)
    y = box.y + (box.h - high * lines - 6 * (lines - 1)) // 2
    for n in range(lines):
        part = cards[n * each : (n + 1) * each]
        step = min(round(width * 0.88), (box.w - width) // max(1, len(part) - 1))
        x = box.x + (box.w - width - step * (len(part) - 1)) // 2
        fan(canvas, part, Box(x, y + n * (high + 6), width, high), step, style, wild, dim)


def _fitting(count: int, lines: int, box: Box) -> tuple[int, int]:
    each = -(-count // lines)
    high = (box.h - 6 * (lines - 1)) // lines
    return min(CARDS - 14, int(high / sprites.RATIO), int(box.w / (1 + INDEX_SHARE * 1.12 * (each - 1)))), lines
