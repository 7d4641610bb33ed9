"""Hearts on Discord: its words, and how its table lies."""

from __future__ import annotations

from typing import Literal

from bot.engine.state import State
from bot.engine.view import View
from bot.games import hearts as h
from bot.show.words import Verb, Who, Words, card_text, cards_text, options_lines, seat_scene, times, turned
from card_art import scene as art

_TO = {"left": "to the left", "right": "to the right", "across": "across", "hold": "nowhere: everybody keeps theirs"}


def scene(view: View, who: Who) -> art.Scene:
    """Four seats in cross order, the trick in the middle."""
    order = turned(view, who)
    at = {seat: place for place, seat in enumerate(order)}
    facts = view.facts
    points, tricks = facts["points"], facts["tricks"]
    seats = tuple(
        seat_scene(view, who, s, f"{view.scores[s]} pts" + (f" · hand {points[s]:+d}" if tricks[s] else ""))
        for s in order
    )
    passing = "ready" in facts
    number = facts.get("trick number")
    broken = "♥ broken" if facts["broken"] else "♥ not broken"
    return art.Scene(
        title="Hearts", subtitle=f"Hand {view.number + 1} · " + ("passing" if passing else f"trick {number or 1}"),
        corner=() if passing else (broken,), foot_left=options_lines(view), seats=seats,
        centre=(_arrow(facts["direction"]) if passing else _trick(view, at),),
        style=who.style,
    )  # fmt: skip


def _arrow(direction: Literal["left", "right", "across"]) -> art.Arrow:
    return art.Arrow(direction, f"Three cards {_TO[direction]}")


def _trick(view: View, at: dict[int, int]) -> art.Trick:
    """The trick as far as it has come; a full one stays until the next card is led."""
    played, leader, awaited = view.faces("trick"), view.facts.get("leader"), None
    if leader is None:
        return art.Trick()
    taken = view.last(h.TrickTaken)
    if not played and taken is not None:
        played, leader = taken.cards, taken.leader
    elif len(view.waits_for) == 1:
        awaited = at[view.waits_for[0]]
    seats = [(leader + n) % view.seats for n in range(len(played))]
    return art.Trick(
        cards=tuple((at[s], c) for s, c in zip(seats, played, strict=True)), leader=at[leader],
        winner=at[seats[h.winning(played)]] if played else None, awaited=awaited,
    )  # fmt: skip


def results(view: View, before: State, who: Who) -> art.Results:
    """What the hand brought, and where everybody stands."""
    scored = view.events_of(h.HandScored)[-1]
    order = sorted(range(view.seats), key=lambda s: scored.totals[s])
    winners = [s.seat for s in view.standings or () if s.outcome != "L"]
    rows = tuple(
        art.ResultRow(
            place=str(sorted(scored.totals).index(scored.totals[s]) + 1), name=who(s),
            values=(f"{scored.points[s]:+d}", str(scored.totals[s])), winner=s in winners,
            tags=who.tags[s] if who.tags else (), number=s,
        )
        for s in order
    )  # fmt: skip
    banner = f"{who.all(winners)} {'wins' if len(winners) == 1 else 'share the win'}!" if winners else None
    moon = view.last(h.Moon)
    until = "" if banner else f"The match ends when somebody passes {view.options.limit}."
    note = f"{who(moon.by)} has shot the moon." if moon else until
    return art.Results(
        title="Hearts", subtitle=f"Hand {view.number + 1}", columns=("This hand", "Total"), rows=rows, note=note,
        banner=banner,
    )  # fmt: skip


def _trick_text(e: h.TrickTaken, who: Who) -> str:
    points = f", {e.points} point{'' if abs(e.points) == 1 else 's'}" if e.points else ""
    return f"{who(e.by)} takes {cards_text(e.cards)}{points}."


WORDS = Words(
    game=h.HEARTS,
    tagline="duck the hearts and the queen of spades, or take them all",
    hint="Your cards come by direct message; **My hand** shows them too.",
    verbs={
        h.Pass: Verb("Pass these", "success", ask="Choose three cards to pass."),
        h.Play: Verb("{}", "primary", ask="Play a card."),
        h.Choose: Verb(
            "{}",
            "primary",
            ask="You have shot the moon. How shall it count?",
            parts={h.OTHERS_UP: "+26 to the others", h.MINUS_26: "−26 for me"},
        ),
    },
    events={
        h.Direction: lambda e, who: f"Pass three cards {_TO[e.to]}." if e.to != "hold" else "No passing in this hand.",
        h.Opens: lambda e, who: f"{who(e.by)} leads the 2♣.",
        h.Passed: lambda e, who: f"{who(e.by)} passed you {cards_text(e.cards)}." if e.to == who.viewer else None,
        h.HeartsBroken: lambda e, who: f"{who(e.by)} breaks hearts with {card_text(e.card)}.",
        h.TrickTaken: _trick_text,
        h.QueenFallen: lambda e, who: f"The Q♠ falls on {who(e.on)}!",
        h.Moon: lambda e, who: (
            f"**{who(e.by)} has shot the moon!** "
            + ("26 points to each of the others." if e.way == h.OTHERS_UP else "26 points off.")
        ),
        h.PlaysOn: lambda e, who: f"{who.all(e.tied)} are level, so the match goes on.",
    },
    counts={
        "hands": lambda total, best: times(total, "hand"),
        "moons": lambda total, best: f"{times(total, 'moon')} shot",
        "queens": lambda total, best: f"the queen of spades taken {times(total, 'time')}",
    },
    scene=scene,
    results=results,
    rules=(
        "Thirteen cards each. Before a hand everybody passes three cards: left, right, across, then not at all.",
        "The 2♣ leads. Follow suit if you can; the highest card of the suit led takes the trick and leads the next.",
        "Hearts may not be led until one has been thrown on another suit, and no points fall on the first trick.",
        "Each heart taken is 1 point and the Q♠ is 13. Take all of them and the others get 26 each instead.",
        "When somebody passes the limit, the lowest score wins.",
    ),
)
