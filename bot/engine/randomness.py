"""Provable shuffles: commit, contribute, reveal (rules/dealing.md, section 3)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from .cards import Card

T = TypeVar("T")

_DOMAIN: Final = b"cardtable/1 "
NO_CONTRIBUTION: Final[Mapping[str, Any]] = {"by": None, "cut": None, "notes": []}
"""Nobody cut and nobody left a note: the dealer cuts."""


def _sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def canonical(value: Any) -> bytes:
    """The one way in which a JSON value is written: sorted keys, no blanks, ASCII escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def final(secret: bytes, spec: Mapping[str, Any], contributions: Mapping[str, Any]) -> bytes:
    """What everything random in a deal follows from: the secret, and what players added after it was sealed."""
    return _sha(_DOMAIN + b"final\n" + secret + _sha(canonical(spec)) + _sha(canonical(contributions)))


@dataclass(frozen=True)
class Seal:
    """A secret and what it was drawn for. The commit is published before anybody contributes."""

    secret: bytes
    spec: Mapping[str, Any]

    @property
    def commit(self) -> str:
        return _sha(_DOMAIN + b"commit\n" + self.secret + canonical(self.spec)).hex()


class Stream:
    """Numbers that follow from a deal's fixed entropy and a label, and from nothing else."""

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, entropy: bytes, label: str) -> None:
        self._prefix = _DOMAIN + b"stream\n" + entropy + label.encode() + b"\n"
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each as likely as any other."""
        limit = 2**32 - 2**32 % n
        while True:
            if not self._words:
                block = _sha(self._prefix + self._block.to_bytes(8, "big"))
                self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % n

    def choice(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]

    def shuffled(self, cards: Sequence[Card]) -> list[Card]:
        """Fisher and Yates, from the end."""
        order = list(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def cut(cards: Sequence[Card], k: int) -> list[Card]:
    """The first k cards go under the rest."""
    return [*cards[k:], *cards[:k]]
