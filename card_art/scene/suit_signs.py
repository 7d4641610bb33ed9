"""The signs of suits in the words of a picture, in the colours of the deck that it is drawn with."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from bot.engine.cards import Card
from card_art.scene.style import Style

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_TWO_COLOURS = str.maketrans("♠♥♦♣", "♤♡♢♧")
"""The signs that `text` draws in the inks of a deck of two colours."""


def named(c: Card, style: Style) -> str:
    """A card as a label: "10♥"."""
    spelt = f"{str(c)[:-1]}{_SIGNS.get(c.suit, '')}"
    return spelt if style.four_colour else spelt.translate(_TWO_COLOURS)


def in_its_deck(picture: Any) -> Any:
    """The picture (or a scene and a hand) with the signs in its words as its style has the suits."""
    styled = picture[0] if isinstance(picture, tuple) else picture
    style = getattr(styled, "style", None)
    return picture if style is None or style.four_colour else _in_two(picture)


def _in_two(part: Any) -> Any:
    if isinstance(part, str):
        return part.translate(_TWO_COLOURS)
    if isinstance(part, Card):
        return part
    if isinstance(part, tuple):
        made = [_in_two(each) for each in part]
        return type(part)(*made) if hasattr(part, "_fields") else tuple(made)
    if is_dataclass(part) and not isinstance(part, type):
        was = {f.name: getattr(part, f.name) for f in fields(part) if f.init}
        now = {name: _in_two(value) for name, value in was.items()}
        changed = {name: value for name, value in now.items() if value is not was[name] and value != was[name]}
        return replace(part, **changed) if changed else part
    return part
