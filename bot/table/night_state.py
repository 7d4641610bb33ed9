"""What a table remembers of a night of dealer's choice; `night` has what happens there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.piles import Seat
from bot.games.catalog import GAMES

from .chairs import Chair

CHOICES = tuple(sorted(GAMES, key=lambda slug: not GAMES[slug].chips))
"""What a dealer may choose from: first the games that are played for chips, then those in which places are paid."""
MOST_SEATS = max(GAMES[slug].seats[-1] for slug in CHOICES)


LEAST_BUY_IN = 2000
"""In hundredths of a white: less is gone with the first antes."""
TERMS = ("name", "buy_in", "rebuys", "pick_seconds", "event", "least", "only", "lasts", "rising")
"""What the host of a night lays down beforehand."""
GRACE_MS = 600_000
"""How long after its time a night keeps seats for its guests, in ms."""


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
    least: int = 0
    """How many players the host wants at least; 0 if that is not said."""
    only: list[str] = field(default_factory=list[str])
    """What may be named, in the words of `limits`; everything if empty."""
    lasts: str = ""
    """How long each game lasts unless its dealer says otherwise, in a word of `lasting`."""
    rising: str = "off"
    """How often the stakes rise, in a word of `rising`."""
    lasting: str | None = None
    """How long the game is to last that has been named; None while its dealer has not said."""
    lasts_now: str = ""
    """How long the game that is on lasts."""
    until: int = 0
    """When it ends after the hand under way, in table time; 0 if it does not go by the clock."""
    deals_to_play: int = 0
    """After how many deals it ends, where it does not count them itself; 0 if it does."""
    level: int = 0
    """How many times the stakes have risen."""
    level_from: int = 0
    """Since when they are as they are: in table time where they rise each hour, otherwise in games named."""
    guests: list[int] = field(default_factory=list[int])
    """The users who had said that they come when the lobby opened, in that order."""
    expected: list[int] = field(default_factory=list[int])
    """Those of them for whom a seat is still kept."""
    guest_names: dict[str, str] = field(default_factory=dict[str, str])
    """By user, what those who are expected are called, as far as that is known."""
    kept_until: int = 0
    """Until when seats are kept, in ms on the wall; 0 at a night to which nobody was invited."""

    @classmethod
    def of(cls, terms: Mapping[str, Any]) -> Night:
        """A night as it was announced."""
        return cls(**{name: terms[name] for name in TERMS if name in terms})

    @property
    def terms(self) -> dict[str, object]:
        """What the host has laid down."""
        return {name: getattr(self, name) for name in TERMS}

    def invite(self, guests: Sequence[int], expected: Sequence[int], names: Mapping[int, str], until: int) -> None:
        """Changes the night: seats are kept for those who are expected, the first first, as far as there are seats."""
        self.guests, self.expected, self.kept_until = [*guests], [*expected[:MOST_SEATS]], until
        self.guest_names = {str(user): names[user] for user in self.expected if user in names}

    def let_go(self, user: int) -> None:
        """Changes the night: no seat is kept for this person, who sits down or does not come."""
        self.expected = [guest for guest in self.expected if guest != user]
        self.guest_names.pop(str(user), None)

    def party(self, chair: Chair) -> Party:
        """The player on this seat, as the night knows them."""
        return self.parties.setdefault(chair.account, Party(chair.name))
