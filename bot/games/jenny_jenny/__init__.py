"""Jenny Jenny: collect one card of every rank from ace to ten; face cards are the coins that others' spare cards cost.

Seven cards each. Coins lie open in a purse, second copies of a rank open in a stall; on your turn you draw, or buy a
card of another player's stall. The first to hold all ten ranks wins. See rules/jenny-jenny.md. Where players differ,
this house holds that

- nobody buys a rank that they hold, but in the open market (ruling 3);
- without a stock purchases go on, and a whole round of passes ends the hand (ruling 6);
- who is best in a dead market has won that hand, and of equals each has (ruling 14).

The open market ("cutthroat capitalism") is our own extension: prices, auctions, raids, and fortunes that are added up.
"""

from __future__ import annotations

from itertools import count, cycle

from bot.engine.asks import Ask, Script, ask, ask_all
from bot.engine.cards import PACKS, deck
from bot.engine.facts import RECEIVED
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import CARD, DECISIVE, TRICK, moment
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.piles import Seat
from bot.engine.randomness import Pack
from bot.engine.state import ranked
from bot.games.jenny_jenny.moves import JennyJennyTable

from . import coins as c
from . import moves as mv
from .facts import AUCTION, TURN
from .market import HAND as HAND
from .market import Buying, Market, Pricing, Raiding

PACKS["56"] = lambda: deck(jokers=4)

BELL = 40
"""How many turns each player has before a hand of the open market is over."""
BONUS = 10
"""What all ten ranks bring there."""


def jenny_jenny(t: JennyJennyTable) -> Script:
    """A hand: turns until somebody has all ten ranks, or nobody goes on; then it is scored."""
    m = Market(t)
    m.deal()
    yield from plays(m)


def plays(m: Market) -> Script:
    """The hand, once the cards are dealt and sorted."""
    winner, bell = yield from turns(m)
    if winner is not None:
        m.t.tell(mv.JennyJenny(winner))
        yield from moment(m.t, DECISIVE)
    scoring(m, winner, bell)


def turns(m: Market) -> Script[tuple[Seat | None, bool]]:
    """From the dealer's left, round and round. Returns who has all ten, or nobody, and whether the bell has rung."""
    passed = 0
    seats = len(m.players)
    for n, p in zip(count(), cycle(m.players)):
        if passed == seats:
            break
        if m.open and n == BELL * seats:
            return None, True
        m.turns[p] += 1
        m.t.forget(RECEIVED.of(p))
        move = yield from (trades(m, p) if m.open else turn(m, p))
        passed = passed + 1 if isinstance(move, mv.Pass) else 0
        if (winner := complete(m)) is not None:
            return winner, False
    return None, False


def complete(m: Market) -> Seat | None:
    """Who has all ten ranks: nobody else can get them in the same turn."""
    if c.ALL_TEN not in m.held.values():
        return None
    return next(p for p, held in m.held.items() if held == c.ALL_TEN)


# ---- the classic market --------------------------------------------------------------------------


_STOCK_OUT = "The stock is empty."
_STOCK_LEFT = "You may pass only when the stock is empty."


def turn(m: Market, p: Seat) -> Script[Move]:
    """One card from the stock, or from a stall; without a stock a pass, perhaps."""
    move = yield from ask(p, *to_draw(m), Buying(m, p), default=m.default(p))
    if isinstance(move, mv.Draw):
        m.draw(p)
    elif isinstance(move, mv.Buy):
        yield from buys(m, p, move)
    else:
        m.t.tell(mv.Passed(p))
    return move


def to_draw(m: Market) -> tuple[Offer, Offer]:
    """To draw, or to pass if there is no stock."""
    return (
        Only(mv.DRAW, None if m.stock else _STOCK_OUT),
        Only(mv.PASS, _STOCK_LEFT if m.stock else None),
    )


def buys(m: Market, p: Seat, move: mv.Buy) -> Script:
    """A card from a stall. In the classic market the cheapest coin is paid (ruling 7)."""
    seller = next(s for s in m.others[p] if move.card in m.stalls[s])
    given, to = m.sell(move.card, seller, p, move.coins or m.coins(p)[:1])
    m.t.tell(mv.Bought(p, seller, move.card, given, to))
    m.t.count(p, "purchases")
    if m.held[p] != c.ALL_TEN:  # otherwise the call stands for a while
        yield from moment(m.t, CARD)


# ---- the open market -----------------------------------------------------------------------------


def trades(m: Market, p: Seat) -> Script[Move]:
    """Prices as often as one likes, and one main action; behind an auction without a bid there is another."""
    auctioned = False
    m.raided.discard(p)
    m.t.note(TURN, m.turns[p])
    while True:
        stall = () if auctioned else tuple(m.stalls[p])
        offers = (
            *to_draw(m), Buying(m, p), Raiding(m, p),
            OneOf(mv.Auction, stall, "One auction in a turn." if auctioned else "That card is not in your stall."),
            Pricing(m, p),
        )  # fmt: skip
        offered = {p: offers}  # as long as only prices change, the turn clock does not begin anew
        default = {p: m.default(p)}
        while isinstance(move := (yield Ask(offered, (p,), None, default)).move, mv.Price):
            m.price(move.card, move.amount)
            m.t.tell(mv.Priced(p, move.card, move.amount))
        if not isinstance(move, mv.Auction):
            yield from acts(m, p, move)
            return move
        if (yield from auction(m, p, move)):
            return move
        auctioned = True


def acts(m: Market, p: Seat, move: Move) -> Script:
    """A main action that ends the turn."""
    if isinstance(move, mv.Draw):
        m.draw(p)
    elif isinstance(move, mv.Buy):
        yield from buys(m, p, move)
    elif isinstance(move, mv.Raid):
        yield from raid(m, p, move)
    else:
        m.t.tell(mv.Passed(p))


def auction(m: Market, seller: Seat, move: mv.Auction) -> Script[bool]:
    """Everybody else who has a coin bids in secret; of equal bids the first from the seller's left. Is it sold?"""
    t, card = m.t, move.card
    t.tell(mv.PutUp(seller, card))
    t.note(AUCTION, (seller, card))
    bidders = [s for s in m.others[seller] if m.purses[s]]  # ruling 13
    bids: dict[Seat, mv.Bid] = {}
    if bidders:
        offers = {s: [OneOf(mv.Bid, range(m.purse_counts(s) + 1), too_much(m.purse_counts(s)))] for s in bidders}
        bids = yield from ask_all(t, offers, dict.fromkeys(bidders, mv.Bid(0)))
    t.forget(AUCTION)
    told = tuple(mv.Offered(s, bids[s].amount) for s in bidders)
    best = max(told, key=lambda bid: bid.amount, default=None)
    if best is None or not best.amount:
        t.tell(mv.Sold(seller, card, told, None))
        yield from moment(t, CARD)
        return False
    given, to = m.sell(card, seller, best.seat, c.payments(m.coins(best.seat), best.amount)[0])
    t.tell(mv.Sold(seller, card, told, best.seat, given, to))
    t.count(best.seat, "auctions won")
    if m.held[best.seat] != c.ALL_TEN:
        yield from moment(t, TRICK)
    return True


def too_much(purse: int) -> str:
    """Why a bid is refused."""
    return f"Your coins are worth {purse}: bid from 0 to that."


def raid(m: Market, p: Seat, move: mv.Raid) -> Script:
    """A card out of another hand, where it is there; the same rank from that stall takes its place (ruling 13)."""
    victim, bit = move.seat, 1 << move.rank
    m.raided.add(victim)
    hit, to = bool(m.held[victim] & bit), None
    if hit:
        m.pay(p, victim, move.coins)
        hand, stall = m.hands[victim], m.stalls[victim]
        m.held[victim] ^= bit
        taken = hand.take(next(card for card in hand if card.rank == move.rank))
        to = m.gain(p, taken)
        spare = next((card for card in stall if card.rank == move.rank), None)
        if spare is not None:
            m.leave_stall(victim, spare)
            m.gain(victim, spare)
    m.t.tell(mv.Raided(p, victim, move.rank, move.coins, hit, to))
    m.t.count(p, "raids" if hit else "failed raids")
    if m.held[p] != c.ALL_TEN:
        yield from moment(m.t, TRICK)


# ---- the end of a hand ---------------------------------------------------------------------------


def scoring(m: Market, winner: Seat | None, bell: bool) -> None:
    """Everybody's hand is shown; who has won it, and whether that is the end of the match."""
    t = m.t
    for p in m.players:
        t.open(m.hands[p])
        t.tally(p, {"hands": 1, "turns": m.turns[p], "ranks": m.held[p].bit_count()})
    won = [winner] if winner is not None else dead(m, bell)
    if winner is not None:
        t.count(winner, "jennies")
    if m.open:
        fortunes(m, winner)
        if t.state.number + 1 >= t.options.hands:
            t.end_match(ranked(by_seat(t)))
        return
    for p in won:
        t.scores[p] += 1
    if max(t.scores) >= t.options.wins:
        t.end_match(ranked(by_seat(t)))


def dead(m: Market, bell: bool) -> list[Seat]:
    """The most ranks are best, then the larger purse; who that is."""
    held = [(m.held[p].bit_count(), m.purse_counts(p)) for p in m.players]
    best = [m.players[n] for n in c.best_of(held)]
    holdings = tuple(mv.Holding(p, *each) for p, each in zip(m.players, held, strict=True))
    m.t.tell(mv.DeadMarket(tuple(best), holdings, bell))
    return best


def fortunes(m: Market, winner: Seat | None) -> None:
    """The value of every purse, and ten more for all ten ranks."""
    t = m.t
    told: list[mv.Fortune] = []
    for p in m.players:
        purse, bonus = m.purse_counts(p), BONUS * (p == winner)
        t.scores[p] += purse + bonus
        t.most(p, "best fortune", purse + bonus)
        told.append(mv.Fortune(p, purse, bonus, t.scores[p]))
    t.tell(mv.Fortunes(tuple(told)))


def by_seat(t: JennyJennyTable) -> dict[Seat, int]:
    """The scores of everybody who sits at the table."""
    return {s: t.scores[s] for s in range(t.seats) if s not in t.state.away}


JENNY_JENNY = Game(
    slug="jenny-jenny",
    title="Jenny Jenny",
    seats=range(2, 5),
    options=mv.Options,
    deal=jenny_jenny,
    moves=mv.PLAYERS,
    aliases=("jenny", "jj"),
    pack=lambda options, seats: Pack(str(52 + options.jokers)),
    proof="deal",
    lengths={USUAL: Length((1, 2)), "long": Length((8, 11), {"wins": "3"})},
    presets={
        "with jokers": {"jokers": "4"},
        "first to three": {"wins": "3"},
        "open market": {"market": "open"},
    },
)
