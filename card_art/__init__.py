"""Pictures: cards, tables, hands and results, drawn with Pillow from plain data and returned as PNG files.

Every function may be called from any thread, and none belongs on the event loop. Call `warm` once at the start, in a
worker thread: it draws what all pictures share.
"""

from __future__ import annotations

from bot.engine.cards import Card
from card_art.deck import sprites, tabs
from card_art.ink import fonts
from card_art.scene.pieces import CardRow, Pot, Seat, Stock, Trick
from card_art.scene.style import Style
from card_art.scene.table import Hand, Scene
from card_art.sheets import result_rows
from card_art.sheets.card_choices import card_choices
from card_art.sheets.counting import counting
from card_art.sheets.evening import evening
from card_art.sheets.gallery import gallery
from card_art.sheets.leaderboard import leaderboard
from card_art.sheets.match_end import match_end
from card_art.sheets.rack import rack
from card_art.sheets.result_sheet import results
from card_art.sheets.shares import shares
from card_art.sheets.shuffle import shuffle
from card_art.sheets.stats_sheet import stats_sheet
from card_art.tables import tricks
from card_art.tables.layout import FACE
from card_art.tables.own_hand import CARD_WIDTHS, hand, panel
from card_art.tables.pieces import BET_CHIP, POT_CHIP
from card_art.tables.whole_table import table

__all__ = [
    "card_choices",
    "counting",
    "evening",
    "gallery",
    "hand",
    "leaderboard",
    "match_end",
    "panel",
    "rack",
    "results",
    "shares",
    "shuffle",
    "stats_sheet",
    "table",
    "warm",
]


def warm(style: Style | None = None) -> None:
    """Draw the cards, chips, felt and letters that the first pictures need (a second or two), and tell the log what the
    fonts lack."""
    style = style or Style()
    fonts.report()
    tabs.warm(result_rows.Sizes(result_rows.TALLEST).tab, style)
    sprites.warm((tricks.WIDTHS[1], CARD_WIDTHS[1], FACE), style)
    sprites.warm_chips((POT_CHIP, BET_CHIP))
    ace = Card(1, "S")
    seats = tuple(
        Seat(
            name, "0 pts · 13 cards", ("TO PLAY", "HOUSE"), active=i == 0, dealer=i == 1, dim=i == 2, hand=(None,) * 13
        )
        for i, name in enumerate(("Ann", "张伟 🔥", "محمد", "สวัสดี"))
    )
    trick = Scene("Card room", "Hand 1", ("♥ not broken",), ("to 100",), seats, (Trick(((0, ace),), 0, 0, 1),))
    dealt = tuple(Seat(f"Seat {i}", "10 chips", ("TO BET",), i == 0, hand=(None,) * 4, shown=(ace,)) for i in range(7))
    pot = Scene("Card room", seats=dealt, centre=(CardRow((ace,), "Turned"), Pot(100), Stock("Stock", 20)))
    for scene in (trick, pot):
        panel(scene, Hand((ace,), marked=frozenset({0}), notes=("♠ nothing",)))
