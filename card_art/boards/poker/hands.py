"""A hand of poker as it lies: its cards fanned out, the wild ones starred, and what it is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image

from bot.engine.cards import Card
from card_art.deck import sprites, tabs
from card_art.deck.sprites import Sprite
from card_art.ink.pen import Pen
from card_art.ink.sizes import LINE
from card_art.ink.sprite_cache import cached_sprite
from card_art.ink.text import Colour, fits, label, wrapped
from card_art.scene.style import Style
from card_art.tables.layout import Box
from card_art.tables.plates import paste_label

_CONDENSED, _TIGHT = 88, 66
"""How much words may be condensed, in percent, before they are told in fewer, and then."""


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


_RANKS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "10", "nine": "9", "eight": "8", "seven": "7",
    "six": "6", "five": "5", "four": "4", "three": "3", "two": "2",
}  # fmt: skip
_PLURAL = {f"{rank}s": f"{sign}s" for rank, sign in _RANKS.items()} | {"sixes": "6s"}
_WORD = re.compile(r"[a-z]+")
_BRIEFER = (
    ("two pair, ", ""), ("full house, ", ""), (" over ", " full of "), ("straight flush to the", "straight flush to"),
    ("straight to the", "straight to"), ("pair of ", "pair "), (" and ", "+"),
)  # fmt: skip
_SMALLEST = 22


def _with_signs(called: str) -> str:
    """A hand's name with its ranks as they stand on cards: "pair of Ks, A kicker"."""

    def sign(found: re.Match[str]) -> str:
        word = found[0]
        counts = called[found.end() : found.end() + 1] == " " and word in ("three", "four", "five", "two")
        follows = called[found.end() :].lstrip(" ").partition(" ")[0].strip(",")
        if counts and (follows in _PLURAL or follows == "pair"):
            return word  # a number of cards
        return _PLURAL.get(word) or _RANKS.get(word, word)

    return _WORD.sub(sign, called)


def _brief(called: str) -> str:
    """The same without the words that the ranks make plain: "Ks full of 9s"."""
    for long, short in _BRIEFER:
        called = called.replace(long, short)
    called = re.sub(r"flush, (.*?) high", r"\1 flush", called)
    return re.sub(r"(\w+) high, (.*?) kicker", r"\1-\2 high", called)


@lru_cache(maxsize=2048)
def set_in(called: str, size: int, room: int, lines: int = 1) -> tuple[int, tuple[str, ...]]:
    """What a hand is called, whole, in this room: in one line or more, broken behind a hyphen too, with ranks as on
    cards or in fewer words where it is long, and smaller last of all. Returns the size of the letters, and the lines.
    """
    signs = _with_signs(called)
    ways = [(called, size, _CONDENSED), (signs, size, _CONDENSED), (_brief(signs), size, _TIGHT)]
    ways += [(_brief(signs).replace(" kicker", ""), smaller, _TIGHT) for smaller in range(size, _SMALLEST - 1, -3)]
    for text, letters, narrow in ways:
        for count in range(1, lines + 1):
            broken = _broken(text, letters, room, count) if count > 1 else (text,)
            if all(fits(line, letters, room, weight=700, condensed=narrow) for line in broken):
                return letters, broken
    return _SMALLEST, _broken(_brief(signs), _SMALLEST, room, lines + 1)


def _broken(text: str, size: int, room: int, lines: int) -> tuple[str, ...]:
    loose = text.replace("-", "- ")
    return tuple(line.replace("- ", "-") for line in wrapped(loose, size, room, lines, weight=700))


def in_two_lines(called: str, room: int) -> tuple[int, tuple[str, ...]]:
    """What a hand is called, in two lines at most."""
    return set_in(called, LINE, room, 2)


def paste_called(
    canvas: Image.Image, called: str, at: Box, ink: Colour, size: int = LINE, align: float = 0.0, lines: int = 2
) -> None:
    """What a hand is called, whole, in a box: its lines around the middle."""
    letters, told = set_in(called, size, max(60, at.w), lines)
    step = round(letters * 1.1)
    y = at.middle[1] - step * (len(told) - 1) // 2
    x = round(at.x + at.w * align)
    for n, line in enumerate(told):
        paste_label(canvas, label(line, letters, ink, weight=700, room=max(60, at.w)), x, y + n * step, align)
