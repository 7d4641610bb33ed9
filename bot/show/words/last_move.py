"""Who has moved last, and how: told from the last events that a viewer may know, in their announcements' words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.piles import SPECTATOR, Seat
from card_art import scene as art

from .sentences import Who, cards_in, cards_named

_SENTENCE = re.compile(r"(?<=[.!…])\s|\n")
_IN_A_TURN = 2
"""As many things are told that somebody has done in one turn: the last ones."""


class _Did(NamedTuple):
    by: Seat
    said: str
    cards: tuple[Card, ...]


def face(who: Who, seat: Seat) -> art.Face:
    """Somebody's face on the felt."""
    return art.Face(who(seat), seat, who.avatar(seat))


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
    first = before[0] if before else _Did(last.by, "", ())
    return art.LastMove(face(who, last.by), last.said, first.said, last.cards, first.cards)


def _did(event: Event, who: Who, say: Callable[[Event, Who], str | None]) -> _Did | None:
    """What somebody has done, if that is what an event tells: its sentence begins with their name."""
    by = getattr(event, "seat", getattr(event, "by", None))
    if not isinstance(by, int):
        return None
    # Of the viewer, too, it is told as of anybody: the name stands above it.
    reader = replace(who, viewer=SPECTATOR) if by == who.viewer else who
    said, name = (say(event, reader) or "").replace("**", ""), str(reader(by))
    if not said.startswith((f"{name} ", f"{name}: ")):
        return None
    first = _SENTENCE.split(said.removeprefix(name).strip(" :"), maxsplit=1)[0].rstrip(".… ")
    return _Did(by, first, cards_in(event) or cards_named(first))
