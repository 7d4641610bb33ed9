"""What a player not on turn may say now that they will do then (rules/poker.md, "Moves in advance")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.amounts import whites
from bot.engine.betting import BETTING, CALL, CHECK, FOLD
from bot.engine.offers import Move
from bot.engine.traits import Basis, Wish

from .carried_over import PokerView
from .facts import BETS
from .moves import DONT_SHOW, SHOW

CHECK_FOLD, CHECK_ONLY, CALL_THIS, CALL_ANY = "check-fold", "check", "call", "call-any"
NO_MOVES = (CHECK_FOLD, CALL_ANY)
ALWAYS: Mapping[str, tuple[str, Move]] = {"muck": ("Always muck", DONT_SHOW), "show": ("Always show", SHOW)}
"""For a hand that need not be shown."""


def owed(view: PokerView, seat: int) -> int:
    """What it costs this seat to stay in: no more than it has, or than anybody else could put in."""
    stakes = view.fact(BETTING)
    reach = max((view.wagers[p] + view.stacks[p] for p in stakes.live if p != seat), default=0)
    return min(max(0, min(stakes.to_match, reach) - view.wagers[seat]), view.stacks[seat])


def wishes(view: PokerView) -> Sequence[Wish]:
    """To check or fold; to check, or to call, what the price is now; and to call whatever it is then."""
    seat, now = view.viewer, view.fact(BETS, None)
    if now is None or seat not in now.able or seat in view.waits_for:
        return ()
    price, stack = owed(view, seat), view.stacks[seat]
    this = Wish(CALL_THIS, f"Call {whites(price)}", (now.number, price), _dear(price, stack))
    return (
        Wish(CHECK_FOLD, "Check/fold", (now.number,)),
        this if price else Wish(CHECK_ONLY, "Check", (now.number, 0)),
        Wish(CALL_ANY, "Call any", (now.number,), f"Call any bet? It may cost all of your {whites(stack)}."),
    )


def _dear(price: int, stack: int) -> str:
    """The question before a call that is all a player has, or more than half of it."""
    if price == stack:
        return f"Call {whites(price)}, all in, when your turn comes?"
    return f"Call {whites(price)}, more than half of your stack, when your turn comes?" if 2 * price > stack else ""


def void(view: PokerView, name: str, basis: Basis) -> str:
    """It was said for one round, and a check or a call for one price."""
    seat, now = view.viewer, view.fact(BETS, None)
    if now is None or now.number != basis[0]:
        return "That round is over."
    if seat not in now.able:
        return "There is nothing left for you to decide."
    if basis[1:] and (price := owed(view, seat)) != basis[1]:
        return f"The price has changed: {whites(price)} to call."
    return ""


def move(view: PokerView, name: str) -> Move:
    """A check where nothing is owed."""
    if not owed(view, view.viewer):
        return CHECK
    return FOLD if name == CHECK_FOLD else CALL
