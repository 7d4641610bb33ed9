"""Pictures for the README, made from scenes like those of real tables. `python -m card_art.samples` draws them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.engine.cards import card, cards
from card_art import evening, panel, results, table
from card_art.scene import Evening, Hand, Pot, ResultHand, ResultRow, Results, Row, Scene, Seat, Standing, Stock, Trick

FOLDER = Path(__file__).parent

_TRICK = Trick(((1, card("10S")), (2, card("QS")), (3, card("KS"))), leader=1, winner=3, awaited=0)


def _hearts() -> Scene:
    return Scene(
        title="Hearts", subtitle="Hand 3 · trick 6", corner=("♥ broken",), foot_left=("limit 50",),
        seats=(
            Seat("Søren", "17 pts · hand +1", ("TO PLAY",), active=True, hand=(None,) * 8),
            Seat("Mette", "28 pts", hand=(None,) * 7),
            Seat("Ada", "4 pts · hand +3", ("HOUSE",), dealer=True, hand=(None,) * 7),
            Seat("Ólafur", "31 pts · hand +0", hand=(None,) * 7),
        ),
        centre=(_TRICK,),
    )  # fmt: skip


def _red_dog() -> Scene:
    return Scene(
        title="Red Dog", subtitle="Round 4", foot_left=("smallest bet ½",), at_foot=True,
        seats=(
            Seat("Søren", "91½ chips", ("TO PLAY",), active=True, hand=(None,) * 4),
            Seat("Mette", "112 chips", dealer=True, hand=(None,) * 4),
            Seat("Ada", "84 chips", ("HOUSE",), hand=tuple(cards("8D 5D 3C 2S"))),
            Seat("Ólafur", "103½ chips", hand=(None, None, None, card("KH"))),
            Seat("Cleo", "96 chips", hand=(None,) * 4),
        ),
        centre=(Row((card("9H"),), "Turned", slots=1), Pot(1350), Stock("Stock", 30)),
    )  # fmt: skip


def _hand() -> Hand:
    held = tuple(cards("4C 9C JC 3D 10D 5S 7H QH"))
    return Hand(held, legal=frozenset({5}))


def _result() -> Results:
    return Results(
        title="Hearts", subtitle="Hand 5", banner="Ada wins!",
        rows=(
            _took("1", "Ada", "", "0", 13, 2, ("HOUSE",)), _took("2", "Søren", "5H 9H JH KH", "+4", 29, 0),
            _took("3", "Mette", "2H", "+1", 34, 1),
            _took("4", "Ólafur", "3H 4H 6H 7H 8H 10H QH AH QS", "+21", 54, 3),
        ),
    )  # fmt: skip


def _took(
    place: str, name: str, held: str, change: str, total: int, number: int, tags: tuple[str, ...] = ()
) -> ResultRow:
    hands = (ResultHand(tuple(cards(held))),) if held else ()
    told = () if held else ("", "no card that counts")
    return ResultRow(name, number, tags, hands, told, None, change, f"{total} points", place == "1", place)


def _evening() -> Evening:
    courses = {
        "Mette": (-100, 250, 400, 350, 900, 850, 1_200, 1_150, 1_700, 1_650, 2_350, 2_250),
        "Ada": (300, 200, 150, 450, 350, 600, 550, 300, 250, 500, 300, 450),
        "Søren": (-100, -250, -300, -450, -600, -700, -500, -550, -700, -900, -1_000, -1_050),
        "Ólafur": (-100, -200, -250, -350, -650, -750, -1_250, -900, -1_250, -1_250, -1_650, -1_650),
    }
    standings = tuple(Standing(name, course[-1], course, n) for n, (name, course) in enumerate(courses.items()))
    paid = (("Ólafur", "Mette", 1_650), ("Søren", "Mette", 600), ("Søren", "Ada", 450))
    best = ("Biggest pot: 18 to Mette, 3-5-7", "Best hand: Ada, full house, aces over fives, Knock Poker")
    return Evening("Friday night", "8 games · 12 hands", standings, paid, best, over=True)


PICTURES: dict[str, Callable[[], bytes]] = {
    "hearts.png": lambda: table(_hearts()),
    "red-dog.png": lambda: table(_red_dog()),
    "panel.png": lambda: panel(_hearts(), _hand()),
    "result.png": lambda: results(_result()),
    "evening.png": lambda: evening(_evening()),
}
