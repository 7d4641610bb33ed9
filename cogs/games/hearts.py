"""Hearts on Discord: its words, and how its table lies."""

from __future__ import annotations

from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import hearts as h
from bot.show.layout import Layout, Outcome, in_order, place_by, seat_scene, turned
from bot.show.sentences import Who, cards_text
from bot.show.words import Command, Verb, Words
from card_art import scene as art

_TO = {"left": "to the left", "right": "to the right", "across": "across", "hold": "nowhere: everybody keeps theirs"}


def layout(view: View, who: Who) -> Layout:
    """The trick in the middle; before it, where the cards go that are passed."""
    facts = view.facts
    if "ready" in facts:
        arrow = art.Arrow(facts["direction"], f"Three cards {_TO[facts['direction']]}")
        return Layout(stage="passing", centre=(arrow,))
    return Layout(
        stage=f"trick {facts.get('trick number') or 1}", centre=(_trick(view, turned(view, who)),),
        corner=("♥ broken" if facts["broken"] else "♥ not broken",),
    )  # fmt: skip


def plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """The score, and what the hand has brought so far."""
    points, tricks = view.facts["points"], view.facts["tricks"]
    hand = f" · hand {points[seat]:+d}" if tricks[seat] else ""
    return seat_scene(view, who, seat, f"{view.scores[seat]} pts{hand}")


def _trick(view: View, order: list[Seat]) -> art.Trick:
    """The trick as far as it has come; a full one stays until the next card is led."""
    played, leader, awaited = view.faces("trick"), view.facts.get("leader"), None
    if leader is None:
        return art.Trick()
    taken = view.last(h.TrickTaken)
    if not played and taken is not None:
        played, leader = taken.cards, taken.leader
    elif len(view.waits_for) == 1:
        awaited = order.index(view.waits_for[0])
    seats = [order.index((leader + n) % view.seats) for n in range(len(played))]
    return art.Trick(
        cards=tuple(zip(seats, played, strict=True)), leader=order.index(leader),
        winner=seats[h.winning(played)] if played else None, awaited=awaited,
    )  # fmt: skip


def outcome(view: View, before: State, who: Who) -> Outcome:
    """What the hand brought, and where everybody stands."""
    scored, moon = view.events_of(h.HandScored)[-1], view.last(h.Moon)
    won = view.ended("W", "D")
    until = "" if won else f"The match ends when somebody passes {view.options.limit}."
    return Outcome(
        columns={"This hand": lambda s: f"{scored.points[s]:+d}", "Total": lambda s: str(scored.totals[s])},
        order=in_order(scored.totals, lowest=True), place=place_by(scored.totals, lowest=True), won=won,
        note=f"{who(moon.by)} has shot the moon." if moon else until,
        banner=f"{who.do(won, 'wins', 'share the win')}!" if won else None,
    )  # fmt: skip


def _trick_text(e: h.TrickTaken, who: Who) -> str:
    points = f", {e.points} point{'' if abs(e.points) == 1 else 's'}" if e.points else ""
    return f"{who(e.by)} takes {cards_text(e.cards)}{points}."


WORDS = Words(
    game=h.HEARTS,
    tagline="duck the hearts and the queen of spades, or take them all",
    rules=(
        "Thirteen cards each. Before a hand everybody passes three cards: left, right, across, then not at all.",
        "The 2♣ leads. Follow suit if you can; the highest card of the suit led takes the trick and leads the next.",
        "Hearts may not be led until one has been thrown on another suit, and no points fall on the first trick.",
        "Each heart taken is 1 point and the Q♠ is 13. Take all of them and the others get 26 each instead.",
        "When somebody passes the limit, the lowest score wins.",
    ),
    verbs={
        h.Pass: Verb(
            "Pass these", "success", ask="Choose three cards to pass.",
            command=Command("In Hearts: cards to another player, QS KH 2C."),
        ),
        h.Play: Verb("{}", "primary", ask="Play a card."),
        h.Choose: Verb(
            "{}", "primary", ask="You have shot the moon. How shall it count?",
            parts={h.OTHERS_UP: "+26 to the others", h.MINUS_26: "−26 for me"},
        ),
    },
    events={
        h.Direction: lambda e, who: f"Pass three cards {_TO[e.to]}." if e.to != "hold" else "No passing in this hand.",
        h.Passed: lambda e, who: f"{who(e.by)} passed you {cards_text(e.cards)}." if e.to == who.viewer else None,
        h.TrickTaken: _trick_text,
        h.Moon: lambda e, who: (
            f"**{who(e.by)} has shot the moon!** "
            + ("26 points to each of the others." if e.way == h.OTHERS_UP else "26 points off.")
        ),
    },
    layout=layout,
    plate=plate,
    outcome=outcome,
    counts={
        "hands": "{total:hand}",
        "moons": "{total:moon} shot",
        "queens": "the queen of spades taken {total:time}",
    },
)  # fmt: skip
