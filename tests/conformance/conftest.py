"""House players think less here: what they play has to be legal, not good."""

import pytest


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Hearts, which plays everything out in many hands that the others may hold."""
    monkeypatch.setattr("bot.house.hearts.WORLDS", (4, 4))
    monkeypatch.setattr("bot.house.hearts.PACKET_WORLDS", (2, 2))
