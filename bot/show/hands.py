"""A player's own cards, as they lie on their panel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bot.engine.cards import Card
from bot.engine.controls import kinds
from bot.engine.offers import Move, Offer, SomeOf, verb
from bot.engine.view import View
from card_art import scene as art

from .selection import NO_DRAFT, Draft
from .words import Words


def hand_of(
    view: View, offers: Sequence[Offer], words: Words, draft: Draft = NO_DRAFT, *, sorted_by: int = 0
) -> art.Hand | None:
    """The viewer's own cards: sorted, by which of the game's orders the viewer likes; the playable ones raised while a
    card is asked for. Those that are chosen are marked, and what may come next is raised."""
    lies = words.lies(view) if words.lies is not None else None
    if not view.hand and (lies is None or not lies.gaps):
        return None
    cards = lies.cards if lies is not None else words.in_order(view, view.hand, sorted_by)
    among: set[Card] = set()
    asked = False
    for offer in offers:
        if offer.unlisted or offer.optional or (words.live and offer.kind in words.live.gives_way):
            continue
        first = [p for p in offer.next(()) if isinstance(p, Card) and p in cards] if _asks_cards(offer.kind) else []
        asked = asked or bool(first)
        if verb(offer.kind) == draft.verb and draft.parts and not isinstance(offer, SomeOf):
            first = [p for p in (*draft.parts, *offer.next(draft.parts)) if isinstance(p, Card)]
        among.update(first)
    received = set(view.facts.get(f"received {view.viewer}", ()))
    return art.Hand(
        cards=cards,
        legal=frozenset(n for n, c in enumerate(cards) if c in among) if asked else None,
        marked=frozenset(n for n, c in enumerate(cards) if c in received),
        chosen=draft.among(cards),
        notes=tuple(words.notes(view)),
        apart=lies.begins if lies is not None else frozenset(),
        rest=art.Rest(len(lies.rest), lies.name, lies.count, lies.note) if lies is not None and lies.name else None,
        gaps=lies.gaps if lies is not None else (),
    )


@cache
def _asks_cards(kind: type[Move]) -> bool:
    """Whether a card is chosen first for such a move."""
    found, _ = kinds(kind)
    return found[:1] == ("card",)
