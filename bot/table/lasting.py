"""How long one game of a night lasts: an orbit, a number of hands, or minutes of table time.

A length is kept as one word: "" (as usual), "orbit", "6 hands", "20 minutes". Minutes end the game after the hand under
way, and so does a number of hands at a game that does not count them itself.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.engine.game import Game
from bot.engine.options import declared, nothing
from bot.engine.quoting import quoted
from bot.engine.state import State

from .errors import Rejected
from .night_state import Night

USUAL, ORBIT = "", "orbit"
MOST_HANDS, MOST_MINUTES = 100, 240
LISTED = (USUAL, "1 hands", ORBIT, "6 hands", "12 hands", "10 minutes", "20 minutes", "30 minutes", "60 minutes")
"""What a menu has."""
_COUNT = re.compile(r"(\d{1,4}|an?|one|half an)\s*-?([a-z]*)")
_WORDS = {"a": 1, "an": 1, "one": 1}
_MINUTE_MS = 60_000


class Lasts(NamedTuple):
    """One of the three; all are nothing for the usual length."""

    orbit: bool = False
    hands: int = 0
    minutes: int = 0


def read(typed: str) -> str:
    """A length as people type it: "an orbit", "6 hands", "20 min", "an hour"; nothing for the usual one. Raises
    Rejected."""
    text = " ".join(typed.lower().split())
    if text in ("", "usual", "as usual", "default", "none"):
        return USUAL
    if text in ("orbit", "an orbit", "1 orbit", "one orbit", "a round"):
        return ORBIT
    if (found := _COUNT.fullmatch(text)) is not None:
        count, unit = found[1], found[2]
        if unit in ("hour", "hours", "h"):
            return _minutes(30 if count == "half an" else 60 * _WORDS.get(count, int(count) if count.isdigit() else 1))
        n = _WORDS.get(count, int(count) if count.isdigit() else 0)
        if unit in ("minute", "minutes", "min", "mins", "m"):
            return _minutes(n)
        if unit in ("hand", "hands", "deal", "deals") and 1 <= n <= MOST_HANDS:
            return f"{n} hands"
    raise Rejected(
        f"{quoted(typed)} is no length: write an orbit, 6 hands (1 to {MOST_HANDS}), or 20 minutes (1 to"
        f" {MOST_MINUTES})."
    )


def _minutes(n: int) -> str:
    if not 1 <= n <= MOST_MINUTES:
        raise Rejected(f"A game lasts 1 to {MOST_MINUTES} minutes.")
    return f"{n} minutes"


def parsed(lasts: str) -> Lasts:
    """What the word for a length means."""
    if lasts == ORBIT:
        return Lasts(orbit=True)
    n, _, unit = lasts.partition(" ")
    if not n.isdecimal():
        return Lasts()
    return Lasts(minutes=int(n)) if unit == "minutes" else Lasts(hands=int(n))


def told(lasts: str, deal: str = "hand") -> str:
    """A length in words: "an orbit", "one hand", "20 minutes"; nothing for the usual one."""
    orbit, hands, minutes = parsed(lasts)
    if orbit:
        return "an orbit"
    if hands:
        return f"one {deal}" if hands == 1 else f"{hands} {deal}s"
    if not minutes:
        return ""
    return "an hour" if minutes == 60 else "one minute" if minutes == 1 else f"{minutes} minutes"


def hands_of(game: Game, lasts: str, players: int) -> int:
    """How many deals that is for this many players; 0 if it is not counted in deals."""
    orbit, hands, _ = parsed(lasts)
    return players * game.rounds if orbit else hands


def as_options(game: Game, lasts: str, players: int) -> dict[str, str]:
    """What a length makes of the option by which a game counts its deals; nothing for games that have none, and for the
    usual length."""
    if not game.length or not lasts:
        return {}
    (option,) = (f for f in declared(game.options) if f.name == game.length)
    if parsed(lasts).minutes:
        return {game.length: nothing(option) if option.default is None else str(option.metadata["most"])}
    hands = hands_of(game, lasts, players)
    return {game.length: str(min(max(hands, option.metadata["least"]), option.metadata["most"]))}


def begin(night: Night, game: Game, lasts: str, players: int, now: int) -> None:
    """Changes the night: its next game, that begins now (table time, in ms), lasts this long."""
    minutes = parsed(lasts).minutes
    night.until = now + minutes * _MINUTE_MS if minutes else 0
    night.deals_to_play = 0 if game.length else hands_of(game, lasts, players)
    night.lasts_now = lasts


def is_over(night: Night, state: State, now: int) -> bool:
    """Whether the game that is on has lasted as long as it was to."""
    return bool((night.until and now >= night.until) or (night.deals_to_play and state.number >= night.deals_to_play))


def left(night: Night, number: int, most: int, now: int) -> str:
    """How much is left of the game that is on, whose deal of this number (from 1) is played: "hand 3 of 6" without its
    first word, or "12 minutes left"; nothing if that is not known. `most` is how many deals its options have."""
    if (minutes := minutes_left(night, now)) is not None:
        return "the last hand" if not minutes else f"{minutes} minute{'' if minutes == 1 else 's'} left"
    of = night.deals_to_play or most
    return f"of {of}" if of and number <= of else ""


def minutes_left(night: Night, now: int) -> int | None:
    """How many minutes the game that is on has left, begun ones included; None if it does not go by the clock."""
    return max(0, -((now - night.until) // _MINUTE_MS)) if night.until else None
