"""Dealer's choice within poker: before each orbit its first dealer names the variant (rules/poker.md, "Extras")."""

from __future__ import annotations

from bot.engine.asks import Script, ask
from bot.engine.offers import OneOf
from bot.engine.options import BadOption
from bot.engine.piles import Seat
from bot.games.poker.carried_over import PokerTable

from .carried_over import but
from .finding import read_variant
from .moves import NameVariant, VariantNamed
from .variants import VARIANTS

SECONDS = 20
"""How long the dealer has; then the same is played again."""


class Named(OneOf[NameVariant, str]):
    """A variant by any of its names."""

    def as_typed(self, text: str) -> str:
        try:
            return read_variant(text)
        except BadOption:
            return text.strip()


def name_next(t: PokerTable) -> Script:
    """At the end of an orbit who deals next is asked. A pot that stays is played for in the same variant."""
    carried, now = t.carried, t.options.played.name
    left = (carried.choice_left or len(t.players)) - 1
    if left > 0 or carried.pots:
        t.carried = but(carried, choice=carried.choice or now, choice_left=max(1, left))
        return
    dealers = [p for p in t.left_of(t.dealer) if t.chips[p]]
    if len(dealers) < 2:
        return
    names = [name for name in VARIANTS if _fits(t, name, len(t.players))]
    among: Seat = dealers[0]
    refused = "That variant is not for this table now."
    move = yield from ask(among, Named(NameVariant, names, refused), default=NameVariant(now), clock=SECONDS)
    t.carried = but(t.carried, choice=move.variant, choice_left=len(dealers))
    t.tell(VariantNamed(among, move.variant))


def _fits(t: PokerTable, name: str, players: int) -> bool:
    """Whether this many can play it; guts needs an ante."""
    variant = VARIANTS[name]
    return players in variant.seats and not (variant.script == "guts" and t.options.ante == 0)
