"""War: both turn their top card, and the higher takes both. Equal cards mean war. The holder of the whole pack wins.

Nobody looks at a pile, and nobody has anything to decide. Two players, 26 cards each, the ace high. See rules/war.md.
Where players differ, this house holds that

- a war is a number of cards face down and one more face up (ruling 1); what lay face down is not shown when it is won
  (ruling 3);
- a short pile fights on with its last card (ruling 4), and a player who has none left when cards tie has lost (ruling
  5);
- won cards go under the pile in a fixed order (ruling 6): with some deals that goes on for ever, hence the cap.

Both press for each turn of the cards. Who would have it go faster turns ahead: for ten battles, to the next war, or to
the end; it goes as far as both have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.engine.asks import Ask, Script
from bot.engine.cards import Card, high
from bot.engine.cutting import Dealing
from bot.engine.events import Event
from bot.engine.facts import READY, Fact, SeatPile
from bot.engine.game import SHORT, USUAL, Game, Length
from bot.engine.offers import Move, Naming, Offer, OneOf, Only
from bot.engine.options import choice, number, several
from bot.engine.piles import Pile, Seat
from bot.engine.state import ranked
from bot.engine.table import DealTable
from bot.engine.view import View

HALF = 26
TEN = 10
DRAWN_GAMES = 3
"""This many drawn games in a row are a drawn match."""
FOR_EVER = 1_000_000
AUTO_BATTLES, AUTO_MS, WAR_MS = 5, 2000, 3000
"""If the cards turn automatically: how many battles at once, and how long these, or a war that is on, stay visible.
"""
LARGEST = 3
"""How many wars are named when a game is over."""
COURSE = 120
"""At how many points of the game, at most, the split of the pack is told."""

To = Literal["ten", "war", "end"]
HowFar = Literal["", "card"] | To
AHEAD: tuple[To, ...] = ("ten", "war", "end")
How = Literal["all", "short", "cap", "resigned"]
"""How a game ends: somebody has all the cards, or too few for a war; at the cap; or by giving up."""


@dataclass(frozen=True)
class Options(Dealing):
    """The options of a table."""

    war_down: int = choice(3, 1, 2, help="cards that each lays face down in a war", said="{} down in a war")
    short_war: str = choice(
        "last_card", "lose", "equal", help="too few cards for a war: fight with the last one, lose, or both lay fewer",
        said={"lose": "too few cards for a war lose", "equal": "a short war is equal for both"},
    )  # fmt: skip
    collect: str = choice(
        "winner_first", "loser_first", "shuffle", help="in which order won cards go under the winner's pile",
        said={"loser_first": "the loser's card goes under first", "shuffle": "won cards are shuffled"},
    )  # fmt: skip
    max_battles: int = number(
        1000, 100, 5000, "battles after which the larger pile wins", said=several("battle", "at most")
    )
    pace: str = choice(
        "step",
        "auto",
        help="who turns the cards: both press for it, or they turn on their own",
        said={"auto": "cards turn on their own"},
    )
    wins: int = number(1, 1, 5, "games that win the match", said=several("game", "wins the match", "win the match"))


@dataclass(frozen=True)
class Carried:
    """What is kept from game to game."""

    games: tuple[int, ...] = (0, 0)
    drawn: int = 0
    """Drawn games in a row."""


WarTable = DealTable[Options, Carried]
WarView = View[Options, Carried]

TURNS_AHEAD: Fact[tuple[HowFar, HowFar]] = Fact("ahead")
BATTLE: Fact[Lying] = Fact("battle")
LEFT: Fact[tuple[int, ...]] = Fact("left")
LAID = SeatPile("laid {}")
PILE = SeatPile("pile {}")


# ---- moves ---------------------------------------------------------------------------------------


class Play(Move):
    """Turn the top card."""


class Forward(Move):
    """Turn the cards of several battles ahead."""

    to: To


class Resign(Move):
    """Give the game up."""


class Turns(Move):
    """The cards turn automatically, by the clock."""


# ---- events --------------------------------------------------------------------------------------


class Beats(Event, says="{seat:'s} {card} beats {other}."):
    """A plain battle."""

    seat: Seat
    card: Card
    other: Card


class Sped(Event):
    """A number of plain battles at once, and how many of them each has won."""

    battles: int
    won: tuple[int, ...]


class WantsAhead(Event):
    """Somebody has turned ahead; it goes as far as the other does, too."""

    seat: Seat
    to: To
    along: bool
    """The other has already."""


class WarBegins(Event):
    """Equal cards, and how many each lays face down next."""

    cards: tuple[Card, ...]
    down: tuple[int, ...]
    again: bool
    """It is a war in a war."""


class WarWon(Event):
    """A war is decided: the two last cards, what it brings, and those of them that were turned up."""

    seat: Seat
    card: Card
    other: Card
    taken: int
    seen: tuple[Card, ...]


class TooShort(Event):
    """These have too few cards for the war: all of them left."""

    seats: tuple[Seat, ...]
    left: tuple[int, ...]


class Capped(Event):
    """How many battles have been fought, and the cards at the end."""

    battles: int
    cards: tuple[int, ...]


class Resigned(Event, says="{seat:gives} up."):
    seat: Seat


class Fought(NamedTuple):
    """A war that somebody has won."""

    battle: int
    seat: Seat
    rank: int
    """Of the cards that tied first."""
    taken: int


class GameOver(Event):
    """Somebody has won a game, or nobody."""

    winners: tuple[Seat, ...]
    how: How
    battles: int
    wars: int
    longest: int
    """Ties in a row."""
    games: tuple[int, ...]
    largest: tuple[Fought, ...]
    """The wars that brought most, as they were fought."""
    course: tuple[tuple[int, int], ...]
    """Battles, and how many cards the first seat had after them."""


# ---- pure counting -------------------------------------------------------------------------------


def face_down(left: Sequence[int], down: int, short: str) -> tuple[int, int]:
    """How many cards each lays face down in a war, given how many they have left."""
    most = [down, down] if short != "equal" else [min(down, min(left) - 1)] * 2
    a, b = (min(n, cards - 1) for n, cards in zip(most, left, strict=True))
    return a, b


def too_short(left: Sequence[int], down: int, short: str) -> tuple[Seat, ...]:
    """Who has lost since there are too few cards for a war: nobody, one, or both, which is a draw."""
    least = down + 1 if short == "lose" else 1
    losers = tuple(p for p in (0, 1) if left[p] < least)
    return losers if len(losers) < 2 or left[0] == left[1] else (left.index(min(left)),)


def collected(winners: Sequence[Card], losers: Sequence[Card], order: str) -> list[Card]:
    """What goes under the winner's pile, the highest first."""
    return [*losers, *winners] if order == "loser_first" else [*winners, *losers]


def thinned(course: Sequence[int], most: int = COURSE) -> tuple[tuple[int, int], ...]:
    """Some of these numbers, evenly spread, each with its place; the first and the last are among them."""
    last = len(course) - 1
    places = range(last + 1) if last < most else [round(n * last / (most - 1)) for n in range(most)]
    return tuple((place, course[place]) for place in places)


# ---- play ----------------------------------------------------------------------------------------


class Lying(NamedTuple):
    """What the cards in the middle are: the fact `battle`."""

    number: int
    """Of the battle, from 1; 0 before the first."""
    ties: int = 0
    """How often cards have tied in it."""
    winner: Seat | None = None
    """Who takes what lies there; None while a war is on."""


_PLAY = Play()


class TopCard(Only):
    """The top card is turned, and no other."""

    stale = "That card has been turned."

    def __init__(self, unless: str | None = None, *, shown_when_refused: bool = False) -> None:
        super().__init__(_PLAY, unless, shown_when_refused=shown_when_refused)

    def too_much(self, typed: str) -> str:
        return "The top card is the only one you can play."


class Ahead(OneOf):
    """How far somebody would turn ahead."""

    stale = TopCard.stale

    def __init__(self, among: Sequence[To]) -> None:
        super().__init__(Forward, among, "Say ten, war or end, and not what you have said already.", optional=True)


def war(t: WarTable) -> Script:
    """A game: 26 cards each, and battles until it is over."""
    t.carried = t.carried or Carried()
    piles = {p: t.pile(PILE.of(p), zone=f"seat:{p}") for p in sorted(t.players)}
    t.deal(t.stock(), HALF, *(piles[p] for p in t.players))
    yield from battles(Field(t, [*piles.values()]))


class Field:
    """What lies on the table, and who has turned how far ahead."""

    def __init__(self, t: WarTable, piles: Sequence[Pile]) -> None:
        self.t, self.options, self.piles = t, t.options, piles
        self.laid = [t.pile(LAID.of(p)) for p in (0, 1)]
        self.number = self.ties = self.wars = self.longest = 0
        self.winner: Seat | None = 0  # nothing lies there yet, so that nobody takes anything
        self.over = False
        self.course = [len(piles[0])]
        self.fought: list[Fought] = []
        self._told: list[Beats] = []
        self.ahead: list[HowFar] = ["", ""]
        """For each seat, "card" for the next one alone, or how far it has turned ahead; nothing before it has."""
        self.left = [0, 0]
        """Battles for which each has turned."""
        t.note(BATTLE, Lying(0))
        t.note(TURNS_AHEAD, ("", ""))

    # ---- the cards -----------------------------------------------------------------------

    def flip(self) -> None:
        """The next cards: those of a new battle, or of the war that is on."""
        if self.winner is None:
            for pile, laid, hidden in zip(self.piles, self.laid, self._face_down(), strict=True):
                laid.lay(*reversed(pile.lift(hidden)))
        else:
            self.collect()
            self.number, self.ties, self.winner = self.number + 1, 0, None
        a, b = map(self._turned, self.piles, self.laid)
        if a == b:
            self._tied()
        else:
            self._won(0 if a > b else 1)

    def _turned(self, pile: Pile, laid: Pile) -> int:
        """The next card of a pile lies there for all to see: how high it is."""
        laid.lay(c := pile.draw())
        self.t.show(laid, -1)
        return high(c)

    def _face_down(self) -> tuple[int, int]:
        return face_down([*map(len, self.piles)], self.options.war_down, self.options.short_war)

    def _tied(self) -> None:
        """War, unless somebody has too few cards for one."""
        self.ties += 1
        self.longest = max(self.longest, self.ties)
        self.wars += self.ties == 1
        left = [*map(len, self.piles)]
        self.tell()
        losers = too_short(left, self.options.war_down, self.options.short_war)
        down = () if losers else self._face_down()
        self.t.tell(WarBegins(tuple(pile.top for pile in self.laid), down, self.ties > 1))
        if losers:
            self.t.tell(TooShort(losers, tuple(left[p] for p in losers)))
            self.ends("short", losers)

    def _won(self, seat: Seat) -> None:
        """Somebody takes everything that lies there."""
        mine, theirs = self.laid[seat], self.laid[1 - seat]
        self.winner = seat
        if self.ties:
            self.tell()
            seen = tuple(c for pile in (self.laid[0], self.laid[1]) for c in pile.view(-1) or () if c is not None)
            taken = len(mine) + len(theirs)
            self.t.tell(WarWon(seat, mine.top, theirs.top, taken, seen))
            self.fought.append(Fought(self.number, seat, mine[0].rank, taken))
        else:
            self._told.append(Beats(seat, mine.top, theirs.top))
        rest = len(self.piles[1 - seat])
        more = len(self.piles[seat]) + len(mine) + len(theirs)
        self.course.append(rest if seat else more)
        if not rest:
            self.ends("all", (1 - seat,))
        elif self.number >= self.options.max_battles:
            sizes = (rest, more) if seat else (more, rest)
            self.tell()
            self.t.tell(Capped(self.number, sizes))
            self.ends("cap", tuple(p for p in (0, 1) if sizes[p] <= sizes[1 - p]))

    def collect(self) -> None:
        """What lies there goes under the pile of its winner."""
        if self.winner is None or not self.laid[0]:
            return
        mine, theirs = self.laid[self.winner].take_all(), self.laid[1 - self.winner].take_all()
        order = self.options.collect
        under = self.t.shuffled_again([*mine, *theirs]) if order == "shuffle" else collected(mine, theirs, order)
        self.piles[self.winner].slip_under(under)

    def tell(self) -> None:
        """The plain battles since it was told of any: several of them in one sentence."""
        if len(self._told) == 1:
            self.t.tell(self._told[0])
        elif self._told:
            first = sum(e.seat == 0 for e in self._told)
            self.t.tell(Sped(len(self._told), (first, len(self._told) - first)))
        self._told = []

    # ---- how far it goes -----------------------------------------------------------------

    def run(self, goes_on: Callable[[], bool]) -> None:
        """Flip after flip, one at least."""
        self.flip()
        while not self.over and goes_on():
            self.flip()
        self.tell()
        self._note()

    def as_pressed(self) -> bool:
        """After a flip: whether both have turned for the next one, too."""
        tied, more = self.winner is None, True
        for p, to in enumerate(self.ahead):
            if not tied:
                self.left[p] -= 1
            if to == "card" or (to == "war" and tied) or not self.left[p]:
                self.ahead[p], more = "", False
        return more

    def by_itself(self) -> Callable[[], bool]:
        """Five battles, or to a war; a war that is on alone."""
        alone, until = self.winner is None, self.number + AUTO_BATTLES
        return lambda: not alone and self.winner is not None and self.number < until

    def pressed(self, seat: Seat, to: HowFar) -> None:
        """A seat has turned its next card, or ahead."""
        self.ahead[seat] = to
        self.left[seat] = _BATTLES[to]
        if not self.ahead[1 - seat]:  # otherwise the cards are turned at once
            self.note_ahead()

    def _note(self) -> None:
        """What everybody sees, as it is now."""
        self.t.note(BATTLE, Lying(self.number, self.ties, self.winner))
        self.note_ahead()

    def note_ahead(self) -> None:
        """Who has turned, and how far ahead."""
        a, b = self.ahead
        self.t.note(READY, _READY[a != "", b != ""])
        self.t.note(TURNS_AHEAD, (a, b))
        if "ten" in (a, b):
            self.t.note(LEFT, tuple(self.left))

    # ---- the end -------------------------------------------------------------------------

    def ends(self, how: How, losers: Sequence[Seat]) -> None:
        """The game is over, and perhaps the match: who has not lost has won, unless nobody or both have."""
        self.over = True
        self.tell()
        self.collect()
        t, carried = self.t, self.t.carried
        winners = tuple(p for p in (0, 1) if p not in losers) if len(losers) == 1 else ()
        games = tuple(n + (p in winners) for p, n in enumerate(carried.games))
        t.carried = Carried(games, 0 if winners else carried.drawn + 1)
        largest = sorted(sorted(self.fought, key=lambda war: -war.taken)[:LARGEST])
        over = tuple(largest), thinned(self.course)
        t.tell(GameOver(winners, how, self.number, self.wars, self.longest, games, *over))
        for p in (0, 1):
            t.count(p, "battles", self.number)
            t.count(p, "wars", self.wars)
            t.most(p, "longest war", self.longest)
        for p in winners:
            t.scores[p] += 1
        if max(games) >= self.options.wins:
            t.end_match(ranked(dict(enumerate(games))))
        elif t.carried.drawn >= DRAWN_GAMES:
            t.end_match(ranked({0: 0, 1: 0}))


_BATTLES = {"card": 1, "ten": TEN, "war": FOR_EVER, "end": FOR_EVER}
_READY = {(a, b): frozenset(p for p, ready in ((0, a), (1, b)) if ready) for a in (False, True) for b in (False, True)}
_NOT_READY = {said: tuple(p for p in (0, 1) if p not in ready) for said, ready in _READY.items()}
_BY_ITSELF = TopCard("The cards turn on their own at this table.")
_TURNED = [
    TopCard(Naming(f"You have already turned; waiting for {{{1 - p}}}."), shown_when_refused=True) for p in (0, 1)
]
"""Its button stays, so that the others keep their places for a player who presses twice."""
_DEFAULT: Mapping[Seat, Move] = {0: _PLAY, 1: _PLAY}
RESIGN = Only(Resign(), optional=True, confirm="Give up this game?")


def battles(f: Field) -> Script:
    """Battle after battle, as both press or by the clock."""
    while not f.over:
        if f.options.pace == "auto":
            yield from turns_by_itself(f)
        else:
            yield from turned_by_both(f)


def turned_by_both(f: Field) -> Script:
    """Both turn, in whatever order, and the cards are turned together (ruling 7)."""
    fresh = TopCard(), Ahead(AHEAD), RESIGN
    while True:
        a, b = f.ahead
        if a and b:
            f.run(f.as_pressed)
            return
        offered = {0: offers(f, 0, fresh) if a else fresh, 1: offers(f, 1, fresh) if b else fresh}
        row = yield Ask(offered, _NOT_READY[bool(a), bool(b)], None, _DEFAULT)
        if not takes(f, row.seat, row.move):
            return


def turns_by_itself(f: Field) -> Script:
    """The clock turns; both together may have it go faster."""
    until, fresh = f.t.now + (WAR_MS if f.winner is None else AUTO_MS), (_BY_ITSELF, Ahead(AHEAD), RESIGN)
    while True:
        row = yield Ask({p: offers(f, p, fresh) for p in (0, 1)}, (), (until, Turns()), hurried_by=(0, 1))
        if isinstance(row.move, Turns):
            f.run(f.by_itself())
            return
        if not takes(f, row.seat, row.move):
            return
        if all(f.ahead):
            f.run(f.as_pressed)
            return


def offers(f: Field, seat: Seat, fresh: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What of these a seat may do: who has turned may still turn further ahead, or think better of it."""
    play, ahead, resign = fresh
    match f.ahead[seat]:
        case "":
            return fresh
        case "card":
            return _TURNED[seat], ahead, resign
        case said:
            return play, Ahead([to for to in AHEAD if to != said]), resign


def takes(f: Field, seat: Seat, move: Move) -> bool:
    """A press; False if the game is over by it."""
    if isinstance(move, Resign):
        f.t.tell(Resigned(seat))
        f.ends("resigned", (seat,))
        return False
    to = move.to if isinstance(move, Forward) else "card"
    if to != "card":
        f.t.tell(WantsAhead(seat, to, f.ahead[1 - seat] == to))
    f.pressed(seat, to)
    return True


WAR = Game(
    slug="war",
    title="War",
    seats=range(2, 3),
    options=Options,
    deal=war,
    moves=(Play, Forward, Resign, Turns),
    aliases=("battle",),
    carried=Carried,
    proof="deal",
    lengths={USUAL: Length((8, 8)), SHORT: Length((4, 4), {"war_down": "1", "max_battles": "100"})},
    presets={
        "quick": {"war_down": "1", "max_battles": "200"},
        "by itself": {"pace": "auto"},
        "best of five": {"wins": "3"},
    },
)
