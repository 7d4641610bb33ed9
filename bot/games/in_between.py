"""In-Between: two cards are turned, and you bet against the pot that a third falls strictly between them.

Taking the whole pot ends the game. See rules/in-between.md; its rulings are named here by number. Where players differ,
this house holds that

- an ace is called high or low when both cards lie, and only then are they neighbours or not (ruling 1); two aces are a
  pair and nothing else (ruling 2);
- everybody must bet, however small the chance (ruling 5);
- antes only open an empty pot, and a player who joins later pays one first (ruling 3).

All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.engine.amounts import Amount
from bot.engine.asks import Script, ask
from bot.engine.cards import ACE, KING, Card, pack
from bot.engine.events import Event
from bot.engine.facts import Fact, PileName
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import DECISIVE, TRICK, moment
from bot.engine.offers import Move, OneOf, Only
from bot.engine.options import choice, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.table import DealTable, Wager
from bot.engine.traits import Staked
from bot.engine.view import View

from .parts.agreed_end import Agree, ProposeEnd, Refuse, all_agreed, unless_all_agree
from .parts.pot_bets import Bet, OutOfChips, Stakes, TriesPot, bets, lowest_bet
from .parts.shared_pot import Carried, antes, antes_again, last_deal, paid_into_pot, share_pot, takes_pot
from .parts.suspense import TurnCard, suspense

THIRD_OF_THE_RANK: Final = 25
"""What a bet on a third card of a pair's rank pays for each chip."""

Side = Literal["high", "low"]
HIGH: Side = "high"
LOW: Side = "low"


@dataclass(frozen=True)
class Options(Stakes):
    """The house rules of a table."""

    pair_bet: Literal["off", "optional", "forced"] = choice(
        "off",
        "optional",
        "forced",
        help="On a pair one may, or must, bet that a third of the rank comes, 25 to 1.",
        said={"optional": "a pair may be bet on", "forced": "a pair must be bet on"},
    )
    reopen: Literal["no", "yes"] = choice(
        "no",
        "yes",
        help="When the pot is taken: the game ends, or all ante again and play goes on.",
        said={"yes": "play goes on after the pot is taken"},
    )
    rounds: int | None = number(
        None,
        1,
        100,
        "The most rounds that there are.",
        none="open",
        later=True,
        said=several("round", "at most"),
    )


InBetweenTable = DealTable[Options, Carried]
InBetweenView = View[Options, Carried]

ACE_SIDE: Fact[Side] = Fact("ace")
GONE = PileName("gone")
POSTS = PileName("posts")
THIRD = PileName("third")


# ---- moves and events ---------------------------------------------------------------------------


class Ace(Move):
    """The ace among the two cards is above the king, or below the two."""

    choice: Side


class Take(Move):
    """The pay for a pair, and no bet."""


class Posts(Event, says="{first} and {second} for {seat}."):
    """The two cards of a seat's turn."""

    seat: Seat
    first: Card
    second: Card


class AceCalled(Event, says="{seat:calls} the ace {choice}."):
    seat: Seat
    choice: Side
    ranks: int


class Neighbours(Event, says="Nothing lies between: {seat:forfeits} {amount}. Pot {pot}."):
    seat: Seat
    amount: Amount
    pot: Amount


class PairPaid(Event, says="A pair: {seat:is} paid {amount}. Pot {pot}."):
    seat: Seat
    amount: Amount
    pot: Amount


class BetLaid(Event, says="{seat:bets} {amount}…"):
    seat: Seat
    amount: Amount


class Third(Event):
    """The third card, and what came of the bet: more than nothing if it is won."""

    seat: Seat
    card: Card
    net: int
    hit: bool
    """It equals a post."""
    pot: int


class PotReopened(Event, says="**{seat:has} taken the pot.** All ante again: {pot}."):
    seat: Seat
    pot: Amount


# ---- play ---------------------------------------------------------------------------------------


def in_between(t: InBetweenTable) -> Script:
    """A round: everybody's turn, or until somebody takes the pot, or all agree to stop."""
    antes(t, t.options.stake, each_deal=False)
    if not any(t.chips[p] for p in t.players):  # nobody can bet, and nobody has bought more chips
        share_pot(t)
        return
    row = Board(t)
    to_play = [*t.players]
    while to_play:
        agreed = yield from unless_all_agree(t, turns(t, row, to_play), t.carried.paid, after_this="turn")
        if agreed and t.chips["pot"]:
            share_pot(t)
            return
        if not t.chips["pot"] and not reopened(t, row.last, agreed):
            return
    if last_deal(t, t.options.rounds):
        share_pot(t)


class Board:
    """The stock, the two posts, what falls between them, and what lies aside."""

    def __init__(self, t: InBetweenTable) -> None:
        self.stock = t.stock()
        self.posts = t.pile(POSTS, seen_by=EVERYONE, zone="board")
        self.third = t.pile(THIRD, seen_by=EVERYONE, zone="board")
        self.gone = t.pile(GONE, seen_by=EVERYONE, zone="board")
        self.last: Seat = -1
        """Whose turn it is or was."""

    def sweep(self) -> None:
        """The cards of the last turn are aside, where all may count them."""
        for pile in (self.posts, self.third):
            self.gone.lay(*pile.take_all())


def turns(t: InBetweenTable, row: Board, to_play: list[Seat]) -> Script:
    """One turn each, as long as there is a pot and not everybody would stop; the dealer's is the last."""
    while to_play and t.chips["pot"] and not all_agreed(t, t.carried.paid):
        p = to_play.pop(0)
        if p in t.away:
            continue
        if not t.chips[p]:
            t.tell(OutOfChips(p))
            continue
        row.last = p
        row.sweep()
        t.deal(row.stock, 2, row.posts)
        first, second = row.posts
        t.tell(Posts(p, first, second))
        if first.rank == second.rank:
            yield from pair(t, row, p)
        else:
            side = (yield from ace(t, row.posts, p)) if ACE in (first.rank, second.rank) else HIGH
            if gap := between(row.posts, side):
                yield from bet(t, row, p, gap)
            else:
                forfeit = min(t.options.min_bet, t.chips[p])
                t.pay(forfeit, p, "pot", "neighbours")
                t.tell(Neighbours(p, forfeit, t.chips["pot"]))
        yield from moment(t, TRICK if t.chips["pot"] else DECISIVE)
        t.forget(ACE_SIDE)


def ace(t: InBetweenTable, posts: Pile, seat: Seat) -> Script[Side]:
    """High or low; the turn clock takes the wider gap."""
    wider = max((HIGH, LOW), key=lambda side: len(between(posts, side)))
    called: Ace = yield from ask(seat, OneOf(Ace, (HIGH, LOW), "Call the ace high or low."), default=Ace(wider))
    t.note(ACE_SIDE, called.choice)
    t.tell(AceCalled(seat, called.choice, len(between(posts, called.choice))))
    return called.choice


def bet(t: InBetweenTable, row: Board, seat: Seat, gap: range) -> Script:
    """Even money that the third card falls into the gap."""
    may = offered_bets(t, seat)
    laid: Bet = yield from ask(seat, may, default=lowest_bet(t, seat))
    yield from turn_third(t, row, seat, laid.amount)
    settle(t, row, seat, laid.amount, laid.amount if row.third.top.rank in gap else 0)


def pair(t: InBetweenTable, row: Board, seat: Seat) -> Script:
    """Paid at once, or a bet on a third of the rank, or the one or the other (option pair_bet)."""
    laid: Bet | Take = Take()
    if t.options.pair_bet == "forced":
        laid = yield from ask(seat, offered_bets(t, seat), default=lowest_bet(t, seat))
    elif t.options.pair_bet == "optional":
        laid = yield from ask(seat, Only(Take()), offered_bets(t, seat), default=Take())
    if isinstance(laid, Take):
        pay = min(2 * t.options.min_bet, t.chips["pot"])
        t.pay(pay, "pot", seat, "pair")
        t.tell(PairPaid(seat, pay, t.chips["pot"]))
        t.most(seat, "biggest win", pay)
        return
    yield from turn_third(t, row, seat, laid.amount)
    wins = row.third.top.rank == row.posts.top.rank
    settle(t, row, seat, laid.amount, min(THIRD_OF_THE_RANK * laid.amount, t.chips["pot"]) if wins else 0)


def turn_third(t: InBetweenTable, row: Board, seat: Seat, amount: int) -> Script:
    """The chips are laid out, and the third card comes."""
    t.pay(amount, seat, Wager(seat), "bet")
    if amount == t.chips["pot"]:
        t.count(seat, "pots tried")
        t.tell(TriesPot(seat, amount))
    else:
        t.tell(BetLaid(seat, amount))
    yield from suspense(t)
    t.deal(row.stock, 1, row.third)


def settle(t: InBetweenTable, row: Board, seat: Seat, amount: int, win: int) -> None:
    """The pot pays the win, or takes the bet."""
    third = row.third.top
    hit = not win and third.rank in [c.rank for c in row.posts]
    t.pay(amount, Wager(seat), seat if win else "pot", "bet back" if win else "loss")
    t.pay(win, "pot", seat, "win")
    if win:
        t.most(seat, "biggest win", win)
    elif hit:
        t.count(seat, "posts hit")
    t.tell(Third(seat, third, win or -amount, hit, t.chips["pot"]))


def reopened(t: InBetweenTable, seat: Seat, agreed: bool) -> bool:
    """Whether play goes on after this seat has taken the pot (ruling 11): it takes two who can ante again, and no
    agreement to stop."""
    t.count(seat, "pots made")
    if t.options.reopen == "yes" and not agreed and sum(t.chips[p] >= t.options.stake for p in t.players) > 1:
        antes_again(t, t.options.stake)
        t.tell(PotReopened(seat, t.chips["pot"]))
        return True
    takes_pot(t, seat)
    return False


def offered_bets(t: InBetweenTable, seat: Seat) -> OneOf:
    """The same range for every bet (rulings 6, 8)."""
    won = "takes it" if t.options.reopen == "yes" else "ends the game"
    return bets(t.chips["pot"], t.chips[seat], t.options.min_bet, won)


# ---- what lies between --------------------------------------------------------------------------


def between(posts: Sequence[Card] | Pile, ace: Side) -> range:
    """The ranks strictly between two posts. No ace is ever among them, wherever the one that lies there stands."""
    low, high = sorted([KING + 1 if c.rank == ACE and ace == HIGH else c.rank for c in posts])
    return range(low + 1, high)


def odds(view: InBetweenView, ace: Side | None = None) -> tuple[int, int]:
    """How many of the cards that have not been seen since the shuffle win this turn's bet, and how many there are.

    `ace` is where an ace stands that has not been called yet.
    """
    posts = view.faces(POSTS)
    unseen = view.unseen(pack())
    if len(posts) < 2:
        return 0, len(unseen)
    ranks = [posts[0].rank] if posts[0].rank == posts[1].rank else between(posts, view.fact(ACE_SIDE, ace or HIGH))
    return sum(c.rank in ranks for c in unseen), len(unseen)


IN_BETWEEN = Game(
    slug="in-between",
    title="In-Between",
    aliases=("between-the-sheets", "acey-deucey"),
    seats=range(2, 11),  # three cards for each of ten (ruling 10)
    options=Options,
    deal=in_between,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Ace, Take, Bet, TurnCard, ProposeEnd, Agree, Refuse),
    chips=True,
    traits=(Staked(("min_bet", "ante")),),
    proof="deal",
    carried=Carried,
    lengths={USUAL: Length((1, 2))},
    length="rounds",
    ends_itself=True,
    rounds=2,
    pot_of=paid_into_pot,
    presets={
        "penny ante": {"ante": "½", "min_bet": "½"},
        "wild": {"ante": "2", "min_bet": "1", "pair_bet": "optional"},
    },
)
