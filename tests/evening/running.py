"""Runs `python -m tests.evening` for a test, and leaves nothing running behind it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys


def evening(*arguments: str, seconds: float = 170, hash_seed: str = "random") -> tuple[int, str]:
    """Its exit status, and all that it prints. Raises subprocess.TimeoutExpired."""
    command = [sys.executable, "-m", "tests.evening", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    ) as running:  # fmt: skip
        try:
            told, _ = running.communicate(timeout=seconds)
        except BaseException:
            os.killpg(running.pid, signal.SIGKILL)  # evenings have processes of their own
            raise
        return running.returncode, told
