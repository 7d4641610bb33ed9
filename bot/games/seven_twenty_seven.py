"""Seven Twenty-Seven: one half of the pot goes nearest to 7, the other nearest to 27, and bets are made in between.

Court cards count one half, aces 1 or 11 and differently for the two halves. Two cards each, then betting and a round of
cards by turns, until nobody takes a card any more. See rules/seven-twenty-seven.md; its rulings are named here by
number. There are two full sets of rules: in `open`, cards are taken face up and a player who passes 27 is out; in
`closed`, they are taken face down and a total may lie on either side. Where players differ, this house holds that

- both are played with an ante and the same limits (rulings 2 and 4);
- cards speak: nobody declares, and one hand may win both halves (ruling 6);
- a player who is all-in goes on taking cards (ruling 10).

Totals are in half points, and amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.engine import betting
from bot.engine.amounts import WHITE, YELLOW
from bot.engine.asks import Ask, Script
from bot.engine.betting import BetMade, Betting, Checked, Limits, Raised
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import ACE, Card
from bot.engine.events import Event
from bot.engine.facts import Fact, SeatFact
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import CARD, DECISIVE, moment
from bot.engine.offers import Move, Offer, Only
from bot.engine.options import amount, choice, number, several
from bot.engine.piles import Pile, Seat
from bot.engine.side_pots import Pot, award, pot_name
from bot.engine.table import DealTable, LeftOut
from bot.engine.traits import Staked
from bot.engine.view import View

from .parts.by_balance import end_by_balance
from .parts.habits import Habit, of_all, without

LOW, HIGH = 14, 54
"""What is aimed at, in half points: 7 and 27."""
_ACE_MORE = 20

Half = Literal["low", "high", "whole"]


@dataclass(frozen=True)
class Options(ChipDealing):
    """The house rules of a table."""

    ruleset: str = choice(
        "open",
        "closed",
        help="open: cards face up, out above 27. closed: face down, either side.",
        said={"closed": "cards face down, nearest on either side", "open": "cards face up, out above 27"},
    )
    ante: int = amount(100, 0, 10_000, "What everybody pays for each hand; at least ½ in closed.")
    min_bet: int = amount(100, 50, 10_000, "The smallest bet or raise.", said="bets from {}")
    max_bet: int = amount(2500, 50, 100_000, "The largest bet or raise.", said="bets to {}")
    raise_cap: int = number(3, 1, 9, "Raises in a betting round.", said=several("raise", "a round"))
    hands: int | None = number(None, 1, 100, "How many hands a match has.", none="open", said=several("hand"))

    @property
    def open(self) -> bool:
        """The fuller set of rules (ruling 1)."""
        return self.ruleset == "open"

    @property
    def limits(self) -> Limits:
        """Of bets and raises, in both rulesets (ruling 4)."""
        return Limits(self.min_bet, self.max_bet, self.raise_cap)

    def check(self) -> str | None:
        if not self.open and not self.ante:
            return "The closed game needs an ante of at least ½."
        return self.limits.check()


@dataclass(frozen=True)
class Carried:
    """What anybody at the table remembers from deal to deal."""

    habits: tuple[Habit, ...] = ()
    """By seat; somebody new in a seat begins anew."""


SevenTwentySevenTable = DealTable[Options, Carried]
SevenTwentySevenView = View[Options, Carried]

ROUND: Fact[int] = Fact("round")
STANDS: SeatFact[bool] = SeatFact("stands {}")


# ---- moves and events ------------------------------------------------------------------------


class Hit(Move):
    """One more card."""


class Stand(Move):
    """No card in this round; there may be one in the next."""


class StandAhead(Move):
    """Stand when the turn comes; once more, and it is taken back."""


HIT, STAND, AHEAD = Hit(), Stand(), StandAhead()


class Round(Event, says="Round {number}."):
    number: int


class Took(Event):
    """A seat takes a card: its face if it lies open, otherwise None."""

    seat: Seat
    card: Card | None


class Stood(Event, says="{seat:stands}."):
    seat: Seat


class Bust(Event):
    """A seat is out with more than 27, all aces counting 1; the card that lay face down is shown."""

    seat: Seat
    down: Card
    total: int
    """Half points."""


class Shown(Event):
    """A hand at the showdown, and every total it can be counted as."""

    seat: Seat
    cards: tuple[Card, ...]
    totals: tuple[int, ...]
    """Half points, the least first."""


class HalfWon(Event):
    """Half a pot, or a whole one, goes to these seats; several share it."""

    pot: str
    """`pot` if there is only one, otherwise `main pot`, `side pot 1` and so on."""
    half: Half
    amount: int
    winners: tuple[Seat, ...]


# ---- play ------------------------------------------------------------------------------------


def seven_twenty_seven(t: SevenTwentySevenTable) -> Script:
    """A hand: betting and cards by turns, until one seat is left or nobody takes a card."""
    t.carried = remembered(t)
    if not antes(t):
        end_by_balance(t)
        return
    h = Hand(t)
    h.deal_out()
    took, number = True, 0
    while took and not h.betting.decided:
        number += 1
        t.note(ROUND, number)
        t.tell(Round(number))
        yield from h.betting.round()
        took = not h.betting.decided and (yield from card_round(h))
    if h.betting.decided:  # unseen (ruling 11)
        award(t, h.betting.pots(), lambda pot: pot.eligible)
    else:
        showdown(h)
        yield from moment(t, DECISIVE)
    h.count()
    remember(t)
    if t.state.number + 1 == t.options.hands:
        end_by_balance(t)


def antes(t: SevenTwentySevenTable) -> bool:
    """Paid in full, or the seat is not dealt in; without an ante it takes a chip to play. Whether there is a hand."""
    needed = max(t.options.ante, YELLOW)
    able = [p for p in t.players if t.chips[p] >= needed]
    if len(able) < 2:
        return False
    for p in t.players:
        if p not in able:
            t.away.add(p)
            t.tell(LeftOut(p))
    t.ante(t.options.ante)
    return True


class Hand:
    """What lies on the table: everybody's cards, those that nobody has any more, and the bets."""

    def __init__(self, t: SevenTwentySevenTable) -> None:
        rules: Options = t.options
        self.t = t
        self.stock, self.discards, self.hands = t.stock(), t.discards(), t.hands()
        self.busted: list[Seat] = []
        """Seats that are out, whose cards still lie open before them."""
        self.halves: set[tuple[Seat, Half]] = set()
        """Who has won which half of anything."""
        self.betting = Betting(t, rules.limits, dict.fromkeys(t.players, rules.ante), mucks=self.turn_away)

    def deal_out(self) -> None:
        """One down, then one up; or one up, then one down."""
        hands, up = self.hands.values(), 1 if self.t.options.open else 0
        self.t.deal(self.stock, 2, *(self.hands[p] for p in self.t.players))
        for hand in hands:
            self.t.show(hand, up)

    def turn_away(self, seat: Seat) -> None:
        """Nobody sees the cards of a folded hand any more, its open ones neither."""
        self.discards.lay(*self.hands[seat].take_all())

    def no_cards(self) -> str | None:
        """Why there is no card to take; None while there is one: dead hands serve on when the stock is dry."""
        return None if self.stock or self.discards or self.busted else "No cards are left."

    def take(self, seat: Seat) -> None:
        """A card, face up in `open` (ruling 3), where it may end the hand for the seat."""
        t, hand = self.t, self.hands[seat]
        if not self.stock:
            for dead in self.busted:
                self.turn_away(dead)
            self.busted.clear()
        card = t.draw(hand)
        assert card is not None, "nobody is offered a card where there is none"
        if not t.options.open:
            t.tell(Took(seat, None))
            return
        t.show(hand, -1)
        t.tell(Took(seat, card))
        least = totals(hand)[0]
        if least > HIGH:  # aces never bust a hand that can be counted lower (ruling 7)
            t.open(hand)
            self.busted.append(seat)
            self.betting.leave(seat)
            t.count(seat, "busts")
            t.tell(Bust(seat, hand[0], least))

    def count(self) -> None:
        """What the hand has brought everybody, for the records."""
        t = self.t
        for p in t.players:
            net = t.chips[p] - t.state.stacks[p]
            t.tally(p, {"hands": 1, "balance": net})
            t.count(p, "hands won" if net > 0 else "hands lost" if net else "hands drawn")
        for p, _ in sorted(self.halves):
            t.count(p, "halves won")


def card_round(h: Hand) -> Script[bool]:
    """A card or none, once for everybody from the dealer's left. Returns whether anybody has taken one."""
    t, took, waiting = h.t, False, [*h.betting.live]
    later: dict[Seat, list[Offer]] = {p: [Only(AHEAD, optional=True)] for p in waiting}
    ahead: set[Seat] = set()
    for p in waiting:
        if h.betting.decided:  # a last live seat is never asked (ruling 13)
            break
        del later[p]
        if p not in ahead and (yield from takes_card(h, p, later, ahead)):
            took = True
            h.take(p)
            if p in h.busted:
                yield from moment(t, CARD)
        else:
            t.tell(Stood(p))
    t.forget(*(STANDS.of(p) for p in ahead))
    return took


def takes_card(h: Hand, seat: Seat, later: Mapping[Seat, list[Offer]], ahead: set[Seat]) -> Script[bool]:
    """Whether the seat whose turn it is hits. Those behind it may say ahead that they stand; nobody else knows."""
    offers: dict[Seat, list[Offer]] = {seat: [Only(HIT, h.no_cards()), Only(STAND)], **later}
    while True:
        row = yield Ask(offers, (seat,), None, {seat: STAND})
        if row.seat == seat:
            return row.move == HIT
        ahead ^= {row.seat}
        if row.seat in ahead:
            h.t.note(STANDS.of(row.seat), True, {row.seat})
        else:
            h.t.forget(STANDS.of(row.seat))


def showdown(h: Hand) -> None:
    """Everybody left shows, and each pot is halved on its own, from the last back to the main pot."""
    t, pots = h.t, h.betting.pots()
    for p in h.betting.live:
        t.open(h.hands[p])
        t.tell(Shown(p, tuple(sorted(h.hands[p])), tuple(totals(h.hands[p]))))
    for place in reversed(range(len(pots))):
        divide(h, pots[place], pot_name(place, pots))


def divide(h: Hand, pot: Pot, name: str) -> None:
    """Low and high half of a pot among those who may win it; an odd yellow belongs to the high half."""
    t = h.t
    cards = {p: h.hands[p] for p in pot.eligible}
    for half, share, winners in halves(pot.amount, cards, t.options.open):
        h.halves |= {(p, each) for p in winners for each in (("low", "high") if half == "whole" else (half,))}
        t.tell(HalfWon(name, half, share, tuple(winners)))
        t.split(share, "pot", winners, f"{half} half" if half != "whole" else name)


# ---- what is remembered ----------------------------------------------------------------------


def remembered(t: SevenTwentySevenTable) -> Carried:
    """What is known from the deals before; nothing in deals of before."""
    known = t.state.carried.habits if t.state.carried else ()
    return Carried(without(of_all(known, t.seats), t.state.fresh))


def remember(t: SevenTwentySevenTable) -> None:
    """What everybody was told in this deal: checks, bets and raises, and whether a hand was close to a target that was
    shown after a bet. Hands that nobody has seen say nothing."""
    found, bold = [*t.carried.habits], set[Seat]()
    for event, _ in t.events:
        match event:
            case Checked(seat=seat):
                found[seat] = found[seat].acted(bold=False)
            case BetMade(seat=seat) | Raised(seat=seat):
                bold.add(seat)
                found[seat] = found[seat].acted(bold=True)
            case Shown(seat=seat, cards=cards) if seat in bold:
                found[seat] = found[seat].showed(air=not is_close(cards, open=t.options.open))
            case _:
                pass
    t.carried = Carried(tuple(found))


# ---- who wins what ---------------------------------------------------------------------------


def totals(cards: Iterable[Card]) -> list[int]:
    """Everything that the cards can be counted as, in half points, the least first."""
    least, aces = 0, 0
    for rank, _ in cards:
        least += 2 * rank if rank <= 10 else 1
        aces += rank == ACE
    return [least + _ACE_MORE * n for n in range(aces + 1)]


BEYOND: Final = 1000
"""Added to what a total above the target misses it by, in `open`."""


def miss(cards: Iterable[Card], target: int, *, open: bool) -> int:
    """By how much the cards miss 7 or 27, in half points; who misses by the least is the best.

    In `open` every total above the target is worse than any below it.
    """
    return min(off(n, target, open=open) for n in totals(cards))


def off(total: int, target: int, *, open: bool) -> int:
    """By how much this total misses 7 or 27, as `miss` counts it."""
    above = total - target
    return abs(above) if not open else -above if above <= 0 else BEYOND + above


NEAR: Final = 3
"""What is close to a target: within 1½."""


def is_close(cards: Collection[Card], *, open: bool) -> bool:
    """Whether a player who bets is likely to hold them."""
    return min(miss(cards, target, open=open) for target in (LOW, HIGH)) <= NEAR


def is_both(cards: Iterable[Card]) -> bool:
    """Whether the cards make exactly 7 and exactly 27, as 5-A-A does (ruling 8)."""
    return {LOW, HIGH} <= {*totals(cards)}


def halves(pot: int, hands: Mapping[Seat, Collection[Card] | Pile], open: bool) -> list[tuple[Half, int, list[Seat]]]:
    """What of a pot goes to whom; `hands` stand from the dealer's left, and so do the winners."""
    if open and (both := [p for p in hands if is_both(hands[p])]):
        return [("whole", pot, both)]
    low = pot // WHITE * YELLOW
    shares: tuple[tuple[Half, int, int], ...] = ("low", LOW, low), ("high", HIGH, pot - low)
    found: list[tuple[Half, int, list[Seat]]] = []
    for half, target, share in shares:
        missed = {p: miss(hands[p], target, open=open) for p in hands}
        least = min(missed.values())
        if share:
            found.append((half, share, [p for p in hands if missed[p] == least]))
    return found


SEVEN_TWENTY_SEVEN = Game(
    slug="seven-twenty-seven",
    title="Seven Twenty-Seven",
    aliases=("727", "7-27", "the-game-of-727"),
    seats=range(4, 11),  # house players fill up to four (ruling 12)
    options=Options,
    deal=seven_twenty_seven,
    rules=2,
    moments=2,
    known_from=1,
    moves=(*betting.MOVES, Hit, Stand, StandAhead),
    chips=True,
    traits=(Staked(("min_bet", "max_bet", "ante")),),
    proof="match",
    carried=Carried,
    lengths={USUAL: Length(None), SHORT: Length((7, 10), {"hands": "10"})},
    length="hands",
    presets={
        "penny ante": {"ante": "½", "min_bet": "½", "max_bet": "5"},
        "wild": {"ruleset": "closed", "ante": "2", "min_bet": "2", "max_bet": "50"},
    },
)
