"""A hand of poker as it lies: its cards fanned out, the wild ones starred, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites, tabs
from card_art.deck.sprites import Sprite
from card_art.ink.pen import Pen
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import Colour, Label, label, wrapped
from card_art.scene.style import Style
from card_art.tables.layout import Box

CONDENSED = 0.88
"""Of the width of words what they may be squeezed to before a kicker gives way."""


def fan(
    canvas: Image.Image, cards: Sequence[Card], at: Box, step: int, style: Style, wild: frozenset[Card],
    dim: frozenset[Card] = frozenset(),
) -> None:  # fmt: skip
    """Cards from the left, each so wide; a star on each that is wild, where the next one leaves it to be seen."""
    for n, c in enumerate(cards):
        x = at.x + n * step
        sprites.card(c, at.w, style, dim=c in dim).stamp(canvas, x, at.y)
        if c in wild:
            high, star = sprites.card_height(at.w), wild_star()
            if at.h < 0.6 * high:  # only its upper half is seen
                star.stamp(canvas, x + at.w - star.size[0] - 5, at.y + 5)
                continue
            left = max(3, round(at.w * 0.2) - star.size[0] // 2)
            star.stamp(canvas, x + left, at.y + min(at.h, high) - 6 - star.size[1])


@cached_sprite
def wild_star() -> Sprite:
    """What marks a wild card."""
    pen = Pen(2 * tabs.STAR + 2, 2 * tabs.STAR + 2, 1, mode="RGBA", paper=(0, 0, 0, 0))
    tabs.star_on(pen, tabs.STAR + 1, tabs.STAR + 1)
    return Sprite(pen.result())


def cards_alt(cards: Sequence[Card], wild: frozenset[Card], card_text: Callable[[Card], str]) -> str:
    """Cards in words, the wild ones marked."""
    return " ".join(f"{card_text(c)}{' (wild)' if c in wild else ''}" for c in cards)


def without_kickers(called: str) -> str:
    """What a hand is called, without kickers: "two pair, kings over nines"."""
    parts = called.split(", ")
    return ", ".join(parts[: 2 if parts[0] in ("two pair", "full house") else 1])


def _short(called: str, size: int, room: int) -> str:
    """The same, with as many kickers as there is room for."""
    head = without_kickers(called)
    while len(called) > len(head) and label(called, size, weight=700).width * CONDENSED > room:
        called = called.rpartition(", ")[0]
    return called


def in_two_lines(called: str, room: int) -> tuple[int, tuple[str, ...]]:
    """What a hand is called, in two lines, broken behind a hyphen too; smaller before anything of it is cut off.
    Returns the size of the letters, and the lines."""
    size, lines = 0, tuple[str, ...]()
    for size in (LINE, 28, 25, 22, 20):
        short = _short(called, size, round(1.5 * room)).replace("-", "- ")
        lines = tuple(line.replace("- ", "-") for line in wrapped(short, size, room, 2, weight=700))
        if max(label(line, size, weight=700).width for line in lines) * CONDENSED <= room:
            break
    return size, lines


def called_label(called: str, size: int, ink: Colour, room: int) -> Label:
    """The name of a hand, shortened to fit one line."""
    return label(_short(called, size, room), size, ink, weight=700, room=max(60, room))
