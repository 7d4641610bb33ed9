"""Chips that are laid out before everybody (rules/dealing.md, section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from bot.engine.chips import ChipsShown, Stack
from bot.engine.piles import Seat


@dataclass(frozen=True, eq=False)
class ChipDisplay:
    """What one change of a table has laid out. It is shown once, and not kept over a restart."""

    number: int = 0
    """Counts what has been laid out at this table."""
    chips: tuple[ChipsShown, ...] = ()

    def then(self, *chips: ChipsShown) -> ChipDisplay:
        """The next that is laid out."""
        return ChipDisplay(self.number + 1, chips)

    def cleared(self) -> ChipDisplay:
        """Nothing lies there: what was laid out last has been taken back."""
        return ChipDisplay(self.number)


class ChipsDisplayed(NamedTuple):
    """Chips that were laid out for everybody, in the words of `ChipsShown`."""

    public: int
    """How many events everybody knew of by then."""
    seat: Seat
    amount: int
    chips: Stack
    why: str

    @property
    def shown(self) -> ChipsShown:
        return ChipsShown(*self[1:])


@dataclass
class ChipsTold:
    """What a table says of chips that its deal has paid: change, split pots, large payments. Kept over a restart."""

    events: int | None = None
    """How many events of the deal have been looked through; None for all."""
    latest: tuple[ChipsDisplayed, ...] = ()

    MOST: ClassVar = 2

    def then(self, events: int, public: int, chips: list[ChipsShown]) -> ChipsTold:
        """After this many events, this many of them public, that have laid out these chips. What lies above an event
        that was taken back is forgotten."""
        latest = [one for one in self.latest if one.public <= public] + [ChipsDisplayed(public, *one) for one in chips]
        return ChipsTold(events, tuple(latest[-self.MOST :]))
