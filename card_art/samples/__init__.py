"""Pictures for the README, made from scenes like those of real tables, and the emblem of the bot.

`python -m card_art.samples` draws them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.engine.cards import card, cards
from card_art import evening, match_end, panel, results, table
from card_art.boards.canasta import CanastaTable, Discards, Meld, Member, Side
from card_art.boards.cribbage import CribbageTable, Pegs, Player
from card_art.boards.poker.showdown import Best, Showdown, Shown
from card_art.boards.switch import Sitting, SwitchTable
from card_art.ink.cloths import USUAL
from card_art.ink.png import encode
from card_art.ink.sizes import ROW_NAME
from card_art.ink.text import WHITE, label
from card_art.people import emblem
from card_art.people.house import PEOPLE
from card_art.scene.match_end import (
    Change,
    CourseLine,
    CourseLines,
    EndRow,
    Highlight,
    HighlightCards,
    LastHand,
    MatchEnd,
    Person,
    Rows,
)
from card_art.scene.people import HOUSE, house_face
from card_art.scene.pieces import CardRow, Pot, Seat, Stock, Trick
from card_art.scene.results import Evening, ResultHand, ResultRow, Results, Standing
from card_art.scene.table import Hand, Scene
from card_art.tables import portraits
from card_art.tables.felt import RAIL, felt
from card_art.tables.layout import WIDTH
from card_art.tables.plates import paste_label

FOLDER = Path(__file__).parent

_ADA = house_face("Ada")
_TRICK = Trick(((1, card("10S")), (2, card("QS")), (3, card("KS"))), leader=1, winner=3, awaited=0)


def _hearts() -> Scene:
    return Scene(
        title="Hearts", subtitle="Hand 3 · trick 6", corner=("♥ broken",), foot=("limit 50",),
        seats=(
            Seat("Søren", "17 pts · hand +1", ("TO PLAY",), active=True, hand=(None,) * 8),
            Seat("Mette", "28 pts", hand=(None,) * 7),
            Seat("Ada", "4 pts · hand +3", (HOUSE,), dealer=True, hand=(None,) * 7, face=_ADA),
            Seat("Ólafur", "31 pts · hand +0", hand=(None,) * 7),
        ),
        centre=(_TRICK,),
    )  # fmt: skip


def _red_dog() -> Scene:
    return Scene(
        title="Red Dog", subtitle="Round 4", foot=("smallest bet ½",), seats_in_row=True,
        seats=(
            Seat("Søren", "91½ chips", ("TO PLAY",), active=True, hand=(None,) * 4),
            Seat("Mette", "112 chips", dealer=True, hand=(None,) * 4),
            Seat("Ada", "84 chips", (HOUSE,), hand=tuple(cards("8D 5D 3C 2S")), face=_ADA),
            Seat("Ólafur", "103½ chips", hand=(None, None, None, card("KH"))),
            Seat("Cleo", "96 chips", hand=(None,) * 4),
        ),
        centre=(CardRow((card("9H"),), "Turned", slots=1), Pot(1350), Stock("Stock", 30)),
    )  # fmt: skip


def _hand() -> Hand:
    held = tuple(cards("4C 9C JC 3D 10D 5S 7H QH"))
    return Hand(held, legal=frozenset({5}))


def _result() -> Results:
    return Results(
        title="Hearts", subtitle="Hand 5", banner="Ada wins!",
        rows=(
            _took("1", "Ada", "", "0", 13, 2, (HOUSE,)), _took("2", "Søren", "5H 9H JH KH", "+4", 29, 0),
            _took("3", "Mette", "2H", "+1", 34, 1),
            _took("4", "Ólafur", "3H 4H 6H 7H 8H 10H QH AH QS", "+21", 54, 3),
        ),
    )  # fmt: skip


def _took(
    place: str, name: str, held: str, change: str, total: int, number: int, tags: tuple[str, ...] = ()
) -> ResultRow:
    hands = (ResultHand(tuple(cards(held))),) if held else ()
    told = () if held else ("", "no card that counts")
    face = house_face(name) if HOUSE in tags else ""
    return ResultRow(name, number, tags, hands, told, None, change, f"{total} points", place == "1", place, face=face)


def _poker() -> Scene:
    board = tuple(cards("AH KC 10D 7S 2C"))
    own = tuple(cards("AS AD"))
    best = Best(
        "Ólafur", 3, "", own, board, frozenset((*own, *board[:3])), "three of a kind, aces", "main pot 86", "+65"
    )
    others = (
        Shown("Søren", 0, "", tuple(cards("KH 10H")), "two pair, kings over tens", "side pot 93", "+41"),
        Shown("Mette", 1, "", tuple(cards("KS JH")), "a pair of kings", change="−52"),
        Shown("Cleo", 4, "", tuple(cards("9C 9D")), "a pair of nines", change="−52"),
    )
    return Scene("Showdown", "no limit Hold'em · hand 31", board=Showdown((best,), others, "Folded: Ada −2"))


def _canasta() -> Scene:
    names, two, joker = ("Søren", "Mette", "Ada", "Ólafur"), tuple(cards("2H 2C 2D")), card("JK")
    seats = tuple(
        Seat(
            name,
            f"{held} cards",
            ("TO PLAY",) * (n == 3),
            n == 3,
            dealer=n == 1,
            number=n,
            face=_ADA if name == "Ada" else "",
        )
        for n, (name, held) in enumerate(zip(names, (2, 5, 8, 5), strict=True))
    )
    theirs = Side(
        (Member("Mette", 1), Member("Ólafur", 3)), "525", "50 made", True,
        (Meld(card("AS"), 4, (joker, *two[1:]), 300), Meld(card("KH"), 3), Meld(card("QS"), 3, new=True)),
        tuple(cards("3H 3H")), "+200",
    )  # fmt: skip
    ours = Side(
        (Member("Søren", 0), Member("Ada", 2, _ADA)), "370", "50 made", True,
        (Meld(card("AD"), 3, two[:1]), Meld(card("7H"), 4), Meld(card("6S"), 4)),
        tuple(cards("3D 3D")), "+200", own=True,
    )  # fmt: skip
    board = CanastaTable(seats, (theirs, ours), 44, Discards(15, card("4S"), True, card("2D")))
    return Scene("Canasta", "Hand 2 · to 5,000", board=board)


def _cribbage() -> Scene:
    soren = Seat("Søren", "2 cards · lap 1", hand=(None,) * 2, number=0)
    mette = Seat("Mette", "3 cards · lap 1", ("TO PLAY",), True, dealer=True, hand=(None,) * 3, number=1)
    laid = ((0, card("8C")), (1, card("7D")), (0, card("7H")))
    board = CribbageTable(
        Pegs((Player(soren, 28, 26), Player(mette, 17, 15)), 121), card("4C"), 4, "Mette's crib", laid, count=22,
        said=("pair: 2",), left="9 left to 31",
    )  # fmt: skip
    return Scene("Cribbage", "Hand 2 · to 121", board=board)


def _switch() -> Scene:
    sitting = (
        Sitting(Seat("Søren", "laid 4", number=0), 3),
        Sitting(Seat("Mette", "a two, or pick up 4", ("TO PLAY",), True, number=1), 1, last=True),
        Sitting(Seat("Ada", "2♣", (HOUSE,), number=2, face=_ADA), 2),
        Sitting(Seat("Ólafur", "picked up 2", number=3), 5),
        Sitting(Seat("Cleo", "Q♣", number=4), 4),
    )
    board = SwitchTable(
        sitting, tuple(cards("2S 2D")), ("+2",), "2♦ by Søren", penalty="+4", for_whom="for Mette", stock=3, pile=34
    )
    return Scene("Switch", "Hand 1 · full", board=board)


def _evening() -> Evening:
    courses = {
        "Mette": (-100, 250, 400, 350, 900, 850, 1_200, 1_150, 1_700, 1_650, 2_350, 2_250),
        "Cleo": (300, 200, 150, 450, 350, 600, 550, 300, 250, 500, 300, 450),
        "Søren": (-100, -250, -300, -450, -600, -700, -500, -550, -700, -900, -1_000, -1_050),
        "Ólafur": (-100, -200, -250, -350, -650, -750, -1_250, -900, -1_250, -1_250, -1_650, -1_650),
    }
    standings = tuple(Standing(name, course[-1], course, n) for n, (name, course) in enumerate(courses.items()))
    paid = (("Ólafur", "Mette", 1_650), ("Søren", "Mette", 600), ("Søren", "Cleo", 450))
    best = ("Biggest pot: 18 to Mette, 3-5-7", "Best hand: Cleo, full house, aces over fives, Knock Poker")
    return Evening("Friday night", "8 games · 12 hands", standings, paid, best, over=True)


def hearts_end() -> MatchEnd:
    """A whole match of Hearts, won by one point."""
    clara, bertie, ada = (Person(name, n, house_face(name)) for n, name in enumerate(("Clara", "Bertie", "Ada")))
    ana = Person("Ana", 3)
    courses = (
        (clara, (3, 3, 8, 23, 25, 29, 30, 33, 35)),
        (bertie, (14, 19, 20, 20, 33, 33, 33, 36, 36)),
        (ada, (0, 21, 23, 31, 32, 37, 53, 54, 58)),
        (ana, (9, 9, 27, 30, 50, 65, 71, 85, 105)),
    )
    took = [(who, at[-1] - at[-2]) for who, at in courses]
    return MatchEnd(
        "Hearts",
        "to 100 · 9 hands",
        (clara,),
        "wins",
        "35",
        ("points,", "the fewest"),
        "one ahead of Bertie",
        others=Rows((EndRow((bertie,), "36", "2"), EndRow((ada,), "58", "3"), EndRow((ana,), "105", "4", "over 100"))),
        course=CourseLines("Points after each hand", tuple(CourseLine((who,), at) for who, at in courses), limit=100),
        highlight=Highlight(
            "Hand 3: 18 for Ana",
            (HighlightCards(tuple(cards("QS 9H 10H JH KH AH"))),),
            lines=("five hearts on the queen",),
        ),
        last=LastHand("Hand 9", tuple(Change((who,), f"+{n}" if n else "0", n) for who, n in took)),
    )


def _house() -> bytes:
    """The house players with their names."""
    side, pitch, top, people = 168, (WIDTH - 2 * RAIL - 24) // 5, 30, [*PEOPLE]
    canvas = felt(WIDTH, 520, signs=False)
    for n, name in enumerate(people):
        x, y = RAIL + 12 + pitch * (n % 5) + pitch // 2, RAIL + top + 230 * (n // 5)
        face, mask = portraits.portrait(house_face(name), n, side, False, USUAL)
        canvas.paste(face, (x - side // 2, y), mask)
        paste_label(canvas, label(name, ROW_NAME + 2, WHITE, weight=700), x, y + side + 24, 0.5)
    return encode(canvas, USUAL)


PICTURES: dict[str, Callable[[], bytes]] = {
    "hearts.png": lambda: table(_hearts()),
    "red-dog.png": lambda: table(_red_dog()),
    "panel.png": lambda: panel(_hearts(), _hand()),
    "result.png": lambda: results(_result()),
    "poker.png": lambda: table(_poker()),
    "canasta.png": lambda: table(_canasta()),
    "cribbage.png": lambda: table(_cribbage()),
    "switch.png": lambda: table(_switch()),
    "evening.png": lambda: evening(_evening()),
    "match-end.png": lambda: match_end(hearts_end()),
    "house.png": _house,
    "emblem.png": emblem.drawn,
}
