"""Knock Poker on Discord: its words, and how its table lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.amounts import whites
from bot.engine.cards import Card, high
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.table import Reshuffled
from bot.engine.view import View
from bot.games import knock_poker as k
from bot.games.parts.poker_hands import best_five, kind, name, strength
from bot.show.words import Verb, Who, Words, card_text, cards_text, options_lines, seat_scene, times, turned
from card_art import scene as art


def scene(view: View, who: Who) -> art.Scene:
    """Stock and discards in the middle; what each seat has done last before it."""
    knocker = view.facts.get("knocker")
    discards = view.pile("discards")
    pot: tuple[art.Piece, ...] = (art.Pot(view.pot),) if view.pot else ()
    return art.Scene(
        title="Knock Poker", subtitle=f"Hand {view.number + 1}",
        corner=("Last turns",) if knocker is not None else (), foot_left=options_lines(view),
        seats=tuple(_seat(view, who, s, knocker) for s in turned(view, who)),
        centre=(
            art.Stock("Stock", view.size("stock")),
            art.Stock("Discards", len(discards), top=discards[-1] if discards else None), *pot,
        ),
        style=who.style,
    )  # fmt: skip


def _seat(view: View, who: Who, seat: Seat, knocker: Seat | None) -> art.Seat:
    line = f"{view.scores[seat]} of {view.options.target} won"
    if view.options.ante:
        line = f"{whites(view.stacks[seat])} · {view.scores[seat]} won"
    if seat != knocker:
        return seat_scene(view, who, seat, line, said=_last_of(view, seat))
    made = seat_scene(view, who, seat, line, said="knocks", mark="knuckles")
    return replace(made, tags=("KNOCKED", *made.tags))


def _last_of(view: View, seat: Seat) -> str:
    """Where the seat got its last card; nothing before its first turn."""
    last = view.last(k.Took, k.Drew, seat=seat)
    return "" if last is None else "drew" if isinstance(last, k.Drew) else f"took {card_text(last.card)}"


def results(view: View, before: State, who: Who) -> art.Results:
    """All hands, the best first."""
    showdown, wins = view.last(k.Showdown), view.last(k.WinsHand)
    shown, won = showdown.hands if showdown else (), wins.winners if wins else ()
    hands = {h.seat: h for h in shown}
    order = [*hands, *(s for s in sorted(range(view.seats), key=lambda s: -view.scores[s]) if s not in hands)]
    columns: dict[str, Callable[[Seat], str]] = {}
    if len(order) < 6:  # beside six hands there is no room for their names
        columns["Hand"] = lambda s: _class(hands.get(s))
    if view.options.ante:
        columns["Chips"] = lambda s: _signed(view.stacks[s] - before.stacks[s])
    columns["Won"] = lambda s: str(view.scores[s])
    rows = tuple(
        art.ResultRow(
            place=str(n + 1), name=who(s), values=tuple(value(s) for value in columns.values()), winner=s in won,
            tags=(*(("KNOCKED",) if s == view.facts.get("knocker") else ()), *(who.tags[s] if who.tags else ())),
            cards=tuple(sorted(hands[s].cards, key=_down)) if s in hands else (), number=s,
        )
        for n, s in enumerate(order)
    )  # fmt: skip
    champions = [s.seat for s in view.standings or () if s.outcome != "L"]
    banner = f"{who.all(champions)} {'wins' if len(champions) == 1 else 'share'} the match!" if champions else None
    best = f"{shown[0].called.capitalize()}." if shown else ""
    return art.Results(
        title="Knock Poker", subtitle=f"Hand {view.number + 1}", columns=tuple(columns),
        rows=rows, banner=banner, note=best,
    )  # fmt: skip


def _class(hand: k.Shown | None) -> str:
    """A pair, a flush and so on."""
    return "" if hand is None else kind(strength(hand.cards)).name.replace("_", " ").lower()


def _signed(amount: int) -> str:
    return f"+{whites(amount)}" if amount > 0 else whites(amount)


def _down(c: Card) -> Any:
    return -high(c), c.suit


def by_rank(view: View, c: Card) -> Any:
    return _down(c)


def notes(view: View) -> list[str]:
    """What the hand is worth as it is; of six cards, the best five."""
    held = view.hand
    return name(strength(best_five(held))).capitalize().split(", ", 1) if len(held) >= k.HAND else []


def sources(view: View) -> Mapping[Any, str]:
    """What lies there to be drawn."""
    discards = view.pile("discards")
    top = discards[-1] if discards else None
    take = f"Take {card_text(top)} (discard)" if top else "Take the discard"
    return {k.DISCARD: take, k.STOCK: "Draw from stock"}


def _knocked(e: k.Knocked, who: Who) -> str:
    return (
        f"**{who(e.seat)} knocks!** {who(e.seat)} throws {card_text(e.card)}; "
        f"{who.all(e.last_turns)} {'has' if len(e.last_turns) == 1 else 'have'} one more turn."
    )


def _hand(e: k.Shown, who: Who) -> str:
    return f"{who(e.seat)}: {cards_text(sorted(e.cards, key=_down))}, {e.called}."


def _wins(e: k.WinsHand, who: Who) -> str:
    pot = f" and the pot of {whites(e.pot)}" if e.pot else ""
    if len(e.winners) == 1:
        return f"**{who(e.winners[0])} wins the hand{pot}**: {e.called}."
    return f"**{who.all(e.winners)} share the hand{pot}**: {e.called}."


WORDS = Words(
    game=k.KNOCK_POKER,
    tagline="draw and discard towards the best poker hand, and knock when yours is good enough",
    hint="Your cards come by direct message; **My hand** shows them too.",
    verbs={
        k.Draw: Verb("{}", "primary", public=True, ask="Draw a card.", named=sources),
        k.Discard: Verb("Discard", "primary", ask="Throw a card away.", beside=(k.Knock,)),
        k.Knock: Verb("Discard & knock", "danger"),
    },
    events={
        k.Drew: lambda e, who: f"{who(e.seat)} draws from the stock.",
        k.Took: lambda e, who: f"{who(e.seat)} takes {card_text(e.card)}.",
        k.Discarded: lambda e, who: f"{who(e.seat)} throws {card_text(e.card)}.",
        k.Knocked: _knocked,
        k.StockOut: lambda e, who: "The stock is empty, so all hands are shown.",
        k.Showdown: lambda e, who: " ".join(_hand(h, who) for h in e.hands),
        k.WinsHand: _wins,
        k.CannotAnte: lambda e, who: "Fewer than two can pay the ante, so the match ends as it stands.",
        Reshuffled: lambda e, who: f"The stock is empty: {e.cards} discards are shuffled and are the stock now.",
    },
    scene=scene,
    results=results,
    rules=(
        "Five cards each. In turn you take the top discard, or the unknown top card of the stock, and throw one away.",
        "Satisfied? Knock as you throw: everybody else has one more turn, then all hands are shown.",
        "The best poker hand wins, whoever knocked; equal hands share. The ace is high, and low only in A-2-3-4-5.",
        "A card that you took from the discards may not be thrown straight back.",
        "The first to win as many hands as the table plays for wins the match.",
    ),
    point="win",
    counts={
        "knocks": lambda total, best: times(total, "knock"),
        "knocks that won": lambda total, best: f"{total} won",
        "best hand": lambda total, best: f"best hand {name(best)}",
    },
    notes=notes,
    order=by_rank,
)  # fmt: skip
