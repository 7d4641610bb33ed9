"""The local Discord and the whole bot, each in a process of its own, as `make play` starts them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

from bot.host.calls.permissions import invite
from bot.local.person import Person
from bot.store import ALONE, Cluster

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds after which a start has failed."""


class Bot:
    """The bot as a process. It may be killed and started again on the same folder."""

    def __init__(self, data: Path, address: str | None = None, cluster: Cluster = ALONE, log_level: str = "INFO",
                 ) -> None:  # fmt: skip
        """`address` is that of a database of PostgreSQL, in place of the file; there this may be one of several."""
        self.data, self.address, self.cluster, self.log_level = data, address, cluster, log_level
        self.log = data / f"bot-{cluster.number}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._from = 0
        """Where in the log this start began."""

    @property
    def database(self) -> str | Path:
        return self.address or self.data / "cardroom.db"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def pids(self) -> list[int]:
        return [self.pid]

    def spawn(self) -> None:
        """Start it; it finds the local Discord by the note in its folder."""
        environment = {**os.environ, "CARDROOM_DATA": str(self.data), "CARDROOM_LOG": self.log_level}
        environment.pop("DISCORD_TOKEN", None)
        environment |= {"CARDROOM_DATABASE": self.address or "", "CARDROOM_CLUSTER": str(self.cluster)}
        self._from = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def start(self) -> float:
        """Start it and wait until it is ready; returns the seconds that this took."""
        began = time.monotonic()
        self.spawn()
        await self.logged("ready as")
        return time.monotonic() - began

    async def logged(self, text: str) -> str:
        """Wait for a line with this text in the log of this start, and return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = next((line for line in self.lines() if text in line), None)
            if found is not None:
                return found
            assert self._process is not None
            if self._process.poll() is not None:
                break
            await asyncio.sleep(0.005)
        raise TimeoutError(f"The bot did not say {text!r}:\n" + "\n".join(self.lines()[-30:]))

    def lines(self) -> list[str]:
        """The log of this start."""
        if not self.log.exists():
            return []
        with self.log.open("rb") as log:
            log.seek(self._from)
            return log.read().decode(errors="replace").splitlines()

    @property
    def resident(self) -> int:
        """Memory in bytes, with that of its drawing process."""
        pages = 0
        for pid in family(self.pid):
            with open(f"/proc/{pid}/statm") as statm:
                pages += int(statm.read().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    @property
    def busy(self) -> float:
        """Seconds of processor time so far, with those of its drawing process."""
        return sum(map(processor_seconds, family(self.pid)))

    def kill(self) -> None:
        """SIGKILL, and nothing of it is left."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


class Several:
    """The bot as several processes on one database of PostgreSQL, all of them at once."""

    def __init__(self, data: Path, address: str, total: int) -> None:
        self.data, self.database = data, address
        self._each = [Bot(data, address, Cluster(number, total)) for number in range(total)]

    @property
    def pids(self) -> list[int]:
        return [bot.pid for bot in self._each]

    async def start(self) -> float:
        """Start them and wait until all are ready; returns the seconds that this took."""
        return max(await asyncio.gather(*(bot.start() for bot in self._each)))

    async def logged(self, text: str) -> None:
        """Wait for a line with this text in the log of each."""
        await asyncio.gather(*(bot.logged(text) for bot in self._each))

    @property
    def resident(self) -> int:
        """Memory in bytes, with that of the drawing processes."""
        return sum(bot.resident for bot in self._each)

    @property
    def busy(self) -> float:
        """Seconds of processor time so far, with those of the drawing processes."""
        return sum(bot.busy for bot in self._each)

    def kill(self) -> None:
        """SIGKILL, and nothing of them is left."""
        for bot in self._each:
            bot.kill()

    def stop(self) -> None:
        """As Ctrl-C does."""
        for bot in self._each:
            bot.stop()


class CardRoom:
    """All processes: ``async with CardRoom(folder) as room: …``. The bot is started by the first `bot.start()`."""

    def __init__(self, data: Path, bot: Bot | Several | None = None) -> None:
        self.data, self.bot = data, bot or Bot(data)
        self.url = self.secret = ""
        self._local: subprocess.Popen[bytes] | None = None
        self._session: aiohttp.ClientSession | None = None

    def _start_local(self, note: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "bot.local", "--invited", str(invite().value), "--announce", str(note)]
        with (note.parent / "local.log").open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    async def __aenter__(self) -> Self:
        note = self.data / "local" / "announce.json"
        note.parent.mkdir(parents=True, exist_ok=True)
        self._local = self._start_local(note)
        end = time.monotonic() + PATIENCE
        while not self.url:
            if time.monotonic() > end or self._local.poll() is not None:
                raise TimeoutError("The local Discord did not start.")
            await asyncio.sleep(0.02)
            if note.exists() and (text := note.read_text()):
                announced = json.loads(text)
                self.url, self.secret = announced["url"], announced["secret"]
        self._session = aiohttp.ClientSession(headers={"X-Secret": self.secret})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bot.stop()
        assert self._session is not None and self._local is not None
        await self._session.close()
        self._local.terminate()
        self._local.wait(10)

    @property
    def local_busy(self) -> float:
        """Seconds of processor time that the local Discord has used."""
        assert self._local is not None
        return processor_seconds(self._local.pid)

    async def get(self, path: str, **query: Any) -> Any:
        """What the page API answers."""
        assert self._session is not None
        async with self._session.get(f"{self.url}/app/{path}", params=query) as response:
            response.raise_for_status()
            return await response.json()

    async def post(self, path: str, **body: Any) -> Any:
        """Tell the page API."""
        assert self._session is not None
        async with self._session.post(f"{self.url}/app/{path}", json=body) as response:
            response.raise_for_status()
            return await response.json()

    async def people(self, names: list[str]) -> list[str]:
        """New people; returns their ids."""
        return [(await self.post("users", name=name))["id"] for name in names]

    def person(self, user: str, only: str | None = None) -> Person:
        """Somebody's page."""
        return Person(self.url, self.secret, user, only)


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [pid, *map(int, children.split())]


def processor_seconds(pid: int) -> float:
    """User and system time of a process."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
