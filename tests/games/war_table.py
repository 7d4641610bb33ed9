"""Games of War with chosen piles, the top card first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from bot.engine.asks import Script
from bot.engine.cards import cards
from bot.engine.controls import encode_move
from bot.engine.deal import Deal
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.randomness import Seal
from bot.engine.state import State, opening
from bot.games.war import LAID, PILE, WAR, Carried, Field, GameOver, WarTable, battles

from .table import play, told

SECRET = bytes(32)
D = TypeVar("D", bound=Deal)


class Chosen(Deal):
    """A game with chosen piles."""

    field: Field

    def swept(self) -> tuple[str, str]:
        """Both piles as they lie once the winner has taken up what lies in the middle."""
        self.field.collect()
        return lying(self, 0), lying(self, 1)


def piles(first: str, second: str, /, *, state: State | None = None, **options: Any) -> Chosen:
    """A game that begins with these piles."""
    fields: list[Field] = []

    def script(t: WarTable) -> Script:
        t.carried = t.carried or Carried()
        given = [t.pile(PILE.of(p), reversed(cards(c))) for p, c in enumerate((first, second))]
        fields.append(Field(t, given))
        yield from battles(fields[0])

    state = state or replace(opening(2), dealer=0)
    deal = Chosen(replace(WAR, deal=script), state, WAR.options(cut="off", **options), Seal(SECRET, {}))
    (deal.field,) = fields
    return deal


def flips(deal: D, times: int = 1) -> D:
    """Both turn, a number of times."""
    for _ in range(times):
        play(deal, "0: play", "1: play")
    return deal


def ended(deal: Deal) -> GameOver:
    (over,) = told(deal, GameOver)
    return over


def lying(deal: Deal, seat: Seat) -> str:
    """A pile as it lies, the top card first."""
    return " ".join(map(str, deal.table.piles[PILE.of(seat)].downwards()))


def laid(deal: Deal, seat: Seat) -> str:
    """What a seat has laid in this battle, in order; backs for what lies face down."""
    return " ".join("--" if c is None else str(c) for c in deal.table.piles[LAID.of(seat)].view(SPECTATOR) or ())


def all_moves(deal: Deal, seat: Seat) -> str:
    """What a seat may do now, as its controls spell it."""
    spelt = [f"{type(m).__name__} {encode_move(m)}".strip() for o in deal.offers(seat) if o for m in o.moves()]
    return ", ".join(spelt)
