"""Who has brought what to a table and how they stand, in lines that fit a phone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import signed, whites
from bot.store import Moved
from bot.table.brought import Brought, Sheet
from bot.table.open_table import OpenTable
from bot.table.state import DEAL

LISTED = 8
"""As many of somebody's buy-ins are told each with its time: the first ones and the last."""


def text(s: OpenTable, sheet: Sheet) -> str:
    """A line for everybody with what they have won or lost, and one with each buy-in and what they took home."""
    when = ", as this hand found it" if s.phase == DEAL else ""
    lines = [f"**Who has brought what**{when}:"]
    for one in sheet.people:
        if not one.house:
            lines += [f"{one.name} **{signed(one.net)}** · {_stands(one)}", f"-# {_each(one.moved)}"]
    if houses := [one for one in sheet.people if one.house]:
        lines.append(f"House players **{signed(sum(one.net for one in houses))}**")
    if sheet.house:
        lines.append(f"The house **{signed(sheet.house)}**")
    if sheet.lies:
        lines.append(f"In the pot {whites(sheet.lies)}")
    return "\n".join(lines)


def _stands(one: Brought) -> str:
    bought = [m.amount for m in one.moved if m.amount > 0]
    times = f" in {len(bought)} buy-ins" if len(bought) > 1 else ""
    stands = f"has {whites(one.stack)}" if one.seat is not None else f"left with {whites(-_last(one.moved))}"
    return f"{stands}, brought {whites(sum(bought))}{times}"


def _last(moved: Sequence[Moved]) -> int:
    """What somebody took home who has left: nothing, where the last that moved was a buy-in."""
    return min(0, moved[-1].amount)


def _amount(amount: int) -> str:
    return whites(amount) if amount > 0 else f"out {whites(-amount)}"


def _each(moved: Sequence[Moved]) -> str:
    told = [f"{_amount(one.amount)} <t:{one.at // 1000}:t>" for one in moved]
    if len(told) > LISTED:
        between = moved[LISTED // 2 : -LISTED // 2]
        told[LISTED // 2 : -LISTED // 2] = [f"… {len(between)} more, {signed(sum(m.amount for m in between))} …"]
    return " · ".join(told)
