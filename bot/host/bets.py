"""The words of betting rounds: check, bet, call, raise, fold, for every game that has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine import betting as b
from bot.engine.amounts import whites
from bot.engine.offers import Move, Offer
from bot.engine.side_pots import PotWon
from bot.engine.view import View

from .words import Event, Verb, Who


def owed(view: View) -> int:
    """What it costs whoever is waited for to stay in: at most their whole stack."""
    seat = view.waits_for[0] if view.waits_for else view.viewer
    return min(view.facts["betting"].to_match - view.wagers[seat], view.stacks[seat])


def amounts(view: View, offer: Offer) -> Sequence[tuple[str, int]]:
    """Buttons for a bet or a raise: the smallest, half of what lies there, all of that, the largest."""
    among = offer.next(())
    least, most = min(among), max(among)
    lies = view.pot + sum(view.wagers)
    word = offer.kind.__name__
    parts = [(f"½ pot {whites(half)}", half) for half in [lies // 2 // 50 * 50]] + [(f"Pot {whites(lies)}", lies)]
    middle = [(label, amount) for label, amount in parts if least < amount < most]
    return [(f"{word} {whites(least)}", least), *middle, (f"{word} {whites(most)}", most)]


VERBS: Mapping[type[Move], Verb] = {
    b.Check: Verb("Check", "success", public=True, ask="Check or bet?"),
    b.Call: Verb("Call", "success", public=True, at=lambda view: f"Call {whites(owed(view))}"),
    b.Bet: Verb("Bet {}", "primary", public=True, other="Other bet…"),
    b.Raise: Verb("Raise {}", "primary", public=True, other="Other raise…"),
    b.Fold: Verb("Fold", "danger", public=True),
}


def _all_in(e: Any) -> str:
    return ", **all-in**" if e.all_in else ""


def _won(e: PotWon, who: Who) -> str:
    many = len(e.winners) > 1
    return f"**{who.all(e.winners)}** {'share' if many else 'takes'} the {e.pot} of **{whites(e.amount)}**."


EVENTS: Mapping[type[Any], Event] = {
    b.Checked: lambda e, who: f"{who(e.seat)} checks.",
    b.BetMade: lambda e, who: f"{who(e.seat)} bets {whites(e.amount)}{_all_in(e)}.",
    b.Called: lambda e, who: f"{who(e.seat)} calls {whites(e.amount)}{_all_in(e)}.",
    b.Raised: lambda e, who: f"{who(e.seat)} raises {whites(e.amount)} to {whites(e.to)}{_all_in(e)}.",
    b.Folded: lambda e, who: f"{who(e.seat)} folds.",
    b.Uncalled: lambda e, who: f"{whites(e.amount)} that nobody called go back to {who(e.seat)}.",
    PotWon: _won,
}
