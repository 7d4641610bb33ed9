"""Twos on Discord: its words, and how its table lies."""

from __future__ import annotations

from typing import Any

from bot.engine.amounts import whites
from bot.engine.cards import Card, card
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games import twos as g
from bot.games.twos import combinations as c
from bot.show.layout import Layout, Outcome, seat_scene
from bot.show.sentences import Who, begun, card_text, cards_text, times
from bot.show.words import Verb, Words
from card_art import scene as art

_NUMBERS = ("no", "one", "two", "three")


# ---- the table -----------------------------------------------------------------------------------


def layout(view: View, who: Who) -> Layout:
    """The combination to beat, and whose it is."""
    lying = view.faces("combination")
    corner = (f"{_ends(view)}",)
    return Layout(stage=_stage(view), corner=corner, centre=(art.Row(lying, label=called(lying)),))


def _stage(view: View) -> str:
    return f"of {view.options.hands}"


def _ends(view: View) -> str:
    return "♠ best suit"


def called(cards: tuple[Card, ...]) -> str:
    """What these cards are, as people say it: "full house, nines", "9♠"."""
    made = c.recognise(cards)
    if made is None:
        return ""
    return card_text(cards[0]) if made.size == 1 else c.called(made)


def plate(view: View, who: Who, seat: Seat) -> art.Seat:
    """The stack or the points so far."""
    return seat_scene(view, who, seat, standing(view, seat))


def standing(view: View, seat: Seat) -> str:
    if view.options.stakes == "chips":
        return f"{whites(view.stacks[seat])} chips"
    return times(view.scores[seat], "point")


# ---- the result ----------------------------------------------------------------------------------


def outcome(view: View, before: State, who: Who) -> Outcome:
    """What everybody was left with, and what that cost."""
    scored = view.last(g.HandScored)
    if scored is None:
        return Outcome(banner="Fewer than two have chips left")
    chips = view.options.stakes == "chips"
    losses = {e.seat: e for e in scored.losses}
    banner = begun(f"{who(scored.winner):is} out of cards")
    return Outcome(
        hands={s: [art.ResultHand(tuple(reversed(e.cards)))] for s, e in losses.items()},
        change=None if chips else lambda s: f"+{losses[s].points}" if s in losses else "+0",
        total=None if chips else lambda s: times(view.scores[s], "point"),
        won=[scored.winner], banner=banner,
    )  # fmt: skip


# ---- words ---------------------------------------------------------------------------------------


def _cut_shows(e: g.CutShows, who: Who) -> str:
    return f"The cut shows {card_text(card(e.card))}: {who(e.first):is} dealt first."


def _opens(e: g.Opens, who: Who) -> str:
    return f"{who(e.seat):holds} the {'lowest card in play' if e.lowest else '3♦'} and {who(e.seat):/leads}."


def _laid(e: g.Laid, who: Who) -> str:
    made = called(e.cards)
    if len(e.cards) == 1:
        return f"{who(e.seat):lays} {made}."
    return f"{who(e.seat):lays} a {made}: {cards_text(e.cards)}."


def _few_left(e: g.FewLeft, who: Who) -> str:
    return f"**{who(e.seat):has} {_NUMBERS[e.cards]} card{'s' if e.cards > 1 else ''} left.**"


def ready(view: View, move: g.Play) -> str:
    """A play as it stands ready-made in a menu."""
    made = called(move.cards)
    return made if len(move.cards) == 1 else f"{cards_text(move.cards)} · {made}"


def in_order(view: View, c_: Card) -> Any:
    return c.place(c_)


WORDS = Words(
    game=g.TWOS,
    tagline="lay a better combination of as many cards, and be rid of yours first",
    in_front=("unit", "hands", "direction"),
    rules=(
        "Lay one card, a pair, three of a kind or five cards that make a poker hand. The others in turn lay a better "
        "one of as many cards, or pass. Twos are the highest cards, then aces; the suits go ♠ ♥ ♣ ♦.",
        "The 3♦ begins. When all others have passed, whoever has laid the last cards leads anything. Who has passed "
        "may play again when the turn comes round.",
        "Five cards rank as straight, flush, full house, four of a kind with any fifth card, straight flush. In a "
        "straight the two stands below the three.",
        "When somebody has no card left the others pay: a point for each card, two from the ten up, and three for "
        "every card if they have laid none.",
    ),
    verbs={
        g.Play: Verb("Play", "success", ask="Choose your cards.", ready=ready),
        g.Pass: Verb("Pass", public=True),
    },
    events={
        g.CutShows: _cut_shows,
        g.Opens: _opens,
        g.Laid: _laid,
        g.FewLeft: _few_left,
    },
    in_result=(g.Laid, g.Out, g.HandScored, g.TooFew),
    layout=layout,
    plate=plate,
    outcome=outcome,
    order=in_order,
    cloth="blue",
    counts={
        "hands": "{total:hand}",
        "hands won": "{total} won",
        "penalty points": "{total:penalty point}",
        "untouched": "caught with all cards {total:time}",
    },
)  # fmt: skip
