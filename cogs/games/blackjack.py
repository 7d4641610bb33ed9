"""Blackjack on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.amounts import signed, whites
from bot.engine.cards import Card
from bot.engine.offers import Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Burnt, Reshuffled, Shuffled
from bot.engine.view import View
from bot.games.blackjack import BLACKJACK
from bot.games.blackjack import moves as m
from bot.games.blackjack.hands import worth
from bot.games.parts import wagers as w
from bot.show import bets
from bot.show.words import Verb, Who, Words, card_text, cards_text, options_lines, seat_scene, times, turned
from card_art import scene as art

_BY = {"hit": "taps the table", "double": "shows one finger and doubles", "split": "splits with two fingers"}
_ENDS = {"blackjack": "has a **blackjack**", "even money": "takes even money", "won": "wins", "pushed": "pushes",
         "lost": "loses", "bust": "is bust"}  # fmt: skip


def scene(view: View, who: Who) -> art.Scene:
    """The dealer, the shoe and the discards in the middle, everybody's hands and wagers around."""
    behind, left = view.facts["behind"], view.size("stock")
    shown = view.faces("dealer")
    label = f"Dealer {_total(shown)}" if len(shown) > 1 else "Dealer"
    return art.Scene(
        title="Blackjack", subtitle=f"Round {view.number + 1}",
        seats=tuple(_seat(view, who, s) for s in turned(view, who)),
        centre=(
            art.Stock("Shoe", left, of=52 * view.options.decks, marker=behind),
            art.Row(view.pile("dealer"), label, slots=2), art.Stock("Discards", view.size("discards")),
        ),
        corner=(f"marker in {max(0, left - behind)}",), foot_left=options_lines(view),
        foot_right=f"wagers {whites(view.options.min_bet)} to {whites(view.options.max_bet)}", tall=True,
        style=who.style,
    )  # fmt: skip


def _seat(view: View, who: Who, seat: Seat) -> art.Seat:
    playing = view.facts.get(f"hands {seat}", ())
    piles = [(n, view.faces(f"hand {seat}.{n}")) for n, _ in playing]
    turn = view.facts.get("turn")
    hands = tuple(art.SeatHand(c, _total(c, len(piles) > 1), turn == (seat, n)) for n, c in piles if c)
    line = f"{whites(view.stacks[seat])} chips"
    if side := view.facts.get(f"insurance {seat}"):
        line += f" · insured {whites(side)}"
    elif len(playing) > 1:
        line += f" · {'+'.join(whites(wager) for _, wager in playing)}"
    bet = sum(wager for _, wager in playing) or dict(view.facts.get("wagers", ())).get(seat, 0)
    return seat_scene(view, who, seat, line, hands=hands, bet=bet)


def _total(cards: Sequence[Card], short: bool = False) -> str:
    total, soft = worth(cards)
    if not soft or total == 21:
        return str(total)
    return f"{total - 10}/{total}" if short else f"soft {total}"


def results(view: View, before: State, who: Who) -> art.Results:
    """What the round has brought everybody."""
    settled = view.events_of(m.Settled)
    won = {s: view.stacks[s] - before.stacks[s] for s in range(view.seats)}
    order = sorted(range(view.seats), key=lambda s: -won[s])
    rows = tuple(
        art.ResultRow(
            place="–", name=who(s), values=(signed(won[s]), whites(view.stacks[s])), winner=won[s] > 0, number=s,
            tags=who.tags[s] if who.tags else (), cards=next((e.cards for e in settled if e.seat == s), ()),
        )
        for s in order
    )  # fmt: skip
    hole = view.last(m.HoleTurned)
    drawn = view.events_of(m.DealerDraws)
    note = "Nobody made a wager."
    if hole is not None:
        total = drawn[-1].total if drawn else hole.total
        note = f"Dealer: {cards_text((*hole.cards, *(e.card for e in drawn)))}, {total}."
    best = [s.seat for s in view.standings or () if s.place == 1]
    banner = f"{who.all(best)} {'comes' if len(best) == 1 else 'come'} out best." if best else None
    return art.Results(
        title="Blackjack", subtitle=f"Round {view.number + 1}", columns=("Round", "Chips"), rows=rows, note=note,
        banner=banner,
    )  # fmt: skip


def amounts(view: View, offer: Offer) -> Mapping[str, int]:
    """What the buttons of the wager and insurance windows come to for a player."""
    among = offer.next(())
    if offer.kind is not w.Bet or not among:
        return {"most": max(among)} if among else {}
    return bets.wager_amounts(view, offer)


def presets(view: View, offer: Offer) -> Sequence[tuple[str, int | str]]:
    """On the table the buttons are everybody's; in a panel they say the amount."""
    among = offer.next(())
    if offer.kind is m.Double:
        return [(f"Double {whites(max(among))}", max(among))]
    if offer.kind is m.Insure:
        return [(f"Insure {whites(max(among))}", max(among))] if view.viewer >= 0 else [("Insure half", "most")]
    return bets.wager_presets(view, offer)


def _drawn(e: m.Drawn, who: Who) -> str:
    return f"{who(e.seat)} {_BY[e.by]}: {card_text(e.card)}, {e.total}."


def _settled(e: m.Settled, who: Who) -> str:
    end = f"{who(e.seat)} {_ENDS[e.outcome]}"
    return f"{end}." if not e.net else f"{end}: {signed(e.net)}."


WORDS = Words(
    game=BLACKJACK,
    tagline="come closer to 21 than the dealer, who has the edge",
    hint="The dealer has a small edge by design; the chips are play chips.",
    verbs={
        w.Bet: Verb("Bet {}", "primary", public=True, ask="Your wager.", other="Other…"),
        w.Pass: Verb("Pass", public=True, at=lambda view: "No" if view.size("dealer") else "Sit out"),
        m.Insure: Verb("Insure {}", "primary", public=True, ask="The dealer shows an ace: insurance?"),
        m.EvenMoney: Verb("Even money", "success", public=True),
        m.Hit: Verb("Hit", "primary", public=True, ask="Your hand. Doubling is usually for 11 or less."),
        m.Stand: Verb("Stand", "success", public=True),
        m.Double: Verb("Double {}", public=True, ask="Double for how much?", other="Double for less…"),
        m.Split: Verb("Split", public=True),
    },
    events={
        Shuffled: lambda e, who: f"{e.cards} cards are shuffled.",
        Burnt: lambda e, who: "One card is burnt.",
        Reshuffled: lambda e, who: f"The shoe is dry: {e.cards} discards are shuffled and serve on.",
        **bets.WAGER_EVENTS,
        m.Dealt: lambda e, who: f"The dealer shows {card_text(e.up)}.",
        m.Insured: lambda e, who: f"{who(e.seat)} insures for {whites(e.amount)}.",
        m.Peeked: lambda e, who: "**The dealer has a blackjack.**" if e.blackjack else "No blackjack in the hole.",
        m.InsuranceOver: lambda e, who: f"{who(e.seat)}'s insurance: {signed(e.net)}.",
        m.Drawn: _drawn,
        m.Stood: lambda e, who: f"{who(e.seat)} waves a flat hand and stands on {e.total}.",
        m.HoleTurned: lambda e, who: f"The dealer turns {cards_text(e.cards)}: {e.total}.",
        m.DealerDraws: lambda e, who: f"The dealer draws {card_text(e.card)}: {e.total}.",
        m.Settled: _settled,
    },
    counts={
        "rounds": lambda total, best: times(total, "round"),
        "hands won": lambda total, best: f"{times(total, 'hand')} won",
        "hands lost": lambda total, best: f"{total:,} lost",
        "hands pushed": lambda total, best: f"{total:,} pushed",
        "blackjacks": lambda total, best: times(total, "blackjack"),
        "busts": lambda total, best: times(total, "bust"),
        "wagered": lambda total, best: f"{whites(total)} wagered",
    },
    scene=scene,
    results=results,
    rules=(
        "Make a wager; you and the dealer get two cards. Come closer to 21 than the dealer without passing it.",
        "Aces count 11 or 1, faces 10. An ace with a ten-card at once is a blackjack and pays 3 to 2.",
        "Hit for a card, stand, double for exactly one card more, or split two cards of the same rank into two hands.",
        "Past 21 you lose at once. The dealer draws to 17. Higher total wins the wager, equal totals push.",
        "If the dealer shows an ace you may insure for half your wager: it pays 2 to 1 if the dealer has a blackjack.",
    ),
    presets=presets,
    amounts=amounts,
    deal="round",
)
