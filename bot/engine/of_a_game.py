"""What the engine's records are generic over: the options of a game, and what it carries over from deal to deal.

A game names both once (`HeartsTable = DealTable[Options, None]`), so that a name that is not among its options is found
before it runs. `DealTable` alone is the table of any game: of its options nothing is known. `Game`, `Deal`, `State` and
`View` alone are not looked into, for rooms that serve every game.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import TypeVar

AnyOptions = TypeVar("AnyOptions", covariant=True, default=object)
AnyCarried = TypeVar("AnyCarried", covariant=True, default=object)

O = TypeVar("O", default=Any)  # noqa: E741
"""A frozen dataclass of options."""
C = TypeVar("C", default=Any)
"""What the game hands on to its next deal; None where it hands on nothing."""
O_co = TypeVar("O_co", covariant=True, default=Any)
C_co = TypeVar("C_co", covariant=True, default=Any)
"""The same for what is frozen: what holds more can stand for what holds less."""
