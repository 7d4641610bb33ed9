"""A match that is over, for the picture of its end: totals, why, everybody else, what the last hand brought."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bot.engine.amounts import signed, whites
from bot.engine.piles import Seat
from bot.engine.places import PlacesPaid
from bot.engine.view import View
from bot.table.open_table import OpenTable
from bot.table.state import Stood
from card_art import scene as art

from ..words.ending import Ending, Recalled, Tally
from ..words.game import Words
from ..words.layout import person
from ..words.sentences import Who, times

_FIGURE = re.compile(r"([−+]?[\d,½.]+)\s*(.*)")
_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Side(NamedTuple):
    """A player, or partners, at the end of a match."""

    seats: tuple[Seat, ...]
    place: int
    outcome: str


@dataclass(frozen=True)
class End:
    """A match that is over, and what its picture is made from."""

    s: OpenTable
    words: Words
    seen: View
    """Its last deal that was played to the end, if that is known, else another one of it."""
    who: Who
    rows: Mapping[Seat, art.ResultRow]
    """Of the last hand; empty where the match has not come to its end."""
    sides: Sequence[Side]
    """The best first."""

    @property
    def own(self) -> Ending:
        return self.words.trait(Ending) or Ending()

    @property
    def chips(self) -> bool:
        """Whether chips are what counts."""
        return self.for_chips and self.tally is None and not self.own.scored

    @property
    def for_chips(self) -> bool:
        return self.s.game.for_chips(self.s.options)

    @cached_property
    def tally(self) -> Tally | None:
        """What wins in place of chips, where that is known of every deal."""
        return self.own.tally(self.seen, self.recalled) if self.own.tally is not None and self.recalled else None

    @cached_property
    def course_so_far(self) -> Sequence[Stood]:
        """How everybody stood after the deals that are known, with what wins as the scores."""
        course = self.s.match_course
        if self.tally is None or len(self.tally.after) != len(course):
            return course
        return [point._replace(scores=tuple(each)) for point, each in zip(course, self.tally.after, strict=True)]

    @property
    def hands(self) -> int:
        return max(self.seen.number + 1, len(self.s.match_course))

    @property
    def recalled(self) -> Recalled:
        """What the game remembers of each deal; nothing of a match that was begun by an earlier version."""
        return self.s.recalled if len(self.s.recalled) == self.hands else ()

    @cached_property
    def stood(self) -> Sequence[Stood]:
        """How everybody stood after each deal; nothing if one of them is not known."""
        course = self.course_so_far
        if len(course) != self.hands or not course:
            return ()
        if self.own.points is not None and self.rows:
            course = [*course[:-1], course[-1]._replace(scores=tuple(self.own.points(self.seen)))]
        return course

    @cached_property
    def out(self) -> Mapping[Seat, tuple[int, Seat | None]]:
        """Who was knocked out in which hand, from 1, and by whom."""
        return self.own.out(self.recalled) if self.own.out is not None and self.recalled else {}

    def person(self, seat: Seat) -> art.Person:
        return person(self.who, seat)

    def people(self, side: Side) -> art.People:
        return tuple(map(self.person, side.seats))

    def value(self, side: Side, point: Stood) -> int:
        """What the side has after a deal: partners have one score, and each their own chips."""
        of = point.won if self.chips else point.scores
        values = [of[seat] if seat < len(of) else 0 for seat in side.seats]
        return sum(values) if self.chips else values[0]

    def figure(self, value: int) -> str:
        """A total, or what a deal has brought, as it is written."""
        return signed(value) if self.chips else f"{value:,}".replace("-", "−")

    # ---- in words and figures ------------------------------------------------------------

    def total(self, side: Side) -> tuple[str, str]:
        """In large figures, and what they count."""
        if not self.rows and self.course_so_far:
            return self._as_it_stood(side)
        if self.own.total is not None and (found := self.own.total(self.seen, side.seats[0])) is not None:
            return found
        if (self.chips or self.tally is not None) and self.course_so_far:
            return self._as_it_stood(side)
        row = self.rows.get(side.seats[0])
        figure = _FIGURE.fullmatch(row.total.split(" · ")[0]) if row is not None else None
        if figure is None:
            return "", ""
        return figure[1], self.words.called(self.seen, self.seen.scores[side.seats[0]])

    def _as_it_stood(self, side: Side) -> tuple[str, str]:
        value = self.value(side, self.course_so_far[-1])
        return self.figure(value), self.called(value)

    def called(self, value: int) -> str:
        """What this many of what counts are called."""
        if self.tally is not None:
            return times(value, self.tally.one).partition(" ")[2]
        return "chips" if self.chips else self.words.called(self.seen, value)

    def by_chips(self) -> list[Side]:
        """The sides by what they have won, the best first."""
        worth = {side: self.value(side, self.course_so_far[-1]) for side in self.sides}
        order = sorted(worth.values(), reverse=True)
        placed = [side._replace(place=order.index(worth[side]) + 1) for side in self.sides]
        return sorted(placed, key=lambda side: side.place)

    def limit(self) -> int | None:
        """The score with which a match ends."""
        found = getattr(self.s.options, "limit", None) or getattr(self.s.options, "target", None)
        return found if isinstance(found, int) and not self.chips else None

    @property
    def paid(self) -> PlacesPaid | None:
        return self.seen.last(PlacesPaid)

    def from_place(self, side: Side) -> str:
        """What the place of a player has won or lost, where places are paid."""
        net = sum(self.paid.net[seat] for seat in side.seats) if self.paid is not None else 0
        return f"{signed(net)} chips" if net else "even"

    def why(self) -> str:
        """By how much the match was won."""
        first = self.sides[0]
        victims = sum(by == first.seats[0] for _, by in self.out.values())
        if victims:
            return f"{_NUMBERS[min(victims, 10)]} knocked out"
        if self.own.why is not None and self.rows and (said := self.own.why(self.seen, self.who, first.seats[0])):
            return said
        return self._margin()

    def below(self) -> str:
        """What is said below that: what the winners have brought and taken out, or by how much they have won where why
        is something else."""
        if self.chips:
            each = {self.in_and_out(side) for side in self.sides if side.place == 1}
            return each.pop() if len(each) == 1 else ""
        margin = self._margin()
        return margin if self.hands > 1 and self.why() != margin else ""

    def _margin(self) -> str:
        first, *others = self.sides
        in_places = self.out or (self.paid is not None and self.chips)
        if not others or others[0].place == 1 or in_places:
            return ""
        nearest = [side for side in others if self.behind(side) == self.ahead]
        whom = ""
        if len(first.seats) == 1 and len(nearest) < 3:
            whom = f" of {self.who.all([side.seats[0] for side in nearest])}"
        return f"{whites(self.ahead) if self.chips else f'{self.ahead:,}'} ahead{whom}" if self.ahead > 0 else ""

    @property
    def ahead(self) -> int:
        """By how much the first are ahead of those nearest to them; nothing where they are not."""
        return min((self.behind(side) for side in self.sides if side.place > 1), default=0)

    def behind(self, side: Side) -> int:
        """How far a side is behind the first, in what counts."""
        first, other = (self._counts(each) for each in (self.sides[0], side))
        return other - first if self.s.game.lowest_wins and not self.chips else first - other

    def _counts(self, side: Side) -> int:
        """What a side has come to, as a number: that which is written large, if it is one."""
        figure = self.total(side)[0].replace(",", "").replace("−", "-")
        if not self.chips and figure.lstrip("-").isdecimal():
            return int(figure)
        return self.value(side, self.course_so_far[-1]) if self.course_so_far else 0

    def in_and_out(self, side: Side) -> str:
        """ "100 → 287", bought in and taken out; nothing of somebody who has got up."""
        if any(self.s.chairs[seat].empty for seat in side.seats):
            return ""
        bought = sum(self.s.chairs[seat].bought for seat in side.seats)
        left = bought + self.value(side, self.course_so_far[-1]) if self.course_so_far else sum(
            self.seen.stacks[seat] for seat in side.seats
        )  # fmt: skip
        return f"{whites(bought)} → {whites(left)}"

    def chips_won(self, side: Side) -> str:
        """ "−13 chips", beside what wins in their place."""
        won = sum(self.s.match_course[-1].won[seat] for seat in side.seats)
        return f"{signed(won)} {'chip' if abs(won) == 100 else 'chips'}"

    def line(self, side: Side) -> str:
        """What else is to be said of somebody."""
        if self.chips:
            return self.in_and_out(side)
        if self.tally is not None:
            return self.chips_won(side)
        if self.paid is not None:
            return self.from_place(side)
        row = self.rows.get(side.seats[0])
        line = row.told[-1] if row is not None and row.told and self.hands == 1 else ""
        return "" if line == " ".join(self.total(side)) else line

    # ---- everybody else --------------------------------------------------------------------

    def others(self, winners: int) -> art.Rows | art.Ledger | None:
        word = self.own.letters(self.seen) if self.own.letters is not None else ""
        if word:
            taken = [self.seen.scores[side.seats[0]] for side in self.sides]
            sides = zip(self.sides, taken, strict=True)
            return art.Rows(tuple(art.EndRow(self.people(side), letters=word, taken=n) for side, n in sides))
        alone = len(self.sides) == 1
        if (alone or len(self.sides) == 2) and winners == 1 and self.tally is None and (made := self._ledger()):
            return made
        rows = [self._row(side, place) for side, place in self._placed(winners)]
        return art.Rows(tuple(rows)) if rows else None

    def _placed(self, winners: int) -> list[tuple[Side, int]]:
        """Everybody else with a place: where the game knows only who has won, by what they have come to."""
        others = [*self.sides[winners:]]
        if self.out or not self.course_so_far:
            return [(side, side.place) for side in others]
        if self.for_chips and not self.own.scored:
            order = [(side.place, self.behind(side)) for side in others]
        elif len({side.place for side in others}) == 1 < len({self.behind(side) for side in others}):
            nearest = sorted(others, key=lambda side: abs(self.behind(side)))
            return [(side, 0) for side in nearest]  # only who has won counts: nobody is second
        else:
            return [(side, side.place) for side in others]
        placed = sorted(zip(others, order, strict=True), key=lambda one: one[1])
        ranks = sorted(order)
        return [(side, winners + 1 + ranks.index(key)) for side, key in placed]

    def _row(self, side: Side, place: int) -> art.EndRow:
        if (found := self.out.get(side.seats[0])) is not None:
            hand, victor = found
            stack = self.course_so_far[-1].stacks[side.seats[0]]
            by = self.person(victor) if victor is not None else None
            line = f"hand {hand} by" if by else f"left in hand {hand}"
            return art.EndRow(self.people(side), whites(stack) if stack else "", str(place), line, by)
        return art.EndRow(self.people(side), self.total(side)[0], str(place or ""), self.line(side))

    def _ledger(self) -> art.Ledger | None:
        """Side by side, where two have played: what the game says, or who has won how many hands."""
        made = self.own.ledger(self.seen, self.recalled) if self.own.ledger is not None and self.rows else None
        if made is not None:
            labels, figures = made
            columns = [
                art.Column(self.people(side), figures[side.seats[0]], self.total(side)[0]) for side in self.sides
            ]
            counted = self.total(self.sides[0])[1].capitalize()
            return art.Ledger(labels, tuple(columns), counted if len(columns) == 1 else "Total")
        if len(self.stood) < 2 or len(self.sides) < 2:
            return None
        first, second = (steps([self.value(side, point) for point in self.stood]) for side in self.sides)
        better = min if self.s.game.lowest_wins else max
        won = [sum(a != b and better(a, b) == a for a, b in zip(one, other, strict=True))
               for one, other in ((first, second), (second, first))]  # fmt: skip
        columns = [
            art.Column(self.people(side), (str(hands), self.figure(better(brought))), self.total(side)[0])
            for side, hands, brought in zip(self.sides, won, (first, second), strict=True)
        ]
        many = self.words.deal.capitalize()
        return art.Ledger((f"{many}s won", f"Best {self.words.deal}"), tuple(columns))

    # ---- the last hand -----------------------------------------------------------------------

    def last(self) -> art.LastHand | None:
        if self.hands == 1:
            return None  # the totals tell it
        if self.own.foot is not None and self.rows and (made := self.own.foot(self.seen)) is not None:
            title, told = made
            return art.LastHand(title, tuple(art.Change((self.person(p),), text, _size(text)) for p, text in told))
        changes = [
            art.Change(self._changed(seat), row.change, _size(row.change))
            for seat, row in self.rows.items()
            if row.change
        ]
        return art.LastHand(f"{self.words.deal.capitalize()} {self.hands}", tuple(changes)) if changes else None

    def _changed(self, seat: Seat) -> art.People:
        """Whose change stands in this row: partners share it where only one of them has a row that says it."""
        side = next((side for side in self.sides if seat in side.seats), None)
        if side is None or sum(bool(self.rows[one].change) for one in side.seats if one in self.rows) > 1:
            return (self.person(seat),)
        return self.people(side)


def steps(values: Sequence[int]) -> tuple[int, ...]:
    """What each deal brought."""
    return tuple(now - then for then, now in zip((0, *values), values, strict=False))


def _size(change: str) -> int:
    """How large a change is, for the choice of those that are shown."""
    digits = re.sub(r"[^\d½]", "", change.split(" ")[0])
    return int(digits.replace("½", "") or 0)


def by_seat(results: art.Results) -> dict[Seat, art.ResultRow]:
    """The first row of each seat."""
    found: dict[Seat, art.ResultRow] = {}
    for row in results.rows:
        if row.number is not None and not row.quiet:
            found.setdefault(row.number, row)
    return found
