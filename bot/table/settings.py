"""What a server may set, and the defaults. Times are seconds, amounts hundredths of a white chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from bot.engine import codec
from bot.engine.amounts import whites


@dataclass(frozen=True)
class Settings:
    """A server's settings, as `/cardroom` shows and changes them."""

    grant: int = 100_000
    """What a member's first use of the bank brings."""
    buy_in: int = 10_000
    """What sitting down at a game for chips costs."""
    gift_most: int = 20_000
    """The largest gift from one member to another."""
    gift_day: int = 50_000
    """What a member may give in a day, all gifts together."""
    buy_ins_day: int = 0
    """What a member may bring to tables in a day; 0 is no limit."""
    move_seconds: int = 60
    choice_seconds: int = 90
    next_deal_seconds: int = 8
    idle_minutes: int = 10
    """No human move for this long pauses a table."""
    close_hours: int = 24
    """No human move for this long closes it."""
    timezone: str = "UTC"
    """Whose clock people mean when they announce a night, and by which days and months of the leaderboard begin."""
    games: tuple[str, ...] = ()
    """What may be played; everything if empty."""
    defaults: Mapping[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """By game, the options that its tables have unless somebody says otherwise, as people type them."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened; everywhere if empty."""
    manager_roles: tuple[int, ...] = ()
    """A member with one of these roles manages the card room, besides those who manage the server."""
    open_roles: tuple[int, ...] = ()
    """Who may open tables; everybody if empty."""
    night_roles: tuple[int, ...] = ()
    """Who may announce nights; everybody if empty."""
    nights_most: int = 2
    """How many announced nights a member may have at a time, and how many they may announce in an hour."""
    night_opens_minutes: int = 0
    """How long before its time the lobby of an announced night opens on its own."""
    night_reminders: bool = True
    """Whether people are reminded of announced nights."""
    night_series: bool = True
    """Whether nights may be announced that come again."""
    night_pings: bool = True
    """Whether messages about announced nights mention those who come."""
    night_only: tuple[str, ...] = ()
    """What may be named at a night unless its host says otherwise, in the words of `limits`; everything if empty."""
    night_lasts: str = ""
    """How long a game of a night lasts unless somebody says otherwise, in a word of `lasting`."""
    night_rising: str = "off"
    """How often the stakes of a night rise unless its host says otherwise, in a word of `rising`."""
    lost: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """By setting, the names of channels and roles that were named there and have been deleted since."""
    house_pace_ms: int = 1200
    """How long a house player thinks."""
    four_colour: bool = True
    """How the tables' cards are drawn: each suit in a colour of its own, rather than black and red."""
    compact: bool = False
    """With a big rank and one big suit on every card."""

    def allows(self, slug: str) -> bool:
        """Whether this game may be played here."""
        return not self.games or slug in self.games

    @property
    def night_terms(self) -> dict[str, object]:
        """What a night has about its games unless its host says otherwise."""
        return {"only": [*self.night_only], "lasts": self.night_lasts, "rising": self.night_rising}

    @classmethod
    def read(cls, stored: codec.JsonObject) -> Settings:
        known = {f.name for f in fields(cls)}
        return codec.load(cls, {name: value for name, value in stored.items() if name in known})


def contradiction(s: Settings) -> str | None:
    """What does not go together, in a sentence."""
    if s.grant < s.buy_in:
        return f"The grant ({whites(s.grant)}) must be at least one buy-in ({whites(s.buy_in)})."
    if s.gift_day < s.gift_most:
        return "What may be given in a day must be at least one gift's limit."
    if 0 < s.buy_ins_day < s.buy_in:
        return f"What may be brought to the tables in a day must be at least one buy-in ({whites(s.buy_in)})."
    if s.idle_minutes * 60 <= max(s.move_seconds, s.choice_seconds):
        return "A table may only pause after the turn clocks have run out."
    if s.close_hours * 60 <= s.idle_minutes:
        return "A table may only close after it has paused."
    return None
