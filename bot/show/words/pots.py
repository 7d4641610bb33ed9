"""Words that all games share in which a pot goes on from deal to deal: bets against it, and stopping by consent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.amounts import whites
from bot.engine.events import Event
from bot.engine.offers import Move, Offer
from bot.engine.state import State
from bot.engine.view import View
from bot.games.parts import agreed_end as end
from bot.games.parts.shared_pot import PotShared

from .layout import Outcome, in_order, most_won, moved
from .sentences import Say, Who
from .verbs import Command, Verb


def end_verbs(pot: str) -> Mapping[type[Move], Verb]:
    """Stopping by consent, at a game that calls its pot that."""
    return {
        end.ProposeEnd: Verb(
            f"Share the {pot}?", also=("end",),
            command=Command("Propose to stop here and share the pot; all must agree.", name="end"),
        ),
        end.Agree: Verb(
            "Agree to share", "success", shared=True, command=Command("Agree to what somebody has proposed.")
        ),
        end.Refuse: Verb(
            "Play on", "danger", shared=True, command=Command("Refuse what somebody has proposed, and play on.")
        ),
    }  # fmt: skip


def pot_shared(pot: str) -> Say:
    """How it has been shared, in the same words."""

    def shared(e: PotShared, who: Who) -> str:
        left = f" {whites(e.left)} stays for the next game." if e.left else ""
        return f"The {pot} is shared: {whites(e.each)} each to {who.all(e.among)}.{left}"

    return shared


END_VERBS = end_verbs("pot")
END_EVENTS: Mapping[type[Event], Say] = {PotShared: pot_shared("pot")}


def presets(view: View, offer: Offer) -> Sequence[tuple[str, int]]:
    """Min, parts of the pot, and all of it."""
    among = offer.next(())
    least, most = min(among), max(among)
    quarter, half = view.pot // 4 // 50 * 50, view.pot // 2 // 50 * 50
    smaller = ((f"Min {whites(least)}", least), (f"¼ pot {whites(quarter)}", quarter), (f"½ pot {whites(half)}", half))
    whole = f"{'Pot it!' if most == view.pot else 'All'} {whites(most)}"
    return [*((label, amount) for label, amount in smaller if least <= amount < most), (whole, most)]


def outcome(view: View, before: State, who: Who, **more: Any) -> Outcome:
    """Who has taken the pot, or what is left in it and who has won anything."""
    net = moved(view, before)
    usual: dict[str, Any] = {
        "won": view.ended("W") or [s for s in in_order(net) if net[s] > 0 and not view.standings],
        "stage": "" if view.standings else left(view),
        "banner": banner(view, who) or most_won(view, before, who) or f"The pot stands at {whites(view.pot)}",
    }  # fmt: skip
    return Outcome(**{**usual, **more})


def left(view: View) -> str:
    return f"{whites(view.pot)} in the pot"


def banner(view: View, who: Who) -> str | None:
    """How the pot has gone, where it has."""
    if winners := view.ended("W"):
        return f"{who(winners[0]):takes} the pot!"
    return "The pot is shared" if view.last(PotShared) else None
