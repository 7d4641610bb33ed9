"""Cards, a back and chips as emojis: small pictures for buttons, menus and lines of text, each known by its name."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from bot.engine.amounts import CHIPS
from bot.engine.cards import JOKER, Card, deck
from card_art.deck import backs, chips
from card_art.deck.card_faces import CORNER, rank_name
from card_art.deck.card_faces import WIDTH as FACE
from card_art.deck.jokers import draw_compact_joker
from card_art.ink.glyphs import glyph
from card_art.ink.palette import FOUR_COLOUR, PAPER, RIM
from card_art.ink.pen import Pen
from card_art.ink.suits import sign

VERSION = 1
"""Counts the looks of them all: who has uploaded earlier ones uploads these beside them."""
SIDE = 128
_WIDTH, _RANK = 100, 64
"""Of a card, and of its rank. In a line of text only the rank shows, with its suit below."""
_BROADEST, _STRETCH = 84, 1.25
_SIGN, _SIGN_AT = 24, 97
_CHIP = 116
_BACK_WIDTH = 91
BACK = "back"


@dataclass(frozen=True, slots=True)
class Emoji:
    """One of them: a card as it is written ("10H"), "joker", "back", or "chip_red"."""

    name: str


def card_name(card: Card) -> str:
    """The name of a card's emoji."""
    return "joker" if card == JOKER else str(card)


def chip_name(colour: str) -> str:
    """The name of a chip's emoji."""
    return f"chip_{colour}"


NAMES = (*map(card_name, deck(jokers=1)), BACK, *map(chip_name, CHIPS))
"""All names."""
_CARDS = {card_name(card): card for card in deck(jokers=1)}


def emoji(wanted: Emoji) -> bytes:
    """The picture of an emoji, PNG, 128×128, clear around it. Raises KeyError for an unknown name."""
    name = wanted.name
    if name == BACK:
        image = _cut(backs.draw_back(_BACK_WIDTH))
    elif name in _CARDS:
        image = _cut(_card(_CARDS[name]))
    else:
        image = chips.draw_pile(chips.chip(CHIPS[name.removeprefix("chip_")]), 1, _CHIP)
        image = image.crop(image.getbbox())
    whole = Image.new("RGBA", (SIDE, SIDE))
    whole.paste(image, ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
    out = io.BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()


def _card(card: Card) -> Image.Image:
    """A card that is all index: a large rank over its suit."""
    if card == JOKER:
        pen = Pen(FACE, 350, _BACK_WIDTH / FACE, paper=PAPER)
        draw_compact_joker(pen)
        return pen.result()
    pen, ink = Pen(_WIDTH, SIDE, 1, paper=RIM), FOUR_COLOUR[card.suit]
    pen.box(2, 2, _WIDTH - 2, SIDE - 2, 12, PAPER)
    mask = glyph(rank_name(card), round(_RANK * pen.k))
    mask = mask.resize((min(_BROADEST, round(mask.width * _STRETCH / pen.k)) * round(pen.k), mask.height))
    pen.stamp(mask, (_WIDTH - mask.width / pen.k) / 2, 9, ink)
    sign(pen, card.suit, _WIDTH / 2, _SIGN_AT, _SIGN, ink)
    return pen.result()


def _cut(image: Image.Image) -> Image.Image:
    """With round corners."""
    pen = Pen(*image.size, 1, mode="L")
    pen.box(0, 0, *image.size, round(CORNER * image.width / FACE * 2), 255)
    cut = image.convert("RGBA")
    cut.putalpha(pen.result())
    return cut
