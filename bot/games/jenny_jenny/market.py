"""What lies on the table in a hand of Jenny Jenny, and what may be bought, raided and priced there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.engine.cards import Card
from bot.engine.facts import RECEIVED, SeatPile
from bot.engine.offers import M_co, Mixed, Move, Naming, Offer
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.games.jenny_jenny.moves import JennyJennyTable

from . import coins as c
from . import moves as mv
from .facts import ASKS, PURSE, STALL

HAND = 7
DEAREST = 6
"""The highest price that may be asked."""
RAID = 6
"""What a raid costs at least."""


class Market:
    """Hands, purses, stalls and the stock."""

    def __init__(self, t: JennyJennyTable) -> None:
        self.t = t
        self.open = t.options.market == "open"
        self.players = t.players
        self.hands = t.hands()
        self.purses = {p: _before(t, PURSE, p) for p in self.players}
        self.stalls = {p: _before(t, STALL, p) for p in self.players}
        self.stock = t.stock()
        self.others = {p: t.left_of(p)[:-1] for p in self.players}
        self.held = dict.fromkeys(self.players, 0)
        """The ranks in each hand."""
        self.asks: dict[Card, int] = {}
        """In the open market, the price of each card in a stall."""
        self.raided: set[Seat] = set()
        """Who has been raided and has had no turn since."""
        self.turns = dict.fromkeys(self.players, 0)
        """How many turns each has had."""

    # ---- cards ---------------------------------------------------------------------------

    def deal(self) -> None:
        """Seven cards each, sorted at once."""
        self.t.deal(self.stock, HAND, *(self.hands[p] for p in self.players))
        for p in self.players:
            laid = c.sort(self.hands[p].take_all())
            self.hands[p].lay(*laid.hand)
            self.purses[p].lay(*laid.purse)
            self.stalls[p].lay(*laid.stall)
            self.held[p] = sum(1 << card.rank for card in laid.hand)
            self.asks |= dict.fromkeys(laid.stall, 1)
            if laid.purse or laid.stall:
                self.t.tell(mv.LaidOut(p, laid.purse, laid.stall))
        self.price_told()

    def draw(self, p: Seat) -> None:
        """The top card of the stock, to where it belongs."""
        t, hand = self.t, self.hands[p]
        t.deal(self.stock, 1, hand)
        card = hand.top
        place = self.gain(p, hand.draw())
        if place == "hand":
            t.tell(mv.Drew(p, place), EVERYONE - {p})
            t.tell(mv.Drew(p, place, card), {p})
        else:
            t.tell(mv.Drew(p, place, card))
        if not self.stock:
            t.tell(mv.StockOut())

    def gain(self, p: Seat, card: Card) -> mv.Place:
        """A card that somebody gets lies where it belongs at once. Returns where."""
        bit = 1 << card.rank
        if c.is_coin(card):
            self.purses[p].lay(card)
            return "purse"
        if self.held[p] & bit:
            self.stalls[p].lay(card)
            self.asks[card] = 1
            self.price_told()
            return "stall"
        self.held[p] |= bit
        self.hands[p].lay(card)
        self.t.note(RECEIVED.of(p), (card,), {p})
        return "hand"

    def sell(self, card: Card, seller: Seat, buyer: Seat, paid: Sequence[int]) -> tuple[tuple[Card, ...], mv.Place]:
        """A card from one stall for these coins. Returns the coins as cards, and where the card lies now."""
        self.leave_stall(seller, card)
        given = self.pay(buyer, seller, paid)
        return given, self.gain(buyer, card)

    def leave_stall(self, p: Seat, card: Card) -> None:
        """A card is for sale no longer."""
        self.stalls[p].take(card)
        self.asks.pop(card, None)
        self.price_told()

    def pay(self, payer: Seat, payee: Seat, paid: Sequence[int]) -> tuple[Card, ...]:
        """Coins of these ranks from one purse to another."""
        purse = self.purses[payer]
        given = tuple([purse.take(next(card for card in purse if card.rank == rank)) for rank in paid])
        self.purses[payee].lay(*given)
        return given

    def price(self, card: Card, amount: int) -> None:
        self.asks[card] = amount
        self.price_told()

    def price_told(self) -> None:
        """Everybody reads the prices."""
        if self.open:
            self.t.note(ASKS, dict(self.asks))

    # ---- what people have ----------------------------------------------------------------

    def coins(self, p: Seat) -> c.Coins:
        """The ranks of a purse, in the order in which they are paid."""
        return c.purse_of(self.purses[p])

    def purse_counts(self, p: Seat) -> int:
        """What a purse counts in a dead market: its coins, or in the open market their value."""
        return c.worth(card.rank for card in self.purses[p]) if self.open else len(self.purses[p])

    def goods(self, p: Seat) -> dict[Card, Seat]:
        """What this player may buy, each with whose stall it lies in, from the left: of equal cards in a stall one."""
        purse = self.purses[p]
        most = self.purse_counts(p) if self.open else 0
        found: dict[Card, Seat] = {}
        if not purse:
            return found
        held = 0 if self.open else self.held[p]
        for s in self.others[p]:
            seen: set[tuple[int, int]] = set()
            for card in self.stalls[s]:
                ask = self.asks[card] if self.open else 0
                alike = (card.rank, ask)
                if ask <= most and not held & 1 << card.rank and alike not in seen:
                    seen.add(alike)
                    found[card] = s
        return found

    def default(self, p: Seat) -> Move:
        """What the turn clock plays: it draws; without a stock it buys what fits in, from the left, otherwise it
        passes."""
        if self.stock:
            return mv.DRAW
        for card in self.goods(p):
            if not self.held[p] & 1 << card.rank:
                paid = c.payments(self.coins(p), self.asks[card])[0] if self.open else ()
                return mv.Buy(card, paid)
        return mv.PASS


def _before(t: JennyJennyTable, name: SeatPile, p: Seat) -> Pile:
    """An open pile before a player."""
    return t.pile(name.of(p), seen_by=EVERYONE, zone=f"seat:{p}")


# ---- offers --------------------------------------------------------------------------------------


class Paying(Offer[M_co, Mixed]):
    """Something that costs coins: these are chosen one by one, and none may be superfluous."""

    named = 1
    """How many choices come before the coins."""
    costs = "It costs {}"
    """The beginning of a sentence about too few coins; `{}` is the price."""

    def __init__(self, market: Market, seat: Seat) -> None:
        self.market, self.seat = market, seat
        self._purse: c.Coins | None = None

    @property
    def purse(self) -> c.Coins:
        if self._purse is None:
            self._purse = self.market.coins(self.seat)
        return self._purse

    def price(self, parts: Sequence[Mixed]) -> int:
        """What it costs; 0 if no coins are chosen for it."""
        raise NotImplementedError

    def things(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        """What may be chosen before the coins."""
        raise NotImplementedError

    def why_not(self, parts: Sequence[Mixed], part: object) -> str:
        """Why this may not be chosen before the coins."""
        raise NotImplementedError

    def next(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        if len(parts) < self.named:
            return self.things(parts)
        price = self.price(parts)
        return c.following(self.purse, price, self._chosen(parts)) if price else ()

    def finish(self, parts: Sequence[Mixed]) -> M_co | str:
        if len(parts) < self.named:
            return "Choose on." if self else self.why_not(parts, None)
        price = self.price(parts)
        chosen = self._chosen(parts)
        if not price:
            return self.kind(*parts)
        ways = self._ways(parts)
        if not chosen and len(ways) == 1:
            return self.kind(*parts, ways[0])  # there is no choice
        if chosen in ways:
            return self.kind(*parts[: self.named], chosen)
        if not chosen:
            return f"{self.costs.format(price)}: choose coins."
        return f"{self.costs.format(price)}, those coins are worth {c.worth(chosen)}."

    def refusal(self, move: Move) -> str | None:
        parts = move.parts
        named, coins = parts[: self.named], parts[self.named :]
        on_offer = all(part in self.things(named[:n]) for n, part in enumerate(named))
        if on_offer and coins in self._ways(named) and move == self.kind(*named, coins):
            return None  # the usual case, without a walk from coin to coin
        return super().refusal(move)

    def why_not_here(self, parts: Sequence[Mixed], part: object) -> str:
        if len(parts) < self.named:
            return self.why_not(parts, part)
        price = self.price(parts)
        if not price:
            return "One coin is paid for you; there is nothing to choose."
        if type(part) is not int or part not in c.WORTH:
            return "Pay with coins: J, Q, K or JK."
        chosen: list[int] = [*parts[self.named :], part]
        if chosen.count(part) > self.purse.count(part):
            return f"You have no {'other ' * (len(chosen) > 1)}{c.NAMES[part]} in your purse."
        if (spare := c.superfluous(chosen, price)) is not None:
            return f"Leave out the {c.NAMES[spare]}: {price} is enough."
        return f"{self.costs.format(price)}, those coins are worth {c.worth(chosen)}."

    def moves(self, parts: tuple[Mixed, ...] = ()) -> Iterator[M_co]:
        if len(parts) < self.named:
            for thing in self.things(parts):
                yield from self.moves((*parts, thing))
        elif not self.price(parts):
            yield self.kind(*parts)
        else:  # each set of coins once, in whatever order they may be chosen
            chosen = self._chosen(parts)
            for way in self._ways(parts):
                if all(way.count(rank) >= chosen.count(rank) for rank in chosen):
                    yield self.kind(*parts[: self.named], way)

    def _chosen(self, parts: Sequence[Mixed]) -> c.Coins:
        """The coins among these, in the order in which they are paid."""
        return tuple(sorted(parts[self.named :], key=c.ORDER.__getitem__))

    def _ways(self, parts: Sequence[Mixed]) -> Sequence[c.Coins]:
        price = self.price(parts)
        return c.payments(self.purse, price) if price else ()


class Buying(Paying[mv.Buy]):
    """A card of another player's stall."""

    kind = mv.Buy
    costs = "The ask is {}"

    def __init__(self, market: Market, seat: Seat) -> None:
        super().__init__(market, seat)
        self._goods: dict[Card, Seat] | None = None

    @property
    def goods(self) -> dict[Card, Seat]:
        if self._goods is None:
            self._goods = self.market.goods(self.seat)
        return self._goods

    def __bool__(self) -> bool:
        return bool(self.goods)

    def things(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        return self.goods

    def price(self, parts: Sequence[Mixed]) -> int:
        return self.market.asks[parts[0]] if self.market.open else 0

    def why_not(self, parts: Sequence[Mixed], part: object) -> str:
        m, p = self.market, self.seat
        if part is None:
            return "There is nothing that you can buy." if m.purses[p] else "You have no face card to pay with."
        if part in m.stalls[p]:
            return "That is your own stall."
        seller = next((s for s in m.others[p] if part in m.stalls[s]), None)
        if seller is None or not isinstance(part, Card):
            return "That card is not for sale."
        if not m.open and m.held[p] & 1 << part.rank:
            return f"You already hold {c.rank_name(part.rank)}."
        if not m.purses[p]:
            return "You have no face card to pay with."
        if m.open and (ask := m.asks[part]) > (purse := m.purse_counts(p)):
            return f"The ask is {ask}, your coins are worth {purse}."
        alike = next(card for card, s in self.goods.items() if s == seller and card.rank == part.rank)
        return f"Take the {alike} of that stall: it is as good, and costs the same."


class Raiding(Paying[mv.Raid]):
    """A rank out of another player's hand."""

    kind = mv.Raid
    named = 2
    costs = "A raid costs at least {}"

    def __bool__(self) -> bool:
        return c.worth(self.purse) >= RAID and bool(self.things(()))

    def price(self, parts: Sequence[Mixed]) -> int:
        return RAID

    def things(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        m = self.market
        if c.worth(self.purse) < RAID:
            return ()
        if parts:
            return c.ranks_in(c.ALL_TEN & ~m.held[self.seat])
        return [s for s in m.others[self.seat] if s not in m.raided]

    def why_not(self, parts: Sequence[Mixed], part: object) -> str:
        m = self.market
        if c.worth(self.purse) < RAID:
            return f"A raid costs at least {RAID}, your coins are worth {c.worth(self.purse)}."
        if parts:
            if type(part) is int and 1 <= part <= c.TEN:
                return f"You already hold {c.rank_name(part)}."
            return "Name a rank from ace to ten."
        if part is None:
            return "Everybody has been raided and has had no turn since."
        if part == self.seat:
            return "You cannot raid yourself."
        if type(part) is int and part in m.raided:
            return Naming(f"{{{part}}} has been raided and has had no turn since.")
        return "Nobody sits there whom you could raid."


class Pricing(Offer[mv.Price, Mixed]):
    """Another price for a card of one's own stall."""

    kind = mv.Price
    optional = True

    def __init__(self, market: Market, seat: Seat) -> None:
        self.market, self.stall = market, market.stalls[seat]

    def __bool__(self) -> bool:
        return bool(self.stall)

    def next(self, parts: Sequence[Mixed]) -> Collection[Mixed]:
        if not parts:
            return tuple(self.stall)
        if len(parts) > 1:
            return ()
        now = self.market.asks[parts[0]]
        return [n for n in range(1, DEAREST + 1) if n != now]

    def finish(self, parts: Sequence[Mixed]) -> mv.Price | str:
        if not parts:
            return "Which card?" if self.stall else "Your stall is empty."
        return mv.Price(*parts) if len(parts) == 2 else f"A price is from 1 to {DEAREST}."

    def why_not_here(self, parts: Sequence[Mixed], part: object) -> str:
        if not parts:
            return "That card is not in your stall."
        if part == self.market.asks[parts[0]]:
            return "That is its price already."
        return f"A price is from 1 to {DEAREST}."
