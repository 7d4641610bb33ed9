"""Chips by colour as they are shown: counted, in a rack, laid out before everybody (rules/dealing.md, section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.amounts import CHIPS
from bot.engine.buy_in import called, pennies
from bot.engine.chips import (
    TUBES,
    BadChips,
    Stack,
    check_rack,
    counting,
    rack,
)
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.table.chips import COUNTED, now, seat_for_chips
from bot.table.errors import Rejected
from bot.table.open_table import OpenTable
from bot.table.racks import told
from bot.table.state import CLOSED, DEAL
from card_art import scene as art

from ..words.sentences import Who

_UNSAID = ("change", "uncalled", "prize", "bounty")
"""Change is made without a word, what nobody has called was never paid, and the result tells what a match has paid."""


def shown(table: OpenTable, who: Who) -> list[str]:
    """What has just been laid out for everybody to see: split pots, large payments, of each seat in a line."""
    who = who.said
    by_seat: dict[Seat, Stack] = {}
    for one in told(table):
        if one.why not in _UNSAID:
            by_seat[one.seat] = by_seat.get(one.seat, Stack()) + one.chips
    return [f"{who(seat):gets} {called(own.amount, table.options)}: {own}." for seat, own in by_seat.items()]


def as_it_lies(s: OpenTable, seen: View, before: State) -> tuple[View, State]:
    """What a deal has come to, with the stacks as they lie now: who has bought chips since has had them all along."""
    if s.match is None or s.phase == CLOSED or not s.for_chips:
        return seen, before
    came = s.match.state.fresh | {*s.newcomers}
    same = [n for n in range(seen.seats) if n not in came and not s.chairs[n].empty]
    more = {n: s.stack_of(n) - seen.stacks[n] for n in same}

    def lie(stacks: Sequence[int]) -> tuple[int, ...]:
        return tuple(stack + more.get(n, 0) for n, stack in enumerate(stacks))

    return replace(seen, stacks=lie(seen.stacks)), replace(before, stacks=lie(before.stacks))


def laid_out(table: OpenTable, who: Who) -> art.Counting | art.Shares | None:
    """What the last change has laid out, as a picture that stands for a while: a stack that everybody counts along, or
    the shares of a pot. A buy-in and a payment are told in a line, and nothing else."""
    chips = [one for one in table.chip_display.chips if one.seat < len(table.chairs)]
    if chips and chips[0].why == COUNTED:
        seat, amount = chips[0].seat, chips[0].amount
        return _counting(table, f"{who(seat):counts} {called(amount, table.options)}", chips[0].chips)
    by_seat: dict[Seat, Stack] = {}
    for one in chips:
        if one.why == "prize":  # out of the winner's stack, not of the pot
            continue
        by_seat[one.seat] = by_seat.get(one.seat, Stack()) + one.chips
    if len(by_seat) < 2 or table.phase == DEAL:
        return None  # while cards are in play these are looked at
    shares = tuple(
        art.Share(
            who(s),
            tuple((CHIPS[c], n) for c, n in own if n),
            called(own.amount, table.options),
            s,
            who.avatar(s),
        )
        for s, own in by_seat.items()
    )
    title = table.night.name if table.night is not None else table.game.title
    return art.Shares(title, "The pot is shared", shares, pennies(table.options))


def counted(table: OpenTable, user: int) -> tuple[str, art.Counting]:
    """Somebody's own stack laid out to be counted, in words and as a picture. Raises Rejected."""
    seat = seat_for_chips(table, user)
    stack = now(table, seat)
    picture = _counting(table, f"{table.chairs[seat].name}'s chips", stack)
    lines = [f"**Your chips** at {table.game.title}: {picture.subtitle}", *(row.text for row in picture.rows)]
    return "\n".join(lines), picture


def racked(table: OpenTable, user: int, colour: str, capacity: int) -> tuple[str, art.Rack]:
    """Somebody's chips of one colour in the tubes of a rack, in words and as a picture. Raises Rejected."""
    seat, colour = seat_for_chips(table, user), colour.strip().lower()
    chips = now(table, seat)[colour]
    try:
        full, rest = rack(chips, capacity)
    except BadChips as bad:
        raise Rejected(str(bad)) from None
    if not chips:
        raise Rejected(f"You have no {colour} chips.")
    tubes = f"{full:,} full tube{'' if full == 1 else 's'}"
    told = f"{chips:,} {colour}: {tubes}{f' and {rest}' if rest else ''}"
    last = [min(capacity, max(0, chips - capacity * n)) for n in range(max(TUBES, full + (rest > 0)))][-TUBES:]
    picture = art.Rack(f"{table.chairs[seat].name}'s {colour} chips", told, CHIPS[colour], tuple(last), capacity)
    return f"**Your rack** at {table.game.title}: {told}", picture


def rack_checked(tubes: str, capacity: int) -> tuple[str, art.Rack]:
    """What a chip slid along a rack finds, for tubes with as many chips as were typed. Raises Rejected."""
    try:
        counts = tuple(int(count) for count in tubes.replace(",", " ").split())
        short, total = check_rack(counts, capacity)
    except ValueError as bad:
        raise Rejected(
            str(bad) if isinstance(bad, BadChips) else f"Type the chips of {TUBES} tubes: 20 20 19 20 20."
        ) from None
    found = "Every tube is full" if not short else f"Tube {short[0]} is short"
    if len(short) > 1:
        found = f"Tubes {', '.join(map(str, short[:-1]))} and {short[-1]} are short"
    told = f"{found}: {total} chips"
    return f"**The rack:** {told}.", art.Rack("The rack", told, CHIPS["red"], counts, capacity)


def _counting(table: OpenTable, title: str, stack: Stack) -> art.Counting:
    sign = "¢" if pennies(table.options) else ""
    rows = tuple(art.Counted(CHIPS[r.colour], r.stacks, r.height, r.loose, f"{r}{sign}") for r in counting(stack))
    worth = f"{called(stack.amount, table.options)} in {stack.chips:,} chip{'' if stack.chips == 1 else 's'}"
    return art.Counting(title, worth, rows, pennies(table.options))
