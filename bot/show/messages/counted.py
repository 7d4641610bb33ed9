"""What a match that is over has done to people's records, in a line of its end's picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.amounts import signed
from bot.store import Counted
from card_art import scene as art

_NTH = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def with_counted(end: art.MatchEnd, found: Sequence[Counted], reader: int | None) -> art.MatchEnd:
    """The same end with a line: the reader's own, by their id, or else that of the person who has come off best."""
    own = next((one for one in found if one.user == reader), None)
    one = own or next(iter(found), None)
    if one is None or not (parts := _parts(one)):
        return end
    names = [person.name for person in end.winners]
    whose = "you: " if own else "" if names == [one.name] else f"{one.name}: "
    return replace(end, counted=(whose + parts[0], *parts[1:]))


def _parts(one: Counted) -> list[str]:
    parts: list[str] = []
    if one.rating is not None:
        change = f" {signed(one.gained * 100)}" if one.gained else ""
        parts.append(f"rating {one.rating}{change}")
    if one.streak > 1:
        parts.append(f"{_nth(one.streak)} win in a row")
    if one.season_place is not None:
        parts.append(f"{_nth(one.season_place)} in the season")
    return parts


def _nth(n: int) -> str:
    """ "third", "21st"."""
    if n < len(_NTH):
        return _NTH[n]
    return f"{n}{'th' if n // 10 % 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"
