"""Red Dog: four cards each; bet against the pot that you hold a higher card of the suit about to be turned.

Taking the whole pot ends the game. See rules/red-dog.md; its rulings are named here by number. All amounts are
hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from bot.engine.amounts import Amount
from bot.engine.asks import Script, ask
from bot.engine.cards import Card, high, pack
from bot.engine.controls import suit_order
from bot.engine.events import Event
from bot.engine.facts import PileName
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import DECISIVE, TRICK, moment
from bot.engine.options import choice, flag, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.state import State
from bot.engine.table import DealTable, Wager
from bot.engine.traits import Staked
from bot.engine.view import View

from .parts.agreed_end import Agree, ProposeEnd, Refuse, unless_all_agree
from .parts.pot_bets import Bet, OutOfChips, Stakes, TriesPot, bets, lowest_bet
from .parts.shared_pot import Carried, antes, last_deal, owes_ante, paid_into_pot, share_pot, takes_pot

HAND = 4


@dataclass(frozen=True)
class Options(Stakes):
    """The house rules of a table."""

    ante_each_deal: bool = flag(
        False, "Ante before every deal, and not only into an empty pot.", said={True: "an ante each deal"}
    )
    hands: Literal["hidden", "open"] = choice(
        "hidden", "open", help="Whether all hands are dealt face up.", said={"open": "all hands lie open"}
    )
    shuffle_when: Literal["every_deal", "deck_out"] = choice(
        "every_deal",
        "deck_out",
        help="Shuffle for every deal, or when the pack cannot serve a full round.",
        said={"deck_out": "the pack is played out"},
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


RedDogTable = DealTable[Options, Carried]
RedDogView = View[Options, Carried]

TURNED = PileName("turned")


class Turned(Event, says="{card} is turned for {seat}."):
    seat: Seat
    card: Card


class Wins(Event, says="{seat:shows} {shown} and {seat:/wins} {amount}. Pot {pot}."):
    """The winner shows the lowest card that wins."""

    seat: Seat
    amount: Amount
    shown: Card
    pot: Amount


class Loses(Event, says="{seat:loses} {amount} with {shown}. Pot {pot}."):
    seat: Seat
    amount: Amount
    shown: tuple[Card, ...]
    pot: Amount


def red_dog(t: RedDogTable) -> Script:
    """A round: everybody bets once, or until somebody takes the whole pot, or all agree to stop."""
    open_pot(t)
    if not t.players:  # nobody can bet, and nobody has bought more chips
        share_pot(t)
        return
    hands = t.hands()
    if t.options.hands == "open":
        for hand in hands.values():
            t.open(hand)
    turned = t.pile(TURNED, seen_by=EVERYONE, zone="board")
    stock = t.stock()
    t.keep_shoe = t.options.shuffle_when == "deck_out"
    t.deal(stock, HAND, *(hands[p] for p in t.players))
    agreed = yield from unless_all_agree(t, turns(t, hands, turned, stock), t.carried.paid)  # ruling 7
    if agreed or (last_deal(t, t.options.rounds) and not t.standings):
        share_pot(t)


def open_pot(t: RedDogTable) -> None:
    """Into an empty pot everybody pays; into one that goes on, players who have not paid into it yet (ruling 5)."""
    playing = dealt_in(t.state, t.options)
    antes(t, t.options.stake, each_deal=t.options.ante_each_deal)
    for p in t.players:
        if p not in playing:
            t.away.add(p)
            t.tell(OutOfChips(p))


def turns(t: RedDogTable, hands: dict[Seat, Pile], turned: Pile, stock: Pile) -> Script:
    """One turn each, from the dealer's left; a pot that is won leaves nothing to bet against."""
    for p in t.players:
        bet: Bet = yield from ask(p, bets(t.chips["pot"], t.chips[p], t.options.min_bet), default=lowest_bet(t, p))
        pot, hand = t.chips["pot"], hands[p]
        t.pay(bet.amount, p, Wager(p), "bet")
        if bet.amount == pot:
            t.count(p, "pots tried")
            t.tell(TriesPot(p, pot))
        t.deal(stock, 1, turned)
        t.tell(Turned(p, turned.top))
        if winners := beating(hand, turned.top):
            wins(t, p, hand, bet.amount, min(winners, key=high))
        else:
            loses(t, p, hand, bet.amount)
        yield from moment(t, DECISIVE if bet.amount == pot else TRICK)
        if not t.chips["pot"]:
            t.count(p, "pots made")
            t.most(p, "largest pot", pot)
            takes_pot(t, p)
            return


def wins(t: RedDogTable, seat: Seat, hand: Pile, bet: int, shown: Card) -> None:
    """The pot pays; one card is shown, the lowest, so that nothing more is given away (ruling 6)."""
    t.show(hand, [*hand].index(shown))
    t.pay(bet, Wager(seat), seat, "bet back")
    t.pay(bet, "pot", seat, "win")
    t.tell(Wins(seat, bet, shown, t.chips["pot"]))


def loses(t: RedDogTable, seat: Seat, hand: Pile, bet: int) -> None:
    """The bet goes into the pot; everybody sees that no card would have won."""
    t.show(hand, *range(len(hand)))
    t.pay(bet, Wager(seat), "pot", "loss")
    t.tell(Loses(seat, bet, tuple(sorted(hand, key=suit_order)), t.chips["pot"]))


def dealt_in(state: State, options: Options) -> set[Seat]:
    """Who has something to bet after the ante."""
    owing = {
        s: owes_ante(state, s, each_deal=options.ante_each_deal) for s in range(state.seats) if s not in state.away
    }
    return {s for s, owes in owing.items() if state.stacks[s] > (options.stake if owes else 0)}


def goes_on(state: State, options: Options) -> bool:
    """Whether the rest of the pack can serve a full round, a card more than a hand for each (ruling 10)."""
    left = len(state.shoe.cards) if state.shoe else 0
    return options.shuffle_when == "deck_out" and left >= (HAND + 1) * len(dealt_in(state, options))


def beating(hand: Collection[Card] | Pile, turned: Card) -> list[Card]:
    """The cards that beat the turned one: its suit and higher, the ace being high (ruling 1)."""
    return [c for c in hand if c.suit == turned.suit and high(c) > high(turned)]


def odds(view: RedDogView) -> tuple[int, int]:
    """How many of the cards that the viewer has not seen in this round their hand beats, and how many there are."""
    unseen = view.unseen(pack())
    return sum(bool(beating(view.hand, c)) for c in unseen), len(unseen)


RED_DOG = Game(
    slug="red-dog",
    title="Red Dog",
    aliases=("high-card-pool",),
    seats=range(2, 11),  # four cards and a fifth for each of ten (ruling 8)
    options=Options,
    deal=red_dog,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Bet, ProposeEnd, Agree, Refuse),
    chips=True,
    traits=(Staked(("min_bet", "ante")),),
    proof="match",
    goes_on=goes_on,
    carried=Carried,
    lengths={USUAL: Length((1, 2))},
    length="rounds",
    ends_itself=True,
    rounds=2,
    pot_of=paid_into_pot,
    presets={
        "penny ante": {"ante": "½", "min_bet": "½"},
        "wild": {"ante": "2", "min_bet": "1", "ante_each_deal": "yes", "hands": "open"},
    },
)
