"""`python -m tests.mutants`: which of the faults are found by what must find them."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys

from tests.evening.running import evening

from .faults import FAULTS, Fault
from .plugin import NAMED_BY

MOST_SEEDS = 8
"""Within this many evenings a fault must be found."""


def is_found(name: str, most: int = MOST_SEEDS) -> bool:
    """Whether what must find this fault does."""
    fault = FAULTS[name]
    return _by_law(name, fault, most) if fault.by_law else _by_test(name, fault)


def _by_law(name: str, fault: Fault, most: int) -> bool:
    for seed in range(1, most + 1):
        arguments = ("--changes", "300", *fault.evening, "--plant", name, "--until", fault.found_by)
        _, told = evening("--jobs", "1", "--seed", str(seed), *arguments, seconds=600)
        if re.search(rf"^seed \d+ +[\d.]+ {fault.found_by}: ", told, re.MULTILINE):
            return True
    return False


def _by_test(name: str, fault: Fault) -> bool:
    options = ["-x", "-m", "not soak", "-p", "no:xdist", "-p", "tests.mutants.plugin"]
    command = [sys.executable, "-m", "pytest", *options, fault.found_by]
    tested = subprocess.run(command, env={**os.environ, NAMED_BY: name}, capture_output=True, text=True)
    return tested.returncode == 1 and " failed" in tested.stdout


def main() -> int:
    cli = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    cli.add_argument("names", nargs="*", choices=[[], *FAULTS], help="only these faults")
    cli.add_argument("--seeds", type=int, default=MOST_SEEDS, help="so many evenings for each at the most")
    args = cli.parse_args()
    missed = 0
    for name in args.names or FAULTS:
        found = is_found(name, args.seeds)
        missed += not found
        print(f"{'found ' if found else 'MISSED'} {name:60} {FAULTS[name].found_by}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
