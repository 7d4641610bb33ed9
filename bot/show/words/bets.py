"""Words of bets that several games share: betting rounds (check, bet, call, raise, fold), and wager windows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine import betting as b
from bot.engine.amounts import whites
from bot.engine.betting import BETTING
from bot.engine.events import Event
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.side_pots import PotWon
from bot.engine.view import View
from bot.games.parts import wagers as w

from .sentences import Say, Who
from .verbs import Command, Typed, Verb


def owed(view: View) -> int:
    """What it costs the player who is waited for to stay in: at most their whole stack."""
    seat = view.waits_for[0] if view.waits_for else view.viewer
    return min(view.fact(BETTING).to_match - view.wagers[seat], view.stacks[seat])


def amounts(view: View, offer: Offer) -> Sequence[tuple[str, int]]:
    """Buttons for a bet or a raise: the smallest, half of what lies there, all of that, the largest."""
    among = offer.next(())
    least, most = min(among), max(among)
    lies = view.pot + sum(view.wagers)
    word = offer.kind.__name__
    parts = [(f"½ pot {whites(half)}", half) for half in [lies // 2 // 50 * 50]] + [(f"Pot {whites(lies)}", lies)]
    middle = [(label, amount) for label, amount in parts if least < amount < most]
    return [(f"{word} {whites(least)}", least), *middle, (f"{word} {whites(most)}", most)]


def call(price: Callable[[View], int]) -> Verb:
    """The button that says what a call costs."""
    return Verb(
        "Call", "success", public=True, ask="Call or fold?",
        ask_beside={"raise": "Call, raise or fold?"}, at=lambda view: f"Call {whites(price(view))}",
        command=Command("Put in what you owe, or all that you have.", habit=True),
    )  # fmt: skip


VERBS: Mapping[type[Move], Verb] = {
    b.Check: Verb(
        "Check", "success", public=True, ask="Check or fold?",
        ask_beside={"bet": "Check or bet?", "raise": "Check or raise?"},
        command=Command("Put in nothing, where nothing is owed.", habit=True),
    ),
    b.Call: call(owed),
    b.Bet: Verb("Bet {}", "primary", public=True, typed=Typed("Other bet…")),
    b.Raise: Verb(
        "Raise {}", "primary", public=True, typed=Typed("Other raise…"),
        command=Command("Call, and this on top: 5, 2½, min or max.", habit=True),
    ),
    b.Fold: Verb("Fold", "danger", public=True, command=Command("Give up your hand.", habit=True)),
}  # fmt: skip


def _all_in(e: Any) -> str:
    return ", **all-in**" if e.all_in else ""


def takes(winners: Sequence[Seat], who: Who) -> str:
    return f"**{who.all(winners)}** {'share' if len(winners) > 1 else format(who(winners[0]), '/takes')}"


EVENTS: Mapping[type[Event], Say] = {
    b.BetMade: lambda e, who: f"{who(e.seat):bets} {whites(e.amount)}{_all_in(e)}.",
    b.Called: lambda e, who: f"{who(e.seat):calls} {whites(e.amount)}{_all_in(e)}.",
    b.Raised: lambda e, who: f"{who(e.seat):raises} {whites(e.amount)} to {whites(e.to)}{_all_in(e)}.",
    PotWon: lambda e, who: f"{takes(e.winners, who)} the {e.pot} of **{whites(e.amount)}**.",
}


# ---- wagers, made by everybody at once ----------------------------------------------------------


WAGER_VERBS: Mapping[type[Move], Verb] = {
    w.Bet: Verb("Bet {}", "primary", public=True, ask="Your wager.",
                command=Command("Bet chips: 5, 2½, min, pot or all.")),
    w.Pass: Verb("Sit out", public=True, command=Command("Pass: sit out, or say no.")),
}  # fmt: skip


def wager_amounts(view: View, offer: Offer) -> Mapping[str, int]:
    """What the buttons of a wager window come to for a player: the last wager again, and twice that."""
    last = dict(view.carried.wagers).get(view.viewer, 0) if view.carried else 0
    return {word: n for word, n in (("same", last), ("twice", 2 * last)) if n in offer.next(())}


def wager_presets(view: View, offer: Offer) -> Sequence[tuple[str, int | str]]:
    """On the table the buttons are everybody's; in a panel they say the amount."""
    among = offer.next(())
    least = (f"Min {whites(min(among))}", min(among))
    if view.viewer < 0:
        earlier = view.carried is not None and bool(view.carried.wagers)
        return [("Same again", "same"), least, ("×2", "twice")] if earlier else [least]
    named = wager_amounts(view, offer)
    same = [(f"Same again {whites(named['same'])}", named["same"])] if "same" in named else []
    twice = [(f"×2: {whites(named['twice'])}", named["twice"])] if "twice" in named else []
    return [*same, least, *twice]
