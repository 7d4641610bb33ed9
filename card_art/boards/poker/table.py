"""A hand while it is bet on: seats around, boards and pots between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.engine.cards import Card
from card_art.boards.poker.hands import fan
from card_art.boards.poker.middle import (
    ASIDE,
    Boards,
    Pot,
    all_boards,
    one_board,
    pots_alt,
    pots_aside,
    pots_in_line,
)
from card_art.boards.poker.seats import UNDER_PLATE, Lain, Player, draw_bet, draw_seat, lay
from card_art.deck import sprites
from card_art.ink.sizes import LINE
from card_art.ink.text import WHITE, label
from card_art.scene.style import Style
from card_art.scene.table import Board
from card_art.tables.layout import Box
from card_art.tables.plates import paste_label


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
        return not self.open and (self.low or len(self.boards.cards) > 1 or self.boards.cross)

    def alt(self, card_text: Callable[[Card], str]) -> str:
        each = " ".join(player.alt(card_text) for player in self.players)
        return " ".join(filter(None, (self.boards.alt(card_text), pots_alt(self.pots, self.note), each)))


def _middle(canvas: Image.Image, table: PokerTable, lain: Lain, style: Style) -> None:
    """The boards, with the pots below them if large cards still fit, otherwise at their right."""
    box, boards = lain.middle, table.boards
    bets = 32 if table.close else 2 * UNDER_PLATE
    box = Box(box.x, box.y + bets, box.w, box.h - 2 * bets - (0 if lain.low else 4))
    below = 78
    if len(boards.cards) == 1 and lain.wide and not lain.low and not boards.cross:
        box = Box(box.x, box.y - 4, box.w, box.h + 22)
        lying = Box(box.x, box.y, box.w, box.h - below)
        one_board(canvas, boards, 0, lying, style)
        pots_in_line(canvas, table.pots, table.note, Box(box.x, box.bottom - below + 6, box.w, below))
        return
    lying = Box(box.x, box.y, box.w - ASIDE, box.h)
    all_boards(canvas, boards, lying, style)
    pots_aside(canvas, table.pots, table.note, Box(lying.right, box.y, ASIDE, box.h))


def _open_middle(canvas: Image.Image, table: PokerTable, lain: Lain, style: Style) -> None:
    """Pots between open hands, and a card that is for all where one was turned."""
    box = lain.middle
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
