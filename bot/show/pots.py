"""Words that all games share in which a pot goes on from deal to deal: bets against it, and stopping by consent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.amounts import signed, whites
from bot.engine.offers import Move, Offer
from bot.engine.piles import Seat
from bot.engine.state import State
from bot.engine.view import View
from bot.games.parts import agreed_end as end
from bot.games.parts.shared_pot import PotShared
from card_art import scene as art

from .words import Event, Verb, Who

END_VERBS: Mapping[type[Move], Verb] = {
    end.ProposeEnd: Verb("Share the pot?"),
    end.Agree: Verb("Agree to share", "success"),
    end.Refuse: Verb("Play on", "danger"),
}


def _shared(e: PotShared, who: Who) -> str:
    left = f" {whites(e.left)} stays for the next game." if e.left else ""
    return f"The pot is shared: {whites(e.each)} each to {who.all(e.among)}.{left}"


END_EVENTS: Mapping[type[Any], Event] = {
    end.EndProposed: lambda e, who: f"{who(e.seat)} would share the pot and stop.",
    end.EndAgreed: lambda e, who: f"{who(e.seat)} agrees.",
    end.EndComes: lambda e, who: f"All agree: this {e.after_this} is the last.",
    end.EndRefused: lambda e, who: f"{who(e.seat)} plays on.",
    end.EndLapsed: lambda e, who: "The proposal to share the pot comes too late.",
    PotShared: _shared,
}


def presets(view: View, offer: Offer) -> Sequence[tuple[str, int]]:
    """Min, parts of the pot, and all of it."""
    among = offer.next(())
    least, most = min(among), max(among)
    quarter, half = view.pot // 4 // 50 * 50, view.pot // 2 // 50 * 50
    smaller = ((f"Min {whites(least)}", least), (f"¼ pot {whites(quarter)}", quarter), (f"½ pot {whites(half)}", half))
    whole = f"{'Pot it!' if most == view.pot else 'All'} {whites(most)}"
    return [*((label, amount) for label, amount in smaller if least <= amount < most), (whole, most)]


def moved(
    view: View, before: State, who: Who, title: str, subtitle: str, deal: str,
    cards: Mapping[Seat, Sequence[Any]] | None = None, **more: Any,
) -> art.Results:  # fmt: skip
    """What a deal has moved, and what everybody has now; the richest stands first. `cards` lie open beside a name."""
    winners = [s.seat for s in view.standings or () if s.outcome == "W"]
    order = sorted(range(view.seats), key=lambda s: -view.stacks[s])
    rows = tuple(
        art.ResultRow(
            place=str(sorted(view.stacks, reverse=True).index(view.stacks[s]) + 1), name=who(s), number=s,
            values=(signed(view.stacks[s] - before.stacks[s]), whites(view.stacks[s])), winner=s in winners,
            tags=who.tags[s] if who.tags else (), cards=tuple((cards or {}).get(s, ())),
        )
        for s in order
    )  # fmt: skip
    shared = view.events_of(PotShared)
    banner = f"{who(winners[0])} takes the pot!" if winners else "The pot is shared." if shared else None
    return art.Results(**{
        "title": title, "subtitle": subtitle, "columns": (deal, "Chips"), "rows": rows, "banner": banner,
        "note": "" if view.standings else f"{whites(view.pot)} in the pot.",
    } | more)  # fmt: skip
