"""Stakes that rise with an evening: the usual stakes of games for chips are multiplied level by level, by the steps of
a freezeout, and a buy-in follows them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.amounts import WHITE, whites
from bot.engine.game import Game
from bot.engine.options import BadOption, declared
from bot.engine.steps import step
from bot.engine.traits import Staked

from .errors import Rejected
from .night_state import Night

OFF, ORBIT, HOUR = "off", "orbit", "hour"
HOW: Mapping[str, str] = {OFF: "not at all", ORBIT: "each time that the deal has gone round", HOUR: "each hour"}
"""How often they rise, in words."""
HOUR_MS = 3_600_000
MOST_LEVEL = 9
"""Twenty times the usual: more than that no night's chips carry."""


def read(typed: str) -> str:
    """How often stakes rise, as people type it. Raises Rejected."""
    text = typed.strip().lower()
    found = {
        "no": OFF,
        "none": OFF,
        "": OFF,
        "each orbit": ORBIT,
        "each hour": HOUR,
        "hourly": HOUR,
        **{h: h for h in HOW},
    }
    if text not in found:
        raise Rejected("Stakes rise `orbit` (each time that the deal has gone round), `hour`, or `off`.")
    return found[text]


def times(night: Night) -> float:
    """How many times the usual the stakes are now."""
    return step(min(night.level, MOST_LEVEL)) if night.rising != OFF else 1


def told(factor: float) -> str:
    """ "×1½"."""
    return f"×{whites(round(factor * WHITE))}"


def raised(game: Game, options: Any, factor: float, given: Collection[str]) -> Any:
    """The options with their stakes multiplied, in whole steps and no higher than the game has them; what the dealer
    has `given` stays as it is. Raises BadOption if that does not go together."""
    staked = game.trait(Staked)
    if factor == 1 or staked is None or not game.for_chips(options):
        return options
    known = {f.name: f for f in declared(game.options)}
    more: dict[str, int] = {}
    for name in staked.options:
        value = getattr(options, name)
        if name not in given and value:
            meta = known[name].metadata
            more[name] = min(-int(-value * factor // meta["step"]) * meta["step"], meta["most"])
    made = replace(options, **more)
    check = getattr(made, "check", None)
    if check is not None and (why := check()):
        raise BadOption(why)
    return made


def buy_in(night: Night) -> int:
    """What sitting down costs now, and buying again: as many blinds as in the beginning, in whole whites."""
    return round(night.buy_in * times(night)) // WHITE * WHITE if night.level else night.buy_in


def begin(night: Night, now: int) -> None:
    """Changes the night: it begins now (table time, in ms), at its first level."""
    night.level, night.level_from = 0, now if night.rising == HOUR else 0


def rise(night: Night, players: int, now: int) -> str:
    """Changes the night between two of its games, if the stakes rise now. Returns what is said of it; nothing if they
    do not."""
    before = night.level
    if night.rising == HOUR:
        due = max(0, now - night.level_from) // HOUR_MS
        night.level, night.level_from = night.level + due, night.level_from + due * HOUR_MS
    elif night.rising == ORBIT and night.picks - night.level_from >= players:
        night.level, night.level_from = night.level + 1, night.picks
    night.level = min(night.level, MOST_LEVEL)
    if night.level == before:
        return ""
    return (
        f"**The stakes rise**: {told(times(night))} of the usual from now on, and a buy-in is {whites(buy_in(night))}."
    )


def next_rise(night: Night, players: int) -> str:
    """When they rise next, in words; nothing if they do not."""
    if night.rising == OFF or night.level >= MOST_LEVEL:
        return ""
    if night.rising == HOUR:
        return "each hour"
    games = max(1, players - (night.picks - night.level_from))
    return "after this game" if games == 1 else f"in {games} games"
