"""What a picture is drawn from: plain frozen data that `show` and `cogs` make from a view.

Nothing here knows a game, a deal or who is looking. Whatever a viewer may not see is simply not in the data: an unseen
card is `None`. Everything is hashable, so that two equal scenes are one picture and drawing may be skipped. Amounts are
integers in hundredths of a white chip.
"""

from card_art.scene.chips import Counted, Counting, Heap, Rack, Share, Shares, Shuffle
from card_art.scene.people import HOUSE, OF_HOUSE, SAID_TAGS, house_face
from card_art.scene.pieces import (
    Arrow,
    CardRow,
    Direction,
    Lines,
    Mark,
    Note,
    Piece,
    Pot,
    Ranks,
    Seat,
    SeatHand,
    Stamp,
    Stock,
    Tone,
    Trick,
)
from card_art.scene.results import Evening, ResultHand, ResultRow, Results, Standing
from card_art.scene.sheets import Gallery, Leaderboard, LeaderboardRow, StatsSheet, Tile
from card_art.scene.style import Cloth, Style
from card_art.scene.table import Board, Hand, OpenHand, Question, Rest, Scene

__all__ = [
    "HOUSE",
    "OF_HOUSE",
    "SAID_TAGS",
    "Arrow",
    "Board",
    "CardRow",
    "Cloth",
    "Counted",
    "Counting",
    "Direction",
    "Evening",
    "Gallery",
    "Hand",
    "Heap",
    "Leaderboard",
    "LeaderboardRow",
    "Lines",
    "Mark",
    "Note",
    "OpenHand",
    "Piece",
    "Pot",
    "Question",
    "Rack",
    "Ranks",
    "Rest",
    "ResultHand",
    "ResultRow",
    "Results",
    "Scene",
    "Seat",
    "SeatHand",
    "Share",
    "Shares",
    "Shuffle",
    "Stamp",
    "Standing",
    "StatsSheet",
    "Stock",
    "Style",
    "Tile",
    "Tone",
    "Trick",
    "house_face",
]
