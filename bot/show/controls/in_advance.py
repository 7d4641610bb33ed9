"""What a player not on turn may press: what they will do then, and what holds from now on. On their own panel alone."""

from __future__ import annotations

from bot.engine.piles import Seat
from bot.engine.traits import Basis
from bot.table import ahead
from bot.table.open_table import OpenTable
from bot.table.state import BETWEEN, DEAL

from .components import Control, Menu, Option
from .control_id import AT_TABLE, menu_id
from .table_controls import button

VERB, HOLDS = "ahead", "from-now"
SIT_OUT, LEAVE, ALWAYS = "sit-out", "leave", "always"


def buttons(s: OpenTable, seat: Seat) -> list[Control]:
    """The wishes; the one that is made stands out, and takes itself back."""
    if s.paused or seat in s.turns:
        return []
    made, found = s.chairs[seat].wish, list[Control]()
    for wish in ahead.wishes(s, seat):
        chosen = made is not None and made.name == wish.name
        label, arg = f"✓ {wish.label}" if chosen else wish.label, spelt(s, wish.name, wish.basis)
        found.append(button(s, VERB, label, "success" if chosen else "secondary", arg))
    return found


def spelt(s: OpenTable, name: str, basis: Basis) -> str:
    """A wish as its button carries it: in which deal, what, and what it depends on."""
    return ".".join((str(s.deals_begun), name, *map(str, basis)))


def read_wish(arg: str) -> tuple[int, str, Basis] | None:
    """The same by its parts; None if it is none."""
    deal, *rest = arg.split(".")
    if not rest or not all(part.isdecimal() for part in (deal, *rest[1:])):
        return None
    return int(deal), rest[0], tuple(map(int, rest[1:]))


def menu(s: OpenTable, seat: Seat) -> list[Control]:
    """What holds from now on: for hands that need not be shown, and whether one is dealt in, or gets up."""
    found, chair = ahead.choices(s), s.chairs[seat]
    if found is None or s.paused or seat in s.turns or s.phase not in (DEAL, BETWEEN):
        return []
    options = [Option(label, f"{ALWAYS}.{name}", name == chair.always) for name, (label, _) in found.always.items()]
    if chair.always:
        options.append(Option("Ask me each time", f"{ALWAYS}."))
    if not (s.knockout or s.bound):
        options.append(Option("Deal me in again" if chair.sits_out else "Sit out from the next hand on", SIT_OUT))
    if s.phase == DEAL:
        options.append(Option("Stay after all" if chair.leaving else "Leave after this hand", LEAVE))
    return [Menu(menu_id(s.id, 0, f"{AT_TABLE}{HOLDS}"), "In advance…", tuple(options))]


def lines(s: OpenTable, seat: Seat) -> list[str]:
    """What the owner of the seat has said in advance, and why it was taken back."""
    chair = s.chairs[seat]
    found = [chair.taken_back]
    if chair.wish is not None:
        found.append(f"**{chair.wish.label}** {'in a moment' if seat in s.turns else 'when your turn comes'}.")
    if ahead.choices(s) is not None and chair.sits_out and s.phase == DEAL:
        found.append("You sit out from the next hand on.")
    return [line for line in found if line]


def marks(s: OpenTable, seat: Seat) -> tuple[object, ...]:
    """What makes a panel worth writing again that shows this."""
    if ahead.choices(s) is None:
        return ()
    chair, on_turn = s.chairs[seat], seat in s.turns
    labels = () if on_turn else tuple(wish.label for wish in ahead.wishes(s, seat))
    return labels, chair.wish, chair.taken_back, chair.always, chair.sits_out, tuple(s.ready)
