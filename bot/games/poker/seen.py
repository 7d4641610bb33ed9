"""What a hand comes to for whoever sees it, from a view alone: half by half, board by board."""

from __future__ import annotations

from bot.engine.cards import Card
from bot.engine.piles import Seat
from bot.engine.view import View

from . import wild
from .ranking import LOW_8, Ranking, Spade, best_of


def own(view: View, seat: Seat) -> tuple[Card, ...]:
    """All cards of a seat that the viewer sees: those it holds, then those that lie open before it."""
    return (*view.faces(f"hand {seat}"), *view.faces(f"up {seat}"))


def boards(view: View) -> list[tuple[Card, ...]]:
    """What lies for all: one board, two, or one for each run; an empty one where there is none."""
    board = view.faces("board")
    if "run 1" in view.piles:
        return [(*board, *view.faces(run)) for run in ("run 1", "run 2") if run in view.piles]
    return [board, view.faces("board 2")] if "board 2" in view.piles else [board]


def wilds(view: View, seat: Seat) -> wild.Wilds:
    """What is wild in the hand of this seat; by the hole rule only whoever sees its cards knows that."""
    down = view.faces(f"hand {seat}")
    if view.options.rule("wild") == "hole":
        return wild.of_ranks(wild.lowest(down).rank) if down else wild.NONE
    return wild.of_ranks(*view.facts.get("wild", ()))


def made(view: View, seat: Seat) -> list[tuple[int, Ranking, int]]:
    """What the cards of a seat make so far, as the viewer sees them: the board's number from 0, the half, and how good
    it is. A half for which they do not qualify is left out."""
    held, found = own(view, seat), list[tuple[int, Ranking, int]]()
    for n, board in enumerate(boards(view)):
        for half in view.options.halves:
            if isinstance(half, Spade):
                worth = half.worth(view.faces(f"hand {seat}")) if n == 0 else None
            elif half is LOW_8 and (len(held) + len(board) < half.size):
                worth = None  # there is none of fewer cards
            else:
                worth = best_of(half, view.options.row.take, held, board, wilds(view, seat)) if held else None
            if worth is not None:
                found.append((n, half, worth))
    return found
