"""Ends of matches put together at random, odder than any game makes them: nothing is cut off or lies over anything."""

from __future__ import annotations

import random

import pytest

import card_art
from bot.engine.cards import deck
from card_art.scene import (
    Call,
    Change,
    Column,
    Course,
    CourseBars,
    CourseCalls,
    CourseLine,
    CourseLines,
    CourseRace,
    EndRow,
    Highlight,
    HighlightCards,
    Lane,
    LastHand,
    Ledger,
    MatchEnd,
    People,
    Person,
    Rows,
    Stamp,
    Style,
)
from card_art.sheets.match_end import arrangement
from tests.art.match_ends import LONG
from tests.art.test_match_end import MOST, inside, overlaps

NAMES = (*LONG, "Ann", "Bo", "Cleo", "Mo " * 9)
SUMS = ("0", "+5", "−12½", "+1,204½", "105", "−120,204½", "12:31")
LINES = ("", "over 100", "100 → 287", "a line of words that is far too long for its place")
WHY = ("", "one ahead of Bertie", "fewest points lost: 26", "more words than there is ever room for, in any game")
CHANGES = ("+2", "−7½", "+3,335, out", "knocks with 8 against 50: +42, over 100")


class Dice(random.Random):
    """Draws parts of an end."""

    def people(self) -> list[People]:
        """Up to ten, some of them partners."""
        count = self.randint(1, 10)
        size = self.choice((1, 1, 2, 3)) if count >= 4 else 1
        people = [Person(self.choice(NAMES), n) for n in range(count)]
        return [tuple(people[n : n + size]) for n in range(0, count - count % size, size)]

    def others(self, sides: list[People]) -> Rows | Ledger | None:
        rest = [(side, str(n)) for n, side in enumerate(sides[1:], 2)]
        match self.choice(("rows", "ledger", "knocked out", "letters", "nobody")):
            case "rows":
                return Rows(tuple(EndRow(who, self.choice(SUMS), at, self.choice(LINES)) for who, at in rest))
            case "ledger":
                labels = self.choices(("Points", "Boxes at 25", "A very long label indeed"), k=self.randint(1, 4))
                figures = [tuple(self.choices(SUMS, k=len(labels))) for _ in sides]
                made = [Column(who, each, self.choice(SUMS)) for who, each in zip(sides, figures, strict=True)]
                return Ledger(tuple(labels), tuple(made[:2]))
            case "knocked out":
                by = self.choice(sides)[0]
                prizes = ("", "210", "12,500")
                return Rows(tuple(EndRow(who, self.choice(prizes), at, "hand 27 by", by) for who, at in rest[:5]))
            case "letters":
                return Rows(tuple(EndRow(who, letters="CASH", taken=self.randint(0, 4)) for who in sides[:3]))
            case _:
                return None

    def values(self, hands: int) -> tuple[int, ...]:
        most = self.choice((3, 50, 20_000))
        return tuple(self.randint(-most, most) for _ in range(hands))

    def course(self, sides: list[People]) -> Course | None:
        hands = self.choice((1, 2, 3, 9, 10, 17, 40, 300))
        chips = self.random() < 0.5
        match self.choice(("lines", "bars", "race", "calls", "stacks", "none")):
            case "lines":
                made = tuple(CourseLine(who, self.values(hands)) for who in sides)
                return CourseLines("Points after each hand", made, 0, self.choice((None, 100, 5_000)), chips, chips)
            case "bars":
                return CourseBars("Each hand’s points", (sides[0], sides[-1]), self.values(hands), chips)
            case "race":
                points = [tuple(self.randint(-3, 20) for _ in range(min(15, hands))) for _ in sides]
                lanes = tuple(Lane(who, each) for who, each in zip(sides, points, strict=True))
                to, edge, stamp = self.choice((0, 61, 121, 250)), self.choice((None, 91)), Stamp("SKUNK", "crimson")
                return CourseRace("The race, hand by hand", lanes, to, edge, "skunk line", stamp)
            case "calls":
                said = ("CASH", "COUNTER CASH")
                calls = [Call(n + 1, self.choice(sides)[0], said[n % 2], chips, "C") for n in range(min(13, hands))]
                return CourseCalls("Who called what", tuple(calls))
            case "stacks":
                out = [self.choice((None, self.randint(1, hands))) for _ in sides[1:]]
                lines = [
                    CourseLine(who[:1], (100,) * ((at or hands) - 1) + (0 if at else 50,), at)
                    for who, at in zip(sides[1:], out, strict=True)
                ]
                return CourseLines(
                    "Stacks", (CourseLine(sides[0][:1], (100,) * hands), *lines), 100, 600, False, stacks=True
                )
            case _:
                return None

    def highlight(self, who: Person) -> Highlight | None:
        cards = self.sample(deck(), 26)
        groups = [
            HighlightCards(tuple(cards[n : n + self.randint(1, 13)]), frozenset({0}), self.choice((None, who)), n > 12)
            for n in (0, 13)
        ]
        stamp = self.choice((None, Stamp("STRAIGHT FLUSH", "gold")))
        lines = ("a line", "quite a long line of words")
        made = Highlight(
            "Hand 3: 18 for Ana",
            tuple(groups[: self.randint(0, 2)]),
            self.choice(("", "beat")),
            stamp,
            lines[: self.randint(0, 2)],
        )
        return self.choice((None, made, made))

    def last(self, sides: list[People]) -> LastHand | None:
        changes = tuple(Change(who, self.choice(CHANGES), self.randint(0, 50)) for who in sides)
        return self.choice((None, LastHand("Hand 9", changes, self.choice(("", "4 folded")))))

    def end(self) -> MatchEnd:
        sides = self.people()
        winners = tuple(one for side in sides[: self.choice((1, 1, 2, 3))] for one in side)
        words = tuple(self.choices(("chips,", "points", "2,204½ left"), k=self.randint(0, 2)))
        return MatchEnd(
            self.choice(("Hearts", "Between the Sheets")),
            self.choice(LINES),
            winners,
            self.choice(("wins", "share the win", "gives up")),
            self.choice(SUMS),
            words,
            self.choice(WHY),
            self.choice(("", "win by 280")),
            self.random() < 0.8,
            self.others(sides),
            self.course(sides),
            self.highlight(sides[0][0]),
            self.last(sides),
            Style(cloth=self.choice(("green", "blue", "wine"))),
            below=self.choice(("", "100 → 159", "1,100 → 12,059½")),
            level=self.choice(("", "", "All level")),
        )


@pytest.mark.parametrize("seed", range(80))
def test_nothing_is_cut_off_or_lies_over_anything(seed: int) -> None:
    end = Dice(seed).end()
    placed = arrangement(end)
    assert [each for each in placed if not inside(each.box, each.band)] == []
    assert [*overlaps(placed)] == []
    assert seed % 8 or len(card_art.match_end(end)) <= MOST
