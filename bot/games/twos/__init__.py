"""Twos: get rid of all cards first, by beating the last combination with a better one of as many cards.

Twos are the highest cards. The holder of the 3♦ leads; the others in turn beat what lies there or pass, and a player
whom nobody beats leads anew. Cards left in hand cost points, usually money. See rules/twos.md. Where players differ,
this house holds that

- the deal runs counterclockwise and play clockwise (ruling 1), and the 3♦ starts every hand (ruling 4);
- a pass locks nobody out: when the turn comes round again, they may play;
- flushes go by suit first, then by their cards, twos high (ruling 6); in straights the two stands below the three.

All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.amounts import Amount
from bot.engine.asks import Script, ask
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import RANK_NAMES, Card, card, deck, rank_names
from bot.engine.events import Event
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import DECISIVE, TRICK, moment
from bot.engine.offers import Move, Only, SomeOf
from bot.engine.options import amount, choice, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.randomness import Stream
from bot.engine.state import ranked
from bot.engine.table import DealTable, LeftOut
from bot.engine.traits import Staked
from bot.engine.view import View

from ..parts.by_balance import end_by_balance
from . import combinations as c
from .combinations import OPENER, Combination, Kind, recognise
from .facts import COMBINATION, OWNER, PASSED, TURNED

SECOND_OPENER = card("3S")
"""Its holder gets the last card of a deal for three, if that is the 3♦."""
THIRTEEN = 13
UNTOUCHED = 3
"""Points for each card of a hand from which nothing was laid."""
FEW = 3
"""It is told who has so few cards left."""
READY = 25
"""How many plays are listed ready-made."""


@dataclass(frozen=True)
class Options(ChipDealing):
    """The options of a table."""

    stakes: str = choice(
        "chips",
        "points",
        help="chips: the losers pay the winner; points: penalties are added up",
        said={"points": "for points, not chips"},
    )
    unit: int = amount(50, 50, 5000, "what a penalty point costs, where chips are paid", said="{} a penalty point")
    hands: int = number(4, 1, 20, "hands in a match", said=several("hand"))
    direction: str = choice(
        "clockwise",
        "counterclockwise",
        help="which way play goes round",
        said={"counterclockwise": "play goes to the right"},
    )
    deal: str = choice(
        "all",
        "thirteen",
        help="thirteen: two or three players get no more; the rest is unseen",
        said={"thirteen": "thirteen cards each at most"},
    )
    leftover: str = choice(
        "deal",
        "low_card",
        help="of three players, who gets the 52nd card: by the deal, or the 3♦",
        said={"low_card": "the odd card goes to the 3♦"},
    )


TwosTable = DealTable[Options, None]
TwosView = View[Options, None]


# ---- moves and events ----------------------------------------------------------------------------


class Play(Move):
    """A combination: any to lead, otherwise one that beats what lies."""

    cards: tuple[Card, ...]


class Pass(Move):
    """Nothing is laid this time."""


class CutShows(Event):
    """The card that the cut shows, in words since it lies nowhere, and to whom that gives the first card."""

    card: str
    first: Seat


class Opens(Event):
    """Who leads the first round: the holder of the 3♦, or of the lowest card in play."""

    seat: Seat
    lowest: bool


class Laid(Event):
    """A combination, as it lies there; whether it was led."""

    seat: Seat
    cards: tuple[Card, ...]
    led: bool


class Passed(Event, says="{seat:passes}."):
    seat: Seat


class FewLeft(Event):
    """Somebody has so few cards left that the others should know."""

    seat: Seat
    cards: int


class RoundOver(Event, says="All pass, and {seat:leads}."):
    """Everybody else has passed; what lay there is turned face down."""

    seat: Seat


class Out(Event, says="**{seat:has} laid the last card!**"):
    seat: Seat


class Loss(NamedTuple):
    """What a hand has cost somebody."""

    seat: Seat
    cards: tuple[Card, ...]
    untouched: bool
    """Nothing was laid from it."""
    points: int
    paid: Amount


class HandScored(Event):
    """Who has won, and what the others are left with, from the winner's left."""

    winner: Seat
    losses: tuple[Loss, ...]


class TooFew(Event, says="Fewer than two have chips left, so the match ends."):
    """Nobody is left to play against."""


# ---- play ----------------------------------------------------------------------------------------


def twos(t: TwosTable) -> Script:
    """A hand: round after round until somebody has no card left."""
    if t.options.stakes == "chips" and not with_chips(t):
        t.tell(TooFew())
        end_by_balance(t)
        return
    h = deals(t)
    winner = yield from rounds(h)
    t.tell(Out(winner))
    yield from moment(t, DECISIVE)
    settle(h, winner)


def with_chips(t: TwosTable) -> bool:
    """Only who has chips is dealt in (ruling 12); False if that leaves fewer than two."""
    broke = [p for p in t.players if not t.chips[p]]
    if len(t.players) - len(broke) < 2:
        return False
    for p in broke:
        t.away.add(p)
        t.tell(LeftOut(p))
    return True


@dataclass
class Hand:
    """A hand as it is played."""

    t: TwosTable
    hands: dict[Seat, Pile]
    dealt: dict[Seat, int]
    """How many cards each began with."""
    table: Pile
    """The combination to beat."""
    turned: Pile
    """Everything laid before."""
    must: Card | None
    """What the very first play must include."""
    laid: set[Seat]
    """Who has laid a card."""

    def after(self, seat: Seat) -> list[Seat]:
        """The others in the direction of play."""
        others = self.t.left_of(seat)[:-1]
        return others if self.t.options.direction == "clockwise" else others[::-1]


def deals(t: TwosTable) -> Hand:
    """Counterclockwise, beginning where the cut says; and the holder of the lowest card will lead."""
    hands, stock = t.hands(), t.stock()
    shown = deck()[t.stream("pick/1").below(52)]  # apart from the pack (ruling 13)
    around = dealt_from(t.players, t.dealer, shown.rank)
    t.tell(CutShows(str(shown), around[0]))
    piles = [hands[p] for p in around]
    thirteen = len(around) == 4 or t.options.deal == "thirteen"
    each = THIRTEEN if thirteen else len(stock) // len(around)
    t.deal(stock, each, *piles)
    if not thirteen and stock:
        if t.options.leftover == "deal":
            t.deal(stock, 1, piles[0])
        else:
            wanted = SECOND_OPENER if OPENER in stock else OPENER
            t.deal(stock, 1, next(pile for pile in piles if wanted in pile))
    must = min((each for pile in piles for each in pile), key=c.place)
    return Hand(
        t, hands, {p: len(hand) for p, hand in hands.items()},
        table=t.pile(COMBINATION, seen_by=EVERYONE), turned=t.pile(TURNED), must=must, laid=set(),
    )  # fmt: skip


def dealt_from(players: Sequence[Seat], dealer: Seat, value: int) -> list[Seat]:
    """In which order they are dealt to, counterclockwise. Of the players, who are given from the dealer's left, the
    first is counted out by the value of the card that the cut shows; the dealer's right is one (ruling 2)."""
    around = [p for p in reversed(players) if p != dealer] + [p for p in players if p == dealer]
    at = (value - 1) % len(around)
    return [*around[at:], *around[:at]]


def rounds(h: Hand) -> Script[Seat]:
    """The winner of a round leads the next; returns who is out of cards."""
    t = h.t
    leader = next(p for p, hand in h.hands.items() if h.must in hand)
    t.tell(Opens(leader, h.must != OPENER))
    while True:
        owner = yield from a_round(h, leader)
        if not h.hands[owner]:
            return owner
        t.tell(RoundOver(owner))
        yield from moment(t, TRICK)
        h.turned.lay(*h.table.take_all())
        t.note(PASSED, ())
        t.forget(OWNER)
        leader = owner


def a_round(h: Hand, leader: Seat) -> Script[Seat]:
    """A combination is led, and beaten until all others pass or a hand is empty; returns who has laid the last one."""
    t = h.t
    offer = Playing(h.hands[leader], None, h.must)
    move = yield from ask(leader, offer, _LEADS, default=Play((h.must or min(h.hands[leader], key=c.place),)))
    assert isinstance(move, Play)
    owner, over = leader, lays(h, leader, move.cards, led=True)
    h.must = None
    passed: list[Seat] = []
    others = h.after(owner)
    while h.hands[owner] and others:
        p = others.pop(0)
        move = yield from ask(p, Playing(h.hands[p], over, None), Only(Pass()), default=Pass())
        if isinstance(move, Pass):
            passed.append(p)
            t.note(PASSED, tuple(passed))
            t.tell(Passed(p))
            continue
        owner, over = p, lays(h, p, move.cards, led=False)
        passed, others = [], h.after(owner)  # who has passed may play again
    return owner


def lays(h: Hand, seat: Seat, cards: Sequence[Card], *, led: bool) -> Combination:
    """A combination in the place of the one before."""
    t, hand = h.t, h.hands[seat]
    made = recognise(cards)
    assert made is not None
    h.turned.lay(*h.table.take_all())
    lying = c.laid_out(cards)
    for each in lying:
        hand.take(each)
    h.table.lay(*lying)
    h.laid.add(seat)
    t.note(OWNER, seat)
    t.note(PASSED, ())
    t.tell(Laid(seat, lying, led))
    if 0 < len(hand) <= FEW:
        t.tell(FewLeft(seat, len(hand)))
    return made


_LEADS = Only(Pass(), "You lead, so you cannot pass.")
_SIZES = {
    1: "One card is asked for.", 2: "Two cards are asked for.", 3: "Three cards are asked for.",
    5: "Five cards are asked for.",
}  # fmt: skip


class Playing(SomeOf[Play]):
    """A combination from a hand: any that is led, otherwise one of as many cards that beats the other."""

    sorted_by = staticmethod(c.place)

    def __init__(self, hand: Pile, over: Combination | None, must: Card | None) -> None:
        sizes = c.SIZES if over is None else (over.size,)
        super().__init__(Play, hand, sizes[0], sizes[-1], self._why_not)
        self._over, self._must, self._sizes = over, must, sizes
        self._mask: int | None = None

    @property
    def _held(self) -> c.Mask:
        if self._mask is None:
            self._mask = c.mask(self.among)
        return self._mask

    @property
    def _needed(self) -> c.Mask:
        return 0 if self._must is None else c.mask((self._must,))

    def __bool__(self) -> bool:
        return self._over is None or any(self.next(()))

    def next(self, parts: Sequence[Card]) -> list[Card]:
        if len(parts) >= self.most:
            return []
        if len({*parts}) < len(parts) or any(p not in self.among for p in parts):
            return []
        chosen = c.mask(parts)
        fitting = 0
        for size in self._sizes:
            if size > len(parts):
                fitting |= c.beating(self._held, chosen | self._needed, self._over, size)
        return c.unmask(fitting & ~chosen)

    def finish(self, parts: Sequence[Card]) -> Play | str:
        if not parts:
            return "Choose your cards." if self else "You have nothing that beats this: pass."
        return self._why_not(parts) or Play(tuple(parts))

    def refusal(self, move: Move) -> str | None:
        parts = move.parts
        for n, part in enumerate(parts):
            if part not in self.among or part in parts[:n]:
                return self.why_not_here(parts[:n], part)
        made = self.finish(parts)
        return made if isinstance(made, str) else None if made == move else "That is not on offer."

    def _why_not(self, parts: Sequence[Card]) -> str | None:
        made, over = recognise(parts), self._over
        if over is not None and len(parts) != over.size:
            return _SIZES[over.size]
        if made is None:
            return "That is not a combination."
        if self._must is not None and self._must not in parts:
            return f"The first play must include the {self._must}."
        return None if over is None or c.beats(made, over) else no_better(made, over)

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if not isinstance(part, Card) or part not in self.among or part in parts:
            return super().why_not_here(parts, part)
        if self._over is not None:
            return f"Nothing with {' '.join(map(str, (*parts, part)))} beats {a(c.called(self._over))}."
        return self._why_not((*parts, part)) or "That is not on offer."

    def moves(self, parts: tuple[Card, ...] = ()) -> Iterator[Play]:
        if parts and self._why_not(parts) is None:
            yield Play(parts)
        for part in self.next(parts):
            if not parts or c.place(part) > c.place(parts[-1]):  # each combination once
                yield from self.moves((*parts, part))

    def listed(self) -> list[c.Mask]:
        """Some of the combinations, of every possible kind, the weakest first: five-card plays are too many."""
        return c.listed(self._held, self._over, self._needed)

    def ready(self) -> list[Play]:
        return [Play(c.laid_out(c.unmask(bits))) for bits in self.listed()[:READY]]

    def sample(self, stream: Stream, steps: int = 2000) -> Play | None:
        """Grown card by card: `next` leads into no dead end, so that no step is taken back."""
        parts: tuple[Card, ...] = ()
        while more := self.next(parts):
            if parts and not stream.below(2) and self._why_not(parts) is None:
                break
            parts = (*parts, stream.choice(more))
        return Play(parts) if parts else None


def no_better(made: Combination, over: Combination) -> str:
    """Why what was chosen does not beat the other, in a sentence."""
    one, other = c.called(made), a(c.called(over))
    if made.kind is Kind.SINGLE:
        return f"The {one} does not beat the {c.called(over)}."
    if one == c.called(over):
        other = "a higher one of that suit" if made.kind is Kind.FLUSH else "one with a higher suit"
    elif made.kind is over.kind is Kind.PAIR:
        other = rank_names(over.rank)
    several = made.kind in (Kind.THREE, Kind.FOUR)
    return f"{a(one)[:1].upper()}{a(one)[1:]} {'do' if several else 'does'} not beat {other}."


def a(called: str) -> str:
    """With an article before it, where it is one thing: "a pair of nines", "three nines"."""
    several = called.startswith((f"{RANK_NAMES[3]} ", f"{RANK_NAMES[4]} ")) and " of " not in called
    return called if several else f"an {called}" if called[0] in "ae" else f"a {called}"


# ---- counting ------------------------------------------------------------------------------------


def penalty(cards: Sequence[Card], dealt: int, *, untouched: bool) -> int:
    """What a loser's hand costs: by its cards, or three for each that was dealt if nothing was laid."""
    return UNTOUCHED * dealt if untouched else sum(map(points, cards))


def points(left: Card) -> int:
    """Two for a ten, a face card, an ace or a two, otherwise one (ruling 7)."""
    return 2 if left.rank >= 10 or left.rank <= 2 else 1


def settle(h: Hand, winner: Seat) -> None:
    """All hands are shown, and the losers pay."""
    t = h.t
    losses: list[Loss] = []
    for p in t.players:
        t.open(h.hands[p])
    for p in t.left_of(winner)[:-1]:
        left, untouched = tuple(sorted(h.hands[p], key=c.place)), p not in h.laid
        lost = penalty(left, h.dealt[p], untouched=untouched)
        paid = min(lost * t.options.unit, t.chips[p]) if t.options.stakes == "chips" else 0
        t.pay(paid, p, winner, "penalty")
        losses.append(Loss(p, left, untouched, lost, paid))
        t.tally(p, {"penalty points": lost, "untouched": int(untouched)})
        if t.options.stakes == "points":
            t.scores[p] += lost
    t.tell(HandScored(winner, tuple(losses)))
    for p in t.players:
        won = {"hands": 1, "hands won": int(p == winner)}
        t.tally(p, won | {"balance": t.chips[p] - t.state.stacks[p]})
    if t.state.number + 1 >= t.options.hands:
        end_match(t)


def end_match(t: TwosTable) -> None:
    """For chips by what everybody has won or lost; otherwise the lowest total wins."""
    if t.options.stakes == "chips":
        end_by_balance(t)
    else:
        t.end_match(ranked({s: t.scores[s] for s in t.players}, lowest_wins=True))


def last_laid(events: Sequence[Event]) -> Laid | None:
    """What somebody has gone out with."""
    out = next((event.seat for event in events if isinstance(event, Out)), None)
    return next((event for event in reversed(events) if isinstance(event, Laid) and event.seat == out), None)


def notable(events: Sequence[Event]) -> int:
    """A straight flush or four of a kind that has gone out, then somebody left with all their cards."""
    laid = last_laid(events)
    made = recognise(laid.cards) if laid is not None else None
    if made is not None and made.kind >= Kind.FOUR:
        return int(made.kind)
    return int(any(isinstance(event, HandScored) and any(one.untouched for one in event.losses) for event in events))


TWOS = Game(
    slug="twos",
    title="Twos",
    seats=range(2, 5),
    options=Options,
    deal=twos,
    moves=(Play, Pass),
    aliases=("big-two", "deuces", "big-deuce", "dai-di", "choh-dai-di"),
    chips=True,
    traits=(Staked(("unit",)),),
    stakes=lambda options: options.stakes == "chips",
    lowest_wins=True,
    proof="deal",
    notable=notable,
    lengths={USUAL: Length((7, 13)), SHORT: Length((4, 7), {"hands": "2"})},
    length="hands",
    presets={
        "friendly": {"unit": "½"},
        "club": {"unit": "1", "hands": "8"},
        "wild": {"unit": "5"},
    },
)
