"""Everything that a viewer is shown of a deal, as values that can be compared.

`SHOWN` is where whatever draws or words a view adds what it makes of it: pictures' input, alt text, custom_ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.engine.controls import kind_of, word
from bot.engine.deal import Deal
from bot.engine.offers import Offer
from bot.engine.piles import Seat
from bot.engine.view import View, view


def _view(deal: Deal, viewer: Seat) -> View:
    return view(deal, viewer)


def _offers(deal: Deal, viewer: Seat) -> list[Any]:
    """The viewer's offers, walked three choices deep, with their words."""
    return [
        (o.kind, bool(o), o.optional, o.unlisted, o.grouped, [*_walked(o, (), 3)] if not o.unlisted else None)
        for o in deal.offers(viewer)
    ]


def _walked(offer: Offer, parts: tuple[Any, ...], depth: int) -> Iterator[Any]:
    made = offer.finish(parts)
    yield parts, made, None if isinstance(made, str) else offer.confirm(made)
    more = [*offer.next(parts)]
    yield [word(part, kind_of(offer, len(parts))) for part in more]
    if depth:
        for part in more[:3]:
            yield from _walked(offer, (*parts, part), depth - 1)


def _controls(deal: Deal, viewer: Seat) -> Any:
    """What custom_ids and deadlines carry: the count of offers, the clock, when the next timer is due."""
    return deal.number, deal.ask and (deal.ask.clock, deal.ask.timer and deal.ask.timer[0])


SHOWN: list[Callable[[Deal, Seat], Any]] = [_view, _offers, _controls]


def shown(deal: Deal, viewer: Seat) -> list[Any]:
    return [make(deal, viewer) for make in SHOWN]
