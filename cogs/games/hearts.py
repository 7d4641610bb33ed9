"""Hearts on Discord: its words, and how its table lies."""

from __future__ import annotations

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card, high
from bot.engine.facts import READY
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import hearts as h
from bot.games.hearts import BROKEN, DIRECTION, POINTS, TRICK_NUMBER, HeartsView
from bot.games.parts.tricks import LEADER, TRICK
from bot.house import hearts as house
from bot.show.words.ending import Ending, Moment
from bot.show.words.game import Words
from bot.show.words.layout import Layout, Outcome, in_order, person, seat_scene, turned
from bot.show.words.sentences import SUIT_SIGNS, Who, cards_text, times
from bot.show.words.tricks import trick_so_far
from bot.show.words.verbs import Command, Verb
from card_art import scene as art

_TO = {"left": "to the left", "right": "to the right", "across": "across", "hold": "nowhere: everybody keeps theirs"}


def layout(view: HeartsView, who: Who) -> Layout:
    """The trick in the middle, and small the one before it; before the first, where the cards go that are passed."""
    if view.has(READY):
        arrow = art.Arrow(view.fact(DIRECTION), f"Three cards {_TO[view.fact(DIRECTION)]}")
        return Layout(stage="passing", centre=(arrow,))
    taken, order = view.events_of(h.TrickTaken), turned(view, who)
    now = taken.pop() if view.moment and taken else None
    before = taken[-1] if taken else None
    return Layout(
        stage=f"trick {view.fact(TRICK_NUMBER, None) or 1}",
        centre=(_taken(view, now, order) if now else trick_so_far(view, order),),
        moved=_moved(view, who, now), felt=(*([_last_trick(before, who)] if before else []), *_hearts(view)),
    )  # fmt: skip


def _moved(view: HeartsView, who: Who, now: h.TrickTaken | None) -> art.LastMove | bool:
    """Who has played the last card, or taken the trick."""
    if now is not None:
        return art.LastMove(person(who, now.by), _took(now, who))
    leader = view.fact(LEADER, None)
    if leader is None or not (played := view.faces(TRICK)):
        return False
    by, did = (leader + len(played) - 1) % view.seats, "plays" if len(played) > 1 else "leads"
    return art.LastMove(person(who, by), f"{who(by):/{did}} {cards_text(played[-1:])}")


def _took(e: h.TrickTaken, who: Who) -> str:
    """What a trick has brought, and above all if the queen is in it."""
    if h.LADY in e.cards:
        return f"{who(e.by):/takes} the Q♠, {signed(100 * e.points)}"
    return f"{who(e.by):/takes} the trick{f', {signed(100 * e.points)}' if e.points else ''}"


def _last_trick(e: h.TrickTaken, who: Who) -> art.LastTrick:
    return art.LastTrick(e.cards, person(who, e.by), signed(100 * e.points) if e.points else "")


def _hearts(view: HeartsView) -> tuple[art.Fact, ...]:
    """Whether hearts may be led, and how many have not been seen yet."""
    seen = [*view.faces(TRICK), *(c for e in view.events_of(h.TrickTaken) for c in e.cards)]
    left = 13 - sum(c.suit == "H" for c in seen)
    broken = "♥ broken" if view.fact(BROKEN) else "♥ not broken"
    return (art.Fact(broken, (f"{times(left, 'heart')} out" if left else "no heart is out",)),)


def plate(view: HeartsView, who: Who, seat: Seat) -> art.Seat:
    """The score, and what the hand has brought so far."""
    points, score = view.fact(POINTS)[seat], str(view.scores[seat]).replace("-", "−")
    if seat in view.waits_for:  # the line goes on with what it is to do
        return seat_scene(view, who, seat, score, hand=False)
    line = f"{score} · hand {signed(100 * points)}" if points else times(view.scores[seat], "point")
    return seat_scene(view, who, seat, line, hand=False)


def asks(view: HeartsView, seat: Seat) -> str:
    """Three cards, the suit that was led, or a lead."""
    if view.has(READY):
        return "pass three"
    led = view.faces(TRICK)
    return f"follow {SUIT_SIGNS[led[0].suit]}" if led else "lead"


def _taken(view: HeartsView, e: h.TrickTaken, order: list[Seat]) -> art.Trick:
    """A whole trick, with what its cards count and what it has brought its taker."""
    seats = [order.index((e.leader + n) % view.seats) for n in range(view.seats)]
    counts = h.worth(view.options.omnibus)
    points = tuple((seat, whites(100 * counts[c])) for seat, c in zip(seats, e.cards, strict=True) if c in counts)
    tone: art.Tone = "crimson" if e.points > 0 else "gold" if e.points < 0 else "ivory"
    return art.Trick(
        cards=tuple(zip(seats, e.cards, strict=True)), leader=order.index(e.leader), winner=order.index(e.by),
        points=points, stamp=art.Stamp(signed(100 * e.points), tone),
    )  # fmt: skip


def outcome(view: HeartsView, before: State, who: Who) -> Outcome:
    """The cards that counted, with their takers; what the hand brought, and everybody's standing."""
    scored, moon = view.events_of(h.HandScored)[-1], view.last(h.Moon)
    won, order = view.ended("W", "D"), in_order(scored.totals, lowest=True)
    took = {s: _counting(view, s) for s in order}
    banner = f"{who(order[0]):leads} with {times(scored.totals[order[0]], 'point')}"
    if moon:
        banner = f"{who(moon.by):shoots} the moon!"
    if won:
        banner = f"{who(won[0]):wins}!" if len(won) == 1 else f"{who.all(won)} share the win!"
    return Outcome(
        hands={s: [art.ResultHand(cards)] for s, cards in took.items() if cards},
        told={s: ("", "no card that counts") for s, cards in took.items() if not cards},
        stamps={moon.by: art.Stamp("MOON", "gold")} if moon else {},
        change=lambda s: signed(100 * scored.points[s]),
        total=lambda s: times(scored.totals[s], "point").replace("-", "−"), order=order,
        won=won or ([moon.by] if moon else ()), banner=banner, stage="" if won else f"to {view.options.limit}",
    )  # fmt: skip


def _counting(view: HeartsView, seat: Seat) -> tuple[Card, ...]:
    """Of the cards that a seat has taken those that count: hearts, then the queen of spades, then the jack."""
    counts = h.worth(view.options.omnibus)
    taken = [c for e in view.events_of(h.TrickTaken) if e.by == seat for c in e.cards if c in counts]
    return tuple(sorted(taken, key=lambda c: ("HSD".index(c.suit), high(c))))


def _trick_text(e: h.TrickTaken, who: Who) -> str:
    points = f", {e.points} point{'' if abs(e.points) == 1 else 's'}" if e.points else ""
    return f"{who(e.by):takes} {cards_text(e.cards)}{points}."


def _moment(view: HeartsView, who: Who) -> Moment | None:
    """A moon, or the queen and the hearts that went with her."""
    moon, scored, found = view.last(h.Moon), view.last(h.HandScored), h.with_queen(view.events)
    if scored is None or found is None:
        return None
    seat, cards = found
    if moon is not None:
        taken = f"{abs(min(scored.points))} off" if moon.way == "subtract" else "26 for everybody else"
        return Moment("the moon", moon.by, cards, lines=(taken,))
    with_her = times(len(cards) - 1, "heart") if len(cards) > 1 else "no heart"
    return Moment(f"{scored.points[seat]} for {who(seat)}", seat, cards, lines=(f"the queen and {with_her}",))


def _costs(points: float, when: str) -> str:
    if points <= -0.05:
        return f"{when} the hand brings you {-points:.1f} points on average"
    return f"{when} the hand costs you {f'{points:.1f}' if points >= 0.05 else 'no'} points on average"


WORDS = Words(
    game=h.HEARTS,
    traits=(Ending(moment=_moment),),
    tagline="duck the hearts and the queen of spades, or take them all",
    moods=("tricks",),
    minutes=(3, 6),
    lasts=lambda options: f"to {options.limit} points",
    sample_move_count=58,
    slash_options=("limit", "moon", "omnibus"),
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
    reasons={
        house.Packet: lambda why, who: _costs(why.points, "without them"),
        house.Costs: lambda why, who: _costs(why.points, "with it"),
    },
    events={
        h.Direction: lambda e, who: f"Pass three cards {_TO[e.to]}." if e.to != "hold" else "No passing in this hand.",
        h.Passed: lambda e, who: f"{who(e.by)} passed you {cards_text(e.cards)}." if e.to == who.viewer else None,
        h.TrickTaken: _trick_text,
        h.Moon: lambda e, who: (
            f"**{who(e.by):has} shot the moon!** "
            + ("26 points to each of the others." if e.way == h.OTHERS_UP else "26 points off.")
        ),
    },
    told_by_picture=(h.TrickTaken, h.QueenFallen, h.Moon),
    layout=layout,
    plate=plate,
    asks=asks,
    outcome=outcome,
    counts={
        "hands": "{total:hand}",
        "moons": "{total:moon} shot",
        "queens": "the queen of spades taken {total:time}",
    },
    running=lambda view: view.fact(POINTS, (0,) * view.seats),
)  # fmt: skip
