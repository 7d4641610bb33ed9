"""Jenny Jenny: its options, moves and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from bot.engine.cards import Card
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.offers import Move
from bot.engine.options import choice, number, several
from bot.engine.piles import Seat
from bot.engine.table import DealTable
from bot.engine.view import View

Rank = Annotated[int, "rank"]
"""1 (ace) to 10; of a coin 11 to 13, and 0 for a joker."""

Place = Literal["hand", "purse", "stall"]
"""Where a card goes that somebody gets."""


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    jokers: int = choice(0, 2, 4, help="jokers in the pack, each a coin", said="{} jokers")
    wins: int = number(
        1,
        1,
        10,
        "hands that win the match, in the classic market",
        said=several("hand", "wins the match", "win the match"),
    )
    market: str = choice(
        "classic",
        "open",
        help="open: prices, auctions and raids, our own extension of the game",
        said={"open": "the open market"},
    )
    hands: int = number(4, 1, 12, "hands in a match, in the open market", said=several("hand"))


JennyJennyTable = DealTable[Options, None]
JennyJennyView = View[Options, None]


# ---- moves ---------------------------------------------------------------------------------------


class Draw(Move):
    """The top card of the stock."""


class Buy(Move):
    """A card of another player's stall; in the open market with the coins for it."""

    card: Card
    coins: tuple[Rank, ...] = ()


class Pass(Move):
    """Nothing, if there is no stock."""


class Price(Move):
    """What a card of one's own stall costs from now on."""

    card: Card
    amount: int


class Auction(Move):
    """A card of one's own stall, to the highest bidder."""

    card: Card


class Bid(Move):
    """A bid for the card that is up for auction; 0 is none."""

    amount: int


class Raid(Move):
    """A rank out of another player's hand, for these coins."""

    seat: Seat
    rank: Rank
    coins: tuple[Rank, ...]


DRAW, PASS = Draw(), Pass()


# ---- events --------------------------------------------------------------------------------------


class LaidOut(Event):
    """What of the seven cards lies open: coins, and second copies."""

    seat: Seat
    purse: tuple[Card, ...]
    stall: tuple[Card, ...]


class Drew(Event):
    """A card from the stock: everybody sees it in a purse or a stall, its owner alone in a hand."""

    seat: Seat
    to: Place
    card: Card | None = None


class StockOut(Event, says="That was the last card of the stock."):
    """From now on there is nothing to draw."""


class Bought(Event):
    """A card has changed hands; everybody sees where it lies now."""

    seat: Seat
    seller: Seat
    card: Card
    paid: tuple[Card, ...]
    to: Place


class Passed(Event, says="{seat:passes}."):
    seat: Seat


class Priced(Event):
    """A new price."""

    seat: Seat
    card: Card
    amount: int


class PutUp(Event, says="{seat:puts} {card} up for auction."):
    seat: Seat
    card: Card


class Offered(NamedTuple):
    """What somebody has bid."""

    seat: Seat
    amount: int


class Sold(Event):
    """The bids of an auction, from the seller's left, who has won it, and where the card lies now; nobody where none
    was above nothing."""

    seat: Seat
    card: Card
    bids: tuple[Offered, ...]
    buyer: Seat | None
    paid: tuple[Card, ...] = ()
    to: Place | None = None


class Raided(Event):
    """A rank was named, and was in that hand, or was not: then the coins have come back."""

    seat: Seat
    victim: Seat
    rank: Rank
    paid: tuple[Rank, ...]
    hit: bool
    to: Place | None = None
    """Where the card lies now."""


class JennyJenny(Event, says="**Jenny Jenny! {seat:has} all ten.**"):
    seat: Seat


class Holding(NamedTuple):
    """What somebody holds at the end of a hand."""

    seat: Seat
    ranks: int
    coins: int
    """How many, or in the open market what they are worth."""


class DeadMarket(Event):
    """Nobody has all ten: the most ranks are best, then the larger purse."""

    best: tuple[Seat, ...]
    holdings: tuple[Holding, ...]
    bell: bool
    """The closing bell has ended the hand."""


class Fortune(NamedTuple):
    """What a hand of the open market has brought."""

    seat: Seat
    purse: int
    bonus: int
    total: int


class Fortunes(Event):
    """The purses at the end of a hand of the open market, and where everybody stands."""

    each: tuple[Fortune, ...]


PLAYERS = (Draw, Buy, Pass, Price, Auction, Bid, Raid)
"""All moves."""
