"""The games of the house, a line each."""

from __future__ import annotations

from bot.engine.game import Game

from .backhand import BACKHAND
from .blackjack import BLACKJACK
from .canfield import CANFIELD
from .cash import CASH
from .farmer import FARMER
from .hearts import HEARTS
from .in_between import IN_BETWEEN
from .knock_poker import KNOCK_POKER
from .red_dog import RED_DOG
from .seven_twenty_seven import SEVEN_TWENTY_SEVEN
from .three_five_seven import THREE_FIVE_SEVEN

GAMES: dict[str, Game] = {
    g.slug: g
    for g in (
        HEARTS,
        RED_DOG,
        THREE_FIVE_SEVEN,
        BLACKJACK,
        CANFIELD,
        CASH,
        KNOCK_POKER,
        SEVEN_TWENTY_SEVEN,
        BACKHAND,
        IN_BETWEEN,
        FARMER,
    )
}  # fmt: skip
"""By slug, in the order in which they are listed."""

_NAMES = {name: g for g in GAMES.values() for name in (g.slug, *g.aliases)}


def game(name: str) -> Game:
    """The game of this slug, or of another name that people have for it.

    Raises LookupError; the text is the sentence that a player reads.
    """
    found = _NAMES.get(name.strip().lower().replace(" ", "-").replace("_", "-"))
    if found is None:
        raise LookupError(f"There is no game “{name.strip()[:30]}”; there are: {', '.join(GAMES)}.")
    return found
