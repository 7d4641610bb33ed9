"""How many tests run at once, and where they draw."""

import gc
import os

import pytest

from bot.engine.game import Game

from .easel import InThread


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: many tests wait for a browser, a clock or a process that they have killed."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def in_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that starts the bot in its own process draws there too; those that start it as a process do not."""
    monkeypatch.setattr("bot.host.pictures.studio.DrawingProcess", InThread)


@pytest.fixture
def moments() -> None:
    """What is turned over stands before play goes on: for tests of tables that ask for it, and wait."""


@pytest.fixture
def without_moments(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a card stands has nothing to do with most tests of tables: their deals are played without moments, as
    earlier ones were."""
    if "moments" not in request.fixturenames:
        monkeypatch.setattr(Game, "stops", lambda game, rules: False)


@pytest.fixture
def thinking() -> None:
    """House players think as long as they do at a table: for tests of how well they play."""


@pytest.fixture(autouse=True)
def without_thinking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they play has to be legal in most tests, not good: at Hearts they look at a few hands of the others, not at
    a hundred."""
    if "thinking" not in request.fixturenames:
        monkeypatch.setattr("bot.house.hearts.WORLDS", (4, 4))
        monkeypatch.setattr("bot.house.hearts.PACKET_WORLDS", (2, 2))
