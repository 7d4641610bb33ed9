"""For `pytest -p tests.mutants.plugin`: the fault that the environment names is in the program that is tested."""

from __future__ import annotations

import os

from . import faults

NAMED_BY = "CARDROOM_FAULT"


def pytest_configure() -> None:
    """Before any test is collected."""
    if name := os.environ.get(NAMED_BY):
        faults.plant(name)
