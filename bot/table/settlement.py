"""Who owes whom at the end of a night, in the fewest payments. Pure arithmetic on hundredths of a white chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

EXACT = 14
"""Up to this many people the fewest payments are found for certain; among more, almost always."""


class Payment(NamedTuple):
    """What one of them pays another."""

    source: str
    to: str
    amount: int


def payments(nets: Mapping[str, int]) -> list[Payment]:
    """The fewest payments that bring every net to nothing; the losers pay.

    Raises ValueError unless the nets sum to nothing.
    """
    if sum(nets.values()):
        raise ValueError(f"the nets sum to {sum(nets.values())}")
    open_ = {name: net for name, net in nets.items() if net}
    found: list[Payment] = []
    for group in _groups(open_) if len(open_) <= EXACT else [list(open_)]:
        found += _within({name: open_[name] for name in group})
    return found


def _groups(nets: Mapping[str, int]) -> list[list[str]]:
    """As many groups as can be made that are even among themselves: each saves a payment.

    `most[m]` is how many such groups the people of the bit set `m` can be lined up into; a group is complete each time
    the running sum comes back to nothing.
    """
    names = list(nets)
    n = len(names)
    total = [0] * (1 << n)
    most = [0] * (1 << n)
    last = [0] * (1 << n)
    for m in range(1, 1 << n):
        low = m & -m
        total[m] = total[m ^ low] + nets[names[low.bit_length() - 1]]
        best, by = -1, 0
        bits = m
        while bits:
            bit = bits & -bits
            bits ^= bit
            if most[m ^ bit] > best:
                best, by = most[m ^ bit], bit
        most[m] = best + (total[m] == 0)
        last[m] = by
    line: list[tuple[str, int]] = []
    m = (1 << n) - 1
    while m:
        line.append((names[last[m].bit_length() - 1], m))
        m ^= last[m]
    groups: list[list[str]] = []
    for name, m in line:
        if total[m] == 0:
            groups.append([])
        groups[-1].append(name)
    return groups


def _within(nets: dict[str, int]) -> list[Payment]:
    """One payment fewer than there are people: the person who owes most pays the one who is owed most, until all are
    even."""
    found: list[Payment] = []
    while any(nets.values()):
        debtor = min(nets, key=lambda name: nets[name])
        creditor = max(nets, key=lambda name: nets[name])
        amount = min(-nets[debtor], nets[creditor])
        nets[debtor] += amount
        nets[creditor] -= amount
        found.append(Payment(debtor, creditor, amount))
    return found
