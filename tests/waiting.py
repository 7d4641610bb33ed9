"""Results that stay until a test has seen them."""

from __future__ import annotations

import pytest

from bot.games.poker import rabbit, showdown


def results_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read quickly stays for as long as the server has it, and what may be done at a hand's end until that is
    pressed."""
    for name in ("READ_MS", "READ_SHOWDOWN_MS"):
        monkeypatch.setattr(showdown, name, 3_600_000)
    monkeypatch.setattr(showdown, "QUICK_SHOW_MS", showdown.SHOW_MS)
    monkeypatch.setattr(rabbit, "READ_MS", showdown.SHOW_MS)
