"""The lines under every table, whatever is played: who waits to play, what somebody asks, and the newest seal."""

from __future__ import annotations

from bot.table import undo
from bot.table.names import escaped
from bot.table.session import CLOSED, DEAL, Session

from .controls import Button, Control, button_id
from .sentences import Who

SHOWN = 32
"""So many hex digits of a commit stand under the table: 128 bits, too many for anybody to prepare two packs that share
them."""


def queue_line(session: Session, deal: str = "deal") -> str:
    """Who waits to be dealt in, or for a seat, the first first; nothing where nobody does."""
    lines: list[str] = []
    if session.phase == DEAL and (new := [session.chairs[seat].said for seat in session.newcomers]):
        lines.append(f"Dealt in with the next {deal}: {', '.join(new)}.")
    if session.queue:
        lines.append(f"In the queue: {', '.join(escaped(waits.name) for waits in session.queue)}.")
    return " ".join(lines)


def undo_buttons(s: Session) -> list[Control]:
    """What the others answer when somebody asks to take a move back."""
    if s.undo is None or s.paused:
        return []
    return [
        Button(button_id(s.id, 0, "@undo-yes"), "Let them take it back", "success"),
        Button(button_id(s.id, 0, "@undo-no"), "Play on"),
    ]


def undo_line(s: Session, who: Who) -> str:
    """What is asked, or what has just come of it; nothing as a rule."""
    if s.undo is None:
        return s.notice
    return f"{who.said(s.undo.seat)} asks to take the last move back; {who.said.all(undo.missing(s))} must agree."


def seal_line(session: Session) -> str:
    """The commit of the newest shuffle, as it stays under the table until there is another one."""
    seal = session.match.seal if session.match is not None else None
    table = f" table:{session.id}" if session.phase == CLOSED else ""
    return f"-# Sealed {seal.commit[:SHOWN]}… · `/table proof{table}`" if seal is not None else ""
