"""Everything that a game's script may touch: piles, chips, facts, events, chance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from .accounts import Account, Accounts, Wager
from .accounts import LeftOut as LeftOut
from .accounts import Paid as Paid
from .cards import Card, pack
from .events import Event
from .facts import BEHIND, DISCARDS, HAND, STOCK, AnyFact, Fact, PileName
from .of_a_game import AnyCarried, AnyOptions
from .piles import EVERYONE, NOBODY, Pile, Seat
from .randomness import NO_CONTRIBUTION, Contributions, Pack, Seal, Stream, casino, cut, final
from .state import Remembered, Shoe, Standing, State

T = TypeVar("T")
D = TypeVar("D")

PACE = 2
"""The number of today's pace, as the header of a deal has it: moments stand as long as they weigh. A deal without such
a number is of pace 1, where all but brief ones stood equally long."""


class Shuffled(Event):
    """A pack has been shuffled and cut; the cut was made by a seat, or by the dealer (None)."""

    cards: int
    by: Seat | None
    at: int | None


class Burnt(Event):
    """Cards of a fresh pack have gone to the discards, and nobody has seen them."""

    cards: int


class Reshuffled(Event):
    """The stock has run dry in the middle of a deal: this many discards were shuffled and are the stock now."""

    cards: int


class TurnedOver(Event):
    """The stock has run dry in the middle of a deal: this many discards were turned over as they lay."""

    cards: int


class DealTable(Accounts, Generic[AnyOptions, AnyCarried]):
    """One deal as its script sees it. The script alone changes it."""

    def __init__(
        self, state: State[AnyCarried], options: AnyOptions, packed: Pack, seal: Seal | None, now: int,
        order: Sequence[Sequence[Card]] | None = None,
    ) -> None:  # fmt: skip
        self.state: State[AnyCarried] = state
        self.options: AnyOptions = options
        self.seats = len(state.stacks)
        self.now = now
        """Milliseconds of table time, which stands still while the table is paused."""
        self.pressed = now
        """When the move was made that is being looked at, for offers that are judged by the time of a press."""
        self.piles: dict[PileName, Pile] = {}
        self.facts: dict[str, tuple[Any, frozenset[Seat]]] = {}
        self.events: list[tuple[Event, frozenset[Seat]]] = []
        self.scores, self.strikes = [*state.scores], [*state.strikes]
        self.missed_cuts = [*state.missed_cuts] or [0] * self.seats
        self.counts = [dict(c) for c in state.counts]
        self.chips: dict[Account, int] = dict(enumerate(state.stacks))
        self.chips |= {"pot": state.pot, "splash": state.splash, "house": state.house}
        self.away = {*state.away}
        self.carried: AnyCarried = state.carried
        self.standings: tuple[Standing, ...] | None = None
        self.orders: list[list[Card]] = []
        """How each pack lay that this deal was dealt from: the rest of a shoe, a fresh pack, reshuffled discards."""
        self.dealt: list[tuple[int, str]] = []
        """The deal log: which card of the pack went where."""
        self.revealed = 0
        """Counts what cannot be taken back: cards turned or dealt, secrets opened, chance asked."""
        self.contributions: Contributions = NO_CONTRIBUTION
        self._pack, self._seal, self._order = packed, seal, [*order] if order else None
        self._entropy: bytes | None = None
        self._labels = {*state.shoe.labels} if state.shoe else set[str]()
        self._reshuffles = sum(label.startswith("reshuffle/") for label in self._labels)
        if state.shoe and state.shoe.contributed:
            self.contributions = json.loads(state.shoe.contributed)
        self._stock: Pile | None = None
        self._discards: Pile | None = None
        self._pack_size = 0
        self._dealer = state.dealer
        self._put_away: set[Seat] = set()
        self._lasting = {r.name for r in state.remembered}
        self.facts |= {r.name: (r.text, r.to) for r in state.remembered}
        self.keep_shoe = False
        """The rest of the stock serves the next deal too."""
        self.moments = True
        """What is turned over or decided stands for a while."""
        self.pace = PACE
        """How long moments stand: see `PACE`."""
        self.rules = 1
        """The number of the game's rules by which the deal was begun."""
        self.house_deals = False
        """No seat is the dealer, and the deal does not rotate: seats come in order from the lowest."""
        self.next_dealer: Seat | None = None

    # ---- seats ---------------------------------------------------------------------------

    @property
    def dealer(self) -> Seat:
        """Chance names the first one (rules/dealing.md, section 3, label `seat`). ValueError if the house deals."""
        if self.house_deals:
            raise ValueError("no seat deals at this table")
        if self._dealer is None:
            self._dealer = self.present[self.stream("seat").below(len(self.present))]
        return self._dealer

    @dealer.setter
    def dealer(self, seat: Seat) -> None:
        """The player who had the deal is not dealt in, and it falls to this seat."""
        self._dealer = seat

    @property
    def known_dealer(self) -> Seat | None:
        """The dealer, once there is one: before the first cut there is none yet."""
        return self._dealer

    @property
    def present(self) -> list[Seat]:
        """Those dealt in, by their numbers."""
        return [s for s in range(self.seats) if s not in self.away]

    def put_away(self, seat: Seat) -> None:
        """Not dealt in again until somebody says so."""
        self._put_away.add(seat)

    def left_of(self, seat: Seat) -> list[Seat]:
        """Everybody dealt in, clockwise from this seat's left; the seat itself comes last."""
        around = [(seat + i) % self.seats for i in range(1, self.seats + 1)]
        return [s for s in around if s not in self.away]

    @property
    def players(self) -> list[Seat]:
        """Those dealt in, from the dealer's left."""
        return self.present if self.house_deals else self.left_of(self.dealer)

    # ---- cards ---------------------------------------------------------------------------

    def pile(
        self, name: PileName, cards: Iterable[Card] = (), seen_by: Collection[Seat] = NOBODY, *, top_only: bool = False,
        counted_by: Collection[Seat] = EVERYONE, ordered: bool = True, zone: str = "",
    ) -> Pile:  # fmt: skip
        zone = zone or name.replace(" ", ":")
        made = Pile(cards, seen_by, top_only=top_only, counted_by=counted_by, ordered=ordered, zone=zone)
        self.piles[name] = made
        return made

    def hands(self) -> dict[Seat, Pile]:
        """An empty hand for everybody dealt in, seen by its owner."""
        return {p: self.pile(HAND.of(p), seen_by={p}, ordered=False, zone=f"seat:{p}") for p in sorted(self.players)}

    def stock(self) -> Pile:
        """The pack, shuffled and cut; or the rest of the shoe, if this deal goes on with it."""
        shoe, shuffles, at = self.state.shoe, self.shuffles, self.contributions["cut"]
        if self._order:
            order = [*self._order.pop(0)]
        elif shoe:
            order = [*shoe.cards]
        else:
            order = self._shuffled(pack(self._pack.deck, self._pack.decks))
            order = cut(order, at if at is not None else 1 + self.stream("cut").below(len(order) - 1))
        if shuffles:
            self.tell(Shuffled(len(order), self.contributions["by"], at))
        self._pack_size = len(order) + (shoe.drawn if shoe else 0)
        self._stock = self.pile(STOCK, reversed(order))
        self.orders.append(order)
        return self._stock

    def _shuffled(self, cards: list[Card]) -> list[Card]:
        """Uniformly, or by the four-stack procedure of a casino."""
        how = self._pack
        if how.method == "uniform":
            return self.stream("shuffle").shuffled(cards)
        tray = [*self.state.tray] if how.start == "tray" else []
        start = tray or self.stream("wash").shuffled(cards)  # before the first shoe there is nothing in the tray
        return casino(start, self.stream("casino"), how.riffles)

    @property
    def shuffles(self) -> bool:
        """This deal is from a fresh pack that has no order yet."""
        return self.state.shoe is None and (self._order is None or self._seal is not None)

    @property
    def pack_size(self) -> int:
        return len(pack(self._pack.deck, self._pack.decks))

    def deal(self, stock: Pile, n: int, *to: Pile) -> None:
        """A number of cards to each pile, one at a time, round and round."""
        if self._discards is not None and len(stock) < n * len(to):  # a shoe that runs dry on the way
            for pile in to * n:
                self.draw(pile)
            return
        self.revealed += 1
        at, log = self._pack_size - len(stock), self.dealt.append
        for _ in range(n):
            for pile in to:
                log((at, pile.zone))
                pile.lay(stock.draw())
                at += 1

    # ---- a shoe --------------------------------------------------------------------------

    def shoe(self) -> tuple[Pile, Pile]:
        """The stock and the discards of a pack that serves several deals (rules/dealing.md, section 6).

        From a fresh one as many cards are burnt as its Pack says. The fact `behind` tells how many cards lie behind the
        marker.
        """
        shoe, self.keep_shoe = self.state.shoe, True
        stock, discards = self.stock(), self.discards(shoe.discards if shoe else ())
        if shoe is None and self._pack.burn:
            self.deal(stock, self._pack.burn, discards)
            self.tell(Burnt(self._pack.burn))
        self.note(BEHIND, self._behind)
        return stock, discards

    def discards(self, cards: Iterable[Card] = ()) -> Pile:
        """Where cards go that come off the table: `draw` shuffles them when the stock has run dry."""
        self._discards = self.pile(DISCARDS, cards, zone="burn")
        return self._discards

    @property
    def _behind(self) -> int:
        return self.state.shoe.behind if self.state.shoe else self._pack.behind

    def draw(self, to: Pile) -> Card | None:
        """The next card of the shoe; None if neither the stock nor the discards have one."""
        stock = self._stock
        if stock is None or (not stock and not (self._discards and self.restock(self._discards))):
            return None
        card = stock.draw()
        self.revealed += 1
        self.dealt.append((self._pack_size - len(stock) - 1, to.zone))
        to.lay(card)
        return card

    def restock(self, discards: Pile, keep: int = 0) -> bool:
        """The stock has run dry: all discards except the top ones are shuffled and become the stock. False if there are
        none.

        In the deal log their cards come after those of the pack.
        """
        kept = discards.lift(keep)
        left = discards.take_all()
        discards.lay(*kept)
        if self._stock is None or not left:
            return False
        order = self.shuffled_again(left)
        self._stock.lay(*reversed(order))
        self._pack_size += len(order)
        self.tell(Reshuffled(len(order)))
        return True

    def shuffled_again(self, cards: Iterable[Card]) -> list[Card]:
        """Cards of the pack in a new order, in the middle of a deal."""
        if self._order:
            order = [*self._order.pop(0)]
        else:
            left, order = Counter(cards), list[Card]()
            for c in pack(self._pack.deck, self._pack.decks):  # factory order, as for every shuffle
                if left[c]:
                    left[c] -= 1
                    order.append(c)
            self._reshuffles += 1
            order = self.stream(f"reshuffle/{self._reshuffles}").shuffled(order)
        self.orders.append(order)
        return order

    def put_under(self, card: Card) -> None:
        """A card goes under the stock, to be dealt last. In the deal log it comes after those of the pack."""
        if self._stock is None:
            raise ValueError("there is no stock")
        self._stock.slip_under((card,))
        self.orders.append([card])
        self._pack_size += 1

    def turn_over(self, discards: Pile, keep: int = 0) -> bool:
        """The stock has run dry: all discards except the top ones are turned over as they lie and become the stock:
        what was laid first is drawn first. False if there are none.

        In the deal log these cards come after those of the pack.
        """
        kept = discards.lift(keep)
        turned = discards.take_all()
        discards.lay(*kept)
        if self._stock is None or not turned:
            return False
        self._stock.lay(*reversed(turned))
        self._pack_size += len(turned)
        self.tell(TurnedOver(len(turned)))
        return True

    # ---- visibility ----------------------------------------------------------------------

    def show(self, pile: Pile, *places: int, to: Collection[Seat] = EVERYONE) -> None:
        """These cards of a pile, for as long as they lie there."""
        self.revealed += 1
        for place in places:
            pile.mark(place, to)

    def open(self, pile: Pile, to: Collection[Seat] = EVERYONE) -> None:
        """The whole pile, and what will be laid on it."""
        self.revealed += 1
        pile.open(to)

    # ---- chance --------------------------------------------------------------------------

    def stream(self, label: str) -> Stream:
        """A labelled stream of this deal's entropy; no label serves twice."""
        if label in self._labels:
            raise ValueError(f"the stream {label!r} has been used")
        self._labels.add(label)
        self.revealed += 1
        if self._entropy is None:
            seal = self._seal or Seal(bytes(32), {})  # a deal that was given its order: only for tests
            self._entropy = final(seal.secret, seal.spec, self.contributions)
        return Stream(self._entropy, label)

    def draw_anew(self, entropy: bytes) -> None:
        """What is still left to chance follows from this instead: in a world that somebody only imagines."""
        self._entropy = entropy

    # ---- events --------------------------------------------------------------------------

    def tell(self, event: Event, to: Collection[Seat] = EVERYONE) -> None:
        """Something that has happened."""
        self.events.append((event, frozenset(to)))

    def note(self, fact: Fact[T], value: T, to: Collection[Seat] = EVERYONE) -> None:
        """A fact that is no card: the suit asked for, who is ready, an agreed signal."""
        self.facts[fact.name] = value, frozenset(to)

    def remember(self, fact: Fact[str], text: str, to: Collection[Seat]) -> None:
        """A fact that goes on to the next deals of the match, until it is forgotten."""
        self._lasting.add(fact.name)
        self.note(fact, text, to)

    def forget(self, *facts: AnyFact) -> None:
        for fact in facts:
            self._lasting.discard(fact.name)
            self.facts.pop(fact.name, None)

    def has(self, fact: AnyFact) -> bool:
        return fact.name in self.facts

    @overload
    def fact(self, fact: Fact[T]) -> T: ...
    @overload
    def fact(self, fact: Fact[T], default: T, /) -> T: ...
    @overload
    def fact(self, fact: Fact[T], default: D, /) -> T | D: ...
    def fact(self, fact: Fact[T], *default: D) -> T | D:
        """What has been noted, for any audience. KeyError if nothing has, unless there is a default."""
        if default and fact.name not in self.facts:
            return default[0]
        return self.facts[fact.name][0]

    def count(self, seat: Seat, name: str, n: int = 1) -> None:
        """One more of something that the records keep for each seat."""
        self.counts[seat][name] = self.counts[seat].get(name, 0) + n

    def tally(self, seat: Seat, counted: Mapping[str, int]) -> None:
        """The same for several things at once."""
        counts = self.counts[seat]
        for name, n in counted.items():
            counts[name] = counts.get(name, 0) + n

    def most(self, seat: Seat, name: str, n: int) -> None:
        """The largest of something that the records keep for each seat."""
        self.counts[seat][name] = max(n, self.counts[seat].get(name, 0))

    def end_match(self, standings: Iterable[Standing]) -> None:
        """No further deal; this is how it ended."""
        self.standings = tuple(standings)

    def after(self) -> State[AnyCarried]:
        """What the next deal starts from. Raises ValueError where chips were left lying in front of a seat."""
        left = [a for a, n in self.chips.items() if n and isinstance(a, Wager)]
        if left:
            raise ValueError(f"chips left on the table: {left}")
        shoe = None
        if self.keep_shoe and self._stock is not None:
            rest, discards = self._stock.downwards(), self._discards.upwards() if self._discards else ()
            old = self.state.shoe
            contributed = old.contributed if old else json.dumps(self.contributions, sort_keys=True)
            drawn = self._pack_size - len(rest)
            shoe = Shoe(rest, drawn, frozenset(self._labels), discards, self._behind, contributed)
        before = self.state
        stood_up = self.away - before.away  # not dealt in for want of an ante: they may sit down to the next deal
        return before.followed_by(
            stacks=tuple([self.chips[p] for p in range(self.seats)]),
            scores=tuple(self.scores),
            strikes=tuple(self.strikes),
            missed_cuts=tuple(self.missed_cuts),
            counts=tuple([_named(c, known) for c, known in zip(self.counts, before.counts, strict=True)]),
            away=frozenset(self.away - stood_up | self._put_away),
            fresh=NOBODY,
            dealer=self.next_dealer if self.next_dealer is not None else self._next_dealer(),
            number=before.number + 1,
            pot=self.chips["pot"],
            splash=self.chips["splash"],
            house=self.chips["house"],
            standings=self.standings,
            carried=self.carried,
            shoe=shoe,
            remembered=() if self.standings else self._remembered(),
        )

    def _remembered(self) -> tuple[Remembered, ...]:
        return tuple(Remembered(name, *self.facts[name]) for name in sorted(self._lasting))

    def _next_dealer(self) -> Seat | None:
        """The deal passes left, to somebody who sits there."""
        if self.house_deals:
            return None
        around = [(self.dealer + i) % self.seats for i in range(1, self.seats + 1)]
        return next((s for s in around if s not in self.state.away), self.dealer)


def _named(counts: Mapping[str, int], known: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """In the order of their names; that is how they came, unless there are new ones."""
    return tuple(counts.items()) if len(counts) == len(known) else tuple(sorted(counts.items()))
