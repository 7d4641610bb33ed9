"""A player's own cards, large, with what may be done with each; alone or below the table."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from PIL import Image

from card_art.deck import sprites
from card_art.deck.card_faces import INDEX_SHARE
from card_art.deck.sprites import card_height
from card_art.ink.png import encode
from card_art.ink.sizes import HERO, LINE
from card_art.ink.text import label, line_height
from card_art.scene.style import Style
from card_art.scene.table import Hand, Rest, Scene
from card_art.tables import open_hands, whole_table
from card_art.tables.fans import step
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import EDGE, PANEL_HEIGHT, PANEL_TABLE, WIDTH
from card_art.tables.plates import field, mat, paste_label, pill, tag

CARD_WIDTHS = (150, 132, 112, 96)
"""Widths of the cards in a hand: the first at which they lie far enough apart."""
CAPTION = LINE
STRIP = 326
"""Height of the strip that a hand lies on."""

_RAISED, _CHOSEN = 18, 30
_ROOM_FOR_NEW = 84
"""Where less of a card is seen, a new one is marked with a plus."""
_SIDE = EDGE
_TOP, _BELOW_TABLE = RAIL + 4, 4
_NOTES = 340
_NOTE_LINE = 44
_NOTE_EDGE = 3
_NOTE_INK = (240, 246, 243)
_NOTE_LETTERS = 20
"""How many go into one line beside the cards."""
_SPACED = 1.07
_BETWEEN, _LOOSELY = 24, 0.55
"""Between groups of a hand; and the widest step within one, in widths of a card."""
_MAT_TOP, _INSIDE, _COUNT = 4, 14, 150
"""How far down the mat of the rest begins, what lies on it from its edge, and the room for its count."""
_COUNTED = (255, 226, 148)


def hand(cards: Hand, style: Style) -> bytes:
    """The picture of a hand, PNG, 1100 wide."""
    canvas = felt(WIDTH, STRIP, style.cloth, signs=False)
    draw(canvas, cards, style, 0)
    return encode(canvas, style.cloth)


def compose(cards: Hand, style: Style) -> Image.Image:
    """The picture of a hand as an RGB image."""
    canvas = felt(WIDTH, STRIP, style.cloth, signs=False)
    draw(canvas, cards, style, 0)
    return canvas


def panel(scene: Scene, cards: Hand) -> bytes:
    """The table with the hand below it, one picture for a private panel: PNG, 1100 wide. It is higher by the hands that
    lie open."""
    top = (scene.board.height if scene.board else None) or PANEL_TABLE
    high = PANEL_HEIGHT - PANEL_TABLE + top
    canvas = felt(WIDTH, high + open_hands.height(scene.opened), scene.style.cloth)
    whole_table.draw(canvas, scene, panel=True)
    above = canvas.crop((0, 0, WIDTH, high)) if scene.opened else canvas
    draw(above, cards, scene.style, top, CARD_WIDTHS[1:])
    if scene.opened:
        canvas.paste(above)
        open_hands.draw(canvas, scene.opened, scene.style)
    return encode(canvas, scene.style.cloth)


def spread(count: int, room: int, widths: Sequence[int] = CARD_WIDTHS) -> tuple[int, int]:
    """The width of a hand's cards and the step from one to the next, so that they fill no more than `room`."""
    for width in widths:
        apart = step(count, width, room, _SPACED)
        if apart * (count - 1) + width <= room:
            return width, apart
    return widths[-1], max(1, (room - widths[-1]) // max(1, count - 1))


def draw(canvas: Image.Image, cards: Hand, style: Style, top: int, widths: Sequence[int] = CARD_WIDTHS) -> None:
    """Draw a hand on the strip from the height `top` to the lower end, with cards of the largest width that fits."""
    if cards.rest:
        _in_groups(canvas, cards, cards.rest, style, top)
        return
    gaps = dict(cards.gaps)
    count = len(cards.cards) + len(gaps)
    room = WIDTH - 2 * _SIDE
    beside = bool(cards.notes) and not gaps and spread(count, room - _NOTES, widths)[0] == widths[0]
    beneath = bool(cards.notes) and not beside
    if canvas.height - top < STRIP and beneath:
        widths = widths[1:]  # a line of words takes its height from the cards
    if gaps:
        widths = _seen_whole(count, room, widths)
    width, apart = spread(count, room - _NOTES if beside else room, widths)
    whole = apart * (count - 1) + width if count else 0
    centred = not beside or (WIDTH + whole) // 2 + _NOTES <= WIDTH - _SIDE
    left = (WIDTH - whole) // 2 if centred else _SIDE + (room - _NOTES - whole) // 2
    low = canvas.height - RAIL - 12 - card_height(width)
    above = low - top
    if beneath and (said := _in_a_line(cards.notes)):
        above = max(0, low - _caption(canvas, said, top))
    line = _Line(low, width, apart, above)
    for i, place in enumerate(place for place in range(count) if place not in gaps):
        _card(canvas, cards, i, style, left + place * apart, line)
    for place, word in gaps.items():
        _gap(canvas, word, left + place * apart, line)
    if beside:
        _notes(canvas, cards.notes, left + whole + 30, low + card_height(width) // 2)


def _seen_whole(count: int, room: int, widths: Sequence[int]) -> Sequence[int]:
    """Those of the widths at which no card lies on another; at least the smallest."""
    return [w for w in widths if round(w * _SPACED) * (count - 1) + w <= room] or widths[-1:]


def _in_a_line(notes: Sequence[str]) -> str:
    return " · ".join(filter(None, (" ".join(note.split()) for note in notes)))


def _caption(canvas: Image.Image, said: str, top: int) -> int:
    """A line of words above the cards; returns where it ends."""
    words = label(said, CAPTION, (255, 255, 255), weight=700, room=WIDTH - 2 * _SIDE - 20)
    y = top + (_BELOW_TABLE if top else _TOP)
    paste_label(canvas, words, WIDTH // 2, y + line_height(CAPTION) // 2, 0.5)
    return y + line_height(CAPTION)


class _Line(NamedTuple):
    """How cards of a hand stand side by side."""

    low: int
    """How far down they begin."""
    width: int
    apart: int
    """From one to the next."""
    above: int
    """Room into which one may be raised."""


def _card(canvas: Image.Image, cards: Hand, i: int, style: Style, x: int, line: _Line) -> None:
    """One card of a hand, and its label."""
    width = line.width
    y = line.low - min(_lift(cards, i), line.above)
    legal = cards.legal is None or i in cards.legal
    sprites.card(cards.cards[i], width, style, dim=not legal).stamp(canvas, x, y)
    if i in cards.chosen:
        sprites.frame(width).stamp(canvas, x, y)
    if i in cards.marked:
        room = line.apart or width
        tag("NEW" if room >= _ROOM_FOR_NEW else "+", room).stamp(canvas, x + 5, y + card_height(width) - 48)


def _gap(canvas: Image.Image, word: str, x: int, line: _Line) -> None:
    """The place of a card that is missing, and its name."""
    sprites.slot(line.width, gold=True).stamp(canvas, x, line.low)
    words = label(word, line.width // 2, _COUNTED, weight=800, room=line.width - 12)
    paste_label(canvas, words, x + line.width // 2, line.low + card_height(line.width) // 2, 0.5)


def _in_groups(canvas: Image.Image, cards: Hand, rest: Rest, style: Style, top: int) -> None:
    """Each group apart, and what is left over on a mat at the right, with what it comes to."""
    count = len(cards.cards)
    loose = count - rest.cards
    begins = sorted({0, *cards.apart, loose} - {count})
    room = WIDTH - 2 * _SIDE - _BETWEEN * len(begins) - 3 * _INSIDE - _COUNT
    width, apart = _spread_groups(count, len(begins), room)
    lefts = [i * apart + (width - apart + _BETWEEN) * sum(0 < b <= i for b in begins) for i in range(count)]
    loose_left = lefts[loose] if rest.cards else lefts[-1] + width + _BETWEEN
    whole = (lefts[-1] + width if rest.cards else loose_left) + 3 * _INSIDE + _COUNT
    left = (WIDTH - whole) // 2
    ground = mat(whole - loose_left, canvas.height - RAIL - 4 - top - _MAT_TOP, style.cloth)
    ground.stamp(canvas, left + loose_left, top + _MAT_TOP)
    low = canvas.height - RAIL - 12 - card_height(width)
    line = _Line(low, width, apart, low - top - _MAT_TOP)
    for i, x in enumerate(lefts):
        _card(canvas, cards, i, style, left + x + _INSIDE * (i >= loose), line)
    x, middle = left + whole - _INSIDE - _COUNT // 2, low + card_height(width) // 2
    paste_label(canvas, label(rest.count, HERO, _COUNTED, weight=800), x, middle - 40, 0.5)
    paste_label(canvas, label(rest.name, LINE, (255, 255, 255), room=_COUNT), x, middle + 26, 0.5)
    if rest.note:
        paste_label(canvas, label(rest.note, LINE, (255, 255, 255), room=_COUNT), x, middle + 62, 0.5)


def _spread_groups(count: int, groups: int, room: int) -> tuple[int, int]:
    """The width of the cards of a hand in groups, and the step within each: the largest that shows every index."""
    closer = max(1, count - groups)
    for width in CARD_WIDTHS[1:]:
        apart = (room - width * groups) // closer
        if apart >= width * INDEX_SHARE:
            return width, min(round(width * _LOOSELY), apart)
    return CARD_WIDTHS[-1], max(1, (room - CARD_WIDTHS[-1] * groups) // closer)


def _lift(cards: Hand, i: int) -> int:
    if i in cards.chosen:
        return _CHOSEN
    # Where everything may be chosen, nothing stands out.
    raised = cards.legal is not None and i in cards.legal and len(cards.legal) < len(cards.cards)
    return _RAISED if raised else 0


def _notes(canvas: Image.Image, notes: tuple[str, ...], x: int, middle: int) -> None:
    told = [note_lines(note) for note in notes if note]
    y = middle - sum(_note_height(lines) + 4 for lines in told) // 2
    for lines in told:
        _note(canvas, lines, x, y)
        y += _note_height(lines) + 4


def note_lines(note: str) -> list[str]:
    """A note as it is broken beside the cards; all of it stands on one piece."""
    return [line for part in note.split("\n") for line in wrap(part, _NOTE_LETTERS, break_on_hyphens=False)]


def _note_height(lines: Sequence[str]) -> int:
    return _NOTE_LINE if len(lines) == 1 else len(lines) * line_height(LINE) + 2 * _NOTE_EDGE


def _note(canvas: Image.Image, lines: Sequence[str], x: int, y: int) -> None:
    room = WIDTH - _SIDE - x
    if len(lines) == 1:
        pill(lines[0], LINE, room).stamp(canvas, x, y)
        return
    words = [label(line, LINE, _NOTE_INK, room=room - 26) for line in lines]
    field(max(each.width for each in words) + 26, _note_height(lines)).stamp(canvas, x, y)
    for n, each in enumerate(words):
        paste_label(canvas, each, x + 13, y + _NOTE_EDGE + n * line_height(LINE) + line_height(LINE) // 2)
