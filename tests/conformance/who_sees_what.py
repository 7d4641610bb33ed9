"""The table of who sees what, as the suite observes it: piles, facts and events, by stage of play.

`python -m tests.conformance.who_sees_what` writes `who_sees_what/<game>.txt` anew; the tests compare.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.offers import verb
from bot.engine.options import read_options
from bot.engine.piles import SPECTATOR
from bot.engine.traits import Variants
from bot.engine.view import View, view
from bot.games.catalog import GAMES

from .play import bounded, fits, play_match

PAGES = Path(__file__).parent / "who_sees_what"
MATCHES = 5
FEW = 2
"""Of a game with many variants so few matches are looked at for each other value."""

Key = tuple[str, str]
"""What, and at which stage."""
Seen = dict[Key, dict[str, set[str]]]


def observe(game: Game, options: Any, matches: int = MATCHES) -> Seen:
    seen: Seen = defaultdict(lambda: defaultdict(set))
    options = bounded(game, options)
    for seed in range(matches):
        play_match(game, f"sees/{seed}", lambda deal: _look(deal, seen), options)
    return seen


def _look(deal: Deal, seen: Seen) -> None:
    stage = _stage(deal)
    for viewer, sight in _sights(deal):
        for name, faces in sight.piles.items():
            what, who = _whose(name, viewer)
            if faces is None:
                seen["pile " + what, stage][who].add("nothing")
            elif faces:
                hidden = faces.count(None)
                how = "faces" if not hidden else "backs" if hidden == len(faces) else "some"
                seen["pile " + what, stage][who].add(how)
        for name in deal.table.facts:
            what, who = _whose(name, viewer)
            seen["fact " + what, "ever"][who].add("told" if name in sight.facts else "not told")
    for event, to in deal.table.events if deal.ask is None else ():
        everyone = {SPECTATOR, *deal.table.players} <= to
        seen["event " + type(event).__name__, "ever"]["told to"].add("everyone" if everyone else "some")


def _sights(deal: Deal) -> Iterator[tuple[int, View]]:
    """What each viewer sees on the table. The events are looked at when the deal is over: to sort them for each viewer
    at every row takes longer than everything else here."""
    events, deal.table.events = deal.table.events, []
    try:
        for viewer in (SPECTATOR, *deal.table.players):
            yield viewer, view(deal, viewer)
    finally:
        deal.table.events = events


def _stage(deal: Deal) -> str:
    """What the table waits for: the verbs of the players who must act."""
    if deal.ask is None:
        return "over"
    offers = [o for seat in deal.ask.waits_for for o in deal.ask.offers[seat] if o and not o.optional]
    return "/".join(sorted({verb(o.kind) for o in offers})) or "waiting"


@cache
def _whose(name: str, viewer: int) -> tuple[str, str]:
    """`hand 3` is the hand of seat N; the viewer is its owner, another, or a spectator."""
    owner = re.search(r"\d+", name)
    who = "spectator" if viewer == SPECTATOR else "players" if not owner else "others"
    if owner and int(owner[0]) == viewer:
        who = "owner"
    return re.sub(r"\d+", "N", name), who


def lines(seen: Seen) -> list[str]:
    order = ("owner", "others", "players", "spectator", "told to")
    return [
        f"{what:24} {stage:10} " + "; ".join(f"{w} {' or '.join(sorted(who[w]))}" for w in order if w in who)
        for (what, stage), who in sorted(seen.items())
    ]


def page(game: Game) -> str:
    """The table at default options, then what each other value of a choice changes in it."""
    usual = lines(observe(game, game.options()))
    told = [f"{game.title}: who sees what", "", *usual]
    for name, value in _other_values(game):
        given = _fitting(game, name, value)
        options = read_options(game.options, given, in_whites=False)
        changed = set(lines(observe(game, options, FEW if game.has(Variants) else MATCHES)))
        named = ", ".join(f"{name} {value}" for name, value in given.items())
        told += ["", f"With {named}:", *(sorted(changed - {*usual}) or ["nothing else"])]
    return "\n".join(told) + "\n"


def _other_values(game: Game) -> Iterable[tuple[str, Any]]:
    variants = game.trait(Variants)
    for f in fields(game.options):
        values = f.metadata.get("choices", (True, False) if f.metadata["kind"] == "flag" else ())
        if variants is not None and f.name == variants.option:
            values = [v for v in f.metadata["words"] if fits(game, {f.name: v})]  # a list has words of families, too
        yield from ((f.name, value) for value in values if value != f.default)


def _fitting(game: Game, name: str, value: Any) -> dict[str, Any]:
    """This value, and if it is of no use alone, a value of another option with which it fits."""
    alone = {name: value}
    off = [f.name for f in fields(game.options) if f.metadata["kind"] == "number" and f.default == 0]
    numbers = [(name, 1) for name in off]
    others = [pair for pair in (*_other_values(game), *numbers) if pair[0] != name]
    for given in (alone, *(alone | {other: worth} for other, worth in others)):
        with suppress(ValueError):
            read_options(game.options, given, in_whites=False)
            return given
    raise AssertionError(f"{name} {value} fits with nothing")


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for slug, game in GAMES.items():
        (PAGES / f"{slug}.txt").write_text(page(game), encoding="utf-8")
