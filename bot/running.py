"""Who runs on this machine: one bot to a folder of records, and the local Discord beside it."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

log = logging.getLogger(__name__)

PORT = 8765
GONE_SECONDS, LOOK_SECONDS = 3.0, 1.0
"""A local Discord that answers nobody for this long has gone (seconds); and how often that is checked."""
LOCAL, REAL = "the local Discord", "Discord"
_TRIES = 10
_TRY_SECONDS = 0.05
_END_SECONDS = 15.0
"""How long a process has to end on its own, in seconds."""
_CLOSING_SECONDS = 8.0
"""How long this one has for it once it is asked to, in seconds."""


class Occupied(Exception):
    """Another bot has the folder, or does not leave it. The text says so in a sentence."""


# ---- the bot -----------------------------------------------------------------------------


@contextlib.contextmanager
def only_bot(data: Path, on: str) -> Iterator[None]:
    """This process is the one bot that writes the records in this folder until it ends, however it ends. `on` is the
    Discord that it is on. Raises Occupied if there is another one, and OSError if nothing can be written."""
    data.mkdir(parents=True, exist_ok=True)
    with _note(data).open("a+") as note:
        for tries in range(_TRIES):
            if _locked(note, fcntl.LOCK_EX):
                break
            if tries + 1 < _TRIES:  # somebody may only have looked
                time.sleep(_TRY_SECONDS)
        else:
            raise Occupied(
                f"A bot runs on the records in {data} already: end it first, or give CARDROOM_DATA another folder."
            )
        note.truncate(0)
        json.dump({"pid": os.getpid(), "machine": socket.gethostname(), "on": on}, note)
        note.flush()
        yield


def stop_bot(data: Path) -> bool:
    """End the bot of this folder, and wait until it has; returns whether there was one. Raises Occupied if it does not
    end."""
    try:
        with _note(data).open("r+") as note:
            if _locked(note, fcntl.LOCK_SH):
                return False
            running = json.loads(note.read())
            if running["machine"] != socket.gethostname():  # or in a container, which numbers its own processes
                raise Occupied(f"The bot of {data} runs on {running['machine']}: end it there.")
            with contextlib.suppress(ProcessLookupError):
                os.kill(running["pid"], signal.SIGTERM)
            end = time.monotonic() + _END_SECONDS
            while not _locked(note, fcntl.LOCK_SH):
                if time.monotonic() > end:
                    raise Occupied(f"The bot (process {running['pid']}) does not end.")
                time.sleep(_TRY_SECONDS)
            return True
    except FileNotFoundError:
        return False


def bot_is_on(data: Path) -> str:
    """The Discord of the bot that has this folder, as it has said."""
    try:
        return str(json.loads(_note(data).read_text())["on"])
    except (OSError, ValueError, KeyError):  # it is about to
        return ""


def _note(data: Path) -> Path:
    return data / "bot.lock"


def _locked(note: IO[str], how: int) -> bool:
    """Whether the file could be locked, which the system undoes when its process ends, killed or not."""
    try:
        fcntl.flock(note, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def asked_to_end() -> asyncio.Event:
    """What is set when this process is asked to end, by a signal or Ctrl-C. From then on it has a few seconds, whatever
    holds it up; being asked again ends it at once. Either is as good as any other end: what is stored is stored."""
    asked, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = signal.SIGINT, signal.SIGTERM

    def heard(which: signal.Signals) -> None:
        for each in signals:
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        log.info("%s: closing", which.name)
        at_last = threading.Timer(_CLOSING_SECONDS, os._exit, (0,))
        at_last.daemon = True
        at_last.start()
        asked.set()

    for each in signals:
        loop.add_signal_handler(each, heard, each)
    return asked


# ---- the local Discord -------------------------------------------------------------------


def start_local(data: Path, port: int | None, invited: int) -> dict[str, str]:
    """The local Discord as a process of its own, which outlives the bot: what it has announced. The one that runs
    already, if there is one, and not at another port than is asked for. `invited` are the bot's permissions.

    Raises OSError with a sentence.
    """
    folder, at = _local(data), PORT if port is None else port
    folder.mkdir(parents=True, exist_ok=True)
    running = announced(data)
    if running is not None:
        if port in (None, urlsplit(running["url"]).port):
            return running
        stop_local(data)
    command = [
        sys.executable,
        "-m",
        "bot.local",
        "--port",
        str(at),
        "--data",
        str(folder / "world.db"),
        "--announce",
        str(folder / "announce.json"),
        "--invited",
        str(invited),
    ]
    with (folder / "local.log").open("ab") as log:
        started = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            cwd=Path(__file__).resolve().parent.parent,
        )  # fmt: skip
    for _ in range(200):
        if (running := announced(data)) is not None:
            return running
        if started.poll() is not None:
            break
        time.sleep(_TRY_SECONDS)
    said = (folder / "local.log").read_text(errors="replace").splitlines()
    last = said[-1] if said else f"The local Discord did not start on port {at}."
    raise OSError(f"{last} Is another port free? make play PORT={at + 1}")


def announced(data: Path) -> dict[str, str] | None:
    """What a running local Discord has written down, if it answers."""
    try:
        found = json.loads((_local(data) / "announce.json").read_text())
        os.kill(int(found["pid"]), 0)
        with urllib.request.urlopen(found["url"] + "/", timeout=2):
            return found
    except (OSError, ValueError, KeyError):
        return None


def stop_local(data: Path) -> bool:
    """End the local Discord, and wait until it has; returns whether there was one. Raises Occupied if it does not
    end."""
    running = announced(data)
    if running is None:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(int(running["pid"]), signal.SIGTERM)
    end = time.monotonic() + _END_SECONDS
    while announced(data) is not None:
        if time.monotonic() > end:
            raise Occupied(f"The local Discord (process {running['pid']}) does not end.")
        time.sleep(_TRY_SECONDS)
    return True


def answers(url: str) -> bool:
    """Whether something takes connections at this address of this machine."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=0.2).close()
    except OSError:
        return False
    return True


async def until_gone(url: str) -> None:
    """Wait for as long as the local Discord takes connections."""
    heard = time.monotonic()
    while time.monotonic() - heard < GONE_SECONDS:
        await asyncio.sleep(LOOK_SECONDS)
        if answers(url):
            heard = time.monotonic()


def _local(data: Path) -> Path:
    return data / "local"
