"""The house player of Jenny Jenny: it buys what it lacks, the scarcest first; in the open market it minds the price.

See house-players.md, Jenny Jenny. The cards decide the most: over 10,000 matches of mirrored deals it wins 55 in 100
from one who plays at random, alone against two of those 44 (33 would be even), against three 40 (25 would be even).

- Where two play it waits with a purchase while two or more of its ranks are nowhere for sale: nobody else can buy what
  lies in the other's stall, and it may be drawn meanwhile. That is worth one match in seventy. Looking ahead by playing
  many hands to their end found nothing better.
- A raid pays its victim six, and is worth ten at most. Raids on a guess lost to a player that never raids (20 of 100
  among four, where 25 are even), so it raids only for what is known to be there. Auctions help players who are far on.
- The open market it wins nearly always among two and three, and 90 in 100 alone against three at random.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from bot.engine.cards import Card, pack
from bot.engine.events import Reason
from bot.engine.facts import HAND, STOCK
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.games.jenny_jenny import coins as c
from bot.games.jenny_jenny import moves as mv
from bot.games.jenny_jenny.facts import ASKS, AUCTION, PURSE, STALL
from bot.games.jenny_jenny.moves import JennyJennyView

from .advice import Advice

NEAR = 9
"""An opponent with this many ranks is about to win."""
FAR = 7
"""With this many ranks, a further one is worth more than the coins bid for it."""
RAID = 6
SURE = 1.0
"""A raid pays its victim as much as it is worth, so it is made only where it cannot fail."""


class Scarce(Reason):
    """The rank to buy, and how many others of it may still come."""

    rank: int
    others: float


class Waits(Reason, says="nobody else can buy what you lack, and other ranks can only be drawn"):
    pass


class Nothing(Reason, says="nothing is for sale that you lack and can pay for"):
    pass


class TooDear(Reason, says="nothing that is for sale is worth its price to you"):
    pass


class WorthIt(Reason, says="it is worth up to {limit} to you"):
    limit: int


class Sources(Reason, says="that is the price of a rank with {sources:other source}"):
    sources: int


class Holds(Reason, says="{seat} is known to hold the last rank that you lack"):
    seat: Seat


class Unsold(Reason, says="nobody has bought it for a round"):
    pass


def choose(view: JennyJennyView, may: Mapping[type[Move], Offer], rng: random.Random) -> Move | Advice | None:
    """A purchase, a draw; in the open market a price, an auction, a raid or a bid as well."""
    seen = Seen(view)
    if mv.Bid in may:
        return bid(seen)
    if view.options.market == "open":
        return trade(seen, may)
    if mv.Buy in may and not (seen.waits and mv.Draw in may):
        card = wanted(seen, may[mv.Buy])
        return Advice(mv.Buy(card), Scarce(card.rank, seen.supply(card.rank)))
    if mv.Draw in may:
        return Advice(mv.Draw(), Waits() if mv.Buy in may else Nothing())
    return Advice(mv.Pass(), Nothing())


class Seen:
    """What a player can know of the market."""

    def __init__(self, view: JennyJennyView) -> None:
        self.view, self.me = view, view.viewer
        at = view.players.index(self.me)
        self.others = (*view.players[at + 1 :], *view.players[:at])
        """From the left."""
        self.held = {card.rank for card in view.hand}
        self.lacks = [rank for rank in range(1, c.TEN + 1) if rank not in self.held]
        self.stalls = {s: view.faces(STALL.of(s)) for s in view.players}
        self.stock = view.size(STOCK)
        self.asks: Mapping[Card, int] = view.fact(ASKS, {})

    @cached_property
    def unseen(self) -> Counter[int]:
        """How many cards of each rank lie where the player does not see them."""
        return Counter(card.rank for card in self.view.unseen(pack(str(52 + self.view.options.jokers))))

    @cached_property
    def known(self) -> dict[Seat, set[int]]:
        """Ranks that others are known to hold: what lies in a stall is in that hand, and what was bought came there."""
        found = {s: {card.rank for card in self.stalls[s]} for s in self.others}
        for e in self.view.events:
            match e:
                case mv.Bought(seat, _, card, _) if seat in found:
                    found[seat].add(card.rank)
                case mv.Sold(_, card, _, buyer, _) if buyer in found:
                    found[buyer].add(card.rank)
                case mv.Raided(seat, victim, rank, _, True):
                    if seat in found:
                        found[seat].add(rank)
                    if victim in found and all(card.rank != rank for card in self.stalls[victim]):
                        found[victim].discard(rank)
                case _:
                    pass
        return found

    @cached_property
    def absent(self) -> dict[Seat, set[int]]:
        """Ranks that a raid has not found, or has taken, and that have not come to that hand since by what is known; a
        card that it has drawn unseen may be any."""
        found: dict[Seat, set[int]] = {s: set() for s in self.others}
        for e in self.view.events:
            match e:
                case mv.Drew(seat, "hand") if seat in found:
                    found[seat].clear()
                case mv.Bought(seat, _, card, _) if seat in found:
                    found[seat].discard(card.rank)
                case mv.Sold(_, card, _, buyer, _) if buyer in found:
                    found[buyer].discard(card.rank)
                case mv.Raided(_, victim, rank) if victim in found and rank not in self.known[victim]:
                    found[victim].add(rank)
                case _:
                    pass
        return found

    def ranks(self, s: Seat) -> int:
        return self.view.size(HAND.of(s))

    def coins(self, s: Seat) -> c.Coins:
        return c.purse_of(self.view.faces(PURSE.of(s)))

    def sources(self, rank: int, besides: Seat | None = None) -> int:
        """Other places where a rank may come from: stalls, and cards unseen."""
        lying = sum(card.rank == rank for s, stall in self.stalls.items() if s != besides for card in stall)
        return lying + self.unseen[rank]

    def supply(self, rank: int) -> float:
        """Other copies of what is for sale: in stalls, and as many as the stock should have of those unseen."""
        lying = sum(card.rank == rank for s in self.others for card in self.stalls[s])
        return lying - 1 + self.unseen[rank] * self.stock / max(1, self.unseen.total())

    @cached_property
    def waits(self) -> bool:
        """Whether a purchase can wait: two play, nobody is near, and drawing is what is needed the most."""
        other, *more = self.others
        if more or not self.stock or self.ranks(other) >= NEAR:
            return False
        sold = {card.rank for card in self.stalls[other]}
        return sum(rank not in sold for rank in self.lacks) > 1


def wanted(seen: Seen, offer: Offer) -> Card:
    """What to buy: the rank of which there is the least besides; from whom a coin helps the least."""
    goods = [card for card in offer.next(()) if card.rank not in seen.held]

    def worse(card: Card) -> tuple[float, int, bool, int, int]:
        s = next(s for s in seen.others if card in seen.stalls[s])
        return seen.supply(card.rank), card.rank, thirsty(seen, s), seen.ranks(s), seen.others.index(s)

    return min(goods, key=worse)


def thirsty(seen: Seen, s: Seat) -> bool:
    """Whether this player has no coin and lacks what others have for sale: the first coin would buy it."""
    known = seen.known[s]
    return not seen.view.size(PURSE.of(s)) and any(
        card.rank not in known for t, stall in seen.stalls.items() if t != s for card in stall
    )


# ---- the open market -----------------------------------------------------------------------------


def limit(seen: Seen, rank: int) -> int:
    """What a rank is worth paying for: the more of them are held, the more."""
    if rank in seen.held:
        return 0
    return RAID if len(seen.lacks) == 1 else 1 + 5 * len(seen.held) // 9


def bid(seen: Seen) -> Advice:
    """As for a purchase, and no more than there is."""
    _, card = seen.view.fact(AUCTION)
    worth = limit(seen, card.rank)
    return Advice(mv.Bid(min(worth, c.worth(seen.coins(seen.me)))), WorthIt(worth))


def trade(seen: Seen, may: Mapping[type[Move], Offer]) -> Advice:
    """First the prices; then a purchase, a raid or an auction if they are worth it, otherwise the next card."""
    if mv.Price in may and (move := repriced(seen)) is not None:
        return move
    if mv.Buy in may and (move := bought(seen)) is not None:
        return move
    if mv.Raid in may and (move := raid(seen, may[mv.Raid])) is not None:
        return move
    if mv.Auction in may and (move := auction(seen)) is not None:
        return move
    return Advice(mv.Draw() if mv.Draw in may else mv.Pass(), TooDear())


def repriced(seen: Seen) -> Advice | None:
    """The dearer, the fewer other sources there are; never above what anybody has."""
    richest = max(c.worth(seen.coins(s)) for s in seen.others)
    for card in seen.stalls[seen.me]:
        others = seen.sources(card.rank, seen.me)
        ask = 1 if others >= 3 else {2: 2, 1: 4}.get(others, 6)
        ask = max(1, min(ask, richest))
        if seen.asks[card] != ask:
            return Advice(mv.Price(card, ask), Sources(others))
    return None


def bought(seen: Seen) -> Advice | None:
    """The scarcest rank that is not too dear; for the coins of which the least is wasted."""
    purse = seen.coins(seen.me)
    found: list[tuple[float, int, Card]] = []
    for s in seen.others:
        for card in seen.stalls[s]:
            ask = seen.asks[card]
            if ask <= limit(seen, card.rank) and c.payments(purse, ask):
                found.append((seen.supply(card.rank), ask, card))
    if not found:
        return None
    card = min(found)[2]
    return Advice(mv.Buy(card, c.payments(purse, seen.asks[card])[0]), WorthIt(limit(seen, card.rank)))


def raid(seen: Seen, offer: Offer) -> Advice | None:
    """Only for the last rank, if it is hardly to be had otherwise; from the player most likely to hold it."""
    if len(seen.lacks) != 1:
        return None
    rank = seen.lacks[0]
    if max(map(seen.ranks, seen.others)) < NEAR:
        return None
    victim = max(offer.next(()), key=lambda s: likely(seen, s, rank))
    if likely(seen, victim, rank) < SURE:
        return None
    return Advice(mv.Raid(victim, rank, c.payments(seen.coins(seen.me), RAID)[0]), Holds(victim))


def likely(seen: Seen, s: Seat, rank: int) -> float:
    """How likely somebody holds a rank: for certain if it is known, otherwise by how many of all ranks they hold."""
    known = seen.known[s]
    if rank in known:
        return 1
    if rank in seen.absent[s]:
        return 0
    return (seen.ranks(s) - len(known)) / max(1, c.TEN - len(known) - len(seen.absent[s]))


def auction(seen: Seen) -> Advice | None:
    """What nobody has bought for a round, where two others have coins and may lack it, and nobody is far on."""
    if max(map(seen.ranks, seen.others)) >= FAR:
        return None
    for card in seen.stalls[seen.me]:
        rivals = sum(bool(seen.coins(s)) and card.rank not in seen.known[s] for s in seen.others)
        if rivals > 1 and unsold(seen, card):
            return Advice(mv.Auction(card), Unsold())
    return None


def unsold(seen: Seen, card: Card) -> bool:
    """Whether a card has stood at its price since before one's last turn, and has found no bidder since."""
    for e in reversed(seen.view.events):
        match e:
            case mv.Priced(seat, priced, _) if seat == seen.me and priced == card:
                return False
            case mv.Sold(seat, put_up, _, buyer) if put_up == card and seen.me in (seat, buyer):
                return False
            case mv.Drew(seat) | mv.Bought(seat) | mv.Raided(seat) if seat == seen.me:
                return getattr(e, "card", None) != card
            case _:
                pass
    return False
