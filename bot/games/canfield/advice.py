"""What a good player would do, seeing no more than the board shows: hints, and the house player's moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.engine import offers
from bot.engine.cards import Card
from bot.engine.events import Reason

from .moves import COLUMNS, HOME, RESERVE, WASTE, Draw, Move, Redeal, Resign
from .position import Position, Step, card_moves, fits, fitting


class Ahead(NamedTuple):
    """What drawing can still bring."""

    draw: int
    """Cards turned at a time."""
    stock: int
    waste: int
    redeal: bool
    """Whether the waste may become the stock again, now or later."""
    idle: int
    """Draws since the last card move."""

    @property
    def may_draw(self) -> bool:
        return self.stock > 0 or (self.redeal and self.waste > 0)

    @property
    def passes(self) -> float:
        """How often the stock has been gone through since the last card move."""
        draws = -(-(self.stock + self.waste) // self.draw)
        return self.idle / draws if draws else 0


class Home(Reason, says="a card home counts"):
    pass


class Frees(Reason, says="it empties a column, or frees a card that goes home"):
    pass


class FromReserve(Reason, says="the reserve has to be used up"):
    pass


class Fills(Reason, says="another gap stays, or it makes one by taking a whole column"):
    pass


class Prepares(Reason, says="it will take the reserve card or a whole column, or a card that will"):
    pass


class Changes(Reason, says="drawing alone brings nothing new, and this changes what comes"):
    pass


class TurnsOn(Reason, says="no move brings the board on before another card comes"):
    pass


class NoMore(Reason, says="nothing more can be had"):
    pass


def advise(p: Position, ahead: Ahead) -> tuple[offers.Move, Reason]:
    """The first possible one, in this order (house-players.md, Canfield), and why. Every card move that it names brings
    the board on, so a player who follows it never goes round in circles."""
    legal = [*card_moves(p)]
    ways: Sequence[tuple[Iterator[Step], Reason]] = (
        (_home(p, legal), Home()), (_frees(p, legal), Frees()), (_from(RESERVE, legal), FromReserve()),
        (_fills(p, legal), Fills()), (_prepares(p, legal), Prepares()),
    )  # fmt: skip
    for choices, why in ways:
        if (step := next(choices, None)) is not None:
            return Move(*step), why
    # One pass has brought nothing: in the next one the waste is played wherever it fits, to change what comes.
    if (ahead.passes >= 1 or not ahead.may_draw) and (step := next(_from(WASTE, legal), None)) is not None:
        return Move(*step), Changes()
    if ahead.may_draw and ahead.passes < 3:
        return Draw() if ahead.stock else Redeal(), TurnsOn()
    return Resign(), NoMore()


def _home(p: Position, legal: list[Step]) -> Iterator[Step]:
    """Home from the reserve, from a column whose gap or next card helps, from the waste, from any column."""
    home = {step[0]: step for step in legal if step[1] == HOME}
    helping = [name for name in home if name in COLUMNS and _helps(p, COLUMNS.index(name))]
    return (home[name] for name in (RESERVE, *helping, WASTE, *COLUMNS) if name in home)


def _helps(p: Position, n: int) -> bool:
    """Whether it is good to play the last card of this column: a gap, or a card that takes another or is taken."""
    column = p.columns[n]
    if len(column) == 1:
        return True
    below = column[-2]
    others = [p.reserve, p.waste, *(c[0] for c in p.columns if c and c is not column)]
    return p.goes_home(below) or any(c is not None and fits(c, below) for c in others)


def _frees(p: Position, legal: list[Step]) -> Iterator[Step]:
    """Between columns: the whole of one, which makes a gap, or what lies on a card that goes home."""
    for source, target, count in legal:
        if source in COLUMNS and target in COLUMNS:
            column = p.columns[COLUMNS.index(source)]
            if count == len(column) or p.goes_home(column[-count - 1]):
                yield source, target, count


def _from(place: str, legal: list[Step]) -> Iterator[Step]:
    return (step for step in legal if step[0] == place and step[1] != HOME)


def _fills(p: Position, legal: list[Step]) -> Iterator[Step]:
    """The waste card into a gap, where another gap is left or it makes one by taking a whole column."""
    gaps = [name for name, column in zip(COLUMNS, p.columns, strict=True) if not column]
    if p.waste and gaps and (len(gaps) > 1 or _takes_column(p, p.waste)):
        yield from (step for step in legal if step[:2] == (WASTE, gaps[0]))


def _prepares(p: Position, legal: list[Step]) -> Iterator[Step]:
    """The waste card onto a column, where it will take the reserve card or a whole column, or a card that will."""
    c, reserve = p.waste, p.reserve
    if c is None:
        return
    useful = _takes_column(p, c)
    if reserve is not None:
        takes_next = c.rank == (reserve.rank + 1) % 13 + 1 and (c.suit in "DH") == (reserve.suit in "DH")
        useful = useful or fits(reserve, c) or takes_next
    if useful:
        yield from (step for step in _from(WASTE, legal) if p.columns[COLUMNS.index(step[1])])


def _takes_column(p: Position, c: Card) -> bool:
    """Whether a whole column could be laid on this card."""
    return any(column and len(column) in fitting(column, c) for column in p.columns)
