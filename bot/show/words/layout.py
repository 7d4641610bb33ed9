"""How a table lies and what a deal has come to, as a game tells it; its `Words` make pictures of that."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.facts import HAND, READY
from bot.engine.options import changed
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from card_art import scene as art

from .sentences import Who, cards_in, cards_named

NO_FOOT: tuple[str, ...] = ()


@dataclass(frozen=True)
class Layout:
    """How a table lies, as its game tells it; `Words.scene` makes the picture of it."""

    centre: tuple[art.Piece, ...] = ()
    corner: tuple[str, ...] = ()
    stage: str = ""
    """Behind the number of the deal: "trick 6"."""
    foot: tuple[str, ...] | None = None
    """Small lines at the foot of the picture; by default the options that are not at their default."""
    seats: tuple[art.Seat, ...] | None = None
    """By default everybody's plate."""
    board: art.Board | None = None
    title: str = ""
    subtitle: str = ""
    inset: tuple[str, tuple[Card, ...]] | None = None
    """What lay there before, small in the corner: "Last trick: Bo"."""
    moved: art.LastMove | bool = True
    """Who has moved last; by default what the last events say. False where the board itself tells it."""
    felt: tuple[art.FeltPanel, ...] = ()
    """What the free felt says besides, the most important first."""


@dataclass(frozen=True)
class HandLayout:
    """How a player's own cards lie where some of them belong together, or leave places empty."""

    groups: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] = ()
    """Those that belong to none."""
    name: str = ""
    """What these are called, and what they come to: "deadwood", "13"."""
    count: str = ""
    note: str = ""
    """A line beneath."""
    gaps: tuple[tuple[int, str], ...] = ()
    """The empty places, and what belongs there; then the row is drawn without any card, too."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them in order."""
        return (*(c for group in self.groups for c in group), *self.rest)

    @property
    def begins(self) -> frozenset[int]:
        """The indices of those with which a group or the rest begins, but for the very first."""
        ends = [*accumulate(map(len, self.groups))]
        return frozenset(ends if self.rest else ends[:-1])


def turned(view: View, who: Who) -> list[Seat]:
    """Seats in the order of the picture: the viewer at the bottom, the others clockwise."""
    seats = view.seats
    first = who.viewer if 0 <= who.viewer < seats else 0
    return [(first + i) % seats for i in range(seats)]


def seat_scene(
    view: View, who: Who, seat: Seat, line: str, *, hand: bool = True, marks: Sequence[str] = (), asks: str = "",
    **more: Any,
) -> art.Seat:  # fmt: skip
    """A seat's plate with what every game has: name, tags, whose turn, dealer, cards. `marks` are tags of the game's
    own; they come first. `asks` is what it is to do, if it is waited for."""
    waiting = seat in view.waits_for
    ready = seat in view.fact(READY, ())
    own = who.tags[seat] if who.tags else ()
    tags = [*(["TO PLAY"] if waiting else []), *(["READY"] if ready else [])]
    tags += [tag for tag in own if waiting or tag != art.BANK]  # a panel that shows no turn of another shows no bank
    if seat not in view.players and "EMPTY" not in tags:
        tags.append("OUT")
    held = view.pile(HAND.of(seat)) if hand else ()
    if seat == who.viewer:
        held = tuple(None for _ in held)  # one's own cards lie below, large
    usual: dict[str, Any] = {
        "name": who(seat), "line": line, "tags": (*marks, *dict.fromkeys(tags)), "active": waiting,
        "dealer": seat == view.dealer, "dim": seat not in view.players, "hand": held, "bet": view.wagers[seat],
        "number": seat, "you": seat == who.viewer, "face": who.avatar(seat), "asks": asks if waiting else "",
    }  # fmt: skip
    return art.Seat(**(usual | more))


def options_lines(view: View) -> tuple[str, ...]:
    """The options that are not at their default, for the corner of the picture."""
    return _changed(view.options)


@lru_cache(256)
def _changed(options: Hashable) -> tuple[str, ...]:
    """They stay the same for a whole match."""
    return tuple(changed(options)[:3])


_NARROW = 8
"""Where more sit at a table, their plates have no room for the word."""


def chips_line(view: View, seat: Seat) -> str:
    """A seat's stack: "96 chips"."""
    return f"{whites(view.stacks[seat])}{' chips' if len(view.stacks) <= _NARROW else ''}"


def chips_plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """A seat with its stack, if nothing more is to be said of it."""
    return seat_scene(view, who, seat, chips_line(view, seat))


# ---- who has moved last ------------------------------------------------------------------------------


_SENTENCE = re.compile(r"(?<=[.!…])\s|\n")
_IN_A_TURN = 2
"""As many things are told that somebody has done in one turn: the last ones."""


class _Did(NamedTuple):
    by: Seat
    said: str
    cards: tuple[Card, ...]


def person(who: Who, seat: Seat) -> art.Person:
    """A player where their face stands for them."""
    return art.Person(who(seat), seat, who.avatar(seat))


def last_move(events: Sequence[Event], who: Who, say: Callable[[Event, Who], str | None]) -> art.LastMove | None:
    """The last turn in these events, which the viewer has seen; None before the first one. `say` has the sentence for
    an event."""
    turn = list[_Did]()
    for event in reversed(events):
        did = _did(event, who, say)
        if did is None:
            if turn and say(event, who):
                break  # something lies between one turn and the next
            continue
        if len(turn) == _IN_A_TURN or (turn and did.by != turn[0].by):
            break
        turn.append(did)
    if not turn:
        return None
    last, *before = turn
    first = before[0] if before and before[0].cards else _Did(last.by, "", ())  # without a card it says little
    return art.LastMove(person(who, last.by), last.said, first.said, last.cards, first.cards)


def _did(event: Event, who: Who, say: Callable[[Event, Who], str | None]) -> _Did | None:
    """What somebody has done, if that is what an event tells: its sentence begins with their name."""
    by = getattr(event, "seat", getattr(event, "by", None))
    if not isinstance(by, int):
        return None
    said, name = (say(event, who) or "").replace("**", ""), str(who(by))
    if not said.startswith((f"{name} ", f"{name}: ")):
        return None
    first = _SENTENCE.split(said.removeprefix(name).strip(" :"), maxsplit=1)[0].rstrip(".!… ")
    return _Did(by, first, cards_in(event) or cards_named(first))


# ---- after a deal ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What a deal has come to, as its game tells it; `Words.results` makes the picture of it."""

    hands: Mapping[Seat, Sequence[art.ResultHand]] = field(default_factory=dict)
    """The cards of each seat as they lie at the end."""
    told: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    """One or two lines beside them."""
    stamps: Mapping[Seat, art.Stamp] = field(default_factory=dict)
    """What has become of each seat, in a word."""
    net: Sequence[int] | None = None
    """What the deal has brought each seat, in hundredths of a white; by default the chips that it moved."""
    change: Callable[[Seat], str] | None = None
    """The same in words; by default the chips that it moved, in a game for chips."""
    total: Callable[[Seat], str] | None = None
    """The current total; by default the stack, in a game for chips."""
    headings: Sequence[str] = ()
    """Above cards and totals in turn: all hands stand on common lines then."""
    order: Sequence[Seat] | None = None
    """The best first; by default by places at the end of a match, otherwise by what the deal has moved."""
    won: Collection[Seat] = ()
    unplaced: bool = False
    """Only the winner has a place: the order of the others is not part of the game."""
    tags: Mapping[Seat | None, tuple[str, ...]] = field(default_factory=dict)
    """What stands beside a name besides."""
    out: Mapping[str, Sequence[Seat]] = field(default_factory=dict)
    """Who took no part, and how that is called: they stand in one line below, unless the match has ended."""
    dealer: art.ResultRow | None = None
    """Cards that are nobody's, above all others."""
    rows: Callable[[Seat, art.ResultRow], Sequence[art.ResultRow]] = lambda seat, row: in_parts(row)
    """What is made of a seat's usual row: one of another colour, or that of its side above it."""
    note: str = ""
    banner: str | None = None
    title: str = ""
    subtitle: str = ""
    stage: str = ""
    """Behind the number of the deal: "11½ in the pot"."""
    boards: tuple[tuple[str, art.Board], ...] = ()


_HANDS_IN_A_ROW = 2


def in_parts(row: art.ResultRow) -> list[art.ResultRow]:
    """Of somebody who has split again and again, more rows below the first."""
    hands = [row.hands[n : n + _HANDS_IN_A_ROW] for n in range(0, len(row.hands), _HANDS_IN_A_ROW)]
    more = [art.ResultRow("", hands=part, quiet=True, winner=row.winner) for part in hands[1:]]
    return [replace(row, hands=hands[0]), *more] if more else [row]


def below(side: art.ResultRow, row: art.ResultRow) -> list[art.ResultRow]:
    """Somebody's row below that of their side; of a side of one, the cards alone."""
    if side.name != row.name:
        return [side, *in_parts(row)]
    return [side, *(in_parts(replace(row, name="", stamp=None)) if row.hands else ())]


WIN, LOSE = art.Stamp("WIN", "gold"), art.Stamp("LOSE", "crimson")


def moved(view: View, before: State) -> list[int]:
    """What the deal has brought each seat, in hundredths of a white."""
    return [now - then for now, then in zip(view.stacks, before.stacks, strict=True)]


def ahead(net: Sequence[int], takers: Sequence[Seat]) -> list[Seat]:
    """Who has won: those with more chips than before, for a part of a pot may cost more than it brings. If nobody has
    more, the players who took something."""
    return [seat for seat in in_order(net) if net[seat] > 0] or [*takers]


def most_won(view: View, before: State, who: Who) -> str | None:
    """The banner of a deal from which people come with more chips than before."""
    net = moved(view, before)
    won = [seat for seat in in_order(net) if net[seat] > 0]
    if not won:
        return None
    if len(won) == 1:
        return f"{who(won[0]):wins} {whites(net[won[0]])}"
    if len(won) <= 3:
        return f"{who.all(won)} win"
    if net[won[0]] > net[won[1]]:
        return f"{who(won[0]):wins the most}, {whites(net[won[0]])}"
    return "Everybody wins" if len(won) == len(view.players) else f"{len(won)} of {len(view.players)} win"


def in_order(worth: Sequence[int], *, lowest: bool = False) -> list[Seat]:
    """The seats, the one with the most first."""
    return sorted(range(len(worth)), key=lambda seat: worth[seat] if lowest else -worth[seat])


def out_best(view: View, who: Who) -> str | None:
    """The banner of a match that only the stacks decide; none while it goes on."""
    best = [s.seat for s in view.standings or () if s.place == 1]
    if len(best) == len(view.standings or ()) > 1:
        return "All come out even"
    return f"{who.do(best, 'comes', 'come')} out best" if best else None
