"""What must find a fault finds it: some in every run, so that the machinery does not rot, and all in the soak."""

from __future__ import annotations

import pytest

from tests.evening.laws import EVERY
from tests.evening.planted import PLANTED

from .__main__ import is_found
from .faults import FAULTS

QUICK = (
    "a-panel-shows-another-persons-hand-every-fourth-change", "a-button-that-nobody-knows",
    "the-greatest-debtor-pays-a-yellow-too-much",
)  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_a_fault_is_found(name: str) -> None:
    assert is_found(name, 3)


@pytest.mark.soak
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_found(name: str) -> None:
    assert is_found(name)


def test_every_law_has_a_fault_that_it_must_find() -> None:
    laws = {law for law, _ in PLANTED.values()} | {fault.found_by for fault in FAULTS.values() if fault.by_law}
    assert laws == {law.name for law in EVERY}
