"""Plates with a large number at their right: a score, or how many cards somebody holds."""

from __future__ import annotations

from PIL import Image

from card_art import sprites
from card_art.layout import NAME, TEXT
from card_art.plates import DEALER, GOLD_TEXT, badge, blank_plate, paste_label, tag
from card_art.scene import Cloth, Seat
from card_art.text import SOFT, WHITE, Colour, label, visible_name

HIGH = 78
"""The height of such a plate."""
_NUMBER = 46
_ROOMY = 400


def numbered_plate(
    canvas: Image.Image, s: Seat, number: str, ink: Colour, x: int, y: int, w: int, cloth: Cloth = "green"
) -> None:
    """A seat's plate with its number in this ink."""
    seat = s.number or 0
    blank_plate(w, HIGH, s.active, s.dim, s.you).stamp(canvas, x, y)
    name = visible_name(s.name, f"Seat {seat + 1}")
    disc, mask = badge(name, seat, HIGH - 24, cloth, s.face)
    canvas.paste(disc, (x + 11, y + 12), mask)
    left, right = x + HIGH, x + w - 16
    figure = label(number, _NUMBER, ink, weight=800)
    paste_label(canvas, figure, right, y + HIGH // 2 - 1, 1.0)
    right -= figure.width + 10
    line_ink, whole = GOLD_TEXT if s.active else SOFT, right - left
    if s.dealer:
        button = sprites.dealer_button(DEALER)
        middle = y + (HIGH // 2 if w > _ROOMY else 30)  # on a narrow plate beside the name alone
        button.stamp(canvas, right - button.size[0], middle - button.size[1] // 2)
        right -= button.size[0] + 8
    paste_label(canvas, label(name, NAME, WHITE, weight=700, room=right - left, name=True), left, y + 26)
    room = right - left if w > _ROOMY else whole
    paste_label(canvas, label(s.line, TEXT + 1, line_ink, room=room), left, y + HIGH - 24)
    end = x + w - 12
    for word in s.tags:
        sprite = tag(word)
        end -= sprite.size[0]
        if end < x + 70:
            break
        sprite.stamp(canvas, end, y - 20)
        end -= 6
