"""Farmer: draw to sixteen. Exactly sixteen takes the pot (the farm) and makes you farmer; the bust pay the farmer.

There is one six in the pack and no eight. The first farmer is the player who is dealt that six, in a deal of its own.
See rules/farmer.md; its rulings are named here by number. Where players differ, this house holds that

- the bust pay the farmer and nobody else; players who are merely lower pay the best hand (ruling 1), but nobody pays it
  if there is a sixteen (ruling 2);
- the farmer takes part in everything, and pays nobody for being bust (rulings 3 and 4);
- nobody is told of a bust: a player who is bust must still say that they stay.

All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.engine.amounts import Amount, even_split
from bot.engine.asks import Script, ask
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import PACKS, Card, deck
from bot.engine.events import Event
from bot.engine.facts import Fact
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import DECISIVE, moment
from bot.engine.offers import Move, Only
from bot.engine.options import amount, choice, number, several
from bot.engine.piles import Pile, Seat
from bot.engine.randomness import Pack
from bot.engine.table import DealTable
from bot.engine.traits import Staked, SteadyThinking
from bot.engine.view import View

from .parts.agreed_end import Agree, ProposeEnd, Refuse, unless_all_agree
from .parts.by_balance import end_by_balance
from .parts.shared_pot import Carried, paid_into_pot, share_out

AIM: Final = 16
THE_SIX: Final = Card(6, "H")
"""The only six of the pack."""
PACKS["45"] = lambda: [c for c in deck() if c.rank != 8 and (c.rank != 6 or c == THE_SIX)]

BUST = f"You are over {AIM}: all you can do is stay."


@dataclass(frozen=True)
class Options(ChipDealing):
    """The house rules of a table."""

    ante: int = amount(100, 50, 10_000, "What everybody pays into the farm; every other payment is as much.")
    deals: int | None = number(
        None, 1, 100, "How many deals a match has, besides that for the first farmer.", "open", said=several("deal")
    )
    first_farmer: Literal["six", "random"] = choice(
        "six",
        "random",
        help="The first farmer is dealt the six of hearts, or is drawn.",
        said={"random": "the first farmer is drawn by lot"},
    )


FarmerTable = DealTable[Options, Carried]
FarmerView = View[Options, Carried]

FARMER_SEAT: Fact[Seat] = Fact("farmer")


# ---- moves and events ---------------------------------------------------------------------------


class Hit(Move):
    """One card, face up."""


class Stay(Move):
    """No more cards."""


class FirstFarmer(Event, says="6♥ falls: **{seat}** farms first."):
    seat: Seat


class Drew(Event, says="{seat:draws} {card}."):
    seat: Seat
    card: Card


class Stayed(Event, says="{seat:stays}."):
    """A seat wants no more cards, or cannot have any."""

    seat: Seat


class Turned(Event):
    """All first cards are turned: everybody's total, from the farmer's left."""

    totals: tuple[tuple[Seat, int], ...]


class FarmWon(Event, says="**{seat:has} sixteen and {seat:/takes} the farm of {farm}!**"):
    seat: Seat
    farm: Amount


class BestPaid(Event):
    """There was no sixteen: those who were lower pay the best."""

    best: tuple[Seat, ...]
    payers: tuple[Seat, ...]
    pool: int
    each: int


class FarmerPaid(Event):
    """The bust pay the farmer."""

    farmer: Seat
    payers: tuple[Seat, ...]
    amount: int


class NewFarmer(Event, says="{seat:is} the farmer now."):
    seat: Seat


# ---- play ---------------------------------------------------------------------------------------


def farmer(t: FarmerTable) -> Script:
    """A deal: everybody antes, draws and stays; then hands are turned and paid for."""
    by_six = t.options.first_farmer == "six"
    if by_six and t.state.dealer is None:
        deal_the_six(t)
        return
    if sum(t.chips[p] >= t.options.ante for p in t.players) < 2:  # nobody to play with, and nobody bought more chips
        close_farm(t, paid_into_pot(t.state))
        return
    t.ante(t.options.ante)
    t.carried = Carried(frozenset(t.players))
    holder = t.players[-1]  # the farmer; where they are away or cannot ante, the next seat would farm (ruling 9)
    if holder != t.dealer:
        holder = t.players[0]
        t.tell(NewFarmer(holder))
    t.note(FARMER_SEAT, holder)
    t.next_dealer = holder
    round_ = Round(t, holder)
    stopped = yield from unless_all_agree(t, round_.turns(), t.carried.paid)
    if not stopped:
        round_.settle()
        yield from moment(t, DECISIVE)
    if stopped or t.state.number + 1 - by_six == t.options.deals:
        close_farm(t, t.carried.paid)
    else:
        keep_balance(t)


def deal_the_six(t: FarmerTable) -> None:
    """Face up around the table, from the left of a seat that chance names, until the six of hearts falls."""
    stock, hands = t.stock(), t.hands()
    for hand in hands.values():
        t.open(hand)
    while True:
        for p in t.players:
            t.deal(stock, 1, hands[p])
            if hands[p].top == THE_SIX:
                t.next_dealer = p
                t.note(FARMER_SEAT, p)
                t.tell(FirstFarmer(p))
                return


class Round:
    """One deal: the stock, and everybody's first card with what they draw face up beside it."""

    def __init__(self, t: FarmerTable, farmer: Seat) -> None:
        self.t, self.farmer = t, farmer
        self.order = t.left_of(farmer)
        self.hands, self.stock = t.hands(), t.stock()
        t.deal(self.stock, 1, *(self.hands[p] for p in self.order))

    def turns(self) -> Script:
        """From the farmer's left, the farmer last: hit or stay, whatever the hand has come to."""
        t = self.t
        for p in self.order:
            hand = self.hands[p]
            while True:
                drawn = len(hand) > 1
                hit = Only(Hit(), BUST if self.total(p) > AIM else None, shown_when_refused=True)
                stay = Only(Stay(), None if drawn else "You must draw once.", shown_when_refused=True)
                stay.greyed = not drawn
                move = yield from ask(p, hit, stay, default=Stay() if drawn else Hit())
                if isinstance(move, Stay):
                    break
                t.deal(self.stock, 1, hand)
                t.show(hand, -1)
                t.tell(Drew(p, hand.top))
            t.tell(Stayed(p))

    def total(self, seat: Seat) -> int:
        return worth(self.hands[seat])

    def settle(self) -> None:
        """First cards are turned; a sixteen takes the farm, or the lower pay the best; the bust pay the farmer."""
        t, totals = self.t, {p: self.total(p) for p in self.order}
        for hand in self.hands.values():
            t.open(hand)
        t.tell(Turned(tuple(totals.items())))
        t.count(self.farmer, "deals as farmer")
        owed = {p: min(t.options.ante, t.chips[p]) for p in self.order}  # before anything is paid (ruling 10)
        bust = [p for p in self.order if totals[p] > AIM]
        for p in bust:
            t.count(p, "busts")
        if sixteens := [p for p in self.order if totals[p] == AIM]:
            self.win_farm(sixteens)
        else:
            self.pay_best({p: total for p, total in totals.items() if total < AIM}, owed)
        self.pay_farmer([p for p in bust if p != self.farmer], owed)

    def win_farm(self, sixteens: list[Seat]) -> None:
        t = self.t
        for p in sixteens:
            t.count(p, "sixteens")
        winner = first_of_sixteens({p: self.hands[p] for p in sixteens}, self.farmer)
        farm = t.chips["pot"]
        t.pay(farm, "pot", winner, "farm")
        t.count(winner, "farms won")
        t.most(winner, "largest farm", farm)
        t.tell(FarmWon(winner, farm))
        if winner != self.farmer:
            t.next_dealer = winner
            t.tell(NewFarmer(winner))

    def pay_best(self, totals: Mapping[Seat, int], owed: Mapping[Seat, int]) -> None:
        """What the lower pay is pooled and split evenly by the best; spare yellows join the farm."""
        t, most = self.t, max(totals.values(), default=0)
        best = [p for p in totals if totals[p] == most]
        lower = [p for p in totals if totals[p] < most]
        if not lower:
            return
        for p in lower:
            t.pay(owed[p], p, "pot", "lower")
        pool = sum(owed[p] for p in lower)
        each, _ = even_split(pool, len(best))
        for p in best:
            t.pay(each, "pot", p, "best hand")
        t.tell(BestPaid(tuple(best), tuple(lower), pool, each))

    def pay_farmer(self, bust: list[Seat], owed: Mapping[Seat, int]) -> None:
        for p in bust:
            self.t.pay(owed[p], p, self.farmer, "bust")
        if bust:
            self.t.tell(FarmerPaid(self.farmer, tuple(bust), sum(owed[p] for p in bust)))


def close_farm(t: FarmerTable, paid: Collection[Seat]) -> None:
    """The session is over: the farm is shared by those who anted last (ruling 12)."""
    share_out(t, sorted(paid))
    keep_balance(t)
    end_by_balance(t)


def keep_balance(t: FarmerTable) -> None:
    for p in t.present:
        t.count(p, "balance", t.chips[p] - t.state.stacks[p])


# ---- counting -----------------------------------------------------------------------------------


def worth(hand: Iterable[Card] | Pile) -> int:
    """Aces are 1, faces 10, all others their pips."""
    return sum(min(c.rank, 10) for c in hand)


def first_of_sixteens(hands: Mapping[Seat, Collection[Card]], farmer: Seat) -> Seat:
    """The six of hearts wins, then fewer cards, then the farmer, then who sits first on the farmer's left (ruling 5).

    `hands` stand from the farmer's left.
    """
    holder = next((p for p, hand in hands.items() if THE_SIX in hand), None)
    if holder is not None:
        return holder
    fewest = min(map(len, hands.values()))
    tied = [p for p, hand in hands.items() if len(hand) == fewest]
    return farmer if farmer in tied else tied[0]


FARMER = Game(
    slug="farmer",
    title="Farmer",
    aliases=("the-farm", "sixteen"),
    seats=range(2, 9),
    options=Options,
    deal=farmer,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Hit, Stay, ProposeEnd, Agree, Refuse),
    pack=lambda options, seats: Pack(deck="45"),
    chips=True,
    proof="deal",
    carried=Carried,
    lengths={USUAL: Length(None), SHORT: Length((4, 5), {"deals": "10"})},
    traits=(
        Staked(("ante",)),
        SteadyThinking(2000),
    ),  # a stay in no time would tell of a bust
    length="deals",
    pot_of=paid_into_pot,
    presets={"penny ante": {"ante": "½"}, "wild": {"ante": "5"}},
)
