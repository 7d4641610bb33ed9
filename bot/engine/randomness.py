"""Provable shuffles: commit, contribute, reveal (rules/dealing.md, section 3)."""

from __future__ import annotations

import hashlib
import itertools
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypedDict, TypeVar

from .cards import Card

T = TypeVar("T")

_DOMAIN: Final = b"cardtable/1 "
_WORDS: Final = struct.Struct(">8I")
"""A block as numbers of 32 bits."""


class Contributions(TypedDict):
    """What players have added to a shuffle (rules/dealing.md, section 3)."""

    by: int | None
    """The seat that cut."""
    cut: int | None
    """Where."""
    notes: list[list[int | str]]
    """By seat."""


NO_CONTRIBUTION: Final[Contributions] = {"by": None, "cut": None, "notes": []}
"""Nobody cut and nobody left a note: the dealer cuts."""


def _sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def canonical(value: object) -> bytes:
    """The one way in which a JSON value is written: sorted keys, no blanks, ASCII escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def final(secret: bytes, spec: Mapping[str, object], contributions: Mapping[str, object]) -> bytes:
    """What everything random in a deal follows from: the secret, and what players added after it was sealed."""
    return _sha(_DOMAIN + b"final\n" + secret + _sha(canonical(spec)) + _sha(canonical(contributions)))


@dataclass(frozen=True)
class Pack:
    """Which cards are shuffled, and how (rules/dealing.md, sections 1 to 6)."""

    deck: str = "52"
    decks: int = 1
    method: Literal["uniform", "casino"] = "uniform"
    start: Literal["factory", "wash", "tray"] = "factory"
    riffles: int = 0
    behind: int = 0
    burn: int = 0
    copies: int = 1
    """How many tables lie side by side, each with the same pack in the same order."""


DIGITS = 32
"""How many hex digits of a commit are published before the deal: 128 bits, too many for anybody to prepare two packs
that share them."""


@dataclass(frozen=True)
class Seal:
    """A secret and what it was drawn for. The commit is published before anybody contributes."""

    secret: bytes
    spec: Mapping[str, Any]

    @cached_property
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
                self._words = [*_WORDS.unpack(block)]
                self._words.reverse()  # they are taken from the end
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


def casino(cards: Sequence[Card], stream: Stream, riffles: int = 1) -> list[Card]:
    """The four-stack shuffle of a casino (rules/dealing.md, section 4). Two decks or more."""
    n, per_deck = len(cards), len(cards) // 52
    breaks = [0, *(n * i // 4 + stream.below(2 * per_deck + 1) - per_deck for i in (1, 2, 3)), n]
    stacks = [list(cards[a:b]) for a, b in itertools.pairwise(breaks)]
    pile: list[Card] = []
    turn = 0
    while any(stacks):
        pair = ((0, 2), (1, 3))[turn % 2]
        turn += 1
        if not any(stacks[k] for k in pair):
            continue
        grab = 47 + stream.below(11)
        packets: list[list[Card]] = []
        for k in pair:
            size = min(grab, len(stacks[k]))
            if len(stacks[k]) - size <= 12:  # a small remainder goes along
                size = len(stacks[k])
            packets.append(stacks[k][:size])
            stacks[k] = stacks[k][size:]
        packet = riffled(packets[0], packets[1], stream)
        for _ in range(riffles - 1):
            half = sum(stream.below(2) for _ in packet)
            packet = riffled(packet[:half], packet[half:], stream)
        pile = packet + pile
    return pile


def riffled(left: Sequence[Card], right: Sequence[Card], stream: Stream) -> list[Card]:
    """Two packets into one: cards drop from the bottoms, the likelier the larger a packet still is."""
    a, b = list(left), list(right)
    dropped: list[Card] = []
    while a or b:
        dropped.append((a if stream.below(len(a) + len(b)) < len(a) else b).pop())
    return dropped[::-1]
