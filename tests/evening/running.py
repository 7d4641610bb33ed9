"""Runs `python -m tests.evening` for a test, and leaves nothing running behind it.

A process that has everything loaded waits and copies itself for each call: to start afresh costs more than many an
evening of the tests.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from functools import cache
from typing import IO, Any


def evening(*arguments: str, seconds: float = 170, hash_seed: str = "random") -> tuple[int, str]:
    """Its exit status, and everything it prints. Raises TimeoutError."""
    waiting = _waiting(hash_seed)
    try:
        return waiting.run(arguments, seconds)
    except BaseException:
        waiting.kill()
        _waiting.cache_clear()
        raise


@cache
def _waiting(hash_seed: str) -> Waiting:
    return Waiting(hash_seed)


class Waiting:
    """The process that waits. It ends with ours, whose end of its input is closed then."""

    def __init__(self, hash_seed: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.evening.running"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )  # fmt: skip

    def run(self, arguments: tuple[str, ...], seconds: float) -> tuple[int, str]:
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None and answers is not None
        asked.write(json.dumps(arguments).encode() + b"\n")
        asked.flush()
        status, told = json.loads(_line(answers, seconds))
        return status, told

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)  # evenings have processes of their own
        self._process.wait()


def _line(answers: IO[bytes], seconds: float) -> bytes:
    """All up to the end of a line."""
    end, said = time.monotonic() + seconds, b""
    with selectors.DefaultSelector() as ready:
        ready.register(answers, selectors.EVENT_READ)
        while not said.endswith(b"\n"):
            if not ready.select(max(0.0, end - time.monotonic())):
                raise TimeoutError(f"The evening was not over after {seconds} seconds.")
            some = os.read(answers.fileno(), 1 << 16)
            assert some, "the process that plays evenings has ended"
            said += some
    return said


def _wait() -> None:
    """Answer each line of arguments with the exit status and what was printed."""
    from .__main__ import loaded, main

    loaded()
    for line in sys.stdin.buffer:
        ours, theirs = os.pipe()
        if (child := os.fork()) == 0:
            os.close(ours)
            os._exit(_copy(main, json.loads(line), theirs))
        os.close(theirs)
        with os.fdopen(ours, "rb") as told:
            said = told.read().decode()
        _, status = os.waitpid(child, 0)
        print(json.dumps([os.waitstatus_to_exitcode(status), said]), flush=True)


def _copy(main: Any, arguments: list[str], pipe: int) -> int:
    for stream in (1, 2):
        os.dup2(pipe, stream)
    os.close(pipe)
    try:
        return main(arguments)
    except SystemExit as unfit:
        return int(unfit.code or 0)
    finally:
        sys.stdout.flush()


if __name__ == "__main__":
    _wait()
