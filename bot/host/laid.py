"""Chips that have just been laid out for everybody to see, before they join a stack (rules: dealing, section 7)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.chips import ChipsShown


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
