"""A hand while it is bet on: seats around, boards and pots between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.engine.cards import Card
from card_art.boards.poker import GAP, LEFT, RIGHT
from card_art.boards.poker.hands import fan
from card_art.boards.poker.middle import (
    ASIDE,
    Boards,
    Pot,
    all_boards,
    hunted,
    one_board,
    pots_alt,
    pots_aside,
    pots_in_line,
)
from card_art.boards.poker.seats import UNDER_CLOSE, UNDER_PLATE, Lain, Player, draw_bet, draw_seat, lay
from card_art.deck import sprites
from card_art.ink.sizes import LINE
from card_art.ink.text import WHITE, label
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.layout import PANEL_HEIGHT, PANEL_TABLE, Box
from card_art.tables.plates import paste_label

_WIDE = 6
_PAIR = 2
_PANEL = 330
"""The width of words beside the pots."""
_HIGH, _ROW, _LOW_ROW = 400, 128, 120
"""The height of what lies beside the pots, where the middle is higher than the first, and where it is not."""


@dataclass(frozen=True, slots=True)
class PokerTable(Board):
    """A hand while it is bet on."""

    players: tuple[Player, ...]
    """The viewer first, or the seat at the bottom left; the others follow clockwise."""
    boards: Boards
    pots: tuple[Pot, ...]
    note: str = ""
    """A line beside the pots: "40 a board"."""
    open: bool = False
    """Cards lie before the seats, above their plates: up cards, or backs of hands that are drawn to."""
    low: bool = False
    """The viewer's own cards lie below it."""

    in_line: ClassVar[bool] = True

    def draw(self, canvas: Image.Image, style: Style) -> None:
        lain = lay(len(self.players), self.open, self.low)
        for n, (player, at) in enumerate(zip(self.players, lain.seats, strict=True)):
            draw_seat(canvas, player, at, lain, style, own=self.low and not n)
        if self.boards.places:
            _middle(canvas, self, lain, style)
        else:
            _open_middle(canvas, self, lain, style)
        for player, at in zip(self.players, lain.seats, strict=True):
            if player.seat.bet:
                draw_bet(canvas, player.seat.bet, at, lain, close=self.close)

    @property
    def close(self) -> bool:
        """Bets lie on the edges of plates, to leave the boards more room."""
        if len(self.players) > _WIDE:
            return not self.open
        return not self.open and (self.low or len(self.boards.cards) > 1 or self.boards.cross)

    @property
    def free(self) -> Sequence[tuple[int, int, int, int]]:
        """Beside the pots; over a hand of two cards at its left."""
        lain = lay(len(self.players), self.open, self.low)
        if self._told(lain):
            row = _row(lain.middle)
            return ((LEFT, row.y, _PANEL, row.h), (RIGHT - _PANEL, row.y, _PANEL, row.h))
        held = len(self.players[0].seat.hand)
        return (
            ((LEFT, PANEL_TABLE + 12, _PANEL, PANEL_HEIGHT - PANEL_TABLE - 26),) if self.low and held <= _PAIR else ()
        )

    def _told(self, lain: Lain) -> bool:
        """Whether there is room for words beside the pots."""
        boards = self.boards
        return bool(boards.places) and len(boards.cards) <= 1 and not boards.cross and not lain.low

    def alt(self, card_text: Callable[[Card], str]) -> str:
        each = " ".join(player.alt(card_text) for player in self.players)
        return " ".join(filter(None, (self.boards.alt(card_text), pots_alt(self.pots, self.note), each)))


def _row(middle: Box) -> Box:
    """Below the board: pots, and words at both sides of them."""
    low = middle.bottom - (2 * UNDER_PLATE if middle.h > _HIGH else 42)
    top = low - (_ROW if middle.h > _HIGH else _LOW_ROW)
    return Box(middle.x, top, middle.w, low - top)


def _middle(canvas: Image.Image, table: PokerTable, lain: Lain, style: Style) -> None:
    """The boards, with the pots below them if large cards still fit, otherwise at their right."""
    box, boards = lain.middle, table.boards
    bets = 2 * UNDER_CLOSE if table.close else 2 * UNDER_PLATE
    box = Box(box.x, box.y + bets, box.w, box.h - 2 * bets - (0 if lain.low else 4))
    if table._told(lain):
        row = _row(lain.middle)
        one_board(canvas, boards, 0, Box(box.x, box.y - 4, box.w, row.y - box.y), style)
        middle = Box(row.x + _PANEL + GAP, row.y, row.w - 2 * (_PANEL + GAP), row.h)
        pots_in_line(canvas, table.pots, table.note, Box(middle.x, row.middle[1] - 39, middle.w, 78))
        return
    lying = Box(box.x, box.y, box.w - ASIDE, box.h)
    all_boards(canvas, boards, lying, style)
    pots_aside(canvas, table.pots, table.note, Box(lying.right, box.y, ASIDE, box.h))


def _open_middle(canvas: Image.Image, table: PokerTable, lain: Lain, style: Style) -> None:
    """Pots between open hands, and a card that is for all where one was turned."""
    box = lain.middle
    if table.boards.hunted:
        hunted(canvas, table.boards, box, style)
        return
    common = table.boards.cards[0] if table.boards.cards else ()
    if lain.low:
        box = Box(box.x, box.y + 16, box.w, box.h - 32)
    if common:
        width = min(92, int((box.h - 8) / sprites.RATIO))
        x, y = box.middle[0] + 170, box.middle[1] - sprites.card_height(width) // 2
        fan(canvas, common, Box(x, y, width, sprites.card_height(width)), width + 8, style, table.boards.wild)
        paste_label(canvas, label("for all", LINE, WHITE), x + width + 12, box.middle[1])
        box = Box(box.x, box.y, box.w - 200, box.h)
    pots_in_line(canvas, table.pots, table.note, Box(box.x, box.middle[1] - 39, box.w, 78))
