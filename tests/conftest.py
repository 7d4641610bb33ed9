"""How many tests run at once, what they need of the machine, and which parts of the program most of them leave out."""

import gc
import os
from collections.abc import Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from bot.engine.game import Game

from .drawing import InThread
from .machine import NO_BROWSER, find_browser


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """With `-n auto` twice as many as there are cores: many tests wait for a browser, a clock or a process that they
    have killed. With `-n logical` as many as there are, for those that only reckon."""
    return (os.cpu_count() or 1) * (2 if config.getoption("numprocesses") == "auto" else 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a browser share one, and the loop to which it belongs."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The one way in which a test has many seeds: `@pytest.mark.seeds(3, soak=1000, at_once=50)` gives it `seeds`, a
    range. `make test` runs it once, with the first three; `make soak` with all others up to a thousand, fifty at once.
    """
    if marker := metafunc.definition.get_closest_marker("seeds"):
        metafunc.parametrize(
            "seeds", [*_ranges(*marker.args, **marker.kwargs)], ids=lambda each: f"{each[0]}-{each[-1]}"
        )


def _ranges(often: int, *, soak: int, at_once: int) -> Iterator[ParameterSet]:
    yield pytest.param(range(often))
    for first in range(often, soak, at_once):
        yield pytest.param(range(first, min(first + at_once, soak)), marks=pytest.mark.soak)


class Page:
    """A run without a browser says so before the first test and at the very end, and does not end well."""

    def __init__(self) -> None:
        self.skipped = 0

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        if find_browser() is None:
            print(NO_BROWSER, flush=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.skipped += report.skipped and NO_BROWSER in str(report.longrepr)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skipped and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        if self.skipped:
            print(f"The page was not tested: {self.skipped} tests were skipped without a browser.", flush=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of xdist's reports to the run that has started it
        config.pluginmanager.register(Page())


# ---- parts of the program that some tests leave out --------------------------------------------
#
# Nothing is left out unless a conftest or a test asks for it here. All of it is on at these tables:
# tests/evening, with moments, thinking and asyncio's own events: controls are pressed at each change, in every game;
# tests/play, with moments and thinking, and an evening that is drawn in its own process;
# tests/kill, which has the bot as it is.


@pytest.fixture
def in_thread(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot in the test's own process draws there, too: a drawing process takes half a second to start. A test in which
    it has its own takes `drawn_apart`."""
    if "drawn_apart" not in request.fixturenames:
        monkeypatch.setattr("bot.host.pictures.render_queue.DrawingProcess", InThread)


@pytest.fixture
def drawn_apart() -> None:
    """The bot has its drawing process."""


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
def without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """What house players play has to be legal in most tests of tables, not good: at Hearts they look at a few hands of
    the others, not at a hundred."""
    monkeypatch.setattr("bot.house.hearts.WORLDS", (4, 4))
    monkeypatch.setattr("bot.house.hearts.PACKET_WORLDS", (2, 2))
