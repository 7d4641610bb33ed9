"""3-5-7 on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import Any

from bot.engine.amounts import whites
from bot.engine.cards import Card
from bot.engine.controls import suit_order
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import three_five_seven as t
from bot.games.parts.poker_hands import name, strength
from bot.show import pots
from bot.show.layout import Layout, Outcome, seat_scene
from bot.show.poker import in_two, laid_out
from bot.show.sentences import Who, cards_text, times
from bot.show.words import Verb, Words
from card_art import scene as art

_BESIDE = 22
"""So many letters fit beside seven cards."""
_MANY = {3: "Threes", 5: "Fives", 7: "Sevens"}


def layout(view: View, who: Who) -> Layout:
    """The pot in the middle; what is wild in the corner."""
    stage = view.facts.get("stage")  # none in a deal that was over before a card was dealt
    return Layout(
        centre=(art.Pot(view.pot),), stage=f"{stage} cards" if stage else "",
        corner=(f"{_MANY[stage]} are wild",) if stage else (),
    )  # fmt: skip


def plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """Backs and strikes, and what the seat had in its open hand last."""
    opened = view.last(t.Opened) if seat in view.players else None
    was_in = opened is not None and seat in opened.are_in
    return seat_scene(
        view, who, seat, whites(view.stacks[seat]), strikes=view.strikes[seat],
        strikes_of=view.options.strikes_to_win, mark="chip" if was_in else None,
        said="" if opened is None else "was in" if was_in else "was out",
    )  # fmt: skip


def outcome(view: View, before: State, who: Who) -> Outcome:
    """Who was in at the last stage, with their hands as far as the viewer has seen them, and who has how many
    strikes."""
    opened, stage = view.last(t.Opened), view.facts.get("stage", 0)
    are_in = opened.are_in if opened else ()
    hands = {s: laid_out(view.faces(f"hand {s}"), stage) for s in are_in}
    seen = {s: cards for s, cards in hands.items() if len(cards) == stage and len(are_in) > 1}
    wild = {s: frozenset(n for n, c in enumerate(cards) if c.rank == stage) for s, cards in seen.items()}
    told = {s: in_two(strength(cards, wild=stage)) for s, cards in seen.items()}
    compared = view.last(t.Compared) if len(are_in) > 1 else None
    best = compared.winners if compared else ()
    unseen = {s: ("Best hand" if s in best else "Beaten" if compared else "Alone in", _was_in(view, s)) for s in are_in}
    strikes = {s: (f"{n} STRIKE{'S' * (n > 1)}",) for s, n in enumerate(view.strikes) if n}
    made = pots.outcome(view, before, who, banner=_banner(view, who, told))
    return replace(
        made, told=unseen | told, tags=strikes, note="★ wild" if any(wild.values()) else "",
        hands={
            s: [art.ResultHand(cards, wild=wild[s], dim=bool(best) and s not in best)] for s, cards in seen.items()
        },
        out={"Out": [s for s in range(view.seats) if s not in are_in and s in view.players]} if are_in else {},
        stage=" · ".join(filter(None, (f"{_MANY[stage].lower()} are wild" if stage else "", made.stage))),
    )  # fmt: skip


def _was_in(view: View, seat: Seat) -> str:
    """At which stages of the deal."""
    stages = [str(e.stage) for e in view.events_of(t.Opened) if seat in e.are_in]
    return f"was in with {' and '.join(stages)}" if len(stages) < 3 else "was in every time"


def _banner(view: View, who: Who, told: Mapping[Seat, tuple[str, str]]) -> str | None:
    """What the last stage has come to."""
    last = view.last(t.Compared, t.Strike)
    if pots.banner(view, who) or last is None:
        return pots.banner(view, who)
    if isinstance(last, t.Strike):
        return f"{who(last.seat)} alone is in: {times(last.strikes, 'strike')}"
    won = {w: sum(p.amount for p in last.payments if p.winner == w) for w in last.winners}
    if len(won) > 1 or not last.payments:
        return f"{who.all(last.winners)} have equal hands"
    ((winner, amount),) = won.items()
    hand = f"'s {told[winner][0].lower()}" if winner in told else ""
    return f"{who(winner)}{hand} wins {whites(amount)}"


def wilds_first(view: View, c: Card) -> Any:
    return c.rank != view.facts.get("stage"), -(c.rank if c.rank > 1 else 14), suit_order(c)


def notes(view: View) -> list[str]:
    """What the hand is worth, and what has been said with it."""
    stage = view.facts.get("stage")
    said = view.facts.get(f"choice of {view.viewer}")
    best = name(strength(view.hand, wild=stage)) if stage == len(view.hand) else ""
    return [*wrap(best.capitalize(), _BESIDE), *([f"You are {said.choice}"] if said else [])]


def _opened(e: t.Opened, who: Who) -> str | None:
    if not e.are_in:
        return "Nobody is in."
    return f"{who.all(e.are_in)} are in." if len(e.are_in) > 1 else None


def _hands(e: t.Showdown, who: Who) -> str:
    others = [h for h in e.hands if h.seat != who.viewer]
    return " ".join(f"{who(h.seat)} shows {cards_text(h.cards)}: {h.called}." for h in others)


def _compared(e: t.Compared, who: Who) -> str:
    if not e.payments:
        return f"{who.all(e.winners)} have equal hands, so nobody pays."
    won = [(w, [p for p in e.payments if p.winner == w]) for w in e.winners]
    return ", and ".join(f"{who(w)} wins {_sum(paid)} ({_from(paid, who)})" for w, paid in won if paid) + "."


def _sum(paid: Iterable[t.Payment]) -> str:
    return f"**{whites(sum(p.amount for p in paid))}**"


def _from(paid: Iterable[t.Payment], who: Who) -> str:
    return ", ".join(f"{whites(p.amount)} from {who(p.loser)}" for p in paid)


WORDS = Words(
    game=t.THREE_FIVE_SEVEN,
    tagline="three cards, then five, then seven: say in or out, and three times in alone wins the pot",
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
    tall=True,
    verbs={
        t.Declare: Verb(
            "{}", "primary", public=True, ask="In or out?", parts={t.IN: "In", t.OUT: "Out"},
            answer="**{}**, and nobody knows. You may change it until everybody has declared.",
        ),
        **pots.END_VERBS,
    },
    events={t.Opened: _opened, t.Showdown: _hands, t.Compared: _compared, **pots.END_EVENTS},
    in_result=(t.Opened, t.Showdown, t.Compared, t.Strike, t.WinsPot, *pots.END_EVENTS),
    layout=layout,
    plate=plate,
    outcome=outcome,
    notes=notes,
    order=wilds_first,
    counts={"showdowns won": "{total:showdown} won"},
)  # fmt: skip
