"""Hands that lie whole before their seats, with what they come to and what has become of them."""

from __future__ import annotations

from PIL import Image

from bot.engine.amounts import YELLOW
from bot.engine.cards import Card
from card_art.deck import sprites, tabs
from card_art.deck.chips import worth
from card_art.ink.pen import Pen
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import WHITE, label
from card_art.scene.pieces import SeatHand, Stamp
from card_art.scene.style import Style
from card_art.tables.layout import Box
from card_art.tables.plates import GOLD_TEXT, paste_label, pill
from card_art.tables.seat_row import HandPlace, info_line, lines_of, stacked, step_of
from card_art.tables.stamps import ON_HAND, stamp

_CHIP = 34
_ON_BACKS = 60
_ON_LYING = 32
_AROUND = (71, 64)
"""Widths of open cards beside a plate."""
_ABOVE_RANK = 6
"""So far down a card a wild card's star reaches."""
_BELOW_EDGE = 10
"""Pixels of a stamp below the edge that it lies across, and above the words."""


def draw(canvas: Image.Image, hand: SeatHand, place: HandPlace, style: Style, *, pennies: bool) -> None:
    """Draw a hand: chips above it, its cards, words below, and its stamp over all."""
    if hand.bet:
        _bet(canvas, hand.bet, Box(place.column.x, place.cards.y - 40, place.column.w, 38), pennies)
    if hand.sideways:
        for card in hand.cards[:1]:
            assert card is not None
            lying = sprites.card(card, place.cards.h, style, dim=hand.dim, sideways=True)
            lying.stamp(canvas, place.cards.x, place.cards.y)
    else:
        _cards(canvas, hand, place, style)
    _info(canvas, hand, place)
    if hand.stamp:
        backs = all(card is None for card in hand.cards)
        _stamp(canvas, hand.stamp, place, _ON_BACKS if backs else ON_HAND, sideways=hand.sideways)


def lay(canvas: Image.Image, hand: SeatHand, box: Box, style: Style) -> None:
    """Lay the cards of a seat around the table into a box beside its plate, as large as they fit, with their stamp."""
    count = len(hand.cards)
    width = next((w for w in _AROUND if sprites.card_height(w) <= box.h), _AROUND[-1])
    apart = min(round(width * 0.72), (box.w - width) // max(1, count - 1))
    whole = width + apart * (count - 1)
    x = box.x + (box.w - whole) // 2
    for n, card in enumerate(hand.cards):
        _card(card, width, style, dim=hand.dim).stamp(canvas, x + n * apart, box.y)
    if hand.stamp:
        plaque = stamp(hand.stamp, _ON_LYING, tilted=True, room=box.w)
        bottom = box.y + sprites.card_height(width)
        plaque.stamp(canvas, box.middle[0] - plaque.size[0] // 2, bottom + _BELOW_EDGE - plaque.size[1])


def _cards(canvas: Image.Image, hand: SeatHand, place: HandPlace, style: Style) -> None:
    size, cards = place.size, list(hand.cards)
    faces = sum(card is not None for card in cards)
    apart = step_of(len(cards), size)
    y, number = place.cards.y, 0
    rows = lines_of(len(cards) - faces, faces, size)
    for backs, shown in rows:
        width = size.card + size.back * (backs if shown else max(0, backs - 1)) + apart * max(0, shown - 1)
        x = place.cards.x if len(rows) > 1 else place.cards.x + (place.cards.w - width) // 2
        for _ in range(backs + shown):
            card = cards.pop(0)
            _card(card, size.card, style, dim=hand.dim).stamp(canvas, x, y)
            if number in hand.wild:
                star = _star()  # above the rank, which it must not cover
                star.stamp(canvas, x + (size.step - star.size[0]) // 2, y + _ABOVE_RANK - star.size[1])
            number += 1
            x += size.back if card is None else apart
        y += size.drop


def _card(card: Card | None, width: int, style: Style, *, dim: bool) -> sprites.Sprite:
    return sprites.back(width, dim=dim) if card is None else sprites.card(card, width, style, dim=dim)


@cached_sprite
def _star() -> sprites.Sprite:
    pen = Pen(2 * tabs.STAR + 2, 2 * tabs.STAR + 2, 1, mode="RGBA", paper=(0, 0, 0, 0))
    tabs.star_on(pen, tabs.STAR + 1, tabs.STAR + 1)
    return sprites.Sprite(pen.result())


def _bet(canvas: Image.Image, amount: int, box: Box, pennies: bool) -> None:
    """Chips and their number; only the number if chips do not fit."""
    words = label(worth(amount, pennies=pennies), LINE, WHITE, weight=700, room=box.w)
    chips = sprites.chip_stack(amount, _CHIP, pennies=pennies) if amount >= YELLOW else None
    if chips is None or chips.size[0] + 6 + words.width > box.w or chips.size[1] > box.h + 10:
        paste_label(canvas, words, box.middle[0], box.middle[1], 0.5)
        return
    x = box.middle[0] - (chips.size[0] + 6 + words.width) // 2
    chips.stamp(canvas, x, box.bottom - 3 - chips.size[1])
    paste_label(canvas, words, x + chips.size[0] + 6, box.middle[1])


def _info(canvas: Image.Image, hand: SeatHand, place: HandPlace) -> None:
    """Total and change side by side, or beneath one another where the column is narrow."""
    box, size, line = place.info, place.size, info_line(place.size)
    total = pill(hand.total, size.text, box.w, gold=hand.active) if hand.total else None
    beneath = stacked(hand, size)
    room = box.w if beneath or total is None else box.w - total.size[0] - 12
    ink = GOLD_TEXT if hand.change.startswith("+") else WHITE
    change = label(hand.change, size.text, ink, weight=800, room=max(room, 40)) if hand.change else None
    beside = change.width + 14 if change and total and not beneath else 0
    y = box.y
    if total:
        x = box.middle[0] - (total.size[0] + beside) // 2
        total.stamp(canvas, x, y)
        if beside and change:
            paste_label(canvas, change, x + total.size[0] + 14, y + line // 2)
            return
        y += line
    if change:
        paste_label(canvas, change, box.middle[0], y + line // 2, 0.5)


def _stamp(canvas: Image.Image, what: Stamp, place: HandPlace, size: int, *, sideways: bool) -> None:
    """Across the lower edge of the cards, below their indices; or in the middle of backs, which have nothing to
    read."""
    cards, room = place.cards, place.column.w + 4
    if size == _ON_BACKS:
        plaque = stamp(what, min(size, round(place.size.card * 0.42)), tilted=True, room=room)
        x, y = cards.middle[0] - plaque.size[0] // 2, cards.middle[1] - plaque.size[1] // 2
    elif sideways:
        plaque = stamp(what, _ON_LYING, tilted=True, room=room)
        x, y = cards.x - 12, cards.bottom - round(plaque.size[1] * 0.8)
    else:
        plaque = stamp(what, min(size, max(28, place.size.card // 3)), tilted=True, room=room)
        x, y = place.column.middle[0] - plaque.size[0] // 2, cards.bottom + _BELOW_EDGE - plaque.size[1]
    plaque.stamp(canvas, x, y)
