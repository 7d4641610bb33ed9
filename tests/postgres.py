"""A server of PostgreSQL for the tests: one for all processes of a run, gone with the last of them."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import psycopg

_SETTINGS = {
    "listen_addresses": "", "max_connections": "200", "shared_buffers": "64MB", "autovacuum": "off",
    "fsync": "off", "full_page_writes": "off",
}  # fmt: skip
"""Sockets alone, and nothing waits for the disk: no test pulls the plug of the machine."""


def programs() -> Path | None:
    """Where its programs are; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda each: each.parts[-3])
    where = Path(found[-1]) if found else Path(shutil.which("postgres") or "")
    return where.resolve().parent if where.name == "postgres" else None


class Server:
    """A server that runs."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self.folder, self.process = folder, process

    @property
    def address(self) -> str:
        return address(self.folder, "postgres")

    def stop(self) -> None:
        """At once: what is connected is cut off."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def kill(self) -> None:
        """As if the machine had gone, with all that the server has started."""
        task = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        family = [self.process.pid, *map(int, Path(task).read_text().split())]
        for each in family:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait()
        (self.folder / "records" / "postmaster.pid").unlink(missing_ok=True)


def address(folder: Path, database: str) -> str:
    return f"postgresql://cardroom@/{database}?host={folder}"


def start(folder: Path, **settings: str) -> Server:
    """A server whose records are in this folder, which is made if it is not there."""
    where, records = programs(), folder / "records"
    assert where is not None, "PostgreSQL is not installed"
    who = _servant()
    if not records.exists():
        folder.mkdir(parents=True, exist_ok=True)
        if who is not None:
            shutil.chown(folder, who)
        made = ["--auth=trust", "--username=cardroom", "--encoding=UTF8", "--locale=C", "--no-sync"]
        _run([where / "initdb", "-D", records, *made], who)
    options = [f"-c{name}={value}" for name, value in ({**_SETTINGS, **settings}).items()]
    log = (folder / "log").open("ab")
    process = subprocess.Popen(
        [where / "postgres", "-D", records, "-k", folder, *options], stdout=log, stderr=log, user=who, cwd="/",
    )  # fmt: skip
    server = Server(folder, process)
    until = time.monotonic() + 30
    while not _answers(server.address):
        assert process.poll() is None and time.monotonic() < until, (folder / "log").read_text()
        time.sleep(0.05)
    return server


def _answers(address: str) -> bool:
    try:
        psycopg.connect(address, connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True


def _servant() -> str | None:
    """It does not run as root."""
    if os.geteuid() != 0:
        return None
    return next(name for name in ("postgres", "nobody") if any(each.pw_name == name for each in pwd.getpwall()))


def _run(command: list[object], who: str | None) -> None:
    subprocess.run([str(each) for each in command], check=True, capture_output=True, user=who, cwd="/")


def new_database(server: str, like: str = "template1") -> str:
    """The address of another database on this server, as empty as the one that it is made `like`."""
    name = f"room_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE {like}".encode())
    return server.replace("/postgres?", f"/{name}?")


def drop(address: str) -> None:
    """The database is gone, and all connections to it."""
    name = name_of(address)
    with psycopg.connect(address.replace(f"/{name}?", "/postgres?"), autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def name_of(address: str) -> str:
    """What a database is called."""
    return f"room_{address.partition('/room_')[2].partition('?')[0]}"
