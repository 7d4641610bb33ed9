"""Red Dog on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.amounts import whites
from bot.engine.cards import high
from bot.engine.state import State
from bot.engine.view import View
from bot.games import red_dog as r
from bot.show import pots
from bot.show.words import SUIT_SIGNS, Verb, Who, Words, card_text, cards_text, options_lines, seat_scene, times, turned
from card_art import scene as art

_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


def scene(view: View, who: Who) -> art.Scene:
    """The pot and the turned card in the middle, exposed cards in front of their owners."""
    turned_cards = view.pile("turned")
    last = turned_cards[-1] if turned_cards else None
    seats = tuple(
        seat_scene(view, who, s, f"{whites(view.stacks[s])} chips", hand=s in view.players) for s in turned(view, who)
    )
    centre: tuple[art.Piece, ...] = (
        art.Row((last,) if last else (), "Turned", slots=1), art.Pot(view.pot), art.Stock("Stock", view.size("stock")),
    )  # fmt: skip
    return art.Scene(
        title="Red Dog", subtitle=f"Round {view.number + 1}", seats=seats, centre=centre,
        foot_left=(f"smallest bet {whites(view.options.min_bet)}", *options_lines(view)[:2]), style=who.style,
    )  # fmt: skip


def results(view: View, before: State, who: Who) -> art.Results:
    """What the round moved, and what everybody has now."""
    hands = {s: view.faces(f"hand {s}") for s in range(view.seats)}
    return pots.moved(view, before, who, "Red Dog", f"Round {view.number + 1}", "Round", hands)


def notes(view: View) -> Sequence[str]:
    """Below what each suit wins."""
    lines = []
    for suit in "CDSH":
        best = max((high(c) for c in view.hand if c.suit == suit), default=0)
        if best:
            lines.append(f"{SUIT_SIGNS[suit]} anything below {_RANKS.get(best, str(best))}")
    return lines


def odds(view: View) -> str:
    wins, unseen = r.odds(view)
    return f"You beat {wins} of the {unseen} cards that you have not seen: {wins / max(1, unseen):.0%}."


WORDS = Words(
    game=r.RED_DOG,
    tagline="bet against the pot that you beat the next card in its own suit",
    hint="Your cards come by direct message; **My hand** shows them too.",
    verbs={
        r.Bet: Verb("Bet {}", "primary", public=True, ask="Your bet."),
        **pots.END_VERBS,
    },
    events={
        r.OutOfChips: lambda e, who: f"{who(e.seat)} is out of chips.",
        r.TriesPot: lambda e, who: f"**{who(e.seat)} pots it: {whites(e.pot)}!**",
        r.Turned: lambda e, who: f"{card_text(e.card)} is turned for {who(e.seat)}.",
        r.Wins: lambda e, who: (
            f"{who(e.seat)} shows {card_text(e.shown)} and wins {whites(e.amount)}. Pot {whites(e.pot)}."
        ),
        r.Loses: lambda e, who: (
            f"{who(e.seat)} loses {whites(e.amount)} with {cards_text(e.shown)}. Pot {whites(e.pot)}."
        ),
        **pots.END_EVENTS,
    },
    counts={
        "pots made": lambda total, best: f"{times(total, 'pot')} taken",
        "pots tried": lambda total, best: f"{times(total, 'pot')} tried",
        "largest pot": lambda total, best: f"largest {whites(best)}",
    },
    scene=scene,
    results=results,
    rules=(
        "Everybody antes, then gets four cards. In turn you bet against the pot, at least the smallest bet.",
        "The next card is turned. Hold a higher card of its suit, and the pot pays your bet; else it takes your bet.",
        "Ace is high. Winners show one card, losers their whole hand.",
        "Bet the whole pot and win, and the game is yours. What is left in the pot stays for the next round.",
        "Anybody may propose to share the pot and stop; all who have paid into it must agree.",
    ),
    presets=pots.presets,
    deal="round",
    notes=notes,
    odds=odds,
)
