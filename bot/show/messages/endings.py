"""How a match has ended, as a picture: who won it, by how much, and how it came about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.amounts import signed, whites
from bot.engine.piles import SPECTATOR, Seat
from bot.engine.places import PlacesPaid
from bot.engine.state import Standing
from bot.engine.view import View, view
from bot.table.open_table import OpenTable
from card_art import scene as art

from ..words.game import Ending, Words
from ..words.results import at_a_point
from ..words.sentences import Who, times

_FIGURE = re.compile(r"([−+]?[\d,½.]+)\s*(.*)")
_MOST_LETTERS = 22


class Side(NamedTuple):
    """A player, or partners, at the end of a match."""

    seats: tuple[Seat, ...]
    place: int
    outcome: str


@dataclass(frozen=True)
class _End:
    """A match that is over, and what its picture is made from."""

    s: OpenTable
    words: Words
    seen: View
    who: Who
    rows: Mapping[Seat, art.ResultRow]
    """Of the last hand."""
    sides: Sequence[Side]
    """The best first."""

    @property
    def own(self) -> Ending:
        return self.words.trait(Ending) or Ending()

    @property
    def chips(self) -> bool:
        return self.s.game.for_chips(self.s.options)

    @property
    def hands(self) -> int:
        return self.seen.number + 1

    def people(self, side: Side) -> art.People:
        return tuple(art.Person(self.who(seat), seat, self.who.avatar(seat)) for seat in side.seats)

    def value(self, side: Side, point: Sequence[int]) -> int:
        """What the side has after a deal: partners have one score, and each their own chips."""
        values = [point[seat] if seat < len(point) else 0 for seat in side.seats]
        return sum(values) if self.chips else values[0]

    def total(self, side: Side) -> tuple[str, str]:
        """In large figures, and what they count."""
        if self.own.total is not None:
            return self.own.total(self.seen, side.seats[0])
        if self.chips and self.s.match_course:
            return signed(self.value(side, self.s.match_course[-1])), "chips"
        row = self.rows.get(side.seats[0])
        found = _FIGURE.fullmatch(row.total.split(" · ")[0]) if row is not None else None
        if found is None:
            return "", ""
        return found[1], self.words.called(self.seen, self.seen.scores[side.seats[0]])

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
        first, *others = self.sides
        if self.own.why is not None and (said := self.own.why(self.seen, self.who, first.seats[0])):
            return said
        if self.chips:
            return self._in_and_out(first)
        course = self.s.match_course
        if not others or len(course) < 2 or others[0].place == 1:
            return ""
        ahead = abs(self.value(first, course[-1]) - self.value(others[0], course[-1]))
        return f"{ahead:,} ahead of {self.who.all(others[0].seats)}" if ahead else ""

    def _in_and_out(self, side: Side) -> str:
        """ "100 in, 287 out"; nothing of somebody who has got up."""
        if any(self.s.chairs[seat].empty for seat in side.seats):
            return ""
        bought = sum(self.s.chairs[seat].bought for seat in side.seats)
        left = sum(self.seen.stacks[seat] for seat in side.seats)
        return f"{whites(bought)} in, {whites(left)} out"

    def others(self, winners: int) -> art.Rows | art.Ledger | None:
        if len(self.sides) == 2 and winners == 1 and (made := self._ledger()):
            return made
        rows = [
            art.EndRow(self.people(side), self.total(side)[0], str(side.place), self._line(side))
            for side in self.sides[winners:]
        ]
        return art.Rows(tuple(rows)) if rows else None

    def _line(self, side: Side) -> str:
        """What else is to be said of somebody."""
        if self.chips:
            return self._in_and_out(side)
        if self.paid is not None:
            return self.from_place(side)
        row = self.rows.get(side.seats[0])
        return row.told[-1] if row is not None and row.told and self.hands == 1 else ""

    def _ledger(self) -> art.Ledger | None:
        """Side by side, where two have played: what the game says, or who has won how many hands."""
        if self.own.ledger is not None:
            labels, figures = self.own.ledger(self.seen)
            columns = [
                art.Column(self.people(side), figures[side.seats[0]], self.total(side)[0]) for side in self.sides
            ]
            return art.Ledger(labels, tuple(columns))
        if len(self.s.match_course) < 2 or len(self.s.match_course) != self.hands:
            return None
        first, second = (_steps([self.value(side, point) for point in self.s.match_course]) for side in self.sides)
        better = min if self.s.game.lowest_wins else max
        won = [sum(a != b and better(a, b) == a for a, b in zip(one, other, strict=True))
               for one, other in ((first, second), (second, first))]  # fmt: skip
        shown = signed if self.chips else lambda n: f"{n:,}".replace("-", "−")
        columns = [
            art.Column(self.people(side), (str(hands), shown(better(steps))), self.total(side)[0])
            for side, hands, steps in zip(self.sides, won, (first, second), strict=True)
        ]
        many = self.words.deal.capitalize()
        return art.Ledger((f"{many}s won", f"Best {self.words.deal}"), tuple(columns))

    def course(self) -> art.Course | None:
        """How it came about, where every hand of it is known."""
        course = [*self.s.match_course]
        if len(course) != self.hands or len(course) < 2:
            return None
        if self.own.points is not None:
            course[-1] = tuple(self.own.points(self.seen))
        lines = [
            art.CourseLine(self.people(side), tuple(self.value(side, point) for point in course)) for side in self.sides
        ]
        own, deal = self.own, self.words.deal
        lanes = [art.Lane(line.people, _steps(line.values)) for line in lines]
        if own.race and not self.chips and all(min(lane.stretches) >= 0 for lane in lanes):  # no new game in between
            return art.CourseRace(f"The race, {deal} by {deal}", tuple(lanes), self.limit() or max(map(max, course)))
        if own.bars and len(lines) == 2:
            first, second = (_steps(line.values) for line in lines)
            return art.CourseBars(
                f"Points of each {deal}", (lines[0].people, lines[1].people),
                tuple(a - b for a, b in zip(first, second, strict=True)), self.chips,
            )  # fmt: skip
        title = (
            f"Won and lost, {deal} by {deal}"
            if self.chips
            else f"{self.words.called(self.seen, 2).capitalize()} after each {deal}"
        )
        return art.CourseLines(title, tuple(lines), limit=self.limit(), bad=self.s.game.lowest_wins, chips=self.chips)

    def highlight(self) -> art.Highlight | None:
        """The deal for which the match is remembered: the hand that it made, and what it brought."""
        deal = self.s.highlight_deal
        if deal is None:
            return None
        seen = view(deal, SPECTATOR)
        rows = by_seat(self.words.results(seen, deal.state, self.who))
        found = self.own.cards(seen) if self.own.cards is not None else None
        row = rows.get(found[0] if found else self._whose(seen, rows))
        if row is None or row.number is None:
            return None
        by = self._person(row.number)
        hands = [tuple(found[1])] if found else [hand.cards for hand in row.hands[:2]]
        cards = tuple(art.HighlightCards(hand, by=by) for hand in hands if hand)
        told = [text for text in dict.fromkeys(row.told) if text]
        if row.stamp is None and not cards and not told:
            return None
        title = f"{self.words.deal.capitalize()} {seen.number + 1}"
        if row.change[:1] in ("+", "−") and len(title) + len(row.change) < _MOST_LETTERS:
            title = f"{title}: {row.change}"
        return art.Highlight(title, cards, stamp=None if cards else row.stamp, lines=(by.name, *told)[-2:])

    def _whose(self, seen: View, rows: Mapping[Seat, art.ResultRow]) -> Seat:
        """Who has won the most in a deal; or lost it, where points are what nobody wants."""
        course, number = self.s.match_course, seen.number
        if number >= len(course):
            return next((seat for seat, row in rows.items() if row.winner), 0)
        before = course[number - 1] if number else ()
        steps = [now - (before[seat] if seat < len(before) else 0) for seat, now in enumerate(course[number])]
        return max(rows, key=lambda seat: (steps[seat], rows[seat].winner), default=0)

    def _person(self, seat: Seat) -> art.Person:
        return art.Person(self.who(seat), seat, self.who.avatar(seat))

    def last(self) -> art.LastHand | None:
        if self.hands == 1 and len(self.sides) == 1:
            return None
        changes = [
            art.Change((self._person(seat),), row.change, _size(row.change))
            for seat, row in self.rows.items()
            if row.change
        ]
        return art.LastHand(f"{self.words.deal.capitalize()} {self.hands}", tuple(changes)) if changes else None


def match_end(s: OpenTable, words: Words, seen: View, who: Who, results: art.Results) -> art.MatchEnd | None:
    """The end of the match of which `seen` is the last deal and `results` its sheet; None while it goes on."""
    if not seen.standings:
        return None
    sides = _sides(s, seen.standings)
    end = _End(s, words, seen, who, by_seat(results), sides)
    best = [side for side in sides if side.place == 1]
    won = any(side.outcome != "L" for side in best)
    winners = tuple(person for side in best for person in end.people(side))
    total, counted = end.total(best[0])
    fewest = "the fewest" if s.game.lowest_wins and counted and not end.chips else ""
    more = end.from_place(best[0]) if end.paid is not None else fewest
    what = (f"{counted},", more) if counted and more else (counted or more,) if counted or more else ()
    limit = end.limit()
    return art.MatchEnd(
        title=results.title,
        facts=" · ".join([
            *([f"to {limit:,}"] if limit else []), times(end.hands, words.deal),
            *([at_a_point(end.paid).lower()] if end.paid is not None else []),
        ]),
        winners=winners, verb=_verb(best, won, who.viewer), total=total, words=what, why=end.why(), won=won,
        others=end.others(len(best)), course=end.course(), highlight=end.highlight(), last=end.last(),
        style=results.style,
    )  # fmt: skip


def _sides(s: OpenTable, standings: Sequence[Standing]) -> list[Side]:
    """Players, or partnerships, by their places."""
    pairs = len(standings) // 2 if s.game.in_partnerships(s.options, len(standings)) else 0
    found: dict[int, Side] = {}
    for each in standings:
        key = each.seat % pairs if pairs else each.seat
        before = found.get(key)
        seats = (*before.seats, each.seat) if before else (each.seat,)
        found[key] = Side(seats, each.place, each.outcome)
    return sorted(found.values(), key=lambda side: side.place)


def _verb(best: Sequence[Side], won: bool, viewer: Seat) -> str:
    if best[0].seats == (viewer,) and len(best) == 1:
        return "win" if won else "end"
    if not won:
        return "ends"
    if len(best) > 1:
        return "share the win"
    return "win" if len(best[0].seats) > 1 else "wins"


def _steps(values: Sequence[int]) -> tuple[int, ...]:
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
