"""How cards may look, side by side: the same cards in each deck and with each face, and which of them is chosen."""

from __future__ import annotations

from PIL import Image

from bot.engine.cards import Card, cards
from card_art.deck import sprites
from card_art.ink import palette
from card_art.ink.pen import Pen
from card_art.ink.png import encode
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import GOLD, WHITE, label
from card_art.scene.sheets import CardChoice, CardChoices
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH, Box
from card_art.tables.plates import blank_plate, paste_label

SHOWN: tuple[Card, ...] = tuple(cards("QH KS JD 7C"))
"""Each suit once, and people, who look different with either face."""
_CARD = 104
SIDE, GAP = RAIL + 14, 14
"""How much of the cloth is around the choices, and between two."""
_PAD = 14
_LETTERS, _NAME = 36, 48
"""The size of a choice's name, and how high its line is."""
_TICK = 34


def card_choices(sheet: CardChoices) -> bytes:
    """The picture of these choices, two in a row, PNG, 1100 wide."""
    rows = [sheet.choices[n : n + 2] for n in range(0, len(sheet.choices), 2)]
    width = (WIDTH - 2 * SIDE - GAP) // 2
    height = _NAME + sprites.card_height(_CARD) + 2 * _PAD
    canvas = felt(WIDTH, 2 * SIDE + len(rows) * height + (len(rows) - 1) * GAP, sheet.cloth, signs=False)
    for n, row in enumerate(rows):
        for m, choice in enumerate(row):
            _choice(canvas, choice, Box(SIDE + m * (width + GAP), SIDE + n * (height + GAP), width, height))
    return encode(canvas, sheet.cloth)


def _choice(canvas: Image.Image, choice: CardChoice, box: Box) -> None:
    blank_plate(box.w, box.h, choice.chosen, False).stamp(canvas, box.x, box.y)
    middle = box.y + _PAD + _NAME // 2 - 4
    x = box.x + _PAD + 8
    if choice.chosen:
        tick = _tick()
        canvas.paste(tick, (x, middle - _TICK // 2), tick)
        x += _TICK + 12
    paste_label(canvas, label(choice.name, _LETTERS, GOLD if choice.chosen else WHITE, weight=700), x, middle)
    step = (box.w - 2 * _PAD - _CARD) // (len(SHOWN) - 1)
    for n, shown in enumerate(SHOWN):
        drawn = sprites.card(shown, _CARD, choice.style)
        drawn.stamp(canvas, box.x + _PAD + n * step, box.y + _PAD + _NAME)


@cached_sprite
def _tick() -> Image.Image:
    """On a golden disc: what is chosen is known without its colour."""
    pen = Pen(36, 36, _TICK / 36, mode="RGBA", paper=(0, 0, 0, 0))
    pen.ringed(18, 18, 17, fill=palette.GOLD, edge="#ffffff", width=2)
    pen.line([(10, 18), (16, 25), (26, 11)], "#22170a", 4)
    return pen.result()
