"""Red Dog on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import whites
from bot.engine.cards import high, rank_text
from bot.engine.state import State
from bot.engine.view import View
from bot.games import red_dog as r
from bot.show import pots
from bot.show.layout import LOSE, WIN, Layout, Outcome, options_lines
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
    """What each bet was, the card that was turned for it, and what was shown against that."""
    turned = {e.seat: e.card for e in view.events_of(r.Turned)}
    over = {e.seat: e for e in view.events_of(r.Wins, r.Loses)}
    return pots.outcome(
        view, before, who, headings=("shown", "", "turned") if over else (),
        hands={s: [_shown(e), art.ResultHand((turned[s],))] for s, e in over.items()},
        told={s: ("", f"bet {whites(e.amount)}") for s, e in over.items()},
        stamps={s: WIN if isinstance(e, r.Wins) else LOSE for s, e in over.items()},
        out={"No turn": [s for s in view.players if s not in over]},
    )  # fmt: skip


def _shown(e: r.Wins | r.Loses) -> art.ResultHand:
    """The one card that won, or all those of which none did."""
    return art.ResultHand((e.shown,)) if isinstance(e, r.Wins) else art.ResultHand(e.shown, dim=True)


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
    in_result=(r.Turned, r.Wins, r.Loses, *pots.END_EVENTS),
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
