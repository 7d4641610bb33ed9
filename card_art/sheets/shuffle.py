"""A pack shuffled by hand: piles of backs, as high as they are, and the cut card (rules/dealing.md, section 4)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from card_art.deck import sprites
from card_art.deck.sprites import card_height
from card_art.ink.palette import GOLD, PAPER, RIM, rgb
from card_art.ink.png import encode
from card_art.ink.sizes import LINE, PRINT, ROW_NAME, TITLE
from card_art.ink.text import SOFT, WHITE, label
from card_art.scene.chips import Heap, Shuffle
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH
from card_art.tables.plates import paste_label

_CARD, _CORNER = 140, 9
_LAYER, _THICK = 6, 3
"""How many cards make a layer, and its height in pixels."""
_HIGHEST = 120
"""How far the whole pack rises above one card, in pixels; in a large pack, more cards make a layer."""
_TOP, _FOOT = 142, RAIL + 118
"""Above the cards, and for the words below them."""
_SIDE = RAIL + 26


def shuffle(shown: Shuffle) -> bytes:
    """The picture of a pack that is being shuffled, PNG, 1100 wide. It is as high as the whole pack in one heap needs,
    so that a message does not jump from one step of a shuffle to the next."""
    cards = sum(heap.count for heap in shown.heaps)
    layers = min(_HIGHEST // _THICK, -(-cards // _LAYER))
    floor = _TOP + layers * _THICK + card_height(_CARD)
    canvas = felt(WIDTH, floor + _FOOT, shown.cloth, signs=False)
    label(shown.title, TITLE, WHITE, weight=800, room=WIDTH - 2 * _SIDE).paste(canvas, _SIDE, RAIL + 2)
    paste_label(canvas, label(shown.subtitle, LINE, SOFT, room=WIDTH - 2 * _SIDE), _SIDE, 102)
    apart = (WIDTH - 2 * _SIDE) // len(shown.heaps)
    for n, heap in enumerate(shown.heaps):
        _heap(canvas, heap, -(-heap.count * layers // max(1, cards)), _SIDE + apart * n + apart // 2, floor)
    paste_label(canvas, label(shown.said, ROW_NAME, WHITE, room=WIDTH - 2 * _SIDE), WIDTH // 2, floor + 84, 0.5)
    return encode(canvas, shown.cloth)


def _heap(canvas: Image.Image, heap: Heap, layers: int, middle: int, floor: int) -> None:
    back = sprites.back(_CARD)
    left, top = middle - _CARD // 2, floor - back.size[1]
    if heap.cut_card:
        high = card_height(_CARD)
        corners = (left - 9, top + 12, left - 9 + _CARD, top + 12 + high)
        ImageDraw.Draw(canvas).rounded_rectangle(corners, _CORNER, rgb(GOLD))
    if layers:
        back.stamp(canvas, left, top)
    pen = ImageDraw.Draw(canvas)
    for layer in range(1, layers):
        up = layer * _THICK
        box = (left, top - up, left + _CARD - 1, floor - up - 1)
        pen.rounded_rectangle(box, _CORNER, rgb(PAPER), rgb(RIM))
    if layers:
        back.stamp(canvas, left, top - (layers - 1) * _THICK)
    words = f"{heap.label} · {heap.count}" if heap.count else heap.label
    paste_label(canvas, label(words, PRINT + 1, WHITE), middle, floor + 36, 0.5)
