"""Guts."""

from __future__ import annotations

from bot.engine.asks import Script
from bot.engine.table import Table

from .options import Rules


def play(t: Table, rules: Rules) -> Script:
    """A deal."""
    yield from ()
