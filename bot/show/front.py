"""The buttons that stand in front at every table: to begin, to join, and to see what else there is."""

from __future__ import annotations

from dataclasses import replace

from bot.table.session import Session

from .controls import Button, ButtonStyle, button_id


def button(s: Session, verb: str, label: str, style: ButtonStyle = "secondary", arg: str = "", *,
           sure: bool = False) -> Button:  # fmt: skip
    """A control of the table itself; at a night it belongs to the game that is named next."""
    drawn = s.night.picks if s.night is not None else 0
    return Button(button_id(s.id, drawn, f"{'!' if sure else ''}@{verb}", arg), label, style)


def begin(s: Session) -> list[Button]:
    """How the first deal begins: with those who are here where they are enough, and with house players."""
    play = button(s, "play", "Play now", "primary")
    if len(s.taken) < s.seats.start or s.seats[-1] == 1:
        return [play]
    start = button(s, "start", "Start", "primary")
    return [start, replace(play, style="secondary")] if len(s.taken) < s.usual_size else [start]


def join(s: Session) -> list[Button]:
    """Nobody joins a table for one."""
    return [] if s.seats[-1] == 1 else [button(s, "join", "Join" if s.free_chair() is not None else "Queue up")]


def more(s: Session) -> Button:
    """What is not pressed in every minute."""
    return button(s, "more", "More…")
