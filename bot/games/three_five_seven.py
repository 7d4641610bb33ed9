"""3-5-7: three cards, then five, then seven; the rank of that number is wild, and in or out is all there is to say.

Everybody declares in secret, and all at once. A player who stays in and loses pays the winner as much as there is in
the pot; one who stays in alone earns a strike, and three strikes win the pot. See rules/three-five-seven.md. Where
players differ, this house holds that

- the ante is paid once for the match, and only strikes win the pot; losers pay from their own stacks (rulings 1, 2);
- a player who was out gets the next two cards and may come in again (ruling 3);
- nobody wins more from another than they had in front of them, and an empty stack cannot be in (ruling 8);
- those who are in see each other's hands; the others hear who won, and what was paid (ruling 9).

All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from bot.engine.amounts import Amount, shares
from bot.engine.asks import Script, ask_all
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import Card
from bot.engine.events import Event
from bot.engine.facts import Fact
from bot.engine.game import USUAL, Boast, Game, Length
from bot.engine.moments import BRIEF, DECISIVE, TRICK, moment
from bot.engine.offers import Move, Offer, OneOf, Only
from bot.engine.options import amount, choice, flag, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.table import DealTable
from bot.engine.traits import LastOneWins, Staked
from bot.engine.view import View

from .parts import shared_pot
from .parts.agreed_end import Agree, ProposeEnd, Refuse, unless_all_agree
from .parts.poker_hands import name, strength
from .parts.shared_pot import antes, last_deal, paid_into_pot, share_pot, takes_pot

STAGES = (3, 5, 7)
"""How many cards are held; this rank is also wild (ruling 4)."""

Side = Literal["in", "out"]
IN: Side = "in"
OUT: Side = "out"


@dataclass(frozen=True)
class Options(ChipDealing):
    """The house rules of a table."""

    ante: int = amount(100, 50, 10_000, "What everybody pays into the pot when the match starts.")
    ante_each_deal: bool = flag(False, "Ante before every new three-card deal, too.", said={True: "an ante each deal"})
    strikes_to_win: int = number(3, 1, 5, "Strikes that win the pot.", said=several("strike", "wins", "win"))
    strike_pay: str = choice(
        "off",
        "ante",
        "amount",
        help="What all others pay into the pot for each strike.",
        said={"ante": "a strike costs the others an ante", "amount": "a strike costs the others chips"},
    )
    strike_amount: int = amount(100, 50, 10_000, "How much that is where strike_pay is amount.", said="{} a strike")
    show: str = choice(
        "in_only", "all", help="Who sees the hands that are compared.", said={"all": "compared hands are shown to all"}
    )
    declare_seconds: int = number(30, 10, 120, "How long there is to declare.", said="{} seconds to declare")
    deals: int | None = number(
        None, 1, 100, "The most deals that there are.", none="open", later=True, said=several("deal", "at most")
    )

    def said(self, name: str) -> str | None:
        return "" if name == "strike_amount" and self.strike_pay != "amount" else super().said(name)

    @property
    def fine(self) -> int:
        """What a strike costs each of the others."""
        return {"off": 0, "ante": self.ante, "amount": self.strike_amount}[self.strike_pay]


class Stays(NamedTuple):
    """How often a seat has been in, of all the stages in which it could have been."""

    was_in: int = 0
    could: int = 0


@dataclass(frozen=True)
class Carried(shared_pot.Carried):
    """What anybody at the table remembers from deal to deal."""

    stays: tuple[Stays, ...] = ()
    """By seat; somebody new in a seat begins anew."""


ThreeFiveSevenTable = DealTable[Options, Carried]
ThreeFiveSevenView = View[Options, Carried]

STAGE: Fact[int] = Fact("stage")


# ---- moves and events ---------------------------------------------------------------------------


class Declare(Move):
    """In, and play for the pot, or out."""

    choice: Side


class Opened(Event):
    """All declarations are open; the seats that are in stand from the dealer's left."""

    stage: int
    are_in: tuple[Seat, ...]


class Shown(NamedTuple):
    """A hand that was compared, and what it is called."""

    seat: Seat
    cards: tuple[Card, ...]
    called: str


class Showdown(Event):
    """All hands of those who were in; nobody else knows them."""

    stage: int
    hands: tuple[Shown, ...]


class Payment(NamedTuple):
    """What a loser pays a winner."""

    loser: Seat
    winner: Seat
    amount: int


class Compared(Event):
    """Who had the best hand of those who were in, and who pays for it; nobody where all are as good."""

    stage: int
    winners: tuple[Seat, ...]
    payments: tuple[Payment, ...]


class Strike(Event, says="{seat} alone {seat:/is} in: **strike {strikes}**!"):
    seat: Seat
    strikes: int


class WinsPot(Event, says="**{seat:takes} the pot of {pot}!**"):
    seat: Seat
    pot: Amount


# ---- play ---------------------------------------------------------------------------------------


def three_five_seven(t: ThreeFiveSevenTable) -> Script:
    """A deal of three stages, unless a last strike, or everybody's wish, ends the match before."""
    t.carried = remembered(t)
    antes(t, t.options.ante, each_deal=t.options.ante_each_deal)
    if len(t.players) == 1:  # ruling 12
        wins(t, t.players[0])
        return
    can_be_in = any(t.chips[p] for p in t.players)  # otherwise nobody ever can, and nobody has bought more chips
    agreed = not can_be_in or (yield from unless_all_agree(t, stages(t), t.carried.paid))
    if agreed or (last_deal(t, t.options.deals) and not t.standings):
        share_pot(t)


def stages(t: ThreeFiveSevenTable) -> Script:
    """More cards to everybody, declarations, and what comes of them."""
    hands, stock = t.hands(), t.stock()
    in_turn, held = [hands[p] for p in t.players], 0
    for stage in STAGES:
        t.deal(stock, stage - held, *in_turn)
        held = stage
        t.note(STAGE, stage)
        are_in = yield from declarations(t)
        t.tell(Opened(stage, tuple(are_in)))
        if len(are_in) > 1:
            yield from moment(t, BRIEF)
            compare(t, stage, {p: hands[p] for p in are_in})
        elif are_in:
            strike(t, are_in[0])
        yield from moment(t, DECISIVE if len(are_in) > 1 else TRICK)
        if t.standings:
            return


class Declaration(OneOf):
    """In or out."""

    stale = "The declarations are open already."


def declarations(t: ThreeFiveSevenTable) -> Script[list[Seat]]:
    """Everybody's at once, unseen until all are in or time is up: who is in, from the dealer's left."""
    secret: dict[Seat, Sequence[Offer]] = {}
    others: dict[Seat, Sequence[Offer]] = {}
    players = t.players
    for p in range(t.seats):
        if p in t.away:
            others[p] = [Only(Declare(OUT), "You sit out until the next deal.")]
        elif not t.chips[p]:  # ruling 8
            others[p] = [Only(Declare(OUT), "You have no chips in front of you, so you are out.")]
        else:
            secret[p] = [Declaration(Declare, (IN, OUT), "Declare in or out.")]
    out = dict.fromkeys(secret, Declare(OUT))
    declared = yield from ask_all(t, secret, out, t.options.declare_seconds, besides=others, hushed=True)
    are_in = [p for p in players if p in declared and declared[p].choice == IN]
    remember(t, secret, are_in)
    return are_in


def _stays(carried: object) -> tuple[Stays, ...]:
    """None before the first deal, and at a table of before, which carries over what any game with a shared pot does."""
    return carried.stays if isinstance(carried, Carried) else ()


def remembered(t: ThreeFiveSevenTable) -> Carried:
    """What is known from the deals before."""
    known = _stays(t.state.carried)
    stays = (known[p] if p < len(known) and p not in t.state.fresh else Stays() for p in range(t.seats))
    return Carried(paid_into_pot(t.state), tuple(stays))


def remember(t: ThreeFiveSevenTable, could: Collection[Seat], are_in: Collection[Seat]) -> None:
    """Who was in of those who could be."""
    seen = [Stays(one.was_in + (p in are_in), one.could + (p in could)) for p, one in enumerate(t.carried.stays)]
    t.carried = replace(t.carried, stays=tuple(seen))


def compare(t: ThreeFiveSevenTable, stage: int, hands: Mapping[Seat, Pile]) -> None:
    """The hands of those who are in are shown among them; players without the best one pay (ruling 2)."""
    seen_by = EVERYONE if t.options.show == "all" else frozenset(hands)
    strengths = {p: strength([*hand], wild=stage) for p, hand in hands.items()}
    for hand in hands.values():
        t.show(hand, *range(len(hand)), to=seen_by)
    shown = tuple(Shown(p, tuple(sorted(hand)), name(strengths[p])) for p, hand in hands.items())
    t.tell(Showdown(stage, shown), seen_by)
    best = max(strengths.values())
    winners = [p for p in hands if strengths[p] == best]
    losers = [p for p in hands if strengths[p] < best]
    owed = tuple(payments(t.chips["pot"], {p: t.chips[p] for p in hands}, winners, losers))
    for payment in owed:
        t.pay(payment.amount, payment.loser, payment.winner, "showdown")
    for p in winners if losers else ():
        t.count(p, "showdowns won")
    t.tell(Compared(stage, tuple(winners), owed))


def strike(t: ThreeFiveSevenTable, seat: Seat) -> None:
    """The others may have to pay for it, for the last one, too (ruling 10)."""
    t.strikes[seat] += 1
    t.tell(Strike(seat, t.strikes[seat]))
    for p in t.players if t.options.fine else ():
        if p != seat:
            t.pay(min(t.options.fine, t.chips[p]), p, "pot", "strike")
    if t.strikes[seat] >= t.options.strikes_to_win:
        wins(t, seat)


def wins(t: ThreeFiveSevenTable, seat: Seat) -> None:
    t.tell(WinsPot(seat, t.chips["pot"]))
    takes_pot(t, seat)


# ---- what losers pay ----------------------------------------------------------------------------


def payments(
    pot: int, stacks: Mapping[Seat, int], winners: Sequence[Seat], losers: Sequence[Seat]
) -> Iterator[Payment]:
    """Each loser owes as much as there is in the pot, evenly to the winners; a stack covers no more than itself.

    `winners` stand from the dealer's left: spare yellows go to the first of them. Stacks are those at the declaration.
    """
    for loser in losers:
        owed = min(pot, stacks[loser])
        for winner, share in zip(winners, shares(owed, len(winners)), strict=True):
            if paid := min(share, stacks[winner]):  # rulings 6, 8
                yield Payment(loser, winner, paid)


def boast(event: Event) -> Boast | None:
    """The best of the hands that were compared."""
    if not isinstance(event, Showdown):
        return None
    best = max(event.hands, key=lambda one: strength(one.cards, wild=event.stage))
    return Boast(best.seat, (strength(best.cards, wild=event.stage),), best.called)


def notable(events: Sequence[Event]) -> int:
    """Whether the pot was won."""
    return int(any(isinstance(event, WinsPot) for event in events))


def recall(events: Sequence[Event]) -> dict[str, list[int]]:
    """Who has got strikes, one by one."""
    return {"strikes": [event.seat for event in events if isinstance(event, Strike)]}


THREE_FIVE_SEVEN = Game(
    slug="three-five-seven",
    title="3-5-7",
    aliases=("357", "3-5-7"),
    seats=range(2, 8),  # seven cards for each of seven (ruling 11)
    options=Options,
    deal=three_five_seven,
    rules=2,
    moments=2,
    known_from=1,
    moves=(Declare, ProposeEnd, Agree, Refuse),
    chips=True,
    proof="match",
    carried=Carried,
    lengths={USUAL: Length((2, 2))},
    traits=(
        Staked(("ante", "strike_amount")),
        LastOneWins(),
    ),  # ruling 12
    length="deals",
    ends_itself=True,
    rounds=2,
    pot_of=paid_into_pot,
    presets={
        "penny ante": {"ante": "½"},
        "wild": {"ante": "2", "ante_each_deal": "yes", "strike_pay": "ante", "show": "all"},
    },
    boast=boast,
    notable=notable,
    recall=recall,
)
