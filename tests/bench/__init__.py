"""Figures, measured: `python -m tests.bench [--sketch DIR] [NAME …]`.

A module in this package registers what it measures:

    @bench("a deal of 60 moves rebuilt", unit="ms", aim="≤ 1")
    def rebuilding(setting: Setting) -> float: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Setting:
    """What the command line said."""

    sketch: Path | None = None
    """A directory with an earlier sketch of the engine, to be measured beside it."""


Measured = float | Mapping[str, float] | None
"""One figure, or several by name; None if it cannot be measured here. Medians, unless the name says otherwise."""


@dataclass(frozen=True)
class Bench:
    name: str
    unit: str
    aim: str
    measure: Callable[[Setting], Measured]


BENCHES: dict[str, Bench] = {}


def bench(
    name: str, *, unit: str = "", aim: str = ""
) -> Callable[[Callable[[Setting], Measured]], Callable[[Setting], Measured]]:
    """Register what a function measures. Raises ValueError if the name is taken."""

    def register(measure: Callable[[Setting], Measured]) -> Callable[[Setting], Measured]:
        if name in BENCHES:
            raise ValueError(f"two figures are called {name!r}")
        BENCHES[name] = Bench(name, unit, aim, measure)
        return measure

    return register
