"""The table as one seat, or a spectator, may see it: plain data of one shape for every game.

Hosts, house players and pictures get nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from .asks import Ask
from .cards import Card
from .deal import Deal
from .events import Event
from .facts import HAND, AnyFact, Fact, PileName
from .moments import stands
from .of_a_game import C, C_co, O, O_co
from .piles import SPECTATOR, Seat
from .state import Standing
from .table import Wager

E = TypeVar("E")
T = TypeVar("T")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class View(Generic[O_co, C_co]):
    """What a viewer may know of a deal. Amounts are hundredths of a white chip."""

    viewer: Seat
    """`SPECTATOR` for everybody who does not sit at the table."""
    game: str
    options: O_co
    number: int
    """Deals of this match that were over before this one."""
    seats: int
    dealer: Seat
    """−1 while there is none yet: before the cut of a first deal."""
    players: tuple[Seat, ...]
    """Those dealt in, from the dealer's left."""
    stacks: tuple[int, ...]
    wagers: tuple[int, ...]
    pot: int
    splash: int
    house: int
    scores: tuple[int, ...]
    strikes: tuple[int, ...]
    piles: Mapping[PileName, tuple[Card | None, ...] | None]
    """Cards as they lie, the last on top; None for a face not seen, None alone where not even the number is known."""
    facts: Mapping[str, Any]
    events: tuple[Event, ...]
    """What has happened in this deal, as far as the viewer may know it."""
    waits_for: tuple[Seat, ...]
    """Whom the turn clock waits for."""
    over: bool
    standings: tuple[Standing, ...] | None
    """How the match ended, if this deal has ended it."""
    carried: C_co
    moment: bool = False
    """What has just been turned over or decided stands, before play goes on."""
    now: int = 0
    """Table time in ms at which the viewer looks."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return self.faces(HAND.of(self.viewer))

    def pile(self, name: PileName) -> tuple[Card | None, ...]:
        """The cards of a pile; none if there is no such pile, or if they cannot even be counted."""
        return self.piles.get(name) or ()

    def faces(self, name: PileName) -> tuple[Card, ...]:
        """Of the cards of a pile those whose face the viewer sees."""
        return tuple(c for c in self.pile(name) if c is not None)

    def size(self, name: PileName) -> int:
        return len(self.pile(name))

    @overload
    def fact(self, fact: Fact[T]) -> T: ...
    @overload
    def fact(self, fact: Fact[T], default: T, /) -> T: ...
    @overload
    def fact(self, fact: Fact[T], default: D, /) -> T | D: ...
    def fact(self, fact: Fact[T], *default: D) -> T | D:
        """What the viewer has been told. KeyError if that is not so, unless there is a default."""
        return self.facts.get(fact.name, *default) if default else self.facts[fact.name]

    def has(self, fact: AnyFact) -> bool:
        """Whether the viewer has been told this."""
        return fact.name in self.facts

    def events_of(self, *kinds: type[E], seat: Seat | None = None) -> list[E]:
        """The events of these kinds, in order; with a `seat` those alone whose field of that name it is."""
        return [e for e in self.events if isinstance(e, kinds) and seat in (None, getattr(e, "seat", None))]

    def last(self, *kinds: type[E], seat: Seat | None = None) -> E | None:
        """The latest of such events, if there is one."""
        return next(reversed(self.events_of(*kinds, seat=seat)), None)

    def ended(self, *outcomes: str) -> list[Seat]:
        """Whom the match has ended for with one of these outcomes, W, D or L; nobody while it goes on."""
        return [s.seat for s in self.standings or () if s.outcome in outcomes]

    def seen(self) -> set[Card]:
        """Every card whose face the viewer sees now."""
        return {*self._faces()}

    def unseen(self, cards: Iterable[Card]) -> list[Card]:
        """The rest of these, a pack, without those that the viewer sees now."""
        left = Counter(cards)
        left.subtract(self._faces())
        return [*left.elements()]

    def _faces(self) -> Iterator[Card]:
        return (c for pile in self.piles.values() for c in pile or () if c is not None)


def view(deal: Deal[O, C], viewer: Seat = SPECTATOR, now: int | None = None) -> View[O, C]:
    """What this viewer may know; `now` is the table's time of the last move unless it is given."""
    t = deal.table
    chips = t.chips
    return View(
        viewer=viewer,
        game=deal.game.slug,
        options=t.options,
        number=t.state.number,
        seats=t.seats,
        dealer=-1 if (dealer := t.known_dealer) is None else dealer,
        players=tuple(t.present if dealer is None else t.players),
        stacks=tuple(chips[p] for p in range(t.seats)),
        wagers=tuple(chips.get(Wager(p), 0) for p in range(t.seats)),
        pot=chips["pot"],
        splash=chips["splash"],
        house=chips["house"],
        scores=tuple(t.scores),
        strikes=tuple(t.strikes),
        piles={name: pile.view(viewer) for name, pile in t.piles.items()},
        facts={name: value for name, (value, to) in t.facts.items() if viewer in to},
        events=tuple(event for event, to in t.events if viewer in to),
        waits_for=_waits_for(deal.ask, viewer) if deal.ask else (),
        over=deal.after is not None,
        standings=t.standings,
        carried=t.carried,
        moment=stands(deal.ask),
        now=t.now if now is None else now,
    )


def hand(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """A player's own cards, as in `View.hand`, when nothing else of a view is needed."""
    pile = deal.table.piles.get(HAND.of(seat))
    return tuple(c for c in pile.view(seat) or () if c is not None) if pile is not None else ()


def open_hands(deal: Deal, viewer: Seat) -> dict[Seat, tuple[Card, ...]]:
    """The hands of all others as their owners see them, for the viewer to whom they lie open (`State.open_to`); nobody
    else has any. They are no part of a view: what is advised to the learner goes by what any player would see."""
    if viewer == SPECTATOR or viewer != deal.state.open_to:
        return {}
    others = [seat for seat in range(deal.table.seats) if seat != viewer]
    return {seat: cards for seat in others if (cards := hand(deal, seat))}


def _waits_for(ask: Ask, viewer: Seat) -> tuple[Seat, ...]:
    """As the viewer has been told; everybody knows it of themselves."""
    if ask.seem_waited_for is None:
        return tuple(ask.waits_for)
    return tuple(s for s in ask.seem_waited_for if s != viewer or s in ask.waits_for)
