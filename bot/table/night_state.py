"""What a table remembers of a night of dealer's choice; `night` has what happens there."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.piles import Seat
from bot.games.catalog import GAMES

from .chairs import Chair

CHOICES = tuple(sorted(GAMES, key=lambda slug: not GAMES[slug].chips))
"""What a dealer may choose from: first the games that are played for chips, then those in which places are paid."""
MOST_SEATS = max(GAMES[slug].seats[-1] for slug in CHOICES)


LEAST_BUY_IN = 2000
"""In hundredths of a white: less is gone with the first antes."""
TERMS = ("name", "buy_in", "rebuys", "pick_seconds", "event")
"""What the host of a night lays down beforehand."""


@dataclass
class Party:
    """Somebody who has played tonight, whether still seated or not. Amounts are hundredths of a white chip."""

    name: str
    bought: int = 0
    cashed: int = 0
    """What they have taken home."""
    rebuys: int = 0


@dataclass
class Best:
    """The biggest pot or the best hand so far: whose, at which game, and in words."""

    who: str
    game: str
    worth: list[int]
    """The greater, the better."""
    text: str


@dataclass
class Night:
    """What a table remembers of its night."""

    name: str
    buy_in: int = 10_000
    rebuys: int = 3
    """How often each may buy chips again."""
    pick_seconds: int = 60
    event: int | None = None
    """Discord's scheduled event."""
    dealer: Seat = 0
    """Whose deal it is: they name the next game."""
    named: str | None = None
    """The game that the dealer has named, while its stakes are open."""
    variant: str = ""
    """Which of many games it is, where that has been named."""
    among: list[str] = field(default_factory=list[str])
    """By account: with whom the dealer plays it, where it is for fewer than there are; nobody, where they have not
    said."""
    round: list[str] = field(default_factory=list[str])
    """By account: how the deal goes round while some sit a game out, behind the players."""
    votes: list[int] = field(default_factory=list[int])
    """Who would end the game that is on after its hand, by user."""
    picks: int = 0
    """How many games have been dealt."""
    played: list[str] = field(default_factory=list[str])
    parties: dict[str, Party] = field(default_factory=dict[str, Party])
    """By account: a member's id, or a house player's name."""
    deals: int = 0
    pot: Best | None = None
    hand: Best | None = None

    @property
    def terms(self) -> dict[str, object]:
        """What the host has laid down."""
        return {name: getattr(self, name) for name in TERMS}

    def party(self, chair: Chair) -> Party:
        """The player on this seat, as the night knows them."""
        return self.parties.setdefault(chair.account, Party(chair.name))
