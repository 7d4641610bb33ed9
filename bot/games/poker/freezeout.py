"""A freezeout: equal stacks, rising stakes, and prizes for the last (rules/poker.md, "End of match")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.engine.amounts import YELLOW
from bot.engine.piles import Seat
from bot.engine.state import Standing
from bot.engine.table import Table

from .forced import prizes
from .keeping import Kept, but
from .moves import Out, Prizes


def enter(t: Table, kept: Kept) -> Kept:
    """Everybody who has chips when it begins; later, whoever has left is out like one without chips."""
    if not kept.entries:
        return but(kept, entries=tuple(p for p in t.present if t.chips[p]))
    kept = but(kept, left=kept.left | (t.state.fresh & {*kept.entries}))
    gone = tuple(p for p in still_in(kept) if p in kept.left)
    return leaves(t, kept, [gone]) if gone else kept


def still_in(kept: Kept) -> list[Seat]:
    """Who is not out yet."""
    out = {p for group in kept.out for p in group}
    return [p for p in kept.entries if p not in out]


def drop_out(t: Table, kept: Kept) -> Kept:
    """After a deal: who has nothing left and no part in a pot that stays is out; the larger stack before it is placed
    higher."""
    stacks = t.state.stacks
    broke = sorted((p for p in still_in(kept) if not t.chips[p] and p not in kept.paid), key=lambda p: stacks[p])
    return leaves(t, kept, [tuple(group) for _, group in groupby(broke, key=lambda p: stacks[p])])


def leaves(t: Table, kept: Kept, groups: Sequence[tuple[Seat, ...]]) -> Kept:
    """These are out, the first group first."""
    for group in groups:
        place = len(still_in(kept)) - len(group) + 1
        kept = but(kept, out=(*kept.out, group))
        for p in group:
            t.tell(Out(p, place))
    return kept


def is_won(kept: Kept) -> bool:
    """Whether one seat is left."""
    return len(still_in(kept)) <= 1


def places(kept: Kept) -> list[tuple[int, tuple[Seat, ...]]]:
    """Everybody's place, the best first; several share one."""
    found: list[tuple[int, tuple[Seat, ...]]] = []
    place = 1
    for group in (tuple(still_in(kept)), *reversed(kept.out)):
        if group:
            found.append((place, group))
            place += len(group)
    return found


def finish(t: Table, kept: Kept) -> None:
    """The winner has all chips, and pays the places out of them; what a seat that has left would get stays with it."""
    (winner,) = still_in(kept)
    for lies in ("pot", "splash"):
        t.pay(t.chips[lies], lies, winner, "freezeout")
    each = prizes(t.chips[winner], len(kept.entries))
    paid: dict[Seat, int] = {}
    for place, group in places(kept)[1:]:
        share = sum(each[place - 1 : place - 1 + len(group)]) // len(group) // YELLOW * YELLOW
        for p in group:
            if share and p not in kept.left:
                t.pay(share, winner, p, "prize")
                paid[p] = share
    t.tell(Prizes(((winner, t.chips[winner]), *paid.items())))
    t.end_match(
        Standing(p, place, "W" if place == 1 else "L")
        for place, group in places(kept)
        for p in group
        if p not in kept.left
    )


def share_forfeits(t: Table, kept: Kept) -> None:
    """It is ended early: all who are still in keep what they have, and share what those have left who went."""
    if lies := t.chips["splash"]:
        t.split(lies, "splash", still_in(kept), "share of those who left")
