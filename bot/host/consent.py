"""What a table shows while somebody asks to take a move back."""

from __future__ import annotations

from . import undo
from .controls import Button, Control, button_id
from .session import Session
from .words import Who


def buttons(s: Session) -> list[Control]:
    """What the others answer when somebody asks to take a move back."""
    if s.undo is None or s.paused:
        return []
    return [
        Button(button_id(s.id, 0, "@undo-yes"), "Let them take it back", "success"),
        Button(button_id(s.id, 0, "@undo-no"), "Play on"),
    ]


def line(s: Session, who: Who) -> str:
    """What is asked, or what has just come of it; nothing as a rule."""
    if s.undo is None:
        return s.notice
    return f"{who.said(s.undo.seat)} asks to take the last move back; {who.said.all(undo.missing(s))} must agree."
