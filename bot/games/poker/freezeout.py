"""A freezeout: equal stacks, rising stakes, and prizes for the last (rules/poker.md, "End of match")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.engine.amounts import YELLOW
from bot.engine.piles import Seat
from bot.engine.state import Standing
from bot.games.poker.carried_over import PokerTable

from .carried_over import Carried, but
from .forced import prizes
from .moves import Out, Prizes


def enter(t: PokerTable, carried: Carried) -> Carried:
    """Everybody who has chips when it begins; later, a player who has left is out like one without chips."""
    if not carried.entries:
        return but(carried, entries=tuple(p for p in t.present if t.chips[p]))
    carried = but(carried, left=carried.left | (t.state.fresh & {*carried.entries}))
    gone = tuple(p for p in still_in(carried) if p in carried.left)
    return leaves(t, carried, [gone]) if gone else carried


def still_in(carried: Carried) -> list[Seat]:
    """Who is not out yet."""
    out = {p for group in carried.out for p in group}
    return [p for p in carried.entries if p not in out]


def drop_out(t: PokerTable, carried: Carried) -> Carried:
    """After a deal: who has nothing left and no part in a pot that stays is out; the larger stack before it is placed
    higher."""
    stacks = t.state.stacks
    broke = sorted((p for p in still_in(carried) if not t.chips[p] and p not in carried.paid), key=lambda p: stacks[p])
    return leaves(t, carried, [tuple(group) for _, group in groupby(broke, key=lambda p: stacks[p])])


def leaves(t: PokerTable, carried: Carried, groups: Sequence[tuple[Seat, ...]]) -> Carried:
    """These are out, the first group first."""
    for group in groups:
        place = len(still_in(carried)) - len(group) + 1
        carried = but(carried, out=(*carried.out, group))
        for p in group:
            t.tell(Out(p, place))
    return carried


def is_won(carried: Carried) -> bool:
    """Whether one seat is left."""
    return len(still_in(carried)) <= 1


def places(carried: Carried) -> list[tuple[int, tuple[Seat, ...]]]:
    """Everybody's place, the best first; several share one."""
    found: list[tuple[int, tuple[Seat, ...]]] = []
    place = 1
    for group in (tuple(still_in(carried)), *reversed(carried.out)):
        if group:
            found.append((place, group))
            place += len(group)
    return found


def finish(t: PokerTable, carried: Carried) -> None:
    """The winner has all chips, and pays the places out of them; what a seat that has left would get stays with it."""
    (winner,) = still_in(carried)
    for lies in ("pot", "splash"):
        t.pay(t.chips[lies], lies, winner, "freezeout")
    each = prizes(t.chips[winner], len(carried.entries))
    paid: dict[Seat, int] = {}
    for place, group in places(carried)[1:]:
        share = sum(each[place - 1 : place - 1 + len(group)]) // len(group) // YELLOW * YELLOW
        for p in group:
            if share and p not in carried.left:
                t.pay(share, winner, p, "prize")
                paid[p] = share
    t.tell(Prizes(((winner, t.chips[winner]), *paid.items())))
    t.end_match(
        Standing(p, place, "W" if place == 1 else "L")
        for place, group in places(carried)
        for p in group
        if p not in carried.left
    )


def share_forfeits(t: PokerTable, carried: Carried) -> None:
    """It is ended early: players still in keep what they have, and share the chips of those who left."""
    if lies := t.chips["splash"]:
        t.split(lies, "splash", still_in(carried), "share of those who left")
