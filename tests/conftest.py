"""How many tests run at once, and where they draw."""

import os

import pytest

from .easel import InThread


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: many tests wait for a browser, a clock or a process that they have killed."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(autouse=True)
def in_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that starts the bot in its own process draws there too; those that start it as a process do not."""
    monkeypatch.setattr("bot.host.studio.DrawingProcess", InThread)
