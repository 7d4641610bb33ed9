"""How a table lies and what a deal has come to, as a game tells it; its `Words` make pictures of that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.options import changed
from bot.engine.piles import Seat
from bot.engine.view import View
from card_art import scene as art

from .sentences import Who


@dataclass(frozen=True)
class Layout:
    """How a table lies, as its game tells it; `Words.scene` makes the picture of it."""

    centre: tuple[art.Piece, ...] = ()
    corner: tuple[str, ...] = ()
    stage: str = ""
    """Behind the number of the deal: "trick 6"."""
    foot_left: tuple[str, ...] | None = None
    """By itself the options that are not at their default."""
    foot_right: str = ""
    seats: tuple[art.Seat, ...] | None = None
    """By itself everybody's plate."""
    board: art.Board | None = None
    title: str = ""
    subtitle: str = ""


def turned(view: View, who: Who) -> list[Seat]:
    """Seats in the order of the picture: the viewer at the bottom, the others clockwise."""
    first = who.viewer if 0 <= who.viewer < view.seats else 0
    return [(first + i) % view.seats for i in range(view.seats)]


def seat_scene(
    view: View, who: Who, seat: Seat, line: str, *, hand: bool = True, marks: Sequence[str] = (), **more: Any
) -> art.Seat:
    """A seat's plate with what every game has: name, tags, whose turn, dealer, cards. `marks` are tags of the game's
    own; they come first."""
    waiting = seat in view.waits_for
    ready = seat in view.facts.get("ready", ())
    tags = [*(["TO PLAY"] if waiting else []), *(["READY"] if ready else []), *(who.tags[seat] if who.tags else ())]
    if seat not in view.players and "EMPTY" not in tags:
        tags.append("OUT")
    held = view.pile(f"hand {seat}") if hand else ()
    if seat == who.viewer:
        held = tuple(None for _ in held)  # one's own cards lie below, large
    usual: dict[str, Any] = {
        "name": who(seat), "line": line, "tags": (*marks, *dict.fromkeys(tags)), "active": waiting,
        "dealer": seat == view.dealer, "dim": seat not in view.players, "hand": held, "bet": view.wagers[seat],
        "number": seat,
    }  # fmt: skip
    return art.Seat(**(usual | more))


def options_lines(view: View) -> tuple[str, ...]:
    """The options that are not at their default, for the corner of the picture."""
    return tuple(changed(view.options)[:3])


def chips_plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """A seat with its stack, where nothing more is to be said of it."""
    return seat_scene(view, who, seat, f"{whites(view.stacks[seat])} chips")


# ---- after a deal ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What a deal has come to, as its game tells it; `Words.results` makes the picture of it."""

    columns: Mapping[str, Callable[[Seat], str]] = field(default_factory=dict)
    """Headings, and what stands below them for a seat."""
    order: Sequence[Seat] | None = None
    """The best first; by itself the richest."""
    place: Callable[[Seat], str] = lambda seat: "–"
    won: Collection[Seat] = ()
    cards: Mapping[Seat, Sequence[Card]] = field(default_factory=dict)
    """What lies open beside a name."""
    tags: Mapping[Seat | None, tuple[str, ...]] = field(default_factory=dict)
    """What stands on a seat's plate besides."""
    badge: Callable[[Seat], int] = lambda seat: seat
    """The number by which a seat has its colour."""
    moved: bool = True
    """In a game for chips, the last columns are what the deal has moved, and the stacks."""
    note: str = ""
    banner: str | None = None
    title: str = ""
    subtitle: str = ""
    boards: tuple[tuple[str, art.Board], ...] = ()


def in_order(worth: Sequence[int], *, lowest: bool = False) -> list[Seat]:
    """The seats, the one with the most first."""
    return sorted(range(len(worth)), key=lambda seat: worth[seat] if lowest else -worth[seat])


def place_by(worth: Sequence[int], *, lowest: bool = False) -> Callable[[Seat], str]:
    """Places by who has the most; equal ones share a place."""
    best_first = sorted(worth, reverse=not lowest)
    return lambda seat: str(best_first.index(worth[seat]) + 1)


def out_best(view: View, who: Who) -> str | None:
    """The banner of a match that only the stacks decide; none while it goes on."""
    best = [s.seat for s in view.standings or () if s.place == 1]
    return f"{who.do(best, 'comes', 'come')} out best." if best else None
