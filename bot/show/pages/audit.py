"""What managers have decided, in words: who, when, what and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.engine.amounts import whites
from bot.store import Decision
from bot.table.names import escaped

from ..words.game import Words
from .cardroom import AMOUNTS, CLOCKS, COMPACT, FOUR, FULL, PACE, TWO, seconds

MOST_VALUE = 120
"""How much of a setting's value fits into a line."""


def line(d: Decision, words: Mapping[str, Words]) -> str:
    """One decision."""
    reason = f": {escaped(d.reason)}" if d.reason else ""
    return f"<t:{d.at // 1000}:f> <@{d.manager}> {_done(d, words)}{reason}"


def _done(d: Decision, words: Mapping[str, Words]) -> str:
    whom = f"<@{d.member}>" if d.member is not None else "everybody"
    amount = d.amount or 0
    match d.what:
        case "grant":
            return f"{'gave' if amount > 0 else 'took from'} {whom} {whites(abs(amount))}"
        case "credit":
            credit = "the server's" if d.amount is None else whites(amount)
            return f"set the credit of {whom} to {credit}"
        case "bar":
            return f"barred {whom} from the tables until <t:{int(d.about) // 1000}:f>"
        case "unbar":
            return f"lets {whom} sit down again"
        case "void":
            return f"made a deal void: {d.about}"
        case "close":
            return f"closed a table: {d.about}"
        case "remove":
            return f"removed {whom} from a table: {d.about}"
        case "season":
            return d.about
        case _:
            return _set(d, words)


def _set(d: Decision, words: Mapping[str, Words]) -> str:
    """A setting was changed. Earlier versions noted amounts alone."""
    value = json.loads(d.about) if d.about else d.amount
    told = _VALUES.get(d.what, _plain)(value, words)
    return f"set {_LABELS.get(d.what, d.what.replace('_', ' '))} to {told[:MOST_VALUE]}"


def _plain(value: object, _: Mapping[str, Words]) -> str:
    return escaped(str(value))


def _on(value: bool, _: Mapping[str, Words]) -> str:
    return "on" if value else "off"


def _chips(value: int | None, _: Mapping[str, Words]) -> str:
    return whites(value) if value else "none"


def _games(value: Iterable[str], words: Mapping[str, Words]) -> str:
    return ", ".join(words[slug].game.title for slug in value if slug in words) or "all"


def _marked(mark: str, none: str) -> Callable[[Sequence[int], Mapping[str, Words]], str]:
    """Channels or roles, as Discord shows them; as many as fit."""

    def told(value: Sequence[int], _: Mapping[str, Words]) -> str:
        shown = [f"<{mark}{one}>" for one in value[:4]]
        return ", ".join(shown) + (f" and {len(value) - 4} more" if len(value) > 4 else "") or none

    return told


def _defaults(value: Mapping[str, object], words: Mapping[str, Words]) -> str:
    return "those of the games" if not value else f"their own for {_games(value, words)}"


_LABELS = {a.name: a.label[:1].lower() + a.label[1:] for a in AMOUNTS} | {
    n.name: n.label[:1].lower() + n.label[1:] for n in CLOCKS
} | {
    "games": "the games that may be played", "channels": "where tables are opened",
    "defaults": "what tables are like", "timezone": "the clock", PACE: "how long house players wait",
    "four_colour": "the suits", "compact": "the cards", "open_roles": "who may open tables",
    "night_roles": "who may announce nights", "manager_roles": "who manages the card room",
    "nights_most": "how many nights a member may announce", "night_reminders": "the reminders of nights",
    "night_opens_minutes": "how many minutes before its time a night's lobby opens",
    "night_series": "whether nights may come again", "night_pings": "the pings of nights",
}  # fmt: skip
_VALUES: dict[str, Callable[[Any, Mapping[str, Words]], str]] = {a.name: _chips for a in AMOUNTS} | {
    "games": _games, "channels": _marked("#", "everywhere"), "defaults": _defaults,
    "open_roles": _marked("@&", "everybody"), "night_roles": _marked("@&", "everybody"),
    "manager_roles": _marked("@&", "nobody besides those who manage the server"),
    PACE: lambda value, _: f"{seconds(value)} s", "four_colour": lambda value, _: FOUR if value else TWO,
    "compact": lambda value, _: COMPACT if value else FULL, "night_series": lambda value, _: "yes" if value else "no",
    "night_reminders": _on, "night_pings": _on,
}  # fmt: skip
