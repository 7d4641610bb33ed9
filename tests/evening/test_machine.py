"""The machine itself: an evening repeats exactly, each law notices its crack, and a story is made shorter."""

from __future__ import annotations

import re

import pytest

from .planted import PLANTED
from .planted_nights import AHEAD, CRACKS_OF_NIGHTS
from .running import evening

MOST_SEEDS = 6
"""Within this many evenings a planted crack must be noticed."""
HELPED = {
    "a-gift-too-many": (
        "--games", "red-dog", "--only", "people=2,often=bank give,how_often=0.8,kills=0", "--changes", "600",
    ),
    "a-card-too-many": (
        "--games", "red-dog", "--only", "people=5,ask_first=5,ask_each=8,presses=0", "--changes", "300",
    ),
    "a-place-that-is-lost": ("--games", "hearts", "--only", "people=6"),
    "a-second-night": ("--only", "nights=1,people=5,often=night start,how_often=0.3"),
    "a-thought-without-an-end": ("--only", "people=6,kills=0,sleeps=0,outages=0", "--changes", "40"),
    "a-disk-that-forgets": ("--only", "kills=3,people=4"),
    "a-move-taken-back-too-late": (
        "--games", "seven-twenty-seven", "--only", "people=1,nights=,how_often=0.3,calls=0,disk=0", "--changes", "300",
    ),
    "an-event-that-ends-the-bot": ("--only", "odd=0.05"),
    **dict.fromkeys(CRACKS_OF_NIGHTS, (*AHEAD, "--changes", "300")),
    **dict.fromkeys(
        ("never-is-not-heard", "a-series-that-does-not-go-on"), (*AHEAD[:-1], f"{AHEAD[-1]},days=1", "--changes", "300")
    ),
}  # fmt: skip
"""Evenings in which what a crack needs happens often."""
SOON = {"a-call-that-comes-twice", "a-lobby-that-does-not-open", "a-guest-who-is-sat-down"}
"""Of the cracks in what becomes of nights ahead those that are noticed after 2 s of a core."""
LONG = {
    "a-thought-without-an-end", "a-second-clock", "a-name-that-is-read-as-markup", "a-place-that-is-lost",
    "an-edit-that-is-lost", *(CRACKS_OF_NIGHTS.keys() - SOON),
}  # fmt: skip
"""They are noticed after 7 to 15 s of a core: in the soak."""


def told_of(*arguments: str, hash_seed: str = "random") -> str:
    status, told = evening("--jobs", "1", *arguments, hash_seed=hash_seed)
    assert status in (0, 1), told
    return told


def laws_in(told: str) -> set[str]:
    return {found[1] for found in re.finditer(r"^seed \d+ +[\d.]+ (\w+): ", told, re.MULTILINE)}


@pytest.mark.parametrize("trouble", [
    "kills=2,calls=0.03,disk=0.02,doubles=0.01,odd=0.05,jumps=1,sleeps=1",
    "nights=1,ahead=0.5,leaps=0.3,fates=0.8,days=1,kills=1,calls=0.03,disk=0.02,doubles=0.01",
])  # fmt: skip
def test_an_evening_repeats_exactly_whatever_the_order_of_sets(trouble: str) -> None:
    told = [
        told_of("--seed", "11", "--changes", "50", "--only", trouble, hash_seed=order) for order in ("0", "1", "random")
    ]
    traces = [re.findall(r"trace (\w+)", each) for each in told]
    assert traces[0] and traces[0] == traces[1] == traces[2]


def test_an_evening_is_the_same_whether_the_laws_look_on_or_not() -> None:
    told = [told_of("--seed", "12", "--changes", "60", "--compare", each) for each in ("0", "1")]
    assert re.findall(r"trace (\w+)", told[0]) == re.findall(r"trace (\w+)", told[1])


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.soak] * (n in LONG)) for n in PLANTED])
def test_a_planted_crack_is_noticed_by_its_law(name: str) -> None:
    law, _ = PLANTED[name]
    found: set[str] = set()
    for seed in range(1, 1 + MOST_SEEDS):
        arguments = ("--seed", str(seed), "--changes", "120", "--plant", name, "--until", law, *HELPED.get(name, ()))
        found = laws_in(told_of(*arguments))
        if law in found:
            return
    raise AssertionError(f"{law} did not notice {name}; {found or 'no law'} did")


def test_a_story_is_made_shorter_and_still_breaks_the_law() -> None:
    told = told_of(
        "--seed",
        "1",
        "--changes",
        "120",
        "--plant",
        "a-seat-that-is-stored-otherwise",
        "--until",
        "memory",
        "--shrink",
        "12",
    )
    lengths = [
        len(re.findall(r"^ +[\d.]+ .*(?:presses|types) ", part, re.MULTILINE)) for part in told.split("without:")
    ]
    assert "memory" in laws_in(told.split("without:")[-1])
    assert 0 < lengths[-1] <= 20
