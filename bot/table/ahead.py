"""Moves in advance: what a player not on turn wishes to do then, and what becomes of it (rules/dealing.md, section 10).

A wish is a part of the table's state and none of the deal's: its log knows only the move that was made. Nobody but its
player learns of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine.moments import stands
from bot.engine.offers import Move
from bot.engine.piles import Seat
from bot.engine.traits import InAdvance, Wish
from bot.engine.view import view

from .chairs import Chair, Wished
from .open_table import OpenTable
from .state import DEAL


def trait(s: OpenTable) -> InAdvance | None:
    """How this is done in the deal that runs; None where it is not."""
    found, deal = s.game.trait(InAdvance), s.deal
    if found is None or deal is None or s.phase != DEAL or deal.ask is None:
        return None
    return found if deal.rules >= found.rules else None


def wishes(s: OpenTable, seat: Seat) -> Sequence[Wish]:
    """What the player on this seat may wish for now."""
    found, deal = trait(s), s.deal
    if found is None or deal is None or seat >= deal.table.seats or s.chairs[seat].absent or stands(deal.ask):
        return ()
    return found.wishes(view(deal, seat))


def choices(s: OpenTable) -> InAdvance | None:
    """What may be chosen for good at this table; None where nothing may."""
    found = s.game.trait(InAdvance)
    return found if found is not None and found.always else None


def look(s: OpenTable, moved: Collection[Seat]) -> None:
    """Changes the table: after rows of a deal, wishes of these seats that have moved are over, and those that do not
    hold any more are taken back; their players read why."""
    deal, found = s.deal, s.game.trait(InAdvance)
    for seat, chair in enumerate(s.chairs):
        if chair.wish is None and not chair.taken_back:
            continue
        if found is None or deal is None or deal.after is not None or seat in moved or chair.absent:
            chair.wish, chair.taken_back = None, ""
        elif chair.wish is not None and (why := found.void(view(deal, seat), chair.wish.name, chair.wish.basis)):
            take_back(chair, why)


def take_back(chair: Chair, why: str) -> None:
    """Changes the chair: its wish is void, for this reason."""
    assert chair.wish is not None
    chair.wish, chair.taken_back = None, f"“{chair.wish.label}” is taken back. {why}"


def forget(s: OpenTable) -> None:
    """Changes the table: the deal is over, and with it what was wished for in it."""
    for chair in s.chairs:
        chair.wish, chair.taken_back = None, ""


def waiting(s: OpenTable) -> list[Seat]:
    """On turn, with a wish that will be made into a move; or asked for what they have chosen for good."""
    found, deal = trait(s), s.deal
    if found is None or deal is None or deal.ask is None:
        return []
    on_turn = [seat for seat in deal.ask.waits_for if s.chairs[seat].wish is not None and not s.chairs[seat].absent]
    return on_turn or [seat for seat in deal.ask.offers if standing_move(s, seat) is not None]


def standing_move(s: OpenTable, seat: Seat) -> Move | None:
    """What this seat has chosen for good, if it is on offer now."""
    found, deal, chair = trait(s), s.deal, s.chairs[seat]
    if found is None or deal is None or deal.ask is None or chair.always not in found.always or chair.absent:
        return None
    move = found.always[chair.always][1]
    return move if deal.ask.refusal(seat, move) is None else None


def due_move(s: OpenTable, seat: Seat) -> Move | str:
    """The move that this seat's wish comes to now that its turn has come, or why there is none."""
    found, deal, wish = trait(s), s.deal, s.chairs[seat].wish
    assert found is not None and deal is not None and deal.ask is not None
    if wish is None:
        return standing_move(s, seat) or "That is over."
    seen = view(deal, seat)
    if why := found.void(seen, wish.name, wish.basis):
        return why
    move = found.move(seen, wish.name)
    return deal.ask.refusal(seat, move) or move


def said_on_turn(s: OpenTable, seat: Seat, name: str) -> Move | None:
    """The move that such a wish comes to for a player on turn; None if they are not, or it is no such wish."""
    found, deal = trait(s), s.deal
    if found is None or deal is None or seat not in s.turns or name not in found.typed:
        return None
    move = found.move(view(deal, seat), name)
    return move if deal.ask is not None and deal.ask.refusal(seat, move) is None else None


def wished(wish: Wish) -> Wished:
    """As it is stored."""
    return Wished(wish.name, wish.label, wish.basis)
