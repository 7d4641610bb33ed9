"""Pictures: cards, tables, hands and results, drawn with Pillow from plain data and returned as PNG files.

Every function may be called from any thread, and none belongs on the event loop. Call `warm` once at the start, in a
worker thread: it draws what all pictures share.
"""

from __future__ import annotations

from card_art import fonts, sprites
from card_art.hands import CARD_WIDTHS, hand, panel
from card_art.layout import FACE
from card_art.outcome import results
from card_art.pieces import TRICK_CARD
from card_art.scene import Hand, Scene, Seat
from card_art.sprites import Style
from card_art.tables import table

__all__ = ["hand", "panel", "results", "table", "warm"]


def warm(style: Style | None = None) -> None:
    """Draw the cards, the felt and the letters that the first pictures need, and tell the log what the fonts lack."""
    fonts.report()
    sprites.warm((TRICK_CARD, CARD_WIDTHS[0], FACE), style or Style())
    panel(Scene("Card room", seats=(Seat("Aa", "0 pts"),) * 4), Hand(()))
