"""A player's own cards, large, with what may be done with each; alone or below the table."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from card_art import sprites, tables
from card_art.fans import step
from card_art.felt import RAIL, felt, sheet
from card_art.layout import PANEL_HEIGHT, PANEL_TABLE, TEXT, WIDTH
from card_art.pieces import card_height
from card_art.plates import paste_label, pill, tag
from card_art.png import encode
from card_art.scene import Hand, Scene
from card_art.sprites import Style
from card_art.text import label, line_height

CARD_WIDTHS = (150, 132, 112, 96)
"""Widths of the cards in a hand: the first at which they lie far enough apart."""
CAPTION = 27
STRIP = 326
"""Height of the strip that a hand lies on."""

_CLOTH = "green"
"""A hand alone lies on no table of its own."""
_RAISED, _CHOSEN = 18, 30
_SIDE = RAIL + 14
_TOP, _BELOW_TABLE = RAIL + 8, 10
_NOTES = 330
_NOTE_LINE = 42
_SPACED = 1.07


def hand(cards: Hand, style: Style) -> bytes:
    """The picture of a hand, PNG, 1100 wide."""
    canvas = sheet(felt(WIDTH, STRIP, _CLOTH, signs=False))
    draw(canvas, cards, style, 0)
    return encode(canvas, _CLOTH)


def compose(cards: Hand, style: Style) -> Image.Image:
    """The picture of a hand as an RGB image."""
    canvas = felt(WIDTH, STRIP, _CLOTH, signs=False).copy()
    draw(canvas, cards, style, 0)
    return canvas


def panel(scene: Scene, cards: Hand) -> bytes:
    """The table with the hand below it, one picture for a private panel: PNG, 1100 wide."""
    canvas = sheet(felt(WIDTH, PANEL_HEIGHT, scene.cloth))
    tables.draw(canvas, scene, panel=True)
    draw(canvas, cards, scene.style, PANEL_TABLE, CARD_WIDTHS[1:])
    return encode(canvas, scene.cloth)


def spread(count: int, room: int, widths: Sequence[int] = CARD_WIDTHS) -> tuple[int, int]:
    """The width of a hand's cards and the step from one to the next, so that they fill no more than `room`."""
    for width in widths:
        apart = step(count, width, room, _SPACED)
        if apart * (count - 1) + width <= room:
            return width, apart
    return widths[-1], max(1, (room - widths[-1]) // max(1, count - 1))


def draw(canvas: Image.Image, cards: Hand, style: Style, top: int, widths: Sequence[int] = CARD_WIDTHS) -> None:
    """Draw a hand on the strip from the height `top` to the lower end, with cards of the largest width that fits."""
    count = len(cards.cards)
    room = WIDTH - 2 * _SIDE
    beside = bool(cards.notes) and spread(count, room - _NOTES, widths)[0] == widths[0]
    if canvas.height - top < STRIP and (cards.caption or (cards.notes and not beside)):
        widths = widths[1:]  # a line of words takes its height from the cards
    width, apart = spread(count, room - _NOTES if beside else room, widths)
    whole = apart * (count - 1) + width if count else 0
    left = _SIDE + (room - (_NOTES if beside else 0) - whole) // 2
    caption = cards.caption if beside else " · ".join(filter(None, (cards.caption, *cards.notes)))
    if caption:
        words = label(caption, CAPTION, (255, 255, 255), weight=700, room=room - 20)
        paste_label(
            canvas, words, WIDTH // 2, top + (_TOP if not top else _BELOW_TABLE) + line_height(CAPTION) // 2, 0.5
        )
    low = canvas.height - RAIL - 12 - card_height(width)
    for i, card in enumerate(cards.cards):
        x, y = left + i * apart, low - _lift(cards, i)
        legal = cards.legal is None or i in cards.legal
        sprites.card(card, width, style, dim=not legal).stamp(canvas, x, y)
        if i in cards.chosen:
            sprites.frame(width).stamp(canvas, x, y)
        if i in cards.marked:
            tag("NEW", apart or width).stamp(canvas, x + 5, y + card_height(width) - 40)
    if beside:
        _notes(canvas, cards.notes, left + whole + 30, low + card_height(width) // 2)


def _lift(cards: Hand, i: int) -> int:
    if i in cards.chosen:
        return _CHOSEN
    # Where everything may be chosen, nothing stands out.
    raised = cards.legal is not None and i in cards.legal and len(cards.legal) < len(cards.cards)
    return _RAISED if raised else 0


def _notes(canvas: Image.Image, notes: tuple[str, ...], x: int, middle: int) -> None:
    y = middle - len(notes) * _NOTE_LINE // 2
    for note in notes:
        pill(note, TEXT + 2, WIDTH - _SIDE - x).stamp(canvas, x, y)
        y += _NOTE_LINE + 4
