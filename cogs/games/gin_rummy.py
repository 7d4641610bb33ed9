"""Gin Rummy on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.facts import DISCARDS, HAND, STOCK
from bot.engine.offers import Part
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import gin_rummy as g
from bot.games.gin_rummy import LIMIT, GinRummyView
from bot.games.parts import melds as m
from bot.show.words.ending import Ending, Moment, Recalled
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, HandLayout, Layout, Outcome, person, seat_scene, turned
from bot.show.words.sentences import Who, begun, card_text, cards_text, times
from bot.show.words.verbs import Collected, Command, Verb
from card_art import scene as art
from card_art.boards.melds import MeldsBoard, MeldsResult, Side

STAMPS = {how: art.Stamp(how.upper(), "gold") for how in ("knock", "gin", "big gin")}
UNDERCUT = art.Stamp("UNDERCUT", "gold")


# ---- the table -----------------------------------------------------------------------------------


def layout(view: GinRummyView, who: Who) -> Layout:
    """Stock and discards, with the knock limit; at a knock both hands lie there in melds."""
    limit = view.fact(LIMIT, 0)
    knocking = f"knock with {limit}" if limit else "gin only"
    if (knock := view.last(g.Knocked)) is not None:
        scored = view.last(g.Scored)
        sides = tuple(side(view, who, seat, knock) for seat in (knock.seat, 1 - knock.seat))
        return Layout(
            subtitle=_points(scored, who) if scored else _said(knock, who), seats=(), foot=NO_FOOT,
            board=MeldsBoard(sides, over_hand=bool(view.hand)),
        )  # fmt: skip
    discards = view.pile(DISCARDS)
    return Layout(
        stage=knocking,
        felt=(_race(view, who),),
        centre=(
            art.Stock("Stock", view.size(STOCK), large=True),
            art.Stock("Discards", len(discards), top=discards[-1] if discards else None, large=True),
        ),
    )


def _race(view: GinRummyView, who: Who) -> art.Race:
    """How far both are on the way to the end of the game."""
    boxes = view.carried.boxes if view.carried else (0, 0)
    runners = (
        art.Runner(person(who, seat), view.scores[seat], f"{boxes[seat]} {'box' if boxes[seat] == 1 else 'boxes'}")
        for seat in reversed(turned(view, who))  # as they sit: oneself below
    )
    return art.Race(f"To {view.options.target}", view.options.target, tuple(runners))


def side(view: GinRummyView, who: Who, seat: Seat, knock: g.Knocked) -> Side:
    """One hand at the showdown: the knocker's with what the other has laid off on it; the other's is still closed while
    its cards may be laid off."""
    off, scored = view.last(g.LaidOff), view.last(g.Scored)
    mine = seat == knock.seat
    laid = knock.laid if mine else off.laid if off else None
    stamp = STAMPS[_how(knock)] if mine else None
    if scored is not None and scored.how == "undercut":
        stamp = None if mine else UNDERCUT
    plate = seat_scene(view, who, seat, standing(view, seat), hand=False)
    return Side(
        plate.name, seat, plate.line, tags=plate.tags, stamp=stamp, face=plate.face,
        melds=(_laid_on(view, knock, off) if mine else laid.melds) if laid else ((None,) * g.HAND,),
        off=frozenset(off.cards) if off and mine else frozenset(),
        deadwood=high_to_low(laid.deadwood) if laid else (),
        count=str(laid.left) if laid else "",
        gave=f"laid off {cards_text(off.cards)}" if off and off.cards and not mine else "",
    )  # fmt: skip


def _laid_on(view: GinRummyView, knock: g.Knocked, off: g.LaidOff | None) -> tuple[tuple[Card, ...], ...]:
    """The knocker's melds, each with the cards that the other has laid off on it."""
    if not off or not off.cards:
        return knock.laid.melds
    masks, around = tuple(m.mask(meld) for meld in knock.laid.melds), view.options.around
    more = m.layoffs(masks, m.mask(off.cards), around)[m.mask(off.cards)]
    return tuple(map(tuple, m.in_melds(tuple(a | b for a, b in zip(masks, more, strict=True)))))


def _how(knock: g.Knocked) -> str:
    return "big gin" if knock.big else "gin" if knock.gin else "knock"


def _said(knock: g.Knocked, who: Who) -> str:
    """A knock in a sentence."""
    if knock.gin:
        return begun(f"{who(knock.seat):has} {_how(knock)}")
    return begun(f"{who(knock.seat):knocks} with {knock.laid.left}")


def plate(view: GinRummyView, who: Who, seat: Seat) -> art.Seat:
    """How many cards somebody holds, and their stack in games with chips."""
    held = times(view.size(HAND.of(seat)), "card")
    return seat_scene(view, who, seat, f"{whites(view.stacks[seat])} chips" if view.options.stake else held)


def asks(view: GinRummyView, seat: Seat) -> str:
    """The upcard, a card to draw or to throw, or what may be laid off."""
    if view.last(g.Knocked) is not None:
        return "lay off"
    last = view.last(g.Upcard, g.Passed, g.Drew, g.Took, g.Discarded)
    if isinstance(last, g.Drew | g.Took):
        return "throw a card"
    return "take it or pass" if isinstance(last, g.Upcard | g.Passed) else "draw a card"


def standing(view: GinRummyView, seat: Seat) -> str:
    """Points, boxes, and the stack in games with chips."""
    boxes = view.carried.boxes[seat] if view.carried else 0
    line = f"{times(view.scores[seat], 'point')} · {boxes} {'box' if boxes == 1 else 'boxes'}"
    return f"{whites(view.stacks[seat])} chips · {line}" if view.options.stake else line


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: GinRummyView, before: State, who: Who) -> Outcome:
    """Both hands as they lay, what they count, and what that brings."""
    knock, scored = view.last(g.Knocked), view.last(g.Scored)
    over = view.last(g.GameOver)
    boards: tuple[tuple[str, art.Board], ...] = ()
    stamps: dict[Seat, art.Stamp] = {}
    change: dict[Seat, str] = {}
    repeated = view.last(g.Repeated) is not None
    banner = f"Nobody scores: {'the same position three times' if repeated else 'two cards are left'}"
    if knock and scored:
        boards = (("", MeldsResult((side(view, who, knock.seat, knock), side(view, who, 1 - knock.seat, knock)))),)
        stamps[knock.seat] = STAMPS[_how(knock)]
        if scored.how == "undercut":
            stamps[scored.seat] = UNDERCUT
        change[scored.seat] = f"+{scored.points}"
        banner = begun(f"{who(scored.seat):wins} {scored.points}")
    champions = view.ended("W", "D")
    if champions:
        banner = f"{who.wins(champions)} the game!"
    return Outcome(
        boards=boards, stamps=stamps, change=lambda s: change.get(s, ""), total=lambda s: _total(view, over, s),
        won=champions or ([scored.seat] if scored else []), banner=banner, stage=f"to {view.options.target}",
        order=sorted(view.players, key=lambda s: -view.scores[s]), note=_ACCOUNT if over else "",
    )  # fmt: skip


_ACCOUNT = "points + the game + boxes"


def _total(view: GinRummyView, over: g.GameOver | None, seat: Seat) -> str:
    """The standing; at the end of a game the sum of what `_ACCOUNT` names."""
    if over is None:
        return standing(view, seat)
    own = over.finals[seat]
    return f"{own.points} + {own.bonus} + {g.BOX * own.boxes} = {own.total}"


def _account(over: g.GameOver, who: Who) -> str:
    """The sum at the end of a game."""
    lines = [
        f"{who(s)}: {each.points} + {each.bonus} for the game + {g.BOX * each.boxes} for boxes = {each.total}"
        for s, each in enumerate(over.finals)
    ]
    return " · ".join(lines)


# ---- words ---------------------------------------------------------------------------------------


def in_melds(view: GinRummyView) -> HandLayout:
    """The melds, each apart, and the deadwood from high to low. Of eleven cards, as they lie without the best discard,
    which stays with the deadwood."""
    around, thrown = view.options.around, None
    held = m.mask(view.hand)
    if len(view.hand) > g.HAND:
        thrown = min(view.hand, key=lambda c: (_left_without(view, c), -c.rank))
        held ^= m.mask([thrown])
    laid = m.in_melds(m.best_arrangements(held, around)[0])
    melded = {c for meld in laid for c in meld}
    rest = high_to_low(c for c in view.hand if c not in melded)
    count = str(m.deadwood(held, around))
    return HandLayout(
        tuple(map(tuple, laid)), rest, "deadwood", count, f"without {card_text(thrown)}" if thrown else ""
    )


def high_to_low(deadwood: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(deadwood, key=lambda c: (-c.rank, c.suit)))


def _left_without(view: GinRummyView, c: Card) -> int:
    """The deadwood of the ten others."""
    return m.deadwood(m.mask(view.hand) ^ m.mask([c]), view.options.around)


def leaving(view: GinRummyView) -> Mapping[Part, str]:
    """Each card with the deadwood that is left without it."""
    if len(view.hand) <= g.HAND:
        return {}
    return {c: f"{card_text(c)}, deadwood {_left_without(view, c)}" for c in view.hand}


def sources(view: GinRummyView) -> Mapping[Part, str]:
    """What lies there to be drawn."""
    discards = view.pile(DISCARDS)
    top = discards[-1] if discards else None
    return {g.DISCARD: f"Take {card_text(top)}" if top else "Take the discard", g.STOCK: "Draw from stock"}


def _knocked(e: g.Knocked, who: Who) -> str:
    melds = ", ".join(cards_text(meld) for meld in e.laid.melds)
    rest = f"; deadwood {cards_text(high_to_low(e.laid.deadwood))} = {e.laid.left}" if e.laid.deadwood else ""
    return f"**{_said(e, who)}**: {melds or 'no melds'}{rest}."


def _laid_off(e: g.LaidOff, who: Who) -> str:
    if not e.cards:
        return begun(f"{who(e.seat):'s} deadwood: {e.laid.left}.")
    return begun(f"{who(e.seat):lays} off {cards_text(e.cards)}; deadwood {e.laid.left}.")


def _points(e: g.Scored, who: Who) -> str:
    """Who scores how much, and for what."""
    how = {"undercut": " for the undercut", "gin": " for gin", "big gin": " for big gin"}.get(e.how, "")
    double = ", doubled by the spade" if e.boxes > 1 else ""
    return begun(f"{who(e.seat):scores} {e.points}{how}{double}")


def _over(e: g.GameOver, who: Who) -> str:
    paid = f" {whites(e.paid)} chips are paid." if e.paid else ""
    return f"{_account(e, who)}.{paid}"


def _finals(view: GinRummyView) -> tuple[g.Final, ...]:
    over = view.last(g.GameOver)
    return over.finals if over is not None else ()


def _boxes(view: GinRummyView, who: Who, seat: Seat) -> str:
    finals = _finals(view)
    return f"with {finals[seat].boxes} of {sum(each.boxes for each in finals)} boxes" if finals else ""


def _sum(view: GinRummyView, seat: Seat) -> tuple[str, str]:
    finals = _finals(view)
    return (str(finals[seat].total) if finals else str(view.scores[seat])), "points"


def _sums(view: GinRummyView, recalled: Recalled) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """Points, the game and the boxes of both."""
    figures = [(str(f.points), str(f.bonus or "–"), str(g.BOX * f.boxes)) for f in _finals(view)]
    return (("Points", "The game", f"Boxes at {g.BOX}"), figures) if figures else None


def _moment(view: GinRummyView, who: Who) -> Moment | None:
    """Gin at once, an undercut, or the hand with the most points."""
    knock, scored = view.last(g.Knocked), view.last(g.Scored)
    if knock is None or scored is None:
        return None
    if scored.how == "undercut":
        off = view.last(g.LaidOff)
        lines = (f"{who(knock.seat):knocks} with {knock.laid.left},", f"{who(scored.seat)}: {scored.points} points")
        if off is not None:
            lines = (lines[0], f"{who(scored.seat):has} {off.laid.left}: {scored.points} points")
        return Moment("undercut", stamp=art.Stamp("UNDERCUT", "crimson"), lines=tuple(map(begun, lines)))
    seat, cards = _knocked_with(view)
    drawn = g.drawn_by(view.events, seat)
    if scored.how in ("gin", "big gin"):
        title = f"gin in {drawn} draws" if drawn <= g.QUICK else scored.how
        return Moment(title, seat, cards, lines=(f"{scored.points} points",))
    return Moment(f"+{scored.points}", seat, cards, lines=(f"a knock with {knock.laid.left}",))


def _points_alone(view: GinRummyView) -> tuple[int, ...]:
    return tuple(each.points for each in _finals(view)) or view.scores


def _knocked_with(view: GinRummyView) -> tuple[Seat, tuple[Card, ...]]:
    """The hand that was knocked with."""
    knock, scored = view.last(g.Knocked), view.last(g.Scored)
    if knock is None:
        return (scored.seat if scored else 0), ()
    return knock.seat, tuple(c for meld in knock.laid.melds for c in meld) + knock.laid.deadwood


WORDS = Words(
    game=g.GIN_RUMMY,
    tagline="two players match their cards in sets and runs; knock when little is left over",
    moods=("rummy",),
    minutes=(2, 3),
    lasts=lambda options: f"to {options.target} points",
    sample_move_count=34,
    slash_options=("knock_rule", "target", "stake"),
    rules=(
        "Ten cards each. In turn you draw from the stock, or take the top discard, and throw a card away.",
        "Three or four of a rank, and runs of three or more in a suit, are melds. What is in none is deadwood: "
        "face cards count 10, an ace 1.",
        "With deadwood of 10 or less you may knock as you throw. Then the other lays off cards on your melds, and the "
        "lower count scores the difference. Level or lower, the other undercuts you and scores 10 more.",
        "Gin is no deadwood at all: 25 more, and nothing is laid off.",
        "At 100 points the game ends: 100 for the winner, 25 for each hand won, and the higher total wins.",
    ),
    verbs={
        g.Draw: Verb(
            "{}", "primary", public=True, ask="Draw a card.", named=sources,
            command=Command(
                "Draw the next card: from the stock, or from the discards.", argument="from"
            ),
        ),
        g.Pass: Verb("Pass", public=True),
        g.Discard: Verb(
            "Discard", "primary", ask="Throw a card away.", named=leaving,
            collected=Collected(beside=(g.Knock, g.Gin)), also=("throw",),
            command=Command("Throw a card away: QS or 10H."),
        ),
        g.Knock: Verb("Knock", "success", command=Command("Throw a card face down and knock.", habit=True)),
        g.Gin: Verb("Gin", "success"),
        g.BigGin: Verb("Big gin", "success"),
        g.Spread: Verb("Lay", "primary", ask="Which melds do you lay?"),
        g.LayOff: Verb("Lay off", "primary", ask="Which cards do you lay off?",
                        collected=Collected(none="Lay off nothing")),
    },
    events={
        g.Knocked: _knocked,
        g.LaidOff: _laid_off,
        g.Scored: lambda e, who: f"**{_points(e, who)}**.",
        g.GameOver: _over,
    },
    told_by_picture=(g.Knocked, g.LaidOff, g.Scored, g.NobodyScores, g.Repeated, g.GameOver),
    layout=layout,
    plate=plate,
    asks=asks,
    outcome=outcome,
    lies=in_melds,
    traits=(
        Ending(
            why=_boxes, total=_sum, ledger=_sums, points=_points_alone, moment=_moment, bars=True, scored=True,
        ),
    ),
    counts={"gins": "{total:gin}", "undercuts": "{total:undercut}", "knocks": "{total:hand} won by a knock"},
)  # fmt: skip
