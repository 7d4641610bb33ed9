"""How many tests run at once, what they need of the machine, and which parts of the program most of them leave out."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

from bot.engine.game import Game
from bot.store import Cluster, Store
from bot.store.postgres import PostgresConnection, migrate

from . import postgres
from .drawing import InThread, LooksInThread
from .machine import NO_BROWSER, find_browser

settings.register_profile("no clock", deadline=None)  # an example takes as long as a busy machine needs
settings.load_profile("no clock")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """With `-n auto` twice as many as there are cores: many tests wait for a browser, a clock or a process that they
    have killed. With `-n logical` as many as there are, for those that only reckon."""
    return (os.cpu_count() or 1) * (2 if config.getoption("numprocesses") == "auto" else 1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests with a browser share one, and the loop to which it belongs.

    `--dist worksteal` gives each worker as many tests as the others, one after the other, and later those that another
    would come to last. So that both cores are busy from the first to the last second, two workers begin with what
    waits more than it reckons: one with the browser, one with processes that play or are killed.
    """
    browsers = [item for item in items if isinstance(item, pytest.Function) and "browser" in item.fixturenames]
    for item in browsers:
        item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    if workers := getattr(config, "workerinput", {}).get("workercount"):
        first: set[pytest.Item] = {*browsers}
        apart = [item for item in items if item not in first and item.nodeid.startswith(PROCESSES)]
        first.update(apart)
        others = [item for item in items if item not in first]
        share = max(0, len(items) // workers - len(browsers))
        items[:] = [*browsers, *others[:share], *apart, *others[share:]]


PROCESSES = ("tests/kill/", "tests/evening/", "tests/mutants/")
"""Tests here wait for processes of their own."""
MEMORY = 4 << 30
"""Bytes that must be free in memory for the tests' files to lie there; a run leaves one or two gigabytes."""


def _files_in_memory() -> None:
    """A test's database is gone with the test. On a disk each of its commits waits for the disk."""
    memory = "/dev/shm"
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > MEMORY:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", memory)


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
        _files_in_memory()


# ---- parts of the program that some tests leave out --------------------------------------------
#
# Nothing is left out unless a conftest or a test asks for it here. Moments are on in tests/cogs, but for a few tests.
# All of it is on at these tables:
# tests/evening, with moments and thinking: controls are pressed at each change, in every game;
# tests/play, with moments and thinking, and an evening that is drawn in its own process;
# tests/kill, which has the bot as it is.


@pytest.fixture
def in_thread(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot in the test's own process draws there, too, and looks at decisions: a process takes half a second to start.
    A test in which it has its own takes `drawn_apart`."""
    if "drawn_apart" not in request.fixturenames:
        monkeypatch.setattr("bot.host.pictures.render_queue.DrawingProcesses", InThread)
        monkeypatch.setattr("bot.host.reviews.ReviewProcess", LooksInThread)


@pytest.fixture
def drawn_apart() -> None:
    """The bot has its processes."""


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


# ---- the other database ------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server of PostgreSQL: one for each process that runs tests."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: it names a socket
    server = postgres.start(folder)
    yield server.address
    server.kill()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    """A database there with all tables, to be copied."""
    made = postgres.new_database(postgres_server)
    connection = PostgresConnection(made, 2000)
    migrate(connection)
    connection.close()
    return postgres.name_of(made)


@pytest.fixture
def postgres_database(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """The address of a fresh database."""
    address = postgres.new_database(postgres_server, postgres_template)
    yield address
    postgres.drop(address)


@pytest.fixture(params=["sqlite", "postgres"])
def on_either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is opened as a file is one; or it is a database of PostgreSQL, a new one for each name."""
    if request.param == "sqlite":
        yield
        return
    server, template = (request.getfixturevalue(f"postgres_{what}") for what in ("server", "template"))
    places, open_ = dict[str, str](), Store.open

    async def opened(place: str | PathLike[str], busy_ms: int = 2000, cluster: Cluster | None = None) -> Store:
        if str(place) not in places:
            places[str(place)] = postgres.new_database(server, template)
        return await open_(places[str(place)], busy_ms, cluster)

    monkeypatch.setattr(Store, "open", opened)
    yield
    for address in places.values():
        postgres.drop(address)
