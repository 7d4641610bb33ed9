"""Chips that have just been laid out for everybody to see, before they join a stack (rules: dealing, section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from bot.engine.chips import ChipsShown, Stack


@dataclass(frozen=True, eq=False)
class Laid:
    """What one change of a table has laid out. It is shown once, and not kept over a restart."""

    number: int = 0
    """Counts what has been laid out at this table."""
    chips: tuple[ChipsShown, ...] = ()

    def then(self, *chips: ChipsShown) -> Laid:
        """The next that is laid out."""
        return Laid(self.number + 1, chips)

    def cleared(self) -> Laid:
        """Nothing lies there: what was laid out last has been taken back."""
        return Laid(self.number)


@dataclass
class Told:
    """What a table says of chips that its deal has paid: change, split pots, large payments. Kept over a restart."""

    events: int | None = 0
    """So many events of the deal have been looked through; None stands for all that there are."""
    latest: tuple[tuple[int, ChipsShown], ...] = ()
    """Each with the number of events by then that everybody knows of."""

    MOST: ClassVar = 2

    def then(self, events: int, public: int, chips: list[ChipsShown]) -> Told:
        """After so many events, and so many that everybody knows of, which have laid out these chips. What stands
        above an event that was taken back is forgotten."""
        latest = [(at, one) for at, one in self.latest if at <= public] + [(public, one) for one in chips]
        return Told(events, tuple(latest[-self.MOST :]))

    def dump(self) -> dict[str, Any]:
        """As JSON knows it."""
        latest = [[at, one.seat, one.amount, [n for _, n in one.chips], one.why] for at, one in self.latest]
        return {"events": self.events, "latest": latest}

    @classmethod
    def load(cls, kept: Mapping[str, Any] | None) -> Told:
        """From its dump; None of a table that was stored when nothing of this was kept."""
        if kept is None:
            return cls(None)
        latest = ((at, ChipsShown(seat, amount, Stack(*n), why)) for at, seat, amount, n, why in kept["latest"])
        return cls(kept["events"], tuple(latest))
