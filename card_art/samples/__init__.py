"""Pictures for the README, made from scenes like those of real tables. `python -m card_art.samples` draws them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.engine.cards import card, cards
from card_art import panel, results, table
from card_art.scene import Hand, Pot, ResultRow, Results, Row, Scene, Seat, Stock, Trick

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
        title="Red Dog", subtitle="Round 4", foot_left=("smallest bet ½",), tall=True,
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
        title="Hearts", subtitle="Hand 5", columns=("This hand", "Total"), banner="Ada wins!",
        rows=(
            ResultRow("1", "Ada", ("+0", "13"), ("HOUSE",), winner=True, number=2),
            ResultRow("2", "Søren", ("+4", "29"), number=0),
            ResultRow("3", "Mette", ("+1", "34"), number=1),
            ResultRow("4", "Ólafur", ("+21", "54"), number=3),
        ),
    )  # fmt: skip


PICTURES: dict[str, Callable[[], bytes]] = {
    "hearts.png": lambda: table(_hearts()),
    "red-dog.png": lambda: table(_red_dog()),
    "panel.png": lambda: panel(_hearts(), _hand()),
    "result.png": lambda: results(_result()),
}
