"""The manners of house players: how fast they move, and to which side they lean where it is close.

See house-players.md, What they have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Nerve(Enum):
    """To which side somebody leans where it is close."""

    EVEN = "even"
    BOLD = "bold"
    CAREFUL = "careful"
    PATIENT = "patient"
    GAMBLING = "gambling"


class Manner(NamedTuple):
    """How a house player is at the table."""

    pace: float = 1.0
    """How many times as long as others they take over a move."""
    spread: tuple[float, float] = (0.8, 1.25)
    """Between what parts of that they take each time: by chance, and never by their cards."""
    nerve: Nerve = Nerve.EVEN
    said: str = ""
    """What is said of their pace."""


PLAIN = Manner()
CHARACTERS: Mapping[str, Manner] = {
    "Ada": Manner(),
    "Bertie": Manner(0.7, nerve=Nerve.BOLD, said="is quick"),
    "Clara": Manner(1.1, nerve=Nerve.CAREFUL, said="thinks for a moment"),
    "Dora": Manner(1.25, nerve=Nerve.PATIENT, said="takes her time"),
    "Emil": Manner(1.0, (0.5, 1.6), said="is now quick, now slow"),
    "Flora": Manner(0.85, nerve=Nerve.GAMBLING, said="is lively"),
    "Gus": Manner(1.5, said="never hurries"),
    "Hedda": Manner(1.0, (1.0, 1.0), said="takes the same time over everything"),
}
"""By the name of the house player. Who has none here is plain."""
