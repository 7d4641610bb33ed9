"""Tables to draw: Hearts and Red Dog at several moments."""

from __future__ import annotations

from bot.engine.cards import card, cards
from card_art.scene import Arrow, CardRow, Hand, Note, Pot, ResultHand, ResultRow, Results, Scene, Seat, Stock, Trick

PLAYERS = ("Søren", "Mette", "Ólafur B.", "xX_Wanderer_Xx", "张伟の猫", "محمد علي", "Cleo", "Dee", "Eve", "Finn")


def hearts(held: int = 9) -> Scene:
    """The middle of a trick: three cards lie, the bottom seat is to play."""
    return Scene(
        "Hearts",
        "Hand 3 · trick 5",
        ("♥ not broken",),
        ("to 100", "J♦ counts"),
        (
            Seat(PLAYERS[0], f"35 pts · {held} cards", ("TO PLAY",), True, hand=(None,) * held),
            Seat(PLAYERS[1], "41 pts · 8 cards", hand=(None,) * 8),
            Seat(PLAYERS[2], "28 pts · +5 · 8 cards", ("HOUSE",), dealer=True, hand=(None,) * 8),
            Seat(PLAYERS[3], "12 pts · 8 cards", hand=(None,) * 8),
        ),
        (Trick(((1, card("10S")), (2, card("QS")), (3, card("KS"))), leader=1, winner=3, awaited=0),),
    )


def passing() -> Scene:
    """Three cards are being passed to the left."""
    tags = (("READY",), ("TO PASS",), ("HOUSE", "READY"), ("TO PASS",))
    seats = (Seat(name, "0 pts", t, "TO PASS" in t, hand=(None,) * 13) for name, t in zip(PLAYERS, tags, strict=False))
    return Scene(
        "Hearts",
        "Hand 1",
        seats=tuple(seats),
        centre=(Arrow("left", "Three cards to the left"), Note("2 of 4 are ready")),
    )


def red_dog(seats: int, bet: int = 300) -> Scene:
    """One seat bets, others have won or lost before it, a card is turned."""
    shown = {1: "9H", 3: "QC 8C 5D 2S", 5: "KH", 7: "7S 7D 4C 3H"}
    places = tuple(
        Seat(
            PLAYERS[i],
            f"{20 + 3 * i}½ chips",
            ("TO BET",) if i == 0 else (),
            active=i == 0,
            dealer=i == seats - 1,
            dim=i == 6,
            hand=(None,) * (4 - len(shown.get(i, "").split())),
            shown=tuple(cards(shown.get(i, ""))),
            bet=bet if i == 0 else 0,
        )
        for i in range(seats)
    )
    middle = (CardRow((card("AC"),), "Turned", frozenset({0}), 1), Pot(1150), Stock("Stock", 27))
    return Scene(
        "Red Dog",
        "Round 2",
        ("Ace high",),
        ("min ½", "ante 1"),
        places,
        middle,
        seats_in_row=True,
    )


HAND = Hand(
    tuple(cards("2C 9C KC 3D 10D QD 4H 8H JH AH 5S QS AS")),
    frozenset({0, 1, 2}),
    frozenset({5, 9, 11}),
)
NOTED = Hand(
    tuple(cards("KH QD 7C 2S")),
    notes=("♥ anything below K", "♦ anything below Q", "♣ anything below 7", "♠ nothing"),
)


def result(players: int = 4, shown: int = 0) -> Results:
    """A deal's or a match's end."""
    rows = (
        ResultRow(
            PLAYERS[i], i, ("HOUSE",) if i % 3 == 0 else (), (ResultHand(HAND.cards[:shown]),) if shown else (),
            change=f"+{i}½", total=f"{60 + i} points", winner=i == 0, place=str(i + 1),
        )
        for i in range(players)
    )  # fmt: skip
    return Results("Hearts", "9 hands", rows=tuple(rows), banner="Søren wins the match!")
