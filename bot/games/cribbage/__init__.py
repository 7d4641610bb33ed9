"""Cribbage: peg round the board with what you play up to thirty-one, and with what your hand counts afterwards.

Two players lay two cards of six away into the dealer's crib, play the other four in turn, and count them with the
starter. The first player home has won, in the middle of anything. See rules/cribbage.md. Where players differ, this
house holds that

- the go is called automatically, and its point pegged at once (rulings 1 and 14);
- a card that is played scores everything it makes (ruling 2), a hand only its longest runs (ruling 4);
- muggins is for what was overlooked in the count, the crib too, not in the play (rulings 7 and 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.asks import Ask, Script, WhenAsked, ask, ask_all
from bot.engine.cards import Card
from bot.engine.controls import suit_order
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import DECISIVE, SCORED, TRICK, Weight, lasts, moment
from bot.engine.offers import Move, OneOf, Only, SomeOf
from bot.engine.options import choice, flag, number, several
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.view import View

from . import counting
from .counting import JACK, THIRTY_ONE, Combination, Kind, scoring, value
from .facts import AWAY, COUNT, COUNTED, CRIB, PLAYED_BY, STARTER, TO_COUNT
from .laying_away import lay_away
from .moves import (
    Count,
    Counted,
    CutAnywhere,
    CutStarter,
    Done,
    GameWon,
    Go,
    Heels,
    Lap,
    LastCard,
    LayAway,
    Muggins,
    NothingFits,
    Pass,
    Play,
    Played,
    Scores,
    Shows,
    Starter,
)

HAND, LAID_AWAY = 6, 2
STAYS = 4
"""A cut leaves at least this many cards on each side (ruling 11)."""
HEELS = 2
LAP = 60
"""Holes of a lap; the last one of all is the finish."""


COUNTS: Mapping[str, tuple[Weight, Weight]] = {
    "slow": (Weight(0, 1500), Weight(1500, 6000)),
    "quick": (Weight(0, 700), Weight(1500, 3000)),
    "at_once": (Weight(0, 0), DECISIVE),
}
"""How long a combination that is counted stands, and how long the whole hand. Deals of pace 1 know no steps."""


def skunked(target: int) -> tuple[int, int]:
    """A loser with no more than that, three quarters of the way, is skunked, and half way twice (ruling 15)."""
    return 3 * target // 4, target // 2


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    target: int = choice(121, 61, help="points that win", said="to {} points")
    counting: str = choice(
        "auto",
        "called",
        help="who counts the hands: the table, or each player their own",
        said={"called": "players count their own hands"},
    )
    count_pace: str = choice(
        "slow",
        "quick",
        "at_once",
        help="how a hand is counted: combination by combination, slowly or quickly, or all at once",
        words={"at_once": "at once"},
        said={"quick": "hands are counted quickly", "at_once": "hands are counted at once"},
        later=True,
    )
    muggins: bool = flag(
        True, "with counting called: the other may claim what was overlooked", said={False: "no muggins"}
    )
    starter_cut: str = choice(
        "player",
        "auto",
        help="who cuts for the starter: the non-dealer, or the table",
        said={"auto": "the table cuts the starter"},
    )
    wins: int = number(1, 1, 7, "games that win the match", said=several("game", "wins the match", "win the match"))
    skunks: bool = flag(
        False, "a game against a loser far behind counts two or three", said={True: "skunks count double"}
    )


@dataclass(frozen=True)
class Carried:
    """What is kept from hand to hand."""

    rear: tuple[int, ...] = (0, 0)
    """Where each rear peg stands: the score before the latest pegging."""
    games: tuple[int, ...] = (0, 0)


CribbageTable = DealTable[Options, Carried]
CribbageView = View[Options, Carried]


# ---- the board -----------------------------------------------------------------------------------


class Home(Exception):
    """A player has reached the target: nothing more is scored in this game."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat


def peg(t: CribbageTable, seat: Seat, points: int) -> None:
    """The rear peg leaps over the front one. Raises Home."""
    before, carried = t.scores[seat], t.carried
    t.scores[seat] = min(before + points, t.options.target)
    t.carried = Carried((carried.rear[0], before) if seat else (before, carried.rear[1]), carried.games)
    if t.scores[seat] == t.options.target:
        raise Home(seat)
    if before < LAP <= t.scores[seat] and t.options.target > LAP + 1:  # there is another one
        t.tell(Lap(seat))


# ---- play ----------------------------------------------------------------------------------------


@dataclass
class Hand:
    """A hand of two players, as it is played."""

    t: CribbageTable
    hands: dict[Seat, Pile]
    crib: Pile
    stub: Pile
    kept: dict[Seat, tuple[Card, ...]] = field(default_factory=dict[Seat, tuple[Card, ...]])
    """The four cards that each has not laid away."""
    played: dict[Seat, Pile] = field(default_factory=dict[Seat, Pile])

    @property
    def dealer(self) -> Seat:
        return self.t.dealer

    @property
    def pone(self) -> Seat:
        """The other, who cuts, leads and counts first."""
        return self.other(self.dealer)

    def other(self, seat: Seat) -> Seat:
        return 1 - seat

    @property
    def starter(self) -> Card:
        return self.t.piles[STARTER].top


def cribbage(t: CribbageTable) -> Script:
    """A hand, unless somebody gets home before it is over."""
    t.carried = t.carried or Carried()
    hands, stub = t.hands(), t.stock()
    t.deal(stub, HAND, *(hands[p] for p in t.players))
    h = Hand(t, hands, t.pile(CRIB), stub)
    for p in t.players:
        t.count(p, "hands")
    try:
        yield from lays_away(h)
        yield from turns_starter(h)
        yield from plays(h)
        yield from counts_out(h)
    except Home as home:
        yield from moment(t, DECISIVE)
        wins_game(t, home.seat)


def lays_away(h: Hand) -> Script:
    """Both at once, unseen."""
    offers = {p: [SomeOf(LayAway, h.hands[p], LAID_AWAY, LAID_AWAY)] for p in h.t.players}
    default = WhenAsked(h.t.players, lambda p: LayAway(lay_away(tuple(h.hands[p]))))
    laid = yield from ask_all(h.t, offers, default, hushed=True)
    for p, move in laid.items():
        for c in move.cards:
            h.crib.lay(h.hands[p].take(c))
        h.kept[p] = tuple(sorted(h.hands[p], key=suit_order))
        h.t.note(AWAY.of(p), move.cards, {p})


def turns_starter(h: Hand) -> Script:
    """The non-dealer cuts, and the dealer turns the next card."""
    t, least, most = h.t, STAYS, len(h.stub) - STAYS
    move: Move = CutAnywhere()
    if t.options.starter_cut == "player":
        where = OneOf(CutStarter, range(least, most + 1), f"Lift {least} to {most} cards.")
        move = yield from ask(h.pone, where, Only(CutAnywhere()), default=CutAnywhere())
    lifted = move.count if isinstance(move, CutStarter) else least + t.stream("pick/1").below(most - least + 1)
    above = h.stub.lift(lifted)
    starter = t.pile(STARTER, seen_by=EVERYONE)
    t.deal(h.stub, 1, starter)
    h.stub.lay(*above)
    t.tell(Starter(h.pone, starter.top))
    if starter.top.rank == JACK:
        t.tell(Heels(h.dealer))
        peg(t, h.dealer, HEELS)
    yield from moment(t, SCORED)


# ---- up to thirty-one ----------------------------------------------------------------------------


@dataclass
class Round:
    """One count, from nothing to thirty-one at most."""

    laid: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])
    count: int = 0
    said_go: Seat | None = None

    def lay(self, seat: Seat, c: Card) -> None:
        self.laid.append((seat, c))
        self.count += value(c)

    @property
    def last(self) -> Seat:
        """Who has laid the last card."""
        return self.laid[-1][0]

    def fitting(self, hand: Pile) -> list[Card]:
        """What can be laid without passing thirty-one."""
        room = THIRTY_ONE - self.count
        return [c for c in hand if value(c) <= room]


def plays(h: Hand) -> Script:
    """Count after count, until all cards are played."""
    leader = h.pone
    h.played = {p: h.t.pile(PLAYED_BY.of(p), seen_by=EVERYONE) for p in h.t.players}
    while any(h.hands.values()):
        leader = leader if h.hands[leader] else h.other(leader)
        last = yield from one_count(h, leader)
        leader = h.other(last)


def one_count(h: Hand, seat: Seat) -> Script[Seat]:
    """From nothing to thirty-one, or until nothing fits; returns who has laid the last card."""
    t, r = h.t, Round()
    fitting = [*h.hands[seat]]
    while True:
        scored = yield from plays_one(h, r, seat, fitting)
        other = h.other(seat)
        if r.count == THIRTY_ONE:
            break
        if r.said_go is None and (fitting := r.fitting(h.hands[other])):
            seat = other
            if scored:
                yield from moment(t, SCORED)
            continue
        if h.hands[other] and r.said_go is None:
            r.said_go = other
            t.tell(Go(other, seat))
            peg(t, seat, 1)
        fitting = r.fitting(h.hands[seat])
        if not fitting:
            if h.hands[seat] and r.said_go is not None:
                t.tell(NothingFits(seat))
            break
    if r.count < THIRTY_ONE and r.said_go is None:
        t.tell(LastCard(r.last))
        peg(t, r.last, 1)
    yield from moment(t, TRICK)
    t.note(COUNT, ())
    return r.last


def plays_one(h: Hand, r: Round, seat: Seat, fitting: Sequence[Card]) -> Script[int]:
    """A card; returns what it scores. Thirty-one is the whole award of a count, or the rest of it after a go."""
    t, hand = h.t, h.hands[seat]

    def why_not(c: Card | None) -> str:
        if c is None or c not in hand:
            return "Choose a card." if c is None else f"You do not hold {c}."
        return f"{c} would make {r.count + value(c)}; the count stops at {THIRTY_ONE}."

    lowest = WhenAsked((seat,), lambda p: Play(min(fitting, key=lambda c: (c.rank, suit_order(c)))))
    row = yield Ask({seat: (OneOf(Play, fitting, why_not),)}, (seat,), None, lowest)
    assert isinstance(row.move, Play)
    chosen = row.move.card
    h.played[seat].lay(hand.take(chosen))
    t.revealed += 1
    r.lay(seat, chosen)
    t.note(COUNT, tuple(r.laid))
    made = counting.pegged([c for _, c in r.laid])
    award = 0 if r.count < THIRTY_ONE else 2 if r.said_go is None else 1
    t.tell(Played(seat, chosen, r.count, made.fifteen, made.alike, made.run, award))
    if points := made.points + award:
        peg(t, seat, points)
    return points


# ---- counting out --------------------------------------------------------------------------------


@dataclass
class Tally:
    """A hand that is being counted, and what was named of it."""

    owner: Seat
    cards: tuple[Card, ...]
    starter: Card
    crib: bool
    points: int = 0
    named: dict[tuple[Kind, frozenset[Card]], int] = field(default_factory=dict[tuple[Kind, frozenset[Card]], int])
    called: list[tuple[Kind, int]] = field(default_factory=list[tuple[Kind, int]])
    """What was counted so far, where that goes step by step."""

    def new_in(self, cards: Sequence[Card]) -> list[Combination]:
        """What these cards name that was not named before."""
        found = counting.named(cards, self.cards, self.starter, crib=self.crib)
        new = [each._replace(points=self._missing(each)) for each in found]
        return [each for each in new if each.points > 0]

    def _missing(self, each: Combination) -> int:
        if each.kind == "flush":  # of five, after four: one more (ruling 6)
            return each.points - sum(n for (kind, _), n in self.named.items() if kind == "flush")
        return 0 if (each.kind, frozenset(each.cards)) in self.named else each.points

    def note(self, each: Combination) -> None:
        self.named[each.kind, frozenset(each.cards)] = each.points

    def why_not(self, cards: Sequence[Card]) -> str | None:
        """Why these cards name nothing, in a sentence."""
        if self.new_in(cards):
            return None
        said = " ".join(map(str, sorted(cards)))
        if counting.named(cards, self.cards, self.starter, crib=self.crib):
            return f"{said} has been counted."
        return f"{said} makes nothing."


class Claim(SomeOf):
    """A combination: to find it is the player's art, so that none is ever listed."""

    unlisted = True

    def __init__(self, kind: type[Move], tally: Tally) -> None:
        super().__init__(kind, (*tally.cards, tally.starter), 1, 5, tally.why_not)


def counts_out(h: Hand) -> Script:
    """The non-dealer's hand, the dealer's, and the crib."""
    h.t.open(h.crib)
    for owner, cards, crib in (
        (h.pone, h.kept[h.pone], False),
        (h.dealer, h.kept[h.dealer], False),
        (h.dealer, tuple(sorted(h.crib, key=suit_order)), True),
    ):
        yield from counts_one(h, Tally(owner, cards, h.starter, crib))


def counts_one(h: Hand, tally: Tally) -> Script:
    """One hand, combination by combination; what was overlooked may go to the other."""
    t = h.t
    t.tell(Shows(tally.owner, tally.cards, tally.starter, tally.crib))
    t.note(COUNTED, (tally.owner, tally.cards, tally.crib))
    step, whole = COUNTS[t.options.count_pace]
    if t.options.counting == "auto":
        found = scoring(tally.cards, tally.starter, crib=tally.crib)
        if by_steps := lasts(t, step) > 0:
            t.note(TO_COUNT, len(found))
        for each in found:
            if by_steps:
                tally.called.append((each.kind, tally.points + each.points))
            pegs(t, tally, tally.owner, each)
            yield from moment(t, step)
    else:
        yield from names(t, tally, tally.owner, Count, Done())
    points = tally.points
    t.tell(Counted(tally.owner, points, tally.crib, tuple(tally.called)))
    if not tally.crib:
        t.most(tally.owner, "best hand", points)
    if t.options.counting == "called" and t.options.muggins:
        yield from names(t, tally, h.other(tally.owner), Muggins, Pass())
    yield from moment(t, whole if points else TRICK)


def names(t: CribbageTable, tally: Tally, seat: Seat, kind: type[Move], enough: Move) -> Script:
    """Somebody names combinations one by one, until that is all."""
    while True:
        move = yield from ask(seat, Claim(kind, tally), Only(enough), default=enough)
        if type(move) is type(enough):
            return
        for each in tally.new_in(move.cards):
            tally.note(each)
            pegs(t, tally, seat, each)


def pegs(t: CribbageTable, tally: Tally, seat: Seat, each: Combination) -> None:
    """A combination is named, and scores."""
    tally.points += each.points
    t.tell(Scores(seat, each.kind, each.cards, each.points, seat != tally.owner, tuple(tally.called)))
    if seat != tally.owner:
        t.count(seat, "muggins", each.points)
    peg(t, seat, each.points)


# ---- the end -------------------------------------------------------------------------------------


def wins_game(t: CribbageTable, seat: Seat) -> None:
    """A game is over; unless it was the last, the loser deals the next."""
    loser = 1 - seat
    worth = 1 + sum(t.scores[loser] <= limit for limit in skunked(t.options.target)) if t.options.skunks else 1
    games = tuple(n + worth * (p == seat) for p, n in enumerate(t.carried.games))
    t.tell(GameWon(seat, tuple(t.scores), t.carried.rear, worth, games))
    t.count(seat, "games")
    if worth > 1:
        t.count(seat, "skunks")
    t.carried = Carried(games=games)
    if games[seat] >= t.options.wins:
        t.end_match(ranked({p: games[p] for p in t.players}))
        return
    t.scores, t.next_dealer = [0, 0], loser


def best_count(events: Sequence[Event]) -> Counted | None:
    """The hand, or the crib, that counted the most."""
    return max((event for event in events if isinstance(event, Counted)), key=lambda e: e.points, default=None)


def notable(events: Sequence[Event]) -> int:
    """The best count."""
    best = best_count(events)
    return best.points if best is not None else 0


def recall(events: Sequence[Event]) -> dict[str, list[int]]:
    """By seat, what was pegged in play, in hands and in cribs."""
    found = {"play": [0, 0], "hands": [0, 0], "cribs": [0, 0]}
    counting_now = "hands"
    for event in events:
        match event:
            case Heels(seat=seat):
                found["play"][seat] += HEELS
            case Played():
                points = event.fifteen + event.alike + event.run + event.thirty_one
                found["play"][event.seat] += points
            case Go(other=seat) | LastCard(seat=seat):
                found["play"][seat] += 1
            case Shows(crib=crib):
                counting_now = "cribs" if crib else "hands"
            case Scores(seat=seat, points=points):
                found[counting_now][seat] += points
            case _:
                pass
    return found


CRIBBAGE = Game(
    slug="cribbage",
    title="Cribbage",
    seats=range(2, 3),
    options=Options,
    deal=cribbage,
    rules=2,
    moves=(LayAway, CutStarter, CutAnywhere, Play, Count, Done, Muggins, Pass),
    aliases=("crib",),
    carried=Carried,
    proof="deal",
    notable=notable,
    recall=recall,
    lengths={USUAL: Length((10, 15)), SHORT: Length((5, 8), {"target": "61"})},
    presets={
        "sixty-one": {"target": "61"},
        "called": {"counting": "called", "skunks": "yes"},
        "best of five": {"wins": "3", "skunks": "yes"},
    },
)
