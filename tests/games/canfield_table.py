"""Canfield boards laid out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.engine.asks import Script
from bot.engine.cards import Card, card, cards, pack
from bot.engine.deal import Deal
from bot.engine.facts import PileName
from bot.engine.state import opening
from bot.games.canfield import CANFIELD, Room, played
from bot.games.canfield.board import Board
from bot.games.canfield.moves import CanfieldTable
from bot.games.canfield.position import Position, card_moves


def dealt(reserve: str = "", base: str = "", columns: str = "", stock: str = "", /, *, seats: int = 1,
          began: int = 0, **options: Any) -> Deal:  # fmt: skip
    """A deal whose pack begins so: the reserve's top cards, the first foundation, the columns, the stock's top cards;
    the rest comes as it may."""
    rest = pack()
    given = [cards(text) for text in (reserve, base, columns, stock)]
    for part in given:
        for c in part:
            rest.remove(c)
    order: list[Card] = []
    for part, size in zip(given, (13, 1, 4, 34), strict=True):
        missing = size - len(part)
        order += [*part, *rest[:missing]]
        rest = rest[missing:]
    return Deal(CANFIELD, opening(seats), CANFIELD.options(**{"cut": "off", **options}), None, began, order=[order])


def laid(columns: str, /, *, base: str = "A", homes: Mapping[str, int] | None = None, reserve: str = "",
         waste: str = "", stock: str = "", **options: Any) -> Deal:  # fmt: skip
    """A board in the middle of a game: columns parted by `|`, each from the top card down to the uncovered one; the
    reserve and the stock with the next card first, the waste with the available card last."""

    def script(t: CanfieldTable) -> Script:
        room = Room(t)
        arrange(room.boards[0], columns, base, homes or {}, reserve, waste, stock)
        return (yield from played(room))

    return Deal(
        replace(CANFIELD, deal=script), opening(1), CANFIELD.options(**{"cut": "off", **options}), None, order=[pack()]
    )


def arrange(b: Board, columns: str, base: str, homes: Mapping[str, int], reserve: str, waste: str, stock: str) -> None:
    """Lay a board out anew."""
    for pile in (b.reserve, b.waste, b.stock, *b.columns, *b.homes.values()):
        pile.take_all()
    b.base = "A23456789TJQK".index(base) + 1
    for suit, n in homes.items():
        b.homes[suit].lay(*(Card((b.base - 1 + i) % 13 + 1, suit) for i in range(n)))
    for pile, text in zip(b.columns, columns.split("|"), strict=True):
        pile.lay(*cards(text))
    b.reserve.lay(*reversed(cards(reserve)))
    b.waste.lay(*cards(waste))
    b.stock.lay(*reversed(cards(stock)))
    b.home = sum(homes.values())
    b.look()


def run(top: str, n: int) -> str:
    """A column of cards: down by one from this card, in black and red by turns, round the corner."""
    first = card(top)
    suits = ("SH", "CD") if first.suit in "SC" else ("HS", "DC")
    return " ".join(str(Card((first.rank - 1 - i) % 13 + 1, suits[i // 26][i % 2])) for i in range(n))


def pile(deal: Deal, name: str, seat: int = 0) -> str:
    """The cards of a pile, the uncovered one last: `reserve`, `waste`, `stock`, `T1` … `T4`, `FC` … `FS`."""
    where, _, rest = {"T": ("column ", "", name[1:]), "F": ("foundation ", "", name[1:])}.get(name[0], (name, "", ""))
    return " ".join(map(str, deal.table.piles[PileName(f"{where.strip()} {seat} {rest}".strip())]))


def size(deal: Deal, name: str, seat: int = 0) -> int:
    return len(pile(deal, name, seat).split())


def standing(deal: Deal, seat: int = 0) -> tuple[int, int, str]:
    """Cards home, moves, and how the board stands."""
    (found,) = [s for s in deal.table.facts["boards"][0] if s.seat == seat]
    return found.home, found.moves, found.status


def moves(deal: Deal, seat: int = 0) -> list[str]:
    """The card moves on offer, as they are typed."""
    offer = next(o for o in deal.offers(seat) if o.kind.__name__ == "Move")
    return [" ".join(map(str, m.parts)) for m in offer.moves()]


def position(columns: str, **more: Any) -> Position:
    """What a player sees of a board, cards in words."""
    homes = {"C": 0, "D": 0, "H": 0, "S": 0} | more.pop("homes", {})
    tops = {name: cards(more.pop(name, ""))[:1] for name in ("reserve", "waste")}
    reserve, waste = (c[0] if c else None for c in tops.values())
    lying = [cards(text) for text in columns.split("|")]
    return Position(reserve, waste, lying, homes, more.pop("base", 1), **more)


__all__ = ["arrange", "card_moves", "dealt", "laid", "moves", "pile", "position", "run", "size", "standing"]
