"""Ends of matches to draw: of every kind of course, from one player to ten."""

from __future__ import annotations

from itertools import accumulate

from bot.engine.cards import cards
from card_art.samples import hearts_end
from card_art.scene import (
    Call,
    Change,
    Column,
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

CLARA, BERTIE, ADA, ANA = Person("Clara", 0), Person("Bertie", 1), Person("Ada", 2), Person("Ana", 3)
DEV, BO, CLEO, EVE = Person("Dev", 4), Person("Bo", 5), Person("Cleo", 6), Person("Eve", 7)
GUS, HEDDA = Person("Gus", 8), Person("Hedda", 9)
LONG = ("xX_cardshark_1987_Xx", "Maximilian-Alexander", "W" * 32, "محمد علي بن عبد الله", "", "张伟の猫咪很可爱", "Bo")
BLUE = Style(cloth="blue")


def summed(*hands: int) -> tuple[int, ...]:
    return tuple(accumulate(hands))


def cards_of(text: str, *dim: int, by: Person | None = None, piles: bool = False) -> HighlightCards:
    return HighlightCards(tuple(cards(text)), frozenset(dim), by, piles)


def lines(title: str, *courses: tuple[Person | People, tuple[int, ...]], **more: object) -> CourseLines:
    made = tuple(CourseLine(who if isinstance(who, tuple) else (who,), values) for who, values in courses)
    return CourseLines(title, made, **more)  # type: ignore[arg-type]  # its own fields


def hearts() -> MatchEnd:
    return hearts_end()


def gin() -> MatchEnd:
    columns = (Column((ADA,), ("108", "100", "150"), "358"), Column((BO,), ("24", "–", "75"), "99"))
    return MatchEnd(
        "Gin Rummy",
        "to 100 · 9 hands",
        (ADA,),
        "wins",
        "358",
        ("Bo", "99"),
        "with 6 of 9 boxes",
        others=Ledger(("Points", "The game", "Boxes at 25"), columns),
        course=CourseBars("Each hand’s points", ((ADA,), (BO,)), (12, -6, 9, -14, 17, 21, -4, 7, 42)),
        highlight=Highlight(
            "Hand 4: undercut", stamp=Stamp("UNDERCUT", "crimson"), lines=("Ada knocks with 9,", "Bo has 5: 14 for Bo")
        ),
        last=LastHand("Hand 9", (Change((ADA,), "knocks with 8 against 50: +42, over 100"),)),
    )


def canasta() -> MatchEnd:
    us, them = (DEV, BERTIE), (ADA, CLARA)
    columns = (
        Column(us, ("3,900", "1,270", "800", "−585"), "5,385"),
        Column(them, ("3,300", "1,305", "1,200", "−700"), "5,105"),
    )
    return MatchEnd(
        "Canasta",
        "to 5,000 · 4 hands",
        us,
        "win",
        "5,385",
        (),
        "by 280",
        "win by 280",
        others=Ledger(("Canastas", "Melds", "Threes, out", "In hand"), columns),
        course=lines(
            "Points after each hand",
            (us, (650, 1_480, 2_050, 5_385)),
            (them, (1_180, 2_390, 3_600, 5_105)),
            limit=5_000,
            bad=False,
        ),
        highlight=Highlight(
            "Hand 4: six canastas", (cards_of("7D 7S QH QC 5H AS", piles=True),), lines=("+3,335 from 1,550 behind",)
        ),
        last=LastHand("Hand 4", (Change(us, "+3,335, out", 3_335), Change(them, "+1,505", 1_505))),
    )


def twos() -> MatchEnd:
    rows = ((CLARA, "+22", "32 points lost"), (EVE, "−28", "56 points lost"), (BERTIE, "−29", "58 points lost"))
    return MatchEnd(
        "Twos",
        "4 hands · ½ a point",
        (ADA,),
        "wins",
        "+35",
        ("chips,", "135 left"),
        "fewest points lost: 26",
        others=Rows(tuple(EndRow((p,), t, str(n + 2), line) for n, (p, t, line) in enumerate(rows))),
        course=lines(
            "Chips after each hand",
            (ADA, (2_650, 4_800, 4_250, 3_500)),
            (CLARA, (-800, -1_500, 0, 2_200)),
            (EVE, (-500, -1_300, -2_100, -2_800)),
            (BERTIE, (-1_000, -1_800, -2_150, -2_900)),
            chips=True,
        ),
        highlight=Highlight("Hand 4: Clara goes out", (cards_of("8C 9C 10C JC QC"),), lines=("straight flush, +22",)),
        last=LastHand(
            "Hand 4",
            tuple(
                Change((p,), t, n)
                for p, t, n in ((CLARA, "+22", 22), (ADA, "−7½", 7), (EVE, "−7", 7), (BERTIE, "−7½", 7))
            ),
        ),
        style=BLUE,
    )


def cribbage() -> MatchEnd:
    lanes = Lane((ADA,), (12, 12, 17, 14, 11, 24, 14, 11, 6)), Lane((CLEO,), (5, 9, 6, 7, 9, 8, 5, 7, 5))
    columns = Column((ADA,), ("29", "68", "24"), "121"), Column((CLEO,), ("21", "31", "9"), "61")
    return MatchEnd(
        "Cribbage",
        "to 121 · 9 hands",
        (ADA,),
        "wins",
        "121",
        ("Cleo", "61"),
        "a skunk counts double",
        others=Ledger(("In play", "Hands", "Cribs"), columns),
        course=CourseRace("The race, hand by hand", lanes, 121, 91, "skunk line", Stamp("SKUNK", "crimson")),
        highlight=Highlight("Best count", (cards_of("7H 8C 8D 9S 9H"),), lines=("20, hand 6",)),
        last=LastHand("Last", (Change((ADA,), "+6", 6), Change((CLEO,), "+5", 5))),
    )


def _session(seed: int, hands: int, end: int) -> tuple[int, ...]:
    """A course of chips that ends there."""
    steps = [((seed * 37 + n * n * 13 + n * 7) % 11 - 5) * 100 for n in range(hands)]
    made = list(accumulate(steps))
    return tuple(value + round((end * 100 - made[-1]) * ((n + 1) / hands) ** 2) for n, value in enumerate(made))


def poker_cash() -> MatchEnd:
    rows = ((ADA, "+34", "100 → 134"), (DEV, "−4", "100 → 96"), (BO, "−100", "100 → 0"), (ANA, "−117", "200 → 83"))
    ends = ((CLEO, 187), (ADA, 34), (DEV, -4), (BO, -100), (ANA, -117))
    return MatchEnd(
        "Hold’em",
        "no limit ½ – 1 · 22 hands · 65 minutes",
        (CLEO,),
        "wins",
        "+187",
        ("chips",),
        "153 ahead of Ada",
        others=Rows(tuple(EndRow((p,), t, str(n + 2), line) for n, (p, t, line) in enumerate(rows))),
        course=lines("Won and lost", *((p, _session(p.number, 22, e)) for p, e in ends), chips=True),
        highlight=Highlight(
            "Hand 17: biggest pot, 226",
            (cards_of("5S 2S 3H JH 2C JS KH", 0, 2),),
            lines=("Jacks and twos beat", "Ana, and Bo all in"),
        ),
        last=LastHand(
            "Hand 22",
            tuple(Change((p,), t, n) for p, t, n in ((ADA, "+1", 1), (DEV, "−1", 1), (CLEO, "−3", 3), (ANA, "+3", 3))),
        ),
    )


def cash() -> MatchEnd:
    us, them = (ADA, BERTIE), (BO, ANA)
    calls = (
        Call(1, ADA, "CASH", True, "C"),
        Call(2, BERTIE, "CASH", True, "A"),
        Call(3, BO, "CASH", False, "S"),
        Call(4, ANA, "COUNTER CASH", False, "H"),
    )
    return MatchEnd(
        "Cash",
        "four letters lose · 4 hands",
        us,
        "win",
        "4 : 0",
        (),
        "without a letter",
        "win, without a letter",
        others=Rows((EndRow(us, letters="CASH"), EndRow(them, letters="CASH", taken=4))),
        course=CourseCalls("Who called what", calls),
        highlight=Highlight(
            "Hand 4: no four there",
            (cards_of("AD 4C 5S JH", by=BERTIE), cards_of("6S 8S 10D KD", by=ADA)),
            lines=("Ana’s COUNTER CASH fails",),
        ),
        last=LastHand("Fastest", (Change((BERTIE,), "calls after 41 seconds of hand 2"),)),
        style=BLUE,
    )


def freezeout() -> MatchEnd:
    def stack(*knots: tuple[int, int], out: int | None = None, hands: int = 27) -> tuple[int, ...]:
        made = []
        for hand in range(1, (out or hands) + 1):
            (h0, v0), (h1, v1) = next(
                (a, b) for a, b in zip(((0, 100), *knots), knots, strict=False) if a[0] <= hand <= b[0]
            )
            made.append(
                round(v0 + (v1 - v0) * (hand - h0) / max(1, h1 - h0)) + (hand * 7 % 5 - 2) * (hand not in (h1,))
            )
        return tuple(made)

    course = CourseLines(
        "Stacks",
        (
            CourseLine((CLEO,), stack((7, 110), (9, 200), (13, 210), (14, 320), (19, 290), (22, 350), (27, 600))),
            CourseLine((ADA,), stack((8, 140), (16, 190), (20, 310), (23, 260), (27, 0)), 27),
            CourseLine((BO,), stack((3, 110), (4, 190), (8, 170), (14, 110), (19, 0), out=19), 19),
            CourseLine((DEV,), stack((8, 90), (13, 100), (14, 0), out=14), 14),
            CourseLine((ANA,), stack((4, 110), (8, 70), (9, 0), out=9), 9),
            CourseLine((EVE,), stack((3, 80), (4, 0), out=4), 4),
        ),
        100,
        600,
        bad=False,
        stacks=True,
    )
    rows = (
        (ADA, "210", "hand 27 by", CLEO),
        (BO, "", "hand 19 by", ADA),
        (DEV, "", "hand 14 by", CLEO),
        (ANA, "", "hand 9 by", CLEO),
        (EVE, "", "hand 4 by", BO),
    )
    return MatchEnd(
        "Freezeout",
        "Hold’em · six · 27 hands",
        (CLEO,),
        "wins",
        "390",
        ("of 600", "chips"),
        "three knocked out",
        others=Rows(tuple(EndRow((p,), t, str(n + 2), line, by) for n, (p, t, line, by) in enumerate(rows))),
        course=course,
        highlight=Highlight(
            "Hand 14: Cleo had 32%",
            (cards_of("AC 9C"), cards_of("KH KD", 0, 1)),
            "beat",
            lines=("an ace on the river",),
        ),
        last=LastHand("Hand 27", (Change((CLEO,), "9♣ 9♠ holds against Ada’s A♦ 5♥"),)),
    )


def eight_seats(seats: int = 8) -> MatchEnd:
    names = (LONG[0], "Ana", "Gus", LONG[1], "Bo", "Cleo", LONG[3], "Dev", LONG[2], LONG[4])[:seats]
    people = tuple(Person(name, n) for n, name in enumerate(names))
    ends = (141, 60, 22, 8, -14, -47, -70, -80, -90, -105)[:seats]
    rows = tuple(
        EndRow((p,), f"{e:+}".replace("-", "−"), str(n + 2), "100 → 83")
        for n, (p, e) in enumerate(zip(people[1:], ends[1:], strict=True))
    )
    return MatchEnd(
        "Hold’em",
        f"no limit ½ – 1 · 18 hands · {seats} players",
        people[:1],
        "wins",
        "+141",
        (),
        "100 → 241",
        others=Rows(rows),
        course=lines(
            "Won and lost", *((p, _session(p.number, 18, e)) for p, e in zip(people, ends, strict=True)), chips=True
        ),
        highlight=Highlight("Hand 12: pot of 152", (cards_of("AH AD AS 9C 9S"),), lines=("aces full, Dev pays 60",)),
        last=LastHand("Hand 18", tuple(Change((p,), f"+{3 * n}", 3 * n) for n, p in enumerate(people[1:]))),
    )


def tie() -> MatchEnd:
    """Two share a match of Hearts; the third and the fourth have long names."""
    third, fourth = Person(LONG[1], 2), Person(LONG[2], 3)
    return MatchEnd(
        "Hearts",
        "to 50 · 3 hands",
        (CLARA, BERTIE),
        "share the win",
        "12",
        ("points", "each"),
        "both twelve points",
        others=Rows((EndRow((third,), "21", "3"), EndRow((fourth,), "51", "4", "over 50"))),
        course=lines(
            "Points after each hand",
            (CLARA, (2, 12, 12)),
            (BERTIE, (6, 6, 12)),
            (third, (0, 0, 21)),
            (fourth, (18, 34, 51)),
            limit=50,
        ),
        highlight=Highlight("Hand 1: 18 for both", (cards_of("QS 2H 3H 4H 5H"),), lines=("the queen, and five",)),
        last=LastHand(
            "Hand 3",
            (
                Change((CLARA,), "0"),
                Change((BERTIE,), "+6", 6),
                Change((third,), "+3", 3),
                Change((fourth,), "+17", 17),
            ),
        ),
    )


def one_hand(players: int = 5) -> MatchEnd:
    """A match of one hand has no course."""
    people = (EVE, ADA, BO, GUS, HEDDA, ANA, CLARA, BERTIE, DEV, CLEO)[:players]
    return MatchEnd(
        "Blackjack",
        "one round",
        people[:1],
        "wins",
        "+15",
        ("chips,", "115 left"),
        "a natural for twice five",
        others=Rows(tuple(EndRow((p,), f"−{n + 1}½", str(n + 2), "bust") for n, p in enumerate(people[1:]))),
        highlight=Highlight(
            "Eve’s natural", (cards_of("AS KH"),), stamp=Stamp("BLACKJACK", "gold"), lines=("pays 3 for 2",)
        ),
        last=LastHand("The round", tuple(Change((p,), "+15" if n == 0 else f"−{n}½", n) for n, p in enumerate(people))),
        style=Style(cloth="wine"),
    )


def alone() -> MatchEnd:
    """Canfield: nobody else plays, and this one has lost."""
    return MatchEnd(
        "Canfield",
        "5 games · 52 chips each",
        (ADA,),
        "gives up",
        "−78",
        ("chips", "in all"),
        "best game: 31 home",
        won=False,
        others=Ledger(
            ("Cards home", "Paid for them", "For the packs"), (Column((ADA,), ("91", "+182", "−260"), "−78"),)
        ),
        course=lines("Chips after each game", (ADA, (-3_200, -1_400, -5_000, -3_900, -7_800)), chips=True),
        highlight=Highlight(
            "Game 2: 35 cards home", (cards_of("9H 10C 8D 7S"),), lines=("nine short of breaking even",)
        ),
        last=LastHand("Game 5", (Change((ADA,), "given up after 13 cards: −39"),)),
    )


def alone_in_one_game() -> MatchEnd:
    return MatchEnd(
        "Canfield",
        "one game",
        (Person(LONG[2], 0),),
        "wins",
        "52",
        ("cards,", "all home"),
        "208 chips for 52",
        highlight=Highlight("All four are built", (cards_of("KS KH KD KC", piles=True),), lines=("after 11 minutes",)),
        style=BLUE,
    )


def broken_off() -> MatchEnd:
    return MatchEnd(
        "Hearts",
        "broken off after 2 hands",
        (CLARA, ADA, DEV),
        "lead",
        "9",
        ("points",),
        "nobody has won",
        won=False,
        others=Rows((EndRow((ANA,), "25", "4"),)),
        course=lines(
            "Points after each hand", (CLARA, (3, 9)), (ADA, (9, 9)), (DEV, (1, 9)), (ANA, (13, 25)), limit=100
        ),
        last=LastHand(
            "Hand 2",
            (Change((CLARA,), "+6", 6), Change((ADA,), "0"), Change((DEV,), "+8", 8), Change((ANA,), "+12", 12)),
        ),
    )


def nothing_played() -> MatchEnd:
    people = (CLARA, ADA, DEV, ANA)
    return MatchEnd(
        "Hearts", "broken off", people, "have not played", "0", ("hands",), "the table was closed", won=False
    )


def zero_line() -> MatchEnd:
    """A money game of two without a ledger, of many hands."""
    values = _session(3, 60, 1_204)
    return MatchEnd(
        "War",
        "half a chip a card · 60 hands",
        (Person(LONG[0], 0),),
        "wins",
        "+1,204½",
        ("chips,", "2,204½ left"),
        "every chip at the table",
        others=Rows((EndRow((Person(LONG[1], 1),), "−1,204½", "2", "1,000 → 0, and rebought twice"),)),
        course=lines(
            "Won and lost", (Person(LONG[0], 0), values), (Person(LONG[1], 1), tuple(-v for v in values)), chips=True
        ),
        highlight=Highlight(
            "Hand 31: three wars",
            (cards_of("8S 8H KD KC 2C 2S AH QD JC 4D 5H 9S 10H"),),
            lines=("thirteen cards a side", "for 26 chips"),
        ),
        last=LastHand("Hand 60", (Change((Person(LONG[0], 0),), "+4", 4), Change((Person(LONG[1], 1),), "−4", 4))),
        style=Style(cloth="wine"),
    )


SAMPLES = {
    "hearts": hearts(),
    "gin": gin(),
    "canasta": canasta(),
    "twos": twos(),
    "cribbage": cribbage(),
    "poker_cash": poker_cash(),
    "cash": cash(),
    "freezeout": freezeout(),
    "eight_seats": eight_seats(),
    "ten_seats": eight_seats(10),
    "tie": tie(),
    "one_hand": one_hand(),
    "one_hand_of_ten": one_hand(10),
    "alone": alone(),
    "alone_in_one_game": alone_in_one_game(),
    "broken_off": broken_off(),
    "nothing_played": nothing_played(),
    "zero_line": zero_line(),
}
