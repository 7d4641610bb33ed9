"""What is played at a table, in one line: what a friend reads who thinks of sitting down. Lobbies, `/games`, a night's
picks and pictures in words all take it from here, and each option's words from the game's own options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.game import Game
from bot.engine.options import WHAT, declared, in_line
from bot.engine.traits import Staked, Variants

from .game import Words
from .sentences import one_of, times


def title_in_full(game: Game, options: object) -> str:
    """What is played, and how: "No-limit Hold'em"; of most games their title."""
    kinds = game.trait(Variants)
    if kinds is None:
        return game.title
    return kinds.in_full(options) if kinds.in_full is not None else f"{game.title}: {kinds.called(options)}"


def line(words: Words, options: Any, buy_in: int | None = None, *, seats: bool = True) -> str:
    """All that is worth knowing, the most important first. `buy_in` is what sitting down costs, in hundredths of a
    white: None where nobody pays for this game alone; `seats` for how many may sit down."""
    return " · ".join(parts(words, options, buy_in, seats=seats))


def bold(words: Words, options: Any, buy_in: int | None = None, *, seats: bool = True) -> str:
    """The same with its beginning in bold, for a message."""
    what, *more = parts(words, options, buy_in, seats=seats)
    return " · ".join([f"**{what}**", *more])


def short(words: Words, options: Any) -> str:
    """The game and the most important of it, for lists: "Poker: No-limit Hold'em, blinds 1–2"."""
    game = words.game
    if not game.for_chips(options):
        return game.title
    what, *more = parts(words, options, seats=False)
    return ", ".join([what if what.startswith(game.title) else f"{game.title}: {what}", *more[:1]])


def parts(
    words: Words, options: Any, buy_in: int | None = None, *, seats: bool = True, length: bool = True
) -> list[str]:
    """The same, part by part; without the `length` of a match where that is said elsewhere."""
    game, known = words.game, {f.name for f in declared(words.game.options)}
    chips = game.for_chips(options)
    if "buy_in" in known:
        options = replace(options, buy_in=buy_in)
    staked, own = game.trait(Staked), getattr(options, "in_line", None)
    first = own or (WHAT, *(staked.options if staked is not None and chips else ()), "buy_in", "chip_scale")
    decide = {name for length in game.lengths.values() for name in length.options}
    kinds = game.trait(Variants)
    but = {"buy_in", *({game.length, *decide} if own is None else ()), *((kinds.option, kinds.how) if kinds else ())}
    told = in_line(options, [name for name in first if buy_in is not None or name != "buy_in"], but)
    if not length:
        told.pop(game.length or "", None)
    what = title_in_full(game, options)
    where = [name for name in first if name == WHAT or name in told].index(WHAT)
    said = [*told.values()]
    said.insert(where, what)
    if own is None and length:
        said.insert(len([name for name in first if name == WHAT or name in told]), words.goes_on(options))
    if seats:
        said.append(places(game.seats_for(options)))
    said = [*filter(None, said)]
    return [f"{said[0][:1].upper()}{said[0][1:]}", *said[1:]]


def places(seats: range) -> str:
    """How many may sit down: "6 seats", "3–7 players", "2 or 4 players"."""
    least, most = seats[0], seats[-1]
    if seats.step > 1:
        return f"{one_of(seats)} players"
    if least == most:
        return times(least, "player")
    return f"{most} seats" if least <= 2 else f"{least}–{most} players"
