"""Thirteen ranks, and how many cards of each are left."""

from __future__ import annotations

from PIL import Image

from bot.engine.cards import rank_text
from card_art.deck.sprites import Sprite
from card_art.ink.palette import GOLD, GOLD_LIGHT
from card_art.ink.pen import Pen
from card_art.ink.quantize import few_opacities
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import WHITE, Colour, label, wrapped
from card_art.scene.pieces import Ranks
from card_art.tables.layout import Box
from card_art.tables.plates import DARK_TEXT, paste_label

HEIGHT = 82
"""Of the strip, with room for the ranks that are raised."""
_CELL = 68
_RAISED = 9
"""How much higher a wanted rank stands, and how much lower one that was hit."""
_WORDS = 104
_WIDEST = 68
_FADED: Colour = (150, 184, 166)
_LABEL: Colour = (232, 242, 236)
_GROUNDS = {"plain": ("#5d736a", "#1d2c26"), "wanted": (GOLD_LIGHT, GOLD), "hit": ("#f6dcd8", "#a8132b")}


def draw(canvas: Image.Image, ranks: Ranks, box: Box) -> None:
    """Draw the strip in the middle of a box: raised and gold what is wanted, lowered, crossed and crimson what was
    hit."""
    words = _WORDS if ranks.label and box.w > 700 else 0
    gap = 7 if box.w > 700 else 3
    w = min(_WIDEST, (box.w - words - 12 * gap) // 13)
    x = box.x + (box.w - words - 13 * w - 12 * gap) // 2
    if words:
        lines = wrapped(ranks.label, LINE, words - 22, 2)
        for n, line in enumerate(lines):
            text = label(line, LINE, _LABEL, room=words - 8)
            paste_label(canvas, text, x + words - 10, box.middle[1] + 34 * n - 17 * (len(lines) - 1), 1.0)
        x += words
    for rank, left in enumerate(ranks.left, 1):
        state = "hit" if rank in ranks.hit else "wanted" if rank in ranks.wanted else "plain"
        y = box.y + (box.h - _CELL) // 2 + {"hit": _RAISED, "wanted": -_RAISED, "plain": 0}[state]
        _cell(rank, left, state, w).stamp(canvas, x, y)
        x += w + gap


@cached_sprite
def _cell(rank: int, left: int, state: str, w: int) -> Sprite:
    edge, ground = _GROUNDS[state]
    pen = Pen(w, _CELL, 1, mode="RGBA", paper=(0, 0, 0, 0))
    pen.box(0, 0, w, _CELL, 11, edge)
    pen.box(2.5, 2.5, w - 2.5, _CELL - 2.5, 9, ground)
    ink: Colour = DARK_TEXT if state == "wanted" else WHITE
    dot = min(11.0, (w - 8) / 4 - 2)
    for n in range(4):
        x = w / 2 + (n - 2) * (dot + 2) + 1
        pen.box(x, _CELL - 21, x + dot, _CELL - 10, 3, ink if n < left else _hollow(state))
        if n >= left:
            pen.box(x + 1.5, _CELL - 19.5, x + dot - 1.5, _CELL - 11.5, 2, ground)
    if state == "hit":
        for sign in (-1, 1):
            pen.line([(w - 18, 12 - 5 * sign), (w - 8, 12 + 5 * sign)], "#ffffff", 3)
    image = pen.result()
    colour = ink if left or state != "plain" else _FADED
    words = label(rank_text(rank), LINE, colour, weight=800, room=w - 6)
    paste_label(image, words, w // 2 - (4 if state == "hit" else 0), 25, 0.5)
    return Sprite(few_opacities(image, 8), core=(0, 12, w, _CELL - 12))


def _hollow(state: str) -> Colour:
    return {"plain": (126, 150, 138), "wanted": (92, 66, 12), "hit": (246, 200, 196)}[state]
