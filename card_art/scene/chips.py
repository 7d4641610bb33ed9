"""Chips and cards that are handled before people: counted, shared out, racked, shuffled."""

from __future__ import annotations

from dataclasses import dataclass

from card_art.scene.style import Cloth


@dataclass(frozen=True, slots=True)
class Counted:
    """The chips of one colour, laid out to be counted."""

    value: int
    """Of one chip, in hundredths of a white."""
    stacks: int
    """Full counting stacks; the last of them is fanned flat."""
    height: int
    """Chips in each."""
    loose: int
    """Chips beside them."""
    text: str
    """ "red 2 stacks × 5 + 3 = 13 → 65"."""


@dataclass(frozen=True, slots=True)
class Counting:
    """A stack counted in front of its owner."""

    title: str
    subtitle: str = ""
    rows: tuple[Counted, ...] = ()
    """The dearest colour first."""
    pennies: bool = False
    """A white is one cent: so it says on the chips."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class Share:
    """The chips that somebody gets."""

    name: str
    chips: tuple[tuple[int, int], ...]
    """What a chip is worth, in hundredths of a white, and how many there are; the dearest first."""
    text: str
    """What they come to: "12½"."""
    number: int | None = None
    """The seat at the table, for the colour of its badge. Its place in this picture if None."""
    face: str = ""
    """The key of their picture (`portraits`), in place of the first letter."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Chips for several people, laid out before they are passed: a split pot."""

    title: str
    subtitle: str
    shares: tuple[Share, ...]
    pennies: bool = False
    """A white is one cent: so it says on the chips."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class Rack:
    """Chips of one colour in the tubes of a rack."""

    title: str
    subtitle: str
    value: int
    """Of one chip, in hundredths of a white."""
    tubes: tuple[int, ...]
    """How many chips lie in each."""
    capacity: int
    """How many a full tube holds."""
    cloth: Cloth = "green"


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards lying face down while a pack is shuffled."""

    label: str
    count: int
    cut_card: bool = False
    """They lie on the cut card; without any, it is all that shows."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pack being shuffled by hand."""

    title: str
    subtitle: str
    said: str
    """What is done, in a sentence."""
    heaps: tuple[Heap, ...]
    cloth: Cloth = "green"
