"""What a table's message tells: what has just happened, and nothing of another time beside it.

Everything that one row of the log has led to is told together, or not at all. While a moment stands, only that is told;
otherwise also what belongs to it, back to the last moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.deal import Deal
from bot.engine.events import Event
from bot.engine.moments import stands
from bot.engine.piles import Seat
from card_art import scene as art

from ..words.game import MergedEvents, Words
from ..words.sentences import Who


def told(
    deal: Deal, viewer: Seat, words: Words, who: Who, most: int, result: art.Results | None = None
) -> list[str]:  # fmt: skip
    """The sentences for this viewer: no more than `most`, unless the newest row alone has led to more. Above the
    picture of a `result` its banner, and what that does not tell."""
    if (
        words.trait(MergedEvents) is not None or result is not None
    ):  # what belongs together is told in one sentence there
        return words.announce(_seen(deal, viewer, 0, len(deal.table.events)), who, most, result=result)
    found: list[str] = []
    who = who.said  # once, not for each row: in a race hundreds of them have led to nothing that is told
    moment, by_clock, earlier = stands(deal.ask), False, False
    for events, decided in _newest_first(deal, viewer):
        said = words.announce(events, who) if events else []
        too_much = len(said) + len(found) > most or moment or (earlier and not decided)
        if said and found and too_much:
            break
        found = [*said, *found]
        by_clock = by_clock or bool(said and not decided)
        earlier = earlier or bool(decided and found)
        if len(found) >= most or (decided and by_clock):
            break
    return found


def _newest_first(deal: Deal, viewer: Seat) -> Iterator[tuple[Sequence[Event], bool]]:
    """What each row has led to, as far as this viewer may know, and whether somebody has decided it."""
    until = len(deal.table.events)
    for first, decided in reversed(deal.beats):
        yield _seen(deal, viewer, first, until), decided
        until = first


def _seen(deal: Deal, viewer: Seat, first: int, until: int) -> list[Event]:
    return [event for event, to in deal.table.events[first:until] if viewer in to]
