"""Tablanette: a card takes table cards of its value, singly or in sums, and clearing the table is paid.

Two players; four deals of six cards make a hand. See rules/tablanette.md. Where players differ, this house holds that

- the card that captures stays on the table, unless it clears that (ruling 1; an option);
- clearing the table brings twice the value of the card played (ruling 3; an option);
- any number of groups is taken at once, of three cards at most (rulings 4 and 5; an option);
- nobody has to take anything, but a jack always sweeps (ruling 6; an option).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from bot.engine.asks import Ask, Script, WhenAsked
from bot.engine.cards import JACK, Card, card
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.moments import TRICK, moment
from bot.engine.offers import Move, Offer
from bot.engine.options import choice, flag
from bot.engine.piles import EVERYONE, Pile, Seat
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.view import View

from . import captures
from .facts import BONUS, DEAL, LAST, TABLE, TAKEN

HAND, FIRST, DEALS = 6, 4, 4
"""Cards of a deal for each, cards on the table at first, and deals of a hand."""
MAJORITY = 3
TEN, TWO = 10, 2
Groups = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    target: int = choice(251, 151, 101, 51, help="points that end the match", said="to {} points")
    capturing_card: str = choice(
        "stays",
        "taken",
        help="whether the card that captures stays on the table",
        said={"taken": "the capturing card is taken"},
    )
    tablanette_bonus: str = choice(
        "twice_card",
        "table_total",
        "double_cards",
        help="what it brings to clear the table",
        said={
            "table_total": "a Tablanette brings the total of the table",
            "double_cards": "a Tablanette brings double the cards",
        },
    )
    majority: int = choice(28, 27, help="cards that bring three points", said="{} cards are the majority")
    ten_of_diamonds: int = choice(2, 3, help="what the ten of diamonds counts", said="the 10♦ counts {}")
    forced: bool = flag(False, "a card that can capture must capture", said={True: "captures are forced"})
    max_group: str = choice(
        "3", "any", help="how many table cards a sum may have", said={"any": "sums of any number of cards"}
    )

    @property
    def largest(self) -> int:
        """The most cards of a group."""
        return captures.MANY if self.max_group == "any" else int(self.max_group)


TablanetteTable = DealTable[Options, None]
TablanetteView = View[Options, None]


# ---- moves ---------------------------------------------------------------------------------------


class Play(Move):
    """A card, and the table cards that it takes, in any order; without any it is laid down. A jack sweeps on its
    own."""

    card: Card
    take: tuple[Card, ...] = ()


# ---- events --------------------------------------------------------------------------------------


class OnTable(Event, says="{cards} lie on the table."):
    """The first cards."""

    cards: tuple[Card, ...]


class PutUnder(Event, says="{card} goes under the stock, and another card takes its place."):
    card: Card


class Dealt(Event, says="Six more cards each: deal {number} of 4."):
    number: int


class Laid(Event, says="{seat:lays} {card}."):
    seat: Seat
    card: Card


class Took(Event):
    """A capture: the groups, what each makes up, and the bonus if nothing is left on the table."""

    seat: Seat
    card: Card
    groups: Groups
    total: int
    tablanette: bool
    bonus: int


class Swept(Event, says="{seat:sweeps} the table with {card}: {cards}."):
    """A jack takes everything."""

    seat: Seat
    card: Card
    cards: tuple[Card, ...]


class LastCards(Event):
    """What was left at the end goes to the player who took last."""

    seat: Seat
    cards: tuple[Card, ...]


class NobodyTook(Event, says="Nobody has taken anything, so the cards on the table count for nobody."):
    """The end of a hand in which nothing was taken."""


class Sheet(NamedTuple):
    """What a seat has scored in a hand."""

    cards: int
    scoring: tuple[Card, ...]
    points: int
    """What these count."""
    majority: int
    tablanettes: int
    bonus: int
    total: int
    """Of the match by now."""

    @property
    def whole(self) -> int:
        return self.points + self.majority + self.bonus


class HandScored(Event):
    """Both sheets, by seat."""

    sheets: tuple[Sheet, ...]


# ---- what may be played --------------------------------------------------------------------------


class Plays(Offer[Play, Card]):
    """A card of a hand with any of the table cards that it takes, chosen group by group."""

    kind = Play
    sorted_by = attrgetter("rank", "suit")

    def __init__(self, hand: Pile, table: Pile, options: Options) -> None:
        self.hand, self.table = hand, table
        self.most, self.forced = options.largest, options.forced

    def __bool__(self) -> bool:
        return len(self.hand) > 0

    def can_take(self, c: Card) -> bool:
        """Whether a card, no jack, can take anything."""
        return captures.takes_any(c.rank, [each.rank for each in self.table], self.most)

    def layable(self, c: Card) -> bool:
        """Whether a card may be played without naming what it takes."""
        return not self.forced or c.rank == JACK or not self.can_take(c)

    # ---- choice by choice ----------------------------------------------------------------

    def next(self, parts: Sequence[Card]) -> Collection[Card]:
        """After a card the table cards that are in some group; after some of a group those that go on with it."""
        if not parts:
            return self.hand
        played, *taken = parts
        left = [c for c in self.table if c not in taken]
        closed = self._closed(played, taken)
        fitting = {rank for rank in {c.rank for c in left} if self._goes_on(closed, taken, rank, left)}
        return [c for c in left if c.rank in fitting]

    def _goes_on(
        self, closed: Iterable[tuple[int, list[bool]]], taken: Sequence[Card], rank: int, left: Iterable[Card]
    ) -> bool:
        """Whether this rank may come after these cards: it begins a group, or goes on with the last."""
        others, ranks = [c.rank for c in left], [c.rank for c in taken]
        others.remove(rank)
        return any(
            complete and captures.completes((*ranks[n:], rank), others, total, self.most)
            for total, each in closed
            for n, complete in reversed([*enumerate(each)])
        )

    def finish(self, parts: Sequence[Card]) -> Play | str:
        if not parts:
            return "Choose a card."
        played, *taken = parts
        move = Play(played, tuple(taken))
        if not taken or any(closed[-1] for _, closed in self._closed(played, taken)):
            return self.refusal(move) or move
        each = self._each(played)
        return f"{played} takes groups of {each}, and the last of {' '.join(map(str, taken))} is not complete."

    def _closed(self, played: Card, taken: Sequence[Card]) -> list[tuple[int, list[bool]]]:
        """For each total after how many of these cards, as they come, all groups are complete."""
        ranks = [c.rank for c in taken]
        return [(total, captures.parted(ranks, total, self.most)) for total in captures.totals(played.rank)]

    # ---- one move ------------------------------------------------------------------------

    def refusal(self, move: Move) -> str | None:
        assert isinstance(move, Play)
        return self._why_not(move.card, move.take)

    def _why_not(self, played: Card, taken: Sequence[Card]) -> str | None:
        if why := self._unheld(played):
            return why
        if not taken:
            return None if self.layable(played) else f"{played} can capture, and so it must: name what it takes."
        for n, c in enumerate(taken):
            if why := self._not_there(c, taken[:n]):
                return why
        if played.rank == JACK:
            return "A jack takes everything: name no cards."
        return None if self._fits(played, taken) else self._no_groups(played, taken)

    def _fits(self, played: Card, taken: Sequence[Card]) -> bool:
        """Whether these are groups as they come, or in another order."""
        if any(closed[-1] for _, closed in self._closed(played, taken)):
            return True
        return captures.in_groups(taken, played.rank, self.most) is not None

    def _unheld(self, c: object) -> str | None:
        if type(c) is not Card:
            return "Choose one of your cards."
        return None if c in self.hand else f"You do not hold {c}."

    def _not_there(self, c: object, before: Sequence[Card]) -> str | None:
        if type(c) is not Card:
            return "Choose from the cards on the table."
        if c in before:
            return f"{c} serves in one group only."
        return None if c in self.table else f"{c} is not on the table."

    def _no_groups(self, played: Card, taken: Sequence[Card]) -> str:
        """Why these cards are not taken together."""
        each = self._each(played)
        if captures.in_groups(taken, played.rank, captures.MANY) is not None:
            return f"A sum has {self.most} table cards at most: take them otherwise."
        if len(taken) == 1:
            return f"{played} takes {each}, and {taken[0]} alone is not that."
        return f"{played} takes groups of {each}, and {' '.join(map(str, taken))} cannot be split into such."

    @staticmethod
    def _each(played: Card) -> str:
        return " or ".join(map(str, reversed(captures.totals(played.rank))))

    def why_not_here(self, parts: Sequence[Card], part: object) -> str:
        if not parts:
            return self._unheld(part) or "Choose another card."
        played, *taken = parts
        if why := self._not_there(part, taken):
            return why
        assert isinstance(part, Card)
        return self._why_not(played, (*taken, part)) or "Choose another card."

    def in_order(self, typed: Sequence[str]) -> Sequence[str]:
        """The card from the hand first, then group by group, however it was typed."""
        with suppress(ValueError):
            said = [card(word) for word in typed]
            mine = [c for c in said if c in self.hand]
            taken = [c for c in said if c not in mine]
            if len(mine) == 1 and len({*taken}) == len(taken):
                return [*map(str, (mine[0], *self._sorted(mine[0], taken)))]
        return typed

    def _sorted(self, played: Card, taken: Sequence[Card]) -> Iterable[Card]:
        if played.rank == JACK and {*taken} == {*self.table}:
            return ()  # it takes them anyway
        found = captures.in_groups(taken, played.rank, self.most)
        return taken if found is None else (c for group in found[1] for c in group)

    def confirm(self, move: Move) -> str | None:
        """A card that could capture is laid down on purpose only."""
        assert isinstance(move, Play)
        if move.take or move.card.rank == JACK or not self.can_take(move.card):
            return None
        ranks = captures.ordered(each.rank for each in self.table)
        found = (group for t in captures.totals(move.card.rank) for group in captures.grouped(ranks, t, self.most))
        (some,) = captures.named([next(found)], self.table)
        return f"{move.card} could take {' + '.join(map(str, some))}. Lay it down all the same?"

    # ---- all of them ---------------------------------------------------------------------

    def takes(self, c: Card) -> list[tuple[Card, ...]]:
        """What a card, no jack, can take: alike cards in one way only, and not more than a few hundred."""
        ranks = captures.ordered(each.rank for each in self.table)
        found = dict.fromkeys(t for total in captures.totals(c.rank) for t in captures.takes(ranks, total, self.most))
        return [self._sorted_by_rank(c, ranks) for ranks in found]

    def _sorted_by_rank(self, played: Card, ranks: Sequence[int]) -> tuple[Card, ...]:
        (some,) = captures.named([tuple(ranks)], self.table)
        return tuple(self._sorted(played, some))

    def moves(self, parts: tuple[Card, ...] = ()) -> Iterator[Play]:
        """Each card laid down, and with what it takes."""
        for c in [*self.hand]:
            if self.layable(c):
                yield Play(c)
            if c.rank != JACK:
                yield from (Play(c, taken) for taken in self.takes(c))


# ---- play ----------------------------------------------------------------------------------------


@dataclass
class Hand:
    """A hand of two players, as it is played."""

    t: TablanetteTable
    hands: dict[Seat, Pile]
    table: Pile
    piles: dict[Seat, Pile]
    """What each has taken."""
    bonus: list[int] = field(default_factory=lambda: [0, 0])
    tablanettes: list[int] = field(default_factory=lambda: [0, 0])
    last: Seat | None = None
    """Who took last."""

    def takes(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards go from the table to somebody's pile."""
        self.piles[seat].lay(*[self.table.take(c) for c in cards])


def tablanette(t: TablanetteTable) -> Script:
    """A hand: four deals of six, and the count."""
    hands, stock = t.hands(), t.stock()
    table = t.pile(TABLE, seen_by=EVERYONE)
    h = Hand(t, hands, table, {p: t.pile(TAKEN.of(p)) for p in sorted(t.players)})
    t.note(BONUS, (0, 0))
    t.note(LAST, None)
    for number in range(1, DEALS + 1):
        t.note(DEAL, number)
        t.deal(stock, HAND, *(hands[p] for p in t.players))
        if number == 1:
            lays_first(h, stock)
        else:
            t.tell(Dealt(number))
        for _ in range(HAND):
            for p in t.players:
                yield from turn(h, p)
    yield from takes_the_rest(h)
    score(h)


def lays_first(h: Hand, stock: Pile) -> None:
    """Four cards on the table; a jack among them goes under the stock, and the next card takes its place (ruling 7)."""
    while len(h.table) < FIRST:
        h.t.deal(stock, 1, h.table)
        if h.table.top.rank == JACK:
            jack = h.table.draw()
            h.t.put_under(jack)
            h.t.tell(PutUnder(jack))
    h.t.tell(OnTable(tuple(h.table)))


def turn(h: Hand, seat: Seat) -> Script:
    """A card, and what it takes: it stands marked for a while before it is swept."""
    t, hand = h.t, h.hands[seat]
    offer = Plays(hand, h.table, t.options)
    row = yield Ask({seat: (offer,)}, (seat,), None, WhenAsked((seat,), lambda p: by_the_clock(offer, t.options)))
    assert isinstance(row.move, Play)
    played, taken = row.move.card, row.move.take
    t.revealed += 1
    if not taken and not (played.rank == JACK and len(h.table)):
        h.table.lay(hand.take(played))
        t.tell(Laid(seat, played))
        return
    clears = played.rank == JACK or len(taken) == len(h.table)
    if played.rank == JACK:
        taken = tuple(h.table)
        t.tell(Swept(seat, played, taken))
    else:
        t.tell(captured(h, seat, played, taken))
    h.table.lay(hand.take(played))
    yield from moment(t, TRICK)
    h.takes(seat, taken)
    if clears or t.options.capturing_card == "taken":
        h.takes(seat, (played,))
    if h.last != seat:
        h.last = seat
        t.note(LAST, seat)


def captured(h: Hand, seat: Seat, played: Card, taken: Sequence[Card]) -> Took:
    """The events of a capture; a tablanette is noted."""
    t = h.t
    found = captures.in_groups(taken, played.rank, t.options.largest)
    assert found is not None
    total, groups = found
    clears = len(taken) == len(h.table)
    bonus = tablanette_bonus(played, total, groups, t.options) if clears else 0
    if clears:
        h.bonus[seat] += bonus
        h.tablanettes[seat] += 1
        t.count(seat, "tablanettes")
        t.note(BONUS, tuple(h.bonus))
    return Took(seat, played, groups, total, clears, bonus)


def by_the_clock(offer: Plays, options: Options) -> Play:
    """What the turn clock plays: the lowest card that counts nothing, laid down; a jack last. If nothing else may be
    played, the smallest capture."""
    laid = [c for c in offer.hand if offer.layable(c)]
    if laid:
        return Play(min(laid, key=lambda c: (c.rank == JACK, points(c, options) > 0, c.rank, c.suit)))
    takes = ((c, taken) for c in offer.hand for taken in offer.takes(c))
    return Play(*min(takes, key=lambda each: (len(each[1]), each[0].rank, each)))


def takes_the_rest(h: Hand) -> Script:
    """What is left goes to the player who took last: that is no tablanette."""
    if not len(h.table):
        return
    if h.last is None:
        h.t.tell(NobodyTook())
        return
    left = tuple(h.table)
    h.t.tell(LastCards(h.last, left))
    yield from moment(h.t, TRICK)
    h.takes(h.last, left)


# ---- the count -----------------------------------------------------------------------------------


def points(c: Card, options: Options) -> int:
    """What a card in a pile counts: the two of clubs, tens, jacks, queens and kings one, the ten of diamonds more."""
    if c.rank < TEN:
        return int(c.rank == TWO and c.suit == "C")
    return options.ten_of_diamonds if c.rank == TEN and c.suit == "D" else 1


def tablanette_bonus(played: Card, total: int, groups: Groups, options: Options) -> int:
    """What it brings to clear the table; each group makes up the total."""
    if options.tablanette_bonus == "twice_card":
        return 2 * total
    if options.tablanette_bonus == "table_total":
        return total * (len(groups) + 1)
    return sum(points(c, options) for group in ((played,), *groups) for c in group)


def sheet(pile: Sequence[Card], options: Options, tablanettes: int, bonus: int, before: int) -> Sheet:
    """What somebody's pile has brought, with the match's score before."""
    scoring = tuple(sorted((c for c in pile if points(c, options)), key=lambda c: (-c.rank, c.suit)))
    worth = sum(points(c, options) for c in scoring)
    more = MAJORITY if len(pile) >= options.majority else 0
    return Sheet(len(pile), scoring, worth, more, tablanettes, bonus, before + worth + more + bonus)


def score(h: Hand) -> None:
    """Both piles are counted; the player ahead at the target has won the match."""
    t = h.t
    sheets = tuple(sheet([*pile], t.options, h.tablanettes[p], h.bonus[p], t.scores[p]) for p, pile in h.piles.items())
    for p, each in enumerate(sheets):
        t.open(h.piles[p])
        t.scores[p] = each.total
        t.count(p, "hands")
        t.most(p, "best hand", each.whole)
    t.tell(HandScored(sheets))
    if max(t.scores) >= t.options.target and t.scores[0] != t.scores[1]:
        t.end_match(ranked({p: t.scores[p] for p in t.players}))


TABLANETTE = Game(
    slug="tablanette",
    title="Tablanette",
    seats=range(2, 3),
    options=Options,
    deal=tablanette,
    moves=(Play,),
    aliases=("tablinet", "tablic"),
    proof="deal",
    lengths={
        USUAL: Length((60, 95)),
        "middle": Length((25, 40), {"target": "101"}),
        SHORT: Length((10, 15), {"target": "51"}),
    },
    presets={
        "short": {"target": "101"},
        "sweep": {"capturing_card": "taken", "tablanette_bonus": "table_total"},
        "by the cards": {"tablanette_bonus": "double_cards", "target": "151"},
    },
)
