"""How people size their bets: parts of the pot, times the bet before, big blinds (rules/poker.md, "Sizes").

All amounts are hundredths of a white chip; a raise is named by its total, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from bot.engine.amounts import down_to, whites

from .variants import FIXED, POT

OPENS: Final = ("2.5x", "3x", "4x")
"""What is usual before the flop while nobody has raised."""
RAISES: Final = ("3x", "pot")
"""What is usual over a raise there."""
LATER: Final = ("1/3", "1/2", "3/4", "pot", "3/2")
"""What is usual in every later round, and in all rounds of a game without blinds."""
MOST_OWN: Final = 5
"""As many sizes as somebody may have of their own, before the flop and after it."""
_SIGNS: Final = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
}  # fmt: skip
_WORDS: Final = {"half": "1/2", "third": "1/3", "quarter": "1/4", "two thirds": "2/3", "three quarters": "3/4"}
_ALL: Final = ("all", "all in", "all-in", "allin", "max", "shove", "jam")
_TIMES = re.compile(r"(?:x ?(?P<after>[\d./]+)|(?P<before>[\d./]+(?: \d+/\d+)?) ?x)")
_BLINDS = re.compile(r"(?P<n>[\d./]+(?: \d+/\d+)?) ?(?:bbs?|blinds?|big blinds?)")
_PERCENT = re.compile(r"(?P<n>\d+(?:\.\d+)?) ?%(?: ?(?:of )?(?:the )?pot)?")
_PART = re.compile(r"(?P<n>[\d.]+(?: \d+)?/\d+|[\d.]+(?= ?(?:x ?)?pot))(?: ?(?:x ?)?(?:of )?(?:the )?pot)?")


class BadSize(ValueError):
    """The text is the sentence that a player reads."""


class Size(NamedTuple):
    """A bet as people think of it."""

    kind: str
    """`pot` for a part of it, `x` for times the bet before, `bb` for big blinds, `min` or `all`."""
    times: Fraction = Fraction(1)

    def __str__(self) -> str:
        """As it can be typed, always the same of the same size."""
        if self.kind in ("min", "all"):
            return self.kind
        if self.kind == "pot":
            whole = (self.times * 100).denominator == 1
            return "pot" if self.times == 1 else f"{self.times * 100}%" if whole else f"{self.times}"
        return f"{_decimal(self.times)}{self.kind}"

    @property
    def label(self) -> str:
        """On a button, before its amount."""
        match self.kind:
            case "pot":
                return _POT.get(self.times) or f"{_decimal(self.times * 100)}%"
            case "x":
                return f"{_decimal(self.times)}×"
            case "bb":
                return f"{_decimal(self.times)} BB"
            case _:
                return "All in" if self.kind == "all" else "Min"


_POT: Final = {
    Fraction(1): "Pot", Fraction(1, 2): "½ pot", Fraction(1, 3): "⅓ pot", Fraction(2, 3): "⅔ pot",
    Fraction(1, 4): "¼ pot", Fraction(3, 4): "¾ pot", Fraction(3, 2): "1½ pot", Fraction(2): "2 pot",
}  # fmt: skip


def _decimal(n: Fraction) -> str:
    return f"{float(n):.4g}"


def read_size(text: str) -> Size | None:
    """What somebody types who thinks of the pot, the bet before or the blinds: `3x`, `3bb`, `75%`, `2/3 pot`, `half`,
    `½`, `pot`, `min`, `all`. None if it is none of these, such as a plain amount."""
    typed = " ".join(text.lower().replace("×", "x").replace("−", "-").replace(",", ".").split()).rstrip(".!")
    typed = re.sub(r"(?<=\d)(?=[½⅓⅔¼¾⅕⅖⅗⅘])", " ", typed)
    plain = re.fullmatch(r"\d+ [½]", typed) is not None  # 2½ is an amount
    for sign, spelt in _SIGNS.items():
        typed = typed.replace(sign, spelt)
    for word, spelt in _WORDS.items():
        typed = re.sub(rf"^(?:a )?{word}\b", spelt, typed)
    if typed in _ALL:
        return Size("all")
    if typed in ("min", "least"):
        return Size("min")
    if typed in ("pot", "the pot"):
        return Size("pot")
    for pattern, kind, part in ((_TIMES, "x", 1), (_BLINDS, "bb", 1), (_PERCENT, "pot", 100), (_PART, "pot", 1)):
        if (found := pattern.fullmatch(typed)) and not (pattern is _PART and plain):
            spelt = next(each for each in found.groups() if each is not None)
            return None if (n := _number(spelt)) is None else Size(kind, n / part)
    return None


def _number(spelt: str) -> Fraction | None:
    """A number with a fraction, as in `1 1/2`; None if it is none, or out of all reason."""
    try:
        n = sum((Fraction(word) for word in spelt.split()), Fraction(0))
    except (ValueError, ZeroDivisionError):
        return None
    return n if 0 < n <= 10_000 else None


def read_own(text: str) -> str:
    """Up to five sizes of one's own as they are kept, from what was typed: "2.5x 3x pot". Raises BadSize."""
    typed = re.sub(r"[;|]|, ", " ", text.strip())
    typed = re.sub(r"(?i)\ball[ -]in\b", "all", re.sub(r"(?i)(?<=[\d½⅓⅔¼¾]) (?=pot\b)", "", typed))
    found: list[Size] = []
    for word in typed.split():
        size = read_size(word)
        if size is None:
            raise BadSize(f"“{word[:20]}” is no size; write some like 2.5x, 3bb, 33%, 1/2, pot or all.")
        if size not in found:
            found.append(size)
    if len(found) > MOST_OWN:
        raise BadSize(f"You may have {MOST_OWN} sizes at most.")
    return " ".join(map(str, found))


class Sizes(NamedTuple):
    """What sizes come to for one bet or raise."""

    limit: str
    least: int
    most: int
    """The highest that is legal, all-in or the limit."""
    all_in: int
    """What it would be with the whole stack."""
    stack: int
    chip: int
    pot: int
    """What lies in the middle once the bet before is called."""
    to: int
    """The bet that it comes on top of; nothing for an opening bet."""
    blind: int
    """The big blind."""
    posted: bool
    """Whether this is the round in which blinds were posted."""
    raised: bool
    """Whether somebody has bet or raised in this round."""

    def __call__(self, text: str) -> int | None:
        """An amount in the words of `read_size`; None for any other text."""
        size = read_size(text)
        return None if size is None else self.of(size)

    def of(self, size: Size) -> int:
        """What a size comes to: in whole chips, parts rounded up, the pot itself down."""
        match size.kind:
            case "min":
                return self.least
            case "all":
                return self.most
            case "x":
                wanted = size.times * (self.to or self.blind)
            case "bb":
                wanted = size.times * self.blind
            case _:
                wanted = self.to + size.times * self.pot
                if size.times == 1:
                    return down_to(int(wanted), self.chip)
        return -(-wanted // self.chip) * self.chip

    def asks(self, amount: int) -> str | None:
        """What is asked about a typed amount that is more than half of the stack; None of a smaller one."""
        left = self.all_in - amount
        if 2 * left >= self.stack:
            return None
        if not left:
            return f"All in with {whites(self.stack)}?"
        return f"{'Raise to' if self.to else 'Bet'} {whites(amount)} (all but {whites(left)} of your stack)?"

    def usual(self) -> Sequence[str]:
        """The sizes that are usual now."""
        if not self.posted:
            return LATER
        return RAISES if self.raised else OPENS

    def buttons(self, own: str = "") -> Iterator[tuple[str, int]]:
        """Labels with their amounts, the least first, for these sizes of one's own or the usual ones. Equal and illegal
        ones fall away; all-in is always there, where it may be bet, and the least while fewer than five stand."""
        if self.least == self.all_in:
            yield f"All in {whites(self.stack)}", self.least
            return
        if self.limit == FIXED or self.least == self.most:
            yield f"{'Raise to' if self.to else 'Bet'} {whites(self.least)}", self.least
            return
        sizes = [size for word in (own.split() or self.usual()) if (size := read_size(word)) is not None]
        found: dict[int, str] = {}
        for size in sizes:
            if self.least <= (n := self.of(size)) <= self.most and n < self.all_in:
                found.setdefault(n, size.label)
        if len(found) < MOST_OWN:
            found.setdefault(self.least, "Min")
        top = "All in" if self.most == self.all_in else "Pot" if self.limit == POT else "Max"
        found.setdefault(self.most, top)
        for n in sorted(found):
            yield f"{found[n]} {whites(self.stack if n == self.all_in else n)}", n
