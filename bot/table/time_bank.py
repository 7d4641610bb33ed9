"""Time banks: what people have beside their turn clock for a whole match (rules/dealing.md, section 13).

How much there is stands on the chair and is stored with the table. It runs where the turn clock has run out, and
whatever ends the turn stops it (`OpenTable.set_turns`).
"""

from __future__ import annotations

from bot.engine.piles import Seat
from bot.engine.traits import TimeBank

from .open_table import OpenTable
from .state import DEAL


def begin(s: OpenTable) -> None:
    """Changes the table: a match begins, and what people had in the last one is over."""
    found = s.game.trait(TimeBank)
    s.banks_grew = 0 if found is not None and found.holds(s.options) and not s.taught else None
    for chair in s.chairs:
        chair.bank, chair.bank_since = None, None


def hand_out(s: OpenTable) -> None:
    """Changes the table: before a deal everybody who has come to the match since the last one gets their bank."""
    found = s.game.trait(TimeBank)
    if found is None or s.banks_grew is None:
        return
    for chair in s.chairs:
        if chair.user is not None and chair.bank is None:
            chair.bank = found.begins_with * 1000


def dealt(s: OpenTable, players: int) -> None:
    """Changes the table: a deal with this many players is over; with it the button may have gone round."""
    found = s.game.trait(TimeBank)
    if found is None or s.banks_grew is None:
        return
    s.banks_grew += 1
    if s.banks_grew < players:
        return
    s.banks_grew = 0
    for chair in s.chairs:
        if chair.bank is not None:
            chair.bank = min(found.most * 1000, chair.bank + found.each_orbit * 1000)


def left(s: OpenTable, seat: Seat) -> int:
    """How much time this seat has beside the turn clock that runs for it, in ms; 0 if none, and while it runs."""
    chair, deal, turn = s.chairs[seat], s.deal, s.turns.get(seat)
    if not chair.bank or chair.bank_since is not None or chair.absent or turn is None or not turn.until:
        return 0
    if s.phase != DEAL or deal is None or deal.ask is None or s.game.real_time or s.waits_for_cut:
        return 0
    # A question with a time of its own is none to think about for longer, and who is hushed is waited for in secret.
    return chair.bank if isinstance(deal.ask.clock, str) and deal.ask.seem_waited_for is None else 0


def may_begin(s: OpenTable, seat: Seat) -> bool:
    """Whether the time bank of this seat runs now: its turn clock has run out, and there is some."""
    turn = s.turns.get(seat)
    return turn is not None and turn.until <= s.now() and left(s, seat) > 0


def run(s: OpenTable, seat: Seat) -> None:
    """Changes the table: from now on the seat has all of its bank for the turn that it is in, and keeps what it leaves
    of it."""
    now, chair = s.now(), s.chairs[seat]
    chair.bank_since = now
    s.turns[seat] = s.turns[seat]._replace(until=now + (chair.bank or 0))
