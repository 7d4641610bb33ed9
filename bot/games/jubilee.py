"""Jubilee: play cards onto one running total, land on multiples of 25 and do not pass them.

Two to seven players with eight cards of 61. Clubs and spades add their value, hearts take it off, jokers change
nothing; bringing the total to a multiple of 25 scores ten, to one of 100 twenty, and passing one loses five. When all
cards are played the highest score wins. See rules/jubilee.md. Where players differ, this house holds that

- the last total is 217, the sum of the pack (ruling 1);
- zero is no jubilee, but a total like any other (rulings 2 and 4);
- a joker scores nothing, unless `joker_holds` (ruling 3);
- a player who holds nothing that may be played shows the hand, misses the turn and draws nothing (rulings 6 and 7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from bot.engine.asks import Ask, Script, WhenAsked
from bot.engine.cards import ACE, PACKS, Card, deck
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.facts import Fact, PileName
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import DECISIVE, SCORED, TRICK, moment
from bot.engine.offers import Move, OneOf
from bot.engine.options import flag, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.randomness import Pack
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.view import View

HAND: Final = 8
BLACK: Final = "CS"
STEP: Final = 25
"""A multiple of it is a jubilee, and every fourth of these a hundred."""
HUNDRED: Final = 100
ON_STEP, ON_HUNDRED, PAST = 10, 20, -5


def value(c: Card) -> int:
    """What a card does to the total."""
    worth = 15 if c.rank == ACE else min(c.rank, 10)
    return -worth if c.suit == "H" else worth


def _deck(*, hearts: bool) -> list[Card]:
    """The rest of one of the two packs: no diamonds, the clubs below the ten, and hearts of one pack."""
    return [c for c in deck(jokers=2) if c.suit in ("HS*" if hearts else "S*") or (c.suit == "C" and c.rank < 10)]


PACKS["61"] = lambda: [*_deck(hearts=True), *_deck(hearts=False)]
CARDS: Final = tuple(PACKS["61"]())
VALUES: Final = {c: value(c) for c in CARDS}


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    deals: int = number(
        1, 1, 12, "deals in a match, whose scores are added; one for each player is a round", said=several("deal")
    )
    joker_holds: bool = flag(
        False, "a joker on a multiple of 25 scores that jubilee again", said={True: "a joker holds a jubilee"}
    )
    show_outcome: bool = flag(
        True, "your own cards say what they would make of the total", said={False: "your cards do not say the total"}
    )


JubileeTable = DealTable[Options, None]
JubileeView = View[Options, None]

TOTAL: Fact[int] = Fact("total")
PLAYED = PileName("played")


# ---- moves and events ----------------------------------------------------------------------------


class Play(Move):
    """A card onto the total, which it raises or lowers."""

    card: Card


class Played(Event):
    """A card, what the total was and is, and what that scores."""

    seat: Seat
    card: Card
    before: int
    total: int
    points: int


class Skipped(Event):
    """Nothing of this hand may be played: it is shown, and the turn is missed."""

    seat: Seat
    cards: tuple[Card, ...]
    opening: bool
    """No card lies there yet, and these have no black one."""


class MadeAgain(Event, says="Nobody holds a black card to open with: the deal is void and made again."):
    """No hand holds a black card (ruling 5)."""


class DealScored(Event):
    """All cards are played: what the deal has brought to each seat, and where everybody stands."""

    total: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


# ---- play ----------------------------------------------------------------------------------------


def jubilee(t: JubileeTable) -> Script:
    """A deal: turn after turn, until every card has been played."""
    r = Round(t)
    players, hands, played = t.players, r.hands, r.played
    t.deal(r.stock, HAND, *(hands[p] for p in players))
    while not any(c.suit in BLACK for p in players for c in hands[p]):
        yield from makes_again(r)
    for seat in cycle(players):
        if not (hand := hands[seat]):
            continue
        if seat in r.shown:
            r.takes_up(seat)
        if playable := r.playable(hand):
            yield from plays(r, seat, playable)
        else:
            yield from skips(r, seat)
        if len(played) == len(CARDS):
            break
    scores(r)


class Round:
    """What lies on the table in one deal."""

    def __init__(self, t: JubileeTable) -> None:
        self.t, self.total = t, 0
        self.hands, self.stock = t.hands(), t.stock()
        self.played = t.pile(PLAYED, seen_by=EVERYONE)
        self.shown: set[Seat] = set()
        """Whose hands lie open since they had to miss a turn."""
        self.before = tuple(t.scores)
        t.note(TOTAL, 0)

    def playable(self, hand: Iterable[Card]) -> Collection[Card]:
        """The cards of a hand that may be played now, each once."""
        if not self.played:
            return dict.fromkeys(c for c in hand if c.suit in BLACK)
        least = -self.total
        return dict.fromkeys(c for c in hand if VALUES[c] >= least)

    def why_not(self, hand: Pile, c: Card | None) -> str:
        """Why this card may not be played now."""
        if c is None or c not in hand:
            return "Choose a card." if c is None else f"You do not hold {c}."
        if not self.played:
            return "Open with a black card: a club or a spade."
        return f"With {c} the total would fall to −{-self.total - VALUES[c]}; it stops at 0."

    def default(self, playable: Collection[Card]) -> Card:
        """What the turn clock plays: what scores best at once, then the smallest, hearts before the others."""
        total, holds = self.total, self.t.options.joker_holds
        return min(playable, key=lambda c: (-points(total, total + VALUES[c], holds), abs(VALUES[c]), c.suit != "H"))

    def takes_up(self, seat: Seat) -> None:
        """A hand that lay open since its owner's last turn is seen no longer (ruling 8)."""
        self.shown.remove(seat)
        self.hands[seat].lay(*self.hands[seat].take_all())


def plays(r: Round, seat: Seat, playable: Collection[Card]) -> Script:
    """A card onto the total, and the next one of the stock into the hand."""
    t, hand, before = r.t, r.hands[seat], r.total
    offer = OneOf(Play, playable, lambda c: r.why_not(hand, c))
    row = yield Ask({seat: (offer,)}, (seat,), None, WhenAsked((seat,), lambda _: Play(r.default(playable))))
    assert isinstance(row.move, Play)
    chosen = row.move.card
    r.played.lay(hand.take(chosen))
    r.total = total = before + VALUES[chosen]
    t.note(TOTAL, total)
    scored = points(before, total, t.options.joker_holds)
    t.tell(Played(seat, chosen, before, total, scored))
    if scored:
        t.scores[seat] += scored
        t.count(seat, "overshoots" if scored < 0 else "hundreds" if scored == ON_HUNDRED else "jubilees")
    if r.stock:
        t.deal(r.stock, 1, hand)
    if len(r.played) == len(CARDS) or scored == ON_HUNDRED:
        yield from moment(t, DECISIVE)
    elif scored > 0:
        yield from moment(t, SCORED)


def skips(r: Round, seat: Seat) -> Script:
    """Nothing may be played: everybody sees that, and the turn is missed."""
    t, hand = r.t, r.hands[seat]
    r.shown.add(seat)
    t.show(hand, *range(len(hand)))
    t.tell(Skipped(seat, tuple(hand), not r.played))
    yield from moment(t, TRICK)


def makes_again(r: Round) -> Script:
    """Nobody can open: all hands are shown, and the whole pack is shuffled anew."""
    t = r.t
    for seat in t.players:
        yield from skips(r, seat)
    t.tell(MadeAgain())
    r.shown.clear()
    discards = t.discards(c for pile in (*r.hands.values(), r.stock) for c in pile.take_all())
    t.restock(discards)
    t.deal(r.stock, HAND, *(r.hands[p] for p in t.players))


def scores(r: Round) -> None:
    """The deal is over, and after the last one the match."""
    t = r.t
    brought = tuple(now - then for now, then in zip(t.scores, r.before, strict=True))
    t.tell(DealScored(r.total, brought, tuple(t.scores)))
    for p in t.players:
        t.count(p, "deals")
        t.count(p, "points", brought[p])
    if t.state.number + 1 >= t.options.deals:
        t.end_match(ranked({p: t.scores[p] for p in t.present}))


# ---- counting ------------------------------------------------------------------------------------


def points(before: int, after: int, joker_holds: bool = False) -> int:
    """What it scores to bring the total from one number to another."""
    if not after % STEP and after:
        if after == before and not joker_holds:
            return 0
        return ON_STEP if after % HUNDRED else ON_HUNDRED
    low, high = (before, after) if before < after else (after, before)
    return PAST if (low // STEP + 1) * STEP < high else 0


def passed(before: int, after: int) -> int:
    """The multiple that lies between these, where one does."""
    return (min(before, after) // STEP + 1) * STEP


JUBILEE = Game(
    slug="jubilee",
    title="Jubilee",
    seats=range(2, 8),
    options=Options,
    deal=jubilee,
    moves=(Play,),
    aliases=("jubileum",),
    pack=lambda options, seats: Pack(deck="61"),
    proof="deal",
    lengths={USUAL: Length((3, 7)), "long": Length((12, 30), {"deals": "4"})},
    length="deals",
    presets={"four deals": {"deals": "4"}, "jokers hold": {"joker_holds": "yes"}},
)
