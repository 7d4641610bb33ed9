"""Red Dog on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.amounts import signed, whites
from bot.engine.cards import ACE, SUIT_NAMES, Card, high, rank_text
from bot.engine.facts import HAND, STOCK
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.games import red_dog as r
from bot.games.red_dog import TURNED, RedDogView
from bot.show.words import pots
from bot.show.words.game import Words
from bot.show.words.layout import LOSE, WIN, Layout, Outcome, chips_line, chips_plate, seat_scene
from bot.show.words.sentences import SUIT_SIGNS, Who, card_text
from bot.show.words.verbs import Verb
from card_art import scene as art


def layout(view: RedDogView, who: Who) -> Layout:
    """The card that is turned next; once it is, what was held against it; the pot."""
    over, corner = _over(view), (f"{view.size(STOCK)} cards left",)
    if over:
        return Layout(centre=_turned(view, who, over), corner=corner, moved=False)
    centre: list[art.Piece] = [art.CardRow((None,), "Next card")]
    if before := view.pile(TURNED):
        centre.append(art.CardRow(before, "Turned"))
    return Layout(centre=(*centre, art.Pot(view.pot)), corner=corner)


def plate(view: RedDogView, who: Who, seat: Seat) -> art.Seat:
    """The stack and the hand. Whose bet has just been decided is still in its light; what they show lies in the middle
    then."""
    over = _over(view)
    if not over:
        return chips_plate(view, who, seat)
    lit = seat_scene(view, who, seat, chips_line(view, seat), active=over.seat == seat)
    if over.seat != seat:
        return lit
    shown = over.shown if isinstance(over, r.Loses) else (over.shown,)
    kept = tuple(c if seat != who.viewer else None for c in view.pile(HAND.of(seat)) if c not in shown)
    return replace(lit, hand=kept)


def _over(view: RedDogView) -> r.Wins | r.Loses | None:
    """How the bet has gone that is still looked at."""
    return view.last(r.Wins, r.Loses) if view.moment else None


def _turned(view: RedDogView, who: Who, e: r.Wins | r.Loses) -> tuple[art.Piece, ...]:
    """The turned card, and beside it the one that beats it, or all those of which none does."""
    turned = view.faces(TURNED)[-1]
    if isinstance(e, r.Wins):
        shown = art.CardRow((e.shown,), f"{who(e.seat):shows}", hero=0, highlight=frozenset({0}), stamp=WIN)
        how, what, into_pot = f"{card_text(e.shown)} is above the {card_text(turned)}", "wins", -e.amount
    else:
        held = sorted(e.shown, key=lambda c: c.suit == turned.suit)  # what could have beaten it at the right
        other = frozenset(n for n, c in enumerate(held) if c.suit != turned.suit)
        shown = art.CardRow(tuple(held), f"{who(e.seat):shows}", dimmed=other, stamp=LOSE)
        how, what, into_pot = _beaten(e.shown, turned), "loses", e.amount
    said = f"{how} · {who(e.seat):{what}} {whites(e.amount)}"
    return art.CardRow((turned,), "Turned", hero=0), shown, art.Pot(view.pot, change=signed(into_pot)), art.Note(said)


def _beaten(shown: Sequence[Card], turned: Card) -> str:
    """Why none of these beats the turned card."""
    if turned.rank == ACE:
        return f"Nothing is above the {card_text(turned)}"
    suited = sorted((c for c in shown if c.suit == turned.suit), key=high)
    if not suited:
        return f"No {SUIT_NAMES[turned.suit]} against the {card_text(turned)}"
    return f"{'Only' if len(suited) == 1 else 'At best'} the {card_text(suited[-1])}, below the {card_text(turned)}"


def outcome(view: RedDogView, before: State, who: Who) -> Outcome:
    """What each bet was, the card that was turned for it, and what was shown against that."""
    turned = {e.seat: e.card for e in view.events_of(r.Turned)}
    over = {e.seat: e for e in view.events_of(r.Wins, r.Loses)}
    return pots.outcome(
        view, before, who, headings=("shown", "", "turned") if over else (),
        hands={s: [_shown(e), art.ResultHand((turned[s],))] for s, e in over.items()},
        told={s: ("", f"bet {whites(over[s].amount)}" if s in over else "no turn") for s in view.players},
        stamps={s: WIN if isinstance(e, r.Wins) else LOSE for s, e in over.items()},
        out={"No turn": [s for s in view.players if s not in over]},
    )  # fmt: skip


def _shown(e: r.Wins | r.Loses) -> art.ResultHand:
    """The one card that won, or all those of which none did."""
    return art.ResultHand((e.shown,)) if isinstance(e, r.Wins) else art.ResultHand(e.shown, dim=True)


def notes(view: RedDogView) -> Sequence[str]:
    """Below what each suit wins."""
    best = {c.suit: c for c in sorted(view.hand, key=high)}
    return [f"{SUIT_SIGNS[suit]} anything below {rank_text(best[suit].rank)}" for suit in "CDSH" if suit in best]


def odds(view: RedDogView) -> str:
    wins, unseen = r.odds(view)
    return f"You beat {wins} of the {unseen} cards that you have not seen: {wins / max(1, unseen):.0%}."


WORDS = Words(
    game=r.RED_DOG,
    tagline="bet against the pot that you beat the next card in its own suit",
    moods=("betting", "quick"),
    minutes=(1, 1),
    lasts=lambda options: f"{options.rounds} rounds at most" if options.rounds else "until the pot is won",
    sample_move_count=1,
    slash_options=("ante", "min_bet", "hands"),
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
    told_by_picture=(r.Turned, r.Wins, r.Loses, *pots.END_EVENTS),
    presets=pots.presets,
    layout=layout,
    plate=plate,
    asks="bet",
    seats_in_row=3,
    outcome=outcome,
    notes=notes,
    odds=odds,
    counts={
        "pots made": "{total:pot} taken",
        "pots tried": "{total:pot} tried",
        "largest pot": "largest {best:whites}",
    },
)
