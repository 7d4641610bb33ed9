"""Whom a table waits for between two deals, and who waits for the table."""

from __future__ import annotations

from . import money
from .session import DEAL, Session
from .words import escaped


def nobody_plays(session: Session) -> str | None:
    """Why only house players would play for chips in the next deal, in a sentence; None where a person plays."""
    if not session.for_chips:
        return None
    here = [seat for seat in session.humans if not session.chairs[seat].stand_in]
    if not here:
        return "Everybody is away; press **Go on** when you are back."
    if any(money.stack_of(session, seat) > 0 and not session.chairs[seat].sits_out for seat in here):
        return None
    return "Nobody is left to deal in: buy chips (`/table rebuy`) or sit in (`/table sit-out`), then press **Go on**."


def queue_line(session: Session, deal: str = "deal") -> str:
    """Who waits to be dealt in, or for a seat, the first first; nothing where nobody does."""
    lines: list[str] = []
    if session.phase == DEAL and (new := [session.chairs[seat].said for seat in session.newcomers]):
        lines.append(f"Dealt in with the next {deal}: {', '.join(new)}.")
    if session.queue:
        lines.append(f"In the queue: {', '.join(escaped(name) for _, name in session.queue)}.")
    return " ".join(lines)


def place_in_queue(session: Session, user: int) -> int:
    """1 for whoever is next; 0 for somebody who does not wait."""
    return next((n for n, (waits, _) in enumerate(session.queue, 1) if waits == user), 0)
