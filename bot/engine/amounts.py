"""Amounts of chips: how they are typed, written and split (rules/dealing.md, section 7)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Annotated, overload

from .quoting import quoted

Amount = Annotated[int, "amount"]
"""Hundredths of a white chip. A part of a move that people read and type in whites."""

YELLOW, WHITE, RED, GREEN, BLACK, PURPLE = 50, 100, 500, 2500, 10_000, 50_000
CHIPS: dict[str, int] = {
    "purple": PURPLE, "black": BLACK, "green": GREEN, "red": RED, "white": WHITE, "yellow": YELLOW,
}  # fmt: skip
_INITIALS = {"p": PURPLE, "b": BLACK, "g": GREEN, "r": RED, "w": WHITE, "y": YELLOW}
_CHIPS_TYPED = re.compile(r"(\d{1,15})\s*([pbgrwy])", re.IGNORECASE)


_GROUPED = re.compile(
    r"(?P<digits>-?[1-9]\d{0,2}(?P<mark>[.,' ’\u00a0\u2009\u202f])\d{3}(?:(?P=mark)\d{3})*)"
    r"(?:(?P<decimals>(?!(?P=mark))[.,]\d{1,2})|(?P<half> ?½?))"
)
"""Thousands as people part them: 1,000 · 1.000 · 1 000 · 1'000. Whites have no third decimal, so a dot before three
digits is no point; in `0.500` it is."""


class BadAmount(ValueError):
    """The text is the sentence that a player reads."""


@lru_cache(1024)
def whites(amount: int) -> str:
    """As people read it: `2½`, `12`, `−3`."""
    sign = "−" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 100)
    if rest == 0:
        return f"{sign}{whole:,}"
    if rest == YELLOW:
        return f"{sign}{whole:,}½" if whole else f"{sign}½"
    return f"{sign}{whole:,}.{rest:02}"


def signed(amount: int) -> str:
    """The same for gains and losses: "+12½", "−3"."""
    return f"+{whites(amount)}" if amount > 0 else whites(amount)


def read_amount(text: str, words: Mapping[str, int] | None = None, also: Sequence[str] = ()) -> int:
    """An amount as people type it: `5`, `2.5`, `2½`, chips (`3r 2w 1y`), or one of `words` (min, pot, all …). `also`
    are examples of what else can be typed, for a refusal.

    Raises BadAmount: no number, zero or less, or no multiple of the smallest chip.
    """
    typed = text.strip().lower().replace("−", "-")
    if words and typed in words:
        return words[typed]
    if _CHIPS_TYPED.search(typed) and not _CHIPS_TYPED.sub("", typed).strip(" ,+"):
        amount = Decimal(sum(int(n) * _INITIALS[chip.lower()] for n, chip in _CHIPS_TYPED.findall(typed)))
    else:
        amount = _number(text, typed, also) * 100
    if amount <= 0:
        raise BadAmount("The amount must be more than nothing.")
    if amount > 10**12:
        raise BadAmount("There are not that many chips.")
    if amount % YELLOW:
        raise BadAmount("The smallest chip is a yellow, ½.")
    return int(amount)


def _number(text: str, typed: str, also: Sequence[str]) -> Decimal:
    if typed.endswith("k") and not typed.endswith("kk"):
        return _number(text, typed[:-1].rstrip(), also) * 1000
    if grouped := _GROUPED.fullmatch(typed):
        digits, mark, decimals = grouped["digits"], grouped["mark"], grouped["decimals"]
        typed = digits.replace(mark, "") + (f".{decimals[1:]}" if decimals else grouped["half"])
    half = typed.endswith("½")
    digits = typed[:-1].strip() if half else typed
    if digits in ("", "-") and half:
        return Decimal(f"{digits}0.5")
    if not re.fullmatch(r"-?\d{1,15}" if half else r"-?\d{1,15}(\.\d{1,9})?(e\d{1,2})?", digits):
        *most, last = "5", *(also or ("2.5", "2½"))
        raise BadAmount(f"{quoted(text)} is not an amount; write {', '.join(most)} or {last}.")
    try:
        number = Decimal(digits)
    except InvalidOperation:  # pragma: no cover - the pattern lets nothing else through
        raise BadAmount("That is not an amount; write 5, 2.5 or 2½.") from None
    return number + (Decimal("0.5") if number >= 0 else Decimal("-0.5")) if half else number


def up_to(amount: float, step: int) -> int:
    """The next whole step that is not below it."""
    return -int(-amount // step) * step


def down_to(amount: float, step: int) -> int:
    """The last whole step that is not above it."""
    return int(amount // step) * step


class Multiples(Sequence[int]):
    """The multiples of a chip that may be bet, the lowest first, and above them all of a stack that is none."""

    def __init__(self, whole: range, all_in: int) -> None:
        self._whole, self._all_in = whole, all_in
        self.step = whole.step

    def __len__(self) -> int:
        return len(self._whole) + 1

    def __contains__(self, amount: object) -> bool:
        return amount == self._all_in or amount in self._whole

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        return (*self._whole, self._all_in)[index]


def even_split(amount: int, ways: int, chip: int = YELLOW) -> tuple[int, int]:
    """Each one's share in whole chips, and what is left: less than `ways` chips."""
    share = amount // (chip * ways) * chip
    return share, amount - share * ways


def shares(amount: int, ways: int, chip: int = YELLOW) -> list[int]:
    """As evenly as whole chips allow; spare ones go one each to the first, at a table those on the dealer's left. What
    is no whole chip goes with the first."""
    share, left = even_split(amount, ways, chip)
    each = [share + (chip if (place + 1) * chip <= left else 0) for place in range(ways)]
    each[0] += left % chip
    return each
