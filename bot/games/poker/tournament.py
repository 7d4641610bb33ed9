"""What a freezeout remembers from deal to deal besides places: its levels' clock, bounties, and chips that are bought
in the middle of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.amounts import YELLOW, BadAmount, down_to, read_amount, whites
from bot.engine.events import Event
from bot.engine.options import BadOption
from bot.engine.piles import Seat
from bot.engine.table import Paid

STACK = "stack"
"""An add-on as large as what everybody began with."""
MOST_PART = 50
"""Of a buy-in, in per cent, as much may be a bounty."""


class Wish(NamedTuple):
    """Somebody has said that they buy chips before the next deal. Amounts are hundredths of a white chip."""

    seat: Seat
    rebuy: int
    """For somebody who has lost everything; otherwise nothing."""
    add_on: int
    before: int
    """Their stack when they said so: what has come to it by the next deal was bought."""
    by: tuple[Seat, ...] = ()
    """Who has knocked them out, if they cannot pay."""


class Knocked(NamedTuple):
    """Who has taken the last chips of a seat."""

    seat: Seat
    by: tuple[Seat, ...]
    """From the dealer's left; several have won equal parts of the pot in which they lay."""


@dataclass(frozen=True)
class Tournament:
    """Public. Amounts are hundredths of a white chip."""

    began: int | None = None
    """The table time at which the first deal began, in ms."""
    level: int = 0
    """That of the last deal, from 0."""
    price: int = 0
    """What everybody has begun with, the bounty too."""
    chip: int = YELLOW
    """The smallest chip of the first level: prizes and bounties are whole ones, and so stand from the first hand on."""
    bounty: int = 0
    """What lies on each head."""
    aside: int = 0
    """How much of the splash is bounties, won or still to be won: no chips in play."""
    won: tuple[tuple[Seat, int], ...] = ()
    """The bounties that each seat has won so far; they are added to its stack at the end."""
    knocked: tuple[Knocked, ...] = ()
    """Who has lost everything in the deal that runs."""
    wishes: tuple[Wish, ...] = ()
    """What is to be bought before the next deal."""
    rebuys: tuple[Seat, ...] = ()
    """Who has bought again, once for each time."""
    closed: bool = False
    """Nobody may buy again any more."""
    bubble: bool = False
    """It has been told that one more knockout brings all others into the money."""
    big: Seat | None = None
    """Who was the big blind of the last deal."""

    def won_by(self, seat: Seat) -> int:
        """The bounties of a seat so far."""
        return dict(self.won).get(seat, 0)


def put_aside(told: Iterable[Event]) -> Counter[Seat]:
    """What was put aside of the stacks of a deal as bounties, by seat, before it was played."""
    found: Counter[Seat] = Counter()
    for event in told:
        if isinstance(event, Paid) and event.why == "bounty" and isinstance(event.source, int):
            found[event.source] += event.amount
    return found


# ---- options -------------------------------------------------------------------------------------


def read_bounty(typed: str) -> str:
    """A part of the buy-in, `25%`, or an amount in whites. Raises BadOption."""
    text = typed.strip().lower().replace(" ", "")
    if text in ("none", "0", "0%"):
        return ""
    if text.endswith("%"):
        part = text[:-1]
        if not part.isdecimal() or not 1 <= int(part) <= MOST_PART:
            raise BadOption(f"A bounty is 1 to {MOST_PART} % of the buy-in, or an amount.")
        return f"{int(part)}%"
    return _amount(text, "bounty")


def read_add_on(typed: str) -> str:
    """`stack`, or an amount in whites. Raises BadOption."""
    text = typed.strip().lower().replace(" ", "")
    if text in ("none", "no", "off", "0"):
        return ""
    return STACK if text in (STACK, "yes", "on") else _amount(text, "add_on")


def _amount(text: str, name: str) -> str:
    try:
        amount = read_amount(text)
    except BadAmount as bad:
        raise BadOption(f"{name}: {bad}") from None
    if amount > 100_000:
        raise BadOption(f"{name} is an amount up to {whites(100_000)}.")
    return whites(amount).replace(",", "")


def bounty_of(option: str, buy_in: int, chip: int) -> int:
    """What is put aside of each buy-in: whole chips, at most half of it."""
    if not option:
        return 0
    wanted = buy_in * int(option[:-1]) // 100 if option.endswith("%") else read_amount(option)
    return down_to(min(wanted, buy_in * MOST_PART // 100), chip)


def add_on_of(option: str, buy_in: int, bounty: int) -> int:
    """What an add-on costs, and brings: nothing if there is none."""
    if not option:
        return 0
    return buy_in - bounty if option == STACK else read_amount(option)
