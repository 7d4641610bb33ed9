"""Red Dog on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import whites
from bot.engine.cards import high, rank_text
from bot.engine.state import State
from bot.engine.view import View
from bot.games import red_dog as r
from bot.show import pots
from bot.show.layout import Layout, Outcome, options_lines
from bot.show.sentences import SUIT_SIGNS, Who
from bot.show.words import Verb, Words
from card_art import scene as art


def layout(view: View, who: Who) -> Layout:
    """The pot and the turned card in the middle, exposed cards in front of their owners."""
    return Layout(
        centre=(
            art.Row(view.pile("turned")[-1:], "Turned", slots=1), art.Pot(view.pot),
            art.Stock("Stock", view.size("stock")),
        ),
        foot_left=(f"smallest bet {whites(view.options.min_bet)}", *options_lines(view)[:2]),
    )  # fmt: skip


def outcome(view: View, before: State, who: Who) -> Outcome:
    """What the round moved, and everybody's cards as far as they were shown."""
    return pots.outcome(view, before, who, cards={s: view.faces(f"hand {s}") for s in range(view.seats)})


def notes(view: View) -> Sequence[str]:
    """Below what each suit wins."""
    lines = []
    for suit in "CDSH":
        if best := max((c for c in view.hand if c.suit == suit), key=high, default=None):
            lines.append(f"{SUIT_SIGNS[suit]} anything below {rank_text(best.rank)}")
    return lines


def odds(view: View) -> str:
    wins, unseen = r.odds(view)
    return f"You beat {wins} of the {unseen} cards that you have not seen: {wins / max(1, unseen):.0%}."


WORDS = Words(
    game=r.RED_DOG,
    tagline="bet against the pot that you beat the next card in its own suit",
    rules=(
        "Everybody antes, then gets four cards. In turn you bet against the pot, at least the smallest bet.",
        "The next card is turned. Hold a higher card of its suit, and the pot pays your bet; else it takes your bet.",
        "Ace is high. Winners show one card, losers their whole hand.",
        "Bet the whole pot and win, and the game is yours. What is left in the pot stays for the next round.",
        "Anybody may propose to share the pot and stop; all who have paid into it must agree.",
    ),
    deal="round",
    verbs={r.Bet: Verb("Bet {}", "primary", public=True, ask="Your bet."), **pots.END_VERBS},
    events=pots.END_EVENTS,
    presets=pots.presets,
    layout=layout,
    outcome=outcome,
    notes=notes,
    odds=odds,
    counts={
        "pots made": "{total:pot} taken",
        "pots tried": "{total:pot} tried",
        "largest pot": "largest {best:whites}",
    },
)
