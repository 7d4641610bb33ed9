"""Moments to draw: what has just been turned over or decided, with as many seats as there may be."""

from __future__ import annotations

from bot.engine.cards import card, cards
from card_art.scene import CardRow, Note, Pot, Ranks, Scene, Seat, SeatHand, Stamp, Stock, Style, Tone, Trick
from tests.art.scenes import PLAYERS

STAMPS: dict[str, tuple[Stamp, str]] = {
    "IN": (Stamp("IN", "gold"), "7D"),
    "OUT": (Stamp("OUT", "crimson"), "JS"),
    "POST": (Stamp("POST", "crimson"), "9S"),
}


def plates(count: int, **more: object) -> tuple[Seat, ...]:
    """Seats with nothing before them; the first is to play."""
    return tuple(
        Seat(PLAYERS[i], f"{86 + 7 * i} chips", ("TO BET",) if not i else ("HOUSE",) * (i % 3 == 1), not i, i == 3)
        for i in range(count)
    )


def in_between(word: str = "IN", seats: int = 4) -> Scene:
    """The third card has been turned."""
    stamp, third = STAMPS[word]
    lost = word != "IN"
    return Scene(
        "In-Between",
        "Round 3",
        seats=plates(seats),
        centre=(
            CardRow(
                (card("4C"), card(third), card("9H")), hero=1, highlight=frozenset({1} if not lost else ()), stamp=stamp
            ),
            Pot(1700 if lost else 700, change="+5" if lost else "−5"),
            Note("7♦ lies between 4♣ and 9♥ · Søren wins 5"),
            Ranks(
                (3, 1, 3, 2, 4, 3, 3, 0, 2, 2, 4, 2, 3),
                frozenset({5, 6, 7, 8}),
                frozenset({9} if lost else ()),
                "left of 4",
            ),
        ),
        seats_in_row=True,
    )


HANDS = (
    "8H 3D 10C",
    "8S 9H",
    "AH KD",
    "10D 6C 9S",
    "QH 9C",
    "5C 4D 2S 3H",
    "7C 7D",
    "AS 2C 3D 4H 2H",
    "KS JD",
    "6S 5D",
)
ENDS: tuple[tuple[str, Tone, str], ...] = (
    ("WIN", "gold", "+5"),
    ("LOSE", "crimson", "−5"),
    ("BLACKJACK", "gold", "+15"),
    ("BUST", "crimson", "−5"),
    ("PUSH", "ivory", "0"),
)


def blackjack(split: tuple[int, ...] = (2, 1, 1, 1), *, stamped: bool = True, held: str = "") -> Scene:
    """A number of hands at each seat, in play or after the dealer; `held` are the cards of the first."""
    seats, n = [], 0
    for i, count in enumerate(split):
        hands = []
        for _ in range(count):
            word, tone, change = ENDS[n % 5]
            hands.append(
                SeatHand(
                    tuple(cards(held if held and not n else HANDS[n % 10])),
                    "21" if n % 2 else "17",
                    active=not stamped and n == 0,
                    stamp=Stamp(word, tone) if stamped else None,
                    change=change if stamped else "",
                    bet=(500, 500, 1000, 500, 200)[n % 5],
                    dim=stamped and tone == "crimson",
                )
            )
            n += 1
        seats.append(Seat(PLAYERS[i], f"{96 + i} chips", ("TO PLAY",) if not i else (), not i, hands=tuple(hands)))
    return Scene(
        "Blackjack",
        "Round 11",
        ("marker in 75",),
        seats=tuple(seats),
        centre=(
            CardRow(
                tuple(cards("KS 6D 3C" if stamped else "KS")) + (() if stamped else (None,)),
                "Dealer",
                total="19" if stamped else "10",
            ),
            Stock("Shoe", 128, of=312, marker=53),
        ),
        seats_in_row=True,
    )


def trick(seats: int, *, points: bool = True) -> Scene:
    """A trick that is complete."""
    faces = cards("AS 10H QS KS 4H 7S 2H 9S 3S JH")[:seats]
    return Scene(
        "Hearts",
        "Hand 3 · trick 8",
        ("♥ broken",),
        ("to 100",),
        tuple(Seat(PLAYERS[i], f"{8 + i} pts", hand=(None,) * 5, dealer=i == 1) for i in range(seats)),
        (
            Trick(
                tuple(enumerate(faces)),
                leader=min(1, seats - 1),
                winner=0,
                points=tuple(
                    (i, "13" if c == card("QS") else "1")
                    for i, c in enumerate(faces)
                    if c.suit == "H" or c == card("QS")
                )
                if points
                else (),
                stamp=Stamp("+14", "crimson"),
            ),
        ),
        inset=("Last trick: Mette", tuple(cards("4D JD 2D 9D 10D 3D 5D 6D 7D 8D")[:seats])),
    )


def beaten(seats: int = 4) -> Scene:
    """Red Dog: a hand is shown beside the turned card."""
    return Scene(
        "Red Dog",
        "Round 2",
        seats=tuple(
            Seat(PLAYERS[i], f"{99 + i} chips", hand=(None,) * (4 if i != 1 else 0), active=i == 1)
            for i in range(seats)
        ),
        centre=(
            CardRow((card("9S"),), "Turned", hero=0),
            CardRow(
                tuple(cards("3D 6H KH 7S")),
                "Mette shows",
                dimmed=frozenset({0, 1, 2}),
                stamp=Stamp("BEATEN", "crimson"),
            ),
            Pot(1600, change="+4"),
            Note("Only the 7♠, below the 9♠ · Mette loses 4"),
        ),
        seats_in_row=True,
    )


def reveal(seats: int = 5) -> Scene:
    """3-5-7: who goes in."""
    return Scene(
        "3-5-7",
        "Deal 2 · five cards · fives are wild",
        seats=tuple(
            Seat(
                PLAYERS[i],
                f"{95 - i} chips",
                hand=(None,) * 5,
                strikes=i % 3,
                dim=i > 2,
                active=i < 3,
                stamp=Stamp("IN", "gold") if i < 3 else Stamp("OUT", "slate"),
            )
            for i in range(seats)
        ),
        centre=(Pot(800), Note("Three are in")),
        style=Style(cloth="wine"),
        seats_in_row=True,
    )


def called(seats: int = 4) -> Scene:
    """Backhand: a card has been turned beside a hand."""
    return Scene(
        "Backhand",
        "Round 2",
        ("race to 10",),
        seats=tuple(
            Seat(
                PLAYERS[i],
                f"{i} wins",
                active=i == 0,
                hands=(
                    SeatHand(tuple(cards(HANDS[i])), "19"),
                    *(
                        (SeatHand((card("KD"),), "→ 29", sideways=True, stamp=Stamp("RIGHT", "gold")),)
                        if i == 0
                        else ()
                    ),
                ),
            )
            for i in range(seats)
        ),
        centre=(Stock("Pack", 27), CardRow(tuple(cards("AS AD")), "Aces out"), Stock("Discards", 4)),
        style=Style(cloth="wine"),
        seats_in_row=True,
    )


def counted(seats: int = 5) -> Scene:
    """Seven Twenty-Seven: open cards beside hidden ones."""
    return Scene(
        "7-27",
        "Deal 4",
        seats=tuple(
            Seat(
                PLAYERS[i],
                "47 · up 6",
                hand=(None, *cards(HANDS[i])[: 2 + i % 3]),
                said="pass" if i == 2 else "",
                dealer=i == 1,
            )
            for i in range(seats)
        ),
        centre=(Pot(10650, "Nearest 7"), Pot(10650, "Nearest 27"), Stock("Stock", 33)),
        seats_in_row=True,
    )
