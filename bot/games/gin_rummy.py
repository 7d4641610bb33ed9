"""Gin Rummy: arrange ten cards into sets and runs, and stop the hand while what is left over counts less than theirs.

Two players draw and discard in turn. A player whose unmatched cards, the deadwood, count little enough may knock; the
other lays cards off on the knocker's melds, and the lower count scores. See rules/gin-rummy.md. Where players differ,
this house holds that

- equal deadwood is the defender's: an undercut (ruling 1);
- a card taken from the discards may not go straight back, with a knock or gin neither (ruling 3);
- Parlett's limit is fixed before the draw (ruling 7);
- the winner is decided after all bonuses (ruling 10).

All amounts are hundredths of a white chip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import cycle
from typing import Literal, NamedTuple

from bot.engine.asks import CHOICE, Ask, Script, WhenAsked, ask
from bot.engine.buy_in import ChipDealing
from bot.engine.cards import ACE, Card
from bot.engine.events import Event
from bot.engine.facts import DISCARDS, RECEIVED, Fact, PileName
from bot.engine.game import USUAL, Game, Length
from bot.engine.moments import DECISIVE, moment
from bot.engine.offers import Move, Offer, OneOf, Only, SomeOf
from bot.engine.options import amount, choice, flag
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.traits import Staked
from bot.engine.view import View

from .parts import melds as m

HAND = 10
DEAREST = 10
"""What a card counts at most."""
LEFT = 2
"""A discard with so few cards left in the stock ends the hand."""
GIN, BIG_GIN = 25, 31
BOX = 25
GAME, SHUTOUT = 100, 200
THIRD_TIME = 2
"""From rules of this number on a hand is drawn when the same position comes for the third time."""

Source = Literal["discard", "stock"]
DISCARD: Source = "discard"
STOCK: Source = "stock"


@dataclass(frozen=True)
class Options(ChipDealing):
    """The options of a table."""

    knock_rule: str = choice(
        "ten",
        "oklahoma",
        "parlett",
        help="how much deadwood a knock may leave",
        said={
            "oklahoma": "Oklahoma: the upcard says how low to knock",
            "parlett": "Parlett: the upcard says how low to knock, no picture cards",
        },
    )
    around: bool = flag(False, "king and ace are neighbours in runs", said={True: "runs go round the corner"})
    stake: int = amount(0, 0, 10_000, "what a point is worth at the end; without it no chips", said="{} chips a point")
    target: int = choice(100, 150, 200, help="points that end the game", said="to {} points")
    first_upcard: str = choice(
        "open",
        "offer",
        help="whether the first upcard is offered to one after the other",
        said={"offer": "the first upcard is offered"},
    )
    arrange: str = choice(
        "auto",
        "manual",
        help="who sorts the hands at a knock: the table, or the players",
        said={"manual": "players lay out their own hands"},
    )
    undercut: int = choice(10, 20, 25, help="the defender's bonus for an undercut", said="{} for an undercut")
    big_gin: bool = flag(False, "eleven melded cards may be shown for 31", said={True: "big gin counts 31"})
    spades: bool = flag(
        False, "with oklahoma: after a spade as upcard the hand counts double", said={True: "spades double the hand"}
    )
    shutout: bool = flag(
        False, "against a loser without a box the game bonus is 200", said={True: "a shutout brings 200"}
    )


@dataclass(frozen=True)
class Carried:
    """What a game keeps from hand to hand."""

    boxes: tuple[int, ...] = (0, 0)
    """Hands that each seat has scored; some count as two."""


GinRummyTable = DealTable[Options, Carried]
GinRummyView = View[Options, Carried]

LAID: Fact[tuple[tuple[Card, ...], ...]] = Fact("laid")
LIMIT: Fact[int] = Fact("limit")
FACE_DOWN = PileName("face down")


# ---- moves ---------------------------------------------------------------------------------------


class Draw(Move):
    """The top discard, or the top card of the stock."""

    source: Source


class Pass(Move):
    """The first upcard stays where it is."""


class Discard(Move):
    """Throw a card away, and the turn is over."""

    card: Card


class Knock(Move):
    """Lay a card face down and end the hand: what is left unmatched is little enough."""

    card: Card


class Gin(Move):
    """Lay a card face down and end the hand: all others are matched."""

    card: Card


class BigGin(Move):
    """End the hand: all eleven cards are matched."""


class Spread(Move):
    """The melds that a knocker lays, as `5♥6♥7♥ 9♣9♦9♠`."""

    melds: str


class LayOff(Move):
    """Cards that go on the knocker's melds."""

    cards: tuple[Card, ...]


# ---- events --------------------------------------------------------------------------------------


class Upcard(Event, says="{card} is turned."):
    card: Card


class Passed(Event, says="{seat:lets} the upcard lie."):
    seat: Seat


class Drew(Event, says="{seat:draws} from the stock."):
    seat: Seat


class Took(Event, says="{seat:takes} {card}."):
    seat: Seat
    card: Card


class Discarded(Event, says="{seat:throws} {card}."):
    seat: Seat
    card: Card


class Laid(NamedTuple):
    """A hand as it lies on the table: its melds, its deadwood, and what that counts."""

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    left: int


class Knocked(Event):
    """A knock, or gin, with what lies there."""

    seat: Seat
    laid: Laid
    gin: bool
    big: bool


class LaidOff(Event):
    """What the other has laid off, nothing perhaps, and how the rest lies."""

    seat: Seat
    cards: tuple[Card, ...]
    laid: Laid


How = Literal["knock", "undercut", "gin", "big gin"]


class Scored(Event):
    """A hand is over: who scores, how many points, for how many boxes, and by how much."""

    seat: Seat
    how: How
    points: int
    boxes: int
    totals: tuple[int, ...]


class NobodyScores(Event, says="Two cards are left in the stock, so nobody scores."):
    """The stock has run down to two cards."""


class OnceMore(Event, says="The same position has come again: once more, and the hand is drawn."):
    """Both hands, the top discard and the turn are what they were."""


class Repeated(Event, says="The same position has come for the third time, so nobody scores."):
    """The hand is drawn."""


class Final(NamedTuple):
    """A seat's account at the end of a game."""

    points: int
    bonus: int
    boxes: int
    total: int


class GameOver(Event):
    """Both accounts, and what the loser pays."""

    finals: tuple[Final, ...]
    paid: int


# ---- play ----------------------------------------------------------------------------------------


@dataclass
class Hand:
    """A hand of two players, as it is played."""

    t: GinRummyTable
    hands: dict[Seat, Pile]
    stock: Pile
    discards: Pile
    first: Card
    """The first upcard, by which Oklahoma's limit goes."""

    limit: int = 0
    """The most deadwood of a knock in this turn; 0 if only gin ends the hand."""
    positions: Counter[tuple[int, ...]] = field(default_factory=Counter[tuple[int, ...]])
    """How often each has come since a card was drawn from the stock."""

    def begins(self) -> None:
        """A turn begins: its limit is fixed before the draw (ruling 7)."""
        upcard = {"oklahoma": self.first, "parlett": self.discards.top}.get(self.t.options.knock_rule)
        self.limit = 10 if upcard is None else 0 if upcard.rank == ACE else m.points(upcard)
        self.t.note(LIMIT, self.limit)

    def times(self, seat: Seat) -> int:
        """How often the position has come, with this one, in which this seat is to draw (ruling 13)."""
        position = (seat, m.bit(self.discards.top), *map(m.mask, self.hands.values()))
        self.positions[position] += 1
        return self.positions[position]


def gin_rummy(t: GinRummyTable) -> Script:
    """A hand: turn by turn until somebody knocks, or until two cards are left."""
    hands, stock = t.hands(), t.stock()
    discards = t.pile(DISCARDS, seen_by=EVERYONE, top_only=True)
    t.deal(stock, HAND, *(hands[p] for p in t.players))
    t.deal(stock, 1, discards)
    h = Hand(t, hands, stock, discards, discards.top)
    t.tell(Upcard(h.first))
    ended = yield from turns(h)
    if ended is None:
        return
    seat, move = ended
    yield from showdown(h, seat, move)


def turns(h: Hand) -> Script[tuple[Seat, Move] | None]:
    """Turn by turn; returns who has ended the hand and with which move, None if it is drawn."""
    t = h.t
    order = cycle(t.players)
    taker = (yield from first_upcard(h)) if t.options.first_upcard == "offer" else None
    sources: Sequence[Source] = (STOCK, DISCARD)
    if t.options.first_upcard == "offer" and taker is None:
        sources = (STOCK,)  # both have let the upcard lie
    for p in order:
        if taker is None:
            if comes_again(h, p):
                return None
            taken = yield from draws(h, p, sources)
        elif p != taker:
            continue
        else:
            taken, taker = take(h, p), None
        sources = (STOCK, DISCARD)
        move = yield from finishes(h, p, taken)
        if not isinstance(move, Discard):
            return p, move
        if len(h.stock) <= LEFT:
            t.tell(NobodyScores())
            return None


def comes_again(h: Hand, seat: Seat) -> bool:
    """Whether the position has come for the third time, which draws the hand; when the first one comes again that is
    told."""
    if h.t.rules < THIRD_TIME:
        return False
    told = h.positions.total() > len(h.positions)
    times = h.times(seat)
    if times == 2 and not told:
        h.t.tell(OnceMore())
    if times == 3:
        h.t.tell(Repeated())
    return times == 3


def first_upcard(h: Hand) -> Script[Seat | None]:
    """One after the other may take the first upcard; returns who does, None if nobody."""
    for p in h.t.players:
        h.begins()
        offer = OneOf(Draw, (DISCARD,), "Take the upcard, or pass.")
        move = yield from ask(p, offer, Only(Pass()), *_DRAW_FIRST, default=Pass())
        if isinstance(move, Draw):
            return p
        h.t.tell(Passed(p))
    return None


_DRAW_FIRST = (*(OneOf(kind, (), "Draw first.") for kind in (Discard, Knock, Gin)), Only(BigGin(), "Draw first."))
_DRAWN_ALREADY = OneOf(Draw, (), "You have drawn already.")


def draws(h: Hand, seat: Seat, sources: Sequence[Source]) -> Script[Card | None]:
    """A card to the hand; returns it if everybody has seen it, None if it came from the stock."""
    t = h.t
    h.begins()
    why = "Draw from the stock, or take the top discard." if len(sources) > 1 else "Draw from the stock."
    move = yield from ask(seat, OneOf(Draw, sources, why), *_DRAW_FIRST, default=Draw(STOCK))
    assert isinstance(move, Draw)
    if move.source == DISCARD:
        return take(h, seat)
    t.deal(h.stock, 1, h.hands[seat])
    h.positions.clear()
    t.tell(Drew(seat))
    t.note(RECEIVED.of(seat), (h.hands[seat].top,), {seat})
    return None


def take(h: Hand, seat: Seat) -> Card:
    """The top discard to the hand."""
    taken = h.discards.draw()
    h.hands[seat].lay(taken)
    h.t.revealed += 1
    h.t.tell(Took(seat, taken))
    h.t.note(RECEIVED.of(seat), (taken,), {seat})
    return taken


class Without(Collection[Card]):
    """The cards of a hand that can be thrown and leave at most this much deadwood. They are searched only on demand,
    since most turns only discard, and once: a hand does not change before it has thrown a card."""

    def __init__(self, hand: Sequence[Card], held: m.Mask, most: int, around: bool) -> None:
        self._hand, self._held, self._most, self._around = hand, held, most, around

    @cached_property
    def _fitting(self) -> list[Card]:
        held, most, around = self._held, self._most, self._around
        if m.deadwood(held, around) - most > DEAREST:  # no card takes off more
            return []
        return [c for c in self._hand if m.deadwood(held ^ m.bit(c), around) <= most]

    def __contains__(self, c: object) -> bool:
        return c in self._fitting

    def __iter__(self) -> Iterator[Card]:
        return iter(self._fitting)

    def __len__(self) -> int:
        return len(self._fitting)


def finishes(h: Hand, seat: Seat, taken: Card | None) -> Script[Move]:
    """A discard, a knock or gin; returns the move."""
    t, hand, limit, around = h.t, h.hands[seat], h.limit, h.t.options.around
    held = m.mask(hand)
    free = [c for c in hand if c != taken]

    def unheld(c: Card | None) -> str | None:
        if c is None:
            return "Choose a card."
        if c == taken:
            return f"You have just taken {c}: throw another card."
        return None if c in hand else f"You do not hold {c}."

    def without(c: Card) -> int:
        return m.deadwood(held ^ m.bit(c), around)

    def too_much(c: Card) -> str:
        if not limit:
            return unheld(c) or f"Only gin ends this hand; without {c} your deadwood is {without(c)}."
        return unheld(c) or f"Without {c} your deadwood is {without(c)}; you may knock with {limit} or less."

    def no_gin(c: Card) -> str:
        return unheld(c) or f"Without {c} your deadwood is {without(c)}: that is no gin."

    def not_all() -> str | None:
        return "That is no big gin: not all eleven cards are in melds." if m.deadwood(held, around) else None

    offers: list[Offer] = [
        OneOf(Discard, free, lambda c: unheld(c) or "Choose another card."),
        OneOf(Knock, Without(free, held, limit, around), too_much),
        OneOf(Gin, Without(free, held, 0, around), no_gin),
        _DRAWN_ALREADY,
    ]
    if t.options.big_gin:
        offers.append(Only(BigGin(), not_all))

    def thrown_by_the_clock(p: Seat) -> Move:
        return Discard(hand.top if taken is None else _highest(h, p, taken))

    default = WhenAsked((seat,), thrown_by_the_clock)
    move = (yield Ask({seat: offers}, (seat,), None, default)).move
    t.forget(RECEIVED.of(seat))
    if isinstance(move, Discard):
        h.discards.lay(hand.take(move.card))
        t.tell(Discarded(seat, move.card))
    elif isinstance(move, Knock | Gin):
        t.pile(FACE_DOWN).lay(hand.take(move.card))
    return move


def _highest(h: Hand, seat: Seat, taken: Card) -> Card:
    """What the turn clock throws after a card that was taken: the highest other card in no meld, otherwise the
    highest."""
    others = [c for c in h.hands[seat] if c != taken]
    laid = m.best_arrangements(m.mask(h.hands[seat]), h.t.options.around)[0]
    loose = [c for c in m.unmatched([*h.hands[seat]], laid) if c != taken]
    return max(loose or others, key=lambda c: (c.rank, c.suit))


# ---- the showdown --------------------------------------------------------------------------------


def showdown(h: Hand, seat: Seat, move: Move) -> Script:
    """Both hands are shown, the other lays off, and the lower count scores."""
    t, around = h.t, h.t.options.around
    (other,) = (p for p in t.players if p != seat)
    mine, theirs = m.mask(h.hands[seat]), m.mask(h.hands[other])
    big = isinstance(move, BigGin)
    gin = not m.deadwood(mine, around)
    laid = (yield from spread(h, seat, theirs)) if not gin else m.best_arrangements(mine, around)[0]
    for p in (seat, other):
        t.open(h.hands[p])
    knock = lying(mine, laid)
    t.tell(Knocked(seat, knock, gin, big))
    t.note(LAID, knock.melds)
    yield from moment(t, DECISIVE)
    off = 0 if gin else (yield from lays_off(h, other, laid, theirs))
    kept = theirs ^ off
    rest = lying(kept, m.best_arrangements(kept, around)[0])
    if FACE_DOWN in t.piles:
        t.open(t.piles[FACE_DOWN])
    t.tell(LaidOff(other, tuple(m.unmask(off)), rest))
    score(h, seat, other, knock.left, rest.left, "big gin" if big else "gin" if gin else "knock")
    yield from moment(t, DECISIVE)


def lying(hand: m.Mask, laid: m.Arrangement) -> Laid:
    """A hand as people see it."""
    loose = m.unmask(hand & ~sum(laid))
    return Laid(tuple(tuple(each) for each in m.in_melds(laid)), tuple(loose), sum(map(m.points, loose)))


def spread(h: Hand, seat: Seat, theirs: m.Mask) -> Script[m.Arrangement]:
    """The melds that a knocker lays: those with the least deadwood, or any that leave little enough."""
    around, mine = h.t.options.around, m.mask(h.hands[seat])
    best = min(
        m.best_arrangements(mine, around),
        key=lambda laid: -m.deadwood(theirs ^ m.best_layoff(laid, theirs, around), around),
    )  # ruling 14
    if h.t.options.arrange == "auto":
        return best
    choices = {
        written(laid): laid
        for laid in (best, *m.arrangements(mine, around))
        if sum(map(m.points, m.unmask(mine & ~sum(laid)))) <= h.limit
    }
    if len(choices) == 1:
        return best
    offer = OneOf(Spread, [*choices], "Choose one of the arrangements.")
    chosen = yield from ask(seat, offer, default=Spread(written(best)), clock=CHOICE)
    return choices[chosen.melds]


def written(laid: m.Arrangement) -> str:
    """Melds in words: `5H 6H 7H + 9C 9D 9S`; `none`."""
    return " + ".join(" ".join(map(str, meld)) for meld in m.in_melds(laid)) or "none"


class Onto(SomeOf[LayOff]):
    """Cards for the knocker's melds: some of a hand, where the others fit nowhere."""

    hand: Collection[Card] = ()

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if part in self.hand and part not in self.among:
            return f"{part} does not fit on a meld."
        return super().why_not_here(parts, part)


def lays_off(h: Hand, seat: Seat, laid: m.Arrangement, hand: m.Mask) -> Script[m.Mask]:
    """The cards that go on the knocker's melds: the best, or what their owner chooses."""
    around = h.t.options.around
    best = m.best_layoff(laid, hand, around)
    fitting = m.layoffs(laid, hand, around)
    if h.t.options.arrange == "auto" or len(fitting) == 1:
        return best
    candidates = m.unmask(_either(fitting))

    def why_not(chosen: Sequence[Card]) -> str | None:
        if m.mask(chosen) in fitting:
            return None
        does = "does not fit on a meld" if len(chosen) == 1 else "do not fit on the melds together"
        return f"{' '.join(map(str, chosen))} {does}."

    offer = Onto(LayOff, candidates, 0, len(candidates), why_not)
    offer.hand = h.hands[seat]
    chosen = yield from ask(seat, offer, default=LayOff(tuple(m.unmask(best))), clock=CHOICE)
    return m.mask(chosen.cards)


def _either(masks: Collection[m.Mask]) -> m.Mask:
    bits = 0
    for each in masks:
        bits |= each
    return bits


# ---- counting ------------------------------------------------------------------------------------


def score(h: Hand, seat: Seat, other: Seat, count: int, theirs: int, how: How) -> None:
    """Who scores, what, and whether the game is over."""
    t = h.t
    winner, points = outcome(count, theirs, how, t.options.undercut)
    scorer = seat if winner else other
    how = how if winner else "undercut"
    doubled = t.options.spades and t.options.knock_rule == "oklahoma" and h.first.suit == "S"
    boxes = 2 if doubled else 1
    points *= boxes
    t.scores[scorer] += points
    carried = t.carried or Carried((0,) * t.seats)
    t.carried = replace(carried, boxes=tuple(n + boxes * (p == scorer) for p, n in enumerate(carried.boxes)))
    t.count(scorer, {"undercut": "undercuts", "knock": "knocks"}.get(how, "gins"))
    t.tell(Scored(scorer, how, points, boxes, tuple(t.scores)))
    if t.scores[scorer] >= t.options.target:
        end_game(t)


def outcome(count: int, theirs: int, how: How, undercut: int) -> tuple[bool, int]:
    """Whether the knocker scores, and how many points the hand brings."""
    if how != "knock":
        return True, theirs + (BIG_GIN if how == "big gin" else GIN)
    if count < theirs:
        return True, theirs - count
    return False, count - theirs + undercut


def end_game(t: GinRummyTable) -> None:
    """Bonuses, the winner, and the payment."""
    finals = [*accounts(t.scores, t.carried.boxes, t.options)]
    totals = [each.total for each in finals]
    winner, loser = sorted(t.players, key=lambda p: -totals[p])
    owed = (totals[winner] - totals[loser]) * t.options.stake
    paid = min(owed, t.chips[loser])
    t.tell(GameOver(tuple(finals), paid))
    t.pay(paid, loser, winner, "game")
    t.scores = totals
    t.end_match(ranked({p: totals[p] for p in t.players}))


def accounts(points: Sequence[int], boxes: Sequence[int], options: Options) -> Iterator[Final]:
    """Each seat's points, the bonus of the game, its boxes and all together."""
    for p, own in enumerate(points):
        shut_out = options.shutout and not any(n for other, n in enumerate(boxes) if other != p)
        bonus = (SHUTOUT if shut_out else GAME) if own >= options.target else 0
        yield Final(own, bonus, boxes[p], own + bonus + BOX * boxes[p])


def drawn_by(events: Sequence[Event], seat: Seat) -> int:
    """How many cards somebody has drawn in a hand."""
    return sum(isinstance(event, Drew | Took) and event.seat == seat for event in events)


QUICK = 4
"""Gin with that many draws, or fewer, is remembered."""


def notable(events: Sequence[Event]) -> int:
    """Gin within a few draws, then an undercut."""
    scored = next((event for event in events if isinstance(event, Scored)), None)
    if scored is None:
        return 0
    if scored.how in ("gin", "big gin"):
        return 2 if drawn_by(events, scored.seat) <= QUICK else 0
    return int(scored.how == "undercut")


GIN_RUMMY = Game(
    slug="gin-rummy",
    title="Gin Rummy",
    seats=range(2, 3),
    options=Options,
    deal=gin_rummy,
    moves=(Draw, Pass, Discard, Knock, Gin, BigGin, Spread, LayOff),
    aliases=("gin", "oklahoma"),
    rules=THIRD_TIME,
    known_from=1,
    carried=Carried,
    chips=True,
    traits=(Staked(("stake",)),),
    stakes=lambda options: options.stake > 0,
    proof="match",
    notable=notable,
    lengths={USUAL: Length((12, 20)), "long": Length((20, 35), {"target": "150"})},
    presets={
        "friendly": {"stake": "½"},
        "oklahoma": {"stake": "½", "knock_rule": "oklahoma", "spades": "yes"},
        "club": {"stake": "1", "undercut": "25", "big_gin": "yes", "first_upcard": "offer", "shutout": "yes"},
    },
)
