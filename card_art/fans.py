"""The cards held at a seat, as they stand behind its plate: backs in a fan, faces side by side."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art import sprites
from card_art.faces import CORNER, HEIGHT, WIDTH
from card_art.layout import BACK, BACKS_SHOWN, FACE, FACES_SHOWN
from card_art.palette import CREAM, GOLD, WINE
from card_art.pen import Pen
from card_art.scene import SeatHand
from card_art.sprites import Sprite, Style
from card_art.thrift import few_opacities

_OVER = 2
_SPREAD = 3.4
"""Degrees between two cards of a fan, while there are few."""
_WIDEST = 34
_RADIUS = 300
_ROOM = 12
_LOOSE = 12
_BEHIND = 20
"""How far a fan reaches down behind its plate, past the plate's round corners."""
_LOWER = 20
"""How much lower backs stand beside faces."""
LEAST_STEP = 0.28
"""A card covers its neighbour by no more than leaves this share of the width."""


@lru_cache(maxsize=1)
def _loose_back() -> Image.Image:
    """A back in the pack's colours, clear around it, to be turned. So little of each is seen that it goes without the
    pattern, which would cost more bytes than the rest of the table."""
    unit = BACK * _OVER / WIDTH
    pen = Pen(WIDTH + 2 * _LOOSE, HEIGHT + 2 * _LOOSE, unit, mode="RGBA", paper=(8, 22, 16, 0))
    for inset, colour in ((-4, (8, 22, 16, 150)), (0, CREAM), (16, WINE), (30, GOLD), (37, WINE)):
        edge = _LOOSE + inset
        pen.box(edge, edge, WIDTH + 2 * _LOOSE - edge, HEIGHT + 2 * _LOOSE - edge, max(8, CORNER - inset), colour)
    return pen.result()


@lru_cache(maxsize=128)
def backs_fan(count: int, width: int, visible: int) -> Sprite:
    """`count` backs held as in a hand, no wider than `width`; only the upper `visible` pixels are drawn."""
    card = _loose_back()
    half = math.radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    radius = min(_RADIUS, (width - BACK) / 2 / math.sin(half)) if half else 0
    reach = round(radius * math.sin(half))
    size = (2 * reach + 2 * BACK, round(BACK * sprites.RATIO) + 48)
    sheet = Image.new("RGBA", (size[0] * _OVER, size[1] * _OVER))
    for i in range(count):
        angle = half * (2 * i / (count - 1) - 1) if count > 1 else 0.0
        turned = card.rotate(-math.degrees(angle), Image.Resampling.BICUBIC, expand=True)
        x = size[0] / 2 + radius * math.sin(angle)
        y = _ROOM + BACK * sprites.RATIO / 2 + radius * (1 - math.cos(angle))
        sheet.alpha_composite(turned, (round(x * _OVER - turned.width / 2), round(y * _OVER - turned.height / 2)))
    small = sheet.reduce(_OVER)
    # What stands behind the plate is never seen, so it is not pasted either.
    box = small.crop((0, 0, small.width, _ROOM + visible)).getbbox() or (0, 0, 1, 1)
    return Sprite(few_opacities(small.crop(box), 4), (0, _ROOM - box[1], 0, 0))


def step(count: int, card: int, width: int, widest: float) -> int:
    """From one card to the next so that `count` cards fill `width`: between 28 % and `widest` of a card's width."""
    if count < 2:
        return 0
    return int(max(card * LEAST_STEP, min(card * widest, (width - card) / (count - 1))))


def draw(canvas: Image.Image, cards: tuple[Card | None, ...], x: int, y: int, width: int, style: Style) -> None:
    """Stand the cards behind a plate `width` wide that starts at x; their upper edge is at y.

    Backs stand on the left in a fan, faces beside them so that each index is seen.
    """
    faces = [c for c in cards if c is not None]
    hidden = len(cards) - len(faces)
    if not faces:
        if hidden:
            fan = backs_fan(hidden, width - 8, BACKS_SHOWN + _BEHIND)
            fan.stamp(canvas, x + (width - fan.size[0]) // 2, y)
        return
    share = 0 if not hidden else min(width // 3, BACK + 14 * hidden)
    if hidden:
        fan = backs_fan(hidden, share, FACES_SHOWN - _LOWER + _BEHIND)
        fan.stamp(canvas, x + (share + 16 - fan.size[0]) // 2, y + _LOWER)
    room = width - share - (8 if hidden else 0)
    apart = step(len(faces), FACE, room, 0.62)
    total = apart * (len(faces) - 1) + FACE
    # Faces that need more than their share lie over the backs.
    left = min(x + share + (8 if hidden else 0) + max(0, (room - total) // 2), x + width - total)
    for i, c in enumerate(faces):
        sprites.card(c, FACE, style).stamp(canvas, left + i * apart, y)


_SMALLER = {1: FACE, 2: 72}
_SMALLEST = 54
_LYING = 6
"""How much lower a card lies that lies on its side."""
_APART = 8


def draw_hands(
    canvas: Image.Image, hands: tuple[SeatHand, ...], x: int, y: int, width: int, style: Style
) -> list[tuple[int, int]]:
    """Several hands side by side behind a plate; the more there are, the smaller their cards. Returns the left and
    right edges of each."""
    lying = sum(hand.sideways for hand in hands)
    long = round(_SMALLEST * sprites.RATIO)
    upright = (width - _APART * (len(hands) - 1) - long * lying) // max(1, len(hands) - lying)
    edges: list[tuple[int, int]] = []
    for hand in hands:
        if hand.sideways:
            sprites.card(hand.cards[0], _SMALLEST, style, sideways=True).stamp(canvas, x, y + _LYING)
            edges.append((x, x + long))
        else:
            edges.append(_upright(canvas, hand.cards, x, y, upright, _SMALLER.get(len(hands), _SMALLEST), style))
        x += _APART + (long if hand.sideways else upright)
    return edges


def _upright(
    canvas: Image.Image, cards: tuple[Card, ...], x: int, y: int, room: int, card: int, style: Style
) -> tuple[int, int]:
    """One of several hands, in the middle of its room; where it is tight the cards are smaller."""
    count = len(cards)
    card = max(_SMALLEST, min(card, int(room / (1 + LEAST_STEP * (count - 1)))))
    apart = min(round(card * 0.62), (room - card) // max(1, count - 1))
    start = x + (room - apart * (count - 1) - card) // 2
    for i, c in enumerate(cards):
        sprites.card(c, card, style).stamp(canvas, start + i * apart, y)
    return start, start + apart * (count - 1) + card
