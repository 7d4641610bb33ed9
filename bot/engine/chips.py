"""Chips as they lie on the felt: colours, change, counting, the rack (rules/dealing.md, section 7).

The integer amount is the truth. A `Stack` is a view of one, and nothing here can change what somebody owns (ruling 10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from .amounts import BLACK, CHIPS, YELLOW, whites
from .piles import Seat
from .table import Paid

COLOURS: Final = tuple(CHIPS)
"""The colours, the dearest first."""
_UPWARDS: Final = COLOURS[::-1]
HEIGHT: Final = {"purple": 5, "black": 5, "green": 4, "red": 5, "white": 5, "yellow": 2}
"""How many chips stand in one counting stack: as many as make the next colour (rulings 1 and 2)."""
_CAPS: Final = {"yellow": 4, "white": 10, "red": 15, "green": 12, "black": 15}
TUBES, TUBE = 5, 20
"""The tubes of a rack, and the chips that a tube holds."""
LARGE: Final = BLACK
"""A payment from here on is shown as it is cut."""


class BadChips(ValueError):
    """The text is the sentence that a player reads."""


@dataclass(frozen=True)
class Stack:
    """A number of chips of each colour."""

    purple: int = 0
    black: int = 0
    green: int = 0
    red: int = 0
    white: int = 0
    yellow: int = 0

    @property
    def amount(self) -> int:
        """What it is worth, in hundredths of a white."""
        return sum(CHIPS[colour] * n for colour, n in self)

    @property
    def chips(self) -> int:
        """How many chips there are."""
        return sum(n for _, n in self)

    def __getitem__(self, colour: str) -> int:
        return vars(self)[colour]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Every colour with the number of its chips, the dearest first."""
        return iter(vars(self).items())

    def __add__(self, other: Stack) -> Stack:
        return Stack(*(n + other[colour] for colour, n in self))

    def __sub__(self, other: Stack) -> Stack:
        """Raises ValueError if a chip is taken that is not there."""
        left = [n - other[colour] for colour, n in self]
        if min(left) < 0:
            raise ValueError(f"there is no {other} in {self}")
        return Stack(*left)

    def __str__(self) -> str:
        """`1 green, 13 red`; empty without a chip."""
        return ", ".join(f"{n:,} {colour}" for colour, n in self if n)


def greedy(amount: int) -> Stack:
    """The fewest chips that make this amount, in hundredths of a white: every colour divides the next.

    Raises ValueError for what chips cannot make.
    """
    if amount < 0 or amount % YELLOW:
        raise ValueError(f"no chips make {amount}")
    counts: list[int] = []
    for value in CHIPS.values():
        n, amount = divmod(amount, value)
        counts.append(n)
    return Stack(*counts)


def playable(amount: int, min_bet: int = YELLOW) -> Stack:
    """The amount with enough small chips to play with: how buy-ins are handed out, and stacks tidied between hands.

    Of a colour below the smallest bet there are no more than the amount needs. Both are hundredths of a white.
    Raises ValueError for what chips cannot make.
    """
    if amount < 0 or amount % YELLOW:
        raise ValueError(f"no chips make {amount}")
    counts: dict[str, int] = {}
    for colour in _UPWARDS[:-1]:
        value, height, cap = CHIPS[colour], HEIGHT[colour], _CAPS[colour]
        fits = amount // value
        if value < min_bet:
            n = fits % height
        else:
            n = fits if fits <= cap else cap - (cap - fits) % height
        counts[colour] = n
        amount -= n * value
    return Stack(**counts, purple=amount // CHIPS["purple"])


class Payment(NamedTuple):
    """An amount cut out of a stack."""

    paid: Stack
    """What the other side gets."""
    given: Stack
    """The chips that leave the stack, a chip to be broken among them."""
    change: Stack
    """The chips that come back; none if it was paid to the chip."""
    left: Stack
    """The stack afterwards."""


def pay(stack: Stack, amount: int) -> Payment:
    """Cut an amount out of a stack, from the dearest colour down; a rest breaks the smallest chip that is larger.

    Raises ValueError for more than the stack, and for what chips cannot make.
    """
    if amount % YELLOW or not 0 <= amount <= stack.amount:
        raise ValueError(f"{amount} cannot be paid out of {stack.amount}")
    whole: dict[str, int] = {}
    for colour, n in stack:
        whole[colour] = min(n, amount // CHIPS[colour])
        amount -= whole[colour] * CHIPS[colour]
    cut = Stack(**whole)
    if not amount:
        return Payment(cut, cut, Stack(), stack - cut)
    # every chip that fits has gone, so whatever is left is larger than the rest
    broken = next(colour for colour in _UPWARDS if stack[colour] > cut[colour])
    given = cut + Stack(**{broken: 1})
    change = greedy(CHIPS[broken] - amount)
    return Payment(cut + greedy(amount), given, change, stack - given + change)


def receive(stack: Stack, amount: int) -> Stack:
    """The stack with winnings laid on it, which come in as few chips as may be."""
    return stack + greedy(amount)


def colour_up(stack: Stack, colour: str) -> Stack:
    """Full counting stacks of a colour become chips of the next one; loose chips stay. Raises BadChips."""
    _known(stack, colour)
    if colour == COLOURS[0]:
        raise BadChips(f"There is no chip above {colour}.")
    full, loose = divmod(stack[colour], HEIGHT[colour])
    if not full:
        raise BadChips(f"It takes {HEIGHT[colour]} {colour} chips to colour up, and you have {stack[colour]}.")
    above = COLOURS[COLOURS.index(colour) - 1]
    return replace(stack, **{colour: loose, above: stack[above] + full})


def colour_down(stack: Stack, colour: str, n: int = 1) -> Stack:
    """Change chips of a colour into chips of the one below. Raises BadChips."""
    _known(stack, colour)
    if colour == COLOURS[-1]:
        raise BadChips(f"There is no chip below {colour}.")
    if not 1 <= n <= stack[colour]:
        raise BadChips(f"Choose from 1 to {stack[colour]} {colour} chips.")
    below = COLOURS[COLOURS.index(colour) + 1]
    return replace(stack, **{colour: stack[colour] - n, below: stack[below] + n * HEIGHT[below]})


def _known(stack: Stack, colour: str) -> None:
    if colour not in CHIPS:
        raise BadChips(f"There is no such chip; there are {', '.join(COLOURS)}.")
    if not stack[colour]:
        raise BadChips(f"You have no {colour} chips.")


# ---- counting in front of everybody ---------------------------------------------------------


class CountingRow(NamedTuple):
    """The chips of one colour laid out to be counted; the last full stack is splashed, fanned flat."""

    colour: str
    stacks: int
    """Equal stacks, the last one splashed."""
    height: int
    """Chips in each of them."""
    loose: int
    """Chips beside them."""
    total: int
    """Hundredths of a white, counted from the dearest row to this one."""

    @property
    def chips(self) -> int:
        return self.stacks * self.height + self.loose

    def __str__(self) -> str:
        """`red 2 stacks × 5 + 3 = 13 → 65`."""
        if not self.stacks:
            return f"{self.colour} {self.loose} → {whites(self.total)}"
        full = f"{self.stacks:,} stack{'s' if self.stacks > 1 else ''} × {self.height}"
        loose = f" + {self.loose}" if self.loose else ""
        return f"{self.colour} {full}{loose} = {self.chips:,} → {whites(self.total)}"


def counting(stack: Stack) -> tuple[CountingRow, ...]:
    """A row for each colour that is there; the dearest, nearest to its owner, comes first."""
    rows: list[CountingRow] = []
    total = 0
    for colour, n in stack:
        if n:
            total += CHIPS[colour] * n
            stacks, loose = divmod(n, HEIGHT[colour])
            rows.append(CountingRow(colour, stacks, HEIGHT[colour], loose, total))
    return tuple(rows)


class Racked(NamedTuple):
    """Chips of one colour in tubes."""

    full: int
    rest: int
    """Chips in the last tube, which is not full."""


def rack(chips: int, capacity: int = TUBE) -> Racked:
    """How many tubes these chips fill, and how many are left. Odd chips stack to 19 or 21. Raises BadChips."""
    _fits(capacity)
    if chips < 0:
        raise BadChips("There cannot be fewer than no chips.")
    return Racked(*divmod(chips, capacity))


class Checked(NamedTuple):
    """What a chip slid along the rack has found."""

    short: tuple[int, ...]
    """The tubes, from 1, into which it drops."""
    total: int
    """The chips that are really there."""


def check_rack(tubes: Sequence[int], capacity: int = TUBE) -> Checked:
    """Slide a chip along the tubes: it drops into every one that is not full. Raises BadChips."""
    _fits(capacity)
    if len(tubes) != TUBES or not all(0 <= n <= capacity for n in tubes):
        raise BadChips(f"A rack has {TUBES} tubes of up to {capacity} chips.")
    return Checked(tuple(place for place, n in enumerate(tubes, 1) if n < capacity), sum(tubes))


def _fits(capacity: int) -> None:
    if not TUBE - 1 <= capacity <= TUBE + 1:
        raise BadChips(f"A tube holds from {TUBE - 1} to {TUBE + 1} chips.")


# ---- stacks that follow the table -----------------------------------------------------------


class ChipsShown(NamedTuple):
    """Chips are laid out for everybody to see before they join a stack."""

    seat: Seat
    """Whose they are: of a payment and a split pot who gets them, of change who asked for it."""
    amount: int
    chips: Stack
    why: str


def follow(stacks: Mapping[Seat, Stack], events: Iterable[object]) -> tuple[dict[Seat, Stack], list[ChipsShown]]:
    """The stacks after what a table has told, and what was shown on the way: change, split pots, large payments.

    Other events than `Paid` pass by. A seat that is not among the stacks begins with none.
    """
    now, shown = dict(stacks), list[ChipsShown]()
    paid = (event for event in events if isinstance(event, Paid))
    for (source, why), run in groupby(paid, key=lambda p: (p.source, p.why)):
        payments = [*run]
        split = source == "pot" and len({p.to for p in payments}) > 1
        for payment in payments:
            amount, to = payment.amount, payment.to
            if isinstance(source, int):
                cut = pay(now.get(source, Stack()), amount)
                now[source] = cut.left
                if cut.change.chips:
                    shown.append(ChipsShown(source, cut.change.amount, cut.change, "change"))
            if isinstance(to, int):
                if split or amount >= LARGE:
                    shown.append(ChipsShown(to, amount, greedy(amount), why))
                now[to] = receive(now.get(to, Stack()), amount)
    return now, shown
