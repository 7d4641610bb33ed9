"""Pictures: cards, tables, hands and results, drawn with Pillow from plain data and returned as PNG files.

Every function may be called from any thread, and none belongs on the event loop. Call `warm` once at the start, in a
worker thread: it draws what all pictures share.
"""

from __future__ import annotations

from bot.engine.cards import Card
from card_art import fonts, rows, sprites, tabs, tricks
from card_art.counting import counting
from card_art.evening import evening
from card_art.form import form
from card_art.gallery import gallery
from card_art.hands import CARD_WIDTHS, hand, panel
from card_art.layout import FACE
from card_art.outcome import results
from card_art.pieces import BET_CHIP, POT_CHIP
from card_art.racks import rack
from card_art.ranking import ranking
from card_art.scene import Hand, Pot, Row, Scene, Seat, Stock, Trick
from card_art.shares import shares
from card_art.shuffle import shuffle
from card_art.sprites import Style
from card_art.tables import table

__all__ = [
    "counting",
    "evening",
    "form",
    "gallery",
    "hand",
    "panel",
    "rack",
    "ranking",
    "results",
    "shares",
    "shuffle",
    "table",
    "warm",
]


def warm(style: Style | None = None) -> None:
    """Draw the cards, chips, felt and letters that the first pictures need (a second or two), and tell the log what the
    fonts lack."""
    style = style or Style()
    fonts.report()
    tabs.warm(rows.Sizes(rows.TALLEST).tab, style)
    sprites.warm((tricks.WIDTHS[1], CARD_WIDTHS[1], FACE), style)
    sprites.warm_chips((POT_CHIP, BET_CHIP))
    ace = Card(1, "S")
    seats = tuple(
        Seat(
            name, "0 pts · 13 cards", ("TO PLAY", "HOUSE"), active=i == 0, dealer=i == 1, dim=i == 2, hand=(None,) * 13
        )
        for i, name in enumerate(("Ann", "张伟 🔥", "محمد", "สวัสดี"))
    )
    trick = Scene(
        "Card room", "Hand 1", ("♥ not broken",), ("to 100",), "Ann leads.", seats, (Trick(((0, ace),), 0, 0, 1),)
    )
    dealt = tuple(Seat(f"Seat {i}", "10 chips", ("TO BET",), i == 0, hand=(None,) * 4, shown=(ace,)) for i in range(7))
    pot = Scene("Card room", seats=dealt, centre=(Row((ace,), "Turned"), Pot(100), Stock("Stock", 20)))
    for scene in (trick, pot):
        panel(scene, Hand((ace,), caption="Your turn", marked=frozenset({0}), notes=("♠ nothing",)))
