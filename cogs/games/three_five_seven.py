"""3-5-7 on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from textwrap import wrap
from typing import Any

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card
from bot.engine.controls import suit_order
from bot.engine.facts import CHOSEN, HAND
from bot.engine.offers import SortKey
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import three_five_seven as t
from bot.games.parts.poker_hands import name, strength
from bot.games.three_five_seven import STAGE, ThreeFiveSevenView
from bot.show.words import pots
from bot.show.words.ending import Ending, Moment, Recalled, Tally
from bot.show.words.game import Words
from bot.show.words.layout import LOSE, WIN, Layout, Outcome, most_won, moved, seat_scene
from bot.show.words.poker import in_two, laid_out
from bot.show.words.sentences import Who, begun, cards_text
from bot.show.words.verbs import Verb
from card_art import scene as art

_BESIDE = 22
"""How many letters fit beside seven cards."""
_IN, _OUT = art.Stamp("IN", "gold"), art.Stamp("OUT", "slate")
_STRIKE = art.Stamp("STRIKE", "gold")
_EVEN = art.Stamp("EVEN", "ivory")
_WIDE = 4
"""Where more hands than these lie side by side there is no room for their whole names."""
_MANY = {3: "Threes", 5: "Fives", 7: "Sevens"}


def layout(view: ThreeFiveSevenView, who: Who) -> Layout:
    """The pot in the middle, and in the corner where hands need the room; what is wild in the corner."""
    stage = view.fact(STAGE, None)  # none in a deal that was over before a card was dealt
    wild = (f"★ {_MANY[stage]} are wild",) if stage else ()
    pot = art.Pot(view.pot, change=_into_pot(view) if view.moment else "")
    last = view.last(t.Opened, t.Strike, t.Compared)
    told = (art.Note(_told(view, who)),) if view.moment or isinstance(last, t.Compared) else ()
    shown_down = view.moment and isinstance(last, t.Compared)
    return Layout(
        centre=told if shown_down else (pot, *told), stage=f"{stage} cards" if stage else "",
        corner=(*wild, f"Pot {whites(view.pot)}") if shown_down else wild,
        moved=not view.moment and isinstance(last, t.Strike),
    )  # fmt: skip


def _into_pot(view: ThreeFiveSevenView) -> str:
    """What a strike has brought the pot, or taken from it."""
    struck = view.last(t.Opened, t.Strike, t.WinsPot)
    if isinstance(struck, t.WinsPot):
        return signed(-struck.pot)
    paid = view.options.fine if isinstance(struck, t.Strike) else 0
    return signed(paid * (len(view.players) - 1)) if paid else ""


def _told(view: ThreeFiveSevenView, who: Who) -> str:
    """The moment in a sentence."""
    match view.last(t.Opened, t.Strike, t.WinsPot, t.Compared):
        case t.Opened(are_in=are_in):
            return f"{who.all(are_in)} are in" if are_in else "Nobody is in"
        case t.WinsPot(seat=seat, pot=pot):
            return f"{who(seat):takes} the pot of {whites(pot)}!"
        case _:
            return _came_to(view, who, _called(view)) or ""


def _called(view: ThreeFiveSevenView) -> dict[Seat, tuple[str, str]]:
    """What the hands are called that were compared last, as far as the viewer has seen them."""
    opened, stage = view.last(t.Opened), view.fact(STAGE, 0)
    hands = {s: view.faces(HAND.of(s)) for s in opened.are_in} if opened and len(opened.are_in) > 1 else {}
    return {s: in_two(strength(cards, wild=stage)) for s, cards in hands.items() if len(cards) == stage}


def plate(view: ThreeFiveSevenView, who: Who, seat: Seat) -> art.Seat:
    """Cards and strikes, and what the seat had in its open hand last; in a moment what has become of it."""
    opened = view.last(t.Opened) if seat in view.players else None
    more = _held(view, seat)
    if opened is not None and view.moment:
        more = _revealed(view, who, seat, opened)
    elif opened is not None:
        more |= {"said": "was in" if seat in opened.are_in else "was out"}
    return seat_scene(
        view, who, seat, more.pop("line", whites(view.stacks[seat])), **{"hand": (), **more},
        strikes=view.strikes[seat], strikes_of=view.options.strikes_to_win,
    )  # fmt: skip


def _held(view: ThreeFiveSevenView, seat: Seat, stamp: art.Stamp | None = None, **more: Any) -> dict[str, Any]:
    """Somebody's cards, as far as they have been shown to the viewer before, with a stamp on them; on the viewer's own
    plate, since their cards lie below."""
    held = view.pile(HAND.of(seat))
    if seat == view.viewer or not held:
        return {"stamp": stamp}
    return {"hands": (art.SeatHand(tuple(sorted(held, key=lambda c: c is not None)), stamp=stamp, **more),)}


def _revealed(view: ThreeFiveSevenView, who: Who, seat: Seat, opened: t.Opened) -> dict[str, Any]:
    """In or out, a strike, or how the hand did against others."""
    last = view.last(t.Opened, t.Strike, t.Compared)
    if isinstance(last, t.Compared):
        if seat in opened.are_in:
            return _compared_hand(view, seat, last)
        return {"hand": (None,) * view.size(HAND.of(seat)), "dim": True, "said": "out"}  # a fan, which is narrow
    if seat not in opened.are_in:
        return {"dim": True, **_held(view, seat, _OUT, dim=True)}
    return {"active": True, **_held(view, seat, _STRIKE if isinstance(last, t.Strike) else _IN)}


def _compared_hand(view: ThreeFiveSevenView, seat: Seat, compared: t.Compared) -> dict[str, Any]:
    """The cards that count, what they are called, and what they have won or lost; a stamp on the best."""
    best, stage = seat in compared.winners, compared.stage
    net = sum(p.amount * ((p.winner == seat) - (p.loser == seat)) for p in compared.payments)
    stamp = (WIN if compared.payments else _EVEN) if best else LOSE
    change = signed(net) if net else ""
    called = _called(view)
    if seat == view.viewer or seat not in called:
        line = " · ".join(filter(None, (whites(view.stacks[seat]), change if seat == view.viewer else "")))
        return {"active": best, "line": line, **_held(view, seat, stamp, change=change, dim=not best)}
    cards = laid_out(view.faces(HAND.of(seat)), stage)[:5]
    hand = art.SeatHand(
        cards, called[seat][0] if len(called) <= _WIDE else _briefly(called[seat][0]), active=best,
        stamp=stamp if best else None, change=change, dim=not best,
        wild=frozenset(n for n, c in enumerate(cards) if c.rank == stage),
    )  # fmt: skip
    return {"active": best, "hands": (hand,)}


def _briefly(called: str) -> str:
    return "Pair" if called.startswith("Pair of") else called.replace("Straight flush", "Str. flush")


def outcome(view: ThreeFiveSevenView, before: State, who: Who) -> Outcome:
    """Who was in at the last stage, with their hands as far as the viewer has seen them, what others won or lost
    before it, and who has how many strikes."""
    opened, stage = view.last(t.Opened), view.fact(STAGE, 0)
    are_in = opened.are_in if opened else ()
    seen, told = _seen(view, are_in, stage), _called(view)
    compared = view.last(t.Compared) if len(are_in) > 1 else None
    best = compared.winners if compared else ()
    otherwise = "Beaten" if compared else "Alone in"
    unseen = {s: ("Best hand" if s in best else otherwise, _was_in(view, s)) for s in are_in}
    earlier = _out_earlier(view, are_in, stage)
    strikes = _strikes(view)
    made = pots.outcome(view, before, who, banner=_banner(view, before, who, told))
    return replace(
        made, told=earlier | unseen | told, tags=strikes,
        note="★ wild" if any(_wild(cards, stage) for cards in seen.values()) else "",
        hands={
            s: [art.ResultHand(cards, wild=_wild(cards, stage), dim=bool(best) and s not in best)]
            for s, cards in seen.items()
        },
        out={"Out": [s for s in view.players if s not in are_in and s not in earlier]} if are_in or earlier else {},
        stage=" · ".join(filter(None, (f"{_MANY[stage].lower()} are wild" if stage else "", made.stage))),
    )  # fmt: skip


def _seen(view: ThreeFiveSevenView, are_in: Collection[Seat], stage: int) -> dict[Seat, tuple[Card, ...]]:
    """The hands that were compared, as far as the viewer has seen them whole."""
    hands = {s: laid_out(view.faces(HAND.of(s)), stage) for s in are_in} if len(are_in) > 1 else {}
    return {s: cards for s, cards in hands.items() if len(cards) == stage}


def _strikes(view: t.ThreeFiveSevenView) -> dict[Seat, tuple[str]]:
    return {s: (f"{n} STRIKE{'S' * (n > 1)}",) for s, n in enumerate(view.strikes) if n}


def _wild(cards: Sequence[Card], stage: int) -> frozenset[int]:
    """Where the wild cards of this stage lie."""
    return frozenset(n for n, c in enumerate(cards) if c.rank == stage)


def _out_earlier(view: ThreeFiveSevenView, are_in: Collection[Seat], stage: int) -> dict[Seat, tuple[str, str]]:
    """What those who are out now had won or lost before."""
    out = [s for s in view.players if s not in are_in]
    return {s: (said.capitalize(), f"out with {stage}") for s in out if (said := _before(view, s))}


def _was_in(view: ThreeFiveSevenView, seat: Seat) -> str:
    """At which stages of the deal."""
    stages = [str(e.stage) for e in view.events_of(t.Opened) if seat in e.are_in]
    return f"was in with {' and '.join(stages)}" if len(stages) < 3 else "was in every time"


def _before(view: ThreeFiveSevenView, seat: Seat) -> str:
    """What came of it where this seat was in: "won with 3, alone with 5"."""
    said: list[str] = []
    stage = 0
    for e in view.events_of(t.Opened, t.Compared):
        if isinstance(e, t.Opened):
            stage = e.stage if seat in e.are_in else 0
            said += [f"alone with {stage}"] if e.are_in == (seat,) else []
        elif stage:
            came = "equal" if not e.payments else "won" if seat in e.winners else "lost"
            said.append(f"{came} with {stage}")
    return ", ".join(said)


def _banner(view: ThreeFiveSevenView, before: State, who: Who, told: Mapping[Seat, tuple[str, str]]) -> str | None:
    """Where the pot has gone, otherwise the result of the last stage; if its winner has lost more at earlier stages,
    who has won over all of them."""
    if gone := pots.banner(view, who):
        return gone
    last, net = view.last(t.Compared, t.Strike), moved(view, before)
    if isinstance(last, t.Compared) and last.payments and any(net[s] <= 0 for s in last.winners):
        return most_won(view, before, who)
    return _came_to(view, who, told)


def _came_to(view: ThreeFiveSevenView, who: Who, told: Mapping[Seat, tuple[str, str]]) -> str | None:
    """A strike, or whose hand has won how much."""
    last = view.last(t.Compared, t.Strike)
    if last is None:
        return None
    if isinstance(last, t.Strike):
        return f"{who(last.seat)} alone {who(last.seat):/is} in: strike {last.strikes}"
    won = {w: sum(p.amount for p in last.payments if p.winner == w) for w in last.winners}
    if len(won) > 1 or not last.payments:
        return f"{who.all(last.winners)} have equal hands"
    ((winner, amount),) = won.items()
    if winner not in told:
        return f"{who(winner):wins} {whites(amount)}"
    return begun(f"{who(winner):'s} {told[winner][0].lower()} wins {whites(amount)}")


def wilds_first(view: ThreeFiveSevenView, c: Card) -> SortKey:
    return c.rank != view.fact(STAGE, None), -(c.rank if c.rank > 1 else 14), suit_order(c)


def notes(view: ThreeFiveSevenView) -> list[str]:
    """What the hand is worth, and what has been said with it."""
    stage = view.fact(STAGE, None)
    said = view.fact(CHOSEN.of(view.viewer), None)
    best = name(strength(view.hand, wild=stage)) if stage == len(view.hand) else ""
    worth = "\n".join(wrap(best.capitalize(), _BESIDE))
    return [*([worth] if worth else []), *([f"You are {said.choice}"] if isinstance(said, t.Declare) else [])]


def _opened(e: t.Opened, who: Who) -> str | None:
    if not e.are_in:
        return "Nobody is in."
    return f"{who.all(e.are_in)} are in." if len(e.are_in) > 1 else None


def _hands(e: t.Showdown, who: Who) -> str:
    others = [h for h in e.hands if h.seat != who.viewer]
    return " ".join(f"{who(h.seat):shows} {cards_text(h.cards)}: {h.called}." for h in others)


def _compared(e: t.Compared, who: Who) -> str:
    if not e.payments:
        return f"{who.all(e.winners)} have equal hands, so nobody pays."
    won = [(w, [p for p in e.payments if p.winner == w]) for w in e.winners]
    return ", and ".join(f"{who(w):wins} {_sum(paid)}{_from(paid, who)}" for w, paid in won if paid) + "."


def _sum(paid: Iterable[t.Payment]) -> str:
    return f"**{whites(sum(p.amount for p in paid))}**"


def _from(paid: Iterable[t.Payment], who: Who) -> str:
    """From whom it is; of several, how much from each."""
    each = [*paid]
    if len(each) == 1:
        return f" from {who(each[0].loser)}"
    return f" ({', '.join(f'{whites(p.amount)} from {who(p.loser)}' for p in each)})"


def _takes_pot(view: ThreeFiveSevenView, who: Who, seat: Seat) -> str:
    """What has won the match, which need not have won the most chips."""
    won = view.last(t.WinsPot)
    return f"takes the pot of {whites(won.pot)}" if won is not None else ""


def _tally(view: ThreeFiveSevenView, recalled: Recalled) -> Tally | None:
    """Strikes, where they have won the match: not where the pot was shared."""
    if view.last(t.WinsPot) is None:
        return None
    each = accumulate(Counter(deal.get("strikes", ())) for deal in recalled)
    return Tally("strike", [tuple(so_far[seat] for seat in range(view.seats)) for so_far in each])


def _moment(view: ThreeFiveSevenView, who: Who) -> Moment | None:
    """The last strike, or else the showdown that brought the most."""
    if view.last(t.WinsPot) is not None and (strike := view.last(t.Strike)) is not None:
        opened = view.last(t.Opened)
        alone = f"alone in with {opened.stage} cards" if opened is not None else "alone in"
        return Moment("the pot", strike.seat, stamp=art.Stamp(f"STRIKE {strike.strikes}", "gold"), lines=(alone,))
    compared = view.events_of(t.Compared)
    won = [(sum(p.amount for p in e.payments if p.winner == seat), seat, e) for e in compared for seat in e.winners]
    if not won:
        return None
    amount, seat, best = max(won, key=lambda one: one[0])
    shown = view.events_of(t.Showdown)
    hand = next((h for e in shown if e.stage == best.stage for h in e.hands if h.seat == seat), None)
    cards = laid_out(hand.cards, best.stage) if hand is not None else ()
    title = f"{signed(amount)} for {who(seat)}"
    return Moment(title, seat, cards, lines=((hand.called if hand else f"the best {best.stage} cards"),))


WORDS = Words(
    traits=(Ending(why=_takes_pot, tally=_tally, moment=_moment),),
    game=t.THREE_FIVE_SEVEN,
    tagline="three cards, five, then seven: in or out, and three times in alone wins the pot",
    moods=("betting", "quick"),
    minutes=(1, 1),
    lasts=lambda options: f"{options.deals} deals at most" if options.deals else "until the pot is won",
    sample_move_count=4,
    slash_options=("ante", "strikes_to_win", "show"),
    rules=(
        "Everybody antes once. Three cards each, then two more, then two more; with three cards threes are wild, "
        "then fives, then sevens.",
        "At each stage everybody says in or out, in secret and all at once.",
        "Two or more are in: they see each other's hands, and all but the best pay its owner as much as there is in "
        "the pot. Nobody wins more from another than they had in front of them.",
        "In alone: a strike. Three strikes take the pot, and the match.",
        "With three cards there are no straights and flushes. Five of a kind beats a straight flush.",
    ),
    deal="deal",
    cloth="wine",
    seats_in_row=1,
    verbs={
        t.Declare: Verb(
            "{}", "primary", public=True, ask="In or out?", parts={t.IN: "In", t.OUT: "Out"},
            answer="**{}**, and nobody knows. You may change it until everybody has declared.",
        ),
        **pots.END_VERBS,
    },
    events={t.Opened: _opened, t.Showdown: _hands, t.Compared: _compared, **pots.END_EVENTS},
    told_by_picture=(t.Opened, t.Showdown, t.Compared, t.Strike, t.WinsPot, *pots.END_EVENTS),
    layout=layout,
    plate=plate,
    asks="in?",
    outcome=outcome,
    notes=notes,
    order=wilds_first,
    counts={"showdowns won": "{total:showdown} won"},
)  # fmt: skip
