"""Jubilee on Discord: its words, and how its dial and its cards lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.engine.amounts import signed
from bot.engine.cards import Card
from bot.engine.facts import HAND, STOCK
from bot.engine.offers import Part
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import jubilee as g
from bot.games.jubilee import PLAYED, TOTAL, JubileeView
from bot.house import jubilee as house
from bot.show.words.ending import Ending, Moment
from bot.show.words.game import Words
from bot.show.words.layout import NO_FOOT, Layout, Outcome, seat_scene, turned
from bot.show.words.sentences import Number, Who, begun, card_text, cards_text, times
from bot.show.words.verbs import ButtonStyle, Choice, Verb
from card_art import scene as art
from card_art.boards.jubilee import Dial, JubileeTable, Laid, Player, Shown

_NUMBERS = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
    15: "fifteen",
}  # fmt: skip
_BEFORE = 5
"""How many cards before the last one are seen."""


# ---- the table -----------------------------------------------------------------------------------


def layout(view: JubileeView, who: Who) -> Layout:
    """The total on its dial, the last card with what it did, and those before it."""
    return Layout(subtitle=_stage(view), foot=NO_FOOT, seats=(), board=_table(view, who), moved=False)


def _stage(view: JubileeView) -> str:
    """How far the deal is, and which of several it is."""
    of = [_which(view)] if view.options.deals > 1 else []
    holds = ["jokers hold"] if view.options.joker_holds else []
    gone = f"{view.size(PLAYED)} of {len(g.CARDS)} played"
    return " · ".join([*of, gone, f"stock {view.size(STOCK)}", *holds])


def _which(view: JubileeView) -> str:
    of = f" of {view.options.deals}" if view.options.deals > 1 else ""
    return f"Deal {view.number + 1}{of}"


def _table(view: JubileeView, who: Who) -> JubileeTable:
    played, lying = view.events_of(g.Played), open_hands(view)
    last = played[-1] if played else None
    return JubileeTable(
        players=tuple(Player(_seat(view, who, s, lying), view.scores[s]) for s in turned(view, who)),
        dial=_dial(last), last=_laid(last) if last else None,
        by=str(who(last.seat)) if last else "", told=_told(last) if last else "Open with a black card",
        stamp=_stamp(last) if last else None, older=tuple(map(_laid, played[-_BEFORE - 1 : -1])),
        shown=tuple(Shown(begun(f"{who(e.seat):shows}: nothing fits"), e.cards) for e in lying),
        low=bool(view.hand),
    )  # fmt: skip


def _seat(view: JubileeView, who: Who, seat: Seat, lying: Sequence[g.Skipped]) -> art.Seat:
    """How many cards somebody holds."""
    held = view.size(HAND.of(seat))
    marks = ["SKIPPED"] if any(e.seat == seat for e in lying) else []
    return seat_scene(view, who, seat, times(held, "card"), hand=False, marks=marks,
                      asks="to play")  # fmt: skip


def open_hands(view: JubileeView) -> list[g.Skipped]:
    """Whose hands lie open: since their missed turn, until their next one."""
    latest: dict[Seat, g.Played | g.Skipped] = {}
    for e in view.events:
        if isinstance(e, (g.Played, g.Skipped)):
            latest[e.seat] = e
        elif isinstance(e, g.MadeAgain):
            latest.clear()
    return [e for e in latest.values() if isinstance(e, g.Skipped) and e.seat not in view.waits_for]


def _dial(last: g.Played | None) -> Dial:
    """From the multiple below to that above; where one was passed or landed on, on both sides of it."""
    if last is None:
        return Dial(0, 0, 0, g.STEP)
    low, high = sorted((last.before, last.total))
    low, high = low // g.STEP * g.STEP, -(-high // g.STEP) * g.STEP
    if last.total and not last.total % g.STEP:
        low, high = last.total - g.STEP, last.total + g.STEP
    return Dial(last.total, last.before, low, max(high, low + g.STEP), last.points)


def _laid(e: g.Played) -> Laid:
    return Laid(e.card, _value(e.card), e.points)


def _value(c: Card) -> str:
    """ "+9", "−10"."""
    return signed(100 * g.VALUES[c]) if g.VALUES[c] else "+0"


def _stamp(e: g.Played) -> art.Stamp | None:
    if e.points > 0:
        return art.Stamp(f"{'HUNDRED' if e.points == g.ON_HUNDRED else 'JUBILEE'} {signed(100 * e.points)}", "gold")
    return art.Stamp(f"PAST {g.passed(e.before, e.total)} {signed(100 * e.points)}", "crimson") if e.points else None


def _told(e: g.Played) -> str:
    """What a card did, in a few words beside it."""
    if e.points > 0:
        if e.before == e.total:
            return "the joker holds it"
        return f"on a multiple of {g.HUNDRED if e.points == g.ON_HUNDRED else g.STEP}"
    return ""


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: JubileeView, before: State, who: Who) -> Outcome:
    """What everybody landed on and passed, what the deal brought, and where everybody stands."""
    scored = view.last(g.DealScored)
    assert scored is not None
    won = view.ended("W", "D")
    order = sorted(view.players, key=lambda s: -scored.totals[s])
    return Outcome(
        told={s: _of_a_deal(view, s) for s in order}, order=order, won=won,
        change=lambda s: signed(100 * scored.points[s]),
        total=lambda s: times(scored.totals[s], "point").replace("-", "−"),
        banner=_banner(scored, order, won, who), note=f"Final total {scored.total}",
        subtitle=_which(view),
    )  # fmt: skip


def _of_a_deal(view: JubileeView, seat: Seat) -> tuple[str, str]:
    made = Counter(e.points for e in view.events_of(g.Played, seat=seat))
    landed = [
        f"{times(made[points], what)} {signed(100 * points * made[points])}"
        for points, what in ((g.ON_STEP, "jubilee"), (g.ON_HUNDRED, "hundred"))
        if made[points]
    ]
    past = made[g.PAST]
    over = f"{times(past, 'multiple')} passed {signed(100 * g.PAST * past)}" if past else "none passed"
    return " · ".join(landed) or "no jubilee", over


def _banner(scored: g.DealScored, order: Sequence[Seat], won: Sequence[Seat], who: Who) -> str:
    points = times(scored.totals[order[0]], "point").replace("-", "−")
    if won:
        return f"{who.wins(won)}{' the win' if len(won) > 1 else ''} with {points}!"
    level = [s for s in order if scored.totals[s] == scored.totals[order[0]]]
    return f"{who.do(level, 'leads', 'lead')} with {points}"


# ---- words ---------------------------------------------------------------------------------------


def _played(e: g.Played, who: Who) -> str:
    """ "Ann plays 9♣, plus nine, total 28: past 25, −5."."""
    step = g.VALUES[e.card]
    value = f", {'plus' if step > 0 else 'minus'} {_NUMBERS[abs(step)]}, total" if step else ": the total stays"
    said = f"{who(e.seat):plays} {card_text(e.card) if step else 'a joker'}{value} **{e.total}**"
    points = signed(100 * e.points)
    if e.points < 0:
        return f"{said}: past {g.passed(e.before, e.total)}, {points}."
    if e.points == g.ON_HUNDRED:
        return f"{said}. **A hundred!** {points} for {who(e.seat)}."
    return f"{said}. **Jubilee!** {points} for {who(e.seat)}." if e.points else f"{said}."


def _skipped(e: g.Skipped, who: Who) -> str:
    why = "no black card to open with" if e.opening else "nothing that fits"
    return f"{who(e.seat):has} {why} and {who(e.seat):/misses} the turn: {cards_text(e.cards)}."


def _choices(view: JubileeView) -> Mapping[Part, Choice]:
    """Each card, perhaps with the total that it makes, and what that scores: green is what scores, red what costs. The
    rest of the hand stays greyed."""
    if not view.options.show_outcome:
        return dict.fromkeys(view.hand, Choice(stays=True))
    return {
        c: Choice(_outcome(view, c), _style(_points(view, c)) if _fits(view, c) else "secondary", stays=True)
        for c in view.hand
    }


def _outcome(view: JubileeView, c: Card) -> str:
    total, text = view.fact(TOTAL), f"{card_text(c)} {_value(c)}"
    if not _fits(view, c):
        return text
    points = _points(view, c)
    return f"{text} → {total + g.VALUES[c]}{f' ({signed(100 * points)})' if points else ''}"


def _fits(view: JubileeView, c: Card) -> bool:
    """Whether a label says what the card makes; what may be played is the rules' alone to say."""
    return bool(view.fact(TOTAL) + g.VALUES[c] >= 0)


def _points(view: JubileeView, c: Card) -> int:
    total = view.fact(TOTAL)
    return g.points(total, total + g.VALUES[c], view.options.joker_holds)


def _style(points: int) -> ButtonStyle:
    return "success" if points > 0 else "danger" if points < 0 else "primary"


def _moment(view: JubileeView, who: Who) -> Moment | None:
    """The card that brought the most, or cost the most where none brought anything."""
    played = view.events_of(g.Played)
    best = max(played, key=lambda e: (e.points > 0, abs(e.points)), default=None)
    if best is None or not best.points:
        return None
    how = f"lands on {best.total}" if best.points > 0 else f"passes {g.passed(best.before, best.total)}"
    title = f"{signed(100 * best.points)} for {who(best.seat)}"
    return Moment(title, best.seat, (best.card,), lines=(f"{how}, from {best.before}",))


def _makes(why: house.Makes, who: Who) -> str:
    now = f"{Number(why.now)}" if why.now else "nothing"
    then = f"{why.next:.1f}".replace("-", "−") if abs(why.next) >= 0.05 else "nothing"
    return f"it scores {now}, and the next player can expect {then} of the new total"


WORDS = Words(
    game=g.JUBILEE,
    tagline="one running total: land on every 25, and jump over none",
    moods=("counting", "quick"),
    minutes=(3, 7),
    sample_move_count=30,
    slash_options=("deals", "joker_holds", "show_outcome"),
    rules=(
        "Eight cards each. In turn everybody plays one onto the running total and draws one, while there are any. "
        "Landing on 25, 50, 75 … scores, jumping over one costs.",
        "Clubs and spades add their value, hearts take it off: an ace is 15, king, queen and jack 10, a joker 0. The "
        "first card is black, and the total never falls below zero.",
        "A multiple of 25 is worth 10 points, one of 100 is worth 20. Passing one, up or down, costs 5.",
        "If nothing of yours fits, you show your hand and miss the turn. When all 61 cards are played the total "
        "is 217, and the highest score wins.",
    ),
    verbs={
        g.Play: Verb(
            "{}", "primary", ask="Play a card onto the total.", named=_choices,
        ),
    },
    reasons={house.Makes: _makes},
    events={
        g.Played: _played,
        g.Skipped: _skipped,
        g.DealScored: lambda e, who: f"Final total **{e.total}**.",
    },
    told_by_picture=(g.Played, g.Skipped, g.DealScored),
    layout=layout,
    outcome=outcome,
    traits=(Ending(moment=_moment),),
    deal="deal",
    cloth="blue",
    counts={
        "points": "{total:point}, best match {best}",
        "jubilees": "{total:jubilee}",
        "hundreds": "{total:hundred}",
        "overshoots": "{total:multiple} passed",
    },
)  # fmt: skip
